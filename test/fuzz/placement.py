#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Removes copies of random programs and compares what they compute.

For each seed, one program of `random_programs.placement`, if it is on tensors, is bufferized by this project and by
upstream, plain or canonicalized, or planned with `placement` before. `layout-place-buffers` removes copies from the result.
It requires:

  - the pass succeeds, with a valid program, and a second run writes the same bytes
  - no more copies are left than there were, and as many after the pass runs again; only if another bufferization did not
    respect `layout.pitched`, there may be more
  - an op with `layout.pitched = false` has contiguous operands
  - layout-check finds all results equal to the bufferized program
  - the planned program computes the same as the other one, and layout-check-plan verifies each plan
  - the report of a plan with `placement` has the copies that are left when the planned program is bufferized and its
    buffers are placed, and says that these are as planned if and only if they are

layout-opt and layout-check are taken from PATH. See `campaign.py` for batches, --keep and --state.
"""

import json
import pathlib
import re
import sys

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent))
sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[2] / "python"))

import campaign  # noqa: E402
from campaign import Failure, Outcome, require, run, run_twice  # noqa: E402
from random_programs import placement  # noqa: E402

_OPT = ("layout-opt", "--split-input-file", "--mlir-disable-threading")
_CLEAN = ("--canonicalize", "--cse")
_UPSTREAM = (
    "--eliminate-empty-tensors",
    "--one-shot-bufferize=bufferize-function-boundaries allow-return-allocs-from-loops "
    "function-boundary-type-conversion=identity-layout-map",
)
_VARIANTS = {
    "plain": ("--layout-bufferize",),
    "clean": ("--layout-bufferize", *_CLEAN),
    "upstream": ("mlir-opt", "--allow-unregistered-dialect", *_UPSTREAM),
    "upstream-clean": ("mlir-opt", "--allow-unregistered-dialect", *_UPSTREAM, *_CLEAN),
}
_DIMS = (1, 3, 4)  # of dynamic dims of a batch


def _count(path: pathlib.Path) -> list[tuple[int, int]]:
    """The copies of each program of a file, and their bytes."""
    lines = run(*_OPT, path, "--layout-count", "-o", "/dev/null").splitlines()
    moves = [json.loads(line)["moves"] for line in lines if line.startswith("{")]
    return [(move["n"], move["bytes"]) for move in moves]


def _check_pitches(text: str) -> None:
    """Requires contiguous operands of ops that refuse others."""
    for line in text.splitlines():
        if "layout.pitched = false" not in line:
            continue
        for shape, strides in re.findall(r"memref<((?:\d+x|\?x)*)[^<>]+(?:<f32>)?, strided<\[([^]]*)\]", line):
            step = 1
            for extent, stride in reversed(list(zip(shape.split("x")[:-1], strides.split(", "), strict=True))):
                require(extent == "1" or stride == str(step), f"a value at a pitch is not refused: {line}")
                step = step * int(extent) if extent != "?" else "?"


def _check_placed(source: pathlib.Path, dims: int, programs: list[str], is_ours: bool) -> None:
    placed = source.with_suffix(".placed.mlir")
    run_twice(*_OPT, source, "--layout-place-buffers", "-o", placed)
    _check_pitches(placed.read_text(encoding="utf-8"))
    again = source.with_suffix(".again.mlir")
    run(*_OPT, placed, "--layout-place-buffers", "-o", again)
    before, after = _count(source), _count(placed)
    require(len(before) == len(after), "a program has no count")
    for program, a, b in zip(programs, before, after, strict=True):
        if is_ours or "layout.pitched" not in program:
            require(b[0] <= a[0] and b[1] <= a[1], f"more copies: {before} to {after}")
    require(_count(again) == after, f"the pass does not end: {after} to {_count(again)}")
    run("layout-check", source, placed, "-O0", "--split-input-file", "--entry=main", "--allow-vacuous", f"--dims={dims}")


def _check_claim(plan: dict | None, planned: pathlib.Path) -> None:
    """Requires that the report of a planned program says what its placed buffers copy."""
    if plan is None:
        return
    text = run(*_OPT, planned, "--layout-bufferize", "--layout-place-buffers", "--layout-count", "-o", "/dev/null")
    left = next(json.loads(line)["moves"] for line in text.splitlines() if line.startswith("{"))
    require(plan["placed"] == left, f"the report has copies {plan['placed']}, {left} are left")
    is_planned = plan["moves"] - plan["borders"] == left["bytes"]
    require(plan["as_planned"] == is_planned, f"{plan} is said of {left}")


def _check_plan(program: str, folder: pathlib.Path) -> str:
    """Plans a program with places, verifies the plans, and returns the planned program."""
    source, planned = folder / "program.mlir", folder / "planned.mlir"
    source.write_text(program, encoding="utf-8")
    for old in folder.glob("plan-*.json"):
        old.unlink()
    files = f"problem={folder}/plan.problem.json plan={folder}/plan.plan.json"
    report = folder / "report.json"
    plan = f"--layout-flow=placement=true {files}"
    passes = (plan, "--layout-verify-plan", "--layout-verify-placement", f"--layout-report=path={report}")
    run(*_OPT, source, *passes, "-o", planned)
    _check_claim(json.loads(report.read_text(encoding="utf-8")).get("plan"), planned)
    for problem in folder.glob("plan-*.problem.json"):
        run("layout-check-plan", problem, str(problem).replace(".problem.", ".plan."))
    return planned.read_text(encoding="utf-8")


def check(seeds: range, folder: pathlib.Path) -> list[Outcome]:
    programs: tuple[list[str], list[str]] = ([], [])
    for seed in seeds:
        programs[seed % 2].extend(campaign.generate(placement.generate, [seed]))
    dims = _DIMS[seeds[0] // campaign.BATCH % len(_DIMS)]
    tensors, buffers = folder / "tensors.mlir", folder / "buffers.mlir"
    if programs[1]:
        campaign.join(buffers, programs[1])
        run(*_OPT, buffers, "-o", "/dev/null")
        _check_placed(buffers, dims, programs[1], is_ours=False)
    if programs[0]:
        campaign.join(tensors, programs[0])
        planned = folder / "planned-all.mlir"
        campaign.join(planned, (_check_plan(program, folder) for program in programs[0]))
        bufferized = folder / "planned-buffers.mlir"
        run(*_OPT, planned, "--layout-bufferize", *_CLEAN, "-o", bufferized)
        run("layout-check", tensors, planned, "-O0", "--split-input-file", "--entry=main", "--allow-vacuous", f"--dims={dims}")
        _check_placed(bufferized, dims, programs[0], is_ours=True)
        for name, passes in _VARIANTS.items():
            tool = ("mlir-opt", "--split-input-file") if passes[0] == "mlir-opt" else _OPT
            bufferized = folder / f"{name}.mlir"
            try:
                run(*tool, tensors, *(p for p in passes if p != "mlir-opt"), "-o", bufferized)
            except Failure:
                # A fault of upstream's bufferization is none of ours; it must not hide other programs of a batch.
                if tool == _OPT or len(programs[0]) > 1:
                    raise
                continue
            _check_placed(bufferized, dims, programs[0], is_ours=tool == _OPT)
    return [Outcome(seed) for seed in seeds]


if __name__ == "__main__":
    sys.exit(campaign.main(check, __doc__))
