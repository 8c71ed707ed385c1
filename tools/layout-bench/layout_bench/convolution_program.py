# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Writes a convolution of a planned network as a program that computes nothing else.

The elementwise ops behind a convolution differ from network to network; here they are a bias and a ReLU for all.
"""

import math
import pathlib
from typing import Iterator, Sequence

from .convolutions import RESULT, Convolution, parse_type

# The function of the program.
SYMBOL = "convolution"


def write_program(convolution: Convolution, file: pathlib.Path) -> None:
    """Writes a program with the function

        void convolution(float *image, float *filter, float *bias, float *result);

    which computes `relu(convolution + bias)` on buffers with the dims and strides of the operands. As in the network,
    the kernel is a function whose buffers do not overlap, and loads no constant but from an argument."""
    sizes = convolution.bias_sizes()
    bias = f"memref<{'x'.join(map(str, sizes))}xf32>"
    names = ("image", "filter", "bias", "result")
    types = (convolution.image.type, convolution.filter.type, bias, convolution.result.type)
    extents = (*(each.extent() for each in (convolution.image, convolution.filter)), math.prod(sizes))
    extents = (*extents, convolution.result.extent())
    parameters = ", ".join(f"%{name}: memref<{extent}xf32>" for name, extent in zip(names, extents))
    lines = [f"func.func @{SYMBOL}({parameters}) {{"]
    for name, type, extent in zip(names, types, extents):
        lines += _cast(name, type, extent)
    lines.append(f"  call @kernel({', '.join(f'%{name}_buffer' for name in names)}) : ({', '.join(types)}) -> ()")
    lines += ["  return", "}", *_kernel(convolution, types)]
    file.write_text("\n".join(lines) + "\n", encoding="utf-8")


def _cast(name: str, type: str, extent: int) -> Iterator[str]:
    """Gives an argument the shape of a buffer."""
    sizes, strides = (list(numbers) for numbers in parse_type(type))
    shaped = f"memref<{'x'.join(map(str, sizes))}xf32, strided<{strides}>>"
    yield (
        f"  %{name}_shaped = memref.reinterpret_cast %{name} to offset: [0], sizes: {sizes}, strides: {strides} : "
        f"memref<{extent}xf32> to {shaped}"
    )
    yield f"  %{name}_buffer = memref.cast %{name}_shaped : {shaped} to {type}"


def _kernel(convolution: Convolution, types: Sequence[str]) -> Iterator[str]:
    """The function of the kernel, as layout-outline-kernels makes it."""
    image, window, bias, result = types
    dims = convolution.result.dims
    rank = len(dims)
    sums = f"memref<{''.join(f'{dim.size}x' for dim in dims)}f32>"
    loops = ", ".join(f"d{loop}" for loop in range(rank))
    same = f"affine_map<({loops}) -> ({loops})>"
    channels = [f"d{dims.index(dim)}" for dim in convolution.result.logical(RESULT) if dim.role in "gk"]
    per_channel = f"affine_map<({loops}) -> ({', '.join(channels)})>"
    parallel = ", ".join(['"parallel"'] * rank)
    parameters = f"%image: {image}, %filter: {window}, %bias: {bias}, %result: {result} {{llvm.noalias}}"
    yield f"func.func private @kernel({parameters})"
    # Inlined, the buffers would be arguments that may overlap.
    yield '    attributes {layout.kernel, no_inline, passthrough = ["noinline", "nounwind"]} {'
    yield "  %zero = arith.constant 0.0 : f32"
    yield f"  %sums = memref.alloc() {{alignment = 64 : i64}} : {sums}"
    yield f"  linalg.generic {{indexing_maps = [{same}], iterator_types = [{parallel}]}} outs(%sums : {sums}) {{"
    yield "  ^bb0(%out: f32):"
    yield "    linalg.yield %zero : f32"
    yield "  }"
    maps = ", ".join(convolution.maps)
    yield f"  linalg.generic {{indexing_maps = [{maps}], iterator_types = [{convolution.iterators}]}}"
    yield f"      ins(%image, %filter : {image}, {window}) outs(%sums : {sums}) {{"
    yield "  ^bb0(%in: f32, %weight: f32, %out: f32):"
    yield "    %product = arith.mulf %in, %weight : f32"
    yield "    %sum = arith.addf %out, %product : f32"
    yield "    linalg.yield %sum : f32"
    yield "  }"
    yield f"  linalg.generic {{indexing_maps = [{same}, {per_channel}, {same}], iterator_types = [{parallel}]}}"
    yield f"      ins(%sums, %bias : {sums}, {bias}) outs(%result : {result}) {{"
    yield "  ^bb0(%in: f32, %shift: f32, %out: f32):"
    yield "    %shifted = arith.addf %in, %shift : f32"
    yield "    %positive = arith.cmpf ugt, %shifted, %zero : f32"
    yield "    %relu = arith.select %positive, %shifted, %zero : f32"
    yield "    linalg.yield %relu : f32"
    yield "  }"
    yield f"  memref.dealloc %sums : {sums}"
    yield "  return"
    yield "}"
