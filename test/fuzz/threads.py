#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Runs layout-test-threads, built with ThreadSanitizer, on a module of many functions with 8 threads.

LLVM's libraries are not instrumented: a race that only they see is not reported, and their locks are unknown where they
are inlined, so reports without a frame of ours are suppressed.
"""

import argparse
import io
import os
import pathlib
import re
import subprocess
import sys
import tempfile

_ROOT = pathlib.Path(__file__).resolve().parents[2] / "python"
sys.path.insert(0, str(_ROOT))

import random_programs  # noqa: E402

_SUPPRESSIONS = "called_from_lib:libMLIR.so\ncalled_from_lib:libLLVM.so\nrace:libMLIR.so\nrace:libLLVM.so\nmutex:llvm/ADT/Statistic.h\nmutex:mlir/IR/Threading.h\n"
_PIPELINES = (
    "layout-pipeline{target=nchw16c indivisible=pad}",
    "layout-pipeline{target=conv4 strategy=backward}",
    "layout-raise,layout-fold,layout-freeze{target=nhwc},layout-flow,layout-materialize",
    "layout-bufferize{to=logical},layout-apply-buffer-layouts",
)


def module(first: int, count: int) -> str:
    """The functions of several random programs; their functions and aliases are renamed."""
    parts = []
    for seed in range(first, first + count):
        text = io.StringIO()
        random_programs.generate(text, seed, ops=10)
        parts.append(re.sub(r"(@\w+|#map\d*)", rf"\1_{seed}", text.getvalue()))
    bodies = [re.sub(r"^module[^{]*\{\n|^\}\n", "", part, flags=re.MULTILINE) for part in parts]
    return "\n".join(bodies)


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("tool", type=pathlib.Path)
    parser.add_argument("--functions", type=int, default=24, metavar="N", help="programs in a module [24]")
    options = parser.parse_args()
    failed = 0
    with tempfile.TemporaryDirectory() as scratch:
        folder = pathlib.Path(scratch)
        (folder / "suppressions").write_text(_SUPPRESSIONS, encoding="utf-8")
        (folder / "in.mlir").write_text(module(0, options.functions), encoding="utf-8")
        environment = {**os.environ, "TSAN_OPTIONS": f"suppressions={folder}/suppressions exitcode=66"}
        for passes in _PIPELINES:
            command = [options.tool, folder / "in.mlir", passes, "8"]
            done = subprocess.run(command, env=environment, capture_output=True, text=True)
            races = done.stderr.count("WARNING: ThreadSanitizer")
            print(f"{passes}: exit code {done.returncode}, {races} reports", flush=True)
            if done.returncode:
                failed += 1
                print(done.stderr[:4000])
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
