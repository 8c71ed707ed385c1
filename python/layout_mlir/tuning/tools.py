# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Runs the tools of this project."""

from __future__ import annotations

import shlex
import subprocess

from .. import native
from ..errors import TuningError


def run_tool(name: str, *arguments: object, timeout: float | None = None) -> subprocess.CompletedProcess[str]:
    """Runs a tool that must succeed within `timeout` seconds. Raises TuningError with what it said otherwise, and
    MissingPackage if there is no such tool."""
    texts = [str(word) for word in arguments]
    command = [native.find_tool(name), *texts]
    try:
        done = subprocess.run(command, capture_output=True, text=True, timeout=timeout, check=False)
    except subprocess.TimeoutExpired:
        raise TuningError(f"{name} was stopped after {timeout:g} s") from None
    except OSError as error:
        raise TuningError(f"cannot run {name}: {error.strerror}") from None
    if done.returncode:
        said = (done.stderr + done.stdout).strip() or f"exit code {done.returncode}"
        raise TuningError(f"{shlex.join([name, *texts])}\n{said}")
    return done
