# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Times single rewrites, as layout-run compiles them, beside memcpy.

Each rewrite is a shared library that this process loads. It and memcpy move the same bytes between the same two
buffers, in turn, so that both find the caches as the other one leaves them, and no page is new. The share is the median
of the ratios within a turn. What a rewrite writes is compared with the loops that `--schedule=false` leaves.
"""

import contextlib
import ctypes
import dataclasses
import itertools
import json
import math
import mmap
import pathlib
import random
import statistics
import time
from typing import Callable, Iterator, Sequence

from .process import ToolError, measure
from .speed import pinned
from .table import print_table

_BYTES = {"f64": 8, "f32": 4, "bf16": 2, "i8": 1}
_WARMUP = 3
_SECONDS = 0.3  # of each rewrite
_LEAST_TURNS = 5
_HEADER = ["", "type", "MB", "us", "memcpy us", "share", "result"]


@dataclasses.dataclass(frozen=True)
class Case:
    """A rewrite of a tensor of this shape: dim i of the result is dim order[i] of the source.

    Blocked layouts are permutations of more dims: NCHW becomes NCHW16c as 1x16x16x56x56 in the order 0, 1, 3, 4, 2.
    """

    name: str
    shape: tuple[int, ...]
    order: tuple[int, ...]
    element: str = "f32"

    @property
    def bytes(self) -> int:
        return math.prod(self.shape) * _BYTES[self.element]

    def program(self) -> str:
        result = tuple(self.shape[dim] for dim in self.order)
        source_type, result_type = (
            f"memref<{'x'.join(map(str, shape))}x{self.element}>" for shape in (self.shape, result)
        )
        # On buffers, because what a C function returns is copied to where its caller wants it.
        return f"""\
func.func @main(%source: {source_type}, %result: {result_type} {{llvm.noalias}}) {{
  linalg.transpose ins(%source : {source_type}) outs(%result : {result_type}) permutation = {list(self.order)}
  return
}}
"""


def _permutation(shape: Sequence[int], order: Sequence[int], element: str = "f32") -> Case:
    name = f"{'x'.join(map(str, shape))} to {', '.join(map(str, order))}"
    return Case(name, tuple(shape), tuple(order), element)


def _all_permutations(*shape: int) -> list[Case]:
    orders = itertools.permutations(range(len(shape)))
    return [_permutation(shape, order) for order in orders if list(order) != sorted(order)]


_LAYOUTS = [
    Case("NCHW 1x256x56x56 to NHWC", (256, 3136), (1, 0)),
    Case("NHWC 1x56x56x256 to NCHW", (3136, 256), (1, 0)),
    Case("NCHW 1x64x56x56 to NHWC", (64, 3136), (1, 0)),
    Case("NCHW 1x3x224x224 to NHWC", (3, 224 * 224), (1, 0)),
    Case("NHWC 1x224x224x3 to NCHW", (224 * 224, 3), (1, 0)),
    Case("NCHW 1x256x56x56 to NCHW16c", (16, 16, 3136), (0, 2, 1)),
    Case("NCHW 1x256x56x56 to NCHW8c", (32, 8, 3136), (0, 2, 1)),
    Case("NCHW16c 1x256x56x56 to NCHW", (16, 3136, 16), (0, 2, 1)),
    Case("NCHW16c 1x256x56x56 to NHWC", (16, 3136, 16), (1, 0, 2)),
    Case("NHWC 1x56x56x256 to NCHW16c", (3136, 16, 16), (1, 0, 2)),
    Case("NCHW16c 1x256x56x56 to NCHW8c", (16, 3136, 2, 8), (0, 2, 1, 3)),
    Case("NCHW8c 1x256x56x56 to NCHW16c", (16, 2, 3136, 8), (0, 2, 1, 3)),
    Case("filter 256x256x3x3 to FCHW16c16f", (16, 16, 16, 16, 9), (0, 2, 4, 3, 1)),
    Case("filter 512x512x3x3 to HWCF", (512, 512, 9), (2, 1, 0)),
    Case("matrix 768x3072 to tiles of 16x16", (48, 16, 192, 16), (0, 2, 1, 3)),
    Case("matrix 3072x768 to columns of 16", (3072, 48, 16), (1, 0, 2)),
]

_ATTENTION = [
    Case("heads 8x128x12x64 to the front", (8, 128, 12, 64), (0, 2, 1, 3)),
    Case("heads 8x128x12x64, keys transposed", (8, 128, 12, 64), (0, 2, 3, 1)),
    Case("query, key, value 8x197x3x12x64", (8, 197, 3, 12, 64), (2, 0, 3, 1, 4)),
    Case("windows of 7x7 of 4x56x56x96", (4, 8, 7, 8, 7, 96), (0, 1, 3, 2, 4, 5)),
    Case("windows of 7x7 of 4x96x56x56", (4, 96, 8, 7, 8, 7), (0, 2, 4, 3, 5, 1)),
    Case("patches of 4x4 of 8x3x224x224", (8, 3, 56, 4, 56, 4), (0, 2, 4, 1, 3, 5)),
    Case("channel shuffle 8x2x58x28x28", (8, 2, 58, 784), (0, 2, 1, 3)),
]

# The groups of the table.
GROUPS: dict[str, list[Case]] = {
    "layouts": _LAYOUTS,
    "attention": _ATTENTION,
    "matrices": [
        _permutation(shape, (1, 0), element)
        for shape in ((2048, 2048), (1000, 1500), (2047, 1025))
        for element in ("f32", "i8", "f64", "bf16")
    ],
    "cubes": [*_all_permutations(128, 96, 160), *_all_permutations(2000, 7, 100), *_all_permutations(5, 3001, 90)],
    "rows": [_permutation((512, 384, row), (1, 0, 2)) for row in (2, 3, 4, 5, 8, 16, 24, 32)],
    "divisible": _all_permutations(16, 32, 48, 64),
    "odd": _all_permutations(17, 31, 47, 63),
}


class _Compiled:
    """A rewrite in this process."""

    def __init__(self, case: Case, work: pathlib.Path, *options: str) -> None:
        source, library = work / "rewrite.mlir", work / f"rewrite{len(list(work.iterdir()))}.so"
        source.write_text(case.program(), encoding="utf-8")
        measure("layout-run", source, "--symbol=rewrite", "--emit=shared", "-o", library, *options)
        self._function = ctypes.CDLL(str(library)).rewrite
        self._function.argtypes, self._function.restype = [ctypes.c_void_p] * 2, None

    def __call__(self, source: int, result: int) -> None:
        self._function(source, result)


class _Buffers:
    """Memory for a source and a result, in pages of their own."""

    def __init__(self, size: int) -> None:
        self.size = size
        self._memory = [mmap.mmap(-1, size, flags=mmap.MAP_PRIVATE | mmap.MAP_ANONYMOUS) for _ in range(3)]
        self._memory[0].write(random.Random(1).randbytes(size))
        self._views = [(ctypes.c_char * size).from_buffer(memory) for memory in self._memory]
        self.source, self.result, self.expected = map(ctypes.addressof, self._views)

    def are_equal(self) -> bool:
        return bytes(self._views[1]) == bytes(self._views[2])

    def close(self) -> None:
        self._views.clear()
        for memory in self._memory:
            with contextlib.suppress(BufferError):  # freed with the last view
                memory.close()


@dataclasses.dataclass
class Measured:
    """What is known of one rewrite."""

    case: Case
    threads: int
    seconds: float  # the median
    memcpy: float  # the median
    share: float  # of memcpy's speed
    is_equal: bool  # to what loops write

    def row(self) -> list[str]:
        numbers = f"{1e-6 * self.case.bytes:.2f}", f"{1e6 * self.seconds:.1f}", f"{1e6 * self.memcpy:.1f}"
        result = "equal" if self.is_equal else "DIFFERENT"
        return [self.case.name, self.case.element, *numbers, f"{self.share:.2f}", result]


def bench_rewrites(
    work: pathlib.Path, groups: Sequence[str], threads: Sequence[int], turns: int | None, file: pathlib.Path | None
) -> bool:
    """Prints a table for each group and number of threads, and writes them to the file, if there is one. Returns
    whether all rewrites write what loops do."""
    unknown = [group for group in groups if group not in GROUPS]
    if unknown:
        raise ToolError(f"unknown group '{unknown[0]}', choose from {', '.join(GROUPS)}")
    found: list[Measured] = []
    for group, count in itertools.product(groups or GROUPS, threads):
        print(f"\n## {group}: {count} thread{'' if count == 1 else 's'}, share of memcpy on the same buffers\n")
        with pinned(count):
            measured = [_measure(case, count, turns, _folder(work, f"{group}-{count}-{i}"))
                        for i, case in enumerate(GROUPS[group])]
        print_table(_HEADER, [each.row() for each in measured])
        shares = sorted(each.share for each in measured)
        print(f"\nleast {shares[0]:.2f}, median {statistics.median(shares):.2f}")
        found += measured
    if file:
        file.write_text(json.dumps([dataclasses.asdict(each) for each in found], indent=2) + "\n", encoding="utf-8")
    return all(each.is_equal for each in found)


def _folder(work: pathlib.Path, name: str) -> pathlib.Path:
    folder = work / name
    folder.mkdir()
    return folder


def _measure(case: Case, threads: int, turns: int | None, work: pathlib.Path) -> Measured:
    rewrite = _Compiled(case, work, f"--threads={threads}")
    loops = _Compiled(case, work, "--schedule=false")
    memcpy = ctypes.CDLL(None).memcpy
    memcpy.argtypes, memcpy.restype = [ctypes.c_void_p, ctypes.c_void_p, ctypes.c_size_t], ctypes.c_void_p
    with contextlib.closing(_Buffers(case.bytes)) as buffers:
        rewrite(buffers.source, buffers.result)
        loops(buffers.source, buffers.expected)
        is_equal = buffers.are_equal()
        ours, theirs = [], []
        for number in itertools.count():
            seconds = _seconds(lambda: rewrite(buffers.source, buffers.result))
            copy = _seconds(lambda: memcpy(buffers.result, buffers.source, buffers.size))
            if number >= _WARMUP:
                ours.append(seconds)
                theirs.append(copy)
            enough = turns or max(_LEAST_TURNS, math.ceil(_SECONDS / (seconds + copy)))
            if len(ours) >= enough:
                break
        share = statistics.median(copy / seconds for seconds, copy in zip(ours, theirs))
        return Measured(case, threads, statistics.median(ours), statistics.median(theirs), share, is_equal)


def _seconds(run: Callable[[], object]) -> float:
    start = time.perf_counter()
    run()
    return time.perf_counter() - start
