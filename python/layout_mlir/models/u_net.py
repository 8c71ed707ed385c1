# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""U-Net: Ronneberger, Fischer, Brox, "U-Net: Convolutional Networks for Biomedical Image Segmentation" (2015),
arXiv:1505.04597.

As widely reimplemented, its 3x3 convolutions are padded, so that maps join without cropping, and batch-normalised. The
up-convolutions are zero stuffing and a 2x2 convolution, skip connections are concatenations of one op.
[N, 3, 256, 256] to [N, 2, 256, 256], one logit for each class and pixel; 23 convolutions, 31 million weights.
"""

from typing import TextIO

from .cnn import Cnn, CnnOptions
from .ir import Value

_WIDTHS = (64, 128, 256, 512)  # from the top to the bottom of the contracting path, and reversed in the expanding path
_BOTTOM_WIDTH = 1024
_CLASSES = 2


def unet(stream: TextIO, options: CnnOptions = CnnOptions()) -> None:
    """Halves the image four times and doubles it four times; its size must be a multiple of 16."""
    net = Cnn(options, input_size=256)
    _, _, size, _ = net.layout.sizes(net.image.shape)
    if size % 2 ** len(_WIDTHS):
        raise ValueError(f"input size of unet must be a multiple of {2 ** len(_WIDTHS)}, not {size}")
    x, skips = net.image, []
    for width in _WIDTHS:
        x = _double_conv(net, x, net.width(width))
        skips.append(x)
        x = net.max_pool(x, 2, stride=2)
    x = _double_conv(net, x, net.width(_BOTTOM_WIDTH))
    for width, skip in zip(reversed(_WIDTHS), reversed(skips)):
        x = net.conv_transpose(x, net.width(width), kernel=2, stride=2)
        x = _double_conv(net, net.concat((skip, x)), net.width(width))
    net.module.write(stream, net.conv(x, net.width(_CLASSES), 1, bias=True))


def _double_conv(net: Cnn, x: Value, width: int) -> Value:
    for _ in range(2):
        x = net.relu(net.batch_norm(net.conv(x, width, 3, pad=1)))
    return x
