"""Hands and tiles as other programs write them, in pairs: ``from_x`` reads and ``to_x`` writes."""

from mjcore.interchange.algorithm import from_algorithm_text, to_algorithm_text
from mjcore.interchange.botzone import (
    BotzoneRequest,
    from_botzone_request,
    from_botzone_tiles,
    to_botzone_request,
    to_botzone_tiles,
)
from mjcore.interchange.pymahjonggb import PyMahjongGBCall, from_pymahjonggb, to_pymahjonggb

__all__ = [
    "BotzoneRequest",
    "PyMahjongGBCall",
    "from_algorithm_text",
    "from_botzone_request",
    "from_botzone_tiles",
    "from_pymahjonggb",
    "to_algorithm_text",
    "to_botzone_request",
    "to_botzone_tiles",
    "to_pymahjonggb",
]
