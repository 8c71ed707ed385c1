"""The example of a torch-mlir backend: what it compiles computes what the program computes, without a plan."""

import importlib
import io
import os
import sys
import types
import unittest
import unittest.mock
import warnings

from package import ROOT, requires_package

try:
    import numpy
except ImportError:
    numpy = None

sys.path.insert(0, os.path.join(ROOT, "tools", "examples", "torch_backend"))

# As torch-mlir writes a linear layer with a ReLU, and a sum of its results.
LINEAR = """
#all = affine_map<(d0, d1) -> (d0, d1)>
#row = affine_map<(d0, d1) -> (d1)>
#sum = affine_map<(d0, d1) -> (d0)>
module attributes {torch.debug_module_name = "Linear"} {
  ml_program.global private mutable @global_seed(dense<0> : tensor<i64>) : tensor<i64>
  func.func @forward(%arg0: tensor<5x13xf32>, %arg1: tensor<13x7xf32>, %arg2: tensor<7xf32>)
      -> (tensor<5x7xf32>, tensor<5xf32>) {
    %zero = arith.constant 0.000000e+00 : f32
    %empty = tensor.empty() : tensor<5x7xf32>
    %fill = linalg.fill ins(%zero : f32) outs(%empty : tensor<5x7xf32>) -> tensor<5x7xf32>
    %0 = linalg.matmul ins(%arg0, %arg1 : tensor<5x13xf32>, tensor<13x7xf32>) outs(%fill : tensor<5x7xf32>)
        -> tensor<5x7xf32>
    %1 = linalg.generic {indexing_maps = [#all, #row, #all], iterator_types = ["parallel", "parallel"]}
        ins(%0, %arg2 : tensor<5x7xf32>, tensor<7xf32>) outs(%empty : tensor<5x7xf32>) {
    ^bb0(%in: f32, %bias: f32, %out: f32):
      %4 = arith.addf %in, %bias : f32
      %5 = arith.maximumf %4, %zero : f32
      linalg.yield %5 : f32
    } -> tensor<5x7xf32>
    %e = tensor.empty() : tensor<5xf32>
    %2 = linalg.fill ins(%zero : f32) outs(%e : tensor<5xf32>) -> tensor<5xf32>
    %3 = linalg.generic {indexing_maps = [#all, #sum], iterator_types = ["parallel", "reduction"]}
        ins(%1 : tensor<5x7xf32>) outs(%2 : tensor<5xf32>) {
    ^bb0(%in: f32, %out: f32):
      %4 = arith.addf %in, %out : f32
      linalg.yield %4 : f32
    } -> tensor<5xf32>
    return %1, %3 : tensor<5x7xf32>, tensor<5xf32>
  }
}
"""
UNKNOWN_SIZE = """
func.func @forward(%x: tensor<?x3xf32>, %y: tensor<3x4xf32>, %o: tensor<?x4xf32>) -> tensor<?x4xf32> {
  %0 = linalg.matmul ins(%x, %y : tensor<?x3xf32>, tensor<3x4xf32>) outs(%o : tensor<?x4xf32>) -> tensor<?x4xf32>
  return %0 : tensor<?x4xf32>
}
"""


@requires_package
class TorchBackend(unittest.TestCase):
    def compile(self, program, **options):
        from layout_backend import LayoutBackend

        backend = LayoutBackend(**options)
        artifact = backend.compile(program)
        return artifact, backend.load(artifact)

    def arrays(self, *shapes):
        random = numpy.random.default_rng(0)
        return [random.uniform(-1, 1, shape).astype(numpy.float32) for shape in shapes]

    def test_network(self):
        from layout_mlir import run
        from layout_mlir.models import CnnOptions, resnet18

        text = io.StringIO()
        resnet18(text, CnnOptions(small=True, input_size=40))
        [image] = self.arrays((1, 3, 40, 40))
        artifact, invoker = self.compile(text.getvalue(), target="nchw8c")
        self.assertTrue(artifact.planned.report.plan.is_proved_best)
        scores = invoker.forward(image)
        numpy.testing.assert_allclose(scores, run(text.getvalue(), image), rtol=1e-3, atol=1e-4)
        # The library is called, not compiled again.
        numpy.testing.assert_array_equal(scores, invoker.forward(image))

    def test_results(self):
        x, w, b = self.arrays((5, 13), (13, 7), (7,))
        _, invoker = self.compile(LINEAR, target="nchw16c-mm16")
        activations, sums = invoker.forward(x, w, b)
        expected = numpy.maximum(x @ w + b, 0)
        numpy.testing.assert_allclose(activations, expected, rtol=1e-5, atol=1e-6)
        numpy.testing.assert_allclose(sums, expected.sum(axis=1), rtol=1e-5, atol=1e-6)
        # Columns of another array are copied.
        wide = numpy.concatenate([x, x], axis=1)
        numpy.testing.assert_array_equal(invoker.forward(wide[:, :13], w, b)[0], activations)

    def test_wrong_inputs(self):
        x, w, b = self.arrays((5, 13), (13, 7), (7,))
        _, invoker = self.compile(LINEAR)
        with self.assertRaisesRegex(TypeError, "requires 3 inputs, found 1"):
            invoker.forward(x)
        with self.assertRaisesRegex(TypeError, "requires 13x7 elements of float32 as input 1, found 7x13 of float32"):
            invoker.forward(x, w.T, b)
        with self.assertRaisesRegex(TypeError, "as input 2, found 7 of float64"):
            invoker.forward(x, w, b.astype(numpy.float64))
        with self.assertRaisesRegex(AttributeError, "requires one of forward, found backward"):
            invoker.backward(x)

    def test_unknown_size(self):
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            with self.assertRaisesRegex(TypeError, "requires results of known sizes, found others in forward"):
                self.compile(UNKNOWN_SIZE)

    def test_derives_from_torch_mlir(self):
        """Where torch-mlir is installed, its tests take the backend."""
        base = type("LinalgOnTensorsBackend", (), {})
        name = "torch_mlir_e2e_test.linalg_on_tensors_backends.abc"
        parts = name.split(".")
        modules = {".".join(parts[: end + 1]): types.ModuleType(parts[end]) for end in range(len(parts))}
        modules[name].LinalgOnTensorsBackend = base
        with unittest.mock.patch.dict(sys.modules, modules):
            sys.modules.pop("layout_backend", None)
            backend = importlib.import_module("layout_backend")
            self.assertTrue(issubclass(backend.LayoutBackend, base))


if __name__ == "__main__":
    unittest.main()
