#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Applies the layouts of random programs on buffers and compares what they compute.

For each seed, one program of `random_programs.buffers` gets its physical shapes from `--layout-apply-buffer-layouts` in
both loop orders, and the first result is flattened, unless a function takes a buffer of which only the first extents
are known: `layout-flatten` refuses those. Then buffers share memory by `--layout-plan-memory`, with and without flat
buffers. It requires:

  - each pass succeeds and leaves no annotation, and a second run writes the same bytes
  - applying layouts or planning memory again changes nothing
  - layout-check finds all results equal to the program

layout-opt and layout-check are taken from PATH. See `campaign.py` for batches, --keep and --state.
"""

import pathlib
import re
import sys

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent))
sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[2] / "python"))

import campaign  # noqa: E402
from campaign import Outcome, require, run, run_twice  # noqa: E402
from random_programs import buffers  # noqa: E402

# The size of the dynamic dims of a batch: of one element, and multiples of some tiles.
SIZES = (1, 3, 4, 5, 7, 8, 12)
_OPT = ("layout-opt", "--split-input-file", "--mlir-disable-threading")


# A parameter with a dynamic extent after the first one, or of a function that takes re-laid buffers.
_NOT_FLAT = re.compile(r"func\.func @main\(.*memref<[^>,]*x\?|func\.func private.*\?")


def _apply(source: pathlib.Path, name: str, *passes: str) -> pathlib.Path:
    result = source.with_name(f"{name}.mlir")
    run_twice(*_OPT, source, *passes, "-o", result)
    require("layout.buffer_transforms" not in result.read_text(encoding="utf-8"), f"{name} leaves an annotation")
    return result


def _share(source: pathlib.Path, name: str) -> pathlib.Path:
    """Lets buffers share memory once layouts are plain."""
    plain = _apply(source, f"{name}-plain", "--layout-drop-groups")
    shared = _apply(plain, name, "--layout-plan-memory")
    again = _apply(shared, f"{name}-again", "--layout-plan-memory")
    require(again.read_bytes() == shared.read_bytes(), "planning memory again changes the program")
    return shared


def check(seeds: range, folder: pathlib.Path) -> list[Outcome]:
    programs = campaign.generate(buffers.generate, seeds)
    source = campaign.join(folder / "in.mlir", programs)
    laid = _apply(source, "logical", "--layout-apply-buffer-layouts")
    again = _apply(laid, "again", "--layout-apply-buffer-layouts")
    # Upstream prints some affine maps in another way once they were read.
    run(*_OPT, laid, "-o", (read := folder / "read.mlir"))
    require(again.read_bytes() == read.read_bytes(), "applying layouts again changes the program")
    ordered = _apply(source, "physical", "--layout-apply-buffer-layouts=loop-order=physical")
    size = SIZES[seeds[0] // campaign.BATCH % len(SIZES)]
    options = ("-O0", "--split-input-file", "--entry=main", f"--dims={size}", "--int-range=-50,50")
    run("layout-check", source, laid, ordered, _share(laid, "shared"), *options)
    flattened = [i for i, program in enumerate(programs) if not _NOT_FLAT.search(program)]
    if flattened:
        pieces = campaign.split(laid.read_text(encoding="utf-8"))
        part = campaign.join(folder / "part.mlir", [pieces[i] for i in flattened])
        reference = campaign.join(folder / "reference.mlir", [programs[i] for i in flattened])
        flat = _apply(part, "flat", "--layout-flatten")
        plain = _apply(flat, "plain", "--layout-drop-groups")
        run("layout-check", reference, flat, plain, _share(flat, "flat-shared"), *options)
    return [Outcome(seed) for seed in seeds]


if __name__ == "__main__":
    sys.exit(campaign.main(check, __doc__))
