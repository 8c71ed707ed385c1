# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Plans of random problems cost what an exact solver from outside says, and their bounds are bounds.

Covers: R35, R47
"""

import concurrent.futures
import dataclasses
import json
import os
import pathlib
import re
import subprocess
import tempfile
import unittest

import toulbar2
from random_problems import SHAPES, Problem, generate

_ROOT = pathlib.Path(__file__).resolve().parents[2]
_BIN = pathlib.Path(os.environ.get("LAYOUT_BUILD", _ROOT / "build" / "release")) / "bin"
_SEEDS = range(20)
_SECONDS = 120  # toulbar2 needs less than one for each


@dataclasses.dataclass(frozen=True)
class _Outcome:
    name: str
    cost: int
    bound: int
    is_complete: bool
    optimum: int | None
    verdict: str  # of layout-check-plan

    @property
    def is_proved(self) -> bool:
        return self.is_complete or self.cost == self.bound


def _solve(folder: pathlib.Path, name: str, problem: Problem) -> _Outcome:
    file, plan = folder / f"{name}.problem.json", folder / f"{name}.plan.json"
    file.write_text(json.dumps(problem), encoding="utf-8")
    said = subprocess.run([_BIN / "layout-solve", file, "-o", plan], capture_output=True, text=True, check=True).stdout
    figures = re.fullmatch(r"cost (\d+), bound (\d+), gap \d+(, search given up)?\n", said)
    optimum = toulbar2.solve(problem, folder / f"{name}.cfn", _SECONDS)
    verdict = subprocess.run([_BIN / "layout-check-plan", file, plan], capture_output=True, text=True)
    return _Outcome(name, int(figures[1]), int(figures[2]), not figures[3], optimum, verdict.stdout.strip())


class ExactTest(unittest.TestCase):
    @classmethod
    def setUpClass(cls) -> None:
        problems = {f"{shape}-{seed}": generate(seed, SHAPES[shape]) for shape in SHAPES for seed in _SEEDS}
        with tempfile.TemporaryDirectory() as folder, concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as threads:
            cls.outcomes = list(threads.map(lambda item: _solve(pathlib.Path(folder), *item), problems.items()))

    def test_costs_and_bounds(self) -> None:
        for outcome in self.outcomes:
            with self.subTest(problem=outcome.name):
                self.assertIsNotNone(outcome.optimum)
                self.assertLessEqual(outcome.bound, outcome.optimum)
                self.assertLessEqual(outcome.optimum, outcome.cost)
                if outcome.is_proved:
                    self.assertEqual(outcome.cost, outcome.optimum)

    def test_certificates_hold(self) -> None:
        for outcome in self.outcomes:
            with self.subTest(problem=outcome.name):
                said = f"holds: cost {outcome.cost}, no plan costs less than {outcome.bound}"
                self.assertEqual(outcome.verdict, said)

    def test_nearly_all_are_proved(self) -> None:
        open_ones = [outcome.name for outcome in self.outcomes if not outcome.is_proved]
        self.assertLessEqual(len(open_ones), len(self.outcomes) // 50, open_ones)

    def test_problems_are_worth_solving(self) -> None:
        costs = [outcome.optimum for outcome in self.outcomes]
        self.assertGreater(sum(cost > 0 for cost in costs), 0.9 * len(costs))


if __name__ == "__main__":
    unittest.main()
