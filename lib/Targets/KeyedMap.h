//===- KeyedMap.h - Reads a map of dlti key by key --------------*- C++ -*-===//
//
// Part of LayoutMLIR, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LAYOUT_LIB_TARGETS_KEYEDMAP_H
#define LAYOUT_LIB_TARGETS_KEYEDMAP_H

#include "mlir/IR/BuiltinAttributes.h"
#include "mlir/IR/Diagnostics.h"
#include "llvm/Support/Error.h"

namespace mlir::layout {

/// Returns the value of an integer of any type but i1, which is true or false;
/// nothing if `attribute` is something else or 64 bits do not hold it.
std::optional<int64_t> getInteger(Attribute attribute);

/// A map `#dlti.map<"key" = value, ...>`, which is read key by key. Errors
/// begin with the path of keys to the map, e.g. `CPU.layout.prefers[0].price:
/// `.
///
/// What is taken is optional: without its key, a value stays as it is. A
/// function that takes a value fails, after an error, if it has another type.
class KeyedMap {
public:
  using EmitError = llvm::function_ref<InFlightDiagnostic()>;

  /// Reports an error unless `attribute` is such a map.
  static FailureOr<KeyedMap> get(Attribute attribute, std::string path,
                                 EmitError emitError);

  /// Whether the map has a value of this type under a key.
  template <typename Type>
  bool has(StringRef key) const {
    return llvm::any_of(entries, [&](const auto &entry) {
      return entry.first == key && llvm::isa<Type>(entry.second);
    });
  }
  /// The value of a key; null if the map does not have it.
  Attribute take(StringRef key);
  LogicalResult take(StringRef key, std::string &text);
  LogicalResult take(StringRef key, bool &flag);
  /// An integer of at least `least`.
  LogicalResult take(StringRef key, std::optional<int64_t> &number,
                     int64_t least);
  /// A finite number of at least 0.
  LogicalResult take(StringRef key, double &number);
  /// A string or an array of strings.
  LogicalResult take(StringRef key, SmallVectorImpl<std::string> &texts);
  /// Calls `read` for a map, or for each map of an array, and reports the keys
  /// that it leaves.
  using ReadMap = llvm::function_ref<LogicalResult(KeyedMap &map)>;
  LogicalResult takeMap(StringRef key, ReadMap read);
  LogicalResult takeMaps(StringRef key, ReadMap read);

  /// Reports the first key that was not taken, with those that could be.
  LogicalResult finish() const;

  /// Reports an error about the map, or about the value of `key`.
  InFlightDiagnostic error() const { return emitError() << path << ": "; }
  InFlightDiagnostic error(StringRef key) const {
    return emitError() << getPath(key) << ": ";
  }
  /// Reports an error about a text under `key`. The message of a NotationError
  /// is followed by the column in the text.
  LogicalResult error(StringRef key, llvm::Error error) const;

private:
  /// The path to the value of a key.
  std::string getPath(StringRef key) const { return path + "." + key.str(); }
  KeyedMap(std::string path, EmitError emitError)
      : path(std::move(path)), emitError(emitError) {}

  LogicalResult readMap(Attribute attribute, std::string mapPath,
                        ReadMap read) const;

  std::string path;
  EmitError emitError;
  SmallVector<std::pair<StringRef, Attribute>> entries;
  SmallVector<StringRef> known;
};

} // namespace mlir::layout

#endif // LAYOUT_LIB_TARGETS_KEYEDMAP_H
