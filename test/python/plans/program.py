# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Small programs as MLIR text together with a model of their layouts, which uses no code of the planner.

A layout of a value is the order of its elements in memory: a `bytes` of element numbers. The numbers are row-major in
the *root*, the value from which it was made by rewrites alone. Two layouts are equal iff these orders are equal.
"""

import collections
import dataclasses
import functools
import itertools
import math
from collections.abc import Iterable, Sequence

BYTES = {"f16": 2, "f32": 4, "f64": 8}


@dataclasses.dataclass(frozen=True)
class Atom:
    """A digit: `(index floordiv stride) mod extent` of a dim or a factor."""

    dim: int
    stride: int
    extent: int


def strides(shape: Sequence[int]) -> list[int]:
    return [math.prod(shape[dim + 1 :]) for dim in range(len(shape))]


def order_of(steps: Iterable[tuple[int, int]]) -> bytes:
    """Returns the numbers that nested loops of (extent, step) visit; the first loop is the outermost one."""
    order = [0]
    for extent, step in steps:
        order = [number + index * step for number in order for index in range(extent)]
    return bytes(order)


def order_of_atoms(shape: Sequence[int], atoms: Iterable[Atom]) -> bytes:
    """Returns the order of the elements of a tensor in memory, given its digits from major to minor."""
    step = strides(shape)
    return order_of((atom.extent, step[atom.dim] * atom.stride) for atom in atoms)


def atoms_of(shape: Sequence[int], chains: Sequence[Sequence[int]]) -> list[Atom]:
    """Splits each dim into extents, major to minor."""
    return [
        Atom(dim, math.prod(chain[index + 1 :]), extent)
        for dim, chain in enumerate(chains)
        for index, extent in enumerate(chain)
    ]


@functools.cache
def digit_chains(extent: int) -> tuple[tuple[int, ...], ...]:
    """Returns all ways to write an extent as a product of primes."""
    if extent == 1:
        return ((),)
    primes = [
        prime for prime in range(2, extent + 1) if extent % prime == 0 and all(prime % i for i in range(2, prime))
    ]
    return tuple((prime, *rest) for prime in primes for rest in digit_chains(extent // prime))


@functools.cache
def digit_orders(shape: tuple[int, ...]) -> dict[bytes, list[tuple[int, ...]]]:
    """Returns every order of elements that digits of these dims can express, with the extents of the digits."""
    orders = collections.defaultdict(list)
    for chains in itertools.product(*map(digit_chains, shape)):
        for atoms in itertools.permutations(atoms_of(shape, chains)):
            orders[order_of_atoms(shape, atoms)].append(tuple(atom.extent for atom in atoms))
    return orders


def is_made_of_digits(root: tuple[int, ...], numbers: bytes, shape: Sequence[int]) -> bool:
    """Returns whether every dim of a value consists of digits of the root's dims. 2·3 read as 3·2 does not."""
    return any(
        set(strides(shape)) <= {math.prod(extents[index:]) for index in range(len(extents) + 1)}
        for extents in digit_orders(root).get(numbers, ())
    )


def map_text(shape: Sequence[int], groups: Sequence[Sequence[Atom]]) -> str:
    """Returns the index map whose results are groups of digits."""

    def digit(atom: Atom) -> str:
        text = f"d{atom.dim}"
        if atom.stride != 1:
            text = f"{text} floordiv {atom.stride}"
        if atom.stride * atom.extent != shape[atom.dim]:
            text = f"({text}) mod {atom.extent}"
        return f"({text})"

    def group(atoms: Sequence[Atom]) -> str:
        factors = strides([atom.extent for atom in atoms])
        return " + ".join(f"{digit(atom)} * {factor}" for atom, factor in zip(atoms, factors)) or "0"

    dims = ", ".join(f"d{dim}" for dim in range(len(shape)))
    return f"<({dims}) -> ({', '.join(map(group, groups))})>"


@dataclasses.dataclass
class Net:
    """A root value with the bytes that one rewrite of it moves; `is_free` if rewrites cost nothing."""

    shape: tuple[int, ...]
    width: int  # bytes of an element
    is_free: bool = False
    # True if the planner counts a pad of this value as if it came after a crop. The random programs avoid this known
    # limit.
    is_costly_to_pad: bool = False

    @property
    def bytes(self) -> int:
        return self.bytes_in(self.shape)

    def bytes_in(self, box: Sequence[int]) -> int:
        return math.prod(box) * self.width


@dataclasses.dataclass
class Value:
    name: str
    shape: tuple[int, ...]
    element: str
    net: Net
    numbers: bytes  # the root's element numbers, in row-major order of this value
    uses: int = 0

    @property
    def type(self) -> str:
        return f"tensor<{''.join(f'{size}x' for size in self.shape)}{self.element}>"

    @property
    def size(self) -> int:
        return math.prod(self.shape)


@dataclasses.dataclass(frozen=True, order=True)
class RootLayout:
    """The layout of a root: the order of the elements of a box, which is larger than the root if the root is padded."""

    box: tuple[int, ...]
    order: bytes


def root_layout_of(value: Value, box: tuple[int, ...], order: bytes) -> RootLayout | None:
    """Returns the layout of the root of a value whose elements, padded to `box`, are in this order. Returns None if it
    splits a dim of the root where it is not divisible, or pads what is no dim of the root."""
    root = value.net.shape
    if box == value.shape:
        place = RootLayout(root, bytes(map(value.numbers.__getitem__, order)))
        return place if place.order in digit_orders(root) else None
    steps = strides(root)

    def index_of(number: int) -> list[int]:
        return [number // step % extent for step, extent in zip(steps, root)]

    # For each dim of the value, what each index adds to the root's index; a padded dim must be a dim of both.
    adds = [
        [index_of(value.numbers[i * step]) for i in range(extent)]
        for extent, step in zip(value.shape, strides(value.shape))
    ]
    grown = list(root)
    for dim, (size, extent) in enumerate(zip(value.shape, box)):
        if size == extent:
            continue
        moved = [i for i, place in enumerate(adds[dim][1]) if place] if size != 1 else []
        if len(moved) != 1 or root[moved[0]] != size or [add[moved[0]] for add in adds[dim]] != list(range(size)):
            return None
        grown[moved[0]] = extent
        adds[dim] = [[i * (place == moved[0]) for place in range(len(root))] for i in range(extent)]
    grown_steps, box_steps = strides(grown), strides(box)
    numbers = [
        [sum(index * step for index, step in zip(add, grown_steps)) for add in adds_of_dim] for adds_of_dim in adds
    ]
    moved = bytes(
        sum(number[index // step % extent] for number, step, extent in zip(numbers, box_steps, box)) for index in order
    )
    return RootLayout(tuple(grown), moved) if moved in digit_orders(tuple(grown)) else None


@dataclasses.dataclass(frozen=True)
class Access:
    """How the factors of an op index one dim of a tensor: the dim is a product of whole factors (none: a unit dim), a
    piece of one factor at an offset, or a window that slides along one factor."""

    factors: tuple[int, ...] = ()
    offset: int | None = None  # offset of a piece
    is_window: bool = False


@dataclasses.dataclass
class Port:
    value: Value
    dims: tuple[Access, ...]
    is_result: bool = False
    is_pinned: bool = False  # a factor indexes two dims, so the layout does not change


@dataclasses.dataclass
class LayoutOption:
    """A layout option of a critical op: an order of elements for each port."""

    orders: list[bytes]
    cost: int
    option_cost: int = 0  # the part of the cost that is no rewrite


@dataclasses.dataclass
class Op:
    """An op that keeps its layout (no `factors`), has layout options, or takes any common order of digits of its
    factors."""

    ports: list[Port]
    factors: tuple[int, ...] | None = None
    whole: frozenset[int] = frozenset()  # factors that may not be split
    cost: int = 0  # added to the cost of every candidate
    # The op may also read its operands in orders of digits that match a pattern for each port. A pattern is a regular
    # expression over the letters of the factors, major to minor.
    letters: str = ""
    forms: dict[int, str] = dataclasses.field(default_factory=dict)  # by port
    is_resize: bool = False  # a pad or crop; the smaller value may take the size of the larger one
    options: list[LayoutOption] = dataclasses.field(default_factory=list)
    # A rewrite that is no digit map: element i of the result is element order[i] of the source. It is one rewrite with
    # those of its source and its result.
    order: bytes | None = None


def spelled(*factors: int) -> tuple[Access, ...]:
    return tuple(Access((factor,)) for factor in factors)


class Program:
    """A function, written op by op."""

    def __init__(self, name: str) -> None:
        self.name = name
        self.arguments: list[Value] = []
        self.returned: list[Value] = []
        self.values: list[Value] = []  # values that ops may read
        self.ops: list[Op] = []
        self.grows: dict[int, int] = {}  # sizes of dims, and the sizes to which they may be padded
        self._barriers: dict[int, tuple[Value, bytes]] = {}  # by the net of the result: the source, and the order
        self._lines: list[str] = []
        self._counter = itertools.count()

    def text(self) -> str:
        arguments = ", ".join(f"{value.name}: {value.type}" for value in self.arguments)
        types = ", ".join(value.type for value in self.returned)
        names = ", ".join(value.name for value in self.returned)
        body = "".join(f"    {line}\n" for line in self._lines)
        return f"  func.func @{self.name}({arguments}) -> ({types}) {{\n{body}    return {names} : {types}\n  }}\n"

    def add_line(self, line: str) -> None:
        self._lines.append(line)

    def new_value(self, shape: Sequence[int], element: str, is_free: bool = False) -> Value:
        size = math.prod(shape)
        net = Net(tuple(shape), BYTES[element], is_free)
        value = Value(f"%v{next(self._counter)}", tuple(shape), element, net, bytes(range(size)))
        self.values.append(value)
        return value

    def derive(self, source: Value, shape: Sequence[int], order: bytes) -> Value:
        """Adds a rewrite of `source`: element i of the result is element order[i] of the source."""
        numbers = bytes(source.numbers[number] for number in order)
        if is_made_of_digits(source.net.shape, numbers, shape):
            source.uses += 1
            value = Value(f"%v{next(self._counter)}", tuple(shape), source.element, source.net, numbers)
            self.values.append(value)
            return value
        # Two rewrites in a row are one.
        if id(source.net) in self._barriers:
            origin, before = self._barriers[id(source.net)]
            return self.derive(origin, shape, bytes(before[number] for number in numbers))
        # No digit map: the rewrite remains, and moves its bytes unless it is a reshape.
        value = self.new_value(shape, source.element)
        self._barriers[id(value.net)] = (source, order)
        is_free = source.net.is_free or order == bytes(range(source.size))
        option = LayoutOption([bytes(range(source.size))] * 2, 0 if is_free else 2 * source.net.bytes)
        ports = [Port(source, ()), Port(value, (), True)]
        self.add_op(Op(ports, options=[option], order=None if source.net.is_free else order))
        return value

    def add_op(self, op: Op) -> None:
        for port in op.ports:
            port.value.uses += not port.is_result
        self.ops.append(op)

    def return_values(self, values: Sequence[Value]) -> None:
        self.returned = list(values)
        self.add_op(Op([Port(value, ()) for value in values]))

    def frozen(self, values: Sequence[Value], results: Sequence[Value]) -> None:
        """Adds an op that keeps its layout."""
        self.add_op(Op([Port(value, ()) for value in values] + [Port(value, (), True) for value in results]))
