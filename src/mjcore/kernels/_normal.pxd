"""Normal random numbers and exponentials by exactly rounded operations alone, so that all machines get the same."""

from libc.math cimport floor, frexp, ldexp, sqrt

from mjcore.kernels._policy cimport uniform
from mjcore.kernels._table_types cimport mind_t


cdef inline double logarithm(double x) noexcept nogil:
    """Natural logarithm of a positive number, to about 15 digits: the series of the hyperbolic arctangent."""
    cdef int exponent, n
    cdef double part = frexp(x, &exponent), square, term, sum
    if part < 0.7071067811865476:
        part *= 2
        exponent -= 1
    term = (part - 1) / (part + 1)
    square = term * term
    sum = 0
    for n in range(21, 0, -2):
        sum = sum * square + 1.0 / n
    return 2 * term * sum + exponent * 0.6931471805599453


cdef inline double exponential(double x) noexcept nogil:
    """e to the power of x, to about 15 digits; beyond 700 as at 700."""
    cdef double halvings, rest, sum = 1
    cdef int n
    x = min(700.0, max(-700.0, x))
    halvings = floor(x * 1.4426950408889634 + 0.5)
    rest = x - halvings * 0.6931471805599453
    for n in range(14, 0, -1):
        sum = 1 + sum * rest / n
    return ldexp(sum, <int>halvings)


cdef inline double normal(mind_t* mind) noexcept nogil:
    """A number of the normal distribution with mean 0 and variance 1 (Marsaglia's polar method)."""
    cdef double x, y, square
    while True:
        x = 2 * uniform(mind) - 1
        y = 2 * uniform(mind) - 1
        square = x * x + y * y
        if 0 < square < 1:
            return x * sqrt(-2 * logarithm(square) / square)
