#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Writes layout_mlir/c_api.py, the C API as ctypes calls it; --check compares instead.

Clang reads the headers of include/layout-c. Written are all functions that these export, the functions of MLIR that
modules of the package use (as attributes, `library.mlirContextDestroy`), and the types that all of them take and
return. A type that ctypes or this program does not know is an error.
"""

from __future__ import annotations

import argparse
import ast
import json
import keyword
import os
import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parents[1]
LLVM = Path(os.environ.get("LLVM_PREFIX", "/usr/lib/llvm-22"))
PACKAGE = ROOT / "python" / "layout_mlir"
OUTPUT = PACKAGE / "c_api.py"
WIDTH = 120

# The types of C and their names in ctypes. `intptr_t` is as wide as `ssize_t` wherever ctypes runs.
SCALARS = {
    "_Bool": "c_bool",
    "bool": "c_bool",
    "char": "c_char",
    "double": "c_double",
    "float": "c_float",
    "int": "c_int",
    "int16_t": "c_int16",
    "int32_t": "c_int32",
    "int64_t": "c_int64",
    "int8_t": "c_int8",
    "intptr_t": "c_ssize_t",
    "size_t": "c_size_t",
    "uint16_t": "c_uint16",
    "uint32_t": "c_uint32",
    "uint64_t": "c_uint64",
    "uint8_t": "c_uint8",
    "unsigned int": "c_uint",
}
PYTHON = {"None": "None", "c_bool": "bool", "c_char": "bytes", "c_double": "float", "c_float": "float"}
FUNCTION_POINTER = re.compile(r"(.+?) ?\(\*\)\((.*)\)")

HEADER = '''\
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The C API as ctypes calls it.

python/generate_c_api.py writes this file from the headers in include/layout-c. Changes by hand are lost.
"""

from __future__ import annotations

import ctypes
import enum
{imports}
from typing import TYPE_CHECKING, Any, cast


class Enum(enum.IntEnum):
    """An enum of C: its members are passed and returned as themselves."""

    @classmethod
    def from_param(cls, value: int) -> c_uint:
        return c_uint(cls(value))


'''
FOOTER = '''

def declare(library: ctypes.CDLL) -> Library:
    """Declares all functions. Raises AttributeError for one that the library does not have."""

    def as_member(result: int, function: Any, _: Any) -> Any:
        return FUNCTIONS[function.__name__][0](result)

    for name, (result, arguments) in FUNCTIONS.items():
        function = getattr(library, name)
        function.argtypes = arguments
        if isinstance(result, type) and issubclass(result, Enum):
            function.restype, function.errcheck = c_uint, as_member
        else:
            function.restype = result
    return cast("Library", library)
'''


class GeneratorError(Exception):
    """The headers have what cannot be written for ctypes."""


def parse(include: Path) -> dict[str, Any]:
    """The syntax tree of all headers in the folder layout-c of `include`."""
    headers = sorted((include / "layout-c").glob("*.h"))
    source = "".join(f'#include "layout-c/{header.name}"\n' for header in headers)
    command = [str(LLVM / "bin" / "clang"), "-x", "c", "-std=c11", f"-I{include}", f"-I{LLVM / 'include'}"]
    command += ["-Xclang", "-ast-dump=json", "-fsyntax-only", "-"]
    return json.loads(subprocess.run(command, input=source, text=True, stdout=subprocess.PIPE, check=True).stdout)


def with_files(tree: dict[str, Any]) -> Iterator[tuple[dict[str, Any], str]]:
    """The declarations of a syntax tree with the files that have them. Clang names a file where another one begins."""
    file = ""

    def read(node: Any) -> None:
        nonlocal file
        for key, value in node.items() if isinstance(node, dict) else enumerate(node):
            if key == "file":
                file = value
            elif key != "includedFrom" and isinstance(value, (dict, list)):
                read(value)

    for node in tree["inner"]:
        read(node.get("loc", {}))
        yield node, file
        read(node)


def comment(node: dict[str, Any]) -> str:
    """The comment of a declaration, as one line."""

    def words(node: dict[str, Any]) -> Iterator[str]:
        if node["kind"] == "TextComment":
            yield node["text"]
        for child in node.get("inner", ()):
            yield from words(child)

    comments = [child for child in node.get("inner", ()) if child["kind"] == "FullComment"]
    return " ".join("".join(word for child in comments for word in words(child)).split())


def docstring(text: str, indent: str) -> list[str]:
    """A text as lines of a docstring."""
    if not text:
        return []
    lines, line = [], f'{indent}"""'
    escaped = text.replace("\\", "\\\\").replace('"""', '\\"\\"\\"')
    if escaped.endswith('"'):
        escaped = escaped[:-1] + '\\"'
    for word in escaped.split():
        if len(line) + 1 + len(word) > WIDTH - 3:
            lines.append(line)
            line = indent + word
        else:
            line += word if line.endswith('"""') else f" {word}"
    return [*lines, line, f'{indent}"""'] if lines else [f'{line}"""']


def members(constants: list[str]) -> list[str]:
    """Names of the constants of an enum in Python: without the words that all have in common.

    >>> members(["LayoutErrorOther", "LayoutErrorNeedsShape"])
    ['OTHER', 'NEEDS_SHAPE']
    """
    words = [re.findall(r"[A-Z][a-z0-9]*|[a-z0-9]+|_", name) for name in constants]
    common = len(os.path.commonprefix([name[:-1] for name in words]))
    return ["_".join(name[common:]).upper() for name in words]


def wrap(prefix: str, items: list[str], end: str, indent: int = 0) -> list[str]:
    """A tuple with what stands around it, on one line or else on a line for each item."""
    text = ", ".join(items) + ("," if len(items) == 1 else "")
    line = " " * indent + f"{prefix}({text}){end}"
    if len(line) <= WIDTH:
        return [line]
    inner = " " * (indent + 4)
    return [" " * indent + f"{prefix}(", *(f"{inner}{item}," for item in items), " " * indent + f"){end}"]


class Generator:
    """Collects the definitions of types, those first that others need."""

    def __init__(self, tree: dict[str, Any], include: Path) -> None:
        self.records: dict[str, dict[str, Any]] = {}
        self.enums: dict[str, dict[str, Any]] = {}
        self.typedefs: dict[str, str] = {}
        self.functions: dict[str, dict[str, Any]] = {}
        self.exported: list[str] = []
        self.defined: dict[str, list[str]] = {}
        self.enum_names: set[str] = set()
        self.aliases: dict[str, str] = {}
        folder = include / "layout-c"
        for node, file in with_files(tree):
            kind, name = node["kind"], node.get("name", "")
            if kind == "TypedefDecl":
                self.typedefs[name] = node["type"]["qualType"]
            elif kind == "RecordDecl" and node.get("completeDefinition"):
                self.records[name] = node
            elif kind == "EnumDecl":
                self.enums[name] = node
            elif kind == "FunctionDecl" and node.get("storageClass") != "static":
                self.functions[name] = node
                if Path(file).parent == folder:
                    self.exported.append(name)

    def express(self, written: str) -> str:
        """A type of C in ctypes."""
        text = re.sub(r"\b(const|struct|enum)\b", "", written).strip()
        if text in SCALARS:
            return SCALARS[text]
        if text == "void *":
            return "c_void_p"
        if function := FUNCTION_POINTER.fullmatch(text):
            return self.callback(*function.groups())
        if text.endswith("*"):
            return f"POINTER({self.express(text[:-1])})"
        if text not in self.defined:
            self.define(text, written)
        return text

    def callback(self, result: str, arguments: str) -> str:
        """The type of a function of Python that C calls. ctypes refuses structs as results: a struct of one number is
        returned as that number is."""
        record = self.records.get(result)
        fields = [field for field in record["inner"] if field["kind"] == "FieldDecl"] if record else []
        returned = fields[0]["type"]["qualType"] if len(fields) == 1 else result
        if returned not in SCALARS and returned != "void":
            raise GeneratorError(f"requires a number as the result of a callback, found '{result}'")
        of = "None" if returned == "void" else SCALARS[returned]
        return f"CFUNCTYPE({', '.join([of, *map(self.express, arguments.split(', '))])})"

    def define(self, name: str, written: str) -> None:
        if name in self.enums:
            self.enum_names.add(name)
            self.defined[name] = self.enum(name)
        elif name in self.records:
            self.defined[name] = self.record(name)
        elif name in self.typedefs:
            self.aliases[name] = self.express(self.typedefs[name])
            self.defined[name] = [f"{name} = {self.aliases[name]}"]
        else:
            raise GeneratorError(f"requires a type that ctypes has, found '{written}'")

    def record(self, name: str) -> list[str]:
        node = self.records[name]
        fields = []
        for field in node["inner"]:
            if field["kind"] == "FieldDecl":
                of = self.express(field["type"]["qualType"])
                # ctypes has no fields of other types than its own.
                fields.append(f'("{field["name"]}", {"c_uint" if of in self.enum_names else of})')
        lines = docstring(comment(node), "    ")
        return [f"class {name}(Structure):", *lines, *([""] if lines else []), *self.fields(fields)]

    @staticmethod
    def fields(fields: list[str]) -> list[str]:
        line = f"    _fields_ = [{', '.join(fields)}]"
        if len(line) <= WIDTH:
            return [line]
        return ["    _fields_ = [", *(f"        {field}," for field in fields), "    ]"]

    def enum(self, name: str) -> list[str]:
        node = self.enums[name]
        constants = [child for child in node["inner"] if child["kind"] == "EnumConstantDecl"]
        title = docstring(comment(node), "    ")
        lines = [f"class {name}(Enum):", *title, *([""] if title else [])]
        value = -1
        for constant, member in zip(constants, members([each["name"] for each in constants])):
            given = [child["value"] for child in constant.get("inner", ()) if "value" in child]
            value = int(given[0]) if given else value + 1
            if value < 0:
                raise GeneratorError(f"requires members of '{name}' of 0 or more, found {value}")
            lines += [f"    {member} = {value}", *docstring(comment(constant), "    ")]
        return lines

    def signature(self, name: str) -> tuple[str, dict[str, str]]:
        """The result of a function and its arguments by name, as types of ctypes."""
        if name not in self.functions:
            raise GeneratorError(f"requires a header of layout-c that includes the one of '{name}', found none")
        node = self.functions[name]
        result = node["type"]["qualType"].split("(", 1)[0].strip()
        parameters = [child for child in node.get("inner", ()) if child["kind"] == "ParmVarDecl"]
        try:
            arguments = {
                each.get("name", f"unnamed{number}"): self.express(each["type"]["qualType"])
                for number, each in enumerate(parameters)
            }
            return "None" if result == "void" else self.express(result), arguments
        except GeneratorError as error:
            raise GeneratorError(f"{name}: {error}") from None

    def python_type(self, of: str) -> str:
        """What a caller passes for a type of ctypes, or gets."""
        if of == "c_void_p":
            return "int | None"
        if pointer := re.fullmatch(r"POINTER\((.*)\)", of):
            return f"ctypes.Array[{pointer[1]}] | None"
        if of in self.aliases:
            return self.python_type(self.aliases[of])
        if of.startswith("CFUNCTYPE"):
            return "Any"
        return PYTHON.get(of, "int") if of in SCALARS.values() else of


def entry(name: str, result: str, arguments: dict[str, str]) -> list[str]:
    """The entry of a function in the table."""
    types = list(arguments.values())
    flat = wrap(f'"{name}": ', [result, f"({', '.join(types)}{',' if len(types) == 1 else ''})"], ",", 4)
    return flat if len(flat) == 1 else [f'    "{name}": (', f"        {result},", *wrap("", types, ",", 8), "    ),"]


def method(name: str, result: str, arguments: dict[str, str]) -> list[str]:
    """The function with types of Python."""
    named = [f"{each}_" if keyword.iskeyword(each) else each for each in arguments]
    parameters = ["self", *(f"{each}: {of}" for each, of in zip(named, arguments.values()))]
    inner = " " * 8 + ", ".join(parameters)
    line = f"    def {name}({inner.strip()}) -> {result}: ..."
    if len(line) <= WIDTH - 4:
        return [line]
    if len(inner) <= WIDTH - 4:
        return [f"    def {name}(", inner, f"    ) -> {result}: ..."]
    return [f"    def {name}(", *(f"        {each}," for each in parameters), f"    ) -> {result}: ..."]


def used_of_mlir(package: Path) -> set[str]:
    """The functions of MLIR's C API that modules of the package call."""
    return {
        node.attr
        for path in package.glob("*.py")
        if path.name != OUTPUT.name
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8")))
        if isinstance(node, ast.Attribute) and re.match("mlir[A-Z]", node.attr)
    }


def generate(include: Path, package: Path) -> str:
    """The text of c_api.py."""
    generator = Generator(parse(include), include)
    if not generator.exported:
        raise GeneratorError(f"requires functions in {include / 'layout-c'}, found none")
    names = sorted(used_of_mlir(package).difference(generator.exported)) + generator.exported
    functions = {name: generator.signature(name) for name in names}
    table = ["# What each function returns, and what it takes."]
    table += ["FUNCTIONS: dict[str, tuple[Any, tuple[Any, ...]]] = {"]
    table += [line for name, signature in functions.items() for line in entry(name, *signature)]
    typed = ["if TYPE_CHECKING:", "", "    class Library(ctypes.CDLL):"]
    typed += ['        """The functions, for type checkers."""']
    for name, (result, arguments) in functions.items():
        types = {each: generator.python_type(of) for each, of in arguments.items()}
        typed += ["", *("    " + line for line in method(name, generator.python_type(result), types))]
    return assemble([*generator.defined.values(), [*table, "}"], typed])


def assemble(blocks: list[list[str]]) -> str:
    """The file with these definitions."""
    text = "\n".join(blocks[0])
    for before, block in zip(blocks, blocks[1:]):
        text += ("\n" if len(before) == len(block) == 1 else "\n\n\n") + "\n".join(block)
    used = sorted(set(re.findall(r"\bc_\w+", HEADER + text + FOOTER)))
    names = ["CFUNCTYPE", "POINTER", "Structure", *used]
    line = f"from ctypes import {', '.join(names)}"
    if len(line) > WIDTH:
        line = "\n".join(["from ctypes import (", *(f"    {name}," for name in names), ")"])
    return HEADER.format(imports=line) + text + "\n" + FOOTER


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--check", action="store_true", help="compare instead of writing")
    parser.add_argument("--include", type=Path, default=ROOT / "include", help="the folder that has layout-c")
    parser.add_argument("--package", type=Path, default=PACKAGE, help="the modules that use functions of MLIR")
    parser.add_argument("--output", type=Path, default=OUTPUT, help="the file to write")
    options = parser.parse_args()
    try:
        text = generate(options.include, options.package)
    except GeneratorError as error:
        print(f"error: {error}", file=sys.stderr)
        return 1
    if options.check and (not options.output.exists() or options.output.read_text(encoding="utf-8") != text):
        print(f"{options.output.name}: not up to date, run python/generate_c_api.py")
        return 1
    if not options.check:
        options.output.write_text(text, encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())
