# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""SqueezeNet 1.1: Iandola, Han, Moskewicz, Ashraf, Dally, Keutzer, "SqueezeNet: AlexNet-level accuracy with 50x fewer
parameters and <0.5MB model size" (2016), arXiv:1602.07360; version 1.1 has smaller filters and pools earlier.

Its convolutions have biases and no normalisation, and the last one is the classifier. [N, 3, 224, 224] to [N, 1000];
26 convolutions, 1.2 million weights. Two halves of the channels are joined by insertions into an empty tensor.
"""

from typing import TextIO

from .cnn import Cnn, CnnOptions
from .ir import Value

# Squeezed channels of the modules, and channels of each half of their result.
_STAGES = (
    ((16, 64), (16, 64)),
    ((32, 128), (32, 128)),
    ((48, 192), (48, 192), (64, 256), (64, 256)),
)


def squeezenet1_1(stream: TextIO, options: CnnOptions = CnnOptions()) -> None:
    """Writes a convolution, eight modules in three stages with a pooling in front of each, and the classifier."""
    net = Cnn(options, input_size=224, small_input_size=64)
    x = _conv(net, net.image, 64, 3, stride=2)
    for modules in _STAGES:
        x = net.max_pool(x, 3, stride=2, ceil=True)
        for squeezed, half in modules:
            x = _fire(net, x, squeezed, half)
    net.module.write(stream, net.global_average(_conv(net, x, 1000, 1)))


def _fire(net: Cnn, x: Value, squeezed: int, half: int) -> Value:
    """Figure 1 of the paper: a 1x1 convolution to few channels, which a 1x1 and a 3x3 convolution expand."""
    x = _conv(net, x, squeezed, 1)
    return net.concat_slices((_conv(net, x, half, 1), _conv(net, x, half, 3, pad=1)))


def _conv(net: Cnn, x: Value, width: int, kernel: int, stride: int = 1, pad: int = 0) -> Value:
    """Convolution to a published number of channels, followed by ReLU."""
    return net.relu(net.conv(x, net.width(width), kernel, stride, pad, bias=True))
