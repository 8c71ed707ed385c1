# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""MobileViT-S: Mehta, Rastegari, "MobileViT: Light-weight, General-purpose, and Mobile-friendly Vision Transformer"
(2021), arXiv:2110.02178. [N, 3, 256, 256] to [N, 1000]; 5.6 million weights.

Inverted bottlenecks, and blocks in which a transformer attends among pixels at the same place of each 2x2 patch.
"""

from typing import Sequence, TextIO

from . import graph, ops, transformer, vision
from .body import Body
from .cnn import Cnn, CnnOptions
from .fused_attention import fused_attention
from .image_layout import ImageLayout
from .ir import Module, Scalar, Value
from .ops import LinearWeight

_EPSILON = 1e-5
_PATCH = 2  # pixels
_HEADS = 4
_STRIDE = 32  # of the last map, in pixels of the image
_SILU_POWER = 0.36  # power of the SiLU of a standard normal variable

# Table 4 of the paper: output channels, bottlenecks, stride of the first one, units and layers of the transformer.
_STAGES = (
    (32, 1, 1, 0, 0),
    (64, 3, 2, 0, 0),
    (96, 1, 2, 144, 2),
    (128, 1, 2, 192, 4),
    (160, 1, 2, 240, 3),
)


def mobilevit_s(stream: TextIO, options: CnnOptions = CnnOptions()) -> None:
    """Writes 28 convolutions, 7 depthwise ones, and 9 transformer layers."""
    net = Cnn(options, input_size=256, small_input_size=64)
    vision.require_multiple(net, "mobilevit_s", _STRIDE * _PATCH)
    x = _conv(net, net.image, net.width(16), 3, stride=2)
    for width, bottlenecks, stride, units, layers in _STAGES:
        x = _inverted_bottleneck(net, x, net.width(width), stride)
        for _ in range(bottlenecks - 1):
            x = ops.add(net.module, x, _inverted_bottleneck(net, x, net.width(width), 1))
        if layers:
            x = _transformer(net, x, net.width(units), layers)
    x = _conv(net, x, net.width(640), 1)
    net.module.write(stream, net.classify(net.spatial_mean(x), net.width(1000)))


def _conv(net: Cnn, x: Value, channels: int, kernel: int, stride: int = 1) -> Value:
    return _silu(net.module, net.batch_norm(net.conv(x, channels, kernel, stride, pad=kernel // 2)))


def _inverted_bottleneck(net: Cnn, x: Value, outputs: int, stride: int) -> Value:
    """Quadruples the channels, filters each of them, and projects them."""
    x = _conv(net, x, 4 * net.channels(x), 1)
    x = _silu(net.module, net.batch_norm(net.depthwise(x, 3, stride, pad=1)))
    return net.batch_norm(net.conv(x, outputs, 1))


def _transformer(net: Cnn, x: Value, units: int, layers: int) -> Value:
    """Appends a transformer between convolutions, whose result is joined with `x`."""
    module, channels = net.module, net.channels(x)
    image = net.conv(_conv(net, x, channels, 3), units, 1)
    tokens = _unfold(net, image)
    for _ in range(layers):
        tokens = _layer(module, tokens, 1 / (2 * layers))
    image = _fold(net, transformer.layer_norm(module, tokens, _EPSILON), image.shape)
    return _conv(net, net.concat((x, _conv(net, image, channels, 1))), channels, 3)


def _layer(module: Module, x: Value, share: float) -> Value:
    """`share` is the power of a branch; it is chosen such that the sum of all branches has unit scale."""
    hidden = x.shape[2]
    x = ops.add(module, x, fused_attention(module, transformer.layer_norm(module, x, _EPSILON), _HEADS, power=share))
    normal = transformer.layer_norm(module, x, _EPSILON)
    inner = _silu(module, transformer.dense(module, normal, 2 * hidden, LinearWeight.OUT_IN))
    return ops.add(module, x, transformer.dense(module, inner, hidden, LinearWeight.OUT_IN, share))


def _unfold(net: Cnn, x: Value) -> Value:
    """Converts an image to [N * pixels of a patch, patches, C]."""
    row = net.layout.spatial[0]
    for dim in (row + 1, row):
        x = ops.expand(net.module, x, dim, (x.shape[dim] // _PATCH, _PATCH))
    order = (0, 3, 5, 2, 4, 1) if net.layout is ImageLayout.NCHW else (0, 2, 4, 1, 3, 5)
    return ops.collapse(net.module, ops.transpose(net.module, x, order), [[0, 1, 2], [3, 4], [5]])


def _fold(net: Cnn, x: Value, shape: Sequence[int]) -> Value:
    """Inverse of `_unfold`; the result has the given shape."""
    batch, _, height, width = net.layout.sizes(shape)
    x = ops.expand(net.module, x, 1, (height // _PATCH, width // _PATCH))
    x = ops.expand(net.module, x, 0, (batch, _PATCH, _PATCH))
    if net.layout is ImageLayout.NCHW:
        return ops.collapse(net.module, ops.transpose(net.module, x, (0, 5, 3, 1, 4, 2)), [[0], [1], [2, 3], [4, 5]])
    return ops.collapse(net.module, ops.transpose(net.module, x, (0, 3, 1, 4, 2, 5)), [[0], [1, 2], [3, 4], [5]])


def _silu(module: Module, x: Value) -> Value:
    """Appends x / (1 + exp(-x)) (Elfwing, Uchibe, Doya, 2017, arXiv:1702.03118)."""

    def body(region: Body, x: Scalar) -> Scalar:
        exponent = region.apply("math.exp", region.apply("arith.mulf", x, region.constant(-1.0)))
        return region.apply("arith.divf", x, region.apply("arith.addf", exponent, region.constant(1.0)))

    result = ops.elementwise(module, body, x, power=_SILU_POWER * x.power)
    return result.means(graph.node("Mul", x.meaning, graph.node("Sigmoid", x.meaning)))
