//===- TransformOps.cpp - Layouts in schedules ----------------------------===//
//
// Part of LayoutMLIR, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "layout/Buffers/TransformOps.h"
#include "layout/Buffers/Buffers.h"
#include "layout/Dialect/Layout/IR/Layout.h"
#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Complex/IR/Complex.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Transform/IR/TransformDialect.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"

#define GET_OP_CLASSES
#include "layout/Buffers/TransformOps.cpp.inc"

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
#include "layout/Buffers/TransformOps.cpp.inc"
        >();
  }
};
} // namespace

void layout::registerTransformOps(DialectRegistry &registry) {
  registry.addExtensions<LayoutTransformExtension>();
}
