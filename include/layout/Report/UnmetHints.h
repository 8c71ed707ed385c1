//===- UnmetHints.h - Layouts that a plan does not give ---------*- C++ -*-===//
//
// Part of LayoutMLIR, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Annotations, targets and options ask for layouts that a plan need not give.
// Those that it does not give stand in the report, with the reason and with
// what the program has instead. What convolutions and matmuls should have is
// not among them: CriticalLayouts.h says it of each.
//
//===----------------------------------------------------------------------===//

#ifndef LAYOUT_REPORT_UNMETHINTS_H
#define LAYOUT_REPORT_UNMETHINTS_H

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/IR/BuiltinOps.h"
#include "llvm/Support/JSON.h"
#include <string>
#include <vector>

namespace mlir::layout {

/// An annotation of a function or an op that asks for a layout of one value, or
/// for options of one op.
struct StatedHint {
  Location location; ///< of the argument, the function or the op
  std::string text;  ///< `layout.prefer = "NHWC"`
};

/// A layout that was asked for and that the plan does not give.
struct UnmetHint {
  Location location; ///< of the value or op; unknown if it is about none
  std::string hint;  ///< `layout.prefer = "NHWC"`, "pooling2d NHWC16c"
  /// Why, and what the program has instead: "the value has no users".
  std::string outcome;
};

/// What an annotation with this name and value reads like in a report.
std::string getHintText(llvm::StringRef name, Attribute value);

/// What the functions of `module`, and of modules in it, and the ops in them
/// ask for by annotations, in program order: of an op with several results once
/// for each of those of which it states a layout. What an op states of a result
/// and holds behind it (HeldLayouts.h) is there once.
std::vector<StatedHint> collectStatedHints(ModuleOp module);
/// What `function` and the ops in it ask for by annotations, in program order.
std::vector<StatedHint> collectStatedHints(func::FuncOp function);

/// Adds an unmet hint for each of `before` that is not in `after`, or that is
/// there less often: the op that stated it, or the result of which it stated
/// it, was removed or replaced.
void addVanishedHints(llvm::ArrayRef<StatedHint> before,
                      llvm::ArrayRef<StatedHint> after,
                      std::vector<UnmetHint> &hints);

/// Prints a line for each hint and outcome.
void printUnmetHints(llvm::ArrayRef<UnmetHint> hints, llvm::raw_ostream &os);

/// Prints an object for each hint and outcome, as elements of an array.
void printUnmetHints(llvm::ArrayRef<UnmetHint> hints,
                     llvm::json::OStream &json);

} // namespace mlir::layout

#endif // LAYOUT_REPORT_UNMETHINTS_H
