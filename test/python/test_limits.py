# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Large programs are planned, and a run that a signal ends leaves whole files or none.

Programs with many users of one value, many arguments, deeply nested regions, and tensors whose bytes no index can count.
LAYOUT_LIMIT is the number of users and arguments [10000].
"""

import os
import pathlib
import random
import signal
import subprocess
import tempfile
import time
import unittest

_BIN = pathlib.Path(os.environ["LAYOUT_BUILD"], "bin")
_LIMIT = int(os.environ.get("LAYOUT_LIMIT", "10000"))
_DEPTH = 2000
_HUGE = 1 << 62
_SMALL = "tensor<4x6xf32>"
_OPTIONS = "prefer=matmul=[KM,NK]|[MK,NK]"
_INTERRUPTIONS = 12


def _matmul(indent: str, a: str, type_: str = _SMALL) -> str:
    return (
        f"{indent}%e = tensor.empty() : {type_}\n"
        f"{indent}%x = linalg.matmul ins({a}, %b : {type_}, tensor<6x6xf32>) outs(%e : {type_}) -> {type_}\n"
    )


def _users(count: int) -> str:
    use = '  %s{0} = "test.source"() : () -> {1}\n  %{0} = arith.addf %x, %s{0} : {1}\n  "test.use"(%{0}) : ({1}) -> ()\n'
    uses = (use.format(i, _SMALL) for i in range(count))
    return f"func.func @f(%a: {_SMALL}, %b: tensor<6x6xf32>) {{\n{_matmul('  ', '%a')}{''.join(uses)}  return\n}}\n"


def _arguments(count: int) -> str:
    arguments = ", ".join(f"%a{i}: {_SMALL}" for i in range(count))
    head = f"func.func @f({arguments}, %b: tensor<6x6xf32>) -> {_SMALL} {{\n"
    return head + _matmul("  ", f"%a{count - 1}") + f"  return %x : {_SMALL}\n}}\n"


def _nested(depth: int) -> str:
    text = f"func.func @f(%a: {_SMALL}, %b: tensor<6x6xf32>, %n: index) -> {_SMALL} {{\n  %c0 = arith.constant 0 : index\n"
    text += "".join(
        f"  %r{i} = scf.for %i{i} = %c0 to %n step %n iter_args(%v{i} = %{f'v{i - 1}' if i else 'a'}) -> ({_SMALL}) {{\n"
        for i in range(depth)
    )
    text += _matmul("  ", f"%v{depth - 1}") + f"  scf.yield %x : {_SMALL}\n"
    text += "".join(f"  }}\n  scf.yield %r{i} : {_SMALL}\n" for i in reversed(range(1, depth)))
    return text + f"  }}\n  return %r0 : {_SMALL}\n}}\n"


class Limits(unittest.TestCase):
    def setUp(self) -> None:
        scratch = tempfile.TemporaryDirectory()
        self.addCleanup(scratch.cleanup)
        self.folder = pathlib.Path(scratch.name)

    def plan(self, text: str) -> str:
        (self.folder / "in.mlir").write_text(text, encoding="utf-8")
        command = [_BIN / "layout-opt", "in.mlir", "--allow-unregistered-dialect", f"--layout-pipeline={_OPTIONS}"]
        done = subprocess.run(command, cwd=self.folder, capture_output=True, text=True)
        self.assertEqual((done.returncode, done.stderr), (0, ""))
        return done.stdout

    def test_users(self) -> None:
        self.assertEqual(self.plan(_users(_LIMIT)).count("test.use"), _LIMIT)

    def test_arguments(self) -> None:
        self.assertIn(f"%arg{_LIMIT}: tensor<6x6xf32>", self.plan(_arguments(_LIMIT)))

    def test_nested_regions(self) -> None:
        self.assertEqual(self.plan(_nested(_DEPTH)).count("scf.for"), _DEPTH)

    def test_huge_tensors(self) -> None:
        """The bytes do not fit 64 bits; the plan is proved all the same."""
        huge = f"tensor<{_HUGE}x6xf32>"
        program = f"func.func @f(%a: {huge}, %b: tensor<6x6xf32>) -> {huge} {{\n{_matmul('  ', '%a', huge)}  return %x : {huge}\n}}\n"
        (self.folder / "in.mlir").write_text(program, encoding="utf-8")
        options = f"--layout-pipeline={_OPTIONS} problem=x.problem.json plan=x.plan.json"
        subprocess.run([_BIN / "layout-opt", "in.mlir", options, "-o", os.devnull], cwd=self.folder, check=True)
        files = ["x-f.problem.json", "x-f.plan.json"]
        done = subprocess.run([_BIN / "layout-check-plan", *files], cwd=self.folder, capture_output=True, text=True)
        self.assertRegex(done.stdout, "^holds: cost ")

    def test_interrupted(self) -> None:
        """Whenever a signal arrives, each output is new as a whole or as before."""
        (self.folder / "in.mlir").write_text(_users(2000), encoding="utf-8")
        options = f"--layout-pipeline={_OPTIONS} report=r.json problem=x.problem.json plan=x.plan.json"
        command = [_BIN / "layout-opt", "in.mlir", "--allow-unregistered-dialect", options, "-o", "out.mlir"]
        start = time.monotonic()
        subprocess.run(command, cwd=self.folder, check=True)
        seconds = time.monotonic() - start
        whole = self.outputs()
        self.assertEqual(sorted(whole), ["out.mlir", "r.json", "x-f.plan.json", "x-f.problem.json"])
        chance = random.Random(1)
        for number in range(_INTERRUPTIONS):
            before = {name: b"before" for name in whole} if number % 2 else {}
            for name in whole:
                (self.folder / name).unlink(missing_ok=True)
            for name, data in before.items():
                (self.folder / name).write_bytes(data)
            with subprocess.Popen(command, cwd=self.folder, stderr=subprocess.DEVNULL) as process:
                time.sleep(seconds * chance.uniform(0.3, 1.1))
                sent = (signal.SIGINT, signal.SIGTERM, signal.SIGKILL)[number % 3]
                process.send_signal(sent)
            found = self.outputs()
            # Nobody can remove the temporary files of a process that was killed.
            for name in [name for name in found if ".tmp-" in name and sent == signal.SIGKILL]:
                del found[name]
                (self.folder / name).unlink()
            self.assertLessEqual(set(found), set(whole))
            for name in whole:
                self.assertIn(found.get(name), (before.get(name), whole[name]), name)

    def outputs(self) -> dict[str, bytes]:
        return {path.name: path.read_bytes() for path in self.folder.iterdir() if path.name != "in.mlir"}


if __name__ == "__main__":
    unittest.main()
