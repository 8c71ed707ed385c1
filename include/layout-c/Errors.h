/*===- layout-c/Errors.h - Codes of errors ------------------------*- C -*-===*\
|*                                                                            *|
|* Part of LayoutMLIR, under the Apache License v2.0 with LLVM Exceptions.    *|
|* See LICENSE for license information.                                       *|
|* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception                    *|
|*                                                                            *|
|*===----------------------------------------------------------------------===*|
|*                                                                            *|
|* A function that fails emits an error, whose text is for people and may     *|
|* change. Its code tells a program what is wrong.                            *|
|*                                                                            *|
\*===----------------------------------------------------------------------===*/

#ifndef LAYOUT_C_ERRORS_H
#define LAYOUT_C_ERRORS_H

#include "mlir-c/Diagnostics.h"

#ifdef __cplusplus
extern "C" {
#endif

/// The kind of an error. Codes keep their numbers; new codes go to the end.
typedef enum LayoutErrorCode {
  /// The diagnostic is not an error of a function of this API.
  LayoutErrorOther = 0,
  /// A text is a layout in no notation. The location has the column of the
  /// mistake, if it is at one.
  LayoutErrorSyntax = 1,
  /// A text is a layout, but says where elements lie only for a tensor whose
  /// shape is given.
  LayoutErrorNeedsShape = 2,
  /// A layout does not fit what is given with it: names of dims, a shape, an
  /// index, strides or another map. The number of dims differs, two elements of
  /// the shape would have the same place, or there would be too many places.
  LayoutErrorMismatch = 3,
  /// A map has no inverse on the shape, or none that is known.
  LayoutErrorNoInverse = 4,
  /// A place is padding: it holds no element.
  LayoutErrorPadding = 5,
  /// A notation cannot express a layout, or a picture cannot show it.
  LayoutErrorInexpressible = 6,
  /// A name or a number is none of those that are allowed, such as the name of
  /// a notation, an element type, or the index of an element. `layoutExplain`
  /// gives it to all that it is asked and that does not fit.
  LayoutErrorArgument = 7,
  /// A text or bytecode is no program.
  LayoutErrorProgram = 8,
  /// The planner has no such option or target, or the option no such value in
  /// its list. What a pass reads, such as preferences or files, is
  /// LayoutErrorPlanning.
  LayoutErrorOption = 9,
  /// The program cannot be planned with these options, or a pass cannot read
  /// one of them. The location is that of the operation that is in the way, if
  /// there is one.
  LayoutErrorPlanning = 10,
  /// This build or this machine lacks what a format of reports takes.
  LayoutErrorUnavailable = 11
} LayoutErrorCode;

/// The code of an error. Diagnostics of other severities, and those that no
/// function of this API has emitted, have LayoutErrorOther.
MLIR_CAPI_EXPORTED LayoutErrorCode
layoutDiagnosticGetErrorCode(MlirDiagnostic diagnostic);

#ifdef __cplusplus
}
#endif

#endif // LAYOUT_C_ERRORS_H
