#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Writes man pages, and completion for bash and zsh, from the `--help` of tools.

usage: generate.py VERSION FOLDER TOOL...

Each TOOL is the path of a program. FOLDER gets man/man1/NAME.1,
bash-completion/completions/NAME and zsh/site-functions/_NAME.
"""

from __future__ import annotations

import os
import pathlib
import subprocess
import sys

from completion import bash_completion, zsh_completion
from help_text import Help, read_help
from man_page import man_page


def _get_help(tool: str) -> Help:
    # The width of the terminal and options in the environment do not count.
    kept = ("PATH", "LD_LIBRARY_PATH", "ASAN_OPTIONS")
    environment = {key: value for key, value in os.environ.items() if key in kept}
    text = subprocess.run([tool, "--help"], env=environment, stdout=subprocess.PIPE, text=True, check=True).stdout
    return read_help(os.path.basename(tool), text)


def _write(path: pathlib.Path, text: str) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text, encoding="utf-8")


def main() -> int:
    if len(sys.argv) < 4:
        print(__doc__, file=sys.stderr)
        return 2
    version, folder, *tools = sys.argv[1:]
    names = [os.path.basename(tool) for tool in tools]
    root = pathlib.Path(folder)
    for tool in tools:
        text = _get_help(tool)
        _write(root / "man" / "man1" / f"{text.tool}.1", man_page(text, version, names))
        _write(root / "bash-completion" / "completions" / text.tool, bash_completion(text))
        _write(root / "zsh" / "site-functions" / f"_{text.tool}", zsh_completion(text))
    return 0


if __name__ == "__main__":
    sys.exit(main())
