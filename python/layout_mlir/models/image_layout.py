# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The two dim orders convolutional networks are written in, and what linalg calls its ops on them."""

import enum
from typing import Sequence, TypeVar

T = TypeVar("T")


class ImageLayout(enum.Enum):
    """Dim order of images; filters follow it."""

    NCHW = "nchw"  # filters [out, in, height, width], as in PyTorch
    NHWC = "nhwc"  # filters [height, width, in, out], as in TensorFlow

    def image(self, batch: T, channels: T, height: T, width: T) -> tuple[T, ...]:
        """One entry for every dim of an image, in this order."""
        if self is ImageLayout.NCHW:
            return batch, channels, height, width
        return batch, height, width, channels

    def filter(self, outputs: int, inputs: int, height: int, width: int) -> tuple[int, ...]:
        if self is ImageLayout.NCHW:
            return outputs, inputs, height, width
        return height, width, inputs, outputs

    def sizes(self, shape: Sequence[int]) -> tuple[int, int, int, int]:
        """Batch, channels, height and width of an image of that shape."""
        order = (0, 1, 2, 3) if self is ImageLayout.NCHW else (0, 3, 1, 2)
        batch, channels, height, width = (shape[dim] for dim in order)
        return batch, channels, height, width

    @property
    def channel(self) -> int:
        """Number of the channel dim."""
        return 1 if self is ImageLayout.NCHW else 3

    @property
    def spatial(self) -> tuple[int, int]:
        """Numbers of the height and width dims."""
        return (2, 3) if self is ImageLayout.NCHW else (1, 2)

    @property
    def convolution(self) -> str:
        return "linalg.conv_2d_nchw_fchw" if self is ImageLayout.NCHW else "linalg.conv_2d_nhwc_hwcf"

    @property
    def depthwise(self) -> str:
        """Its filter has no dim of extent 1: [channels, height, width] or [height, width, channels]."""
        name = "nchw_chw" if self is ImageLayout.NCHW else "nhwc_hwc"
        return f"linalg.depthwise_conv_2d_{name}"

    def pooling(self, kind: str) -> str:
        """`kind` is max or sum."""
        return f"linalg.pooling_{self.value}_{kind}"
