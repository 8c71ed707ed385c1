# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""oneDNN 3 as pip installs it, called through its C interface: convolutions, and copies between layouts."""

import contextlib
import ctypes
import functools
import importlib.metadata
import math
from typing import Callable, Iterator, Sequence

from .convolutions import Shape
from .process import ToolError

PACKAGE = "onednn-cpu-gomp"
_LIBRARY = "libdnnl.so.3"

# From dnnl_types.h and dnnl_common_types.h.
_CPU = 1  # dnnl_engine_kind_t
_IN_ORDER = 1  # dnnl_stream_flags_t
_F32 = 3  # dnnl_data_type_t
_ANY, _VECTOR = 1, 2  # dnnl_format_tag_t
_INFERENCE = 96  # dnnl_prop_kind_t
_DIRECT, _RELU = 1, 0x20  # dnnl_alg_kind_t
_FROM, _TO = 1, 17  # numbers of arguments of a reorder
_ARGUMENTS = {"image": 1, "filter": 33, "bias": 41, "result": 17}  # of a convolution
_DESCRIPTORS = {"image": 129, "filter": 131, "result": 133}  # dnnl_query_t
_IMPLEMENTATION = 8  # dnnl_query_impl_info_str
_ALLOCATE = ctypes.c_void_p(-1)  # DNNL_MEMORY_ALLOCATE

# What oneDNN knows by a pointer.
Handle = ctypes.c_void_p


class _Argument(ctypes.Structure):
    _fields_ = [("number", ctypes.c_int), ("memory", Handle)]


def find_library() -> str | None:
    """Returns the path of the library, if pip has installed it for this Python."""
    with contextlib.suppress(importlib.metadata.PackageNotFoundError):
        for file in importlib.metadata.files(PACKAGE) or ():
            if file.name == _LIBRARY:
                return str(file.locate())
    return None


class Session:
    """The library and what is made with it, until the end of a with statement."""

    def __init__(self, path: str) -> None:
        try:
            self._library = ctypes.CDLL(path)
        except OSError as error:
            raise ToolError(f"oneDNN cannot be loaded: {error}") from None
        self._resources = contextlib.ExitStack()
        self._engine, self._stream = Handle(), Handle()

    def __enter__(self) -> "Session":
        self._engine = self._make("engine", _CPU, ctypes.c_size_t(0))
        self._stream = self._make("stream", self._engine, _IN_ORDER)
        return self

    def __exit__(self, *_) -> None:
        self._resources.close()

    def view(self, address: int, sizes: Sequence[int], strides: Sequence[int]) -> Handle:
        """Returns f32 elements in memory of the caller as a memory object; strides are in elements."""
        return self._memory(self._describe(sizes, strides), ctypes.c_void_p(address))

    def copy(self, source: Handle, target: Handle) -> None:
        """Copies all elements from one memory object to another one of the same sizes."""
        descriptors = []
        for memory in (source, target):
            descriptor = Handle()
            self._call("memory_get_memory_desc", memory, ctypes.byref(descriptor))
            descriptors += [descriptor, self._engine]
        primitive = self._primitive(self._make("reorder_primitive_desc", *descriptors, None, destroy="primitive_desc"))
        self._runner(primitive, {_FROM: source, _TO: target})()

    def convolution(self, shape: Shape) -> "Convolution":
        """Returns a convolution with bias and ReLU in the layouts that oneDNN chooses, with memory for its operands."""
        groups = [shape.groups] if shape.groups > 1 else []
        inputs, outputs = shape.groups * shape.inputs, shape.groups * shape.outputs
        image, window, result = (
            self._describe(sizes)
            for sizes in (
                (shape.batch, inputs, *shape.image),
                (*groups, shape.outputs, shape.inputs, *shape.window),
                (shape.batch, outputs, *shape.result),
            )
        )
        bias = self._describe([outputs], [1])
        # oneDNN counts the elements that are skipped.
        dilations = [dilation - 1 for dilation in shape.dilations]
        description = self._make(
            *("convolution_forward_primitive_desc", self._engine, _INFERENCE, _DIRECT, image, window, bias, result),
            *(_longs(numbers) for numbers in (shape.strides, dilations, shape.low, shape.high)),
            self._relu(),
            destroy="primitive_desc",
        )
        memories = {"bias": self._memory(bias, _ALLOCATE)}
        for name, query in _DESCRIPTORS.items():
            descriptor = self._query_descriptor(description, query)
            memories[name] = self._memory(descriptor, _ALLOCATE)
        primitive = self._primitive(description)
        run = self._runner(primitive, {number: memories[name] for name, number in _ARGUMENTS.items()})
        return Convolution(run, memories, self._query_text(description, _IMPLEMENTATION))

    def _describe(self, sizes: Sequence[int], strides: Sequence[int] | None = None) -> Handle:
        """Returns the descriptor of a tensor; without strides oneDNN chooses them."""
        if strides:
            return self._make("memory_desc", len(sizes), _longs(sizes), _F32, _longs(strides), create="with_strides")
        return self._make("memory_desc", len(sizes), _longs(sizes), _F32, _ANY, create="with_tag")

    def _memory(self, descriptor: Handle, address: ctypes.c_void_p) -> Handle:
        return self._make("memory", descriptor, self._engine, address)

    def _relu(self) -> Handle:
        """Returns attributes with a ReLU behind the op."""
        operations = self._make("post_ops")
        self._call("post_ops_append_eltwise", operations, _RELU, ctypes.c_float(0), ctypes.c_float(0))
        attributes = self._make("primitive_attr")
        self._call("primitive_attr_set_post_ops", attributes, operations)
        return attributes

    def _primitive(self, description: Handle) -> Handle:
        return self._make("primitive", description)

    def _runner(self, primitive: Handle, memories: dict[int, Handle]) -> Callable[[], int]:
        """Returns what runs a primitive and returns its status, after a first run that must succeed."""
        arguments = (_Argument * len(memories))(*memories.items())
        self._call("primitive_execute", primitive, self._stream, len(memories), arguments)
        execute = self._library.dnnl_primitive_execute
        return functools.partial(execute, primitive, self._stream, len(memories), arguments)

    def _query_descriptor(self, description: Handle, query: int) -> Handle:
        function = self._library.dnnl_primitive_desc_query_md
        function.restype = ctypes.c_void_p
        return Handle(function(description, query, 0))

    def _query_text(self, description: Handle, query: int) -> str:
        text = ctypes.c_char_p()
        self._call("primitive_desc_query", description, query, 0, ctypes.byref(text))
        return text.value.decode()

    def _make(self, kind: str, *arguments, create: str = "", destroy: str = "") -> Handle:
        """Creates an object that is destroyed when the session ends."""
        handle = Handle()
        name = f"{kind}_create_{create}" if create else f"{kind}_create"
        self._call(name, ctypes.byref(handle), *arguments)
        self._resources.callback(self._call, f"{destroy or kind}_destroy", handle)
        return handle

    def _call(self, name: str, *arguments) -> None:
        status = getattr(self._library, f"dnnl_{name}")(*arguments)
        if status:
            raise ToolError(f"oneDNN: dnnl_{name} failed, status {status}")


class Convolution:
    """A convolution that is ready to run."""

    def __init__(self, run: Callable[[], int], memories: dict[str, Handle], implementation: str) -> None:
        self.run = run
        self.memories = memories  # of "image", "filter", "bias" and "result"
        self.implementation = implementation  # the name of the kernel that oneDNN chose


def dense_strides(sizes: Sequence[int]) -> list[int]:
    """Returns the strides of a tensor in row-major order."""
    return [math.prod(sizes[dim + 1 :]) for dim in range(len(sizes))]


def _longs(numbers: Sequence[int]) -> ctypes.Array:
    return (ctypes.c_int64 * len(numbers))(*numbers)
