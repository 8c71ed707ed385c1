# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Small programs that are written as MLIR in any combination of layouts of their ops.

An op in a layout is written between rewrites of its operands and the inverse rewrites of its results, so that all ops
see each other's values in one shape. `layout-fold` cancels what neighbours do not need. The rewrites of a value stand
where it is defined: a loop that only reads a value does not rewrite it.

    %0 = layout.layout_transform %x by <(d0, d1) -> (d1, d0)>
    %1 = linalg.generic ... ins(%0) ...                          (an op in column-major order)
    %2 = layout.layout_transform %1 by <(d0, d1) -> (d1, d0)>
"""

import dataclasses
import itertools
import math
from collections.abc import Iterator, Sequence
from typing import Any, NamedTuple


class Digit(NamedTuple):
    """A digit of a dim or loop: the index, divided by `stride`, modulo `extent`."""

    dim: int
    stride: int
    extent: int


class Form(NamedTuple):
    """A layout: the shape, grown at the high ends to `box`, with its digits in an order."""

    box: tuple[int, ...]
    digits: tuple[Digit, ...]

    @property
    def extents(self) -> tuple[int, ...]:
        return tuple(digit.extent for digit in self.digits)


Shape = tuple[int, ...]
Splits = dict[int, tuple[int, ...]]  # the extents of the digits of a dim, by its extent
Boxes = dict[int, int]  # the extent that a dim may be padded to, by its extent


def digits_of(dim: int, extents: Sequence[int]) -> tuple[Digit, ...]:
    return tuple(Digit(dim, math.prod(extents[i + 1 :]), extent) for i, extent in enumerate(extents))


def forms_of(box: Shape, splits: Splits) -> Iterator[Form]:
    """Yields each order of the digits of a shape; unit dims are outermost, since they do not matter."""
    digits = [digit for dim, extent in enumerate(box) for digit in digits_of(dim, splits.get(extent, (extent,)))]
    units = tuple(digit for digit in digits if digit.extent == 1)
    for order in itertools.permutations(digit for digit in digits if digit.extent != 1):
        yield Form(box, units + order)


def padded_forms_of(shape: Shape, splits: Splits, boxes: Boxes) -> Iterator[Form]:
    """Yields each order of the digits of each box that a shape may grow to."""
    for box in itertools.product(*([extent, *([boxes[extent]] if extent in boxes else [])] for extent in shape)):
        yield from forms_of(box, splits)


def plain(shape: Shape) -> Form:
    return Form(shape, tuple(Digit(dim, 1, extent) for dim, extent in enumerate(shape)))


def type_of(shape: Sequence[int]) -> str:
    return f"tensor<{'x'.join([*map(str, shape), 'f32'])}>"


def _dims(count: int) -> str:
    return f"({', '.join(f'd{dim}' for dim in range(count))})"


def forward_map(form: Form) -> str:
    """Returns the map from the indices of the box to those of the layout."""

    def index(digit: Digit) -> str:
        text = f"d{digit.dim}"
        if digit.stride != 1:
            text += f" floordiv {digit.stride}"
        is_outermost = digit.stride * digit.extent == form.box[digit.dim]
        return text if is_outermost else f"{text} mod {digit.extent}"

    return f"<{_dims(len(form.box))} -> ({', '.join(map(index, form.digits))})>"


def backward_map(form: Form) -> str:
    """Returns the inverse of the forward map."""
    sums = [[] for _ in form.box]
    for position, digit in enumerate(form.digits):
        sums[digit.dim].append(f"d{position} * {digit.stride}" if digit.stride != 1 else f"d{position}")
    return f"<{_dims(len(form.digits))} -> ({', '.join(map(' + '.join, sums))})>"


@dataclasses.dataclass(eq=False)
class Value:
    shape: Shape
    is_constant: bool = False

    @property
    def type(self) -> str:
        return type_of(self.shape)

    @property
    def bytes(self) -> int:
        return 4 * math.prod(self.shape)


class Emitter:
    """Writes a program; lines are nested lists, so that rewrites can be added where a value was defined."""

    def __init__(self, content: str) -> None:
        self.content = content  # the number that padding holds
        self.lines: list = []
        self.price = 0
        self._names: dict[Value, str] = {}
        self._slots: dict[Value, list] = {}
        self._unblocked: dict[Value, tuple[str, Form]] = {}  # values in another order of their dims
        self._made: dict[tuple[Value, Form, str], str] = {}
        self._count = 0

    def new_name(self) -> str:
        self._count += 1
        return f"%{self._count}"

    def add(self, text: str, lines: list | None = None) -> str:
        """Adds `%name = text` and returns the name."""
        name = self.new_name()
        (self.lines if lines is None else lines).append(f"  {name} = {text}")
        return name

    def define(self, value: Value, name: str, form: Form | None = None) -> None:
        """Says that `name` is the value in a layout, and adds the rewrites to the shape of the value."""
        if form and form != plain(value.shape):
            if form.box == value.shape and len(form.digits) == len(value.shape):
                self._unblocked[value] = name, form
            name = self._restored(value, name, form, self.content)
        self._names[value] = name
        self._slots[value] = []
        self.lines.append(self._slots[value])

    def use(self, value: Value, form: Form | None = None, content: str = "poison") -> str:
        """Returns the name of the value in a layout, with a number in its padding or anything."""
        form = form or plain(value.shape)
        if value.is_constant:
            return self.add(f"arith.constant dense<0.5> : {type_of(form.extents)}")
        if form == plain(value.shape):
            return self._names[value]
        if (value, form, content) not in self._made:
            self._made[value, form, content] = self._rewritten(value, form, content)
        return self._made[value, form, content]

    def use_as(self, value: Value, form: Form | None) -> str:
        """Returns the name of the value in a layout, with what `define` says about its padding."""
        return self.use(value, form, f"{self.content} : f32")

    def use_and_restore(self, value: Value, form: Form | None) -> str:
        """Returns the name of the value behind a rewrite to a layout, where it is defined, and the inverse rewrite. The
        latter cancels against a rewrite by layout-freeze, which would otherwise be in the loop of its op."""
        if value.is_constant or not form or form == plain(value.shape):
            return self.use(value)
        # Matmuls and convolutions add up what their operands are padded with.
        name = self.use(value, form, "0.0 : f32")
        return self._restored(value, name, form, "0.0")

    def _restored(self, value: Value, name: str, form: Form, content: str) -> str:
        """Adds the rewrite from a layout to the shape of the value."""
        name = self.add(
            f"layout.layout_transform {name} by {backward_map(form)} : {type_of(form.extents)} to {type_of(form.box)}"
        )
        if form.box == value.shape:
            return name
        return self.add(
            f"layout.crop {name} offsets {[0] * len(form.box)} sizes {list(value.shape)} cropped({content} : f32)"
            f" : {type_of(form.box)} to {value.type}"
        )

    def _rewritten(self, value: Value, form: Form, content: str) -> str:
        """Adds a rewrite to a layout. A pad stands behind the op that produces the value, in the order of its dims: rewrites
        are not merged across pads."""
        slot, name = self._slots[value], self._names[value]
        source, target = plain(value.shape), form
        if form.box != value.shape:
            name, source = self._unblocked.get(value, (name, source))
            dims = [digit.dim for digit in source.digits]
            target = Form(
                tuple(form.box[dim] for dim in dims),
                tuple(digit._replace(dim=dims.index(digit.dim)) for digit in form.digits),
            )
            high = [large - small for large, small in zip(target.box, source.extents)]
            types = f"{type_of(source.extents)} to {type_of(target.box)}"
            name = self.add(f"layout.pad {name} low {[0] * len(high)} high {high} value({content}) : {types}", slot)
        types = f"{type_of(target.box)} to {type_of(target.extents)}"
        return self.add(f"layout.layout_transform {name} by {forward_map(target)} : {types}", slot)


@dataclasses.dataclass(eq=False)
class Op:
    """A statement; `choices` are what brute force may choose, and None is the program as the planner gets it."""

    runs: int  # how often it runs
    choices: list[Any]

    def write(self, emitter: Emitter, chosen: dict["Op", Any]) -> None:
        raise NotImplementedError

    def operands(self) -> Sequence[Value]:
        raise NotImplementedError

    def inner(self) -> Sequence["Op"]:
        return ()


class Generic(Op):
    """Sums up functions of its inputs, each indexed by some of the loops."""

    def __init__(self, runs, loops, inputs, result, result_loops, function: str, splits: Splits, boxes: Boxes) -> None:
        super().__init__(runs, list(padded_forms_of(loops, splits, boxes)))
        self.loops, self.inputs, self.result_loops, self.function = loops, inputs, result_loops, function
        self.result = result

    def operands(self) -> Sequence[Value]:
        return [value for value, _ in self.inputs]

    @staticmethod
    def _access(form: Form, loops: Sequence[int]) -> tuple[Form, list[int]]:
        """Returns the layout of an operand that is indexed by `loops`, and the loops in the order of its digits."""
        positions = [position for position, digit in enumerate(form.digits) if digit.dim in loops]
        digits = [form.digits[position] for position in positions]
        box = tuple(form.box[loop] for loop in loops)
        return Form(box, tuple(digit._replace(dim=loops.index(digit.dim)) for digit in digits)), positions

    def write(self, emitter: Emitter, chosen: dict[Op, Any]) -> None:
        form = chosen.get(self) or plain(self.loops)
        accesses = [self._access(form, loops) for _, loops in self.inputs]
        result_form, result_map = self._access(form, self.result_loops)
        names = [emitter.use(value, its) for (value, _), (its, _) in zip(self.inputs, accesses)]
        is_reduction = len(self.result_loops) < len(self.loops)
        start = "arith.constant dense<0.0>" if is_reduction else "tensor.empty()"
        types = [type_of(its.extents) for its, _ in accesses]
        result_type = type_of(result_form.extents)
        out = emitter.add(f"{start} : {result_type}")

        def map_of(positions: Sequence[int]) -> str:
            return f"affine_map<{_dims(len(form.digits))} -> ({', '.join(f'd{position}' for position in positions)})>"

        maps = ", ".join(map_of(positions) for positions in (*(its for _, its in accesses), result_map))
        kinds = ", ".join(f'"{"parallel" if digit.dim in self.result_loops else "reduction"}"' for digit in form.digits)
        blocks = ", ".join([*(f"%i{i}: f32" for i in range(len(names))), "%o: f32"])
        name = emitter.add(
            f"linalg.generic {{indexing_maps = [{maps}], iterator_types = [{kinds}]}}"
            f" ins({', '.join(names)} : {', '.join(types)}) outs({out} : {result_type}) {{\n  ^bb0({blocks}):"
        )
        self._write_body(emitter, form, is_reduction)
        emitter.lines.append(f"  }} -> {result_type}")
        padding = [math.prod(its.box) - math.prod(value.shape) for (value, _), (its, _) in zip(self.inputs, accesses)]
        padding.append(math.prod(result_form.box) - math.prod(self.result.shape))
        emitter.price += self.runs * 4 * sum(padding)
        emitter.define(self.result, name, result_form if chosen.get(self) else None)

    def _write_body(self, emitter: Emitter, form: Form, is_reduction: bool) -> None:
        total = emitter.add(f"math.{self.function} %i0 : f32")
        terms = [f"%i{i}" for i in range(1, len(self.inputs))] + (["%o"] if is_reduction else [])
        for term in terms:
            total = emitter.add(f"arith.addf {total}, {term} : f32")
        for dim, (large, small) in enumerate(zip(form.box, self.loops)):
            if large != small:
                total = self._write_select(emitter, form, dim, small, total)
        emitter.lines.append(f"    linalg.yield {total} : f32")

    @staticmethod
    def _write_select(emitter: Emitter, form: Form, dim: int, size: int, total: str) -> str:
        """Adds a select of the content of padding behind `size` elements of a dim."""
        index = emitter.add("arith.constant 0 : index")
        for position, digit in enumerate(form.digits):
            if digit.dim == dim:
                stride = emitter.add(f"arith.constant {digit.stride} : index")
                part = emitter.add(f"linalg.index {position} : index")
                part = emitter.add(f"arith.muli {part}, {stride} : index")
                index = emitter.add(f"arith.addi {index}, {part} : index")
        bound = emitter.add(f"arith.constant {size} : index")
        is_inside = emitter.add(f"arith.cmpi ult, {index}, {bound} : index")
        content = emitter.add(f"arith.constant {emitter.content} : f32")
        return emitter.add(f"arith.select {is_inside}, {total}, {content} : f32")


class Option(NamedTuple):
    """A layout option of a critical op."""

    operands: tuple[Form | None, ...]  # None keeps the layout
    result: Form | None
    cost: int
    shapes: tuple[Shape, ...]  # of the operands and the result

    def text(self) -> str:
        def edge(form: Form | None, shape: Shape) -> str:
            if not form:
                return "_"
            pad = [large - small for large, small in zip(form.box, shape)]
            return forward_map(form) + (f" pad {pad}" if any(pad) else "")

        # The destination has the layout of the result.
        operands = [edge(form, shape) for form, shape in zip((*self.operands, self.result), self.shapes)]
        return (
            f"#layout.op_layout<operands = [{', '.join(operands)}], results = [{operands[-1]}], cost = {self.cost}>"
        )


class Critical(Op):
    """A matmul or convolution of `inputs` with layout options."""

    def __init__(self, runs: int, name: str, inputs: list[Value], result: Value, options: list[Option]) -> None:
        super().__init__(runs, options)
        self.name, self.inputs, self.result = name, inputs, result

    def operands(self) -> Sequence[Value]:
        return self.inputs

    def write(self, emitter: Emitter, chosen: dict[Op, Any]) -> None:
        options = [chosen[self]] if self in chosen else self.choices
        emitter.price += self.runs * options[0].cost
        forms = options[0].operands if self in chosen else [None] * len(self.inputs)
        names = ", ".join(itertools.starmap(emitter.use_and_restore, zip(self.inputs, forms)))
        types = ", ".join(value.type for value in self.inputs)
        out = emitter.add(f"arith.constant dense<0.0> : {self.result.type}")
        listed = ", ".join(option.text() for option in options)
        name = emitter.add(
            f"linalg.{self.name} {{layout.op_layout = [{listed}]}} ins({names} : {types})"
            f" outs({out} : {self.result.type}) -> {self.result.type}"
        )
        form = options[0].result if self in chosen else None
        if form and form.box == self.result.shape:
            # layout-freeze adds the inverse.
            types = f"{self.result.type} to {type_of(form.extents)}"
            name = emitter.add(f"layout.layout_transform {name} by {forward_map(form)} : {types}")
            emitter.define(self.result, name, form)
        else:
            emitter.define(self.result, name)


class Rewrite(Op):
    """A rewrite of the program to a layout, or back from it."""

    def __init__(self, runs: int, source: Value, form: Form, is_inverse: bool = False) -> None:
        super().__init__(runs, [None])
        self.source, self.map = source, (backward_map if is_inverse else forward_map)(form)
        self.result = Value(form.box if is_inverse else form.extents)

    def operands(self) -> Sequence[Value]:
        return (self.source,)

    def write(self, emitter: Emitter, chosen: dict[Op, Any]) -> None:
        name = emitter.add(
            f"layout.layout_transform {emitter.use(self.source)} by {self.map}"
            f" : {self.source.type} to {self.result.type}"
        )
        emitter.define(self.result, name)


class Resize(Op):
    """A pad or a crop at the high ends of dims, of a value in any order of its dims."""

    def __init__(self, runs: int, source: Value, shape: Shape, content: str | None) -> None:
        super().__init__(runs, list(forms_of(source.shape, {})))
        self.source, self.content, self.result = source, content, Value(shape)

    def operands(self) -> Sequence[Value]:
        return (self.source,)

    def write(self, emitter: Emitter, chosen: dict[Op, Any]) -> None:
        form = chosen.get(self) or plain(self.source.shape)
        digits = plain(self.result.shape).digits
        result_form = Form(self.result.shape, tuple(digits[digit.dim] for digit in form.digits))
        name, zeros = emitter.use(self.source, form), [0] * len(form.digits)
        types = f"{type_of(form.extents)} to {type_of(result_form.extents)}"
        if math.prod(self.source.shape) < math.prod(self.result.shape):
            high = [large - small for large, small in zip(result_form.extents, form.extents)]
            content = f"{self.content} : f32" if self.content else "poison"
            text = f"layout.pad {name} low {zeros} high {high} value({content}) : {types}"
        else:
            promise = f" cropped({self.content} : f32)" if self.content else ""
            text = f"layout.crop {name} offsets {zeros} sizes {list(result_form.extents)}{promise} : {types}"
        emitter.define(self.result, emitter.add(text), result_form)


class Loop(Op):
    """A loop that hands one value on; it has one layout in and around the loop."""

    def __init__(self, runs: int, trips: int, initial: Value, splits: Splits, boxes: Boxes) -> None:
        super().__init__(runs, list(padded_forms_of(initial.shape, splits, boxes)))
        self.trips, self.initial = trips, initial
        self.argument, self.result = Value(initial.shape), Value(initial.shape)
        self.body: list[Op] = []
        self.yielded = self.argument

    def operands(self) -> Sequence[Value]:
        return [self.initial, *(value for op in self.body for value in op.operands())]

    def inner(self) -> Sequence[Op]:
        return self.body

    def write(self, emitter: Emitter, chosen: dict[Op, Any]) -> None:
        form = chosen.get(self)
        type = type_of(form.extents) if form else self.initial.type
        bounds = [emitter.add(f"arith.constant {bound} : index") for bound in (0, self.trips, 1)]
        initial, argument, index = emitter.use_as(self.initial, form), emitter.new_name(), emitter.new_name()
        name = emitter.add(
            f"scf.for {index} = {bounds[0]} to {bounds[1]} step {bounds[2]} iter_args({argument} = {initial}) -> ({type}) {{"
        )
        emitter.define(self.argument, argument, form)
        for op in self.body:
            op.write(emitter, chosen)
        emitter.lines.append(f"  scf.yield {emitter.use_as(self.yielded, form)} : {type}\n  }}")
        emitter.define(self.result, name, form)


class Function(Op):
    """A private function of one value with a result of the same shape, each in a layout of its own."""

    def __init__(self, name: str, calls: int, shape: Shape, splits: Splits, boxes: Boxes) -> None:
        super().__init__(calls, list(itertools.product(padded_forms_of(shape, splits, boxes), repeat=2)))
        self.name, self.argument = name, Value(shape)
        self.body: list[Op] = []
        self.returned = self.argument

    def operands(self) -> Sequence[Value]:
        return ()

    def inner(self) -> Sequence[Op]:
        return self.body

    def types(self, chosen: dict[Op, Any]) -> list[str]:
        forms = chosen.get(self) or (plain(self.argument.shape), plain(self.returned.shape))
        return [type_of(form.extents) for form in forms]

    def write(self, emitter: Emitter, chosen: dict[Op, Any]) -> None:
        argument_form, result_form = chosen.get(self) or (None, None)
        argument_type, result_type = self.types(chosen)
        argument = emitter.new_name()
        emitter.lines.append(f"func.func private @{self.name}({argument}: {argument_type}) -> {result_type} {{")
        emitter.define(self.argument, argument, argument_form)
        for op in self.body:
            op.write(emitter, chosen)
        emitter.lines.append(f"  return {emitter.use_as(self.returned, result_form)} : {result_type}\n}}")


class Call(Op):
    def __init__(self, function: Function, operand: Value) -> None:
        super().__init__(1, [None])
        self.function, self.operand, self.result = function, operand, Value(function.returned.shape)

    def operands(self) -> Sequence[Value]:
        return (self.operand,)

    def write(self, emitter: Emitter, chosen: dict[Op, Any]) -> None:
        argument_form, result_form = chosen.get(self.function) or (None, None)
        argument_type, result_type = self.function.types(chosen)
        operand = emitter.use_as(self.operand, argument_form)
        name = emitter.add(f"func.call @{self.function.name}({operand}) : ({argument_type}) -> {result_type}")
        emitter.define(self.result, name, result_form)


@dataclasses.dataclass
class Entry:
    """A public function, which keeps its signature."""

    name: str
    arguments: list[Value] = dataclasses.field(default_factory=list)
    body: list[Op] = dataclasses.field(default_factory=list)
    returned: list[Value] = dataclasses.field(default_factory=list)

    def write(self, emitter: Emitter, chosen: dict[Op, Any]) -> None:
        arguments = [(value, emitter.new_name()) for value in self.arguments]
        types = ", ".join(value.type for value in self.returned)
        signature = ", ".join(f"{name}: {value.type}" for value, name in arguments)
        emitter.lines.append(f"func.func @{self.name}({signature}) -> ({types}) {{")
        for value, name in arguments:
            emitter.define(value, name)
        for op in self.body:
            op.write(emitter, chosen)
        emitter.lines.append(f"  return {', '.join(map(emitter.use, self.returned))} : {types}\n}}")


@dataclasses.dataclass
class Program:
    """Public functions, and the private functions that they call."""

    entries: list[Entry]
    content: str  # the number that padding holds
    functions: list[Function] = dataclasses.field(default_factory=list)

    @property
    def name(self) -> str:
        return self.entries[0].name

    def ops(self) -> list[Op]:
        found = [*self.functions, *(op for entry in self.entries for op in entry.body)]
        for op in found:
            found += op.inner()
        return found

    def num_combinations(self) -> int:
        return math.prod(len(op.choices) for op in self.ops())

    def text(self) -> str:
        return self._write({})[0]

    def combinations(self) -> Iterator[tuple[str, int]]:
        """Yields the program in each combination of layouts, with what options and computing on padding cost."""
        ops = [op for op in self.ops() if len(op.choices) > 1 or isinstance(op, Critical)]
        for choices in itertools.product(*(op.choices for op in ops)):
            yield self._write(dict(zip(ops, choices)))

    def _write(self, chosen: dict[Op, Any]) -> tuple[str, int]:
        emitter = Emitter(self.content)
        for function in (*self.entries, *self.functions):
            function.write(emitter, chosen)
        return "\n".join(_flat(emitter.lines)) + "\n", emitter.price


def _flat(lines: list) -> Iterator[str]:
    for line in lines:
        if isinstance(line, str):
            yield line
        else:
            yield from _flat(line)
