//===- LayoutRuleInterface.cpp - Ops that say their layout rule -----------===//
//
// Part of LayoutMLIR, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "layout/Interfaces/LayoutRuleInterface.h"
#include "layout/Interfaces/LinalgRule.h"
#include "mlir/IR/DialectInterface.h"

using namespace mlir;
using namespace mlir::layout;

#include "layout/Interfaces/LayoutRuleInterface.cpp.inc"

namespace {
/// The callbacks of a context, kept by our dialect there.
class Callbacks : public DialectInterface::Base<Callbacks> {
public:
  MLIR_DEFINE_EXPLICIT_INTERNAL_INLINE_TYPE_ID(Callbacks)

  explicit Callbacks(Dialect *dialect) : Base(dialect) {}

  static Callbacks *find(MLIRContext *context) {
    Dialect *dialect = context->getLoadedDialect("layout");
    return dialect ? dialect->getRegisteredInterface<Callbacks>() : nullptr;
  }

  SmallVector<LayoutRuleCallback> list;
};
} // namespace

void layout::registerLayoutRuleCallback(MLIRContext *context,
                                        LayoutRuleCallback callback) {
  Dialect *dialect = context->getOrLoadDialect("layout");
  if (!Callbacks::find(context))
    dialect->addInterface(std::make_unique<Callbacks>(dialect));
  Callbacks::find(context)->list.push_back(std::move(callback));
}

/// What the callbacks say of an op; fails if they say nothing.
static FailureOr<std::optional<LayoutRule>> askCallbacks(Operation *op) {
  Callbacks *callbacks = Callbacks::find(op->getContext());
  if (!callbacks || !isa<LayoutRuleOpInterface, linalg::LinalgOp>(op))
    return failure();
  for (const LayoutRuleCallback &callback : llvm::reverse(callbacks->list)) {
    FailureOr<std::optional<LayoutRule>> rule = callback(op);
    if (succeeded(rule))
      return rule;
  }
  return failure();
}

FailureOr<std::optional<LayoutRule>> layout::getStatedRule(Operation *op) {
  // Nothing is gained by moving tensors without elements.
  auto isEmpty = [](Type type) {
    auto tensor = dyn_cast<RankedTensorType>(type);
    return tensor && llvm::is_contained(tensor.getShape(), 0);
  };
  if (llvm::any_of(op->getOperandTypes(), isEmpty) ||
      llvm::any_of(op->getResultTypes(), isEmpty))
    return std::optional<LayoutRule>();
  FailureOr<std::optional<LayoutRule>> said = askCallbacks(op);
  if (succeeded(said))
    return said;
  if (auto self = dyn_cast<LayoutRuleOpInterface>(op))
    return self.getLayoutRule();
  return failure();
}

std::optional<LayoutRule> layout::getLayoutRule(Operation *op) {
  FailureOr<std::optional<LayoutRule>> stated = getStatedRule(op);
  if (succeeded(stated))
    return std::move(*stated);
  if (auto structured = dyn_cast<linalg::LinalgOp>(op))
    return getLinalgRule(structured);
  return std::nullopt;
}

RankedTensorType layout::getPhysicalType(RankedTensorType type,
                                         ArrayRef<MixedRadix> layout) {
  SmallVector<int64_t> shape;
  for (const MixedRadix &list : layout)
    shape.push_back(getExtent(list));
  return type.clone(shape);
}
