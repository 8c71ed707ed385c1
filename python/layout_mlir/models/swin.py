# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Swin Transformer, the tiny size: Liu, Lin, Cao, Hu, Wei, Zhang, Lin, Guo, "Swin Transformer: Hierarchical Vision
Transformer using Shifted Windows" (2021), arXiv:2103.14030.

[N, 3, 224, 224] to [N, 1000]; 28.3 million weights. Tokens stay a grid [N, H, W, C]. `layers` are stages: 4, if small
the first 2. The small size has windows 3 tokens wide instead of 7, so that every stage has as many as published.
"""

from typing import TextIO

from . import ops, transformer, vision, windows
from .cnn import Cnn, LayerOptions
from .fused_attention import fused_attention
from .ir import Module, Value
from .ops import LinearWeight

_EPSILON = 1e-5
_PATCH = 4  # pixels
_BLOCKS = (2, 2, 6, 2)  # of the stages


def swin(stream: TextIO, options: LayerOptions = LayerOptions()) -> None:
    """Writes stages of blocks in pairs, the second of which has shifted windows. The grid is halved between stages."""
    window, channels, heads, stages = (3, 16, 2, 2) if options.small else (7, 96, 3, len(_BLOCKS))
    stages = stages if options.layers is None else options.layers
    if stages > len(_BLOCKS):
        raise ValueError(f"layers of swin must be at most {len(_BLOCKS)} stages, not {stages}")
    net = Cnn(options, input_size=224, small_input_size=96)
    vision.require_multiple(net, "swin", _PATCH * 2 ** (stages - 1) * window)
    module, blocks = net.module, _BLOCKS[:stages]
    x = vision.patch_grid(net, vision.patches(net, channels, _PATCH))
    x = transformer.layer_norm(module, x, _EPSILON)
    for stage, count in enumerate(blocks):
        if stage > 0:
            x = _merge(module, x)
        for block in range(count):
            shift = window // 2 if block % 2 and x.shape[1] > window else 0
            x = _block(module, x, heads << stage, window, shift, 1 / (2 * sum(blocks)))
    x = vision.patch_image(net, transformer.layer_norm(module, x, _EPSILON))
    module.write(stream, net.classify(net.global_average(x), net.width(1000)))


def _block(module: Module, x: Value, heads: int, window: int, shift: int, share: float) -> Value:
    """`share` is the power of a branch; it is chosen such that the sum of all branches has unit scale."""
    branch = _attention(module, transformer.layer_norm(module, x, _EPSILON), heads, window, shift, share)
    x = ops.add(module, x, branch)
    normal = transformer.layer_norm(module, x, _EPSILON)
    inner = transformer.gelu(module, transformer.dense(module, normal, 4 * x.shape[3], LinearWeight.OUT_IN))
    return ops.add(module, x, transformer.dense(module, inner, x.shape[3], LinearWeight.OUT_IN, share))


def _attention(module: Module, x: Value, heads: int, window: int, shift: int, share: float) -> Value:
    """Attention among the tokens of each window."""
    batch, height, width, _ = x.shape

    def adjust(scores: Value) -> Value:
        scores = ops.add(module, scores, _position_bias(module, window, heads))
        return _hide(module, scores, batch, windows.mask(module, height, width, window, shift)) if shift else scores

    rolled = windows.roll(module, x, -shift) if shift else x
    joined = fused_attention(module, windows.partition(module, rolled, window), heads, adjust, share)
    x = windows.reverse(module, joined, window, x.shape)
    return windows.roll(module, x, shift) if shift else x


def _hide(module: Module, scores: Value, batch: int, mask: Value) -> Value:
    """Adds the mask of each window to its scores [B * windows, heads, S, S]."""
    scores = ops.expand(module, scores, 0, (batch, mask.shape[0]))
    scores = ops.add(module, scores, ops.expand(module, mask, 0, (1, mask.shape[0], 1)))
    return ops.collapse(module, scores, [[0, 1], [2], [3], [4]])


def _position_bias(module: Module, window: int, heads: int) -> Value:
    """Returns [1, heads, S, S]: rows of a table, selected by the distance of two tokens of a window."""
    span = 2 * window - 1
    places = [(row, column) for row in range(window) for column in range(window)]
    rows = [(a[0] - b[0] + window - 1) * span + a[1] - b[1] + window - 1 for a in places for b in places]
    table = module.parameter((span**2, heads), 1.0)
    bias = ops.gather_rows(module, table, module.integers(rows))
    bias = ops.transpose(module, ops.expand(module, bias, 0, (len(places), len(places))), (2, 0, 1))
    return ops.expand(module, bias, 0, (1, heads))


def _merge(module: Module, x: Value) -> Value:
    """Joins the tokens of each 2x2 square and halves their channels."""
    batch, height, width, channels = x.shape
    sizes, strides = (batch, height // 2, width // 2, channels), (1, 2, 2, 1)
    corners = ((0, 0), (1, 0), (0, 1), (1, 1))
    parts = [ops.extract_slice(module, x, (0, row, column, 0), sizes, strides) for row, column in corners]
    x = transformer.layer_norm(module, ops.concat(module, parts, 3), _EPSILON)
    return transformer.dense(module, x, 2 * channels, LinearWeight.OUT_IN, bias=False)
