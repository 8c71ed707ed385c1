# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""A layer has one plan, whichever framework it comes from.

`importers/LAYER.IMPORTER.mlir` is a layer as an importer writes it: TOSA, which upstream lowers, what StableHLO is lowered
to, and torch-mlir. All take and return the same, in the same order of dims, so that their plans have equal rewrites, bytes,
moves and cost for each target. layout-check finds the layers equal, and each one equal to its plan with other kernels.

Covers: R35
"""

import os
import pathlib
import sys
import tempfile
import unittest

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))

from build_tools import MLIR_OPT, run_tool, run_tool_and_listen  # noqa: E402
from respelling import TARGETS, Respeller  # noqa: E402

_LAYERS = ("attention", "block")
_IMPORTERS = ("tosa", "jax", "torch")
_SOURCES = pathlib.Path(__file__).with_name("importers")
_FROM_TOSA = "tosa-optional-decompositions,tosa-to-linalg-named,tosa-to-linalg,tosa-to-arith,tosa-to-tensor"


class Importers(unittest.TestCase):
    def setUp(self) -> None:
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = pathlib.Path(folder.name)
        self.respeller = Respeller(self.folder, run_tool_and_listen)

    def lower(self, layer: str, importer: str) -> pathlib.Path:
        """Returns a file of the layer on linalg."""
        source = _SOURCES / f"{layer}.{importer}.mlir"
        linalg = self.folder / source.name
        pipeline = (f"--pass-pipeline=builtin.module(func.func({_FROM_TOSA}))",) if importer == "tosa" else ()
        run_tool(MLIR_OPT, source, *pipeline, "-o", linalg)
        return linalg

    def test_plans(self) -> None:
        for layer in _LAYERS:
            files = {importer: self.lower(layer, importer) for importer in _IMPORTERS}
            for target, options in TARGETS.items():
                with self.subTest(layer=layer, target=target):
                    figures = {importer: self.respeller.plan(file, options)[0] for importer, file in files.items()}
                    self.assertEqual(len(set(figures.values())), 1, figures)

    def test_results(self) -> None:
        for layer in _LAYERS:
            with self.subTest(layer=layer):
                files = [self.lower(layer, importer) for importer in _IMPORTERS]
                self.require_equal(layer, *files)
                for file in files:
                    # All elements of a kernel are equal, so that those of the importers are, in any order.
                    mixed, planned = (file.with_suffix(f".{name}.mlir") for name in ("mixed", "planned"))
                    run_tool("layout-opt", file, "--layout-randomize-splats=seed=1", "-o", mixed)
                    run_tool("layout-opt", mixed, "--layout-pipeline=target=tiles32", "-o", planned)
                    self.require_equal(layer, mixed, planned)

    def require_equal(self, layer: str, *files: pathlib.Path) -> None:
        said = run_tool("layout-check", f"--entry={layer}", *files)
        self.assertEqual(said.splitlines()[-1], "equal", said)


if __name__ == "__main__":
    unittest.main()
