//===- OutlineRewrites.cpp - A function for each rewrite ------------------===//
//
// Part of LayoutMLIR, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Execution/ByteCounters.h"
#include "TimedRun.h"
#include "layout/Analysis/Remarks.h"
#include "layout/Analysis/Rewrites.h"
#include "layout/Dialect/LayoutAttributes.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/IR/IRMapping.h"
#include "mlir/IR/PatternMatch.h"
#include "mlir/IR/SymbolTable.h"
#include "mlir/Transforms/RegionUtils.h"

namespace mlir::layout::run {

static std::string getText(AffineMap map) {
  std::string text;
  llvm::raw_string_ostream(text) << map;
  return text;
}

/// The operands of an op, and the values that its regions capture.
static SetVector<Value> getUsedValues(Operation *op) {
  SetVector<Value> values(op->operand_begin(), op->operand_end());
  getUsedValuesDefinedAbove(op->getRegions(), values);
  return values;
}

/// The ops from the source of a rewrite to its result, in order, including the
/// constants and empty tensors that they use.
static SetVector<Operation *> getSlice(const Rewrite &rewrite) {
  SetVector<Operation *> slice;
  auto visit = [&](auto &visit, Operation *op) -> bool {
    bool isOnPath = false;
    for (Value operand : getUsedValues(op)) {
      Operation *maker = operand.getDefiningOp();
      if (operand == rewrite.source)
        isOnPath = true;
      else if (maker && op != rewrite.ops.front())
        isOnPath |= visit(visit, maker);
    }
    if (isOnPath)
      for (Value operand : getUsedValues(op))
        if (Operation *maker = operand.getDefiningOp();
            maker && operand != rewrite.source &&
            (isa<tensor::EmptyOp>(maker) ||
             maker->hasTrait<OpTrait::ConstantLike>()))
          slice.insert(maker);
    if (isOnPath)
      slice.insert(op);
    return isOnPath;
  };
  visit(visit, rewrite.ops.back());
  return slice;
}

/// Creates a private function of the given arguments with the ops of a rewrite:
///
///   func.func private @layout_run_rewrite(%x: tensor<3x2xi32>)
///       -> tensor<2x3xi32> {
///     func.call @layout_run_begin(%c0) : (index) -> ()
///     %0 = linalg.transpose ins(%x) outs(%empty) permutation = [1, 0]
///     func.call @layout_run_end(%c0, %c48) : (index, index) -> ()
///     return %0 : tensor<2x3xi32>
static func::FuncOp createFunction(const Rewrite &rewrite,
                                   const SetVector<Operation *> &slice,
                                   ArrayRef<Value> arguments, unsigned number,
                                   SymbolTable &symbols) {
  Operation *last = rewrite.ops.back();
  Location loc = last->getLoc();
  OpBuilder builder(last->getContext());
  auto function = func::FuncOp::create(
      builder, loc, "layout_run_rewrite",
      builder.getFunctionType(ValueRange(arguments).getTypes(),
                              last->getResultTypes()));
  function.setPrivate();
  symbols.insert(function);
  builder.setInsertionPointToStart(function.addEntryBlock());
  IRMapping values;
  values.map(ArrayRef<Value>(arguments), function.getArguments());
  Value index = arith::ConstantIndexOp::create(builder, loc, number);
  func::CallOp::create(builder, loc, beginSymbol, TypeRange(), index);
  for (Operation *op : slice)
    builder.clone(*op, values);
  Value result = values.lookup(last->getResult(0));
  Value bytes = arith::AddIOp::create(
      builder, loc,
      execution::createByteCount(builder, loc, values.lookup(rewrite.source)),
      execution::createByteCount(builder, loc, result));
  func::CallOp::create(builder, loc, endSymbol, TypeRange(),
                       ValueRange{index, bytes});
  func::ReturnOp::create(builder, loc, result);
  return function;
}

/// Whether a rewrite moves tensors at run time. Constants and views do not.
static bool isMoving(const Rewrite &rewrite) {
  Operation *last = rewrite.ops.back();
  auto isView = [](Operation *op) { return op->hasAttr(LayoutDialect::kView); };
  return llvm::none_of(rewrite.ops, isView) && !isFree(rewrite) &&
         !isConstantData(rewrite.source) &&
         isa<RankedTensorType>(rewrite.source.getType()) &&
         last->getNumResults() == 1 &&
         isa<RankedTensorType>(last->getResult(0).getType());
}

static void declareHooks(ModuleOp module) {
  OpBuilder builder = OpBuilder::atBlockBegin(module.getBody());
  Type index = builder.getIndexType();
  auto declare = [&](StringRef name, TypeRange inputs) {
    func::FuncOp::create(builder, module.getLoc(), name,
                         builder.getFunctionType(inputs, TypeRange()))
        .setPrivate();
  };
  declare(beginSymbol, index);
  declare(endSymbol, {index, index});
}

std::vector<OutlinedRewrite> outlineRewrites(ModuleOp module) {
  SmallVector<Rewrite> rewrites;
  module.walk([&](Operation *op) {
    std::optional<Rewrite> rewrite = getRewriteEndingAt(op);
    if (rewrite && isMoving(*rewrite))
      rewrites.push_back(*rewrite);
  });
  std::vector<OutlinedRewrite> outlined;
  if (rewrites.empty())
    return outlined;
  declareHooks(module);
  SymbolTable symbols(module);
  IRRewriter rewriter(module.getContext());
  // Start with the last rewrite, since its source may be the result of another.
  for (const Rewrite &rewrite : llvm::reverse(rewrites)) {
    SetVector<Operation *> slice = getSlice(rewrite);
    SetVector<Value> arguments;
    arguments.insert(rewrite.source);
    for (Operation *op : slice)
      for (Value operand : getUsedValues(op))
        if (!slice.contains(operand.getDefiningOp()))
          arguments.insert(operand);
    RewriteMaps maps = getMaps(rewrite);
    unsigned number = rewrites.size() - 1 - outlined.size();
    func::FuncOp function = createFunction(
        rewrite, slice, arguments.getArrayRef(), number, symbols);
    Operation *last = rewrite.ops.back();
    outlined.push_back({getLocationText(last->getLoc()), getText(maps.from),
                        getText(maps.to)});
    rewriter.setInsertionPoint(last);
    rewriter.replaceOpWithNewOp<func::CallOp>(last, function,
                                              arguments.getArrayRef());
  }
  std::reverse(outlined.begin(), outlined.end());
  return outlined;
}

} // namespace mlir::layout::run
