# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Random programs of a few ops, small enough to be written in every combination of layouts (see ir_program.py).

The seed decides what they are about: several layout options and shared rewrites, a loop, a function that is called
twice, or pads and crops.
"""

import random
from collections.abc import Sequence

from plans.ir_program import (
    Boxes,
    Call,
    Critical,
    Entry,
    Form,
    Function,
    Generic,
    Loop,
    Op,
    Option,
    Program,
    Resize,
    Rewrite,
    Shape,
    Splits,
    Value,
    digits_of,
    forms_of,
    plain,
)

Edges = tuple[Form | None, Form | None, Form | None]  # of both operands and the result
KINDS = ("options", "loop", "calls", "padded")
MOST_COMBINATIONS = 450


def _digits_in_order(shape: Shape, order: Sequence[tuple[int, int]], splits: Splits) -> Form:
    """Returns the layout with the given digits, each a dim and the number of its digit."""
    digits = [digits_of(dim, splits.get(extent, (extent,))) for dim, extent in enumerate(shape)]
    return Form(shape, tuple(digits[dim][digit] for dim, digit in order))


class RandomIR:
    """Makes the program of a seed."""

    def __init__(self, seed: int) -> None:
        self.random = random.Random(f"IR {seed}")
        self.kind = KINDS[seed % len(KINDS)]
        self.entry = Entry(f"ir{seed}")
        self.program = Program([self.entry], content="0.0")
        self.runs, self.body, self.pool = 1, self.entry.body, []
        self.has_images = self.kind in ("options", "calls") and self.random.random() < 0.3
        self._choose_shapes()
        if not self.splits and self.random.random() < 0.3:
            self.program.content = "1.0"  # no matmul has padded options
        self._make()

    def _choose_shapes(self) -> None:
        """Chooses the extents: two or three digits that may change places, or four."""
        self.boxes: Boxes = {}
        self.splits: Splits = {}
        if self.has_images:
            self.shape: Shape = (1, 8, 3, 2)
            if self.random.random() < 0.25:
                self.splits = {8: (2, 4)}
        elif self.kind == "padded":
            self.shape, self.boxes = self.random.choice(
                [((6, 5), {5: 8}), ((6, 7), {7: 8}), ((5, 6), {5: 8}), ((7, 7), {7: 8}), ((3, 5), {3: 4, 5: 8})]
            )
            if self.shape[0] == 6 and self.random.random() < 0.8:
                self.splits = {8: (2, 4)}
        else:
            self.shape = self.random.choice([(6, 8), (8, 6), (6, 6), (3, 4, 5)])
            if 8 in self.shape and self.random.random() < 0.5:
                self.splits = {8: (2, 4)}

    def _make(self) -> None:
        for _ in range(self.random.choice((1, 1, 2))):
            self._argument()
        steps = self.random.randint(3, 6)
        special = self.random.randrange(min(3, steps))
        about = self.kind
        if about == "padded":
            about = self.random.choice(("chain", "chain", "padded", "loop", "calls"))
        for step in range(steps):
            if step == special and about == "loop":
                self._loop()
            elif step == special and about == "calls":
                self._calls()
            elif step == special and about == "chain":
                self._padded_chain()
            else:
                self._step()
        self._return()

    def _fits(self, num_choices: int) -> bool:
        return self.program.num_combinations() * num_choices <= MOST_COMBINATIONS

    def _add(self, op: Op) -> None:
        self.body.append(op)
        self.pool.append(op.result)

    def _pick(self, shape: Shape | None = None) -> Value | None:
        """Returns one of the last values, most often the very last one, of the given shape if there is one."""
        values = [value for value in self.pool if shape in (None, value.shape)]
        return self.random.choice((*values[-4:], values[-1], values[-1])) if values else None

    # Values at the boundary of the program.

    def _argument(self) -> None:
        """Adds an argument, which may be stored in another order."""
        if self.random.random() < 0.5:
            self.entry.arguments.append(Value(self.shape))
            self.pool.append(self.entry.arguments[-1])
            return
        form = self.random.choice(list(forms_of(self.shape, self.splits)))
        stored = Value(form.extents)
        self.entry.arguments.append(stored)
        self._add(Rewrite(1, stored, form, is_inverse=True))

    def _return(self) -> None:
        used = {id(value) for op in self.entry.body for value in op.operands()}
        ends = [value for value in self.pool if id(value) not in used] or [self.pool[-1]]
        for value in ends:
            if self.random.random() < 0.5 and len(value.shape) > 1:
                form = self.random.choice(list(forms_of(value.shape, self.splits)))
                self._add(Rewrite(1, value, form))
                value = self.pool[-1]
            self.entry.returned.append(value)
            if self.random.random() < 0.1:
                self.entry.returned.append(value)

    # Ops.

    def _step(self) -> None:
        makers = [self._elementwise] * 4 + [self._rewrite, self._critical, self._critical]
        if self.kind == "padded":
            makers += [self._resize] * 2 + [self._critical] * 2
        else:
            makers += [self._broadcast, self._reduce]
        if not self.random.choice(makers)():
            self._rewrite()

    def _generic(self, loops: Shape, inputs: list[tuple[Value, tuple[int, ...]]], result_loops: tuple[int, ...]) -> bool:
        result = Value(tuple(loops[loop] for loop in result_loops))
        function = self.random.choice(("tanh", "cos"))  # of moderate values
        op = Generic(self.runs, loops, inputs, result, result_loops, function, self.splits, self.boxes)
        if not self._fits(len(op.choices)):
            return False
        self._add(op)
        return True

    def _elementwise(self) -> bool:
        """Adds an op on one or two values; one of them may be read transposed."""
        value = self._pick()
        loops = tuple(range(len(value.shape)))
        inputs = [(value, loops)]
        if self.random.random() < 0.5:
            order = tuple(self.random.sample(loops, len(loops))) if self.random.random() < 0.3 else loops
            other = self._pick(tuple(value.shape[loop] for loop in order))
            inputs += [(other, order)] if other else []
        elif self.random.random() < 0.2 and self.kind != "padded":
            inputs.append((Value(value.shape, is_constant=True), loops))
        return self._generic(value.shape, inputs, loops)

    def _broadcast(self) -> bool:
        value = self._pick()
        if len(value.shape) == 1:
            return False
        loop = self.random.randrange(len(value.shape))
        row = self._pick((value.shape[loop],)) or Value((value.shape[loop],), is_constant=True)
        loops = tuple(range(len(value.shape)))
        return self._generic(value.shape, [(value, loops), (row, (loop,))], loops)

    def _reduce(self) -> bool:
        value = self._pick()
        if len(value.shape) == 1:
            return False
        loops = tuple(range(len(value.shape)))
        kept = loops[:1] if self.random.random() < 0.5 else loops[1:]
        return self._generic(value.shape, [(value, loops)], kept)

    def _rewrite(self) -> bool:
        value = self._pick()
        form = self.random.choice(list(forms_of(value.shape, self.splits)))
        if form.extents == value.shape:
            return False
        self._add(Rewrite(self.runs, value, form))
        return True

    def _resize(self) -> bool:
        value = self._pick()
        smaller = {large: small for small, large in self.boxes.items()}
        content = self.random.choice((self.program.content, self.program.content, None))
        sizes = self.boxes if self.random.random() < 0.5 else smaller
        shape = tuple(sizes.get(extent, extent) for extent in value.shape)
        if shape == value.shape:
            return False
        op = Resize(self.runs, value, shape, content)
        if not self._fits(len(op.choices)):
            return False
        self._add(op)
        return True

    def _padded_chain(self) -> None:
        """Adds elementwise ops between two ends that are padded: two matmuls, or a crop of an argument and a pad."""
        blocked = self._blocked(self.shape, (self.shape[1],) * 2)
        if blocked:
            self._add(self._matmul(self._pick(self.shape), [blocked[1]]))
        else:
            self.entry.arguments.append(Value(tuple(self.boxes.get(extent, extent) for extent in self.shape)))
            self._add(Resize(1, self.entry.arguments[-1], self.shape, self.program.content))
        for _ in range(self.random.randint(1, 2)):
            value = self.pool[-1]
            loops = tuple(range(len(value.shape)))
            self._generic(value.shape, [(value, loops)] * self.random.randint(1, 2), loops)
        if blocked:
            self._add(self._matmul(self.pool[-1], [self.random.choice((blocked[0], blocked[2]))]))
        else:
            content = self.random.choice((self.program.content, None))
            self._add(Resize(1, self.pool[-1], self.entry.arguments[-1].shape, content))

    def _critical(self) -> bool:
        value = self._pick(self.shape)
        if not value or len(value.shape) not in (2, 4):
            return False
        op = self._convolution(value) if len(value.shape) == 4 else self._matmul(value)
        if not self._fits(len(op.choices)):
            return False
        self._add(op)
        return True

    def _some(self, options: list[Option]) -> list[Option]:
        """Returns one option, which is required, or some to choose from."""
        most = 1 if self.random.random() < 0.4 else min(3, len(options))
        return self.random.sample(options, self.random.randint(1, most))

    def _cost(self) -> int:
        return self.random.choice((0, 0, 0, 64, 200))

    def _weight(self, shape: Shape) -> Value:
        """Returns a constant or, outside of regions and functions, an argument."""
        is_inside = self.body is not self.entry.body
        weight = Value(shape, is_constant=is_inside or self.random.random() < 0.5)
        if not weight.is_constant:
            self.entry.arguments.append(weight)
        return weight

    def _convolution(self, x: Value) -> Critical:
        channels = x.shape[1]
        weight = self._weight((channels, channels, 1, 1))
        shapes = (x.shape, weight.shape, x.shape)
        splits = {channels: (2, channels // 2)}
        nhwc = _digits_in_order(x.shape, [(0, 0), (2, 0), (3, 0), (1, 0)], {})
        hwcf = _digits_in_order(weight.shape, [(2, 0), (3, 0), (1, 0), (0, 0)], {})
        blocked = _digits_in_order(x.shape, [(0, 0), (1, 0), (2, 0), (3, 0), (1, 1)], splits)
        kernel = _digits_in_order(weight.shape, [(0, 0), (1, 0), (2, 0), (3, 0), (1, 1), (0, 1)], splits)
        options = [Option((None, None), None, self._cost(), shapes), Option((nhwc, hwcf), nhwc, self._cost(), shapes)]
        if self.splits:
            options.append(Option((blocked, kernel), blocked, self._cost(), shapes))
        return Critical(self.runs, "conv_2d_nchw_fchw", [x, weight], Value(x.shape), self._some(options))

    def _matmul(self, a: Value, required: Sequence[Edges] | None = None) -> Critical:
        """Returns a matmul with the required layout options, or some of all."""
        rows, inner = a.shape
        weight = self._weight((inner, inner))
        shapes = (a.shape, weight.shape, a.shape)
        columns = Form(a.shape, tuple(reversed(plain(a.shape).digits)))
        other = Form(weight.shape, tuple(reversed(plain(weight.shape).digits)))
        edges = [(None, None, None), (columns, other, None), (None, None, columns), (columns, None, columns)]
        edges += self._blocked(a.shape, weight.shape)
        options = [Option((x, w), y, self._cost(), shapes) for x, w, y in required or edges]
        return Critical(self.runs, "matmul", [a, weight], Value(a.shape), options if required else self._some(options))

    def _block(self, shape: Shape, *dims: int) -> Form:
        """Returns the layout in which blocks of the given dims, grown to whole blocks, are the innermost digits."""
        box = tuple(self.boxes.get(extent, extent) if dim in dims else extent for dim, extent in enumerate(shape))
        others = [(dim, 0) for dim in range(len(shape)) if dim not in dims]
        order = [*((dim, 0) for dim in reversed(dims)), *others, *((dim, 1) for dim in dims)]
        splits = [self.splits[extent] if dim in dims else (extent,) for dim, extent in enumerate(box)]
        digits = [digits_of(dim, extents) for dim, extents in enumerate(splits)]
        return Form(box, tuple(digits[dim][digit] for dim, digit in order))

    def _blocked(self, a: Shape, weight: Shape) -> list[Edges]:
        """Returns layouts of a matmul that block what it contracts, the columns of its result, or both."""
        if self.boxes.get(a[1], a[1]) not in self.splits:
            return []
        columns = self._block(a, 1)
        return [
            (columns, self._block(weight, 0), None),
            (None, self._block(weight, 1), columns),
            (columns, self._block(weight, 0, 1), columns),
        ]

    # Regions and calls.

    def _inside(self, body: list[Op], argument: Value, runs: int, captured: list[Value]) -> Value:
        """Fills a body with up to three ops and returns their result, which has the shape of the argument."""
        outer = self.runs, self.body, self.pool
        self.runs, self.body, self.pool = runs, body, [argument]
        result = argument
        for _ in range(self.random.randint(1, 3)):
            self.pool = [*captured, result] if self.random.random() < 0.3 else [result]
            before = len(body)
            if self.random.random() < 0.5:
                self._critical()
            else:
                self._elementwise_of(result)
            if len(body) > before and body[-1].result.shape == argument.shape:
                result = body[-1].result
        self.runs, self.body, self.pool = outer
        self._drop_unread(body, result)
        return result

    @staticmethod
    def _drop_unread(body: list[Op], result: Value) -> None:
        """Drops the ops that do not lead to the result: the planner erases them."""
        read, kept = {id(result)}, []
        for op in reversed(body):
            if id(op.result) in read:
                read.update(id(value) for value in op.operands())
                kept.append(op)
        body[:] = reversed(kept)

    def _elementwise_of(self, value: Value) -> bool:
        loops = tuple(range(len(value.shape)))
        inputs = [(value, loops)]
        if self.random.random() < 0.5:
            order = tuple(reversed(loops))
            other = self.random.choice(self.pool)
            if other.shape == tuple(value.shape[loop] for loop in order):
                inputs.append((other, order))
            elif other.shape == value.shape and other is not value:
                inputs.append((other, loops))
        return self._generic(value.shape, inputs, loops)

    def _loop(self) -> None:
        initial, trips = self._pick(), self.random.randint(2, 3)
        loop = Loop(self.runs, trips, initial, self.splits, self.boxes)
        if not self._fits(len(loop.choices)):
            return
        captured = list(self.pool)
        self.body.append(loop)
        loop.yielded = self._inside(loop.body, loop.argument, trips, captured)
        self.pool.append(loop.result)

    def _calls(self) -> None:
        """Adds a function with two calls; the second one may be in another public function."""
        operand = self._pick()
        function = Function(f"{self.program.name}_called", 2, operand.shape, self.splits, self.boxes)
        if not self._fits(len(function.choices)):
            return
        self.program.functions.append(function)
        function.returned = self._inside(function.body, function.argument, 2, [])
        if self.random.random() < 0.3:
            self._call_from_another(function)
            self._add(Call(function, operand))
            return
        self._add(Call(function, operand))
        if self.random.random() < 0.5:
            self._step()
        self._add(Call(function, self._pick(operand.shape)))

    def _call_from_another(self, function: Function) -> None:
        """Adds a public function with one or two ops around a call."""
        outer = self.entry, self.body, self.pool
        self.entry = Entry(f"{self.program.name}_second", [Value(function.argument.shape)])
        self.program.entries.append(self.entry)
        self.body, self.pool = self.entry.body, list(self.entry.arguments)
        if self.random.random() < 0.5:
            self._elementwise()
        self._add(Call(function, self._pick(function.argument.shape)))
        if self.random.random() < 0.5:
            self._elementwise()
        self._return()
        self.entry, self.body, self.pool = outer
