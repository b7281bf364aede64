INVARIANTS: dict[int, str]
