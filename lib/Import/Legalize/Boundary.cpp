//===- Boundary.cpp - Layouts at the boundary of functions ----------------===//
//
// Part of LayoutMLIR, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Boundary.h"
#include "Analysis/HostDescriptor.h"
#include "Analysis/ValueLayout.h"
#include "Dialect/ValueAnnotations.h"
#include "Notation/MapText.h"
#include "layout/Dialect/Marks.h"
#include "mlir/IR/SymbolTable.h"

using namespace mlir;
using namespace mlir::layout;

/// Upstream's name for the layout of the buffer that an argument becomes.
static constexpr StringLiteral kBufferLayout = "bufferization.buffer_layout";

/// Returns what attributes state of a layout at the boundary. Callers of a
/// private function are known, so what it requires is the boundary.
static std::optional<StatedLayout> getStated(func::FuncOp function,
                                             DictionaryAttr attributes) {
  auto stated = getStatedLayout(attributes.get(LayoutDialect::kTensorLayout));
  if (!stated && function.isPrivate())
    stated = getStatedLayout(attributes.get(LayoutDialect::kRequire));
  return stated;
}

/// Returns the layout that an argument or result of `function` with these
/// attributes has at the boundary; nothing if it has none. Fails if two
/// attributes say so.
static FailureOr<std::optional<StatedLayout>>
getBoundaryLayout(func::FuncOp function, DictionaryAttr attributes,
                  function_ref<InFlightDiagnostic()> emitError) {
  std::optional<StatedLayout> stated;
  if (!attributes)
    return stated;
  stated = getStated(function, attributes);
  auto buffer = attributes.getAs<TensorLayoutAttrInterface>(kBufferLayout);
  if (!buffer)
    return stated;
  if (stated)
    return emitError() << "requires '" << LayoutDialect::kTensorLayout
                       << "' or '" << kBufferLayout << "', found both";
  stated.emplace().attribute = buffer;
  return stated;
}

/// A text that tells a layout without what is around it: that of a map in its
/// box, or the stated one behind the names of the dims.
static std::string getBoundaryText(const StatedLayout &stated,
                                   const ValueLayout &layout, StringRef dims) {
  if (stated.attribute)
    return "map:" + getText(layout.getMapInBox());
  bool statesNames = dims.empty() || stated.text.contains("->");
  return statesNames ? stated.text.str() : (dims + " -> " + stated.text).str();
}

bool Boundary::isIn(func::FuncOp function) {
  auto has = [&](DictionaryAttr attributes) {
    return attributes && (getStated(function, attributes) ||
                          isa_and_nonnull<TensorLayoutAttrInterface>(
                              attributes.get(kBufferLayout)));
  };
  return llvm::any_of(llvm::seq(function.getNumArguments()),
                      [&](unsigned number) {
                        return has(function.getArgAttrDict(number));
                      }) ||
         llvm::any_of(llvm::seq(function.getNumResults()),
                      [&](unsigned number) {
                        return has(function.getResultAttrDict(number));
                      });
}

/// Reads the layout of one argument or result. `value` is the argument or what
/// is returned; null for a declaration.
FailureOr<std::optional<BoundaryLayout>>
Boundary::readLayout(DictionaryAttr attributes, Type type, Value value,
                     DimNames &names, const Twine &what) {
  std::string place = what.str();
  auto emitError = [&] { return function.emitOpError() << place << ": "; };
  auto stated = getBoundaryLayout(function, attributes, emitError);
  if (failed(stated))
    return failure();
  if (!*stated)
    return std::optional<BoundaryLayout>();
  auto tensor = dyn_cast<RankedTensorType>(type);
  if (!tensor || tensor.getEncoding())
    return emitError() << "requires a ranked tensor without encoding for its "
                          "layout, found "
                       << type;
  std::string dims = value ? names.get(value) : std::string();
  if (auto given = getStatedLayout(attributes.get(LayoutDialect::kGiven)))
    dims = given->text.str();
  llvm::Expected<ValueLayout> layout = ValueLayout::get(**stated, tensor, dims);
  if (!layout)
    return emitError() << llvm::toString(layout.takeError());
  std::string text = getBoundaryText(**stated, *layout, dims);
  return std::optional<BoundaryLayout>(
      BoundaryLayout{std::move(*layout), std::move(text)});
}

LogicalResult Boundary::readLayouts(DimNames &names) {
  func::ReturnOp returned;
  function.walk([&](func::ReturnOp op) { returned = op; });
  for (auto [number, type] : llvm::enumerate(function.getArgumentTypes())) {
    Value value =
        function.isExternal() ? Value() : function.getArgument(number);
    auto layout = readLayout(function.getArgAttrDict(number), type, value,
                             names, "argument " + Twine(number));
    if (failed(layout))
      return failure();
    arguments.push_back(std::move(*layout));
  }
  for (auto [number, type] : llvm::enumerate(function.getResultTypes())) {
    Value value = returned ? returned.getOperand(number) : Value();
    auto layout = readLayout(function.getResultAttrDict(number), type, value,
                             names, "result " + Twine(number));
    if (failed(layout))
      return failure();
    results.push_back(std::move(*layout));
  }
  return success();
}

LogicalResult Boundary::findCalls(ModuleOp module) {
  auto uses = SymbolTable::getSymbolUses(function, module);
  if (!uses)
    return function.emitOpError(
        "requires known uses for a layout at its boundary");
  for (SymbolTable::SymbolUse use : *uses) {
    auto call = dyn_cast<func::CallOp>(use.getUser());
    if (call && !isSkipped(call)) {
      calls.push_back(call);
      continue;
    }
    InFlightDiagnostic error = function.emitOpError()
                               << "requires calls that may change for a layout "
                                  "at its boundary, found another use";
    error.attachNote(use.getUser()->getLoc()) << "used here";
    return error;
  }
  return success();
}

/// Gives a value its physical type, and its uses the logical value.
static void unlayAll(OpBuilder &builder, Location loc, Value value,
                     const ValueLayout &layout) {
  SmallVector<OpOperand *> uses =
      llvm::map_to_vector(value.getUses(), [](OpOperand &use) { return &use; });
  value.setType(layout.getPhysicalType());
  Value logical = layout.unlay(builder, loc, value);
  for (OpOperand *use : uses)
    use->set(logical);
}

static void lay(OpBuilder &builder, OpOperand &operand,
                const ValueLayout &layout) {
  operand.set(layout.lay(builder, operand.getOwner()->getLoc(), operand.get()));
}

void Boundary::changeBody() {
  OpBuilder builder = OpBuilder::atBlockBegin(&function.front());
  for (auto [argument, boundary] :
       llvm::zip_equal(function.getArguments(), arguments))
    if (boundary)
      unlayAll(builder, argument.getLoc(), argument, boundary->layout);
  function.walk([&](func::ReturnOp op) {
    builder.setInsertionPoint(op);
    for (auto [operand, boundary] :
         llvm::zip_equal(op->getOpOperands(), results))
      if (boundary)
        lay(builder, operand, boundary->layout);
  });
}

void Boundary::changeType() {
  auto getTypes = [](auto &layouts, TypeRange types) {
    SmallVector<Type> changed(types);
    for (auto [layout, type] : llvm::zip_equal(layouts, changed))
      if (layout)
        type = layout->layout.getPhysicalType();
    return changed;
  };
  MLIRContext *context = function.getContext();
  function.setType(FunctionType::get(
      context, getTypes(arguments, function.getArgumentTypes()),
      getTypes(results, function.getResultTypes())));
  SmallVector<StringAttr> names = {
      StringAttr::get(context, LayoutDialect::kTensorLayout),
      StringAttr::get(context, LayoutDialect::kRequire),
      StringAttr::get(context, LayoutDialect::kGiven),
      StringAttr::get(context, kBufferLayout)};
  auto host = StringAttr::get(context, LayoutDialect::kHost);
  for (auto [number, boundary] : llvm::enumerate(arguments)) {
    if (!boundary)
      continue;
    for (StringAttr name : names)
      function.removeArgAttr(number, name);
    function.setArgAttr(number, host,
                        getHostDescriptor(boundary->layout, boundary->text));
  }
  for (auto [number, boundary] : llvm::enumerate(results)) {
    if (!boundary)
      continue;
    for (StringAttr name : names)
      function.removeResultAttr(number, name);
    function.setResultAttr(number, host,
                           getHostDescriptor(boundary->layout, boundary->text));
  }
}

void Boundary::changeCall(func::CallOp call) {
  OpBuilder builder(call);
  for (auto [operand, boundary] :
       llvm::zip_equal(call->getOpOperands(), arguments))
    if (boundary)
      lay(builder, operand, boundary->layout);
  builder.setInsertionPointAfter(call);
  for (auto [result, boundary] : llvm::zip_equal(call.getResults(), results))
    if (boundary)
      unlayAll(builder, call.getLoc(), result, boundary->layout);
}

LogicalResult Boundary::read(ModuleOp module, DimNames &names) {
  return success(succeeded(readLayouts(names)) && succeeded(findCalls(module)));
}

void Boundary::apply() {
  if (!function.isExternal())
    changeBody();
  changeType();
  for (func::CallOp call : calls)
    changeCall(call);
}
