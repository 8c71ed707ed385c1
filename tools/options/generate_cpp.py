#!/usr/bin/env python3
"""Writes the members of the structs of options of pipelines, as C++.

usage: generate_cpp.py RECORDS.json OUT.inc

The records are what `llvm-tblgen --dump-json` prints of PipelineOptions.td.
"""

import json
import pathlib
import sys

import definitions


def member(option):
    """The option as a member, as mlir-tblgen writes those of passes."""
    settings = [
        f"::llvm::cl::desc(R\"PO({option.description})PO\")",
        f"::llvm::cl::init({option.cpp_default})",
    ]
    if option.cpp_flags:
        settings.append(option.cpp_flags)
    return (
        f"Option<{option.cpp_type}> {option.cpp_name}"
        f'{{*this, "{option.name}", {", ".join(settings)}}};'
    )


def copies(options):
    """A function for each pass that copies the options which it has as well."""
    fields = {}
    for option in options:
        for struct, field in option.forwarded:
            fields.setdefault(struct, []).append((field, option.cpp_name))
    for struct, pairs in sorted(fields.items()):
        yield f"void copyTo({struct} &pass) const {{"
        for field, name in pairs:
            yield f"  pass.{field} = {name};"
        yield "}"


def text(pipelines):
    """All structs, each in a section that is included with a macro of its name."""
    lines = [f"// Written by tools/options from {definitions.SOURCE}: do not edit."]
    for name, options in pipelines.items():
        lines += [
            f"#ifdef GEN_{name.upper()}",
            *map(member, options),
            *copies(options),
            f"#undef GEN_{name.upper()}",
            "#endif",
        ]
    return "\n".join(lines) + "\n"


def main():
    records, out = sys.argv[1:]
    with open(records, encoding="utf-8") as file:
        pipelines = definitions.read(json.load(file))
    new, path = text(pipelines), pathlib.Path(out)
    # What includes a file that stays as it is need not be compiled again.
    if not path.exists() or path.read_text(encoding="utf-8") != new:
        path.write_text(new, encoding="utf-8")


if __name__ == "__main__":
    main()
