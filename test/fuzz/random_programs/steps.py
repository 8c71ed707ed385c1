# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The steps of random programs, and how often each one is taken."""

import dataclasses
from typing import Callable

from layout_mlir.models.image_layout import ImageLayout
from . import critical, lookups, pointwise, ranks, regions, shape, typed
from .graph import Graph

@dataclasses.dataclass(frozen=True)
class Step:
    """A step: the function, how often it is taken, and the number of ops that it may need."""

    append: Callable[[Graph], bool]
    weight: int
    ops: int = 1


_STEPS = (
    Step(critical.convolution, 14),
    Step(critical.depthwise, 3, ops=3),
    Step(critical.linear, 14),
    Step(critical.contraction, 7),
    Step(critical.batch_product, 7),
    Step(pointwise.unary, 6),
    Step(pointwise.relu, 8),
    Step(pointwise.binary, 8),
    Step(pointwise.batch_norm, 5),
    Step(pointwise.bias, 5),
    Step(pointwise.gate, 2, ops=3),
    Step(pointwise.spread, 3, ops=2),
    Step(pointwise.reduction, 5),
    Step(pointwise.pooling, 4),
    Step(shape.transpose, 3),
    Step(shape.flatten, 3),
    Step(shape.flatten_rows, 2),
    Step(shape.unflatten, 3),
    Step(shape.shuffle_channels, 1, ops=3),
    Step(shape.pad, 2),
    Step(shape.slice, 3),
    Step(shape.concat, 5),
)

# Additional steps of programs with tensors of all types and ranks.
_WIDER = (
    Step(typed.argument, 4),
    Step(typed.unary, 4),
    Step(typed.binary, 6),
    Step(typed.cast, 10),
    Step(typed.choice, 4),
    Step(typed.complex_number, 2),
    Step(typed.reduction, 6),
    Step(typed.largest, 4),
    Step(typed.position, 2),
    Step(typed.matmul, 8),
    Step(typed.convolution, 8),
    Step(ranks.transpose, 8),
    Step(ranks.expand, 6),
    Step(ranks.collapse, 5),
    Step(ranks.broadcast, 3),
    Step(ranks.slice, 4),
    Step(ranks.pad, 3),
    Step(ranks.concat, 3),
    Step(ranks.insert, 2),
    Step(lookups.resample, 4),
    Step(lookups.rows, 2),
    Step(regions.loop, 4),
    Step(regions.choice, 4, ops=3),
    Step(regions.straight, 2),
    Step(regions.call, 4),
)


def open_graph(graph: Graph) -> None:
    """Starts with one or two images and a convolution, which later steps can use."""
    batch = graph.chance.choice((1, 1, 2))
    for _ in range(graph.chance.choice((1, 1, 2))):
        layout = graph.chance.choice(tuple(ImageLayout))
        extents = [graph.chance.choice((1, 4, 5, 6, 7, 8, 10)) if graph.toss(0.1) else graph.chance.randint(4, 10)]
        extents.append(extents[0] if graph.toss(0.6) else graph.chance.randint(4, 10))
        graph.argument(layout.image(batch, graph.channels(), *extents), layout)
    critical.convolution(graph)


def grow(graph: Graph) -> None:
    """Appends steps as long as ops may be added."""
    table = _STEPS + _WIDER if graph.is_wide else _STEPS
    while steps := [step for step in table if step.ops <= graph.room]:
        # A step without suitable operands does not change the graph.
        graph.chance.choices(steps, [step.weight for step in steps])[0].append(graph)


def close(graph: Graph) -> None:
    """Ensures that there are two critical ops and a choice between them, then adds further steps."""
    graph.is_closing = True
    if not graph.is_contended:
        critical.contrary_convolution(graph)
    grow(graph)
