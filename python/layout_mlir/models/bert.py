# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""BERT: Devlin, Chang, Lee, Toutanova, "BERT: Pre-training of Deep Bidirectional Transformers for Language
Understanding" (2018), arXiv:1810.04805.

Token ids [B, S] i64 to hidden states [B, S, 768] and the pooled first token [B, 768]; one text segment, no padding
tokens; 110 million weights.
"""

from typing import TextIO

from . import ops, transformer
from .ir import Module, TensorType, Value
from .ops import LinearWeight
from .transformer import Dimensions, TransformerOptions

_EPSILON = 1e-12
_SEGMENTS = 2


def bert_base(stream: TextIO, options: TransformerOptions = TransformerOptions()) -> None:
    """Writes BERT-base: encoder layers with a normalisation after each residual sum."""
    sizes = transformer.dimensions(options, vocabulary=30522, small_vocabulary=250, positions=512)
    module = Module(options.seed, options.weights, options.onnx)
    ids = module.argument(TensorType((sizes.batch, sizes.sequence), "i64"))
    x = _embed(module, ids, sizes)
    for _ in range(sizes.layers):
        x = _layer(module, x, sizes)
    module.write(stream, x, _pool(module, x))


def _embed(module: Module, ids: Value, sizes: Dimensions) -> Value:
    """Returns the sum of word, segment and position embeddings; all tokens belong to the first segment."""
    words = module.parameter((sizes.vocabulary, sizes.hidden), 1.0)
    segments = module.parameter((_SEGMENTS, sizes.hidden), 1.0)
    places = module.parameter((sizes.positions, sizes.hidden), 1.0)
    segment = ops.extract_slice(module, segments, (0, 0), (1, sizes.hidden))
    x = ops.add(module, transformer.embedding(module, ids, words), segment)
    x = ops.add(module, x, transformer.embedding(module, transformer.positions(module, sizes.sequence), places))
    return transformer.layer_norm(module, x, _EPSILON)


def _layer(module: Module, x: Value, sizes: Dimensions) -> Value:
    query, key, value = (_dense(module, x, sizes.hidden) for _ in range(3))
    context = transformer.attention(module, query, key, value, sizes.heads)
    x = ops.add(module, _dense(module, context, sizes.hidden), x)
    x = transformer.layer_norm(module, x, _EPSILON)
    hidden = transformer.gelu(module, _dense(module, x, sizes.feed_forward))
    x = ops.add(module, _dense(module, hidden, sizes.hidden), x)
    return transformer.layer_norm(module, x, _EPSILON)


def _pool(module: Module, x: Value) -> Value:
    """Applies a linear layer and tanh to the first token: [B, S, H] to [B, H]."""
    batch, _, hidden = x.shape
    first = ops.extract_slice(module, x, (0, 0, 0), (batch, 1, hidden))
    first = ops.collapse(module, first, [[0, 1], [2]])
    return ops.elementwise(
        module, lambda region, a: region.apply("math.tanh", a), ops.linear(module, first, hidden, LinearWeight.OUT_IN)
    )


def _dense(module: Module, x: Value, outputs: int) -> Value:
    return transformer.dense(module, x, outputs, LinearWeight.OUT_IN)
