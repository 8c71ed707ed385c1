#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Runs the cells of a notebook and stores what they print; --check compares instead.

usage: notebook.py [--check] FILE.ipynb

Jupyter is not needed: cells are plain Python, run from top to bottom in one namespace, and the value of a last
expression is shown as Jupyter shows its text.
"""

from __future__ import annotations

import ast
import contextlib
import difflib
import io
import json
import pathlib
import sys


def _run(source: str, namespace: dict, count: int) -> list[dict]:
    """Runs the cell of that number; returns its outputs in the format of notebooks."""
    tree = ast.parse(source)
    last = tree.body.pop() if tree.body and isinstance(tree.body[-1], ast.Expr) else None
    printed, value = io.StringIO(), None
    with contextlib.redirect_stdout(printed):
        exec(compile(tree, "<cell>", "exec"), namespace)
        if last is not None:
            value = eval(compile(ast.Expression(last.value), "<cell>", "eval"), namespace)
    outputs = []
    if printed.getvalue():
        lines = printed.getvalue().splitlines(keepends=True)
        outputs.append({"name": "stdout", "output_type": "stream", "text": lines})
    if value is not None:
        outputs.append(
            {
                "data": {"text/plain": repr(value).splitlines(keepends=True)},
                "execution_count": count,
                "metadata": {},
                "output_type": "execute_result",
            }
        )
    return outputs


def run_notebook(notebook: dict) -> dict:
    """Returns the notebook with the outputs of a run."""
    namespace: dict = {"__name__": "__main__"}
    cells, count = [], 0
    for cell in notebook["cells"]:
        if cell["cell_type"] == "code":
            count += 1
            outputs = _run("".join(cell["source"]), namespace, count)
            cell = {**cell, "execution_count": count, "outputs": outputs}
        cells.append(cell)
    return {**notebook, "cells": cells}


def _text(notebook: dict) -> str:
    return json.dumps(notebook, indent=1, sort_keys=True, ensure_ascii=False) + "\n"


def main() -> int:
    arguments = [argument for argument in sys.argv[1:] if argument != "--check"]
    if len(arguments) != 1:
        print(__doc__, file=sys.stderr)
        return 2
    path = pathlib.Path(arguments[0])
    before = path.read_text(encoding="utf-8")
    after = _text(run_notebook(json.loads(before)))
    if "--check" not in sys.argv[1:]:
        path.write_text(after, encoding="utf-8")
        return 0
    sys.stdout.writelines(difflib.unified_diff(before.splitlines(True), after.splitlines(True), "stored", "run"))
    return int(before != after)


if __name__ == "__main__":
    sys.exit(main())
