# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Element types of random programs, with constants and scalar ops for them."""

import random
import struct
from typing import Callable, Sequence

from layout_mlir.models.body import Body
from layout_mlir.models.ir import Module, Scalar, TensorType, Value

FLOATS = ("f16", "bf16", "f32", "f64")
INTEGERS = ("i1", "i4", "i8", "i16", "i32", "i64")
COMPLEX = ("complex<f32>",)
ANY = FLOATS + INTEGERS + COMPLEX
NUMBERS = FLOATS + INTEGERS[1:]  # types with an order and a sum

# The conversions in programs: the result type and the op.
_CASTS: dict[str, Sequence[tuple[str, str]]] = {
    "f16": (("f32", "arith.extf"), ("f64", "arith.extf")),
    "bf16": (("f32", "arith.extf"),),
    "f32": (("f16", "arith.truncf"), ("bf16", "arith.truncf"), ("f64", "arith.extf"), ("i32", "arith.fptosi")),
    "f64": (("f32", "arith.truncf"), ("i64", "arith.fptosi")),
    "i1": (("i8", "arith.extui"), ("i32", "arith.extui"), ("f32", "arith.uitofp")),
    "i4": (("i8", "arith.extsi"),),
    "i8": (("i4", "arith.trunci"), ("i32", "arith.extsi"), ("f32", "arith.sitofp"), ("f16", "arith.sitofp")),
    "i16": (("i32", "arith.extsi"), ("f32", "arith.sitofp")),
    "i32": (("i8", "arith.trunci"), ("i64", "arith.extsi"), ("i16", "arith.trunci")),
    "i64": (("i32", "arith.trunci"),),
}


def casts(element: str) -> Sequence[tuple[str, str]]:
    return _CASTS.get(element, ())


def constant(module: Module, chance: random.Random, shape: Sequence[int], element: str) -> Value:
    """Returns a small constant tensor of numbers or truth values."""
    type = TensorType(tuple(shape), element)
    if element in FLOATS:
        digits = "".join(_hex(chance.uniform(-1, 1), element) for _ in range(type.size))
        text = f'dense<"0x{digits}">'
    else:
        lowest, highest = {"i1": (0, 1), "i4": (-8, 7), "i8": (-128, 127)}.get(element, (-3, 3))
        numbers = [chance.randint(lowest, highest) for _ in range(type.size)]
        text = f"dense<{_nested(numbers, type.shape, element)}>"
    return module.constant(text, type)


def _hex(number: float, element: str) -> str:
    if element == "bf16":
        return struct.pack("<f", number)[2:].hex()
    return struct.pack({"f16": "<e", "f32": "<f", "f64": "<d"}[element], number).hex()


def _nested(numbers: Sequence[int], shape: Sequence[int], element: str) -> str:
    if not shape:
        return str(bool(numbers[0])).lower() if element == "i1" else str(numbers[0])
    step = len(numbers) // shape[0]
    return f"[{', '.join(_nested(numbers[i * step :][:step], shape[1:], element) for i in range(shape[0]))}]"


def number(element: str, integer: int, real: float) -> int | float:
    """Returns an integer or a real number, according to the type; true for i1."""
    return True if element == "i1" else integer if element in INTEGERS else real


Unary = Callable[[Body, Scalar], Scalar]


def unary(element: str, chance: random.Random) -> Unary:
    """A scalar op on one element that does not increase its absolute value much."""
    if element == "i1":
        return lambda region, x: region.apply("arith.xori", x, region.constant(True, "i1"))
    if element in COMPLEX:
        return lambda region, x: region.apply(chance.choice(("complex.conj", "complex.neg")), x)
    if element in FLOATS:
        return chance.choice(
            (
                lambda region, x: region.apply("math.absf", x),
                lambda region, x: region.apply("arith.mulf", x, region.constant(0.5, element)),
                lambda region, x: region.apply("arith.subf", x, region.constant(0.25, element)),
                lambda region, x: region.apply("arith.maximumf", x, region.constant(-0.5, element)),
            )
        )
    return chance.choice(
        (
            lambda region, x: region.apply("arith.muli", x, region.constant(3, element)),
            lambda region, x: region.apply("arith.addi", x, region.constant(1, element)),
            lambda region, x: region.apply("arith.maxsi", x, region.constant(0, element)),
            lambda region, x: region.apply("arith.xori", x, region.constant(5, element)),
            lambda region, x: region.apply("arith.shrsi", x, region.constant(1, element)),
        )
    )


def binary(element: str) -> Sequence[str]:
    """Returns ops of two elements."""
    if element in COMPLEX:
        return ("complex.add", "complex.sub")
    if element in FLOATS:
        return ("arith.addf", "arith.subf", "arith.maximumf", "arith.minimumf")
    logic = ("arith.andi", "arith.ori", "arith.xori")
    return logic if element == "i1" else (*logic, "arith.addi", "arith.subi", "arith.minsi", "arith.maxsi")


def combiners(element: str) -> Sequence[tuple[str, float | int]]:
    """Returns the ops of reductions with their initial values."""
    if element == "i1":
        return (("arith.andi", True), ("arith.ori", False), ("arith.xori", False))
    if element in FLOATS:
        return (("arith.addf", 0.0), ("arith.maximumf", -float("inf")), ("arith.minimumf", float("inf")))
    least = -(1 << (int(element[1:]) - 1))
    return (("arith.addi", 0), ("arith.muli", 1), ("arith.maxsi", least), ("arith.minsi", -least - 1))


def depends_on_order(op: str) -> bool:
    """Returns whether the rounding of a float reduction depends on the order."""
    return op in ("arith.addf", "arith.mulf")


def product(element: str) -> tuple[str, str]:
    """Returns the ops that multiply and add."""
    return ("arith.mulf", "arith.addf") if element in FLOATS else ("arith.muli", "arith.addi")
