# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""What is stated of a value that nothing uses is not met, and the report says so.

Each program has one op, loop, branch or call with one or two results, of some of which a layout is required or preferred,
in one attribute for all results or in a list, and of some of which nothing makes use. For each of them the test requires:

  - the report lists what is stated of each result that nothing uses, once, as not used or as removed
  - it says this of no result that is used
  - the planned program computes the same

LAYOUT_STATED_VALUES=all takes every combination of results that are used and stated, instead of every second one.

Covers: G20, P18, P19
"""

import itertools
import json
import os
import pathlib
import subprocess
import sys
import tempfile
import unittest

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))

from build_tools import BUILD, run_tool  # noqa: E402

_ALL = os.environ.get("LAYOUT_STATED_VALUES") == "all"
_T = "tensor<5x7xf32>"
_LAYOUT = '"MK -> KM"'
_MAPS = "[" + ", ".join(["affine_map<(m, k) -> (m, k)>"] * 4) + "]"

# By name: the op, which computes %r of %x, %y and has the attributes {A}, and the number of its results.
_OPS = {
    "for": (
        f"%r:2 = scf.for %i = %c0 to %c3 step %c1 iter_args(%a = %x, %b = %y) -> ({_T}, {_T}) {{\n"
        f"    %p = math.absf %a : {_T}\n    %q = math.sin %b : {_T}\n    scf.yield %p, %q : {_T}, {_T}\n  }} {{A}}",
        2,
    ),
    # The first result depends on what the second one holds.
    "for_mixed": (
        f"%r:2 = scf.for %i = %c0 to %c3 step %c1 iter_args(%a = %x, %b = %y) -> ({_T}, {_T}) {{\n"
        f"    %p = arith.mulf %a, %b : {_T}\n    %q = math.sin %b : {_T}\n    scf.yield %p, %q : {_T}, {_T}\n  }} {{A}}",
        2,
    ),
    # The first result decides how often the loop runs.
    "while": (
        f"%r:2 = scf.while (%a = %x, %b = %y) : ({_T}, {_T}) -> ({_T}, {_T}) {{\n"
        f"    %first = tensor.extract %a[%c0, %c0] : {_T}\n    %go = arith.cmpf olt, %first, %three : f32\n"
        f"    scf.condition(%go) %a, %b : {_T}, {_T}\n  }} do {{\n  ^bb0(%a: {_T}, %b: {_T}):\n"
        f"    %p = arith.addf %a, %ones : {_T}\n    %q = math.sin %b : {_T}\n    scf.yield %p, %q : {_T}, {_T}\n"
        "  } attributes {A}",
        2,
    ),
    "if": (
        f"%r:2 = scf.if %take -> ({_T}, {_T}) {{\n    %p = math.absf %x : {_T}\n    scf.yield %p, %y : {_T}, {_T}\n"
        f"  }} else {{\n    %q = math.sin %y : {_T}\n    scf.yield %x, %q : {_T}, {_T}\n  }} {{A}}",
        2,
    ),
    "call": (f"%r:2 = func.call @callee(%x, %y) {{A}} : ({_T}, {_T}) -> ({_T}, {_T})", 2),
    "generic": (
        f'%r:2 = linalg.generic {{indexing_maps = {_MAPS}, iterator_types = ["parallel", "parallel"]}} '
        f"ins(%x, %y : {_T}, {_T}) outs(%e, %e : {_T}, {_T}) attrs = {{A}} {{\n  ^bb0(%a: f32, %b: f32, %c: f32, %d: f32):\n"
        f"    %p = arith.mulf %a, %b : f32\n    %q = arith.subf %a, %b : f32\n    linalg.yield %p, %q : f32, f32\n"
        f"  }} -> ({_T}, {_T})",
        2,
    ),
    "elementwise": (f"%r = math.absf %x {{A}} : {_T}", 1),
    "fill": (f"%r = linalg.fill {{A}} ins(%three : f32) outs(%e : {_T}) -> {_T}", 1),
    "constant": (f"%r = arith.constant {{A}} dense<0.5> : {_T}", 1),
}


def _subsets(count: int) -> list[tuple[int, ...]]:
    return [subset for size in range(count + 1) for subset in itertools.combinations(range(count), size)]


def _program(name: str, used: tuple[int, ...], statement: str) -> str:
    """A program that returns the sum of %y and the results that are used."""
    text, count = _OPS[name]
    lines, last = "", "%y"
    for number in used:
        value = "%r" if count == 1 else f"%r#{number}"
        lines += f"  %t{number} = math.tanh {value} : {_T}\n  %u{number} = arith.addf {last}, %t{number} : {_T}\n"
        last = f"%u{number}"
    return (
        f"func.func private @callee(%a: {_T}, %b: {_T}) -> ({_T}, {_T}) {{\n  %p = math.absf %a : {_T}\n"
        f"  return %p, %b : {_T}, {_T}\n}}\n"
        f"func.func @main(%xa: {_T}, %ya: {_T}, %take: i1) -> {_T} {{\n"
        "  %c0 = arith.constant 0 : index\n  %c1 = arith.constant 1 : index\n  %c3 = arith.constant 3 : index\n"
        f"  %three = arith.constant 3.0 : f32\n  %ones = arith.constant dense<1.0> : {_T}\n  %e = tensor.empty() : {_T}\n"
        f"  %x = math.sin %xa : {_T}\n  %y = math.cos %ya : {_T}\n"
        f"  {text.replace('{A}', '{' + statement + '}')}\n{lines}  return {last} : {_T}\n}}\n"
    )


class TestUnusedValues(unittest.TestCase):
    def count_lost(self, folder: pathlib.Path, program: str, hint: str) -> int:
        """Plans a program; returns how often `hint` is said to be of no use."""
        source, planned, report = folder / "in.mlir", folder / "out.mlir", folder / "report.json"
        source.write_text(program)
        run_tool("layout-opt", source, f"--layout-pipeline=target=nhwc report={report}", "-o", planned)
        run_tool("layout-check", "-O0", source, planned, "--entry=main")
        lost = [
            entry
            for entry in json.loads(report.read_text()).get("hints", [])
            if "no users" in entry["outcome"] or "removed or replaced" in entry["outcome"]
        ]
        self.assertEqual({entry["hint"] for entry in lost} - {hint}, set())
        return sum(entry["n"] for entry in lost)

    def check_all(self, kind: str, mixed: bool) -> None:
        """Checks each op with each set of results that are used and stated; used ones are stated if `mixed`."""
        with tempfile.TemporaryDirectory() as folder:
            for index, (name, (_, count)) in enumerate(_OPS.items()):
                cases = [
                    (used, stated)
                    for used, stated in itertools.product(_subsets(count), _subsets(count)[1:])
                    if mixed or not set(used) & set(stated)
                ]
                for used, stated in cases if _ALL or count == 1 else cases[index % 2 :: 2]:
                    layouts = [_LAYOUT if number in stated else '"_"' for number in range(count)]
                    texts = [f"[{', '.join(layouts)}]"] + [_LAYOUT] * (len(stated) == count)
                    for text in texts:
                        with self.subTest(op=name, used=used, stated=text):
                            program = _program(name, used, f"layout.{kind} = {text}")
                            lost = self.count_lost(pathlib.Path(folder), program, f"layout.{kind} = {_LAYOUT}")
                            self.assertEqual(lost, len(set(stated) - set(used)))

    def test_required(self) -> None:
        self.check_all("require", mixed=False)

    def test_preferred(self) -> None:
        self.check_all("prefer", mixed=True)


if __name__ == "__main__":
    unittest.main()
