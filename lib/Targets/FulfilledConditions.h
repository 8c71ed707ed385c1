//===- FulfilledConditions.h - Whether conditions hold ----------*- C++ -*-===//
//
// Part of LayoutMLIR, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LAYOUT_LIB_TARGETS_FULFILLEDCONDITIONS_H
#define LAYOUT_LIB_TARGETS_FULFILLEDCONDITIONS_H

#include "layout/Targets/Condition.h"
#include "layout/Targets/OpKind.h"
#include "layout/Targets/Preferences.h"

namespace mlir::layout {

/// Whether all conditions hold for a critical op or pooling of `kind`.
bool fulfills(linalg::LinalgOp op, const CriticalOp &critical, OpKind kind,
              const Conditions &conditions);

/// Returns the alternatives of a preference for `kind` whose conditions hold
/// for the op; fallbacks only if there are no others.
SmallVector<Alternative, 1> getAlternatives(const Preference &preference,
                                            linalg::LinalgOp op,
                                            const CriticalOp &critical,
                                            OpKind kind);

} // namespace mlir::layout

#endif // LAYOUT_LIB_TARGETS_FULFILLEDCONDITIONS_H
