//===- IntrinsicModels.cpp - Effects of intrinsics ------------------------===//
//
// Part of LayoutMLIR, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ExternalModels.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"
#include "llvm/IR/Attributes.h"
#include "llvm/IR/Intrinsics.h"
#include "llvm/IR/LLVMContext.h"

using namespace mlir;
using namespace mlir::layout;

namespace {
/// The effects of an intrinsic that is called by name, as LLVM states them.
/// Upstream's deallocation of buffers rejects ops whose effects are unknown.
struct IntrinsicEffects
    : MemoryEffectOpInterface::ExternalModel<IntrinsicEffects,
                                             LLVM::CallIntrinsicOp> {
  void
  getEffects(Operation *op,
             SmallVectorImpl<SideEffects::EffectInstance<MemoryEffects::Effect>>
                 &effects) const {
    llvm::LLVMContext context;
    llvm::Intrinsic::ID id = llvm::Intrinsic::lookupIntrinsicID(
        cast<LLVM::CallIntrinsicOp>(op).getIntrin());
    if (id != llvm::Intrinsic::not_intrinsic &&
        llvm::Intrinsic::getFnAttributes(context, id)
            .getMemoryEffects()
            .doesNotAccessMemory())
      return;
    effects.emplace_back(MemoryEffects::Read::get());
    effects.emplace_back(MemoryEffects::Write::get());
  }
};
} // namespace

void layout::registerIntrinsicModels(DialectRegistry &registry) {
  registry.addExtension(+[](MLIRContext *context, LLVM::LLVMDialect *) {
    LLVM::CallIntrinsicOp::attachInterface<IntrinsicEffects>(*context);
  });
}
