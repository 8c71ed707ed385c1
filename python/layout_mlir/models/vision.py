# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Common parts of vision transformers: an image is split into patches, whose layout differs from that of the tokens."""

from . import ops
from .cnn import Cnn
from .image_layout import ImageLayout
from .ir import Value


def require_multiple(net: Cnn, name: str, divisor: int) -> None:
    """Raises ValueError unless height and width of the image are multiples of `divisor` pixels."""
    _, _, size, _ = net.layout.sizes(net.image.shape)
    if size % divisor:
        raise ValueError(f"input size of {name} must be a multiple of {divisor}, not {size}")


def patches(net: Cnn, channels: int, size: int) -> Value:
    """Applies a linear map to each square of the image, as a convolution with windows that do not overlap."""
    return net.conv(net.image, channels, size, stride=size, bias=True)


def patch_grid(net: Cnn, x: Value) -> Value:
    """Converts an image to [N, H, W, C]."""
    return ops.transpose(net.module, x, (0, 2, 3, 1)) if net.layout is ImageLayout.NCHW else x


def patch_image(net: Cnn, x: Value) -> Value:
    """The inverse of `patch_grid`."""
    return ops.transpose(net.module, x, (0, 3, 1, 2)) if net.layout is ImageLayout.NCHW else x


def patch_sequence(net: Cnn, x: Value) -> Value:
    """Converts an image to [N, H * W, C]."""
    if net.layout is ImageLayout.NHWC:
        return ops.collapse(net.module, x, [[0], [1, 2], [3]])
    return ops.transpose(net.module, ops.collapse(net.module, x, [[0], [1], [2, 3]]), (0, 2, 1))
