# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Typed values, and the writer of a module with a function `@forward` on tensors.

The function body is one block, whose ops may have regions. Equal constants, `tensor.empty` and `linalg.fill` are
shared, as in the output of an importer after CSE.

Every value has an expected *power*, the mean square of its elements. Layers scale their weights by the power of their
operand, which keeps activations near unit scale at any depth. After a ReLU this is the rule of He et al., "Delving deep
into rectifiers" (2015), because a rectified signal has half the power.
"""

from __future__ import annotations

import dataclasses
import enum
import functools
import io
import math
import os
import random
from typing import Callable, Sequence, TextIO

from . import graph, onnx_model, weights
from .graph import Meaning


class Weights(enum.Enum):
    """How weights are written."""

    RESOURCE = "resource"  # constants whose data follows the module
    ARGS = "args"  # arguments of the function, after its data, if they have two or more dims; vectors are resources
    DENSE = "dense"  # constants that contain their data
    SPLAT = "splat"  # constants of one number each, all different: a large graph in a small file


# The mean square of a float argument: networks expect arguments uniform in [-1, 1].
ARGUMENT_POWER = 1 / 3


@dataclasses.dataclass(frozen=True)
class TensorType:
    """A ranked tensor type of static shape."""

    shape: tuple[int, ...]
    element: str = "f32"

    @property
    def size(self) -> int:
        """The number of elements."""
        return math.prod(self.shape)

    def __str__(self) -> str:
        return f"tensor<{''.join(f'{extent}x' for extent in self.shape)}{self.element}>"


@dataclasses.dataclass(frozen=True)
class Value:
    """A tensor: its SSA name, type, expected power, and meaning in ONNX."""

    name: str
    type: TensorType
    power: float = 1.0
    meaning: Meaning = dataclasses.field(default=None, compare=False, repr=False)

    @property
    def shape(self) -> tuple[int, ...]:
        return self.type.shape

    def means(self, meaning: Meaning) -> "Value":
        """Returns the value with another meaning in ONNX."""
        return dataclasses.replace(self, meaning=meaning)

    def with_power(self, power: float) -> "Value":
        return dataclasses.replace(self, power=power)


@dataclasses.dataclass(frozen=True)
class Scalar:
    """A scalar: its SSA name, element type, and meaning in ONNX: the tensor of which it is an element."""

    name: str
    type: str
    meaning: Meaning = dataclasses.field(default=None, compare=False, repr=False)


@dataclasses.dataclass(frozen=True)
class _Resource:
    """A constant whose contents follow the module: its key and the numbers to take from the pool."""

    key: str
    count: int
    deviation: float
    mean: float


class Module:
    """Builds `@forward` op by op. `write` prints it together with its weights."""

    def __init__(
        self, seed: int = 0, weights: Weights = Weights.RESOURCE, onnx: str | os.PathLike | None = None
    ) -> None:
        """`write` writes an ONNX model to the file `onnx` too, if there is one."""
        self.weights = weights
        self._onnx = onnx
        self._seed = seed
        self._maps: dict[str, str] = {}
        self._arguments: list[Value] = []
        self._constants: list[str] = []
        self._resources: list[_Resource] = []
        self._lines: list[str] = []
        self._outermost = self._lines
        self._functions: list[tuple[str, "Module"]] = []
        self._shared: dict[tuple, Value | Scalar] = {}
        self._integers: dict[tuple[int, ...], Value] = {}
        self._values = 0
        self._parameters = 0
        self._results: Sequence[Value] = ()

    @functools.cached_property
    def _pool(self) -> weights.Pool:
        return weights.Pool(self._seed)

    @property
    def op_count(self) -> int:
        """The number of ops that compute something: all but constants, `tensor.empty` and `linalg.fill`."""
        return len(self._outermost) - sum(isinstance(value, Value) for value in self._shared.values())

    def region(self, build: Callable[[], Sequence[Value]], end: str) -> tuple[str, list[Value]]:
        """Returns the text of a region with the ops that `build` appends. The region ends with the op `end` on the
        values that `build` returns."""
        around, self._lines = self._lines, []
        values = list(build())
        types = ", ".join(str(value.type) for value in values)
        lines = self._lines + [f"{end} {', '.join(value.name for value in values)} : {types}"]
        self._lines = around
        return "{\n" + "".join(f"      {line}\n" for line in lines) + "    }", values

    def function(self, name: str, weights: Weights = Weights.ARGS) -> "Module":
        """Adds another, private function to the module; its results are those given to `close`."""
        function = Module(self._seed, weights)
        function._maps = self._maps
        self._functions.append((name, function))
        return function

    def close(self, *results: Value) -> None:
        """Sets the results of the function and ends it."""
        self._results = results

    def argument(self, type: TensorType) -> Value:
        """Adds an argument to the function and returns it."""
        name = f"arg{len(self._arguments)}"
        meaning = graph.Input(name, type.shape, type.element)
        self._arguments.append(Value(f"%{name}", type, ARGUMENT_POWER, meaning))
        return self._arguments[-1]

    def parameter(self, shape: Sequence[int], deviation: float, mean: float = 0.0) -> Value:
        """Returns a weight tensor. It is random with that standard deviation and mean, unless weights are arguments."""
        type = TensorType(tuple(shape))
        if self.weights is Weights.ARGS and len(type.shape) > 1:
            return self.argument(type)
        elements, meaning = self._elements(type, deviation, mean)
        name = f"%w{self._parameters}"
        self._parameters += 1
        self._constants.append(f"{name} = arith.constant {elements} : {type}")
        return Value(name, type, deviation**2 + mean**2, meaning)

    def _elements(self, type: TensorType, deviation: float, mean: float) -> tuple[str, Meaning]:
        """Returns the attribute with the data of the next weight tensor, and its meaning."""
        index = self._parameters
        if self.weights is Weights.SPLAT:
            number = _literal(mean + deviation * random.Random(self._seed + index).uniform(-1, 1), "f32")
            return f"dense<{number}>", graph.splat(float(number), "f32", type.shape)
        meaning = graph.Weight(index, type.shape, deviation, mean)
        if self.weights is Weights.DENSE:
            text = io.StringIO()
            self._pool.write_hex(text, index, type.size, deviation, mean)
            return f'dense<"0x{text.getvalue()}">', meaning
        self._resources.append(_Resource(f"weight_{index}", type.size, deviation, mean))
        return f"dense_resource<weight_{index}>", meaning

    def integers(self, values: Sequence[int]) -> Value:
        """Returns a constant vector of i64."""
        key = tuple(values)
        if key not in self._integers:
            type = TensorType((len(values),), "i64")
            self._integers[key] = Value(f"%n{len(self._integers)}", type, meaning=graph.vector(*values))
            self._constants.append(f"{self._integers[key].name} = arith.constant dense<{list(values)}> : {type}")
        return self._integers[key]

    def constant(self, elements: str, type: TensorType) -> Value:
        """Returns a constant tensor, given the text of an elements attribute without its type."""
        value = Value(f"%k{len(self._constants)}", type)
        self._constants.append(f"{value.name} = arith.constant {elements} : {type}")
        return value

    def scalar(self, value: float | int, type: str = "f32") -> Scalar:
        """Returns a scalar constant; an f32 may be infinite."""
        key = (value, type)
        if key not in self._shared:
            self._shared[key] = Scalar(f"%c{len(self._constants)}", type, graph.splat(value, type))
            self._constants.append(f"{self._shared[key].name} = arith.constant {_literal(value, type)} : {type}")
        return self._shared[key]

    def empty(self, type: TensorType) -> Value:
        """Returns an uninitialised tensor."""
        key = ("empty", type)
        if key not in self._shared:
            self._shared[key] = self._define_outermost(f"tensor.empty() : {type}", type)
        return self._shared[key]

    def fill(self, value: float, type: TensorType) -> Value:
        """Returns a tensor whose elements all have one value."""
        key = ("fill", value, type)
        if key not in self._shared:
            scalar, out = self.scalar(value, type.element), self.empty(type)
            text = f"linalg.fill ins({scalar.name} : {scalar.type}) outs({out.name} : {type}) -> {type}"
            meaning = graph.splat(value, type.element, type.shape)
            self._shared[key] = self._define_outermost(text, type, value**2).means(meaning)
        return self._shared[key]

    def _define_outermost(self, op: str, type: TensorType, power: float = 1.0) -> Value:
        within, self._lines = self._lines, self._outermost
        value = self.define(op, type, power)
        self._lines = within
        return value

    def define_several(self, op: str, types: Sequence[TensorType]) -> list[Value]:
        """Appends an op with several results."""
        name = f"%{self._values}"
        self._values += 1
        self._lines.append(f"{name}:{len(types)} = {op}")
        return [Value(f"{name}#{number}", type) for number, type in enumerate(types)]

    def define_scalar(self, op: str, type: str) -> Scalar:
        """Appends an op with one scalar result."""
        value = Scalar(f"%{self._values}", type)
        self._values += 1
        self._lines.append(f"{value.name} = {op}")
        return value

    def define(self, op: str, type: TensorType, power: float = 1.0) -> Value:
        """Appends an op with one result, given its text after the equals sign. Later lines of the text are not
        indented."""
        value = Value(f"%{self._values}", type, power)
        self._values += 1
        self._lines.append(f"{value.name} = {op}")
        return value

    def map(self, dims: int, results: Sequence[int | None]) -> str:
        """Returns the alias of an affine map from `dims` dims to the dims in `results`; None means the constant 0."""
        source = ", ".join(f"d{dim}" for dim in range(dims))
        target = ", ".join("0" if dim is None else f"d{dim}" for dim in results)
        text = f"affine_map<({source}) -> ({target})>"
        return self._maps.setdefault(text, f"#map{len(self._maps) or ''}")

    def write(self, stream: TextIO, *results: Value) -> None:
        """Writes the module to the stream: `@forward`, which returns `results`, then the weights one by one."""
        if self._onnx is not None:
            onnx_model.save(self._onnx, self._arguments, results, self._pool)
        for text, alias in self._maps.items():
            stream.write(f"{alias} = {text}\n")
        stream.write("module {\n")
        for name, function in self._functions:
            function._write_function(stream, f"private @{name}", function._results)
        self._write_function(stream, "@forward", results)
        stream.write("}\n")
        self._write_resources(stream)

    def _write_function(self, stream: TextIO, name: str, results: Sequence[Value]) -> None:
        arguments = ", ".join(f"{value.name}: {value.type}" for value in self._arguments)
        names = ", ".join(value.name for value in results)
        types = ", ".join(str(value.type) for value in results)
        stream.write(f"  func.func {name}({arguments}) -> {types if len(results) == 1 else f'({types})'} {{\n")
        for line in self._constants + self._lines:
            stream.write(f"    {line}\n")
        stream.write(f"    return {names} : {types}\n  }}\n")

    def _write_resources(self, stream: TextIO) -> None:
        if not self._resources:
            return
        stream.write("\n{-#\n  dialect_resources: {\n    builtin: {\n")
        for index, resource in enumerate(self._resources):
            stream.write(",\n" if index else "")
            stream.write(f"      {resource.key}: ")
            self._pool.write_blob(stream, index, resource.count, resource.deviation, resource.mean)
        stream.write("\n    }\n  }\n#-}\n")


_INFINITY = {"f16": "0x7C00", "bf16": "0x7F80", "f32": "0x7F800000", "f64": "0x7FF0000000000000"}
_MINUS_INFINITY = {"f16": "0xFC00", "bf16": "0xFF80", "f32": "0xFF800000", "f64": "0xFFF0000000000000"}


def _literal(value: float | int, type: str) -> str:
    if not type.startswith(("f", "bf")):
        return str(int(value))
    if math.isinf(value):
        return _INFINITY[type] if value > 0 else _MINUS_INFINITY[type]
    return f"{value:.16e}" if type == "f64" else f"{value:.8e}"
