# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Tensor ops that every network uses, written as torch-mlir writes them: one function for each, from operands to
result.

Shapes are row-major and static. The power (mean square) of a result is computed for independent operands of mean zero;
layers with other operands correct it.
"""

from __future__ import annotations

import enum
import itertools
import math
from typing import Callable, Sequence

from . import graph
from .body import Body
from .ir import Module, Scalar, TensorType, Value, Weights

# The standard deviation, relative to the signal, of biases and of normalisation parameters around their mean.
SPREAD = 0.1


def generic(
    module: Module,
    inputs: Sequence[Value],
    output: Value,
    maps: Sequence[Sequence[int | None]],
    body: Callable[..., Scalar],
    reductions: Sequence[int] = (),
    power: float = 1.0,
) -> Value:
    """Appends a `linalg.generic` with one result. `maps` has the loops of each operand's dims, the output's last (None:
    the constant 0). `body(region, *elements)` gets the elements of the inputs, and for reductions also that of the
    output."""
    loops = 1 + max((dim for result in maps for dim in result if dim is not None), default=-1)
    region = Body(module, inputs, [output])
    result = body(region, *region.inputs, *(region.outputs if reductions else ()))
    text = region.text(result)
    # An element that is passed on as it is may be that of a smaller tensor.
    is_operator = result not in region.inputs and _is_broadcast(inputs, output, maps)
    aliases = ", ".join(module.map(loops, result) for result in maps)
    kinds = ", ".join('"reduction"' if loop in reductions else '"parallel"' for loop in range(loops))
    ins = f"ins({_typed(inputs)}) " if inputs else ""
    return module.define(
        f"linalg.generic {{indexing_maps = [{aliases}], iterator_types = [{kinds}]}} "
        f"{ins}outs({_typed([output])}) {text} -> {output.type}",
        output.type,
        power,
    ).means(result.meaning if is_operator else None)


def _is_broadcast(inputs: Sequence[Value], output: Value, maps: Sequence[Sequence[int | None]]) -> bool:
    """Whether elements correspond to each other as in operators of ONNX: aligned at the last dim."""
    loops = list(range(len(output.shape)))
    if list(maps[-1]) != loops:
        return False
    aligned = (zip(loops[len(loops) - len(dims) :], dims, value.shape) for dims, value in zip(maps, inputs))
    return all(dim == loop or extent == 1 for operand in aligned for loop, dim, extent in operand)


def generic_several(
    module: Module,
    inputs: Sequence[Value],
    outputs: Sequence[Value],
    maps: Sequence[Sequence[int | None]],
    body: Callable[..., Sequence[Scalar]],
    reductions: Sequence[int] = (),
) -> list[Value]:
    """Appends a `linalg.generic` with several results; `body` gets the elements of inputs and outputs."""
    loops = 1 + max((dim for result in maps for dim in result if dim is not None), default=-1)
    region = Body(module, inputs, outputs)
    text = region.text(*body(region, *region.inputs, *region.outputs))
    aliases = ", ".join(module.map(loops, result) for result in maps)
    kinds = ", ".join('"reduction"' if loop in reductions else '"parallel"' for loop in range(loops))
    types = [output.type for output in outputs]
    return module.define_several(
        f"linalg.generic {{indexing_maps = [{aliases}], iterator_types = [{kinds}]}} "
        f"ins({_typed(inputs)}) outs({_typed(outputs)}) {text} -> ({', '.join(map(str, types))})",
        types,
    )


def named(module: Module, op: str, inputs: Sequence[Value], output: Value, attributes: str = "") -> Value:
    """Appends a named linalg op."""
    attributes = f" {{{attributes}}}" if attributes else ""
    text = f"{op}{attributes} ins({_typed(inputs)}) outs({_typed([output])}) -> {output.type}"
    return module.define(text, output.type)


def elementwise(
    module: Module, body: Callable[..., Scalar], *operands: Value, element: str = "f32", power: float = 1.0
) -> Value:
    """Applies a body to tensors that broadcast to one shape, aligned at the last dim; unit dims are indexed by the
    constant 0. `element` is the type that the body yields."""
    rank = max(len(operand.shape) for operand in operands)
    padded = [(1,) * (rank - len(operand.shape)) + operand.shape for operand in operands]
    output = module.empty(TensorType(tuple(max(extents) for extents in zip(*padded)), element))
    maps = [
        [None if extent == 1 else dim for dim, extent in enumerate(operand.shape, rank - len(operand.shape))]
        for operand in operands
    ]
    return generic(module, operands, output, maps + [range(rank)], body, power=power)


def add(module: Module, left: Value, right: Value) -> Value:
    body = lambda region, x, y: region.apply("arith.addf", x, y)
    return elementwise(module, body, left, right, power=left.power + right.power)


def reduce(module: Module, op: str, initial: float, operand: Value, dims: Sequence[int], keep: bool) -> Value:
    """Reduces `dims` with a binary op; `keep` keeps them as unit dims."""
    rank = len(operand.shape)
    kept = [dim for dim in range(rank) if keep or dim not in dims]
    shape = tuple(1 if dim in dims else operand.shape[dim] for dim in kept)
    output = module.fill(initial, TensorType(shape, operand.type.element))
    maps = [range(rank), [None if dim in dims else dim for dim in kept]]
    result = generic(module, [operand], output, maps, lambda region, x, y: region.apply(op, x, y), dims)
    return result.means(graph.reduction(op, operand.meaning, dims, keep))


def divide(module: Module, operand: Value, divisor: float) -> Value:
    body = lambda region, x: region.apply("arith.divf", x, region.constant(divisor))
    return elementwise(module, body, operand, power=operand.power / divisor**2)


def transpose(module: Module, operand: Value, permutation: Sequence[int]) -> Value:
    """Transposes: dim i of the result is dim `permutation[i]` of the operand."""
    output = module.empty(TensorType(tuple(operand.shape[dim] for dim in permutation), operand.type.element))
    maps = [range(len(permutation)), permutation]
    result = generic(module, [operand], output, maps, lambda region, x: x, power=operand.power)
    return result.means(graph.node("Transpose", operand.meaning, perm=list(permutation)))


def collapse(module: Module, operand: Value, groups: Sequence[Sequence[int]]) -> Value:
    """Joins each group of adjacent dims into one."""
    type = TensorType(tuple(math.prod(operand.shape[dim] for dim in group) for group in groups), operand.type.element)
    text = f"tensor.collapse_shape {operand.name} {_lists(groups)} : {operand.type} into {type}"
    return module.define(text, type, operand.power).means(graph.reshape(operand.meaning, type.shape))


def expand(module: Module, operand: Value, dim: int, extents: Sequence[int]) -> Value:
    """Splits one dim into several."""
    shape = operand.shape[:dim] + tuple(extents) + operand.shape[dim + 1 :]
    counts = [1] * dim + [len(extents)] + [1] * (len(operand.shape) - dim - 1)
    numbers = itertools.count()
    groups = [list(itertools.islice(numbers, count)) for count in counts]
    type = TensorType(shape, operand.type.element)
    text = f"tensor.expand_shape {operand.name} {_lists(groups)} output_shape {list(shape)}"
    value = module.define(f"{text} : {operand.type} into {type}", type, operand.power)
    return value.means(graph.reshape(operand.meaning, shape))


def extract_slice(
    module: Module, operand: Value, offsets: Sequence[int], sizes: Sequence[int], strides: Sequence[int] | None = None
) -> Value:
    type = TensorType(tuple(sizes), operand.type.element)
    strides = strides or [1] * len(sizes)
    window = f"{list(offsets)} {list(sizes)} {list(strides)}"
    text = f"tensor.extract_slice {operand.name}{window} : {operand.type} to {type}"
    value = module.define(text, type, operand.power)
    return value.means(graph.slice_of(operand.meaning, offsets, sizes, strides))


def gather_rows(module: Module, table: Value, rows: Value) -> Value:
    """Returns rows of a matrix, given by a vector of i64; negative numbers count from the end."""

    def body(region: Body, row: Scalar) -> Scalar:
        behind = region.apply("arith.addi", row, region.constant(table.shape[0], "i64"))
        negative = region.compare("slt", row, region.constant(0, "i64"))
        index = region.cast("arith.index_cast", region.select(negative, behind, row), "index")
        return region.extract(table, index, region.index(1))

    output = module.empty(TensorType((rows.shape[0], table.shape[1])))
    result = generic(module, [rows], output, [(0,), (0, 1)], body, power=table.power)
    return result.means(graph.node("Gather", table.meaning, rows.meaning))


def insert_slice(
    module: Module, source: Value, target: Value, offsets: Sequence[int], strides: Sequence[int] | None = None
) -> Value:
    """Returns `target` with `source` inserted into it."""
    window = f"{list(offsets)} {list(source.shape)} {list(strides or [1] * len(offsets))}"
    text = f"tensor.insert_slice {source.name} into {target.name}{window} : {source.type} into {target.type}"
    return module.define(text, target.type)


def overwrite(module: Module, source: Value, target: Value, offsets: Sequence[int]) -> Value:
    """As `insert_slice`, but for small slices of any tensor: the places of the elements are in the ONNX model."""
    ranges = (range(offset, offset + extent) for offset, extent in zip(offsets, source.shape))
    meaning = graph.scatter(source.meaning, target.meaning, itertools.product(*ranges), source.shape)
    return insert_slice(module, source, target, offsets).means(meaning)


def concat(module: Module, operands: Sequence[Value], dim: int) -> Value:
    """Concatenates tensors along a dim."""
    extent = sum(operand.shape[dim] for operand in operands)
    shape = operands[0].shape
    type = TensorType(shape[:dim] + (extent,) + shape[dim + 1 :], operands[0].type.element)
    names, types = ", ".join(x.name for x in operands), ", ".join(str(x.type) for x in operands)
    power = sum(x.shape[dim] * x.power for x in operands) / extent
    value = module.define(f"tensor.concat dim({dim}) {names} : ({types}) -> {type}", type, power)
    return value.means(graph.node("Concat", *(x.meaning for x in operands), axis=dim))


def pad(module: Module, operand: Value, low: Sequence[int], value: float, high: Sequence[int] | None = None) -> Value:
    """Pads every dim by its width in `low` in front and in `high` behind; `high` is `low` by default."""
    high = low if high is None else high
    type = TensorType(tuple(sum(widths) for widths in zip(low, operand.shape, high)), operand.type.element)
    indices = ", ".join(f"%i{dim}: index" for dim in range(len(low)))
    return module.define(
        f"tensor.pad {operand.name} low{list(low)} high{list(high)} {{\n    ^bb0({indices}):\n"
        f"      tensor.yield {module.scalar(value, type.element).name} : {type.element}\n"
        f"    }} : {operand.type} to {type}",
        type,
        operand.power,
    )


class LinearWeight(enum.Enum):
    """The order in which a network stores the matrix of a linear layer."""

    OUT_IN = "[out, in]"  # as torch.nn.Linear; it is transposed before the product
    IN_OUT = "[in, out]"


def matrix(module: Module, inputs: int, outputs: int, deviation: float, stored: LinearWeight) -> Value:
    """Returns the weight of a linear layer as `linalg.matmul` reads it, [inputs, outputs]. Weights that are function
    arguments have this order already."""
    if stored is LinearWeight.IN_OUT or module.weights is Weights.ARGS:
        return module.parameter((inputs, outputs), deviation)
    return transpose(module, module.parameter((outputs, inputs), deviation), (1, 0))


def matmul(module: Module, left: Value, right: Value) -> Value:
    """Appends a product [rows, k] x [k, columns]."""
    output = module.fill(0.0, TensorType((left.shape[0], right.shape[1])))
    product = named(module, "linalg.matmul", [left, right], output)
    power = left.shape[1] * left.power * right.power
    return product.with_power(power).means(graph.node("MatMul", left.meaning, right.meaning))


def linear(
    module: Module, operand: Value, outputs: int, stored: LinearWeight, power: float = 1.0, bias: bool = True
) -> Value:
    """Appends a fully connected layer on the last dim with new weights, which give the result the power `power`."""
    *outer, inputs = operand.shape
    last = len(outer)
    rows = operand if last == 1 else collapse(module, operand, [list(range(last)), [last]])
    weight = matrix(module, inputs, outputs, math.sqrt(power / (inputs * operand.power)), stored)
    result = matmul(module, rows, weight)
    meaning = graph.node("MatMul", operand.meaning, weight.meaning)
    if bias:
        vector = module.parameter((outputs,), SPREAD * math.sqrt(result.power))
        result, meaning = add(module, result, vector), graph.node("Add", meaning, vector.meaning)
    return (result if last == 1 else expand(module, result, 0, outer)).means(meaning)


def _typed(values: Sequence[Value]) -> str:
    return f"{', '.join(value.name for value in values)} : {', '.join(str(value.type) for value in values)}"


def _lists(groups: Sequence[Sequence[int]]) -> str:
    return str([list(group) for group in groups])
