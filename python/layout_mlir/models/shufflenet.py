# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""ShuffleNetV2: Ma, Zhang, Zheng, Sun, "ShuffleNet V2: Practical Guidelines for Efficient CNN Architecture Design"
(2018), arXiv:1807.11164, width multiplier 1.

[N, 3, 224, 224] to [N, 1000]; 2.3 million weights. Two halves of the channels are joined by insertions into an empty
tensor. 58 channels, the half of the first stage, are no multiple of any block.
"""

from typing import TextIO

from . import ops
from .cnn import Cnn, CnnOptions
from .image_layout import ImageLayout
from .ir import Value

# Table 5 of the paper: half the output channels, blocks.
_STAGES = ((58, 4), (116, 8), (232, 4))


def shufflenet_v2(stream: TextIO, options: CnnOptions = CnnOptions()) -> None:
    """Writes 37 convolutions and 19 depthwise ones."""
    net = Cnn(options, input_size=224, small_input_size=64)
    x = net.max_pool(_conv(net, net.image, net.width(24), 3, stride=2, pad=1), 3, stride=2, pad=1)
    for half, blocks in _STAGES:
        for block in range(blocks):
            x = _halve_image(net, x, net.width(half)) if block == 0 else _keep_image(net, x)
    x = _conv(net, x, net.width(1024), 1)
    net.module.write(stream, net.classify(net.spatial_mean(x), net.width(1000)))


def _keep_image(net: Cnn, x: Value) -> Value:
    """Figure 3(c) of the paper: one half of the channels is not changed."""
    kept, changed = net.split(x, 2)
    return _join(net, kept, _branch(net, changed, net.channels(changed), stride=1))


def _halve_image(net: Cnn, x: Value, width: int) -> Value:
    """Figure 3(d) of the paper: both branches read all channels."""
    short = _conv(net, net.batch_norm(net.depthwise(x, 3, stride=2, pad=1)), width, 1)
    return _join(net, short, _branch(net, x, width, stride=2))


def _branch(net: Cnn, x: Value, width: int, stride: int) -> Value:
    x = net.batch_norm(net.depthwise(_conv(net, x, width, 1), 3, stride, pad=1))
    return _conv(net, x, width, 1)


def _join(net: Cnn, left: Value, right: Value) -> Value:
    """Concatenates and alternates the channels of the two: the channel shuffle with two groups."""
    x = net.concat_slices((left, right))
    channel, half = net.layout.channel, net.channels(left)
    permutation = (0, 2, 1, 3, 4) if net.layout is ImageLayout.NCHW else (0, 1, 2, 4, 3)
    groups = [[0], [1, 2], [3], [4]] if net.layout is ImageLayout.NCHW else [[0], [1], [2], [3, 4]]
    shuffled = ops.transpose(net.module, ops.expand(net.module, x, channel, (2, half)), permutation)
    return ops.collapse(net.module, shuffled, groups)


def _conv(net: Cnn, x: Value, width: int, kernel: int, stride: int = 1, pad: int = 0) -> Value:
    """Convolution, normalisation and ReLU."""
    return net.relu(net.batch_norm(net.conv(x, width, kernel, stride, pad)))
