//===- Bound.h - What a plan costs, and at least ----------------*- C++ -*-===//
//
// Part of the layout project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LAYOUT_CHECK_PLAN_BOUND_H
#define LAYOUT_CHECK_PLAN_BOUND_H

#include "Files.h"

namespace checkplan {

/// What the labels cost, with what each net is rewritten to; an error where the
/// plan says otherwise.
llvm::Error checkCost(const Problem &problem, const Plan &plan);

/// An error unless the messages prove that no plan costs less than the bound.
llvm::Error checkBound(const Problem &problem, const Plan &plan);

} // namespace checkplan

#endif // LAYOUT_CHECK_PLAN_BOUND_H
