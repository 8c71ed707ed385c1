# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Random convolutions and matrix products.

A step is a function that appends ops to the graph and returns whether it found suitable operands. It uses at most
`graph.room` ops, and at most as many as the table in steps.py states.
"""

import math

from layout_mlir.models import ops
from layout_mlir.models.image_layout import ImageLayout
from layout_mlir.models.ir import TensorType, Value
from layout_mlir.models.ops import LinearWeight
from . import requirements
from .graph import Graph, Node
from .shape import other_layout

_MOST_PRODUCTS = 2_000_000  # multiplications of one op; a program then runs in milliseconds


def convolution(graph: Graph) -> bool:
    """A convolution, sometimes after a transpose to the other image layout; 1x1 or 3x3, padded, strided, with bias."""
    node = graph.pick(lambda node: node.is_image)
    if node is None:
        return False
    room = graph.room
    if room >= 2 and graph.toss(0.2):
        node, room = other_layout(graph, node), room - 1
    return _convolve(graph, node, room)


def contrary_convolution(graph: Graph) -> bool:
    """A convolution in a layout that no convolution has yet, if there is one."""
    image = graph.pick(lambda node: node.is_image)
    if image is None:
        return False
    wanted = [layout for layout in ImageLayout if layout.value not in graph.requirements] or list(ImageLayout)
    if image.layout not in wanted and graph.room >= 2:
        image = other_layout(graph, image)
    return _convolve(graph, image, graph.room)


def depthwise(graph: Graph) -> bool:
    node = graph.pick(lambda node: node.is_image and min(node.layout.sizes(node.shape)[2:]) >= 3)
    if node is None:
        return False
    pad = 1 if graph.toss(0.6) else 0
    layers = graph.layers(node.layout)
    graph.add(layers.depthwise(graph.use(node), 3, graph.chance.choice((1, 1, 2)), pad), node.layout, signed=True)
    graph.criticals += 1
    return True


def _convolve(graph: Graph, node: Node, room: int) -> bool:
    layout, layers = node.layout, graph.layers(node.layout)
    _, inputs, height, width = layout.sizes(node.shape)
    outputs = graph.channels()
    kernel = 3 if min(height, width) >= 3 and graph.toss(0.5) else 1
    if inputs * outputs * kernel**2 * height * width > _MOST_PRODUCTS:
        kernel, outputs = 1, 16
    pad = 1 if kernel == 3 and room >= 2 and graph.toss(0.7) else 0
    bias = room - bool(pad) >= 2 and graph.toss(0.3)
    bytes = 4 * outputs * height * width
    value = layers.conv(
        graph.use(node),
        outputs,
        kernel,
        stride=2 if min(height, width) > 4 and graph.toss(0.15) else 1,
        pad=pad,
        bias=bias,
        attributes=requirements.convolution_attributes(graph, layout, inputs, outputs, bytes),
    )
    graph.criticals += 1
    graph.requirements.add(layout.value)
    graph.add(value, layout, signed=True)
    return True


def linear(graph: Graph) -> bool:
    """A product of [rows, k] and a weight, which is stored in either order."""
    node = graph.pick(lambda node: len(node.shape) == 2)
    if node is None:
        return False
    inputs, outputs = node.shape[1], graph.channels()
    stored = LinearWeight.OUT_IN if graph.room >= 2 and graph.toss(0.4) else LinearWeight.IN_OUT
    weight = ops.matrix(graph.module, inputs, outputs, _deviation(node.value, inputs), stored)
    output = graph.module.fill(0.0, TensorType((node.shape[0], outputs)))
    attributes = ", ".join(requirements.product_attributes(graph))
    product = ops.named(graph.module, "linalg.matmul", [graph.use(node), weight], output, attributes)
    return _add_product(graph, product)


def contraction(graph: Graph) -> bool:
    """A product of [b, m, k] and a weight [k, n] as a generic op."""
    node = graph.pick(lambda node: len(node.shape) == 3)
    if node is None:
        return False
    (batch, rows, inputs), outputs = node.shape, graph.channels()
    if batch * rows * inputs * outputs > _MOST_PRODUCTS:
        return False
    weight = graph.module.parameter((inputs, outputs), _deviation(node.value, inputs))
    output = graph.module.fill(0.0, TensorType((batch, rows, outputs)))
    body = lambda region, x, y, sum: region.apply("arith.addf", sum, region.apply("arith.mulf", x, y))
    maps = [(0, 1, 3), (3, 2), (0, 1, 2)]
    return _add_product(graph, ops.generic(graph.module, [graph.use(node), weight], output, maps, body, [3]))


def batch_product(graph: Graph) -> bool:
    """A product of [b, m, k] and a weight [b, k, n], or its own transpose as in attention."""
    node = graph.pick(lambda node: len(node.shape) == 3 and node.is_tame)
    if node is None:
        return False
    batch, rows, inputs = node.shape
    with_itself = graph.room >= 2 and rows * rows * inputs * batch <= _MOST_PRODUCTS and graph.toss(0.4)
    columns = rows if with_itself else graph.channels()
    if batch * rows * inputs * columns > _MOST_PRODUCTS:
        return False
    if with_itself:
        right = ops.transpose(graph.module, graph.use(node), (0, 2, 1))
    else:
        right = graph.module.parameter((batch, inputs, columns), _deviation(node.value, inputs))
    output = graph.module.fill(0.0, TensorType((batch, rows, columns)))
    attributes = ", ".join(requirements.product_attributes(graph))
    product = ops.named(graph.module, "linalg.batch_matmul", [graph.use(node), right], output, attributes)
    return _add_product(graph, product.with_power(inputs * node.value.power**2 if with_itself else 1.0))


def _add_product(graph: Graph, product: Value) -> bool:
    graph.criticals += 1
    graph.add(product, signed=True)
    return True


def _deviation(value: Value, inputs: int) -> float:
    """Returns the standard deviation of weights whose products with the value have unit power."""
    return 1 / math.sqrt(inputs * value.power)
