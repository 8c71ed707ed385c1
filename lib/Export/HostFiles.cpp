//===- HostFiles.cpp - Descriptors of tensors as files --------------------===//
//
// Part of LayoutMLIR, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "HostFiles.h"
#include "Analysis/HostDescriptor.h"
#include "Analysis/ModuleFunctions.h"
#include "layout/Dialect/LayoutAttributes.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringSet.h"
#include "llvm/Support/FormatVariadic.h"
#include "llvm/Support/JSON.h"

using namespace mlir;
using namespace mlir::layout;
namespace json = llvm::json;

SmallVector<HostValue> layout::getHostValues(func::FuncOp function) {
  SmallVector<HostValue> all;
  for (unsigned number : llvm::seq(function.getNumArguments()))
    all.push_back({function.getArgAttrOfType<DictionaryAttr>(
                       number, LayoutDialect::kHost),
                   true, number});
  for (unsigned number : llvm::seq(function.getNumResults()))
    all.push_back({function.getResultAttrOfType<DictionaryAttr>(
                       number, LayoutDialect::kHost),
                   false, number});
  return all;
}

bool layout::hasHostDescriptors(func::FuncOp function) {
  return llvm::any_of(getHostValues(function), [](const HostValue &described) {
    return described.descriptor != nullptr;
  });
}

bool layout::isWeight(const HostValue &value) {
  return value.descriptor && value.descriptor.contains("weight");
}

bool layout::isPrepared(const HostValue &value) {
  return value.descriptor && (value.descriptor.contains("argument") ||
                              value.descriptor.contains("global"));
}

std::string layout::getHostFunctionName(func::FuncOp function, bool packs,
                                        unsigned number) {
  return llvm::formatv("{0}_{1}_{2}{3}", packs ? "pack" : "unpack",
                       function.getSymName(), packs ? "arg" : "result", number);
}

//===----------------------------------------------------------------------===//
// JSON
//===----------------------------------------------------------------------===//

static json::Value toJson(func::FuncOp function, const HostValue &described) {
  if (!described.descriptor)
    return nullptr;
  json::Object object = toJsonObject(described.descriptor);
  if (isWeight(described) || isPrepared(described))
    return object;
  // The added function is in the same module.
  std::string module = getQualifiedName(function);
  module.resize(module.size() - function.getSymName().size());
  object[described.isArgument ? "pack" : "unpack"] =
      json::fixUTF8(module + getHostFunctionName(function, described.isArgument,
                                                 described.number));
  return object;
}

void layout::printHostJson(ArrayRef<func::FuncOp> functions,
                           llvm::raw_ostream &os) {
  json::Array list;
  for (func::FuncOp function : functions) {
    json::Array arguments, results;
    for (const HostValue &described : getHostValues(function))
      (described.isArgument ? arguments : results)
          .push_back(toJson(function, described));
    list.push_back(
        json::Object{{"name", json::fixUTF8(getQualifiedName(function))},
                     {"arguments", std::move(arguments)},
                     {"results", std::move(results)}});
  }
  json::OStream stream(os, /*IndentSize=*/2);
  stream.value(json::Object{{"version", 1}, {"functions", std::move(list)}});
  os << "\n";
}

//===----------------------------------------------------------------------===//
// C header
//===----------------------------------------------------------------------===//

static constexpr StringLiteral kHeader = R"(#ifndef LAYOUT_HOST_H
#define LAYOUT_HOST_H
#include <stdint.h>

/* A tensor in a layout of its own. Strides count elements. */
struct layout_host_tensor {
  const char *layout;
  const char *dtype;
  int64_t rank; /* dims on the host, row-major */
  const int64_t *logical;
  int64_t physical_rank; /* dims of the tensor that is passed, row-major */
  const int64_t *shape;
  int64_t bytes;
  int64_t padding_bytes; /* of zeros */
  int64_t num_loops;     /* loops that copy; 0 if there are none */
  const int64_t *ranges, *device_strides, *host_strides;
  int64_t weight_offset; /* in the file of weights; -1 if it is none */
};
#endif
)";

/// A name of C that is not taken yet: everything else than letters and digits
/// becomes `_`, and a number follows if that makes two names equal.
static std::string takeIdentifier(StringRef text, llvm::StringSet<> &taken) {
  std::string base = text.str();
  for (char &c : base)
    if (!llvm::isAlnum(c))
      c = '_';
  std::string name = base;
  for (unsigned number = 2; !taken.insert(name).second; ++number)
    name = base + "_" + std::to_string(number);
  return name;
}

static std::string getNumbers(ArrayRef<int64_t> numbers) {
  if (numbers.empty())
    return "0";
  std::string list;
  llvm::raw_string_ostream os(list);
  llvm::interleave(numbers, os, ", ");
  return "(const int64_t[]){" + list + "}";
}

static void printConstant(StringRef function, StringRef identifier,
                          const HostValue &described, llvm::raw_ostream &os) {
  DictionaryAttr entries = described.descriptor;
  auto getText = [&](StringRef name) {
    auto text = entries.getAs<StringAttr>(name);
    std::string escaped;
    llvm::raw_string_ostream stream(escaped);
    llvm::printEscapedString(text ? text.getValue() : "", stream);
    return escaped;
  };
  auto getList = [&](StringRef name) {
    auto list = entries.getAs<DenseI64ArrayAttr>(name);
    return list ? list.asArrayRef() : ArrayRef<int64_t>();
  };
  auto getNumber = [&](StringRef name) {
    auto number = entries.getAs<IntegerAttr>(name);
    return number ? number.getInt() : 0;
  };
  auto logical = entries.getAs<TypeAttr>("logical");
  auto type = logical ? dyn_cast<RankedTensorType>(logical.getValue())
                      : RankedTensorType();
  ArrayRef<int64_t> sizes = type ? type.getShape() : ArrayRef<int64_t>();
  ArrayRef<int64_t> shape = getList("shape"), ranges = getList("ranges");
  os << llvm::formatv(
      "\n/* {0} {1} of {2} */\n"
      "static const struct layout_host_tensor {3}_{4}{1} = {{\n"
      "    \"{5}\", \"{6}\",\n    {7}, {8},\n    {9}, {10},\n"
      "    {11}, {12},\n    {13}, {14},\n    {15},\n    {16}, {17}};\n",
      described.isArgument ? "argument" : "result", described.number, function,
      identifier, described.isArgument ? "arg" : "result", getText("layout"),
      getText("dtype"), sizes.size(), getNumbers(sizes), shape.size(),
      getNumbers(shape), getNumber("bytes"), getNumber("padding_bytes"),
      ranges.size(), getNumbers(ranges), getNumbers(getList("device_strides")),
      getNumbers(getList("host_strides")),
      isWeight(described) ? getNumber("weight_offset") : -1);
}

void layout::printHostHeader(ArrayRef<func::FuncOp> functions,
                             llvm::raw_ostream &os) {
  os << kHeader;
  llvm::StringSet<> taken;
  for (func::FuncOp function : functions) {
    if (!hasHostDescriptors(function))
      continue;
    std::string name = getQualifiedName(function);
    std::string identifier = takeIdentifier(name, taken);
    for (const HostValue &described : getHostValues(function))
      if (described.descriptor)
        printConstant(name, identifier, described, os);
  }
}
