# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Elementwise ops of arith and math between padded convolutions are planned as the structured ops that compute the same.

Random programs have one or two convolutions whose channels fill no blocks, a chain or diamond of ops on tensors, and one
or two convolutions that read some of their values, in static and dynamic sizes. For each of them and a target, the test
requires:

  - the planned program moves as many bytes as that of `--convert-elementwise-to-linalg` of the same program
  - it computes the same
  - an op becomes a structured one only if it selects what its padding holds

LAYOUT_ELEMENTWISE_SEEDS=FIRST..LAST selects other programs.

Covers: R13, R32, R49
"""

import json
import os
import pathlib
import random
import re
import sys
import tempfile
import unittest

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))

from build_tools import run_tool  # noqa: E402

_SEEDS = os.environ.get("LAYOUT_ELEMENTWISE_SEEDS", "0..63")
_BATCH = 8
_TARGETS = ("nchw8c", "nchw4c", "nchw16c", "tiles32", "conv4", "x86-avx512", "nhwc-packed8")
_PADDINGS = ("pad", "pad", "priced")
_UNARY = ("math.exp", "math.absf", "math.tanh", "math.cos", "arith.negf", "math.floor")
_BINARY = ("arith.addf", "arith.subf", "arith.mulf", "arith.maximumf", "arith.minnumf")
_MARKER = "// -----\n"


class _Program:
    def __init__(self, seed: int) -> None:
        self.chance = random.Random(seed)
        self.height = self.chance.choice(("5", "1", "8", "?"))
        self.width = self.chance.choice((1, 4, 6))
        self.lines: list[str] = []
        self.arguments: list[str] = []
        self.count = 0
        self.last = ""  # the unary op that made the last value

    def type(self, channels: int, element: str = "f32") -> str:
        return f"tensor<1x{channels}x{self.height}x{self.width}x{element}>"

    def emit(self, text: str) -> str:
        self.count += 1
        self.lines.append(f"  %{self.count} = {text}")
        return f"%{self.count}"

    def argument(self, kind: str) -> str:
        self.arguments.append(f"%a{len(self.arguments)}: {kind}")
        return f"%a{len(self.arguments) - 1}"

    def convolution(self, value: str, before: int, channels: int) -> str:
        kernel = f"tensor<{channels}x{before}x1x1xf32>"
        weights = self.argument(kernel)
        result = self.type(channels)
        empty = self.emit(f"tensor.empty({'%h' if self.height == '?' else ''}) : {result}")
        zeros = self.emit(f"linalg.fill ins(%zero : f32) outs({empty} : {result}) -> {result}")
        return self.emit(
            f"linalg.conv_2d_nchw_fchw ins({value}, {weights} : {self.type(before)}, {kernel}) "
            f"outs({zeros} : {result}) -> {result}"
        )

    def elementwise(self, values: list[str], channels: int) -> str:
        """One op on tensors, or two if it compares or changes the element type. None folds to an operand."""
        kind, chance = self.type(channels), self.chance
        value, others = values[-1], values[:-1]
        unary = chance.choice([name for name in _UNARY if name != self.last])
        choice = chance.randrange(10)
        if choice < 4 or (not others and self.height == "?"):
            self.last = unary
            return self.emit(f"{unary} {value} : {kind}")
        self.last = ""
        if not others or (self.height != "?" and chance.random() < 0.3):
            other = self.emit(f"arith.constant dense<{chance.choice(('0.0', '0.5', '-2.0'))}> : {kind}")
        else:
            other = chance.choice(others)
        if choice < 8:
            return self.emit(f"{chance.choice(_BINARY)} {value}, {other} : {kind}")
        if choice == 8:
            narrow = self.type(channels, "bf16")
            truncated = self.emit(f"arith.truncf {value} : {kind} to {narrow}")
            return self.emit(f"arith.extf {truncated} : {narrow} to {kind}")
        bits = self.type(channels, "i1")
        less = self.emit(f"arith.cmpf olt, {value}, {other} : {kind}")
        if chance.random() < 0.3:
            return self.emit(f"arith.select %flag, {value}, {other} : {kind}")
        return self.emit(f"arith.select {less}, {value}, {other} : {bits}, {kind}")

    def text(self) -> str:
        channels = [self.chance.choice((3, 6, 8, 13, 14, 20)) for _ in range(3)]
        image = self.argument(self.type(channels[0]))
        values = [self.convolution(image, *channels[:2]) for _ in range(self.chance.choice((1, 1, 2)))]
        for _ in range(self.chance.randint(1, 4)):
            values.append(self.elementwise(values, channels[1]))
        read = [values[-1]] + ([self.chance.choice(values)] if self.chance.random() < 0.4 else [])
        results = [self.convolution(value, *channels[1:]) for value in read]
        kinds = [self.type(channels[2])] * len(results)
        if self.chance.random() < 0.2:
            results.append(values[-1])
            kinds.append(self.type(channels[1]))
        head = "  %c2 = arith.constant 2 : index\n  %zero = arith.constant 0.0 : f32\n"
        head += "  %bit = arith.constant 0.5 : f32\n  %flag = arith.cmpf olt, %scale, %bit : f32\n"
        if self.height == "?":
            head += f"  %h = tensor.dim {image}, %c2 : {self.type(channels[0])}\n"
        arguments = ", ".join([*self.arguments, "%scale: f32"])
        body = "\n".join(self.lines)
        types = ", ".join(kinds)
        return f"func.func @main({arguments}) -> ({types}) {{\n{head}{body}\n  return {', '.join(results)} : {types}\n}}\n"


class ElementwiseForms(unittest.TestCase):
    def setUp(self) -> None:
        scratch = tempfile.TemporaryDirectory()
        self.addCleanup(scratch.cleanup)
        self.folder = pathlib.Path(scratch.name)

    def plan(self, program: pathlib.Path, options: str, *passes: str) -> tuple[pathlib.Path, list[dict]]:
        planned = self.folder / f"{program.stem}{len(passes)}.mlir"
        run_tool("layout-opt", "--split-input-file", program, *passes, f"--layout-pipeline={options}", "-o", planned)
        counts = run_tool("layout-opt", "--split-input-file", planned, "--layout-count")
        return planned, [json.loads(line) for line in counts.splitlines() if line.startswith("{")]

    def compare(self, seeds: range, options: str) -> None:
        programs = [_Program(seed).text() for seed in seeds]
        source = self.folder / "program.mlir"
        source.write_text(_MARKER.join(programs), encoding="utf-8")
        planned, counts = self.plan(source, options)
        _, expected = self.plan(source, options, "--convert-elementwise-to-linalg")
        self.assertEqual(len(counts), len(programs))
        for seed, program, found, wanted in zip(seeds, programs, counts, expected):
            self.assertEqual(found, wanted, f"seed {seed}, {options}\n{program}")
        run_tool("layout-check", "-O0", "--allow-vacuous", "--split-input-file", source, planned)
        self.check_forms(planned.read_text(encoding="utf-8"), f"seeds {seeds}, {options}")

    def check_forms(self, planned: str, name: str) -> None:
        """The elementwise functions of structured ops have a select of their padding."""
        for body in re.findall(r"ins\([^)]*\) outs\([^)]*\) {\n( *\^bb0.*?)linalg.yield", planned, re.DOTALL):
            if re.search(r"(math|arith)\.(exp|absf|tanh|cos|negf|floor|subf|minnumf|truncf|extf) ", body):
                self.assertIn("linalg.index", body, f"{name}: a structured op selects nothing\n{body}")

    def test_plans_are_those_of_structured_ops(self) -> None:
        first, last = map(int, _SEEDS.split(".."))
        for number, begin in enumerate(range(first, last + 1, _BATCH)):
            target, padding = _TARGETS[number % len(_TARGETS)], _PADDINGS[number % len(_PADDINGS)]
            with self.subTest(target=target, padding=padding):
                seeds = range(begin, min(begin + _BATCH, last + 1))
                self.compare(seeds, f"target={target} indivisible={padding}")


if __name__ == "__main__":
    unittest.main()
