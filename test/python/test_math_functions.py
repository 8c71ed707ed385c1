# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Every function of the math dialect has the value of libm: in kernels and in loops, for floats of every type.

One program for each type applies all functions to the same numbers: zeros, denormals, the smallest and largest numbers,
infinities and NaN, neighbours of the bounds of each function, multiples of pi, and random ones of all exponents. What libm
has for them in f64 is right. Rows have 16, 17 or 33 elements, so that vectors are full or not, and sizes are static or
dynamic.

LAYOUT_MATH_SHAPES=all combines all rows, sizes and both kinds of code, instead of four programs for each type.

Covers: R13
"""

from __future__ import annotations

import ctypes
import ctypes.util
import itertools
import math
import os
import pathlib
import random
import struct
import sys
import tempfile
import unittest
from collections.abc import Callable

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))

from build_tools import run_tool  # noqa: E402

_LIBM = ctypes.CDLL(ctypes.util.find_library("m"))
_UNARY = (
    *("sin", "cos", "tan", "asin", "acos", "atan", "sinh", "cosh", "tanh", "asinh", "acosh", "atanh"),
    *("exp", "exp2", "expm1", "log", "log2", "log10", "log1p", "sqrt", "rsqrt", "cbrt", "erf", "erfc"),
)
_BINARY = {"atan2": "atan2", "powf": "pow"}
_TESTS: dict[str, Callable[[float, "_Type"], bool]] = {
    "isinf": lambda x, _: math.isinf(x),
    "isnan": lambda x, _: math.isnan(x),
    "isfinite": lambda x, _: math.isfinite(x),
    "isnormal": lambda x, of: math.isfinite(x) and abs(x) >= 2.0**of.least,
}
# The columns, whether sizes are dynamic, and the options of layout-run.
_KERNELS: tuple[str, ...] = ()
_LOOPS = ("--schedule=false",)
_SHAPES = ((16, False), (17, False), (17, True), (33, False), (33, True))
_CASES = [(16, False, _KERNELS), (17, True, _KERNELS), (33, False, _KERNELS), (17, False, _LOOPS)]
if os.environ.get("LAYOUT_MATH_SHAPES") == "all":
    _CASES = [(*shape, options) for shape in _SHAPES for options in (_KERNELS, _LOOPS)]


class _Type:
    """A binary format of `digits` bits, with exponents from `least` to `most`."""

    def __init__(self, name: str, digits: int, least: int, most: int, units: float) -> None:
        self.name, self.digits, self.least, self.most = name, digits, least, most
        self.units = units  # the allowed error in units in the last place
        self.largest = (2.0 - 2.0 ** (1 - digits)) * 2.0**most
        # Numbers are passed in f32 or f64, and converted without an error.
        self.passed = "f64" if name == "f64" else "f32"

    def unit(self, value: float) -> float:
        """The distance of neighbours at a number."""
        exponent = math.frexp(value)[1] - 1 if value else self.least
        return math.ldexp(1.0, max(exponent, self.least) - self.digits + 1)

    def round(self, value: float) -> float:
        if not math.isfinite(value):
            return value
        unit = self.unit(value)
        rounded = round(value / unit) * unit if unit else value
        return math.copysign(math.inf if abs(rounded) > self.largest else abs(rounded), value)

    def is_right(self, found: float, expected: float, may_flush: bool) -> bool:
        rounded = self.round(expected)
        if may_flush and abs(rounded) < 2.0**self.least:
            rounded = math.copysign(0, rounded) if found == 0 else rounded
        if math.isnan(rounded) or math.isnan(found):
            return math.isnan(rounded) and math.isnan(found)
        if found == rounded:
            return found != 0 or math.copysign(1, found) == math.copysign(1, rounded)
        if math.isinf(found) or math.isinf(rounded):
            # The largest number and infinity are neighbours.
            finite = rounded if math.isinf(found) else found
            return abs(finite) == self.largest and math.copysign(1, found) == math.copysign(1, rounded)
        return abs(found - expected) <= self.units * self.unit(expected)


_TYPES = {
    "f16": _Type("f16", 11, -14, 15, 1.5),
    "bf16": _Type("bf16", 8, -126, 127, 1.5),
    "f32": _Type("f32", 24, -126, 127, 5),
    "f64": _Type("f64", 53, -1022, 1023, 3),
}


def _libm(name: str, *arguments: float) -> float:
    if name == "rsqrt":
        root = _libm("sqrt", *arguments)
        return math.copysign(math.inf, root) if root == 0 else 1 / root
    function = getattr(_LIBM, name)
    function.restype, function.argtypes = ctypes.c_double, [ctypes.c_double] * len(arguments)
    return function(*arguments)


def _create_numbers(of: _Type) -> list[float]:
    tiny = 2.0 ** (of.least - of.digits + 1)
    numbers = [0.0, tiny, 3 * tiny, 2.0**of.least - tiny, 2.0**of.least, 2.0 ** (of.least + 1), of.largest]
    numbers += [1e-20, 1e-8, 1e-4, 0.1, 0.4, 0.4921875, 0.5, 0.65, 0.75, 1.0]
    numbers += [1 - 2.0**-of.digits, 1 + 2.0 ** (1 - of.digits)]
    numbers += [1.5, 2.0, 3.0, 4.5, 7.75, 9.0, 9.36, 10.0, 64.0, 88.6, 88.72, 87.3, 90.0, 95.0]
    numbers += [103.0, 104.0, 127.0, 128.0, 150.0]
    numbers += [709.5, 710.5, 720.0, 745.5, 1e3, 1e4, 65504.0, 2.0**18, 925827.4375, 1e6, 2.0**20]
    numbers += [2.0**20 + 1, 1e10, 1e11, 2.0**48, 2.0**48 + 2.0**25, 16367173.0 * 2.0**72]
    numbers += [k * math.pi / 2 for k in (1, 2, 3, 4, 7, 22, 1001, 65536)]
    chance = random.Random(of.digits)
    numbers += [chance.uniform(1, 2) * 2.0 ** chance.randint(of.least - 4, of.most - 1) for _ in range(40)]
    numbers += [chance.uniform(0, 20) for _ in range(40)]
    numbers += [2.0 ** chance.uniform(10, 48) for _ in range(60)]
    numbers = list(dict.fromkeys(x for x in map(of.round, numbers) if math.isfinite(x)))
    return [*numbers, *(-x for x in numbers), math.inf, -math.inf, math.nan]


def _write(path: pathlib.Path, element: str, rows: list[list[float]]) -> None:
    kind = {"f32": "f", "f64": "d"}[element]
    shape, descr = f"({len(rows)}, {len(rows[0])})", {"f": "<f4", "d": "<f8"}[kind]
    header = f"{{'descr': '{descr}', 'fortran_order': False, 'shape': {shape}, }}"
    header += " " * (-(len(header) + 11) % 64) + "\n"
    data = struct.pack(f"<{len(rows) * len(rows[0])}{kind}", *itertools.chain(*rows))
    path.write_bytes(b"\x93NUMPY\x01\x00" + struct.pack("<H", len(header)) + header.encode() + data)


def _read(path: pathlib.Path, element: str) -> list[float]:
    data = path.read_bytes()
    (length,) = struct.unpack("<H", data[8:10])
    return [x for (x,) in struct.iter_unpack({"f32": "<f", "f64": "<d"}[element], data[10 + length :])]


def _create_program(of: _Type, shape: str) -> str:
    """A function of two tensors, with a result for each function."""
    kind, size = f"tensor<{shape}x{of.passed}>", "%n, %m" if "?" in shape else ""
    lines = []
    names = [*_UNARY, *_BINARY, *_TESTS]
    for name in names:
        operands = "%a, %b" if name in _BINARY else "%a"
        body = [f"%v = math.{name} {operands} : {of.name}"]
        if name in _TESTS:
            body.append(f"%w = arith.uitofp %v : i1 to {of.passed}")
        elif of.name != of.passed:
            body.append(f"%w = arith.extf %v : {of.name} to {of.passed}")
        if of.name != of.passed:
            body = [f"%{x} = arith.truncf %in_{x} : {of.passed} to {of.name}" for x in "ab"] + body
        arguments = ("%in_a", "%in_b") if of.name != of.passed else ("%a", "%b")
        result = "%w" if len(body) > 1 else "%v"
        lines.append(f"""  %{name} = linalg.generic {{indexing_maps = [#id, #id, #id], iterator_types = ["parallel", "parallel"]}}
      ins(%x, %y : {kind}, {kind}) outs(%e : {kind}) {{
  ^bb0({arguments[0]}: {of.passed}, {arguments[1]}: {of.passed}, %o: {of.passed}):
    {chr(10).join(body)}
    linalg.yield {result} : {of.passed}
  }} -> {kind}""")
    return f"""#id = affine_map<(i, j) -> (i, j)>
func.func @main(%x: {kind}, %y: {kind}) -> ({', '.join([kind] * len(names))}) {{
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %n = tensor.dim %x, %c0 : {kind}
  %m = tensor.dim %x, %c1 : {kind}
  %e = tensor.empty({size}) : {kind}
{chr(10).join(lines)}
  return {', '.join(f'%{name}' for name in names)} : {', '.join([kind] * len(names))}
}}
"""


def _expected(name: str, of: _Type, x: float, y: float) -> float:
    if name in _TESTS:
        return float(_TESTS[name](x, of))
    return _libm(_BINARY[name], x, y) if name in _BINARY else _libm(name, x)


class MathFunctions(unittest.TestCase):
    def _run(self, element: str) -> None:
        of, failures, count = _TYPES[element], [], 0
        numbers = _create_numbers(of)
        others = numbers[:]
        random.Random(1).shuffle(others)
        special = [x for x in numbers if x in (0, 1, -1, of.largest, 0.5, 2, 3, -3) or not math.isfinite(x)]
        pairs = [*zip(numbers, others, strict=True), *itertools.product(special, special)]
        names = [*_UNARY, *_BINARY, *_TESTS]
        with tempfile.TemporaryDirectory() as folder:
            root = pathlib.Path(folder)
            for columns, is_dynamic, options in _CASES:
                # Rows are elements of one size, or of all.
                filled = pairs if columns == 17 else sorted(pairs, key=lambda pair: (math.isnan(pair[0]), abs(pair[0])))
                filled = filled + filled[: -len(filled) % columns]
                for file, values in (("x", [x for x, _ in filled]), ("y", [y for _, y in filled])):
                    rows = [values[i : i + columns] for i in range(0, len(values), columns)]
                    _write(root / f"{file}.npy", of.passed, rows)
                shape = "?x?" if is_dynamic else f"{len(filled) // columns}x{columns}"
                (root / "program.mlir").write_text(_create_program(of, shape), encoding="utf-8")
                inputs = [f"--input={root / file}.npy" for file in "xy"]
                run_tool("layout-run", root / "program.mlir", *inputs, f"--output={root}/r.npy", "--runs=1", *options)
                for number, name in enumerate(names):
                    for (x, y), found in zip(filled, _read(root / f"r-{number}.npy", of.passed), strict=True):
                        # Loops convert to bf16 by an instruction that processors without denormals have.
                        flushes = element == "bf16" and bool(options)
                        if flushes and any(0 < abs(value) < 2.0**of.least for value in (x, y)):
                            continue
                        count += 1
                        expected = _expected(name, of, x, y)
                        if not of.is_right(found, expected, flushes):
                            where = f"{name}, {shape} {' '.join(options)}"
                            failures.append(f"{where}: of {x!r}, {y!r}: {found!r}, not {of.round(expected)!r}")
        print(f"{count} values of {element}", file=sys.stderr)
        self.assertEqual([], failures[:40])

    def test_f16(self) -> None:
        self._run("f16")

    def test_bf16(self) -> None:
        self._run("bf16")

    def test_f32(self) -> None:
        self._run("f32")

    def test_f64(self) -> None:
        self._run("f64")

    def test_integer_powers(self) -> None:
        """Powers wrap; those with negative exponents are quotients, which are rounded to zero."""
        bases, exponents = (*range(-5, 6), 10, 100, -128, 127), (*range(-3, 10), 31, 64)
        pairs = [(x, y) for x, y in itertools.product(bases, exponents) if x != 0 or y >= 0]
        pairs += pairs[: -len(pairs) % 33]
        for bits, options in itertools.product((8, 16, 32, 64), (_KERNELS, _LOOPS)):
            kind = f"tensor<{len(pairs) // 33}x33x"
            program = f"""#id = affine_map<(i, j) -> (i, j)>
func.func @main(%x: {kind}f64>, %y: {kind}f64>) -> {kind}f64> {{
  %e = tensor.empty() : {kind}f64>
  %0 = linalg.generic {{indexing_maps = [#id, #id, #id], iterator_types = ["parallel", "parallel"]}}
      ins(%x, %y : {kind}f64>, {kind}f64>) outs(%e : {kind}f64>) {{
  ^bb0(%a: f64, %b: f64, %o: f64):
    %i = arith.fptosi %a : f64 to i{bits}
    %j = arith.fptosi %b : f64 to i{bits}
    %p = math.ipowi %i, %j : i{bits}
    %r = arith.sitofp %p : i{bits} to f64
    linalg.yield %r : f64
  }} -> {kind}f64>
  return %0 : {kind}f64>
}}
"""
            with self.subTest(bits=bits, options=options), tempfile.TemporaryDirectory() as folder:
                root = pathlib.Path(folder)
                (root / "program.mlir").write_text(program, encoding="utf-8")
                for file, values in (("x", [float(x) for x, _ in pairs]), ("y", [float(y) for _, y in pairs])):
                    _write(root / f"{file}.npy", "f64", [values[i : i + 33] for i in range(0, len(values), 33)])
                inputs = [f"--input={root / file}.npy" for file in "xy"]
                run_tool("layout-run", root / "program.mlir", *inputs, f"--output={root}/r.npy", "--runs=1", *options)
                expected = []
                for x, y in pairs:
                    power = x**y if y >= 0 else (x ** (y % 2) if abs(x) == 1 else 0)
                    power %= 2**bits
                    expected.append(float(power - 2**bits if power >= 2 ** (bits - 1) else power))
                self.assertEqual(expected, _read(root / "r.npy", "f64"))


if __name__ == "__main__":
    unittest.main()
