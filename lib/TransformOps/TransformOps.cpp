//===- TransformOps.cpp - Layouts in schedules ----------------------------===//
//
// Part of LayoutMLIR, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "layout/TransformOps/TransformOps.h"
#include "BufferLayouts/BufferLayouts.h"
#include "Relayout/OpLayout.h"
#include "Relayout/Relayout.h"
#include "layout/BufferLayouts/RelayoutBuffer.h"
#include "layout/Dialect/Layout.h"
#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Complex/IR/Complex.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Transform/IR/TransformDialect.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"

#define GET_OP_CLASSES
#include "layout/TransformOps/TransformOps.cpp.inc"

using namespace mlir;
using namespace mlir::transform;

DiagnosedSilenceableFailure
ApplyBufferLayoutsOp::apply(TransformRewriter &rewriter,
                            TransformResults &results, TransformState &state) {
  SmallVector<Operation *> modules, loops;
  for (Operation *target : state.getPayloadOps(getTarget())) {
    auto module = dyn_cast<ModuleOp>(target);
    if (!module)
      return emitDefiniteFailure()
             << "requires a module, found '" << target->getName() << "'";
    FailureOr<SmallVector<Operation *>> made = layout::applyBufferLayouts(
        module,
        getAllFunctions() ? layout::BufferFunctions::All
                          : layout::BufferFunctions::Private,
        getPhysicalOrder() ? layout::LoopOrder::Physical
                           : layout::LoopOrder::Keep);
    if (failed(made))
      return emitDefiniteFailure()
             << "requires a module to which the layouts can be applied";
    modules.push_back(module);
    llvm::append_range(loops, *made);
  }
  results.set(cast<OpResult>(getTransformed()), modules);
  results.set(cast<OpResult>(getLoops()), loops);
  return DiagnosedSilenceableFailure::success();
}

void ApplyBufferLayoutsOp::getEffects(
    SmallVectorImpl<MemoryEffects::EffectInstance> &effects) {
  consumesHandle(getTargetMutable(), effects);
  producesHandle(getOperation()->getOpResults(), effects);
  modifiesPayload(effects);
}

//===----------------------------------------------------------------------===//
// Relayouts on request
//===----------------------------------------------------------------------===//

DiagnosedSilenceableFailure RelayoutValueOp::apply(TransformRewriter &rewriter,
                                                   TransformResults &results,
                                                   TransformState &state) {
  SmallVector<Value> physical, logical;
  for (Value value : state.getPayloadValues(getTarget())) {
    std::string reason;
    FailureOr<layout::ValueRelayout> relayout =
        layout::relayoutValue(rewriter, value, getLayout(), reason);
    if (failed(relayout))
      return emitSilenceableError() << reason;
    physical.push_back(relayout->physical);
    logical.push_back(relayout->logical);
  }
  results.setValues(cast<OpResult>(getPhysical()), physical);
  results.setValues(cast<OpResult>(getLogical()), logical);
  return DiagnosedSilenceableFailure::success();
}

void RelayoutValueOp::getEffects(
    SmallVectorImpl<MemoryEffects::EffectInstance> &effects) {
  onlyReadsHandle(getTargetMutable(), effects);
  producesHandle(getOperation()->getOpResults(), effects);
  modifiesPayload(effects);
}

DiagnosedSilenceableFailure RelayoutOpOp::apply(TransformRewriter &rewriter,
                                                TransformResults &results,
                                                TransformState &state) {
  SmallVector<Operation *> rebuilt;
  for (Operation *op : llvm::to_vector(state.getPayloadOps(getTarget()))) {
    std::string reason;
    FailureOr<Operation *> other = failure();
    if (succeeded(layout::verifyLayoutOption(op, getLayout(), reason)))
      other = layout::applyOpLayout(rewriter, op, getLayout(), reason);
    if (failed(other))
      return emitSilenceableError() << reason;
    (*other)->setAttr(layout::LayoutDialect::kFrozen, rewriter.getUnitAttr());
    rebuilt.push_back(*other);
  }
  results.set(cast<OpResult>(getTransformed()), rebuilt);
  return DiagnosedSilenceableFailure::success();
}

void RelayoutOpOp::getEffects(
    SmallVectorImpl<MemoryEffects::EffectInstance> &effects) {
  consumesHandle(getTargetMutable(), effects);
  producesHandle(getOperation()->getOpResults(), effects);
  modifiesPayload(effects);
}

DiagnosedSilenceableFailure RelayoutLoopsOp::apply(TransformRewriter &rewriter,
                                                   TransformResults &results,
                                                   TransformState &state) {
  SmallVector<Operation *> rebuilt;
  for (Operation *op : llvm::to_vector(state.getPayloadOps(getTarget()))) {
    auto structured = dyn_cast<linalg::LinalgOp>(op);
    if (!structured)
      return emitSilenceableError()
             << "requires a structured op, found '" << op->getName() << "'";
    std::string reason;
    FailureOr<linalg::LinalgOp> other = layout::relayoutLoops(
        rewriter, structured, getMap().getIndexMap(), reason);
    if (failed(other))
      return emitSilenceableError() << reason;
    rebuilt.push_back(*other);
  }
  results.set(cast<OpResult>(getTransformed()), rebuilt);
  return DiagnosedSilenceableFailure::success();
}

void RelayoutLoopsOp::getEffects(
    SmallVectorImpl<MemoryEffects::EffectInstance> &effects) {
  consumesHandle(getTargetMutable(), effects);
  producesHandle(getOperation()->getOpResults(), effects);
  modifiesPayload(effects);
}

/// Applies the map to the buffer, and collects the errors that this emits.
static FailureOr<layout::BufferRelayout>
relayout(RelayoutBufferOp op, Value buffer, OpBuilder::Listener *listener,
         SmallVectorImpl<Diagnostic> &errors) {
  ScopedDiagnosticHandler handler(op.getContext(), [&](Diagnostic &diagnostic) {
    if (diagnostic.getSeverity() != DiagnosticSeverity::Error)
      return failure();
    errors.push_back(std::move(diagnostic));
    return success();
  });
  layout::BufferRelayoutOptions options;
  if (op.getAllFunctions())
    options.functions = layout::BufferFunctions::All;
  if (op.getPhysicalOrder())
    options.order = layout::LoopOrder::Physical;
  options.padValue = op.getPadValueAttr();
  options.listener = listener;
  return layout::relayoutBuffer(buffer, op.getMap().getIndexMap(), options);
}

DiagnosedSilenceableFailure RelayoutBufferOp::apply(TransformRewriter &rewriter,
                                                    TransformResults &results,
                                                    TransformState &state) {
  auto buffers = llvm::to_vector(state.getPayloadValues(getTarget()));
  if (buffers.size() != 1)
    return emitSilenceableError()
           << "requires one buffer, found " << buffers.size();
  SmallVector<Diagnostic> errors;
  FailureOr<layout::BufferRelayout> relayouted =
      relayout(*this, buffers.front(), rewriter.getListener(), errors);
  if (failed(relayouted)) {
    if (errors.empty())
      return emitDefiniteFailure()
             << "requires a buffer that can have " << getMap();
    errors.back().attachNote(getLoc()) << "this op requires it";
    return DiagnosedSilenceableFailure::silenceableFailure(std::move(errors));
  }
  SmallVector<Attribute> groups;
  for (ArrayRef<int64_t> group : relayouted->groups)
    groups.push_back(rewriter.getDenseI64ArrayAttr(group));
  results.setValues(cast<OpResult>(getPhysical()), {relayouted->buffer});
  results.set(cast<OpResult>(getLoops()), relayouted->loops);
  results.setParams(cast<OpResult>(getGroups()), groups);
  return DiagnosedSilenceableFailure::success();
}

void RelayoutBufferOp::getEffects(
    SmallVectorImpl<MemoryEffects::EffectInstance> &effects) {
  onlyReadsHandle(getTargetMutable(), effects);
  producesHandle(getOperation()->getOpResults(), effects);
  modifiesPayload(effects);
}

namespace {
class LayoutTransformExtension
    : public TransformDialectExtension<LayoutTransformExtension> {
public:
  MLIR_DEFINE_EXPLICIT_INTERNAL_INLINE_TYPE_ID(LayoutTransformExtension)

  void init() {
    declareGeneratedDialect<layout::LayoutDialect>();
    declareGeneratedDialect<affine::AffineDialect>();
    declareGeneratedDialect<arith::ArithDialect>();
    declareGeneratedDialect<complex::ComplexDialect>();
    declareGeneratedDialect<linalg::LinalgDialect>();
    declareGeneratedDialect<memref::MemRefDialect>();
    declareGeneratedDialect<scf::SCFDialect>();
    declareGeneratedDialect<vector::VectorDialect>();
    registerTransformOps<
#define GET_OP_LIST
#include "layout/TransformOps/TransformOps.cpp.inc"
        >();
  }
};
} // namespace

void layout::registerTransformOps(DialectRegistry &registry) {
  registry.addExtensions<LayoutTransformExtension>();
}
