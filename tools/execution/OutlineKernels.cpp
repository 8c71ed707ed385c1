//===- OutlineKernels.cpp - A function per distinct loop nest -------------===//
//
// Part of LayoutMLIR, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// LLVM takes far longer for one function with a thousand loop nests than for a
// thousand functions, and a network repeats most of its layers. So every linalg
// op on buffers becomes a call of a function, and equal ops share one.
// Functions with little to do are not worth optimizing at all.
//
//===----------------------------------------------------------------------===//

#include "Lowering.h"

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/IR/Matchers.h"
#include "mlir/IR/PatternMatch.h"
#include "mlir/Interfaces/LoopLikeInterface.h"
#include "mlir/Transforms/RegionUtils.h"
#include "llvm/ADT/MapVector.h"
#include "llvm/ADT/StringMap.h"
#include "llvm/Support/MathExtras.h"

namespace mlir::layout::execution {
namespace {

/// A linalg op and all values it uses, in a fixed order; constants are cloned
/// into the kernel instead.
struct Kernel {
  linalg::LinalgOp op;
  SetVector<Value> arguments;
  SetVector<Value> constants;

  explicit Kernel(linalg::LinalgOp op) : op(op) {
    SetVector<Value> used(op->operand_begin(), op->operand_end());
    getUsedValuesDefinedAbove(op->getRegions(), used);
    for (Value value : used)
      (matchPattern(value, m_Constant()) ? constants : arguments).insert(value);
  }
};

} // namespace

/// The value whose memory `buffer` is a view of.
static Value rootOf(Value buffer) {
  while (auto view = buffer.getDefiningOp<ViewLikeOpInterface>())
    buffer = view.getViewSource();
  return buffer;
}

/// Whether nothing else the kernel reads or writes shares memory with `out`:
/// then LLVM may vectorize without checking at run time.
static bool isOnlyAccess(const Kernel &kernel, Value out) {
  Value root = rootOf(out);
  if (!root.getDefiningOp<memref::AllocOp>())
    return false;
  return llvm::none_of(kernel.arguments, [&](Value other) {
    if (other == out || !isa<BaseMemRefType>(other.getType()))
      return false;
    Value otherRoot = rootOf(other);
    // What another op has returned or selected could be anything.
    bool isKnown =
        isa<BlockArgument>(otherRoot)
            ? isa<func::FuncOp>(otherRoot.getParentBlock()->getParentOp())
            : isa<memref::AllocOp, memref::GetGlobalOp>(
                  otherRoot.getDefiningOp());
    return !isKnown || otherRoot == root;
  });
}

/// A function that does what the kernel's op does, not yet in the module.
static func::FuncOp buildFunction(Kernel &kernel, OpBuilder &builder) {
  Location loc = kernel.op.getLoc();
  auto type = builder.getFunctionType(
      TypeRange(ValueRange(kernel.arguments.getArrayRef())), {});
  auto function = func::FuncOp::create(loc, "kernel", type);
  function.setPrivate();
  for (auto [index, value] : llvm::enumerate(kernel.arguments))
    if (llvm::is_contained(kernel.op.getDpsInits(), value) &&
        isOnlyAccess(kernel, value))
      function.setArgAttr(index, LLVM::LLVMDialect::getNoAliasAttrName(),
                          builder.getUnitAttr());

  OpBuilder::InsertionGuard guard(builder);
  Block *body = function.addEntryBlock();
  builder.setInsertionPointToStart(body);
  IRMapping mapping;
  mapping.map(kernel.arguments.getArrayRef(), body->getArguments());
  for (Value constant : kernel.constants)
    builder.clone(*constant.getDefiningOp(), mapping);
  builder.clone(*kernel.op, mapping);
  func::ReturnOp::create(builder, loc);
  return function;
}

/// Below so many loop iterations in all, optimizing costs more than it saves.
static constexpr int64_t worthOptimizing = 400'000;

/// How often the body of `op` runs; saturates where that is not known.
static int64_t countIterations(linalg::LinalgOp op) {
  if (op->getParentOfType<LoopLikeOpInterface>())
    return worthOptimizing;
  int64_t iterations = 1;
  for (int64_t range : op.getStaticLoopRanges()) {
    if (ShapedType::isDynamic(range))
      return worthOptimizing;
    iterations = std::min(llvm::SaturatingMultiply<uint64_t>(iterations, range),
                          uint64_t(worthOptimizing));
  }
  return iterations;
}

static void setCodeAttributes(func::FuncOp function, bool optimize) {
  Builder builder(function.getContext());
  SmallVector<StringRef> attributes = {"noinline", "nounwind"};
  if (!optimize)
    attributes.push_back("optnone");
  function->setAttr("passthrough", builder.getStrArrayAttr(attributes));
}

static std::string print(Operation *op) {
  std::string text;
  llvm::raw_string_ostream os(text);
  op->print(os, OpPrintingFlags().useLocalScope());
  return text;
}

void outlineKernels(ModuleOp module) {
  SmallVector<linalg::LinalgOp> ops;
  module.walk([&](linalg::LinalgOp op) {
    if (op.hasPureBufferSemantics())
      ops.push_back(op);
  });

  SymbolTable symbols(module);
  llvm::StringMap<func::FuncOp> functions;
  llvm::MapVector<func::FuncOp, int64_t> iterations;
  OpBuilder builder(module.getContext());
  for (linalg::LinalgOp op : ops) {
    Kernel kernel(op);
    func::FuncOp function = buildFunction(kernel, builder);
    auto [known, isNew] = functions.try_emplace(print(function), function);
    if (isNew)
      symbols.insert(function);
    else
      function.erase();
    iterations[known->second] += countIterations(op);
    builder.setInsertionPoint(op);
    func::CallOp::create(builder, op.getLoc(), known->second,
                         kernel.arguments.getArrayRef());
    op->erase();
  }
  for (auto [function, count] : iterations)
    setCodeAttributes(function, count >= worthOptimizing);
}

} // namespace mlir::layout::execution
