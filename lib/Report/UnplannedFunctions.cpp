//===- UnplannedFunctions.cpp - Functions that are not planned ------------===//
//
// Part of LayoutMLIR, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "layout/Report/UnplannedFunctions.h"
#include "Analysis/LayoutRules.h"
#include "Analysis/ModuleFunctions.h"
#include "Dialect/HostFunction.h"
#include "layout/Analysis/RewriteCount.h"
#include "layout/Dialect/LayoutAttributes.h"
#include "layout/Dialect/Marks.h"
#include "mlir/Interfaces/CallInterfaces.h"
#include "mlir/Interfaces/ControlFlowInterfaces.h"
#include "mlir/Interfaces/FunctionInterfaces.h"
#include "llvm/ADT/MapVector.h"
#include "llvm/ADT/StringSwitch.h"
#include "llvm/Support/FormatVariadic.h"

using namespace mlir;
using namespace mlir::layout;

/// What lowers a dialect to linalg on tensors: passes of upstream or of the
/// compiler that the dialect belongs to.
static StringRef getLowering(StringRef dialect) {
  return llvm::StringSwitch<StringRef>(dialect)
      .Case("tosa", ", by tosa-to-linalg-named and tosa-to-linalg")
      .Case("stablehlo", ", by stablehlo-legalize-to-linalg")
      .Case("torch", ", by torch-backend-to-linalg-on-tensors-backend-pipeline")
      .Default("");
}

/// Whether a value of this type is a tensor, or of a type of another dialect,
/// which may stand for one.
static bool mayBeTensor(Type type) {
  return isa<TensorType, OpaqueType>(type) ||
         !isa<BuiltinDialect>(type.getDialect());
}

/// Whether layouts would have to pass through `op`, which has no rule for them.
/// They pass through loops, branches and calls with the values of these.
static bool lacksRule(Operation *op) {
  return llvm::any_of(op->getOperandTypes(), mayBeTensor) &&
         !op->hasTrait<OpTrait::IsTerminator>() &&
         !isa<RegionBranchOpInterface, CallOpInterface>(op) &&
         !getLayoutRule(op);
}

/// The number of pads, slices and concatenations of a program.
static int64_t countMoves(FunctionOpInterface function) {
  int64_t count = 0;
  function->walk([&](Operation *op) {
    std::optional<CountedMovement> movement = getCountedMovement(op);
    count += movement && movement->kind == CountedMovement::Kind::Move;
  });
  return count;
}

static std::string getReason(FunctionOpInterface function) {
  if (!isa<func::FuncOp>(function))
    return llvm::formatv("is a '{0}', and 'func.func' is planned",
                         function->getName());
  if (isFrozen(function))
    return llvm::formatv("is marked '{0}'", hasSkipMark(function)
                                                ? LayoutDialect::kSkip
                                                : LayoutDialect::kFrozen);
  llvm::MapVector<StringRef, int64_t> others; // by their dialect
  bool hasBuffers = false;
  function->walk([&](Operation *op) {
    hasBuffers |=
        llvm::any_of(op->getOperandTypes(), llvm::IsaPred<BaseMemRefType>);
    if (lacksRule(op))
      ++others[op->getName().getDialectNamespace()];
  });
  if (!others.empty()) {
    auto [dialect, count] = *llvm::max_element(
        others, [](auto &a, auto &b) { return a.second < b.second; });
    return llvm::formatv("holds {0} {1} of '{2}' without a layout rule; lower "
                         "{4} to linalg on tensors first{3}",
                         count, count == 1 ? "op" : "ops", dialect,
                         getLowering(dialect), count == 1 ? "it" : "them");
  }
  if (hasBuffers)
    return "works on buffers; layouts are planned on tensors, in front of "
           "bufferization";
  std::string reason = "holds no convolution or matmul, no op of which the "
                       "target states layouts, and no rewrite";
  if (int64_t moves = countMoves(function))
    reason += llvm::formatv("; {0} {1}", moves,
                            moves == 1 ? "pad, slice or concatenation stays"
                                       : "pads, slices or concatenations stay");
  return reason;
}

std::vector<UnplannedFunction>
layout::findUnplanned(ModuleOp module, const PlanningScope &scope) {
  llvm::SmallDenseSet<Operation *> planned;
  for (func::FuncOp function : scope.getFunctions())
    planned.insert(function);
  std::vector<UnplannedFunction> unplanned;
  for (ModuleOp part : getModules(module))
    for (auto function : part.getOps<FunctionOpInterface>())
      if (!function.isExternal() && !isHostFunction(function) &&
          !planned.contains(function))
        unplanned.push_back({function.getLoc(), getQualifiedName(function),
                             getReason(function)});
  return unplanned;
}
