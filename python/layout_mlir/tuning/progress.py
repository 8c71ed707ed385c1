# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Shows how far a long task is: a bar on a terminal, lines elsewhere."""

from __future__ import annotations

import shutil
import time
from typing import TextIO

_BAR = 20  # characters


class Progress:
    """Counts the steps of a task on a stream."""

    def __init__(self, stream: TextIO | None, total: int) -> None:
        self._stream = stream
        self._total = total
        self._done = 0
        self._start = time.monotonic()
        self._is_terminal = stream is not None and stream.isatty()

    def step(self, what: str) -> None:
        """Says that another step is done, and which."""
        self._done += 1
        if self._stream is None:
            return
        count = f"{self._done} of {self._total}"
        if not self._is_terminal:
            print(f"{count}: {what}", file=self._stream, flush=True)
            return
        filled = "#" * (_BAR * self._done // self._total)
        line = f"[{filled:<{_BAR}}] {count}, {self._left()} left: {what}"
        columns = shutil.get_terminal_size().columns - 1
        print(f"\r{line[:columns]:<{columns}}", end="", file=self._stream, flush=True)

    def close(self) -> None:
        """Ends the line of the bar."""
        if self._is_terminal and self._done:
            print(file=self._stream, flush=True)

    def _left(self) -> str:
        seconds = (time.monotonic() - self._start) / self._done * (self._total - self._done)
        return f"{int(seconds) // 60}:{int(seconds) % 60:02}"
