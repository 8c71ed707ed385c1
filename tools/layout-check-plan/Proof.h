//===- Proof.h - Does a proof prove its bound -------------------*- C++ -*-===//
//
// Part of LayoutMLIR, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LAYOUT_CHECK_PLAN_PROOF_H
#define LAYOUT_CHECK_PLAN_PROOF_H

#include "Files.h"

namespace checkplan {

/// An error unless the proof of the plan proves that none costs less than the
/// bound it names.
llvm::Error checkBound(const Problem &problem, const Plan &plan);

} // namespace checkplan

#endif // LAYOUT_CHECK_PLAN_PROOF_H
