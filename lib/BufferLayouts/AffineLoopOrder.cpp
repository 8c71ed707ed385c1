//===- AffineLoopOrder.cpp - Affine loops in physical order ---------------===//
//
// Part of LayoutMLIR, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Interchanges perfect nests of affine.for, such that the innermost loop walks
// the fastest dim of the physical buffer that is written. A loop along a dim
// that the layout splits is split as well. With the layout (i, j) -> (j
// floordiv 3, i, j mod 3) of %b,
//
//   affine.for %i = 0 to 4 {
//     affine.for %j = 0 to 6 {
//       affine.store %0, %b[%i, %j] : memref<4x6xf32>
//
// becomes
//
//   affine.for %jo = 0 to 2 {
//     affine.for %i = 0 to 4 {
//       affine.for %ji = 0 to 3 {
//         affine.store %0, %b[%jo, %i, %ji] : memref<2x4x3xf32>
//
// If the layout splits no dim, loops with any bounds and steps are
// interchanged, otherwise loops over static dims from their first element.
//
//===----------------------------------------------------------------------===//

#include "BufferRewrite.h"
#include "TileLoopNest.h"
#include "Views.h"
#include "layout/Support/Debug.h"
#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "mlir/Dialect/Affine/LoopUtils.h"
#include "mlir/Dialect/Arith/Utils/Utils.h"
#include "mlir/Interfaces/FunctionInterfaces.h"

#define DEBUG_TYPE "layout-apply-buffer-layouts"
ALWAYS_ENABLED_STATISTIC(numInterchangedNests, "Affine nests interchanged");
ALWAYS_ENABLED_STATISTIC(numSplitNests, "Affine nests split and interchanged");

using namespace mlir;
using namespace mlir::layout;

//===----------------------------------------------------------------------===//
// Dependences
//===----------------------------------------------------------------------===//

/// Whether `root` is an argument of a function. The arguments of its other
/// blocks stand for whatever the branches to them pass.
static bool isFunctionArgument(Value root) {
  auto argument = dyn_cast<BlockArgument>(root);
  return argument && argument.getOwner()->isEntryBlock() &&
         isa<FunctionOpInterface>(argument.getOwner()->getParentOp());
}

/// Whether two buffers are known to share no memory.
static bool areDisjoint(Value a, Value b) {
  Value rootA = getViewedBuffer(a), rootB = getViewedBuffer(b);
  auto isNewMemory = [](Value root, Value other) {
    return isAllocation(root.getDefiningOp()) &&
           (isAllocation(other.getDefiningOp()) ||
            isa_and_nonnull<memref::GetGlobalOp>(other.getDefiningOp()) ||
            isFunctionArgument(other));
  };
  return rootA != rootB &&
         (isNewMemory(rootA, rootB) || isNewMemory(rootB, rootA));
}

/// Whether upstream's dependence analysis sees all dependences of a nest. It
/// assumes that bounds are invariant, that all accesses are affine, and that
/// different memref values do not alias.
static bool isAnalyzable(ArrayRef<affine::AffineForOp> nest) {
  affine::AffineForOp outermost = nest.front(), innermost = nest.back();
  for (affine::AffineForOp loop : nest) {
    auto isInvariant = [&](Value operand) {
      return !outermost->isAncestor(operand.getParentBlock()->getParentOp());
    };
    if (!llvm::all_of(loop.getLowerBoundOperands(), isInvariant) ||
        !llvm::all_of(loop.getUpperBoundOperands(), isInvariant))
      return false;
  }
  SmallVector<Value> accessed, written;
  for (Operation &op : innermost.getBody()->without_terminator()) {
    if (auto load = dyn_cast<affine::AffineLoadOp>(op))
      accessed.push_back(load.getMemRef());
    else if (auto store = dyn_cast<affine::AffineStoreOp>(op))
      written.push_back(store.getMemRef());
    else if (!isMemoryEffectFree(&op))
      return false;
  }
  llvm::append_range(accessed, written);
  return llvm::all_of(written, [&](Value a) {
    return llvm::all_of(accessed,
                        [&](Value b) { return a == b || areDisjoint(a, b); });
  });
}

/// Interchanges a perfect nest if its dependences allow it. `order` lists the
/// loops from the outermost to the innermost. Returns whether it has done so.
/// Precondition: isAnalyzable.
static bool interchange(MutableArrayRef<affine::AffineForOp> nest,
                        ArrayRef<unsigned> order) {
  // Upstream takes the new depth of each loop, the inverse permutation.
  SmallVector<unsigned> depths(order.size());
  for (auto [depth, loop] : llvm::enumerate(order))
    depths[loop] = depth;
  if (!affine::isValidLoopInterchangePermutation(nest, depths))
    return false;
  affine::permuteLoops(nest, depths);
  return true;
}

//===----------------------------------------------------------------------===//
// Split loops
//===----------------------------------------------------------------------===//

namespace {
using LoopDigit = TileLoopNest::TileLoop;

/// A copy of a nest with a loop for each digit of its dims. The copy has the
/// order of the old loops, outer digits of a dim first.
class SplitNest {
public:
  SplitNest(ArrayRef<affine::AffineForOp> nest, ArrayRef<int64_t> shape,
            const TileLoopNest &planned)
      : old(nest), shape(shape), planned(planned.getLoopDigits()),
        digits(planned.getLoopDigits()) {
    llvm::sort(digits, [](const LoopDigit &a, const LoopDigit &b) {
      return std::pair(a.dim, -a.stride) < std::pair(b.dim, -b.stride);
    });
  }

  /// Creates the copy in front of the old nest.
  void build(RewriterBase &rewriter);
  /// Puts the loops in the planned order if that is legal.
  bool reorder();
  void erase() { loops.front().erase(); }
  /// The loops in their planned order. Requires `reorder`.
  SmallVector<Operation *> getLoops() const;

private:
  unsigned getNumber(const LoopDigit &digit) const {
    return llvm::find_if(digits,
                         [&](const LoopDigit &other) {
                           return other.dim == digit.dim &&
                                  other.stride == digit.stride;
                         }) -
           digits.begin();
  }
  std::pair<AffineMap, SmallVector<Value>> getBound(unsigned number);
  void cloneBody(RewriterBase &rewriter);

  ArrayRef<affine::AffineForOp> old;
  ArrayRef<int64_t> shape;
  ArrayRef<LoopDigit> planned;
  SmallVector<LoopDigit> digits; ///< in the order in which loops are created
  SmallVector<affine::AffineForOp> loops;
};
} // namespace

/// The number of iterations of a loop, and the induction variables that it
/// depends on. The last tile of a dim may be partly full: of 6 elements in
/// tiles of 4, the inner loop takes min(4, 6 - %outer * 4).
std::pair<AffineMap, SmallVector<Value>> SplitNest::getBound(unsigned number) {
  MLIRContext *context = old.front()->getContext();
  const LoopDigit &digit = digits[number];
  int64_t size = shape[digit.dim];
  int64_t extent = digit.extent.value_or(llvm::divideCeil(size, digit.stride));
  SmallVector<AffineExpr> bounds = {getAffineConstantExpr(extent, context)};
  AffineExpr rest = getAffineConstantExpr(size, context);
  SmallVector<Value> operands;
  bool isPartial = false;
  for (unsigned outer : llvm::seq(number))
    if (digits[outer].dim == digit.dim) {
      int64_t stride = digits[outer].stride;
      rest = rest - getAffineDimExpr(operands.size(), context) * stride;
      operands.push_back(loops[outer].getInductionVar());
      isPartial |= size % stride != 0;
    }
  bool isInnermost =
      number + 1 == digits.size() || digits[number + 1].dim != digit.dim;
  if (!isPartial || !isInnermost)
    operands.clear();
  else
    bounds.push_back(rest);
  return {AffineMap::get(operands.size(), 0, bounds, context), operands};
}

/// Copies the body, in which each old induction variable becomes a sum of the
/// new ones.
void SplitNest::cloneBody(RewriterBase &rewriter) {
  IRMapping mapping;
  for (unsigned dim : llvm::seq<unsigned>(0, old.size())) {
    affine::AffineForOp loop = old[dim];
    AffineExpr sum = rewriter.getAffineConstantExpr(0);
    SmallVector<OpFoldResult> operands;
    for (auto [number, digit] : llvm::enumerate(digits))
      if (digit.dim == dim) {
        sum = sum + rewriter.getAffineDimExpr(operands.size()) * digit.stride;
        operands.push_back(loops[number].getInductionVar());
      }
    OpFoldResult index = affine::makeComposedFoldedAffineApply(
        rewriter, loop.getLoc(), AffineMap::get(operands.size(), 0, sum),
        operands);
    mapping.map(loop.getInductionVar(), getValueOrCreateConstantIndexOp(
                                            rewriter, loop.getLoc(), index));
  }
  affine::AffineForOp innermost = old.back();
  for (Operation &op : innermost.getBody()->without_terminator())
    rewriter.clone(op, mapping);
}

void SplitNest::build(RewriterBase &rewriter) {
  affine::AffineForOp outermost = old.front();
  Location loc = outermost.getLoc();
  rewriter.setInsertionPoint(outermost);
  for (unsigned number : llvm::seq(digits.size())) {
    auto [bound, operands] = getBound(number);
    auto loop = affine::AffineForOp::create(rewriter, loc, /*lbOperands=*/{},
                                            rewriter.getConstantAffineMap(0),
                                            operands, bound);
    loops.push_back(loop);
    rewriter.setInsertionPointToStart(loop.getBody());
  }
  cloneBody(rewriter);
}

bool SplitNest::reorder() {
  SmallVector<unsigned> order;
  for (const LoopDigit &digit : planned)
    order.push_back(getNumber(digit));
  // The bound of a loop depends on those around it in the same dim.
  for (auto [number, loop] : llvm::enumerate(loops))
    if (!loop.hasConstantUpperBound())
      for (unsigned outer : llvm::seq<unsigned>(0, number))
        if (digits[outer].dim == digits[number].dim &&
            llvm::find(order, outer) > llvm::find(order, number))
          return false;
  return llvm::is_sorted(order) || interchange(loops, order);
}

SmallVector<Operation *> SplitNest::getLoops() const {
  SmallVector<Operation *> ordered;
  for (const LoopDigit &digit : planned)
    ordered.push_back(affine::AffineForOp(loops[getNumber(digit)]));
  return ordered;
}

/// The number of iterations of each loop of a nest over static dims, from 0 in
/// steps of 1. Nothing for any other nest.
static std::optional<SmallVector<int64_t>>
getShape(ArrayRef<affine::AffineForOp> nest) {
  SmallVector<int64_t> shape;
  for (affine::AffineForOp loop : nest) {
    if (!loop.hasConstantBounds() || loop.getConstantLowerBound() != 0 ||
        loop.getStepAsInt() != 1 || loop.getConstantUpperBound() <= 0)
      return std::nullopt;
    shape.push_back(loop.getConstantUpperBound());
  }
  return shape;
}

/// Splits a nest into loops along the digits of `access`, the physical indices
/// of what it writes, in their order. Returns whether that is legal and there
/// is something to split.
static bool split(RewriteContext &context, ArrayRef<affine::AffineForOp> nest,
                  AffineMap access) {
  std::optional<SmallVector<int64_t>> shape = getShape(nest);
  affine::AffineForOp innermost = nest.back();
  // A view has a layout of its own, which a copy of it would not have.
  bool definesBuffers = llvm::any_of(*innermost.getBody(), [](Operation &op) {
    return llvm::any_of(op.getResultTypes(), llvm::IsaPred<BaseMemRefType>);
  });
  if (!shape || definesBuffers)
    return false;
  std::optional<TileLoopNest> planned = TileLoopNest::get(*shape, access, {});
  if (!planned || !planned->splitsDims())
    return false;
  SplitNest created(nest, *shape, *planned);
  created.build(context.rewriter);
  if (!created.reorder()) {
    created.erase();
    return false;
  }
  context.rewriter.eraseOp(affine::AffineForOp(nest.front()));
  llvm::append_range(context.loops, created.getLoops());
  ++numSplitNests;
  return true;
}

void layout::reorderAffineLoops(RewriteContext &context) {
  SmallVector<affine::AffineForOp> outermost;
  context.module.walk([&](affine::AffineForOp op) {
    if (!isa<affine::AffineForOp>(op->getParentOp()))
      outermost.push_back(op);
  });
  for (affine::AffineForOp op : outermost) {
    SmallVector<affine::AffineForOp> nest;
    affine::getPerfectlyNestedLoops(nest, op);
    SmallVector<Value> inductionVars;
    for (affine::AffineForOp loop : nest)
      inductionVars.push_back(loop.getInductionVar());
    std::optional<AffineMap> access =
        findWrittenAccess(context, nest.back().getBody(), inductionVars);
    if (!access || !isAnalyzable(nest) || split(context, nest, *access))
      continue;
    SmallVector<unsigned> order = getPhysicalLoopOrder(*access);
    if (llvm::is_sorted(order))
      continue;
    if (!interchange(nest, order)) {
      LAYOUT_DEBUG(llvm::dbgs()
                   << "keep the order of the loops at " << op.getLoc() << "\n");
      continue;
    }
    ++numInterchangedNests;
    for (unsigned loop : order)
      context.loops.push_back(nest[loop]);
  }
}
