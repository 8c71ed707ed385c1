//===- Prepare.cpp - Entries with prepared arguments ----------------------===//
//
// Part of LayoutMLIR, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Prepare.h"

#include "Analysis/ConstantArguments.h"
#include "layout/Dialect/LayoutAttributes.h"
#include "mlir/IR/SymbolTable.h"

namespace mlir::layout::execution {

static ArrayRef<int64_t> getNumbers(func::FuncOp prepare) {
  return prepare->getAttrOfType<DenseI64ArrayAttr>(LayoutDialect::kPrepares)
      .asArrayRef();
}

FailureOr<func::FuncOp> findPrepare(func::FuncOp entry) {
  auto prepare = SymbolTable::lookupNearestSymbolFrom<func::FuncOp>(
      entry, StringAttr::get(entry.getContext(), entry.getName() + ".prepare"));
  if (!prepare || !prepare->hasAttr(LayoutDialect::kPrepares))
    return func::FuncOp();
  SmallVector<Type> constants;
  for (BlockArgument argument : entry.getArguments())
    if (isConstantArgument(argument))
      constants.push_back(argument.getType());
  size_t numWhole =
      entry.getNumArguments() - constants.size() + prepare.getNumArguments();
  bool fits = llvm::equal(constants, prepare.getResultTypes()) &&
              getNumbers(prepare).size() == prepare.getNumArguments() &&
              llvm::all_of(getNumbers(prepare), [&](int64_t number) {
                return number < static_cast<int64_t>(numWhole);
              });
  if (fits && !prepare.isExternal())
    return prepare;
  InFlightDiagnostic error = entry.emitError("requires @")
                             << prepare.getName() << " to return the "
                             << constants.size() << " constant arguments of @"
                             << entry.getName() << ", found "
                             << prepare.getFunctionType();
  error.attachNote(prepare.getLoc()) << "defined here";
  return failure();
}

/// Whether each argument of the whole is prepared.
static SmallVector<bool> getConstants(func::FuncOp entry,
                                      func::FuncOp prepare) {
  SmallVector<bool> isConstant(entry.getNumArguments() -
                               prepare.getNumResults() +
                               prepare.getNumArguments());
  for (int64_t number : getNumbers(prepare))
    isConstant[number] = true;
  return isConstant;
}

SmallVector<ArgumentSource> getArgumentSources(func::FuncOp entry,
                                               func::FuncOp prepare) {
  SmallVector<unsigned> others;
  for (auto [number, isConstant] :
       llvm::enumerate(getConstants(entry, prepare)))
    if (!isConstant)
      others.push_back(number);
  SmallVector<ArgumentSource> sources;
  unsigned nextOther = 0, nextPrepared = 0;
  for (BlockArgument argument : entry.getArguments()) {
    bool isPrepared = isConstantArgument(argument);
    sources.push_back(
        {isPrepared, isPrepared ? nextPrepared++ : others[nextOther++]});
  }
  return sources;
}

SmallVector<Type> getWholeParameters(func::FuncOp entry, func::FuncOp prepare) {
  SmallVector<Type> types(getConstants(entry, prepare).size());
  for (auto [number, type] :
       llvm::zip_equal(getNumbers(prepare), prepare.getArgumentTypes()))
    types[number] = type;
  for (auto [source, type] : llvm::zip_equal(getArgumentSources(entry, prepare),
                                             entry.getArgumentTypes()))
    if (!source.isPrepared)
      types[source.number] = type;
  return types;
}

FailureOr<Preparation> Preparation::create(ModuleOp module,
                                           func::FuncOp entry) {
  Preparation result;
  FailureOr<func::FuncOp> prepare = findPrepare(entry);
  if (failed(prepare))
    return failure();
  if (!*prepare)
    return std::move(result);
  result.numbers = llvm::to_vector(getNumbers(*prepare));
  result.parameters = getWholeParameters(entry, *prepare);
  result.sources = getArgumentSources(entry, *prepare);
  result.module = module.clone();
  result.entry = result.module->lookupSymbol<func::FuncOp>(prepare->getName());
  return std::move(result);
}

OwningOpRef<func::FuncOp> declareWhole(func::FuncOp entry,
                                       func::FuncOp prepare) {
  MLIRContext *context = entry.getContext();
  auto type = FunctionType::get(context, getWholeParameters(entry, prepare),
                                entry.getResultTypes());
  auto whole = func::FuncOp::create(entry.getLoc(), entry.getName(), type);
  // Arguments and results that are not prepared keep their descriptions.
  auto host = StringAttr::get(context, LayoutDialect::kHost);
  for (auto [number, source] :
       llvm::enumerate(getArgumentSources(entry, prepare)))
    if (Attribute layout = entry.getArgAttr(number, host);
        layout && !source.isPrepared)
      whole.setArgAttr(source.number, host, layout);
  for (unsigned number : llvm::seq(entry.getNumResults()))
    if (Attribute layout = entry.getResultAttr(number, host))
      whole.setResultAttr(number, host, layout);
  return whole;
}

func::FuncOp createWhole(func::FuncOp entry, func::FuncOp prepare) {
  SmallVector<ArgumentSource> sources = getArgumentSources(entry, prepare);
  func::FuncOp whole = declareWhole(entry, prepare).release();
  OpBuilder builder(entry);
  Location loc = entry.getLoc();
  auto constant = StringAttr::get(entry.getContext(), LayoutDialect::kConstant);
  for (unsigned number : llvm::seq(entry.getNumArguments()))
    entry.removeArgAttr(number, constant);
  // Others may call it, with arguments that they have prepared.
  SymbolTable symbols(entry->getParentOp());
  [[maybe_unused]] FailureOr<StringAttr> newName =
      symbols.renameToUnique(entry, {});
  assert(succeeded(newName) && "calls are known symbol uses");
  entry.setPrivate();
  builder.insert(whole);
  builder.setInsertionPointToStart(whole.addEntryBlock());
  SmallVector<Value> constants, operands;
  for (int64_t number : getNumbers(prepare))
    constants.push_back(whole.getArgument(number));
  auto prepared = func::CallOp::create(builder, loc, prepare, constants);
  for (ArgumentSource source : sources)
    operands.push_back(source.isPrepared
                           ? prepared.getResult(source.number)
                           : Value(whole.getArgument(source.number)));
  auto call = func::CallOp::create(builder, loc, entry, operands);
  func::ReturnOp::create(builder, loc, call.getResults());
  return whole;
}

} // namespace mlir::layout::execution
