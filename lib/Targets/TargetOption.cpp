//===- TargetOption.cpp - Targets in the help of a tool -------------------===//
//
// Part of LayoutMLIR, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "layout/Targets/TargetOption.h"
#include "layout/Targets/LayoutTarget.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/Allocator.h"
#include "llvm/Support/StringSaver.h"
#include <mutex>

using namespace mlir;
using namespace mlir::layout;

StringRef layout::describeTargetOption(StringRef meaning) {
  // Passes are made on any thread, and each one makes its options again.
  static std::mutex mutex;
  static llvm::BumpPtrAllocator allocator;
  static llvm::UniqueStringSaver saver(allocator);
  std::string text =
      (meaning + ": " + llvm::join(getLayoutTargetNames(), ", ") +
       ", or a file *.mlir")
          .str();
  std::lock_guard<std::mutex> lock(mutex);
  return saver.save(text);
}
