# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Attention with one linear layer for query, key and value, as vision transformers have it."""

import math
from typing import Callable

from . import ops, transformer
from .ir import Module, Value
from .ops import LinearWeight


def fused_attention(
    module: Module,
    x: Value,
    heads: int,
    adjust: Callable[[Value], Value] = lambda scores: scores,
    power: float = 1.0,
) -> Value:
    """Appends self-attention and its output projection on [B, S, H]. `adjust` maps the scores [B, heads, S, S] to the
    operand of the softmax."""
    batch, sequence, hidden = x.shape
    width = hidden // heads
    query, key, value = _projections(module, x, heads)
    query = _scale(module, query, 1 / math.sqrt(width))
    scores = transformer.batch_matmul(module, query, ops.transpose(module, key, (0, 1, 3, 2)))
    context = transformer.batch_matmul(module, transformer.softmax(module, adjust(scores)), value)
    context = ops.collapse(module, ops.transpose(module, context, (0, 2, 1, 3)), [[0], [1], [2, 3]])
    # If scores have variance 1, attention averages about sequence / e independent values.
    context = context.with_power(value.power * min(1.0, math.e / sequence))
    return transformer.dense(module, context, hidden, LinearWeight.OUT_IN, power)


def _projections(module: Module, x: Value, heads: int) -> list[Value]:
    """Returns query, key and value [B, heads, S, H / heads]: slices of the transposed result of one linear layer."""
    batch, sequence, hidden = x.shape
    width = hidden // heads
    joined = transformer.dense(module, x, 3 * hidden, LinearWeight.OUT_IN)
    joined = ops.expand(module, joined, 2, (3, heads, width))
    joined = ops.transpose(module, joined, (2, 0, 3, 1, 4))
    sizes = (1, batch, heads, sequence, width)
    parts = (ops.extract_slice(module, joined, (part, 0, 0, 0, 0), sizes) for part in range(3))
    return [ops.collapse(module, part, [[0, 1], [2], [3], [4]]) for part in parts]


def _scale(module: Module, x: Value, factor: float) -> Value:
    body = lambda region, a: region.apply("arith.mulf", a, region.constant(factor))
    return ops.elementwise(module, body, x, power=x.power * factor**2)
