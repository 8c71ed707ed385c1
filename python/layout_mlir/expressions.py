# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Index maps as Python functions: `lambda n, c, h, w: [n, c // 16, h, w, c % 16]` is called once, with indices that
record what is computed with them."""

from __future__ import annotations

import inspect
import keyword
import re
from collections.abc import Callable, Sequence

from .errors import NotationError


class AxisSeparator:
    """The type of AXIS_SEPARATOR."""

    def __repr__(self) -> str:
        return "AXIS_SEPARATOR"


AXIS_SEPARATOR = AxisSeparator()
"""Stands in an index map where a group of physical dims ends: flattening keeps groups apart."""


class Index:
    """An index, or what is computed with indices: sums, products with numbers, quotients and remainders by them."""

    def __init__(self, text: str) -> None:
        self._text = text

    def __repr__(self) -> str:
        return self._text

    def _with(self, other: object, sign: str) -> Index:
        if isinstance(other, Index):
            return Index(f"({self._text} {sign} {other._text})")
        return Index(f"({self._text} {sign} {_number(other)})")

    def __add__(self, other: object) -> Index:
        return self._with(other, "+")

    def __radd__(self, other: object) -> Index:
        return self._with(other, "+")

    def __sub__(self, other: object) -> Index:
        return self._with(other, "-")

    def __rsub__(self, other: object) -> Index:
        return Index(f"({_number(other)} - {self._text})")

    def __neg__(self) -> Index:
        return Index(f"(-{self._text})")

    def __mul__(self, other: object) -> Index:
        return self._with(_number(other), "*")

    __rmul__ = __mul__

    def __floordiv__(self, other: object) -> Index:
        return self._with(_number(other), "floordiv")

    def __mod__(self, other: object) -> Index:
        return self._with(_number(other), "mod")

    def __bool__(self) -> bool:
        raise NotationError("requires an index map without decisions, found one on an index")


def _number(value: object) -> int:
    """An integer, also one of NumPy."""
    try:
        return int(value.__index__())  # type: ignore[attr-defined]
    except (AttributeError, TypeError):
        raise NotationError(f"requires a number beside an index, found {value!r}") from None


def _names(function: Callable[..., object], rank: int | None) -> list[str]:
    """The names of the indices that a function takes; `*indices` stands for as many as `rank` leaves."""
    names: list[str] = []
    for parameter in inspect.signature(function).parameters.values():
        if parameter.kind is parameter.VAR_POSITIONAL:
            if rank is None:
                raise NotationError(f"requires the rank or a shape for *{parameter.name}, found neither")
            names += [f"{parameter.name}{i}" for i in range(rank - len(names))]
        elif parameter.kind is parameter.KEYWORD_ONLY or parameter.kind is parameter.VAR_KEYWORD:
            raise NotationError(f"requires a function of indices, found the keyword {parameter.name}")
        else:
            names.append(parameter.name)
    if rank is not None and len(names) != rank:
        raise NotationError(f"requires a function of {rank} indices, found one of {len(names)}")
    return names


def _are_words(names: Sequence[str]) -> bool:
    """Whether the names are words of an affine map."""
    taken = {"floordiv", "ceildiv", "mod", "symbol"}
    return len(set(names)) == len(names) and all(
        re.fullmatch(r"[A-Za-z_]\w*", name, re.ASCII) and name not in taken and not keyword.iskeyword(name)
        for name in names
    )


def trace(function: Callable[..., object], rank: int | None = None) -> str:
    """The map that a function of indices computes, as text.

    >>> trace(lambda i, j: [j // 4, AXIS_SEPARATOR, i, j % 4])
    '(i, j) -> ((j floordiv 4) | i, (j mod 4))'
    >>> trace(lambda *i: reversed(i), rank=2)
    '(i0, i1) -> (i1, i0)'
    """
    names = _names(function, rank)
    if not _are_words(names):
        names = [f"d{i}" for i in range(len(names))]
    results = function(*map(Index, names))
    if isinstance(results, (Index, int)):
        results = [results]
    text = ""
    separated = True
    for result in results:  # type: ignore[attr-defined]
        if isinstance(result, AxisSeparator):
            if separated:
                raise NotationError("requires a dim on both sides of AXIS_SEPARATOR, found none in front")
            text, separated = text + " | ", True
            continue
        text += "" if separated else ", "
        text, separated = text + (repr(result) if isinstance(result, Index) else str(_number(result))), False
    if text and separated:
        raise NotationError("requires a dim on both sides of AXIS_SEPARATOR, found none behind")
    return f"({', '.join(names)}) -> ({text})"
