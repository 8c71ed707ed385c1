//===- UnmetHints.cpp - Layouts that a plan does not give -----------------===//
//
// Part of LayoutMLIR, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "layout/Report/UnmetHints.h"
#include "Analysis/HeldLayouts.h"
#include "Analysis/LayerName.h"
#include "Analysis/ModuleFunctions.h"
#include "Dialect/ValueAnnotations.h"
#include "layout/Analysis/Remarks.h"
#include "layout/Dialect/LayoutAttributes.h"
#include "llvm/ADT/MapVector.h"
#include "llvm/ADT/StringMap.h"
#include "llvm/Support/FormatVariadic.h"

using namespace mlir;
using namespace mlir::layout;

/// Whether an attribute of this name, which is no unit, asks for a layout.
static bool isHint(StringRef name) {
  return llvm::is_contained({LayoutDialect::kRequire, LayoutDialect::kPrefer,
                             LayoutDialect::kTensorLayout,
                             LayoutDialect::kOpLayout},
                            name);
}

std::string layout::getHintText(StringRef name, Attribute value) {
  std::string text = name.str();
  // The options of an op are longer than a line, and name no dims.
  if (name != LayoutDialect::kOpLayout)
    llvm::raw_string_ostream(text) << " = " << value;
  return text;
}

//===----------------------------------------------------------------------===//
// What a program states
//===----------------------------------------------------------------------===//

static void collect(DictionaryAttr attributes, Location location,
                    std::vector<StatedHint> &hints) {
  for (NamedAttribute attribute :
       attributes ? attributes.getValue() : ArrayRef<NamedAttribute>())
    if (isHint(attribute.getName()) && !isa<UnitAttr>(attribute.getValue()))
      hints.push_back(
          {location, getHintText(attribute.getName(), attribute.getValue())});
}

/// Whether the same is stated of `result` by an op that holds it.
static bool isHeld(OpResult result, StringRef name,
                   const StatedLayout &stated) {
  return llvm::any_of(result.getUsers(), [&](Operation *user) {
    if (!isHolder(user))
      return false;
    auto held = getStatedLayout(user->getResult(0), name);
    return held && held->str() == stated.str();
  });
}

/// Adds what `op` states of each of its results, and the options of the op.
static void collect(Operation *op, std::vector<StatedHint> &hints) {
  for (NamedAttribute attribute : op->getDiscardableAttrs()) {
    StringRef name = attribute.getName();
    if (!isHint(name) || isa<UnitAttr>(attribute.getValue()))
      continue;
    if (!isValueAnnotation(name)) {
      hints.push_back({op->getLoc(), getHintText(name, attribute.getValue())});
      continue;
    }
    auto list = dyn_cast<ArrayAttr>(attribute.getValue());
    for (OpResult result : op->getResults()) {
      std::optional<StatedLayout> stated = getStatedLayout(result, name);
      if (!stated || isHeld(result, name, *stated))
        continue;
      Attribute value =
          list ? list[result.getResultNumber()] : attribute.getValue();
      hints.push_back({op->getLoc(), getHintText(name, value)});
    }
  }
}

static void collect(func::FuncOp function, std::vector<StatedHint> &hints) {
  for (unsigned number : llvm::seq(function.getNumArguments()))
    collect(function.getArgAttrDict(number),
            function.isExternal() ? function.getLoc()
                                  : function.getArgument(number).getLoc(),
            hints);
  for (unsigned number : llvm::seq(function.getNumResults()))
    collect(function.getResultAttrDict(number), function.getLoc(), hints);
  function.getBody().walk([&](Operation *op) { collect(op, hints); });
}

std::vector<StatedHint> layout::collectStatedHints(ModuleOp module) {
  std::vector<StatedHint> hints;
  for (func::FuncOp function : getFunctions(module))
    collect(function, hints);
  return hints;
}

std::vector<StatedHint> layout::collectStatedHints(func::FuncOp function) {
  std::vector<StatedHint> hints;
  collect(function, hints);
  return hints;
}

void layout::addVanishedHints(ArrayRef<StatedHint> before,
                              ArrayRef<StatedHint> after,
                              std::vector<UnmetHint> &hints) {
  auto getKey = [](const StatedHint &hint) {
    return hint.text + "\n" + getLocationText(hint.location);
  };
  llvm::StringMap<int64_t> left;
  if (!before.empty())
    for (const StatedHint &stated : after)
      ++left[getKey(stated)];
  for (const StatedHint &stated : before)
    if (left[getKey(stated)]-- <= 0)
      hints.push_back({stated.location, stated.text,
                       "the operation, or its result, was removed or replaced "
                       "before layouts were read, since nothing uses it or it "
                       "is written in a simpler way"});
}

//===----------------------------------------------------------------------===//
// Text and JSON
//===----------------------------------------------------------------------===//

namespace {
/// Hints with one text and one outcome.
struct Group {
  const UnmetHint *first = nullptr;
  int64_t count = 0;
};
} // namespace

static SmallVector<Group, 0> groupHints(ArrayRef<UnmetHint> hints) {
  llvm::MapVector<std::pair<StringRef, StringRef>, Group> groups;
  for (const UnmetHint &hint : hints) {
    Group &group = groups[{hint.hint, hint.outcome}];
    if (group.count++ == 0)
      group.first = &hint;
  }
  return llvm::to_vector_of<Group, 0>(llvm::make_second_range(groups));
}

void layout::printUnmetHints(ArrayRef<UnmetHint> hints, llvm::raw_ostream &os) {
  for (const Group &group : groupHints(hints)) {
    os << "  ";
    if (group.count > 1)
      os << group.count << " times ";
    os << group.first->hint << ": " << group.first->outcome;
    if (!isa<UnknownLoc>(group.first->location))
      os << (group.count > 1 ? "; first at " : "; at ")
         << getPlaceText(group.first->location);
    os << "\n";
  }
}

void layout::printUnmetHints(ArrayRef<UnmetHint> hints,
                             llvm::json::OStream &json) {
  for (const Group &group : groupHints(hints))
    json.object([&] {
      json.attribute("hint", llvm::json::fixUTF8(group.first->hint));
      json.attribute("outcome", llvm::json::fixUTF8(group.first->outcome));
      json.attribute("n", group.count);
      Location first = group.first->location;
      json.attribute("first", isa<UnknownLoc>(first)
                                  ? llvm::json::Value(nullptr)
                                  : getLocationText(first));
      if (std::string name = getLayerName(first); !name.empty())
        json.attribute("name", llvm::json::fixUTF8(name));
    });
}
