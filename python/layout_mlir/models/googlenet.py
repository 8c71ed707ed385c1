# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""GoogLeNet: Szegedy, Liu, Jia, Sermanet, Reed, Anguelov, Erhan, Vanhoucke, Rabinovich, "Going Deeper with
Convolutions" (2014), arXiv:1409.4842, as published for inference (no auxiliary classifiers).

As commonly trained, convolutions are batch-normalised, which replaces the local response normalisation, and those of
5x5 are 3x3. [N, 3, 224, 224] to [N, 1000]; 57 convolutions, 6.6 million weights. Branches are joined by concatenations
of one op.
"""

from typing import TextIO

from .cnn import Cnn, CnnOptions
from .ir import Value

# Table 1 of the paper: channels of the single 1x1 convolution, of the two branches with 1x1 and 3x3, and after pooling.
_STAGES = (
    ((64, (96, 128), (16, 32), 32), (128, (128, 192), (32, 96), 64)),
    (
        (192, (96, 208), (16, 48), 64),
        (160, (112, 224), (24, 64), 64),
        (128, (128, 256), (24, 64), 64),
        (112, (144, 288), (32, 64), 64),
        (256, (160, 320), (32, 128), 128),
    ),
    ((256, (160, 320), (32, 128), 128), (384, (192, 384), (48, 128), 128)),
)
_POOL_WINDOWS = (3, 2)  # of the poolings behind the first two stages


def googlenet(stream: TextIO, options: CnnOptions = CnnOptions()) -> None:
    """Writes a stem and nine modules of four branches in three stages, between which the image is halved."""
    net = Cnn(options, input_size=224, small_input_size=64)
    x = net.max_pool(_conv(net, net.image, 64, 7, stride=2, pad=3), 3, stride=2, ceil=True)
    x = _conv(net, _conv(net, x, 64, 1), 192, 3, pad=1)
    x = net.max_pool(x, 3, stride=2, ceil=True)
    for stage, modules in enumerate(_STAGES):
        if stage > 0:
            x = net.max_pool(x, _POOL_WINDOWS[stage - 1], stride=2, ceil=True)
        for widths in modules:
            x = _module(net, x, *widths)
    net.module.write(stream, net.classify(net.global_average(x), net.width(1000)))


def _module(net: Cnn, x: Value, single: int, three: tuple[int, int], five: tuple[int, int], pooled: int) -> Value:
    """Figure 2(b) of the paper."""
    branches = [_conv(net, x, single, 1)]
    for inner, outer in (three, five):
        branches.append(_conv(net, _conv(net, x, inner, 1), outer, 3, pad=1))
    branches.append(_conv(net, net.max_pool(x, 3, stride=1, pad=1, ceil=True), pooled, 1))
    return net.concat(branches)


def _conv(net: Cnn, x: Value, width: int, kernel: int, stride: int = 1, pad: int = 0) -> Value:
    """Convolution to a published number of channels, followed by normalisation and ReLU."""
    return net.relu(net.batch_norm(net.conv(x, net.width(width), kernel, stride, pad)))
