//===- Cost.h - What plans and rewrites cost --------------------*- C++ -*-===//
//
// Part of LayoutMLIR, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LAYOUT_CHECK_PLAN_COST_H
#define LAYOUT_CHECK_PLAN_COST_H

#include "Files.h"
#include "llvm/ADT/Twine.h"

namespace checkplan {

/// Sums of products of what files hold.
using Wide = __int128;

/// Of more layouts that the uses of a net want sets are not looked at.
constexpr unsigned mostWanted = 10;

inline llvm::Error reject(const llvm::Twine &why) {
  return llvm::createStringError(why);
}

Wide getRewrite(const Net &net, int64_t from, int64_t to);

/// What all costs are multiples of, at least 1.
Wide getUnit(const Problem &problem);

/// An error unless the labels cost what the plan says, and each net is
/// rewritten to what it says.
llvm::Error checkCost(const Problem &problem, const Plan &plan);

} // namespace checkplan

#endif // LAYOUT_CHECK_PLAN_COST_H
