//===- OutlineKernels.cpp - A function per distinct loop nest -------------===//
//
// Part of LayoutMLIR, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Moves every linalg op on buffers into a function, and shares one function
// between equal ops. LLVM takes far longer for one function of a thousand loop
// nests than for a thousand functions, and a network repeats most of its
// layers. Functions that run few iterations are not optimized.
//
//   linalg.exp ins(%a : memref<8xf32>) outs(%b : memref<8xf32>)
//   linalg.exp ins(%b : memref<8xf32>) outs(%c : memref<8xf32>)
//
// becomes
//
//   func.call @kernel(%a, %b) : (memref<8xf32>, memref<8xf32>) -> ()
//   func.call @kernel(%b, %c) : (memref<8xf32>, memref<8xf32>) -> ()
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

/// A linalg op and the values it uses: those that become arguments of the
/// function, and constants, which are cloned into it.
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

/// Whether no other argument of the kernel shares memory with `out`. LLVM then
/// vectorizes without checks at run time.
static bool isOnlyAccess(const Kernel &kernel, Value out) {
  Value root = rootOf(out);
  if (!root.getDefiningOp<memref::AllocOp>())
    return false;
  return llvm::none_of(kernel.arguments, [&](Value other) {
    if (other == out || !isa<BaseMemRefType>(other.getType()))
      return false;
    Value otherRoot = rootOf(other);
    // The results of calls, of arith.select and the like are unknown memory.
    bool isKnown =
        isa<BlockArgument>(otherRoot)
            ? isa<func::FuncOp>(otherRoot.getParentBlock()->getParentOp())
            : isa<memref::AllocOp, memref::GetGlobalOp>(
                  otherRoot.getDefiningOp());
    return !isKnown || otherRoot == root;
  });
}

/// Builds the function of a kernel, which is not inserted into the module yet.
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

/// For fewer iterations in all, optimizing takes longer than it saves.
static constexpr int64_t worthOptimizing = 400'000;

/// The number of iterations of `op`; at most `worthOptimizing`, which is also
/// returned if the number is unknown.
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
