# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Seeded random chains of convolutions, crops and pads, whose channels fill no blocks or fill them.

A program of 2 to 7 steps works on one image in NCHW: convolutions and depthwise convolutions with constant filters, slices
of channels and of the image, insertions of other images into a part of them, borders of the image and of its channels,
poolings and elementwise operations. Nothing is required of a layout, so that what a
plan moves can be compared with what the program moves. Results depend on the arguments.

    from random_programs import chains
    chains.generate(sys.stdout, seed=7)
"""

import random
from typing import Sequence, TextIO

from .text import ProgramText, Shape, tensor_type

_CHANNELS = (3, 8, 12, 16, 20, 24, 32, 40, 48)
_SIDES = (8, 9, 12, 16)


class _Chain(ProgramText):
    """The text of a program while it grows, and the image that the next step reads."""

    def __init__(self, chance: random.Random) -> None:
        super().__init__(chance)
        self.value = "%image"
        self.shape: Shape = (1, chance.choice(_CHANNELS), chance.choice(_SIDES), chance.choice(_SIDES))
        self.arguments = [f"{self.value}: {tensor_type(self.shape)}"]

    def step(self, operation: str, others: Sequence[tuple[str, Shape]], out: str, shape: Shape) -> None:
        """Makes the result of a named operation on the image and other operands the image."""
        self.value = self.named(operation, [(self.value, self.shape), *others], out, shape)
        self.shape = shape

    def filter(self, shape: Shape, products: int) -> tuple[str, Shape]:
        """A filter of different numbers, whose sums of products stay small: a weight of a file would do as well."""
        drawn = [self.chance.uniform(-1.0, 1.0) / products for _ in range(shape[0])]
        rows = ", ".join(_nested(number, shape[1:]) for number in drawn)
        return self.emit(f"arith.constant dense<[{rows}]> : {tensor_type(shape)}"), shape


def _nested(number: float, shape: Shape) -> str:
    """One number in all elements, as dense elements print it."""
    return f"{number:.6f}" if not shape else f"[{', '.join([_nested(number, shape[1:])] * shape[0])}]"


def _window(chain: _Chain) -> int:
    return chain.chance.choice([side for side in (1, 1, 3) if side <= min(chain.shape[2:])])


def _convolution(chain: _Chain) -> None:
    _, channels, height, width = chain.shape
    side, outputs = _window(chain), chain.chance.choice(_CHANNELS)
    kernel = chain.filter((outputs, channels, side, side), channels * side * side)
    result = (1, outputs, height - side + 1, width - side + 1)
    chain.step("conv_2d_nchw_fchw", [kernel], chain.filled(result), result)


def _depthwise(chain: _Chain) -> None:
    _, channels, height, width = chain.shape
    side = _window(chain)
    kernel = chain.filter((channels, side, side), side * side)
    result = (1, channels, height - side + 1, width - side + 1)
    chain.step("depthwise_conv_2d_nchw_chw", [kernel], chain.filled(result), result)


def _slice(chain: _Chain) -> None:
    dim = chain.chance.choice([1, 1, 2, 3])
    extent = chain.shape[dim]
    if extent < 4:
        return
    removed = chain.chance.choice([1, 2, extent // 2])
    offsets = [0, 0, 0, 0]
    offsets[dim] = chain.chance.choice([0, 0, 1, removed])
    sizes = tuple(size - removed if at == dim else size for at, size in enumerate(chain.shape))
    slice_ = f"{chain.value}{offsets} {list(sizes)} [1, 1, 1, 1]"
    chain.value = chain.emit(f"tensor.extract_slice {slice_} : {tensor_type(chain.shape)} to {tensor_type(sizes)}")
    chain.shape = sizes


def _insertion(chain: _Chain) -> None:
    """Inserts an image, some channels and rows of it, at an offset or every other one."""
    chance = chain.chance
    strides = [1, chance.choice([1, 1, 1, 2]), chance.choice([1, 1, 2]), 1]
    offsets, sizes = [0], [1]
    for extent, stride in zip(chain.shape[1:], strides[1:]):
        offsets.append(chance.choice([0, 0, 1, extent // 2]))
        room = (extent - offsets[-1] + stride - 1) // stride
        sizes.append(chance.choice([room, max(room // 2, 1), min(room, 3)]))
    source = chain.argument(tuple(sizes))
    chain.value = chain.emit(
        f"tensor.insert_slice {source} into {chain.value}{offsets} {sizes} {strides} : {tensor_type(sizes)} into {tensor_type(chain.shape)}"
    )


def _border(chain: _Chain) -> None:
    width = chain.chance.choice([1, 1, 1, 8])
    low = [0, chain.chance.choice([0, 0, 0, 3, 16]), width, width]
    high = [0, chain.chance.choice([0, 0, 0, 1, 13]), width, width]
    result = tuple(sum(widths) for widths in zip(chain.shape, low, high))
    chain.value = chain.emit(
        f"tensor.pad {chain.value} low{low} high{high} {{\n"
        "  ^bb0(%n: index, %c: index, %h: index, %w: index):\n    tensor.yield %zero : f32\n"
        f"  }} : {tensor_type(chain.shape)} to {tensor_type(result)}"
    )
    chain.shape = result


def _pooling(chain: _Chain) -> None:
    batch, channels, height, width = chain.shape
    if min(height, width) < 4:
        return
    result = (batch, channels, height // 2, width // 2)
    window = (chain.empty((2, 2)), (2, 2))
    chain.step("pooling_nchw_sum {strides = dense<2> : vector<2xi64>}", [window], chain.filled(result), result)


def _exponential(chain: _Chain) -> None:
    chain.step("exp", [], chain.empty(chain.shape), chain.shape)


def _rectifier(chain: _Chain) -> None:
    chain.step("max", [(chain.filled(chain.shape), chain.shape)], chain.empty(chain.shape), chain.shape)


_STEPS = (
    *(_convolution, _convolution, _convolution, _slice, _slice, _depthwise),
    *(_insertion, _border, _pooling, _exponential, _rectifier),
)


def generate(stream: TextIO, seed: int) -> None:
    """Writes the program of a seed."""
    chain = _Chain(random.Random(seed))
    _convolution(chain)
    for _ in range(chain.chance.randint(1, 6)):
        chain.chance.choice(_STEPS)(chain)
    stream.write(f"func.func @main({', '.join(chain.arguments)}) -> {tensor_type(chain.shape)} {{\n  %zero = arith.constant 0.0 : f32\n")
    stream.writelines(f"  {line}\n" for line in chain.lines)
    stream.write(f"  return {chain.value} : {tensor_type(chain.shape)}\n}}\n")
