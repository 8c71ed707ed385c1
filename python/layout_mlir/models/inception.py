# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Inception-v3: Szegedy, Vanhoucke, Ioffe, Shlens, Wojna, "Rethinking the Inception Architecture for Computer Vision"
(2015), arXiv:1512.00567, as published for inference (no auxiliary classifier).

[N, 3, 299, 299] to [N, 1000]; 94 convolutions, 23.8 million weights. Branches are joined by chains of insertions into
an empty tensor. The unpadded 3x3 convolutions and poolings of stride 2 need at least 75x75 pixels: the small size.
"""

from __future__ import annotations

from typing import TextIO

from .cnn import Cnn, CnnOptions
from .ir import Value


def inception_v3(stream: TextIO, options: CnnOptions = CnnOptions()) -> None:
    """Writes a stem, three modules on 35x35 maps, five on 17x17 and three on 8x8. The first modules of the last two
    groups reduce the map."""
    net = Cnn(options, input_size=299, small_input_size=75)
    x = _conv(net, net.image, 32, 3, stride=2)
    x = _conv(net, x, 32, 3)
    x = _conv(net, x, 64, 3, pad=1)
    x = net.max_pool(x, 3, stride=2)
    x = _conv(net, x, 80, 1)
    x = _conv(net, x, 192, 3)
    x = net.max_pool(x, 3, stride=2)
    for pool_width in (32, 64, 64):
        x = _module_35(net, x, pool_width)
    x = _shrink_to_17(net, x)
    for width in (128, 160, 160, 192):
        x = _module_17(net, x, width)
    x = _shrink_to_8(net, x)
    for _ in range(2):
        x = _module_8(net, x)
    net.module.write(stream, net.classify(net.global_average(x), net.width(1000)))


def _module_35(net: Cnn, x: Value, pool_width: int) -> Value:
    """Figure 5 of the paper, except that the 5x5 convolution is not factored."""
    single = _conv(net, x, 64, 1)
    five = _conv(net, _conv(net, x, 48, 1), 64, 5, pad=2)
    double = _conv(net, _conv(net, x, 64, 1), 96, 3, pad=1)
    double = _conv(net, double, 96, 3, pad=1)
    pooled = _conv(net, net.average_pool(x, 3, stride=1, pad=1), pool_width, 1)
    return net.concat_slices((single, five, double, pooled))


def _shrink_to_17(net: Cnn, x: Value) -> Value:
    """Figure 10 of the paper: two convolution branches and a pooling, all of stride 2."""
    single = _conv(net, x, 384, 3, stride=2)
    double = _conv(net, _conv(net, x, 64, 1), 96, 3, pad=1)
    double = _conv(net, double, 96, 3, stride=2)
    return net.concat_slices((single, double, net.max_pool(x, 3, stride=2)))


def _module_17(net: Cnn, x: Value, width: int) -> Value:
    """Figure 6 of the paper with n = 7: 7x7 convolutions as 1x7 and 7x1."""
    single = _conv(net, x, 192, 1)
    seven = _conv(net, x, width, 1)
    seven = _row(net, seven, width)
    seven = _column(net, seven, 192)
    double = _conv(net, x, width, 1)
    double = _column(net, double, width)
    double = _row(net, double, width)
    double = _column(net, double, width)
    double = _row(net, double, 192)
    pooled = _conv(net, net.average_pool(x, 3, stride=1, pad=1), 192, 1)
    return net.concat_slices((single, seven, double, pooled))


def _shrink_to_8(net: Cnn, x: Value) -> Value:
    three = _conv(net, _conv(net, x, 192, 1), 320, 3, stride=2)
    seven = _conv(net, x, 192, 1)
    seven = _row(net, seven, 192)
    seven = _column(net, seven, 192)
    seven = _conv(net, seven, 192, 3, stride=2)
    return net.concat_slices((three, seven, net.max_pool(x, 3, stride=2)))


def _module_8(net: Cnn, x: Value) -> Value:
    """Figure 7 of the paper: two branches end in a 1x3 and a 3x1 convolution of the same value."""
    single = _conv(net, x, 320, 1)
    three = _fork(net, _conv(net, x, 384, 1))
    double = _fork(net, _conv(net, _conv(net, x, 448, 1), 384, 3, pad=1))
    pooled = _conv(net, net.average_pool(x, 3, stride=1, pad=1), 192, 1)
    return net.concat_slices((single, three, double, pooled))


def _fork(net: Cnn, x: Value) -> Value:
    row = _conv(net, x, 384, (1, 3), pad=(0, 1))
    column = _conv(net, x, 384, (3, 1), pad=(1, 0))
    return net.concat_slices((row, column))


def _row(net: Cnn, x: Value, width: int) -> Value:
    return _conv(net, x, width, (1, 7), pad=(0, 3))


def _column(net: Cnn, x: Value, width: int) -> Value:
    return _conv(net, x, width, (7, 1), pad=(3, 0))


def _conv(net: Cnn, x: Value, width: int, kernel: int | tuple[int, int], **options) -> Value:
    """Convolution to a published number of channels, followed by normalisation and ReLU."""
    return net.relu(net.batch_norm(net.conv(x, net.width(width), kernel, **options)))
