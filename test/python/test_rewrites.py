# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""`layout-bench --rewrites` times what layout-run compiles, and finds wrong results. No time is asserted."""

import contextlib
import io
import json
import os
import pathlib
import sys
import tempfile
import unittest
from unittest import mock

_ROOT = pathlib.Path(__file__).resolve().parents[2]
sys.path[:0] = [str(_ROOT / "python"), str(_ROOT / "tools" / "layout-bench")]

from layout_bench import rewrites  # noqa: E402
from layout_bench.process import ToolError  # noqa: E402
from layout_bench.rewrites import Case  # noqa: E402

_BUILD = pathlib.Path(os.environ.get("LAYOUT_BUILD", _ROOT / "build" / "release"))
_PATH = os.pathsep.join([str(_BUILD / "bin"), "/usr/lib/llvm-22/bin", os.environ["PATH"]])
_SMALL = {"small": [Case("bytes", (70, 3), (1, 0), "i8"), Case("blocks", (2, 260, 300), (0, 2, 1))]}


class Rewrites(unittest.TestCase):
    def bench(self, threads: list[int] = [1]) -> tuple[bool, str, list]:
        """Returns whether all results are equal, the tables, and what the file says."""
        with tempfile.TemporaryDirectory() as folder, mock.patch.dict(os.environ, PATH=_PATH):
            file, output = pathlib.Path(folder) / "rewrites.json", io.StringIO()
            with mock.patch.object(rewrites, "GROUPS", _SMALL), contextlib.redirect_stdout(output):
                passed = rewrites.bench_rewrites(pathlib.Path(folder), [], threads, 2, file)
            return passed, output.getvalue(), json.loads(file.read_text())

    def test_all_permutations_of_four_dims_are_there(self) -> None:
        for group in ("divisible", "odd"):
            self.assertEqual(len({case.order for case in rewrites.GROUPS[group]}), 23)

    def test_names_are_unique_and_orders_permute(self) -> None:
        cases = [case for group in rewrites.GROUPS.values() for case in group]
        self.assertEqual(len({(case.name, case.element) for case in cases}), len(cases))
        for case in cases:
            self.assertEqual(sorted(case.order), list(range(len(case.shape))), case.name)

    def test_results_are_those_of_loops(self) -> None:
        passed, tables, found = self.bench()
        self.assertTrue(passed, tables)
        self.assertRegex(tables, r"\| bytes  \|   i8 \| 0\.00 \| +[0-9.]+ \| +[0-9.]+ \| +[0-9.]+ \| +equal \|")
        self.assertEqual([each["is_equal"] for each in found], [True, True])
        for each in found:
            self.assertAlmostEqual(each["share"], each["memcpy"] / each["seconds"], delta=each["share"])

    def test_threads_move_the_same(self) -> None:
        if len(os.sched_getaffinity(0)) < 2:
            self.skipTest("needs two cores")
        self.assertTrue(self.bench([1, 2])[0])

    def test_a_wrong_result_is_found(self) -> None:
        wrong = "permutation = [1, 0]", "permutation = [0, 1]"
        program = Case.program

        def replace(case: Case) -> str:
            # A copy instead of a transposition, which is as long.
            return program(case).replace("memref<3x70xi8>", "memref<70x3xi8>").replace(*wrong)

        compiled = rewrites._Compiled

        def compile_wrongly(case: Case, work: pathlib.Path, *options: str) -> rewrites._Compiled:
            with mock.patch.object(Case, "program", program if "--schedule=false" in options else replace):
                return compiled(case, work, *options)

        with mock.patch.object(rewrites, "_Compiled", compile_wrongly):
            passed, tables, found = self.bench()
        self.assertFalse(passed)
        self.assertIn("DIFFERENT", tables)
        self.assertEqual([each["is_equal"] for each in found], [False, True])

    def test_unknown_groups_are_named(self) -> None:
        with self.assertRaisesRegex(ToolError, "unknown group 'rwos', choose from layouts, "):
            rewrites.bench_rewrites(pathlib.Path(), ["rwos"], [1], 1, None)


if __name__ == "__main__":
    unittest.main()
