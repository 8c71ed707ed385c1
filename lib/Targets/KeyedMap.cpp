//===- KeyedMap.cpp - Reads a map of dlti key by key ----------------------===//
//
// Part of LayoutMLIR, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "KeyedMap.h"
#include "Notation/NotationError.h"
#include "mlir/Dialect/DLTI/DLTI.h"
#include "llvm/ADT/APSInt.h"
#include <cmath>

using namespace mlir;
using namespace mlir::layout;

std::optional<int64_t> layout::getInteger(Attribute attribute) {
  auto integer = dyn_cast<IntegerAttr>(attribute);
  if (!integer || integer.getType().isInteger(1))
    return std::nullopt;
  return integer.getType().isUnsignedInteger()
             ? llvm::APSInt(integer.getValue(), /*isUnsigned=*/true)
                   .tryExtValue()
             : integer.getValue().trySExtValue();
}

FailureOr<KeyedMap> KeyedMap::get(Attribute attribute, std::string path,
                                  EmitError emitError) {
  KeyedMap map(std::move(path), emitError);
  auto entries = dyn_cast<MapAttr>(attribute);
  if (!entries)
    return map.error() << "requires #dlti.map<...>, found " << attribute;
  for (DataLayoutEntryInterface entry : entries.getEntries()) {
    auto key = dyn_cast<StringAttr>(entry.getKey());
    if (!key)
      return map.error() << "requires strings as keys, found "
                         << cast<Type>(entry.getKey());
    map.entries.emplace_back(key.getValue(), entry.getValue());
  }
  return map;
}

Attribute KeyedMap::take(StringRef key) {
  known.push_back(key);
  for (auto [name, value] : entries)
    if (name == key)
      return value;
  return nullptr;
}

LogicalResult KeyedMap::take(StringRef key, std::string &text) {
  Attribute value = take(key);
  if (!value)
    return success();
  auto string = dyn_cast<StringAttr>(value);
  if (!string)
    return error(key) << "requires a string, found " << value;
  text = string.str();
  return success();
}

LogicalResult KeyedMap::take(StringRef key, bool &flag) {
  Attribute value = take(key);
  if (!value)
    return success();
  auto boolean = dyn_cast<BoolAttr>(value);
  if (!boolean)
    return error(key) << "requires true or false, found " << value;
  flag = boolean.getValue();
  return success();
}

LogicalResult KeyedMap::take(StringRef key, std::optional<int64_t> &number,
                             int64_t least) {
  Attribute value = take(key);
  if (!value)
    return success();
  std::optional<int64_t> integer = getInteger(value);
  if (!integer || *integer < least)
    return error(key) << "requires an integer of at least " << least
                      << ", found " << value;
  number = integer;
  return success();
}

LogicalResult KeyedMap::take(StringRef key, double &number) {
  Attribute value = take(key);
  if (!value)
    return success();
  auto real = dyn_cast<FloatAttr>(value);
  if (!real || !std::isfinite(real.getValueAsDouble()) ||
      real.getValueAsDouble() < 0)
    return error(key) << "requires a finite floating-point number of at least "
                         "0, found "
                      << value;
  number = real.getValueAsDouble();
  return success();
}

LogicalResult KeyedMap::take(StringRef key,
                             SmallVectorImpl<std::string> &texts) {
  Attribute value = take(key);
  if (!value)
    return success();
  auto array = dyn_cast<ArrayAttr>(value);
  ArrayRef<Attribute> items = array ? array.getValue() : ArrayRef(value);
  for (Attribute item : items) {
    auto string = dyn_cast<StringAttr>(item);
    if (!string)
      return error(key) << "requires a string or an array of strings, found "
                        << value;
    texts.push_back(string.str());
  }
  return success();
}

LogicalResult KeyedMap::readMap(Attribute attribute, std::string mapPath,
                                ReadMap read) const {
  FailureOr<KeyedMap> map = get(attribute, std::move(mapPath), emitError);
  return success(succeeded(map) && succeeded(read(*map)) &&
                 succeeded(map->finish()));
}

LogicalResult KeyedMap::takeMap(StringRef key, ReadMap read) {
  Attribute value = take(key);
  return value ? readMap(value, getPath(key), read) : success();
}

LogicalResult KeyedMap::takeMaps(StringRef key, ReadMap read) {
  Attribute value = take(key);
  if (!value)
    return success();
  auto array = dyn_cast<ArrayAttr>(value);
  if (!array)
    return error(key) << "requires an array of #dlti.map<...>, found " << value;
  for (auto [index, item] : llvm::enumerate(array))
    if (failed(readMap(item, getPath(key) + "[" + std::to_string(index) + "]",
                       read)))
      return failure();
  return success();
}

LogicalResult KeyedMap::finish() const {
  const auto *other = llvm::find_if(entries, [&](const auto &entry) {
    return !llvm::is_contained(known, entry.first);
  });
  if (other == entries.end())
    return success();
  InFlightDiagnostic diag = error() << "requires a key out of ";
  llvm::interleaveComma(known, diag);
  return diag << ", found '" << other->first << "'";
}

LogicalResult KeyedMap::error(StringRef key, llvm::Error failed) const {
  size_t column = 0;
  std::string message;
  llvm::handleAllErrors(
      std::move(failed),
      [&](const NotationError &notation) {
        column = notation.getColumn();
        message = notation.message();
      },
      [&](const llvm::ErrorInfoBase &other) { message = other.message(); });
  InFlightDiagnostic diag = error(key) << message;
  if (column != 0)
    diag << " in column " << column;
  return diag;
}
