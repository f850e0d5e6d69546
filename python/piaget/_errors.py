"""What can be wrong, as exceptions."""

from __future__ import annotations

from typing import NamedTuple


class Mistake(NamedTuple):
    """One mistake of a file."""

    file: str
    line: int
    column: int
    message: str
    hint: str

    def __str__(self) -> str:
        return f"{self.file}:{self.line}:{self.column}: {self.message}; {self.hint}"


class FileError(ValueError):
    """A character, scenario or house that cannot be read: every mistake with its place and what would be right.

    >>> import piaget
    >>> try:
    ...     piaget.Character.parse('character "dog"\\nbeleifs persist=3', "dog.kdl")
    ... except piaget.FileError as error:
    ...     print(error.file, error.line, error.hint)
    dog.kdl 2 did you mean `beliefs`?
    """

    def __init__(self, mistakes: list[tuple[str, int, int, str, str]]) -> None:
        self.mistakes = [Mistake(*one) for one in mistakes]
        super().__init__("\n".join(str(one) for one in self.mistakes))

    def __reduce__(self) -> tuple[type[FileError], tuple[list[tuple[str, int, int, str, str]]]]:
        return type(self), ([tuple(one) for one in self.mistakes],)  # type: ignore[misc]

    @property
    def file(self) -> str:
        """The file of the first mistake."""
        return self.mistakes[0].file

    @property
    def line(self) -> int:
        """Its line, from 1."""
        return self.mistakes[0].line

    @property
    def hint(self) -> str:
        """What would be right."""
        return self.mistakes[0].hint


class SavedError(ValueError):
    """Bytes that are not what was saved: damaged, of another version, or of another character."""


class ClosedError(RuntimeError):
    """Something was used after it was closed."""


class VersionError(RuntimeError):
    """A worker of a cluster has another version of piaget than the one that sent the work."""
