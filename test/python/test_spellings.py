# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""A program has one plan, however it is spelled.

Each network of `layout_mlir.models` and each program of `spellings.mlir` is written in the spellings of `respelling.py`,
which compute the same, and planned for several targets. The plan of each spelling has the figures of the plan of the
program: equal rewrites, bytes, moves and cost. `DIFFERENCES` lists where it has not, and why; what is listed and no longer
differs fails, too. layout-check finds each spelling of a small program equal to the program.

LAYOUT_SPELLINGS=all takes all networks; the first are taken otherwise. `test/fuzz/spellings.py` takes random programs.

Covers: R35
"""

import dataclasses
import io
import os
import pathlib
import sys
import tempfile
import unittest

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[2] / "python"))

from build_tools import run_tool, run_tool_and_listen  # noqa: E402
from layout_mlir import models  # noqa: E402
from respelling import (  # noqa: E402
    ABSORBED,
    MARKER,
    OTHER_ARGUMENTS,
    SHARED_PARTS,
    SPELLINGS,
    TARGETS,
    UNMASKED,
    Respeller,
)

_SMALL = pathlib.Path(__file__).with_name("spellings.mlir")
_SMALL_NAMES = (
    "residual",
    "batch_norm",
    "dense",
    "attention",
    "linear",
    "norm",
    "depthwise",
    "transposed",
    "branches",
    "upsampled",
)
_FIRST = ("resnet18", "bert_base")
_NETWORKS = tuple(models.NETWORKS) if os.environ.get("LAYOUT_SPELLINGS") == "all" else _FIRST


@dataclasses.dataclass(frozen=True)
class Difference:
    """Programs whose plan for a target has other figures in a spelling."""

    spelling: str
    target: str
    programs: frozenset[str]
    reason: str


DIFFERENCES = (
    Difference("bias-behind", "nchw8c, padded", frozenset({"linear"}), UNMASKED),
    Difference("bias-behind", "tiles32", frozenset({"linear", "edsr_baseline"}), UNMASKED),
    Difference("nested-concats", "tiles32", frozenset({"densenet121"}), SHARED_PARTS),
    *(Difference("permuted-reads", target, frozenset({"norm"}), ABSORBED) for target in TARGETS),
    Difference("permuted-reads", "tiles32", frozenset({"mixer_b16"}), ABSORBED),
)


class Spellings(unittest.TestCase):
    def setUp(self) -> None:
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = pathlib.Path(folder.name)
        self.respeller = Respeller(self.folder, run_tool_and_listen)

    def compare(self, names: tuple[str, ...], source: pathlib.Path) -> list[dict[str, str]]:
        """Requires that exactly what is listed differs; returns the texts of each program, by the spellings that change it."""
        variants = self.respell(names, source)
        # Spellings may write a program alike.
        texts = list(dict.fromkeys(text for variant in variants for text in variant.values()))
        respelled = self.folder / "respelled.mlir"
        respelled.write_text(MARKER.join(texts), encoding="utf-8")
        found: dict[tuple[str, str, str], str] = {}
        for target, options in TARGETS.items():
            plans = self.respeller.plan(source, options)
            others = dict(zip(texts, self.respeller.plan(respelled, options), strict=True))
            for name, figures, variant in zip(names, plans, variants, strict=True):
                for spelling, text in variant.items():
                    if not figures.agree(others[text], spelling):
                        found[spelling, target, name] = f"{figures}, by {spelling} {others[text]}"
        listed = {
            (difference.spelling, difference.target, name): difference.reason
            for difference in DIFFERENCES
            for name in difference.programs & set(names)
        }
        for key in sorted(found.keys() - listed.keys()):
            with self.subTest(key=key):
                self.fail(f"the plan depends on the spelling: {found[key]}")
        for key in sorted(listed.keys() - found.keys()):
            with self.subTest(key=key):
                self.fail(f"is listed, but the plans are equal: {listed[key]}")
        return variants

    def respell(self, names: tuple[str, ...], source: pathlib.Path) -> list[dict[str, str]]:
        variants: list[dict[str, str]] = [{} for _ in names]
        for spelling in SPELLINGS:
            respelled, numbers = self.respeller.respell(source, spelling)
            texts = respelled.read_text(encoding="utf-8").split(MARKER)
            for variant, number, text in zip(variants, numbers, texts, strict=True):
                if number:
                    variant[spelling] = text
        return variants

    def test_networks(self) -> None:
        for name in _NETWORKS:
            network, kind = models.NETWORKS[name]
            stream = io.StringIO()
            network(stream, kind(small=True))
            source = self.folder / f"{name}.mlir"
            source.write_text(stream.getvalue(), encoding="utf-8")
            with self.subTest(network=name):
                self.compare((name,), source)

    def test_small_programs(self) -> None:
        source = self.folder / "small.mlir"
        randomize = "--layout-randomize-splats=seed=1"
        run_tool("layout-opt", _SMALL, "--split-input-file", "--mlir-disable-threading", randomize, "-o", source)
        variants = self.compare(_SMALL_NAMES, source)
        self.assertEqual(set().union(*variants), SPELLINGS.keys(), "each spelling is that of a small program")
        for text, variant in zip(source.read_text(encoding="utf-8").split(MARKER), variants, strict=True):
            self.check_equal([text, *(variant[spelling] for spelling in variant.keys() - OTHER_ARGUMENTS)])

    def check_equal(self, texts: list[str]) -> None:
        """Requires that all programs compute the same as the first."""
        files = []
        for number, text in enumerate(dict.fromkeys(texts)):
            files.append(self.folder / f"{number}.mlir")
            files[-1].write_text(text, encoding="utf-8")
        said = run_tool("layout-check", "-O0", *files)
        self.assertEqual(said.splitlines().count("equal"), 1, said)


if __name__ == "__main__":
    unittest.main()
