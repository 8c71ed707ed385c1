#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Plans random programs whose extents fill no blocks, and compares what the plan says with what the program does.

For each seed, one program of `random_programs.padded` is planned for a target with `indivisible` and `placement`, which
depend on the seed only. It requires:

  - layout-opt succeeds, and finds no other rewrites and moves than it has planned
  - layout-check finds the result equal to the program

layout-opt and layout-check are taken from PATH. See `campaign.py` for batches, --keep and --state.
"""

import itertools
import pathlib
import re
import subprocess
import sys

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent))
sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[2] / "python"))

import campaign  # noqa: E402
from campaign import Failure, Outcome, run  # noqa: E402
from random_programs import padded  # noqa: E402

TARGETS = (
    "nchw16c", "nchw8c", "nchw4c", "nhwc", "nchw16c-mm16", "nhwc-packed16", "nhwc-packed8",
    "x86-avx512", "arm-neon", "tiles32", "conv4", "hexagon-f16",
)  # fmt: skip
CONFIGURATIONS = tuple(itertools.product(TARGETS, ("pad", "priced", "plain"), ("false", "true")))
_STRIDE = 31  # prime to the number of configurations
_CHECK = ("layout-check", "-O0", "--split-input-file", "--allow-vacuous")
_DIFFERS = re.compile(r"requires rewrites of .* as planned, found .*")


def _plan(source: pathlib.Path, result: pathlib.Path, configuration: tuple[str, str, str]) -> None:
    target, indivisible, placement = configuration
    options = f"target={target} indivisible={indivisible} placement={placement}"
    command = ["layout-opt", "--split-input-file", "--mlir-disable-threading", str(source)]
    done = subprocess.run([*command, f"--layout-pipeline={options}", "-o", str(result)], capture_output=True, text=True)
    differs = _DIFFERS.search(done.stderr)
    if done.returncode or differs:
        said = differs[0] if differs else done.stderr[:2000]
        raise Failure(f"{options}\nexit code {done.returncode}\n{said}")


def check(seeds: range, folder: pathlib.Path) -> list[Outcome]:
    """Checks the programs of a batch, whose configuration is that of its number."""
    source = campaign.join(folder / "program.mlir", campaign.generate(padded.generate, seeds))
    result = folder / "planned.mlir"
    batch = seeds[0] // campaign.BATCH
    _plan(source, result, CONFIGURATIONS[batch * _STRIDE % len(CONFIGURATIONS)])
    run(*_CHECK, source, result)
    return [Outcome(seed) for seed in seeds]


if __name__ == "__main__":
    sys.exit(campaign.main(check, __doc__))
