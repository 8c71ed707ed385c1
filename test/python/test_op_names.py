"""The check that passes know no ops by name finds what is planted, and only that.

Covers: R34
"""

import unittest

from planted import ROOT, check_planted, check_tree

SCRIPT = "op_names.py"


class OpNamesTest(unittest.TestCase):
    def test_each_planted_name_is_found(self):
        for path, line, name in [
            ("lib/Solver/A.cpp", "isa<linalg::MatmulOp>(op)", "linalg::MatmulOp"),
            ("lib/Analysis/B.h", "tensor::PadOp pad;", "tensor::PadOp"),
            (
                "lib/Planning/Model/C.cpp",
                'name == "arith.addf"',
                '"arith.',
            ),
            ("lib/Analysis/D.cpp", "mlir::scf::ForOp loop;", "scf::ForOp"),
            ("lib/Pipelines/E.cpp", "tensor::ConcatOp concat;", "tensor::ConcatOp"),
            ("include/layout/Report/F.h", "linalg::FillOp fill;", "linalg::FillOp"),
            ("lib/Analysis/G.cpp", "return isa<MatmulOp>(op);", "MatmulOp"),
            ("lib/Planning/H.cpp", "  Conv2DNchwFchwOp conv;", "Conv2DNchwFchwOp"),
            ("lib/Dialect/I.cpp", "using namespace linalg;", "using namespace linalg"),
            (
                "lib/Interfaces/J.cpp",
                "using namespace mlir::linalg;",
                "using namespace mlir::linalg",
            ),
            ("lib/Interfaces/K.cpp", "using linalg::MatmulOp;", "linalg::MatmulOp"),
        ]:
            with self.subTest(path=path):
                status, output = check_planted(SCRIPT, {path: line})
                self.assertEqual(status, 1)
                self.assertEqual(output.splitlines()[0], f"{path}:2: names {name}")

    def test_what_is_allowed(self):
        for path, line in [
            ("lib/Analysis/A.cpp", "isa<linalg::LinalgOp, tensor::EmptyOp>(op)"),
            ("lib/Analysis/E.cpp", "isa<PadOp, ModuleOp>(op); // a MatmulOp"),
            ("lib/Planning/F.cpp", "func::CallOp call; op.getOp(); OpTy other; layOutOp(x);"),
            ("lib/Pipelines/G.cpp", '#include "OpModels/SpecializeToNamedOp.h"'),
            ("lib/BufferLayouts/H.cpp", "scf::ForOp loop;"),
            ("lib/OpModels/B.cpp", "tensor::PadOp pad;"),
            ("lib/Import/Raise/C.cpp", "linalg::PackOp pack;"),
            ("lib/Solver/D.cpp", "OperandRange range; MyTensor::AddOp x;"),
        ]:
            with self.subTest(path=path):
                excluded = ("lib/OpModels", "lib/Import/Raise", "lib/BufferLayouts")
                files = 0 if path.startswith(excluded) else 1
                status, output = check_planted(SCRIPT, {path: line})
                self.assertEqual(output, f"{files} files, 0 names of ops\n")
                self.assertEqual(status, 0 if files else 1)

    def test_the_project(self):
        self.assertEqual(check_tree(SCRIPT, ROOT)[0], 0)


if __name__ == "__main__":
    unittest.main()
