# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Seeded random programs that copy: on tensors, which bufferization turns into copies, and on buffers.

On tensors, values are concatenated, padded, sliced, inserted and reshaped, used several times and returned with parts of
them; loops write to one tensor step by step, branches and functions pass values on. Half of the programs have a
dynamic dim.

On buffers, ops write overlapping views of a few allocations in blocks, loops, branches and called functions.

    from random_programs import placement
    placement.generate(sys.stdout, seed=7)
"""

import dataclasses
import math
import random
from typing import Callable, TextIO

DYNAMIC = "?"
Shape = tuple[int | str, ...]
_ELEMENTS = ("f32", "f32", "f32", "f16", "i8", "i1", "index", "complex<f32>")
_LARGEST = 600  # elements of a value


@dataclasses.dataclass(frozen=True)
class _Value:
    name: str
    shape: Shape
    element: str

    @property
    def type(self) -> str:
        return f"tensor<{''.join(f'{extent}x' for extent in self.shape)}{self.element}>"

    @property
    def rank(self) -> int:
        return len(self.shape)


def _list(items) -> str:
    return f"[{', '.join(map(str, items))}]"


class _Text:
    """The lines of a program while it grows."""

    def __init__(self, seed: int, chance: random.Random, element: str) -> None:
        self.chance, self.element = chance, element
        # Random numbers of its own: the programs of a seed differ in these attributes only.
        self.pitches = random.Random(f"pitch {seed}")
        self.lines: list[str] = []
        self.functions: list[str] = []
        self.count = 0

    def name(self) -> str:
        self.count += 1
        return f"%v{self.count}"

    def emit(self, *lines: str) -> None:
        self.lines += lines

    def scalar(self) -> str:
        """A number of the element type."""
        name, chance = self.name(), self.chance
        if self.element.startswith("complex"):
            self.emit(f"{name} = complex.constant [{chance.choice((0.0, 1.5))} : f32, 2.0 : f32] : {self.element}")
        elif self.element.startswith("f"):
            infinity = {"f32": "0xFF800000", "f16": "0xFC00"}[self.element]
            self.emit(f"{name} = arith.constant {chance.choice(('0.0', '0.0', '1.5', infinity))} : {self.element}")
        else:
            number = chance.choice(("true", "false")) if self.element == "i1" else f"{chance.randrange(4)} : {self.element}"
            self.emit(f"{name} = arith.constant {number}")
        return name

    def sum(self, a: str, b: str) -> str:
        """The op that combines two numbers, so that their order and number matter."""
        if self.element.startswith("complex"):
            return f"complex.sub {a}, {b} : {self.element}"
        kind = "subf" if self.element.startswith("f") else "xori" if self.element == "i1" else "subi"
        return f"arith.{kind} {a}, {b} : {self.element}"

    def pitch(self) -> str:
        """What an op says about values at a pitch; mostly nothing."""
        stated = self.pitches.choice(("", "", "", "", "", "", "false", "0.5 : f64"))
        return f"{{layout.pitched = {stated}}} " if stated else ""

    def combine(self, inputs: list[tuple[str, str]], out: tuple[str, str], rank: int, reads: bool) -> str:
        """A structured op without its results: out = in0 - in1 …, or minus what it was if it `reads` that."""
        dims = ", ".join(f"d{i}" for i in range(rank))
        maps = ", ".join([f"affine_map<({dims}) -> ({dims})>"] * (len(inputs) + 1))
        kinds = ", ".join(['"parallel"'] * rank)
        ins = f"ins({', '.join(name for name, _ in inputs)} : {', '.join(kind for _, kind in inputs)}) " if inputs else ""
        names = [f"%in{i}" for i in range(len(inputs))] + ["%out"]
        used = names if reads else names[:-1]
        body, last = [], used[0]
        # A copy is no op to test alone: the last operand is used once more.
        for i, name in enumerate(used[1:] + used[:1]):
            body.append(f"    %s{i} = {self.sum(name, last)}")
            last = f"%s{i}"
        arguments = ", ".join(f"{name}: {self.element}" for name in names)
        head = f"linalg.generic {{indexing_maps = [{maps}], iterator_types = [{kinds}]}} {ins}outs({out[0]} : {out[1]}) {f'attrs = {pitch}' if (pitch := self.pitch()) else ''}{{"
        return "\n".join([head, f"  ^bb0({arguments}):", *body, f"    linalg.yield {last} : {self.element}", "  }"])

    def function(self, arguments: str, results: str = "") -> str:
        lines = "\n".join(f"  {line}" for line in self.lines)
        return "".join(self.functions) + f"func.func @main({arguments}){results} {{\n{lines}\n}}\n"


class _Tensors(_Text):
    """A program on tensors."""

    def __init__(self, seed: int) -> None:
        chance = random.Random(seed)
        super().__init__(seed, chance, chance.choice(_ELEMENTS))
        self.first = DYNAMIC if chance.random() < 0.3 else chance.choice((1, 2, 3, 4, 5))
        rank = chance.choice((2, 2, 3))
        shapes = [self._shape(rank) for _ in range(chance.randrange(1, 4))]
        self.arguments = [_Value(f"%a{i}", shape, self.element) for i, shape in enumerate(shapes)]
        self.values = list(self.arguments)
        self.kinds: tuple[Callable[[], _Value | None], ...] = (
            *(self.pointwise, self.pointwise, self.pointwise, self.concat, self.concat, self.insert, self.insert),
            *(self.pad, self.slice, self.parts, self.reshape, self.constant, self.matmul, self.loop, self.branch),
            *(self.call, self.transpose),
        )

    def _shape(self, rank: int) -> Shape:
        return (self.first, *(self.chance.choice((1, 2, 3, 4, 6)) for _ in range(rank - 1)))

    def pick(self, shape: Shape | None = None) -> _Value:
        values = [value for value in self.values if shape is None or value.shape == shape]
        return self.chance.choice(values[-4:] if self.chance.random() < 0.6 else values)

    def add(self, shape: Shape, op: str, keep: bool = True) -> _Value:
        value = _Value(self.name(), shape, self.element)
        self.emit(f"{value.name} = {op}")
        if keep:
            self.values.append(value)
        return value

    def empty(self, shape: Shape) -> _Value:
        sizes = "%n" if DYNAMIC in shape else ""
        return self.add(shape, f"tensor.empty({sizes}) : {_Value('', shape, self.element).type}", keep=False)

    def filled(self, shape: Shape) -> _Value:
        number, empty = self.scalar(), self.empty(shape)
        return self.add(shape, f"linalg.fill ins({number} : {self.element}) outs({empty.name} : {empty.type}) -> {empty.type}", False)

    # ---- Ops ----

    def pointwise(self, value: _Value | None = None) -> _Value:
        a = value or self.pick()
        inputs = [a] + [self.pick(a.shape) for _ in range(self.chance.randrange(2))]
        out, reads = self.empty(a.shape), False
        if self.chance.random() < 0.3:
            out, reads = self.pick(a.shape), self.chance.random() < 0.5
        op = self.combine([(i.name, i.type) for i in inputs], (out.name, out.type), a.rank, reads)
        return self.add(a.shape, f"{op} -> {a.type}")

    def concat(self) -> _Value | None:
        a = self.pick()
        if a.rank == 0:
            return None
        at = self.chance.randrange(a.rank)
        if a.shape[at] == DYNAMIC:
            return None

        def fits(value: _Value) -> bool:
            other = (*value.shape[:at], a.shape[at], *value.shape[at + 1 :])
            return value.rank == a.rank and value.shape[at] != DYNAMIC and other == a.shape

        parts = [a] + self.chance.choices([value for value in self.values if fits(value)], k=self.chance.randrange(1, 4))
        shape = (*a.shape[:at], sum(part.shape[at] for part in parts), *a.shape[at + 1 :])
        names, types = ", ".join(part.name for part in parts), ", ".join(part.type for part in parts)
        return self.add(shape, f"tensor.concat dim({at}) {names} : ({types}) -> {_Value('', shape, self.element).type}")

    def target(self, shape: Shape) -> _Value:
        kind = self.chance.randrange(3)
        if kind == 2 and any(value.shape == shape for value in self.values):
            return self.pick(shape)
        return self.filled(shape)

    def insert(self) -> _Value | None:
        """A chain of insertions into one tensor, at places that overlap or not."""
        a = self.pick()
        shape = tuple(e if e == DYNAMIC else e + self.chance.randrange(4) for e in a.shape)
        into = self.target(shape)
        for _ in range(self.chance.randrange(1, 4)):
            fits = [v for v in self.values if v.rank == len(shape) and all(x == y or (DYNAMIC not in (x, y) and x < y) for x, y in zip(v.shape, shape))]
            part = self.chance.choice(fits)
            into = self.add(shape, self.insertion(part, into), keep=self.chance.random() < 0.2)
        self.values.append(into)
        return into

    def insertion(self, part: _Value, into: _Value) -> str:
        offsets, sizes, steps = [], [], []
        for small, large in zip(part.shape, into.shape):
            step = self.chance.choice((1, 1, 2)) if large != DYNAMIC and 2 * small - 1 <= large else 1
            room = 0 if large == DYNAMIC else large - step * (small - 1) - 1
            offsets.append(self.chance.randrange(room + 1))
            sizes.append("%n" if small == DYNAMIC else small)
            steps.append(step)
        return f"tensor.insert_slice {part.name} into {into.name}{_list(offsets)} {_list(sizes)} {_list(steps)} : {part.type} into {into.type}"

    def pad(self) -> _Value | None:
        a = self.pick()
        low = [0 if e == DYNAMIC else self.chance.randrange(3) for e in a.shape]
        high = [0 if e == DYNAMIC else self.chance.randrange(3) for e in a.shape]
        shape = tuple(e if e == DYNAMIC else e + x + y for e, x, y in zip(a.shape, low, high))
        if a.rank == 0:
            return None
        indices = ", ".join(f"%i{i}: index" for i in range(a.rank))
        number = self.scalar()
        return self.add(
            shape,
            f"tensor.pad {a.name} low{_list(low)} high{_list(high)} {{\n  ^bb0({indices}):\n    tensor.yield {number} : {self.element}\n"
            f"  }} : {a.type} to {_Value('', shape, self.element).type}",
        )

    def slice(self) -> _Value:
        a = self.pick()
        offsets, sizes, steps = [], [], []
        for extent in a.shape:
            size = "%n" if extent == DYNAMIC else self.chance.randrange(1, extent + 1)
            step = self.chance.choice((1, 1, 2)) if extent != DYNAMIC and 2 * size - 1 <= extent else 1
            room = 0 if extent == DYNAMIC else extent - step * (size - 1) - 1
            offsets.append(self.chance.randrange(room + 1))
            sizes.append(size)
            steps.append(step)
        shape = tuple(DYNAMIC if size == "%n" else size for size in sizes)
        # Upstream does not know which of several unit dims is dropped, nor the dim if it has steps.
        if a.rank > 1 and shape.count(1) == 1 and set(steps) == {1} and self.chance.random() < 0.4:
            at = shape.index(1)
            shape = shape[:at] + shape[at + 1 :]
        kind = _Value("", shape, self.element).type
        return self.add(shape, f"tensor.extract_slice {a.name}{_list(offsets)} {_list(sizes)} {_list(steps)} : {a.type} to {kind}")

    def parts(self) -> _Value | None:
        """Both halves of a value, computed further or not."""
        a = self.pick()
        wide = [i for i, extent in enumerate(a.shape) if extent != DYNAMIC and extent > 1]
        if not wide:
            return None
        at = self.chance.choice(wide)
        cut, last = self.chance.randrange(1, a.shape[at]), None
        for begin, end in ((0, cut), (cut, a.shape[at])):
            shape = (*a.shape[:at], end - begin, *a.shape[at + 1 :])
            offsets = [begin if i == at else 0 for i in range(a.rank)]
            sizes = ["%n" if extent == DYNAMIC else extent for extent in shape]
            kind = _Value("", shape, self.element).type
            last = self.add(shape, f"tensor.extract_slice {a.name}{_list(offsets)} {_list(sizes)} {_list([1] * a.rank)} : {a.type} to {kind}")
            if self.chance.random() < 0.5:
                last = self.pointwise(last)
        return last

    def reshape(self) -> _Value | None:
        a = self.pick()
        even = [i for i, extent in enumerate(a.shape) if extent != DYNAMIC and extent % 2 == 0]
        if even and self.chance.random() < 0.5 and a.rank < 4:
            at = self.chance.choice(even)
            shape = (*a.shape[:at], 2, a.shape[at] // 2, *a.shape[at + 1 :])
            groups = [[i] for i in range(at)] + [[at, at + 1]] + [[i + 1] for i in range(at + 1, a.rank)]
            sizes = ["%n" if extent == DYNAMIC else extent for extent in shape]
            kind = _Value("", shape, self.element).type
            return self.add(shape, f"tensor.expand_shape {a.name} {groups} output_shape {_list(sizes)} : {a.type} into {kind}")
        pairs = [i for i in range(a.rank - 1) if DYNAMIC not in a.shape[i : i + 2]]
        if not pairs:
            return None
        at = self.chance.choice(pairs)
        shape = (*a.shape[:at], a.shape[at] * a.shape[at + 1], *a.shape[at + 2 :])
        groups = [[i] for i in range(at)] + [[at, at + 1]] + [[i] for i in range(at + 2, a.rank)]
        return self.add(shape, f"tensor.collapse_shape {a.name} {groups} : {a.type} into {_Value('', shape, self.element).type}")

    def constant(self) -> _Value | None:
        shape = self.pick().shape
        if DYNAMIC in shape or self.element.startswith("complex"):
            return None
        size = math.prod(shape)

        def number() -> str:
            chosen = self.chance.randrange(4)
            return f"{chosen}.5" if self.element.startswith("f") else str(bool(chosen % 2)).lower() if self.element == "i1" else str(chosen)

        def nest(shape: Shape) -> str:
            return _list(nest(shape[1:]) for _ in range(shape[0])) if shape else number()

        splat = self.chance.random() < 0.4 or size > 60
        return self.add(shape, f"arith.constant dense<{number() if splat else nest(shape)}> : {_Value('', shape, self.element).type}")

    def matmul(self) -> _Value | None:
        rows = [value for value in self.values if value.rank == 2 and value.shape[1] != DYNAMIC]
        if not rows or self.element not in ("f32", "f16", "i8"):
            return None
        a = self.chance.choice(rows)
        b = self.add((a.shape[1], 4), self.splat((a.shape[1], 4)), keep=False)
        out = self.target((a.shape[0], 4))
        return self.add(out.shape, f"linalg.matmul {self.pitch()}ins({a.name}, {b.name} : {a.type}, {b.type}) outs({out.name} : {out.type}) -> {out.type}")

    def splat(self, shape: Shape) -> str:
        number = "0.5" if self.element.startswith("f") else "1"
        return f"arith.constant dense<{number}> : {_Value('', shape, self.element).type}"

    def loop(self) -> _Value | None:
        """A loop that writes one row of a tensor after the other, and may read those in front of it."""
        a = self.pick()
        if a.rank < 2 or a.shape[0] == DYNAMIC:
            return None
        row = (1, *a.shape[1:])
        into = self.target(a.shape)
        end = self.name()
        self.emit(f"{end} = arith.constant {a.shape[0]} : index")
        result, acc, index = self.name(), _Value(self.name(), a.shape, self.element), self.name()
        self.emit(f"{result} = scf.for {index} = %c0 to {end} step %c1 iter_args({acc.name} = {into.name}) -> ({a.type}) {{")
        place = f"{_list([index] + [0] * (a.rank - 1))} {_list(['%n' if e == DYNAMIC else e for e in row])} {_list([1] * a.rank)}"
        source = acc if self.chance.random() < 0.4 else a
        kind = _Value("", row, self.element).type
        part = self.add(row, f"tensor.extract_slice {source.name}{place} : {a.type} to {kind}", keep=False)
        out = self.empty(row)
        new = self.add(row, f"{self.combine([(part.name, kind)], (out.name, kind), a.rank, False)} -> {kind}", keep=False)
        grown = self.add(a.shape, f"tensor.insert_slice {new.name} into {acc.name}{place} : {kind} into {a.type}", keep=False)
        self.emit(f"scf.yield {grown.name} : {a.type}", "}")
        value = _Value(result, a.shape, self.element)
        self.values.append(value)
        return value

    def branch(self) -> _Value:
        a = self.pick()
        b = self.pick(a.shape)
        result = self.name()
        self.emit(f"{result} = scf.if %cond -> ({a.type}) {{")
        out = self.empty(a.shape)
        new = self.add(a.shape, f"{self.combine([(a.name, a.type)], (out.name, a.type), a.rank, False)} -> {a.type}", keep=False)
        self.emit(f"scf.yield {new.name} : {a.type}", "} else {", f"scf.yield {b.name} : {a.type}", "}")
        value = _Value(result, a.shape, self.element)
        self.values.append(value)
        return value

    def call(self) -> _Value | None:
        a = self.pick()
        if DYNAMIC in a.shape:
            return None
        name, kind = f"@f{len(self.functions)}", a.type
        body = f"  %e = tensor.empty() : {kind}\n  %r = {self.combine([('%x', kind)], ('%e', kind), a.rank, False)} -> {kind}\n"
        returned = self.chance.choice(("%r", "%r", "%x"))
        self.functions.append(f"func.func private {name}(%x: {kind}) -> {kind} {{\n{body}  return {returned} : {kind}\n}}\n")
        return self.add(a.shape, f"func.call {name}({a.name}) : ({kind}) -> {kind}")

    def transpose(self) -> _Value | None:
        a = self.pick()
        if a.rank < 2 or DYNAMIC in a.shape:
            return None
        order = self.chance.sample(range(a.rank), a.rank)
        out = self.empty(tuple(a.shape[i] for i in order))
        return self.add(out.shape, f"linalg.transpose ins({a.name} : {a.type}) outs({out.name} : {out.type}) permutation = {order}")

    def program(self) -> str:
        self.emit("%c0 = arith.constant 0 : index", "%c1 = arith.constant 1 : index")
        self.emit(f"%n = tensor.dim %a0, %c0 : {self.arguments[0].type}")
        for _ in range(self.chance.randrange(3, 14)):
            self.chance.choice(self.kinds)()
            self.values = [v for v in self.values if math.prod(e for e in v.shape if e != DYNAMIC) <= _LARGEST]
        computed = [value for value in self.values if value not in self.arguments] or [self.pointwise()]
        results = [computed[-1]] + self.chance.choices(computed, k=self.chance.choice((0, 0, 1, 2)))
        types = ", ".join(value.type for value in results)
        self.emit(f"return {', '.join(value.name for value in results)} : {types}")
        arguments = ", ".join([f"{value.name}: {value.type}" for value in self.arguments] + ["%cond: i1"])
        return self.function(arguments, f" -> ({types})")


@dataclasses.dataclass(frozen=True)
class _View:
    name: str
    shape: tuple[int, ...]
    type: str
    roots: frozenset[str]


class _Buffers(_Text):
    """A program on buffers."""

    def __init__(self, seed: int) -> None:
        chance = random.Random(seed)
        super().__init__(seed, chance, chance.choice(("f32", "f32", "i8", "index")))
        self.buffers: list[_View] = []
        self.local: list[_View] = []  # allocations of the function, which may be freed
        self.indices: list[str] = []  # values from 0 to 2
        self.depth = 0

    def whole(self, shape: tuple[int, ...]) -> str:
        return f"memref<{''.join(f'{extent}x' for extent in shape)}{self.element}>"

    def fill(self, view: _View) -> None:
        self.emit(f"linalg.fill ins({self.scalar()} : {self.element}) outs({view.name} : {view.type})")

    def allocate(self, shape: tuple[int, ...] | None = None) -> _View:
        shape = shape or self.chance.choice(((4, 4), (4, 8), (8, 8), (3, 12), (6, 4), (4, 4)))
        name = self.name()
        kind = "alloca" if self.depth == 0 and self.chance.random() < 0.15 else "alloc"
        self.emit(f"{name} = memref.{kind}() : {self.whole(shape)}")
        buffer = _View(name, shape, self.whole(shape), frozenset([name]))
        self.buffers.append(buffer)
        if kind == "alloc" and self.depth == 0:
            self.local.append(buffer)
        return buffer

    def view(self, buffer: _View, shape: tuple[int, ...]) -> _View | None:
        """A part of a buffer with the given shape."""
        if buffer.shape == shape and self.chance.random() < 0.7:
            return buffer
        if any(small > large for small, large in zip(shape, buffer.shape)) or "strided" in buffer.type:
            return None
        offsets, steps = [], []
        for small, large in zip(shape, buffer.shape):
            step = self.chance.choice((1, 1, 1, 2)) if 2 * small - 1 <= large else 1
            room = large - step * (small - 1) - 1
            offset = self.chance.choice(self.indices) if self.indices and room >= 2 and self.chance.random() < 0.5 else self.chance.choice((0, room, self.chance.randrange(room + 1)))
            offsets.append(offset)
            steps.append(step)
        strides = [buffer.shape[1] * steps[0], steps[1]]
        known = all(isinstance(offset, int) for offset in offsets)
        offset = offsets[0] * buffer.shape[1] + offsets[1] if known else "?"
        layout = f", strided<{_list(strides)}{f', offset: {offset}' if offset != 0 else ''}>"
        name, kind = self.name(), f"memref<{shape[0]}x{shape[1]}x{self.element}{layout}>"
        self.emit(f"{name} = memref.subview {buffer.name}{_list(offsets)} {_list(shape)} {_list(steps)} : {buffer.type} to {kind}")
        return _View(name, shape, kind, buffer.roots)

    def pair(self) -> tuple[_View, _View] | None:
        """Views of one shape of different buffers."""
        a = self.chance.choice(self.buffers[-3:] if self.chance.random() < 0.5 else self.buffers)
        shape = a.shape if self.chance.random() < 0.6 else tuple(self.chance.randrange(1, extent + 1) for extent in a.shape)
        others = [b for b in self.buffers if not b.roots & a.roots and all(x <= y for x, y in zip(shape, b.shape))]
        if not others:
            return None
        views = self.view(a, shape), self.view(self.chance.choice(others), shape)
        if None in views:
            return None
        return views if self.chance.random() < 0.5 else (views[1], views[0])

    def copy(self) -> None:
        if pair := self.pair():
            self.emit(f"memref.copy {pair[0].name}, {pair[1].name} : {pair[0].type} to {pair[1].type}")

    def compute(self) -> None:
        if pair := self.pair():
            self.emit(self.combine([(pair[0].name, pair[0].type)], (pair[1].name, pair[1].type), 2, self.chance.random() < 0.3))

    def staged(self) -> None:
        """A buffer that is computed and then copied, and may be used afterwards."""
        source = self.chance.choice(self.buffers)
        if "strided" in source.type or not (target := self.chance.choice([b for b in self.buffers])):
            return
        own = self.allocate(source.shape)
        self.emit(self.combine([(source.name, source.type)], (own.name, own.type), 2, False))
        if target.roots & own.roots:
            return
        if (part := self.view(target, own.shape)) and self.chance.random() < 0.9:
            self.emit(f"memref.copy {own.name}, {part.name} : {own.type} to {part.type}")

    def fill_some(self) -> None:
        buffer = self.chance.choice(self.buffers)
        shape = tuple(self.chance.randrange(1, extent + 1) for extent in buffer.shape)
        if view := self.view(buffer, shape):
            self.fill(view)

    def new(self) -> None:
        self.fill(self.allocate())

    def nest(self, head: str, ends: tuple[str, ...] = ("}",), index: str | None = None) -> None:
        if self.depth == 2:
            return
        for line in (head, *ends[:-1]):
            self.emit(line)
            seen, indices = list(self.buffers), list(self.indices)
            self.indices += [index] if index else []
            self.depth += 1
            self.statements(self.chance.randrange(1, 5))
            self.depth -= 1
            self.buffers, self.indices = seen, indices
        self.emit(ends[-1])

    def loop(self) -> None:
        index = self.name()
        self.nest(f"scf.for {index} = %c0 to %c3 step %c1 {{", index=index)

    def branch(self) -> None:
        self.nest("scf.if %cond {", ("} else {", "}") if self.chance.random() < 0.5 else ("}",))

    def select(self) -> None:
        """A name for one of two buffers."""
        a = self.chance.choice(self.buffers)
        others = [b for b in self.buffers if b.type == a.type and b is not a]
        if others:
            b, name = self.chance.choice(others), self.name()
            self.emit(f"{name} = arith.select %cond, {a.name}, {b.name} : {a.type}")
            self.buffers.append(_View(name, a.shape, a.type, a.roots | b.roots))

    def call(self) -> None:
        pair = self.chance.choice(self.buffers), self.chance.choice(self.buffers)
        if pair[0].roots & pair[1].roots or pair[0].shape != pair[1].shape or any("strided" in v.type for v in pair):
            return
        name, kind = f"@g{len(self.functions)}", pair[0].type
        body = self.combine([("%x", kind)], ("%y", kind), 2, False)
        self.functions.append(f"func.func private {name}(%x: {kind}, %y: {kind}) {{\n  {body}\n  return\n}}\n")
        self.emit(f"func.call {name}({pair[0].name}, {pair[1].name}) : ({kind}, {kind}) -> ()")

    def jump(self) -> None:
        """A branch of the control flow without regions, or a jump to a new block."""
        if self.depth:
            return
        labels = [f"^bb{self.count}_{i}" for i in range(3)]
        self.count += 1
        if self.chance.random() < 0.5:
            self.emit(f"cf.br {labels[0]}", f"{labels[0]}:")
            return
        seen, local = list(self.buffers), list(self.local)
        self.emit(f"cf.cond_br %cond, {labels[0]}, {labels[1]}", f"{labels[0]}:")
        self.depth += 2  # no allocation from here is known behind, and none is freed here
        self.statements(3)
        self.depth -= 2
        self.buffers, self.local = seen, local
        self.emit(f"cf.br {labels[1]}", f"{labels[1]}:")

    def free(self) -> None:
        if self.depth or not self.local:
            return
        buffer = self.chance.choice(self.local)
        self.emit(f"memref.dealloc {buffer.name} : {buffer.type}")
        self.local = [b for b in self.local if b is not buffer]
        self.buffers = [b for b in self.buffers if not b.roots & buffer.roots]

    def statements(self, count: int) -> None:
        kinds = (
            *(self.copy, self.copy, self.compute, self.compute, self.staged, self.staged, self.staged, self.fill_some),
            *(self.new, self.loop, self.branch, self.select, self.call, self.jump, self.free),
        )
        for _ in range(count):
            self.chance.choice(kinds)()

    def program(self) -> str:
        self.emit(*(f"%c{i} = arith.constant {i} : index" for i in (0, 1, 3)))
        arguments = []
        for shape in ((4, 8), (4, 4), (6, 4))[: self.chance.randrange(1, 4)]:
            name = f"%a{len(arguments)}"
            arguments.append(f"{name}: {self.whole(shape)}")
            # Arguments may be the same memory.
            self.buffers.append(_View(name, shape, self.whole(shape), frozenset(["%a"])))
        result = self.allocate((8, 8))
        self.fill(result)
        self.local = []
        self.new()
        self.statements(self.chance.randrange(4, 16))
        while self.local and self.chance.random() < 0.8:
            self.free()
        if not any(line.startswith(f"{result.name} = memref.alloc()") for line in self.lines):
            copy = self.name()
            self.emit(f"{copy} = memref.alloc() : {result.type}", f"memref.copy {result.name}, {copy} : {result.type} to {result.type}")
            self.emit(f"return {copy} : {result.type}")
        else:
            self.emit(f"return {result.name} : {result.type}")
        return self.function(", ".join([*arguments, "%cond: i1"]), f" -> {result.type}")


def generate(out: TextIO, seed: int) -> None:
    """Writes the program of a seed: on buffers if it is odd."""
    out.write((_Buffers(seed) if seed % 2 else _Tensors(seed)).program())
