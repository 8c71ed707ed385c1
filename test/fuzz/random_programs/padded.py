# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Seeded random programs whose extents fill no blocks: what a padded result is cropped, transposed and reshaped into.

A program of 2 to 6 steps is one of two kinds. On tokens, a tensor of rows and columns, the steps are linear layers,
attention with heads, elementwise operations, and transposes. On images in NCHW they are convolutions, pixel shuffles and
the opposite, group norms, channel shuffles, elementwise operations, and products of the pixels as rows. Extents are
those that real networks have, divided: few are multiples of 16 or 32. Results depend on the arguments.

    from random_programs import padded
    padded.generate(sys.stdout, seed=7)
"""

import math
import random
from typing import Callable, Sequence, TextIO

from .text import ProgramText, Shape, tensor_type

_COLUMNS = (6, 8, 12, 16, 18, 24, 32, 40, 48, 96)
_CHANNELS = (8, 12, 16, 18, 20, 24, 32, 40, 48)
_ROWS = (1, 5, 7, 16, 20, 33, 49)
_SIDES = (1, 2, 3, 4, 5, 6, 7)


class _Program(ProgramText):
    """The text of a program while it grows, and the value that the next step reads."""

    def __init__(self, chance: random.Random) -> None:
        super().__init__(chance)
        self.count = 0
        self.value, self.shape = "", ()

    def name(self) -> str:
        self.count += 1
        return f"%v{self.count}"

    def transpose(self, value: str, shape: Shape, permutation: Sequence[int]) -> tuple[str, Shape]:
        result = tuple(shape[dim] for dim in permutation)
        out = self.empty(result)
        name = self.name()
        self.lines.append(
            f"{name} = linalg.transpose ins({value} : {tensor_type(shape)}) outs({out} : {tensor_type(result)}) "
            f"permutation = [{', '.join(map(str, permutation))}]"
        )
        return name, result

    def expand(self, value: str, shape: Shape, parts: Sequence[Sequence[int]]) -> tuple[str, Shape]:
        """Splits each dim into the extents of its part."""
        result = tuple(extent for part in parts for extent in part)
        name = self.emit(
            f"tensor.expand_shape {value} {_groups(parts)} output_shape [{', '.join(map(str, result))}] : "
            f"{tensor_type(shape)} into {tensor_type(result)}"
        )
        return name, result

    def collapse(self, value: str, shape: Shape, sizes: Sequence[int]) -> tuple[str, Shape]:
        """Joins as many dims as each size says."""
        parts, at = [], 0
        for size in sizes:
            parts.append(shape[at : at + size])
            at += size
        result = tuple(math.prod(part) for part in parts)
        return self.emit(f"tensor.collapse_shape {value} {_groups(parts)} : {tensor_type(shape)} into {tensor_type(result)}"), result

    def generic(self, inputs: Sequence[tuple[str, Shape, str]], shape: Shape, body: str, out: str = "", kinds: str = "") -> str:
        """An operation over the dims of the result, or also over those of `kinds` (p or r for each)."""
        kinds = kinds or "p" * len(shape)
        loops = ", ".join(f"d{dim}" for dim in range(len(kinds)))
        kept = ", ".join(f"d{dim}" for dim, kind in enumerate(kinds) if kind == "p")
        maps = [f"affine_map<({loops}) -> ({dims})>" for _, _, dims in inputs] + [f"affine_map<({loops}) -> ({kept})>"]
        iterators = ", ".join('"parallel"' if kind == "p" else '"reduction"' for kind in kinds)
        values = ", ".join(value for value, _, _ in inputs)
        types = ", ".join(tensor_type(extents) for _, extents, _ in inputs)
        elements = ", ".join(f"%in{index}: f32" for index in range(len(inputs)))
        name, out = self.name(), out or self.empty(shape)
        self.lines += [
            f"{name} = linalg.generic {{indexing_maps = [{', '.join(maps)}], iterator_types = [{iterators}]}} "
            f"ins({values} : {types}) outs({out} : {tensor_type(shape)}) {{",
            f"^bb0({elements}, %out: f32):",
            *(f"  {line}" for line in body.splitlines()),
            f"}} -> {tensor_type(shape)}",
        ]
        return name

    def write(self, stream: TextIO) -> None:
        arguments = ", ".join(self.arguments)
        stream.write(f"func.func @main({arguments}) -> {tensor_type(self.shape)} {{\n")
        stream.write("  %zero = arith.constant 0.0 : f32\n  %small = arith.constant 0.01 : f32\n")
        stream.writelines(f"  {line}\n" for line in self.lines)
        stream.write(f"  return {self.value} : {tensor_type(self.shape)}\n}}\n")


def _groups(parts: Sequence[Sequence[int]]) -> str:
    groups, at = [], 0
    for part in parts:
        groups.append(f"[{', '.join(str(at + index) for index in range(len(part)))}]")
        at += len(part)
    return f"[{', '.join(groups)}]"


def _divisor(chance: random.Random, extent: int, largest: int = 8) -> int:
    return chance.choice([part for part in range(1, largest + 1) if extent % part == 0])


# Steps on tokens: rows and columns.


def _linear(program: _Program) -> None:
    rows, columns = program.shape
    result = (rows, program.chance.choice(_COLUMNS))
    kernel = program.argument((columns, result[1]))
    inputs = [(program.value, program.shape), (kernel, (columns, result[1]))]
    program.value, program.shape = program.named("matmul", inputs, program.filled(result), result), result


def _attention(program: _Program) -> None:
    """Queries, keys and values are the same rows, split into heads and joined again."""
    rows, columns = program.shape
    heads = _divisor(program.chance, columns)
    split, shape = program.expand(program.value, program.shape, [[rows], [heads, columns // heads]])
    query, by_head = program.transpose(split, shape, (1, 0, 2))
    keys, by_column = program.transpose(split, shape, (1, 2, 0))
    scores = (heads, rows, rows)
    weights = program.named("batch_matmul", [(query, by_head), (keys, by_column)], program.filled(scores), scores)
    if program.chance.random() < 0.7:
        name = program.name()
        out = program.empty(scores)
        program.lines.append(
            f"{name} = linalg.softmax dimension(2) ins({weights} : {tensor_type(scores)}) outs({out} : {tensor_type(scores)}) "
            f"-> {tensor_type(scores)}"
        )
        weights = name
    mixed = program.named("batch_matmul", [(weights, scores), (query, by_head)], program.filled(by_head), by_head)
    joined, shape = program.transpose(mixed, by_head, (1, 0, 2))
    program.value, program.shape = program.collapse(joined, shape, [1, 2])


def _turn(program: _Program) -> None:
    program.value, program.shape = program.transpose(program.value, program.shape, (1, 0))


# Steps on images: one image in NCHW.


def _convolution(program: _Program) -> None:
    _, channels, height, width = program.shape
    window = program.chance.choice([side for side in (1, 1, 3) if side <= min(height, width)])
    result = (1, program.chance.choice(_CHANNELS), height - window + 1, width - window + 1)
    kernel = (result[1], channels, window, window)
    inputs = [(program.value, program.shape), (program.argument(kernel), kernel)]
    value = program.named("conv_2d_nchw_fchw", inputs, program.filled(result), result)
    program.value, program.shape = value, result


def _pixel_shuffle(program: _Program) -> None:
    _, channels, height, width = program.shape
    if channels % 4 or height * width > 100:
        return _convolution(program)
    value, shape = program.expand(program.value, program.shape, [[1], [channels // 4, 2, 2], [height], [width]])
    value, shape = program.transpose(value, shape, (0, 1, 4, 2, 5, 3))
    program.value, program.shape = program.collapse(value, shape, [1, 1, 2, 2])
    return None


def _pixel_unshuffle(program: _Program) -> None:
    _, channels, height, width = program.shape
    if height % 2 or width % 2 or channels > 24:
        return _convolution(program)
    value, shape = program.expand(program.value, program.shape, [[1], [channels], [height // 2, 2], [width // 2, 2]])
    value, shape = program.transpose(value, shape, (0, 1, 3, 5, 2, 4))
    program.value, program.shape = program.collapse(value, shape, [1, 3, 1, 1])
    return None


def _channel_shuffle(program: _Program) -> None:
    _, channels, height, width = program.shape
    groups = _divisor(program.chance, channels)
    value, shape = program.expand(program.value, program.shape, [[1], [groups, channels // groups], [height], [width]])
    value, shape = program.transpose(value, shape, (0, 2, 1, 3, 4))
    program.value, program.shape = program.collapse(value, shape, [1, 2, 1, 1])


def _group_norm(program: _Program) -> None:
    """Subtracts the sums of groups of channels."""
    _, channels, height, width = program.shape
    groups = _divisor(program.chance, channels)
    value, shape = program.expand(program.value, program.shape, [[1], [groups, channels // groups], [height], [width]])
    dims = "d0, d1, d2, d3, d4"
    total = program.generic(
        [(value, shape, dims)],
        shape[:2],
        "%0 = arith.addf %in0, %out : f32\nlinalg.yield %0 : f32",
        out=program.filled(shape[:2]),
        kinds="pprrr",
    )
    value = program.generic(
        [(value, shape, dims), (total, shape[:2], "d0, d1")],
        shape,
        "%0 = arith.mulf %in1, %small : f32\n%1 = arith.subf %in0, %0 : f32\nlinalg.yield %1 : f32",
    )
    program.value, program.shape = program.collapse(value, shape, [1, 2, 1, 1])


def _pixels(program: _Program) -> None:
    """Multiplies the pixels, as rows, by a matrix, and makes an image of the product."""
    _, channels, height, width = program.shape
    value, shape = program.transpose(program.value, program.shape, (0, 2, 3, 1))
    program.value, program.shape = program.collapse(value, shape, [3, 1])
    _linear(program)
    value, shape = program.expand(program.value, program.shape, [[1, height, width], [program.shape[1]]])
    program.value, program.shape = program.transpose(value, shape, (0, 3, 1, 2))


# Steps on both.


def _elementwise(program: _Program) -> None:
    dims = ", ".join(f"d{dim}" for dim in range(len(program.shape)))
    operation = program.chance.choice(("maximumf %in0, %zero", "addf %in0, %small", "mulf %in0, %small"))
    body = f"%0 = arith.{operation} : f32\nlinalg.yield %0 : f32"
    program.value = program.generic([(program.value, program.shape, dims)], program.shape, body)


_TOKENS: tuple[Callable[[_Program], None], ...] = (_linear, _attention, _attention, _elementwise, _turn)
_IMAGES: tuple[Callable[[_Program], None], ...] = (
    _convolution,
    _convolution,
    _pixel_shuffle,
    _pixel_unshuffle,
    _channel_shuffle,
    _group_norm,
    _pixels,
    _elementwise,
)


def generate(stream: TextIO, seed: int) -> None:
    """Writes the program of a seed; the same seed gives the same bytes."""
    chance = random.Random(f"padded {seed}")
    program = _Program(chance)
    if chance.random() < 0.5:
        steps, program.shape = _TOKENS, (chance.choice(_ROWS), chance.choice(_COLUMNS))
    else:
        steps = _IMAGES
        program.shape = (1, chance.choice(_CHANNELS), chance.choice(_SIDES), chance.choice(_SIDES))
    program.value = program.argument(program.shape)
    steps[0](program)
    for _ in range(chance.randint(1, 5)):
        chance.choice(steps)(program)
    program.write(stream)
