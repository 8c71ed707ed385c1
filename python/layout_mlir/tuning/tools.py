# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Runs the tools of this project."""

from __future__ import annotations

import shlex
import subprocess

from .. import native
from ..errors import TuningError


def write_path(path: object) -> str:
    """A path as the options of a pipeline have it. Raises TuningError for one that they cannot have: no quotes hold
    both kinds of quotes, and blanks at the ends are left out."""
    text = str(path)
    quote = '"' if '"' not in text else "'"
    if quote in text or text != text.strip():
        raise TuningError(f"requires a path without blanks at its ends and with one kind of quotes, found {text!r}")
    return quote + text + quote


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
