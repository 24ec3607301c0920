"""Reads and prints text that others wrote."""
import json


def printable(text):
    """A line of text that is safe to print on a terminal: control characters, marks that change the direction of writing, and
    bytes that are not text become U+FFFD."""
    return "".join(letter if letter.isprintable() else "\N{REPLACEMENT CHARACTER}" for letter in str(text))


def parse(text):
    """The value of JSON text. Raises ValueError."""
    try:
        return json.loads(text)
    except RecursionError:
        raise ValueError("nested too deeply") from None


def is_text(value):
    return isinstance(value, str)


def is_count(value):
    return isinstance(value, int) and not isinstance(value, bool) and 0 <= value < 1 << 63


def is_number(value):
    """A number of seconds, or a time of day: not negative, not NaN."""
    return isinstance(value, (int, float)) and not isinstance(value, bool) and 0 <= value < 1e11


def is_object(value, **kinds):
    """Whether a value is an object with all of these fields, each of its kind (a function like the ones above)."""
    return isinstance(value, dict) and all(name in value and kind(value[name]) for name, kind in kinds.items())


def is_list(kind):
    """Whether a value is a list, each element of which is of a kind."""
    return lambda value: isinstance(value, list) and all(map(kind, value))
