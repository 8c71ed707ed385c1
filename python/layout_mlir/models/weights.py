# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Seeded network weights of any size, written as hexadecimal text in large pieces.

A network has up to 10^8 weights. All of them come from one finite `Pool`: a seeded block of uniform numbers with mean 0
and variance 1, which is read cyclically from a different start for each tensor. A tensor longer than the block repeats
it. The length of the block is prime, so that no row of a matrix or filter coincides with an earlier one.
"""

import array
import functools
import random
import sys
from typing import Iterable, Iterator, TextIO

_PERIOD = 65521  # numbers in the block; prime
_STRIDE = 25031  # from one tensor's start to the next; coprime to the period, so starts differ
_BYTES = 4  # of an f32
_BOUND = 3.0**0.5  # uniform in [-bound, bound] has variance 1
_ALIGNMENT = 4  # bytes; first word of a resource blob, little endian


class Pool:
    """The numbers of all weights of one network; the same seed gives the same bytes on every machine."""

    def __init__(self, seed: int) -> None:
        draw = random.Random(seed)
        self._block = [draw.uniform(-_BOUND, _BOUND) for _ in range(_PERIOD)]
        self._scaled = functools.lru_cache(maxsize=4)(self._scale_block)

    def write_blob(self, stream: TextIO, index: int, count: int, deviation: float, mean: float) -> None:
        """Writes `count` f32 numbers of that standard deviation and mean as a `dense_resource` blob ("0x…", quoted).

        `index` is the tensor's number in its network and decides where in the block it starts.
        """
        stream.write(f'"0x{_ALIGNMENT.to_bytes(4, "little").hex()}')
        self.write_hex(stream, index, count, deviation, mean)
        stream.write('"')

    def write_hex(self, stream: TextIO, index: int, count: int, deviation: float, mean: float) -> None:
        """Writes the hexadecimal digits without quotes and prefix."""
        for piece in self.pieces(index, count, deviation, mean):
            stream.write(piece.hex().upper())

    def pieces(self, index: int, count: int, deviation: float, mean: float) -> Iterator[bytes]:
        """Returns the same numbers as bytes, little endian, in pieces."""
        start = index * _STRIDE % _PERIOD
        if start + count <= _PERIOD:
            yield _bytes(deviation * x + mean for x in self._block[start : start + count])
            return
        block = self._scaled(deviation, mean)
        yield block[start * _BYTES :]
        whole, rest = divmod(start + count - _PERIOD, _PERIOD)
        for _ in range(whole):
            yield block
        yield block[: rest * _BYTES]

    def _scale_block(self, deviation: float, mean: float) -> bytes:
        return _bytes(deviation * x + mean for x in self._block)


def _bytes(numbers: Iterable[float]) -> bytes:
    """Returns f32 numbers, little endian."""
    data = array.array("f", numbers)
    if sys.byteorder == "big":
        data.byteswap()
    return data.tobytes()
