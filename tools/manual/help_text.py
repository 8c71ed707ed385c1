# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Reads what LLVM's command line library prints for `--help`.

    OVERVIEW: Tensor layout planner

    USAGE: layout-opt [options] <input file>

    OPTIONS:

    General options:

      --fuse=<value>      - Which loops are fused
        =all              -   all of them
      Compiler passes to run
        Passes:
          --layout-flow   -   Plans layouts
            --strict      - Fail if nothing is planned
"""

from __future__ import annotations

import dataclasses
import re
from typing import Iterator

# "      --strategy=<string>   - Solver", "  -o <file>  - Output", "  --plan[=<options>]  - Plan"
_OPTION = re.compile(
    r"^(?P<indent> +)(?P<name>--?[\w.+-]*\w)(?P<value>\[?[ =]<.*?>\]?)? +- ?(?P<gap> *)(?P<text>.*)$"
)
_CHOICE = re.compile(r"^ +=(?P<value>\S+) +- +(?P<text>.*)$")
_WORD = re.compile(r"[\w.+-]+")


@dataclasses.dataclass
class Choice:
    """A value that an option can have."""

    value: str
    text: str


@dataclasses.dataclass
class Option:
    """An option of a tool or, without dashes in its name, of a pass."""

    name: str
    value: str  # "=<string>", "[=<options>]", " <file>"; empty for a switch
    text: str
    choices: list[Choice] = dataclasses.field(default_factory=list)
    options: list[Option] = dataclasses.field(default_factory=list)

    @property
    def values(self) -> list[str]:
        """The values that completion offers; none if there are too many to list."""
        return [choice.value for choice in self.choices] or list(_listed_values(self.text))

    @property
    def takes_file(self) -> bool:
        """Whether the name of a file is a value."""
        return "*.mlir" in self.text or not self.values


@dataclasses.dataclass
class Section:
    title: str
    options: list[Option] = dataclasses.field(default_factory=list)


@dataclasses.dataclass
class Help:
    tool: str
    overview: str
    usage: str
    sections: list[Section]

    @property
    def summary(self) -> str:
        """The first sentence of the overview."""
        first = self.overview.strip().split("\n\n")[0].replace("\n", " ")
        return re.split(r"\.(?= |$)", first)[0].rstrip(".")

    @property
    def options(self) -> list[Option]:
        return [option for section in self.sections for option in section.options]


def _listed_values(text: str) -> Iterator[str]:
    """Yields the names behind the colon of "Solver: backward (from results), optimal, or a file *.mlir"."""
    _, colon, names = re.sub(r" *\([^)]*\)", "", text).partition(": ")
    names = [re.sub(r"^(or|and) ", "", name.strip()) for name in names.split(",")]
    single = [name for name in names if _WORD.fullmatch(name)]
    others = [name for name in names if name not in single and "*." not in name]
    if colon and len(single) > 1 and not others:
        yield from single


class _OptionReader:
    """Adds the lines below `OPTIONS:` to sections one by one."""

    def __init__(self) -> None:
        self.sections = [Section("Options")]
        self._around: list[tuple[int, Section]] = [(0, self.sections[0])]  # titles with their indentation
        self._option: Option | None = None  # the one that the next lines belong to
        self._choice: Choice | None = None
        self._pass: Option | None = None
        self._pass_indent = 0

    def read(self, line: str) -> None:
        if choice := _CHOICE.match(line):
            if self._option:
                self._choice = Choice(choice["value"], choice["text"])
                self._option.choices.append(self._choice)
        elif option := _OPTION.match(line):
            self._add(option)
        elif line.startswith(" " * 20) and self._option:
            self._continue(line.strip())
        elif line.strip():
            self._begin_section(line)

    def _continue(self, text: str) -> None:
        described = self._choice or self._option
        assert described
        described.text += " " + text

    def _begin_section(self, line: str) -> None:
        self._option = self._pass = self._choice = None
        indent = len(line) - len(line.lstrip())
        while self._around and self._around[-1][0] >= indent:
            self._around.pop()
        section = Section(line.strip().rstrip(":"))
        self.sections.append(section)
        self._around.append((indent, section))

    def _add(self, line: re.Match) -> None:
        option = Option(line["name"], line["value"] or "", line["text"].strip())
        self._option, self._choice = option, None
        indent = len(line["indent"])
        if self._pass and indent > self._pass_indent:
            option.name = option.name.lstrip("-")
            self._pass.options.append(option)
            return
        # The description of a pass is indented like that of a choice.
        self._pass = option if line["gap"] else None
        self._pass_indent = indent
        # A title in the middle of a section is that of the options that are indented deeper.
        while len(self._around) > 1 and self._around[-1][0] >= indent:
            self._around.pop()
        self._around[-1][1].options.append(option)


def read_help(tool: str, text: str) -> Help:
    """Returns the parts of `text`, which `tool --help` has printed; raises ValueError if it is no help."""
    parts = re.match(r"OVERVIEW: (?P<overview>.*?)\nUSAGE: (?P<usage>.*?)\n+OPTIONS:\n(?P<options>.*)", text, re.DOTALL)
    if not parts:
        raise ValueError(f"requires help of {tool} with OVERVIEW, USAGE and OPTIONS, found '{text[:60]}'")
    reader = _OptionReader()
    for line in parts["options"].splitlines():
        reader.read(line)
    return Help(
        tool,
        parts["overview"].strip(),
        parts["usage"].strip(),
        [section for section in reader.sections if section.options],
    )
