//===- LayoutHoist.cpp - Moves rewrites from functions to their callers ---===//
//
// Part of LayoutMLIR, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Analysis/ConstantGlobals.h"
#include "Analysis/ModuleFunctions.h"
#include "HoistLoads.h"
#include "layout/Analysis/PlanningScope.h"
#include "layout/Analysis/Remarks.h"
#include "layout/Analysis/Rewrites.h"
#include "layout/Dialect/LayoutAttributes.h"
#include "layout/Dialect/Marks.h"
#include "layout/Import/Passes.h"
#include "layout/Support/Debug.h"
#include "mlir/IR/IRMapping.h"

#define DEBUG_TYPE "layout-hoist"
ALWAYS_ENABLED_STATISTIC(numHoisted, "Rewrites moved to callers");
ALWAYS_ENABLED_STATISTIC(numLoads, "Loads of globals moved to callers");

namespace mlir::layout {
#define GEN_PASS_DEF_LAYOUTHOIST
#include "layout/Import/Passes.h.inc"
} // namespace mlir::layout

using namespace mlir;
using namespace mlir::layout;

namespace {
/// A rewrite of one tensor, whose other operands can be created anywhere.
struct Movable {
  Operation *op;
  OpOperand *source;
};

/// A private function all of whose calls may change.
class HoistFrom {
public:
  HoistFrom(func::FuncOp function, ArrayRef<func::CallOp> calls)
      : function(function), calls(calls) {}

  /// Moves rewrites at the ends of the function as long as there are any, and
  /// returns their number.
  unsigned run();

private:
  std::optional<Movable> getMovable(Operation *op) const;
  bool hoistPrologue(BlockArgument argument);
  bool hoistEpilogue(OpOperand &returned);

  func::FuncOp function;
  ArrayRef<func::CallOp> calls;
};

struct LayoutHoist : layout::impl::LayoutHoistBase<LayoutHoist> {
  void runOnProgram() override;
};
} // namespace

/// Whether `value` can be computed in another function: it depends on nothing
/// but constants.
static bool canBeCopied(Value value) {
  Operation *producer = value.getDefiningOp();
  return producer &&
         (producer->hasTrait<OpTrait::ConstantLike>() ||
          isa<tensor::EmptyOp>(producer)) &&
         llvm::all_of(producer->getOperands(), canBeCopied);
}

/// Whether an argument or result has attributes that describe its type.
static bool describesType(DictionaryAttr attributes) {
  return attributes && llvm::any_of(attributes, [](NamedAttribute attribute) {
           StringRef name = attribute.getName();
           return name.starts_with("layout.") ||
                  name.starts_with("bufferization.");
         });
}

/// Returns `op` if it is a rewrite, by its mark or by what it does, of a tensor
/// and can be moved to another function. What is not marked in a function that
/// is not frozen is left to the plan.
std::optional<Movable> HoistFrom::getMovable(Operation *op) const {
  bool isNamed = op && op->hasAttr(LayoutDialect::kRewrite);
  if (!op || isMarked(op) || op->getNumResults() != 1 ||
      (!isNamed && !isFrozen(function)))
    return std::nullopt;
  OpOperand *source = nullptr;
  if (std::optional<Rewrite> rewrite = getRewriteBy(op)) {
    auto *found = llvm::find_if(op->getOpOperands(), [&](OpOperand &operand) {
      return operand.get() == rewrite->source;
    });
    source = found == op->getOpOperands().end() ? nullptr : &*found;
  } else if (isNamed) {
    source = &*llvm::find_if(op->getOpOperands(), [](OpOperand &operand) {
      return isa<RankedTensorType>(operand.get().getType());
    });
  }
  bool isMovable =
      source && llvm::all_of(op->getOpOperands(), [&](OpOperand &operand) {
        return &operand == source || canBeCopied(operand.get());
      });
  return isMovable ? std::optional<Movable>({op, source}) : std::nullopt;
}

static void copyOperands(OpBuilder &builder, Operation *op, IRMapping &copies) {
  for (Value operand : op->getOperands()) {
    if (copies.contains(operand))
      continue;
    Operation *producer = operand.getDefiningOp();
    copyOperands(builder, producer, copies);
    builder.clone(*producer, copies);
  }
}

/// Creates a rewrite of `source` at the insertion point.
static Value createCopy(OpBuilder &builder, const Movable &rewrite,
                        Value source) {
  IRMapping copies;
  copies.map(rewrite.source->get(), source);
  copyOperands(builder, rewrite.op, copies);
  return builder.clone(*rewrite.op, copies)->getResult(0);
}

/// Moves the only user of an argument to the callers. With
///
///   func.func private @f(%b: tensor<16x16xf32>) -> ... {
///     %0 = layout.layout_transform %b by <(i, j) -> (j, i)> ...
///
/// the function takes %0, and each call
///
///   %1 = layout.layout_transform %x by <(i, j) -> (j, i)> ...
///   %2 = call @f(%1)
bool HoistFrom::hoistPrologue(BlockArgument argument) {
  if (!argument.hasOneUse() ||
      describesType(function.getArgAttrDict(argument.getArgNumber())))
    return false;
  std::optional<Movable> rewrite = getMovable(*argument.user_begin());
  if (!rewrite || rewrite->source->get() != argument ||
      rewrite->op->getBlock() != argument.getOwner())
    return false;
  for (func::CallOp call : calls) {
    OpBuilder builder(call);
    OpOperand &operand = call->getOpOperand(argument.getArgNumber());
    operand.set(createCopy(builder, *rewrite, operand.get()));
  }
  Value result = rewrite->op->getResult(0);
  argument.setType(result.getType());
  result.replaceAllUsesWith(argument);
  rewrite->op->erase();
  return true;
}

/// Moves a rewrite of which only the result is returned to the callers.
bool HoistFrom::hoistEpilogue(OpOperand &returned) {
  Value result = returned.get();
  std::optional<Movable> rewrite = getMovable(result.getDefiningOp());
  if (!rewrite || !result.hasOneUse() ||
      describesType(function.getResultAttrDict(returned.getOperandNumber())))
    return false;
  for (func::CallOp call : calls) {
    OpBuilder builder(call->getContext());
    builder.setInsertionPointAfter(call);
    Value called = call.getResult(returned.getOperandNumber());
    SmallVector<OpOperand *> uses = llvm::map_to_vector(
        called.getUses(), [](OpOperand &use) { return &use; });
    called.setType(rewrite->source->get().getType());
    Value copy = createCopy(builder, *rewrite, called);
    for (OpOperand *use : uses)
      use->set(copy);
  }
  returned.set(rewrite->source->get());
  rewrite->op->erase();
  return true;
}

unsigned HoistFrom::run() {
  // Where there are several returns, each would have to return a rewrite.
  auto returns = llvm::to_vector(function.getOps<func::ReturnOp>());
  unsigned number = 0;
  bool isChanged = true;
  while (isChanged) {
    isChanged = false;
    for (BlockArgument argument : function.getArguments())
      isChanged |= hoistPrologue(argument) && ++number;
    if (returns.size() == 1)
      for (OpOperand &returned : returns.front()->getOpOperands())
        isChanged |= hoistEpilogue(returned) && ++number;
  }
  if (number > 0)
    function.setType(FunctionType::get(function.getContext(),
                                       function.front().getArgumentTypes(),
                                       calls.front()->getResultTypes()));
  return number;
}

void LayoutHoist::runOnProgram() {
  const auto &sites = getAnalysis<CallSites>();
  if (failed(verifyMarkedGlobals(getOperation())))
    return signalPassFailure();
  unsigned numMoved =
      hoistLoads(getAnalysis<PlanningScope>().getFunctions(), sites);
  numLoads += numMoved;
  bool isChanged = numMoved > 0;
  for (func::FuncOp function : getFunctions(getOperation())) {
    ArrayRef<func::CallOp> calls = sites.getCallsOf(function);
    bool mayChange = !calls.empty() && !isSkipped(function) &&
                     llvm::none_of(calls, [&](func::CallOp call) {
                       return isFrozen(call) || function->isAncestor(call);
                     });
    unsigned number = mayChange ? HoistFrom(function, calls).run() : 0;
    if (number == 0)
      continue;
    isChanged = true;
    numHoisted += number;
    remark::passed(function.getLoc(), getRemark("hoist", DEBUG_TYPE, function))
        << remark::add("{0} rewrites moved to the callers", number);
  }
  if (!isChanged)
    markAllAnalysesPreserved();
}
