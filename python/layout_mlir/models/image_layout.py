# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The two dim orders of images in convolutional networks, and the names of the linalg ops for them."""

import enum
from typing import Sequence, TypeVar

T = TypeVar("T")


class ImageLayout(enum.Enum):
    """The dim order of images; it also determines the dim order of filters."""

    NCHW = "nchw"  # filters [out, in, height, width], as in PyTorch
    NHWC = "nhwc"  # filters [height, width, in, out], as in TensorFlow

    def image(self, batch: T, channels: T, height: T, width: T) -> tuple[T, ...]:
        """Arranges one value for each dim of an image in the order of the layout."""
        if self is ImageLayout.NCHW:
            return batch, channels, height, width
        return batch, height, width, channels

    def filter(self, outputs: int, inputs: int, height: int, width: int) -> tuple[int, ...]:
        if self is ImageLayout.NCHW:
            return outputs, inputs, height, width
        return height, width, inputs, outputs

    def sizes(self, shape: Sequence[int]) -> tuple[int, int, int, int]:
        """Returns batch, channels, height and width of an image of that shape."""
        order = (0, 1, 2, 3) if self is ImageLayout.NCHW else (0, 3, 1, 2)
        batch, channels, height, width = (shape[dim] for dim in order)
        return batch, channels, height, width

    @property
    def channel(self) -> int:
        """The number of the channel dim."""
        return 1 if self is ImageLayout.NCHW else 3

    @property
    def spatial(self) -> tuple[int, int]:
        """The numbers of the height and width dims."""
        return (2, 3) if self is ImageLayout.NCHW else (1, 2)

    @property
    def convolution(self) -> str:
        return "linalg.conv_2d_nchw_fchw" if self is ImageLayout.NCHW else "linalg.conv_2d_nhwc_hwcf"

    @property
    def depthwise(self) -> str:
        """The depthwise convolution whose filter has no unit dim: [channels, height, width] or [height, width,
        channels]."""
        name = "nchw_chw" if self is ImageLayout.NCHW else "nhwc_hwc"
        return f"linalg.depthwise_conv_2d_{name}"

    def pooling(self, kind: str) -> str:
        """The pooling op of a kind, max or sum."""
        return f"linalg.pooling_{self.value}_{kind}"
