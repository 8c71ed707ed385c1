//===- HostFunctions.cpp - What callers of a physical type need -----------===//
//
// Part of LayoutMLIR, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Analysis/HostDescriptor.h"
#include "Analysis/ModuleFunctions.h"
#include "Dialect/HostFunction.h"
#include "Dialect/StoredLayout.h"
#include "HostFiles.h"
#include "Support/OutputFile.h"
#include "Weights.h"
#include "layout/Analysis/Remarks.h"
#include "layout/Dialect/Marks.h"
#include "layout/Export/Passes.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/IR/SymbolTable.h"
#include "mlir/Support/DebugStringHelper.h"

namespace mlir::layout {
#define GEN_PASS_DEF_LAYOUTHOST
#include "layout/Export/Passes.h.inc"
} // namespace mlir::layout

using namespace mlir;
using namespace mlir::layout;

namespace {
struct LayoutHost : layout::impl::LayoutHostBase<LayoutHost> {
  using LayoutHostBase::LayoutHostBase;

  void runOnProgram() override;

private:
  LogicalResult addFunctions(func::FuncOp function);
  LogicalResult addFunction(func::FuncOp function, const HostValue &described);
  LogicalResult takeWeights();
  LogicalResult writeFiles(ArrayRef<func::FuncOp> described);
};
} // namespace

/// Checks that what has the name of a function that packs or unpacks for
/// callers of `function` is one that an earlier run of the pass has added.
static LogicalResult checkFunction(func::FuncOp function, Operation *named,
                                   FunctionType type) {
  auto found = dyn_cast<func::FuncOp>(named);
  if (found && found.isPublic() && found.getFunctionType() == type)
    return success();
  return emitTakenName(function, named,
                       "a public function of type '" + debugString(type) +
                           "', which its callers need");
}

/// Adds the function that packs an argument or unpacks a result, unless it is
/// there, beside the function. For an argument in layout NCHW -> NHWC:
///
///   func.func @pack_main_arg0(%x: tensor<1x3x8x8xf32>)
///       -> tensor<1x8x8x3xf32> attributes {layout.packs} {
///     %0 = layout.layout_transform %x by <(n, c, h, w) -> (n, h, w, c)> ...
///     return %0 : tensor<1x8x8x3xf32>
///   }
LogicalResult LayoutHost::addFunction(func::FuncOp function,
                                      const HostValue &described) {
  auto [descriptor, packs, number] = described;
  Type type = packs ? function.getArgumentTypes()[number]
                    : function.getResultTypes()[number];
  llvm::Expected<ValueLayout> layout = readHostDescriptor(descriptor);
  if (!layout)
    return function.emitOpError() << llvm::toString(layout.takeError());
  RankedTensorType host = layout->getType(), device = layout->getPhysicalType();
  if (device != type)
    return function.emitOpError()
           << "requires 'layout.host' to describe a tensor of type " << type
           << ", found " << device;
  OpBuilder builder(function);
  builder.setInsertionPointAfter(function);
  Location loc = function.getLoc();
  auto signature =
      builder.getFunctionType(packs ? host : device, packs ? device : host);
  std::string name = getHostFunctionName(function, packs, number);
  if (Operation *named =
          SymbolTable::lookupSymbolIn(function->getParentOp(), name))
    return checkFunction(function, named, signature);
  auto created = func::FuncOp::create(builder, loc, name, signature);
  created->setAttr(kPacks, builder.getUnitAttr());
  builder.setInsertionPointToStart(created.addEntryBlock());
  Value value = created.getArgument(0);
  value = packs ? layout->lay(builder, loc, value)
                : layout->unlay(builder, loc, value);
  func::ReturnOp::create(builder, loc, value);
  return success();
}

LogicalResult LayoutHost::addFunctions(func::FuncOp function) {
  // Each is inserted behind the function, so the last one comes first.
  SmallVector<HostValue> values = getHostValues(function);
  for (const HostValue &value : llvm::reverse(values))
    if (value.descriptor && !isWeight(value) && !isPrepared(value) &&
        failed(addFunction(function, value)))
      return failure();
  return success();
}

LogicalResult LayoutHost::writeFiles(ArrayRef<func::FuncOp> described) {
  auto write = [&](StringRef path, auto print) -> LogicalResult {
    if (path.empty())
      return success();
    llvm::Error error = writeFile(path, [&](llvm::raw_ostream &os) {
      print(described, os);
      return llvm::Error::success();
    });
    if (!error)
      return success();
    return emitError(getOperation().getLoc())
           << llvm::toString(std::move(error));
  };
  return success(succeeded(write(json, printHostJson)) &&
                 succeeded(write(header, printHostHeader)));
}

/// Makes arguments of constants, and writes them.
LogicalResult LayoutHost::takeWeights() {
  if (weights.empty())
    return success();
  Weights taken;
  for (func::FuncOp function : getFunctions(getOperation()))
    if (function.isPublic() && !function.isExternal() && !isFrozen(function))
      taken.take(function);
  getOperation().walk(
      [](Operation *op) { op->removeDiscardableAttr(kStoredLayout); });
  if (llvm::Error error = taken.write(weights))
    return emitError(getOperation().getLoc())
           << llvm::toString(std::move(error));
  return success();
}

/// Nobody else calls a private function. It kept its type while it was planned.
static void eraseDescriptors(func::FuncOp function) {
  auto name = StringAttr::get(function.getContext(), LayoutDialect::kHost);
  for (unsigned number : llvm::seq(function.getNumArguments()))
    function.removeArgAttr(number, name);
  for (unsigned number : llvm::seq(function.getNumResults()))
    function.removeResultAttr(number, name);
}

void LayoutHost::runOnProgram() {
  SmallVector<func::FuncOp> described;
  if (failed(takeWeights()))
    return signalPassFailure();
  SmallVector<func::FuncOp> functions = getFunctions(getOperation());
  if (llvm::none_of(functions, hasHostDescriptors))
    markAllAnalysesPreserved();
  for (func::FuncOp function : functions) {
    if (!hasHostDescriptors(function))
      continue;
    if (function.isPublic() || function.isExternal())
      described.push_back(function);
    else
      eraseDescriptors(function);
  }
  for (func::FuncOp function : described)
    if (failed(addFunctions(function)))
      return signalPassFailure();
  if (failed(writeFiles(described)))
    return signalPassFailure();
}
