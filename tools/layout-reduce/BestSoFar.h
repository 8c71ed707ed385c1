//===- BestSoFar.h - The smallest program until now -------------*- C++ -*-===//
//
// Part of LayoutMLIR, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Upstream's reduction passes change the program when they are done, and show
// nothing of it before but the files that they hand to the test of the user. A
// script in front of that test keeps the smallest file which it has found
// interesting.
//
//===----------------------------------------------------------------------===//

#ifndef LAYOUT_REDUCE_BESTSOFAR_H
#define LAYOUT_REDUCE_BESTSOFAR_H

#include "mlir/Pass/PassManager.h"
#include "llvm/Support/Error.h"
#include <string>

namespace mlir::layout {

/// Writes the smallest program so far when this process is stopped. At most one
/// exists at a time.
class BestSoFar {
public:
  /// `output` is where the program is written, `-` for standard output.
  explicit BestSoFar(std::string output) : output(std::move(output)) {}
  /// Removes the files that `watch` has made.
  ~BestSoFar();
  BestSoFar(const BestSoFar &) = delete;
  BestSoFar &operator=(const BestSoFar &) = delete;

  /// Puts the script in front of the tests of all reduction passes, and waits
  /// for SIGINT and SIGTERM in a thread. When one comes, the program is written
  /// and the process ends with 128 plus the number of the signal.
  llvm::Error watch(PassManager &manager);

private:
  llvm::Error wrapTest(Pass &pass);
  [[noreturn]] void stop(int signal);

  std::string output;
  /// The folder of the scripts and of the program that is kept.
  SmallString<128> folder;
  unsigned numScripts = 0;
};

} // namespace mlir::layout

#endif // LAYOUT_REDUCE_BESTSOFAR_H
