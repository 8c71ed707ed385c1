//===- TargetReader.h - Reads the description of a device -------*- C++ -*-===//
//
// Part of LayoutMLIR, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LAYOUT_LIB_TARGETS_TARGETREADER_H
#define LAYOUT_LIB_TARGETS_TARGETREADER_H

#include "KeyedMap.h"
#include "layout/Targets/LayoutTarget.h"
#include "layout/Targets/Machine.h"

namespace mlir::layout {

/// Reads the map that stands under "layout" in the specification of `device`.
/// An error names the path of keys to what is wrong.
FailureOr<LayoutTarget>
readLayoutTarget(StringRef device, Attribute description,
                 llvm::function_ref<InFlightDiagnostic()> emitError);

/// Reads what stands under "machine" in the description of a device. Fields
/// that it does not state stay.
LogicalResult takeMachine(KeyedMap &layout, Machine &machine);

/// Parses the text of a registered target, or a file whose name ends in
/// `.mlir`. Errors about the choice are at `loc`.
FailureOr<OwningOpRef<ModuleOp>> parseTarget(Location loc,
                                             StringRef nameOrFile);

} // namespace mlir::layout

#endif // LAYOUT_LIB_TARGETS_TARGETREADER_H
