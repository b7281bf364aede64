"""Results that say at a prompt and in a notebook what they say in print."""

__all__ = ["Told"]


class Told:
    """A result whose text is what was found; the frames behind it are its attributes.

    Examples
    --------
    >>> class Answer(Told):
    ...     def __str__(self):
    ...         return "one in six"
    >>> Answer()
    one in six
    """

    def __repr__(self) -> str:
        return str(self)
