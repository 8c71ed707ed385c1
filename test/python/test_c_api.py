"""The C API as ctypes calls it is that of the headers and of the library.

Covers: B28
"""

import ast
import ctypes
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile
import unittest

from build_tools import BUILD
from layout_mlir import c_api, native
from package import ROOT, requires_package

GENERATOR = pathlib.Path(ROOT, "python", "generate_c_api.py")
INCLUDE = pathlib.Path(ROOT, "include")
PACKAGE = pathlib.Path(ROOT, "python", "layout_mlir")
# The oldest Python of pyproject.toml, and what the standard library has since then.
OLDEST = (3, 9)
NEWER_MODULES = {"tomllib"}
NEWER_NAMES = {
    "contextlib": "aclosing chdir",
    "dataclasses": "KW_ONLY",
    "datetime": "UTC",
    "enum": "EnumCheck EnumType FlagBoundary ReprEnum StrEnum global_enum member nonmember property verify",
    "inspect": "get_annotations getmembers_static",
    "itertools": "batched pairwise",
    "math": "cbrt exp2 fma sumprod",
    "operator": "call",
    "os": "process_cpu_count",
    "pathlib": "UnsupportedOperation",
    "queue": "ShutDown",
    "random": "binomialvariate",
    "re": "NOFLAG PatternError",
    "statistics": "correlation covariance kde linear_regression",
    "sys": "exception stdlib_module_names",
    "types": "EllipsisType NoneType NotImplementedType UnionType",
    "typing": "Concatenate LiteralString Never NotRequired ParamSpec ReadOnly Required Self TypeAlias TypeGuard TypeIs "
    "TypeVarTuple Unpack assert_never assert_type override reveal_type",
    "warnings": "deprecated",
}
NEWER_BUILTINS = {"BaseExceptionGroup", "ExceptionGroup", "aiter", "anext"}
NEWER_METHODS = {"add_note", "bit_count", "hardlink_to", "is_junction"}
NEWER_KEYWORDS = {"zip": {"strict"}, "dataclass": {"kw_only", "slots", "weakref_slot"}}


def exported():
    """The functions that the headers export, read without the generator."""
    texts = (path.read_text(encoding="utf-8") for path in (INCLUDE / "layout-c").glob("*.h"))
    return {name for text in texts for name in re.findall(r"^MLIR_CAPI_EXPORTED[^;{]*?\b(layout\w+)\(", text, re.M)}


class Table(unittest.TestCase):
    def test_has_every_function_of_the_headers(self):
        self.assertGreater(len(exported()), 25)
        self.assertEqual({name for name in c_api.FUNCTIONS if name.startswith("layout")}, exported())

    def test_types(self):
        text, shape = c_api.MlirStringRef, (ctypes.c_ssize_t, ctypes.POINTER(ctypes.c_int64))
        result, arguments = c_api.FUNCTIONS["layoutIndexMapAttrParseForShape"]
        self.assertIs(result, c_api.MlirAttribute)
        self.assertEqual(arguments, (c_api.MlirContext, text, text, *shape, shape[1]))
        self.assertIs(c_api.FUNCTIONS["layoutIndexMapAttrIsEqual"][0], c_api.LayoutVerdict)
        self.assertEqual([name for name, _ in c_api.LayoutQuestion._fields_][3:5], ["hostStrides", "elementType"])
        self.assertEqual(ctypes.sizeof(c_api.LayoutQuestion), 8 * ctypes.sizeof(text))
        self.assertEqual([it.name for it in c_api.LayoutReportFormat], ["TEXT", "JSON", "HTML", "DOT", "SVG"])

    def test_codes_are_documented(self):
        page = pathlib.Path(ROOT, "tools", "docs", "python.md").read_text(encoding="utf-8")
        for code in c_api.LayoutErrorCode:
            self.assertIn(f"| `{code.name}` | ", page)

    @requires_package
    def test_functions_are_those_of_the_library(self):
        library = native.load()
        for name in c_api.FUNCTIONS:
            self.assertTrue(hasattr(library, name), name)
        nm = shutil.which("nm") or shutil.which("llvm-nm-22")
        path = pathlib.Path(BUILD, "lib", native.LIBRARY)
        listed = subprocess.run([nm, "-D", "--defined-only", path], capture_output=True, text=True, check=True).stdout
        self.assertEqual({line.split()[-1] for line in listed.splitlines() if " layout" in line}, exported())

    @requires_package
    def test_wrong_arguments_are_refused(self):
        library = native.load()
        with self.assertRaises(ctypes.ArgumentError):
            library.layoutIndexMapAttrFlatten(c_api.MlirModule(), 0, None)
        with self.assertRaises(ctypes.ArgumentError):
            library.layoutReportPrint(c_api.LayoutReport(), 99, c_api.MlirLocation(), c_api.MlirStringCallback(), None)


class Generator(unittest.TestCase):
    """What becomes of an edit of the headers."""

    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.include = pathlib.Path(folder.name)
        self.output = self.include / "c_api.py"
        shutil.copytree(INCLUDE / "layout-c", self.include / "layout-c")

    def generate(self, *options):
        command = [sys.executable, "-B", GENERATOR, f"--include={self.include}", f"--output={self.output}", *options]
        return subprocess.run(command, capture_output=True, text=True)

    def add(self, declarations):
        header = '#include "mlir-c/IR.h"\n' + declarations
        (self.include / "layout-c" / "Added.h").write_text(header, encoding="utf-8")

    def test_file_is_up_to_date(self):
        self.output = c_api.__file__
        done = self.generate("--check")
        self.assertEqual((done.returncode, done.stdout), (0, ""), done.stderr)

    def test_documentation(self):
        done = subprocess.run([sys.executable, "-B", "-m", "doctest", GENERATOR], capture_output=True, text=True)
        self.assertEqual((done.returncode, done.stdout), (0, ""))

    def test_edits_change_the_module(self):
        self.add(
            """
            /// A pair, "a\\b" and "c"
            typedef struct LayoutPair { int64_t first; const double *second; } LayoutPair;
            typedef enum LayoutSide { LayoutSideLeft = 2, LayoutSideRight, LayoutSideFarRight } LayoutSide;
            typedef void (*LayoutVisitor)(LayoutPair, LayoutSide, void *);
            MLIR_CAPI_EXPORTED uint8_t layoutVisit(MlirType type, LayoutVisitor visitor, void *userData);
            MLIR_CAPI_EXPORTED LayoutSide layoutGetSide(void);
            static inline int layoutHelp(void) { return 0; }
            """
        )
        done = self.generate()
        self.assertEqual(done.returncode, 0, done.stderr)
        text = self.output.read_text(encoding="utf-8")
        module = {}
        exec(text, module)
        side = module["LayoutSide"]
        self.assertEqual([(it.name, it.value) for it in side], [("LEFT", 2), ("RIGHT", 3), ("FAR_RIGHT", 4)])
        pair = module["LayoutPair"]
        fields = [("first", ctypes.c_int64), ("second", ctypes.POINTER(ctypes.c_double))]
        self.assertEqual((pair._fields_, pair.__doc__), (fields, 'A pair, "a\\b" and "c"'))
        functions = module["FUNCTIONS"]
        visit = (ctypes.c_uint8, (module["MlirType"], module["LayoutVisitor"], ctypes.c_void_p))
        self.assertEqual(functions["layoutVisit"], visit)
        self.assertEqual(functions["layoutGetSide"], (side, ()))
        self.assertEqual(set(functions) - set(c_api.FUNCTIONS), {"layoutVisit", "layoutGetSide"})
        self.assertEqual(self.generate("--check").returncode, 0)
        # A function that is gone leaves the module, and the file is stale.
        (self.include / "layout-c" / "Added.h").unlink()
        done = self.generate("--check")
        self.assertEqual((done.returncode, done.stdout), (1, "c_api.py: not up to date, run python/generate_c_api.py\n"))

    def test_unknown_types_are_errors(self):
        for declaration, message in [
            ("void layoutF(long double x);", "layoutF: requires a type that ctypes has, found 'long double'"),
            ("void layoutF(struct LayoutOpaque x);", "layoutF: requires a type that ctypes has, found 'struct LayoutOpaque'"),
            (
                "void layoutF(MlirType (*f)(void *));",
                "layoutF: requires a number as the result of a callback, found 'MlirType'",
            ),
            (
                "enum LayoutE { LayoutEA = -1 }; void layoutF(enum LayoutE e);",
                "layoutF: requires members of 'LayoutE' of 0 or more, found -1",
            ),
        ]:
            self.add(f"struct LayoutOpaque; {declaration}")
            done = self.generate()
            self.assertEqual((done.returncode, done.stderr), (1, f"error: {message}\n"))
        self.assertFalse(self.output.exists())

    def test_functions_of_mlir_are_those_in_use(self):
        package = self.include / "package"
        package.mkdir()
        (package / "uses.py").write_text("def f(library):\n    library.mlirTypeEqual\n", encoding="utf-8")
        self.assertEqual(self.generate(f"--package={package}").returncode, 0)
        text = self.output.read_text(encoding="utf-8")
        self.assertIn('    "mlirTypeEqual": (c_bool, (MlirType, MlirType)),\n', text)
        self.assertNotIn('"mlirContextDestroy"', text)
        (package / "uses.py").write_text("def f(library):\n    library.mlirNoSuch\n", encoding="utf-8")
        done = self.generate(f"--package={package}")
        message = "error: requires a header of layout-c that includes the one of 'mlirNoSuch', found none\n"
        self.assertEqual((done.returncode, done.stderr), (1, message))


def newer_names(text):
    """What a module takes of the standard library that the oldest Python lacks; SyntaxError for newer syntax."""
    newer = {f"{module}.{name}" for module, names in NEWER_NAMES.items() for name in names.split()}
    newer |= NEWER_MODULES | NEWER_BUILTINS
    for node in ast.walk(ast.parse(text, feature_version=OLDEST)):
        names = []
        if isinstance(node, (ast.Attribute, ast.Name)):
            names = [ast.unparse(node)]
        elif isinstance(node, ast.Import):
            names = [alias.name for alias in node.names]
        elif isinstance(node, ast.ImportFrom):
            names = [node.module, *(f"{node.module}.{alias.name}" for alias in node.names)]
        elif isinstance(node, ast.Call):
            function = ast.unparse(node.func).rsplit(".")[-1]
            keywords = {keyword.arg for keyword in node.keywords} & NEWER_KEYWORDS.get(function, set())
            yield from (f"{function}({keyword}=)" for keyword in sorted(keywords))
        yield from (name for name in names if name in newer)
        if isinstance(node, ast.Attribute) and node.attr in NEWER_METHODS:
            yield node.attr


class Sources(unittest.TestCase):
    def test_the_oldest_python_has_all_names(self):
        project = pathlib.Path(ROOT, "pyproject.toml").read_text(encoding="utf-8")
        oldest = ".".join(map(str, OLDEST))
        self.assertIn(f'requires-python = ">={oldest}"', project)
        page = pathlib.Path(ROOT, "tools", "docs", "python.md").read_text(encoding="utf-8")
        self.assertIn(f"It needs Python {oldest} or newer.", page.replace("\n", " "))
        for path in [*PACKAGE.rglob("*.py"), *pathlib.Path(ROOT, "cmake", "wheel").glob("*.py")]:
            self.assertEqual(list(newer_names(path.read_text(encoding="utf-8"))), [], path)

    def test_newer_names_are_found(self):
        for text, found in (
            ("import itertools\nitertools.pairwise(x)", ["itertools.pairwise"]),
            ("from statistics import mean, linear_regression", ["statistics.linear_regression"]),
            ("import tomllib", ["tomllib"]),
            ("zip(x, y, strict=True)", ["zip(strict=)"]),
            ("@dataclasses.dataclass(frozen=True, slots=True)\nclass A: pass", ["dataclass(slots=)"]),
            ("x.bit_count()", ["bit_count"]),
            ("raise ExceptionGroup('x', [])", ["ExceptionGroup"]),
            ("import functools\nfunctools.cache(zip(x, y))", []),
        ):
            self.assertEqual(list(newer_names(text)), found)
        with self.assertRaises(SyntaxError):
            list(newer_names("match x:\n  case 1: pass"))

    def test_annotations_are_not_evaluated(self):
        """`int | None` in an annotation is an error of Python 3.9, unless annotations stay texts."""
        checked = 0
        for path in PACKAGE.rglob("*.py"):
            tree = ast.parse(path.read_text(encoding="utf-8"))
            annotations = [getattr(node, key, None) for node in ast.walk(tree) for key in ("annotation", "returns")]
            unions = [it for it in filter(None, annotations) if any(isinstance(n, ast.BitOr) for n in ast.walk(it))]
            futures = [node.module for node in tree.body if isinstance(node, ast.ImportFrom)]
            checked += len(unions)
            if unions:
                self.assertIn("__future__", futures, f"{path}:{unions[0].lineno}")
        self.assertGreater(checked, 50)

    def test_lines_are_as_long_as_editors_allow(self):
        settings = pathlib.Path(ROOT, ".editorconfig").read_text(encoding="utf-8")
        longest = int(re.search(r"^\[\*\.py\]\n(?:.+\n)*?max_line_length = (\d+)", settings, re.M)[1])
        for path in (file for folder in ("python", "tools") for file in pathlib.Path(ROOT, folder).rglob("*.py")):
            for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), start=1):
                self.assertLessEqual(len(line), longest, f"{path}:{number}")

    def test_texts_of_errors_decide_nothing(self):
        """No module asks what the text of an error or a diagnostic has in it: codes say what is wrong."""
        for path in PACKAGE.rglob("*.py"):
            for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
                if not isinstance(node, ast.Compare):
                    continue
                for compared in (node.left, *node.comparators):
                    text = ast.unparse(compared)
                    self.assertNotRegex(text, r"^str\((error|e|said)\)|\.message$|\.args\[", f"{path}:{node.lineno}")


if __name__ == "__main__":
    unittest.main()
