# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Random generic ops that compute the index of the element to read."""

from typing import Callable

from layout_mlir.models import ops
from layout_mlir.models.body import Body
from layout_mlir.models.ir import Scalar, TensorType
from . import elements
from .graph import Graph

_MOST_ELEMENTS = 20_000  # limit for a value that grows


def resample(graph: Graph) -> bool:
    """Nearest neighbours at twice the size, a mirrored or rolled dim, or a reflected border."""
    node = graph.pick(
        lambda node: max(node.shape, default=1) > 2 and 2 * node.value.type.size <= _MOST_ELEMENTS, elements.ANY
    )
    if node is None:
        return False
    dim = graph.chance.choice([dim for dim, extent in enumerate(node.shape) if extent > 2])
    extent, rank = node.shape[dim], len(node.shape)
    size, find = graph.chance.choice((_double, _mirror, _roll, _reflect))(extent)
    table = graph.use(node)

    def body(region: Body) -> Scalar:
        indices = [region.index(other) for other in range(rank)]
        indices[dim] = find(region, indices[dim])
        return region.extract(table, *indices)

    shape = tuple(size if other == dim else node.shape[other] for other in range(rank))
    output = graph.module.empty(TensorType(shape, node.value.type.element))
    value = ops.generic(graph.module, [], output, [range(rank)], body, power=table.power)
    graph.add_moved(value, node, node.layout)
    return True


Find = tuple[int, Callable[[Body, Scalar], Scalar]]


def _double(extent: int) -> Find:
    return 2 * extent, lambda region, i: region.apply("arith.divui", i, region.constant(2, "index"))


def _mirror(extent: int) -> Find:
    return extent, lambda region, i: region.apply("arith.subi", region.constant(extent - 1, "index"), i)


def _roll(extent: int) -> Find:
    def find(region: Body, i: Scalar) -> Scalar:
        ahead = region.apply("arith.addi", i, region.constant(2, "index"))
        return region.apply("arith.remui", ahead, region.constant(extent, "index"))

    return extent, find


def _reflect(extent: int) -> Find:
    def find(region: Body, i: Scalar) -> Scalar:
        away = region.apply("arith.subi", i, region.constant(1, "index"))
        front = region.apply("arith.maxsi", away, region.apply("arith.subi", region.constant(0, "index"), away))
        behind = region.apply("arith.subi", region.constant(2 * extent - 2, "index"), front)
        return region.apply("arith.minsi", front, behind)

    return extent + 2, find


def rows(graph: Graph) -> bool:
    """Rows of a matrix, selected by a constant."""
    node = graph.pick(lambda node: len(node.shape) == 2 and node.value.type.size <= _MOST_ELEMENTS // 2)
    if node is None:
        return False
    numbers = [graph.chance.randrange(-node.shape[0], node.shape[0]) for _ in range(graph.chance.randint(1, 8))]
    value = ops.gather_rows(graph.module, graph.use(node), graph.module.integers(numbers))
    graph.add_moved(value, node)
    return True
