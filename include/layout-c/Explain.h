/*===- layout-c/Explain.h - C API of explanations -----------------*- C -*-===*\
|*                                                                            *|
|* Part of LayoutMLIR, under the Apache License v2.0 with LLVM Exceptions.    *|
|* See LICENSE for license information.                                       *|
|* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception                    *|
|*                                                                            *|
\*===----------------------------------------------------------------------===*/

#ifndef LAYOUT_C_EXPLAIN_H
#define LAYOUT_C_EXPLAIN_H

#include "mlir-c/IR.h"

#ifdef __cplusplus
extern "C" {
#endif

/// What is asked about a layout, as texts: see tools/docs/explain.md. A text
/// without data (null) says nothing.
typedef struct LayoutQuestion {
  MlirStringRef layout;      ///< in any notation
  MlirStringRef shape;       ///< 1x64x56x56
  MlirStringRef dims;        ///< names of the dims, NCHW
  MlirStringRef hostStrides; ///< 12,1,6
  MlirStringRef elementType; ///< f32 if it is not given
  MlirStringRef to;          ///< another layout
  MlirStringRef at;          ///< the index of an element, 0,3,1,1
  MlirStringRef target;      ///< a name, or a file *.mlir
} LayoutQuestion;

typedef enum LayoutExplanationFormat {
  LayoutExplanationText,
  LayoutExplanationJson,
  LayoutExplanationSvg
} LayoutExplanationFormat;

/// Prints what there is to say about a layout: where elements lie, what is
/// contiguous, padding, other notations; as SVG, a picture of memory.
MLIR_CAPI_EXPORTED MlirLogicalResult
layoutExplain(MlirContext context, LayoutQuestion question,
              LayoutExplanationFormat format, MlirStringCallback callback,
              void *userData);

#ifdef __cplusplus
}
#endif

#endif // LAYOUT_C_EXPLAIN_H
