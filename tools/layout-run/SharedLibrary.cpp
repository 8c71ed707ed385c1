//===- SharedLibrary.cpp - Linking shared libraries -----------------------===//
//
// Part of LayoutMLIR, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "SharedLibrary.h"

#include "Support/ExternalProgram.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/Program.h"

namespace mlir::layout::run {

static llvm::Expected<std::string> findDriver() {
  for (StringRef name : {"cc", "clang", "gcc"})
    if (llvm::ErrorOr<std::string> path = llvm::sys::findProgramByName(name))
      return *path;
  return llvm::createStringError("requires a C compiler to link a shared "
                                 "library, found none of cc, clang and gcc in "
                                 "PATH");
}

llvm::Expected<std::unique_ptr<llvm::MemoryBuffer>>
linkSharedLibrary(StringRef object, bool usesOpenMP) {
  llvm::Expected<std::string> driver = findDriver();
  if (!driver)
    return driver.takeError();
  auto getArguments = [&](StringRef input, StringRef output) {
    // A library that lacks a symbol would fail only when it is loaded.
    std::vector<std::string> arguments = {
        *driver, "-shared",    "-Wl,--no-undefined",
        "-o",    output.str(), input.str()};
    if (usesOpenMP) {
      arguments.push_back(LAYOUT_OPENMP);
      arguments.push_back(
          ("-Wl,-rpath," + llvm::sys::path::parent_path(LAYOUT_OPENMP)).str());
    }
    arguments.push_back("-lm");
    return arguments;
  };
  return convertFile(object, "o", "so", "linking with " + *driver,
                     getArguments);
}

} // namespace mlir::layout::run
