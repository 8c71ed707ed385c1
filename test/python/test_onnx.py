# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The generated networks are the same as ONNX models.

Tests of the model need the package `onnx`, and those that run it `onnxruntime` and `numpy` too; they are skipped
without.
"""

import importlib.util
import io
import os
import pathlib
import subprocess
import sys
import tempfile
import unittest
from unittest import mock

_ROOT = pathlib.Path(__file__).resolve().parents[2] / "python"
sys.path.insert(0, str(_ROOT))

from layout_mlir import models  # noqa: E402
from layout_mlir.models import ImageLayout, Weights, graph, onnx_model  # noqa: E402
from layout_mlir.models.ir import Module, TensorType  # noqa: E402

_BUILD = pathlib.Path(os.environ.get("LAYOUT_BUILD", pathlib.Path(__file__).parents[2] / "build" / "release"))
_TOLERANCE = 1e-4  # of the largest number of a result


def _has(*packages: str) -> bool:
    return all(importlib.util.find_spec(package) for package in packages)


def _generate(name: str, **options) -> str:
    """Returns the network in MLIR; an option `onnx` is the file for its model."""
    network, kind = models.NETWORKS[name]
    stream = io.StringIO()
    network(stream, kind(small=True, **options))
    return stream.getvalue()


class Meanings(unittest.TestCase):
    """What needs no package."""

    def test_every_small_network_has_a_meaning(self) -> None:
        for name in models.NETWORKS:
            results = []
            with self.subTest(name), mock.patch.object(onnx_model, "save", lambda *given: results.extend(given[2])):
                _generate(name, onnx="unused")
                self.assertTrue(results)
                for result in results:
                    self.assertIsInstance(result.meaning, graph.Node)

    def test_the_text_is_the_same_with_a_model(self) -> None:
        with mock.patch.object(onnx_model, "save"):
            for name in models.NETWORKS:
                with self.subTest(name):
                    self.assertEqual(_generate(name, onnx="unused"), _generate(name))

    def test_other_layouts_are_an_error(self) -> None:
        with self.assertRaisesRegex(ValueError, "images of ONNX models are nchw, not nhwc"):
            _generate("resnet18", onnx="unused", layout=ImageLayout.NHWC)

    def test_a_missing_package_is_an_error(self) -> None:
        with mock.patch.dict(sys.modules, {"onnx": None}):
            with self.assertRaisesRegex(ValueError, "need the Python package onnx, which is not installed"):
                _generate("resnet18", onnx="unused")


@unittest.skipUnless(_has("onnx"), "needs onnx")
class Models(unittest.TestCase):
    def setUp(self) -> None:
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.file = pathlib.Path(folder.name) / "network.onnx"

    def test_every_small_network_is_valid(self) -> None:
        import onnx

        for name in models.NETWORKS:
            with self.subTest(name):
                _generate(name, onnx=self.file)
                onnx.checker.check_model(onnx.load(self.file), full_check=True)

    def test_layers_are_operators(self) -> None:
        """Layers of several ops in MLIR are those operators that engines know."""
        import onnx

        for name, op, count in (("resnet18", "Conv", 20), ("resnet18", "Relu", 17), ("bert_base", "Softmax", 2)):
            with self.subTest(name, op=op):
                _generate(name, onnx=self.file)
                ops = [node.op_type for node in onnx.load(self.file).graph.node]
                self.assertEqual(ops.count(op), count)
                self.assertNotIn("ReduceSum", ops)

    def test_ops_without_a_counterpart_are_an_error(self) -> None:
        module = Module(onnx=self.file)
        x = module.argument(TensorType((4,)))
        unknown = module.define(f"math.cosh {x.name} : {x.type}", x.type)
        with self.assertRaisesRegex(ValueError, "an op without a counterpart in ONNX"):
            module.write(io.StringIO(), unknown)


@unittest.skipUnless(_has("onnx", "onnxruntime", "numpy"), "needs onnx, onnxruntime and numpy")
class Results(unittest.TestCase):
    """`layout-run`, with kernels as loops and on vectors, and ONNX Runtime compute the same."""

    def check(self, folder: pathlib.Path, name: str, **options) -> None:
        import numpy
        import onnxruntime

        source, model = folder / "network.mlir", folder / "network.onnx"
        source.write_text(_generate(name, onnx=model, **options), encoding="utf-8")
        session = onnxruntime.InferenceSession(model, providers=["CPUExecutionProvider"])
        feeds = _random_inputs(session)
        command = [_BUILD / "bin" / "layout-run", source, "--runs=1", f"--output={folder / 'result.npy'}"]
        for number, value in enumerate(feeds.values()):
            numpy.save(folder / f"arg{number}.npy", value)
            command.append(f"--input={folder / f'arg{number}.npy'}")
        expected = session.run(None, feeds)
        several = len(expected) > 1
        for option in ("--schedule=false", "--schedule=true"):
            done = subprocess.run([*command, option], capture_output=True, text=True)
            self.assertEqual(done.returncode, 0, done.stderr)
            for number, value in enumerate(expected):
                actual = numpy.load(folder / (f"result-{number}.npy" if several else "result.npy"))
                self.assertEqual(actual.shape, value.shape)
                self.assertLessEqual(abs(actual - value).max(), _TOLERANCE * abs(value).max(), option)

    def test_every_small_network(self) -> None:
        for name in models.NETWORKS:
            with self.subTest(name), tempfile.TemporaryDirectory() as folder:
                self.check(pathlib.Path(folder), name)

    def test_other_batches_and_weights(self) -> None:
        for name, options in (
            ("googlenet", {"batch": 2}),
            ("vit_b16", {"batch": 2}),
            ("bert_base", {"batch": 2, "layers": 1}),
            ("resnet18", {"weights": Weights.SPLAT}),
            ("gpt2", {"sequence": 13, "weights": Weights.ARGS}),
        ):
            with self.subTest(name, **options), tempfile.TemporaryDirectory() as folder:
                self.check(pathlib.Path(folder), name, **options)


def _random_inputs(session) -> dict:
    """Returns arrays for the inputs of a model: numbers in [-1, 1], and ids that every vocabulary has."""
    import numpy

    draw = numpy.random.default_rng(1)
    values = {}
    for given in session.get_inputs():
        if given.type == "tensor(int64)":
            values[given.name] = draw.integers(0, 50, given.shape)
        else:
            values[given.name] = draw.uniform(-1, 1, given.shape).astype("float32")
    return values


if __name__ == "__main__":
    unittest.main()
