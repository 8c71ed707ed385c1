# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""All programs of a given number of elementwise ops with one or two operands, in all layouts that a transpose gives."""

import itertools
from collections.abc import Iterator

from plans.program import Atom, Value, spelled
from plans.writer import Writer

_SHAPE = (2, 3)
_DIMS = spelled(0, 1)


def _transposed(writer: Writer, value: Value) -> Value:
    return writer.transform(value, [[Atom(1, 1, value.shape[1])], [Atom(0, 1, value.shape[0])]])


def _graphs(num_ops: int) -> Iterator[list[tuple[int, ...]]]:
    """Yields the operands of each op: 0 is an argument, 1 its transpose, and each op produces the next number."""
    choices = []
    for index in range(num_ops):
        values = range(2 + index)
        choices.append([(value,) for value in values] + list(itertools.combinations(values, 2)))
    yield from map(list, itertools.product(*choices))


def tiny_programs(num_ops: int) -> Iterator[Writer]:
    for number, graph in enumerate(_graphs(num_ops)):
        read = set(itertools.chain(*graph))
        ends = [value for value in range(2, 2 + num_ops) if value not in read]
        # The last op may also be frozen, and an inner value may be returned.
        for variant, (is_frozen, inner, *turned) in enumerate(
            itertools.product((False, True), (None, 2) if num_ops > 1 else (None,), *[(False, True)] * len(ends))
        ):
            if inner in ends:
                continue
            writer = Writer(f"tiny{num_ops}_{number}_{variant}")
            values = [writer.argument(_SHAPE), _transposed(writer, writer.argument(_SHAPE[::-1]))]
            for index, operands in enumerate(graph):
                inputs = [(values[operand], _DIMS) for operand in operands]
                outs = [(writer.empty(_SHAPE, "f32"), _DIMS)]
                stands = is_frozen and index == num_ops - 1
                values += writer.generic(_SHAPE, (), inputs, outs, is_frozen=stands)
            returned = [_transposed(writer, values[end]) if turn else values[end] for end, turn in zip(ends, turned)]
            writer.return_values(returned + ([values[inner]] if inner is not None else []))
            yield writer
