#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Plans random chains of convolutions, crops and pads with each choice for extents that blocks do not divide.

For each seed, one program of `random_programs.chains` is planned for a target that depends on the seed, with
`indivisible=plain`, `pad` and `priced`. It requires:

  - layout-check finds the results equal to the program
  - no plan moves more bytes than the baseline, which takes the layouts of each op alone, with what is paid for padding
  - the plan that has the choice costs no more than the one without padding
  - a plan that is planned again is never cheaper: the first one is the best

layout-opt and layout-check are taken from PATH. See `campaign.py` for batches, --keep and --state.
"""

import json
import os
import pathlib
import sys

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent))
sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[2] / "python"))

import campaign  # noqa: E402
from campaign import Outcome, require, run  # noqa: E402
from random_programs import chains  # noqa: E402

TARGETS = ("nchw16c", "nhwc", "x86-avx512", "nhwc-packed16", "nchw8c", "arm-neon", "tiles32", "hexagon-f16")
CHOICES = ("plain", "pad", "priced")
_CHECK = ("layout-check", "-O0", "--split-input-file", "--allow-vacuous")


def _plan(source: pathlib.Path, result: pathlib.Path, options: str) -> list[dict]:
    """Plans all programs of a file and returns the reports, which follow each other in a pipe."""
    report = source.parent / "stdout.json"
    if not report.is_symlink():
        report.symlink_to("/dev/stdout")
    pipeline = f"--layout-pipeline={options} report={report}"
    text = run("layout-opt", "--split-input-file", "--mlir-disable-threading", source, pipeline, "-o", result)
    reports, decoder, at = [], json.JSONDecoder(), 0
    while text[at:].strip():
        value, at = decoder.raw_decode(text, len(text) - len(text[at:].lstrip()))
        reports.append(value)
    return reports


def _moved(report: dict) -> int:
    """The bytes that a planned program moves."""
    return report["after"]["bytes"] + report["after"]["moves"]["bytes"]


def _cost(report: dict) -> int:
    """The same with the prices of the plan, such as that of padding."""
    return _moved(report) + report["plan"]["prices"]


def check(seeds: range, folder: pathlib.Path) -> list[Outcome]:
    """Checks the programs of a batch, whose target is that of its number."""
    texts = campaign.generate(chains.generate, seeds)
    source = campaign.join(folder / "program.mlir", texts)
    target = TARGETS[seeds[0] // campaign.BATCH % len(TARGETS)]
    plans, results = {}, []
    for choice in CHOICES:
        options = f"target={target} indivisible={choice}"
        results.append(folder / f"{choice}.mlir")
        plans[choice] = _plan(source, results[-1], options)
        again = _plan(results[-1], pathlib.Path(os.devnull), options)
        require(len(plans[choice]) == len(again) == len(texts), "not all programs are planned")
        for first, second in zip(plans[choice], again):
            frozen = sum(first["frozen"].values())
            require(_moved(first) <= frozen, f"{options}: {_moved(first)} bytes are moved, by the frozen plan {frozen}")
            saved = f"{options}: planning the result of {_moved(first)} bytes makes {_cost(second)} of it"
            require(_cost(second) >= _moved(first), saved)
    for plain, priced in zip(plans["plain"], plans["priced"]):
        costs = f"with the choice a plan costs {_cost(priced)}, without padding {_cost(plain)}"
        require(_cost(priced) <= _cost(plain), f"target={target}: {costs}")
    run(*_CHECK, source, *results)
    return [Outcome(seed) for seed in seeds]


if __name__ == "__main__":
    sys.exit(campaign.main(check, __doc__))
