# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Layers of transformers: Vaswani et al., "Attention Is All You Need" (2017), arXiv:1706.03762.

Hidden states are [batch, sequence, hidden] f32 values; B, S, H for short. Token ids are i64.
"""

from __future__ import annotations

import dataclasses
import math
import os

from . import graph, ops
from .body import Body
from .ir import Module, Scalar, TensorType, Value, Weights
from .ops import LinearWeight

GELU_POWER = 0.43  # power of the GELU of a standard normal variable


@dataclasses.dataclass(frozen=True)
class TransformerOptions:
    """The options of a transformer."""

    layers: int | None = None  # None for the published 12, 2 if small
    sequence: int | None = None  # tokens; None for 128, 16 if small
    batch: int = 1
    small: bool = False  # the same graph with an eighth of the hidden units and few words
    seed: int = 0
    weights: Weights = Weights.RESOURCE
    onnx: str | os.PathLike | None = None  # a file for the same network as an ONNX model


@dataclasses.dataclass(frozen=True)
class Dimensions:
    """Sizes of a transformer."""

    layers: int
    sequence: int
    batch: int
    hidden: int
    heads: int
    feed_forward: int
    vocabulary: int
    positions: int  # longest sequence


def dimensions(options: TransformerOptions, vocabulary: int, small_vocabulary: int, positions: int) -> Dimensions:
    """Returns the size of BERT and GPT-2 as published, 12 layers of 768 units, or an eighth of it."""
    if options.small:
        sizes = Dimensions(2, 16, options.batch, 96, 6, 384, small_vocabulary, positions // 8)
    else:
        sizes = Dimensions(12, 128, options.batch, 768, 12, 3072, vocabulary, positions)
    chosen = {"layers": options.layers, "sequence": options.sequence}
    sizes = dataclasses.replace(sizes, **{name: count for name, count in chosen.items() if count is not None})
    if sizes.sequence > sizes.positions:
        raise ValueError(f"sequence must be at most {sizes.positions} tokens, not {sizes.sequence}")
    return sizes


def embedding(module: Module, ids: Value, table: Value) -> Value:
    """Returns rows of a [words, H] table for ids [B, S]: [B, S, H]. An id outside of the table stops the program."""

    def body(region: Body, id: Scalar) -> Scalar:
        row = region.cast("arith.index_cast", id, "index")
        words = region.constant(table.shape[0], "index")
        region.require(region.compare("slt", row, words), "index must be smaller than dim size")
        region.require(region.compare("sge", id, region.constant(0, "i64")), "index must be larger or equal to 0")
        return region.extract(table, row, region.index(2))

    output = module.empty(TensorType(ids.shape + (table.shape[1],)))
    result = ops.generic(module, [ids], output, [(0, 1), (0, 1, 2)], body, power=table.power)
    return result.means(graph.node("Gather", table.meaning, ids.meaning))


def positions(module: Module, sequence: int) -> Value:
    """Returns the positions 0, 1, … as ids: [1, S] i64."""
    output = module.empty(TensorType((sequence,), "i64"))
    body = lambda region: region.cast("arith.index_cast", region.index(0), "i64")
    numbers = ops.generic(module, [], output, [(0,)], body).means(graph.vector(*range(sequence)))
    return ops.expand(module, numbers, 0, (1, sequence))


def layer_norm(module: Module, x: Value, epsilon: float) -> Value:
    """Normalises the last dim to mean 0 and variance 1, then scales and shifts it (Ba et al., 2016, arXiv:1607.06450).
    """
    hidden = x.shape[-1]
    square = lambda region, a: region.apply("arith.mulf", a, a)
    subtract = lambda region, a, b: region.apply("arith.subf", a, b)
    multiply = lambda region, a, b: region.apply("arith.mulf", a, b)

    def reciprocal_root(region: Body, variance: Scalar) -> Scalar:
        offset = region.cast("arith.truncf", region.constant(epsilon, "f64"), "f32")
        return region.apply("math.rsqrt", region.apply("arith.addf", variance, offset))

    def mean(value: Value) -> Value:
        total = ops.reduce(module, "arith.addf", 0.0, value, [len(x.shape) - 1], keep=True)
        return ops.divide(module, total, hidden)

    centred = ops.elementwise(module, subtract, x, mean(x))
    variance = mean(ops.elementwise(module, square, centred))
    factor = ops.elementwise(module, reciprocal_root, variance)
    normal = ops.elementwise(module, multiply, centred, factor)
    scale = module.parameter((hidden,), ops.SPREAD, 1.0)
    scaled = ops.elementwise(module, multiply, normal, scale)
    shift = module.parameter((hidden,), ops.SPREAD)
    operands = (value.meaning for value in (x, scale, shift))
    meaning = graph.node("LayerNormalization", *operands, axis=-1, epsilon=epsilon)
    return ops.add(module, scaled, shift).with_power(1.0).means(meaning)


def dense(
    module: Module, x: Value, outputs: int, stored: LinearWeight, power: float = 1.0, bias: bool = True
) -> Value:
    """Appends a linear layer on the last dim: [B, S, H] to [B, S, outputs]."""
    return ops.linear(module, x, outputs, stored, power, bias)


def softmax(module: Module, x: Value) -> Value:
    """Softmax over the last dim of a 4-D value; the maximum is subtracted from the exponents."""
    subtract_exp = lambda region, a, b: region.apply("math.exp", region.apply("arith.subf", a, b))
    divide = lambda region, a, b: region.apply("arith.divf", a, b)
    maximum = ops.reduce(module, "arith.maximumf", -math.inf, x, [3], keep=True)
    weights = ops.elementwise(module, subtract_exp, x, maximum)
    total = ops.reduce(module, "arith.addf", 0.0, weights, [3], keep=True)
    return ops.elementwise(module, divide, weights, total).means(graph.node("Softmax", x.meaning, axis=-1))


def gelu(module: Module, x: Value) -> Value:
    """Appends x * (1 + erf(x / sqrt 2)) / 2 (Hendrycks and Gimpel, 2016, arXiv:1606.08415)."""

    def body(region: Body, x: Scalar) -> Scalar:
        ratio = region.apply("arith.divf", x, region.constant(math.sqrt(2)))
        twice = region.apply("arith.addf", region.apply("math.erf", ratio), region.constant(1.0))
        return region.apply("arith.mulf", x, region.apply("arith.mulf", twice, region.constant(0.5)))

    result = ops.elementwise(module, body, x, power=GELU_POWER * x.power)
    return result.means(graph.node("Gelu", x.meaning))


def causal_mask(module: Module, sequence: int) -> Value:
    """Returns [S, S] i1, which is true if the second position is not after the first one."""
    output = module.empty(TensorType((sequence, sequence), "i1"))
    body = lambda region: region.compare("sle", region.index(1), region.index(0))
    rows = b"".join(b"\1" * (row + 1) + b"\0" * (sequence - row - 1) for row in range(sequence))
    meaning = graph.Constant((sequence, sequence), "i1", rows)
    return ops.generic(module, [], output, [(0, 1)], body).means(meaning)


def attention(module: Module, query: Value, key: Value, value: Value, heads: int, mask: Value | None = None) -> Value:
    """Scaled dot-product attention with several heads on projected [B, S, H] values; returns [B, S, H] with the heads
    side by side. `mask` [S, S] is true if a position (first dim) attends to a position (second dim)."""
    batch, sequence, hidden = query.shape
    width = hidden // heads
    query, key, value = (
        ops.transpose(module, ops.expand(module, x, 2, (heads, width)), (0, 2, 1, 3)) for x in (query, key, value)
    )
    scores = batch_matmul(module, query, ops.transpose(module, key, (0, 1, 3, 2)))
    scores = ops.divide(module, scores, math.sqrt(width))
    if mask is not None:
        lowest = -3.40282347e38
        hide = lambda region, keep, score: region.select(keep, score, region.constant(lowest))
        scores = ops.elementwise(module, hide, mask, scores)
    context = batch_matmul(module, softmax(module, scores), value)
    context = ops.collapse(module, ops.transpose(module, context, (0, 2, 1, 3)), [[0], [1], [2, 3]])
    # If scores have variance 1, attention averages about sequence / e independent values.
    return context.with_power(value.power * min(1.0, math.e / sequence))


def batch_matmul(module: Module, left: Value, right: Value) -> Value:
    """Appends a product [B, heads, m, k] x [B, heads, k, n]."""
    batch, heads, rows, _ = left.shape
    columns = right.shape[3]
    meaning = graph.node("MatMul", left.meaning, right.meaning)
    left, right = (ops.collapse(module, x, [[0, 1], [2], [3]]) for x in (left, right))
    output = module.fill(0.0, TensorType((batch * heads, rows, columns)))
    product = ops.named(module, "linalg.batch_matmul", [left, right], output)
    return ops.expand(module, product, 0, (batch, heads)).means(meaning)
