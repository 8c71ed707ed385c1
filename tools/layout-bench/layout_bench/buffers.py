# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Compares structured ops on buffers with physical layouts with loops over the same buffers written by hand."""

import dataclasses
import pathlib
import statistics

from .process import measure, run_seconds
from .table import milliseconds, print_table

_HEADER = ["ms", "plain", "by hand", "layout-opt", "of by hand"]
_ACCUMULATE = """\
%p = arith.mulf %a, %b : f32
%s = arith.addf %d, %p : f32
"""


@dataclasses.dataclass(frozen=True)
class Kernel:
    """An op on three buffers: logical and physical shapes, layouts, and loops by hand over the physical buffers."""

    name: str
    op: str
    shapes: tuple[str, str, str]
    layouts: tuple[str, str, str]
    physical: tuple[str, str, str]
    loops: tuple[tuple[str, int], ...]
    accesses: tuple[str, str, str]

    def logical_program(self, annotated: bool) -> str:
        """Returns the op on logical buffers, with or without the layouts that are requested for them."""
        types = [f"memref<{shape}xf32>" for shape in self.shapes]
        arguments = ", ".join(
            f"%{name}: {type}"
            + (f" {{layout.buffer_transforms = [#layout.index_map<{layout}>]}}" if annotated else "")
            for name, type, layout in zip("xwy", types, self.layouts)
        )
        op = f"{self.op} ins(%x, %w : {types[0]}, {types[1]}) outs(%y : {types[2]})"
        return f"func.func @main({arguments}) {{\n  {op}\n  return\n}}\n"

    def program_by_hand(self) -> str:
        """Returns a nest over the digits, the one along which results are adjacent innermost."""
        types = [f"memref<{shape}xf32>" for shape in self.physical]
        arguments = ", ".join(f"%{name}: {type}" for name, type in zip("xwy", types))
        lines = [f"func.func @main({arguments}) {{"]
        lines += [f"affine.for %{name} = 0 to {extent} {{" for name, extent in self.loops]
        for value, buffer, access, type in zip("abd", "xwy", self.accesses, types):
            lines.append(f"%{value} = affine.load %{buffer}[{access}] : {type}")
        lines += [_ACCUMULATE, f"affine.store %s, %y[{self.accesses[2]}] : {types[2]}"]
        return "\n".join([*lines, "}" * len(self.loops), "return", "}"]) + "\n"


_BLOCKED = "(n, c, h, w) -> (n, c floordiv 16, h, w, c mod 16)"
_KERNELS = (
    Kernel(
        name="3x3 convolution, NCHW16c",
        op="linalg.conv_2d_nchw_fchw",
        shapes=("1x64x58x58", "64x64x3x3", "1x64x56x56"),
        layouts=(_BLOCKED, "(o, i, h, w) -> (o floordiv 16, i floordiv 16, h, w, i mod 16, o mod 16)", _BLOCKED),
        physical=("1x4x58x58x16", "4x4x3x3x16x16", "1x4x56x56x16"),
        loops=(("o", 4), ("h", 56), ("i", 4), ("kh", 3), ("kw", 3), ("ii", 16), ("v", 56), ("oi", 16)),
        accesses=("0, %i, %h + %kh, %v + %kw, %ii", "%o, %i, %kh, %kw, %ii, %oi", "0, %o, %h, %v, %oi"),
    ),
    Kernel(
        name="matmul, tiles of 16x16",
        op="linalg.matmul",
        shapes=("256x256", "256x256", "256x256"),
        layouts=(
            "(i, j) -> (i floordiv 16, j, i mod 16)",
            "(i, j) -> (j floordiv 16, i, j mod 16)",
            "(i, j) -> (i floordiv 16, j floordiv 16, i mod 16, j mod 16)",
        ),
        physical=("16x256x16", "16x256x16", "16x16x16x16"),
        loops=(("i", 16), ("j", 16), ("k", 256), ("ii", 16), ("ji", 16)),
        accesses=("%i, %k, %ii", "%j, %k, %ji", "%i, %j, %ii, %ji"),
    ),
)


def bench_buffers(work: pathlib.Path, runs: int) -> None:
    """Prints the table: medians of interleaved runs of layout-run, in ms."""
    rows = []
    for kernel in _KERNELS:
        programs = [work / name for name in ("plain.mlir", "hand.mlir", "ours.mlir")]
        annotated = work / "annotated.mlir"
        programs[0].write_text(kernel.logical_program(annotated=False), encoding="utf-8")
        programs[1].write_text(kernel.program_by_hand(), encoding="utf-8")
        annotated.write_text(kernel.logical_program(annotated=True), encoding="utf-8")
        measure("layout-opt", annotated, "--layout-apply-buffer-layouts=functions=all", "-o", programs[2])
        measure("layout-check", programs[1], programs[2])
        seconds: list[list[float]] = [[], [], []]
        for _ in range(runs):
            for program, taken in zip(programs, seconds):
                taken.append(run_seconds(program, f"--output={work / 'result.npy'}"))
        plain, hand, ours = (statistics.median(taken) for taken in seconds)
        times = [milliseconds(value, 2) for value in (plain, hand, ours)]
        rows.append([kernel.name, *times, f"{ours / hand:.2f}"])
    print(f"\n## Structured ops on buffers with physical layouts (medians of {runs} interleaved runs)\n")
    print_table(_HEADER, rows)
