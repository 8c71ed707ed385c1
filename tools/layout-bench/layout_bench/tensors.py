# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Tensors in files: random inputs of a network, and how far its results are from others. Without numpy, which is not
needed to plan and run programs."""

import array
import ast
import math
import operator
import pathlib
import random
import re
import struct
import sys
from typing import Sequence

from .process import ToolError

_MAGIC = b"\x93NUMPY\x01\x00"
_TYPES = {"f32": ("f", "<f4"), "i64": ("q", "<i8")}
_IDS = 200  # every vocabulary has more words


def write_inputs(program: pathlib.Path, folder: pathlib.Path) -> list[pathlib.Path]:
    """Writes random arguments of `@forward` as .npy files, the same for the same program: floats uniform in [-1, 1],
    integers below the size of every vocabulary."""
    with open(program, encoding="utf-8") as stream:
        header = next((line for line in stream if "func.func @forward(" in line), "")
    types = re.findall(r"%\w+: tensor<([\dx]*)x(\w+)>", header.split("->")[0])
    if not types:
        raise ToolError(f"{program.name} has no function @forward with arguments of static shape")
    chance, files = random.Random(1), []
    for number, (shape, element) in enumerate(types):
        if element not in _TYPES:
            raise ToolError(f"arguments of element type {element} cannot be compared, only {' and '.join(_TYPES)}")
        files.append(folder / f"argument{number}.npy")
        _write(files[-1], [int(extent) for extent in shape.split("x")], element, chance)
    return files


def _write(file: pathlib.Path, shape: Sequence[int], element: str, chance: random.Random) -> None:
    code, description = _TYPES[element]
    draw = (lambda: chance.uniform(-1, 1)) if element == "f32" else (lambda: chance.randrange(_IDS))
    numbers = array.array(code, (draw() for _ in range(math.prod(shape))))
    if sys.byteorder == "big":
        numbers.byteswap()
    write_tensor(file, shape, description, numbers.tobytes())


def write_tensor(file: pathlib.Path, shape: Sequence[int], description: str, data: bytes) -> None:
    """Writes a .npy file of elements of a numpy type, such as `<f4`, in row-major order."""
    header = f"{{'descr': '{description}', 'fortran_order': False, 'shape': {tuple(shape)}, }}"
    # The data is aligned to 64 bytes.
    header = header.ljust(-(len(_MAGIC) + 3) % 64 + (len(header) + 63) // 64 * 64) + "\n"
    file.write_bytes(_MAGIC + struct.pack("<H", len(header)) + header.encode() + data)


def difference(files: Sequence[pathlib.Path], expected: Sequence[pathlib.Path]) -> float:
    """Returns the largest difference of two lists of f32 tensors, relative to the largest number of each expected
    tensor; infinite if a shape differs or a number is not finite."""
    if len(files) != len(expected):
        return math.inf
    return max(_difference(*map(_read, pair)) for pair in zip(files, expected))


def _difference(tensor: tuple, expected: tuple) -> float:
    (shape, numbers), (expected_shape, expected_numbers) = tensor, expected
    return number_difference(numbers, expected_numbers) if shape == expected_shape else math.inf


def number_difference(numbers: Sequence[float], expected: Sequence[float]) -> float:
    """Returns the largest difference of numbers, relative to the largest expected one; infinite if one is not
    finite."""
    if not all(map(math.isfinite, numbers)):
        return math.inf
    largest = max(map(abs, expected), default=0.0)
    furthest = max(map(abs, map(operator.sub, numbers, expected)), default=0.0)
    return furthest / largest if largest else furthest


def _read(file: pathlib.Path) -> tuple[tuple[int, ...], array.array]:
    """Returns the shape and the elements of an f32 tensor in row-major order."""
    data = file.read_bytes()
    begin = len(_MAGIC) + 2
    end = begin + struct.unpack_from("<H", data, len(_MAGIC))[0]
    header = ast.literal_eval(data[begin:end].decode())
    if data[: len(_MAGIC)] != _MAGIC or header["descr"] != "<f4" or header["fortran_order"]:
        raise ToolError(f"{file.name} holds no f32 tensor in row-major order")
    numbers = array.array("f", data[end:])
    if sys.byteorder == "big":
        numbers.byteswap()
    return header["shape"], numbers
