"""The keyword arguments, checked and in the types that the native half takes."""

from __future__ import annotations

from numbers import Integral, Real


def amount(name: str, value: object) -> str | None:
    """A number, or a text with its unit, as text for the reader of the command line."""
    if value is None or isinstance(value, str):
        return value
    if isinstance(value, Integral) and not isinstance(value, bool):
        return str(int(value))
    if isinstance(value, Real) and not isinstance(value, bool):
        number = float(value)
        return str(int(number)) if number.is_integer() else str(number)
    raise TypeError(f"{name}: {value!r} is not a number, nor a text with its unit")


def whole(name: str, value: object, least: int, most: int) -> int:
    """A whole number between two others."""
    if not isinstance(value, Integral) or isinstance(value, bool):
        raise TypeError(f"{name}: {value!r} is not a whole number")
    number = int(value)
    if not least <= number <= most:
        raise ValueError(f"{name}: {number} is not between {least} and {most}")
    return number


def truth(name: str, value: object) -> bool:
    """True or False, also of numpy, or 1 or 0."""
    if isinstance(value, Integral) and value in (0, 1) or type(value).__name__ in ("bool", "bool_"):
        return bool(value)
    raise TypeError(f"{name}: {value!r} is not True or False")


def text(name: str, value: object, example: str) -> str | None:
    """A text."""
    if value is None or isinstance(value, str):
        return value
    raise TypeError(f"{name}: {value!r} is not text, such as {example!r}")
