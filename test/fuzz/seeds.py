#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Writes the first inputs of the libFuzzer programs into FOLDER/PROGRAM, one folder for each program.

The inputs of fuzz-Passes are the parts of all lit tests, with their passes, and small random programs; the tests are
their only copy. The other inputs are files that the tools write for small programs. layout-opt is taken from PATH.
"""

import argparse
import hashlib
import io
import itertools
import pathlib
import re
import subprocess
import sys
import tempfile

_TESTS = pathlib.Path(__file__).resolve().parents[1]
sys.path.insert(0, str(_TESTS.parent / "python"))

import random_programs  # noqa: E402

LARGEST = 4096  # bytes of a program; larger ones make a run slow


def tidy(text: str) -> str:
    """The program without comments: FileCheck's lines are of no use here."""
    lines = (re.sub(r"\s*//.*", "", line) for line in text.splitlines())
    return "\n".join(line for line in lines if line.strip()) + "\n"


PASS = re.compile(r"--?(layout-[\w-]+|canonicalize|cse|transform-interpreter)(?:=(\"[^\"]*\"|'[^']*'|\S+))?(?=\s|$)")


def passes(command: str) -> str:
    """The passes of a command of layout-opt, as the fuzzer reads them; empty if they use files."""
    pipeline = re.search(r"--pass-pipeline=[\"']builtin\.module\((.*)\)[\"']", command)
    found = pipeline[1] if pipeline else ""
    for name, options in [] if pipeline else PASS.findall(command):
        found += ("," if found else "") + name + ("{" + options.strip("\"'") + "}" if options else "")
    return "" if re.search(r"[%/$]|path|report=|problem|plan=|calibration", found) else found


def with_passes(text: str) -> list[str]:
    """The parts of a test, which take turns with the passes of its RUN lines."""
    commands = re.findall(r"^// RUN:.*layout-opt (.*)$", text, flags=re.MULTILINE)
    lines = list(dict.fromkeys(filter(None, map(passes, commands)))) or [""]
    parts = map(tidy, re.split(r"^// -----.*$", text, flags=re.MULTILINE))
    return [f"// {line}\n{part}" if line else part for part, line in zip(parts, itertools.cycle(lines))]


def programs() -> list[str]:
    parts = []
    for path in sorted(_TESTS.rglob("*.mlir")):
        parts += with_passes(path.read_text(encoding="utf-8"))
    for seed in range(100):
        text = io.StringIO()
        random_programs.generate(text, seed, ops=random_programs.SMALLEST)
        parts.append(tidy(text.getvalue()))
    return [program for program in parts if len(program) <= LARGEST]


def plans() -> list[tuple[str, str]]:
    """The problems and plans of small random programs."""
    found = []
    with tempfile.TemporaryDirectory() as scratch:
        folder = pathlib.Path(scratch)
        for seed in range(40):
            text = io.StringIO()
            random_programs.generate(text, seed, ops=random_programs.SMALLEST)
            target = ("nchw8c", "conv4")[seed % 2]
            options = f"target={target} problem={folder}/x.problem.json plan={folder}/x.plan.json"
            command = ["layout-opt", "-", f"--layout-pipeline={options}", "-o", "/dev/null"]
            subprocess.run(command, input=text.getvalue(), text=True, check=True)
            for problem in sorted(folder.glob("*.problem.json")):
                plan = problem.with_name(problem.name.replace("problem", "plan"))
                found.append((problem.read_text(encoding="utf-8"), plan.read_text(encoding="utf-8")))
                problem.unlink()
                plan.unlink()
    return [pair for pair in found if len("".join(pair)) <= 2 * LARGEST]


def tensor_file(kind: str, shape: str, data: bytes) -> bytes:
    header = f"{{'descr': '{kind}', 'fortran_order': False, 'shape': {shape}, }}".encode()
    header = header.ljust(117) + b"\n"
    return b"\x93NUMPY\x01\x00" + len(header).to_bytes(2, "little") + header + data


# The first byte selects the type of the tensor (FileFuzzer.cpp).
TENSORS = [
    bytes([24]) + tensor_file("<f4", "(2, 3)", bytes(24)),
    bytes([16]) + tensor_file("<f4", "(2, 3)", bytes(24)),
    bytes([12]) + tensor_file("<f4", "(5,)", bytes(20)),
    bytes([8]) + tensor_file("|b1", "(3,)", bytes([0, 1, 0])),
    bytes([0]) + tensor_file("<f4", "()", bytes(4)),
    bytes([29]) + tensor_file("<c16", "(0, 3)", b""),
]
CALIBRATION = """{"version": 1, "unit": "ns", "per_byte": 0.25,
 "efficiency": [{"run": 4, "of_copy": 0.125}, {"run": 64, "of_copy": 1}]}"""


def write(folder: pathlib.Path, inputs: list[str | bytes]) -> None:
    folder.mkdir(parents=True, exist_ok=True)
    for each in inputs:
        data = each.encode() if isinstance(each, str) else each
        (folder / hashlib.sha1(data).hexdigest()).write_bytes(data)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("folder", type=pathlib.Path)
    folder = parser.parse_args().folder
    pairs = plans()
    write(folder / "Passes", programs())
    write(folder / "Problem", [problem for problem, _ in pairs])
    write(folder / "Plan", [f"[{problem},{plan}]" for problem, plan in pairs])
    write(folder / "Calibration", [CALIBRATION])
    write(folder / "TensorFile", TENSORS)


if __name__ == "__main__":
    main()
