# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""`indivisible=priced` against `plain` and `pad`, for networks whose channels blocks of 16 do not divide.

Three laws, with plain prices and without:
  - the plan costs at most what it costs if every op leaves its blocks out, and if every op pads them, in the same problem
  - without prices, it costs at most what the plan of `plain` costs, whose options are free
  - `layout-check-plan` proves cost and bound, and the planned program of the first network computes the same

Covers: R10
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

_NETWORKS = ("mobilenet_v2", "shufflenet_v2", "densenet121", "googlenet")
_TARGET = """
module attributes {dlti.target_system_spec = #dlti.target_system_spec<"CPU" = #dlti.target_device_spec<
  "layout" = #dlti.map<"prefers" = [#dlti.map<"kind" = ["conv", "depthwise_conv", "grouped_conv"], "data" = "NC*16c",
    "plain_price" = #dlti.map<"data" = 0.25 : f64, "result" = 0.25 : f64>>]>>>} {}
"""
_OPTIONS = "layout.op_layout = ["


def _split(text: str, start: int) -> tuple[list[str], int]:
    """The elements of the list that begins at `start`, and where it ends."""
    elements, begin, depth, at = [], start, 0, start
    while True:
        letter = text[at]
        if letter == ">" and text[at - 1] == "-":
            letter = ""
        if letter and letter in "<([{":
            depth += 1
        elif depth == 0 and letter in (",", "]"):
            elements.append(text[begin:at].strip())
            begin = at + 1
            if letter == "]":
                return elements, at
        elif letter and letter in ">)]}":
            depth -= 1
        at += 1


def _keep(text: str, index: int) -> str:
    """The program in which each op has one of its layout options only."""
    kept, at = [], 0
    for match in re.finditer(re.escape(_OPTIONS), text):
        options, end = _split(text, match.end())
        kept += [text[at : match.end()], options[index]]
        at = end
    return "".join(kept) + text[at:]


class MixedBlocks(unittest.TestCase):
    def setUp(self) -> None:
        scratch = tempfile.TemporaryDirectory()
        self.addCleanup(scratch.cleanup)
        self.folder = pathlib.Path(scratch.name)
        self.target = self.folder / "priced.mlir"
        self.target.write_text(_TARGET, encoding="utf-8")

    def plan(self, program: pathlib.Path, options: str) -> dict:
        """The report of a plan that is proved; the planned program is in `planned.mlir`."""
        report, planned = self.folder / "report.json", self.folder / "planned.mlir"
        files = f"problem={self.folder}/x.problem.json plan={self.folder}/x.plan.json"
        run_tool("layout-opt", program, f"--layout-pipeline={options} {files} report={report}", "-o", planned)
        for file in self.folder.glob("x-*.problem.json"):
            run_tool("layout-check-plan", file, str(file).replace(".problem.", ".plan."))
        found = json.loads(report.read_text(encoding="utf-8"))
        self.assertEqual(found["plan"]["bound"], found["plan"]["cost"])
        return found

    def cost(self, frozen: str) -> int:
        """What the plan of a program costs in which ops have layout options."""
        source, plan = self.folder / "frozen.mlir", self.folder / "y.plan.json"
        source.write_text(frozen, encoding="utf-8")
        run_tool("layout-opt", source, "--layout-fold", f"--layout-flow=plan={plan}", "-o", os.devnull)
        return sum(json.loads(file.read_text(encoding="utf-8"))["cost"] for file in self.folder.glob("y-*.plan.json"))

    def test_choices_never_cost_more(self) -> None:
        for name in _NETWORKS:
            network, options = models.NETWORKS[name]
            program = self.folder / f"{name}.mlir"
            with open(program, "w", encoding="utf-8") as file:
                network(file, options(small=True))
            for target in ("nchw16c", self.target):
                with self.subTest(network=name, target=str(target)):
                    self.check(program, str(target))

    def check(self, program: pathlib.Path, target: str) -> None:
        wanted = f"target={target} indivisible=priced"
        cost = self.plan(program, wanted)["plan"]["cost"]
        if program.stem == _NETWORKS[0]:
            run_tool("layout-check", program, self.folder / "planned.mlir")
        frozen = run_tool("layout-opt", program, "--layout-clean-up", "--layout-raise", f"--layout-freeze={wanted}")
        self.assertIn(_OPTIONS, frozen)
        self.assertEqual(self.cost(frozen), cost)
        self.assertLessEqual(cost, self.cost(_keep(frozen, 0)))
        self.assertLessEqual(cost, self.cost(_keep(frozen, -1)))
        if target != "nchw16c":
            return
        plain = self.plan(program, f"target={target} indivisible=plain")
        self.assertLessEqual(cost, plain["plan"]["cost"])


if __name__ == "__main__":
    unittest.main()
