# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Models of PyTorch as programs, where PyTorch and torch-mlir are installed."""

from __future__ import annotations

from typing import Any

from .errors import MissingPackage


def layer_name(node: Any) -> str:
    """The path of the module that a node of a graph comes from, as in `model.named_modules()`; "" for the model itself.

    An entry of `nn_module_stack` is a path and a type; where PyTorch has none, an entry may say so in place of a path.

    >>> import types
    >>> stack = {"a": ("", "Net"), "b": ("layer1", "Sequential"), "c": ("layer1.0.conv1", "Conv2d")}
    >>> layer_name(types.SimpleNamespace(meta={"nn_module_stack": stack}))
    'layer1.0.conv1'
    """
    stack = node.meta.get("nn_module_stack")
    if not stack:
        return ""
    path, _ = list(stack.values())[-1]
    return "" if path.startswith("_empty_nn_module_stack") else path


def _naming_importer(hooks: Any) -> Any:
    """An importer of torch-mlir that adds the names of layers to locations, where the report finds them.

    The importer itself keeps the last two lines of Python of a node: they lie in PyTorch, or are the same for all
    layers of a loop.
    """
    from torch_mlir import ir
    from torch_mlir.dialects import torch as torch_dialect
    from torch_mlir.extras import fx_importer

    class NamedLocations(fx_importer.ContextCache):
        def get_node_location(self, node: Any) -> Any:
            location, name = super().get_node_location(node), layer_name(node)
            return ir.Location.name(name, location, context=self._c) if location and name else location

    context = ir.Context()
    torch_dialect.register_dialect(context)
    importer = fx_importer.FxImporter(context=context, hooks=hooks)
    importer._cc = NamedLocations(context, py_attr_tracker=importer._py_attr_tracker)
    return importer


def from_torch(model: Any, *inputs: Any, **options: Any) -> Any:
    """The module of torch-mlir for a model, in `linalg` on tensors, for `optimize`.

    `model` is a torch.nn.Module, which is put into evaluation mode, or an exported program; `inputs` are example
    arguments, whose shapes are those of the program. `options` go to torch_mlir.fx.export_and_import. Locations name
    the layers, unless `options` have an `fx_importer`.

    Raises MissingPackage if PyTorch or torch-mlir is not installed.
    """
    try:
        import torch  # noqa: F401
        from torch_mlir import fx
    except ImportError as error:
        raise MissingPackage(
            f"from_torch requires PyTorch and torch-mlir, found no '{error.name}': "
            "pip install torch torch-mlir"
        ) from error
    if hasattr(model, "eval"):
        model = model.eval()
    if "fx_importer" not in options:
        options["fx_importer"] = _naming_importer(options.get("hooks"))
    return fx.export_and_import(model, *inputs, **{"output_type": "linalg-on-tensors", **options})
