# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""A network of any number of ops: residual, inception and transformer blocks in turn on one small image.

`python3 -m layout_bench.mix OPS [FUNCTIONS]` writes it, or that many networks with OPS ops in all, to standard output.
Each weight is a splat of a different number, so that the size of the file depends on the ops only. The networks are
planned but never run.
"""

import sys
from typing import Callable, Sequence, TextIO

from layout_mlir.models import ops, transformer
from layout_mlir.models.image_layers import ImageLayers
from layout_mlir.models.image_layout import ImageLayout
from layout_mlir.models.ir import Module, TensorType, Value, Weights
from layout_mlir.models.ops import LinearWeight

_CHANNELS = 32
_SIZE = 8  # height and width of the image
_HEADS = 2


def mix(stream: TextIO, ops: int, functions: int = 1) -> None:
    """Writes networks with at least `ops` ops in all, without constants, each in a function of its own."""
    module = Module(weights=Weights.SPLAT)
    for number in range(1, functions):
        function = module.function(f"network{number}", Weights.SPLAT)
        function.close(_network(function, ops // functions))
    module.write(stream, _network(module, ops // functions))


def _network(module: Module, ops: int) -> Value:
    net = ImageLayers(module, ImageLayout.NCHW)
    x = module.argument(TensorType((1, _CHANNELS, _SIZE, _SIZE)))
    blocks: Sequence[Callable[[ImageLayers, Value], Value]] = (_residual, _inception, _residual, _transformer)
    count = 0
    while module.op_count < ops:
        x = blocks[count % len(blocks)](net, x).with_power(1.0)
        count += 1
    return x


def _conv(net: ImageLayers, x: Value, channels: int, kernel: int) -> Value:
    return net.relu(net.batch_norm(net.conv(x, channels, kernel, pad=kernel // 2)))


def _residual(net: ImageLayers, x: Value) -> Value:
    inner = _conv(net, _conv(net, x, 16, 1), 16, 3)
    return net.relu(ops.add(net.module, net.batch_norm(net.conv(inner, _CHANNELS, 1)), x))


def _inception(net: ImageLayers, x: Value) -> Value:
    """Appends four branches, which are concatenated and projected back."""
    branches = (
        _conv(net, x, 16, 1),
        _conv(net, _conv(net, x, 16, 1), 16, 3),
        _conv(net, _conv(net, x, 24, 1), 24, 3),  # 24 is no multiple of 16
        _conv(net, net.average_pool(x, 3, stride=1, pad=1), 16, 1),
    )
    return _conv(net, net.concat_slices(branches), _CHANNELS, 1)


def _transformer(net: ImageLayers, x: Value) -> Value:
    """Appends an encoder layer whose tokens are the pixels."""
    module = net.module
    tokens = ops.transpose(module, ops.collapse(module, x, [[0], [1], [2, 3]]), (0, 2, 1))
    projections = [transformer.dense(module, tokens, _CHANNELS, LinearWeight.OUT_IN) for _ in range(3)]
    context = transformer.attention(module, *projections, _HEADS)
    tokens = transformer.layer_norm(module, ops.add(module, tokens, context), 1e-5)
    hidden = net.relu(transformer.dense(module, tokens, 2 * _CHANNELS, LinearWeight.OUT_IN))
    out = transformer.dense(module, hidden, _CHANNELS, LinearWeight.OUT_IN)
    tokens = transformer.layer_norm(module, ops.add(module, tokens, out), 1e-5)
    image = ops.transpose(module, tokens, (0, 2, 1))
    return ops.expand(module, image, 2, (_SIZE, _SIZE))


if __name__ == "__main__":
    mix(sys.stdout, *map(int, sys.argv[1:]))
