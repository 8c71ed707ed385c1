# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Programs for kernels on elements of every type: one function for each combination of a type and a place.

A place is where elements of the type are in a kernel: operands of its main op, of what is fused in front of or behind it,
what it adds up to, masks, results, or elements that are only moved. A cell is a place in one shape: the results of a
program are those of its cells, and every op of a cell has the location of it.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Callable

INTEGERS = ("i1", "i2", "i4", "i7", "i8", "i16", "i24", "i32", "i64", "index")
HALVES = ("f16", "bf16")
FLOATS = (*HALVES, "f32", "f64", "f80")
SMALL_FLOATS = ("f8E5M2", "f8E4M3", "f8E4M3FN", "f8E5M2FNUZ", "f8E4M3FNUZ", "f8E4M3B11FNUZ", "f8E3M4", "f8E8M0FNU")
TINY_FLOATS = ("f4E2M1FN", "f6E2M3FN", "f6E3M2FN")
COMPLEX = ("complex<f32>", "complex<f64>")
ELEMENTS = (*INTEGERS, *SMALL_FLOATS, *TINY_FLOATS, *FLOATS, *COMPLEX)

# Rows, columns and reduced elements. Those of "dynamic" are known at run time only.
SHAPES = {
    "full": {"m": 8, "n": 64, "k": 64},
    "tail": {"m": 5, "n": 49, "k": 81},
    "row": {"m": 1, "n": 17, "k": 70},
    "column": {"m": 33, "n": 1, "k": 1},
    "short": {"m": 11, "n": 3, "k": 9},
    "dynamic": {"m": 7, "n": 41, "k": 67},
}

# The types in which elements are passed that a program cannot take, and the conversions from and to them.
_PASSED = {"f80": ("f64", "extf", "truncf"), "f4E2M1FN": ("i4", "bitcast", "bitcast")}
_PASSED |= {element: ("i6", "bitcast", "bitcast") for element in ("f6E2M3FN", "f6E3M2FN")}


def width(element: str) -> int:
    """The bits of an integer."""
    return 64 if element == "index" else int(element[1:])


def is_integer(element: str) -> bool:
    return element in INTEGERS


class Body:
    """The body of a structured op."""

    def __init__(self) -> None:
        self.lines: list[str] = []

    def op(self, text: str) -> str:
        name = f"%v{len(self.lines)}"
        self.lines.append(f"      {name} = {text}")
        return name

    def constant(self, element: str, value: int) -> str:
        if element == "i1":
            return self.op(f"arith.constant {'true' if value else 'false'}")
        number = str(value) if is_integer(element) else f"{value}.0"
        return self.op(f"arith.constant {number} : {element}")

    def binary(self, name: str, element: str, a: str, b: str) -> str:
        """Applies `add`, `mul` or `max`."""
        if element in COMPLEX:
            return self.op(f"complex.{name} {a}, {b} : {element}")
        if is_integer(element):
            return self.op(f"arith.{'maxsi' if name == 'max' else name + 'i'} {a}, {b} : {element}")
        return self.op(f"arith.{'maximumf' if name == 'max' else name + 'f'} {a}, {b} : {element}")

    def compare(self, element: str, a: str, b: str) -> str:
        if element in COMPLEX:
            return self.op(f"complex.neq {a}, {b} : {element}")
        if is_integer(element):
            return self.op(f"arith.cmpi slt, {a}, {b} : {element}")
        return self.op(f"arith.cmpf olt, {a}, {b} : {element}")

    def widen(self, element: str, value: str, wide: str) -> str:
        """Extends an element to one of more bits."""
        if is_integer(element):
            return self.op(f"arith.{'extui' if element == 'i1' else 'extsi'} {value} : {element} to {wide}")
        return self.op(f"arith.extf {value} : {element} to {wide}")

    def to_f32(self, element: str, value: str) -> str:
        if element in COMPLEX:
            return self.to_f32(element[8:-1], self.op(f"complex.re {value} : {element}"))
        if element == "index":
            return self.to_f32("i64", self.op(f"arith.index_cast {value} : index to i64"))
        if is_integer(element):
            return self.op(f"arith.{'uitofp' if element == 'i1' else 'sitofp'} {value} : {element} to f32")
        if element in ("f64", "f80"):
            return self.op(f"arith.truncf {value} : {element} to f32")
        return value if element == "f32" else self.widen(element, value, "f32")

    def from_f32(self, element: str, value: str) -> str:
        """Any function of a number of moderate size."""
        if element in COMPLEX:
            part = self.from_f32(element[8:-1], value)
            return self.op(f"complex.create {part}, {part} : {element}")
        if element == "i1":
            return self.compare("f32", self.constant("f32", 0), value)
        if is_integer(element):
            number = self.op(f"arith.fptosi {value} : f32 to i32")
            if element == "index":
                return self.op(f"arith.index_cast {number} : i32 to index")
            if width(element) > 32:
                return self.widen("i32", number, element)
            return number if element == "i32" else self.op(f"arith.trunci {number} : i32 to {element}")
        if element in ("f64", "f80"):
            return self.widen("f32", value, element)
        return value if element == "f32" else self.op(f"arith.truncf {value} : f32 to {element}")


@dataclasses.dataclass(frozen=True)
class Value:
    name: str
    dims: tuple[str | int, ...]
    element: str


@dataclasses.dataclass
class Cell:
    """The place `place` of elements of a type, in the shape named `shape`."""

    element: str
    place: str
    shape: str

    def __str__(self) -> str:
        return f"{self.element}, {self.place}, {self.shape}"


class Program:
    """A function that computes cells; `dims` are the values of its dynamic dims in order."""

    def __init__(self) -> None:
        self.cells: list[Cell] = []
        self.dims: list[int] = []
        self._arguments: list[Value] = []
        self._results: list[Value] = []
        self._lines: list[str] = []
        self._types: dict[str, str] = {}

    def add(self, cell: Cell) -> None:
        self.cells.append(cell)
        self._sizes, self._dynamic = SHAPES[cell.shape], {}
        self._is_dynamic = cell.shape == "dynamic"
        result = PLACES[cell.place](self, cell.element)
        if result.element in _PASSED:
            passed, _, convert = _PASSED[result.element]
            result = self._convert(result, passed, convert)
        self._results.append(result)
        self._types[result.name] = self.type(result)

    def text(self) -> str:
        arguments = ", ".join(f"{value.name}: {self._types[value.name]}" for value in self._arguments)
        types = ", ".join(self._types[value.name] for value in self._results)
        names = ", ".join(value.name for value in self._results)
        lines = [f"func.func @main({arguments}) -> ({types}) {{", "  %c0 = arith.constant 0 : index"]
        lines += ["  %c1 = arith.constant 1 : index", "  %c2 = arith.constant 2 : index"]
        lines += [*self._lines, f"  return {names} : {types}", "}"]
        return "\n".join(lines) + "\n"

    def size(self, dim: str | int) -> int:
        return self._sizes[dim] if isinstance(dim, str) else dim

    def type(self, value: Value) -> str:
        extents = ("?" if self._is_dynamic and isinstance(dim, str) else str(self.size(dim)) for dim in value.dims)
        return f"tensor<{''.join(extent + 'x' for extent in extents)}{value.element}>"

    def argument(self, element: str, *dims: str | int) -> Value:
        """A new argument, which is a scalar without dims. What cannot be passed is converted from what can."""
        if element in _PASSED:
            passed, convert, _ = _PASSED[element]
            value = self._argument(passed, *dims)
            if not dims:
                return dataclasses.replace(
                    value, name=self.line(f"arith.{convert} {value.name} : {passed} to {element}"), element=element
                )
            return self._convert(value, element, convert)
        return self._argument(element, *dims)

    def _convert(self, value: Value, element: str, convert: str) -> Value:
        loops = "ijk"[: len(value.dims)]
        index = ", ".join(loops)
        return self.generic(
            loops,
            [(value, index)],
            (self.empty(element, *value.dims), index),
            lambda body, x, _: body.op(f"arith.{convert} {x} : {value.element} to {element}"),
        )

    def _argument(self, element: str, *dims: str | int) -> Value:
        value = Value(f"%a{len(self._arguments)}", dims, element)
        self._arguments.append(value)
        self._types[value.name] = self.type(value) if dims else element
        if self._is_dynamic:
            for index, dim in enumerate(dims):
                if isinstance(dim, str):
                    self.dims.append(self._sizes[dim])
                    if dim not in self._dynamic:
                        type = self._types[value.name]
                        self._dynamic[dim] = self.line(f"tensor.dim {value.name}, %c{index} : {type}")
        return value

    def line(self, text: str) -> str:
        name = f"%r{len(self._lines)}"
        self._lines.append(f'  {name} = {text} loc("cell {len(self.cells) - 1}")')
        return name

    def empty(self, element: str, *dims: str | int) -> Value:
        value = Value("", dims, element)
        sizes = ", ".join(self._dynamic[dim] for dim in dims if isinstance(dim, str)) if self._is_dynamic else ""
        return dataclasses.replace(value, name=self.line(f"tensor.empty({sizes}) : {self.type(value)}"))

    def zeros(self, element: str, *dims: str | int) -> Value:
        return self.fill(element, self.line(_zero(element)), *dims)

    def fill(self, element: str, scalar: str, *dims: str | int) -> Value:
        value = self.empty(element, *dims)
        type = self.type(value)
        text = f"linalg.fill ins({scalar} : {element}) outs({value.name} : {type}) -> {type}"
        return dataclasses.replace(value, name=self.line(text))

    def generic(
        self, loops: str, inputs: list[tuple[Value, str]], out: tuple[Value, str], compute: Callable[..., str]
    ) -> Value:
        """A structured op. Loops are letters, those in upper case reductions, and indices are such as `i + W, j`."""
        indices = ", ".join(loops)
        operands = [*inputs, out]
        maps = ", ".join(f"affine_map<({indices}) -> ({index})>" for _, index in operands)
        kinds = ", ".join('"reduction"' if loop.isupper() else '"parallel"' for loop in loops)
        names = [f"%in{number}" for number in range(len(inputs))] + ["%out"]
        body = Body()
        result = compute(body, *names)
        parameters = ", ".join(f"{name}: {value.element}" for name, (value, _) in zip(names, operands))
        given = ", ".join(value.name for value, _ in inputs)
        types = ", ".join(self.type(value) for value, _ in inputs)
        to = self.type(out[0])
        text = f"linalg.generic {{indexing_maps = [{maps}], iterator_types = [{kinds}]}}"
        text += f" ins({given} : {types})" if inputs else ""
        text += f" outs({out[0].name} : {to}) {{\n    ^bb0({parameters}):\n"
        text += "\n".join(body.lines) + f"\n      linalg.yield {result} : {out[0].element}\n  }} -> {to}"
        return dataclasses.replace(out[0], name=self.line(text))

    def elementwise(self, element: str, inputs: list[Value], compute: Callable[..., str]) -> Value:
        """An op on values of m rows of n elements."""
        return self.generic(
            "ij", [(value, "i, j") for value in inputs], (self.empty(element, "m", "n"), "i, j"), compute
        )

    def squares(self, element: str, *dims: str | int) -> Value:
        """Numbers that no argument holds: the buffer of an argument may be that of another one."""
        a, indices = self.argument(element, *dims), "ij"[: len(dims)]
        index = ", ".join(indices)
        return self.generic(
            indices,
            [(a, index)],
            (self.empty(element, *dims), index),
            lambda body, x, _: body.binary("mul", element, x, x),
        )

    def product(self) -> Value:
        """A product of two matrices in f32."""
        a, b = self.argument("f32", "m", "k"), self.argument("f32", "k", "n")
        return self.generic(
            "ijK", [(a, "i, K"), (b, "K, j")], (self.zeros("f32", "m", "n"), "i, j"), _multiply_add("f32")
        )


def _zero(element: str) -> str:
    if element in COMPLEX:
        return f"complex.constant [0.0 : {element[8:-1]}, 0.0 : {element[8:-1]}] : {element}"
    if element == "f8E8M0FNU":  # It has no zero.
        return "arith.constant 1.0 : f8E8M0FNU"
    return f"arith.constant {'false' if element == 'i1' else '0' if is_integer(element) else '0.0'}" + (
        "" if element == "i1" else f" : {element}"
    )


def _multiply_add(element: str) -> Callable[..., str]:
    return lambda body, a, b, sum: body.binary("add", element, sum, body.binary("mul", element, a, b))


def _binary(name: str, element: str) -> Callable[..., str]:
    return lambda body, a, b: body.binary(name, element, b, a)


# The programs of the cells, on elements of type T. Rows, columns and reduced elements are m, n and k.


def _elementwise(p: Program, t: str) -> Value:
    a, b = p.argument(t, "m", "n"), p.argument(t, "m", "n")
    return p.elementwise(t, [a, b], lambda body, x, y, _: body.binary("add", t, body.binary("mul", t, x, y), x))


def _compare(p: Program, t: str) -> Value:
    a, b = p.argument(t, "m", "n"), p.argument(t, "m", "n")
    return p.elementwise("i1", [a, b], lambda body, x, y, _: body.compare(t, x, y))


def _select(p: Program, t: str) -> Value:
    mask, a, b = p.argument("i1", "m", "n"), p.argument(t, "m", "n"), p.argument(t, "m", "n")
    return p.elementwise(t, [mask, a, b], lambda body, c, x, y, _: body.op(f"arith.select {c}, {x}, {y} : {t}"))


def _mask(p: Program, t: str) -> Value:
    mask, low, a = p.argument(t, "m", "n"), p.argument(t, "n"), p.argument("f32", "m", "n")

    def compute(body: Body, x: str, y: str, number: str, _: str) -> str:
        return body.op(f"arith.select {body.compare(t, x, y)}, {number}, {body.constant('f32', -9)} : f32")

    return p.generic("ij", [(mask, "i, j"), (low, "j"), (a, "i, j")], (p.empty("f32", "m", "n"), "i, j"), compute)


def _producer(p: Program, t: str) -> Value:
    a = p.argument(t, "m", "n")
    number = p.elementwise("f32", [a], lambda body, x, _: body.to_f32(t, x))
    square = p.elementwise("f32", [number], lambda body, x, _: body.binary("mul", "f32", x, x))
    return p.generic("iJ", [(square, "i, J")], (p.zeros("f32", "m"), "i"), _binary("add", "f32"))


def _compared_producer(p: Program, t: str) -> Value:
    a, b = p.argument(t, "m", "n"), p.argument(t, "m", "n")
    bits = p.elementwise("i1", [a, b], lambda body, x, y, _: body.compare(t, x, y))
    return p.generic("iJ", [(bits, "i, J")], (p.zeros("i1", "m"), "i"), _binary("add", "i1"))


def _consumer(p: Program, t: str) -> Value:
    sums, a = p.product(), p.argument(t, "m", "n")
    return p.elementwise("f32", [sums, a], lambda body, x, y, _: body.binary("add", "f32", x, body.to_f32(t, y)))


def _bias(p: Program, t: str) -> Value:
    sums, a = p.product(), p.argument(t, "n")
    return p.generic(
        "ij",
        [(sums, "i, j"), (a, "j")],
        (p.empty("f32", "m", "n"), "i, j"),
        lambda body, x, y, _: body.binary("add", "f32", x, body.to_f32(t, y)),
    )


def _result(p: Program, t: str) -> Value:
    sums = p.product()
    return p.elementwise(t, [sums], lambda body, x, _: body.from_f32(t, x))


def _masked_product(p: Program, t: str) -> Value:
    sums, a, b = p.product(), p.argument(t, "m", "n"), p.argument(t, "m", "n")

    def compute(body: Body, number: str, x: str, y: str, _: str) -> str:
        return body.op(f"arith.select {body.compare(t, x, y)}, {number}, {body.constant('f32', -9)} : f32")

    return p.elementwise("f32", [sums, a, b], compute)


def _masked_rows(p: Program, t: str) -> Value:
    sums, rows, columns = p.product(), p.argument(t, "m"), p.argument(t, "n")

    def compute(body: Body, number: str, x: str, y: str, _: str) -> str:
        return body.op(f"arith.select {body.compare(t, x, y)}, {number}, {body.constant('f32', -9)} : f32")

    out = p.empty("f32", "m", "n")
    return p.generic("ij", [(sums, "i, j"), (rows, "i"), (columns, "j")], (out, "i, j"), compute)


def _initial(p: Program, t: str) -> Value:
    a = p.argument(t, "m", "n")
    return p.generic("iJ", [(a, "i, J")], (p.squares(t, "m"), "i"), _binary("add", t))


def _initial_product(p: Program, t: str) -> Value:
    a, b = p.argument(t, "m", "k"), p.argument(t, "k", "n")
    return p.generic("ijK", [(a, "i, K"), (b, "K, j")], (p.squares(t, "m", "n"), "i, j"), _multiply_add(t))


def _initial_bias(p: Program, t: str) -> Value:
    a, b, bias = p.argument(t, "m", "k"), p.argument(t, "k", "n"), p.argument(t, "n")
    out = p.generic("ij", [(bias, "j")], (p.empty(t, "m", "n"), "i, j"), lambda body, x, _: x)
    out = p.generic("ijK", [(a, "i, K"), (b, "K, j")], (out, "i, j"), _multiply_add(t))
    return p.elementwise(t, [out], lambda body, x, _: body.binary("add", t, x, x))


def _row_sums(p: Program, t: str) -> Value:
    a = p.argument(t, "n", "m", "k")
    return p.generic("ijK", [(a, "i, j, K")], (p.zeros(t, "n", "m"), "i, j"), _binary("add", t))


def _row_maxima(p: Program, t: str) -> Value:
    a = p.argument(t, "n", "m", "k")
    return p.generic("ijK", [(a, "i, j, K")], (p.squares(t, "n", "m"), "i, j"), _binary("max", t))


def _column_sums(p: Program, t: str) -> Value:
    a = p.argument(t, "k", "m", "n")
    return p.generic("Kij", [(a, "K, i, j")], (p.zeros(t, "m", "n"), "i, j"), _binary("add", t))


def _product(p: Program, t: str) -> Value:
    a, b = p.argument(t, "m", "k"), p.argument(t, "k", "n")
    return p.generic("ijK", [(a, "i, K"), (b, "K, j")], (p.zeros(t, "m", "n"), "i, j"), _multiply_add(t))


def _wide_product(p: Program, t: str) -> Value:
    wide = "f32" if not is_integer(t) and t != "f32" else "f64" if t == "f32" else "i32" if width(t) < 32 else "i64"
    a, b = p.argument(t, "m", "k"), p.argument(t, "k", "n")

    def compute(body: Body, x: str, y: str, sum: str) -> str:
        return _multiply_add(wide)(body, body.widen(t, x, wide), body.widen(t, y, wide), sum)

    return p.generic("ijK", [(a, "i, K"), (b, "K, j")], (p.zeros(wide, "m", "n"), "i, j"), compute)


def _groups(p: Program, t: str) -> Value:
    groups = -(-p.size("k") // 4)
    a, b, out = p.argument(t, "m", groups, 4), p.argument(t, groups, "n", 4), p.zeros("i32", "m", "n")

    def compute(body: Body, x: str, y: str, sum: str) -> str:
        return _multiply_add("i32")(body, body.widen(t, x, "i32"), body.widen(t, y, "i32"), sum)

    return p.generic("ijKG", [(a, "i, K, G"), (b, "K, j, G")], (out, "i, j"), compute)


def _convolution(p: Program, t: str) -> Value:
    a, w = p.argument(t, p.size("m") + 2, 8), p.argument(t, 3, 8, "n")
    out = p.zeros(t, p.size("m"), "n")
    return p.generic("ijKC", [(a, "i + K, C"), (w, "K, C, j")], (out, "i, j"), _multiply_add(t))


def _pooling(p: Program, t: str) -> Value:
    a, window = p.argument(t, p.size("m") + 2, "n"), p.empty(t, 3)
    return p.generic(
        "ijK",
        [(a, "i + K, j"), (window, "K")],
        (p.squares(t, p.size("m"), "n"), "i, j"),
        lambda body, x, _, most: body.binary("max", t, most, x),
    )


def _outer(p: Program, t: str) -> Value:
    a, b = p.argument(t, "m"), p.argument(t, "n")
    out = p.empty(t, "m", "n")
    return p.generic("ij", [(a, "i"), (b, "j")], (out, "i, j"), lambda body, x, y, _: body.binary("add", t, x, y))


def _transposed_operand(p: Program, t: str) -> Value:
    a, b = p.argument(t, "n", "m"), p.argument(t, "m", "n")
    out = p.empty(t, "m", "n")
    return p.generic(
        "ij", [(a, "j, i"), (b, "i, j")], (out, "i, j"), lambda body, x, y, _: body.binary("add", t, x, y)
    )


def _exponential(p: Program, t: str) -> Value:
    a = p.argument(t, "m", "n")
    return p.elementwise(t, [a], lambda body, x, _: body.op(f"math.exp {x} : {t}"))


def _shift(p: Program, t: str) -> Value:
    a = p.argument(t, "m", "n")

    def compute(body: Body, x: str, _: str) -> str:
        half = body.op(f"arith.shrsi {x}, {body.constant(t, 0 if t == 'i1' else 1)} : {t}")
        return body.op(f"arith.xori {half}, {body.op(f'math.absi {x} : {t}')} : {t}")

    return p.elementwise(t, [a], compute)


def _scalar(p: Program, t: str) -> Value:
    a, scalar = p.argument(t, "m", "n"), p.argument(t)
    filled = p.fill(t, scalar.name, "m", "n")
    return p.elementwise(t, [a, filled], lambda body, x, y, _: body.binary("add", t, x, y))


def _transpose(p: Program, t: str) -> Value:
    a = p.argument(t, "m", "n")
    out = p.empty(t, "n", "m")
    text = f"linalg.transpose ins({a.name} : {p.type(a)}) outs({out.name} : {p.type(out)}) permutation = [1, 0]"
    return dataclasses.replace(out, name=p.line(text))


def _move_groups(p: Program, t: str) -> Value:
    a = p.argument(t, "m", 3, "n")
    out = p.empty(t, 3, "m", "n")
    text = f"linalg.transpose ins({a.name} : {p.type(a)}) outs({out.name} : {p.type(out)}) permutation = [1, 0, 2]"
    return dataclasses.replace(out, name=p.line(text))


def _insert(p: Program, t: str) -> Value:
    a, b = p.argument(t, p.size("m"), p.size("n")), p.argument(t, p.size("m") + 2, p.size("n") + 3)
    place = f"[1, 2] [{p.size('m')}, {p.size('n')}] [1, 1]"
    name = p.line(f"tensor.insert_slice {a.name} into {b.name}{place} : {p.type(a)} into {p.type(b)}")
    return dataclasses.replace(b, name=name)


def _concatenate(p: Program, t: str) -> Value:
    a, b = p.argument(t, p.size("m"), p.size("n")), p.argument(t, p.size("m"), 9)
    out = Value("", (p.size("m"), p.size("n") + 9), t)
    text = f"tensor.concat dim(1) {a.name}, {b.name} : ({p.type(a)}, {p.type(b)}) -> {p.type(out)}"
    return dataclasses.replace(out, name=p.line(text))


def _pad(p: Program, t: str) -> Value:
    a, scalar = p.argument(t, "m", p.size("n")), p.argument(t)
    out = Value("", ("m", p.size("n") + 3), t)
    text = f"tensor.pad {a.name} low[0, 1] high[0, 2] {{\n    ^bb0(%i: index, %j: index):\n"
    text += f"      tensor.yield {scalar.name} : {t}\n  }} : {p.type(a)} to {p.type(out)}"
    return dataclasses.replace(out, name=p.line(text))


def _pack(p: Program, t: str) -> Value:
    a, scalar = p.argument(t, p.size("m"), p.size("n")), p.argument(t)
    out = p.empty(t, p.size("m"), -(-p.size("n") // 4), 4)
    text = f"linalg.pack {a.name} padding_value({scalar.name} : {t}) inner_dims_pos = [1] inner_tiles = [4] "
    return dataclasses.replace(out, name=p.line(f"{text}into {out.name} : {p.type(a)} -> {p.type(out)}"))


def _unpack(p: Program, t: str) -> Value:
    a, out = p.argument(t, p.size("m"), -(-p.size("n") // 4), 4), p.empty(t, p.size("m"), p.size("n"))
    text = f"linalg.unpack {a.name} inner_dims_pos = [1] inner_tiles = [4] into {out.name}"
    return dataclasses.replace(out, name=p.line(f"{text} : {p.type(a)} -> {p.type(out)}"))


PLACES: dict[str, Callable[[Program, str], Value]] = {
    "elementwise": _elementwise,
    "comparison": _compare,
    "selected": _select,
    "mask": _mask,
    "operand of a sum's producer": _producer,
    "comparison in front of a sum": _compared_producer,
    "operand behind a product": _consumer,
    "bias": _bias,
    "result of a product": _result,
    "mask of a product": _masked_product,
    "masks of rows and columns": _masked_rows,
    "initial value of a sum": _initial,
    "initial value of a product": _initial_product,
    "bias that a product begins with": _initial_bias,
    "sums of rows": _row_sums,
    "maxima of rows": _row_maxima,
    "sums of columns": _column_sums,
    "product": _product,
    "product in more bits": _wide_product,
    "product of groups": _groups,
    "convolution": _convolution,
    "pooling": _pooling,
    "broadcasts": _outer,
    "transposed operand": _transposed_operand,
    "exp": _exponential,
    "bits": _shift,
    "scalar": _scalar,
    "transpose": _transpose,
    "transpose of groups": _move_groups,
    "insertion": _insert,
    "concatenation": _concatenate,
    "pad": _pad,
    "pack": _pack,
    "unpack": _unpack,
}

MOVES = ("selected", "transpose", "transpose of groups", "insertion", "concatenation", "pad", "pack", "unpack")
_EXTENDED = ("operand of a sum's producer", "operand behind a product", "bias", "product in more bits")
_SUMS = (
    "initial value of a sum",
    "initial value of a product",
    "bias that a product begins with",
    "sums of rows",
    "sums of columns",
    "product",
    "convolution",
)
_COMPARED = ("maxima of rows", "pooling")


def why_untested(cell: Cell) -> str:
    """Why there is no program for a cell; empty if there is one."""
    element, place = cell.element, cell.place
    if place == "exp" and (is_integer(element) or element in COMPLEX):
        return "only floats have it"
    if place == "bits" and not is_integer(element):
        return "only integers have it"
    if place == "product of groups" and (not is_integer(element) or element == "index" or width(element) >= 32):
        return "only integers of less than 32 bits have groups"
    if place == "product in more bits" and element in ("i64", "index", "f64", "f80", *COMPLEX):
        return "nothing is wider"
    if place in _COMPARED and element in COMPLEX:
        return "complex numbers have no order"
    if place in _COMPARED and element == "f80":
        return "LLVM has no maximum of it"
    if element in TINY_FLOATS and place not in MOVES:
        return "LLVM computes nothing with it"
    if element == "f8E8M0FNU" and place not in (*MOVES, *_EXTENDED):
        return "it holds scales, which are only extended"
    if element in SMALL_FLOATS and place in _SUMS:
        return "sums of three bits show nothing"
    if element in SMALL_FLOATS and place == "exp":
        return "f32 has it"
    return ""


def create_cells(elements: tuple[str, ...], shapes: tuple[str, ...]) -> list[Cell]:
    return [Cell(element, place, shape) for element in elements for place in PLACES for shape in shapes]
