//===- PositionalLayout.cpp - Layouts by positions of dims ----------------===//
//
// Part of LayoutMLIR, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "layout/Targets/PositionalLayout.h"
#include "Interfaces/LinalgRule.h"
#include "layout/Analysis/Rewrites.h"
#include "layout/Interfaces/DataMovementInterface.h"
#include "layout/Interfaces/LayoutRuleInterface.h"
#include "layout/Targets/OpKind.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Interfaces/CallInterfaces.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/FormatVariadic.h"
#include "llvm/Support/MathExtras.h"
#include <cmath>

using namespace mlir;
using namespace mlir::layout;

//===----------------------------------------------------------------------===//
// Texts
//===----------------------------------------------------------------------===//

bool PositionalAlternative::isOpen() const {
  auto isOpen = [](const PositionalLayout &layout) { return layout.isOpen(); };
  return llvm::all_of(operands, isOpen) && llvm::all_of(results, isOpen);
}

std::string PositionalAlternative::str() const {
  auto join = [](ArrayRef<PositionalLayout> layouts) {
    SmallVector<std::string> texts;
    for (const PositionalLayout &layout : layouts)
      texts.push_back(layout.str());
    return texts.empty() ? "agree" : llvm::join(texts, ", ");
  };
  return join(operands) + " -> " +
         (isSparseAlongStick ? "sparse" : join(results));
}

//===----------------------------------------------------------------------===//
// Tags
//===----------------------------------------------------------------------===//

FailureOr<TagDigits> layout::getDigits(const OneDnnTag &tag,
                                       ArrayRef<int64_t> shape,
                                       std::string &reason) {
  TagDigits result;
  result.shape.assign(shape.begin(), shape.end());
  // The product of the blocks of each dim.
  SmallVector<int64_t> inner(shape.size(), 1);
  for (const OneDnnTag::Block &block : tag.getBlocks())
    inner[block.dim] *= block.size;
  for (auto [dim, size] : llvm::enumerate(result.shape)) {
    if (inner[dim] == 1)
      continue;
    if (ShapedType::isDynamic(size)) {
      reason = llvm::formatv("requires dim {0} in a static multiple of {1}, "
                             "found ?",
                             static_cast<char>('a' + dim), inner[dim]);
      return failure();
    }
    size = llvm::alignTo(size, inner[dim]);
  }
  for (unsigned dim : tag.getOrder())
    result.digits.push_back(
        {{dim, inner[dim],
          inner[dim] == 1 ? result.shape[dim]
                          : result.shape[dim] / inner[dim]}});
  for (const OneDnnTag::Block &block : tag.getBlocks()) {
    inner[block.dim] /= block.size;
    result.digits.push_back({{block.dim, inner[block.dim], block.size}});
  }
  return result;
}

//===----------------------------------------------------------------------===//
// Kinds
//===----------------------------------------------------------------------===//

ArrayRef<StringRef> layout::getPositionalKinds() {
  static constexpr StringRef kinds[] = {"elementwise", "reduction", "softmax",
                                        "call"};
  return kinds;
}

/// Whether a structured op applies a function to each element of its operands.
static bool isElementwise(linalg::LinalgOp op) {
  if (op.getNumParallelLoops() != op.getNumLoops() || producesSplat(op) ||
      isa<DataMovementOpInterface>(op.getOperation()) || onlyMovesElements(op))
    return false;
  return llvm::all_of(op.getIndexingMapsArray(), [](AffineMap map) {
    return map.isProjectedPermutation(/*allowZeroInResults=*/true);
  });
}

/// Returns the kind of a structured op; empty if it has none.
static StringRef getStructuredKind(linalg::LinalgOp op) {
  if (!op.hasPureTensorSemantics())
    return "";
  if (isElementwise(op))
    return "elementwise";
  bool isReduction =
      op.getNumReductionLoops() != 0 && !getPoolingRoles(op) &&
      !CriticalOpAnalysis(op.getOperation()).lookup(op) &&
      llvm::all_of(op.getIndexingMapsArray(), [](AffineMap map) {
        return map.isProjectedPermutation(/*allowZeroInResults=*/true);
      });
  return isReduction ? "reduction" : "";
}

SmallVector<StringRef, 2> layout::getPositionalKindsOf(Operation *op) {
  SmallVector<StringRef, 2> kinds = {op->getName().getStringRef()};
  StringRef kind;
  if (auto structured = dyn_cast<linalg::LinalgOp>(op))
    kind = getStructuredKind(structured);
  else if (op->getName().stripDialect() == "softmax")
    kind = "softmax";
  else if (isa<CallOpInterface>(op))
    kind = "call";
  else if (op->hasTrait<OpTrait::Elementwise>() &&
           llvm::any_of(op->getResultTypes(), llvm::IsaPred<RankedTensorType>))
    kind = "elementwise";
  if (!kind.empty())
    kinds.push_back(kind);
  return kinds;
}

bool layout::repeatsLastLayout(Operation *op) {
  SmallVector<StringRef, 2> kinds = getPositionalKindsOf(op);
  return kinds.back() == "elementwise" || kinds.back() == "call";
}

//===----------------------------------------------------------------------===//
// Conditions
//===----------------------------------------------------------------------===//

/// The operands that a list of layouts names: those without a destination.
static SmallVector<Value> getInputs(Operation *op) {
  if (auto destinations = dyn_cast<DestinationStyleOpInterface>(op))
    return destinations.getDpsInputs();
  return llvm::to_vector(op->getOperands());
}

static bool haveRanks(ArrayRef<PositionalLayout> layouts,
                      ArrayRef<Value> values) {
  return llvm::all_of(llvm::zip(layouts, values), [](auto pair) {
    const auto &[layout, value] = pair;
    auto type = dyn_cast<RankedTensorType>(value.getType());
    return !layout.tag ||
           (type &&
            type.getRank() == static_cast<int64_t>(layout.tag->getRank()));
  });
}

static bool isOneOf(ValueRange values, ArrayRef<std::string> types) {
  if (types.empty())
    return true;
  if (values.empty())
    return false;
  std::string text;
  llvm::raw_string_ostream(text)
      << getElementTypeOrSelf(values.front().getType());
  return llvm::is_contained(types, text);
}

/// The shape that the letters of conditions name; empty if there is none.
static ArrayRef<int64_t> getNamedShape(Operation *op) {
  for (ValueRange values :
       {ValueRange(op->getResults()), ValueRange(op->getOperands())})
    for (Value value : values)
      if (auto type = dyn_cast<RankedTensorType>(value.getType()))
        return type.getShape();
  return {};
}

bool layout::holdsFor(Operation *op, const PositionalAlternative &alternative) {
  SmallVector<Value> results = llvm::to_vector_of<Value>(op->getResults());
  if (!haveRanks(alternative.operands, getInputs(op)) ||
      !haveRanks(alternative.results, results))
    return false;
  const Conditions &when = alternative.when;
  if (!isOneOf(op->getOperands(), when.dataTypes) ||
      !isOneOf(op->getResults(), when.resultTypes))
    return false;
  ArrayRef<int64_t> shape = getNamedShape(op);
  return llvm::all_of(when.extents, [&](const auto &entry) {
    size_t dim = entry.first - 'a';
    return dim < shape.size() && !ShapedType::isDynamic(shape[dim]) &&
           llvm::all_of(
               entry.second,
               [&](const Condition &condition) {
                 return condition.holds(shape[dim]);
               });
  });
}

std::optional<PositionalRequest>
layout::findAlternatives(Operation *op, StringRef kind,
                         const PositionalPreferences &preferences) {
  auto found = preferences.find(kind.str());
  if (found == preferences.end())
    return std::nullopt;
  PositionalRequest request{kind, {}};
  for (const PositionalAlternative &alternative : found->second)
    if (holdsFor(op, alternative))
      request.alternatives.push_back(alternative);
  if (request.alternatives.empty())
    return std::nullopt;
  return request;
}

std::optional<PositionalRequest>
layout::findAlternatives(Operation *op,
                         const PositionalPreferences &preferences) {
  if (preferences.empty())
    return std::nullopt;
  for (StringRef kind : getPositionalKindsOf(op))
    if (auto request = findAlternatives(op, kind, preferences))
      return request;
  return std::nullopt;
}

//===----------------------------------------------------------------------===//
// Ops themselves
//===----------------------------------------------------------------------===//

/// Fails if a layout that an op states is none: its tag may have a dim twice.
static llvm::Error verify(ArrayRef<PositionalLayout> layouts) {
  for (const PositionalLayout &layout : layouts)
    if (layout.tag)
      if (llvm::Error error = OneDnnTag::parse(layout.tag->str()).takeError())
        return error;
  return llvm::Error::success();
}

llvm::Expected<std::optional<PositionalRequest>>
layout::getOwnRequest(Operation *op) {
  auto interface = dyn_cast<LayoutRuleOpInterface>(op);
  if (!interface)
    return std::nullopt;
  LayoutRequests stated = interface.getLayoutRequests();
  PositionalRequest request{op->getName().getStringRef(),
                            {},
                            stated.areRequired,
                            /*isOwn=*/true};
  for (const LayoutRequest &choice : stated.alternatives) {
    if (llvm::Error error =
            llvm::joinErrors(verify(choice.operands), verify(choice.results)))
      return error;
    if (!std::isfinite(choice.price) || choice.price < 0)
      return llvm::createStringError(llvm::formatv(
          "requires a price of at least 0, found {0}", choice.price));
    PositionalAlternative alternative;
    llvm::append_range(alternative.operands, choice.operands);
    llvm::append_range(alternative.results, choice.results);
    alternative.price = choice.price;
    if (holdsFor(op, alternative))
      request.alternatives.push_back(std::move(alternative));
  }
  if (request.alternatives.empty())
    return std::nullopt;
  return request;
}

//===----------------------------------------------------------------------===//
// Operands and results
//===----------------------------------------------------------------------===//

/// Appends what a list says of `values`. Fails with a reason if it does not say
/// enough, or too much.
static LogicalResult append(ArrayRef<PositionalLayout> list,
                            ArrayRef<Value> values, StringRef name,
                            bool repeats, std::string &reason,
                            SmallVectorImpl<PositionalLayout> &layouts) {
  if (list.size() > values.size() ||
      (!list.empty() && !repeats && list.size() < values.size())) {
    reason = llvm::formatv("requires layouts of {0} {1}, found {2}",
                           values.size(), name, list.size());
    return failure();
  }
  for (auto [number, value] : llvm::enumerate(values)) {
    auto type = dyn_cast<RankedTensorType>(value.getType());
    PositionalLayout layout;
    if (type && !list.empty())
      layout = number < list.size() ? list[number] : list.back();
    if (layout.tag &&
        type.getRank() != static_cast<int64_t>(layout.tag->getRank()))
      layout = PositionalLayout();
    layouts.push_back(std::move(layout));
  }
  return success();
}

FailureOr<SmallVector<PositionalLayout>>
layout::getPortLayouts(Operation *op, const PositionalAlternative &alternative,
                       std::string &reason) {
  bool repeats = repeatsLastLayout(op);
  SmallVector<PositionalLayout> operands, results;
  if (failed(append(alternative.operands, getInputs(op), "operands", repeats,
                    reason, operands)) ||
      failed(append(alternative.results,
                    llvm::to_vector_of<Value>(op->getResults()), "results",
                    repeats, reason, results)))
    return failure();
  SmallVector<PositionalLayout> ports;
  auto destinations = dyn_cast<DestinationStyleOpInterface>(op);
  unsigned numInputs = 0;
  for (OpOperand &operand : op->getOpOperands()) {
    bool isInit = destinations && destinations.isDpsInit(&operand);
    if (!isInit)
      ports.push_back(operands[numInputs++]);
    else if (OpResult result = destinations.getTiedOpResult(&operand))
      ports.push_back(results[result.getResultNumber()]);
    else
      ports.push_back(PositionalLayout());
  }
  ports.append(results);
  return ports;
}
