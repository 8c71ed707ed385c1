//===- Copies.cpp - Copies and fills of buffers ---------------------------===//
//
// Part of LayoutMLIR, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Copies.h"
#include "BufferAccesses.h"
#include "BufferOrder.h"
#include "layout/Dialect/Marks.h"
#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/IR/Matchers.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"

using namespace mlir;
using namespace mlir::layout;

//===----------------------------------------------------------------------===//
// What an op is
//===----------------------------------------------------------------------===//

/// The value that the body of a structured op without results yields, if it is
/// not computed there and the body has no effects.
static Value getYielded(linalg::LinalgOp op) {
  if (op.getNumDpsInits() != 1 || op->getNumResults() != 0)
    return nullptr;
  if (!llvm::all_of(op.getBlock()->without_terminator(),
                    [](Operation &inner) { return isPure(&inner); }))
    return nullptr;
  Value value = op.getBlock()->getTerminator()->getOperand(0);
  Operation *source = value.getDefiningOp();
  bool isComputed = source && op->isProperAncestor(source) &&
                    !matchPattern(source, m_Constant());
  return isComputed ? nullptr : value;
}

std::optional<Copy> layout::getCopy(Operation *op) {
  if (auto copy = dyn_cast<memref::CopyOp>(op)) {
    if (!isa<MemRefType>(copy.getSource().getType()) ||
        !isa<MemRefType>(copy.getTarget().getType()))
      return std::nullopt;
    return Copy{op, copy.getSource(), copy.getTarget()};
  }
  auto structured = dyn_cast<linalg::LinalgOp>(op);
  if (!structured || structured.getNumDpsInputs() != 1)
    return std::nullopt;
  OpOperand *input = structured.getDpsInputOperand(0);
  OpOperand *init = structured.getDpsInits().size() == 1
                        ? structured.getDpsInitOperand(0)
                        : nullptr;
  if (!init || getYielded(structured) != structured.getBlock()->getArgument(
                                             input->getOperandNumber()))
    return std::nullopt;
  AffineMap read = structured.getMatchingIndexingMap(input);
  auto source = dyn_cast<MemRefType>(input->get().getType());
  auto target = dyn_cast<MemRefType>(init->get().getType());
  if (!source || !target || !read.isPermutation() ||
      read != structured.getMatchingIndexingMap(init) ||
      source.getElementType() != target.getElementType())
    return std::nullopt;
  return Copy{op, input->get(), init->get()};
}

std::optional<Fill> layout::getFill(Operation *op) {
  auto structured = dyn_cast<linalg::LinalgOp>(op);
  if (!structured || structured.getNumDpsInits() != 1)
    return std::nullopt;
  OpOperand *init = structured.getDpsInitOperand(0);
  auto target = dyn_cast<MemRefType>(init->get().getType());
  if (!target || !structured.getMatchingIndexingMap(init).isPermutation())
    return std::nullopt;
  if (auto fill = dyn_cast<linalg::FillOp>(op))
    if (fill.value().getType() == target.getElementType())
      return Fill{op, fill.value(), init->get()};
  Value value =
      structured.getNumDpsInputs() == 0 ? getYielded(structured) : nullptr;
  if (!value || isa<BlockArgument>(value) || !op->getNumRegions())
    return std::nullopt;
  return Fill{op, value, init->get()};
}

memref::GlobalOp layout::getConstantGlobal(Value buffer) {
  auto get = buffer.getDefiningOp<memref::GetGlobalOp>();
  if (!get)
    return nullptr;
  auto global = SymbolTable::lookupNearestSymbolFrom<memref::GlobalOp>(
      get, get.getNameAttr());
  return global && global.getConstant() ? global : nullptr;
}

/// The value of a fill in front of `builder`'s insertion point, which it
/// dominates.
static Value getValueAt(OpBuilder &builder, const Fill &fill) {
  Operation *constant = fill.value.getDefiningOp();
  if (constant && fill.op->isProperAncestor(constant))
    return builder.clone(*constant)->getResult(0);
  return fill.value;
}

//===----------------------------------------------------------------------===//
// Copies of one value
//===----------------------------------------------------------------------===//

/// Whether all elements of `buffer` have the value of `fill` when `reader`
/// runs: the fill runs before it, and nothing writes the buffer in between.
static bool isFilledAt(Operation *reader, Value buffer, const Fill &fill) {
  if (fill.target != buffer || !precedes(fill.op, reader))
    return false;
  Block *block = fill.op->getBlock();
  Operation *end = block->findAncestorOpInBlock(*reader);
  BufferAccesses accesses = BufferAccesses::get(buffer);
  return accesses.captures.empty() &&
         llvm::none_of(accesses.all, [&](const BufferAccess &access) {
           Operation *op = block->findAncestorOpInBlock(*access.getOp());
           return access.writes && op && fill.op->isBeforeInBlock(op) &&
                  !end->isBeforeInBlock(op) && access.getOp() != reader;
         });
}

/// Creates the value that all elements of the source of a copy have. Returns
/// null if that is not known.
static Value createCopiedValue(OpBuilder &builder, const Copy &copy) {
  Value root = getRootBuffer(copy.source);
  if (memref::GlobalOp global = getConstantGlobal(root)) {
    auto value =
        dyn_cast_or_null<SplatElementsAttr>(global.getInitialValueAttr());
    Attribute element = value ? value.getSplatValue<Attribute>() : Attribute();
    auto typed = dyn_cast_or_null<TypedAttr>(element);
    if (!typed || !arith::ConstantOp::isBuildableWith(typed, typed.getType()) ||
        typed.getType() !=
            cast<MemRefType>(copy.target.getType()).getElementType())
      return nullptr;
    return arith::ConstantOp::create(builder, copy.op->getLoc(), typed);
  }
  if (!isFreshBuffer(root))
    return nullptr;
  for (Operation *user : root.getUsers()) {
    std::optional<Fill> fill = getFill(user);
    if (fill && isFilledAt(copy.op, root, *fill))
      return getValueAt(builder, *fill);
  }
  return nullptr;
}

bool layout::replaceCopiesOfFills(RewriterBase &rewriter, Operation *function) {
  SmallVector<Copy> copies;
  function->walk([&](Operation *op) {
    if (std::optional<Copy> copy = getCopy(op); copy && !isFrozen(op))
      copies.push_back(*copy);
  });
  bool changed = false;
  for (const Copy &copy : copies) {
    rewriter.setInsertionPoint(copy.op);
    Value value = createCopiedValue(rewriter, copy);
    if (!value)
      continue;
    rewriter.replaceOpWithNewOp<linalg::FillOp>(copy.op, value, copy.target);
    changed = true;
  }
  return changed;
}

//===----------------------------------------------------------------------===//
// Fills of what is copied over
//===----------------------------------------------------------------------===//

namespace {
using Sizes = SmallVector<OpFoldResult>;

/// A part of a buffer.
struct Box {
  Sizes offsets, sizes;
};
} // namespace

/// The box that a view is of `buffer`; nothing if it is not a slice of it
/// without steps.
static std::optional<Box> getBox(Value view, Value buffer) {
  auto slice = view.getDefiningOp<memref::SubViewOp>();
  if (!slice || slice.getSource() != buffer || !slice.hasUnitStride())
    return std::nullopt;
  return Box{slice.getMixedOffsets(), slice.getMixedSizes()};
}

/// The parts of `whole` in front of and behind `hole`, dim by dim, which do not
/// overlap. `hole` lies inside of `whole`.
static SmallVector<Box> subtract(OpBuilder &builder, Location loc,
                                 const Box &whole, const Box &hole) {
  AffineExpr a, b, c, d;
  bindSymbols(builder.getContext(), a, b, c, d);
  auto compute = [&](AffineExpr expr, ArrayRef<OpFoldResult> operands) {
    return affine::makeComposedFoldedAffineApply(builder, loc, expr, operands);
  };
  SmallVector<Box> rest;
  Box middle = whole;
  for (auto dim : llvm::seq(whole.offsets.size())) {
    auto add = [&](OpFoldResult offset, OpFoldResult size) {
      if (isConstantIntValue(size, 0))
        return;
      Box slab = middle;
      slab.offsets[dim] = offset;
      slab.sizes[dim] = size;
      rest.push_back(std::move(slab));
    };
    OpFoldResult begin = whole.offsets[dim], size = whole.sizes[dim];
    OpFoldResult inner = hole.offsets[dim], innerSize = hole.sizes[dim];
    add(begin, compute(b - a, {begin, inner}));
    add(compute(a + b, {inner, innerSize}),
        compute(a + b - c - d, {begin, size, inner, innerSize}));
    middle.offsets[dim] = inner;
    middle.sizes[dim] = innerSize;
  }
  return rest;
}

/// Whether all bounds of a box are constants.
static bool isStatic(const Box &box) {
  auto isConstant = [](OpFoldResult bound) {
    return getConstantIntValue(bound).has_value();
  };
  return llvm::all_of(box.offsets, isConstant) &&
         llvm::all_of(box.sizes, isConstant);
}

/// Whether static boxes have an element in common.
static bool overlap(const Box &a, const Box &b) {
  for (auto dim : llvm::seq(a.offsets.size())) {
    int64_t beginA = *getConstantIntValue(a.offsets[dim]);
    int64_t beginB = *getConstantIntValue(b.offsets[dim]);
    if (beginA + *getConstantIntValue(a.sizes[dim]) <= beginB ||
        beginB + *getConstantIntValue(b.sizes[dim]) <= beginA)
      return false;
  }
  return true;
}

/// The part of static `whole` that static `hole` covers.
static Box intersect(OpBuilder &builder, const Box &whole, const Box &hole) {
  Box common;
  for (auto dim : llvm::seq(whole.offsets.size())) {
    int64_t beginA = *getConstantIntValue(whole.offsets[dim]);
    int64_t beginB = *getConstantIntValue(hole.offsets[dim]);
    int64_t endA = beginA + *getConstantIntValue(whole.sizes[dim]);
    int64_t endB = beginB + *getConstantIntValue(hole.sizes[dim]);
    int64_t begin = std::max(beginA, beginB), end = std::min(endA, endB);
    common.offsets.push_back(builder.getIndexAttr(begin));
    common.sizes.push_back(builder.getIndexAttr(end - begin));
  }
  return common;
}

/// The most parts that a fill is divided into, and the most holes in it with
/// bounds that are not constants.
static constexpr size_t kMaxParts = 32, kMaxDynamicHoles = 1;

/// Returns the boxes of the target of `fill` that copies overwrite before
/// anything reads them.
static SmallVector<Box> getOverwritten(const Fill &fill) {
  SmallVector<Box> holes;
  BufferAccesses accesses = BufferAccesses::get(fill.target);
  if (!accesses.captures.empty())
    return holes;
  // A hole can be cut out of the rest that another one leaves if the bounds of
  // both are known.
  bool isWholeStatic = cast<MemRefType>(fill.target.getType()).hasStaticShape();
  auto isComparable = [&](const Box &box) {
    return isWholeStatic && isStatic(box);
  };
  size_t numDynamic = 0;
  for (const BufferAccess &write : accesses.all) {
    std::optional<Copy> copy = getCopy(write.getOp());
    if (!copy || !write.writes ||
        write.getOp()->getBlock() != fill.op->getBlock() ||
        !fill.op->isBeforeInBlock(write.getOp()))
      continue;
    std::optional<Box> box = getBox(write.getView(), fill.target);
    bool isReadBefore =
        llvm::any_of(accesses.all, [&](const BufferAccess &access) {
          Operation *op =
              fill.op->getBlock()->findAncestorOpInBlock(*access.getOp());
          return access.reads && op && !op->isBeforeInBlock(fill.op) &&
                 !write.getOp()->isBeforeInBlock(op) &&
                 !areDisjointViews(access.getView(), write.getView());
        });
    if (!box || isReadBefore)
      continue;
    if (!isComparable(*box) && ++numDynamic > kMaxDynamicHoles)
      continue;
    holes.push_back(std::move(*box));
  }
  if (numDynamic != 0)
    llvm::erase_if(holes, isComparable);
  return holes;
}

/// Fills the parts of a buffer outside of `holes` in place of `fill`.
static void narrowFill(RewriterBase &rewriter, const Fill &fill,
                       ArrayRef<Box> holes) {
  Location loc = fill.op->getLoc();
  rewriter.setInsertionPoint(fill.op);
  Sizes sizes = memref::getMixedSizes(rewriter, loc, fill.target);
  Sizes zeros(sizes.size(), rewriter.getIndexAttr(0));
  SmallVector<Box> parts = {{zeros, sizes}};
  for (const Box &hole : holes) {
    SmallVector<Box> rest;
    for (Box &part : parts) {
      bool areStatic = isStatic(part) && isStatic(hole);
      if (areStatic && !overlap(part, hole))
        rest.push_back(std::move(part));
      else
        llvm::append_range(
            rest, subtract(rewriter, loc, part,
                           areStatic ? intersect(rewriter, part, hole) : hole));
    }
    if (rest.size() > kMaxParts)
      break;
    parts = std::move(rest);
  }
  Value value = getValueAt(rewriter, fill);
  Sizes ones(sizes.size(), rewriter.getIndexAttr(1));
  for (const Box &part : parts) {
    Value slice = memref::SubViewOp::create(rewriter, loc, fill.target,
                                            part.offsets, part.sizes, ones);
    linalg::FillOp::create(rewriter, loc, value, slice);
  }
  rewriter.eraseOp(fill.op);
}

void layout::narrowFills(RewriterBase &rewriter, Operation *function) {
  SmallVector<Fill> fills;
  function->walk([&](Operation *op) {
    std::optional<Fill> fill = getFill(op);
    if (fill && isFreshBuffer(fill->target) && !isFrozen(op))
      fills.push_back(*fill);
  });
  for (const Fill &fill : fills) {
    SmallVector<Box> holes = getOverwritten(fill);
    // The bounds of a hole are needed where the buffer is filled.
    llvm::erase_if(holes, [&](const Box &hole) {
      auto isMissing = [&](OpFoldResult bound) {
        auto value = dyn_cast<Value>(bound);
        return value && failed(hoist(value, fill.op));
      };
      return llvm::any_of(hole.offsets, isMissing) ||
             llvm::any_of(hole.sizes, isMissing);
    });
    if (!holes.empty())
      narrowFill(rewriter, fill, holes);
  }
}

//===----------------------------------------------------------------------===//
// Early fills
//===----------------------------------------------------------------------===//

void layout::sinkFills(RewriterBase &rewriter, Operation *function) {
  SmallVector<Fill> fills;
  function->walk([&](Operation *op) {
    std::optional<Fill> fill = getFill(op);
    if (fill && isFreshBuffer(getRootBuffer(fill->target)) && !isFrozen(op))
      fills.push_back(*fill);
  });
  // The last one first, so that fills of one buffer stay in order.
  for (const Fill &fill : llvm::reverse(fills)) {
    BufferAccesses accesses = BufferAccesses::get(getRootBuffer(fill.target));
    if (!accesses.captures.empty())
      continue;
    Operation *next = nullptr;
    for (const BufferAccess &access : accesses.all) {
      Operation *op =
          fill.op->getBlock()->findAncestorOpInBlock(*access.getOp());
      if (op && fill.op->isBeforeInBlock(op) &&
          (!next || op->isBeforeInBlock(next)))
        next = op;
    }
    if (next)
      rewriter.moveOpBefore(fill.op, next);
  }
}

//===----------------------------------------------------------------------===//
// Buffers that are never read
//===----------------------------------------------------------------------===//

/// Erases `buffer` if nothing reads it. Returns whether it did.
static bool eraseUnread(RewriterBase &rewriter, Value buffer) {
  if (isFrozen(buffer.getDefiningOp()))
    return false;
  BufferAccesses accesses = BufferAccesses::get(buffer);
  auto isErasable = [&](const BufferAccess &access) {
    Operation *op = access.getOp();
    if (access.reads || isFrozen(op))
      return false;
    std::optional<Copy> copy = getCopy(op);
    std::optional<Fill> fill = getFill(op);
    return (copy && getRootBuffer(copy->source) != buffer) || fill ||
           isa<memref::DeallocOp>(op);
  };
  if (!accesses.captures.empty() || !llvm::all_of(accesses.all, isErasable))
    return false;
  for (const BufferAccess &access : accesses.all)
    rewriter.eraseOp(access.getOp());
  for (Operation *view : llvm::reverse(accesses.views)) {
    if (!view->use_empty())
      return true; // Its size is read.
    rewriter.eraseOp(view);
  }
  if (buffer.use_empty())
    rewriter.eraseOp(buffer.getDefiningOp());
  return true;
}

void layout::eraseUnreadBuffers(RewriterBase &rewriter, Operation *function) {
  SmallVector<Operation *> views;
  function->walk([&](Operation *op) {
    if (isView(op))
      views.push_back(op);
  });
  for (Operation *view : llvm::reverse(views))
    if (view->use_empty() && isPure(view))
      rewriter.eraseOp(view);
  SmallVector<Value> buffers;
  function->walk([&](Operation *op) {
    if (op->getNumResults() == 1 && isFreshBuffer(op->getResult(0)))
      buffers.push_back(op->getResult(0));
  });
  // A copy from one buffer to another is the last read of the former.
  for (Value buffer : llvm::reverse(buffers))
    eraseUnread(rewriter, buffer);
}
