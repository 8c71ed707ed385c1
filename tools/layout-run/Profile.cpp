//===- Profile.cpp - What each kernel takes -------------------------------===//
//
// Part of LayoutMLIR, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Profile.h"
#include "Execution/HostTensor.h"
#include "Statistics.h"
#include "Targets/TuningRecords.h"
#include "layout/Analysis/Remarks.h"
#include "layout/Dialect/LayoutAttributes.h"

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

/// Whether an op in the body of a structured op counts as arithmetic.
static bool isArithmetic(Operation &op) {
  return isa<arith::ArithDialect, math::MathDialect>(op.getDialect()) &&
         !isa<arith::ConstantOp, arith::CmpFOp, arith::CmpIOp, arith::SelectOp,
              CastOpInterface>(op);
}

/// The number of arithmetic operations of an op; 0 if its shape is dynamic.
static double countOperations(linalg::LinalgOp op) {
  double operations =
      llvm::count_if(op.getBlock()->without_terminator(), isArithmetic);
  for (int64_t range : op.getStaticLoopRanges())
    operations *= ShapedType::isDynamic(range) ? 0 : double(range);
  return operations;
}

/// The type that all arithmetic of a kernel has; null if there are several.
static Type getComputedType(func::FuncOp kernel) {
  llvm::SmallSetVector<Type, 2> types;
  kernel.walk([&](linalg::LinalgOp op) {
    for (Operation &inner : op.getBlock()->without_terminator())
      if (isArithmetic(inner))
        types.insert(inner.getResult(0).getType());
  });
  return types.size() == 1 ? types.front() : Type();
}

/// The bytes of the buffers that a kernel is passed; 0 if some are unknown.
static uint64_t countBytes(func::FuncOp kernel) {
  uint64_t bytes = 0;
  for (Type type : kernel.getArgumentTypes()) {
    auto buffer = dyn_cast<MemRefType>(type);
    if (!buffer)
      continue;
    if (!buffer.hasStaticShape() ||
        !execution::elementBytes(buffer.getElementType()))
      return 0;
    bytes += execution::countBytes(buffer.getElementType(), buffer.getShape());
  }
  return bytes;
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
  info.bytes = countBytes(kernel);
  Type computed = getComputedType(kernel);
  if (computed && (computed.isF32() || computed.isF64()))
    info.computes = getTypeText(computed);
  linalg::LinalgOp main;
  kernel.walk([&](linalg::LinalgOp op) {
    info.operations += countOperations(op);
    if (!main || main.getNumReductionLoops() == 0)
      main = op;
  });
  if (!main) {
    // A call of a library.
    info.location = getLocationText(kernel.getLoc());
    info.types = getTypeText(ValueRange(kernel.getArguments()));
    return info;
  }
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

static std::optional<double> getPeak(const Profile &profile, StringRef type) {
  for (const Peak &peak : profile.peaks)
    if (peak.type == type)
      return peak.operationsPerSecond;
  return std::nullopt;
}

std::vector<KernelFigures> getFigures(const Profile &profile) {
  std::vector<KernelFigures> all;
  for (auto [number, kernel] : llvm::enumerate(profile.kernels)) {
    int64_t calls = profile.runs.front()[number].calls;
    double seconds = getSeconds(profile.runs, number);
    double operations = kernel.operations * calls;
    std::optional<double> peak = getPeak(profile, kernel.computes), share;
    if (peak && operations > 0 && seconds > 0)
      share = operations / seconds / *peak;
    all.push_back({kernel, calls, seconds, operations,
                   double(kernel.bytes) * calls, share});
  }
  return all;
}

double sumSeconds(ArrayRef<KernelFigures> all) {
  double sum = 0;
  for (const KernelFigures &figures : all)
    sum += figures.seconds;
  return sum;
}

SmallVector<const KernelFigures *> sortByTime(ArrayRef<KernelFigures> all) {
  auto order = llvm::to_vector(llvm::make_pointer_range(all));
  llvm::sort(order, [](const KernelFigures *a, const KernelFigures *b) {
    return a->seconds != b->seconds ? a->seconds > b->seconds : a < b;
  });
  return order;
}

void printPeaks(ArrayRef<Peak> peaks, raw_ostream &os) {
  if (peaks.empty())
    return;
  os << "peak: ";
  llvm::interleaveComma(peaks, os, [&](const Peak &peak) {
    os << llvm::formatv("{0:f1} GFLOP/s ({1}, measured)",
                        peak.operationsPerSecond * 1e-9, peak.type);
  });
  os << "\n";
}

void printProfile(const Profile &profile, raw_ostream &os) {
  std::vector<KernelFigures> all = getFigures(profile);
  double sum = sumSeconds(all);
  printPeaks(profile.peaks, os);
  os << "kernels: " << all.size() << ", " << getTimeText(sum) << "\n";
  for (const KernelFigures *figures : sortByTime(all)) {
    double seconds = figures->seconds;
    os << llvm::formatv("  {0,5:f1}%  {1}, {2} call{3}", 100 * seconds / sum,
                        getTimeText(seconds), figures->calls,
                        figures->calls == 1 ? "" : "s");
    if (figures->operations > 0)
      os << llvm::formatv(", {0:f2} GFLOP/s",
                          figures->operations / seconds * 1e-9);
    if (figures->share)
      os << llvm::formatv(", {0:f0}% of peak", 100 * *figures->share);
    if (figures->bytes > 0)
      os << llvm::formatv(", {0:f2} GB/s", figures->bytes / seconds * 1e-9);
    os << "\n          " << figures->kernel.location << ": "
       << figures->kernel.types << "\n";
  }
}

void writeProfile(const Profile &profile, const RunFigures &run,
                  raw_ostream &os) {
  TunedMachine machine = TunedMachine::getHost();
  llvm::json::OStream json(os, /*IndentSize=*/2);
  json.object([&] {
    json.attributeObject("machine", [&] {
      json.attribute("cpu", machine.cpu);
      json.attribute("features", machine.features);
    });
    json.attribute("seconds", run.median);
    json.attribute("least", run.least);
    json.attributeObject("peak", [&] {
      for (const Peak &peak : profile.peaks)
        json.attribute(peak.type, peak.operationsPerSecond);
    });
    json.attributeArray("kernels", [&] {
      for (const KernelFigures &figures : getFigures(profile))
        json.object([&] {
          json.attribute("location", figures.kernel.location);
          json.attribute("types", figures.kernel.types);
          json.attribute("calls", figures.calls);
          json.attribute("seconds", figures.seconds);
          json.attribute("operations", figures.operations);
          json.attribute("bytes", figures.bytes);
          json.attribute("share", figures.share);
        });
    });
  });
  os << "\n";
}

} // namespace mlir::layout::run
