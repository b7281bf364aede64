"""Exact counting: suits are summed up by what a question looks at, and multiplied together."""
