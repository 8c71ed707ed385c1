"""Reads the options of pipelines from the records of PipelineOptions.td."""

import ast
import json
import os
import subprocess
from dataclasses import dataclass

SOURCE = "layout/Pipelines/PipelineOptions.td"


@dataclass(frozen=True)
class Option:
    """An option of a pipeline. What members are is said in the source."""

    name: str
    cpp_name: str
    cpp_type: str
    cpp_default: str
    cpp_flags: str
    description: str
    choices: dict  # the names of values, and what they mean or ""
    placeholder: str
    details: str
    is_path: bool
    forwarded: list  # the struct of each pass that has it, and its name there

    @property
    def default(self):
        """The default as a value of Python; None for a text that is empty."""
        if self.choices:
            return next(iter(self.choices))
        values = {"true": True, "false": False, '""': None}
        if self.cpp_default in values:
            return values[self.cpp_default]
        return ast.literal_eval(self.cpp_default)


def read(records):
    """{name: options} of all pipelines in the records that llvm-tblgen has dumped."""
    passes = {
        name: [option["def"] for option in records[name]["options"]]
        for name in sorted(records["!instanceof"]["PassBase"])
    }

    def read_option(name):
        record = records[name]
        base = records[record["option"]["def"]]
        choices = dict.fromkeys(record["names"], "")
        for choice in base.get("choices", []):
            value = records[choice["def"]]
            choices[value["text"]] = value["description"]
        return Option(
            record["argument"],
            record["cppName"],
            base["type"],
            base["defaultValue"],
            base["additionalOptFlags"],
            record["description"],
            choices,
            record["placeholder"],
            record["details"],
            bool(record["isPath"]),
            [
                (f"{it}Options", base["cppName"])
                for it, options in passes.items()
                if base["!name"] in options
            ],
        )

    return {
        name: [read_option(option["def"]) for option in records[name]["options"]]
        for name in sorted(records["!instanceof"]["PipelineOptions"])
    }


def load(llvm, include):
    """The options of all pipelines, by the llvm-tblgen in the folder `llvm`."""
    command = [
        os.path.join(llvm, "bin", "llvm-tblgen"),
        "--dump-json",
        "-I" + include,
        "-I" + os.path.join(llvm, "include"),
        os.path.join(include, SOURCE),
    ]
    return read(json.loads(subprocess.check_output(command)))
