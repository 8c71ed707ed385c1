//===- Debug.cpp - Debug output and statistics ----------------------------===//
//
// Part of LayoutMLIR, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "layout/Support/Debug.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/CommandLine.h"
#include "llvm/Support/raw_ostream.h"
#include <string>
#include <vector>

using namespace mlir;

#ifdef NDEBUG

/// The values of the two options.
static bool isEverythingEnabled = false;
static std::vector<std::string> &getEnabledTypes() {
  static std::vector<std::string> types;
  return types;
}

void layout::registerDebugOptions() {
  // LLVM registers options of these names if it was built with assertions.
  if (llvm::cl::getRegisteredOptions().contains("debug-only"))
    return;
  static llvm::cl::opt<bool, true> debug(
      "debug", llvm::cl::desc("Print debug output of the layout passes"),
      llvm::cl::Hidden, llvm::cl::location(isEverythingEnabled));
  static llvm::cl::list<std::string, std::vector<std::string>> debugOnly(
      "debug-only",
      llvm::cl::desc("Print debug output of these types, such as layout-flow"),
      llvm::cl::Hidden, llvm::cl::CommaSeparated, llvm::cl::value_desc("types"),
      llvm::cl::location(getEnabledTypes()));
}

bool layout::isDebugEnabled(llvm::StringRef type) {
  return isEverythingEnabled || llvm::is_contained(getEnabledTypes(), type);
}

#else

void layout::registerDebugOptions() {}

bool layout::isDebugEnabled(llvm::StringRef type) {
  return llvm::DebugFlag && llvm::isCurrentDebugType(type.data());
}

#endif // NDEBUG

void layout::printStatistics() {
#if !LLVM_ENABLE_STATS
  if (!llvm::AreStatisticsEnabled())
    return;
  llvm::PrintStatistics(*llvm::CreateInfoOutputFile());
  // At exit LLVM would say on the same stream that it has no statistics.
  auto &options = llvm::cl::getRegisteredOptions();
  if (auto found = options.find("info-output-file"); found != options.end())
    found->second->addOccurrence(0, "info-output-file", "/dev/null");
#endif
}
