# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Random elementwise ops, broadcasts, reductions and poolings."""

import math

from layout_mlir.models import ops
from layout_mlir.models.body import Body
from layout_mlir.models.ir import Scalar, TensorType
from .graph import Graph, Node

# Subtracts a multiple that no chain of the other bodies produces, so that no difference is zero everywhere.
_PART = 0.3
_SMALL_POWER = 4.0  # limit for the operand of a tanh, so that the result is not 1 everywhere


def _tanh(region: Body, x: Scalar) -> Scalar:
    return region.apply("math.tanh", x)


def _leaky(region: Body, x: Scalar) -> Scalar:
    return region.apply("arith.maximumf", x, region.apply("arith.mulf", x, region.constant(0.1)))


def _bell(region: Body, x: Scalar) -> Scalar:
    """exp(-|x|), which is 1 at 0, so that zero padding is not preserved."""
    return region.apply("math.exp", region.apply("arith.negf", region.apply("math.absf", x)))


def _shift(region: Body, x: Scalar) -> Scalar:
    return region.apply("arith.addf", region.apply("arith.mulf", x, region.constant(0.7)), region.constant(0.25))


def _is_small(node: Node) -> bool:
    """Returns whether functions that saturate preserve differences of the value."""
    return node.value.power <= _SMALL_POWER


def unary(graph: Graph) -> bool:
    """An elementwise op, generic or named."""
    node = graph.pick(lambda node: node.value.type.size > 1)
    if node is None:
        return False
    value = graph.use(node)
    if graph.toss(0.2):
        output = graph.module.empty(value.type)
        name = graph.chance.choice(("linalg.tanh", "linalg.abs"))
        named = ops.named(graph.module, name if _is_small(node) else "linalg.abs", [value], output)
        graph.add(named.with_power(value.power), node.layout)
        return True
    body, power, signed = graph.chance.choice(
        ((_tanh, 0.5, node.signed), (_leaky, 0.5, False), (_bell, 0.5, False), (_shift, 0.6, False))
    )
    # exp(-|x|) would turn the zeros of a ReLU into ones, and a maximum would be 1 everywhere.
    if body is _tanh and not _is_small(node) or body is _bell and not (_is_small(node) and node.signed):
        body, power, signed = _shift, 0.6, False
    graph.add(ops.elementwise(graph.module, body, value, power=power * max(value.power, 1.0)), node.layout, signed)
    return True


def relu(graph: Graph) -> bool:
    node = graph.pick(lambda node: node.signed and node.value.type.size >= 64)
    if node is None:
        return False
    body = lambda region, x: region.apply("arith.maximumf", x, region.constant(0.0))
    graph.add(ops.elementwise(graph.module, body, graph.use(node), power=node.value.power / 2), node.layout)
    return True


def binary(graph: Graph) -> bool:
    """An op on two values of one shape, or one value twice; sometimes on more values."""
    first = graph.pick(lambda node: node.is_tame)
    if first is None:
        return False
    same = lambda node: node.shape == first.shape and node.layout is first.layout and node.is_tame
    second = graph.pick(lambda node: same(node) and node != first) or first
    left, right = graph.use(first), graph.use(second)
    kind = graph.chance.choice(("add", "add", "mul", "max", "part"))
    power = left.power * right.power * 3 if kind == "mul" else left.power + right.power
    if kind == "part":
        body = lambda region, x, y: region.apply(
            "arith.subf", x, region.apply("arith.mulf", y, region.constant(_PART))
        )
    else:
        name = {"add": "arith.addf", "mul": "arith.mulf", "max": "arith.maximumf"}[kind]
        body = lambda region, x, y: region.apply(name, x, y)
    if kind != "part" and graph.toss(0.3):
        value = ops.named(graph.module, f"linalg.{kind}", [left, right], graph.module.empty(left.type))
    else:
        value = ops.elementwise(graph.module, body, left, right)
    signed = kind in ("add", "part") and first.signed and second.signed and first != second
    graph.add(value.with_power(power), first.layout, signed)
    return True


def batch_norm(graph: Graph) -> bool:
    node = graph.pick(lambda node: node.is_image)
    if node is None:
        return False
    graph.add(graph.layers(node.layout).batch_norm(graph.use(node)), node.layout, node.signed)
    return True


def bias(graph: Graph) -> bool:
    """Adds a vector along one dim, read by a generic op or broadcast by a separate op."""
    node = graph.pick(lambda node: len(node.shape) >= 2 and node.is_tame)
    if node is None:
        return False
    value = graph.use(node)
    dim = node.layout.channel if node.is_image and graph.toss(0.8) else graph.chance.randrange(len(node.shape))
    vector = graph.module.parameter((value.shape[dim],), 0.3 * math.sqrt(value.power))
    dims = list(range(len(node.shape)))
    if graph.room >= 2 and graph.toss(0.4):
        empty = graph.module.empty(value.type)
        ins, outs = f"{vector.name} : {vector.type}", f"{empty.name} : {empty.type}"
        others = [other for other in dims if other != dim]
        wide = graph.module.define(f"linalg.broadcast ins({ins}) outs({outs}) dimensions = {others}", value.type)
        result = ops.named(graph.module, "linalg.add", [value, wide], empty)
    else:
        body = lambda region, x, y: region.apply("arith.addf", x, y)
        output = graph.module.empty(value.type)
        result = ops.generic(graph.module, [value, vector], output, [dims, [dim], dims], body)
    graph.add(result.with_power(1.1 * value.power), node.layout, node.signed)
    return True


def gate(graph: Graph) -> bool:
    """Squeeze and excitation: an image times the tanh of its mean over the pixels. Three ops."""
    node = graph.pick(lambda node: node.is_image)
    if node is None:
        return False
    value, spatial = graph.use(node), node.layout.spatial
    total = ops.reduce(graph.module, "arith.addf", 0.0, value, spatial, keep=True)
    squeezed = ops.elementwise(graph.module, _tanh, total)
    multiply = lambda region, x, y: region.apply("arith.mulf", x, y)
    gated = ops.elementwise(graph.module, multiply, graph.use(node), squeezed, power=value.power)
    graph.add(gated, node.layout, node.signed)
    return True


def spread(graph: Graph) -> bool:
    """Broadcasts [n, c] to an image and adds it: two ops."""
    image = graph.pick(lambda node: node.is_image and node.is_tame)
    if image is None:
        return False
    batch, channels, _, _ = image.layout.sizes(image.shape)
    small = graph.pick(lambda node: node.shape == (batch, channels) and node.is_tame)
    if small is None:
        return False
    source, target = graph.use(small), graph.use(image)
    empty = graph.module.empty(target.type)
    ins, outs = f"{source.name} : {source.type}", f"{empty.name} : {empty.type}"
    dims = list(image.layout.spatial)
    wide = graph.module.define(f"linalg.broadcast ins({ins}) outs({outs}) dimensions = {dims}", target.type)
    sum = ops.add(graph.module, target, wide)
    graph.add(sum.with_power(target.power + source.power), image.layout, image.signed)
    return True


def reduction(graph: Graph) -> bool:
    """A sum or maximum over one or more dims; a dim of extent above 1 remains."""
    node = graph.pick(lambda node: len(node.shape) >= 3 and node.is_tame)
    if node is None:
        return False
    rank = len(node.shape)
    kept = graph.chance.choice([dim for dim in range(rank) if node.shape[dim] > 1] or [0])
    others = [dim for dim in range(rank) if dim != kept]
    dims = sorted(graph.chance.sample(others, graph.chance.randint(1, len(others))))
    if node.is_image and graph.toss(0.6):
        dims = list(node.layout.spatial)
    value, count = graph.use(node), math.prod(node.shape[dim] for dim in dims)
    keep = graph.toss(0.4)
    if graph.toss(0.7):
        result = ops.reduce(graph.module, "arith.addf", 0.0, value, dims, keep).with_power(count * value.power)
    else:
        result = ops.reduce(graph.module, "arith.maximumf", -math.inf, value, dims, keep).with_power(4 * value.power)
    graph.add(result, node.layout if keep else None)
    return True


def pooling(graph: Graph) -> bool:
    """A maximum or average over windows."""
    node = graph.pick(lambda node: node.is_image and min(node.layout.sizes(node.shape)[2:]) >= 3)
    if node is None:
        return False
    layers = graph.layers(node.layout)
    window = graph.chance.choice((2, 3))
    pad = 1 if window == 3 and graph.room >= 3 and graph.toss(0.4) else 0
    pool = layers.max_pool if graph.room < 2 or graph.toss(0.6) else layers.average_pool
    graph.add(pool(graph.use(node), window, graph.chance.choice((1, 2)), pad), node.layout, _survives(node, pool))
    return True


def _survives(node: Node, pool) -> bool:
    """Returns whether the result keeps negative elements: averages do, maxima need not."""
    return node.signed and pool.__name__ == "average_pool"
