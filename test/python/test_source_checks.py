"""Tests of the checks of comments, commits, errors and ids in .ci."""

import os
import subprocess
import sys
import tempfile
import unittest

from planted import ROOT, check_planted

sys.path.insert(0, os.path.join(ROOT, ".ci"))
import commit_subjects  # noqa: E402
import promises  # noqa: E402


class CitedFilesTest(unittest.TestCase):
    def test_files_that_exist(self):
        status, output = check_planted(
            "cited_files.py",
            {
                "include/layout/Algebra/Map.h": "// See lib/Algebra/Map.cpp and Map.h.",
                "lib/Algebra/Map.cpp": "// Map.h, layout/Algebra/Map.h, mlir/IR/AffineMap.h",
                "test/run.py": "# planned.mlir is written by `layout-opt -o out.mlir`.",
                "tools/main.cpp": '#include "Missing.h"',
            },
        )
        self.assertEqual((status, output), (0, "5 files cited, 0 of them do not exist\n"))

    def test_files_that_do_not_exist(self):
        for path, line, cited in (
            ("lib/A.cpp", "int x; // as in B.h", "B.h"),
            ("lib/A.h", "/// See lib/Algebra/A.h.", "lib/Algebra/A.h"),
            ("lib/Passes.td", "// (docs/passes.md)", "docs/passes.md"),
            ("test/a.mlir", "// The rest is in test/Planning/b.mlir.", "test/Planning/b.mlir"),
            ("cmake/a.cmake", "# setup2.sh installs it", "setup2.sh"),
        ):
            with self.subTest(path):
                status, output = check_planted("cited_files.py", {path: line})
                self.assertEqual(status, 1)
                self.assertEqual(output.splitlines()[0], f"{path}:2: cites {cited}, which does not exist")


class CommitSubjectsTest(unittest.TestCase):
    def test_good_subjects(self):
        for subject in (
            "[Solver] Bound components by dual ascent",
            "[Tests] Pass the seeds to the fuzzer",
            "[CI] Address what clang-tidy finds",
            "[Docs] " + "A" * 65,
        ):
            self.assertIsNone(commit_subjects.complaint(subject), subject)

    def test_bad_subjects(self):
        for subject, why in (
            ("Bound components", "the form"),
            ("[Planner] Bound components", "one of the areas"),
            ("[Solver] bound components", "a capital letter"),
            ("[Solver] Bound components.", "no full stop"),
            ("[Solver] Bounds components", "the imperative"),
            ("[Solver] Bounding components", "the imperative"),
            ("[Solver] What is bounded", "the imperative"),
            ("[Docs] " + "A" * 66, "at most 72 characters, found 73"),
        ):
            self.assertIn(why, commit_subjects.complaint(subject) or "", subject)

    def test_only_the_last_commit_of_a_foreign_repository(self):
        with tempfile.TemporaryDirectory() as root:
            identity = ["-c", "user.name=a", "-c", "user.email=a@b"]
            subprocess.run(["git", "init", "-q", root], check=True)
            for subject in ("old", "[Docs] Say more"):
                command = ["git", *identity, "commit", "-q", "--allow-empty", "-m", subject]
                subprocess.run(command, cwd=root, check=True)
            self.assertEqual(commit_subjects.check(root), (2, []))


class ErrorTextsTest(unittest.TestCase):
    # Other texts than those of the project, whose tests are searched in this file, too.
    SOURCE = 'return op->emitOpError("requires a rug of ") << rank\n       << " threads in its "\n          "fringe, found " << map;'

    def check(self, test, listed=""):
        return check_planted(
            "error_texts.py",
            {"lib/A.cpp": self.SOURCE, "test/a.mlir": test, ".ci/untested_errors.txt": f"a reason\n{listed}"},
        )

    def test_texts_that_are_tested(self):
        for test in (
            "// expected-error@+1 {{requires a rug of 3 threads in its fringe, found 2}}",
            "// CHECK: requires a rug of {{.*}} threads in its fringe, found",
            "// CHECK: requires a rug of 3\n// CHECK-SAME: threads in its fringe, found 2",
        ):
            status, output = self.check(test)
            self.assertEqual((status, output.splitlines()[-1]), (0, "2 texts of errors, 0 complaints"), test)

    def test_texts_that_are_not_tested(self):
        status, output = self.check("// CHECK: requires a rug of 3 threads in its middle")
        self.assertEqual(status, 1)
        self.assertIn("lib/A.cpp:3: no test has 'threads in its fringe, found'", output)

    def test_texts_that_are_listed(self):
        listed = "  threads in its fringe, found\n  requires a rug of ... threads in its fringe, found"
        self.assertEqual(self.check("// CHECK: requires a rug of 3 threads in its middle", listed)[0], 0)
        status, output = self.check("// CHECK: requires a rug of 3 threads in its fringe, found", listed)
        self.assertEqual(status, 1)
        self.assertIn("'threads in its fringe, found' is tested or gone", output)

    def test_literals_that_are_no_texts_of_errors(self):
        status, output = check_planted(
            "error_texts.py",
            {"lib/A.cpp": 'assert(rank && "requires a rug that is above zero"); // "cannot be read in comments"'},
        )
        self.assertEqual((status, output.splitlines()[-1]), (1, "0 texts of errors, 0 complaints"))


class PromisesTest(unittest.TestCase):
    def check(self, test):
        """Runs the check on a test and a list of R1, R2 and S1-a."""
        with tempfile.TemporaryDirectory() as root:
            os.mkdir(os.path.join(root, "test"))
            with open(os.path.join(root, "test", "promises.md"), "w", encoding="utf-8") as file:
                file.write("- R1: One.\n- R2: Two.\n- S1-a: A case.\n")
            with open(os.path.join(root, "test", "a.mlir"), "w", encoding="utf-8") as file:
                file.write(test)
            return promises.check(root)

    def test_listed_ids(self):
        self.assertEqual(self.check("// Covers: R1,\n// R2\n// Case: S1-a\n// R9 is not meant.\n"), (3, []))

    def test_ids_that_are_not_listed(self):
        count, complaints = self.check("// Covers: R1, R3\n\n// Case: S1-b\n")
        self.assertEqual(count, 3)
        self.assertEqual([complaint.split("'")[1] for complaint in complaints], ["R3", "S1-b"])
        self.assertTrue(complaints[0].startswith("test/a.mlir:1: "))


if __name__ == "__main__":
    unittest.main()
