//===- RemainingRewrites.cpp - Rewrites that are left, and why ------------===//
//
// Part of LayoutMLIR, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Analysis/LayerName.h"
#include "Analysis/LayoutRules.h"
#include "Dialect/HostFunction.h"
#include "Relayout/LoopRelayout.h"
#include "ValueLetters.h"
#include "layout/Analysis/CriticalOps.h"
#include "layout/Analysis/PlanningScope.h"
#include "layout/Analysis/Remarks.h"
#include "layout/Analysis/RewriteCount.h"
#include "layout/Analysis/Rewrites.h"
#include "layout/Dialect/Layout.h"
#include "layout/Interfaces/LayoutRuleInterface.h"
#include "layout/Report/PlanReport.h"
#include "layout/Support/Debug.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/Interfaces/CastInterfaces.h"
#include "mlir/Interfaces/ControlFlowInterfaces.h"
#include "mlir/Interfaces/FunctionInterfaces.h"
#include "llvm/ADT/StringExtras.h"

#define DEBUG_TYPE "layout-report"
ALWAYS_ENABLED_STATISTIC(numRemaining,
                         "Rewrites of run-time data that are left");

using namespace mlir;
using namespace mlir::layout;

//===----------------------------------------------------------------------===//
// Text
//===----------------------------------------------------------------------===//

static std::string getText(AffineMap map) {
  std::string text = "?";
  if (map) {
    text.clear();
    llvm::raw_string_ostream(text) << map;
  }
  return text;
}

/// A list of names, each of which occurs once.
using Names = SmallVector<std::string, 2>;

static void add(Names &names, std::string name) {
  if (!llvm::is_contained(names, name))
    names.push_back(std::move(name));
}

/// Joins the first three names and tells how many more there are.
static std::string join(ArrayRef<std::string> names) {
  constexpr size_t limit = 3;
  if (names.size() <= limit)
    return llvm::join(names, " and ");
  return llvm::join(names.take_front(limit), ", ") + " and " +
         std::to_string(names.size() - limit) + " more";
}

//===----------------------------------------------------------------------===//
// Neighbours
//===----------------------------------------------------------------------===//

/// Whether the result of `op` is its operand in another shape or type, without
/// a change of the order of elements.
static bool isView(Operation *op) {
  if (auto rewrite = getRewriteEndingAt(op))
    return isFree(*rewrite);
  return isa<tensor::ExpandShapeOp, tensor::CollapseShapeOp>(op) ||
         (isa<CastOpInterface>(op) && op->getNumOperands() == 1);
}

/// Returns why `op` cannot change its layouts, or nothing if it can.
static std::optional<std::string>
getObstacle(Operation *op, const CriticalOpAnalysis &criticalOps) {
  if (op->hasTrait<OpTrait::ReturnLike>() &&
      isa<FunctionOpInterface>(op->getParentOp()))
    return "the signature of " + getNameOrLocation(op->getParentOp());
  if (isFrozen(op) || criticalOps.lookup(op))
    return "frozen " + getLocationText(op);
  if (!getLayoutRule(op) && !getRewriteEndingAt(op) &&
      !isa<RegionBranchOpInterface, RegionBranchTerminatorOpInterface>(op))
    return getLocationText(op) + " (cannot adapt)";
  return std::nullopt;
}

namespace {
/// One end of a rewrite: the names of the ops and arguments there, and of those
/// among them that keep the rewrite from moving past them.
struct End {
  explicit End(const CriticalOpAnalysis &criticalOps)
      : criticalOps(criticalOps) {}

  const CriticalOpAnalysis &criticalOps;
  Names neighbours;
  Names obstacles;
  /// Where each of the obstacles is.
  SmallVector<Location, 2> locations;

  void add(Operation *op, const std::string &name) {
    ::add(neighbours, name);
    if (std::optional<std::string> obstacle = getObstacle(op, criticalOps))
      addObstacle(*obstacle, op->getLoc());
  }
  void addObstacle(const std::string &obstacle, Location location) {
    ::add(obstacles, obstacle);
    if (obstacles.size() > locations.size())
      locations.push_back(location);
  }
};
} // namespace

/// Returns the end of a rewrite that computes `value`, looking through views.
static End getProducers(Value value, const CriticalOpAnalysis &criticalOps) {
  Operation *op = value.getDefiningOp();
  while (op && isView(op)) {
    value = op->getOperand(0);
    op = value.getDefiningOp();
  }
  End end(criticalOps);
  if (op) {
    end.add(op, getLocationText(op));
    return end;
  }
  auto argument = cast<BlockArgument>(value);
  Operation *owner = argument.getOwner()->getParentOp();
  add(end.neighbours, getLocationText(argument));
  bool isFunction = isa<FunctionOpInterface>(owner);
  if (isFunction)
    end.addObstacle("the signature of " + getNameOrLocation(owner),
                    value.getLoc());
  else if (std::optional<std::string> obstacle =
               getObstacle(owner, criticalOps))
    end.addObstacle(*obstacle, owner->getLoc());
  return end;
}

/// Adds the readers of `value`, in program order, looking through views.
static void addUsers(Value value, End &end) {
  // MLIR lists the uses of a value in reverse.
  auto uses =
      llvm::map_to_vector(value.getUses(), [](OpOperand &use) { return &use; });
  for (OpOperand *use : llvm::reverse(uses)) {
    Operation *op = use->getOwner();
    if (isView(op)) {
      addUsers(op->getResult(0), end);
      continue;
    }
    bool isReturned = op->hasTrait<OpTrait::ReturnLike>() &&
                      isa<FunctionOpInterface>(op->getParentOp());
    end.add(op, isReturned
                    ? "result " + std::to_string(use->getOperandNumber()) +
                          " of " + getNameOrLocation(op->getParentOp())
                    : getLocationText(op));
  }
}

//===----------------------------------------------------------------------===//
// Rewrites
//===----------------------------------------------------------------------===//

/// Returns the end of a rewrite that reads its result. A rewrite of buffers has
/// no result; its end is whatever makes the buffer it writes.
static End getUsers(Operation *last, const CriticalOpAnalysis &criticalOps) {
  if (last->getNumResults() == 0)
    return getProducers(
        cast<DestinationStyleOpInterface>(last).getDpsInits()[0], criticalOps);
  End end(criticalOps);
  addUsers(last->getResult(0), end);
  return end;
}

/// The most ops that are visited to find what keeps a rewrite.
static constexpr size_t kMaxVisited = 4096;

/// Finds the nearest op or signature that cannot change its layouts, behind ops
/// that can: in front of `value`, or among what depends on it. Such an op keeps
/// a rewrite between two ops that adapt to either side.
static void addNearestObstacle(Value value, bool isForward, End &end) {
  llvm::SetVector<Value> values;
  values.insert(value);
  for (size_t number = 0;
       number < std::min(values.size(), kMaxVisited) && end.obstacles.empty();
       ++number) {
    if (isForward) {
      for (Operation *user : values[number].getUsers()) {
        if (end.obstacles.empty())
          end.add(user, getLocationText(user));
        bool isYield = user->hasTrait<OpTrait::IsTerminator>();
        values.insert_range(
            (isYield ? user->getParentOp() : user)->getResults());
      }
      continue;
    }
    End producers = getProducers(values[number], end.criticalOps);
    if (!producers.obstacles.empty())
      end.addObstacle(producers.obstacles.front(), producers.locations.front());
    Operation *op = values[number].getDefiningOp();
    if (!op)
      op = cast<BlockArgument>(values[number]).getOwner()->getParentOp();
    for (Value operand : op->getOperands())
      if (isa<ShapedType>(operand.getType()) && !isConstantData(operand) &&
          !isRematerializable(operand))
        values.insert(operand);
  }
}

/// The ends of a rewrite. If the ops there can all adapt, those behind them
/// that cannot are its obstacles.
static std::pair<End, End> getEnds(const Rewrite &rewrite,
                                   const CriticalOpAnalysis &criticalOps) {
  Operation *last = rewrite.ops.back();
  End producers = getProducers(rewrite.source, criticalOps),
      users = getUsers(last, criticalOps);
  if (producers.obstacles.empty() && users.obstacles.empty()) {
    End before(criticalOps), behind(criticalOps);
    addNearestObstacle(rewrite.source, /*isForward=*/false, before);
    for (Value result : last->getResults())
      addNearestObstacle(result, /*isForward=*/true, behind);
    for (auto [end, found] :
         {std::pair(&producers, &before), std::pair(&users, &behind)}) {
      end->obstacles = found->obstacles;
      end->locations = found->locations;
    }
  }
  return {std::move(producers), std::move(users)};
}

//===----------------------------------------------------------------------===//
// Advice
//===----------------------------------------------------------------------===//

/// The function whose signature is the only reason why its arguments and
/// results have their layouts; null if `op` is another one.
static func::FuncOp getPublicFunction(Operation *op) {
  auto function = dyn_cast_or_null<func::FuncOp>(op);
  return function && function.isPublic() ? function : nullptr;
}

/// Whether a convolution or matmul reads `value` as its kernel.
static bool isKernel(Value value, const CriticalOpAnalysis &criticalOps) {
  return llvm::any_of(value.getUses(), [&](OpOperand &use) {
    auto op = dyn_cast<linalg::LinalgOp>(use.getOwner());
    return op && criticalOps.lookup(op) && op.isDpsInput(&use) &&
           use.getOperandNumber() != 0;
  });
}

/// Whether a rewrite pads or crops: what padding at the boundary must hold, an
/// op may not compute.
static bool changesSize(const Rewrite &rewrite) {
  auto source = dyn_cast<ShapedType>(rewrite.source.getType());
  auto result =
      dyn_cast<ShapedType>(rewrite.ops.back()->getResult(0).getType());
  bool areStatic =
      source && result && source.hasStaticShape() && result.hasStaticShape();
  return llvm::any_of(rewrite.ops,
                      [](Operation *op) { return isa<PadOp, CropOp>(op); }) ||
         (areStatic && source.getNumElements() != result.getNumElements());
}

/// The layout of the side `other` as a map from the dims of a tensor at the
/// border, which lies as `border` says; null if `border` is no permutation.
static AffineMap getLayoutAtBorder(AffineMap border, AffineMap other) {
  if (!border || !other || !border.isPermutation())
    return AffineMap();
  return other.compose(inversePermutation(border));
}

/// Returns what makes a rewrite needless that has an argument or result of a
/// public function on one side, which nothing else reads; an empty text for any
/// other.
static std::string getAdvice(const Rewrite &rewrite, const RewriteMaps &maps,
                             const CriticalOpAnalysis &criticalOps) {
  Operation *last = rewrite.ops.back();
  if (last->getNumResults() != 1 || changesSize(rewrite))
    return "";
  auto state = [](AffineMap layout, const std::string &place) -> std::string {
    return layout ? "layout.tensor_layout = \"map:" + getText(layout) +
                        "\" at " + place + " saves it"
                  : "";
  };
  Value result = last->getResult(0);
  if (auto argument = dyn_cast<BlockArgument>(rewrite.source)) {
    Operation *owner = argument.getOwner()->getParentOp();
    if (!getPublicFunction(owner) || !argument.hasOneUse())
      return "";
    std::string place = getLocationText(argument);
    if (isKernel(result, criticalOps))
      return "layout.constant at " + place +
             ", if it is the same in each call, leaves the rewrite to " +
             getNameOrLocation(owner) + ".prepare";
    return state(getLayoutAtBorder(maps.from, maps.to), place);
  }
  if (!result.hasOneUse())
    return "";
  OpOperand &use = *result.use_begin();
  Operation *user = use.getOwner();
  if (!user->hasTrait<OpTrait::ReturnLike>() ||
      !getPublicFunction(user->getParentOp()))
    return "";
  return state(getLayoutAtBorder(maps.to, maps.from),
               "result " + std::to_string(use.getOperandNumber()) + " of " +
                   getNameOrLocation(user->getParentOp()));
}

static RemainingRewrite describe(const Rewrite &rewrite, const CallSites &calls,
                                 const CriticalOpAnalysis &criticalOps) {
  Operation *last = rewrite.ops.back();
  auto [producers, users] = getEnds(rewrite, criticalOps);
  Names obstacles = producers.obstacles;
  for (const std::string &obstacle : users.obstacles)
    add(obstacles, obstacle);

  RewriteMaps maps = getMaps(rewrite);
  RemainingRewrite described;
  described.location = getLocationText(last->getLoc());
  described.name = getLayerName(last->getLoc());
  described.place = last->getLoc();
  described.from = getText(maps.from);
  described.to = getText(maps.to);
  described.bytes = getBytesMoved(rewrite, calls).bytes;
  described.between = {join(producers.neighbours), join(users.neighbours)};
  // An op that reads no data and has no users keeps its layouts.
  described.blockedBy = obstacles.empty()
                            ? "the layouts of " + join(producers.neighbours) +
                                  " and " + join(users.neighbours)
                            : join(obstacles);
  described.advice = getAdvice(rewrite, maps, criticalOps);
  return described;
}

static void fill(remark::detail::InFlightRemark &missed,
                 const RemainingRewrite &rewrite) {
  missed << remark::add("{0} bytes from {1} to {2} are rewritten between {3}",
                        rewrite.bytes, rewrite.from, rewrite.to,
                        llvm::join(rewrite.between, " and "))
         << remark::reason("blocked by {0}", rewrite.blockedBy);
}

void layout::forEachRewrite(
    ModuleOp module, llvm::function_ref<void(const Rewrite &rewrite)> visit) {
  module.walk<WalkOrder::PreOrder>([&](Operation *op) {
    if (isHostFunction(op))
      return WalkResult::skip();
    std::optional<Rewrite> rewrite = getRewriteEndingAt(op);
    if (rewrite && !isFree(*rewrite) && !isConstantData(rewrite->source))
      visit(*rewrite);
    return WalkResult::advance();
  });
}

std::vector<RemainingRewrite>
layout::collectRemainingRewrites(ModuleOp module, const CallSites &calls,
                                 const CriticalOpAnalysis &criticalOps,
                                 const DeviceMemory &memory, bool isRead) {
  std::vector<RemainingRewrite> remaining;
  std::optional<ValueLetters> letters;
  forEachRewrite(module, [&](const Rewrite &rewrite) {
    ++numRemaining;
    Operation *last = rewrite.ops.back();
    remark::detail::InFlightRemark missed = remark::missed(
        last->getLoc(), getRemark("left", "layout-report", last));
    // A description takes far longer than to find the rewrite.
    if (!isRead && !missed)
      return;
    RemainingRewrite described = describe(rewrite, calls, criticalOps);
    fill(missed, described);
    if (!isRead)
      return;
    if (!letters)
      letters.emplace(module, criticalOps);
    described.letters = letters->describe(rewrite, getMaps(rewrite));
    if (memory.isDescribed())
      described.buffer = getBufferOf(rewrite, memory);
    remaining.push_back(std::move(described));
  });
  return remaining;
}

LogicalResult
layout::refuseRemainingRewrites(ModuleOp module, const CallSites &calls,
                                const CriticalOpAnalysis &criticalOps) {
  bool isRefused = false;
  forEachRewrite(module, [&](const Rewrite &rewrite) {
    isRefused = true;
    Operation *last = rewrite.ops.back();
    RemainingRewrite described = describe(rewrite, calls, criticalOps);
    InFlightDiagnostic error =
        emitError(last->getLoc())
        << "layouts clash between " << described.between.front() << " and "
        << described.between.back() << ": a relayout from " << described.from
        << " to " << described.to << " of " << described.bytes
        << " bytes would be needed here";
    auto [producers, users] = getEnds(rewrite, criticalOps);
    for (const End &end : {producers, users})
      for (auto [obstacle, location] :
           llvm::zip_equal(end.obstacles, end.locations))
        error.attachNote(location) << obstacle << " keeps its layout";
  });
  return failure(isRefused);
}
