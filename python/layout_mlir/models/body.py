# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The region of a `linalg.generic`: scalar ops on one element of each operand."""

from __future__ import annotations

import dataclasses
from typing import Sequence

from . import graph
from .ir import Module, Scalar, Value


class Body:
    """Collects the scalar ops of one region. Value names are local to the region."""

    def __init__(self, module: Module, inputs: Sequence[Value], outputs: Sequence[Value]) -> None:
        """`inputs` and `outputs` are the op's operands."""
        self._module = module
        self.inputs = [Scalar(f"%in{number}", x.type.element, x.meaning) for number, x in enumerate(inputs)]
        self.outputs = [Scalar(f"%out{number}", x.type.element) for number, x in enumerate(outputs)]
        self._lines: list[str] = []
        self._values = 0

    def constant(self, value: float | int, type: str = "f32") -> Scalar:
        return self._module.scalar(value, type)

    def apply(self, op: str, *operands: Scalar) -> Scalar:
        """Appends an op whose operands and result have the same type, like `arith.addf`."""
        result = self.define(f"{op} {_names(operands)} : {operands[0].type}", operands[0].type)
        return _with(result, graph.scalar_op(op, *(operand.meaning for operand in operands)))

    def compare(self, predicate: str, left: Scalar, right: Scalar) -> Scalar:
        """Compares by `arith.cmpf` for floats and by `arith.cmpi` for integers and indices; returns an i1."""
        op = "arith.cmpf" if left.type.startswith(("f", "bf")) else "arith.cmpi"
        result = self.define(f"{op} {predicate}, {left.name}, {right.name} : {left.type}", "i1")
        return _with(result, graph.comparison(predicate, left.meaning, right.meaning))

    def select(self, condition: Scalar, yes: Scalar, no: Scalar) -> Scalar:
        result = self.define(f"arith.select {_names((condition, yes, no))} : {yes.type}", yes.type)
        return _with(result, graph.node("Where", condition.meaning, yes.meaning, no.meaning))

    def cast(self, op: str, operand: Scalar, type: str) -> Scalar:
        """Appends a conversion like `arith.truncf`."""
        return self.define(f"{op} {operand.name} : {operand.type} to {type}", type)

    def index(self, dim: int) -> Scalar:
        """Returns the index of a loop of the op."""
        return self.define(f"linalg.index {dim} : index", "index")

    def extract(self, table: Value, *indices: Scalar) -> Scalar:
        """Returns one element of a tensor that is defined outside of the op."""
        return self.define(f"tensor.extract {table.name}[{_names(indices)}] : {table.type}", table.type.element)

    def require(self, condition: Scalar, message: str) -> None:
        """Appends an assertion: the program stops with `message` unless the condition holds."""
        self._lines.append(f'cf.assert {condition.name}, "{message}"')

    def text(self, *results: Scalar) -> str:
        """Returns the region, which yields `results`, from `{` to `}`, for an op that is indented by four spaces."""
        arguments = ", ".join(f"{scalar.name}: {scalar.type}" for scalar in self.inputs + self.outputs)
        lines = self._lines + [f"linalg.yield {_names(results)} : {', '.join(result.type for result in results)}"]
        return f"{{\n    ^bb0({arguments}):\n" + "".join(f"      {line}\n" for line in lines) + "    }"

    def define(self, op: str, type: str) -> Scalar:
        """Appends an op, given its text after the equals sign, and returns its result."""
        scalar = Scalar(f"%s{self._values}", type)
        self._values += 1
        self._lines.append(f"{scalar.name} = {op}")
        return scalar


def _with(scalar: Scalar, meaning: graph.Meaning) -> Scalar:
    return dataclasses.replace(scalar, meaning=meaning)


def _names(scalars: Sequence[Scalar]) -> str:
    return ", ".join(scalar.name for scalar in scalars)
