# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Writes what a network means as an ONNX model. The package `onnx` is imported only here, and only when asked."""

from __future__ import annotations

import importlib
import math
import os
from types import ModuleType
from typing import TYPE_CHECKING, Sequence

from .graph import Constant, Input, Meaning, Node, Weight
from .weights import Pool

if TYPE_CHECKING:
    from .ir import Value

_OPSET = 20  # the first one with Gelu
_IR_VERSION = 9  # the first one for that opset
_TYPES = {"f32": "FLOAT", "i64": "INT64", "i1": "BOOL"}


def save(path: str | os.PathLike, arguments: Sequence["Value"], results: Sequence["Value"], pool: Pool) -> None:
    """Writes the model that maps the arguments arg0, arg1, … to the results result0, result1, ….

    Raises ValueError if the package is missing, or if something that the network computes has no operator.
    """
    model = _Model(_package(), pool)
    names = [model.name(result.meaning) for result in results]
    inputs = [model.describe(value.meaning.name, value) for value in arguments]
    outputs = []
    for number, (name, value) in enumerate(zip(names, results)):
        model.add("Identity", [name], f"result{number}")
        outputs.append(model.describe(f"result{number}", value))
    model.save(path, inputs, outputs)


def _package() -> ModuleType:
    try:
        return importlib.import_module("onnx")
    except ImportError:
        raise ValueError("ONNX models need the Python package onnx, which is not installed") from None


class _Model:
    """The nodes and tensors of one model, each written once."""

    def __init__(self, onnx: ModuleType, pool: Pool) -> None:
        self._onnx = onnx
        self._pool = pool
        self._names: dict[Meaning, str] = {}
        self._nodes: list = []
        self._tensors: list = []

    def name(self, meaning: Meaning) -> str:
        """Returns the name of a value, after adding what computes it. Networks are deeper than Python's stack."""
        pending = [meaning]
        while pending:
            current = pending[-1]
            if current is None:
                raise ValueError("the network has an op without a counterpart in ONNX")
            missing = [x for x in getattr(current, "inputs", ()) if x not in self._names]
            if current not in self._names and not missing:
                self._names[current] = self._append(current)
            pending = pending[:-1] if not missing else pending + missing
        return self._names[meaning]

    def add(self, op: str, inputs: Sequence[str], output: str, **attributes) -> None:
        self._nodes.append(self._onnx.helper.make_node(op, inputs, [output], name=output, **attributes))

    def describe(self, name: str, value: "Value"):
        """Returns the name and type of an argument or a result."""
        return self._onnx.helper.make_tensor_value_info(name, self._type(value.type.element), value.shape)

    def save(self, path: str | os.PathLike, inputs: Sequence, outputs: Sequence) -> None:
        helper = self._onnx.helper
        network = helper.make_graph(self._nodes, "forward", inputs, outputs, self._tensors)
        opsets = [helper.make_opsetid("", _OPSET)]
        self._onnx.save(helper.make_model(network, opset_imports=opsets, ir_version=_IR_VERSION), path)

    def _append(self, meaning: Meaning) -> str:
        if isinstance(meaning, Input):
            return meaning.name
        if isinstance(meaning, Node):
            name = f"v{len(self._nodes)}"
            self.add(meaning.op, [self._names[x] for x in meaning.inputs], name, **meaning.attributes)
            return name
        name = f"c{len(self._tensors)}"
        element, data = self._contents(meaning)
        self._tensors.append(self._onnx.helper.make_tensor(name, self._type(element), meaning.shape, data, raw=True))
        return name

    def _contents(self, meaning: Constant | Weight) -> tuple[str, bytes]:
        """Returns the element type and the bytes of a tensor."""
        count = math.prod(meaning.shape)
        if isinstance(meaning, Weight):
            pieces = self._pool.pieces(meaning.index, count, meaning.deviation, meaning.mean)
            return "f32", b"".join(pieces)
        size = {"f32": 4, "i64": 8, "i1": 1}[meaning.element]
        return meaning.element, meaning.data * count if len(meaning.data) == size else meaning.data

    def _type(self, element: str) -> int:
        return getattr(self._onnx.TensorProto, _TYPES[element])
