# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Writes the help of a tool as a page for `man`."""

from __future__ import annotations

import re
from typing import Iterable, Iterator

from help_text import Help, Option


def _escape(text: str) -> str:
    """Returns a line of text that troff prints as it is."""
    text = text.replace("\\", "\\e").replace("-", "\\-")
    return "\\&" + text if text.startswith((".", "'")) else text


def _paragraphs(text: str) -> Iterator[str]:
    for number, paragraph in enumerate(re.split(r"\n\s*\n", text.strip())):
        if number:
            yield ".PP"
        # An indented line is one of its own, such as a command.
        for line in paragraph.splitlines():
            if line.startswith(" "):
                yield ".br"
            yield _escape(line.strip())


def _option(option: Option) -> Iterator[str]:
    yield ".TP"
    yield rf"\fB{_escape(option.name)}\fR{_escape(option.value)}"
    yield _escape(option.text) or "\\&"
    for choice in option.choices:
        yield ".br"
        yield rf"\fB{_escape('=' + choice.value)}\fR {_escape(choice.text)}"
    if option.options:
        yield ".RS"
        for inner in option.options:
            yield from _option(inner)
        yield ".RE"


def _lines(text: Help, version: str, tools: Iterable[str]) -> Iterator[str]:
    name = _escape(text.tool)
    yield f'.TH {text.tool.upper()} 1 "" "LayoutMLIR {version}" "LayoutMLIR"'
    yield ".SH NAME"
    yield f"{name} \\- {_escape(text.summary)}"
    yield ".SH SYNOPSIS"
    usage = text.usage.removeprefix(text.tool).strip()
    yield rf"\fB{name}\fR {_escape(usage)}"
    yield ".SH DESCRIPTION"
    yield from _paragraphs(text.overview)
    yield ".SH OPTIONS"
    for section in text.sections:
        yield f".SS {_escape(section.title)}"
        for option in section.options:
            yield from _option(option)
    yield ".SH SEE ALSO"
    others = [rf"\fB{_escape(tool)}\fR(1)" for tool in tools if tool != text.tool]
    yield ",\n".join(others)
    yield ".PP"
    yield "The pages of the documentation lie beside the README of LayoutMLIR."


def man_page(text: Help, version: str, tools: Iterable[str]) -> str:
    """Returns the page of a tool; `tools` are those that it refers to."""
    return "\n".join(_lines(text, version, tools)) + "\n"
