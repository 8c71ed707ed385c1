# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Options of `layout-pipeline`: what they accept, and the texts of their values."""

from __future__ import annotations

import numbers
import operator
import os
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any, Literal, Union, get_args, get_origin

Path = Union[str, "os.PathLike[str]"]
"""The path of a file or folder."""


@dataclass(frozen=True)
class Option:
    """An option: its name, the type of its values (a Literal where there is a choice), and the default."""

    name: str
    type: Any
    default: object = None

    @property
    def _argument(self) -> str:
        return self.name.replace("-", "_")

    def _refuse(self, expected: str, value: object) -> TypeError:
        return TypeError(f"requires {expected} for {self._argument}, found {type(value).__name__}")

    def text(self, value: object) -> str:
        """The value as text. Raises TypeError for another type, ValueError for another value than there are.

        >>> Option("constant-limit", int, 1).text(4), Option("strict", bool).text(True)
        ('4', 'true')
        """
        if self.type is bool:
            if not isinstance(value, bool):
                raise self._refuse("a bool", value)
            return str(value).lower()
        if self.type is int:
            return str(self._number(value))
        if self.type is float:
            if isinstance(value, bool) or not isinstance(value, numbers.Real):
                raise self._refuse("a number", value)
            if not value >= 0:  # It may be no number.
                raise ValueError(f"requires {self._argument} >= 0, found {value}")
            return repr(float(value))
        if self.type == Path and isinstance(value, os.PathLike):
            value = os.fspath(value)
        if not isinstance(value, str):
            raise self._refuse("a str or a path" if self.type == Path else "a str", value)
        if get_origin(self.type) is Literal and value not in get_args(self.type):
            choices = ", ".join(get_args(self.type))
            raise ValueError(f"requires {self._argument} out of {choices}, found {value!r}")
        if "\0" in value:
            raise ValueError(f"requires {self._argument} without null characters, found {value!r}")
        return value

    def _number(self, value: Any) -> int:
        if isinstance(value, bool) or not hasattr(value, "__index__"):
            raise self._refuse("an int", value)
        number = operator.index(value)
        if not 0 <= number < 2**64:
            raise ValueError(f"requires 0 <= {self._argument} < 2**64, found {number}")
        return number


def given_options(options: Iterable[Option], values: Iterable[object]) -> dict[str, str]:
    """The texts of those options whose values are not the default.

    >>> options = (Option("target", Path), Option("constant-limit", int, 10), Option("cpu", str, "host"))
    >>> given_options(options, ("nhwc", 10, "a b"))
    {'target': 'nhwc', 'cpu': 'a b'}
    """
    given = {}
    for option, value in zip(options, values):
        if value is None and option.default is None:
            continue
        text = option.text(value)
        if value != option.default:
            given[option.name] = text
    return given
