# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Conversions of floats of 8 bits are right for every number.

All 256 numbers are extended to f32, and all of f16 and as many of f64, which lie beside those where rounding changes,
truncated. The numbers that are expected follow from the definition of each type.
"""

import bisect
import os
import pathlib
import re
import struct
import subprocess
import tempfile
import unittest

from kernel_cells import SMALL_FLOATS

_ROOT = pathlib.Path(__file__).resolve().parents[2]
_BUILD = pathlib.Path(os.environ.get("LAYOUT_BUILD", _ROOT / "build" / "release"))
_NAN, _INFINITY = float("nan"), float("inf")
_ABOVE = 1.0000000001  # One more is between f64 numbers that f32 does not tell apart.

_GENERIC = """  %e{n} = tensor.empty() : tensor<{count}x{type}>
  %r{n} = linalg.generic {{indexing_maps = [affine_map<(i) -> (i)>], iterator_types = ["parallel"]}} outs(%e{n} : tensor<{count}x{type}>) {{
  ^bb0(%out: {type}):
    %i = linalg.index 0 : index
    %code = arith.index_cast %i : index to i16
{body}    linalg.yield %x : {type}
  }} -> tensor<{count}x{type}>
"""
_F64 = f"""    %half = arith.bitcast %code : i16 to f16
    %wide = arith.extf %half : f16 to f64
    %above = arith.constant {_ABOVE} : f64
    %x = arith.mulf %wide, %above : f64
"""


class Format:
    """The numbers of a type, by its name: `f8E4M3FN` has four bits of exponent and three of mantissa."""

    def __init__(self, type: str) -> None:
        exponent, mantissa, bias, self.kind = re.fullmatch(r"f8E(\d)M(\d)(?:B(\d+))?(FN|FNUZ)?", type).groups()
        self.mantissa = int(mantissa)
        middle = 2 ** (int(exponent) - 1)
        self.bias = int(bias or middle - (self.kind != "FNUZ"))
        self.infinity = 0x80 - 2**self.mantissa  # Its code, if there is one.
        self.last = {None: self.infinity - 1, "FN": 0x7E, "FNUZ": 0x7F}[self.kind]
        # The code behind the last one stands for what is rounded up from it.
        self.magnitudes = [self._magnitude(code) for code in range(self.last + 2)]

    def _magnitude(self, code: int) -> float:
        exponent, digits = divmod(code, 2**self.mantissa)
        if exponent == 0:
            return digits * 2.0 ** (1 - self.bias - self.mantissa)
        return (2**self.mantissa + digits) * 2.0 ** (exponent - self.bias - self.mantissa)

    def decode(self, code: int) -> float:
        sign, code = (-1.0 if code & 0x80 else 1.0), code & 0x7F
        if self.kind == "FNUZ" and sign < 0 and code == 0:
            return _NAN
        if code <= self.last:
            return sign * self.magnitudes[code]
        return sign * _INFINITY if self.kind is None and code == self.infinity else _NAN

    def round(self, number: float) -> float:
        """The nearest number, of even code among equals."""
        if number != number:
            return _NAN
        magnitude = abs(number)
        above = min(bisect.bisect_left(self.magnitudes, magnitude), self.last + 1)
        below = max(above - 1, 0)
        low, high = magnitude - self.magnitudes[below], self.magnitudes[above] - magnitude
        code = below if low < high or low == high and below % 2 == 0 else above
        if code > self.last or magnitude == _INFINITY:
            return _INFINITY * (1 if number > 0 else -1) if self.kind is None else _NAN
        return self.magnitudes[code] * (-1.0 if number < 0 else 1.0)


def _double(code: int) -> float:
    (half,) = struct.unpack("<e", struct.pack("<H", code))
    return half


def _constant(numbers: list[float]) -> str:
    digits = struct.pack(f"<{len(numbers)}f", *numbers).hex().upper()
    return f'arith.constant dense<"0x{digits}"> : tensor<{len(numbers)}xf32>'


_SIGNATURE = "func.func @main(%a: f32) -> (tensor<256xf32>, tensor<65536xf32>, tensor<65536xf32>) {\n"
_RETURN = "  return %0, %1, %2 : tensor<256xf32>, tensor<65536xf32>, tensor<65536xf32>\n}\n"


def _expected(type: str) -> str:
    format = Format(type)
    extended = [format.decode(code) for code in range(256)]
    halves = [_double(code) for code in range(65536)]
    results = [extended, [format.round(half) for half in halves], [format.round(half * _ABOVE) for half in halves]]
    lines = (f"  %{number} = {_constant(numbers)}\n" for number, numbers in enumerate(results))
    return _SIGNATURE + "".join(lines) + _RETURN


def _computed(type: str) -> str:
    small = f"    %byte = arith.trunci %code : i16 to i8\n    %x = arith.bitcast %byte : i8 to {type}\n"
    text = _SIGNATURE + _GENERIC.format(n=0, count=256, type=type, body=small)
    text += _GENERIC.format(n=1, count=65536, type="f16", body="    %x = arith.bitcast %code : i16 to f16\n")
    text += _GENERIC.format(n=2, count=65536, type="f64", body=_F64)
    text += f"  %0 = arith.extf %r0 : tensor<256x{type}> to tensor<256xf32>\n"
    for number, wide in ((1, "f16"), (2, "f64")):
        text += f"  %t{number} = arith.truncf %r{number} : tensor<65536x{wide}> to tensor<65536x{type}>\n"
        text += f"  %{number} = arith.extf %t{number} : tensor<65536x{type}> to tensor<65536xf32>\n"
    return text + _RETURN


class SmallFloats(unittest.TestCase):
    def test_conversions(self) -> None:
        with tempfile.TemporaryDirectory() as folder:
            expected, computed = pathlib.Path(folder) / "expected.mlir", pathlib.Path(folder) / "computed.mlir"
            for type in SMALL_FLOATS:
                if type == "f8E8M0FNU":  # Scales, whose conversions are upstream's.
                    continue
                expected.write_text(_expected(type), encoding="utf-8")
                computed.write_text(_computed(type), encoding="utf-8")
                for code in ("loops", "kernels"):
                    with self.subTest(type=type, code=code):
                        check = [_BUILD / "bin" / "layout-check", f"--code={code}", "--allow-vacuous", expected, computed]
                        done = subprocess.run(check, capture_output=True, text=True)
                        self.assertEqual(done.returncode, 0, (done.stderr + done.stdout)[-2000:])
                        self.assertEqual(done.stdout.count("worst difference 0,"), 6, done.stdout)


if __name__ == "__main__":
    unittest.main()
