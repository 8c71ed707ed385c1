//===- NestedPipeline.h - Passes that a pass runs in turn -------*- C++ -*-===//
//
// Part of LayoutMLIR, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LAYOUT_LIB_REPORT_NESTEDPIPELINE_H
#define LAYOUT_LIB_REPORT_NESTEDPIPELINE_H

#include "mlir/IR/BuiltinOps.h"
#include "mlir/Pass/PassManager.h"
#include <optional>

namespace mlir::layout {

/// A pipeline that is an option of a pass: it comes from C++, where its passes
/// need not be registered, or is parsed from the text of the option.
class NestedPipeline {
public:
  NestedPipeline() = default;
  explicit NestedPipeline(OpPassManager passes) : passes(std::move(passes)) {}

  /// For Pass::getDependentDialects, which runs before `initialize`. A text
  /// that cannot be parsed has no dialects.
  void getDependentDialects(DialectRegistry &registry, StringRef text) const;
  /// Parses `text`, the value of `option`, unless the passes come from C++ or
  /// the text is empty. What is wrong with it, `verify` says.
  void initialize(StringRef option, StringRef text);
  /// Emits an error at the module if the option is no pipeline on modules.
  /// (`Pass::initialize` has no program at which to say so.)
  LogicalResult verify(ModuleOp module) const;

  /// Whether there are passes.
  explicit operator bool() const { return passes.has_value(); }
  /// The passes, which work on modules; none if the option is empty.
  OpPassManager get() const;

private:
  std::optional<OpPassManager> passes;
  std::string error; ///< what is wrong with the option; nothing is if empty
};

} // namespace mlir::layout

#endif // LAYOUT_LIB_REPORT_NESTEDPIPELINE_H
