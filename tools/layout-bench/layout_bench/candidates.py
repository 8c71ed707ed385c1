# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""What runs a network: programs that layout-run compiles, and other engines, each ready to be timed in rounds."""

import contextlib
import importlib.util
import pathlib
import shutil
import subprocess
import sys
from typing import Sequence

from .process import ToolError, measure
from .upstream import PROPAGATION, freeze

_BLOCKED = "nchw16c"  # the layout of convolutions that upstream's propagation starts from
# What Python needs for an engine, with the names that pip knows.
_IREE = {"iree.compiler": "iree-base-compiler", "iree.runtime": "iree-base-runtime", "numpy": "numpy"}
_PACKAGES = {
    "onnxruntime": {"onnxruntime": "onnxruntime", "onnx": "onnx", "numpy": "numpy"},
    "openvino": {"openvino": "openvino", "onnx": "onnx", "numpy": "numpy"},
    "iree": _IREE,
    "iree-planned": _IREE,
}
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


class Candidate:
    """A process with a network that is ready to run, which waits between the rounds."""

    def __init__(self, name: str, folder: pathlib.Path, *command: str | pathlib.Path) -> None:
        """Starts a process that serves (layout_bench.timing), which writes its results to the folder."""
        self._log = open(folder / "log.txt", "w+", encoding="utf-8")
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
        """Runs the network for about that long; returns the median seconds of a run."""
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


def start_engine(
    name: str, model: pathlib.Path, threads: int, inputs: Sequence[pathlib.Path], folder: pathlib.Path
) -> Candidate:
    """Starts a process with a model in another engine."""
    engine = (sys.executable, "-m", "layout_bench.engine")
    return Candidate(name, folder, *engine, name, model, str(threads), folder, *inputs)


def start_program(
    program: pathlib.Path,
    signature: pathlib.Path,
    threads: int,
    inputs: Sequence[pathlib.Path],
    folder: pathlib.Path,
    library: pathlib.Path | None = None,
) -> Candidate:
    """Starts a process with a program as layout-run compiles it. The types of `@forward` in `signature` are those of
    what the process passes; the library has functions that the program calls."""
    compiled = folder / "program.so"
    measure("layout-run", program, "--emit=shared", f"--threads={threads}", "--symbol=forward", "-o", compiled)
    process = (sys.executable, "-m", "layout_bench.compiled", *([f"--library={library}"] if library else []))
    return Candidate(program.name, folder, *process, compiled, signature, folder, *inputs)


def plan(program: pathlib.Path, options: str, planned: pathlib.Path) -> None:
    """Writes the program as layout-pipeline plans it with these options."""
    measure("layout-opt", program, f"--layout-pipeline={options}", "-o", planned)


def plan_for_iree(program: pathlib.Path, planned: pathlib.Path) -> None:
    """Writes the program as layout-pipeline plans it, in the form that IREE compiles best."""
    plugin = pathlib.Path(shutil.which("layout-opt") or "").parent.parent / "lib" / "IREEPlugin.so"
    measure(
        "layout-opt",
        program,
        f"--load-pass-plugin={plugin}",
        "--pass-pipeline=builtin.module(layout-pipeline{target=nhwc},iree-convolution-forms,canonicalize,cse)",
        "-o",
        planned,
    )


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
