# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""`layout-bench --kernels` finds the convolutions of planned networks and wrong results. No time is asserted."""

import contextlib
import ctypes
import io
import json
import os
import pathlib
import sys
import tempfile
import unittest
from unittest import mock

_ROOT = pathlib.Path(__file__).resolve().parents[2]
_MODULES = [str(_ROOT / "python"), str(_ROOT / "tools" / "layout-bench")]
sys.path[:0] = _MODULES

from layout_bench import convolution_program, kernel_race, kernels, onednn  # noqa: E402
from layout_bench.check import Network  # noqa: E402
from layout_bench.convolutions import Convolution, Shape, find_convolutions, parse_type  # noqa: E402
from layout_bench.process import ToolError  # noqa: E402

_BUILD = pathlib.Path(os.environ.get("LAYOUT_BUILD", _ROOT / "build" / "release"))
_LLVM_BIN = "/usr/lib/llvm-22/bin"

# A convolution with padding at three sides and strides, and a depthwise one that reads a slice of its result.
_PROGRAM = """\
func.func @forward(%x: tensor<1x16x9x11xf32>) -> tensor<1x16x3x4xf32> {
  %zero = arith.constant 0.0 : f32
  %w = arith.constant dense<1.0> : tensor<32x16x3x2xf32>
  %v = arith.constant dense<1.0> : tensor<16x2x2xf32>
  %padded = tensor.pad %x low[0, 0, 1, 0] high[0, 0, 1, 1] {
  ^bb0(%n: index, %c: index, %h: index, %w_: index):
    tensor.yield %zero : f32
  } : tensor<1x16x9x11xf32> to tensor<1x16x11x12xf32>
  %0 = tensor.empty() : tensor<1x32x5x6xf32>
  %1 = linalg.fill ins(%zero : f32) outs(%0 : tensor<1x32x5x6xf32>) -> tensor<1x32x5x6xf32>
  %2 = linalg.conv_2d_nchw_fchw {dilations = dense<1> : vector<2xi64>, strides = dense<2> : vector<2xi64>} ins(%padded, %w : tensor<1x16x11x12xf32>, tensor<32x16x3x2xf32>) outs(%1 : tensor<1x32x5x6xf32>) -> tensor<1x32x5x6xf32>
  %3 = tensor.extract_slice %2[0, 16, 0, 0] [1, 16, 5, 6] [1, 1, 1, 1] : tensor<1x32x5x6xf32> to tensor<1x16x5x6xf32>
  %4 = tensor.empty() : tensor<1x16x3x4xf32>
  %5 = linalg.fill ins(%zero : f32) outs(%4 : tensor<1x16x3x4xf32>) -> tensor<1x16x3x4xf32>
  %6 = linalg.depthwise_conv_2d_nchw_chw {dilations = dense<2> : vector<2xi64>, strides = dense<1> : vector<2xi64>} ins(%3, %v : tensor<1x16x5x6xf32>, tensor<16x2x2xf32>) outs(%5 : tensor<1x16x3x4xf32>) -> tensor<1x16x3x4xf32>
  return %6 : tensor<1x16x3x4xf32>
}
"""
_FIRST = Shape(
    *(1, 1, 16, 32), (9, 11), (3, 2), (5, 6), strides=(2, 2), dilations=(1, 1), low=(1, 0), high=(1, 1)
)
_SECOND = Shape(
    *(1, 16, 1, 1), (5, 6), (2, 2), (3, 4), strides=(1, 1), dilations=(2, 2), low=(0, 0), high=(0, 0)
)


class KernelTest(unittest.TestCase):
    def setUp(self) -> None:
        paths = os.pathsep.join([str(_BUILD / "bin"), _LLVM_BIN, os.environ["PATH"]])
        self.patch(mock.patch.dict(os.environ, {"PATH": paths, "PYTHONPATH": os.pathsep.join(_MODULES)}))
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = pathlib.Path(folder.name)

    def patch(self, patch) -> None:
        patch.start()
        self.addCleanup(patch.stop)

    def find(self, target: str) -> dict[Convolution, int]:
        program = self.folder / "program.mlir"
        program.write_text(_PROGRAM, encoding="utf-8")
        return find_convolutions(program, target, self.folder)


class Convolutions(KernelTest):
    def test_shapes_do_not_depend_on_layouts(self) -> None:
        for target in ("nchw16c", "nhwc-packed16", "nchw"):
            found = self.find(target)
            self.assertEqual({convolution.shape: calls for convolution, calls in found.items()}, {_FIRST: 1, _SECOND: 1})

    def test_operands_are_those_of_the_plan(self) -> None:
        found = {convolution.shape: convolution for convolution in self.find("nchw16c")}
        self.assertEqual([dim.size for dim in found[_FIRST].image.dims], [1, 1, 11, 12, 16])
        self.assertEqual("".join(dim.role for dim in found[_FIRST].filter.dims), "kcrsck")
        self.assertEqual("".join(dim.role for dim in found[_SECOND].result.dims), "nghwg")

    def test_shapes_say_what_is_computed(self) -> None:
        self.assertEqual(str(_FIRST), "16x9x11 to 32, 3x2, strides 2x2")
        self.assertEqual(str(_SECOND), "16x5x6 to 16, 2x2, dilations 2x2, 16 groups")
        self.assertEqual(_FIRST.operations(), 2 * (5 * 6 * 32) * (16 * 3 * 2))
        self.assertEqual(_SECOND.operations(), 2 * (3 * 4 * 16) * (2 * 2))

    def test_strides_of_buffers(self) -> None:
        self.assertEqual(parse_type("memref<2x3x4xf32>"), ((2, 3, 4), (12, 4, 1)))
        self.assertEqual(parse_type("memref<1x3x4xf32, strided<[?, 8, 2], offset: ?>>"), ((1, 3, 4), (24, 8, 2)))
        with self.assertRaisesRegex(ToolError, "not on f32 buffers of static shape with strides, but memref<2xf64>"):
            parse_type("memref<2xf64>")

    def test_kernels_compute_convolutions(self) -> None:
        for number, convolution in enumerate(self.find("nhwc-packed16")):
            kernel = kernel_race.Kernel(convolution, self.folder / f"kernel{number}")
            kernel.allocate()
            floats = ctypes.POINTER(ctypes.c_float)
            bias = ctypes.cast(kernel.bias, floats)
            for operand, address in ((convolution.image, kernel.image), (convolution.filter, kernel.filter)):
                for index in range(operand.extent()):
                    ctypes.cast(address, floats)[index] = 1.0
            shape = convolution.shape
            for channel in range(shape.groups * shape.outputs):
                bias[channel] = 3.0 if channel == 1 else -1000.0
            kernel.run()
            result = ctypes.cast(kernel.result, floats)
            channel = next(dim for dim in reversed(convolution.result.dims) if dim.role in "gk" and dim.size > 1)
            # The padding is 1 as well.
            self.assertEqual(result[channel.stride], shape.inputs * shape.window[0] * shape.window[1] + 3.0)
            self.assertEqual(result[0], 0.0)


class Tables(KernelTest):
    def setUp(self) -> None:
        super().setUp()
        for name in ("_ROUND_SECONDS", "_BATCH_SECONDS"):
            self.patch(mock.patch.object(kernel_race, name, 0.0))

    def run_kernels(self) -> tuple[bool, str, list[dict]]:
        """Returns whether it passed, what it printed, and what it wrote of each convolution."""
        program = self.folder / "source.mlir"
        program.write_text(_PROGRAM, encoding="utf-8")
        printed = io.StringIO()
        file = self.folder / "kernels.json"
        with contextlib.redirect_stdout(printed), contextlib.redirect_stderr(io.StringIO()):
            networks = [Network("tiny", file=program)]
            passed = kernels.bench_kernels(self.folder, networks, ["nchw16c", "nhwc-packed16"], 2, file)
        return passed, printed.getvalue(), json.loads(file.read_text(encoding="utf-8"))

    def test_without_onednn_only_ours_are_timed(self) -> None:
        with mock.patch.object(onednn, "find_library", lambda: None):
            passed, printed, found = self.run_kernels()
        self.assertTrue(passed, printed)
        self.assertIn("\noneDNN: not installed: onednn-cpu-gomp\n", printed)
        self.assertEqual(len(found), 4)
        for each in found:
            self.assertEqual((len(each["seconds"]), each["theirs"], each["share"]), (2, [], None))

    def test_libraries_that_cannot_be_loaded_are_an_error(self) -> None:
        with mock.patch.object(onednn, "find_library", lambda: str(self.folder / "libdnnl.so.3")):
            with self.assertRaisesRegex(ToolError, "oneDNN cannot be loaded: .*libdnnl.so.3"):
                self.run_kernels()

    def test_half_of_the_time_is_at_the_weighted_median(self) -> None:
        self.assertEqual(kernels._weighted_median([(3.0, 1.0), (1.0, 2.0), (2.0, 2.0)]), 2.0)
        self.assertEqual(kernels._weighted_median([(0.5, 4.0), (2.0, 1.0)]), 0.5)

    @unittest.skipUnless(onednn.find_library(), f"needs {onednn.PACKAGE}")
    def test_equal_results_pass(self) -> None:
        passed, printed, found = self.run_kernels()
        self.assertTrue(passed, printed)
        for each in found:
            self.assertEqual((len(each["theirs"]), each["problem"]), (2, ""))
            self.assertGreater(each["share"], 0)
            self.assertLess(each["difference"], 1e-5)

    @unittest.skipUnless(onednn.find_library(), f"needs {onednn.PACKAGE}")
    def test_wrong_results_are_an_error(self) -> None:
        def write_other_sum(convolution: Convolution, file: pathlib.Path) -> None:
            convolution_program.write_program(convolution, file)
            text = file.read_text(encoding="utf-8")
            file.write_text(text.replace("arith.cmpf ugt", "arith.cmpf ult"), encoding="utf-8")

        with mock.patch.object(kernel_race, "write_program", write_other_sum):
            passed, printed, found = self.run_kernels()
        self.assertFalse(passed)
        self.assertIn("16x9x11 to 32, 3x2, strides 2x2: its results differ by", printed)
        self.assertEqual([each["problem"] == "" for each in found], [False] * 4)


if __name__ == "__main__":
    unittest.main()
