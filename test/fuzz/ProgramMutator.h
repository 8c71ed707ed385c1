//===- ProgramMutator.h - Random changes of MLIR programs -------*- C++ -*-===//
//
// Part of LayoutMLIR, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// An input is a program whose first line may name passes in a comment:
//
//   // layout-freeze{target=nhwc},layout-flow
//
// The program itself is text or bytecode. Changes of the parsed program keep
// most inputs valid, which changes of bytes would not.
//
//===----------------------------------------------------------------------===//

#ifndef LAYOUT_TEST_FUZZ_PROGRAMMUTATOR_H
#define LAYOUT_TEST_FUZZ_PROGRAMMUTATOR_H

#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/OwningOpRef.h"
#include <random>
#include <string>
#include <utility>

namespace fuzzchecks {

/// Splits an input into the passes of its first line, or an empty string, and
/// the program.
std::pair<llvm::StringRef, llvm::StringRef> splitInput(llvm::StringRef input);

bool isBytecode(llvm::StringRef program);

/// Parses a program, which need not be valid; null if it has a syntax error.
/// The diagnostics are dropped.
mlir::OwningOpRef<mlir::ModuleOp> parseUnverified(llvm::StringRef program,
                                                  mlir::MLIRContext *context);

/// Whether upstream's verifier accepts a program, and does not crash on it.
/// Prints why not.
bool isValid(mlir::ModuleOp module);

std::string toText(mlir::ModuleOp module);
std::string toBytecode(mlir::ModuleOp module);

class ProgramMutator {
public:
  ProgramMutator(mlir::MLIRContext *context, unsigned seed)
      : context(context), random(seed) {}

  /// Returns an input that differs in a few places.
  std::string mutate(llvm::StringRef input);

  /// Returns the passes of one of two inputs and the functions of both.
  std::string cross(llvm::StringRef first, llvm::StringRef second);

private:
  unsigned draw(size_t count) { return random() % count; }
  template <typename Range>
  auto &pick(Range &&range) {
    return *std::next(range.begin(), draw(range.size()));
  }

  std::string drawPasses();
  std::string drawPass();
  void changePasses(std::string &passes);

  std::string mutateText(std::string text);
  void changeNumber(std::string &text);
  void changeElementType(std::string &text);
  void changeLine(std::string &text);

  void mutateModule(mlir::ModuleOp module);
  void dropOp(mlir::Operation *op);
  void cloneOp(mlir::Operation *op);
  void changeOperand(mlir::Operation *op);
  void changeAttribute(mlir::Operation *op);
  void addAttribute(mlir::Operation *op);
  mlir::Value drawValue(mlir::Operation *before, mlir::Type type);

  mlir::MLIRContext *context;
  std::minstd_rand random;
};

} // namespace fuzzchecks

#endif // LAYOUT_TEST_FUZZ_PROGRAMMUTATOR_H
