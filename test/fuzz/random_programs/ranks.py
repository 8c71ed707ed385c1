# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Random ops that move elements of tensors of any type with 0 to 6 dims."""

from typing import Callable

from layout_mlir.models import ops
from layout_mlir.models.ir import TensorType
from . import elements
from .graph import Graph, Node

_HIGHEST_RANK = 6
_MOST_ELEMENTS = 20_000  # limit for a value that grows


def _plain(node: Node) -> bool:
    return not node.is_image


def _may_grow(times: int) -> Callable[[Node], bool]:
    """Returns whether a tensor has dims and may become that many times larger."""
    return lambda node: _plain(node) and bool(node.shape) and times * node.value.type.size <= _MOST_ELEMENTS


def transpose(graph: Graph) -> bool:
    """Any permutation, as a generic op; the result no longer counts as an image."""
    node = graph.pick(lambda node: len(node.shape) >= 2, elements.ANY)
    if node is None:
        return False
    order = graph.chance.sample(range(len(node.shape)), len(node.shape))
    if order == sorted(order):
        order.reverse()
    graph.add_moved(ops.transpose(graph.module, graph.use(node), order), node)
    return True


def expand(graph: Graph) -> bool:
    """Splits a dim into two or three, or inserts a unit dim next to it."""
    node = graph.pick(lambda node: 1 <= len(node.shape) < _HIGHEST_RANK, elements.ANY)
    if node is None:
        return False
    dim = graph.chance.randrange(len(node.shape))
    extents = [node.shape[dim]]
    for _ in range(graph.chance.randint(1, min(2, _HIGHEST_RANK - len(node.shape)))):
        largest = extents.pop()
        factor = graph.chance.choice([factor for factor in (1, 2, 3, 4, 5, 7) if largest % factor == 0])
        extents += [largest // factor, factor]
    graph.chance.shuffle(extents)
    graph.add_moved(ops.expand(graph.module, graph.use(node), dim, extents), node)
    return True


def collapse(graph: Graph) -> bool:
    """Joins adjacent dims, sometimes all of them; a tensor of one element may get rank 0."""
    node = graph.pick(lambda node: len(node.shape) >= 1 and (len(node.shape) > 1 or node.shape == (1,)), elements.ANY)
    if node is None:
        return False
    if set(node.shape) == {1} and graph.toss(0.5):
        groups = []
    else:
        groups = [[0]]
        for dim in range(1, len(node.shape)):
            if graph.toss(0.5):
                groups[-1].append(dim)
            else:
                groups.append([dim])
        if len(groups) == len(node.shape):
            groups = [list(range(len(node.shape)))]
    if len(groups) == len(node.shape):
        return False
    graph.add_moved(ops.collapse(graph.module, graph.use(node), groups), node)
    return True


def broadcast(graph: Graph) -> bool:
    """Broadcasts along one or two new dims."""
    room = lambda node: len(node.shape) <= _HIGHEST_RANK - 2 and 9 * node.value.type.size <= _MOST_ELEMENTS
    node = graph.pick(room, elements.ANY)
    if node is None:
        return False
    rank = len(node.shape) + graph.chance.randint(1, 2)
    dims = sorted(graph.chance.sample(range(rank), rank - len(node.shape)))
    old = iter(node.shape)
    shape = tuple(graph.chance.choice((1, 2, 3)) if dim in dims else next(old) for dim in range(rank))
    value, output = graph.use(node), graph.module.empty(TensorType(shape, node.value.type.element))
    ins, outs = f"{value.name} : {value.type}", f"{output.name} : {output.type}"
    text = f"linalg.broadcast ins({ins}) outs({outs}) dimensions = {dims}"
    graph.add_moved(graph.module.define(text, output.type, value.power), node)
    return True


def slice(graph: Graph) -> bool:
    """A slice of any dims, in some dims with stride 2."""
    node = graph.pick(lambda node: _plain(node) and max(node.shape, default=1) > 1, elements.ANY)
    if node is None:
        return False
    offsets, sizes, strides = [], [], []
    for extent in node.shape:
        stride = 2 if extent >= 3 and graph.toss(0.15) else 1
        most = (extent + stride - 1) // stride
        size = most if graph.toss(0.5) else graph.chance.randint(1, most)
        offsets.append(graph.chance.randint(0, extent - 1 - stride * (size - 1)))
        sizes.append(size)
        strides.append(stride)
    graph.add_moved(ops.extract_slice(graph.module, graph.use(node), offsets, sizes, strides), node)
    return True


def pad(graph: Graph) -> bool:
    """Pads any dims in front and behind."""
    node = graph.pick(_may_grow(4), elements.FLOATS + elements.INTEGERS)
    if node is None:
        return False
    widths = [[graph.chance.choice((0, 0, 0, 1, 2)) for _ in node.shape] for _ in range(2)]
    if not any(map(any, widths)):
        widths[1][0] = 1
    filling = elements.number(node.value.type.element, 0, 0.5)
    graph.add_moved(ops.pad(graph.module, graph.use(node), widths[0], filling, widths[1]), node)
    return True


def concat(graph: Graph) -> bool:
    """Concatenates a tensor with itself or with another one of the same type, along any dim."""
    first = graph.pick(_may_grow(2), elements.ANY)
    if first is None:
        return False
    second = graph.pick(lambda node: _plain(node) and node.shape == first.shape, (first.value.type.element,)) or first
    parts, dim = [graph.use(first), graph.use(second)], graph.chance.randrange(len(first.shape))
    graph.add(ops.concat(graph.module, parts, dim), exact=first.exact and second.exact)
    return True


def insert(graph: Graph) -> bool:
    """Inserts a tensor into a larger one of ones, sometimes with stride 2."""
    node = graph.pick(_may_grow(6), elements.FLOATS + elements.INTEGERS)
    if node is None:
        return False
    element, dim = node.value.type.element, graph.chance.randrange(len(node.shape))
    stride, offset = graph.chance.choice((1, 1, 2)), graph.chance.randint(0, 1)
    shape = list(node.shape)
    shape[dim] = offset + stride * (shape[dim] - 1) + 1 + graph.chance.randint(0, 2)
    target = graph.module.fill(elements.number(element, 1, 1.0), TensorType(tuple(shape), element))
    place = lambda here, else_: [here if other == dim else else_ for other in range(len(shape))]
    value = ops.insert_slice(graph.module, graph.use(node), target, place(offset, 0), place(stride, 1))
    graph.add(value.with_power(node.value.power + 1), exact=node.exact)
    return True
