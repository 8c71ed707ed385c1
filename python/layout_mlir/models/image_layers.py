# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Inference layers on images in either image layout.

Images are 4-D f32 values, [N, C, H, W] or [N, H, W, C]. Batch normalisation uses stored statistics (Ioffe and Szegedy,
"Batch Normalization", 2015) and epsilon 1e-5. The argument `power` is the mean square that the result should have.
"""

from __future__ import annotations

import math
from typing import Sequence

from . import graph, ops
from .body import Body
from .image_layout import ImageLayout
from .ir import Module, Scalar, TensorType, Value

_EPSILON = 1e-5
_LOWEST = -3.40282347e38  # the lowest f32, the initial value of a maximum
_MAX_POOL_GAIN = {2: 2.5, 3: 4.0}  # by window: gain in power of a maximum over rectified, correlated pixels
_SHARED_POWER = 0.5  # fraction of the power of a rectified map that its pixels share, by mean and correlation


class ImageLayers:
    """Appends layers on images of one layout to a module."""

    def __init__(self, module: Module, layout: ImageLayout) -> None:
        self.module = module
        self.layout = layout

    def channels(self, x: Value) -> int:
        return x.shape[self.layout.channel]

    def conv(
        self,
        x: Value,
        channels: int,
        kernel: int | tuple[int, int],
        stride: int = 1,
        pad: int | tuple[int, int] = 0,
        bias: bool = False,
        power: float = 1.0,
        attributes: Sequence[str] = (),
    ) -> Value:
        """Convolution to `channels` channels. `kernel` and `pad` are one number, or a pair (height, width).
        `attributes` are added to the op."""
        kernel, pad = _pair(kernel), _pair(pad)
        taps = self._taps(x, kernel, stride, pad) * self.channels(x)
        shape = self.layout.filter(channels, self.channels(x), *kernel)
        weight = self.module.parameter(shape, math.sqrt(power / (taps * x.power)))
        output = self._output(x, channels, kernel, stride, pad)
        power = taps * x.power * weight.power
        operands = [x.meaning, weight.meaning]
        if bias:
            vector = self.module.parameter((channels,), ops.SPREAD * math.sqrt(power))
            start = self._broadcast_bias(vector, output)
            operands.append(vector.meaning)
        else:
            start = self.module.fill(0.0, output)
        padded = self._pad(x, pad, 0.0)
        result = self._windowed(self.layout.convolution, padded, weight, start, stride, power, attributes)
        return result.means(graph.node("Conv", *operands, strides=[stride] * 2, pads=[*pad, *pad]))

    def depthwise(self, x: Value, kernel: int, stride: int, pad: int) -> Value:
        """Convolution of each channel with its own square filter."""
        kernel, pad = _pair(kernel), _pair(pad)
        channels = self.channels(x)
        taps = self._taps(x, kernel, stride, pad)
        shape = (channels, 1, *kernel) if self.layout is ImageLayout.NCHW else (*kernel, channels, 1)
        groups = [[0, 1], [2], [3]] if self.layout is ImageLayout.NCHW else [[0], [1], [2, 3]]
        weight = self.module.parameter(shape, math.sqrt(1 / (taps * x.power)))
        start = self.module.fill(0.0, self._output(x, channels, kernel, stride, pad))
        padded, window = self._pad(x, pad, 0.0), ops.collapse(self.module, weight, groups)
        power = taps * x.power * weight.power
        result = self._windowed(self.layout.depthwise, padded, window, start, stride, power)
        attributes = {"strides": [stride] * 2, "pads": [*pad, *pad], "group": channels}
        return result.means(graph.node("Conv", x.meaning, weight.meaning, **attributes))

    def conv_transpose(self, x: Value, channels: int, kernel: int, stride: int) -> Value:
        """Transposed convolution with bias and without padding: zeros are inserted between the pixels, followed by a
        convolution. The extent becomes (n - 1) * stride + kernel. The filter is stored flipped, as that convolution
        reads it."""
        batch, inputs, height, width = self.layout.sizes(x.shape)
        stuffed = [(extent - 1) * stride + 1 + 2 * (kernel - 1) for extent in (height, width)]
        zeros = self.module.fill(0.0, TensorType(self.layout.image(batch, inputs, *stuffed)))
        offsets = self.layout.image(0, 0, kernel - 1, kernel - 1)
        strides = self.layout.image(1, 1, stride, stride)
        sparse = ops.insert_slice(self.module, x, zeros, offsets, strides)
        power = x.power * x.type.size / sparse.type.size
        result = self.conv(sparse.with_power(power).means(x.meaning), channels, kernel, bias=True)
        return result.means(_as_transposed(result.meaning, kernel, stride))

    def batch_norm(self, x: Value, power: float = 1.0) -> Value:
        """Normalises each channel with stored mean and variance, then scales and shifts it."""
        spread, variance = ops.SPREAD, x.power / power
        shape = (self.channels(x),)
        scale = self.module.parameter(shape, spread, 1.0)
        shift = self.module.parameter(shape, spread * math.sqrt(power))
        mean = self.module.parameter(shape, spread * math.sqrt(x.power))
        variance = self.module.parameter(shape, spread * variance, variance)

        def body(region: Body, x: Scalar, scale: Scalar, shift: Scalar, mean: Scalar, variance: Scalar) -> Scalar:
            epsilon = region.cast("arith.truncf", region.constant(_EPSILON, "f64"), "f32")
            factor = region.apply("math.rsqrt", region.apply("arith.addf", variance, epsilon))
            centred = region.apply("arith.mulf", region.apply("arith.subf", x, mean), factor)
            return region.apply("arith.addf", region.apply("arith.mulf", centred, scale), shift)

        vector = [self.layout.channel]
        maps = [range(4), vector, vector, vector, vector, range(4)]
        operands = [x, scale, shift, mean, variance]
        meaning = graph.node("BatchNormalization", *(value.meaning for value in operands), epsilon=_EPSILON)
        return ops.generic(self.module, operands, x, maps, body, power=power).means(meaning)

    def relu(self, x: Value) -> Value:
        def body(region: Body, x: Scalar) -> Scalar:
            zero = region.constant(0.0)
            return region.select(region.compare("ugt", x, zero), x, zero)

        return ops.elementwise(self.module, body, x, power=x.power / 2).means(graph.node("Relu", x.meaning))

    def relu6(self, x: Value) -> Value:
        """ReLU clipped at 6."""

        def body(region: Body, x: Scalar) -> Scalar:
            six = region.constant(6.0)
            return region.select(region.compare("ult", x, six), x, six)

        result = ops.elementwise(self.module, body, self.relu(x), power=x.power / 2)
        return result.means(graph.node("Clip", x.meaning, graph.splat(0.0, "f32"), graph.splat(6.0, "f32")))

    def max_pool(self, x: Value, window: int, stride: int, pad: int = 0, ceil: bool = False) -> Value:
        """Maximum over the window. `ceil` keeps windows that begin inside of the image and end behind it: the number of
        windows is rounded up. As importers write it, the image is then padded by another `stride` pixels behind, even
        if no window reads them."""
        power = _MAX_POOL_GAIN[window] * x.power
        result = self._pool("max", x, window, stride, pad, _LOWEST, power, ceil)
        _, _, *inputs = self.layout.sizes(x.shape)
        _, _, *counts = self.layout.sizes(result.shape)
        # What the last window reads behind the image, in place of the several definitions of rounding up.
        behind = [max(0, (count - 1) * stride + window - pad - n) for count, n in zip(counts, inputs)]
        attributes = {"kernel_shape": [window] * 2, "strides": [stride] * 2, "pads": [pad, pad, *behind]}
        return result.means(graph.node("MaxPool", x.meaning, **attributes))

    def average_pool(self, x: Value, window: int, stride: int, pad: int = 0) -> Value:
        """Mean over the window, including the zeros around the image."""
        taps = self._taps(x, _pair(window), stride, _pair(pad))
        total = self._pool("sum", x, window, stride, pad, 0.0, _sum_power(x, taps))
        attributes = {"kernel_shape": [window] * 2, "strides": [stride] * 2, "pads": [pad] * 4, "count_include_pad": 1}
        return self._mean(total, window**2).means(graph.node("AveragePool", x.meaning, **attributes))

    def global_average(self, x: Value) -> Value:
        """Mean over the image, as a pooling with one window: [N, C]."""
        _, _, height, width = self.layout.sizes(x.shape)
        total = self._pool("sum", x, height, 1, 0, 0.0, _sum_power(x, height * width))
        mean = self._mean(total, height * width)
        groups = [[0], [1, 2, 3]] if self.layout is ImageLayout.NCHW else [[0, 1, 2], [3]]
        result = ops.collapse(self.module, mean, groups)
        return result.means(graph.node("Flatten", graph.node("GlobalAveragePool", x.meaning)))

    def spatial_mean(self, x: Value) -> Value:
        """Mean over the image, as a reduction: [N, C]."""
        _, _, height, width = self.layout.sizes(x.shape)
        total = ops.reduce(self.module, "arith.addf", 0.0, x, self.layout.spatial, keep=False)
        mean = ops.divide(self.module, total.with_power(_sum_power(x, height * width)), height * width)
        return mean.means(graph.node("Flatten", graph.node("GlobalAveragePool", x.meaning)))

    def concat(self, images: Sequence[Value]) -> Value:
        """Concatenates along the channels by one op."""
        return ops.concat(self.module, images, self.layout.channel)

    def concat_slices(self, images: Sequence[Value]) -> Value:
        """Concatenates along the channels by a chain of insertions into an empty tensor."""
        batch, _, height, width = self.layout.sizes(images[0].shape)
        channels = sum(self.channels(x) for x in images)
        power = sum(self.channels(x) * x.power for x in images) / channels
        output = TensorType(self.layout.image(batch, channels, height, width))
        result, offset = self.module.empty(output), 0
        for x in images:
            result = ops.insert_slice(self.module, x, result, self.layout.image(0, offset, 0, 0))
            offset += self.channels(x)
        meaning = graph.node("Concat", *(x.meaning for x in images), axis=self.layout.channel)
        return result.with_power(power).means(meaning)

    def split(self, image: Value, parts: int) -> list[Value]:
        """Splits into equal parts along the channels."""
        batch, channels, height, width = self.layout.sizes(image.shape)
        sizes = self.layout.image(batch, channels // parts, height, width)
        offsets = (self.layout.image(0, part * channels // parts, 0, 0) for part in range(parts))
        return [ops.extract_slice(self.module, image, offset, sizes) for offset in offsets]

    def _windowed(
        self,
        op: str,
        x: Value,
        window: Value,
        start: Value,
        stride: int,
        power: float,
        attributes: Sequence[str] = (),
    ) -> Value:
        steps = ("dilations = dense<1> : vector<2xi64>", f"strides = dense<{stride}> : vector<2xi64>")
        return ops.named(self.module, op, [x, window], start, ", ".join((*steps, *attributes))).with_power(power)

    def _pool(
        self,
        kind: str,
        x: Value,
        window: int,
        stride: int,
        pad: int,
        start: float,
        power: float,
        ceil: bool = False,
    ) -> Value:
        output = self._output(x, self.channels(x), _pair(window), stride, _pair(pad), ceil)
        padded = self._pad(x, _pair(pad), start, behind=stride if ceil else 0)
        shape = self.module.empty(TensorType((window, window)))
        return self._windowed(self.layout.pooling(kind), padded, shape, self.module.fill(start, output), stride, power)

    def _mean(self, total: Value, count: int) -> Value:
        divided = lambda region, x: region.apply("arith.divf", x, region.constant(float(count)))
        output = self.module.empty(total.type)
        return ops.generic(self.module, [total], output, [range(4)] * 2, divided, power=total.power / count**2)

    def _pad(self, x: Value, pad: tuple[int, int], value: float, behind: int = 0) -> Value:
        """Pads an image on all sides by `pad`, and by another `behind` pixels below it and on its right."""
        if not any(pad) and not behind:
            return x
        low, high = self.layout.image(0, 0, *pad), self.layout.image(0, 0, *(width + behind for width in pad))
        return ops.pad(self.module, x, low, value, high)

    def _broadcast_bias(self, bias: Value, output: TensorType) -> Value:
        empty, dims = self.module.empty(output), [dim for dim in range(4) if dim != self.layout.channel]
        ins, outs = f"{bias.name} : {bias.type}", f"{empty.name} : {empty.type}"
        return self.module.define(f"linalg.broadcast ins({ins}) outs({outs}) dimensions = {dims}", output)

    def _output(
        self,
        x: Value,
        channels: int,
        kernel: Sequence[int],
        stride: int,
        pad: Sequence[int],
        ceil: bool = False,
    ) -> TensorType:
        batch, _, *extents = self.layout.sizes(x.shape)
        sizes = [_count_windows(n, k, stride, p, ceil) for n, k, p in zip(extents, kernel, pad)]
        if min(sizes) < 1:
            raise ValueError(f"input size too small: a {max(kernel)} wide window does not fit {min(extents)} pixels")
        return TensorType(self.layout.image(batch, channels, *sizes))

    def _taps(self, x: Value, kernel: Sequence[int], stride: int, pad: Sequence[int]) -> float:
        """Returns the number of pixels, without padding, that contribute to a result on average."""
        _, _, *outputs = self.layout.sizes(self._output(x, 1, kernel, stride, pad).shape)
        _, _, *inputs = self.layout.sizes(x.shape)
        hits = [
            sum(0 <= out * stride + tap - p < n for out in range(count) for tap in range(k))
            for count, n, k, p in zip(outputs, inputs, kernel, pad)
        ]
        return math.prod(hits) / math.prod(outputs)


def _as_transposed(convolution: graph.Meaning, kernel: int, stride: int) -> graph.Meaning:
    """Returns the transposed convolution of an image, given the convolution of what zeros make of the image. Its filter
    is stored [in, out] and not flipped."""
    if not isinstance(convolution, graph.Node):
        return None
    x, weight, bias = convolution.inputs
    first = graph.node("Transpose", weight, perm=[1, 0, 2, 3])
    ends, dims, steps = graph.vector(-kernel - 1, -kernel - 1), graph.vector(2, 3), graph.vector(-1, -1)
    flipped = graph.node("Slice", first, graph.vector(kernel - 1, kernel - 1), ends, dims, steps)
    return graph.node("ConvTranspose", x, flipped, bias, strides=[stride] * 2)


def _sum_power(x: Value, taps: float) -> float:
    """Returns the power of the sum of that many pixels of a rectified image."""
    return x.power * (_SHARED_POWER * taps**2 + (1 - _SHARED_POWER) * taps)


def _count_windows(extent: int, window: int, stride: int, pad: int, ceil: bool) -> int:
    """Returns the number of windows along a dim. `ceil` also counts one that ends behind the padded image, unless it
    begins behind the image."""
    beyond_first = extent + 2 * pad - window
    if not ceil:
        return beyond_first // stride + 1
    steps = -(-beyond_first // stride)
    return steps if steps * stride >= extent + pad else steps + 1


def _pair(extent: int | tuple[int, int]) -> tuple[int, int]:
    return extent if isinstance(extent, tuple) else (extent, extent)
