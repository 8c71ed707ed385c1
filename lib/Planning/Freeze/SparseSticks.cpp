//===- SparseSticks.cpp - Results with one element a stick ----------------===//
//
// Part of LayoutMLIR, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "SparseSticks.h"
#include "Apply.h"
#include "OpModels/ExternalModels.h"
#include "Relayout/LoopRelayout.h"
#include "UnitDims.h"
#include "layout/Analysis/PlanningScope.h"
#include "layout/Analysis/Remarks.h"
#include "mlir/IR/Matchers.h"
#include "mlir/Support/DebugStringHelper.h"
#include "llvm/Support/FormatVariadic.h"

using namespace mlir;
using namespace mlir::layout;

//===----------------------------------------------------------------------===//
// Reductions
//===----------------------------------------------------------------------===//

/// Returns how many elements a stick of `target` has, for results of the given
/// types to which `numDims` dims are added. Fails with a reason if it is no
/// number, or the results cannot have a padded dim.
static FailureOr<int64_t> getStick(TypeRange types, int64_t numDims,
                                   const LayoutTarget &target,
                                   std::string &reason) {
  std::optional<int64_t> stick;
  int64_t stickBits = *target.unitBytes.stick * 8;
  for (Type type : types) {
    auto tensor = cast<RankedTensorType>(type);
    Type element = tensor.getElementType();
    int64_t bits = element.isIntOrFloat() ? element.getIntOrFloatBitWidth() : 0;
    if (bits == 0 || stickBits % bits != 0 ||
        (stick && *stick != stickBits / bits)) {
      llvm::raw_string_ostream(reason)
          << "requires results of one size of elements that divides a stick of "
          << *target.unitBytes.stick << " bytes, found " << element;
      return failure();
    }
    stick = stickBits / bits;
    if (tensor.getEncoding()) {
      reason = "requires results without an encoding, found " +
               mlir::debugString(tensor.getEncoding());
      return failure();
    }
    int64_t rank = tensor.getRank() + numDims;
    if (target.maxRank && rank > *target.maxRank) {
      reason = llvm::formatv(
          "requires at most {0} dims, found {1} of results in sticks",
          *target.maxRank, rank);
      return failure();
    }
  }
  return *stick;
}

/// Gives the results of a reduction a dim of size 1, if they have none, and
/// marks it.
static void mark(RewriterBase &rewriter, linalg::LinalgOp op, int64_t stick,
                 llvm::function_ref<bool(Operation *)> mayChange) {
  remark::passed(op.getLoc(), getFreezeRemark(op)) << remark::add(
      "results have sticks of {0} elements each where it reduces along sticks",
      stick);
  Operation *marked = op;
  std::optional<unsigned> unitDim = getUnitDimOfResults(op);
  SmallVector<Value> results(op->getResults());
  if (!unitDim) {
    results = addUnitDimToResults(rewriter, op);
    marked = getWithUnitDim(results.front()).getDefiningOp();
  }
  marked->setAttr(LayoutDialect::kAlongStick,
                  rewriter.getI64IntegerAttr(stick));
  SmallVector<ValueWithUnitDim> values;
  for (Value result : results)
    values.push_back({result, unitDim});
  accessUnitDims(rewriter, std::move(values), mayChange);
}

/// Whether each result has a dim at index 0 for whose size `isMeant` holds.
static bool hasDimAtZero(linalg::LinalgOp op,
                         llvm::function_ref<bool(int64_t)> isMeant) {
  return llvm::all_of(op.getDpsInitsMutable(), [&](OpOperand &init) {
    return llvm::any_of(
        llvm::zip_equal(op.getMatchingIndexingMap(&init).getResults(),
                        op.getShape(&init)),
        [&](auto dim) {
          auto [index, size] = dim;
          return index == getAffineConstantExpr(0, op.getContext()) &&
                 isMeant(size);
        });
  });
}

/// Fails with a reason if a destination cannot have a padded dim of its own.
static LogicalResult checkInits(linalg::LinalgOp op, std::string &reason) {
  for (Value init : op.getDpsInits()) {
    if (isRematerializable(init) || getWithUnitDim(init) ||
        matchPattern(init, m_Constant()))
      continue;
    auto argument = dyn_cast<BlockArgument>(init);
    reason = "requires destinations of equal elements, found " +
             (argument ? getLocationText(argument)
                       : getLocationText(init.getDefiningOp()));
    return failure();
  }
  return success();
}

/// Replaces an op, such as a softmax, by those that it consists of, and makes
/// the reductions among them sparse. Their results have as many dims as its
/// own.
static LogicalResult decompose(RewriterBase &rewriter,
                               linalg::AggregatedOpInterface op,
                               const LayoutTarget &target,
                               llvm::function_ref<bool(Operation *)> mayChange,
                               std::string &reason) {
  FailureOr<int64_t> stick =
      getStick(op->getResultTypes(), /*numDims=*/0, target, reason);
  if (failed(stick))
    return failure();
  if (!canDecompose(op)) {
    reason = "requires floating-point numbers, found " +
             debugString(getElementTypeOrSelf(op->getOperandTypes().front()));
    return failure();
  }
  OpBuilder::InsertionGuard guard(rewriter);
  rewriter.setInsertionPoint(op);
  Block *block = op->getBlock();
  Operation *before = op->getPrevNode();
  FailureOr<SmallVector<Value>> results = op.decomposeOperation(rewriter);
  if (failed(results)) {
    reason = "requires an op that consists of reductions";
    return failure();
  }
  SmallVector<linalg::LinalgOp> reductions;
  for (Operation *part = before ? before->getNextNode() : &block->front();
       part != op; part = part->getNextNode())
    if (auto structured = dyn_cast<linalg::LinalgOp>(part);
        structured && structured.getNumReductionLoops() != 0)
      reductions.push_back(structured);
  rewriter.replaceOp(op, *results);
  for (linalg::LinalgOp reduction : reductions)
    mark(rewriter, reduction, *stick, mayChange);
  return success();
}

/// Succeeds if the IR has been changed; otherwise sets `reason`.
static LogicalResult makeSparse(RewriterBase &rewriter, Operation *op,
                                const LayoutTarget &target,
                                llvm::function_ref<bool(Operation *)> mayChange,
                                std::string &reason) {
  auto aggregate = dyn_cast<linalg::AggregatedOpInterface>(op);
  if (aggregate && op->getNumResults() != 0 &&
      llvm::all_of(op->getResultTypes(), llvm::IsaPred<RankedTensorType>))
    return decompose(rewriter, aggregate, target, mayChange, reason);
  auto structured = dyn_cast<linalg::LinalgOp>(op);
  if (!structured || structured.getNumReductionLoops() == 0 ||
      !structured.hasPureTensorSemantics() ||
      op->hasAttr(LayoutDialect::kRule)) {
    reason = llvm::formatv("requires a softmax or a structured op that "
                           "reduces, found {0}",
                           op->getName().getStringRef());
    return failure();
  }
  bool addsDim = !hasDimAtZero(structured, [](int64_t) { return true; });
  FailureOr<int64_t> stick =
      getStick(op->getResultTypes(), addsDim, target, reason);
  if (failed(stick) || (addsDim && failed(checkInits(structured, reason))))
    return failure();
  // Sticks of a program that has been planned stay.
  bool isSparse =
      hasDimAtZero(structured, [](int64_t size) { return size != 1; });
  if (isSparse || (!addsDim && !getUnitDimOfResults(structured)))
    return success();
  mark(rewriter, structured, *stick, mayChange);
  return success();
}

//===----------------------------------------------------------------------===//
// Functions
//===----------------------------------------------------------------------===//

namespace {
/// An op for which a target states sparse results.
struct SparseRequest {
  Operation *op;
  StringRef kind;
  const LayoutTarget *target;
  std::string text;
  bool isRequired;
};
} // namespace

/// Returns what a target states of an op, if the first choice is sparse.
static std::optional<SparseRequest>
findSparseRequest(Operation *op, const LayoutTarget &target) {
  for (bool isRequired : {true, false}) {
    std::optional<PositionalRequest> request = findAlternatives(
        op, isRequired ? target.requiresByPosition : target.prefersByPosition);
    if (!request)
      continue;
    const PositionalAlternative &first = request->alternatives.front();
    if (!first.isSparseAlongStick)
      return std::nullopt;
    return SparseRequest{op, request->kind, &target, first.str(), isRequired};
  }
  return std::nullopt;
}

/// Whether a target states of an op more than that its layouts are open.
static bool statesLayouts(Operation *op, const LayoutTarget &target) {
  for (const PositionalPreferences *preferences :
       {&target.requiresByPosition, &target.prefersByPosition})
    if (auto request = findAlternatives(op, *preferences))
      return llvm::any_of(request->alternatives,
                          [](const PositionalAlternative &alternative) {
                            return !alternative.isOpen();
                          });
  return false;
}

LogicalResult layout::makeReductionsSparse(ArrayRef<func::FuncOp> functions,
                                           const LayoutTargets &targets,
                                           DecisionReport &report) {
  SmallVector<SparseRequest> requests;
  llvm::SmallPtrSet<Operation *, 8> stated;
  bool isKnown = true;
  for (func::FuncOp function : functions)
    function.walk([&](Operation *op) {
      if (isFrozen(op) || op->hasAttr(LayoutDialect::kOpLayout) ||
          op->hasAttr(LayoutDialect::kAlongStick) || hasNoElements(op))
        return;
      FailureOr<const LayoutTarget *> target = targets.lookup(op);
      isKnown = isKnown && succeeded(target);
      if (failed(target) || !*target)
        return;
      if (std::optional<SparseRequest> request =
              findSparseRequest(op, **target)) {
        requests.push_back(std::move(*request));
        stated.insert(op);
      }
    });
  if (!isKnown)
    return failure();
  for (const SparseRequest &request : requests) {
    IRRewriter rewriter(request.op);
    std::string reason;
    auto mayChange = [&](Operation *op) {
      return !stated.contains(op) && !statesLayouts(op, *request.target);
    };
    if (succeeded(makeSparse(rewriter, request.op, *request.target, mayChange,
                             reason)))
      continue;
    Refusal refusal{/*number=*/0, request.text, Unsupported{reason}};
    remark::missed(request.op->getLoc(), getFreezeRemark(request.op))
        << remark::add("{0} cannot be {1}", request.kind, refusal.str());
    report.addHint(request.op->getLoc(),
                   request.kind + Twine(" ") + request.text,
                   "it " + reason + "; the results are dense");
    if (request.isRequired)
      return emitRefusal(request.op, request.kind, request.target, {refusal});
  }
  return success();
}
