//===- Weights.cpp - Constants in a file of their own ---------------------===//
//
// Part of LayoutMLIR, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Weights.h"
#include "Analysis/HostDescriptor.h"
#include "Analysis/ModuleFunctions.h"
#include "Dialect/StoredLayout.h"
#include "HostFiles.h"
#include "Support/OutputFile.h"
#include "layout/Analysis/Remarks.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/IR/DialectResourceBlobManager.h"
#include "mlir/IR/Remarks.h"
#include "mlir/IR/SymbolTable.h"
#include "llvm/ADT/MapVector.h"
#include "llvm/Support/FormatVariadic.h"
#include "llvm/Support/JSON.h"
#include "llvm/Support/MathExtras.h"
#include "llvm/Support/Path.h"

using namespace mlir;
using namespace mlir::layout;
namespace json = llvm::json;

/// Where each constant begins in the file: at a line of the cache.
static constexpr int64_t kAlignment = 64;

/// Returns the bytes of a constant as they are in memory; nothing if they are
/// packed, or all elements are equal and stored once.
static std::optional<ArrayRef<char>> getBytes(ElementsAttr value) {
  Type element = value.getElementType();
  if (!element.isIntOrFloat() || element.getIntOrFloatBitWidth() % 8 != 0)
    return std::nullopt;
  if (auto dense = dyn_cast<DenseElementsAttr>(value)) {
    if (dense.isSplat())
      return std::nullopt;
    return dense.getRawData();
  }
  auto resource = dyn_cast<DenseResourceElementsAttr>(value);
  AsmResourceBlob *blob =
      resource ? resource.getRawHandle().getBlob() : nullptr;
  int64_t bytes = value.getNumElements() * element.getIntOrFloatBitWidth() / 8;
  if (!blob || static_cast<int64_t>(blob->getData().size()) != bytes)
    return std::nullopt;
  return blob->getData();
}

/// The descriptor of a constant that begins at `offset` in the file; null if it
/// is not that of its type.
static DictionaryAttr describe(arith::ConstantOp constant, StringRef name,
                               int64_t offset) {
  auto stored = constant->getAttrOfType<DictionaryAttr>(kStoredLayout);
  llvm::Expected<ValueLayout> layout = readHostDescriptor(stored);
  if (!layout) {
    llvm::consumeError(layout.takeError());
    return {};
  }
  if (layout->getPhysicalType() != constant.getType())
    return {};
  Builder builder(constant.getContext());
  NamedAttrList entries(getHostDescriptor(
      *layout, stored.getAs<StringAttr>("layout").getValue()));
  entries.set("weight", builder.getStringAttr(name));
  entries.set("weight_offset", builder.getI64IntegerAttr(offset));
  return entries.getDictionary(constant.getContext());
}

/// The name of an element type in NumPy, of bytes in the order of this machine;
/// empty if it has none.
static std::string getNumPyType(Type type) {
  if (!type.isIntOrFloat() || type.isBF16() || type.getIntOrFloatBitWidth() < 8)
    return "";
  bool isKnown = isa<IntegerType, Float16Type, Float32Type, Float64Type>(type);
  char kind = isa<FloatType>(type) ? 'f' : type.isUnsignedInteger() ? 'u' : 'i';
  return isKnown
             ? llvm::formatv("{0}{1}", kind, type.getIntOrFloatBitWidth() / 8)
             : std::string();
}

/// Whether something in the module refers to the function, such as a call.
static bool isUsed(func::FuncOp function) {
  auto uses = SymbolTable::getSymbolUses(function.getSymNameAttr(),
                                         function->getParentOfType<ModuleOp>());
  return !uses || !uses->empty();
}

void Weights::take(func::FuncOp function) {
  llvm::MapVector<Attribute, SmallVector<arith::ConstantOp>> constants;
  function.walk([&](arith::ConstantOp constant) {
    if (constant->hasAttr(kStoredLayout))
      constants[constant.getValue()].push_back(constant);
  });
  unsigned number = 0;
  bool isCalled = isUsed(function);
  for (auto &[value, ops] : constants) {
    arith::ConstantOp first = ops.front();
    auto elements = cast<ElementsAttr>(value);
    std::string name =
        llvm::formatv("{0}_weight{1}", getQualifiedName(function), number);
    int64_t offset = llvm::alignTo(numBytes, kAlignment);
    DictionaryAttr descriptor = describe(first, name, offset);
    std::optional<ArrayRef<char>> bytes = getBytes(elements);
    if (isCalled || !bytes || !descriptor) {
      remark::missed(first.getLoc(), getRemark("weight", "layout-host", first))
          << remark::add("a constant stays in the program: {0}",
                         isCalled ? "the function is called in the module"
                                  : "its bytes or their layout are not known");
      for (arith::ConstantOp op : ops)
        op->removeAttr(kStoredLayout);
      continue;
    }
    unsigned argument = function.getNumArguments();
    auto attributes = DictionaryAttr::get(
        function.getContext(),
        NamedAttribute(
            StringAttr::get(function.getContext(), LayoutDialect::kHost),
            descriptor));
    if (failed(function.insertArgument(argument, first.getType(), attributes,
                                       first.getLoc())))
      continue;
    for (arith::ConstantOp op : ops) {
      op.getResult().replaceAllUsesWith(function.getArgument(argument));
      op.erase();
    }
    weights.push_back({function, argument, elements, descriptor, offset});
    numBytes = offset + bytes->size();
    ++number;
  }
}

llvm::Error Weights::write(StringRef path) const {
  auto writeBytes = [&](llvm::raw_ostream &os) {
    int64_t end = 0;
    for (const Weight &weight : weights) {
      os.write_zeros(weight.offset - end);
      ArrayRef<char> bytes = *getBytes(weight.value);
      os.write(bytes.data(), bytes.size());
      end = weight.offset + bytes.size();
    }
    return llvm::Error::success();
  };
  auto writeIndex = [&](llvm::raw_ostream &os) {
    json::Array list;
    for (const Weight &weight : weights) {
      json::Object entry = toJsonObject(weight.descriptor);
      auto logical = weight.descriptor.getAs<TypeAttr>("logical");
      entry["logical_shape"] =
          json::Array(cast<RankedTensorType>(logical.getValue()).getShape());
      std::string type = getNumPyType(weight.value.getElementType());
      if (!type.empty())
        entry["numpy"] = type;
      entry["function"] =
          json::fixUTF8(getQualifiedName(func::FuncOp(weight.function)));
      entry["argument"] = weight.argument;
      list.push_back(std::move(entry));
    }
    json::OStream stream(os, /*IndentSize=*/2);
    stream.value(json::Object{
        {"version", 1},
        {"file", json::fixUTF8(llvm::sys::path::filename(path))},
        {"bytes", numBytes},
        {"byte_order", llvm::endianness::native == llvm::endianness::little
                           ? "little"
                           : "big"},
        {"weights", std::move(list)}});
    os << "\n";
    return llvm::Error::success();
  };
  if (llvm::Error error = writeFile(path, writeBytes))
    return error;
  return writeFile((path + ".json").str(), writeIndex);
}
