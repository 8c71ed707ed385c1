//===- PlannedMovement.cpp - What a plan says of its program --------------===//
//
// Part of LayoutMLIR, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "PlannedMovement.h"
#include "Analysis/ModuleFunctions.h"
#include "Planning/Model/CandidateCosts.h"
#include "layout/Analysis/RewriteCount.h"
#include "layout/Analysis/Rewrites.h"
#include "layout/Dialect/Layout.h"
#include "layout/Support/Saturating.h"

using namespace mlir;
using namespace mlir::layout;

using Part = PlannedMovement::Part;

/// Adds the moves of the program, which are no part of the problem: their costs
/// are those of padding only. The pads and crops of the layout dialect are
/// planned.
static void addOwnMoves(ArrayRef<func::FuncOp> functions,
                        const CallSites &calls, PlannedMovement &sum) {
  for (func::FuncOp function : functions)
    function.walk([&](DataMovementOpInterface op) {
      std::optional<CountedMovement> movement = getCountedMovement(op);
      if (!movement || movement->kind != CountedMovement::Kind::Move ||
          isa<PadOp, CropOp>(op))
        return;
      int64_t bytes = getBytesMoved(*movement, calls).bytes;
      sum.moves = addSaturating(sum.moves, bytes);
      sum.parts.push_back({op.getLoc(), bytes});
    });
}

Cost layout::getJoinedMoveBytes(ArrayRef<func::FuncOp> functions,
                                const CallSites &calls) {
  Cost sum = 0;
  for (func::FuncOp function : functions)
    function.walk([&](Operation *op) {
      std::optional<JoinableMove> joinable = getJoinableMove(op);
      if (!joinable)
        return;
      std::optional<CountedMovement> movement = getCountedMovement(op);
      if (!movement || movement->kind != CountedMovement::Kind::Move)
        return;
      movement->values = {joinable->between, joinable->between};
      sum = addSaturating(sum, getBytesMoved(*movement, calls).bytes);
    });
  return sum;
}

/// Lists the ops that rewrite or move themselves.
static void listOps(const PlanningModel &model, const Plan &plan,
                    std::vector<Part> &parts) {
  const Problem &problem = model.getProblem();
  for (auto [variable, numbers, number] :
       llvm::zip_equal(model.getVariables(), problem.variables, plan)) {
    Cost bytes =
        numbers.candidates[number].cost - variable.candidates[number].price;
    if (variable.op && bytes != 0)
      parts.push_back({variable.op->getLoc(), bytes});
  }
}

/// Lists the rewrites of nets, but for those of constants above the limit,
/// which are no rewrites of run-time data. Returns the bytes of the latter.
static Cost listNets(const PlanningModel &model, const Plan &plan,
                     std::vector<Part> &parts) {
  const Problem &problem = model.getProblem();
  Cost constants = 0;
  for (auto [net, numbers] : llvm::zip_equal(model.getNets(), problem.nets)) {
    bool isConstant = isConstantData(net.root);
    unsigned produced = problem.getLayout(plan, numbers.producer);
    for (unsigned required : problem.getRewrittenLayouts(numbers, plan)) {
      Cost bytes = getRewriteCost(numbers, produced, required);
      if (isConstant)
        constants = addSaturating(constants, bytes);
      else
        parts.push_back({net.root.getLoc(), bytes});
    }
  }
  return constants;
}

PlannedMovement layout::getPlannedMovement(const PlanningModel &model,
                                           const Plan &plan,
                                           ArrayRef<func::FuncOp> functions,
                                           const CallSites &calls) {
  PlanFigures figures = model.getFigures(plan);
  PlannedMovement movement;
  for (func::FuncOp function : functions)
    movement.functions.push_back(getQualifiedName(function));
  movement.rewrites = figures.rewrites;
  movement.moves = figures.moves;
  addOwnMoves(functions, calls, movement);
  movement.joinableMoves = std::max<Cost>(
      getJoinedMoveBytes(functions, calls) - figures.separate, 0);
  listOps(model, plan, movement.parts);
  Cost constants = listNets(model, plan, movement.parts);
  // The largest cost means that the sum is not known.
  if (movement.rewrites != std::numeric_limits<Cost>::max())
    movement.rewrites -= constants;
  return movement;
}
