"""From text or counts to checked hands and packed arrays.

text -> `Hand` -> `Win` -> `HAND_DTYPE` array, and back without loss.

* `layout`: the row of 44 bytes, its codes and constants.
* `melds`: declared sets, one byte each.
* `checks`: what is wrong with a hand or a row, as a sentence.
* `notation`: hand text taken apart.
* `hands`: `Hand`, `Win` and `parse_hand`.
* `arrays`: many hands at once; `as_rows` is the one door for arrays.
"""
