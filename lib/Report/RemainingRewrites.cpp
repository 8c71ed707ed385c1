//===- RemainingRewrites.cpp - What run time still pays for ---------------===//
//
// Part of LayoutMLIR, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "layout/Report/RemainingRewrites.h"
#include "layout/Analysis/CriticalOps.h"
#include "layout/Analysis/RewriteCount.h"
#include "layout/Analysis/Rewrites.h"
#include "layout/Dialect/Layout/Utils/LocationText.h"
#include "layout/Dialect/Layout/Utils/PassRemarks.h"
#include "layout/Dialect/Layout/Utils/PlanningScope.h"
#include "layout/Interfaces/LayoutRuleInterface.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/Interfaces/CastInterfaces.h"
#include "mlir/Interfaces/ControlFlowInterfaces.h"
#include "mlir/Interfaces/FunctionInterfaces.h"
#include "llvm/ADT/StringExtras.h"

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

/// Names without repetition.
using Names = SmallVector<std::string, 2>;

static void add(Names &names, std::string name) {
  if (!llvm::is_contained(names, name))
    names.push_back(std::move(name));
}

/// The first three names and how many more there are.
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

/// Whether `op` only shows its operand in another shape or type.
static bool isView(Operation *op) {
  if (auto rewrite = getRewriteEndingAt(op))
    return isFree(*rewrite);
  return isa<tensor::ExpandShapeOp, tensor::CollapseShapeOp>(op) ||
         (isa<CastOpInterface>(op) && op->getNumOperands() == 1);
}

/// Why `op` keeps the layouts it has; nothing if it need not.
static std::optional<std::string> getObstacle(Operation *op) {
  if (op->hasTrait<OpTrait::ReturnLike>() &&
      isa<FunctionOpInterface>(op->getParentOp()))
    return "the signature of " + getNameOrLocation(op->getParentOp());
  auto linalgOp = dyn_cast<linalg::LinalgOp>(op);
  if (isFrozen(op) || (linalgOp && classify(linalgOp)))
    return "frozen " + getLocationText(op);
  if (!getLayoutRule(op) && !getRewriteEndingAt(op) &&
      !isa<RegionBranchOpInterface, RegionBranchTerminatorOpInterface>(op))
    return getLocationText(op) + " (cannot adapt)";
  return std::nullopt;
}

namespace {
/// One end of a rewrite: the ops and arguments there, and those among them
/// that keep it where it is.
struct End {
  Names neighbours;
  Names obstacles;

  void add(Operation *op, const std::string &name) {
    ::add(neighbours, name);
    if (std::optional<std::string> obstacle = getObstacle(op))
      ::add(obstacles, *obstacle);
  }
};
} // namespace

static End getProducers(Value value) {
  Operation *op = value.getDefiningOp();
  while (op && isView(op)) {
    value = op->getOperand(0);
    op = value.getDefiningOp();
  }
  End end;
  if (op) {
    end.add(op, getLocationText(op));
    return end;
  }
  auto argument = cast<BlockArgument>(value);
  Operation *owner = argument.getOwner()->getParentOp();
  add(end.neighbours, getLocationText(argument));
  bool isFunction = isa<FunctionOpInterface>(owner);
  if (isFunction)
    add(end.obstacles, "the signature of " + getNameOrLocation(owner));
  else if (std::optional<std::string> obstacle = getObstacle(owner))
    add(end.obstacles, *obstacle);
  return end;
}

static void addUsers(Value value, End &end) {
  // A list of uses begins with the last one.
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
// Entries
//===----------------------------------------------------------------------===//

/// What reads the result; of a rewrite of buffers, what it writes.
static End getUsers(Operation *last) {
  if (last->getNumResults() == 0)
    return getProducers(
        cast<DestinationStyleOpInterface>(last).getDpsInits()[0]);
  End end;
  addUsers(last->getResult(0), end);
  return end;
}

static DictionaryAttr describe(const Rewrite &rewrite, const CallSites &calls) {
  Operation *last = rewrite.ops.back();
  End producers = getProducers(rewrite.source), users = getUsers(last);
  Names obstacles = producers.obstacles;
  for (const std::string &obstacle : users.obstacles)
    add(obstacles, obstacle);

  Builder builder(last->getContext());
  auto text = [&](StringRef name, const std::string &value) {
    return builder.getNamedAttr(name, builder.getStringAttr(value));
  };
  RewriteMaps maps = getMaps(rewrite);
  return builder.getDictionaryAttr(
      {text("location", getLocationText(last->getLoc())),
       text("from", getText(maps.from)), text("to", getText(maps.to)),
       builder.getNamedAttr("bytes", builder.getI64IntegerAttr(
                                         getBytesMoved(rewrite, calls).bytes)),
       builder.getNamedAttr("between",
                            builder.getStrArrayAttr({join(producers.neighbours),
                                                     join(users.neighbours)})),
       text("blocked_by", obstacles.empty()
                              ? "nothing: no cheaper place was found"
                              : join(obstacles))});
}

static void remarkLeft(Operation *op, DictionaryAttr entry) {
  auto text = [&](StringRef name) {
    return entry.getAs<StringAttr>(name).getValue();
  };
  auto between =
      entry.getAs<ArrayAttr>("between").getAsValueRange<StringAttr>();
  remark::missed(op->getLoc(), getRemark("left", "layout-report", op))
      << remark::add("{0} bytes from {1} to {2} are rewritten between {3}",
                     entry.getAs<IntegerAttr>("bytes").getInt(), text("from"),
                     text("to"), llvm::join(between, " and "))
      << remark::reason("blocked by {0}", text("blocked_by"));
}

ArrayAttr layout::collectRemainingRewrites(ModuleOp module) {
  SmallVector<Attribute> entries;
  CallSites calls(module);
  module.walk([&](Operation *op) {
    std::optional<Rewrite> rewrite = getRewriteEndingAt(op);
    if (!rewrite || isFree(*rewrite) || isConstantData(rewrite->source))
      return;
    DictionaryAttr entry = describe(*rewrite, calls);
    remarkLeft(op, entry);
    entries.push_back(entry);
  });
  return ArrayAttr::get(module.getContext(), entries);
}
