# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""EDSR, the baseline for a factor of four: Lim, Son, Kim, Nah, Lee, "Enhanced Deep Residual Networks for Single Image
Super-Resolution" (2017), arXiv:1707.02921.

[N, 3, 48, 48] to [N, 3, 192, 192]; 37 convolutions with biases and no normalisation, 1.5 million weights. Two pixel
shuffles between convolutions move the elements of four channels to the four pixels that take the place of one. The
mean colour of the training images is not subtracted.
"""

from typing import TextIO

from . import ops
from .cnn import Cnn, CnnOptions
from .image_layout import ImageLayout
from .ir import Value

_WIDTH = 64
_BLOCKS = 16
_DOUBLINGS = 2


def edsr_baseline(stream: TextIO, options: CnnOptions = CnnOptions()) -> None:
    """Writes residual blocks on the small image, which pixel shuffles then double twice."""
    net = Cnn(options, input_size=48, small_input_size=12)
    width = net.width(_WIDTH)
    head = _conv(net, net.image, width)
    x = head
    for _ in range(_BLOCKS):
        x = ops.add(net.module, x, _conv(net, net.relu(_conv(net, x, width)), width))
    x = ops.add(net.module, head, _conv(net, x, width))
    for _ in range(_DOUBLINGS):
        x = _pixel_shuffle(net, _conv(net, x, 4 * width), 2)
    net.module.write(stream, _conv(net, x, 3))


def _conv(net: Cnn, x: Value, width: int) -> Value:
    return net.conv(x, width, 3, pad=1, bias=True)


def _pixel_shuffle(net: Cnn, x: Value, factor: int) -> Value:
    """Returns [N, C, H factor, W factor] of [N, C factor factor, H, W], or the same in NHWC.

    Channel c factor factor + i factor + j has the pixels at rows i and columns j of each square in channel c. Shi et
    al., "Real-Time Single Image and Video Super-Resolution Using an Efficient Sub-Pixel Convolutional Neural Network"
    (2016), arXiv:1609.05158, equation 4.
    """
    channels = net.channels(x) // factor**2
    parts = ops.expand(net.module, x, net.layout.channel, (channels, factor, factor))
    # N, C, i, j, H, W or N, H, W, C, i, j.
    squares = ops.transpose(net.module, parts, (0, 1, 4, 2, 5, 3))
    groups = [[0], [1], [2, 3], [4, 5]] if net.layout is ImageLayout.NCHW else [[0], [1, 2], [3, 4], [5]]
    return ops.collapse(net.module, squares, groups)
