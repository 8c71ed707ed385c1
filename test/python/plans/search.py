# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""What the cheapest plan of a small program costs, by trying every layout that a sequence of digits can spell.

Nothing is generated from what stands in the program: an op that does not mind takes every order of every digit of its
factors, split in every way that its rule allows. A value is rewritten once for each layout that is wanted of it and is
not the one it is made in, which moves its bytes in both; constants and fills are free.
"""

import collections
import dataclasses
import functools
import heapq
import itertools
import math
import re
from collections.abc import Iterator, Sequence

from plans.program import Access, Atom, Net, Op, Place, Port, Program, atoms_of, order_of, place_of, strides


class TooLarge(Exception):
    """There are more states than a test has time for."""


@dataclasses.dataclass(frozen=True)
class Label:
    """Layouts of the nets an op reads and makes, both as (net, place)."""

    cost: int
    reads: tuple[tuple[int, Place], ...]
    makes: tuple[tuple[int, Place], ...]


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


def _cuts(op: Op, factor: int, extent: int) -> tuple[int, ...]:
    """The strides at which a factor may be cut."""
    if factor in op.whole:
        return ()
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


def _box(port: Port, factors: tuple[int, ...], grown: tuple[int, ...]) -> tuple[int, ...] | None:
    """How large a tensor is when factors grow; what lies behind the end of a piece, of a window or of one of several
    factors is no padding."""
    box = list(port.value.shape)
    for dim, access in enumerate(port.dims):
        if not any(grown[factor] != factors[factor] for factor in access.factors):
            continue
        if len(access.factors) != 1 or access.offset is not None or access.is_window or port.is_pinned:
            return None
        box[dim] = grown[access.factors[0]]
    return tuple(box)


def _has_form(op: Op, order: Sequence[Atom]) -> bool:
    """Whether an op that has forms reads its operands in them."""
    for number, form in op.forms.items():
        factors = {factor for access in op.ports[number].dims for factor in access.factors}
        if not re.fullmatch(form, "".join(op.letters[atom.dim] for atom in order if atom.dim in factors)):
            return False
    return True


def _stands(port: Port) -> Place | None:
    return place_of(port.value, port.value.shape, bytes(range(port.value.size)))


def _places(op: Op, grows: dict[int, int]) -> Iterator[tuple[int, list[Place | None]]]:
    """Cost and a place per port, under every label of the op."""
    stands = list(map(_stands, op.ports))
    if op.entries:
        for entry in op.entries:
            yield entry.cost, [
                place_of(port.value, port.value.shape, order) for port, order in zip(op.ports, entry.orders)
            ]
    elif not op.is_resize:
        # As it stands it may read an operand in another order than it writes; no rule makes it do so.
        yield op.cost, stands
    if op.factors is None:
        return
    # A critical op does not run on padding.
    choices = [(extent, grows[extent]) if extent in grows and not op.letters else (extent,) for extent in op.factors]
    for grown in itertools.product(*choices):
        boxes = [grown if op.is_resize else _box(port, op.factors, grown) for port in op.ports]
        if None in boxes or any(
            factor in op.whole and grown[factor] != op.factors[factor] for factor in range(len(grown))
        ):
            continue
        # An op pays for the padding it reads and writes.
        price = (
            0
            if op.is_resize
            else sum(
                port.value.net.bytes_in(box) - port.value.net.bytes_in(port.value.shape)
                for port, box in zip(op.ports, boxes)
            )
        )
        cuts = tuple(_cuts(op, factor, extent) for factor, extent in enumerate(grown))
        for order in _orders(grown, cuts):
            if not _has_form(op, order):
                continue
            yield op.cost + price, [
                stand if port.is_pinned else place_of(port.value, box, _lie(box, port.dims, grown, order))
                for port, box, stand in zip(op.ports, boxes, stands)
            ]


def _by_itself(op: Op) -> Op:
    """A pad or crop of what is no dim of the root: an op that moves pieces and costs what it moves."""
    source, result = op.ports
    smaller, larger = sorted(op.ports, key=lambda port: port.value.size)
    sizes = zip(smaller.value.shape, larger.value.shape)
    pieces = tuple(Access((dim,), None if small == large else 0) for dim, (small, large) in enumerate(sizes))
    cost = 0 if source.value.net.is_free else source.value.net.bytes + result.value.net.bytes
    ports = [dataclasses.replace(port, dims=pieces) if port is smaller else port for port in op.ports]
    return dataclasses.replace(op, ports=ports, is_resize=False, cost=cost)


class Search:
    """The labels of a program and what plans of them cost."""

    def __init__(self, program: Program) -> None:
        self.nets: list[Net] = []
        self._numbers: dict[int, int] = {}
        # What is there from the start lies as it stands.
        there = Op([Port(value, (), True) for value in program.arguments])
        self.variables = []
        for op in (there, *program.ops):
            labels = self._labels(op, program.grows) or self._labels(_by_itself(op), program.grows)
            self.variables.append(labels)
        # Every op as it stands or in the first of its entries.
        self.frozen = self.cost([labels[0] for labels in self.variables])
        # What of that is rewrites: prices of entries are none.
        self.frozen_bytes = self.frozen - sum(op.entries[0].price for op in program.ops if op.entries)

    def size(self) -> int:
        return math.prod(map(len, self.variables))

    def _labels(self, op: Op, grows: dict[int, int]) -> list[Label]:
        labels = (self._label(cost, op.ports, places) for cost, places in _places(op, grows))
        return list(dict.fromkeys(filter(None, labels)))

    def _label(self, cost: int, ports: Sequence[Port], places: Sequence[Place | None]) -> Label | None:
        """Nothing if a value cannot lie so."""
        if None in places:
            return None
        reads, makes = [], []
        for port, place in zip(ports, places):
            net = port.value.net
            if net.is_free:
                continue
            if id(net) not in self._numbers:
                self._numbers[id(net)] = len(self.nets)
                self.nets.append(net)
            (makes if port.is_result else reads).append((self._numbers[id(net)], place))
        return Label(cost, tuple(dict.fromkeys(reads)), tuple(makes))

    def cost(self, plan: Sequence[Label]) -> int:
        made = {net: place for label in plan for net, place in label.makes}
        wanted = {use for label in plan for use in label.reads if use[1] != made[use[0]]}
        return sum(label.cost for label in plan) + sum(
            self.nets[net].bytes_in(made[net].box) + self.nets[net].bytes_in(place.box) for net, place in wanted
        )

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


_PRICE_BITS = 16
_PRICE_MASK = (1 << _PRICE_BITS) - 1


class _Steps:
    """Ops one after the other. A state says of each value that is still to be read where it can be had, as a set of
    places (a bit each), and in the low bits how many bytes it has where it was made; that is all of what came before
    that matters."""

    def __init__(self, search: Search) -> None:
        last = {net: index for index, labels in enumerate(search.variables) for net, _ in labels[0].reads}
        bits: dict[tuple[int, Place], int] = {}
        count = collections.Counter()

        def bit(place: tuple[int, Place]) -> int:
            if place not in bits:
                bits[place] = 1 << count[place[0]] + _PRICE_BITS
                count[place[0]] += 1
            return bits[place]

        def price(place: tuple[int, Place]) -> int:
            return search.nets[place[0]].bytes_in(place[1].box)

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
                reads = tuple((slots[use[0]], bit(use), price(use)) for use in label.reads)
                makes = tuple(bit(place) | price(place) for place in label.makes if place[0] in last)
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
                        total += price + (places[slot] & _PRICE_MASK)
                        places = (*places[:slot], places[slot] | bit, *places[slot + 1 :])
                key = index + 1, (*[places[slot] for slot in kept], *makes)
                if total < best.get(key, total + 1):
                    best[key] = total
                    heapq.heappush(queue, (max(bound, total + rest), -key[0], total, key[1]))
        raise AssertionError("every op has a label")
