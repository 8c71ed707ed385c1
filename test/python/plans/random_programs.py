# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Random small programs with every kind of op that rewrites move through, end at, or start from."""

import itertools
import math
import random
from collections.abc import Callable, Sequence

from plans.program import Access, Atom, LayoutOption, Value, atoms_of, map_text, order_of_atoms, root_layout_of, spelled
from plans.writer import Writer

_SHAPES = (
    *((2, 3), (4, 2), (2, 6), (4, 3), (4, 4), (6, 4), (12, 2)),
    *((1, 4, 3), (2, 3, 2), (3, 2, 3), (3, 4, 2), (2, 3, 4), (2, 2, 2, 2)),
    *((1, 2, 3, 2), (1, 4, 2, 1), (1, 2, 3, 3), (1, 4, 2, 3), (1, 4, 2, 2), (2, 2, 2, 3), (2, 4, 2, 2)),
)


# Sizes of dims that pads increase and crops reduce.
_PADDED_SHAPES = ((5, 2), (2, 5), (5,), (3, 2), (2, 3), (6, 2), (2, 4), (2, 5, 2), (3, 2, 2), (5, 3))


def max_digits(num_ops: int) -> int:
    """Returns the number of prime digits that a shape may have, so that all orders of them can be tried in a program of
    that size."""
    return 5 if num_ops <= 2 else 4 if num_ops <= 4 else 3


def primes(extent: int) -> list[int]:
    for prime in (2, 3, 5, 7, 11):
        if extent % prime == 0:
            return [prime, *primes(extent // prime)]
    return []


def digits(shape: Sequence[int]) -> int:
    return sum(len(primes(extent)) for extent in shape)


class RandomProgram:
    """`is_raised`: uses upstream rewrites, which layout-raise must recognize first; excludes pads and slices, which it
    would recognize too. `has_option_costs`: layout options have costs."""

    def __init__(self, name: str, seed: int, num_ops: int, is_raised: bool = False, has_option_costs: bool = False) -> None:
        self.rng = random.Random(seed)
        self.is_raised = is_raised
        self.has_option_costs = has_option_costs
        self.max_digits = max_digits(num_ops)
        self.writer = Writer(name)
        self.start()
        steps = self.steps()
        while len(self.writer.ops) < num_ops:
            if self.rng.random() < 0.5:
                self.rewrite(self.value())
            self.rng.choices(*zip(*steps))[0]()
        self.finish()

    def start(self, shapes: Sequence[tuple[int, ...]] = _SHAPES) -> None:
        shape = self.rng.choice([shape for shape in shapes if digits(shape) <= self.max_digits])
        for _ in range(self.rng.randint(1, 2)):
            self.argument(shape)

    def steps(self) -> list[tuple[Callable[[], None], int]]:
        """Returns the steps with their relative frequencies."""
        steps = [
            *((self.unary, 5), (self.binary, 6), (self.broadcast, 2), (self.reduction, 2), (self.frozen, 2)),
            *((self.two_results, 1), (self.matmul, 3), (self.convolution, 2), (self.pooling, 1), (self.concat, 1)),
            *((self.diagonal, 1), (self.fused, 1)),
        ]
        if not self.is_raised:
            steps += [(self.pad, 2), (self.slice, 2)]
        return steps

    def finish(self) -> None:
        ends = [value for value in self.writer.values if not value.uses and value not in self.writer.arguments]
        returned = []
        for value in ends:
            while self.rng.random() < 0.5:
                value = self.rewrite(value)
            returned.append(value)
        if self.rng.random() < 0.15:
            returned.append(self.value())
        self.writer.return_values(returned or [self.value()])

    # Values

    def value(self) -> Value:
        """Returns a value of the program, most likely a recent one."""
        values = self.writer.values
        return values[max(self.rng.randrange(len(values)), self.rng.randrange(len(values)))]

    def argument(self, shape: Sequence[int], element: str | None = None) -> Value:
        """Returns an argument of the given shape, in its own or in another layout."""
        element = element or self.rng.choice(("f32", "f32", "f32", "f16"))
        if self.rng.random() < 0.5:
            return self.writer.argument(shape, element)
        atoms = self.random_atoms(shape)
        order = self.rng.sample(range(len(atoms)), len(atoms))
        groups = self.random_groups([atoms[index] for index in order])
        extents = [[atom.extent for atom in group] for group in groups]
        # The inverse: each dim consists of its digits, wherever they are.
        lies = {
            atom: Atom(dim, math.prod(extents[dim][place + 1 :]), atom.extent)
            for dim, group in enumerate(groups)
            for place, atom in enumerate(group)
        }
        back = [
            [lies[atom] for atom in sorted((a for a in atoms if a.dim == dim), key=lambda a: -a.stride)]
            for dim in range(len(shape))
        ]
        return self.writer.transform(self.writer.argument([math.prod(group) for group in extents], element), back)

    def beside(self, shape: Sequence[int]) -> Value:
        """Returns another operand of the given shape."""
        same = [value for value in self.writer.values if value.shape == tuple(shape)]
        if same and self.rng.random() < 0.75:
            return self.rng.choice(same)
        if self.rng.random() < 0.25:
            return self.writer.constant(shape, "f32")
        return self.argument(shape)

    def destination(self, shape: Sequence[int], element: str) -> Value:
        if self.rng.random() < 0.1:
            return self.argument(shape, element)
        return (self.writer.empty if self.rng.random() < 0.8 else self.writer.fill)(shape, element)

    # Rewrites

    def random_atoms(self, shape: Sequence[int]) -> list[Atom]:
        chains = []
        for extent in shape:
            factors = primes(extent)
            self.rng.shuffle(factors)
            whole = self.rng.random() < 0.6
            chains.append([extent] if whole or not factors else factors)
        return atoms_of(shape, chains)

    def random_groups(self, atoms: Sequence[Atom]) -> list[list[Atom]]:
        groups: list[list[Atom]] = []
        for atom in atoms:
            if groups and self.rng.random() < 0.2:
                groups[-1].append(atom)
            else:
                groups.append([atom])
        return groups

    def rewrite(self, source: Value) -> Value:
        kind = self.rng.randrange(4) if self.is_raised else 3
        rank = len(source.shape)
        if kind == 0:
            return self.writer.transpose(source, self.rng.sample(range(rank), rank))
        if kind == 1:
            splits = [primes(extent) if self.rng.random() < 0.5 else [extent] for extent in source.shape]
            if rank < sum(map(len, splits)) <= 5 and all(splits):
                return self.writer.expand(source, splits)
        if kind == 2 and rank > 1:
            cut = self.rng.randrange(1, rank)
            groups = [[size] for size in source.shape]
            groups[cut - 1 : cut + 1] = [groups[cut - 1] + groups[cut]]
            return self.writer.collapse(source, groups)
        atoms = self.random_atoms(source.shape)
        self.rng.shuffle(atoms)
        return self.writer.transform(source, self.random_groups(atoms))

    # Ops

    def element(self, value: Value) -> str:
        return self.rng.choice((value.element, value.element, "f32", "f16"))

    def generic(self, factors, reduced, inputs, shape_dims, is_frozen=False, count=1) -> list[Value]:
        outs = []
        for _ in range(count):
            shape = [factors[factor] for factor in shape_dims]
            element = self.element(inputs[0][0])
            out = (
                self.writer.fill(shape, element)
                if reduced and self.rng.random() < 0.8
                else self.destination(shape, element)
            )
            outs.append((out, spelled(*shape_dims)))
        return self.writer.generic(factors, reduced, inputs, outs, is_frozen)

    def parallel(self, inputs: list[Value], **options) -> None:
        """Adds an elementwise op. It may read inputs with permuted dims, whose layouts in memory may differ or not."""
        shape = inputs[0].shape
        dims = list(range(len(shape)))
        accesses = [(inputs[0], spelled(*dims))]
        for value in inputs[1:]:
            orders = [
                order for order in itertools.permutations(dims) if tuple(shape[dim] for dim in order) == value.shape
            ]
            accesses.append((value, spelled(*(self.rng.choice(orders) if self.rng.random() < 0.3 else dims))))
        result = self.rng.sample(dims, len(dims)) if self.rng.random() < 0.15 else dims
        self.generic(shape, (), accesses, result, **options)

    def unary(self) -> None:
        self.parallel([self.value()])

    def binary(self) -> None:
        value = self.value()
        self.parallel([value, self.beside(value.shape)])

    def two_results(self) -> None:
        self.parallel([self.value()], count=2)

    def frozen(self) -> None:
        self.parallel([self.value()], is_frozen=True)

    def broadcast(self) -> None:
        value = self.value()
        dims = [dim for dim in range(len(value.shape)) if self.rng.random() < 0.5] or [0]
        shape = [value.shape[dim] for dim in dims]
        other = self.beside(shape)
        dims_of_value = spelled(*range(len(value.shape)))
        self.generic(value.shape, (), [(value, dims_of_value), (other, spelled(*dims))], range(len(value.shape)))

    def reduction(self) -> None:
        value = self.value()
        rank = len(value.shape)
        if rank < 2:
            return
        reduced = self.rng.sample(range(rank), self.rng.randint(1, rank - 1))
        inputs = [value]
        if self.rng.random() < 0.3:
            inputs.append(self.beside(value.shape))
        accesses = [(operand, spelled(*range(rank))) for operand in inputs]
        self.generic(value.shape, reduced, accesses, [dim for dim in range(rank) if dim not in reduced])

    def diagonal(self) -> None:
        """Adds an op that reads the diagonal of a square."""
        value = self.value()
        factor = self.rng.randrange(len(value.shape))
        extent = value.shape[factor]
        if 2 * len(primes(extent)) > self.max_digits:
            return
        square = self.beside((extent, extent))
        dims = spelled(*range(len(value.shape)))
        self.generic(value.shape, (), [(value, dims), (square, spelled(factor, factor))], range(len(value.shape)))

    def fused(self) -> None:
        """Adds an op that indexes one dim by two factors."""
        value = self.value()
        if len(value.shape) < 2:
            return
        rank = len(value.shape)
        first = self.rng.randrange(rank - 1)
        shape = [*value.shape[:first], math.prod(value.shape[first : first + 2]), *value.shape[first + 2 :]]
        dims = [*spelled(*range(first)), Access((first, first + 1)), *spelled(*range(first + 2, rank))]
        other = self.beside(shape)
        self.generic(value.shape, (), [(value, spelled(*range(rank))), (other, tuple(dims))], range(rank))

    def pooling(self) -> None:
        value = self.value()
        if len(value.shape) == 4:
            self.writer.pooling(value, tuple(self.rng.randint(1, extent) for extent in value.shape[2:]))

    def pad(self) -> None:
        value = self.value()
        dim = self.rng.randrange(len(value.shape))
        low, high = [0] * len(value.shape), [0] * len(value.shape)
        low[dim], high[dim] = self.rng.choice(((0, 1), (1, 1), (2, 0), (0, 2), (2, 2), (2, 4)))
        shape = [l + size + h for l, size, h in zip(low, value.shape, high)]
        if digits(shape) <= self.max_digits and math.prod(shape) <= 64:
            self.writer.pad(value, low, high)

    def slice(self) -> None:
        value = self.value()
        dim = self.rng.randrange(len(value.shape))
        offsets, sizes = [0] * len(value.shape), list(value.shape)
        sizes[dim] = self.rng.randint(1, value.shape[dim])
        offsets[dim] = self.rng.randint(0, value.shape[dim] - sizes[dim])
        self.writer.slice(value, offsets, sizes)

    def concat(self) -> None:
        value = self.value()
        dim = self.rng.randrange(len(value.shape))
        same = [other for other in self.writer.values if other.shape == value.shape and other.element == value.element]
        shape = list(value.shape)
        shape[dim] *= 2
        if digits(shape) <= self.max_digits:
            self.writer.concat([value, self.rng.choice(same)], dim)

    # Critical ops

    def annotation(
        self, operands: Sequence[Value], accesses: Sequence[Sequence[int]] | None
    ) -> tuple[str, list[LayoutOption]]:
        """Returns layout options for an op with two inputs and a destination, or none: the op then keeps its layout.
        Dims are split only where `accesses` names their loops. A dim is split into the same digits in all operands,
        or not at all in an input."""
        options, texts = [], []
        shapes = [value.shape for value in operands]
        for _ in range(self.rng.choice((0, 1, 1, 2, 2, 3))):
            orders, maps, chains = [], [], {}
            for shape, loops in zip(reversed(shapes), reversed(accesses or [range(len(s)) for s in shapes])):
                split = [[extent] for extent in shape]
                if accesses:
                    for dim, loop in enumerate(loops):
                        fresh = primes(shape[dim]) if self.rng.random() < 0.3 else [shape[dim]]
                        chain = chains.setdefault(loop, fresh)
                        split[dim] = chain if not maps or self.rng.random() < 0.7 else [shape[dim]]
                atoms = atoms_of(shape, split)
                stays = self.rng.random() < 0.4
                if not stays:
                    self.rng.shuffle(atoms)
                orders.insert(0, order_of_atoms(shape, atoms))
                stays = stays and len(atoms) == len(shape)
                maps.insert(0, "_" if stays else map_text(shape, [[atom] for atom in atoms]))
            if None in (root_layout_of(value, value.shape, order) for value, order in zip(operands, orders)):
                continue
            cost = self.rng.choice((0, 10, 48)) if self.has_option_costs else 0
            options.append(LayoutOption([*orders, orders[-1]], cost, option_cost=cost))
            texts.append(f"#layout.op_layout<operands = [{', '.join(maps)}], results = [{maps[-1]}], cost = {cost}>")
        return (f"{{layout.op_layout = [{', '.join(texts)}]}}" if options else ""), options

    def weight(self, shape: Sequence[int]) -> Value:
        return self.argument(shape, "f32") if self.rng.random() < 0.3 else self.writer.constant(shape, "f32")

    def accumulator(self, shape: Sequence[int]) -> Value:
        return self.argument(shape, "f32") if self.rng.random() < 0.15 else self.writer.fill(shape, "f32")

    def matmul(self) -> None:
        value = self.value()
        if len(value.shape) != 2 or value.element != "f32" or 1 in value.shape:
            return
        columns = self.rng.choice((2, 3, 4))
        self.critical(
            self.writer.matmul, value, (value.shape[1], columns), (value.shape[0], columns), ((0, 2), (2, 1), (0, 1))
        )

    def convolution(self) -> None:
        value = self.value()
        if len(value.shape) != 4 or value.element != "f32":
            return
        filters = self.rng.choice((2, 3, 4))
        kernel = [self.rng.randint(1, extent) for extent in value.shape[2:]]
        image = [extent - width + 1 for extent, width in zip(value.shape[2:], kernel)]
        weight, out = (filters, value.shape[1], *kernel), (value.shape[0], filters, *image)
        self.critical(self.writer.convolution, value, weight, out, None)

    def critical(self, write, value: Value, weight: Sequence[int], out: Sequence[int], accesses) -> None:
        if max(digits(weight), digits(out)) > self.max_digits:
            return
        operands = [value, self.weight(weight), self.accumulator(out)]
        text, options = self.annotation(operands, accesses)
        if not accesses or len(options) != 1 or self.rng.random() < 0.3:
            write(*operands, text, options)
        else:
            write(*operands, text.replace("layout.op_layout", "layout.prefer, layout.op_layout", 1), options, True)


class PaddedProgram(RandomProgram):
    """A random program with pads and crops at the ends of dims. All pads and crops of a program use one number, or
    leave the contents unspecified."""

    def start(self, shapes: Sequence[tuple[int, ...]] = _PADDED_SHAPES) -> None:
        self.writer.grows = {5: 6, 3: 4}
        self.content = self.rng.choice(("0.0", "1.0"))
        super().start(shapes)

    def steps(self) -> list[tuple[Callable[[], None], int]]:
        return [*super().steps(), (self.pad_end, 8), (self.crop_end, 6)]

    def resize(self, sizes: dict[int, int], write: Callable) -> None:
        value = self.value()
        dims = [dim for dim, size in enumerate(value.shape) if size in sizes]
        if not dims or value.net.is_costly_to_pad:
            return
        shape = list(value.shape)
        dim = self.rng.choice(dims)
        shape[dim] = sizes[shape[dim]]
        if digits(shape) <= self.max_digits + 1:
            write(value, tuple(shape))

    def pad_end(self) -> None:
        content = "poison" if self.rng.random() < 0.25 else self.content
        self.resize(self.writer.grows, lambda value, shape: self.writer.pad_end(value, shape, content))

    def crop_end(self) -> None:
        self.resize({large: small for small, large in self.writer.grows.items()}, self.crop)

    def crop(self, value: Value, shape: Sequence[int]) -> None:
        self.writer.crop_end(value, shape, self.content)
