# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Checks that layout-place-buffers removes the copies of networks, and that they compute the same.

For each network with concatenations, pads or slices, and each target, the planned program is bufferized; then
  - the moves before placement, and the copies that --layout-count finds in the buffers after it, are those that
    tools/docs/placement.md states: none, or the copy of an argument, which belongs to the caller
  - so are the copies that are left if convolutions require contiguous operands and results
  - the planned tensors lose nothing of that if upstream bufferizes them
  - the report has as many bytes of copies, and layout-check-plan proves that no plan has a lower cost
  - the plan has as many as well, beside the borders of pads, but for ShuffleNetV2, of which the buffers copy less: they
    share values whose channels are divided at different places
  - the placed program computes what the other one does; networks take the two targets in turn, and two of each four
    require contiguous operands

LAYOUT_PLACEMENT=all takes every combination of networks, targets and operands; otherwise one half of the networks, and for
contiguous operands the other one.
"""

import json
import os
import pathlib
import subprocess
import sys
import tempfile
import unittest

_ROOT = pathlib.Path(__file__).resolve().parents[2] / "python"
sys.path.insert(0, str(_ROOT))

from build_tools import MLIR_OPT, run_tool  # noqa: E402
from layout_mlir import models  # noqa: E402

_ALL = os.environ.get("LAYOUT_PLACEMENT") == "all"
_TARGETS = ("nhwc", "nchw16c")
_NETWORKS = {
    "resnet50": "ResNet-50",
    "densenet121": "DenseNet-121",
    "inception_v3": "Inception-v3",
    "googlenet": "GoogLeNet",
    "squeezenet1_1": "SqueezeNet 1.1",
    "mobilenet_v2": "MobileNetV2",
    "unet": "U-Net",
    "shufflenet_v2": "ShuffleNetV2",
}
_CONTIGUOUS = "pitched=conv2d=false,depthwise_conv2d=false,grouped_conv2d=false"
_UPSTREAM = (
    "--eliminate-empty-tensors",
    "--one-shot-bufferize=bufferize-function-boundaries function-boundary-type-conversion=identity-layout-map",
    "--canonicalize",
    "--cse",
)
_PAGE = _ROOT.parent / "tools" / "docs" / "placement.md"


def _run_upstream(*arguments: str | pathlib.Path) -> None:
    subprocess.run([MLIR_OPT, *arguments], check=True, capture_output=True, text=True)


def _count(program: pathlib.Path, *passes: str) -> dict[str, int]:
    """Returns the moves of a program after some passes."""
    return json.loads(run_tool("layout-opt", program, *passes, "--layout-count", "-o", os.devnull))["moves"]


def _text(moves: dict[str, int]) -> str:
    """Returns a cell of the table, like "18 (24.2 MB)"."""
    return f"{moves['n']} ({moves['bytes'] / 1e6:#.3g} MB)".replace(". MB", " MB") if moves["n"] else "0"


def _every_second(first: int) -> list[tuple[str, str]]:
    networks = list(_NETWORKS.items())
    return networks if _ALL else networks[first::2]


class Placement(unittest.TestCase):
    def setUp(self) -> None:
        scratch = tempfile.TemporaryDirectory()
        self.addCleanup(scratch.cleanup)
        self.folder = pathlib.Path(scratch.name)

    def generate(self, name: str, **options) -> pathlib.Path:
        network, kind = models.NETWORKS[name]
        path = self.folder / "network.mlir"
        with open(path, "w", encoding="utf-8") as file:
            network(file, kind(**options))
        return path

    def bufferize(self, network: pathlib.Path, target: str, *options: str) -> tuple[pathlib.Path, int]:
        """Returns the buffers of the planned program, and the bytes of copies that the plan has."""
        planned, buffers, report = (self.folder / name for name in ("planned.mlir", "buffers.mlir", "report.json"))
        files = f"problem={self.folder}/p.problem.json plan={self.folder}/p.plan.json"
        pipeline = " ".join([f"--layout-pipeline=target={target} placement=true report={report} {files}", *options])
        run_tool("layout-opt", network, pipeline, "-o", planned)
        run_tool("layout-opt", planned, "--layout-bufferize", "--canonicalize", "--cse", "-o", buffers)
        run_tool("layout-check-plan", *(self.folder / f"p-forward.{kind}.json" for kind in ("problem", "plan")))
        plan = json.loads(report.read_text(encoding="utf-8"))["plan"]
        placed = _count(planned, "--layout-bufferize", "--layout-place-buffers")
        self.assertEqual(plan["placed"], placed)
        self.assertEqual(plan["as_planned"], plan["moves"] - plan["borders"] == placed["bytes"])
        self.assertEqual(plan["cost"], plan["bound"])
        self.assertEqual(plan["cost"], plan["rewrites"] + plan["moves"] + plan["prices"])
        return buffers, plan["moves"] - plan["borders"]

    def test_published_networks(self) -> None:
        page = _PAGE.read_text(encoding="utf-8")
        for name, title in _every_second(1):
            network = self.generate(name, weights=models.Weights.SPLAT)
            copies = []
            for target in _TARGETS:
                buffers, planned = self.bufferize(network, target)
                copies.append(_count(buffers, "--layout-place-buffers"))
                upstream = self.folder / "upstream.mlir"
                _run_upstream(self.folder / "planned.mlir", *_UPSTREAM, "-o", upstream)
                with self.subTest(network=name, target=target):
                    check = self.assertGreater if name == "shufflenet_v2" else self.assertEqual
                    check(planned, copies[-1]["bytes"])
                    self.assertEqual(_count(upstream, "--layout-place-buffers"), copies[-1])
            row = f"| {title} | {' | '.join(map(_text, (_count(network), _count(upstream), *copies)))} |"
            with self.subTest(network=name):
                self.assertIn(row, page)

    def test_contiguous_convolutions(self) -> None:
        page = _PAGE.read_text(encoding="utf-8")
        for name, title in _every_second(0):
            network = self.generate(name, weights=models.Weights.SPLAT)
            copies = []
            for target in _TARGETS:
                buffers, planned = self.bufferize(network, target, _CONTIGUOUS)
                copies.append(_count(buffers, "--layout-place-buffers"))
                with self.subTest(network=name, target=target):
                    check = self.assertGreater if name == "shufflenet_v2" else self.assertEqual
                    check(planned, copies[-1]["bytes"])
            with self.subTest(network=name):
                self.assertIn(f"| {title} | {' | '.join(map(_text, copies))} |", page)

    def test_small_networks(self) -> None:
        """Of every network that the package generates, with images of 1x1 in the last stages, for one target in turn."""
        planned, report = self.folder / "planned.mlir", self.folder / "report.json"
        for number, name in enumerate(models.NETWORKS):
            network = self.generate(name, small=True, weights=models.Weights.SPLAT)
            for target in _TARGETS if _ALL else (_TARGETS[number % 2],):
                with self.subTest(network=name, target=target):
                    pipeline = f"--layout-pipeline=target={target} placement=true report={report}"
                    run_tool("layout-opt", network, pipeline, "-o", planned)
                    plan = json.loads(report.read_text(encoding="utf-8"))["plan"]
                    placed = _count(planned, "--layout-bufferize", "--layout-place-buffers")
                    self.assertEqual(plan["placed"], placed)
                    is_planned = plan["moves"] - plan["borders"] == placed["bytes"]
                    self.assertEqual(plan["as_planned"], is_planned)
                    # A pad of an image of 1x1 in blocks of channels is not planned as a copy (ResNet-18).
                    exceptions = {("shufflenet_v2", "nhwc"), ("shufflenet_v2", "nchw16c"), ("resnet18", "nchw16c")}
                    self.assertEqual(is_planned, (name, target) not in exceptions)

    def test_numbers(self) -> None:
        kinds: tuple[tuple[str, ...], ...] = ((), (_CONTIGUOUS,))
        for number, name in enumerate(_NETWORKS):
            network = self.generate(name, small=True)
            for target in _TARGETS if _ALL else (_TARGETS[number % 2],):
                for options in kinds if _ALL else (kinds[number // 2 % 2],):
                    with self.subTest(network=name, target=target, options=options):
                        buffers, _ = self.bufferize(network, target, *options)
                        placed = self.folder / "placed.mlir"
                        run_tool("layout-opt", buffers, "--layout-place-buffers", "-o", placed)
                        run_tool("layout-check", buffers, placed)


if __name__ == "__main__":
    unittest.main()
