# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Writes what was measured of a machine into the text of a target, which otherwise stays as it is."""

from __future__ import annotations

import os
import pathlib
import re
import tempfile
from typing import Iterator, Mapping, Union

from ..errors import TuningError
from .tools import run_tool, write_path

Number = Union[int, float]

_DEVICE = "#dlti.target_device_spec<"
_MAP = "#dlti.map<"
_IGNORED = re.compile(r'"(?:[^"\\]|\\.)*"|//[^\n]*')  # strings and comments
_KEY = re.compile(r'\s*"([^"]*)"\s*=\s*')  # of an entry of a map, in a text without these


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
        run_tool("layout-opt", program, f"--layout-pipeline=target={write_path(file)}", "-o", os.devnull)


def state_machine(text: str, fields: Mapping[str, Number]) -> str:
    """Returns the text of a target whose first device states these fields. All else in the text stays."""
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
    return _state(text, *machine, fields)


def _state(text: str, begin: int, end: int, fields: Mapping[str, Number]) -> str:
    """Returns the text whose map in this part states these fields: in their places, or else behind the others."""
    entries = _entries(text, begin, end)
    stated = {key for key, _, _ in entries}
    added = {key: value for key, value in fields.items() if key not in stated}
    if added and entries:
        text = _append(text, entries[-1][2], end, _write(added))
    elif added:
        text = _insert(text, begin, end, _write(added))
    for key, first, past in reversed(entries):
        if key in fields:
            text = text[:first] + _write_value(fields[key]) + text[past:]
    return text


def _write(fields: Mapping[str, Number]) -> str:
    return ", ".join(f'"{key}" = {_write_value(value)}' for key, value in fields.items())


def _write_value(value: Number) -> str:
    return f"{value} : {'i64' if isinstance(value, int) else 'f64'}"


def _insert(text: str, begin: int, end: int, entry: str) -> str:
    """Inserts the first entry of a map whose entries are in a part of the text."""
    if not _blank(text)[begin:end].strip():
        return text[:begin] + entry + text[begin:]
    return text[:begin] + entry + ("," if text[begin].isspace() else ", ") + text[begin:]


def _append(text: str, last: int, end: int, entry: str) -> str:
    """Appends an entry to a map whose last one ends at `last`. A comment behind that one stays there."""
    if not text[last:end].strip():
        return f"{text[:last]}, {entry}{text[last:]}"
    return f"{text[:last]},{text[last:end]}{entry}{text[end:]}"


def _find(text: str, opening: str, begin: int, end: int) -> tuple[int, int] | None:
    """Returns the part of the text between an opening text, which ends with `<`, and its bracket."""
    blank = _blank(text)
    at = blank.find(opening, begin, end)
    if at < 0:
        return None
    first = at + len(opening)
    for position, depth in _depths(blank, first, end):
        if depth < 0 and blank[position] == ">":
            return first, position
    raise TuningError(f"requires '>' behind '{opening}', found none")


def _find_value(text: str, key: str, begin: int, end: int) -> tuple[int, int] | None:
    """Returns the part of the text that is a map under a key of the map that is a part of the text."""
    for name, first, past in _entries(text, begin, end):
        if name != key:
            continue
        if not text.startswith(_MAP, first):
            raise TuningError(f"requires '{key}' to be {_MAP}...> in the text of a target, found an alias")
        return _find(text, _MAP, first, past)
    return None


def _entries(text: str, begin: int, end: int) -> list[tuple[str, int, int]]:
    """Returns the keys of the map that is a part of the text, each with the part that is its value."""
    blank = _blank(text)
    commas = [position for position, depth in _depths(blank, begin, end) if depth == 0 and blank[position] == ","]
    entries = []
    for first, past in zip([begin, *(comma + 1 for comma in commas)], [*commas, end]):
        # What is no text is a type, which is no key of ours.
        if found := _KEY.match(blank, first, past):
            value = blank[found.end() : past].rstrip()
            entries.append((text[found.start(1) : found.end(1)], found.end(), found.end() + len(value)))
    return entries


def _depths(blank: str, begin: int, end: int) -> Iterator[tuple[int, int]]:
    """Yields each position with the number of brackets that are open behind it."""
    depth = 0
    for position in range(begin, end):
        if blank[position] in "<([{":
            depth += 1
        # An arrow in a map is no bracket.
        elif blank[position] in ")]}" or blank[position] == ">" and blank[position - 1] != "-":
            depth -= 1
        yield position, depth


def _blank(text: str) -> str:
    """Replaces what strings have and comments by as many blanks."""

    def replace(found: re.Match[str]) -> str:
        length = len(found[0])
        return '"' + " " * (length - 2) + '"' if found[0][0] == '"' else " " * length

    return _IGNORED.sub(replace, text)
