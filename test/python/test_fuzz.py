# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Random programs are valid and reproducible, have the requested size, and contain what planning has to handle.

Campaigns of them find each program that fails, and go on where they ended.
"""

import argparse
import contextlib
import functools
import io
import json
import os
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile
import unittest

_ROOT = pathlib.Path(__file__).resolve().parents[2] / "python"
sys.path.insert(0, str(_ROOT))
_FUZZ = pathlib.Path(__file__).resolve().parents[1] / "fuzz"
sys.path.insert(0, str(_FUZZ))

import campaign  # noqa: E402
import random_programs  # noqa: E402
from random_programs import buffers  # noqa: E402

_MLIR_OPT = os.environ.get("MLIR_OPT") or shutil.which("/usr/lib/llvm-22/bin/mlir-opt") or "mlir-opt-22"
_SEEDS = range(40)


def _generate_again(seed: int, ops: int | None = None) -> str:
    stream = io.StringIO()
    random_programs.generate(stream, seed, ops)
    return stream.getvalue()


_generate = functools.cache(_generate_again)


def _main(program: str) -> str:
    """Returns the function that is planned; it calls the others."""
    return program[program.index("func.func @forward") :]


def _ops(program: str) -> list[str]:
    """Returns the names of the ops that compute something."""
    names = re.findall(r"^    %\d+(?::2)? = (linalg\.\w+|tensor\.\w+|scf\.\w+|func\.call|arith\.cmpf)", _main(program), re.MULTILINE)
    return [name for name in names if name not in ("tensor.empty", "linalg.fill")]


class Programs(unittest.TestCase):
    def test_reproducible(self) -> None:
        programs = [_generate(seed) for seed in _SEEDS]
        self.assertEqual(programs, [_generate_again(seed) for seed in _SEEDS])
        self.assertEqual(len(set(programs)), len(programs))

    def test_size(self) -> None:
        for ops in (5, 6, 12, 30):
            for seed in range(10):
                program = _generate(seed, ops)
                # Some programs have one more op for each result.
                results = program[program.rindex("    return ") :].split(":")[0].count("%")
                self.assertIn(len(_ops(program)) - ops, (0, results))
        self.assertGreater(len({len(_ops(_generate(seed))) for seed in _SEEDS}), 10)

    def test_two_critical_ops(self) -> None:
        for seed in _SEEDS:
            program = _generate(seed)
            critical = [name for name in _ops(program) if "conv" in name or "matmul" in name]
            # Contractions may also be generic ops, which multiply and add to their output.
            products = re.findall(r"(%s\d) = arith.mulf %in0, %in1 : f32\n +%s\d = arith.addf %out0, \1", program)
            self.assertGreaterEqual(len(critical) + len(products), 2, f"seed {seed}")

    def test_every_kind_of_op(self) -> None:
        text = "".join(map(_generate, _SEEDS))
        for name in (
            *("linalg.conv_2d_nchw_fchw", "linalg.conv_2d_nhwc_hwcf", "linalg.depthwise_conv_2d", "linalg.matmul"),
            *("linalg.batch_matmul", "linalg.transpose", "linalg.broadcast", "linalg.pooling", "linalg.add"),
            *("tensor.pad", "tensor.concat", "tensor.insert_slice", "tensor.extract_slice"),
            *("tensor.expand_shape", "tensor.collapse_shape", '"reduction"', "layout.op_layout", "layout.prefer"),
            *("linalg.index", "tensor.extract", "scf.for", "scf.if", "scf.execute_region", "func.call", "arith.cmpi"),
            *("xf16>", "xbf16>", "xf64>", "xi1>", "xi8>", "xi16>", "xi32>", "xi64>", "xcomplex<f32>>"),
        ):
            self.assertTrue(name in text, f"no program has {name}")

    def test_every_rank(self) -> None:
        text = "".join(map(_generate, _SEEDS))
        ranks = {match.count("x") for match in re.findall(r"tensor<((?:\d+x)*)[fib]", text)}
        self.assertLessEqual(set(range(7)), ranks)

    def test_valid(self) -> None:
        for seed in _SEEDS:
            program = _generate(seed)
            if " layout." in program:  # stock mlir-opt does not know the annotations
                continue
            run = subprocess.run([_MLIR_OPT, "-o", os.devnull], input=program, capture_output=True, text=True)
            self.assertEqual(run.returncode, 0, f"seed {seed}: {run.stderr[:500]}")


class CommandLine(unittest.TestCase):
    def _run(self, *arguments: str) -> subprocess.CompletedProcess:
        command = [sys.executable, "-m", "random_programs", *arguments]
        return subprocess.run(command, capture_output=True, text=True, env={**os.environ, "PYTHONPATH": f"{_ROOT}:{_FUZZ}"})

    def test_same_bytes_as_the_library(self) -> None:
        self.assertEqual(self._run("--seed=7", "--ops=9").stdout, _generate(7, 9))

    def test_errors(self) -> None:
        run = self._run("--seed=7", "--ops=31")
        self.assertEqual((run.returncode, run.stdout), (2, ""))
        self.assertIn("a program has 5 to 30 ops, not 31", run.stderr)


def _buffers(seed: int) -> str:
    stream = io.StringIO()
    buffers.generate(stream, seed)
    return stream.getvalue()


class Buffers(unittest.TestCase):
    def test_reproducible(self) -> None:
        programs = [_buffers(seed) for seed in _SEEDS]
        self.assertEqual(programs, [_buffers(seed) for seed in _SEEDS])
        self.assertEqual(len(set(programs)), len(programs))

    def test_every_kind_of_access(self) -> None:
        text = "".join(map(_buffers, range(100)))
        for name in (
            *("memref.load", "memref.store", "memref.copy", "memref.subview", "memref.collapse_shape", "memref.cast"),
            *("memref.expand_shape", "memref.atomic_rmw", "vector.transfer_read", "vector.transfer_write"),
            *("scf.for", "scf.if", "scf.parallel", "affine.for", "func.call", "linalg.generic", "linalg.matmul"),
            *("linalg.transpose", "linalg.reduce", "linalg.fill", "layout.pad_value", "layout.axis_separators"),
            *("floordiv", "mod", " | ", "?x", "xf16>", "xf32", "xf64", "xi8>", "xi32>", "xi64>"),
        ):
            self.assertTrue(name in text, f"no program has {name}")

    def test_valid_without_layouts(self) -> None:
        for seed in _SEEDS:
            program = re.sub(r" \{layout\.[^{}]*\}", "", _buffers(seed))
            self.assertNotIn("layout.", program)
            run = subprocess.run([_MLIR_OPT, "-o", os.devnull], input=program, capture_output=True, text=True)
            self.assertEqual(run.returncode, 0, f"seed {seed}: {run.stderr[:500]}")


class Campaigns(unittest.TestCase):
    def setUp(self) -> None:
        self.batches: list[range] = []
        self.wrong = {30, 61}

    def _check(self, seeds: range, folder: pathlib.Path) -> list[campaign.Outcome]:
        self.batches.append(seeds)
        (folder / "in.mlir").write_text(f"{seeds}\n", encoding="utf-8")
        if wrong := self.wrong.intersection(seeds):
            raise campaign.Failure(f"{min(wrong)} is wrong")
        return [campaign.Outcome(seed, moved=((8, 4), (2, 2))) for seed in seeds]

    def _run(self, folder: pathlib.Path, seeds: range, **options: object) -> campaign.Totals:
        defaults = {"seeds": seeds, "jobs": 1, "keep": folder / "kept", "state": folder / "state.json", "seconds": None}
        with contextlib.redirect_stdout(io.StringIO()):
            return campaign.run_all(self._check, argparse.Namespace(**{**defaults, **options}))

    def test_failures_are_found(self) -> None:
        with tempfile.TemporaryDirectory() as scratch:
            folder = pathlib.Path(scratch)
            totals = self._run(folder, range(20, 70))
            self.assertEqual(totals, campaign.Totals(50, 2, plans=96, improved=48, frozen=480, after=288))
            self.assertEqual(self.batches[0], range(20, 24))
            self.assertIn(range(24, 48), self.batches)
            self.assertEqual(sorted(path.name for path in (folder / "kept").iterdir()), ["seed-30", "seed-61"])
            self.assertEqual((folder / "kept" / "seed-30" / "message").read_text(encoding="utf-8"), "30 is wrong\n")

    def test_resumes(self) -> None:
        with tempfile.TemporaryDirectory() as scratch:
            folder = pathlib.Path(scratch)
            self._run(folder, range(0, 48))
            state = json.loads((folder / "state.json").read_text(encoding="utf-8"))
            self.assertEqual((state["done"], state["failures"]), ([[0, 47]], {"30": "30 is wrong"}))
            self.batches.clear()
            totals = self._run(folder, range(0, 60))
            self.assertEqual(self.batches, [range(48, 60)])
            self.assertEqual((totals.programs, totals.failed), (60, 1))
            self._run(folder, range(60, 100), seconds=1e-9)
            self.assertEqual(len(self.batches), 1)

    def test_failures_of_a_batch_only(self) -> None:
        def check(seeds: range, folder: pathlib.Path) -> list[campaign.Outcome]:
            campaign.require(len(seeds) == 1, "together they fail")
            return [campaign.Outcome(seed) for seed in seeds]

        self._check = check  # type: ignore[method-assign]
        with tempfile.TemporaryDirectory() as scratch:
            folder = pathlib.Path(scratch)
            self.assertEqual(self._run(folder, range(0, 24)).failed, 1)
            self.assertIn("together they fail", (folder / "state.json").read_text(encoding="utf-8"))


if __name__ == "__main__":
    unittest.main()
