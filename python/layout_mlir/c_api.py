# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The C API as ctypes calls it.

python/generate_c_api.py writes this file from the headers in include/layout-c. Changes by hand are lost.
"""

from __future__ import annotations

import ctypes
import enum
from ctypes import (
    CFUNCTYPE,
    POINTER,
    Structure,
    c_bool,
    c_char,
    c_int,
    c_int64,
    c_int8,
    c_size_t,
    c_ssize_t,
    c_uint,
    c_uint64,
    c_void_p,
)
from typing import TYPE_CHECKING, Any, cast


class Enum(enum.IntEnum):
    """An enum of C: its members are passed and returned as themselves."""

    @classmethod
    def from_param(cls, value: int) -> c_uint:
        return c_uint(cls(value))


class MlirAffineMap(Structure):
    _fields_ = [("ptr", c_void_p)]


class MlirAttribute(Structure):
    _fields_ = [("ptr", c_void_p)]


class MlirStringRef(Structure):
    """A pointer to a sized fragment of a string, not necessarily null-terminated. Does not own the underlying
    string. This is equivalent to llvm::StringRef.
    """

    _fields_ = [("data", POINTER(c_char)), ("length", c_size_t)]


MlirStringCallback = CFUNCTYPE(None, MlirStringRef, c_void_p)


class MlirContext(Structure):
    _fields_ = [("ptr", c_void_p)]


class MlirDiagnostic(Structure):
    """An opaque reference to a diagnostic, always owned by the diagnostics engine (context). Must not be stored
    outside of the diagnostic handler.
    """

    _fields_ = [("ptr", c_void_p)]


MlirDiagnosticHandler = CFUNCTYPE(c_int8, MlirDiagnostic, c_void_p)
MlirDiagnosticHandlerID = c_uint64


class MlirDialectRegistry(Structure):
    _fields_ = [("ptr", c_void_p)]


class MlirDialect(Structure):
    _fields_ = [("ptr", c_void_p)]


class MlirLocation(Structure):
    _fields_ = [("ptr", c_void_p)]


class MlirDiagnosticSeverity(Enum):
    """Severity of a diagnostic."""

    ERROR = 0
    WARNING = 1
    NOTE = 2
    REMARK = 3


class MlirIdentifier(Structure):
    _fields_ = [("ptr", c_void_p)]


class MlirModule(Structure):
    _fields_ = [("ptr", c_void_p)]


class MlirOperation(Structure):
    _fields_ = [("ptr", c_void_p)]


class MlirDialectHandle(Structure):
    _fields_ = [("ptr", c_void_p)]


class LayoutErrorCode(Enum):
    """The kind of an error. Codes keep their numbers; new codes go to the end."""

    OTHER = 0
    """The diagnostic is not an error of a function of this API."""
    SYNTAX = 1
    """A text is a layout in no notation. The location has the column of the mistake, if it is at one."""
    NEEDS_SHAPE = 2
    """A text is a layout, but says where elements lie only for a tensor whose shape is given."""
    MISMATCH = 3
    """A layout does not fit what is given with it: names of dims, a shape, an index, strides or another map. The
    number of dims differs, two elements of the shape would have the same place, or there would be too many places.
    """
    NO_INVERSE = 4
    """A map has no inverse on the shape, or none that is known."""
    PADDING = 5
    """A place is padding: it holds no element."""
    INEXPRESSIBLE = 6
    """A notation cannot express a layout, or a picture cannot show it."""
    ARGUMENT = 7
    """A name or a number is none of those that are allowed, such as the name of a notation, an element type, or the
    index of an element. `layoutExplain` gives it to all that it is asked and that does not fit.
    """
    PROGRAM = 8
    """A text or bytecode is no program."""
    OPTION = 9
    """The planner has no such option or target, or the option no such value in its list. What a pass reads, such as
    preferences or files, is LayoutErrorPlanning.
    """
    PLANNING = 10
    """The program cannot be planned with these options, or a pass cannot read one of them. The location is that of
    the operation that is in the way, if there is one.
    """
    UNAVAILABLE = 11
    """This build or this machine lacks what a format of reports takes."""


class LayoutQuestion(Structure):
    """What is asked about a layout, as texts: see tools/docs/explain.md. A text without data (null) says nothing."""

    _fields_ = [
        ("layout", MlirStringRef),
        ("shape", MlirStringRef),
        ("dims", MlirStringRef),
        ("hostStrides", MlirStringRef),
        ("elementType", MlirStringRef),
        ("to", MlirStringRef),
        ("at", MlirStringRef),
        ("target", MlirStringRef),
    ]


class LayoutExplanationFormat(Enum):
    TEXT = 0
    JSON = 1
    SVG = 2


class MlirLogicalResult(Structure):
    """A logical result value, essentially a boolean with named states. LLVM convention for using boolean values to
    designate success or failure of an operation is a moving target, so MLIR opted for an explicit class. Instances
    of MlirLogicalResult must only be inspected using the associated functions.
    """

    _fields_ = [("value", c_int8)]


class LayoutVerdict(Enum):
    PROVED = 0
    REFUTED = 1
    UNKNOWN = 2
    """Neither was proved, or the map does not fit the shape, which is emitted."""


class LayoutReport(Structure):
    """What a run of the planner did. Its context must outlive it."""

    _fields_ = [("ptr", c_void_p)]


class LayoutOption(Structure):
    """An option of `layout-pipeline` by its name."""

    _fields_ = [("name", MlirStringRef), ("value", MlirStringRef)]


class LayoutReportFormat(Enum):
    TEXT = 0
    JSON = 1
    HTML = 2
    """One page that needs nothing else."""
    DOT = 3
    """The plan as a graph, for Graphviz."""
    SVG = 4
    """That graph as a picture."""


# What each function returns, and what it takes.
FUNCTIONS: dict[str, tuple[Any, tuple[Any, ...]]] = {
    "mlirAffineMapGetNumDims": (c_ssize_t, (MlirAffineMap,)),
    "mlirAffineMapGetNumResults": (c_ssize_t, (MlirAffineMap,)),
    "mlirAttributeEqual": (c_bool, (MlirAttribute, MlirAttribute)),
    "mlirAttributePrint": (None, (MlirAttribute, MlirStringCallback, c_void_p)),
    "mlirContextAttachDiagnosticHandler": (
        MlirDiagnosticHandlerID,
        (MlirContext, MlirDiagnosticHandler, c_void_p, CFUNCTYPE(None, c_void_p)),
    ),
    "mlirContextCreateWithRegistry": (MlirContext, (MlirDialectRegistry, c_bool)),
    "mlirContextDestroy": (None, (MlirContext,)),
    "mlirContextGetOrLoadDialect": (MlirDialect, (MlirContext, MlirStringRef)),
    "mlirDiagnosticGetLocation": (MlirLocation, (MlirDiagnostic,)),
    "mlirDiagnosticGetNote": (MlirDiagnostic, (MlirDiagnostic, c_ssize_t)),
    "mlirDiagnosticGetNumNotes": (c_ssize_t, (MlirDiagnostic,)),
    "mlirDiagnosticGetSeverity": (MlirDiagnosticSeverity, (MlirDiagnostic,)),
    "mlirDiagnosticPrint": (None, (MlirDiagnostic, MlirStringCallback, c_void_p)),
    "mlirDialectRegistryCreate": (MlirDialectRegistry, ()),
    "mlirDialectRegistryDestroy": (None, (MlirDialectRegistry,)),
    "mlirIdentifierStr": (MlirStringRef, (MlirIdentifier,)),
    "mlirLocationCallSiteGetCallee": (MlirLocation, (MlirLocation,)),
    "mlirLocationFileLineColRangeGetFilename": (MlirIdentifier, (MlirLocation,)),
    "mlirLocationFileLineColRangeGetStartColumn": (c_int, (MlirLocation,)),
    "mlirLocationFileLineColRangeGetStartLine": (c_int, (MlirLocation,)),
    "mlirLocationFusedGetLocations": (None, (MlirLocation, POINTER(MlirLocation))),
    "mlirLocationFusedGetNumLocations": (c_uint, (MlirLocation,)),
    "mlirLocationIsACallSite": (c_bool, (MlirLocation,)),
    "mlirLocationIsAFileLineColRange": (c_bool, (MlirLocation,)),
    "mlirLocationIsAFused": (c_bool, (MlirLocation,)),
    "mlirLocationIsAName": (c_bool, (MlirLocation,)),
    "mlirLocationNameGetChildLoc": (MlirLocation, (MlirLocation,)),
    "mlirLocationUnknownGet": (MlirLocation, (MlirContext,)),
    "mlirModuleDestroy": (None, (MlirModule,)),
    "mlirModuleGetOperation": (MlirOperation, (MlirModule,)),
    "mlirOperationPrint": (None, (MlirOperation, MlirStringCallback, c_void_p)),
    "mlirOperationWriteBytecode": (None, (MlirOperation, MlirStringCallback, c_void_p)),
    "mlirRegisterAllDialects": (None, (MlirDialectRegistry,)),
    "mlirGetDialectHandle__layout__": (MlirDialectHandle, ()),
    "layoutRegisterAllDialects": (None, (MlirDialectRegistry,)),
    "layoutRegisterAllPasses": (None, ()),
    "layoutGetVersion": (MlirStringRef, ()),
    "layoutDiagnosticGetErrorCode": (LayoutErrorCode, (MlirDiagnostic,)),
    "layoutExplain": (
        MlirLogicalResult,
        (MlirContext, LayoutQuestion, LayoutExplanationFormat, MlirStringCallback, c_void_p),
    ),
    "layoutAttributeIsAIndexMap": (c_bool, (MlirAttribute,)),
    "layoutIndexMapAttrGetChecked": (
        MlirAttribute,
        (MlirLocation, MlirAffineMap, c_ssize_t, POINTER(c_int64), c_ssize_t, POINTER(c_int64)),
    ),
    "layoutIndexMapAttrParse": (MlirAttribute, (MlirContext, MlirStringRef, MlirStringRef)),
    "layoutIndexMapAttrParseForShape": (
        MlirAttribute,
        (MlirContext, MlirStringRef, MlirStringRef, c_ssize_t, POINTER(c_int64), POINTER(c_int64)),
    ),
    "layoutIndexMapAttrWrite": (
        MlirLogicalResult,
        (
            MlirAttribute,
            MlirStringRef,
            MlirStringRef,
            c_ssize_t,
            POINTER(c_int64),
            POINTER(c_int64),
            MlirStringCallback,
            c_void_p,
        ),
    ),
    "layoutIndexMapAttrGetAffineMap": (MlirAffineMap, (MlirAttribute,)),
    "layoutIndexMapAttrGetNumSeparators": (c_ssize_t, (MlirAttribute,)),
    "layoutIndexMapAttrGetSeparator": (c_int64, (MlirAttribute, c_ssize_t)),
    "layoutIndexMapAttrGetBoxRank": (c_ssize_t, (MlirAttribute,)),
    "layoutIndexMapAttrGetBoxExtent": (c_int64, (MlirAttribute, c_ssize_t)),
    "layoutIndexMapAttrCompose": (MlirAttribute, (MlirAttribute, MlirAttribute)),
    "layoutIndexMapAttrComposeOnShape": (MlirAttribute, (MlirAttribute, MlirAttribute, c_ssize_t, POINTER(c_int64))),
    "layoutIndexMapAttrInverse": (MlirAttribute, (MlirAttribute, c_ssize_t, POINTER(c_int64))),
    "layoutIndexMapAttrCanonicalize": (MlirAttribute, (MlirAttribute, c_ssize_t, POINTER(c_int64))),
    "layoutIndexMapAttrFlatten": (MlirAttribute, (MlirAttribute, c_ssize_t, POINTER(c_int64))),
    "layoutIndexMapAttrGetPhysicalShape": (
        MlirLogicalResult,
        (MlirAttribute, c_ssize_t, POINTER(c_int64), POINTER(c_int64)),
    ),
    "layoutIndexMapAttrForward": (MlirLogicalResult, (MlirAttribute, c_ssize_t, POINTER(c_int64), POINTER(c_int64))),
    "layoutIndexMapAttrBackward": (
        MlirLogicalResult,
        (MlirAttribute, c_ssize_t, POINTER(c_int64), POINTER(c_int64), POINTER(c_int64)),
    ),
    "layoutIndexMapAttrIsEqual": (LayoutVerdict, (MlirAttribute, MlirAttribute, c_ssize_t, POINTER(c_int64))),
    "layoutIndexMapAttrIsBijective": (LayoutVerdict, (MlirAttribute, c_ssize_t, POINTER(c_int64))),
    "layoutIndexMapAttrIsInjective": (LayoutVerdict, (MlirAttribute, c_ssize_t, POINTER(c_int64))),
    "layoutIndexMapAttrIsIdentity": (LayoutVerdict, (MlirAttribute, c_ssize_t, POINTER(c_int64))),
    "layoutIndexMapAttrIsRowMajorReshape": (LayoutVerdict, (MlirAttribute, c_ssize_t, POINTER(c_int64))),
    "layoutPack": (
        MlirLogicalResult,
        (MlirAttribute, c_ssize_t, POINTER(c_int64), c_size_t, c_void_p, POINTER(c_int64), c_void_p, c_void_p),
    ),
    "layoutUnpack": (
        MlirLogicalResult,
        (MlirAttribute, c_ssize_t, POINTER(c_int64), c_size_t, c_void_p, c_void_p, POINTER(c_int64)),
    ),
    "layoutModuleParse": (MlirModule, (MlirContext, MlirStringRef, MlirStringRef)),
    "layoutPlan": (LayoutReport, (MlirModule, MlirStringRef)),
    "layoutPlanWithOptions": (LayoutReport, (MlirModule, c_ssize_t, POINTER(LayoutOption))),
    "layoutReportPrint": (
        MlirLogicalResult,
        (LayoutReport, LayoutReportFormat, MlirLocation, MlirStringCallback, c_void_p),
    ),
    "layoutReportDestroy": (None, (LayoutReport,)),
}


if TYPE_CHECKING:

    class Library(ctypes.CDLL):
        """The functions, for type checkers."""

        def mlirAffineMapGetNumDims(self, affineMap: MlirAffineMap) -> int: ...

        def mlirAffineMapGetNumResults(self, affineMap: MlirAffineMap) -> int: ...

        def mlirAttributeEqual(self, a1: MlirAttribute, a2: MlirAttribute) -> bool: ...

        def mlirAttributePrint(self, attr: MlirAttribute, callback: Any, userData: int | None) -> None: ...

        def mlirContextAttachDiagnosticHandler(
            self, context: MlirContext, handler: Any, userData: int | None, deleteUserData: Any
        ) -> int: ...

        def mlirContextCreateWithRegistry(
            self, registry: MlirDialectRegistry, threadingEnabled: bool
        ) -> MlirContext: ...

        def mlirContextDestroy(self, context: MlirContext) -> None: ...

        def mlirContextGetOrLoadDialect(self, context: MlirContext, name: MlirStringRef) -> MlirDialect: ...

        def mlirDiagnosticGetLocation(self, diagnostic: MlirDiagnostic) -> MlirLocation: ...

        def mlirDiagnosticGetNote(self, diagnostic: MlirDiagnostic, pos: int) -> MlirDiagnostic: ...

        def mlirDiagnosticGetNumNotes(self, diagnostic: MlirDiagnostic) -> int: ...

        def mlirDiagnosticGetSeverity(self, diagnostic: MlirDiagnostic) -> MlirDiagnosticSeverity: ...

        def mlirDiagnosticPrint(self, diagnostic: MlirDiagnostic, callback: Any, userData: int | None) -> None: ...

        def mlirDialectRegistryCreate(self) -> MlirDialectRegistry: ...

        def mlirDialectRegistryDestroy(self, registry: MlirDialectRegistry) -> None: ...

        def mlirIdentifierStr(self, ident: MlirIdentifier) -> MlirStringRef: ...

        def mlirLocationCallSiteGetCallee(self, location: MlirLocation) -> MlirLocation: ...

        def mlirLocationFileLineColRangeGetFilename(self, location: MlirLocation) -> MlirIdentifier: ...

        def mlirLocationFileLineColRangeGetStartColumn(self, location: MlirLocation) -> int: ...

        def mlirLocationFileLineColRangeGetStartLine(self, location: MlirLocation) -> int: ...

        def mlirLocationFusedGetLocations(
            self, location: MlirLocation, locationsCPtr: ctypes.Array[MlirLocation] | None
        ) -> None: ...

        def mlirLocationFusedGetNumLocations(self, location: MlirLocation) -> int: ...

        def mlirLocationIsACallSite(self, location: MlirLocation) -> bool: ...

        def mlirLocationIsAFileLineColRange(self, location: MlirLocation) -> bool: ...

        def mlirLocationIsAFused(self, location: MlirLocation) -> bool: ...

        def mlirLocationIsAName(self, location: MlirLocation) -> bool: ...

        def mlirLocationNameGetChildLoc(self, location: MlirLocation) -> MlirLocation: ...

        def mlirLocationUnknownGet(self, context: MlirContext) -> MlirLocation: ...

        def mlirModuleDestroy(self, module: MlirModule) -> None: ...

        def mlirModuleGetOperation(self, module: MlirModule) -> MlirOperation: ...

        def mlirOperationPrint(self, op: MlirOperation, callback: Any, userData: int | None) -> None: ...

        def mlirOperationWriteBytecode(self, op: MlirOperation, callback: Any, userData: int | None) -> None: ...

        def mlirRegisterAllDialects(self, registry: MlirDialectRegistry) -> None: ...

        def mlirGetDialectHandle__layout__(self) -> MlirDialectHandle: ...

        def layoutRegisterAllDialects(self, registry: MlirDialectRegistry) -> None: ...

        def layoutRegisterAllPasses(self) -> None: ...

        def layoutGetVersion(self) -> MlirStringRef: ...

        def layoutDiagnosticGetErrorCode(self, diagnostic: MlirDiagnostic) -> LayoutErrorCode: ...

        def layoutExplain(
            self,
            context: MlirContext,
            question: LayoutQuestion,
            format: LayoutExplanationFormat,
            callback: Any,
            userData: int | None,
        ) -> MlirLogicalResult: ...

        def layoutAttributeIsAIndexMap(self, attribute: MlirAttribute) -> bool: ...

        def layoutIndexMapAttrGetChecked(
            self,
            location: MlirLocation,
            map: MlirAffineMap,
            numSeparators: int,
            separators: ctypes.Array[c_int64] | None,
            numBox: int,
            box: ctypes.Array[c_int64] | None,
        ) -> MlirAttribute: ...

        def layoutIndexMapAttrParse(
            self, context: MlirContext, text: MlirStringRef, dims: MlirStringRef
        ) -> MlirAttribute: ...

        def layoutIndexMapAttrParseForShape(
            self,
            context: MlirContext,
            text: MlirStringRef,
            dims: MlirStringRef,
            rank: int,
            shape: ctypes.Array[c_int64] | None,
            hostStrides: ctypes.Array[c_int64] | None,
        ) -> MlirAttribute: ...

        def layoutIndexMapAttrWrite(
            self,
            map: MlirAttribute,
            notation: MlirStringRef,
            dims: MlirStringRef,
            rank: int,
            shape: ctypes.Array[c_int64] | None,
            hostStrides: ctypes.Array[c_int64] | None,
            callback: Any,
            userData: int | None,
        ) -> MlirLogicalResult: ...

        def layoutIndexMapAttrGetAffineMap(self, map: MlirAttribute) -> MlirAffineMap: ...

        def layoutIndexMapAttrGetNumSeparators(self, map: MlirAttribute) -> int: ...

        def layoutIndexMapAttrGetSeparator(self, map: MlirAttribute, position: int) -> int: ...

        def layoutIndexMapAttrGetBoxRank(self, map: MlirAttribute) -> int: ...

        def layoutIndexMapAttrGetBoxExtent(self, map: MlirAttribute, dim: int) -> int: ...

        def layoutIndexMapAttrCompose(self, outer: MlirAttribute, inner: MlirAttribute) -> MlirAttribute: ...

        def layoutIndexMapAttrComposeOnShape(
            self, outer: MlirAttribute, inner: MlirAttribute, rank: int, shape: ctypes.Array[c_int64] | None
        ) -> MlirAttribute: ...

        def layoutIndexMapAttrInverse(
            self, map: MlirAttribute, rank: int, shape: ctypes.Array[c_int64] | None
        ) -> MlirAttribute: ...

        def layoutIndexMapAttrCanonicalize(
            self, map: MlirAttribute, rank: int, shape: ctypes.Array[c_int64] | None
        ) -> MlirAttribute: ...

        def layoutIndexMapAttrFlatten(
            self, map: MlirAttribute, rank: int, shape: ctypes.Array[c_int64] | None
        ) -> MlirAttribute: ...

        def layoutIndexMapAttrGetPhysicalShape(
            self,
            map: MlirAttribute,
            rank: int,
            shape: ctypes.Array[c_int64] | None,
            extents: ctypes.Array[c_int64] | None,
        ) -> MlirLogicalResult: ...

        def layoutIndexMapAttrForward(
            self,
            map: MlirAttribute,
            rank: int,
            index: ctypes.Array[c_int64] | None,
            physical: ctypes.Array[c_int64] | None,
        ) -> MlirLogicalResult: ...

        def layoutIndexMapAttrBackward(
            self,
            map: MlirAttribute,
            rank: int,
            shape: ctypes.Array[c_int64] | None,
            physical: ctypes.Array[c_int64] | None,
            index: ctypes.Array[c_int64] | None,
        ) -> MlirLogicalResult: ...

        def layoutIndexMapAttrIsEqual(
            self, map: MlirAttribute, other: MlirAttribute, rank: int, shape: ctypes.Array[c_int64] | None
        ) -> LayoutVerdict: ...

        def layoutIndexMapAttrIsBijective(
            self, map: MlirAttribute, rank: int, shape: ctypes.Array[c_int64] | None
        ) -> LayoutVerdict: ...

        def layoutIndexMapAttrIsInjective(
            self, map: MlirAttribute, rank: int, shape: ctypes.Array[c_int64] | None
        ) -> LayoutVerdict: ...

        def layoutIndexMapAttrIsIdentity(
            self, map: MlirAttribute, rank: int, shape: ctypes.Array[c_int64] | None
        ) -> LayoutVerdict: ...

        def layoutIndexMapAttrIsRowMajorReshape(
            self, map: MlirAttribute, rank: int, shape: ctypes.Array[c_int64] | None
        ) -> LayoutVerdict: ...

        def layoutPack(
            self,
            map: MlirAttribute,
            rank: int,
            shape: ctypes.Array[c_int64] | None,
            elementSize: int,
            tensor: int | None,
            strides: ctypes.Array[c_int64] | None,
            padding: int | None,
            buffer: int | None,
        ) -> MlirLogicalResult: ...

        def layoutUnpack(
            self,
            map: MlirAttribute,
            rank: int,
            shape: ctypes.Array[c_int64] | None,
            elementSize: int,
            buffer: int | None,
            tensor: int | None,
            strides: ctypes.Array[c_int64] | None,
        ) -> MlirLogicalResult: ...

        def layoutModuleParse(self, context: MlirContext, source: MlirStringRef, name: MlirStringRef) -> MlirModule: ...

        def layoutPlan(self, module: MlirModule, options: MlirStringRef) -> LayoutReport: ...

        def layoutPlanWithOptions(
            self, module: MlirModule, numOptions: int, options: ctypes.Array[LayoutOption] | None
        ) -> LayoutReport: ...

        def layoutReportPrint(
            self,
            report: LayoutReport,
            format: LayoutReportFormat,
            location: MlirLocation,
            callback: Any,
            userData: int | None,
        ) -> MlirLogicalResult: ...

        def layoutReportDestroy(self, report: LayoutReport) -> None: ...


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
