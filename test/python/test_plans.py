# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Compares the plans of small programs with the cheapest plans, which are found by trying all layouts.

Thousands of functions of up to eight ops are planned: all graphs of a few elementwise ops, and random ones with
broadcasts, transposing and fused reads, diagonals, reductions, poolings, several results, constants and fills, pads,
slices and concatenations, frozen ops, matmuls and convolutions with one or several layout options, and rewrites of every
kind between them. `plans/` has a model of these programs that shares nothing with the planner: a layout is the order of
the elements in memory, and an agnostic op may take every order of every digit of its loops, not only the candidates that
the planner makes.

For each function whose candidates were not capped, the test requires:
  - the optimal plan costs as much as the cheapest combination of layouts, and its bound is not above that cost
  - the costs of backward and forward plans lie between the optimal one and that of the first candidate of every op
  - the baseline `frozen` is that cost without the costs of the layout options; in a program without options it is what
    rewrites move in the program as it stands, by --layout-count
  - the resulting program moves as many bytes as the plan and the report say, by --layout-count

Values may also be padded at the ends of dims, with one number in all of a program; an op then has candidates for every
shape that the dims may grow to. The model rewrites the result of a pad or crop from the layout in which the op is
planned. The planner may also pad for each reader, or crop first and rewrite the smaller value, and it counts a crop
alone by its result. So its plans may be cheaper than the cheapest of the model, but not more expensive.

An op with layout options takes one of them as it stands in the model. The planner may rename its loops first, as those
of frozen ops, so its plans may be cheaper there too; what they move is counted in the resulting program.

For a matmul with `layout.prefer` the planner offers the orders that one of its operands asks for. No operand is indexed by
all of the loops, so an order that would suit two operands may be missing: such plans may cost more than the cheapest one.

Not tested here: that the programs compute the same (see test/fuzz/run.py), loops, calls and regions, dynamic sizes,
options that pad or split dims that are not split in the rewritten value, and pads with several numbers.

LAYOUT_PLAN_SEEDS=FIRST..LAST selects other random programs, LAYOUT_TINY_GRAPHS=all takes all variants of graphs instead of
every third one. Functions with too many states for the search are left out;
the test requires that they are few.

Covers: R17, R18, R35, R48
"""

import concurrent.futures
import dataclasses
import itertools
import json
import os
import pathlib
import re
import subprocess
import sys
import tempfile
import unittest
from collections.abc import Callable, Iterable, Iterator

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))

from plans.random_programs import PaddedProgram, RandomProgram  # noqa: E402
from plans.search import Search, TooLarge  # noqa: E402
from plans.tiny_graphs import tiny_programs  # noqa: E402
from plans.writer import Writer  # noqa: E402

_BUILD = pathlib.Path(os.environ.get("LAYOUT_BUILD", pathlib.Path(__file__).parents[2] / "build" / "release"))
_STRATEGIES = ("optimal", "backward", "forward")
_SEEDS = os.environ.get("LAYOUT_PLAN_SEEDS", "0..499")
_ALL_TINY_GRAPHS = os.environ.get("LAYOUT_TINY_GRAPHS") == "all"
_IN_ONE_MODULE = 40


@dataclasses.dataclass
class Function:
    """A function with the figures that its plans are compared with."""

    name: str
    text: str
    is_raised: bool
    is_exact: bool  # the planned program moves as many bytes as its plan costs
    minimum: int
    frozen: int | None  # None if there are pads
    frozen_bytes: int = 0  # the rewrites in `frozen`
    is_complete: bool = True  # the planner offers every layout that an op could have

    @property
    def has_options(self) -> bool:
        return "layout.op_layout" in self.text


@dataclasses.dataclass
class Figures:
    """The figures of layout-opt for a function, for each strategy."""

    costs: dict[str, int]
    bound: int
    is_capped: bool


def _function(writer: Writer, is_raised: bool = False, has_option_costs: bool = False) -> Function | None:
    search = Search(writer)
    try:
        minimum = search.minimum()
    except TooLarge:
        return None
    is_padded = any(op.is_resize for op in writer.ops)
    is_exact = not (has_option_costs or is_padded)
    frozen = None if is_padded else search.frozen
    is_complete = not any(op.forms for op in writer.ops)
    figures = (minimum, frozen, search.frozen_bytes)
    return Function(writer.name, writer.text(), is_raised, is_exact, *figures, is_complete)


def _random_function(seed: int) -> Function | None:
    is_raised, has_option_costs, num_ops = bool(seed % 2), seed % 4 > 1, seed // 4 % 8 + 1
    program = RandomProgram(f"random{seed}", seed, num_ops, is_raised, has_option_costs)
    return _function(program.writer, is_raised, has_option_costs)


def _seeds() -> range:
    first, last = map(int, _SEEDS.split(".."))
    return range(first, last + 1)


def _padded_function(seed: int) -> Function | None:
    return _function(PaddedProgram(f"padded{seed}", seed, seed // 2 % 4 + 1).writer)


def _layout_test_opt(*arguments: str | pathlib.Path) -> str:
    run = subprocess.run([_BUILD / "bin" / "layout-test-opt", *arguments], capture_output=True, text=True)
    if run.returncode:
        raise AssertionError(f"layout-test-opt {' '.join(map(str, arguments))}\n{run.stderr[:2000]}")
    return run.stdout


@dataclasses.dataclass
class Group:
    """Functions in one file, several in each module, planned by every strategy."""

    functions: list[Function]
    folder: pathlib.Path

    def modules(self) -> list[list[Function]]:
        return [self.functions[i : i + _IN_ONE_MODULE] for i in range(0, len(self.functions), _IN_ONE_MODULE)]

    def before(self) -> str:
        """Returns the passes in front of layout-flow. Folding leaves one rewrite of several in a row, and none of a pad
        and the crop that removes it."""
        return ("layout-raise," if self.functions[0].is_raised else "") + "layout-fold,"

    def plan(self) -> None:
        source = self.folder / "in.mlir"
        modules = ["module {\n" + "".join(function.text for function in module) + "}\n" for module in self.modules()]
        source.write_text("// -----\n".join(modules), encoding="utf-8")
        for strategy in _STRATEGIES:
            files = f"plan={self.folder}/{strategy}.plan.json"
            if strategy == "optimal":  # the problem is that of the other strategies, too
                files += f" problem={self.folder}/{strategy}.problem.json"
            flow = f"layout-flow{{strategy={strategy} {files}}}"
            passes = f"builtin.module({self.before()}{flow},layout-fold,test-layout-print-figures)"
            result = self.folder / f"{strategy}.mlir"
            _layout_test_opt(source, "--split-input-file", f"--pass-pipeline={passes}", "-o", result)

    def figures(self, function: Function) -> Figures:
        def read(strategy: str, what: str) -> dict:
            path = self.folder / f"{strategy}-{function.name}.{what}.json"
            return json.loads(path.read_text(encoding="utf-8"))

        plan = read("optimal", "plan")
        costs = {strategy: read(strategy, "plan")["cost"] for strategy in _STRATEGIES}
        return Figures(costs, plan["bound"], read("optimal", "problem")["capped"])

    def counted(self, strategy: str) -> list[dict]:
        """Returns the figures of --layout-count for each planned module."""
        lines = _layout_test_opt(self.folder / f"{strategy}.mlir", "--split-input-file", "--layout-count").splitlines()
        return [json.loads(line) for line in lines if line.startswith("{")]

    def counted_before(self) -> list[dict]:
        """Returns the figures of --layout-count for each function before it is planned."""
        source = self.folder / "each.mlir"
        source.write_text("// -----\n".join(function.text for function in self.functions), encoding="utf-8")
        passes = f"builtin.module({self.before()}layout-count)"
        lines = _layout_test_opt(source, "--split-input-file", f"--pass-pipeline={passes}")
        counted = [json.loads(line) for line in lines.splitlines() if line.startswith("{")]
        assert len(counted) == len(self.functions)
        return counted

    def reported(self, strategy: str, figure: str) -> list[int]:
        """Returns a figure of the report for each module."""
        text = (self.folder / f"{strategy}.mlir").read_text(encoding="utf-8")
        return [int(number) for number in re.findall(rf"test.report = {{.*{figure} = (\d+) : i64", text)]


def disagreements(function: Function, figures: Figures) -> Iterator[str]:
    """Yields messages about plans whose cost or bound is wrong."""
    cost = figures.costs["optimal"]
    is_proved = function.is_complete and not figures.is_capped
    may_be_cheaper = function.frozen is None or function.has_options
    if (cost < function.minimum and not may_be_cheaper) or (cost > function.minimum and is_proved):
        yield f"the optimal plan costs {cost}, the cheapest of all {function.minimum}"
    if figures.bound > cost or (figures.bound > function.minimum and is_proved):
        yield f"the bound is {figures.bound}, a plan of cost {min(cost, function.minimum)} exists"
    for strategy, other in figures.costs.items():
        if other < cost or (function.frozen is not None and other > function.frozen):
            yield f"the {strategy} plan costs {other}, the optimal one {cost}, the frozen one {function.frozen}"


def miscounts(module: list[Function], costs: Iterable[int], counted: int) -> Iterator[str]:
    """Yields a message if a planned module does not move what its plans cost."""
    planned = sum(costs)
    if None in (function.frozen for function in module):
        return
    if counted > planned or (counted < planned and all(function.is_exact for function in module)):
        names = ", ".join(function.name for function in module)
        yield f"{counted} bytes are moved where plans cost {planned}, in {names}"


class Programs(unittest.TestCase):
    def check(self, functions: list[Function]) -> list[Figures]:
        """Plans the functions; the same is expected of all functions of one module."""
        with tempfile.TemporaryDirectory() as scratch, concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
            groups = []
            for key in itertools.product((False, True), repeat=4):
                alike = [f for f in functions if (f.is_raised, f.is_exact, f.frozen is None, f.has_options) == key]
                if alike:
                    groups.append(Group(alike, pathlib.Path(scratch) / str(len(groups))))
                    groups[-1].folder.mkdir()
            list(pool.map(Group.plan, groups))
            found = [figures for group in groups for figures in self._check_group(group)]
        self.assertEqual(len(found), len(functions))
        return found

    def _check_group(self, group: Group) -> Iterator[Figures]:
        figures = [group.figures(function) for function in group.functions]
        wrong = [
            f"{message}:\n{function.text}"
            for function, its in zip(group.functions, figures)
            for message in disagreements(function, its)
        ]
        counted_before = group.counted_before()
        for strategy in _STRATEGIES:
            costs = iter([its.costs[strategy] for its in figures])
            modules, counted, frozen = group.modules(), group.counted(strategy), group.reported(strategy, "frozen")
            self.assertEqual((len(counted), len(frozen)), (len(modules), len(modules)))
            before = iter(counted_before)
            for number, (module, after, bytes_frozen) in enumerate(zip(modules, counted, frozen)):
                counts = list(itertools.islice(before, len(module)))
                wrong += miscounts(module, itertools.islice(costs, len(module)), after["bytes"])
                said = group.reported(strategy, "rewrites")[number]
                if strategy == "optimal" and after["bytes"] != said:
                    wrong.append(f"rewrites are said to be {said}, not {after['bytes']}, in {module[0].name} and behind")
                if group.functions[0].has_options and group.functions[0].frozen is None:
                    continue  # The model counts crops in another way.
                expected = sum(
                    function.frozen_bytes if function.has_options else count["bytes"]
                    for function, count in zip(module, counts)
                )
                if bytes_frozen != expected:
                    wrong.append(f"frozen is said to be {bytes_frozen}, not {expected}, in {module[0].name} and behind")
        self.assertEqual(wrong, [], f"{len(wrong)} disagreements, the first:\n{(wrong or [''])[0]}")
        return iter(figures)

    def test_all_tiny_graphs(self) -> None:
        writers = [writer for num_ops in (1, 2, 3) for writer in tiny_programs(num_ops)]
        self.assertGreater(len(writers), 1000)
        if not _ALL_TINY_GRAPHS:
            writers = writers[::3]  # a graph has 4, 8 or 16 variants
        found = self.check([_function(writer) for writer in writers])
        self.assertFalse(any(figures.is_capped for figures in found))
        # A sufficient number of plans costs something.
        self.assertGreater(sum(figures.costs["optimal"] > 0 for figures in found), len(found) // 10)

    def check_seeds(self, make: Callable[[int], Function | None], seeds: Iterable[int]) -> list[Figures]:
        with concurrent.futures.ProcessPoolExecutor() as pool:
            functions = list(pool.map(make, seeds, chunksize=16))
        tried = [function for function in functions if function]
        self.assertGreaterEqual(20 * len(tried), 19 * len(functions), "more than one in twenty is too large to try")
        found = self.check(tried)
        self.assertGreaterEqual(len(found), 50 * sum(figures.is_capped for figures in found))
        self.assertGreater(2 * sum(0 < figures.costs["optimal"] for figures in found), len(found))
        return found

    def test_random_programs(self) -> None:
        self.check_seeds(_random_function, _seeds())

    def test_padded_programs(self) -> None:
        """Values are padded by layout.pad, cropped by layout.crop, or stay padded."""
        self.check_seeds(_padded_function, _seeds()[::2])


class ThisTest(unittest.TestCase):
    """The test finds wrong plans, and its search finds the same minimum as enumeration."""

    def test_search_is_enumeration(self) -> None:
        compared = 0
        for seed in range(300):
            search = Search(RandomProgram("f", seed, seed % 3 + 1, has_option_costs=bool(seed % 2)).writer)
            if search.size() < 3000:
                compared += 1
                self.assertEqual(search.minimum(), search.enumerated_minimum(), f"seed {seed}")
        self.assertGreater(compared, 100)

    def test_wrong_figures_are_seen(self) -> None:
        function = Function("f", "", False, True, minimum=96, frozen=192)

        def says(optimal: int, bound: int, backward: int = 96, is_capped: bool = False) -> list[str]:
            costs = {"optimal": optimal, "backward": backward, "forward": 192}
            return list(disagreements(function, Figures(costs, bound, is_capped)))

        self.assertEqual(says(96, 96), [])
        self.assertEqual(says(144, 144, 144, is_capped=True), [])
        self.assertEqual(says(144, 96, 144), ["the optimal plan costs 144, the cheapest of all 96"])
        self.assertEqual(says(48, 48, is_capped=True), ["the optimal plan costs 48, the cheapest of all 96"])
        self.assertEqual(says(96, 97), ["the bound is 97, a plan of cost 96 exists"])
        self.assertEqual(says(96, 96, 193), ["the backward plan costs 193, the optimal one 96, the frozen one 192"])
        self.assertEqual(says(96, 96, 95), ["the backward plan costs 95, the optimal one 96, the frozen one 192"])
        self.assertEqual(len(list(miscounts([function], [96], 144))), 1)
        self.assertEqual(len(list(miscounts([function], [96], 48))), 1)
        self.assertEqual(list(miscounts([function], [96], 96)), [])

    def test_another_plan_is_seen(self) -> None:
        """The program of a more expensive plan is not accepted as that of the optimal plan."""
        functions = [_random_function(seed) for seed in range(0, 400, 4)]
        functions = [function for function in functions if function and function.is_exact]
        seen = 0
        with tempfile.TemporaryDirectory() as scratch:
            group = Group(functions, pathlib.Path(scratch))
            group.plan()
            figures = [group.figures(function) for function in functions]
            dearer = [its.costs["backward"] > its.costs["optimal"] for its in figures]
            self.assertTrue(any(dearer))
            costs = iter([its.costs["optimal"] for its in figures])
            flags = iter(dearer)
            for module, counted in zip(group.modules(), group.counted("backward")):
                expected = any(itertools.islice(flags, len(module)))
                found = list(miscounts(module, itertools.islice(costs, len(module)), counted["bytes"]))
                self.assertEqual(bool(found), expected)
                seen += expected
        self.assertGreater(seen, 0)


if __name__ == "__main__":
    unittest.main()
