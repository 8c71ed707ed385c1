"""The tools of the build that is tested."""

import os
import pathlib
import subprocess

BUILD = pathlib.Path(os.environ.get("LAYOUT_BUILD", pathlib.Path(__file__).parents[2] / "build" / "release"))


def run_tool(tool: str, *arguments: str | pathlib.Path) -> str:
    """Runs a tool that must succeed; returns what it prints."""
    run = subprocess.run([BUILD / "bin" / tool, *arguments], capture_output=True, text=True)
    if run.returncode:
        raise AssertionError(f"{tool} {' '.join(map(str, arguments))}\n{run.stdout[:2000]}{run.stderr[:2000]}")
    return run.stdout
