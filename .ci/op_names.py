#!/usr/bin/env python3
"""Checks that no pass knows upstream ops by name: usage: op_names.py [ROOT].

The planner, the analyses and the passes learn what they need about an op from
its interfaces, its indexing maps and its body, so that ops of other compilers
take part in the same way. All folders of lib and include are checked except:

  OpModels                     states the interfaces of upstream ops, one by one
  Import/Raise, Import/FoldBatchNorm, Export/Materialize, and
  Import/ElementwiseToLinalg.cpp
                               replace upstream ops by ours and back; which op
                               becomes which is what they are about
  BufferLayouts, Placement, Bufferization, Kernels
                               rewrite each kind of access to a buffer (load,
                               subview, vector.transfer_read, ...)
  Execution                    compiles upstream ops

Names are found with their namespace ("linalg::MatmulOp"), in text ("linalg.),
and without a namespace ("MatmulOp"), which needs a using-directive for a
dialect; the directive itself is an error as well. Prints one line for each name
and exits with 1 if there is one.
"""

import os
import re
import sys

FOLDERS = ["include", "lib"]
# The beginnings of paths in include/layout and lib.
EXCLUDED = (
    "OpModels/",
    "Import/Raise/",
    "Import/FoldBatchNorm/",
    "Export/Materialize/",
    "BufferLayouts/",
    "Placement/",
    "Bufferization/",
    "Kernels/",
    "Execution/",
    "Import/ElementwiseToLinalg.",
)
DIALECTS = "linalg|tensor|arith|math|scf"
NAMES = [
    re.compile(rf"\b(?:{DIALECTS})::([A-Z]\w*Op)\b"),
    re.compile(rf"\"(?:{DIALECTS})\.(?=\w)()"),
    re.compile(rf"\busing\s+(?:namespace\s+)?(?:::)?(?:mlir::)?(?:{DIALECTS})\b()(?!\w)"),
    re.compile(r"(?<![\w:./\"])([A-Z]\w*Op)\b(?!\w)"),
]
# Ops without which no program on tensors can be built or taken apart.
ALLOWED = {
    "LinalgOp",
    "GenericOp",
    "YieldOp",
    "IndexOp",
    "EmptyOp",
    "CastOp",
    "ExpandShapeOp",
    "CollapseShapeOp",
    "ConstantOp",
    "SelectOp",
}
# Names without a namespace that are no upstream ops of these dialects.
OWN = {
    "LayoutTransformOp",
    "PadOp",
    "CropOp",
    "ReindexOp",
    "ConstraintOp",
    "AdaptOp",
    "ApplyBufferLayoutsOp",
    "RelayoutValueOp",
    "RelayoutOpOp",
    "RelayoutBufferOp",
    "RelayoutLoopsOp",
    "ModuleOp",
    "UnrealizedConversionCastOp",
    # Not ops.
    "CriticalOp",
    "LaidOutOp",
    "TunedOp",
}


def find_names(line):
    """The upstream ops that a line of code names."""
    code = line.split("//")[0]
    for pattern in NAMES:
        for match in pattern.finditer(code):
            is_unqualified = pattern is NAMES[-1]
            if match[1] not in ALLOWED and not (is_unqualified and match[1] in OWN):
                yield match[0]


def is_excluded(path):
    """Whether a file, by its path from the root, may name upstream ops."""
    return re.sub(r"^(include/layout|lib)/", "", path).startswith(EXCLUDED)


def check(root):
    """Returns the number of files looked at, and complaints."""
    count, complaints = 0, []
    for folder in FOLDERS:
        for path, folders, names in os.walk(os.path.join(root, folder)):
            folders.sort()
            for name in sorted(names):
                file = os.path.join(path, name)
                if not name.endswith((".cpp", ".h")) or is_excluded(os.path.relpath(file, root)):
                    continue
                count += 1
                with open(file, encoding="utf-8") as lines:
                    for number, line in enumerate(lines, 1):
                        complaints += [
                            f"{os.path.relpath(file, root)}:{number}: names {name}"
                            for name in find_names(line)
                        ]
    return count, complaints


def main():
    root = sys.argv[1] if len(sys.argv) > 1 else os.path.join(os.path.dirname(__file__), "..")
    count, complaints = check(os.path.abspath(root))
    for complaint in complaints:
        print(complaint)
    print(f"{count} files, {len(complaints)} names of ops")
    return 1 if complaints or not count else 0


if __name__ == "__main__":
    sys.exit(main())
