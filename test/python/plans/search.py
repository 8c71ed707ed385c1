# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Finds the cost of the cheapest plan of a small program by trying every layout that consists of digits.

The layouts do not depend on the program's rewrites: an agnostic op takes every order of every digit of its factors,
split in every way that its rule allows. A value is rewritten once for each required layout other than the one in which
it is produced. A rewrite costs the bytes of the value in both layouts; constants and fills are free.
"""

import collections
import dataclasses
import functools
import heapq
import itertools
import math
import re
from collections.abc import Iterator, Sequence

from plans.program import Access, Atom, Net, Op, Port, Program, RootLayout, atoms_of, order_of, root_layout_of, strides


class TooLarge(Exception):
    """The search has more states than a test has time for."""


@dataclasses.dataclass(frozen=True)
class Candidate:
    """The layouts of the nets that an op reads and produces, as pairs (net, layout)."""

    cost: int
    reads: tuple[tuple[int, RootLayout], ...]
    makes: tuple[tuple[int, RootLayout], ...]


@functools.cache
def _chains(extent: int, cuts: tuple[int, ...]) -> list[tuple[int, ...]]:
    """Returns the finest ways to write an extent as a product of splits at the given strides."""

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
    """Returns the strides at which a factor may be split."""
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
    """Returns every order of the digits of the factors."""
    orders = []
    for chains in itertools.product(*map(_chains, factors, cuts)):
        atoms = [atom for atom in atoms_of(factors, chains) if atom.extent != 1]
        orders += itertools.permutations(atoms)
    return orders


@functools.cache
def _order_in_memory(shape: tuple[int, ...], dims: tuple, factors: tuple[int, ...], order: tuple[Atom, ...]) -> bytes:
    """Returns the order of the elements of a tensor that is indexed by `dims`, given an order of the factors' digits.
    """
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
    """Returns the shape of a tensor when factors grow; None if more than the end of a dim would grow, for a piece, a
    window or several factors."""
    box = list(port.value.shape)
    for dim, access in enumerate(port.dims):
        if not any(grown[factor] != factors[factor] for factor in access.factors):
            continue
        if len(access.factors) != 1 or access.offset is not None or access.is_window or port.is_pinned:
            return None
        box[dim] = grown[access.factors[0]]
    return tuple(box)


def _has_form(op: Op, order: Sequence[Atom]) -> bool:
    """Returns whether the op may read its operands in this order of digits."""
    for number, form in op.forms.items():
        factors = {factor for access in op.ports[number].dims for factor in access.factors}
        if not re.fullmatch(form, "".join(op.letters[atom.dim] for atom in order if atom.dim in factors)):
            return False
    return True


def _unchanged(port: Port) -> RootLayout | None:
    return root_layout_of(port.value, port.value.shape, bytes(range(port.value.size)))


def _port_layouts(op: Op, grows: dict[int, int]) -> Iterator[tuple[int, list[RootLayout | None]]]:
    """Yields the cost and a layout for each port, for every candidate of the op."""
    unchanged = list(map(_unchanged, op.ports))
    if op.options:
        for option in op.options:
            yield option.cost, [
                root_layout_of(port.value, port.value.shape, order) for port, order in zip(op.ports, option.orders)
            ]
    elif not op.is_resize:
        # An op may read an operand in another order than it writes if the program does so; a rule never yields such
        # candidates.
        yield op.cost, unchanged
    if op.factors is None:
        return
    # A critical op does not compute padding.
    choices = [(extent, grows[extent]) if extent in grows and not op.letters else (extent,) for extent in op.factors]
    for grown in itertools.product(*choices):
        boxes = [grown if op.is_resize else _box(port, op.factors, grown) for port in op.ports]
        if None in boxes or any(
            factor in op.whole and grown[factor] != op.factors[factor] for factor in range(len(grown))
        ):
            continue
        # An op pays for the padding that it reads and writes.
        padding_cost = (
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
            yield op.cost + padding_cost, [
                same
                if port.is_pinned
                else root_layout_of(port.value, box, _order_in_memory(box, port.dims, grown, order))
                for port, box, same in zip(op.ports, boxes, unchanged)
            ]


def _as_pieces(op: Op) -> Op:
    """Returns a pad or crop of what is no dim of the root, as an op on pieces that costs the bytes it moves."""
    source, result = op.ports
    smaller, larger = sorted(op.ports, key=lambda port: port.value.size)
    sizes = zip(smaller.value.shape, larger.value.shape)
    pieces = tuple(Access((dim,), None if small == large else 0) for dim, (small, large) in enumerate(sizes))
    cost = 0 if source.value.net.is_free else source.value.net.bytes + result.value.net.bytes
    ports = [dataclasses.replace(port, dims=pieces) if port is smaller else port for port in op.ports]
    return dataclasses.replace(op, ports=ports, is_resize=False, cost=cost)


class Search:
    """The candidates of a program and the costs of its plans."""

    def __init__(self, program: Program) -> None:
        self.nets: list[Net] = []
        self._numbers: dict[int, int] = {}
        # Arguments keep their layout.
        there = Op([Port(value, (), True) for value in program.arguments])
        self.variables = []
        for op in (there, *program.ops):
            candidates = self._candidates(op, program.grows) or self._candidates(_as_pieces(op), program.grows)
            self.variables.append(candidates)
        self._add_joined(program.ops)
        # The baseline: every op keeps its layout or takes its first layout option.
        baseline = [candidates[0] for candidates in self.variables]
        for number, op in enumerate(program.ops, 1):
            if op.order is not None:
                plans = ([*baseline[:number], joined, *baseline[number + 1 :]] for joined in self.variables[number])
                baseline = min(plans, key=self.cost)
        self.frozen = self.cost(baseline)
        # The cost of the rewrites in the baseline, without the costs of layout options.
        self.frozen_bytes = self.frozen - sum(op.options[0].option_cost for op in program.ops if op.options)

    def _add_joined(self, ops: Sequence[Op]) -> None:
        """Lets rewrites that are no digit maps convert what they read and write. They read a layout in which the source
        is produced, or one that others read and in which nothing moves, and write one that is read. Other layouts cost
        as much."""
        for candidates, op in zip(self.variables[1:], ops):
            if op.order is None:
                continue
            ((net, present),), ((result, written),) = candidates[0].reads, candidates[0].makes
            size = self.nets[net].bytes
            made = {made for each in self.variables for c in each for number, made in c.makes if number == net}
            read = {use for each in self.variables for c in each for number, use in c.reads if number == net}
            results = {use for each in self.variables for c in each for number, use in c.reads if number == result}
            if not results:  # Nothing reads it.
                candidates[:] = [Candidate(0, (), candidates[0].makes)]
                continue
            numbers = op.ports[0].value.numbers
            for source, to in itertools.product(sorted(made | read), sorted(results | {written})):
                if source.box != self.nets[net].shape or to.box != self.nets[result].shape:
                    continue
                is_reshape = source.order == bytes(numbers[op.order[number]] for number in to.order)
                joined = Candidate(0 if is_reshape else 2 * size, ((net, source),), ((result, to),))
                if joined not in candidates and (is_reshape or source in made or source == present):
                    candidates.append(joined)

    def size(self) -> int:
        return math.prod(map(len, self.variables))

    def _candidates(self, op: Op, grows: dict[int, int]) -> list[Candidate]:
        candidates = (self._candidate(cost, op.ports, layouts) for cost, layouts in _port_layouts(op, grows))
        return list(dict.fromkeys(filter(None, candidates)))

    def _candidate(self, cost: int, ports: Sequence[Port], layouts: Sequence[RootLayout | None]) -> Candidate | None:
        """Returns None if a value cannot have its layout."""
        if None in layouts:
            return None
        reads, makes = [], []
        for port, layout in zip(ports, layouts):
            net = port.value.net
            if net.is_free:
                continue
            if id(net) not in self._numbers:
                self._numbers[id(net)] = len(self.nets)
                self.nets.append(net)
            (makes if port.is_result else reads).append((self._numbers[id(net)], layout))
        return Candidate(cost, tuple(dict.fromkeys(reads)), tuple(makes))

    def cost(self, plan: Sequence[Candidate]) -> int:
        made = {net: layout for candidate in plan for net, layout in candidate.makes}
        wanted = {use for candidate in plan for use in candidate.reads if use[1] != made[use[0]]}
        return sum(candidate.cost for candidate in plan) + sum(
            self.nets[net].bytes_in(made[net].box) + self.nets[net].bytes_in(layout.box) for net, layout in wanted
        )

    def enumerated_minimum(self) -> int:
        """Returns the cost of the cheapest plan by trying every combination of candidates."""
        return min(map(self.cost, itertools.product(*self.variables)))

    def minimum(self) -> int:
        """Returns the cost of the cheapest plan by a search with bounds.

        Solves the last op alone, then the last two, and so on to the whole program, with values of earlier ops free in
        every layout. Each result is a lower bound for the rest of a longer program, and the last result is the cost for
        the whole program.
        """
        steps = _Steps(self)
        bounds = [0]
        for first in reversed(range(len(self.variables))):
            bounds.insert(0, steps.search(first, bounds))
        return bounds[0]


_SIZE_BITS = 16
_SIZE_MASK = (1 << _SIZE_BITS) - 1


class _Steps:
    """Visits the ops one after the other. A state has an integer for each value that is still to be read: a bit for
    each layout in which it is available, and in the low bits the bytes of the layout in which it is produced. Later
    costs depend on nothing else."""

    def __init__(self, search: Search) -> None:
        last = {net: index for index, candidates in enumerate(search.variables) for net, _ in candidates[0].reads}
        bits: dict[tuple[int, RootLayout], int] = {}
        count = collections.Counter()

        def bit(layout: tuple[int, RootLayout]) -> int:
            if layout not in bits:
                bits[layout] = 1 << count[layout[0]] + _SIZE_BITS
                count[layout[0]] += 1
            return bits[layout]

        def size(layout: tuple[int, RootLayout]) -> int:
            return search.nets[layout[0]].bytes_in(layout[1].box)

        self.live = [[]]  # the nets before each op, and after the last one
        self.candidates = []
        for index, candidates in enumerate(search.variables):
            before = self.live[-1]
            made = [net for net, _ in candidates[0].makes if net in last]
            # The nets of the state before that are still read, followed by those that this op produces.
            self.live.append([net for net in before if last[net] > index] + made)
            slots = {net: number for number, net in enumerate(before)}
            compact = set()
            for candidate in candidates:
                reads = tuple((slots[use[0]], bit(use), size(use)) for use in candidate.reads)
                makes = tuple(bit(layout) | size(layout) for layout in candidate.makes if layout[0] in last)
                compact.add((candidate.cost, reads, makes))
            kept = [number for number, net in enumerate(before) if last[net] > index]
            self.candidates.append((kept, sorted(compact)))

    def search(self, first: int, bounds: Sequence[int], max_states: int = 30_000) -> int:
        """Returns the least cost of the ops from `first` on; bounds[i] is a lower bound of the cost after i further
        ops."""
        start = tuple(-1 for _ in self.live[first])
        best = {(first, start): 0}
        # Ordered by bound, then by the number of ops that are decided.
        queue = [(bounds[0], -first, 0, start)]
        while queue:
            bound, index, cost, state = heapq.heappop(queue)
            index = -index
            if index == len(self.candidates):
                return cost
            if best[index, state] < cost:
                continue
            if len(best) > max_states:
                raise TooLarge
            kept, candidates = self.candidates[index]
            rest = bounds[index - first]
            for extra, reads, makes in candidates:
                total, layouts = cost + extra, state
                for slot, bit, size in reads:
                    if not layouts[slot] & bit:
                        total += size + (layouts[slot] & _SIZE_MASK)
                        layouts = (*layouts[:slot], layouts[slot] | bit, *layouts[slot + 1 :])
                key = index + 1, (*[layouts[slot] for slot in kept], *makes)
                if total < best.get(key, total + 1):
                    best[key] = total
                    heapq.heappush(queue, (max(bound, total + rest), -key[0], total, key[1]))
        raise AssertionError("every op has a candidate")
