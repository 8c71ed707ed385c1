# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""MLP-Mixer B/16: Tolstikhin et al., "MLP-Mixer: An all-MLP Architecture for Vision" (2021), arXiv:2105.01601.

[N, 3, 224, 224] to [N, 1000]; 59.9 million weights. Every second multilayer perceptron is applied along the patches.
"""

from typing import TextIO

from . import ops, transformer, vision
from .cnn import Cnn, LayerOptions
from .ir import Module, Value
from .ops import LinearWeight

_EPSILON = 1e-6
_PATCH = 16  # pixels


def mixer_b16(stream: TextIO, options: LayerOptions = LayerOptions()) -> None:
    """Writes layers that mix first the patches of each channel, then the channels of each patch."""
    net = Cnn(options, input_size=224, small_input_size=64)
    vision.require_multiple(net, "mixer_b16", _PATCH)
    hidden, published = (96, 2) if options.small else (768, 12)
    layers = published if options.layers is None else options.layers
    module = net.module
    x = vision.patch_sequence(net, vision.patches(net, hidden, _PATCH))
    for _ in range(layers):
        x = _layer(module, x, 1 / (2 * layers))
    x = transformer.layer_norm(module, x, _EPSILON)
    module.write(stream, net.classify(_mean(module, x), net.width(1000)))


def _layer(module: Module, x: Value, share: float) -> Value:
    """`share` is the power of a branch; it is chosen such that the sum of all branches has unit scale."""
    hidden = x.shape[2]
    channels = ops.transpose(module, transformer.layer_norm(module, x, _EPSILON), (0, 2, 1))
    mixed = _perceptron(module, channels, hidden // 2, share)
    x = ops.add(module, x, ops.transpose(module, mixed, (0, 2, 1)))
    return ops.add(module, x, _perceptron(module, transformer.layer_norm(module, x, _EPSILON), 4 * hidden, share))


def _perceptron(module: Module, x: Value, inner: int, power: float) -> Value:
    """Two linear layers on the last dim, whose extent stays, with `inner` units between them."""
    units = transformer.gelu(module, transformer.dense(module, x, inner, LinearWeight.OUT_IN))
    return transformer.dense(module, units, x.shape[2], LinearWeight.OUT_IN, power)


def _mean(module: Module, x: Value) -> Value:
    """Returns the mean of all patches, [N, S, C] to [N, C]."""
    total = ops.reduce(module, "arith.addf", 0.0, x, [1], keep=False)
    return ops.divide(module, total.with_power(x.power * x.shape[1]), x.shape[1])
