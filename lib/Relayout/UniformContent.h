//===- UniformContent.h - Values with equal elements ------------*- C++ -*-===//
//
// Part of LayoutMLIR, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LAYOUT_LIB_RELAYOUT_UNIFORMCONTENT_H
#define LAYOUT_LIB_RELAYOUT_UNIFORMCONTENT_H

#include "layout/Interfaces/PadContent.h"

namespace mlir::layout {

/// The value of all elements of a rematerializable `value`
/// (LoopRelayout.h): unknown if it is none that is known at compile time, and
/// poison if the value has no data.
PadContent getUniformContent(Value value);

} // namespace mlir::layout

#endif // LAYOUT_LIB_RELAYOUT_UNIFORMCONTENT_H
