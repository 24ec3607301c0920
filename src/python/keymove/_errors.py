"""The errors of the package."""


class RecordError(ValueError):
    """A record that cannot be read or is not supported.

    Attributes:
        reason: the reason.
        column: the place of the error in the text, in bytes of UTF-8, counted from 1.
        text: the record.
        line: the number of the record in `solve_many`, counted from 1; otherwise 1.
    """

    reason: str
    column: int
    text: str
    line: int

    def __init__(self, reason: str, column: int = 1, text: str = "", line: int = 1) -> None:
        super().__init__(reason, column, text, line)
        self.reason = reason
        self.column = column
        self.text = text
        self.line = line

    def __str__(self) -> str:
        return f"{self.line}:{self.column}: {self.reason}: {self.text}"


class InternalError(RuntimeError):
    """A bug in this package: the record could not be solved, and nothing is known about it."""
