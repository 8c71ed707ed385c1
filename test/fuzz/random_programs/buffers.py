# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Seeded random programs on buffers with layouts, for testing the passes that apply them.

Every program has a function `@main` of buffers without layouts. It computes a chain of buffers with layouts from its
first arguments, each by another kind of access, and copies them to its last arguments. The layouts permute dims, split
them into tiles that divide them or not, linearize them, separate groups, or do several of these in a row; padding may
have a value. A third of the programs have dynamic dims, which all have the same size when the program runs.

    from random_programs import buffers
    buffers.generate(sys.stdout, seed=7)
"""

import dataclasses
import random
from typing import Callable, TextIO

DYNAMIC = "?"
Shape = tuple[int | str, ...]
_EXTENTS = (1, 2, 3, 4, 5, 6, 7, 8, 12, 16)
_ELEMENTS = ("f32", "f32", "f64", "f16", "i32", "i8", "i64")
_LARGEST = 3000  # elements of a buffer
_NAMES = "ijklpqrs"


@dataclasses.dataclass(frozen=True)
class Buffer:
    name: str
    shape: Shape
    element: str

    @property
    def type(self) -> str:
        return f"memref<{''.join(f'{extent}x' for extent in self.shape)}{self.element}>"

    @property
    def is_static(self) -> bool:
        return DYNAMIC not in self.shape


def _map(chance: random.Random, dims: int, shape: Shape | None, tiles: bool = True) -> tuple[str, int]:
    """A random one-to-one map of so many dims, and the number of its results. `shape` allows to linearize dims."""
    names = list(_NAMES[:dims])
    results = list(names)
    if shape and DYNAMIC not in shape and dims >= 2 and chance.random() < 0.15:
        at = chance.randrange(dims - 1)
        results[at : at + 2] = [f"{names[at]} * {shape[at + 1]} + {names[at + 1]}"]
    for name in names:
        if tiles and name in results and len(results) < 6 and chance.random() < 0.4:
            tile = chance.choice((2, 3, 4, 4, 8))
            at = results.index(name)
            results[at : at + 1] = [f"{name} floordiv {tile}", f"{name} mod {tile}"]
    if chance.random() < 0.7:
        chance.shuffle(results)
    separators = [" | " if chance.random() < 0.15 else ", " for _ in results[1:]] + [""]
    text = "".join(result + separator for result, separator in zip(results, separators))
    return f"#layout.index_map<({', '.join(names)}) -> ({text})>", len(results)


class _Program:
    """The text of a program while it grows."""

    def __init__(self, seed: int) -> None:
        self.chance = random.Random(seed)
        self.element = self.chance.choice(_ELEMENTS)
        self.is_float = self.element.startswith("f")
        self.is_dynamic = self.chance.random() < 0.35
        # Of other buffers that it does not allocate, `layout-flatten` knows no strides.
        self.leading_only = self.chance.random() < 0.5
        self.lines: list[str] = []
        self.functions: list[str] = []
        self.arguments: list[Buffer] = []
        self.count = 0
        self.extents = {0, 1, 2, 3, 4, 8}  # those that are used as values

    # ---- Text ----

    def name(self) -> str:
        self.count += 1
        return f"%v{self.count}"

    def emit(self, *lines: str) -> None:
        self.lines += lines

    def extent(self, extent: int | str) -> str:
        if extent == DYNAMIC:
            return "%n"
        self.extents.add(extent)
        return f"%c{extent}"

    @property
    def zero(self) -> str:
        return f"0.0 : {self.element}" if self.is_float else f"0 : {self.element}"

    # ---- Buffers ----

    def shape(self, rank: int | None = None) -> Shape:
        rank = rank or self.chance.choice((1, 2, 2, 3, 3, 4))
        while True:
            extents = tuple(self.chance.choice(_EXTENTS) for _ in range(rank))
            size = 1
            for extent in extents:
                size *= extent
            if 6 <= size <= _LARGEST:
                break
        if not self.is_dynamic or rank == 1:
            return extents
        at = 0 if self.leading_only else self.chance.randrange(rank)
        others = 0 if self.leading_only else 0.2
        shape = tuple(DYNAMIC if i == at or self.chance.random() < others else extent for i, extent in enumerate(extents))
        # The dynamic dims may have one element: the others keep two runs from having the same contents.
        return shape if _size(tuple(extent for extent in shape if extent != DYNAMIC)) >= 6 else extents

    def argument(self, shape: Shape) -> Buffer:
        buffer = Buffer(f"%a{len(self.arguments)}", shape, self.element)
        self.arguments.append(buffer)
        return buffer

    def annotation(self, shape: Shape) -> str:
        layout, results = _map(self.chance, len(shape), shape)
        maps = [layout]
        if self.chance.random() < 0.2 and "|" not in layout and results <= 5:
            # Tiles of tiles are not known to be one-to-one if a size is not known.
            layout, results = _map(self.chance, results, None, tiles=DYNAMIC not in shape)
            maps.append(layout)
        attributes = [f"layout.buffer_transforms = [{', '.join(maps)}]"]
        if all("|" not in text for text in maps) and results >= 2 and self.chance.random() < 0.2:
            attributes.append(f"layout.axis_separators = array<i64: {self.chance.randrange(1, results)}>")
        if self.chance.random() < 0.3:
            attributes.append(f"layout.pad_value = {self.zero}")
        return f"{{{', '.join(attributes)}}}"

    def allocate(self, shape: Shape) -> Buffer:
        buffer = Buffer(self.name(), shape, self.element)
        sizes = ", ".join("%n" for extent in shape if extent == DYNAMIC)
        annotation = self.annotation(shape) + " " if self.chance.random() < 0.85 else ""
        self.emit(f"{buffer.name} = memref.alloc({sizes}) {annotation}: {buffer.type}")
        return buffer

    def fill(self, buffer: Buffer) -> None:
        self.emit(f"linalg.fill ins(%zero : {self.element}) outs({buffer.name} : {buffer.type})")

    def copy(self, source: Buffer, target: Buffer) -> None:
        self.emit(f"memref.copy {source.name}, {target.name} : {source.type} to {target.type}")

    def combine(self, a: str, b: str) -> str:
        """Emits an op on two elements, which may be the same one, and returns its result."""
        op = self.chance.choice(("addf", "maximumf") if self.is_float else ("addi", "maxsi"))
        if b == "%one":  # a maximum of it might be the same for all elements
            op = "addf" if self.is_float else "addi"
        result = self.name()
        self.emit(f"{result} = arith.{op} {a}, {b} : {self.element}")
        return result

    # ---- Loops ----

    def loops(self, shape: Shape, body: Callable[[list[str]], None]) -> None:
        """Loops of some kind over all elements."""
        kind = self.chance.choice(("for", "for", "affine", "affine", "parallel"))
        indices = [self.name() for _ in shape]
        if kind == "parallel":
            zeros, ones = ", ".join("%c0" for _ in shape), ", ".join("%c1" for _ in shape)
            bounds = ", ".join(map(self.extent, shape))
            self.emit(f"scf.parallel ({', '.join(indices)}) = ({zeros}) to ({bounds}) step ({ones}) {{")
        for index, extent in zip(indices, shape):
            if kind == "for":
                self.emit(f"scf.for {index} = %c0 to {self.extent(extent)} step %c1 {{")
            elif kind == "affine":
                self.emit(f"affine.for {index} = 0 to {'%n' if extent == DYNAMIC else extent} {{")
        body(indices)
        self.emit(*["}"] * (1 if kind == "parallel" else len(shape)))

    def load(self, buffer: Buffer, indices: list[str]) -> str:
        result = self.name()
        self.emit(f"{result} = memref.load {buffer.name}[{', '.join(indices)}] : {buffer.type}")
        return result

    def store(self, value: str, buffer: Buffer, indices: list[str]) -> None:
        self.emit(f"memref.store {value}, {buffer.name}[{', '.join(indices)}] : {buffer.type}")

    # ---- Steps: each computes a new buffer from one that exists ----

    def step_copy(self, source: Buffer) -> Buffer:
        target = self.allocate(source.shape)
        self.copy(source, target)
        return target

    def step_loops(self, source: Buffer) -> Buffer:
        target = self.allocate(source.shape)

        def body(indices: list[str]) -> None:
            value = self.load(source, indices)
            self.store(self.combine(value, "%one"), target, indices)

        self.loops(source.shape, body)
        return target

    def step_shifted(self, source: Buffer) -> Buffer:
        """Reads two elements per iteration, one of them at an index that is computed."""
        target = self.allocate(source.shape)
        at = self.chance.randrange(len(source.shape))
        bound = self.extent(source.shape[at])

        def body(indices: list[str]) -> None:
            last, mirrored = self.name(), self.name()
            self.emit(f"{last} = arith.subi {bound}, %c1 : index", f"{mirrored} = arith.subi {last}, {indices[at]} : index")
            others = [mirrored if i == at else index for i, index in enumerate(indices)]
            self.store(self.combine(self.load(source, indices), self.load(source, others)), target, indices)

        self.loops(source.shape, body)
        return target

    def step_elementwise(self, source: Buffer) -> Buffer:
        """A structured op with a permuted result that may read its source twice."""
        order = list(range(len(source.shape)))
        self.chance.shuffle(order)
        target = self.allocate(tuple(source.shape[i] for i in order))
        dims = ", ".join(_NAMES[: len(order)])
        identity, permuted = f"({dims}) -> ({dims})", ", ".join(_NAMES[i] for i in order)
        kinds = ", ".join('"parallel"' for _ in order)
        maps = f"affine_map<{identity}>, affine_map<{identity}>, affine_map<({dims}) -> ({permuted})>"
        self.emit(
            f"linalg.generic {{indexing_maps = [{maps}], iterator_types = [{kinds}]}} "
            f"ins({source.name}, {source.name} : {source.type}, {source.type}) outs({target.name} : {target.type}) {{",
            f"^bb0(%x: {self.element}, %y: {self.element}, %z: {self.element}):",
        )
        self.emit(f"linalg.yield {self.combine('%x', self.combine('%y', '%one'))} : {self.element}", "}")
        return target

    def step_transpose(self, source: Buffer) -> Buffer:
        order = list(range(len(source.shape)))
        self.chance.shuffle(order)
        target = self.allocate(tuple(source.shape[i] for i in order))
        self.emit(
            f"linalg.transpose ins({source.name} : {source.type}) outs({target.name} : {target.type}) permutation = {order}"
        )
        return target

    def step_reduce(self, source: Buffer) -> Buffer:
        at = self.chance.randrange(len(source.shape))
        shape = source.shape[:at] + source.shape[at + 1 :]
        if _size(tuple(extent for extent in shape if extent != DYNAMIC)) < 6:
            return self.step_loops(source)
        target = self.allocate(shape)
        self.fill(target)
        add = "arith.addf" if self.is_float else "arith.addi"
        self.emit(
            f"linalg.reduce {{ {add} }} ins({source.name} : {source.type}) outs({target.name} : {target.type}) "
            f"dimensions = [{at}]"
        )
        return target

    def step_matmul(self, source: Buffer) -> Buffer:
        if len(source.shape) != 2 or source.shape[1] == DYNAMIC:
            return self.step_elementwise(source)
        columns = self.chance.choice((6, 7, 8, 12))
        weights = self.argument((source.shape[1], columns))
        factor = self.step_copy(weights)
        target = self.allocate((source.shape[0], columns))
        self.fill(target)
        self.emit(
            f"linalg.matmul ins({source.name}, {factor.name} : {source.type}, {factor.type}) "
            f"outs({target.name} : {target.type})"
        )
        self.free(factor)
        return target

    def _part(self, shape: Shape) -> tuple[list[int], Shape, list[int]]:
        """Offsets, sizes and strides of a part that has all of the dynamic dims."""
        offsets, sizes, strides = [], [], []
        for extent in shape:
            whole = extent == DYNAMIC or extent < 3 or self.chance.random() < 0.4
            stride = 1 if whole or self.chance.random() < 0.7 else 2
            offset = 0 if whole else self.chance.randrange(extent - 1)
            most = 0 if whole else (extent - offset - 1) // stride + 1
            sizes.append(extent if whole else self.chance.randint(1, most))
            offsets.append(offset)
            strides.append(stride)
        return offsets, tuple(sizes), strides

    def _subview(self, buffer: Buffer, part: tuple[list[int], Shape, list[int]]) -> Buffer:
        offsets, sizes, strides = part
        printed = [self.extent(size) if size == DYNAMIC else str(size) for size in sizes]
        steps = ["?" if DYNAMIC in buffer.shape[i + 1 :] else _size(buffer.shape[i + 1 :]) * strides[i] for i in range(len(sizes))]
        # The dims of the view have the strides of the buffer, its start their sum.
        known = all(step != "?" or offset == 0 for step, offset in zip(steps, offsets))
        start = sum(step // stride * offset for step, stride, offset in zip(steps, strides, offsets) if step != "?")
        layout = f"strided<[{', '.join(map(str, steps))}], offset: {start if known else '?'}>"
        if known and start == 0:
            layout = layout.replace(", offset: 0", "")
        name = self.name()
        type = f"memref<{''.join(f'{size}x' for size in sizes)}{self.element}, {layout}>"
        self.emit(f"{name} = memref.subview {buffer.name}{offsets} [{', '.join(printed)}] {strides} : {buffer.type} to {type}")
        return _View(name, sizes, self.element, type)

    def step_read_part(self, source: Buffer) -> Buffer:
        part = self._part(source.shape)
        if _size(tuple(extent for extent in part[1] if extent != DYNAMIC)) < 6:
            return self.step_copy(source)
        return self._from_view(self._subview(source, part))

    def step_write_part(self, source: Buffer) -> Buffer:
        target = self.step_copy(source)
        part = self._part(source.shape)
        view = self._subview(target, part)
        if self.chance.random() < 0.5:
            self.loops(view.shape, lambda indices: self.store(self.combine(self.load(view, indices), "%one"), view, indices))
        else:
            # Reads what it overwrites, so that the result depends on every element.
            dims = ", ".join(_NAMES[: len(view.shape)])
            kinds = ", ".join('"parallel"' for _ in view.shape)
            self.emit(
                f"linalg.generic {{indexing_maps = [affine_map<({dims}) -> ({dims})>], iterator_types = [{kinds}]}} "
                f"outs({view.name} : {view.type}) {{",
                f"^bb0(%z: {self.element}):",
            )
            self.emit(f"linalg.yield {self.combine('%z', '%one')} : {self.element}", "}")
        return self.step_copy(target) if self.chance.random() < 0.3 else target

    def step_collapse(self, source: Buffer) -> Buffer:
        if not source.is_static or len(source.shape) < 2:
            return self.step_elementwise(source)
        at = self.chance.randrange(len(source.shape) - 1)
        groups = [[i] for i in range(at)] + [[at, at + 1]] + [[i] for i in range(at + 2, len(source.shape))]
        shape = tuple(_size(tuple(source.shape[i] for i in group)) for group in groups)
        view = Buffer(self.name(), shape, self.element)
        self.emit(f"{view.name} = memref.collapse_shape {source.name} {groups} : {source.type} into {view.type}")
        return self._from_view(view)

    def step_expand(self, source: Buffer) -> Buffer:
        splits = [(i, 2) for i, extent in enumerate(source.shape) if extent != DYNAMIC and extent % 2 == 0]
        if not splits or len(source.shape) > 3:
            return self.step_elementwise(source)
        at, factor = self.chance.choice(splits)
        shape = source.shape[:at] + (source.shape[at] // factor, factor) + source.shape[at + 1 :]
        groups = [[i] for i in range(at)] + [[at, at + 1]] + [[i + 1] for i in range(at + 1, len(source.shape))]
        sizes = ", ".join("%n" if extent == DYNAMIC else str(extent) for extent in shape)
        view = Buffer(self.name(), shape, self.element)
        self.emit(
            f"{view.name} = memref.expand_shape {source.name} {groups} output_shape [{sizes}] : {source.type} into {view.type}"
        )
        return self._from_view(view)

    def step_cast(self, source: Buffer) -> Buffer:
        view = Buffer(self.name(), tuple(DYNAMIC for _ in source.shape), self.element)
        self.emit(f"{view.name} = memref.cast {source.name} : {source.type} to {view.type}")
        target = self.allocate(source.shape)
        self.loops(source.shape, lambda indices: self.store(self.load(view, indices), target, indices))
        return target

    def _from_view(self, view: Buffer) -> Buffer:
        target = self.allocate(view.shape)
        if self.chance.random() < 0.5:
            self.copy(view, target)
        else:
            self.loops(view.shape, lambda indices: self.store(self.load(view, indices), target, indices))
        return target

    def step_vector(self, source: Buffer) -> Buffer:
        """Moves vectors along the last dim, the last of them partly outside."""
        target = self.allocate(source.shape)
        outer, index = [self.name() for _ in source.shape[:-1]], self.name()
        lanes = self.chance.choice((2, 4, 4, 8))
        vector, value = f"vector<{lanes}x{self.element}>", self.name()
        indices = ", ".join([*outer, index])
        for loop, extent in zip(outer, source.shape):
            self.emit(f"scf.for {loop} = %c0 to {self.extent(extent)} step %c1 {{")
        self.emit(
            f"scf.for {index} = %c0 to {self.extent(source.shape[-1])} step %c{lanes} {{",
            f"{value} = vector.transfer_read {source.name}[{indices}], %zero : {source.type}, {vector}",
            f"vector.transfer_write {value}, {target.name}[{indices}] : {vector}, {target.type}",
            *["}"] * len(source.shape),
        )
        return target

    def step_atomic(self, source: Buffer) -> Buffer:
        target = self.step_copy(source)
        kind = "addf" if self.is_float else "addi"

        def body(indices: list[str]) -> None:
            value = self.load(source, indices)
            self.emit(
                f"{self.name()} = memref.atomic_rmw {kind} {value}, {target.name}[{', '.join(indices)}] : "
                f"({self.element}, {target.type}) -> {self.element}"
            )

        self.loops(source.shape, body)
        return target

    def step_choice(self, source: Buffer) -> Buffer:
        """A buffer that an if or a loop hands on."""
        first, result = self.step_copy(source), self.name()
        if self.chance.random() < 0.5:
            flag = self.name()
            self.emit(
                f"{flag} = arith.cmpi ugt, {self.extent(source.shape[0])}, %c3 : index",
                f"{result} = scf.if {flag} -> {first.type} {{",
                f"scf.yield {first.name} : {first.type}",
                "} else {",
            )
            self.loops(source.shape, lambda indices: self.store(self.combine(self.load(source, indices), "%one"), first, indices))
            self.emit(f"scf.yield {first.name} : {first.type}", "}")
        else:
            carried = Buffer(self.name(), first.shape, self.element)
            self.emit(f"{result} = scf.for {self.name()} = %c0 to %c2 step %c1 iter_args({carried.name} = {first.name}) -> ({first.type}) {{")
            self.loops(source.shape, lambda indices: self.store(self.combine(self.load(carried, indices), "%one"), carried, indices))
            self.emit(f"scf.yield {carried.name} : {first.type}", "}")
        return self.step_copy(Buffer(result, first.shape, self.element))

    def step_call(self, source: Buffer) -> Buffer:
        """A function that updates a buffer of the caller."""
        target = self.step_copy(source)
        callee = f"@callee{len(self.functions)}"
        outside, self.lines = self.lines, []
        parameter = Buffer("%b", target.shape, self.element)
        self.loops(target.shape, lambda indices: self.store(self.combine(self.load(parameter, indices), "%one"), parameter, indices))
        body, self.lines = self.lines, outside
        self.functions.append(
            f"func.func private {callee}(%b: {target.type}, %n: index) {{\n{self.constants()}{_lines(body)}  return\n}}\n"
        )
        self.emit(f"func.call {callee}({target.name}, %n) : ({target.type}, index) -> ()")
        return target

    # ---- The program ----

    def free(self, buffer: Buffer) -> None:
        self.emit(f"memref.dealloc {buffer.name} : {buffer.type}")

    def constants(self) -> str:
        text = "".join(f"  %c{extent} = arith.constant {extent} : index\n" for extent in sorted(self.extents))
        one = f"1.0 : {self.element}" if self.is_float else f"1 : {self.element}"
        return text + f"  %zero = arith.constant {self.zero}\n  %one = arith.constant {one}\n"

    def write(self, stream: TextIO) -> None:
        steps = [getattr(self, name) for name in sorted(dir(self)) if name.startswith("step_")]
        source = self.argument(self.shape())
        results = []
        for _ in range(self.chance.randint(2, 5)):
            source = self.chance.choice(steps)(source)
            results.append(source)
            if self.chance.random() < 0.2:
                source = self.argument(self.shape())
        for result in results:
            self.copy(result, self.argument(result.shape))
        parameters = ", ".join(f"{argument.name}: {argument.type}" for argument in self.arguments)
        stream.write("".join(self.functions))
        stream.write(f"func.func @main({parameters}) {{\n{self.constants()}{self._size_of_dynamic_dims()}")
        stream.write(f"{_lines(self.lines)}  return\n}}\n")

    def _size_of_dynamic_dims(self) -> str:
        for argument in self.arguments:
            if DYNAMIC in argument.shape:
                at = argument.shape.index(DYNAMIC)
                return f"  %at = arith.constant {at} : index\n  %n = memref.dim {argument.name}, %at : {argument.type}\n"
        return "  %n = arith.constant 5 : index\n"


@dataclasses.dataclass(frozen=True)
class _View(Buffer):
    """A buffer with strides."""

    strided_type: str = ""

    @property
    def type(self) -> str:
        return self.strided_type


def _size(shape: Shape) -> int:
    size = 1
    for extent in shape:
        size *= extent
    return size


def _lines(lines: list[str]) -> str:
    return "".join(f"  {line}\n" for line in lines)


def generate(stream: TextIO, seed: int) -> None:
    """Writes the program of a seed."""
    _Program(seed).write(stream)
