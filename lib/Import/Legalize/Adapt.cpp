//===- Adapt.cpp - Rearranges values by the names of dims -----------------===//
//
// Part of LayoutMLIR, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Adapt.h"
#include "Analysis/ValueLayout.h"
#include "Dialect/ValueAnnotations.h"
#include "layout/Dialect/Layout.h"
#include "layout/Notation/LetterLayout.h"
#include "layout/Notation/NamedLayout.h"
#include "layout/Notation/Notation.h"

using namespace mlir;
using namespace mlir::layout;

/// Whether the text lists names of dims and nothing else, so that a tensor
/// whose dims have them is row-major: NCHW, {batch}{channel}.
static bool isPlain(StringRef text) {
  NotatedText layout = guessNotation(text);
  if (layout.notation == Notation::Glow)
    return !layout.text.contains('[') && !layout.text.contains('*');
  if (layout.notation != Notation::Letters)
    return false;
  llvm::Expected<LetterLayout> letters = LetterLayout::parse(layout.text);
  if (!letters) {
    llvm::consumeError(letters.takeError());
    return false;
  }
  return letters->getLetters() == letters->str();
}

/// Creates the rewrites that `op` stands for. `from` and `as` are the layouts
/// of its source and result, one of which is plain and names the logical dims.
static FailureOr<Value> createRewrites(OpBuilder &builder, AdaptOp op,
                                       StringRef from, StringRef as) {
  RankedTensorType source = op.getSource().getType(),
                   result = op.getResult().getType();
  bool isResultPlain = isPlain(as);
  if (!isResultPlain && !isPlain(from))
    return op.emitOpError() << "requires a layout without blocks on one side, "
                               "found '"
                            << from << "' and '" << as << "'";
  RankedTensorType logical = isResultPlain ? result : source;
  RankedTensorType physical = isResultPlain ? source : result;
  StringRef dims = isResultPlain ? as : from, text = isResultPlain ? from : as;
  if (getDimNames(dims).size() != static_cast<size_t>(logical.getRank()))
    return op.emitOpError() << "requires " << logical.getRank() << " names for "
                            << logical << ", found '" << dims << "'";
  llvm::Expected<ValueLayout> layout = ValueLayout::get(text, logical, dims);
  if (!layout)
    return op.emitOpError() << "cannot adapt '" << from << "' to '" << as
                            << "': " << llvm::toString(layout.takeError());
  if (layout->getPhysicalType() != physical)
    return op.emitOpError()
           << "requires " << layout->getPhysicalType() << " in layout '" << text
           << "' for " << logical << " in layout '" << dims << "', found "
           << physical;
  if (!isResultPlain)
    return layout->lay(builder, op.getLoc(), op.getSource());
  // Nobody says what padding holds that arrives.
  layout->setPadding(ub::PoisonAttr::get(op.getContext()));
  return layout->unlay(builder, op.getLoc(), op.getSource());
}

namespace {
/// The layouts of the source and the result of an op.
struct Adapted {
  AdaptOp op;
  std::string from, as;
};
} // namespace

/// Reads the layouts between which `op` rewrites.
static FailureOr<Adapted> read(AdaptOp op, DimNames &names) {
  std::string from = op.getFrom().value_or("").str();
  if (from.empty())
    from = DimNames::getGiven(op.getSource());
  if (from.empty())
    return op.emitOpError("requires 'from', or a source with 'layout.given', "
                          "found neither");
  std::string as = op.getAs().value_or("").str();
  if (as.empty())
    as = names.get(op.getResult());
  if (as.empty())
    return op.emitOpError("requires 'as', or a convolution or matmul that "
                          "reads the result, found neither");
  return Adapted{op, from, as};
}

static LogicalResult resolve(const Adapted &adapted) {
  AdaptOp op = adapted.op;
  OpBuilder builder(op);
  FailureOr<Value> value =
      createRewrites(builder, op, adapted.from, adapted.as);
  if (failed(value))
    return failure();
  op.replaceAllUsesWith(*value);
  op.erase();
  return success();
}

/// Checks that no critical op reads a value whose dims have the names `given`
/// in another order of these names. Names travel with permutations. `source` is
/// the value of which they were given.
static LogicalResult checkOrder(Value value, std::string given, Value source,
                                const DimNames &names) {
  for (OpOperand &use : value.getUses()) {
    if (auto transform = dyn_cast<LayoutTransformOp>(use.getOwner())) {
      auto order = transform.getIndexMap().getPermutation();
      if (!order || order->size() != given.size())
        continue;
      std::string permuted;
      for (int64_t dim : *order)
        permuted += given[dim];
      if (failed(checkOrder(transform.getResult(), permuted, source, names)))
        return failure();
      continue;
    }
    std::string roles = names.getRoles(use), sorted = given, ordered = roles;
    llvm::sort(sorted);
    llvm::sort(ordered);
    if (roles.empty() || sorted != ordered || roles == given)
      continue;
    InFlightDiagnostic error =
        use.getOwner()->emitOpError()
        << "requires operand " << use.getOperandNumber() << " with dims '"
        << roles << "', found '" << given
        << "'; 'layout.adapt' rearranges dims by their names";
    error.attachNote(source.getLoc())
        << "dims '" << DimNames::getGiven(source) << "' are given here";
    return error;
  }
  return success();
}

/// Checks that `given` names the dims of a type, each once. What `layout.adapt`
/// reads may have any layout, which is checked there.
static LogicalResult verifyNames(std::optional<StatedLayout> given, Type type,
                                 bool isAdapted, Location loc) {
  if (!given || (isAdapted && !isPlain(given->text)))
    return success();
  int64_t rank = cast<RankedTensorType>(type).getRank();
  NotatedText text = guessNotation(given->text);
  bool hasNames =
      text.notation == Notation::Letters || text.notation == Notation::Glow;
  llvm::Expected<NamedLayout> names = NamedLayout::parse(given->text);
  if (!names && hasNames)
    return emitError(loc) << "'" << LayoutDialect::kGiven
                          << "': " << llvm::toString(names.takeError());
  if (!names)
    llvm::consumeError(names.takeError());
  else if (hasNames && names->getRank() == rank && !given->text.contains('['))
    return success();
  return emitError(loc) << "requires " << rank << " names in '"
                        << LayoutDialect::kGiven << "' for " << type
                        << ", found '" << given->text << "'";
}

LogicalResult layout::verifyGivenNames(func::FuncOp function) {
  bool holds = true;
  auto verify = [&](std::optional<StatedLayout> given, Type type, Value value) {
    bool isAdapted =
        value && llvm::any_of(value.getUsers(), llvm::IsaPred<AdaptOp>);
    holds &= succeeded(verifyNames(given, type, isAdapted,
                                   value ? value.getLoc() : function.getLoc()));
  };
  constexpr StringLiteral name = LayoutDialect::kGiven;
  for (auto [number, type] : llvm::enumerate(function.getArgumentTypes()))
    verify(getStatedLayout(function.getArgAttr(number, name)), type,
           function.isExternal() ? Value() : function.getArgument(number));
  for (auto [number, type] : llvm::enumerate(function.getResultTypes()))
    verify(getStatedLayout(function.getResultAttr(number, name)), type,
           Value());
  function.getBody().walk([&](Operation *op) {
    for (OpResult result : op->getResults())
      verify(getStatedLayout(result, name), result.getType(), result);
  });
  return success(holds);
}

/// Checks the uses of `value` if the names of its dims are given, as letters.
static LogicalResult checkGiven(Value value, const DimNames &names) {
  StringRef given = DimNames::getGiven(value);
  if (given.empty() || !isPlain(given) || given.contains('{'))
    return success();
  return checkOrder(value, given.str(), value, names);
}

LogicalResult layout::resolveAdapts(ArrayRef<func::FuncOp> functions,
                                    const CriticalOpAnalysis &criticalOps) {
  // All are read before one changes: names of dims depend on what is around.
  DimNames names(criticalOps);
  std::vector<Adapted> all;
  bool holds = true;
  auto check = [&](ValueRange values) {
    for (Value value : values)
      holds &= succeeded(checkGiven(value, names));
  };
  for (func::FuncOp function : functions) {
    check(function.getArguments());
    SmallVector<AdaptOp> adapts;
    function.walk([&](Operation *op) {
      check(op->getResults());
      if (auto adapt = dyn_cast<AdaptOp>(op))
        adapts.push_back(adapt);
    });
    for (AdaptOp op : adapts) {
      FailureOr<Adapted> adapted = read(op, names);
      holds &= succeeded(adapted);
      if (succeeded(adapted))
        all.push_back(std::move(*adapted));
    }
  }
  for (const Adapted &adapted : all)
    holds &= succeeded(resolve(adapted));
  return success(holds);
}
