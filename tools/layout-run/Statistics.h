//===- Statistics.h - Medians, and times as text ----------------*- C++ -*-===//
//
// Part of LayoutMLIR, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LAYOUT_RUN_STATISTICS_H
#define LAYOUT_RUN_STATISTICS_H

#include <string>
#include <vector>

namespace mlir::layout::run {

/// The upper median of one or more values.
double getMedian(std::vector<double> values);

/// "1.234 ms" of 0.001234, with s, ms or us.
std::string getTimeText(double seconds);

} // namespace mlir::layout::run

#endif // LAYOUT_RUN_STATISTICS_H
