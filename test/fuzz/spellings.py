#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Plans random programs in several spellings, which must have the same figures.

For each seed, one program of `random_programs` is written in the spellings of `test/python/respelling.py` and planned
for a target that depends on the batch. It requires:

  - layout-check finds each spelling equal to the program, but for those with other arguments
  - the plan of each spelling has the rewrites, bytes, moves and cost of the plan of the program, or ties with it: both are
    proved to be the cheapest and move as many bytes, in other rewrites; these are counted

but for DIFFERENCES, which lists the spellings and targets for which some programs have other plans, and why. A campaign
of PROOF programs or more in all spellings, without --state, also requires that each of them still has a program for which
the plans differ.

With --number=N, each batch is written in N spellings, drawn by its seeds, instead of all.

With --keep, the files of each seed that fails are kept in a folder, with the commands in its `message`. With --state,
a run goes on where the last one with the same file ended.
"""

import argparse
import collections
import functools
import os
import pathlib
import random
import subprocess
import sys

_TESTS = pathlib.Path(__file__).resolve().parents[1]
sys.path[:0] = [str(_TESTS / "fuzz"), str(_TESTS / "python"), str(_TESTS.parent / "python")]

import campaign  # noqa: E402
import random_programs  # noqa: E402
from campaign import Failure, Outcome  # noqa: E402
from respelling import DIFFERENCES, OTHER_ARGUMENTS, SPELLINGS, TARGETS, Respeller  # noqa: E402

PROOF = 2000  # programs in which each listed difference must be found
_CHECK = ("layout-check", "-O0", "--allow-vacuous")
_found: collections.Counter[tuple[str, str]] = collections.Counter()
_ties: list[str] = []


def _run(*command: str | pathlib.Path) -> tuple[str, str]:
    run = subprocess.run(command, capture_output=True, text=True, env={**os.environ, "LD_BIND_NOW": "1"})
    if run.returncode:
        raise Failure(f"{' '.join(map(str, command))}\nexit code {run.returncode}\n{run.stderr[:4000]}")
    return run.stdout, run.stderr


def _compare(seed: int, program: str, variants: list[str], folder: pathlib.Path) -> str:
    """Requires that layout-check finds the variants of a program equal to it; returns what it says if it does not."""
    files = []
    for number, text in enumerate([program, *variants]):
        files.append(folder / f"{seed}.{number}.mlir")
        files[-1].write_text(text, encoding="utf-8")
    try:
        campaign.run(*_CHECK, *files)
    except Failure as failure:
        return f"{failure}\n"
    return ""


def check(number: int, seeds: range, folder: pathlib.Path) -> list[Outcome]:
    respeller = Respeller(folder, _run)
    source = campaign.join(folder / "in.mlir", campaign.generate(random_programs.generate, seeds))
    target = tuple(TARGETS)[seeds[0] // campaign.BATCH % len(TARGETS)]
    plans = respeller.plan(source, TARGETS[target])
    messages = [""] * len(seeds)
    # Spellings may write a program alike, and leave it as it is.
    variants: list[dict[str, None]] = [{} for _ in seeds]
    drawn = random.Random(seeds[0] // campaign.BATCH).sample(list(SPELLINGS), number)
    for spelling in drawn:
        respelled, numbers = respeller.respell(source, spelling)
        changed = [i for i, number in enumerate(numbers) if number]
        if not changed:
            continue
        texts = campaign.split(respelled.read_text(encoding="utf-8"))
        others = respeller.plan(campaign.join(respelled, [texts[i] for i in changed]), TARGETS[target])
        for i, other in zip(changed, others, strict=True):
            if spelling not in OTHER_ARGUMENTS:
                variants[i][texts[i]] = None
            if plans[i].agree(other, spelling):
                continue
            if plans[i].ties(other):
                _ties.append(f"{seeds[i]} by {spelling}, {target}")
            elif (spelling, target) in DIFFERENCES:
                _found[spelling, target] += 1
            else:
                messages[i] += f"{TARGETS[target]}: {plans[i]}; by {spelling} {other}\n"
    for i, program in enumerate(campaign.split(source.read_text(encoding="utf-8"))):
        if variants[i]:
            messages[i] += _compare(seeds[i], program, list(variants[i]), folder)
    return [Outcome(seed, message) for seed, message in zip(seeds, messages, strict=True)]


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    campaign.add_options(parser)
    parser.add_argument("--number", type=int, default=len(SPELLINGS), metavar="N", help="spellings of each batch [all]")
    options = parser.parse_args()
    if not 1 <= options.number <= len(SPELLINGS):
        parser.error(f"expected --number of 1 to {len(SPELLINGS)}, found {options.number}")
    totals = campaign.run_all(functools.partial(check, options.number), options)
    for (spelling, target), number in sorted(_found.items()):
        print(f"{number} programs by {spelling}, {target}: {DIFFERENCES[spelling, target]}")
    if _ties:
        print(f"{len(_ties)} ties: {'; '.join(_ties)}")
    is_proof = totals.programs >= PROOF and options.number == len(SPELLINGS) and not options.state
    vanished = [key for key in DIFFERENCES if not _found[key]] if is_proof else []
    for spelling, target in vanished:
        print(f"is listed, but no program has another plan by {spelling}, {target}")
    return 1 if totals.failed or vanished else 0


if __name__ == "__main__":
    sys.exit(main())
