# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""What convolutional networks have in common: their options, their input and their classifier."""

import dataclasses

from . import ops
from .image_layers import ImageLayers
from .image_layout import ImageLayout
from .ir import Module, TensorType, Value, Weights


@dataclasses.dataclass(frozen=True)
class CnnOptions:
    """What can be chosen of a convolutional network."""

    layout: ImageLayout = ImageLayout.NCHW
    batch: int = 1
    input_size: int | None = None  # height and width of the image in pixels; None is the published one
    small: bool = False  # the same graph with an eighth of the channels on a small image
    seed: int = 0
    weights: Weights = Weights.RESOURCE


@dataclasses.dataclass(frozen=True)
class LayerOptions(CnnOptions):
    """What can be chosen of a network on images that has a number of layers."""

    layers: int | None = None  # what each network says; None is the published number, few if small


def small_width(channels: int) -> int:
    """An eighth of the channels: multiples of 16 stay multiples of 16, of the others narrow ones (24) stay as they are
    and wide ones (1000) stay no multiple."""
    if channels % 16 == 0:
        return -(-channels // 128) * 16
    return channels if channels < 32 else channels // 8


class Cnn(ImageLayers):
    """A convolutional network under construction; `image` is its input."""

    def __init__(self, options: CnnOptions, input_size: int, small_input_size: int = 32) -> None:
        default = small_input_size if options.small else input_size
        size = default if options.input_size is None else options.input_size
        super().__init__(Module(options.seed, options.weights), options.layout)
        self._small = options.small
        self.image = self.module.argument(TensorType(self.layout.image(options.batch, 3, size, size)))

    def width(self, channels: int) -> int:
        """The number of channels to build for a published number."""
        return small_width(channels) if self._small else channels

    def classify(self, features: Value, classes: int) -> Value:
        """Linear layer to one logit for each class: [N, C] to [N, classes]."""
        return ops.linear(self.module, features, classes, ops.LinearWeight.OUT_IN)
