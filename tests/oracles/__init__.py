"""Slow, independent restatements of the rules, for tests only.

They are written from the rule texts, share no code with the package and prefer the plainest method that
still finishes: a hand is taken apart by recursion, a distance is a search over target hands, a wait is a
tile that was tried.
"""
