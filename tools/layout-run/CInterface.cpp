//===- CInterface.cpp - The C function of a program -----------------------===//
//
// Part of LayoutMLIR, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "CInterface.h"
#include "Execution/HostTensor.h"
#include "LibraryFunctions.h"
#include "layout/Dialect/LayoutAttributes.h"

#include "mlir/Dialect/Bufferization/IR/Bufferization.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringSet.h"

using namespace mlir::layout::execution;

namespace mlir::layout::run {

/// The C type of elements; empty if there is none. C has no half precision
/// types before C23, and none of one bit that has an address.
static StringRef getElementType(Type type) {
  if (type.isF32())
    return "float";
  if (type.isF64())
    return "double";
  if (isa<Float16Type, BFloat16Type>(type))
    return "uint16_t";
  if (type.isIndex())
    return "int64_t";
  if (!type.isSignlessInteger())
    return "";
  switch (integerWidth(type)) {
  case 1:
    return "uint8_t";
  case 8:
    return "int8_t";
  case 16:
    return "int16_t";
  case 32:
    return "int32_t";
  case 64:
    return "int64_t";
  default:
    return "";
  }
}

static bool isIdentifier(StringRef name) {
  return !name.empty() && !llvm::isDigit(name.front()) &&
         llvm::all_of(name,
                      [](char c) { return llvm::isAlnum(c) || c == '_'; });
}

/// Whether a name is a keyword of C or C++, which both read the header.
static bool isKeyword(StringRef name) {
  static const llvm::StringSet<> keywords = {
      "alignas",       "alignof",     "and",
      "and_eq",        "asm",         "auto",
      "bitand",        "bitor",       "bool",
      "break",         "case",        "catch",
      "char",          "class",       "compl",
      "const",         "constexpr",   "const_cast",
      "continue",      "decltype",    "default",
      "delete",        "do",          "double",
      "dynamic_cast",  "else",        "enum",
      "explicit",      "export",      "extern",
      "false",         "float",       "for",
      "friend",        "goto",        "if",
      "inline",        "int",         "long",
      "mutable",       "namespace",   "new",
      "noexcept",      "not",         "not_eq",
      "nullptr",       "operator",    "or",
      "or_eq",         "private",     "protected",
      "public",        "register",    "reinterpret_cast",
      "restrict",      "return",      "short",
      "signed",        "sizeof",      "static",
      "static_assert", "static_cast", "struct",
      "switch",        "template",    "this",
      "thread_local",  "throw",       "true",
      "try",           "typedef",     "typeid",
      "typename",      "typeof",      "union",
      "unsigned",      "using",       "virtual",
      "void",          "volatile",    "wchar_t",
      "while",         "xor",         "xor_eq"};
  return keywords.contains(name);
}

static LogicalResult checkName(func::FuncOp entry, StringRef name) {
  auto refuse = [&](StringRef why) {
    return entry.emitError("requires a C identifier that is free as the name "
                           "of the function (choose with --symbol), found '")
           << name << "', " << why;
  };
  if (!isIdentifier(name))
    return refuse("which is no identifier");
  if (isKeyword(name))
    return refuse("which is a keyword");
  if (name == "main")
    return refuse("with which a C program begins");
  // A second definition would take the place of the library's in the program.
  if (isLibraryFunction(name))
    return refuse("which is a function of the C library");
  return success();
}

static LogicalResult checkBuffer(func::FuncOp entry, const CBuffer &buffer) {
  if (buffer.elementType.empty())
    return entry.emitError("requires elements of type i1, i8, i16, i32, i64, "
                           "index, f16, bf16, f32 or f64 for a C function, "
                           "found ")
           << buffer.name << " of type " << buffer.type;
  auto tensor = dyn_cast<RankedTensorType>(buffer.type);
  if (tensor && tensor.getEncoding())
    return entry.emitError(
               "requires row-major tensors for a C function, found ")
           << buffer.name << " of type " << buffer.type;
  return success();
}

/// Reads the layout that an attribute requires of the buffer of an argument.
/// Emits an error if it is none that strides describe.
static LogicalResult readLayout(func::FuncOp entry, unsigned index,
                                CBuffer &buffer) {
  Attribute attribute = entry.getArgAttr(
      index, bufferization::BufferizationDialect::kBufferLayoutAttrName);
  if (!attribute)
    return success();
  auto layout = dyn_cast<TensorLayoutAttrInterface>(attribute);
  auto type = dyn_cast<ShapedType>(entry.getArgumentTypes()[index]);
  if (layout && type) {
    llvm::Expected<IndexMap> map =
        layout.getPhysicalMap(type.getShape(), type.getElementType());
    if (!map)
      return entry.emitError() << llvm::toString(map.takeError());
    // A larger box would need strides of its own.
    IndexMap plain(map->getAffineMap());
    if (plain.getAffineMap().isPermutation() &&
        map->getPhysicalShape(type.getShape()) ==
            plain.getPhysicalShape(type.getShape())) {
      buffer.layout = plain.getAffineMap();
      return success();
    }
  }
  return entry.emitError("requires a layout that permutes dims for a C "
                         "function, found ")
         << buffer.name << " with " << attribute;
}

SmallVector<std::string> CBuffer::getExtentNames() const {
  SmallVector<std::string> names;
  if (auto shaped = dyn_cast<ShapedType>(type))
    for (auto [dim, extent] : llvm::enumerate(shaped.getShape()))
      if (ShapedType::isDynamic(extent))
        names.push_back(name + "_dim" + std::to_string(dim));
  return names;
}

FailureOr<CInterface> CInterface::create(func::FuncOp entry, StringRef name) {
  CInterface interface;
  interface.name = (name.empty() ? entry.getName() : name).str();
  if (failed(checkName(entry, interface.name)))
    return failure();
  auto add = [&](StringRef kind, unsigned index, Type type, bool isResult) {
    interface.buffers.push_back({(kind + llvm::Twine(index)).str(), type,
                                 getElementType(elementTypeOf(type)), isResult,
                                 isResult || isa<MemRefType>(type)});
  };
  for (auto [index, type] : llvm::enumerate(entry.getArgumentTypes())) {
    add("arg", index, type, /*isResult=*/false);
    if (failed(readLayout(entry, index, interface.buffers.back())))
      return failure();
  }
  for (auto [index, type] : llvm::enumerate(entry.getResultTypes()))
    add("result", index, type, /*isResult=*/true);
  for (const CBuffer &buffer : interface.buffers)
    if (failed(checkBuffer(entry, buffer)))
      return failure();
  return interface;
}

std::string CInterface::getDeclaration() const {
  SmallVector<std::string> parameters;
  for (const CBuffer &buffer : buffers) {
    for (const std::string &extent : buffer.getExtentNames())
      parameters.push_back("int64_t " + extent);
    parameters.push_back(((buffer.isWritten ? "" : "const ") +
                          buffer.elementType + " *" + buffer.name)
                             .str());
  }
  return "void " + name + "(" + llvm::join(parameters, ", ") + ")";
}

} // namespace mlir::layout::run
