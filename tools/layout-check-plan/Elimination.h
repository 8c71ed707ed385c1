//===- Elimination.h - The minimum by an order ------------------*- C++ -*-===//
//
// Part of LayoutMLIR, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LAYOUT_CHECK_PLAN_ELIMINATION_H
#define LAYOUT_CHECK_PLAN_ELIMINATION_H

#include "Cost.h"

namespace checkplan {

/// What the cheapest plan costs. The order names every variable by its number,
/// and every net by its number behind those of the variables.
llvm::Expected<Wide> getMinimum(const Problem &problem,
                                const std::vector<int64_t> &order);

} // namespace checkplan

#endif // LAYOUT_CHECK_PLAN_ELIMINATION_H
