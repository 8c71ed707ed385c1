# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Layouts of tensors: what they are, whether two are the same, and arrays of NumPy in them."""

from __future__ import annotations

import ctypes
import operator
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any

from . import c_api, native
from .c_api import LayoutErrorCode, LayoutExplanationFormat, LayoutVerdict
from .context import layouts
from .errors import LayoutError, NotationError
from .expressions import trace

if TYPE_CHECKING:
    import numpy

_VERDICTS = {LayoutVerdict.PROVED: True, LayoutVerdict.REFUTED: False, LayoutVerdict.UNKNOWN: None}
_FORMATS = {format.name.lower(): format for format in LayoutExplanationFormat}


def _require(condition: bool, what: str) -> None:
    if not condition:
        raise ValueError(what)


class Layout:
    """Where the elements of a tensor lie in memory.

    `layout` is a text in any notation of tools/docs/explain.md, such as "NCHW16c", "aBcd16b", "{1,0:T(8,128)}" or
    "(i, j) -> (j floordiv 4, i | j mod 4)", or a function of indices, `lambda n, c, h, w: [n, c // 16, h, w, c % 16]`,
    which may take `*indices` and may have AXIS_SEPARATOR between its results.

    `shape` is the shape of the tensor, in elements. Without it the layout is one of tensors of any shape; notations
    that mean something only for one (device triples, reshapes, alignments, tiles) then wait for `of`. `dims` names the
    dims of the shape in order, as "NHWC", where that is not the order of the text; `rank` is their number, for
    `*indices`. `host_strides` are the strides of the tensor in elements, for device triples.

    Raises NotationError if the text is no layout, with the column where it is not.

    >>> layout = Layout("NCHW16c", (1, 64, 56, 56))
    >>> layout.shape
    (1, 4, 56, 56, 16)
    >>> layout.index(0, 37, 5, 6)
    (0, 2, 5, 6, 5)
    >>> Layout("NCHW16c") == Layout(lambda n, c, h, w: [n, c // 16, h, w, c % 16])
    True
    """

    def __init__(
        self,
        layout: str | Callable[..., object],
        shape: Sequence[int] | None = None,
        *,
        dims: str = "",
        rank: int | None = None,
        host_strides: Sequence[int] | None = None,
    ) -> None:
        self._shape = None if shape is None else tuple(map(operator.index, shape))
        if self._shape is not None:
            _require(all(size >= 0 for size in self._shape), f"requires extents of 0 or more, found {self._shape}")
            rank = len(self._shape)
        if not callable(layout) and not isinstance(layout, str):
            raise TypeError(f"requires a layout as text or as a function of indices, found {type(layout).__name__}")
        self._text = trace(layout, rank) if callable(layout) else layout
        self._dims = dims
        self._host_strides = None if host_strides is None else tuple(host_strides)
        _require(
            self._host_strides is None or shape is None or len(self._host_strides) == rank,
            f"requires a stride for each of {rank} dims, found {host_strides}",
        )
        self._map = self._read()

    def _read(self) -> c_api.MlirAttribute | None:
        """The index map; None if there is none yet, because it takes a shape."""
        context = layouts()
        text, dims = native.string(self._text), native.string(self._dims)
        with context.listening() as said:
            if self._shape is None:
                handle = context.library.layoutIndexMapAttrParse(context.handle, text, dims)
            else:
                strides = native.numbers(self._host_strides) if self._host_strides else None
                handle = context.library.layoutIndexMapAttrParseForShape(
                    context.handle, text, dims, *_array(self._shape), strides
                )
        if handle.ptr:
            return handle
        if self._shape is None and any(it.code == LayoutErrorCode.NEEDS_SHAPE for it in said):
            return None
        raise context.error(NotationError, said)

    @classmethod
    def _of_map(cls, handle: c_api.MlirAttribute, shape: tuple[int, ...] | None) -> Layout:
        """The layout of a map that was computed."""
        layout = cls.__new__(cls)
        layout._shape, layout._dims, layout._host_strides, layout._map = shape, "", None, handle
        layout._text = layout.map
        return layout

    def of(self, shape: Sequence[int]) -> Layout:
        """The same layout of a tensor of this shape. Raises NotationError if it is none of such a tensor."""
        if self._shape == tuple(shape):
            return self
        return Layout(self._text, shape, dims=self._dims, host_strides=self._host_strides)

    # What it is

    @property
    def logical_shape(self) -> tuple[int, ...] | None:
        """The shape of the tensor, in elements; None for a layout of tensors of any shape."""
        return self._shape

    @property
    def shape(self) -> tuple[int, ...]:
        """The extents of the physical dims, in elements, padding included.

        This and all else that takes the shape of the tensor raises LayoutError with the code NEEDS_SHAPE without it.
        """
        handle, shape = self._bound("shape")
        extents = (ctypes.c_int64 * max(self._num_results(), 1))()
        self._ask(_library().layoutIndexMapAttrGetPhysicalShape, handle, *_array(shape), extents)
        return tuple(extents[: self._num_results()])

    @property
    def map(self) -> str:
        """The index map as text, with dims d0, d1, ….

        >>> Layout("NHWC", dims="NCHW").map
        '(d0, d1, d2, d3) -> (d0, d2, d3, d1)'
        """
        library = _library()
        text = native.printed(library.mlirAttributePrint, self._known("map"))
        assert text is not None
        return text.decode().removeprefix("#layout.index_map<").removesuffix(">")

    @property
    def separators(self) -> tuple[int, ...]:
        """The first physical dim of each group but the first (axis separators)."""
        library, handle = _library(), self._known("separators")
        count = library.layoutIndexMapAttrGetNumSeparators(handle)
        return tuple(library.layoutIndexMapAttrGetSeparator(handle, i) for i in range(count))

    @property
    def padding(self) -> int:
        """How many places hold no element: a number of elements, not of bytes."""
        places = elements = 1
        for size in self.shape:
            places *= size
        for size in self._shape or ():
            elements *= size
        return places - elements

    @property
    def is_bijective(self) -> bool | None:
        """Whether every place holds one element; None if that is not known."""
        handle, shape = self._bound("is_bijective")
        return _VERDICTS[_library().layoutIndexMapAttrIsBijective(handle, *_array(shape))]

    def write(self, notation: str) -> str:
        """The layout in another notation: letters, glow, xla, onednn, device, numpy, relations or map.

        Raises LayoutError if the notation cannot say it.

        >>> Layout("NCHW16c", (1, 64, 8, 8)).write("onednn")
        'aBcd16b'
        """
        handle, shape = self._bound("write")
        text = self._print(
            _library().layoutIndexMapAttrWrite,
            handle,
            native.string(notation),
            native.string(self._dims),
            *_array(shape),
            native.numbers(self._host_strides) if self._host_strides else None,
        )
        return text

    # Algebra

    def index(self, *index: int) -> tuple[int, ...]:
        """The physical index of the element at a logical one, which is given as numbers or as one sequence.

        Raises IndexError if the tensor has no such element.
        """
        numbers = _indices(index)
        handle = self._known("index")
        if self._shape is not None:
            _check_index(numbers, self._shape)
        results = (ctypes.c_int64 * max(self._num_results(), 1))()
        self._ask(_library().layoutIndexMapAttrForward, handle, *_array(numbers), results)
        return tuple(results[: self._num_results()])

    def element(self, *place: int) -> tuple[int, ...]:
        """The logical index of the element at a physical one. Raises IndexError outside, LayoutError at padding.

        >>> Layout("NCHW16c", (1, 64, 8, 8)).element(0, 2, 5, 6, 5)
        (0, 37, 5, 6)
        """
        handle, shape = self._bound("element")
        numbers = _indices(place)
        _check_index(numbers, self.shape)
        results = (ctypes.c_int64 * max(len(shape), 1))()
        self._ask(_library().layoutIndexMapAttrBackward, handle, *_array(shape), native.numbers(numbers), results)
        return tuple(results[: len(shape)])

    def compose(self, inner: Layout) -> Layout:
        """The layout that sends x to self(inner(x)): `inner` first. It has the shape of `inner`, if that has one.

        Raises LayoutError unless this layout takes as many indices as `inner` has physical dims.

        >>> Layout("(i, j) -> (j, i)").compose(Layout("(i, j) -> (j, i)", (4, 6))).map
        '(d0, d1) -> (d0, d1)'
        """
        outer, first = self._known("compose"), inner._known("compose")
        if inner._shape is None:
            return Layout._of_map(self._make(_library().layoutIndexMapAttrCompose, outer, first), None)
        handle = self._make(_library().layoutIndexMapAttrComposeOnShape, outer, first, *_array(inner._shape))
        return Layout._of_map(handle, inner._shape)

    def inverse(self) -> Layout:
        """The layout from physical to logical indices, of a tensor of the shape `self.shape`.

        Raises LayoutError unless every place holds one element.
        """
        handle, shape = self._bound("inverse")
        return Layout._of_map(self._make(_library().layoutIndexMapAttrInverse, handle, *_array(shape)), self.shape)

    def flatten(self) -> Layout:
        """The layout in which each group of dims is one dim: one dim without separators.

        Raises LayoutError if a group has more places than 63 bits count, or a number of them that is not known.

        >>> Layout("(i, j) -> (i, j)", (4, 6)).flatten().shape
        (24,)
        """
        handle, shape = self._bound("flatten")
        return Layout._of_map(self._make(_library().layoutIndexMapAttrFlatten, handle, *_array(shape)), shape)

    def is_equal(self, other: Layout) -> bool | None:
        """Whether both layouts put every element in the same place, with the same groups; None if that is not known.

        Layouts of a shape are compared on that shape, and two layouts of any shape on all. Layouts of different shapes
        are different.
        """
        if self._shape != other._shape:
            return False
        if (self._text, self._dims, self._host_strides) == (other._text, other._dims, other._host_strides):
            return True
        if self._map is None or other._map is None:
            return None
        library = _library()
        if library.mlirAttributeEqual(self._map, other._map):
            return True
        if self._num_dims() != other._num_dims():
            return False
        # Different on one shape is different; equal on one says nothing about others.
        shape = self._shape if self._shape is not None else (64,) * self._num_dims()
        equal = _VERDICTS[library.layoutIndexMapAttrIsEqual(self._map, other._map, *_array(shape))]
        return equal if self._shape is not None or equal is False else None

    def __eq__(self, other: object) -> bool:
        """Whether the layouts are proved equal (`is_equal` also tells what is not known)."""
        if not isinstance(other, Layout):
            return NotImplemented
        return self.is_equal(other) is True

    def __hash__(self) -> int:
        return hash((self._shape, None if self._map is None else self._num_dims()))

    # Arrays

    def pack(self, array: Any, padding: object = None, out: numpy.ndarray | None = None) -> numpy.ndarray:
        """A new array, or `out`, that holds the elements of `array` in this layout.

        `array` has the logical shape, any strides and any type of NumPy and ml_dtypes but objects. The result has the
        shape `self.of(array.shape).shape`. Places without an element hold `padding`, zero bytes unless it is given.
        `out` is row-major, of that shape and type, and shares no memory with `array`; else ValueError is raised. Memory
        that was used before is faster than new memory.

        >>> import numpy
        >>> Layout("(i, j) -> (j floordiv 2, i, j mod 2)").pack(numpy.arange(6).reshape(2, 3)).tolist()
        [[[0, 1], [3, 4]], [[2, 0], [5, 0]]]
        """
        import numpy

        array = _plain(numpy.asarray(array))
        layout = self.of(array.shape)
        handle, shape = layout._bound("pack")
        result = _result(out, layout.shape, array)
        _require(result.flags.c_contiguous, "requires a row-major array for the result, found strides")
        filler = numpy.zeros((), array.dtype) if padding is None else numpy.asarray(padding).astype(array.dtype)
        _require(filler.ndim == 0, f"requires one element as padding, found an array of shape {filler.shape}")
        self._ask(
            _library().layoutPack,
            handle,
            *_array(shape),
            array.itemsize,
            array.ctypes.data,
            native.numbers(array.strides),
            filler.ctypes.data,
            result.ctypes.data,
        )
        return result

    def unpack(self, array: Any, shape: Sequence[int] | None = None, out: numpy.ndarray | None = None) -> numpy.ndarray:
        """A new array of the logical shape, or `out`, with the elements that `array` holds in this layout.

        `array` has the physical shape, or as many elements in row-major order in another one. `shape` is the logical
        shape, for a layout of tensors of any shape. `out` is as for `pack`, with any strides. Raises ValueError for an
        array of another size.

        >>> import numpy
        >>> layout = Layout("NCHW4c", (1, 6, 2, 2))
        >>> tensor = numpy.arange(24).reshape(1, 6, 2, 2)
        >>> bool((layout.unpack(layout.pack(tensor)) == tensor).all())
        True
        """
        import numpy

        layout = self if shape is None else self.of(shape)
        handle, logical = layout._bound("unpack")
        array = numpy.ascontiguousarray(_plain(numpy.asarray(array)))
        places = 1
        for size in layout.shape:
            places *= size
        _require(array.size == places, f"requires an array of shape {layout.shape}, found {array.shape}")
        result = _result(out, logical, array)
        self._ask(
            _library().layoutUnpack,
            handle,
            *_array(logical),
            array.itemsize,
            array.ctypes.data,
            result.ctypes.data,
            native.numbers(result.strides),
        )
        return result

    # Explanations

    def explain(
        self,
        *,
        to: str | Layout | None = None,
        at: Sequence[int] | None = None,
        dtype: str = "f32",
        target: str = "",
        format: str = "text",
    ) -> str:
        """What the layout does with a tensor, as `layout-explain` says it (tools/docs/explain.md).

        `dtype` is the type of the elements as MLIR writes it, `to` another layout of the same tensor, `at` the logical
        index of the element to look at, and `target` says how large sticks are. `format` is text, json or svg.

        Raises LayoutError if an argument is none of these, or if there is no picture of the layout.
        """
        _require(format in _FORMATS, f"requires a format out of {', '.join(_FORMATS)}, found {format!r}")
        _, shape = self._bound("explain")
        texts = {
            "layout": self._text,
            "shape": "x".join(map(str, shape)),
            "dims": self._dims,
            "hostStrides": ",".join(map(str, self._host_strides or ())),
            "elementType": dtype,
            "to": to._text if isinstance(to, Layout) else to,
            "at": None if at is None else ",".join(map(str, at)),
            "target": target,
        }
        question = c_api.LayoutQuestion(**{key: native.string(text) for key, text in texts.items() if text is not None})
        return self._print(_library().layoutExplain, layouts().handle, question, _FORMATS[format])

    def _repr_svg_(self) -> str | None:
        """The picture of memory that notebooks show; none without a shape or without elements."""
        if self._shape is None or 0 in self._shape:
            return None
        try:
            return self.explain(format="svg")
        except LayoutError as error:
            if error.code != LayoutErrorCode.INEXPRESSIBLE:
                raise
            return None

    def __reduce__(self) -> tuple[object, ...]:
        """For copies, and for pickle: handles of the C API cannot be copied."""
        return _restore, (self._text, self._shape, self._dims, self._host_strides)

    def __repr__(self) -> str:
        parts = [repr(self._text)]
        if self._shape is not None:
            parts.append(repr(self._shape))
        if self._dims:
            parts.append(f"dims={self._dims!r}")
        return f"Layout({', '.join(parts)})"

    # Calls of the C API

    def _shapeless(self, what: str) -> LayoutError:
        message = f"{what} of {self!r} requires a shape, found none: say .of(shape) first"
        return LayoutError(message, code=LayoutErrorCode.NEEDS_SHAPE)

    def _known(self, what: str) -> c_api.MlirAttribute:
        if self._map is None:
            raise self._shapeless(what)
        return self._map

    def _bound(self, what: str) -> tuple[c_api.MlirAttribute, tuple[int, ...]]:
        if self._shape is None:
            raise self._shapeless(what)
        return self._known(what), self._shape

    def _num_dims(self) -> int:
        library, handle = _library(), self._known("dims")
        return library.mlirAffineMapGetNumDims(library.layoutIndexMapAttrGetAffineMap(handle))

    def _num_results(self) -> int:
        library, handle = _library(), self._known("dims")
        return library.mlirAffineMapGetNumResults(library.layoutIndexMapAttrGetAffineMap(handle))

    @staticmethod
    def _ask(function: Callable[..., c_api.MlirLogicalResult], *arguments: object) -> None:
        """Calls a function that succeeds or fails."""
        context = layouts()
        with context.listening() as said:
            result = function(*arguments)
        if not native.succeeded(result):
            raise context.error(LayoutError, said)

    @staticmethod
    def _make(function: Callable[..., c_api.MlirAttribute], *arguments: object) -> c_api.MlirAttribute:
        """Calls a function that returns a map."""
        context = layouts()
        with context.listening() as said:
            handle = function(*arguments)
        if not handle.ptr:
            raise context.error(LayoutError, said)
        return handle

    @staticmethod
    def _print(function: Callable[..., c_api.MlirLogicalResult], *arguments: object) -> str:
        """Calls a function that prints text."""
        context = layouts()
        with context.listening() as said:
            text = native.printed(function, *arguments)
        if text is None:
            raise context.error(LayoutError, said)
        return text.decode()


def _library() -> c_api.Library:
    return layouts().library


def _restore(text: str, shape: tuple[int, ...] | None, dims: str, host_strides: tuple[int, ...] | None) -> Layout:
    """The layout that `Layout.__reduce__` took apart."""
    return Layout(text, shape, dims=dims, host_strides=host_strides)


def _array(values: Sequence[int]) -> tuple[int, ctypes.Array[ctypes.c_int64]]:
    """A number of entries and the entries."""
    return len(values), native.numbers(values)


def _indices(index: tuple[Any, ...]) -> tuple[int, ...]:
    """Numbers that are given one by one or as one sequence."""
    if len(index) == 1 and isinstance(index[0], Sequence):
        index = tuple(index[0])
    return tuple(map(operator.index, index))


def _check_index(index: Sequence[int], shape: Sequence[int]) -> None:
    if len(index) != len(shape):
        raise IndexError(f"requires {len(shape)} indices, found {len(index)}")
    for dim, (i, size) in enumerate(zip(index, shape)):
        if not 0 <= i < size:
            raise IndexError(f"requires 0 <= index < {size} in dim {dim}, found {i}")


def _plain(array: numpy.ndarray) -> numpy.ndarray:
    """The array, whose elements are bytes that may be copied."""
    if array.dtype.hasobject:
        raise TypeError(f"requires elements that are no Python objects, found {array.dtype}")
    return array


def _result(out: numpy.ndarray | None, shape: tuple[int, ...], source: numpy.ndarray) -> numpy.ndarray:
    """A new array of the type of `source`, or `out` if it can take the result."""
    import numpy

    if out is None:
        return numpy.empty(shape, source.dtype)
    fits = isinstance(out, numpy.ndarray) and (out.shape, out.dtype) == (shape, source.dtype) and out.flags.writeable
    _require(fits, f"requires a writable array of shape {shape} and type {source.dtype} for the result")
    _require(not numpy.may_share_memory(out, source), "requires a result that shares no memory with its source")
    return out
