//===- BufferAccesses.cpp - Who accesses which part of a buffer -----------===//
//
// Part of LayoutMLIR, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "BufferAccesses.h"
#include "Algebra/StridedRegion.h"
#include "BufferLayouts/Views.h"
#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/Utils/StaticValueUtils.h"
#include "mlir/Interfaces/FunctionInterfaces.h"
#include "mlir/Interfaces/ShapedOpInterfaces.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"
#include "mlir/Interfaces/ValueBoundsOpInterface.h"

using namespace mlir;
using namespace mlir::layout;

//===----------------------------------------------------------------------===//
// Views
//===----------------------------------------------------------------------===//

bool layout::isView(Operation *op) {
  return !isa<memref::ReallocOp>(op) && op->getNumOperands() > 0 &&
         getViewSource(op) == op->getOperand(0);
}

Value layout::skipCasts(Value buffer) {
  while (auto cast = buffer.getDefiningOp<memref::CastOp>())
    buffer = cast.getSource();
  return buffer;
}

Value layout::getRootBuffer(Value buffer) {
  while (Operation *op = buffer.getDefiningOp()) {
    if (!isView(op))
      break;
    buffer = op->getOperand(0);
  }
  return buffer;
}

bool layout::isFreshBuffer(Value buffer) {
  Operation *op = buffer.getDefiningOp();
  return isa_and_nonnull<memref::AllocOp, memref::AllocaOp>(op);
}

//===----------------------------------------------------------------------===//
// Accesses
//===----------------------------------------------------------------------===//

bool layout::isPlainType(Type type) {
  if (auto vector = dyn_cast<VectorType>(type))
    type = vector.getElementType();
  return isa<IntegerType, IndexType, FloatType, ComplexType>(type);
}

/// Whether `op` leaves the memory of its operands alone when it ends. Any
/// result but a number may be a buffer, a tensor that stands for its elements,
/// or a token of an access that goes on. So do DMA transfers, up to a wait.
static bool isDoneWithOperands(Operation *op) {
  return llvm::all_of(op->getResultTypes(), isPlainType) &&
         !isa<memref::DmaStartOp, affine::AffineDmaStartOp>(op);
}

std::optional<BufferAccess> layout::getStatedAccess(OpOperand &use) {
  Operation *op = use.getOwner();
  auto effects = dyn_cast<MemoryEffectOpInterface>(op);
  if (!effects || !isDoneWithOperands(op))
    return std::nullopt;
  SmallVector<MemoryEffects::EffectInstance> instances;
  effects.getEffects(instances);
  std::optional<BufferAccess> access;
  for (const MemoryEffects::EffectInstance &instance : instances) {
    auto *operand = instance.getEffectValue<OpOperand *>();
    if (operand ? operand != &use
                : instance.getValue() && instance.getValue() != use.get())
      continue;
    if (!access)
      access = {&use, false, false};
    access->reads |= isa<MemoryEffects::Read>(instance.getEffect());
    access->isEnd |=
        isa<MemoryEffects::Free, MemoryEffects::Allocate>(instance.getEffect());
    access->writes |=
        access->isEnd || isa<MemoryEffects::Write>(instance.getEffect());
  }
  return access;
}

/// Adds how the owner of `use` accesses the buffer. Returns whether that is all
/// that it does with it.
static bool addAccess(OpOperand &use, SmallVectorImpl<BufferAccess> &accesses) {
  Operation *op = use.getOwner();
  if (isa<ShapedDimOpInterface>(op))
    return true;
  if (op->hasTrait<OpTrait::ReturnLike>() &&
      isa<FunctionOpInterface>(op->getParentOp())) {
    accesses.push_back({&use, /*reads=*/true, /*writes=*/false});
    return true;
  }
  std::optional<BufferAccess> stated = getStatedAccess(use);
  accesses.push_back(
      stated.value_or(BufferAccess{&use, /*reads=*/true, /*writes=*/true}));
  return stated.has_value();
}

BufferAccesses BufferAccesses::get(Value buffer) {
  BufferAccesses uses;
  SmallVector<Value> worklist = {buffer};
  for (size_t i = 0; i < worklist.size(); ++i)
    for (OpOperand &use : worklist[i].getUses()) {
      Operation *op = use.getOwner();
      if (isView(op) && use.getOperandNumber() == 0) {
        uses.views.push_back(op);
        worklist.push_back(op->getResult(0));
      } else if (!addAccess(use, uses.all)) {
        uses.captures.push_back(&use);
      }
    }
  return uses;
}

//===----------------------------------------------------------------------===//
// Overlap
//===----------------------------------------------------------------------===//

/// The views from the root buffer to `view`, which comes last.
static SmallVector<Operation *> getViewChain(Value view) {
  SmallVector<Operation *> chain;
  while (Operation *op = view.getDefiningOp()) {
    if (!isView(op))
      break;
    chain.push_back(op);
    view = op->getOperand(0);
  }
  std::reverse(chain.begin(), chain.end());
  return chain;
}

/// Whether slices of one buffer share no element.
static bool areDisjointSlices(memref::SubViewOp a, memref::SubViewOp b) {
  // Upstream takes the offset of a slice for its first element.
  auto goesForward = [](memref::SubViewOp slice) {
    return llvm::all_of(slice.getMixedStrides(), [](OpFoldResult stride) {
      std::optional<int64_t> step = getConstantIntValue(stride);
      return step && *step > 0;
    });
  };
  if (!goesForward(a) || !goesForward(b))
    return false;
  FailureOr<bool> overlap = ValueBoundsConstraintSet::areOverlappingSlices(
      a.getContext(), HyperrectangularSlice(a), HyperrectangularSlice(b));
  return succeeded(overlap) && !*overlap;
}

/// Whether the views are equal, provided that their sources are.
static bool isSameView(Operation *a, Operation *b) {
  return a == b ||
         OperationEquivalence::isEquivalentTo(
             a, b,
             [&](Value x, Value y) {
               return success(x == y ||
                              (x == a->getOperand(0) && y == b->getOperand(0)));
             },
             /*markEquivalent=*/nullptr, OperationEquivalence::IgnoreLocations);
}

bool layout::areEqualViews(Value a, Value b) {
  SmallVector<Operation *> viewsA = getViewChain(a), viewsB = getViewChain(b);
  return a.getType() == b.getType() && viewsA.size() == viewsB.size() &&
         llvm::all_of(llvm::zip_equal(viewsA, viewsB), [](auto pair) {
           return isSameView(std::get<0>(pair), std::get<1>(pair));
         });
}

bool layout::areDisjointViews(Value a, Value b) {
  auto typeA = dyn_cast<MemRefType>(a.getType());
  auto typeB = dyn_cast<MemRefType>(b.getType());
  if (!typeA || !typeB || a == b)
    return false;
  std::optional<StridedRegion> regionA = StridedRegion::get(typeA);
  std::optional<StridedRegion> regionB = StridedRegion::get(typeB);
  if (regionA && regionB && typeA.getElementType() == typeB.getElementType() &&
      areDisjoint(*regionA, *regionB))
    return true;
  for (auto [viewA, viewB] : llvm::zip(getViewChain(a), getViewChain(b))) {
    if (isSameView(viewA, viewB))
      continue;
    auto sliceA = dyn_cast<memref::SubViewOp>(viewA);
    auto sliceB = dyn_cast<memref::SubViewOp>(viewB);
    return sliceA && sliceB && areDisjointSlices(sliceA, sliceB);
  }
  return false;
}

/// Whether `root` is known to be other memory than every fresh buffer.
static bool isOutsideMemory(Value root) {
  if (auto argument = dyn_cast<BlockArgument>(root))
    return isa<func::FuncOp>(argument.getOwner()->getParentOp());
  return root.getDefiningOp<memref::GetGlobalOp>() != nullptr;
}

/// Whether the caller of a function passes memory as `root` that nothing else
/// refers to.
static bool isUnsharedArgument(Value root) {
  auto argument = dyn_cast<BlockArgument>(root);
  if (!argument)
    return false;
  auto function = dyn_cast<func::FuncOp>(argument.getOwner()->getParentOp());
  return function && argument.getOwner()->isEntryBlock() &&
         function.getArgAttr(argument.getArgNumber(),
                             LLVM::LLVMDialect::getNoAliasAttrName());
}

bool layout::mayOverlap(Value a, Value b) {
  if (a == b)
    return true;
  Value rootA = getRootBuffer(a), rootB = getRootBuffer(b);
  if (rootA == rootB)
    return !areDisjointViews(a, b);
  auto globalA = rootA.getDefiningOp<memref::GetGlobalOp>();
  auto globalB = rootB.getDefiningOp<memref::GetGlobalOp>();
  if (globalA && globalB)
    return globalA.getName() == globalB.getName();
  auto differ = [](Value own, Value other) {
    return (isFreshBuffer(own) || isUnsharedArgument(own)) &&
           (isFreshBuffer(other) || isOutsideMemory(other));
  };
  return !differ(rootA, rootB) && !differ(rootB, rootA);
}
