# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Random loops, conditionals, scf.execute_region, and calls of functions."""

from typing import Callable, Sequence

from layout_mlir.models import ops
from layout_mlir.models.ir import Module, Value
from . import elements
from .graph import Graph, Node

Chain = Callable[[Module, Value], Value]


def _chain(graph: Graph, node: Node) -> Chain:
    """One or two ops that keep type and shape, sometimes between a permutation and its inverse."""
    element = node.value.type.element
    bodies = [elements.unary(element, graph.chance) for _ in range(graph.chance.randint(1, 2))]
    rank = len(node.shape)
    order = graph.chance.sample(range(rank), rank) if graph.toss(0.3) else list(range(rank))
    back = [order.index(dim) for dim in range(rank)]

    def apply(module: Module, value: Value) -> Value:
        turned = order != sorted(order)
        value = ops.transpose(module, value, order) if turned else value
        for body in bodies:
            value = ops.elementwise(module, body, value, element=element)
        return ops.transpose(module, value, back) if turned else value

    return apply


def _pick(graph: Graph) -> Node | None:
    return graph.pick(lambda node: node.is_tame and max(node.shape, default=1) > 1, elements.ANY)


def _add(graph: Graph, value: Value, node: Node) -> bool:
    graph.add(value.with_power(node.value.power + 1), node.layout, exact=node.exact)
    return True


def loop(graph: Graph) -> bool:
    """A loop of two or three iterations. Each iteration changes its iteration arguments and may combine them with
    captured values."""
    node = _pick(graph)
    if node is None:
        return False
    module, value, chain = graph.module, graph.use(node), _chain(graph, node)
    rounds, carried = graph.chance.randint(2, 3), Value(f"%carried{module.op_count}", node.value.type)
    from_, to, step = (module.scalar(number, "index").name for number in (0, rounds, 1))
    op = graph.chance.choice(elements.binary(value.type.element)) if graph.toss(0.5) else None

    def build() -> Sequence[Value]:
        result = chain(module, carried)
        if op:
            result = ops.elementwise(
                module, lambda region, x, y: region.apply(op, x, y), result, value, element=value.type.element
            )
        return [result]

    region, _ = module.region(build, "scf.yield")
    text = f"scf.for %i{carried.name[1:]} = {from_} to {to} step {step} iter_args({carried.name} = {value.name})"
    return _add(graph, module.define(f"{text} -> ({value.type}) {region}", value.type), node)


def choice(graph: Graph) -> bool:
    """A conditional: one of two ways to change a value, depending on an argument."""
    node, decider = _pick(graph), graph.pick(lambda node: node.exact and node.value.name.startswith("%arg"))
    if node is None or decider is None:
        return False
    module, value = graph.module, graph.use(node)
    zeros = ", ".join(module.scalar(0, "index").name for _ in decider.shape)
    first = module.define_scalar(f"tensor.extract {graph.use(decider).name}[{zeros}] : {decider.value.type}", "f32")
    text = f"arith.cmpf ogt, {first.name}, {module.scalar(0.0).name} : f32"
    condition = module.define_scalar(text, "i1")
    ways = [module.region(lambda way=_chain(graph, node): [way(module, value)], "scf.yield")[0] for _ in range(2)]
    text = f"scf.if {condition.name} -> ({value.type}) {ways[0]} else {ways[1]}"
    return _add(graph, module.define(text, value.type), node)


def straight(graph: Graph) -> bool:
    """Some ops in an scf.execute_region."""
    node = _pick(graph)
    if node is None:
        return False
    module, value, chain = graph.module, graph.use(node), _chain(graph, node)
    region, _ = module.region(lambda: [chain(module, value)], "scf.yield")
    return _add(graph, module.define(f"scf.execute_region -> {value.type} {region}", value.type), node)


def call(graph: Graph) -> bool:
    """Some ops in a private function that is called once or twice."""
    node = _pick(graph)
    if node is None:
        return False
    name = f"part{graph.module.op_count}"
    function = graph.module.function(name)
    function.close(_chain(graph, node)(function, function.argument(node.value.type)))
    value = graph.use(node)
    for _ in range(2 if graph.room >= 2 and graph.toss(0.5) else 1):
        value = graph.module.define(f"func.call @{name}({value.name}) : ({value.type}) -> {value.type}", value.type)
    return _add(graph, value, node)
