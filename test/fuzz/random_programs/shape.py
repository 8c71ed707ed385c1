# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Random ops that move elements: transposes, reshapes, pads, slices and concatenations."""

from typing import Sequence

from layout_mlir.models import ops
from layout_mlir.models.image_layout import ImageLayout
from layout_mlir.models.ir import TensorType, Value
from .graph import Graph, Node

_MOST_ELEMENTS = 20_000  # limit for a value that grows


def other_layout(graph: Graph, node: Node) -> Node:
    """Converts the image to the other layout."""
    if node.layout is ImageLayout.NCHW:
        return graph.add_moved(_transpose(graph, node, (0, 2, 3, 1)), node, ImageLayout.NHWC)
    return graph.add_moved(_transpose(graph, node, (0, 3, 1, 2)), node, ImageLayout.NCHW)


def transpose(graph: Graph) -> bool:
    node = graph.pick(lambda node: len(node.shape) in (2, 3) or node.is_image, None)
    if node is None:
        return False
    if node.is_image:
        other_layout(graph, node)
        return True
    order = list(range(len(node.shape)))
    while order == sorted(order):
        graph.chance.shuffle(order)
    graph.add_moved(_transpose(graph, node, order), node)
    return True


def _transpose(graph: Graph, node: Node, order: Sequence[int]) -> Value:
    """A transpose as the named op, or as a generic op that permutes its output or its input."""
    value, form = graph.use(node), graph.chance.choice(("named", "scatter", "gather"))
    if form == "scatter":
        return ops.transpose(graph.module, value, order)
    output = graph.module.empty(TensorType(tuple(value.shape[dim] for dim in order), value.type.element))
    if form == "gather":
        reads = [order.index(dim) for dim in range(len(order))]
        maps = [reads, range(len(order))]
        return ops.generic(graph.module, [value], output, maps, lambda region, x: x, power=value.power)
    ins, outs = f"{value.name} : {value.type}", f"{output.name} : {output.type}"
    text = f"linalg.transpose ins({ins}) outs({outs}) permutation = {list(order)}"
    return graph.module.define(text, output.type, value.power)


def flatten(graph: Graph) -> bool:
    """Joins the pixels of an image into one dim: [n, c, hw] or [n, hw, c]."""
    node = graph.pick(lambda node: node.is_image, None)
    if node is None:
        return False
    groups = [[0], [1], [2, 3]] if node.layout is ImageLayout.NCHW else [[0], [1, 2], [3]]
    graph.add_moved(ops.collapse(graph.module, graph.use(node), groups), node)
    return True


def flatten_rows(graph: Graph) -> bool:
    """Reshapes [a, b, c] to [ab, c]."""
    node = graph.pick(lambda node: len(node.shape) == 3, None)
    if node is None:
        return False
    graph.add_moved(ops.collapse(graph.module, graph.use(node), [[0, 1], [2]]), node)
    return True


def unflatten(graph: Graph) -> bool:
    """Reshapes [n, c, hw] or [n, hw, c] to an image, or [a, c] to an image of one pixel or to [a, c / 2, 2]."""
    node = graph.pick(lambda node: len(node.shape) == 2 or len(node.shape) == 3 and _side(max(node.shape[1:])) > 1, None)
    if node is None:
        return False
    value = graph.use(node)
    if len(node.shape) == 3:
        pixels = max((1, 2), key=lambda dim: node.shape[dim])
        side = _side(node.shape[pixels])
        layout = ImageLayout.NCHW if pixels == 2 else ImageLayout.NHWC
        image = ops.expand(graph.module, value, pixels, (side, node.shape[pixels] // side))
        graph.add_moved(image, node, layout)
    elif value.shape[1] % 2 == 0 and graph.toss(0.3):
        graph.add_moved(ops.expand(graph.module, value, 1, (value.shape[1] // 2, 2)), node)
    else:
        graph.add_moved(ops.expand(graph.module, value, 1, (value.shape[1], 1, 1)), node, ImageLayout.NCHW)
    return True


def _side(pixels: int) -> int:
    """Returns the largest divisor up to the square root."""
    return next(side for side in range(int(pixels**0.5), 0, -1) if pixels % side == 0)


def shuffle_channels(graph: Graph) -> bool:
    """Splits the channels into groups and exchanges the two dims: three ops."""
    node = graph.pick(lambda node: node.is_image and node.shape[node.layout.channel] % 2 == 0, None)
    if node is None:
        return False
    dim, extents = node.layout.channel, node.shape
    value = ops.expand(graph.module, graph.use(node), dim, (2, extents[dim] // 2))
    order = list(range(5))
    order[dim], order[dim + 1] = dim + 1, dim
    value = ops.transpose(graph.module, value, order)
    groups = [[other] for other in range(dim)] + [[dim, dim + 1]] + [[other] for other in range(dim + 2, 5)]
    graph.add_moved(ops.collapse(graph.module, value, groups), node, node.layout)
    return True


def pad(graph: Graph) -> bool:
    """Pads the pixels, sometimes the channels, differently in front and behind, at most by the extent of the dim."""
    node = graph.pick(lambda node: node.is_image and set(node.layout.sizes(node.shape)[2:]) <= {4, 5, 6, 7, 8})
    if node is None:
        return False
    channels = graph.chance.choice((6, 16)) if graph.toss(0.15) else 0
    if channels > node.layout.sizes(node.shape)[1]:
        channels = 0
    low = node.layout.image(0, 0, graph.chance.randint(0, 1), graph.chance.randint(0, 2))
    high = node.layout.image(0, channels, graph.chance.randint(0, 2), 1)
    filling = graph.chance.choice((0.0, 0.0, 0.5))
    graph.add_moved(ops.pad(graph.module, graph.use(node), low, filling, high), node, node.layout)
    return True


def slice(graph: Graph) -> bool:
    """Extracts half of the channels, all but one channel, an inner part of the pixels, or every second pixel."""
    node = graph.pick(lambda node: node.is_image and min(node.layout.sizes(node.shape)[1:]) >= 3, None)
    if node is None:
        return False
    _, channels, height, width = node.layout.sizes(node.shape)
    half = channels // 2
    offsets, sizes, strides = graph.chance.choice(
        (
            ((0, 0, 0, 0), (half, height, width), 1),
            ((0, channels - half, 0, 0), (half, height, width), 1),
            ((0, 1, 0, 0), (channels - 1, height, width), 1),
            ((0, 0, 1, 0), (channels, height - 1, width - 1), 1),
            ((0, 0, 0, 1), (channels, (height + 1) // 2, width // 2), 2),
        )
    )
    image = node.layout.image
    value = ops.extract_slice(
        graph.module, graph.use(node), image(*offsets), image(node.shape[0], *sizes), image(1, 1, strides, strides)
    )
    graph.add_moved(value, node, node.layout)
    return True


def concat(graph: Graph) -> bool:
    """Concatenates two images along the channels or along the rows of pixels; one image twice if there is no other."""
    first = graph.pick(lambda node: node.is_image and 2 * node.value.type.size <= _MOST_ELEMENTS)
    if first is None:
        return False
    dim = first.layout.channel if graph.toss(0.8) else first.layout.spatial[0]
    second = graph.pick(lambda node: node.layout is first.layout and _join(first, node, dim) and node != first)
    parts = [first, second or first]
    graph.chance.shuffle(parts)
    values = [graph.use(node) for node in parts]
    extents = list(first.shape)
    extents[dim] = sum(value.shape[dim] for value in values)
    type, power = TensorType(tuple(extents)), max(value.power for value in values)
    if graph.room < 2 or graph.toss(0.5):
        names, types = ", ".join(value.name for value in values), ", ".join(str(value.type) for value in values)
        result = graph.module.define(f"tensor.concat dim({dim}) {names} : ({types}) -> {type}", type)
    else:
        result = _insert_all(graph, values, dim, type)
    graph.add(result.with_power(power), first.layout, all(node.signed for node in parts))
    return True


def _join(first: Node, second: Node, dim: int) -> bool:
    others = [other for other in range(4) if other != dim]
    fits = all(first.shape[other] == second.shape[other] for other in others)
    return fits and first.value.type.size + second.value.type.size <= _MOST_ELEMENTS


def _insert_all(graph: Graph, values: Sequence[Value], dim: int, type: TensorType) -> Value:
    result, offset = graph.module.empty(type), 0
    for value in values:
        offsets = [offset if other == dim else 0 for other in range(len(type.shape))]
        result = ops.insert_slice(graph.module, value, result, offsets)
        offset += value.shape[dim]
    return result
