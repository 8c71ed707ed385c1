# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Kernels compute what loops compute, for elements of every type, at every place of a kernel, in every shape.

Each cell is a combination of the three. layout-check compares its kernels with loops. A kernel that stays a loop nest has a
missed remark; then its cell is refused, for a reason that does not depend on the type or says that there are no vectors of
it. Other cells are equal, or untested for a reason that `why_untested` gives. Each test prints how many cells there are of
each kind. With LAYOUT_KERNEL_TYPES=all there are all types and shapes, otherwise some types in a
shape whose vectors are not full.
"""

import collections
import os
import pathlib
import re
import subprocess
import sys
import tempfile
import unittest

import kernel_cells as cells

_ROOT = pathlib.Path(__file__).resolve().parents[2]
_BUILD = pathlib.Path(os.environ.get("LAYOUT_BUILD", _ROOT / "build" / "release"))
_ALL = os.environ.get("LAYOUT_KERNEL_TYPES") == "all"

_NO_VECTORS = "there are no vectors of elements of one of its types"
_WITHOUT_VECTORS = ("f80", *cells.TINY_FLOATS, *cells.COMPLEX)
# Why kernels of any type stay loop nests.
_REASONS = (
    "elements that are adjacent in a result are not in an operand",
    "elements that are adjacent in the result are not in an operand",
    "it moves elements of a dynamic shape",
    "it only moves elements",
    "upstream's transformations do not support it",
)
_COMPLEX_REASON = "an op computes with indices, or on more than single elements"


def _is_known(reason: str, cell: cells.Cell) -> bool:
    if reason == _COMPLEX_REASON:
        return cell.element in cells.COMPLEX
    return reason in _REASONS or reason == _NO_VECTORS and cell.element in _WITHOUT_VECTORS


class Matrix:
    """Runs cells, and collects what became of each."""

    def __init__(self, folder: str) -> None:
        self.program = pathlib.Path(folder) / "program.mlir"
        self.found: dict[str, list[cells.Cell]] = collections.defaultdict(list)
        self.failures: list[str] = []

    def run(self, chosen: list[cells.Cell]) -> None:
        """Runs the cells as one program, and one by one if that fails."""
        tested = []
        for cell in chosen:
            if reason := cells.why_untested(cell):
                self.found[f"untested: {reason}"].append(cell)
            else:
                tested.append(cell)
        if tested and not self._run_together(tested):
            for cell in tested:
                self._run_together([cell])

    def _run_together(self, chosen: list[cells.Cell]) -> bool:
        program = cells.Program()
        for cell in chosen:
            program.add(cell)
        self.program.write_text(program.text(), encoding="utf-8")
        command = [_BUILD / "bin" / "layout-check", "--code=kernels", "--allow-vacuous", self.program, self.program]
        if program.dims:
            command.append(f"--dims={','.join(map(str, program.dims))}")
        # With -O0, which the suite gives loops, LLVM has no code for some vectors of bf16.
        environment = {**os.environ, "LAYOUT_CHECK_OPTIONS": ""}
        checked = subprocess.run(command, capture_output=True, text=True, env=environment)
        verdicts = re.findall(r"^seed \d+, result (\d+) : .*?: (equal|different)(.*)$", checked.stdout, re.MULTILINE)
        if len(verdicts) != 2 * len(chosen):
            if len(chosen) == 1:
                self.failures.append(f"{chosen[0]}: {(checked.stderr + checked.stdout)[-500:]}")
            return False
        refused = self._find_refused()
        for number, cell in enumerate(chosen):
            of_cell = [(verdict, detail) for result, verdict, detail in verdicts if int(result) == number]
            if any(verdict == "different" for verdict, _ in of_cell):
                self.failures.append(f"{cell}: different{of_cell[0][1]}")
            elif number not in refused:
                self.found["equal"].append(cell)
            elif _is_known(refused[number], cell):
                self.found[f"refused: {refused[number]}"].append(cell)
            else:
                self.failures.append(f"{cell}: refused, {refused[number]}")
        return True

    def _find_refused(self) -> dict[int, str]:
        """The reasons of the kernels that stay loop nests, by the number of the cell."""
        options = ["--layout-to-kernels", "--remarks-filter-missed=layout-schedule-kernels", "-o", os.devnull]
        done = subprocess.run([_BUILD / "bin" / "layout-opt", self.program, *options], capture_output=True, text=True)
        remarks = re.findall(r'loc\("cell (\d+)"\).*stays a loop nest: ([^"]*)"', done.stderr)
        return {int(number): reason for number, reason in remarks}


class KernelTypes(unittest.TestCase):
    def _run(self, *elements: str) -> None:
        shapes = tuple(cells.SHAPES) if _ALL else ("tail",)
        with tempfile.TemporaryDirectory() as folder:
            matrix = Matrix(folder)
            for element in elements:
                for shape in shapes:
                    matrix.run([cells.Cell(element, place, shape) for place in cells.PLACES])
        for outcome, found in sorted(matrix.found.items()):
            print(f"{len(found)} {outcome}", file=sys.stderr)
        self.assertEqual([], matrix.failures)

    def test_bits(self) -> None:
        self._run("i1")

    def test_parts_of_bytes(self) -> None:
        self._run("i2", "i4", "i7") if _ALL else self._run("i4")

    def test_whole_integers(self) -> None:
        self._run("i8", "i16", "i32", "i64") if _ALL else self._run("i8")

    def test_other_integers(self) -> None:
        self._run("i24", "index")

    def test_small_floats(self) -> None:
        self._run(*cells.SMALL_FLOATS) if _ALL else self._run("f8E4M3FN")

    def test_tiny_floats(self) -> None:
        self._run(*cells.TINY_FLOATS) if _ALL else self._run("f4E2M1FN")

    def test_half_precision(self) -> None:
        self._run(*cells.HALVES)

    def test_floats(self) -> None:
        self._run("f32", "f64", "f80") if _ALL else self._run("f32")

    def test_numbers_of_two_floats(self) -> None:
        self._run(*cells.COMPLEX) if _ALL else self._run("complex<f32>")


if __name__ == "__main__":
    unittest.main()
