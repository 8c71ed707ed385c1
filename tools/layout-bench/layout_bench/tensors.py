# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Tensors in files: random inputs of a network, and how far its results are from others. Without numpy, which is not
needed to plan and run programs."""

import array
import ast
import dataclasses
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


@dataclasses.dataclass(frozen=True)
class TensorType:
    """The static shape and the element type of an argument or a result."""

    shape: tuple[int, ...]
    element: str  # a key of _TYPES

    @property
    def description(self) -> str:
        """The element type as numpy names it."""
        return _TYPES[self.element][1]

    @property
    def size(self) -> int:
        """The bytes of the elements."""
        return math.prod(self.shape) * array.array(_TYPES[self.element][0]).itemsize


def argument_types(program: pathlib.Path) -> list[TensorType]:
    return _types(program, _forward(program).split("->")[0])


def result_types(program: pathlib.Path) -> list[TensorType]:
    return _types(program, _forward(program).partition("->")[2])


def _forward(program: pathlib.Path) -> str:
    """Returns the line that begins the function @forward."""
    with open(program, encoding="utf-8") as stream:
        return next((line for line in stream if "func.func @forward(" in line), "")


def _types(program: pathlib.Path, text: str) -> list[TensorType]:
    found = re.findall(r"tensor<([\dx]*)x(\w+)>", text)
    if not found:
        raise ToolError(f"{program.name} has no function @forward with arguments and results of static shape")
    for _, element in found:
        if element not in _TYPES:
            raise ToolError(f"tensors of element type {element} cannot be compared, only {' and '.join(_TYPES)}")
    return [TensorType(tuple(map(int, shape.split("x"))), element) for shape, element in found]


def write_inputs(program: pathlib.Path, folder: pathlib.Path) -> list[pathlib.Path]:
    """Writes random arguments of `@forward` as .npy files, the same for the same program: floats uniform in [-1, 1],
    integers below the size of every vocabulary."""
    chance, files = random.Random(1), []
    for number, type in enumerate(argument_types(program)):
        files.append(folder / f"argument{number}.npy")
        _write(files[-1], type, chance)
    return files


def _write(file: pathlib.Path, type: TensorType, chance: random.Random) -> None:
    draw = (lambda: chance.uniform(-1, 1)) if type.element == "f32" else (lambda: chance.randrange(_IDS))
    numbers = array.array(_TYPES[type.element][0], (draw() for _ in range(math.prod(type.shape))))
    if sys.byteorder == "big":
        numbers.byteswap()
    write_tensor(file, type.shape, type.description, numbers.tobytes())


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


def read_data(file: pathlib.Path) -> bytes:
    """Returns the elements that write_tensor has written to a file."""
    return _split(file.read_bytes())[1]


def _split(data: bytes) -> tuple[bytes, bytes]:
    """Returns the description and the elements of a .npy file."""
    begin = len(_MAGIC) + 2
    end = begin + struct.unpack_from("<H", data, len(_MAGIC))[0]
    return data[begin:end], data[end:]


def _read(file: pathlib.Path) -> tuple[tuple[int, ...], array.array]:
    """Returns the shape and the elements of an f32 tensor in row-major order."""
    data = file.read_bytes()
    description, elements = _split(data)
    header = ast.literal_eval(description.decode())
    if data[: len(_MAGIC)] != _MAGIC or header["descr"] != "<f4" or header["fortran_order"]:
        raise ToolError(f"{file.name} holds no f32 tensor in row-major order")
    numbers = array.array("f", elements)
    if sys.byteorder == "big":
        numbers.byteswap()
    return header["shape"], numbers
