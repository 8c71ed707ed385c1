# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""What runs a network: programs that layout-run compiles, and other engines, each ready to be timed in rounds."""

import contextlib
import importlib.util
import math
import pathlib
import shutil
import subprocess
import sys
from typing import Sequence

from .process import ToolError, measure, run_seconds
from .upstream import PROPAGATION, freeze

_LEAST_RUNS, _MOST_RUNS = 3, 1000
_BLOCKED = "nchw16c"  # the layout of convolutions that upstream's propagation starts from
# What Python needs for an engine, with the names that pip knows.
_IREE = {"iree.compiler": "iree-base-compiler", "iree.runtime": "iree-base-runtime", "numpy": "numpy"}
_PACKAGES = {
    "onnxruntime": {"onnxruntime": "onnxruntime", "onnx": "onnx", "numpy": "numpy"},
    "openvino": {"openvino": "openvino", "onnx": "onnx", "numpy": "numpy"},
    "iree": _IREE,
    "iree-planned": _IREE,
}
# The plan that an engine gets instead of the program, as options of layout-pipeline.
ENGINE_PLANS = {"iree-planned": "target=nhwc form=iree"}
ENGINES = tuple(_PACKAGES)
ONNX_ENGINES = tuple(engine for engine, packages in _PACKAGES.items() if "onnx" in packages)


def missing_packages(engine: str) -> list[str]:
    """Returns the packages that pip has to install for an engine."""
    return [package for module, package in _PACKAGES[engine].items() if not _is_installed(module)]


def _is_installed(module: str) -> bool:
    try:
        return importlib.util.find_spec(module) is not None
    except ModuleNotFoundError:  # the package around it is missing
        return False


class Program:
    """A program that layout-run compiles, for every round again."""

    def __init__(
        self,
        program: pathlib.Path,
        threads: int,
        inputs: Sequence[pathlib.Path],
        folder: pathlib.Path,
        options: Sequence[str] = (),
    ) -> None:
        """Runs leave the results in the folder. The options are further ones of layout-run."""
        self._program = program
        self._options = [*options, f"--threads={threads}", f"--output={folder / 'result.npy'}"]
        self._options += [f"--input={file}" for file in inputs]
        self._seconds = math.inf  # of a run; not known before the first round, which is then a short one

    def time(self, seconds: float) -> float:
        """Runs the program for about that long; returns the median seconds of a run."""
        runs = min(max(math.ceil(seconds / self._seconds), _LEAST_RUNS), _MOST_RUNS)
        self._seconds = run_seconds(self._program, *self._options, f"--runs={runs}")
        return self._seconds

    def close(self) -> None:
        """Nothing runs between the rounds."""


class Engine:
    """A process with a model in another engine, which waits between the rounds."""

    def __init__(
        self, name: str, model: pathlib.Path, threads: int, inputs: Sequence[pathlib.Path], folder: pathlib.Path
    ) -> None:
        """Compiles the model and runs it once; the results stay in the folder."""
        self._log = open(folder / "log.txt", "w+", encoding="utf-8")
        command = [sys.executable, "-m", "layout_bench.engine", name, model, str(threads), folder, *inputs]
        self._name = name
        self._process = subprocess.Popen(
            command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=self._log, text=True
        )
        try:
            self._answer()
        except ToolError:
            self.close()
            raise

    def time(self, seconds: float) -> float:
        """Runs the model for about that long; returns the median seconds of a run."""
        with contextlib.suppress(BrokenPipeError):  # a process that ended has no answer
            print(seconds, file=self._process.stdin, flush=True)
        return float(self._answer())

    def close(self) -> None:
        with contextlib.suppress(BrokenPipeError):
            self._process.stdin.close()
        self._process.wait()
        self._process.stdout.close()
        self._log.close()

    def _answer(self) -> str:
        answer = self._process.stdout.readline()
        if not answer:
            self._process.wait()
            self._log.seek(0)
            said = self._log.read().strip()
            raise ToolError(f"{self._name} failed, exit code {self._process.returncode}\n{said[-2000:]}")
        return answer


def plan(program: pathlib.Path, options: str, planned: pathlib.Path) -> None:
    """Writes the program as layout-pipeline plans it with these options."""
    measure("layout-opt", program, f"--layout-pipeline={options}", "-o", planned)


def find_onednn() -> pathlib.Path | None:
    """Returns the library by which programs call oneDNN, if it is built: beside the tools that are run."""
    tool = shutil.which("onednn-opt")
    library = pathlib.Path(tool).parent.parent / "lib" / "liblayout_onednn.so" if tool else None
    return library if library and library.exists() else None


def offload(program: pathlib.Path, calls: pathlib.Path) -> None:
    """Writes the program with calls of oneDNN for what it takes, and the rest planned in blocked layouts."""
    options = f"--onednn-plan=target={_BLOCKED} placement=true"
    measure("onednn-opt", program, options, "--onednn-to-calls", "-o", calls)


def propagate(program: pathlib.Path, propagated: pathlib.Path) -> None:
    """Writes the program with blocked convolutions, after upstream's propagation of packs. Weights are packed at
    compile time, which upstream would do at run time."""
    frozen, theirs = (propagated.with_suffix(suffix) for suffix in (".frozen.mlir", ".theirs.mlir"))
    freeze(program, _BLOCKED, frozen)
    measure("mlir-opt", frozen, *PROPAGATION, "-o", theirs)
    measure("layout-opt", theirs, "--layout-fold", "-o", propagated)
    frozen.unlink()
    theirs.unlink()
