//===- Profile.cpp - What each kernel takes -------------------------------===//
//
// Part of LayoutMLIR, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Profile.h"
#include "Statistics.h"
#include "layout/Dialect/Layout/IR/Layout.h"
#include "layout/Dialect/Layout/Utils/Utils.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/Interfaces/CastInterfaces.h"
#include "llvm/Support/FormatVariadic.h"
#include "llvm/Support/JSON.h"

namespace mlir::layout::run {

//===----------------------------------------------------------------------===//
// Kernels
//===----------------------------------------------------------------------===//

/// The number of arithmetic operations of an op; 0 if its shape is dynamic.
static double countOperations(linalg::LinalgOp op) {
  double operations =
      llvm::count_if(op.getBlock()->without_terminator(), [](Operation &inner) {
        return isa<arith::ArithDialect, math::MathDialect>(
                   inner.getDialect()) &&
               !isa<arith::ConstantOp, arith::CmpFOp, arith::CmpIOp,
                    arith::SelectOp, CastOpInterface>(inner);
      });
  for (int64_t range : op.getStaticLoopRanges())
    operations *= ShapedType::isDynamic(range) ? 0 : double(range);
  return operations;
}

/// "1x8xf32" of memref<1x8xf32>.
static std::string getTypeText(Type type) {
  std::string text;
  llvm::raw_string_ostream os(text);
  if (auto shaped = dyn_cast<ShapedType>(type))
    for (int64_t size : shaped.getShape())
      ShapedType::isDynamic(size) ? os << "?x" : os << size << "x";
  os << getElementTypeOrSelf(type);
  return text;
}

static std::string getTypeText(ValueRange values) {
  return llvm::join(
      llvm::map_range(values.getTypes(),
                      [](Type type) { return getTypeText(type); }),
      ", ");
}

static KernelInfo describe(func::FuncOp kernel) {
  KernelInfo info;
  linalg::LinalgOp main;
  kernel.walk([&](linalg::LinalgOp op) {
    info.operations += countOperations(op);
    if (!main || main.getNumReductionLoops() == 0)
      main = op;
  });
  if (!main)
    return info;
  info.location = getLocationText(main.getLoc());
  info.types = getTypeText(main.getDpsInputs()) + " -> " +
               getTypeText(main.getDpsInits());
  return info;
}

static void declareHook(ModuleOp module, StringRef name) {
  OpBuilder builder = OpBuilder::atBlockBegin(module.getBody());
  func::FuncOp::create(
      builder, module.getLoc(), name,
      builder.getFunctionType(builder.getIndexType(), TypeRange()))
      .setPrivate();
}

std::vector<KernelInfo> instrumentKernels(ModuleOp module) {
  SymbolTable symbols(module);
  llvm::MapVector<func::FuncOp, unsigned> numbers;
  std::vector<KernelInfo> kernels;
  module.walk([&](func::CallOp call) {
    auto kernel = symbols.lookup<func::FuncOp>(call.getCallee());
    if (!kernel || !kernel->hasAttr(LayoutDialect::kKernel))
      return;
    auto [known, isNew] = numbers.try_emplace(kernel, kernels.size());
    if (isNew)
      kernels.push_back(describe(kernel));
    Location loc = call.getLoc();
    OpBuilder builder(call);
    Value number = arith::ConstantIndexOp::create(builder, loc, known->second);
    func::CallOp::create(builder, loc, beginKernelSymbol, TypeRange(), number);
    builder.setInsertionPointAfter(call);
    func::CallOp::create(builder, loc, endKernelSymbol, TypeRange(), number);
  });
  declareHook(module, beginKernelSymbol);
  declareHook(module, endKernelSymbol);
  return kernels;
}

//===----------------------------------------------------------------------===//
// Output
//===----------------------------------------------------------------------===//

/// The median time of a kernel over all runs.
static double getSeconds(ArrayRef<std::vector<KernelTime>> runs,
                         size_t number) {
  std::vector<double> seconds;
  for (const std::vector<KernelTime> &run : runs)
    seconds.push_back(run[number].seconds);
  return getMedian(std::move(seconds));
}

void printProfile(ArrayRef<KernelInfo> kernels,
                  ArrayRef<std::vector<KernelTime>> runs, raw_ostream &os) {
  std::vector<std::pair<double, size_t>> order;
  double sum = 0;
  for (size_t number : llvm::seq(kernels.size())) {
    order.emplace_back(-getSeconds(runs, number), number);
    sum -= order.back().first;
  }
  llvm::sort(order);
  os << "kernels: " << kernels.size() << ", " << getTimeText(sum) << "\n";
  for (auto [negative, number] : order) {
    const KernelInfo &kernel = kernels[number];
    double seconds = -negative;
    int64_t calls = runs.front()[number].calls;
    os << llvm::formatv("  {0,5:f1}%  {1}, {2} call{3}", 100 * seconds / sum,
                        getTimeText(seconds), calls, calls == 1 ? "" : "s");
    if (kernel.operations > 0)
      os << llvm::formatv(", {0:f2} GFLOP/s",
                          kernel.operations * calls / seconds * 1e-9);
    os << "\n          " << kernel.location << ": " << kernel.types << "\n";
  }
}

void writeProfile(ArrayRef<KernelInfo> kernels,
                  ArrayRef<std::vector<KernelTime>> runs, raw_ostream &os) {
  llvm::json::OStream json(os, /*IndentSize=*/2);
  json.object([&] {
    json.attributeArray("kernels", [&] {
      for (auto [number, kernel] : llvm::enumerate(kernels))
        json.object([&, number = number, &kernel = kernel] {
          int64_t calls = runs.front()[number].calls;
          json.attribute("location", kernel.location);
          json.attribute("types", kernel.types);
          json.attribute("calls", calls);
          json.attribute("seconds", getSeconds(runs, number));
          json.attribute("operations", kernel.operations * calls);
        });
    });
  });
  os << "\n";
}

} // namespace mlir::layout::run
