# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Programs that are written line by line, with f32 tensors alone; `typed` and `graph` have all types."""

import random
from typing import Sequence

Shape = tuple[int, ...]


def tensor_type(shape: Sequence[int]) -> str:
    return f"tensor<{''.join(f'{extent}x' for extent in shape)}f32>"


class ProgramText:
    """The text of a program while it grows."""

    def __init__(self, chance: random.Random) -> None:
        self.chance = chance
        self.lines: list[str] = []
        self.arguments: list[str] = []

    def name(self) -> str:
        """The name of the next value."""
        return f"%v{len(self.lines)}"

    def emit(self, operation: str) -> str:
        name = self.name()
        self.lines.append(f"{name} = {operation}")
        return name

    def argument(self, shape: Shape) -> str:
        name = f"%a{len(self.arguments)}"
        self.arguments.append(f"{name}: {tensor_type(shape)}")
        return name

    def empty(self, shape: Shape) -> str:
        return self.emit(f"tensor.empty() : {tensor_type(shape)}")

    def filled(self, shape: Shape, constant: str = "%zero") -> str:
        return self.emit(
            f"linalg.fill ins({constant} : f32) outs({self.empty(shape)} : {tensor_type(shape)}) -> {tensor_type(shape)}"
        )

    def named(self, operation: str, inputs: Sequence[tuple[str, Shape]], out: str, shape: Shape) -> str:
        """A named operation of linalg."""
        values = ", ".join(value for value, _ in inputs)
        types = ", ".join(tensor_type(extents) for _, extents in inputs)
        return self.emit(
            f"linalg.{operation} ins({values} : {types}) outs({out} : {tensor_type(shape)}) -> {tensor_type(shape)}"
        )
