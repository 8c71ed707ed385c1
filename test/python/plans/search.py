# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""What the cheapest plan of a small program costs, by trying every layout that a sequence of digits can spell.

Nothing is generated from what stands in the program: an op that does not mind takes every order of every digit of its
factors, split in every way that its rule allows. A value is rewritten once for each layout that is wanted of it and is
not the one it is made in, which moves twice its bytes; constants and fills are free.
"""

import collections
import dataclasses
import functools
import heapq
import itertools
import math
from collections.abc import Iterator, Sequence

from plans.program import Atom, Net, Op, Port, Program, atoms_of, digit_orders, order_of, strides


class TooLarge(Exception):
    """There are more states than a test has time for."""


@dataclasses.dataclass(frozen=True)
class Label:
    """Layouts of the nets an op reads and makes, both as (net, order)."""

    cost: int
    reads: tuple[tuple[int, bytes], ...]
    makes: tuple[tuple[int, bytes], ...]


@functools.cache
def _chains(extent: int, cuts: tuple[int, ...]) -> list[tuple[int, ...]]:
    """The finest ways to write an extent as a product, cutting it only at the given strides."""

    def extend(stride: int) -> Iterator[tuple[int, ...]]:
        finer = [cut for cut in cuts if cut > stride and cut % stride == 0]
        if not finer:
            yield (extent // stride,)
        for cut in finer:
            if not any(cut % other == 0 and cut != other for other in finer):
                for head in extend(cut):
                    yield (*head, cut // stride)

    return [chain for chain in extend(1)]


def _cuts(op: Op, factor: int) -> tuple[int, ...]:
    """The strides at which a factor may be cut."""
    if factor in op.whole:
        return ()
    extent = op.factors[factor]
    pieces = [
        (access.offset, port.value.shape[dim])
        for port in op.ports
        for dim, access in enumerate(port.dims)
        if access.offset is not None and access.factors == (factor,)
    ]
    return tuple(
        cut
        for cut in range(2, extent)
        if extent % cut == 0 and all(offset % cut == size % cut == 0 for offset, size in pieces)
    )


@functools.cache
def _orders(factors: tuple[int, ...], cuts: tuple[tuple[int, ...], ...]) -> list[tuple[Atom, ...]]:
    """Every order of the digits of the factors."""
    orders = []
    for chains in itertools.product(*map(_chains, factors, cuts)):
        atoms = [atom for atom in atoms_of(factors, chains) if atom.extent != 1]
        orders += itertools.permutations(atoms)
    return orders


@functools.cache
def _lie(shape: tuple[int, ...], dims: tuple, factors: tuple[int, ...], order: tuple[Atom, ...]) -> bytes:
    """How a tensor lies whose dims the factors reach by `dims`, in an order of digits."""
    steps = []
    reached = {atom.dim for atom in order}
    for atom in order:
        for dim, access, stride in zip(range(len(shape)), dims, strides(shape)):
            if atom.dim not in access.factors:
                continue
            if access.is_window:
                steps.append((shape[dim], stride))
                continue
            extent = atom.extent
            if access.offset is not None and atom.stride * atom.extent == factors[atom.dim]:
                extent = shape[dim] // atom.stride
            minor = access.factors[access.factors.index(atom.dim) + 1 :]
            for factor in minor:
                stride *= factors[factor]
            steps.append((extent, stride * atom.stride))
    assert all(reached.intersection(access.factors) or shape[dim] == 1 for dim, access in enumerate(dims))
    return order_of(steps)


def _orders_of_ports(op: Op) -> Iterator[tuple[int, list[bytes]]]:
    """Cost and an order of elements per port, under every label of the op."""
    stands = [bytes(range(port.value.size)) for port in op.ports]
    if op.entries:
        for entry in op.entries:
            yield entry.cost, entry.orders
    elif op.factors is None:
        yield 0, stands
    else:
        # As it stands it may read an operand in another order than it writes; no rule makes it do so.
        yield 0, stands
        cuts = tuple(_cuts(op, factor) for factor in range(len(op.factors)))
        for order in _orders(op.factors, cuts):
            yield 0, [
                number if port.is_pinned else _lie(port.value.shape, port.dims, op.factors, order)
                for port, number in zip(op.ports, stands)
            ]


class Search:
    """The labels of a program and what plans of them cost."""

    def __init__(self, program: Program) -> None:
        self.nets: list[Net] = []
        self._numbers: dict[int, int] = {}
        # What is there from the start lies as it stands.
        self.variables = [[self._label(0, [Port(value, (), True) for value in program.arguments], None)]]
        first = list(self.variables[0])
        for op in program.ops:
            labels: dict[tuple, Label] = {}
            for cost, orders in _orders_of_ports(op):
                label = self._label(cost, op.ports, orders)
                if not label:
                    continue
                if not labels:
                    first.append(label)
                known = labels.setdefault((label.reads, label.makes), label)
                if cost < known.cost:
                    labels[label.reads, label.makes] = label
            self.variables.append(list(labels.values()))
        # Every op as it stands or in the first of its entries.
        self.frozen = self.cost(first)

    def size(self) -> int:
        return math.prod(map(len, self.variables))

    def _label(self, cost: int, ports: Sequence[Port], orders: Sequence[bytes] | None) -> Label | None:
        """Nothing if a layout cuts a dim of the root where that does not divide."""
        reads, makes = [], []
        for index, port in enumerate(ports):
            net = port.value.net
            if net.is_free:
                continue
            if id(net) not in self._numbers:
                self._numbers[id(net)] = len(self.nets)
                self.nets.append(net)
            numbers = port.value.numbers
            place = bytes(map(numbers.__getitem__, orders[index])) if orders else numbers
            if place not in digit_orders(net.shape):
                return None
            (makes if port.is_result else reads).append((self._numbers[id(net)], place))
        return Label(cost, tuple(sorted(set(reads))), tuple(makes))

    def cost(self, plan: Sequence[Label]) -> int:
        made = {net: order for label in plan for net, order in label.makes}
        wanted = {use for label in plan for use in label.reads if use[1] != made[use[0]]}
        return sum(label.cost for label in plan) + sum(2 * self.nets[net].bytes for net, _ in wanted)

    def enumerated_minimum(self) -> int:
        """Every combination of labels, one by one."""
        return min(map(self.cost, itertools.product(*self.variables)))

    def minimum(self) -> int:
        """The same without trying what cannot be the cheapest.

        From the last op to the first, the ops from there on alone, to which everything made before them is free: each
        of these figures is at most what the rest of a longer program costs, and the last is that of all of it.
        """
        steps = _Steps(self)
        bounds = [0]
        for first in reversed(range(len(self.variables))):
            bounds.insert(0, steps.search(first, bounds))
        return bounds[0]


class _Steps:
    """Ops one after the other. A state says of each value that is still to be read where it can be had, as a set of
    layouts (a bit each); that is all of what came before that matters."""

    def __init__(self, search: Search) -> None:
        last = {net: index for index, labels in enumerate(search.variables) for net, _ in labels[0].reads}
        bits: dict[tuple[int, bytes], int] = {}
        count = collections.Counter()

        def bit(place: tuple[int, bytes]) -> int:
            if place not in bits:
                bits[place] = 1 << count[place[0]]
                count[place[0]] += 1
            return bits[place]

        self.live = [[]]  # nets in front of each op, and behind the last
        self.labels = []
        for index, labels in enumerate(search.variables):
            before = self.live[-1]
            made = [net for net, _ in labels[0].makes if net in last]
            # From the state before with the values made behind it.
            self.live.append([net for net in before if last[net] > index] + made)
            slots = {net: number for number, net in enumerate(before)}
            compact = set()
            for label in labels:
                reads = tuple((slots[use[0]], bit(use), 2 * search.nets[use[0]].bytes) for use in label.reads)
                makes = tuple(bit(place) for place in label.makes if place[0] in last)
                compact.add((label.cost, reads, makes))
            kept = [number for number, net in enumerate(before) if last[net] > index]
            self.labels.append((kept, sorted(compact)))

    def search(self, first: int, bounds: Sequence[int], max_states: int = 30_000) -> int:
        """The least cost of the ops from `first` on; bounds[i] is one of what stands behind i further ops."""
        start = tuple(-1 for _ in self.live[first])
        best = {(first, start): 0}
        # The lowest bound first, of these the longest program.
        queue = [(bounds[0], -first, 0, start)]
        while queue:
            bound, index, cost, state = heapq.heappop(queue)
            index = -index
            if index == len(self.labels):
                return cost
            if best[index, state] < cost:
                continue
            if len(best) > max_states:
                raise TooLarge
            kept, labels = self.labels[index]
            rest = bounds[index - first]
            for extra, reads, makes in labels:
                total, places = cost + extra, state
                for slot, bit, price in reads:
                    if not places[slot] & bit:
                        total += price
                        places = (*places[:slot], places[slot] | bit, *places[slot + 1 :])
                key = index + 1, (*[places[slot] for slot in kept], *makes)
                if total < best.get(key, total + 1):
                    best[key] = total
                    heapq.heappush(queue, (max(bound, total + rest), -key[0], total, key[1]))
        raise AssertionError("every op has a label")
