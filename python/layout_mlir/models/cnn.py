# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Common parts of convolutional networks: options, input and classifier."""

from __future__ import annotations

import dataclasses
import os

from . import ops
from .image_layers import ImageLayers
from .image_layout import ImageLayout
from .ir import Module, TensorType, Value, Weights


@dataclasses.dataclass(frozen=True)
class CnnOptions:
    """The options of a convolutional network."""

    layout: ImageLayout = ImageLayout.NCHW
    batch: int = 1
    input_size: int | None = None  # height and width of the image in pixels; None for the published size
    small: bool = False  # the same graph with an eighth of the channels on a small image
    seed: int = 0
    weights: Weights = Weights.RESOURCE
    onnx: str | os.PathLike | None = None  # a file for the same network as an ONNX model; images are NCHW then


@dataclasses.dataclass(frozen=True)
class LayerOptions(CnnOptions):
    """The options of a network on images with a variable number of layers."""

    layers: int | None = None  # see the module of each network; None for the published number, fewer if small


def small_width(channels: int) -> int:
    """Returns about an eighth of the channels. Multiples of 16 stay multiples of 16. Other numbers below 32 do not
    change, and larger ones (1000) do not become multiples of 16."""
    if channels % 16 == 0:
        return -(-channels // 128) * 16
    return channels if channels < 32 else channels // 8


class Cnn(ImageLayers):
    """A convolutional network under construction; `image` is its input."""

    def __init__(self, options: CnnOptions, input_size: int, small_input_size: int = 32) -> None:
        default = small_input_size if options.small else input_size
        size = default if options.input_size is None else options.input_size
        if options.onnx is not None and options.layout is not ImageLayout.NCHW:
            raise ValueError(f"images of ONNX models are nchw, not {options.layout.value}")
        super().__init__(Module(options.seed, options.weights, options.onnx), options.layout)
        self._small = options.small
        self.image = self.module.argument(TensorType(self.layout.image(options.batch, 3, size, size)))

    def width(self, channels: int) -> int:
        """Returns the number of channels to build for the published number."""
        return small_width(channels) if self._small else channels

    def classify(self, features: Value, classes: int) -> Value:
        """Appends a linear layer with one logit for each class: [N, C] to [N, classes]."""
        return ops.linear(self.module, features, classes, ops.LinearWeight.OUT_IN)
