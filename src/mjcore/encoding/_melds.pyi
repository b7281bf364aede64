# Nothing of it is seen from Python.
