# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Errors and warnings of this package, with the places that they are about."""

from __future__ import annotations

from dataclasses import dataclass

from .c_api import LayoutErrorCode


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
    """What the compiler says of a place.

    `severity` is error, warning, note or remark; `message` is for people and may change, `code` tells a program what is
    wrong. `location` is None where there is no text to point to.
    """

    severity: str
    message: str
    location: Location | None = None
    notes: tuple[Diagnostic, ...] = ()
    code: LayoutErrorCode = LayoutErrorCode.OTHER

    def describe(self) -> str:
        """The place and the message, without the severity, and the notes on lines of their own."""
        where = f"{self.location}: " if self.location else ""
        return "\n".join([where + self.message, *(f"  {note}" for note in self.notes)])

    def __str__(self) -> str:
        where = f"{self.location}: " if self.location else ""
        return "\n".join([f"{where}{self.severity}: {self.message}", *(f"  {note}" for note in self.notes)])


class LayoutError(Exception):
    """The base of all errors of this package.

    `code` tells a program what is wrong; the text is for people and may change. `diagnostics` are what the compiler
    said, the first of them the reason; `location` is the place of that one, or None where it has none.
    """

    _code = LayoutErrorCode.OTHER
    """The code of errors that have neither diagnostics nor a code of their own."""

    def __init__(
        self, message: str, diagnostics: tuple[Diagnostic, ...] = (), code: LayoutErrorCode | None = None
    ) -> None:
        super().__init__(message)
        self.diagnostics = diagnostics
        self.code = code if code is not None else diagnostics[0].code if diagnostics else self._code

    @property
    def location(self) -> Location | None:
        return self.diagnostics[0].location if self.diagnostics else None


class NotationError(LayoutError, ValueError):
    """A text or a function is a layout in no notation, or no layout of the tensor.

    `column` is the column of the text, counted from 1, where a mistake of its syntax is, or None.
    """

    _code = LayoutErrorCode.SYNTAX

    @property
    def column(self) -> int | None:
        return self.location.column if self.location else None


class ParseError(LayoutError, ValueError):
    """A text or a file is no program, or cannot be read."""

    _code = LayoutErrorCode.PROGRAM


class PlanningError(LayoutError):
    """A program cannot be planned, or not with these options. The code OPTION tells that there is no such option,
    target, or value of an option with a list of them."""

    _code = LayoutErrorCode.PLANNING


class RunError(LayoutError):
    """A program cannot be compiled, or not called with these arguments, or it crashed."""


class RunTimeout(RunError, TimeoutError):
    """A program took longer than it may."""


class TuningError(LayoutError):
    """A tool or a measurement failed, or a file is not what it has to be."""


class MissingPackage(LayoutError, ImportError):
    """What a function needs is not installed."""

    _code = LayoutErrorCode.UNAVAILABLE


class LayoutWarning(UserWarning):
    """What the planner warns of, such as that nothing is planned."""
