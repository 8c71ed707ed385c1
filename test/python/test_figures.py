# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Compares the figures of reports with counts of the programs, for networks whose channels do not divide.

For each network and target, with `indivisible=pad`, the test requires:
  - the cost of the plan is the sum of its parts, the bound is not above it, and both are in bytes
  - `rewrites` of the plan are the bytes that --layout-count finds in the planned program, `moves` what the plan adds to
    its moves
  - these rewrites and moves are what the planned program moves as it runs, after bufferization
  - `frozen` is what rewrites move in the baseline program, in which ops have the first of their layouts
  - the planned program does not move more than that program

LAYOUT_FIGURE_TARGETS=all plans each network for seven built-in targets, instead of one of three.

Covers: R17
"""

import json
import os
import pathlib
import re
import sys
import tempfile
import unittest

_ROOT = pathlib.Path(__file__).resolve().parents[2] / "python"
sys.path.insert(0, str(_ROOT))

from build_tools import run_tool  # noqa: E402
from layout_mlir import models  # noqa: E402

_TARGETS = ("nchw4c", "nchw8c", "nchw16c-mm16")
_ALL_TARGETS = (*_TARGETS, "nchw", "nhwc", "nchw16c", "nchw16c-1x1nhwc")
_TRANSFORMERS = {"bert_base", "gpt2", "mixer_b16", "swin", "vit_b16"}  # whose matmuls alone have blocks
_ALL = os.environ.get("LAYOUT_FIGURE_TARGETS") == "all"


def _layout_opt(*arguments: str | pathlib.Path) -> str:
    return run_tool("layout-opt", *arguments)


def _execute(program: pathlib.Path) -> dict[str, int]:
    """Returns the bytes that a program moves as it runs. It counts them itself, so LLVM need not optimize it."""
    counted = run_tool("layout-check", "-O0", "--count", program)
    return {kind: int(number) for kind, number in re.findall(r"(\w+) (\d+) bytes", counted)}


class Figures(unittest.TestCase):
    def setUp(self) -> None:
        scratch = tempfile.TemporaryDirectory()
        self.addCleanup(scratch.cleanup)
        self.folder = pathlib.Path(scratch.name)

    def count_own_moves(self, network: pathlib.Path) -> int:
        """Returns the bytes that the program moves itself, in every plan. What is evaluated at compile time moves
        nothing, and concatenations that are rewrites are planned."""
        counted = _layout_opt(
            network,
            *("--layout-clean-up", "--layout-evaluate-constants", "--layout-raise"),
            *("--layout-clean-up", "--layout-count", "-o", os.devnull),
        )
        return json.loads(counted)["moves"]["bytes"]

    def count_baseline(self, network: pathlib.Path, options: str, target: str) -> dict[str, int]:
        """Returns the bytes of rewrites and moves of the program behind layout-freeze, in which each op with a choice of
        layouts takes the first."""
        frozen = self.folder / "frozen.mlir"
        _layout_opt(
            network,
            *("--layout-clean-up", "--layout-evaluate-constants", "--layout-raise"),
            *(f"--layout-freeze={options}", "--layout-fold", "-o", frozen),
        )
        has_choice = "layout.op_layout" in frozen.read_text(encoding="utf-8")
        counted = _layout_opt(
            frozen,
            *((f"--layout-flow=baseline target={target}",) if has_choice else ()),
            *("--layout-clean-up", "--layout-materialize", "--layout-count", "-o", os.devnull),
        )
        counts = json.loads(counted)
        return {"bytes": counts["bytes"], "moves": counts["moves"]["bytes"]}

    def check(self, network: pathlib.Path, own_moves: int, target: str) -> bool:
        """Returns whether the plan moves fewer bytes than the baseline."""
        options = f"target={target} indivisible=pad"
        report_file, planned = self.folder / "report.json", self.folder / "planned.mlir"
        pipeline = f"--layout-pipeline={options} report={report_file}"
        counted = json.loads(_layout_opt(network, pipeline, "--layout-count", "-o", planned))
        report = json.loads(report_file.read_text(encoding="utf-8"))
        baseline = self.count_baseline(network, options, target)
        plan, after = report["plan"], report["after"]
        self.assertEqual(after, counted)
        self.assertEqual(plan["cost"], plan["rewrites"] + plan["moves"] + plan["prices"])
        self.assertLessEqual(plan["bound"], plan["cost"])
        self.assertEqual(plan["rewrites"], after["bytes"])
        executed = _execute(planned)
        self.assertEqual(executed["rewrites"], after["bytes"])
        self.assertEqual(executed["constants"], after["constants"]["bytes"])
        self.assertEqual(executed["moves"], after["moves"]["bytes"])
        self.assertEqual(plan["moves"], after["moves"]["bytes"] - own_moves)
        self.assertEqual(report["frozen"], baseline)
        moved = after["bytes"] + after["moves"]["bytes"]
        self.assertLessEqual(moved, sum(baseline.values()))
        return moved < sum(baseline.values())

    def test_networks(self) -> None:
        cheaper = 0
        for number, name in enumerate(sorted(models.NETWORKS)):
            network = self.folder / f"{name}.mlir"
            with network.open("w", encoding="utf-8") as stream:
                generate, kind = models.NETWORKS[name]
                generate(stream, kind(small=True))
            own_moves = self.count_own_moves(network)
            one = _TARGETS[-1] if name in _TRANSFORMERS else _TARGETS[number % len(_TARGETS)]
            for target in _ALL_TARGETS if _ALL else (one,):
                with self.subTest(network=name, target=target):
                    cheaper += self.check(network, own_moves, target)
        self.assertGreater(cheaper, 2 * len(_ALL_TARGETS) if _ALL else 2)


if __name__ == "__main__":
    unittest.main()
