"""The check of include directions finds exactly the violations in small trees."""

import unittest

from planted import check_planted

SCRIPT = "include_arrow.py"


def check(includes):
    """Runs the check on a tree of {path: included file}."""
    lines = {path: f'#include "{include}"' for path, include in includes.items()}
    return check_planted(SCRIPT, lines)


class IncludeArrowTest(unittest.TestCase):
    def test_allowed_directions(self):
        status, output = check(
            {
                "lib/Solver/Backward.cpp": "layout/Algebra/IndexMap.h",
                "lib/Dialect/LayoutOps.cpp": "layout/Notation/Parser.h",
                "lib/Planning/LayoutFlow.cpp": "layout/Solver/Problem.h",
                "lib/Import/Raise/Raise.cpp": "Raise.h",
                "include/layout-c/Layout.h": "layout/InitAll.h",
                "tools/layout-opt/layout-opt.cpp": "mlir/InitAllDialects.h",
                "test/unit/Algebra/IndexMapTest.cpp": "gtest/gtest.h",
            }
        )
        self.assertEqual(
            (status, output), (0, "7 files, 0 includes against the arrow\n")
        )

    def test_each_planted_violation_is_found(self):
        planted = {
            "include/layout/Algebra/Digits.h": "layout/Dialect/Layout.h",
            "lib/Algebra/Proof.cpp": "../Notation/Parser.h",
            "include/layout/Dialect/Layout.h": "layout/Analysis/Critical.h",
            "lib/Interfaces/LayoutRule.cpp": "OpModels/ExternalModels.h",
            "lib/Solver/Problem.cpp": "layout/Planning/Passes.h",
            "lib/Solver/Forward.cpp": "mlir/Dialect/Linalg/IR/Linalg.h",
            "lib/Solver/Backward.cpp": "mlir/IR/Operation.h",
            "lib/Import/Hoist/Hoist.cpp": "layout/Export/Passes.h",
            "lib/Planning/LayoutFlow.cpp": "mlir/InitAllPasses.h",
            "lib/Import/Raise/Loops.cpp": "Planning/Fold/Fold.h",
            "include/layout/Planning/Plan.h": "Solver/Search.h",
            "lib/Unheard/Of.cpp": "mlir/IR/AffineMap.h",
        }
        for path, include in planted.items():
            with self.subTest(path=path):
                status, output = check({path: include})
                self.assertEqual(status, 1)
                self.assertTrue(
                    output.startswith(f"{path}:2: must not include {include}: "), output
                )

    def test_the_page_on_architecture_lists_every_folder(self):
        status, output = check_planted(
            SCRIPT,
            {"tools/docs/architecture.md": "## Folders\n| `Support` | files |\n"},
        )
        self.assertEqual(status, 1)
        self.assertIn("architecture.md: requires the folders ['Support', 'Algebra'", output)
        self.assertIn("found ['Support']", output)

    def test_an_empty_tree_fails(self):
        self.assertEqual(check({})[0], 1)


if __name__ == "__main__":
    unittest.main()
