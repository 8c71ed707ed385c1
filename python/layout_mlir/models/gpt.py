# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""GPT-2 with 124 million weights: Radford, Wu, Child, Luan, Amodei, Sutskever, "Language Models are Unsupervised
Multitask Learners" (2019).

Maps token ids [B, S] i64 to next-word logits [B, S, 50257]. Linear weights are stored as [in, out]. The word table is
also the output matrix; where weights are arguments, the output matrix [768, 50257] is a separate argument.
"""

import math
from typing import TextIO

from . import graph, ops, transformer
from .body import Body
from .ir import Module, Scalar, TensorType, Value, Weights
from .ops import LinearWeight
from .transformer import Dimensions, TransformerOptions

_EPSILON = 1e-5


def gpt2(stream: TextIO, options: TransformerOptions = TransformerOptions()) -> None:
    """Writes decoder layers with causal attention and a normalisation before each branch."""
    sizes = transformer.dimensions(options, vocabulary=50257, small_vocabulary=257, positions=1024)
    module = Module(options.seed, options.weights, options.onnx)
    ids = module.argument(TensorType((sizes.batch, sizes.sequence), "i64"))
    # The logits are products with rows of this table; this deviation gives them unit scale.
    words = module.parameter((sizes.vocabulary, sizes.hidden), 1 / math.sqrt(sizes.hidden))
    places = module.parameter((sizes.positions, sizes.hidden), 1 / math.sqrt(sizes.hidden))
    x = transformer.embedding(module, ids, words)
    x = ops.add(module, x, transformer.embedding(module, transformer.positions(module, sizes.sequence), places))
    mask = transformer.causal_mask(module, sizes.sequence)
    for _ in range(sizes.layers):
        x = _layer(module, x, mask, sizes)
    module.write(stream, _logits(module, transformer.layer_norm(module, x, _EPSILON), words))


def _layer(module: Module, x: Value, mask: Value, sizes: Dimensions) -> Value:
    """Appends a layer. Branches shrink with the number of layers (section 2.3 of the paper), so that their sum has unit
    scale."""
    share = 1 / (2 * sizes.layers)
    batch, sequence, hidden = x.shape
    normal = transformer.layer_norm(module, x, _EPSILON)
    joined = _dense(module, normal, 3 * hidden)
    query, key, value = (
        ops.extract_slice(module, joined, (0, 0, part * hidden), (batch, sequence, hidden)) for part in range(3)
    )
    context = transformer.attention(module, query, key, value, sizes.heads, mask)
    x = ops.add(module, _dense(module, context, hidden, share), x)
    normal = transformer.layer_norm(module, x, _EPSILON)
    inner = _gelu(module, _dense(module, normal, sizes.feed_forward))
    return ops.add(module, x, _dense(module, inner, hidden, share))


def _logits(module: Module, x: Value, words: Value) -> Value:
    """Appends the product with the transposed word table: [B, S, H] to [B, S, words]."""
    if module.weights is Weights.ARGS:
        weight = module.parameter((words.shape[1], words.shape[0]), 1.0)
    else:
        weight = ops.transpose(module, words, (1, 0))
    product = ops.matmul(module, ops.collapse(module, x, [[0, 1], [2]]), weight)
    return ops.expand(module, product, 0, x.shape[:2])


def _dense(module: Module, x: Value, outputs: int, power: float = 1.0) -> Value:
    return transformer.dense(module, x, outputs, LinearWeight.IN_OUT, power)


def _gelu(module: Module, x: Value) -> Value:
    """Appends x * (1 + tanh(sqrt(2 / pi) * (x + 0.044715 x^3))) / 2 (Hendrycks and Gimpel, 2016, arXiv:1606.08415),
    each operation as an op of its own."""
    half = ops.elementwise(module, lambda region, a: region.apply("arith.mulf", a, region.constant(0.5)), x)
    cube = ops.elementwise(module, lambda region, a: region.apply("math.powf", a, region.constant(3.0)), x)
    small = _scale(module, cube, 0.044715)
    scaled = _scale(module, ops.add(module, x, small), math.sqrt(2 / math.pi))
    tanh = ops.elementwise(module, lambda region, a: region.apply("math.tanh", a), scaled)
    one = ops.elementwise(module, lambda region, a: region.apply("arith.addf", a, region.constant(1.0)), tanh)
    multiply = lambda region, a, b: region.apply("arith.mulf", a, b)
    result = ops.elementwise(module, multiply, half, one, power=transformer.GELU_POWER * x.power)
    return result.means(graph.node("Gelu", x.meaning, approximate="tanh"))


def _scale(module: Module, x: Value, factor: float) -> Value:
    def body(region: Body, x: Scalar) -> Scalar:
        rounded = region.cast("arith.truncf", region.constant(factor, "f64"), "f32")
        return region.apply("arith.mulf", x, rounded)

    return ops.elementwise(module, body, x)
