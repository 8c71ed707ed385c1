# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Runs the tools of this project, which are found in PATH."""

import shlex
import subprocess

from ..errors import TuningError


def run_tool(*command: object, timeout: float | None = None) -> subprocess.CompletedProcess[str]:
    """Runs a command that must succeed within `timeout` seconds. Raises TuningError with what it said otherwise."""
    texts = [str(word) for word in command]
    try:
        done = subprocess.run(texts, capture_output=True, text=True, timeout=timeout, check=False)
    except subprocess.TimeoutExpired:
        raise TuningError(f"{texts[0]} was stopped after {timeout:g} s") from None
    except OSError as error:
        raise TuningError(f"cannot run {texts[0]}: {error.strerror}") from None
    if done.returncode:
        said = (done.stderr + done.stdout).strip() or f"exit code {done.returncode}"
        raise TuningError(f"{shlex.join(texts)}\n{said}")
    return done
