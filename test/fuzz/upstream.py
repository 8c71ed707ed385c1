#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Plans every function of a folder of MLIR files, such as mlir/test/Dialect/Linalg of LLVM's sources.

Each file is split at `// -----`; every function of a part becomes a program with the symbols that it uses. A program
goes through these runs:

  pipeline    layout-pipeline
  all         the passes of the pipeline on every function, with or without critical ops
  buffers     layout-bufferize, then layout-apply-buffer-layouts
  tiled       layout-apply-buffer-layouts{functions=all} with a layout requested for every allocation
  signature   the same with a layout requested for every memref argument, then layout-flatten

Each run must end without a crash within a time limit: with a program that stock mlir-opt verifies and that computes
the same, if the original can be run, or with an error. The figures are printed at the end: what was planned or left,
and each error that was given as a reason. layout-opt, layout-check and mlir-opt are taken from PATH.
"""

import argparse
import collections
import concurrent.futures
import dataclasses
import functools
import json
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile

_TIMEOUT = 60  # seconds for one command
_LAX = "--allow-unregistered-dialect"
_FREEZE = "layout-freeze{target=nchw8c indivisible=pad}"
_RUNS = {
    "pipeline": "builtin.module(layout-pipeline{target=nchw16c indivisible=pad report=%r})",
    "all": f"builtin.module(layout-raise,layout-fold,{_FREEZE},layout-flow,layout-fold,layout-materialize)",
    "buffers": "builtin.module(layout-bufferize{to=logical},layout-apply-buffer-layouts)",
    "tiled": "builtin.module(layout-apply-buffer-layouts{functions=all})",
    "signature": "builtin.module(layout-apply-buffer-layouts{functions=all},layout-flatten{functions=all})",
}


@dataclasses.dataclass(frozen=True)
class Result:
    """How one run ended: `outcome` counts alike endings; a failure is one that must not be."""

    run: str
    outcome: str
    failure: str = ""


def call(*command: str | pathlib.Path, timeout: int = _TIMEOUT) -> tuple[int, str, str]:
    """Returns the exit code, standard output and standard error; a time-out is the exit code 124."""
    try:
        done = subprocess.run(command, capture_output=True, text=True, errors="replace", timeout=timeout)
    except subprocess.TimeoutExpired:
        return 124, "", "timed out"
    return done.returncode, done.stdout, done.stderr


def crashed(code: int) -> bool:
    return code < 0 or code >= 124


def reason(error: str) -> str:
    """The first error without places, names and numbers, so that alike errors count together."""
    lines = [line for line in error.splitlines() if "error:" in line]
    text = lines[0].split("error:", 1)[1].strip() if lines else error.strip()[:80]
    return re.sub(r"\d+", "N", re.sub(r"'[^']*'|\"[^\"]*\"", "'…'", text))[:140]


def layout_of(rank: int) -> str:
    """A layout that reverses the dims and tiles the first of them by 4."""
    dims = [f"d{i}" for i in range(rank)]
    physical = [*dims[:0:-1], "d0 floordiv 4", "d0 mod 4"]
    return f"layout.buffer_transforms = [#layout.index_map<({', '.join(dims)}) -> ({', '.join(physical)})>]"


def with_layouts(text: str, operand: str) -> str:
    """Requests a layout for each allocation or for each argument of static shape; the text is in the generic syntax
    for neither of them."""

    def rank(kind: str) -> int:
        return kind.count("x") if "?" not in kind and "," not in kind else 0

    if operand == "allocations":
        pattern = r"(memref\.alloca?\(\)) (: memref<([0-9x]+x)[a-z0-9]+>)"
        return re.sub(pattern, lambda m: f"{m[1]} {{{layout_of(rank(m[3]))}}} {m[2]}", text)
    pattern = r"(%arg\d+: memref<([0-9x]+x)[a-z0-9]+>)([,)])(?=.*\{$)"
    return re.sub(pattern, lambda m: f"{m[1]} {{{layout_of(rank(m[2]))}}}{m[3]}", text, flags=re.MULTILINE)


class Program:
    """One function in a folder of its own."""

    def __init__(self, folder: pathlib.Path, source: pathlib.Path, name: str) -> None:
        self.folder, self.source, self.name = folder, source, name
        self.text = source.read_text(encoding="utf-8")

    @functools.cached_property
    def bufferized(self) -> pathlib.Path | None:
        """The program bufferized by upstream, if that succeeds."""
        output = self.folder / "upstream.mlir"
        options = "bufferize-function-boundaries function-boundary-type-conversion=identity-layout-map"
        code, _, _ = call("mlir-opt", self.source, f"--one-shot-bufferize={options}", "-o", output)
        return output if code == 0 else None

    @functools.cached_property
    def is_stock(self) -> bool:
        """Whether stock mlir-opt accepts the program; it verifies the ops of its test dialects, which are unknown here."""
        return call("mlir-opt", _LAX, self.source, "-o", "/dev/null")[0] == 0

    @functools.cached_property
    def is_defined(self) -> bool:
        """Whether the program can be run, and accesses no buffer out of bounds: many tests of folders do."""
        checked = self.folder / "checked.mlir"
        source = self.bufferized if "tensor<" in self.text else self.source
        if not source or call("mlir-opt", source, "--generate-runtime-verification", "-o", checked)[0]:
            return False
        return self.compare(checked, checked) == "equal"

    def compare(self, before: pathlib.Path, after: pathlib.Path) -> str:
        code, out, error = call("layout-check", f"--entry={self.name}", before, after)
        if code == 0:
            return "equal"
        if code == 1:
            return "different"
        return "not comparable: no results" if "requires results, found none" in error else f"not comparable: {reason(error)}"

    def check(self, run: str, source: pathlib.Path, before: pathlib.Path | None = None) -> Result:
        output, report = self.folder / f"{run}.out.mlir", self.folder / f"{run}.json"
        passes = _RUNS[run].replace("%r", str(report))
        code, _, error = call("layout-opt", _LAX, source, f"--pass-pipeline={passes}", "-o", output)
        if crashed(code):
            return Result(run, "crash", f"exit code {code}: {error[-3000:]}")
        if code:
            if "error:" not in error:
                return Result(run, "fails silently", error)
            if output.exists():
                return Result(run, "output after an error", error)
            return Result(run, f"error: {reason(error)}")
        outcome = self.outcome(run, source, output, report)
        after = output.read_text(encoding="utf-8")
        verifier = "mlir-opt" if self.is_stock and "layout." not in after else "layout-opt"
        code, _, error = call(verifier, _LAX, output, "-o", "/dev/null")
        if code:
            return Result(run, "invalid", error)
        if outcome.endswith("unchanged"):
            return Result(run, outcome)
        if not before or not self.is_defined:
            return Result(run, f"{outcome}, not run")
        same = self.compare(before, output)
        # Layouts of arguments change signatures, and some programs are large.
        if re.match("not comparable: (no results|signatures differ|timed out)", same):
            return Result(run, f"{outcome}, not run")
        if same != "equal":
            return Result(run, f"{outcome}, {same}", f"{before.name} and {output.name} are {same}")
        return Result(run, f"{outcome}, equal")

    def outcome(self, run: str, source: pathlib.Path, output: pathlib.Path, report: pathlib.Path) -> str:
        if run == "pipeline" and not json.loads(report.read_text(encoding="utf-8")).get("functions", True):
            return "left: unchanged"
        after = output.read_text(encoding="utf-8")
        return "left: unchanged" if after == source.read_text(encoding="utf-8") else "done"

    def results(self):
        if "tensor<" in self.text:
            yield self.check("pipeline", self.source, self.source)
            yield self.check("all", self.source, self.source)
            yield self.check("buffers", self.source, self.bufferized)
        if "memref<" in self.text:
            for run, operand in (("tiled", "allocations"), ("signature", "arguments")):
                annotated = self.folder / f"{run}.mlir"
                annotated.write_text(with_layouts(self.text, operand), encoding="utf-8")
                if annotated.read_text(encoding="utf-8") != self.text:
                    yield self.check(run, annotated, self.source if run == "tiled" else None)


def functions_of(part: pathlib.Path, folder: pathlib.Path):
    """Yields the functions with a body of a program, each with what it uses: (name, file)."""
    code, text, _ = call("layout-opt", _LAX, part)
    if code:
        return
    names = re.findall(r"^  func\.func (?:public |private |nested )?@([\w$.-]+)\(.*\{$", text, re.MULTILINE)
    for number, name in enumerate(names):
        output = folder / f"{number}.mlir"
        publish = text.replace(f"func.func private @{name}(", f"func.func @{name}(")
        whole = folder / f"{number}.whole.mlir"
        whole.write_text(publish, encoding="utf-8")
        code, _, _ = call("layout-opt", _LAX, whole, f"--symbol-privatize=exclude={name}", "--symbol-dce", "-o", output)
        if code == 0:
            yield name, output


def check_part(text: str, keep: pathlib.Path | None, title: str) -> tuple[int, list[tuple[str, str, Result]]]:
    found, count = [], 0
    with tempfile.TemporaryDirectory() as scratch:
        folder = pathlib.Path(scratch)
        part = folder / "part.mlir"
        part.write_text(text, encoding="utf-8")
        for name, source in functions_of(part, folder):
            count += 1
            place = folder / source.stem
            place.mkdir()
            source = source.rename(place / "in.mlir")
            for result in Program(place, source, name).results():
                found.append((title, name, result))
                if result.failure and keep:
                    kept = keep / re.sub(r"\W+", "-", f"{title} {name} {result.run}")
                    shutil.copytree(place, kept, dirs_exist_ok=True)
                    (kept / "message").write_text(result.failure + "\n", encoding="utf-8")
    return count, found


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("folder", type=pathlib.Path)
    parser.add_argument("--jobs", type=int, default=2, metavar="N", help="parts at the same time [2]")
    parser.add_argument("--every", type=int, default=1, metavar="N", help="take every N-th part only [1]")
    parser.add_argument("--keep", type=pathlib.Path, metavar="DIR", help="keep what fails in DIR")
    options = parser.parse_args()

    parts = []
    for path in sorted(options.folder.rglob("*.mlir")):
        text = path.read_text(encoding="utf-8", errors="replace")
        for number, part in enumerate(re.split(r"^// -----.*$", text, flags=re.MULTILINE)):
            parts.append((part, options.keep, f"{path.relative_to(options.folder)} {number}"))
    parts = parts[:: options.every]
    functions, failed, outcomes = 0, 0, collections.Counter()
    with concurrent.futures.ThreadPoolExecutor(options.jobs) as pool:
        for done, (count, results) in enumerate(pool.map(lambda part: check_part(*part), parts), 1):
            functions += count
            for title, name, result in results:
                outcomes[result.run, result.outcome] += 1
                if result.failure:
                    failed += 1
                    last = result.failure.strip().splitlines()[-1]
                    print(f"\n{title} @{name} {result.run}: {result.outcome}: {last[:300]}", flush=True)
            print(f"\r{done} of {len(parts)} parts, {functions} functions, {failed} failed", end="", flush=True)
    print()
    for (run, outcome), count in sorted(outcomes.items(), key=lambda item: (item[0][0], -item[1])):
        print(f"{run:10} {count:5} {outcome}")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
