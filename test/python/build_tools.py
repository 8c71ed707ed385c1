"""The tools of the build that is tested."""

import os
import pathlib
import shutil
import subprocess

BUILD = pathlib.Path(os.environ.get("LAYOUT_BUILD", pathlib.Path(__file__).parents[2] / "build" / "release"))
MLIR_OPT = os.environ.get("MLIR_OPT") or shutil.which("/usr/lib/llvm-22/bin/mlir-opt") or shutil.which("mlir-opt-22")


def run_tool(tool: str, *arguments: str | pathlib.Path) -> str:
    """Runs a tool that must succeed; returns what it prints."""
    return run_tool_and_listen(tool, *arguments)[0]


def run_tool_and_listen(tool: str, *arguments: str | pathlib.Path) -> tuple[str, str]:
    """The same; returns what it prints on standard output and on standard error."""
    run = subprocess.run([BUILD / "bin" / tool, *arguments], capture_output=True, text=True)
    if run.returncode:
        raise AssertionError(f"{tool} {' '.join(map(str, arguments))}\n{run.stdout[:2000]}{run.stderr[:2000]}")
    return run.stdout, run.stderr
