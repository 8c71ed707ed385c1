# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Compares the certificates of small programs with the programs themselves, in every combination of layouts.

Each random program of three to six ops is written as MLIR once for every combination of layouts of its ops, loops and
functions (`plans/ir_program.py`). --layout-fold cancels what cancels, and --layout-count says what is left. So nothing is
shared with the planner or with the model of costs in test_plans.py: a wrong cost of a rewrite that is shared, is in a
loop or a function, or pads, shows as a program that moves less than the certificate allows.

A combination gives

  - each generic op any order of the digits of its loops, in any box that its shape is padded to elsewhere in the program
  - each matmul and convolution one of its layout options, which layout-freeze applies
  - the value that a loop hands on, and the argument and result of a function, any order of their digits, in any box
  - each pad and crop any order of the dims of its source

and costs the bytes that its program moves, with the costs of layout options and of the padding that ops read and write.
Required are:

  - no combination costs less than the bound
  - the bound is the cost of the plan, and layout-check-plan proves it
  - the planned program moves what its plan costs
  - the cheapest combination costs what the plan costs, but for a few programs, which layout-check compares with their plans
  - the cheapest combination computes the same as the program (of a few programs)

A plan may be cheaper than all combinations: layout-fold does not merge a rewrite in front of a pad or crop with one behind
it, and a plan may exchange parts of a loop of a matmul, which permutes the elements along a dim of its operands.

LAYOUT_SEARCH_SEEDS=FIRST..LAST selects other random programs.

Covers: R17, R35
"""

import concurrent.futures
import dataclasses
import itertools
import json
import os
import pathlib
import re
import sys
import tempfile
import unittest
import unittest.mock
from collections.abc import Iterator

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))

from build_tools import run_tool  # noqa: E402
from plans.ir_program import Program  # noqa: E402
from plans.random_ir import KINDS, RandomIR  # noqa: E402

_SEEDS = os.environ.get("LAYOUT_SEARCH_SEEDS", "0..23")
_PLANNED_AT_ONCE = 40
_COUNT = "builtin.module(layout-freeze,layout-fold,layout-count)"


def _counted(source: pathlib.Path, passes: str) -> list[int]:
    """Returns the bytes that rewrites and moves of each module move behind `passes`, which end with layout-count."""
    pipeline = f"--pass-pipeline={passes}"
    lines = run_tool("layout-opt", source, "--split-input-file", pipeline, "-o", os.devnull).splitlines()
    counts = [json.loads(line) for line in lines if line.startswith("{")]
    assert not any(count["dynamic"] for count in counts)
    return [count["bytes"] + count["moves"]["bytes"] for count in counts]


def _write_modules(path: pathlib.Path, texts: list[str]) -> None:
    path.write_text("// -----\n".join(texts), encoding="utf-8")


@dataclasses.dataclass
class Plan:
    cost: int
    bound: int
    prices: int  # what candidates cost beside the rewrites of values
    is_capped: bool
    counted: int
    proof: str


@dataclasses.dataclass
class Enumeration:
    cheapest: int
    dearest: int
    program: str  # in the cheapest combination


@dataclasses.dataclass
class Case:
    seed: int
    text: str
    plan: Plan
    found: Enumeration

    @property
    def kind(self) -> str:
        return KINDS[self.seed % len(KINDS)]


def _plan(folder: pathlib.Path, programs: list[tuple[str, str]]) -> Iterator[Plan]:
    """Plans all programs, each given by its name and text, in one process."""
    source = folder / "in.mlir"
    _write_modules(source, [text for _, text in programs])
    files = f"problem={folder}/x.problem.json plan={folder}/x.plan.json"
    passes = f"builtin.module(layout-fold,layout-flow{{{files}}},layout-verify-plan,layout-fold,layout-count)"
    counts = _counted(source, passes)
    assert len(counts) == len(programs)
    for (name, _), counted in zip(programs, counts):
        problem_file, plan_file = (folder / f"x-{name}.{what}.json" for what in ("problem", "plan"))
        proof = run_tool("layout-check-plan", problem_file, plan_file).strip()
        problem, plan = (json.loads(file.read_text(encoding="utf-8")) for file in (problem_file, plan_file))
        chosen = zip(problem["variables"], plan["labels"])
        prices = sum(variable["labels"][label]["cost"] for variable, label in chosen)
        yield Plan(plan["cost"], plan["bound"], prices, problem["capped"], counted, proof)


def _plan_all(programs: list[Program]) -> list[Plan | str]:
    """Returns the plan of each program, or why there is none."""
    with tempfile.TemporaryDirectory() as folder:
        try:
            return list(_plan(pathlib.Path(folder), [(program.name, program.text()) for program in programs]))
        except AssertionError as error:
            if len(programs) == 1:
                return [str(error)]
    return [plan for program in programs for plan in _plan_all([program])]


def _enumerate(program: Program) -> Enumeration | str:
    """Counts the program in every combination of layouts. Returns why this fails if it does."""
    combinations = list(program.combinations())
    with tempfile.TemporaryDirectory() as folder:
        source = pathlib.Path(folder) / "all.mlir"
        _write_modules(source, [text for text, _ in combinations])
        try:
            counts = _counted(source, _COUNT)
        except AssertionError as error:
            return str(error)
    assert len(counts) == len(combinations)
    costs = [counted + price for counted, (_, price) in zip(counts, combinations)]
    cheapest = min(range(len(costs)), key=costs.__getitem__)
    return Enumeration(costs[cheapest], max(costs), combinations[cheapest][0])


def cases_of(seeds: range) -> Iterator[Case | str]:
    """Yields the figures of each program, or why there are none."""
    programs = [RandomIR(seed).program for seed in seeds]
    parts = [programs[first : first + _PLANNED_AT_ONCE] for first in range(0, len(programs), _PLANNED_AT_ONCE)]
    with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
        plans = [plan for part in pool.map(_plan_all, parts) for plan in part]
        for seed, program, plan, found in zip(seeds, programs, plans, pool.map(_enumerate, programs)):
            failed = [its for its in (plan, found) if isinstance(its, str)]
            text = program.text()
            yield f"seed {seed}: {failed[0]}\n{text}" if failed else Case(seed, text, plan, found)


def _without_options(text: str) -> str:
    return re.sub(r" \{layout\.op_layout = .*?\}(?= ins\()", "", text)


def _difference_of_plan(text: str) -> str:
    """Plans a program and returns how its results differ from those of its plan; nothing if they are equal."""
    with tempfile.TemporaryDirectory() as scratch:
        source, before, after = (pathlib.Path(scratch) / f"{name}.mlir" for name in ("in", "before", "after"))
        source.write_text(_without_options(text), encoding="utf-8")
        run_tool("layout-opt", source, "--layout-materialize", "-o", before)
        source.write_text(text, encoding="utf-8")
        planning = ("--layout-fold", "--layout-flow", "--layout-fold", "--layout-materialize")
        run_tool("layout-opt", source, *planning, "-o", after)
        try:
            compared = run_tool("layout-check", before, after, f"--entry={_entry_of(text)}")
        except AssertionError as error:
            return str(error)
        return "" if compared.split()[-1] == "equal" else compared


def _entry_of(text: str) -> str:
    return re.search(r"func\.func @(\w+)", text)[1]


def disagreements(case: Case) -> Iterator[str]:
    """Yields what is wrong with the certificate of a program."""
    plan, cheapest = case.plan, case.found.cheapest
    if cheapest < plan.bound:
        yield f"the bound is {plan.bound}, a program of cost {cheapest} exists:\n{case.found.program}"
    if plan.bound != plan.cost or plan.is_capped:
        yield f"the plan costs {plan.cost}, its bound is {plan.bound}"
    if plan.proof != f"holds: cost {plan.cost}, no plan costs less than {plan.bound}":
        yield f"layout-check-plan says {plan.proof}"
    # Any number may stand where a result holds poison.
    is_comparable = plan.cost < cheapest and "poison" not in case.text
    if is_comparable and (difference := _difference_of_plan(case.text)):
        costs = f"the plan costs {plan.cost}, the cheapest program {cheapest}"
        yield f"{costs}, and the plan computes something else:\n{difference}"
    has_pads = case.kind == "padded"
    least = plan.cost - plan.prices
    if not (least <= plan.counted <= plan.cost if has_pads else plan.counted == least):
        yield f"the plan costs {plan.cost}, {plan.prices} of it for candidates; its program moves {plan.counted}"


def _seeds() -> range:
    first, last = map(int, _SEEDS.split(".."))
    return range(first, last + 1)


class Certificates(unittest.TestCase):
    def test_every_combination(self) -> None:
        found = list(cases_of(_seeds()))
        cases = [case for case in found if isinstance(case, Case)]
        wrong = [case for case in found if isinstance(case, str)]
        wrong += [f"seed {case.seed}: {message}\n{case.text}" for case in cases for message in disagreements(case)]
        self.assertEqual(wrong, [], f"{len(wrong)} disagreements, the first:\n{(wrong or [''])[0]}")
        # The programs need rewrites, and layouts matter.
        self.assertGreater(2 * sum(case.plan.cost > 0 for case in cases), len(cases))
        self.assertGreater(2 * sum(case.found.dearest > case.found.cheapest for case in cases), len(cases))
        # Enumeration finds most plans of programs with pads, and nearly all others.
        for has_pads, part in ((True, 5), (False, 20)):
            alike = [case for case in cases if (case.kind == "padded") == has_pads]
            cheaper = sum(case.plan.cost < case.found.cheapest for case in alike)
            self.assertLessEqual(cheaper, 1 + len(alike) // part)


_PADDED_IN_TWO_WAYS = """
func.func @f(%x: tensor<6x7xf32>) -> (tensor<6x8xf32>, tensor<6x8xf32>) {
  %p = layout.pad %x low [0, 0] high [0, 1] value(poison) : tensor<6x7xf32> to tensor<6x8xf32>
  %q = layout.pad %x low [0, 0] high [0, 1] value(0.0 : f32) : tensor<6x7xf32> to tensor<6x8xf32>
  return %p, %q : tensor<6x8xf32>, tensor<6x8xf32>
}
"""

class PadsOfOneValue(unittest.TestCase):
    def test_one_of_them_holds_anything(self) -> None:
        """One pad serves both."""
        with tempfile.TemporaryDirectory() as scratch:
            plan = next(_plan(pathlib.Path(scratch), [("f", _PADDED_IN_TWO_WAYS)]))
            self.assertEqual(plan.counted, plan.cost)


class ThisTest(unittest.TestCase):
    def test_combinations_compute_the_same(self) -> None:
        programs = (RandomIR(seed).program for seed in itertools.count())
        # Any number may stand where a result holds poison.
        for program in itertools.islice((its for its in programs if "poison" not in its.text()), 8):
            with self.subTest(program.name), tempfile.TemporaryDirectory() as scratch:
                folder = pathlib.Path(scratch)
                source, before, after = (folder / f"{name}.mlir" for name in ("in", "before", "after"))
                source.write_text(_without_options(program.text()), encoding="utf-8")
                run_tool("layout-opt", source, "--layout-materialize", "-o", before)
                source.write_text(_enumerate(program).program, encoding="utf-8")
                run_tool("layout-opt", source, "--layout-freeze", "--layout-fold", "--layout-materialize", "-o", after)
                compared = run_tool("layout-check", before, after, f"--entry={program.name}")
                self.assertEqual(compared.split()[-1], "equal", compared)

    def test_wrong_figures_are_seen(self) -> None:
        plan = Plan(96, 96, 0, False, 96, "holds: cost 96, no plan costs less than 96")
        found = Enumeration(96, 192, "")

        def says(seed: int = 0, cheapest: int = 96, **changed: int | str | bool) -> list[str]:
            case = Case(
                seed, "", dataclasses.replace(plan, **changed), dataclasses.replace(found, cheapest=cheapest)
            )
            return [message.splitlines()[0] for message in disagreements(case)]

        padded = KINDS.index("padded")
        self.assertEqual(says(), [])
        self.assertEqual(says(cheapest=64), ["the bound is 96, a program of cost 64 exists:"])
        self.assertEqual(says(padded, cheapest=64), ["the bound is 96, a program of cost 64 exists:"])
        with unittest.mock.patch(f"{__name__}._difference_of_plan", return_value=""):
            self.assertEqual(says(cheapest=128), [])
        with unittest.mock.patch(f"{__name__}._difference_of_plan", return_value="different"):
            (message,) = says(cheapest=128)
            self.assertIn("the plan computes something else", message)
        self.assertEqual(len(says(bound=64)), 2)  # the proof is of another bound
        self.assertEqual(len(says(is_capped=True)), 1)
        self.assertEqual(len(says(proof="does not hold")), 1)
        self.assertEqual(len(says(counted=64)), 1)
        self.assertEqual(len(says(prices=32)), 1)
        self.assertEqual(says(prices=32, counted=64), [])
        self.assertEqual(len(says(padded, counted=128)), 1)


if __name__ == "__main__":
    unittest.main()
