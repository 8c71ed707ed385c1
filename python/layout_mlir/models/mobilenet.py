# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""MobileNetV2: Sandler, Howard, Zhu, Zhmoginov, Chen, "MobileNetV2: Inverted Residuals and Linear Bottlenecks" (2018),
arXiv:1801.04381, width multiplier 1. [N, 3, 224, 224] to [N, 1000]; 3.5 million weights.
"""

from typing import TextIO

from . import ops
from .cnn import Cnn, CnnOptions
from .ir import Value

# Table 2 of the paper: expansion of the hidden channels, output channels, blocks, stride of the first block.
_STAGES = (
    (1, 16, 1, 1),
    (6, 24, 2, 2),
    (6, 32, 3, 2),
    (6, 64, 4, 2),
    (6, 96, 3, 1),
    (6, 160, 3, 2),
    (6, 320, 1, 1),
)


def mobilenet_v2(stream: TextIO, options: CnnOptions = CnnOptions()) -> None:
    """Writes 35 convolutions and 17 depthwise ones."""
    net = Cnn(options, input_size=224)
    x = net.relu6(net.batch_norm(net.conv(net.image, net.width(32), 3, stride=2, pad=1)))
    for expansion, width, blocks, stride in _STAGES:
        for block in range(blocks):
            if block == 0:
                x = _inverted_bottleneck(net, x, expansion, net.width(width), stride)
            else:
                x = ops.add(net.module, x, _inverted_bottleneck(net, x, expansion, net.width(width), 1))
    x = net.relu6(net.batch_norm(net.conv(x, net.width(1280), 1)))
    net.module.write(stream, net.classify(net.spatial_mean(x), net.width(1000)))


def _inverted_bottleneck(net: Cnn, x: Value, expansion: int, outputs: int, stride: int) -> Value:
    """Expands the channels, filters each of them, and projects them without a ReLU at the end."""
    if expansion > 1:
        x = net.relu6(net.batch_norm(net.conv(x, expansion * net.channels(x), 1)))
    x = net.relu6(net.batch_norm(net.depthwise(x, 3, stride, pad=1)))
    return net.batch_norm(net.conv(x, outputs, 1))
