# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Errors and warnings of this package, with the places that they are about."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class Location:
    """A place in a text: a file, a line and a column, both counted from 1."""

    file: str
    line: int
    column: int

    def __str__(self) -> str:
        return f"{self.file}:{self.line}:{self.column}"


@dataclass(frozen=True)
class Diagnostic:
    """What the compiler says of a place: `severity` is error, warning, note or remark."""

    severity: str
    message: str
    location: Location | None = None
    notes: tuple[Diagnostic, ...] = ()

    def __str__(self) -> str:
        where = f"{self.location}: " if self.location else ""
        lines = [f"{where}{self.severity}: {self.message}", *(f"  {note}" for note in self.notes)]
        return "\n".join(lines)


class LayoutError(Exception):
    """The base of all errors of this package.

    `diagnostics` are what the compiler said, the first of them the reason; `location` is the place of that one, or
    None where it has none.
    """

    def __init__(self, message: str, diagnostics: tuple[Diagnostic, ...] = ()) -> None:
        super().__init__(message)
        self.diagnostics = diagnostics

    @property
    def location(self) -> Location | None:
        return self.diagnostics[0].location if self.diagnostics else None


class NotationError(LayoutError, ValueError):
    """A text is a layout in no notation, or no layout of the tensor; `column` is where, if that is known."""

    @property
    def column(self) -> int | None:
        return self.location.column if self.location else None


class ParseError(LayoutError, ValueError):
    """A text or a file is no program."""


class PlanningError(LayoutError):
    """A program cannot be planned, or not with these options."""


class RunError(LayoutError):
    """A program cannot be run with these arguments."""


class MissingPackage(LayoutError, ImportError):
    """What a function needs is not installed."""


class LayoutWarning(UserWarning):
    """What the planner warns of, such as that nothing is planned."""
