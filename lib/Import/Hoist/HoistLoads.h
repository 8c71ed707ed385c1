//===- HoistLoads.h - Loads of marked globals, in callers -------*- C++ -*-===//
//
// Part of LayoutMLIR, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Private to the library. Callers of a public function run what prepares the
// marked globals that it loads (ConstantGlobals.h). Nobody can tell the callers
// of a private function to do so, but their callers, in the end, are public
// functions: a load moves to them.
//
//===----------------------------------------------------------------------===//

#ifndef LAYOUT_LIB_IMPORT_HOIST_HOISTLOADS_H
#define LAYOUT_LIB_IMPORT_HOIST_HOISTLOADS_H

#include "layout/Analysis/CallSites.h"

namespace mlir::layout {

/// Moves loads of globals that are marked `layout.constant` from those of
/// `functions` that are private to the public ones that lead to them. Returns
/// their number.
unsigned hoistLoads(ArrayRef<func::FuncOp> functions, const CallSites &sites);

} // namespace mlir::layout

#endif // LAYOUT_LIB_IMPORT_HOIST_HOISTLOADS_H
