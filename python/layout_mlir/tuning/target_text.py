# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Writes what was measured of a machine into the text of a target, which otherwise stays as it is."""

from __future__ import annotations

import os
import pathlib
import re
import tempfile
from typing import Mapping, Union

from ..errors import TuningError
from .tools import run_tool

Number = Union[int, float]

_DEVICE = "#dlti.target_device_spec<"
_MAP = "#dlti.map<"
_IGNORED = re.compile(r'"(?:[^"\\]|\\.)*"|//[^\n]*')  # strings and comments


def read_target(target: str | os.PathLike) -> str:
    """Returns the text of a built-in target, or of a file `*.mlir`."""
    if not str(target).endswith(".mlir"):
        return run_tool("layout-opt", f"--layout-print-target={target}").stdout
    try:
        return pathlib.Path(target).read_text(encoding="utf-8")
    except OSError as error:
        raise TuningError(f"cannot read target '{target}': {error.strerror}") from None


def check_target(text: str) -> None:
    """Raises TuningError unless a target can be read."""
    with tempfile.TemporaryDirectory(prefix="layout-tune-") as name:
        file, program = pathlib.Path(name) / "target.mlir", pathlib.Path(name) / "empty.mlir"
        file.write_text(text, encoding="utf-8")
        program.write_text("", encoding="utf-8")
        run_tool("layout-opt", program, f"--layout-pipeline=target={file}", "-o", os.devnull)


def state_machine(text: str, fields: Mapping[str, Number]) -> str:
    """Returns the text of a target whose first device states these fields. Others that it states stay."""
    device = _find(text, _DEVICE, 0, len(text))
    if device is None:
        raise TuningError(f"requires a target with '{_DEVICE}...>', found none")
    layout = _find_value(text, "layout", *device)
    if layout is None:
        layouts = f'"layout" = {_MAP}"machine" = {_MAP}{_write(fields)}>>'
        return _insert(text, *device, layouts)
    machine = _find_value(text, "machine", *layout)
    if machine is None:
        return _insert(text, *layout, f'"machine" = {_MAP}{_write(fields)}>')
    begin, end = machine
    stated = re.findall(r'"(\w+)" = ([^,]+)', text[begin:end])
    kept = ", ".join(f'"{key}" = {value.strip()}' for key, value in stated if key not in fields)
    return text[:begin] + ", ".join(filter(None, [kept, _write(fields)])) + text[end:]


def _write(fields: Mapping[str, Number]) -> str:
    return ", ".join(
        f'"{key}" = {value} : {"i64" if isinstance(value, int) else "f64"}' for key, value in fields.items()
    )


def _insert(text: str, begin: int, end: int, entry: str) -> str:
    """Inserts the first entry of a map whose entries are in a part of the text."""
    separator = ", " if text[begin:end].strip() else ""
    return text[:begin] + entry + separator + text[begin:].lstrip(" ")


def _find(text: str, opening: str, begin: int, end: int) -> tuple[int, int] | None:
    """Returns the part of the text between an opening text, which ends with `<`, and its bracket."""
    blank = _blank(text)
    at = blank.find(opening, begin, end)
    if at < 0:
        return None
    first = at + len(opening)
    depth = 1
    for position in range(first, end):
        # An arrow in a map is no bracket.
        if blank[position] == "<":
            depth += 1
        elif blank[position] == ">" and blank[position - 1] != "-":
            depth -= 1
        if depth == 0:
            return first, position
    raise TuningError(f"requires '>' behind '{opening}', found none")


def _find_value(text: str, key: str, begin: int, end: int) -> tuple[int, int] | None:
    """Returns the part of the text that is a map under a key of the map that is a part of the text."""
    blank = _blank(text)
    for found in re.compile(rf'"{key}"\s*=\s*').finditer(text, begin, end):
        depth = blank.count("<", begin, found.start()) - len(re.findall(r"(?<!-)>", blank[begin : found.start()]))
        # Neither in a map within nor in a comment.
        if depth != 0 or blank[found.start()] != '"':
            continue
        if not text.startswith(_MAP, found.end()):
            raise TuningError(f"requires '{key}' to be {_MAP}...> in the text of a target, found an alias")
        return _find(text, _MAP, found.end(), end)
    return None


def _blank(text: str) -> str:
    """Replaces what strings have and comments by as many blanks."""

    def replace(found: re.Match[str]) -> str:
        length = len(found[0])
        return '"' + " " * (length - 2) + '"' if found[0][0] == '"' else " " * length

    return _IGNORED.sub(replace, text)
