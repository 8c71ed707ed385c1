# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Measures what a convolution takes longer in some layouts than in the fastest ones, as layout-run compiles it."""

import dataclasses
import itertools
import json
import pathlib
import re
import statistics

from .process import ToolError, measure
from .table import print_table

_LAYOUTS = ("NCHW16c", "NCHW8c", "NHWC", "NCHW")  # of the data and, independently, the result: those of target conv4
_PICOSECONDS = 1e12
_SECONDS = {"ms": 1e-3, "us": 1e-6}
_ELEMENT = 4  # bytes of an f32
_NOISE = 0.05  # of the fastest: smaller differences change from run to run and count as none


@dataclasses.dataclass(frozen=True)
class Convolution:
    """A convolution of a published network, without padding."""

    kind: str  # as in `prefer`
    channels: int
    filters: int  # the channels of the result
    size: int  # height and width of the result
    window: int  # height and width
    stride: int = 1

    @property
    def multiply_adds(self) -> int:
        channels = 1 if self.kind == "depthwise_conv2d" else self.channels
        return self.result_elements * channels * self.window**2

    @property
    def result_elements(self) -> int:
        return self.filters * self.size**2

    def __str__(self) -> str:
        stride = f" stride {self.stride}" if self.stride > 1 else ""
        return f"{self.channels} to {self.filters}, {self.window}x{self.window}{stride}, {self.size}x{self.size}"

    @property
    def extent(self) -> int:
        """The height and width of the data."""
        return (self.size - 1) * self.stride + self.window

    def physical_shapes(self, data: str, result: str) -> tuple[str, str]:
        """Returns the types of the data and the result in these layouts."""
        return _physical_shape(data, self.channels, self.extent), _physical_shape(result, self.filters, self.size)

    def program(self) -> str:
        data = f"tensor<1x{self.channels}x{self.extent}x{self.extent}xf32>"
        result = f"tensor<1x{self.filters}x{self.size}x{self.size}xf32>"
        is_depthwise = self.kind == "depthwise_conv2d"
        op = "depthwise_conv_2d_nchw_chw" if is_depthwise else "conv_2d_nchw_fchw"
        outer = f"{self.filters}" if is_depthwise else f"{self.filters}x{self.channels}"
        kernel = f"tensor<{outer}x{self.window}x{self.window}xf32>"
        return f"""\
func.func @main(%data: {data}, %kernel: {kernel}) -> {result} {{
  %zero = arith.constant 0.0 : f32
  %empty = tensor.empty() : {result}
  %zeros = linalg.fill ins(%zero : f32) outs(%empty : {result}) -> {result}
  %result = linalg.{op} {{strides = dense<{self.stride}> : tensor<2xi64>}}
      ins(%data, %kernel : {data}, {kernel}) outs(%zeros : {result}) -> {result}
  return %result : {result}
}}
"""


def _physical_shape(layout: str, channels: int, extent: int) -> str:
    """Returns e.g. 1x4x56x56x16xf32 for NCHW16c, or nothing if blocks do not divide the channels."""
    block = int(re.search(r"\d+|$", layout)[0] or 1)
    if channels % block:
        return ""
    extents = {"N": 1, "C": channels // block, "H": extent, "W": extent}
    shape = [extents[letter] for letter in layout if letter in extents] + ([block] if block > 1 else [])
    return "x".join(map(str, shape)) + "xf32"


CONVOLUTIONS = (
    Convolution("conv2d", 3, 64, 112, 7, 2),
    Convolution("conv2d", 64, 64, 56, 3),
    Convolution("conv2d", 128, 128, 28, 3),
    Convolution("conv2d", 256, 256, 14, 3),
    Convolution("pointwise_conv2d", 64, 256, 56, 1),
    Convolution("pointwise_conv2d", 512, 128, 28, 1),
    Convolution("pointwise_conv2d", 1024, 256, 14, 1),
    Convolution("depthwise_conv2d", 144, 144, 56, 3),
    Convolution("depthwise_conv2d", 384, 384, 14, 3),
)



def bench_prices(work: pathlib.Path, file: pathlib.Path | None, is_small: bool, runs: int) -> None:
    """Times convolutions in each pair of layouts of data and result, prints a table for each kind, and adds the times to
    the calibration `file`, if any. `is_small` takes one convolution of each kind."""
    kernels = []
    for kind, group in itertools.groupby(CONVOLUTIONS, lambda convolution: convolution.kind):
        convolutions = list(group)[-1 if is_small else 0 :]
        times = [_Times(work, convolution, runs) for convolution in convolutions]
        print(f"\n## {kind}: {'; '.join(map(str, convolutions))}\n")
        rows = []
        for data, result in itertools.product(_LAYOUTS, _LAYOUTS):
            measured = [time for time in times if (data, result) in time.seconds]
            if not measured:
                continue
            excess = [time.excess(data, result) for time in measured]
            adds = sum(time.convolution.multiply_adds for time in measured)
            kernels.append(
                {
                    "kind": kind,
                    "data": data,
                    "result": result,
                    "per_multiply_add": float(f"{sum(excess) / adds * _PICOSECONDS:.3g}"),
                }
            )
            ratios = [time.seconds[data, result] / time.fastest for time in measured]
            prices = [more / time.rewrite for more, time in zip(excess, measured, strict=True)]
            rows.append([data, result, _each(ratios), _each(prices), f"{kernels[-1]['per_multiply_add']:.2f}"])
        print_table(["data", "result", "of the fastest", "rewrites", "ps"], rows)
    if file:
        calibration = json.loads(file.read_text(encoding="utf-8"))
        file.write_text(json.dumps({**calibration, "kernels": kernels}, indent=2) + "\n", encoding="utf-8")


def _each(values: list[float]) -> str:
    return ", ".join(f"{value:.2f}" for value in values)


class _Times:
    """What a convolution takes in each pair of layouts that it can have."""

    def __init__(self, work: pathlib.Path, convolution: Convolution, runs: int) -> None:
        self.convolution = convolution
        self.seconds: dict[tuple[str, str], float] = {}
        rewrites: list[float] = []
        for data, result in itertools.product(_LAYOUTS, _LAYOUTS):
            profile, said = _profile(work, convolution, data, result, runs)
            shapes = convolution.physical_shapes(data, result)
            # A convolution that cannot have the layouts keeps its own, or takes them without the blocks.
            for kernel in profile["kernels"]:
                source, _, target = kernel["types"].partition(" -> ")
                if all(shapes) and (source.split(", ")[0], target) == shapes:
                    self.seconds[data, result] = kernel["seconds"]
            moved = f"{2 * _ELEMENT * convolution.result_elements:,} bytes, "
            found = re.findall(rf"^ *{moved}([\d.]+) (ms|us)", said, re.MULTILINE)
            rewrites += [float(number) * _SECONDS[unit] for number, unit in found]
        if not self.seconds or not rewrites:
            raise ToolError(f"layout-run names no kernel or no rewrite of the convolution {convolution}")
        self.fastest = min(self.seconds.values())
        self.rewrite = statistics.median(rewrites)  # of the result, from or to NCHW

    def excess(self, data: str, result: str) -> float:
        """The seconds that these layouts take longer than the fastest ones."""
        more = self.seconds[data, result] - self.fastest
        return more if more > _NOISE * self.fastest else 0.0


def _profile(work: pathlib.Path, convolution: Convolution, data: str, result: str, runs: int) -> tuple[dict, str]:
    """Returns the profile of a convolution in these layouts, and what layout-run prints."""
    source, profile = work / "convolution.mlir", work / "profile.json"
    source.write_text(convolution.program(), encoding="utf-8")
    pipeline = f"--layout-pipeline=prefer={convolution.kind}=[{data},default,{result}]"
    output = f"--output={work / 'result.npy'}"
    said = measure("layout-run", source, pipeline, f"--runs={runs}", f"--profile={profile}", output).output
    return json.loads(profile.read_text(encoding="utf-8")), said
