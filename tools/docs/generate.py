#!/usr/bin/env python3
"""Writes the pages beside it from the .td files; --check compares instead."""

import os
import subprocess
import sys

HERE = os.path.dirname(os.path.abspath(__file__))
INCLUDE = os.path.join(os.path.dirname(os.path.dirname(HERE)), "include")
LLVM = os.environ.get("LLVM_PREFIX", "/usr/lib/llvm-22")
LAYOUT = os.path.join(INCLUDE, "layout")
PAGES = {
    "dialect.md": ["-gen-dialect-doc", "-dialect=layout", "Dialect/Layout/IR/Layout.td"],
    "transform-ops.md": ["-gen-op-doc", "TransformOps/TransformOps.td"],
}
# In the order of the pipeline.
PASSES = [
    "Conversion",
    "Dialect/Layout/Transforms",
    "Planning",
    "Report",
    "Buffers",
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


def pages():
    """The name and the text of every page."""
    for name, arguments in PAGES.items():
        yield name, generate(arguments)
    folders = [["-gen-pass-doc", f"{folder}/Passes.td"] for folder in PASSES]
    yield "passes.md", "".join(map(generate, folders))


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
