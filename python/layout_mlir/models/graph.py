# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""What a network computes in operators of ONNX, beside its text in MLIR.

Every value and every scalar of a network may have a *meaning*: a graph of these nodes. The vocabulary of the networks
(`ops`, `image_layers`, `transformer`) states the meaning of what it writes. A layer of several ops replaces the meaning
of its result by one operator, and the operators of its parts are then unused. So a network has the form in which
exporters write it, in spite of being described once.
"""

from __future__ import annotations

import dataclasses
import struct
from typing import Iterable, Sequence, Union


@dataclasses.dataclass(frozen=True, eq=False)
class Input:
    """An argument of the network."""

    name: str
    shape: tuple[int, ...]
    element: str


@dataclasses.dataclass(frozen=True, eq=False)
class Constant:
    """A tensor whose elements are known: their bytes, row-major and little endian. One element stands for all if there
    are no others."""

    shape: tuple[int, ...]
    element: str
    data: bytes


@dataclasses.dataclass(frozen=True, eq=False)
class Weight:
    """A tensor from the pool of weights."""

    index: int
    shape: tuple[int, ...]
    deviation: float
    mean: float


@dataclasses.dataclass(frozen=True, eq=False)
class Node:
    """An operator of ONNX with one result."""

    op: str
    inputs: tuple["Meaning", ...]
    attributes: dict[str, int | float | str | list[int]]


# None: not expressed in ONNX.
Meaning = Union[Input, Constant, Weight, Node, None]

_FORMATS = {"f32": "f", "i64": "q", "i1": "?"}


def node(op: str, *inputs: Meaning, **attributes: int | float | str | list[int]) -> Meaning:
    """Returns an operator; it has no meaning if an operand has none."""
    return None if any(operand is None for operand in inputs) else Node(op, inputs, attributes)


def splat(value: float, element: str, shape: tuple[int, ...] = ()) -> Meaning:
    """Returns a tensor of equal elements, by default a scalar."""
    if element not in _FORMATS:
        return None
    number = value if element == "f32" else int(value)
    return Constant(shape, element, struct.pack(f"<{_FORMATS[element]}", number))


def vector(*values: int) -> Meaning:
    """Returns a vector of i64, such as a shape or a list of dims."""
    return Constant((len(values),), "i64", struct.pack(f"<{len(values)}q", *values))


def slice_of(x: Meaning, offsets: Sequence[int], sizes: Sequence[int], strides: Sequence[int]) -> Meaning:
    ends = [offset + (size - 1) * stride + 1 for offset, size, stride in zip(offsets, sizes, strides)]
    return node("Slice", x, vector(*offsets), vector(*ends), vector(*range(len(sizes))), vector(*strides))


def scatter(source: Meaning, target: Meaning, places: Iterable[Sequence[int]], shape: tuple[int, ...]) -> Meaning:
    """Returns `target` with the elements of `source`, which has that shape, at those places."""
    indices = [index for place in places for index in place]
    data = struct.pack(f"<{len(indices)}q", *indices)
    return node("ScatterND", target, Constant((*shape, len(shape)), "i64", data), source)


def reshape(x: Meaning, shape: Sequence[int]) -> Meaning:
    return node("Reshape", x, vector(*shape))


# Operators by the scalar ops with the same result for every element.
_SCALAR_OPS = {
    "arith.addf": "Add",
    "arith.subf": "Sub",
    "arith.mulf": "Mul",
    "arith.divf": "Div",
    "arith.maximumf": "Max",
    "math.erf": "Erf",
    "math.exp": "Exp",
    "math.powf": "Pow",
    "math.tanh": "Tanh",
}


def scalar_op(op: str, *operands: Meaning) -> Meaning:
    """Returns the meaning of a scalar op that is applied to every element."""
    return node(_SCALAR_OPS[op], *operands) if op in _SCALAR_OPS else None


# Operators by the scalar op that a reduction combines elements with.
_REDUCTIONS = {"arith.addf": "ReduceSum", "arith.maximumf": "ReduceMax"}


def reduction(op: str, x: Meaning, dims: Sequence[int], keep: bool) -> Meaning:
    """Returns the reduction of `dims` by a scalar op."""
    return node(_REDUCTIONS[op], x, vector(*dims), keepdims=int(keep)) if op in _REDUCTIONS else None


def comparison(predicate: str, left: Meaning, right: Meaning) -> Meaning:
    """Returns a comparison of numbers that are not NaN."""
    if predicate in ("oeq", "ueq", "eq"):
        return node("Equal", left, right)
    if predicate in ("one", "une", "ne"):
        return node("Not", node("Equal", left, right))
    return None
