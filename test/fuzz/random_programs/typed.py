# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Random ops on elements of any type.

A value whose rounding depends on the order of a sum is not converted or compared, because a difference in the last bit
could change a result completely. All other values are `exact`.
"""

import math

from layout_mlir.models import ops
from layout_mlir.models.body import Body
from layout_mlir.models.ir import Scalar, TensorType, Value
from . import elements
from .graph import Graph, Node

_MOST_PRODUCTS = 500_000
_LARGEST_EXTENT = 64  # extent of a typed matrix


def argument(graph: Graph) -> bool:
    """Adds an argument of any type with 0 to 4 dims, which is no op."""
    if graph.room < 2:
        return False
    shape = tuple(graph.chance.choice((1, 2, 3, 4, 5, 7, 8, 16)) for _ in range(graph.chance.randint(0, 4)))
    element = graph.chance.choice([element for element in elements.ANY if element != "i4"])
    value = graph.module.argument(TensorType(shape, element))
    node = graph.add(value, signed=True, exact=True)
    _add_unary(graph, node)
    return True


def mixed(graph: Graph, node: Node) -> Value:
    """Combines a result with an argument, so that not all of its elements are equal."""
    if not graph.is_wide:
        return node.value
    element, shape = node.value.type.element, node.shape
    other = graph.module.argument(TensorType(shape if node.value.type.size >= 16 else (16, *shape), element))
    op = "arith.xori" if element in elements.INTEGERS else elements.binary(element)[0]
    return ops.elementwise(graph.module, lambda region, x, y: region.apply(op, x, y), node.value, other, element=element)


def unary(graph: Graph) -> bool:
    node = graph.pick(lambda node: node.is_tame, elements.ANY)
    if node is None:
        return False
    _add_unary(graph, node)
    return True


def _add_unary(graph: Graph, node: Node) -> None:
    body, element = elements.unary(node.value.type.element, graph.chance), node.value.type.element
    value = ops.elementwise(graph.module, body, graph.use(node), element=element, power=node.value.power + 0.1)
    graph.add(value, node.layout, exact=node.exact)


def binary(graph: Graph) -> bool:
    """An op on two tensors, one of which may need a broadcast, for example of a single number."""
    first = graph.pick(lambda node: node.is_tame, elements.ANY)
    if first is None:
        return False
    element = first.value.type.element
    second = graph.pick(lambda node: node.is_tame and node != first and _broadcasts(node, first), (element,)) or first
    # The first op is the one that does not cancel when both operands are the same value.
    op = elements.binary(element)[0] if second is first else graph.chance.choice(elements.binary(element))
    body = lambda region, x, y: region.apply(op, x, y)
    value = ops.elementwise(graph.module, body, graph.use(first), graph.use(second), element=element)
    value = value.with_power(first.value.power + second.value.power)
    graph.add(value, first.layout, exact=first.exact and second.exact)
    return True


def _broadcasts(small: Node, large: Node) -> bool:
    """Returns whether a tensor can be broadcast to another; images of different layouts do not match."""
    behind = large.shape[len(large.shape) - len(small.shape) :]
    return len(small.shape) <= len(large.shape) and all(a in (1, b) for a, b in zip(small.shape, behind))


def cast(graph: Graph) -> bool:
    """A conversion to another type; between floats and from floats only if the value is exact."""
    fits = lambda node: node.is_tame and (node.exact or node.value.type.element not in elements.FLOATS)
    node = graph.pick(lambda node: fits(node) and elements.casts(node.value.type.element), elements.ANY)
    if node is None:
        return False
    source = node.value.type.element
    element, op = graph.chance.choice(elements.casts(source))

    def body(region: Body, x: Scalar) -> Scalar:
        # Scales values between -1 and 1, which would all become 0 as integers.
        wide = region.apply("arith.mulf", x, region.constant(50.0, source)) if op == "arith.fptosi" else x
        return region.cast(op, wide, element)

    value = ops.elementwise(graph.module, body, graph.use(node), element=element, power=node.value.power)
    graph.add(value, node.layout, exact=True)
    return True


def choice(graph: Graph) -> bool:
    """Selects from two tensors, mostly the larger element, by comparing them or a third one."""
    first = graph.pick(lambda node: node.exact, elements.NUMBERS)
    if first is None:
        return False
    element = first.value.type.element
    second = graph.pick(lambda node: node.exact and node.shape == first.shape, (element,)) or first
    predicate = "ogt" if element in elements.FLOATS else "sgt"
    if second is first:
        zero = 0 if element in elements.INTEGERS else 0.0
        body = lambda region, x, y: region.compare(predicate, x, region.constant(zero, y.type))
        element = "i1"
    elif graph.toss(0.4):
        body = lambda region, x, y: region.compare(predicate, x, y)
        element = "i1"
    else:
        body = lambda region, x, y: region.select(region.compare(predicate, x, y), y, x)
    value = ops.elementwise(graph.module, body, graph.use(first), graph.use(second), element=element)
    graph.add(value.with_power(1 + first.value.power + second.value.power), first.layout, exact=True)
    return True


def complex_number(graph: Graph) -> bool:
    """Makes a complex number of real and imaginary part, or extracts a real part."""
    node = graph.pick(lambda node: node.is_tame, ("f32", *elements.COMPLEX))
    if node is None:
        return False
    value, other = graph.use(node), graph.use(node)
    if value.type.element == "f32":
        body = lambda region, x, y: region.define(f"complex.create {x.name}, {y.name} : complex<f32>", "complex<f32>")
        result = ops.elementwise(graph.module, body, value, other, element="complex<f32>")
    else:
        part = graph.chance.choice(("re", "im"))
        body = lambda region, x: region.define(f"complex.{part} {x.name} : complex<f32>", "f32")
        result = ops.elementwise(graph.module, body, value, element="f32")
    graph.add(result.with_power(2 * node.value.power), node.layout, exact=node.exact)
    return True


def reduction(graph: Graph) -> bool:
    """A reduction with any combiner over any dims, sometimes all of them."""
    node = graph.pick(lambda node: len(node.shape) >= 1 and node.is_tame, elements.FLOATS + elements.INTEGERS)
    if node is None:
        return False
    rank, element = len(node.shape), node.value.type.element
    dims = sorted(graph.chance.sample(range(rank), graph.chance.randint(1, rank)))
    op, initial = graph.chance.choice(elements.combiners(element))
    value, keep = graph.use(node), graph.toss(0.3)
    result = ops.reduce(graph.module, op, initial, value, dims, keep)
    exact = node.exact and not (element in elements.FLOATS and elements.depends_on_order(op))
    power = value.power * math.prod(node.shape[dim] for dim in dims)
    graph.add(result.with_power(power), node.layout if keep else None, exact=exact)
    return True


def largest(graph: Graph) -> bool:
    """The largest number along a dim and its first index, as an op with two results."""
    node = graph.pick(lambda node: len(node.shape) >= 1 and node.exact, elements.NUMBERS)
    if node is None:
        return False
    module, rank, element = graph.module, len(node.shape), node.value.type.element
    dim = graph.chance.randrange(rank)
    kept = [other for other in range(rank) if other != dim]
    shape = tuple(node.shape[other] for other in kept)
    least = dict(elements.combiners(element))["arith.maximumf" if element in elements.FLOATS else "arith.maxsi"]
    outputs = [module.fill(least, TensorType(shape, element)), module.fill(0, TensorType(shape, "i64"))]

    def body(region: Body, x: Scalar, best: Scalar, place: Scalar) -> list[Scalar]:
        larger = region.compare("ogt" if element in elements.FLOATS else "sgt", x, best)
        here = region.cast("arith.index_cast", region.index(dim), "i64")
        return [region.select(larger, x, best), region.select(larger, here, place)]

    value = graph.use(node)
    results = ops.generic_several(module, [value], outputs, [range(rank), kept, kept], body, [dim])
    graph.add(results[0].with_power(value.power), exact=True)
    graph.add(results[1], exact=True)
    return True


def position(graph: Graph) -> bool:
    """Adds its index to every element."""
    node = graph.pick(lambda node: len(node.shape) >= 1 and node.is_tame, ("i32", "i64", "f32", "f64"))
    if node is None:
        return False
    element, dim = node.value.type.element, graph.chance.randrange(len(node.shape))

    def body(region: Body, x: Scalar) -> Scalar:
        if element in elements.INTEGERS:
            return region.apply("arith.addi", x, region.cast("arith.index_cast", region.index(dim), element))
        here = region.cast("arith.sitofp", region.cast("arith.index_cast", region.index(dim), "i32"), element)
        return region.apply("arith.addf", x, region.apply("arith.mulf", here, region.constant(0.125, element)))

    value = ops.elementwise(graph.module, body, graph.use(node), element=element)
    graph.add(value.with_power(node.value.power + 1), node.layout, exact=node.exact)
    return True


def matmul(graph: Graph) -> bool:
    """Multiplies [rows, k] by a weight of the same type; sums of integers are i32."""
    fits = lambda node: len(node.shape) == 2 and node.is_tame and max(node.shape) <= _LARGEST_EXTENT
    node = graph.pick(fits, ("f16", "bf16", "f64", "i8", "i16", "i32"))
    if node is None:
        return False
    element = node.value.type.element
    (rows, inputs), columns = node.shape, graph.chance.choice((1, 3, 8, 16))
    weight = elements.constant(graph.module, graph.chance, (inputs, columns), element)
    sum = element if element in elements.FLOATS else "i32"
    zero = 0.0 if element in elements.FLOATS else 0
    output = graph.module.fill(zero, TensorType((rows, columns), sum))
    result = ops.named(graph.module, "linalg.matmul", [graph.use(node), weight], output)
    graph.criticals += 1
    graph.requirements.add(element)
    graph.add(result.with_power(inputs * node.value.power), exact=sum == "i32")
    return True


def convolution(graph: Graph) -> bool:
    """A small convolution of a tensor of another type whose shape suits an image."""
    fits = lambda node: len(node.shape) == 4 and node.is_tame and min(node.shape[2:]) >= 2
    node = graph.pick(fits, ("f16", "f64", "i8", "i32"))
    if node is None:
        return False
    element, (batch, inputs, height, width) = node.value.type.element, node.shape
    outputs = graph.chance.choice((3, 8, 16))
    if batch * inputs * outputs * height * width * 4 > _MOST_PRODUCTS:
        return False
    sum = element if element in elements.FLOATS else "i32"
    zero = 0.0 if element in elements.FLOATS else 0
    filter = elements.constant(graph.module, graph.chance, (outputs, inputs, 2, 2), element)
    output = graph.module.fill(zero, TensorType((batch, outputs, height - 1, width - 1), sum))
    result = ops.named(graph.module, "linalg.conv_2d_nchw_fchw", [graph.use(node), filter], output)
    graph.criticals += 1
    graph.requirements.add(f"conv {element}")
    graph.add(result.with_power(4 * inputs * node.value.power), exact=sum == "i32")
    return True
