/*===- layout-c/Dialect.h - C API of the dialect and its passes ---*- C -*-===*\
|*                                                                            *|
|* Part of LayoutMLIR, under the Apache License v2.0 with LLVM Exceptions.    *|
|* See LICENSE for license information.                                       *|
|* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception                    *|
|*                                                                            *|
|*===----------------------------------------------------------------------===*|
|*                                                                            *|
|* The C API of this project lies on top of MLIR's (`mlir-c`). The library    *|
|* libLayoutMLIRCAPI.so has both, so that a program links it alone.           *|
|*                                                                            *|
|* Conventions, besides those of `mlir-c`:                                    *|
|*   - Nothing aborts on what a user writes. A function that fails emits an   *|
|*     error to the diagnostic handlers of the context                        *|
|*     (mlirContextAttachDiagnosticHandler), which print it unless one is     *|
|*     attached, and returns a null handle or a failure. The error has a      *|
|*     code (layout-c/Errors.h).                                              *|
|*   - Index maps are attributes, which their context owns: only what a       *|
|*     function with `Destroy` in its name takes has to be destroyed.         *|
|*   - Shapes and indices are arrays of int64_t; shapes are static unless     *|
|*     said otherwise.                                                        *|
|*                                                                            *|
\*===----------------------------------------------------------------------===*/

#ifndef LAYOUT_C_DIALECT_H
#define LAYOUT_C_DIALECT_H

#include "mlir-c/IR.h"
#include "mlir-c/RegisterEverything.h"

#ifdef __cplusplus
extern "C" {
#endif

MLIR_DECLARE_CAPI_DIALECT_REGISTRATION(Layout, layout);

/// Adds the dialect and what it needs of upstream's dialects; these are the
/// caller's to add, as by mlirRegisterAllDialects.
MLIR_CAPI_EXPORTED void layoutRegisterAllDialects(MlirDialectRegistry registry);

/// Adds the passes and pipelines to the registry of textual pipelines. May be
/// called more than once.
MLIR_CAPI_EXPORTED void layoutRegisterAllPasses(void);

/// The version of this project, such as "0.1.0".
MLIR_CAPI_EXPORTED MlirStringRef layoutGetVersion(void);

#ifdef __cplusplus
}
#endif

#endif // LAYOUT_C_DIALECT_H
