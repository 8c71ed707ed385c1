# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Passes reject, or accept, each op whose numbers are extreme: no signal, no hang, no failure without an error.

The programs of `attributes.mlir` have each op that passes read. Each number in an attribute of an op, in a map or in a
constant becomes 0, -1 and 2^62, each list of numbers one number shorter and longer, and each extent of a type 0 and
2^62. Many of these programs are invalid, which is one way to reject them. The others go through the passes, once more
with their constants as results of additions, which upstream's verifiers do not see. Each program goes through one list
of passes in turn, with LAYOUT_ATTRIBUTES=all through each of them.
"""

import os
import pathlib
import re
import subprocess
import unittest
from collections.abc import Iterator

from build_tools import BUILD, run_tool

_PROGRAMS = pathlib.Path(__file__).with_name("attributes.mlir")
_LARGE = "4611686018427387904"
_PASSES = {
    "count": ["--layout-count"],
    "plain": ["--layout-pipeline=target=nhwc"],
    "padded": ["--layout-pipeline=target=nchw16c indivisible=pad"],
    "single": ["--layout-raise", "--layout-fold", "--layout-flow", "--layout-materialize"],
    "others": [
        *("--layout-evaluate-constants", "--layout-clean-up", "--layout-hoist", "--layout-legalize"),
        *("--layout-cancel-reshapes", "--layout-print-rules", "--layout-verify"),
    ],
    "buffers": [
        *("--layout-bufferize", "--layout-apply-buffer-layouts=functions=all", "--layout-flatten=functions=all"),
    ],
    "kernels": ["--layout-to-llvm"],
}
_BATCH = 100  # programs in one process
_SECONDS = 120

# A number of the generic form that is no part of a name, of a type or of a decimal fraction.
_NUMBER = re.compile(r"(?<![\w%#@^.!$-])-?\d+(?![\w.])")
_EXTENT = re.compile(r"(?<=[<x])\d+(?=x)")
_LIST = re.compile(r"array<i64: ([^>]*)>")
_CONSTANT = re.compile(r'(%\d+) = "arith.constant"\(\) <\{value = (-?\d+) : index\}> : \(\) -> index')


def _generic_forms() -> list[str]:
    text = run_tool("layout-opt", _PROGRAMS, "--split-input-file", "--mlir-print-op-generic")
    return [program for program in text.split("// -----\n") if program.strip()]


def _with_other_numbers(program: str) -> Iterator[str]:
    def put(match: re.Match, text: str) -> str:
        return program[: match.start()] + text + program[match.end() :]

    for number in _NUMBER.finditer(program):
        yield from (put(number, other) for other in ("0", "-1", _LARGE))
    for numbers in _LIST.finditer(program):
        shorter = ", ".join(numbers[1].split(", ")[:-1])
        yield put(numbers, f"array<i64: {shorter}>" if shorter else "array<i64>")
        yield put(numbers, f"array<i64: {numbers[1]}, 1>")
    for extent in sorted(set(_EXTENT.findall(program))):
        for other in ("0", _LARGE):
            yield re.sub(rf"(?<=[<x]){extent}(?=x)", other, program)
            # In attributes, too.
            everywhere = rf"(?<![\w%#@^.!$-]){extent}(?![\w.])|(?<=[<x]){extent}(?=x)"
            yield re.sub(everywhere, other, program)


def _behind_additions(program: str) -> str:
    """The program with each small constant as the sum of two."""

    def add(match: re.Match) -> str:
        name, value = match[1], int(match[2])
        if abs(value) >= 2**32:
            return match[0]
        constant = '"arith.constant"() <{{value = {} : index}}> : () -> index'
        return (
            f"{name}a = {constant.format(value - 7)}\n{name}b = {constant.format(7)}\n"
            f'{name} = "arith.addi"({name}a, {name}b) : (index, index) -> index'
        )

    return _CONSTANT.sub(add, program)


class ExtremeAttributes(unittest.TestCase):
    @classmethod
    def setUpClass(cls) -> None:
        programs = [other for program in _generic_forms() for other in _with_other_numbers(program)]
        programs += [_behind_additions(program) for program in programs]
        cls.programs = list(dict.fromkeys(programs))

    def run_passes(self, passes: list[str], programs: list[str]) -> subprocess.CompletedProcess | None:
        """What the process did; nothing if it takes too long."""
        try:
            return subprocess.run(
                [BUILD / "bin" / "layout-opt", "-", "--split-input-file", *passes, "-o", os.devnull],
                input="\n// -----\n".join(programs),
                capture_output=True,
                text=True,
                timeout=_SECONDS,
                env={**os.environ, "LLVM_DISABLE_SYMBOLIZATION": "1"},
            )
        except subprocess.TimeoutExpired:
            return None

    def check(self, passes: list[str], programs: list[str]) -> None:
        run = self.run_passes(passes, programs)
        if run and (run.returncode == 0 or (run.returncode == 1 and "error:" in run.stderr)):
            return
        if len(programs) > 1:
            half = len(programs) // 2
            self.check(passes, programs[:half])
            self.check(passes, programs[half:])
            return
        # Passes cannot mend a program that upstream's parser or verifier does not survive.
        alone = self.run_passes([], programs)
        if alone and alone.returncode in (0, 1):
            self.fail(f"{' '.join(passes)}: {run.returncode if run else 'hangs'}\n{programs[0]}")

    def test_every_number(self) -> None:
        self.assertGreater(len(self.programs), 3000)
        takes_all = os.environ.get("LAYOUT_ATTRIBUTES") == "all"
        for turn, (name, passes) in enumerate(_PASSES.items()):
            programs = self.programs if takes_all else self.programs[turn :: len(_PASSES)]
            for first in range(0, len(programs), _BATCH):
                with self.subTest(name, first=first):
                    self.check(passes, programs[first : first + _BATCH])


if __name__ == "__main__":
    unittest.main()
