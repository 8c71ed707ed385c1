# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Products compute the same in each plan and form, however their bodies and maps are written.

Random convolutions and matmuls are written as `linalg.generic`: their operands have dims in any order, factors are
extended with or without a sign, and each may have a zero point that is an operand, a constant within the body or
outside of it, or an argument of the function. layout-check finds the plans for several targets and forms equal to the
program.

LAYOUT_PRODUCT_BODIES=200 takes 200 programs.

Covers: R1, R25
"""

import os
import pathlib
import random
import sys
import tempfile
import unittest

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))

from build_tools import BUILD, run_tool  # noqa: E402

_FORMS = [f"--load-pass-plugin={BUILD}/lib/IREEPlugin.so"]
_PLANS = (
    [*_FORMS, "--pass-pipeline=builtin.module(iree-convolution-forms)"],
    [*_FORMS, "--pass-pipeline=builtin.module(layout-pipeline{target=nhwc},iree-convolution-forms)"],
    ["--layout-pipeline=target=nchw16c indivisible=pad"],
    ["--layout-pipeline=target=tiles32 indivisible=pad"],
    ["--layout-pipeline=target=x86-avx512 indivisible=priced"],
)
_COUNT = int(os.environ.get("LAYOUT_PRODUCT_BODIES", "16"))
_ZERO_POINTS = ("none", "none", "operand", "outside", "within", "argument")


def _map(loops: str, indices: list[str]) -> str:
    return f"affine_map<({', '.join(loops)}) -> ({', '.join(indices)})>"


def _operand(chance: random.Random, sizes: dict[str, int], element: str) -> tuple[list[str], str]:
    """The indices of an operand, in a random order, and its type; `sizes` has the size of each index."""
    indices = list(sizes)
    if chance.random() < 0.6:
        chance.shuffle(indices)
    return indices, f"tensor<{''.join(f'{sizes[index]}x' for index in indices)}{element}>"


def _factor(chance: random.Random, name: str, is_float: bool) -> tuple[list[str], str, str]:
    """The lines of a body that read a factor, the constant that they need outside, and where the zero point is."""
    place = chance.choice(_ZERO_POINTS)
    if is_float:
        place = chance.choice(("none", "none", "outside", "argument"))
        lines, wide = [], f"%{name}"
        if chance.random() < 0.3:
            lines, wide = [f"%{name}w = math.absf %{name} : f32"], f"%{name}w"
        number, subtract, kind = "0.5", "arith.subf", "f32"
    else:
        wide = f"%{name}w"
        lines = [f"{wide} = arith.ext{chance.choice('su')}i %{name} : i8 to i32"]
        number, subtract, kind = str(chance.choice((-3, 5))), "arith.subi", "i32"
    constant = f"%{name}z = arith.constant {number} : {kind}"
    if place == "none":
        return [*lines, f"%{name}f = {subtract} {wide}, %none : {kind}"], "", place
    if place == "within":
        lines.append(constant)
    lines.append(f"%{name}f = {subtract} {wide}, %{name}z : {kind}")
    return lines, constant if place in ("outside", "operand") else "", place


def generate(seed: int) -> str:
    """Returns the program of a seed."""
    chance = random.Random(seed)
    is_float = chance.random() < 0.25
    narrow, wide = ("f32", "f32") if is_float else ("i8", "i32")
    if chance.random() < 0.3:
        loops, parallel = "mnk", 2
        m, n, k = (chance.choice((1, 3, 7, 17, 33)) for _ in loops)
        sizes: tuple[dict[str, int], ...] = ({"m": m, "k": k}, {"k": k, "n": n}, {"m": m, "n": n})
    else:
        loops, parallel = "bhwfcpq", 4
        b, f, c = chance.choice((1, 1, 2)), chance.choice((3, 5, 18)), chance.choice((3, 5, 18))
        p, q = chance.choice(((1, 1), (1, 1), (1, 3), (3, 1), (2, 3)))
        h, w = chance.choice((1, 4, 5)), chance.choice((3, 5))
        sizes = (
            {"b": b, "h + p": h + p - 1, "w + q": w + q - 1, "c": c},
            {"p": p, "q": q, "c": c, "f": f},
            {"b": b, "h": h, "w": w, "f": f},
        )
    (x, x_type), (y, y_type), (z, z_type) = (
        _operand(chance, of, element) for of, element in zip(sizes, (narrow, narrow, wide), strict=True)
    )
    factors = [_factor(chance, name, is_float) for name in "xy"]
    places = {f"%{name}z": place for name, (_, _, place) in zip("xy", factors, strict=True)}
    scalars = [name for name, place in places.items() if place == "operand"]
    arguments = "".join(f", {name}: {wide}" for name, place in places.items() if place == "argument")
    maps = [_map(loops, x), _map(loops, y), *(_map(loops, []) for _ in scalars), _map(loops, z)]
    kinds = ", ".join(f'"{"parallel" if at < parallel else "reduction"}"' for at in range(len(loops)))
    block = ", ".join(f"{name}i: {wide}" for name in scalars)
    body = [line for lines, _, _ in factors for line in lines]
    for name in scalars:
        body = [line.replace(f"{name} :", f"{name}i :") for line in body]
    suffix = "f" if is_float else "i"
    product = ("%xf, %yf", "%yf, %xf")[chance.random() < 0.5]
    text = "\n    ".join(
        (
            *body,
            f"%p = arith.mul{suffix} {product} : {wide}",
            f"%r = arith.add{suffix} %s, %p : {wide}",
            f"linalg.yield %r : {wide}",
        )
    )
    ins = "".join(f", {name}" for name in scalars), "".join(f", {wide}" for _ in scalars)
    return f"""func.func @main(%a: {x_type}, %b: {y_type}, %start: {z_type}{arguments}) -> {z_type} {{
  %none = arith.constant {'0.0' if is_float else '0'} : {wide}
  {factors[0][1]}
  {factors[1][1]}
  %0 = linalg.generic {{indexing_maps = [{', '.join(maps)}], iterator_types = [{kinds}]}}
      ins(%a, %b{ins[0]} : {x_type}, {y_type}{ins[1]}) outs(%start : {z_type}) {{
  ^bb0(%x: {narrow}, %y: {narrow}, {block + ', ' if block else ''}%s: {wide}):
    {text}
  }} -> {z_type}
  return %0 : {z_type}
}}
"""


class ProductBodies(unittest.TestCase):
    def test_plans(self) -> None:
        with tempfile.TemporaryDirectory() as name:
            folder = pathlib.Path(name)
            source = folder / "program.mlir"
            source.write_text("// -----\n".join(generate(seed) for seed in range(_COUNT)), encoding="utf-8")
            results = [folder / f"{at}.mlir" for at in range(len(_PLANS))]
            for options, result in zip(_PLANS, results, strict=True):
                run_tool("layout-opt", source, "--split-input-file", *options, "-o", result)
            said = run_tool("layout-check", "-O0", "--split-input-file", "--allow-vacuous", source, *results)
            self.assertEqual(said.splitlines().count("equal"), _COUNT, said)


if __name__ == "__main__":
    unittest.main()
