# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Residual networks: He, Zhang, Ren, Sun, "Deep Residual Learning for Image Recognition" (2015), arXiv:1512.03385.

As commonly trained, a bottleneck that halves the image does so in its 3x3 convolution. [N, 3, 224, 224] to [N, 1000].
"""

from typing import Callable, Sequence, TextIO

from . import ops
from .cnn import Cnn, CnnOptions
from .ir import Value

_STAGE_WIDTHS = (64, 128, 256, 512)
_BRANCH_POWER = 0.25  # power that a block adds to its shortcut; keeps the sum near unit scale within a stage


def resnet18(stream: TextIO, options: CnnOptions = CnnOptions()) -> None:
    """Writes 20 convolutions in basic blocks, 11.7 million weights."""
    _resnet(stream, options, _basic_branch, expansion=1, blocks=(2, 2, 2, 2))


def resnet50(stream: TextIO, options: CnnOptions = CnnOptions()) -> None:
    """Writes 53 convolutions in bottleneck blocks, 25.6 million weights."""
    _resnet(stream, options, _bottleneck_branch, expansion=4, blocks=(3, 4, 6, 3))


def _resnet(stream: TextIO, options: CnnOptions, branch: Callable, expansion: int, blocks: Sequence[int]) -> None:
    net = Cnn(options, input_size=224)
    x = net.relu(net.batch_norm(net.conv(net.image, net.width(64), 7, stride=2, pad=3)))
    x = net.max_pool(x, 3, stride=2, pad=1)
    for stage, (width, count) in enumerate(zip(_STAGE_WIDTHS, blocks)):
        outputs = net.width(width * expansion)
        for block in range(count):
            stride = 2 if stage > 0 and block == 0 else 1
            residual = branch(net, x, net.width(width), outputs, stride)
            if block == 0 and (stage > 0 or expansion > 1):
                shortcut = net.batch_norm(net.conv(x, outputs, 1, stride))
                x = net.relu(ops.add(net.module, residual, shortcut))
            else:
                # The shortcut is rectified already, so only the branch loses power in the ReLU.
                power = x.power + residual.power / 2
                x = net.relu(ops.add(net.module, residual, x)).with_power(power)
    net.module.write(stream, net.classify(net.global_average(x), net.width(1000)))


def _basic_branch(net: Cnn, x: Value, width: int, outputs: int, stride: int) -> Value:
    x = net.relu(net.batch_norm(net.conv(x, width, 3, stride, pad=1)))
    return net.batch_norm(net.conv(x, outputs, 3, pad=1, power=_BRANCH_POWER), _BRANCH_POWER)


def _bottleneck_branch(net: Cnn, x: Value, width: int, outputs: int, stride: int) -> Value:
    x = net.relu(net.batch_norm(net.conv(x, width, 1)))
    x = net.relu(net.batch_norm(net.conv(x, width, 3, stride, pad=1)))
    return net.batch_norm(net.conv(x, outputs, 1, power=_BRANCH_POWER), _BRANCH_POWER)
