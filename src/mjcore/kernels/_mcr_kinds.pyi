# Nothing in it is seen from Python.
