//===- SplitBuffers.cpp - One buffer for each web -------------------------===//
//
// Part of LayoutMLIR, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "SplitBuffers.h"
#include "Algebra/StridedRegion.h"
#include "BufferAccesses.h"
#include "Copies.h"
#include "ReplaceBuffer.h"
#include "layout/Dialect/Marks.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"
#include "llvm/ADT/IntEqClasses.h"
#include "llvm/ADT/SetVector.h"

using namespace mlir;
using namespace mlir::layout;

/// Whether an op states that it writes all elements of an operand.
static bool statesFullWrite(const BufferAccess &access) {
  SmallVector<MemoryEffects::EffectInstance> effects;
  cast<MemoryEffectOpInterface>(access.getOp()).getEffects(effects);
  return llvm::any_of(effects, [&](const MemoryEffects::EffectInstance &e) {
    return isa<MemoryEffects::Write>(e.getEffect()) &&
           e.getEffectOnFullRegion() &&
           e.getEffectValue<OpOperand *>() == access.operand;
  });
}

/// Whether an access writes all elements of its view and reads none.
static bool overwritesView(const BufferAccess &access) {
  if (access.reads || !access.writes || access.isEnd)
    return false;
  // Structured ops state a full write for every output.
  if (auto op = dyn_cast<linalg::LinalgOp>(access.getOp()))
    return op.isDpsInit(access.operand) &&
           !op.payloadUsesValueFromOperand(access.operand) &&
           op.getMatchingIndexingMap(access.operand).isPermutation();
  return isa<memref::CopyOp>(access.getOp()) ||
         (isa<MemoryEffectOpInterface>(access.getOp()) &&
          statesFullWrite(access));
}

/// Whether a view has all elements of `buffer`.
static bool isWhole(Value view, Value buffer) {
  for (; view != buffer; view = view.getDefiningOp()->getOperand(0))
    if (!isWholeView(view.getDefiningOp()))
      return false;
  return true;
}

namespace {
/// An access, and the op of the buffer's block that does it or contains it.
struct OrderedAccess {
  BufferAccess access;
  Operation *op;
  /// Whether that op itself writes all elements of the view, and reads none.
  bool overwrites;
  /// The elements of the view, if they are known.
  std::optional<StridedRegion> region;

  Value getView() const { return access.getView(); }
};
} // namespace

/// The accesses of a buffer in program order. Nothing if one of them forbids
/// that the buffer is replaced.
static std::optional<SmallVector<OrderedAccess>> getAccesses(Value buffer) {
  BufferAccesses accesses = BufferAccesses::get(buffer);
  if (!accesses.captures.empty())
    return std::nullopt;
  Block *block = buffer.getParentBlock();
  SmallVector<OrderedAccess> ordered;
  for (const BufferAccess &access : accesses.all) {
    Operation *op = access.getOp();
    if (isFrozen(op) || isa<memref::DeallocOp>(op))
      return std::nullopt;
    Operation *ancestor = block->findAncestorOpInBlock(*op);
    if (!ancestor)
      return std::nullopt;
    auto type = cast<MemRefType>(access.getView().getType());
    ordered.push_back({access, ancestor,
                       ancestor == op && overwritesView(access),
                       StridedRegion::get(type)});
  }
  llvm::sort(ordered, [](const OrderedAccess &a, const OrderedAccess &b) {
    if (a.op != b.op)
      return a.op->isBeforeInBlock(b.op);
    return a.access.operand->getOperandNumber() <
           b.access.operand->getOperandNumber();
  });
  return ordered;
}

namespace {
/// Whether earlier writes determine all elements of a view that is read.
class Coverage {
public:
  Coverage(const OrderedAccess &read, Value buffer)
      : read(read), buffer(buffer) {}

  /// Adds a write. Returns whether nothing written before it can be read.
  bool add(const OrderedAccess &write) {
    if (!write.overwrites)
      return false;
    if (isWhole(write.getView(), buffer) ||
        areEqualViews(write.getView(), read.getView()))
      return true;
    // Parts of the whole buffer add up.
    if (!read.region || !write.region || !isWhole(read.getView(), buffer) ||
        !write.region->isInjective() ||
        !llvm::all_of(parts, [&](const StridedRegion *part) {
          return areDisjoint(*part, *write.region);
        }))
      return false;
    parts.push_back(&*write.region);
    covered += write.region->getNumElements();
    return covered == read.region->getNumElements();
  }

private:
  const OrderedAccess &read;
  Value buffer;
  SmallVector<const StridedRegion *> parts;
  int64_t covered = 0;
};
} // namespace

/// Joins each access with the writes whose values it may read or keep. What is
/// not joined has nothing in common: each class is a web (Muchnick, "Advanced
/// Compiler Design and Implementation", 1997, 16.3.3).
static llvm::IntEqClasses getWebs(ArrayRef<OrderedAccess> accesses,
                                  Value buffer) {
  llvm::IntEqClasses webs(accesses.size());
  for (auto [i, access] : llvm::enumerate(accesses)) {
    // The order of accesses in a region is not known. An op reads first.
    for (size_t j = i; j-- > 0 && accesses[j].op == access.op;)
      if (access.op != access.access.getOp())
        webs.join(i, j);
    if (access.overwrites)
      continue;
    Coverage coverage(access, buffer);
    for (const OrderedAccess &write : llvm::reverse(accesses.take_front(i))) {
      if (write.op == access.op || !write.access.writes ||
          areDisjointViews(write.getView(), access.getView()))
        continue;
      webs.join(i, &write - accesses.begin());
      if (coverage.add(write))
        break;
    }
  }
  webs.compress();
  return webs;
}

/// The same view of `to` as `view` is of `from`, created where the rewriter
/// stands.
static Value cloneViews(RewriterBase &rewriter, Value view, Value from,
                        Value to) {
  if (view == from)
    return to;
  Operation *op = view.getDefiningOp();
  Value source = cloneViews(rewriter, op->getOperand(0), from, to);
  IRMapping mapping;
  mapping.map(op->getOperand(0), source);
  return rewriter.clone(*op, mapping)->getResult(0);
}

/// Whether `part` is the same part of `buffer` as long as there is that buffer.
/// A part at the index of a loop is another one in each iteration.
static bool isFixed(Value part, Value buffer) {
  Operation *allocation = buffer.getDefiningOp();
  for (; part != buffer; part = part.getDefiningOp()->getOperand(0))
    for (Value bound : part.getDefiningOp()->getOperands().drop_front())
      if (!bound.getParentBlock()->findAncestorOpInBlock(*allocation))
        return false;
  return true;
}

/// The type of the only part of `buffer` that a web accesses, in an allocation
/// of its own; null if there is none.
static MemRefType getPartType(Value buffer, ArrayRef<OrderedAccess> web) {
  auto allocation = buffer.getDefiningOp<memref::AllocOp>();
  Value part = web.front().getView();
  auto type = cast<MemRefType>(part.getType());
  auto compact = MemRefType::get(type.getShape(), type.getElementType(),
                                 nullptr, type.getMemorySpace());
  auto isSame = [&](const OrderedAccess &access) {
    return areEqualViews(access.getView(), part) &&
           acceptsType(*access.access.operand, compact);
  };
  bool isPart = allocation && allocation->getNumOperands() == 0 &&
                !isWhole(part, buffer) && isFixed(part, buffer) &&
                type.hasStaticShape() && llvm::all_of(web, isSame);
  return isPart ? compact : MemRefType();
}

/// Lets the accesses of a web access a new allocation, of type `partType` if
/// that is not null.
static void moveToNewBuffer(RewriterBase &rewriter, Value buffer,
                            ArrayRef<OrderedAccess> web, MemRefType partType) {
  Operation *allocation = buffer.getDefiningOp();
  rewriter.setInsertionPoint(web.front().op);
  Value separate;
  if (partType)
    separate = memref::AllocOp::create(
        rewriter, allocation->getLoc(), partType,
        cast<memref::AllocOp>(allocation).getAlignmentAttr());
  else
    separate = rewriter.clone(*allocation)->getResult(0);
  for (const OrderedAccess &access : web) {
    Operation *op = access.access.getOp();
    rewriter.setInsertionPoint(op);
    Value view = partType
                     ? separate
                     : cloneViews(rewriter, access.getView(), buffer, separate);
    rewriter.modifyOpInPlace(op, [&] { access.access.operand->set(view); });
  }
}

/// Gives each web of a buffer an allocation of its own.
static void split(RewriterBase &rewriter, Value buffer) {
  std::optional<SmallVector<OrderedAccess>> accesses = getAccesses(buffer);
  if (!accesses || accesses->empty())
    return;
  llvm::IntEqClasses classes = getWebs(*accesses, buffer);
  SmallVector<SmallVector<OrderedAccess>> webs(classes.getNumClasses());
  for (auto [i, access] : llvm::enumerate(*accesses))
    webs[classes[i]].push_back(access);
  for (auto [i, web] : llvm::enumerate(webs)) {
    // The first web may keep the buffer.
    MemRefType partType = getPartType(buffer, web);
    if (i != 0 || partType)
      moveToNewBuffer(rewriter, buffer, web, partType);
  }
}

void layout::splitBuffers(RewriterBase &rewriter, Operation *function) {
  llvm::SetVector<Value> buffers;
  function->walk([&](Operation *op) {
    std::optional<Copy> copy = getCopy(op);
    if (!copy || isFrozen(op))
      return;
    for (Value side : {copy->source, copy->target})
      if (Value root = getRootBuffer(side); isFreshBuffer(root))
        buffers.insert(root);
  });
  for (Value buffer : buffers) {
    if (isFrozen(buffer.getDefiningOp()))
      continue;
    split(rewriter, buffer);
  }
}
