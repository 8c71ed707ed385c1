//===- ValueAnnotations.cpp - Layouts stated of values --------------------===//
//
// Part of LayoutMLIR, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ValueAnnotations.h"
#include "layout/Dialect/Layout.h"

using namespace mlir;
using namespace mlir::layout;

static constexpr StringLiteral kAny = "_";

bool layout::isValueAnnotation(StringRef name) {
  return name == LayoutDialect::kRequire || name == LayoutDialect::kPrefer ||
         name == LayoutDialect::kGiven || name == LayoutDialect::kTensorLayout;
}

std::string StatedLayout::str() const {
  std::string name = text.str();
  if (attribute)
    llvm::raw_string_ostream(name) << attribute;
  return name;
}

std::optional<StatedLayout> layout::getStatedLayout(Attribute attribute) {
  StatedLayout stated;
  Attribute layout = attribute;
  if (auto entries = dyn_cast_or_null<DictionaryAttr>(attribute)) {
    layout = entries.get("layout");
    if (auto price = entries.getAs<FloatAttr>("price"))
      stated.price = price.getValueAsDouble();
  }
  stated.attribute = dyn_cast_or_null<TensorLayoutAttrInterface>(layout);
  if (stated.attribute)
    return stated;
  auto text = dyn_cast_or_null<StringAttr>(layout);
  if (!text || text.getValue() == kAny)
    return std::nullopt;
  stated.text = text.getValue();
  return stated;
}

std::optional<StatedLayout> layout::getStatedLayout(OpResult result,
                                                    StringRef name) {
  Attribute attribute = result.getOwner()->getDiscardableAttr(name);
  auto list = dyn_cast_or_null<ArrayAttr>(attribute);
  if (!list)
    return getStatedLayout(attribute);
  if (result.getResultNumber() >= list.size())
    return std::nullopt;
  return getStatedLayout(list[result.getResultNumber()]);
}

bool layout::statesLayouts(Operation *op) {
  auto states = [](DictionaryAttr attributes) {
    return attributes && llvm::any_of(attributes, [](NamedAttribute attribute) {
             bool isBuffer =
                 attribute.getName() == "bufferization.buffer_layout" &&
                 isa<TensorLayoutAttrInterface>(attribute.getValue());
             return isBuffer || (isValueAnnotation(attribute.getName()) &&
                                 !isa<UnitAttr>(attribute.getValue()));
           });
  };
  auto hasEncoding = [](Type type) {
    return getLayoutEncoding(type) != nullptr;
  };
  if (auto function = dyn_cast<FunctionOpInterface>(op)) {
    if (llvm::any_of(function.getArgumentTypes(), hasEncoding) ||
        llvm::any_of(function.getResultTypes(), hasEncoding))
      return true;
    for (unsigned number : llvm::seq(function.getNumArguments()))
      if (states(function.getArgAttrDict(number)))
        return true;
    for (unsigned number : llvm::seq(function.getNumResults()))
      if (states(function.getResultAttrDict(number)))
        return true;
  }
  return op
      ->walk([&](Operation *inner) {
        return isa<AdaptOp>(inner) ||
                       states(inner->getDiscardableAttrDictionary()) ||
                       llvm::any_of(inner->getResultTypes(), hasEncoding)
                   ? WalkResult::interrupt()
                   : WalkResult::advance();
      })
      .wasInterrupted();
}

void layout::eraseValueAnnotations(FunctionOpInterface function) {
  for (StringRef text : {LayoutDialect::kRequire, LayoutDialect::kPrefer,
                         LayoutDialect::kGiven}) {
    auto name = StringAttr::get(function.getContext(), text);
    for (unsigned number : llvm::seq(function.getNumArguments()))
      function.removeArgAttr(number, name);
    for (unsigned number : llvm::seq(function.getNumResults()))
      function.removeResultAttr(number, name);
    function.getFunctionBody().walk([&](Operation *op) {
      // As a unit it is about the options of the op.
      if (!isa_and_nonnull<UnitAttr>(op->getDiscardableAttr(name)))
        op->removeDiscardableAttr(name);
    });
  }
}

void layout::eraseTensorAttributes(Operation *op) {
  for (StringRef name :
       {LayoutDialect::kOpLayout, LayoutDialect::kPrefer,
        LayoutDialect::kDecision, LayoutDialect::kRule, LayoutDialect::kChosen,
        LayoutDialect::kAlongStick, LayoutDialect::kRewrite})
    op->removeDiscardableAttr(name);
}

/// Checks the dictionary that states a preference.
static LogicalResult verifyEntries(Operation *op, StringRef name,
                                   DictionaryAttr entries) {
  auto price = dyn_cast_or_null<FloatAttr>(entries.get("price"));
  bool isKnown = llvm::all_of(entries, [](NamedAttribute entry) {
    return entry.getName() == "layout" || entry.getName() == "price";
  });
  if (isKnown &&
      isa_and_nonnull<StringAttr, TensorLayoutAttrInterface>(
          entries.get("layout")) &&
      (!entries.contains("price") ||
       (price && price.getType().isF64() && price.getValue().isFinite() &&
        price.getValueAsDouble() >= 0)))
    return success();
  return op->emitOpError()
         << "requires '" << name
         << "' to hold a layout 'layout' and an f64 'price' of at least "
            "0, found "
         << entries;
}

/// Checks what an annotation states of one value, of type `type`.
static LogicalResult verifyStated(Operation *op, StringRef name,
                                  Attribute value, Type type) {
  auto entries = dyn_cast<DictionaryAttr>(value);
  bool isPreference = name == LayoutDialect::kPrefer,
       isLayout = isa<TensorLayoutAttrInterface>(value) &&
                  name != LayoutDialect::kGiven;
  if (!isa<StringAttr>(value) && !isLayout && !(entries && isPreference))
    return op->emitOpError()
           << "requires '" << name << "' to be a layout in a string"
           << (name == LayoutDialect::kGiven ? "" : " or an attribute")
           << (isPreference ? ", or a dictionary of 'layout' and 'price'" : "")
           << ", found " << value;
  if (entries && failed(verifyEntries(op, name, entries)))
    return failure();
  std::optional<StatedLayout> stated = getStatedLayout(value);
  if (!stated)
    return success();
  auto tensor = dyn_cast<RankedTensorType>(type);
  if (!tensor)
    return op->emitOpError()
           << "requires a ranked tensor for '" << name << "', found " << type;
  if (!stated->attribute)
    return success();
  llvm::Expected<IndexMap> map = getCheckedMap(
      stated->attribute, tensor.getShape(), tensor.getElementType());
  if (map)
    return success();
  return op->emitOpError() << "'" << name
                           << "': " << llvm::toString(map.takeError());
}

LogicalResult layout::verifyValueAnnotation(Operation *op,
                                            NamedAttribute attribute,
                                            TypeRange types) {
  StringRef name = attribute.getName();
  if (types.empty())
    return op->emitOpError()
           << "requires results for '" << name << "', found none";
  auto list = dyn_cast<ArrayAttr>(attribute.getValue());
  if (!list) {
    for (Type type : types)
      if (failed(verifyStated(op, name, attribute.getValue(), type)))
        return failure();
    return success();
  }
  if (list.size() != types.size())
    return op->emitOpError()
           << "requires '" << name << "' to list " << types.size()
           << " layouts, one for each result, found " << list.size();
  for (auto [value, type] : llvm::zip_equal(list, types))
    if (failed(verifyStated(op, name, value, type)))
      return failure();
  return success();
}
