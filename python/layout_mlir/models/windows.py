# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Square windows of a grid of tokens [B, H, W, C], among which Swin Transformers compute attention."""

from typing import Sequence

from . import ops
from .ir import Module, TensorType, Value

_HIDDEN = -100.0  # added to the score of two tokens that must not attend to each other


def partition(module: Module, x: Value, window: int) -> Value:
    """Converts [B, H, W, C] to [B * windows, window^2, C]."""
    _, height, width, _ = x.shape
    x = ops.expand(module, x, 2, (width // window, window))
    x = ops.expand(module, x, 1, (height // window, window))
    x = ops.transpose(module, x, (0, 1, 3, 2, 4, 5))
    return ops.collapse(module, x, [[0, 1, 2], [3, 4], [5]])


def reverse(module: Module, x: Value, window: int, shape: Sequence[int]) -> Value:
    """Inverse of `partition`; the result has the given shape."""
    batch, height, width, _ = shape
    x = ops.expand(module, x, 1, (window, window))
    x = ops.expand(module, x, 0, (batch, height // window, width // window))
    x = ops.transpose(module, x, (0, 1, 3, 2, 4, 5))
    return ops.collapse(module, x, [[0], [1, 2], [3, 4], [5]])


def roll(module: Module, x: Value, shift: int) -> Value:
    """Moves tokens by `shift` down and right, cyclically."""
    for dim in (1, 2):
        cut = -shift % x.shape[dim]  # the index of the token that becomes the first one
        x = ops.concat(module, (_range(module, x, dim, cut, x.shape[dim]), _range(module, x, dim, 0, cut)), dim)
    return x


def mask(module: Module, height: int, width: int, window: int, shift: int) -> Value:
    """Returns [windows, window^2, window^2], added to scores: hides tokens from each other that are neighbours only
    because of `roll`."""
    grid = module.fill(0.0, TensorType((height, width)))
    bounds = [((0, n - window), (n - window, n - shift), (n - shift, n)) for n in (height, width)]
    areas = [(rows, columns) for rows in bounds[0] for columns in bounds[1]]
    for number, ((top, bottom), (left, right)) in enumerate(areas):
        area = module.fill(float(number), TensorType((bottom - top, right - left)))
        grid = ops.overwrite(module, area, grid, (top, left))
    grid = ops.expand(module, grid, 1, (width // window, window))
    grid = ops.expand(module, grid, 0, (height // window, window))
    numbers = ops.collapse(module, ops.transpose(module, grid, (0, 2, 1, 3)), [[0, 1], [2, 3]])
    tokens = window * window
    queries, keys = (ops.expand(module, numbers, 1, extents) for extents in ((tokens, 1), (1, tokens)))
    difference = ops.elementwise(module, lambda region, a, b: region.apply("arith.subf", a, b), keys, queries)
    hidden = _replace(module, difference, "une", difference, _HIDDEN)
    return _replace(module, difference, "oeq", hidden, 0.0)


def _replace(module: Module, difference: Value, predicate: str, x: Value, value: float) -> Value:
    """Returns `x`, replaced by `value` where comparing `difference` with 0 by `predicate` is true."""
    compare = lambda region, a: region.compare(predicate, a, region.constant(0.0))
    chosen = ops.elementwise(module, compare, difference, element="i1")
    select = lambda region, yes, a: region.select(yes, region.constant(value), a)
    return ops.elementwise(module, select, chosen, x)


def _range(module: Module, x: Value, dim: int, begin: int, end: int) -> Value:
    offsets, sizes = [0] * len(x.shape), list(x.shape)
    offsets[dim], sizes[dim] = begin, end - begin
    return ops.extract_slice(module, x, offsets, sizes)
