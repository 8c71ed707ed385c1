# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Lets the buffers of bufferized networks share memory and compares what the networks compute.

For each network the test requires:
  - the largest live set is at most the arena, which is at most one percent above it and below the sum of all buffers
  - buffers are views of the only arena; only the result of the network is allocated by itself
  - a second run changes nothing and finds one buffer
  - layout-check finds all results equal, also after upstream frees the arena
"""

import json
import pathlib
import sys
import tempfile
import unittest

_ROOT = pathlib.Path(__file__).resolve().parents[2] / "python"
sys.path.insert(0, str(_ROOT))

from build_tools import run_tool  # noqa: E402
from layout_mlir import models  # noqa: E402

_NETWORKS = ("resnet18", "densenet121", "unet")


class Memory(unittest.TestCase):
    def share(self, source: pathlib.Path, result: pathlib.Path) -> dict[str, int]:
        """Plans the memory of a program and returns its figures."""
        figures = result.with_suffix(".json")
        run_tool("layout-opt", source, f"--layout-plan-memory=report={figures}", "-o", result)
        (function,) = json.loads(figures.read_text(encoding="utf-8"))["functions"]
        return function

    def check(self, folder: pathlib.Path, target: str) -> None:
        buffers, shared, again = folder / "buffers.mlir", folder / "shared.mlir", folder / "again.mlir"
        passes = ("--layout-bufferize", "--canonicalize", "--cse")
        run_tool("layout-opt", folder / "in.mlir", f"--layout-pipeline=target={target}", *passes, "-o", buffers)
        figures = self.share(buffers, shared)
        self.assertLessEqual(figures["bound"], figures["peak"])
        self.assertLessEqual(figures["peak"], figures["bound"] * 1.01)
        self.assertLess(figures["peak"], figures["sum"])
        self.assertEqual(figures["left"], 1)
        text = shared.read_text(encoding="utf-8")
        self.assertEqual(text.count("memref.alloc"), 2)
        self.assertEqual(text.count("memref.view "), figures["buffers"])
        self.assertIn(f"memref<{figures['peak']}xi8>", text)
        unchanged = self.share(shared, again)
        self.assertEqual(again.read_bytes(), shared.read_bytes())
        self.assertEqual((unchanged["buffers"], unchanged["sum"]), (1, figures["peak"]))
        freed = folder / "freed.mlir"
        run_tool("layout-opt", shared, "--buffer-deallocation-pipeline", "-o", freed)
        self.assertEqual(freed.read_text(encoding="utf-8").count("memref.dealloc"), 1)
        run_tool("layout-check", buffers, shared, freed)

    def test_networks(self) -> None:
        for network in _NETWORKS:
            for target in ("nhwc", "nchw8c"):
                with self.subTest(network=network, target=target), tempfile.TemporaryDirectory() as scratch:
                    folder = pathlib.Path(scratch)
                    with (folder / "in.mlir").open("w", encoding="utf-8") as file:
                        generate, kind = models.NETWORKS[network]
                        generate(file, kind(small=True))
                    self.check(folder, target)


if __name__ == "__main__":
    unittest.main()
