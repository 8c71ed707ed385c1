# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Vision Transformer ViT-B/16: Dosovitskiy et al., "An Image is Worth 16x16 Words: Transformers for Image Recognition
at Scale" (2020), arXiv:2010.11929.

[N, 3, 224, 224] to [N, 1000]; 86.6 million weights. Query, key and value come out of one linear layer.
"""

from typing import TextIO

from . import graph, ops, transformer, vision
from .cnn import Cnn, LayerOptions
from .fused_attention import fused_attention
from .ir import Module, TensorType, Value
from .ops import LinearWeight

_EPSILON = 1e-6
_PATCH = 16  # pixels


def vit_b16(stream: TextIO, options: LayerOptions = LayerOptions()) -> None:
    """Writes encoder layers on patches and a class token, with a normalisation before each branch."""
    net = Cnn(options, input_size=224, small_input_size=64)
    vision.require_multiple(net, "vit_b16", _PATCH)
    hidden, heads, published = (96, 6, 2) if options.small else (768, 12, 12)
    layers = published if options.layers is None else options.layers
    module = net.module
    x = _embed(module, vision.patch_sequence(net, vision.patches(net, hidden, _PATCH)))
    for _ in range(layers):
        x = _layer(module, x, heads, 1 / (2 * layers))
    x = transformer.layer_norm(module, x, _EPSILON)
    module.write(stream, net.classify(_class_token(module, x), net.width(1000)))


def _embed(module: Module, patches: Value) -> Value:
    """Puts the class token in front of the patches and adds learned positions."""
    batch, count, hidden = patches.shape
    token = module.parameter((1, 1, hidden), 1.0)
    if batch > 1:
        output = module.empty(TensorType((batch, 1, hidden)))
        spread = graph.node("Expand", token.meaning, graph.vector(*output.shape))
        token = ops.generic(module, [token], output, [(None, 1, 2), (0, 1, 2)], lambda region, a: a).means(spread)
    x = ops.concat(module, (token, patches), 1)
    return ops.add(module, x, module.parameter((1, count + 1, hidden), ops.SPREAD))


def _layer(module: Module, x: Value, heads: int, share: float) -> Value:
    """`share` is the power of a branch; it is chosen such that the sum of all branches has unit scale."""
    hidden = x.shape[2]
    branch = fused_attention(module, transformer.layer_norm(module, x, _EPSILON), heads, power=share)
    x = ops.add(module, branch, x)
    normal = transformer.layer_norm(module, x, _EPSILON)
    inner = transformer.gelu(module, transformer.dense(module, normal, 4 * hidden, LinearWeight.OUT_IN))
    return ops.add(module, x, transformer.dense(module, inner, hidden, LinearWeight.OUT_IN, share))


def _class_token(module: Module, x: Value) -> Value:
    batch, _, hidden = x.shape
    return ops.collapse(module, ops.extract_slice(module, x, (0, 0, 0), (batch, 1, hidden)), [[0, 1], [2]])
