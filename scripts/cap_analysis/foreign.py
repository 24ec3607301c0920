"""What others wrote, as it may be read and printed."""
import json


def printable(text):
    """A line of text with nothing in it that a terminal would obey: control characters, those that turn the direction of
    writing, and bytes that are no text become U+FFFD."""
    return "".join(letter if letter.isprintable() else "\N{REPLACEMENT CHARACTER}" for letter in str(text))


def parse(text):
    """The value that JSON text stands for. Raises ValueError where it is none."""
    try:
        return json.loads(text)
    except RecursionError:
        raise ValueError("nested too deeply") from None


def is_text(value):
    return isinstance(value, str)


def is_count(value):
    return isinstance(value, int) and not isinstance(value, bool) and 0 <= value < 1 << 63


def is_number(value):
    """A number of seconds, the time of day among them. No number is below 0, and NaN is none."""
    return isinstance(value, (int, float)) and not isinstance(value, bool) and 0 <= value < 1e11


def is_object(value, **kinds):
    """Whether a value is an object with all of these fields, each of its kind (a function like those above)."""
    return isinstance(value, dict) and all(name in value and kind(value[name]) for name, kind in kinds.items())


def is_list(kind):
    """Whether a value is a list, each element of which is of a kind."""
    return lambda value: isinstance(value, list) and all(map(kind, value))
