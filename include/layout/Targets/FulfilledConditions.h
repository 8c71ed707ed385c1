//===- FulfilledConditions.h - Whether conditions hold ----------*- C++ -*-===//
//
// Part of LayoutMLIR, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LAYOUT_TARGETS_FULFILLEDCONDITIONS_H
#define LAYOUT_TARGETS_FULFILLEDCONDITIONS_H

#include "layout/Targets/Condition.h"
#include "layout/Targets/OpKind.h"

namespace mlir::layout {

/// Whether all conditions hold for a critical op or pooling of `kind`.
bool fulfills(linalg::LinalgOp op, const CriticalOp &critical, OpKind kind,
              const Conditions &conditions);

} // namespace mlir::layout

#endif // LAYOUT_TARGETS_FULFILLEDCONDITIONS_H
