#!/usr/bin/env python3
"""Writes the pages beside it, and the module of Python's optimize, from the .td files.

--check compares instead.
"""

import os
import subprocess
import sys

sys.path.append(os.path.join(os.path.dirname(os.path.dirname(__file__)), "options"))
import definitions  # noqa: E402
import python_api  # noqa: E402
import table  # noqa: E402

HERE = os.path.dirname(os.path.abspath(__file__))
ROOT = os.path.dirname(os.path.dirname(HERE))
INCLUDE = os.path.join(ROOT, "include")
LLVM = os.environ.get("LLVM_PREFIX", "/usr/lib/llvm-22")
LAYOUT = os.path.join(INCLUDE, "layout")
PAGES = {
    "dialect.md": ["-gen-dialect-doc", "-dialect=layout", "Dialect/Layout.td"],
    "transform-ops.md": ["-gen-op-doc", "TransformOps/TransformOps.td"],
}
# The comments around the table of options in options.md.
TABLE = (
    "<!-- The table is written by tools/docs/generate.py. -->",
    "<!-- The end of the table. -->",
)
# In the order of the pipeline.
PASSES = [
    "Import",
    "Planning",
    "Export",
    "Report",
    "Bufferization",
    "Placement",
    "BufferLayouts",
    "Kernels",
    "Pipelines",
]


def generate(arguments):
    """What mlir-tblgen prints for [option..., source]."""
    *options, source = arguments
    return subprocess.check_output(
        [
            os.path.join(LLVM, "bin", "mlir-tblgen"),
            *options,
            "-I" + INCLUDE,
            "-I" + os.path.join(LLVM, "include"),
            os.path.join(LAYOUT, source),
        ],
        text=True,
    )


def read(path):
    if not os.path.exists(path):
        return ""
    with open(path, encoding="utf-8") as file:
        return file.read()


def replace_table(page, text):
    """The page with `text` between its comments that name this script."""
    begin, end = TABLE
    head, _, rest = page.partition(begin)
    _, found, tail = rest.partition(end)
    if not found:
        raise SystemExit(f"requires '{end}' behind '{begin}' in options.md, found none")
    return f"{head}{begin}\n{text}{end}{tail}"


def pages():
    """The path, from here, and the text of every file."""
    for name, arguments in PAGES.items():
        yield name, generate(arguments)
    folders = [["-gen-pass-doc", f"{folder}/Passes.td"] for folder in PASSES]
    yield "passes.md", "".join(map(generate, folders))
    options = definitions.load(LLVM, INCLUDE)["LayoutPipelineOptions"]
    page = read(os.path.join(HERE, "options.md"))
    yield "options.md", replace_table(page, table.table(options))
    yield "../../python/layout_mlir/planning.py", python_api.module(options)


def main():
    stale = []
    for name, text in pages():
        path = os.path.join(HERE, name)
        if read(path) == text:
            continue
        stale.append(name)
        if "--check" not in sys.argv[1:]:
            with open(path, "w", encoding="utf-8") as file:
                file.write(text)
    if stale and "--check" in sys.argv[1:]:
        print(f"{', '.join(stale)}: not up to date, run tools/docs/generate.py")
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
