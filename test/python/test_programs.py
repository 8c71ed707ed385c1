"""Programs in Python: planned in place of layout-opt, run in place of layout-run, with errors as exceptions."""

import doctest
import json
import os
import subprocess
import sys
import tempfile
import types
import unittest
import unittest.mock
import warnings
from pathlib import Path

import layout_mlir
from layout_mlir import LayoutErrorCode as Code
from layout_mlir import (
    LayoutWarning,
    MissingPackage,
    ParseError,
    PlanningError,
    RunError,
    optimize,
    options,
    planning,
    run,
)
from package import requires_package

try:
    import numpy
except ImportError:
    numpy = None

# 20 channels do not divide by 16, and neither does the image by anything.
CONVOLUTION = """
func.func @main(%x: tensor<1x3x9x7xf32>, %w: tensor<20x3x3x3xf32>) -> tensor<1x20x7x5xf32> {
  %zero = arith.constant 0.0 : f32
  %empty = tensor.empty() : tensor<1x20x7x5xf32>
  %fill = linalg.fill ins(%zero : f32) outs(%empty : tensor<1x20x7x5xf32>) -> tensor<1x20x7x5xf32>
  %0 = linalg.conv_2d_nchw_fchw ins(%x, %w : tensor<1x3x9x7xf32>, tensor<20x3x3x3xf32>)
      outs(%fill : tensor<1x20x7x5xf32>) -> tensor<1x20x7x5xf32> loc("layer1"("model.py":12:3))
  return %0 : tensor<1x20x7x5xf32>
}
"""
# The caller passes and gets padded blocks, and one result as the program has it.
BORDER = """
func.func @main(%x: tensor<1x3x9x7xf32> {layout.tensor_layout = "NHWC"},
                %w: tensor<20x3x3x3xf32> {layout.tensor_layout = "OIHW16i16o"})
    -> (tensor<1x20x7x5xf32> {layout.tensor_layout = "NCHW16c"}, tensor<1x3x9x7xf32>) {
  %zero = arith.constant 0.0 : f32
  %empty = tensor.empty() : tensor<1x20x7x5xf32>
  %fill = linalg.fill ins(%zero : f32) outs(%empty : tensor<1x20x7x5xf32>) -> tensor<1x20x7x5xf32>
  %0 = linalg.conv_2d_nchw_fchw ins(%x, %w : tensor<1x3x9x7xf32>, tensor<20x3x3x3xf32>)
      outs(%fill : tensor<1x20x7x5xf32>) -> tensor<1x20x7x5xf32>
  %1 = math.exp %x : tensor<1x3x9x7xf32>
  return %0, %1 : tensor<1x20x7x5xf32>, tensor<1x3x9x7xf32>
}
"""
NOTHING = "func.func @empty() {\n  return\n}\n"


@requires_package
class Plans(unittest.TestCase):
    def test_is_what_the_tool_makes(self):
        result = optimize(CONVOLUTION, target="nhwc")
        with tempfile.TemporaryDirectory() as folder:
            path = Path(folder, "net.mlir")
            path.write_text(CONVOLUTION)
            command = ["layout-opt", path, f"--layout-pipeline=target=nhwc report={folder}/report.json"]
            done = subprocess.run(command, capture_output=True, text=True, check=True)
            from_file = optimize(path, target="nhwc")
            self.assertEqual(result.text.split(), done.stdout.split())
            self.assertEqual(from_file.report.data, json.loads(Path(folder, "report.json").read_text()))
            from_file.save(Path(folder, "planned.mlirbc"))
            self.assertEqual(optimize(str(Path(folder, "planned.mlirbc")), "nhwc").text, result.text)
        self.assertEqual(result.warnings, ())

    def test_report(self):
        report = optimize(CONVOLUTION, "nhwc").report
        self.assertEqual((report.target, report.strategy, report.is_planned), ("nhwc", "optimal", True))
        self.assertEqual((report.before.rewrites.n, report.after.rewrites.n), (0, 3))
        self.assertEqual(sum(left.bytes for left in report.rewrites_left), report.after.rewrites.bytes)
        self.assertTrue(report.plan.is_proved_best)
        (convolutions,) = report.critical_ops
        self.assertEqual((convolutions.kind, convolutions.n, convolutions.of), ("conv2d", 1, 1))
        self.assertEqual((convolutions.layouts, convolutions.reasons), ("NHWC, HWIO -> NHWC", ()))
        blocked = optimize(CONVOLUTION, "nchw16c").report.critical_ops[0]
        self.assertIn("indivisible=pad adds", blocked.reasons[0].reason)
        self.assertEqual((blocked.reasons[0].n, blocked.reasons[0].first), (1, "model.py:12:3"))
        self.assertIn("the signature of @main", report.rewrites_left[0].blocked_by)
        self.assertTrue(report.rewrites_left[0].advice.endswith("at argument 0 of @main saves it"))
        self.assertIn("model.py:12:3", {left.location for left in report.rewrites_left})
        self.assertIn("layer1", {left.name for left in report.rewrites_left})
        self.assertIn("NCHW -> NHWC", {left.letters for left in report.rewrites_left})
        self.assertEqual(blocked.reasons[0].name, "layer1")
        self.assertTrue(str(report).startswith("Layouts for target nhwc"))

    def test_page(self):
        result = optimize(CONVOLUTION, "nhwc")
        self.assertTrue(result.svg.startswith("<svg"))
        shown = result._repr_html_()
        try:
            page = result.page
        except layout_mlir.LayoutError:  # built without the page's JavaScript
            self.assertTrue(shown.startswith("<pre>Layouts for target nhwc"))
            return
        self.assertIn("</html>", page)
        self.assertTrue(shown.startswith("<iframe"))
        self.assertNotIn("<html", shown)

    def test_sources(self):
        """Text, bytecode, results, and modules of Python bindings."""

        class Operation:
            def get_asm(self, enable_debug_info=False):
                assert enable_debug_info
                return CONVOLUTION

        planned = optimize(CONVOLUTION, "nchw16c")
        bindings = types.SimpleNamespace(operation=Operation())
        for program in (CONVOLUTION.encode(), Operation(), bindings):
            self.assertEqual(optimize(program, "nchw16c").text, planned.text)
        for program in (planned, planned.bytecode, planned.text):
            self.assertEqual(optimize(program, "nchw16c").text, planned.text)
        with self.assertRaisesRegex(TypeError, "requires a program as text, bytecode, path or module, found int"):
            optimize(3)

    def test_options(self):
        plain = optimize(CONVOLUTION, "nchw16c")
        padded = optimize(CONVOLUTION, target="nchw16c", indivisible="pad")
        self.assertNotIn("1x2x7x5x16", plain.text)
        self.assertIn("1x2x7x5x16", padded.text)
        self.assertIn("layout.layout_transform", optimize(CONVOLUTION, "nhwc", materialize=False).text)
        self.assertEqual(optimize(CONVOLUTION, prefer="conv2d=[NHWC, HWIO]").report.after.rewrites.n, 3)

    def test_errors_have_types_and_places(self):
        with self.assertRaisesRegex(ParseError, "expected") as caught:
            optimize("func.func @f(\n  %x: tensr<4xf32>) { return }")
        self.assertEqual(caught.exception.location.line, 2)
        with self.assertRaisesRegex(ParseError, "cannot read none.mlir: No such file"):
            optimize("none.mlir")
        for name in ("/no/such", "no such net", "net.onnx"):
            with self.assertRaisesRegex(ParseError, f"^cannot read {name}: No such file or directory$"):
                optimize(name)
        with self.assertRaisesRegex(ParseError, "^text:1:13: operation being parsed with an unregistered dialect"):
            optimize('"no.such.op"() : () -> ()')
        with self.assertRaisesRegex(PlanningError, "requires a target out of .*, found 'nhcw'"):
            optimize(CONVOLUTION, "nhcw")
        with self.assertRaises(PlanningError) as caught:
            optimize(CONVOLUTION, "nhwc", relayouts="refuse")
        self.assertEqual(str(caught.exception.location), "model.py:12:3")
        self.assertGreater(len(caught.exception.diagnostics[0].notes), 0)

    def test_errors_have_codes(self):
        for kind, code, program, options in [
            (ParseError, Code.PROGRAM, "func.func @f(", {}),
            (ParseError, Code.PROGRAM, "none.mlir", {}),
            (ParseError, Code.PROGRAM, '"no.such.op"() : () -> ()', {}),
            (PlanningError, Code.OPTION, CONVOLUTION, {"target": "nhcw"}),
            (PlanningError, Code.PLANNING, CONVOLUTION, {"target": "nhwc", "relayouts": "refuse"}),
            (PlanningError, Code.PLANNING, NOTHING, {"target": "nhwc", "strict": True}),
        ]:
            with self.assertRaises(kind) as caught:
                optimize(program, **options)
            self.assertEqual(caught.exception.code, code, str(caught.exception))
        self.assertEqual(caught.exception.diagnostics[0].code, Code.PLANNING)
        with unittest.mock.patch.dict(os.environ, {"PATH": "/nonexistent"}):
            with self.assertRaises(layout_mlir.LayoutError) as caught:
                optimize(CONVOLUTION, "nhwc").svg
        self.assertEqual(caught.exception.code, Code.UNAVAILABLE)
        self.assertEqual(MissingPackage("none").code, Code.UNAVAILABLE)
        self.assertTrue(issubclass(layout_mlir.TuningError, layout_mlir.LayoutError))

    def test_nothing_planned_is_a_warning(self):
        with self.assertWarnsRegex(LayoutWarning, "nothing is planned: 'empty' holds no convolution"):
            result = optimize(NOTHING, "nhwc")
        self.assertEqual((result.report.is_planned, len(result.warnings)), (False, 1))
        self.assertEqual(result.report.unplanned[0].function, "empty")
        with self.assertRaisesRegex(PlanningError, "nothing is planned"), warnings.catch_warnings():
            warnings.simplefilter("error")
            optimize(NOTHING, "nhwc", strict=True)

    def test_hints_that_are_not_met(self):
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            result = optimize(CONVOLUTION, "nhwc", pitched="conv3d=false")
        [hint] = result.report.hints
        self.assertEqual((hint.hint, hint.outcome, hint.n), ("pitched=conv3d", "matches no operation", 1))
        self.assertIsNone(hint.first)
        self.assertIn("  pitched=conv3d: matches no operation\n", str(result.report))

    def test_documentation(self):
        for module in (options, planning):
            result = doctest.testmod(module)
            self.assertEqual(result.failed, 0)
            self.assertGreater(result.attempted, 1)


@requires_package
class Runs(unittest.TestCase):
    def setUp(self):
        random = numpy.random.default_rng(1)
        self.arguments = [random.random(shape, numpy.float32) for shape in ((1, 3, 9, 7), (20, 3, 3, 3))]

    def test_planned_program_computes_the_same(self):
        x, w = self.arguments
        windows = numpy.lib.stride_tricks.sliding_window_view(x, (3, 3), axis=(2, 3))
        expected = numpy.einsum("nchwij,fcij->nfhw", windows, w)
        for program in (
            CONVOLUTION,
            optimize(CONVOLUTION, "nhwc"),
            optimize(CONVOLUTION, "nchw16c", indivisible="pad"),
        ):
            numpy.testing.assert_allclose(run(program, x, w), expected, rtol=1e-5)
        reversed_x = numpy.asfortranarray(x[:, :, ::-1])
        numpy.testing.assert_allclose(run(CONVOLUTION, reversed_x[:, :, ::-1], w, threads=2), expected, rtol=1e-5)

    def test_changed_signature(self):
        """Arguments and results are those of the program, whatever layouts the planned function takes and gives."""
        x, w = self.arguments
        expected = run(CONVOLUTION, x, w)
        for target, options in (("nhwc", {}), ("nchw16c", {"indivisible": "pad"}), ("nhwc", {"constant_args": "1"})):
            planned = optimize(BORDER, target, **options)
            signature = next(line for line in planned.text.splitlines() if "func.func @main(" in line)
            for physical in ("%arg0: tensor<1x9x7x3xf32>", "%arg1: tensor<2x1x3x3x16x16xf32>", "tensor<1x2x7x5x16xf32>"):
                self.assertIn(physical, signature)
            for program in (planned, planned.bytecode, optimize(planned, target)):
                convolved, copied = run(program, x, w)
                numpy.testing.assert_allclose(convolved, expected, rtol=1e-5)
                numpy.testing.assert_allclose(copied, numpy.exp(x), rtol=1e-6)
            with self.assertRaisesRegex(RunError, r"requires the shape of tensor<1x3x9x7xf32>, found \(1, 9, 7, 3\)"):
                run(planned, numpy.ascontiguousarray(x.transpose(0, 2, 3, 1)), w)

    def test_several_results_and_types(self):
        program = """
        func.func @pair(%x: tensor<?xi8>, %y: f64) -> (f64, tensor<?xi8>) { return %y, %x : f64, tensor<?xi8> }
        func.func @other() -> i32 { %c = arith.constant 7 : i32 return %c : i32 }
        """
        first, second = run(program, numpy.array([3, -4], "i1"), numpy.array(2.5, ">f8"), entry="pair")
        self.assertEqual((first.item(), second.tolist(), second.dtype), (2.5, [3, -4], numpy.int8))
        self.assertEqual(run(program, entry="other"), 7)

    def test_bfloat16(self):
        try:
            import ml_dtypes
        except ImportError:
            self.skipTest("ml_dtypes is not installed")
        program = "func.func @f(%x: tensor<2xbf16>) -> tensor<2xbf16> { return %x : tensor<2xbf16> }"
        self.assertEqual(run(program, numpy.array([1, 2], ml_dtypes.bfloat16)).dtype, ml_dtypes.bfloat16)

    def test_errors(self):
        x, w = self.arguments
        for inputs, message in [
            ([x], "requires 2 inputs, found 1"),
            ([x, w, w], "requires at most 2 inputs, found 3"),
            ([x, x], r"requires the shape of tensor<20x3x3x3xf32>, found \(1, 3, 9, 7\)"),
            ([x, w.astype("f8")], "requires elements '<f4', found '<f8'"),
        ]:
            with self.assertRaisesRegex(RunError, message):
                run(CONVOLUTION, *inputs)
        with self.assertRaisesRegex(RunError, "nothing"):
            run(CONVOLUTION, x, w, entry="nothing")
        for kind in (RunError, TimeoutError):
            with self.assertRaisesRegex(kind, "requires an end within 0.001 s, found none"):
                run(CONVOLUTION, x, w, timeout=0.001)
        with self.assertRaisesRegex(ParseError, "custom op 'garbage' is unknown") as caught:
            run("garbage {", x)
        self.assertEqual((caught.exception.code, str(caught.exception.location)), (Code.PROGRAM, "text:1:1"))
        with self.assertRaises(ParseError) as of_planning:
            optimize("garbage {")
        self.assertEqual(of_planning.exception.diagnostics, caught.exception.diagnostics)
        with self.assertRaisesRegex(TypeError, "no Python objects"):
            run(CONVOLUTION, [None], w)


@requires_package
class PyTorch(unittest.TestCase):
    def test_what_is_missing(self):
        with unittest.mock.patch.dict(sys.modules, {"torch": None}):
            with self.assertRaisesRegex(MissingPackage, "requires PyTorch and torch-mlir, found no 'torch'"):
                layout_mlir.from_torch(object())

    def fake_packages(self, calls):
        """Packages that stand in for PyTorch and torch-mlir, and write down what is called; test/install has the real."""

        class Fx:
            @staticmethod
            def export_and_import(model, *inputs, **options):
                calls.append((type(model), inputs, options))
                return types.SimpleNamespace(operation=types.SimpleNamespace(get_asm=lambda **_: CONVOLUTION))

        class ContextCache:
            def __init__(self, context, *, py_attr_tracker):
                self._c = context
                self.tracker = py_attr_tracker

            def get_node_location(self, node):
                return node.meta.get("line")

        class FxImporter:
            def __init__(self, *, context, hooks):
                self.context, self.hooks = context, hooks
                self._py_attr_tracker = object()

        class Location:
            @staticmethod
            def name(name, child, context):
                return (name, child, context)

        context = types.SimpleNamespace()
        torch_dialect = types.SimpleNamespace(register_dialect=lambda it: calls.append("register" if it is context else 0))
        ir = types.SimpleNamespace(Context=lambda: context, Location=Location)
        importer = types.SimpleNamespace(ContextCache=ContextCache, FxImporter=FxImporter)
        return context, {
            "torch": types.ModuleType("torch"),
            "torch_mlir": types.SimpleNamespace(fx=Fx, ir=ir),
            "torch_mlir.dialects": types.SimpleNamespace(torch=torch_dialect),
            "torch_mlir.extras": types.SimpleNamespace(fx_importer=importer),
        }

    def test_one_call(self):
        calls = []

        class Model:
            def eval(self):
                calls.append("eval")
                return self

        context, fakes = self.fake_packages(calls)
        with unittest.mock.patch.dict(sys.modules, fakes):
            module = layout_mlir.from_torch(Model(), 1, 2, func_name="forward", hooks="hooks")
            layout_mlir.from_torch(object(), fx_importer=None)
        importer = calls[2][2].pop("fx_importer")
        options = {"output_type": "linalg-on-tensors", "func_name": "forward", "hooks": "hooks"}
        self.assertEqual(calls[:3], ["eval", "register", (Model, (1, 2), options)])
        self.assertEqual(calls[3], (object, (), {"output_type": "linalg-on-tensors", "fx_importer": None}))
        self.assertEqual((importer.context, importer.hooks), (context, "hooks"))
        self.assertIs(importer._cc.tracker, importer._py_attr_tracker)
        self.assertEqual(optimize(module, "nhwc").report.after.rewrites.n, 3)

    def test_locations_name_layers(self):
        calls = []
        context, fakes = self.fake_packages(calls)
        with unittest.mock.patch.dict(sys.modules, fakes):
            layout_mlir.from_torch(object())
        location = calls[-1][2]["fx_importer"]._cc.get_node_location

        def node(line, *paths):
            return types.SimpleNamespace(meta={"line": line, "nn_module_stack": {path: (path, "type") for path in paths}})

        self.assertEqual(location(node(5, "", "layer1", "layer1.conv")), ("layer1.conv", 5, context))
        self.assertEqual(location(node(5, "")), 5)
        self.assertEqual(location(node(5)), 5)
        self.assertIsNone(location(node(None, "layer1")))
        self.assertEqual(location(node(5, "_empty_nn_module_stack_from_metadata_hook")), 5)
        self.assertEqual(location(types.SimpleNamespace(meta={"line": 5})), 5)


@requires_package
class MissingLibrary(unittest.TestCase):
    def test_says_what_to_do(self):
        code = "import layout_mlir; layout_mlir.Layout('NC')"
        environment = dict(os.environ, PATH="/nonexistent")
        done = subprocess.run([sys.executable, "-c", code], env=environment, capture_output=True, text=True, check=False)
        self.assertIn("requires libLayoutMLIRCAPI.so in the package or beside a layout-opt in PATH", done.stderr)


if __name__ == "__main__":
    unittest.main()
