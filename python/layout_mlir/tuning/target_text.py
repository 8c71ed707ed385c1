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

_SYSTEM = "#dlti.target_system_spec<"
_DEVICE = "#dlti.target_device_spec<"
_MAP = "#dlti.map<"
_IGNORED = re.compile(r'"(?:[^"\\]|\\.)*"|//[^\n]*')  # strings and comments
# In a text without these: the key of an entry of a map, the module, and the name of an attribute.
_KEY = re.compile(r'\s*(?:"([^"]*)"|([\w.$]+))\s*=\s*')
_MODULE = re.compile(
    r'(?<![\w.$@#!-])(?:builtin\.)?module\b(?:\s*@(?:"[^"]*"|[\w.$-]+))?\s*(?P<attributes>attributes\s*\{)?'
)
_ALIAS = re.compile(r"#[A-Za-z_][\w$-]*")
# The keys of a device that state caches, as those of `machine` do.
_CACHES = {"L1_cache_size_in_bytes", "L2_cache_size_in_bytes"}


def read_target(target: str | os.PathLike) -> str:
    """Returns the text of a built-in target, or of a file `*.mlir`."""
    if not str(target).endswith(".mlir"):
        return run_tool("layout-opt", f"--layout-print-target={target}").stdout
    try:
        return pathlib.Path(target).read_text(encoding="utf-8")
    except OSError as error:
        raise TuningError(f"cannot read target '{target}': {error.strerror}") from None


def check_target(text: str) -> None:
    """Raises TuningError unless a target can be read: its layouts, and the numbers that kernels are compiled with."""
    with tempfile.TemporaryDirectory(prefix="layout-tune-") as name:
        file, program = pathlib.Path(name) / "target.mlir", pathlib.Path(name) / "empty.mlir"
        file.write_text(text, encoding="utf-8")
        program.write_text("", encoding="utf-8")
        path = write_path(file)
        passes = f"builtin.module(layout-pipeline{{target={path}}},layout-prepare-products{{target={path}}})"
        run_tool("layout-opt", program, f"--pass-pipeline={passes}", "-o", os.devnull)


def state_machine(text: str, fields: Mapping[str, Number]) -> str:
    """Returns the text of a target that states these fields, in the device whose numbers count. All else stays."""
    device = _find_device(text)
    layout = _find_value(text, "layout", *device)
    if layout is None:
        layouts = f'"layout" = {_MAP}"machine" = {_MAP}{_write(fields)}>>'
        return _insert(text, *device, layouts)
    machine = _find_value(text, "machine", *layout)
    if machine is None:
        return _insert(text, *layout, f'"machine" = {_MAP}{_write(fields)}>')
    return _state(text, *machine, fields)


def _find_device(text: str) -> tuple[int, int]:
    """Returns the part of the text that a device is: the first that states numbers, layouts, or else anything."""
    system = _find_system(text)
    names = [name for name, _, _ in _entries(text, *system)]
    devices = [_find_value(text, name, *system, opening=_DEVICE) for name in names]
    if not devices:
        raise TuningError(f"requires a target with '{_DEVICE}...>', found none")
    layouts = [_find_value(text, "layout", *device) for device in devices]
    numbered = [
        bool(_CACHES & _keys(text, device)) or "machine" in _keys(text, layout)
        for device, layout in zip(devices, layouts)
    ]
    first = next((index for index, layout in enumerate(layouts) if layout is not None), 0)
    counts = numbered.index(True) if True in numbered else first
    # The layouts of the first device with any hold for every program.
    if counts < first:
        raise TuningError(
            f"requires 'layout' in device '{names[counts]}', whose caches count, found it in '{names[first]}'"
        )
    return devices[counts]


def _find_system(text: str) -> tuple[int, int]:
    """Returns the part of the text that is what the module says about the system."""
    blank = _blank(text)
    module = _MODULE.search(blank)
    if module and module["attributes"]:
        attributes = module.end(), _find_end(blank, module.end(), len(text), "}")
        if system := _find_value(text, "dlti.target_system_spec", *attributes, opening=_SYSTEM):
            return system
    raise TuningError(f"requires a module with 'dlti.target_system_spec = {_SYSTEM}...>', found none")


def _keys(text: str, part: tuple[int, int] | None) -> set[str]:
    return set() if part is None else {key for key, _, _ in _entries(text, *part)}


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


def _find_end(blank: str, first: int, end: int, bracket: str) -> int:
    """Returns where the bracket is closed that is opened in front of `first`."""
    for position, depth in _depths(blank, first, end):
        if depth < 0 and blank[position] == bracket:
            return position
    raise TuningError(f"requires '{bracket}' behind '{blank[:first].split()[-1]}', found none")


def _find_value(text: str, key: str, begin: int, end: int, opening: str = _MAP) -> tuple[int, int] | None:
    """Returns what is in the brackets under a key of the map that is a part of the text."""
    blank = _blank(text)
    for name, first, past in _entries(text, begin, end):
        if name != key:
            continue
        first, past = _follow_alias(blank, first, past)
        if not blank.startswith(opening, first):
            found = "an alias with several uses" if _ALIAS.fullmatch(blank, first, past) else "another value"
            raise TuningError(f"requires '{key}' to be {opening}...> in the text of a target, found {found}")
        first += len(opening)
        return first, _find_end(blank, first, past, ">")
    return None


def _follow_alias(blank: str, first: int, past: int) -> tuple[int, int]:
    """Returns the part of the text with the value of an alias that stands in one place only."""
    alias = blank[first:past]
    if _ALIAS.fullmatch(alias) and len(re.findall(re.escape(alias) + r"(?![\w.$-])", blank)) == 2:
        if definition := re.search(rf"^\s*{re.escape(alias)}\s*=\s*", blank, re.MULTILINE):
            return _follow_alias(blank, definition.end(), len(blank))
    return first, past


def _entries(text: str, begin: int, end: int) -> list[tuple[str, int, int]]:
    """Returns the keys of the map that is a part of the text, each with the part that is its value."""
    blank = _blank(text)
    commas = [position for position, depth in _depths(blank, begin, end) if depth == 0 and blank[position] == ","]
    entries = []
    for first, past in zip([begin, *(comma + 1 for comma in commas)], [*commas, end]):
        # What is no text is a type, which is no key of ours.
        if found := _KEY.match(blank, first, past):
            value = blank[found.end() : past].rstrip()
            key = found.span(1) if found[1] is not None else found.span(2)
            entries.append((text[slice(*key)], found.end(), found.end() + len(value)))
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
