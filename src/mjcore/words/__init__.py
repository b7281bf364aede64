"""The words of the game: tiles, rule sets, and the errors that speak of them.

The lowest floor: it imports nothing else of this package, and all the rest stands on it.

* `errors`: one family of errors, each a sentence that says where and why.
* `tiles`: the 34 kinds, their text in three styles and their names in two languages.
* `options`, `rules`, `soft_eight`, `mcr`: frozen rule sets, read from and written to TOML.
* `presets`: the rule sets in use by their names.
"""
