"""The list of the tests of check-layout-smoke has a test of every folder."""

import os
import re
import sys
import unittest

sys.path.insert(0, os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
from run import get_smoke_filter, read_smoke_tests  # noqa: E402

TESTS = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
LISTED = read_smoke_tests()


def find_folders():
    """Returns the folders with lit tests, relative to test/."""
    found = set()
    for folder, folders, files in os.walk(TESTS):
        folders[:] = [name for name in folders if name not in ("Inputs", "python")]
        suffixes = (".c",) if folder.endswith("CAPI") else (".mlir", ".test")
        if any(name.endswith(suffixes) for name in files):
            found.add(os.path.relpath(folder, TESTS))
    return found


def find_missing_folders(listed):
    return sorted(find_folders() - {os.path.dirname(path) for path in listed})


class SmokeTest(unittest.TestCase):
    def test_every_folder_has_a_test(self):
        self.assertGreater(len(find_folders()), 30)
        self.assertEqual(find_missing_folders(LISTED), [])
        self.assertTrue(any(path.startswith("python/") for path in LISTED))

    def test_a_missing_folder_is_found(self):
        others = [path for path in LISTED if not path.startswith("Solver/")]
        self.assertEqual(find_missing_folders(others), ["Solver"])

    def test_listed_tests_exist_and_run_every_day(self):
        for path in LISTED:
            folder, _, method = path.partition(".py/")
            file = f"{folder}.py" if method else path
            with self.subTest(path):
                with open(os.path.join(TESTS, file), encoding="utf-8") as opened:
                    text = opened.read()
                self.assertNotIn("REQUIRES: nightly", text)
                if method:
                    self.assertIn(f"    def {method.split('.')[1]}(", text)

    def test_filter(self):
        chosen = re.compile(get_smoke_filter())
        for name in (
            "layout :: Planning/whole-programs.mlir",
            "layout-unit :: ./AlgebraTests/0/2",
            "layout-python :: test_layouts.py/Algebra.test_equality_is_proof",
        ):
            self.assertTrue(chosen.search(name), name)
        for name in (
            "layout :: Planning/numeric.mlir",
            "layout :: Planning/whole-programs.mlir.test",
            "layout-python :: test_layouts.py/Algebra.test_copies",
        ):
            self.assertFalse(chosen.search(name), name)


if __name__ == "__main__":
    unittest.main()
