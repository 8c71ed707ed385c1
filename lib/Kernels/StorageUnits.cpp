//===- StorageUnits.cpp - Elements in memory ------------------------------===//
//
// Part of LayoutMLIR, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "StorageUnits.h"
#include "layout/Kernels/Passes.h"
#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"
#include "mlir/IR/PatternMatch.h"
#include "llvm/ADT/TypeSwitch.h"
#include "llvm/Support/MathExtras.h"

namespace mlir::layout {
#define GEN_PASS_DEF_LAYOUTACCESSSTORAGEUNITS
#include "layout/Kernels/Passes.h.inc"
} // namespace mlir::layout

using namespace mlir;
using namespace mlir::layout;

//===----------------------------------------------------------------------===//
// Units
//===----------------------------------------------------------------------===//

Type layout::getStorageUnit(Type element) {
  constexpr unsigned least = 8, most = 64;
  if (element.isIndex() || element.isF32() || element.isF64() ||
      element.isF16())
    return element;
  if (!element.isIntOrFloat())
    return nullptr;
  unsigned width = element.getIntOrFloatBitWidth();
  unsigned bits = std::max<unsigned>(llvm::PowerOf2Ceil(width), least);
  if (width == 0 || bits > most)
    return nullptr;
  if (element.isInteger(bits))
    return element;
  // The bits of a float become those of an integer as a whole.
  if (isa<FloatType>(element) && width != bits)
    return nullptr;
  return IntegerType::get(element.getContext(), bits);
}

std::optional<unsigned> layout::getStorageBytes(Type element) {
  Type unit = getStorageUnit(element);
  if (!unit)
    return std::nullopt;
  constexpr unsigned indexBytes = 8;
  return unit.isIndex() ? indexBytes : unit.getIntOrFloatBitWidth() / 8;
}

Value layout::viewStorageUnits(OpBuilder &builder, Location loc, Value buffer) {
  auto type = cast<MemRefType>(buffer.getType());
  Type unit = getStorageUnit(type.getElementType());
  if (unit == type.getElementType())
    return buffer;
  Type view = MemRefType::Builder(type).setElementType(unit);
  return UnrealizedConversionCastOp::create(builder, loc, view, buffer)
      .getResult(0);
}

//===----------------------------------------------------------------------===//
// Values
//===----------------------------------------------------------------------===//

/// `type`, an element or a vector, with other elements.
static Type withElements(Type type, Type element) {
  if (auto vector = dyn_cast<VectorType>(type))
    return vector.clone(element);
  return element;
}

/// The storage units of elements: integers are extended by zeros, as LLVM
/// stores a single one.
static Value toUnits(OpBuilder &builder, Location loc, Value elements,
                     Type unit) {
  Type type = withElements(elements.getType(), unit);
  if (isa<FloatType>(getElementTypeOrSelf(elements.getType())))
    return arith::BitcastOp::create(builder, loc, type, elements);
  return arith::ExtUIOp::create(builder, loc, type, elements);
}

/// The elements in storage units. Bits are compared with zero, which takes one
/// instruction where truncating takes two.
static Value fromUnits(OpBuilder &builder, Location loc, Value units,
                       Type element) {
  Type type = withElements(units.getType(), element);
  if (isa<FloatType>(element))
    return arith::BitcastOp::create(builder, loc, type, units);
  if (!element.isInteger(1))
    return arith::TruncIOp::create(builder, loc, type, units);
  Value zero = arith::ConstantOp::create(builder, loc,
                                         builder.getZeroAttr(units.getType()));
  return arith::CmpIOp::create(builder, loc, arith::CmpIPredicate::ne, units,
                               zero);
}

//===----------------------------------------------------------------------===//
// Accesses
//===----------------------------------------------------------------------===//

namespace {
/// An op that loads or stores a vector of elements of a buffer.
struct VectorAccess {
  OpOperand *buffer;
  /// The vector that is stored, or the one whose elements stand for those that
  /// are not loaded; null if there is none.
  OpOperand *value;
};
} // namespace

static std::optional<VectorAccess> getVectorAccess(Operation *op) {
  using Access = std::optional<VectorAccess>;
  return TypeSwitch<Operation *, Access>(op)
      .Case([](vector::TransferReadOp read) -> Access {
        return VectorAccess{&read.getBaseMutable(), &read.getPaddingMutable()};
      })
      .Case([](vector::TransferWriteOp write) -> Access {
        return VectorAccess{&write.getBaseMutable(),
                            &write.getValueToStoreMutable()};
      })
      .Case([](vector::LoadOp load) -> Access {
        return VectorAccess{&load.getBaseMutable(), nullptr};
      })
      .Case<vector::MaskedLoadOp, vector::GatherOp, vector::ExpandLoadOp>(
          [](auto load) -> Access {
            return VectorAccess{&load.getBaseMutable(),
                                &load.getPassThruMutable()};
          })
      .Case<vector::StoreOp, vector::MaskedStoreOp, vector::ScatterOp,
            vector::CompressStoreOp>([](auto store) -> Access {
        return VectorAccess{&store.getBaseMutable(),
                            &store.getValueToStoreMutable()};
      })
      .Case([](affine::AffineVectorLoadOp load) -> Access {
        return VectorAccess{&load.getMemrefMutable(), nullptr};
      })
      .Case([](affine::AffineVectorStoreOp store) -> Access {
        return VectorAccess{&store.getMemrefMutable(),
                            &store.getValueMutable()};
      })
      .Default(Access());
}

/// Whether vectors in a buffer have to be accessed as units.
static bool needsUnits(Type type) {
  auto buffer = dyn_cast<MemRefType>(type);
  if (!buffer || isa<VectorType>(buffer.getElementType()))
    return false;
  Type unit = getStorageUnit(buffer.getElementType());
  return unit && unit != buffer.getElementType();
}

/// Makes an access one of units.
static void accessUnits(RewriterBase &rewriter, Operation *op,
                        VectorAccess access) {
  Location loc = op->getLoc();
  Value buffer = access.buffer->get();
  Type element = cast<MemRefType>(buffer.getType()).getElementType();
  rewriter.setInsertionPoint(op);
  Value units = viewStorageUnits(rewriter, loc, buffer);
  Type unit = cast<MemRefType>(units.getType()).getElementType();
  Value value;
  if (access.value)
    value = toUnits(rewriter, loc, access.value->get(), unit);
  rewriter.modifyOpInPlace(op, [&] {
    access.buffer->set(units);
    if (value)
      access.value->set(value);
    for (OpResult result : op->getResults())
      result.setType(withElements(result.getType(), unit));
  });
  rewriter.setInsertionPointAfter(op);
  for (OpResult result : op->getResults()) {
    Value elements = fromUnits(rewriter, loc, result, element);
    rewriter.replaceAllUsesExcept(result, elements, elements.getDefiningOp());
  }
}

namespace {
struct LayoutAccessStorageUnits
    : layout::impl::LayoutAccessStorageUnitsBase<LayoutAccessStorageUnits> {
  void runOnProgram() override {
    SmallVector<Operation *> ops;
    WalkResult found = getOperation()->walk([&](Operation *op) {
      std::optional<VectorAccess> access = getVectorAccess(op);
      if (!access || !needsUnits(access->buffer->get().getType()))
        return WalkResult::advance();
      if (auto mask = dyn_cast<vector::MaskOp>(op->getParentOp())) {
        op->emitOpError("requires a mask as an operand to access elements of "
                        "less than a storage unit, found a region")
                .attachNote(mask.getLoc())
            << "of this op";
        return WalkResult::interrupt();
      }
      ops.push_back(op);
      return WalkResult::advance();
    });
    if (found.wasInterrupted())
      return signalPassFailure();
    IRRewriter rewriter(&getContext());
    for (Operation *op : ops)
      accessUnits(rewriter, op, *getVectorAccess(op));
  }
};
} // namespace
