//===- Prices.h - What messages prove ---------------------------*- C++ -*-===//
//
// Part of LayoutMLIR, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// However prices are chosen, no plan costs less than the sum, over variables,
// of the least a label costs with the prices of its layouts and, over nets, of
// the least that rewrites cost less the prices of the layouts at its ports: in
// a plan all prices are paid once and got back once.
//
//===----------------------------------------------------------------------===//

#ifndef LAYOUT_CHECK_PLAN_PRICES_H
#define LAYOUT_CHECK_PLAN_PRICES_H

#include "Cost.h"

namespace checkplan {

/// The sum of the minima, in units of 1 / scale.
struct Minima {
  Wide sum = 0;
  /// Per variable, what every label costs with the prices of its layouts.
  std::vector<std::vector<Wide>> labels;
};

llvm::Expected<Minima> getMinima(const Problem &problem,
                                 const Messages &messages);

/// No plan costs less: one costs a multiple of the unit.
Wide getBound(const Problem &problem, const Messages &messages, Wide sum);

/// Per variable the labels that may be in a plan which costs less than `limit`:
/// any other raises the sum too far.
std::vector<std::vector<int64_t>> getDomains(const Problem &problem,
                                             const Messages &messages,
                                             const Minima &minima, Wide limit);

} // namespace checkplan

#endif // LAYOUT_CHECK_PLAN_PRICES_H
