# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Runs every kind of access to a buffer with a layout, for several element types and extents.

The extents are divisible by the tiles or not, one, or known at run time only. Each function is one cell of the matrix: it
copies its input to its output through a buffer of its own. layout-check compares the program, in which annotations have no
effect yet, with the results of --layout-apply-buffer-layouts in both loop orders, and with the flattened program.

Covers: B12, B17, B18, B24
"""

import os
import pathlib
import subprocess
import sys
import tempfile
import unittest

_ROOT = pathlib.Path(__file__).resolve().parents[2]
_BUILD = pathlib.Path(os.environ.get("LAYOUT_BUILD", _ROOT / "build" / "release"))

ELEMENTS = ("f32", "f16", "i8", "i1")
SHAPES = {"divisible": ("8", "6"), "odd": ("7", "5"), "unit": ("1", "5"), "dynamic": ("?", "5")}
CELLS = 272  # kinds x elements x shapes
RUN = 252  # without atomic updates of i1, generic atomic updates of floats, and globals of unknown size

_BLOCKED = "[#layout.index_map<(i, j) -> (i floordiv 4, j, i mod 4)>]"
_LOOPS = """    scf.for %i = %c0 to %m step %c1 {
      scf.for %j = %c0 to %n step %c1 {
BODY      }
    }
"""
_AFFINE = """    affine.for %i = 0 to %m {
      affine.for %j = 0 to %n {
BODY      }
    }
"""


def _move(source: str, target: str, number: int, load: str = "memref.load", store: str = "memref.store") -> str:
    return (
        f"        %v{number} = {load} {source}[%i, %j] : TYPE\n"
        f"        {store} %v{number}, {target}[%i, %j] : TYPE\n"
    )


def _loops(body: str) -> str:
    return _LOOPS.replace("BODY", body)


_IN, _OUT = _loops(_move("%x", "%b", 0)), _loops(_move("%b", "%y", 1))
_ALLOC = f"    %b = memref.alloc(SIZE) {{layout.buffer_transforms = {_BLOCKED}}} : TYPE\n"
_FREE = "    memref.dealloc %b : TYPE\n"
_GENERIC = """    linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel", "parallel"]} ins(FROM : TYPE) outs(TO : TYPE) {
    ^bb0(%in: ELEMENT, %out: ELEMENT):
      linalg.yield %in : ELEMENT
    }
"""


def _generic(source: str, target: str) -> str:
    return _GENERIC.replace("FROM", source).replace("TO", target)


KINDS = {
    "load and store": _ALLOC + _IN + _OUT + _FREE,
    "affine": _ALLOC
    + _AFFINE.replace("BODY", _move("%x", "%b", 0, "affine.load", "affine.store"))
    + _AFFINE.replace("BODY", _move("%b", "%y", 1, "affine.load", "affine.store"))
    + _FREE,
    "prefetch": _ALLOC
    + _IN
    + _loops("        memref.prefetch %b[%i, %j], read, locality<3>, data : TYPE\n" + _move("%b", "%y", 1))
    + _FREE,
    "atomic": _ALLOC
    + _IN
    + _loops(
        "        %v2 = memref.load %x[%i, %j] : TYPE\n"
        "        %v3 = memref.atomic_rmw assign %v2, %b[%i, %j] : (ELEMENT, TYPE) -> ELEMENT\n" + _move("%b", "%y", 1)
    )
    + _FREE,
    "copy": _ALLOC + "    memref.copy %x, %b : TYPE to TYPE\n    memref.copy %b, %y : TYPE to TYPE\n" + _FREE,
    "structured": _ALLOC + _generic("%x", "%b") + _generic("%b", "%y") + _FREE,
    "call": _ALLOC
    + "    %r = func.call @calleeNUMBER(%b, %x, %m, %n) : (TYPE, TYPE, index, index) -> TYPE\n"
    + _loops(_move("%r", "%y", 1))
    + _FREE,
    "loop": _ALLOC
    + _IN
    + "    %r = scf.for %k = %c0 to %c2 step %c1 iter_args(%p = %b) -> TYPE {\n      scf.yield %p : TYPE\n    }\n"
    + _loops(_move("%r", "%y", 1))
    + _FREE,
    "choice": _ALLOC
    + _IN
    + "    %go = arith.cmpi ugt, %n, %c2 : index\n    %r = scf.if %go -> TYPE {\n      scf.yield %b : TYPE\n"
    + "    } else {\n      memref.copy %x, %b : TYPE to TYPE\n      scf.yield %b : TYPE\n    }\n"
    + _loops(_move("%r", "%y", 1))
    + _FREE,
    "global": "    %b = memref.get_global @globalNUMBER : TYPE\n" + _IN + _OUT,
    "update": _ALLOC
    + _IN
    + _loops(
        "        %v2 = memref.generic_atomic_rmw %b[%i, %j] : TYPE {\n        ^bb0(%old: ELEMENT):\n"
        "          %v4 = arith.addi %old, %old : ELEMENT\n          memref.atomic_yield %v4 : ELEMENT\n        }\n"
        + _move("%b", "%y", 1)
    )
    + _FREE,
    "box": _ALLOC
    + _IN
    + _loops(
        "        %box = memref.subview %b[%i, %j] [1, 1] [1, 1] : TYPE to memref<ELEMENT, strided<[], offset: ?>>\n"
        "        %v2 = memref.load %box[] : memref<ELEMENT, strided<[], offset: ?>>\n"
        "        memref.store %v2, %y[%i, %j] : TYPE\n"
    )
    + _FREE,
    "part of a tile": _ALLOC
    + _IN
    + "    %k = arith.subi %m, %c1 : index\n    %l = arith.subi %n, %c1 : index\n"
    + "    %part = memref.subview %b[%c1, 1] [%k, %l] [1, 1] : TYPE to memref<?x?xELEMENT, STRIDES>\n"
    + "    %to = memref.subview %y[%c0, 0] [%k, %l] [1, 1] : TYPE to memref<?x?xELEMENT, STRIDES>\n"
    + "    memref.copy %part, %to : memref<?x?xELEMENT, STRIDES> to memref<?x?xELEMENT, STRIDES>\n"
    + _FREE,
    "cast": _ALLOC
    + _IN
    + "    %any = memref.cast %b : TYPE to memref<?x?xELEMENT>\n"
    + _loops(_move("%any", "%y", 1)).replace("%any[%i, %j] : TYPE", "%any[%i, %j] : memref<?x?xELEMENT>")
    + _FREE,
    "vector": _ALLOC
    + _loops(
        "        %zero = arith.constant ZERO\n"
        "        %v2 = vector.transfer_read %x[%i, %j], %zero {permutation_map = #rows} : TYPE, vector<3xELEMENT>\n"
        "        vector.transfer_write %v2, %b[%i, %j] {permutation_map = #rows} : vector<3xELEMENT>, TYPE\n"
    )
    + _loops(
        "        %zero = arith.constant ZERO\n"
        "        %v2 = vector.transfer_read %b[%i, %j], %zero {permutation_map = #rows} : TYPE, vector<3xELEMENT>\n"
        "        vector.transfer_write %v2, %y[%i, %j] {permutation_map = #rows} : vector<3xELEMENT>, TYPE\n"
    )
    + _FREE,
    "parallel": _ALLOC
    + "    scf.parallel (%i, %j) = (%c0, %c0) to (%m, %n) step (%c1, %c1) {\n"
    + _move("%x", "%b", 0)
    + "    }\n    affine.parallel (%i, %j) = (0, 0) to (%m, %n) {\n"
    + _move("%b", "%y", 1, "affine.load", "affine.store")
    + "    }\n"
    + _FREE,
    "stack, padded": _ALLOC.replace("alloc(", "alloca(").replace("]}", "], layout.pad_value = ZERO}") + _IN + _OUT,
}


def _exists(kind: str, element: str, shape: str) -> bool:
    if kind == "update":
        return element == "i8"
    return not (kind == "atomic" and element == "i1" or kind == "global" and shape == "dynamic")


def _cell(kind: str, element: str, shape: str, number: int) -> str:
    rows, columns = SHAPES[shape]
    type, is_dynamic = f"memref<{rows}x{columns}x{element}>", rows == "?"
    text = "  func.func private @cellNUMBER(%x: TYPE, %y: TYPE) {\n"
    text += "    %c0 = arith.constant 0 : index\n    %c1 = arith.constant 1 : index\n    %c2 = arith.constant 2 : index\n"
    text += "    %m = memref.dim %x, %c0 : TYPE\n    %n = memref.dim %x, %c1 : TYPE\n"
    text += KINDS[kind] + "    return\n  }\n"
    if kind == "call":
        text += "  func.func private @calleeNUMBER(%b: TYPE, %x: TYPE, %m: index, %n: index) -> TYPE {\n"
        text += "    %c0 = arith.constant 0 : index\n    %c1 = arith.constant 1 : index\n"
        text += _IN + "    return %b : TYPE\n  }\n"
    if kind == "global":
        text += f'  memref.global "private" @globalNUMBER : TYPE = uninitialized {{layout.buffer_transforms = {_BLOCKED}}}\n'
    zero = "0.0 : " + element if element.startswith("f") else "false" if element == "i1" else "0 : " + element
    for name, meaning in (("TYPE", type), ("STRIDES", f"strided<[{columns}, 1], offset: ?>"), ("ELEMENT", element), ("NUMBER", str(number)), ("ZERO", zero)):
        text = text.replace(name, meaning)
    return text.replace("SIZE", "%m" if is_dynamic else "")


def _program(kind: str) -> tuple[str, int]:
    """All cells of a kind, and how many there are."""
    cells = [(element, shape) for element in ELEMENTS for shape in SHAPES if _exists(kind, element, shape)]
    text = "#id = affine_map<(i, j) -> (i, j)>\n#rows = affine_map<(i, j) -> (i)>\nmodule {\n"
    arguments, calls = [], []
    for number, (element, shape) in enumerate(cells):
        text += _cell(kind, element, shape, number)
        type = f"memref<{'x'.join(SHAPES[shape])}x{element}>"
        arguments += [f"%x{number}: {type}", f"%y{number}: {type}"]
        calls.append(f"    call @cell{number}(%x{number}, %y{number}) : ({type}, {type}) -> ()\n")
    text += f"  func.func @main({', '.join(arguments)}) {{\n{''.join(calls)}    return\n  }}\n}}\n"
    return text, len(cells)


class BufferMatrix(unittest.TestCase):
    def _run(self, *command: str | pathlib.Path) -> None:
        done = subprocess.run(command, capture_output=True, text=True)
        said = (done.stderr + done.stdout)[-3000:]
        self.assertEqual(done.returncode, 0, f"{' '.join(map(str, command))}\n{said}")

    def test_matrix(self) -> None:
        ran = 0
        with tempfile.TemporaryDirectory() as folder:
            program, laid, flat = (pathlib.Path(folder) / name for name in ("in.mlir", "laid.mlir", "flat.mlir"))
            for kind in KINDS:
                with self.subTest(kind):
                    text, cells = _program(kind)
                    program.write_text(text, encoding="utf-8")
                    sizes = ["--dims=7"] if "?" in text else []
                    opt, check = _BUILD / "bin" / "layout-opt", _BUILD / "bin" / "layout-check"
                    self._run(opt, program, "--layout-apply-buffer-layouts", "-o", laid)
                    changed = laid.read_text(encoding="utf-8")
                    self.assertNotIn("layout.", changed)
                    self.assertRegex(changed, "memref<([0-9?]+x){2}4x")
                    self._run(check, program, laid, "--entry=main", *sizes)
                    self._run(opt, program, "--layout-apply-buffer-layouts=loop-order=physical", "-o", laid)
                    self._run(check, program, laid, "--entry=main", *sizes)
                    self._run(opt, laid, "--layout-flatten", "-o", flat)
                    self._run(check, program, flat, "--entry=main", *sizes)
                    ran += cells
        print(f"{ran} of {CELLS} cells ran", file=sys.stderr)
        self.assertEqual(len(KINDS) * len(ELEMENTS) * len(SHAPES), CELLS)
        self.assertEqual(ran, RUN)


if __name__ == "__main__":
    unittest.main()
