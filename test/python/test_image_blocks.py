# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Plans random convolutions for layouts with blocks of image dims and compares what they compute.

Borders, strides, dilations, windows and blocks are random, and most blocks do not divide their dims.
"""

import os
import pathlib
import random
import tempfile
import unittest

from build_tools import run_tool

_CASES = 16
_OPS = {1: "conv_1d_ncw_fcw", 2: "conv_2d_nchw_fchw", 3: "conv_3d_ncdhw_fcdhw"}
_LETTERS = {1: "W", 2: "HW", 3: "DHW"}


def _tensor(*shape: int) -> str:
    return f"tensor<{'x'.join(map(str, shape))}xf32>"


def _list(numbers: list[int]) -> str:
    return ", ".join(map(str, numbers))


def _program(rng: random.Random, rank: int) -> str:
    """A convolution of an image with a border."""
    sizes, strides, dilations, low, high = (
        [rng.randint(least, most) for _ in range(rank)] for least, most in ((1, 11), (1, 3), (1, 2), (0, 3), (0, 3))
    )
    padded = [size + before + behind for size, before, behind in zip(sizes, low, high)]
    windows = [min(rng.randint(1, 3), (size - 1) // by + 1) for size, by in zip(padded, dilations)]
    results = [
        (size - by * (window - 1) - 1) // stride + 1
        for size, by, window, stride in zip(padded, dilations, windows, strides)
    ]
    inputs, outputs = rng.randint(1, 5), rng.randint(1, 5)
    source, image = _tensor(1, inputs, *sizes), _tensor(1, inputs, *padded)
    filters, result = _tensor(outputs, inputs, *windows), _tensor(1, outputs, *results)
    vector = f"tensor<{rank}xi64>"
    return f"""
func.func @main(%x: {source}, %w: {filters}, %o: {result}) -> {result} {{
  %border = arith.constant {rng.choice(("0.0", "1.5"))} : f32
  %p = tensor.pad %x low[0, 0, {_list(low)}] high[0, 0, {_list(high)}] {{
  ^bb0({", ".join(f"%i{dim}: index" for dim in range(rank + 2))}):
    tensor.yield %border : f32
  }} : {source} to {image}
  %0 = linalg.{_OPS[rank]} {{strides = dense<[{_list(strides)}]> : {vector}, dilations = dense<[{_list(dilations)}]> : {vector}}}
      ins(%p, %w : {image}, {filters}) outs(%o : {result}) -> {result}
  %e = tensor.empty() : {result}
  %1 = linalg.exp ins(%0 : {result}) outs(%e : {result}) -> {result}
  return %1 : {result}
}}
"""


def _layout(rng: random.Random, rank: int) -> str:
    letters = _LETTERS[rank]
    layout = rng.choice((f"N{letters}C", f"NC{letters}"))
    layout += "".join(f"{rng.choice((2, 3, 4, 8))}{letter.lower()}" for letter in letters if rng.random() < 0.8)
    return layout + rng.choice(("", "2c"))


class ImageBlocks(unittest.TestCase):
    def test_random_convolutions(self) -> None:
        rng = random.Random(1)
        with_blocks = 0
        for case in range(_CASES):
            rank = rng.choice((1, 2, 2, 3))
            program = _program(rng, rank)
            data = _layout(rng, rank)
            result = rng.choice((data, _layout(rng, rank)))
            options = f"prefer=conv{rank}d=[{data},default,{result}] indivisible=pad padding-price={case % 2}"
            with self.subTest(options=options, program=program), tempfile.TemporaryDirectory() as scratch:
                given, planned = os.path.join(scratch, "given.mlir"), os.path.join(scratch, "planned.mlir")
                pathlib.Path(given).write_text(program, encoding="utf-8")
                run_tool("layout-opt", given, f"--layout-pipeline={options}", "-o", planned)
                with_blocks += "floordiv" in pathlib.Path(planned).read_text(encoding="utf-8")
                run_tool("layout-check", given, planned)
                run_tool("layout-check", "--code=kernels", given, planned)
        self.assertGreater(with_blocks, _CASES // 2)


if __name__ == "__main__":
    unittest.main()
