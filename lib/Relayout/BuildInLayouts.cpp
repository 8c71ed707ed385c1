//===- BuildInLayouts.cpp - Builds ops in other layouts -------------------===//
//
// Part of LayoutMLIR, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "BuildInLayouts.h"
#include "LoopRelayout.h"
#include "layout/Dialect/LayoutAttributes.h"
#include "layout/Interfaces/LayoutRuleInterface.h"
#include "llvm/ADT/SetVector.h"
#include "llvm/Support/FormatVariadic.h"
#include "llvm/Support/Threading.h"

using namespace mlir;
using namespace mlir::layout;

namespace {
/// Collects the ops that are created as long as it lives.
class CreatedOps : public RewriterBase::ForwardingListener {
public:
  explicit CreatedOps(RewriterBase &rewriter)
      : ForwardingListener(rewriter.getListener()), rewriter(rewriter),
        before(rewriter.getListener()) {
    rewriter.setListener(this);
  }
  ~CreatedOps() override { rewriter.setListener(before); }

  void notifyOperationInserted(Operation *op,
                               RewriterBase::InsertPoint previous) override {
    ForwardingListener::notifyOperationInserted(op, previous);
    ops.insert(op);
  }
  void notifyOperationErased(Operation *op) override {
    ForwardingListener::notifyOperationErased(op);
    ops.remove(op);
  }

  bool contains(Operation *op) const { return ops.contains(op); }
  ArrayRef<Operation *> get() const { return ops.getArrayRef(); }

private:
  RewriterBase &rewriter;
  OpBuilder::Listener *before;
  llvm::SetVector<Operation *> ops;
};
} // namespace

/// Whether the invariants of `op` itself hold. If not, sets `reason` to the
/// first error, which is not emitted. The generic verifier would check
/// dominance as well, which takes as long as the function is.
static LogicalResult verifyQuietly(Operation *op, std::string &reason) {
  // Other threads may emit diagnostics at the same time.
  uint64_t thread = llvm::get_threadid();
  ScopedDiagnosticHandler handler(
      op->getContext(), [&](Diagnostic &diagnostic) {
        if (llvm::get_threadid() != thread ||
            diagnostic.getSeverity() != DiagnosticSeverity::Error)
          return failure();
        if (reason.empty())
          reason = diagnostic.str();
        return success();
      });
  return success(succeeded(op->getName().verifyInvariants(op)) &&
                 succeeded(op->getName().verifyRegionInvariants(op)));
}

/// Whether the tensors of an elementwise op have one shape. Verifiers take
/// `tensor<3x?xf32>` and `tensor<?x3xf32>` for shapes that may be equal at run
/// time; here they are layouts that differ, and most such ops print one type.
static bool hasOneShape(Operation *op) {
  if (!op->hasTrait<OpTrait::Elementwise>() &&
      !op->hasTrait<OpTrait::SameOperandsAndResultShape>() &&
      !op->hasTrait<OpTrait::SameOperandsAndResultType>())
    return true;
  SmallVector<ArrayRef<int64_t>> shapes;
  for (TypeRange types :
       {TypeRange(op->getOperandTypes()), TypeRange(op->getResultTypes())})
    for (Type type : types)
      if (auto tensor = dyn_cast<RankedTensorType>(type))
        shapes.push_back(tensor.getShape());
  return llvm::all_equal(shapes);
}

/// Returns `value` as it is called in an error: its type, or that there is none
/// or one of the op itself.
static std::string getFound(Operation *op, Value value) {
  if (!value)
    return "none";
  std::string text;
  llvm::raw_string_ostream stream(text);
  if (value.getDefiningOp() == op)
    stream << "its own result " << cast<OpResult>(value).getResultNumber();
  else
    stream << value.getType();
  return text;
}

/// Whether `built` are results of `op` in the layouts `layouts` of its ports.
static LogicalResult checkResults(Operation *op,
                                  ArrayRef<MixedRadixMap> layouts,
                                  ArrayRef<Value> built, std::string &reason) {
  if (built.size() != op->getNumResults()) {
    reason = llvm::formatv("requires 'applyLayouts' to build {0} results, "
                           "found {1}",
                           op->getNumResults(), built.size());
    return failure();
  }
  for (auto [number, result, value] :
       llvm::enumerate(op->getResults(), built)) {
    Type required = result.getType();
    if (auto type = dyn_cast<RankedTensorType>(required))
      required = getPhysicalType(type, layouts[op->getNumOperands() + number]);
    if (value && value.getType() == required && value.getDefiningOp() != op)
      continue;
    llvm::raw_string_ostream(reason)
        << "requires 'applyLayouts' to build result " << number << " as "
        << required << ", found " << getFound(op, value);
    return failure();
  }
  return success();
}

/// Whether the ops that were created are valid.
static LogicalResult checkCreatedOps(ArrayRef<Operation *> ops,
                                     std::string &reason) {
  for (Operation *op : ops) {
    std::string error;
    bool isValid = succeeded(verifyQuietly(op, error));
    if (isValid && hasOneShape(op))
      continue;
    if (isValid)
      error = llvm::formatv("'{0}' op requires the same shape for all operands "
                            "and results",
                            op->getName());
    reason =
        "requires 'applyLayouts' to build valid ops, found an error: " + error;
    return failure();
  }
  return success();
}

/// Lets an op build itself, and checks what it builds.
static FailureOr<SmallVector<Value>>
buildItself(RewriterBase &rewriter, LayoutRuleOpInterface op,
            ArrayRef<MixedRadixMap> layouts, ValueRange operands,
            BuildRefusal &refusal) {
  CreatedOps created(rewriter);
  SmallVector<Value> built = op.applyLayouts(rewriter, layouts, operands);
  refusal.isBroken = !built.empty();
  if (failed(checkResults(op, layouts, built, refusal.reason)))
    return failure();
  for (Value value : built)
    if (Operation *producer = value.getDefiningOp();
        producer && created.contains(producer))
      // A copied rule, and copied options, are those of the other layouts.
      for (StringRef name : {LayoutDialect::kRule, LayoutDialect::kOpLayout,
                             LayoutDialect::kPrefer, LayoutDialect::kDecision})
        producer->removeDiscardableAttr(name);
  // All parts of the op run where it does.
  if (Attribute device = op->getAttr(LayoutDialect::kDevice))
    for (Operation *part : created.get())
      part->setAttr(LayoutDialect::kDevice, device);
  if (failed(checkCreatedOps(created.get(), refusal.reason)))
    return failure();
  return built;
}

FailureOr<SmallVector<Value>>
layout::applyLayouts(RewriterBase &rewriter, Operation *op,
                     ArrayRef<MixedRadixMap> layouts, ValueRange operands,
                     BuildRefusal &refusal) {
  auto structured = dyn_cast<linalg::LinalgOp>(op);
  if (!structured)
    return buildItself(rewriter, cast<LayoutRuleOpInterface>(op), layouts,
                       operands, refusal);
  FailureOr<LoopRelayout> relayout = getLoopRelayout(
      structured, getOperandLayouts(structured, layouts), refusal.reason);
  if (failed(relayout))
    return failure();
  return SmallVector<Value>(
      rebuild(rewriter, structured, *relayout, operands)->getResults());
}
