"""The check that passes know no ops by name finds what is planted, and only that.

Covers: R34
"""

import os
import subprocess
import sys
import tempfile
import unittest

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
SCRIPT = os.path.join(ROOT, ".ci", "op_names.py")


class OpNamesTest(unittest.TestCase):
    def check(self, path, line):
        """Runs the check on a tree with one file of two lines."""
        with tempfile.TemporaryDirectory() as root:
            path = os.path.join(root, path)
            os.makedirs(os.path.dirname(path))
            with open(path, "w", encoding="utf-8") as file:
                file.write(f"// A file.\n{line}\n")
            done = subprocess.run(
                [sys.executable, SCRIPT, root], capture_output=True, text=True
            )
        return done.returncode, done.stdout

    def test_each_planted_name_is_found(self):
        for path, line, name in [
            ("lib/Planner/A.cpp", "isa<linalg::MatmulOp>(op)", "linalg::MatmulOp"),
            ("lib/Analysis/B.h", "tensor::PadOp pad;", "tensor::PadOp"),
            (
                "lib/Dialect/Layout/Transforms/Flow/C.cpp",
                'name == "arith.addf"',
                '"arith.',
            ),
            ("lib/Analysis/D.cpp", "mlir::scf::ForOp loop;", "scf::ForOp"),
        ]:
            with self.subTest(path=path):
                status, output = self.check(path, line)
                self.assertEqual(status, 1)
                self.assertEqual(output.splitlines()[0], f"{path}:2: names {name}")

    def test_what_is_allowed(self):
        for path, line in [
            ("lib/Analysis/A.cpp", "isa<linalg::LinalgOp, tensor::EmptyOp>(op)"),
            ("lib/Dialect/Layout/Models/B.cpp", "tensor::PadOp pad;"),
            ("lib/Conversion/C.cpp", "linalg::PackOp pack;"),
            ("lib/Planner/D.cpp", "OperandRange range; MyTensor::AddOp x;"),
        ]:
            with self.subTest(path=path):
                files = 0 if "Models" in path or "Conversion" in path else 1
                status, output = self.check(path, line)
                self.assertEqual(output, f"{files} files, 0 names of ops\n")
                self.assertEqual(status, 0 if files else 1)

    def test_the_project(self):
        done = subprocess.run(
            [sys.executable, SCRIPT, ROOT], capture_output=True, text=True
        )
        self.assertEqual((done.returncode, done.stderr), (0, ""))


if __name__ == "__main__":
    unittest.main()
