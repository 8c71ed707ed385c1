# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The file of what has been measured; `lib/Targets/TuningRecords.h` has its format."""

from __future__ import annotations

import dataclasses
import json
import os
import pathlib
from typing import Any, Sequence

from ..errors import TuningError
from .measuring import Machine

VERSION = 1
_DIGITS = 4  # of times


class Records:
    """Times of ops in layouts, in a file that is complete whenever it exists."""

    def __init__(self, path: str | os.PathLike[str]) -> None:
        """Reads the file if it is there. Raises TuningError if it has another version or no records, or cannot be."""
        self.path = pathlib.Path(path)
        self._machines: list[Machine] = []
        self._records: list[dict[str, Any]] = []
        if self.path.exists():
            self._read()
        elif not self.path.resolve().parent.is_dir():
            raise TuningError(f"cannot write '{self.path}': its folder does not exist")

    def _read(self) -> None:
        try:
            content = json.loads(self.path.read_text(encoding="utf-8"))
        except (OSError, ValueError) as error:
            raise TuningError(f"cannot read '{self.path}': {error}") from None
        version = content.get("version", "none") if isinstance(content, dict) else "none"
        if version != VERSION:
            raise TuningError(
                f"cannot read '{self.path}': requires version {VERSION} of tuning records, found {version}"
            )
        try:
            self._machines = [Machine(**machine) for machine in content["machines"]]
            self._records = list(content["records"])
        except (KeyError, TypeError) as error:
            raise TuningError(f"cannot read '{self.path}': requires machines and records, found {error}") from None

    def known(self, cpu: str, features: str | None = None) -> set[str]:
        """Returns the keys of what was measured on a processor, with any features or just these."""
        machines = {
            number
            for number, machine in enumerate(self._machines)
            if machine.cpu == cpu and features in (None, machine.features)
        }
        return {
            make_key(record["op"], record["layouts"]) for record in self._records if record["machine"] in machines
        }

    def add(self, machine: Machine, op: dict[str, Any], layouts: Sequence[str], seconds: float) -> None:
        """Adds a record and writes the file anew, at once: it has the record, or is what it was before."""
        self._records.append(
            {"machine": self._number(machine), "op": op, "layouts": list(layouts), "seconds": _round(seconds)}
        )
        lines = ",\n  ".join(json.dumps(record) for record in self._records)
        machines = json.dumps([dataclasses.asdict(known) for known in self._machines])
        self._replace(f'{{"version": {VERSION},\n "machines": {machines},\n "records": [\n  {lines}]}}\n')

    def _number(self, machine: Machine) -> int:
        """The number of a machine of the same processor. Its copies take what they took when it was first seen."""
        for number, known in enumerate(self._machines):
            if (known.cpu, known.features) == (machine.cpu, machine.features):
                return number
        self._machines.append(machine)
        return len(self._machines) - 1

    def _replace(self, text: str) -> None:
        path = self.path.resolve()
        temporary = path.with_name(f"{path.name}.{os.getpid()}.tmp")
        try:
            with open(temporary, "w", encoding="utf-8") as file:
                file.write(text)
                file.flush()
                os.fsync(file.fileno())
            os.replace(temporary, path)
        finally:
            temporary.unlink(missing_ok=True)


def _round(seconds: float) -> float:
    return float(f"{seconds:.{_DIGITS}g}")


def make_key(op: dict[str, Any], layouts: Sequence[str]) -> str:
    """Returns a text that is equal for an equal op in equal layouts."""
    return json.dumps([op, list(layouts)], sort_keys=True)
