//===- Inputs.cpp - Shapes, indices and types as text ---------------------===//
//
// Part of LayoutMLIR, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Inputs.h"
#include "mlir/AsmParser/AsmParser.h"
#include "mlir/IR/BuiltinTypes.h"
#include "mlir/IR/Diagnostics.h"
#include "llvm/ADT/StringExtras.h"

using namespace mlir;
using namespace mlir::layout;
using namespace mlir::layout::explain;

/// The numbers between `separator`s; nothing if something else stands there.
static std::optional<SmallVector<int64_t>> readNumbers(StringRef text,
                                                       char separator) {
  SmallVector<int64_t> numbers;
  if (text.empty())
    return numbers;
  SmallVector<StringRef> parts;
  text.split(parts, separator);
  for (StringRef part : parts)
    if (part.getAsInteger(10, numbers.emplace_back()))
      return std::nullopt;
  return numbers;
}

llvm::Expected<SmallVector<int64_t>> explain::readShape(StringRef text) {
  std::optional<SmallVector<int64_t>> shape = readNumbers(text, 'x');
  bool isShape =
      shape && llvm::all_of(*shape, [](int64_t size) { return size >= 0; });
  if (!isShape)
    return llvm::createStringError(
        "--shape requires static extents such as 1x64x56x56, found '" + text +
        "'");
  return *shape;
}

llvm::Expected<SmallVector<int64_t>>
explain::readIndex(StringRef text, ArrayRef<int64_t> shape,
                   ArrayRef<std::string> names) {
  std::optional<SmallVector<int64_t>> index = readNumbers(text, ',');
  if (!index)
    return llvm::createStringError(
        "--at requires an index such as 0,3,1,1, found '" + text + "'");
  if (index->size() != shape.size())
    return llvm::createStringError("--at requires " +
                                   llvm::Twine(shape.size()) +
                                   " numbers, found '" + text + "'");
  for (auto [i, size, name] : llvm::zip_equal(*index, shape, names))
    if (i < 0 || i >= size)
      return llvm::createStringError("--at requires 0 <= " + name + " < " +
                                     llvm::Twine(size) + ", found " +
                                     llvm::Twine(i));
  return *index;
}

/// The bits of a number, or of a pair of them; 0 for any other type.
static int64_t getNumBits(Type type) {
  int64_t parts = 1;
  if (auto complex = dyn_cast_or_null<ComplexType>(type)) {
    type = complex.getElementType();
    parts = 2;
  }
  return type && type.isIntOrFloat() ? parts * type.getIntOrFloatBitWidth() : 0;
}

llvm::Expected<ElementType> explain::readElementType(StringRef text,
                                                     MLIRContext *context) {
  // What the parser says speaks of a source that the user has not written.
  ScopedDiagnosticHandler quiet(context, [](Diagnostic &) {});
  Type type = parseType(text, context);
  int64_t bits = getNumBits(type);
  if (bits == 0)
    return llvm::createStringError("--dtype requires an integer, float or "
                                   "complex type such as f16, i4 or "
                                   "complex<f32>, found '" +
                                   text + "'");
  ElementType element{"", bits};
  llvm::raw_string_ostream(element.name) << type;
  return element;
}
