//===- KernelOverlap.cpp - Whether buffers of a kernel overlap ------------===//
//
// Part of LayoutMLIR, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "KernelOverlap.h"
#include "Placement/BufferAccesses.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "llvm/ADT/MapVector.h"
#include "llvm/Support/MathExtras.h"

using namespace mlir;
using namespace mlir::layout;

/// The most bytes that an element of a buffer takes in memory; nothing if that
/// is not known. A number takes whole bytes, of which LLVM's alignment may make
/// a power of two.
static std::optional<int64_t> getElementBytes(Type type) {
  constexpr int64_t indexBytes = 8;
  if (type.isIndex())
    return indexBytes;
  if (auto complex = dyn_cast<ComplexType>(type)) {
    std::optional<int64_t> part = getElementBytes(complex.getElementType());
    return part ? std::optional(2 * *part) : std::nullopt;
  }
  if (!type.isIntOrFloat())
    return std::nullopt;
  return llvm::PowerOf2Ceil(llvm::divideCeil(type.getIntOrFloatBitWidth(), 8));
}

/// Whether the elements of the buffer of which `view` is a view follow each
/// other in memory, and all of the view lies among them.
static bool isPartOfRange(Value view) {
  Value root = getRootBuffer(view);
  for (; view != root; view = view.getDefiningOp()->getOperand(0))
    if (view.getDefiningOp<memref::ReinterpretCastOp>())
      return false;
  auto type = dyn_cast<MemRefType>(root.getType());
  return type && type.getLayout().isIdentity() && !type.getMemorySpace() &&
         getElementBytes(type.getElementType());
}

bool layout::canCheckOverlap(ArrayRef<WrittenBuffer> written) {
  bool isNeeded = false;
  for (const WrittenBuffer &entry : written)
    for (Value other : entry.others) {
      if (getRootBuffer(entry.buffer) == getRootBuffer(other) ||
          !isPartOfRange(entry.buffer) || !isPartOfRange(other))
        return false;
      isNeeded = true;
    }
  return isNeeded;
}

namespace {
/// The addresses of a buffer: from `begin` up to `end`.
struct AddressRange {
  Value begin, end;
};
} // namespace

static AddressRange createRange(OpBuilder &builder, Location loc, Value root) {
  auto type = cast<MemRefType>(root.getType());
  Value begin =
      memref::ExtractAlignedPointerAsIndexOp::create(builder, loc, root);
  int64_t bytes = *getElementBytes(type.getElementType());
  for (int64_t extent : type.getShape())
    if (!ShapedType::isDynamic(extent))
      bytes *= extent;
  Value size = arith::ConstantIndexOp::create(builder, loc, bytes);
  for (auto [dim, extent] : llvm::enumerate(type.getShape()))
    if (ShapedType::isDynamic(extent))
      size = arith::MulIOp::create(
          builder, loc, size, memref::DimOp::create(builder, loc, root, dim));
  return {begin, arith::AddIOp::create(builder, loc, begin, size)};
}

Value layout::createOverlapCheck(OpBuilder &builder, Location loc,
                                 ArrayRef<WrittenBuffer> written) {
  llvm::SmallMapVector<Value, AddressRange, 4> ranges;
  auto getRange = [&](Value buffer) {
    Value root = getRootBuffer(buffer);
    auto [range, isNew] = ranges.try_emplace(root);
    if (isNew)
      range->second = createRange(builder, loc, root);
    return range->second;
  };
  auto endsBefore = [&](AddressRange a, AddressRange b) -> Value {
    return arith::CmpIOp::create(builder, loc, arith::CmpIPredicate::ule, a.end,
                                 b.begin);
  };
  Value all;
  for (const WrittenBuffer &entry : written)
    for (Value other : entry.others) {
      AddressRange own = getRange(entry.buffer), others = getRange(other);
      Value areDisjoint = arith::OrIOp::create(
          builder, loc, endsBefore(own, others), endsBefore(others, own));
      all = all ? arith::AndIOp::create(builder, loc, all, areDisjoint)
                      .getResult()
                : areDisjoint;
    }
  return all;
}
