# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""A contraction that the pipeline gives the layouts that a target requires passes `layout-verify`, and one that it
refuses does not pass.

Random contractions have up to two batches, three rows, two columns and two contracted dims, in orders in which those of
a role follow each other or not, of unit, dynamic and other extents, as `linalg.generic`, `linalg.contract` or a named op,
with a bias or zeros in `outs`. For each of them and a target, whose matmul layouts are required and whose key `verify`
is set, the test requires:

  - `layout-verify` accepts what the pipeline has planned, which computes the same
  - what the pipeline refuses, `layout-verify` refuses
  - an op whose dims of each role follow each other, and fill whole blocks, is planned

LAYOUT_CONTRACTION_SEEDS=FIRST..LAST selects other programs.

Covers: G11, G13, R13
"""

import itertools
import math
import os
import pathlib
import random
import re
import subprocess
import sys
import tempfile
import unittest

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))

from build_tools import BUILD, run_tool  # noqa: E402

_SEEDS = os.environ.get("LAYOUT_CONTRACTION_SEEDS", "0..31")
_MOST_PRODUCTS = 1 << 19
# The layouts of matmuls in the built-in targets, the largest block, and one target that states no kernel.
_TARGETS = {
    "nchw16c-mm16": ("MK16m16k", "NK16n16k", "", 16),
    "tiles32": ("MK32m32k", "KN32k32n", "", 32),
    "x86-avx512": ("MK", "NK16n", "", 16),
    "nhwc-packed16": ("MK", "NK16n", "", 16),
    "spyre": ("K[stick]M", "agree", "N[stick]M", 1),
    "rows16": ("MK16m", "", "", 16),
}
_NAMED = {
    "linalg.matmul": ("m0 k0", "k0 n0", "m0 n0"),
    "linalg.batch_matmul": ("b0 m0 k0", "b0 k0 n0", "b0 m0 n0"),
    "linalg.matvec": ("m0 k0", "k0", "m0"),
    "linalg.vecmat": ("k0", "k0 n0", "n0"),
    "linalg.batch_matvec": ("b0 m0 k0", "b0 k0", "b0 m0"),
}


def _target(name: str) -> str:
    """The target `name` with its layouts of matmuls as required ones."""
    data, kernel, result, _ = _TARGETS[name]
    entries = []
    for kind in ("matmul", "batch_matmul"):
        front = "B" if kind == "batch_matmul" else ""
        layouts = {"data": data, "kernel": kernel, "result": result}
        stated = "".join(
            f', "{key}" = "{layout if layout == "agree" else front + layout}"' for key, layout in layouts.items() if layout
        )
        entries.append(f'#dlti.map<"kind" = "{kind}"{stated}>')
    return f"""module attributes {{dlti.target_system_spec = #dlti.target_system_spec<
  "NPU" = #dlti.target_device_spec<"layout" = #dlti.map<"name" = "{name}", "verify" = true, "stick_bytes" = 64 : i64,
    "requires" = [{', '.join(entries)}]>>>}} {{}}
"""


class Contraction:
    """A random contraction."""

    def __init__(self, seed: int) -> None:
        chance = self.chance = random.Random(seed)
        self.name = chance.choice(list(_NAMED) + ["linalg.generic"] * 8 + ["linalg.contract"] * 4)
        if self.name in _NAMED:
            self.operands = [indices.split() for indices in _NAMED[self.name]]
        else:
            self.operands = self.draw_operands()
        self.loops = list(dict.fromkeys(itertools.chain(*self.operands)))
        sizes = chance.choice(((32, 64), (16, 32, 64), (1, 2, 16, 32), (1, 3, 5, 16, 17)))
        self.sizes = {loop: chance.choice(sizes) for loop in self.loops}
        for role in "mnk":
            loops = [loop for loop in self.loops if loop[0] == role]
            if loops and chance.random() < 0.7:
                self.sizes[chance.choice(loops)] = 32
        # Blocks need whole ones in one dim of a role only; the check computes every product.
        while math.prod(self.sizes.values()) > _MOST_PRODUCTS:
            loop = max(self.loops, key=lambda loop: (self.sizes[loop] > 1, self.sizes[loop] != 32, chance.random()))
            self.sizes[loop] = chance.choice([size for size in (1, 2, 3, 5, 16) if size < self.sizes[loop]])
        is_dynamic = chance.random() < 0.2
        self.dynamic = {loop for loop in self.loops if is_dynamic and chance.random() < 0.4}

    def draw_operands(self) -> list[list[str]]:
        """The indices of both factors and of the result."""
        chance = self.chance
        count = {
            "b": chance.choice((0, 0, 1, 2)),
            "m": chance.choice((1, 2, 2, 3)),
            "n": chance.choice((0, 1, 1, 1, 2)),
            "k": chance.choice((1, 1, 1, 2)),
        }
        b, m, n, k = ([f"{role}{at}" for at in range(number)] for role, number in count.items())
        orders = [[b, m, k], [b, *chance.choice(([k, n], [n, k]))], [b, m, n]]
        if chance.random() < 0.2:
            chance.shuffle(orders[chance.randrange(3)])
        operands = [list(itertools.chain(*groups)) for groups in orders]
        if chance.random() < 0.4:
            chance.shuffle(chance.choice(operands))
        if chance.random() < 0.15:
            operands[0], operands[1] = operands[1], operands[0]
        return operands

    def follow_each_other(self) -> bool:
        """Whether the dims of each role are one dim in every operand, all operands being those of a matmul."""
        data, kernel, result = self.operands
        if any(index[0] == "n" for index in data):
            data, kernel = kernel, data

        def join(operand: list[str]) -> str:
            return "".join(role for role, _ in itertools.groupby(index[0] for index in operand))

        def are_in_order(operand: list[str], role: str) -> bool:
            indices = [index for index in operand if index[0] == role]
            return indices == sorted(indices)

        is_matmul = (
            join(data).removeprefix("b") == "mk"
            and join(kernel).removeprefix("b") in ("kn", "nk")
            and join(result).removeprefix("b") == "mn"
        )
        return is_matmul and all(are_in_order(operand, role) for operand in self.operands for role in "bmnk")

    def fills(self, block: int) -> bool:
        """Whether rows, columns and contracted dims are multiples of a block."""
        extents = dict.fromkeys("bmnk", 1)
        for loop, size in self.sizes.items():
            extents[loop[0]] *= size
        return not self.dynamic and all(extents[role] % block == 0 for role in "mnk")

    def type(self, operand: list[str]) -> str:
        return f"tensor<{''.join(f'{self.size(index)}x' for index in operand)}f32>"

    def size(self, index: str) -> str:
        return "?" if index in self.dynamic else str(self.sizes[index])

    def text(self) -> str:
        loops = ", ".join(self.loops)
        maps = ", ".join(f"affine_map<({loops}) -> ({', '.join(operand)})>" for operand in self.operands)
        x, y, z = (self.type(operand) for operand in self.operands)
        lines, start = [], "%start"
        if self.chance.random() < 0.5 and not self.dynamic:
            lines = [
                "%zero = arith.constant 0.0 : f32",
                f"%e = tensor.empty() : {z}",
                f"%zeros = linalg.fill ins(%zero : f32) outs(%e : {z}) -> {z}",
            ]
            start = "%zeros"
        head = f"indexing_maps = [{maps}]"
        operands = f"ins(%x, %y : {x}, {y}) outs({start} : {z})"
        if self.name == "linalg.generic":
            kinds = ", ".join('"reduction"' if loop[0] == "k" else '"parallel"' for loop in self.loops)
            lines.append(
                f"%0 = linalg.generic {{{head}, iterator_types = [{kinds}]}} {operands} {{\n"
                "  ^bb0(%a: f32, %b: f32, %c: f32):\n    %p = arith.mulf %a, %b : f32\n"
                f"    %s = arith.addf %c, %p : f32\n    linalg.yield %s : f32\n  }} -> {z}"
            )
        else:
            lines.append(f"%0 = {self.name} {head if self.name == 'linalg.contract' else ''} {operands} -> {z}")
        body = "\n  ".join(lines)
        return f"func.func @main(%x: {x}, %y: {y}, %start: {z}) -> {z} {{\n  {body}\n  return %0 : {z}\n}}\n"


def _verdict(source: pathlib.Path, *options: str) -> str:
    """What layout-opt says of a program that it refuses; an empty text if it takes it."""
    run = subprocess.run([BUILD / "bin" / "layout-opt", source, *options], capture_output=True, text=True)
    if run.returncode and not re.search("error: .* op (requires|cannot take the layouts)", run.stderr):
        raise AssertionError(run.stderr[:2000])
    return run.stderr if run.returncode else ""


class Contractions(unittest.TestCase):
    def check_program(self, seed: int, folder: pathlib.Path) -> None:
        contraction = Contraction(seed)
        source, planned, target = folder / "program.mlir", folder / "planned.mlir", folder / "target.mlir"
        source.write_text(contraction.text(), encoding="utf-8")
        name = random.Random(seed).choice(list(_TARGETS))
        target.write_text(_target(name), encoding="utf-8")
        context = f"seed {seed}, target {name}\n{contraction.text()}"
        refused = _verdict(source, f"--layout-pipeline=target={target}", "-o", str(planned))
        self.assertNotIn(" op requires ", refused, f"{context}planned, but refused by the verifier")
        if refused:
            message = f"{context}refused by the pipeline alone: {refused}"
            self.assertTrue(_verdict(source, f"--layout-verify=target={target}", "-o", os.devnull), message)
            may_refuse = not contraction.follow_each_other() or not contraction.fills(_TARGETS[name][3])
            self.assertTrue(may_refuse, f"{context}refused: {refused}")
            return
        verified = _verdict(planned, f"--layout-verify=target={target}", "-o", os.devnull)
        self.assertEqual(verified, "", f"{context}refused by the verifier alone")
        said = run_tool("layout-check", "--allow-vacuous", source, planned)
        self.assertIn("equal", said.splitlines(), context)

    def test_contractions(self) -> None:
        first, last = map(int, _SEEDS.split(".."))
        with tempfile.TemporaryDirectory() as name:
            for seed in range(first, last + 1):
                with self.subTest(seed=seed):
                    self.check_program(seed, pathlib.Path(name))


if __name__ == "__main__":
    unittest.main()
