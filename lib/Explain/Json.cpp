//===- Json.cpp - An explanation as JSON ----------------------------------===//
//
// Part of LayoutMLIR, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "llvm/Support/JSON.h"
#include "Notation/LayoutFigures.h"
#include "Output.h"
#include "mlir/Dialect/Utils/IndexingUtils.h"

using namespace mlir;
using namespace mlir::layout;
using namespace mlir::layout::explain;
namespace json = llvm::json;

static json::Array toArray(ArrayRef<int64_t> numbers) {
  return json::Array(numbers);
}

static json::Array toArray(ArrayRef<std::string> names) {
  return json::Array(names);
}

static json::Array getDims(const Explanation &about) {
  json::Array dims;
  for (auto [dim, extent] : llvm::enumerate(about.layout.getShape())) {
    json::Object object{{"name", about.logical[dim]},
                        {"extent", extent},
                        {"stride", nullptr},
                        {"tiled", nullptr}};
    ArrayRef<StridedDigit> digits;
    if (about.form)
      digits = about.form->dims[dim];
    if (digits.size() == 1)
      object["stride"] = digits.front().stride;
    if (digits.size() > 1) {
      json::Array tiled;
      for (auto [steps, stride] : digits)
        tiled.push_back(json::Object{{"extent", steps}, {"stride", stride}});
      object["tiled"] = std::move(tiled);
    }
    dims.push_back(std::move(object));
  }
  return dims;
}

static json::Value getAt(const Explanation &about) {
  if (!about.at)
    return nullptr;
  json::Array neighbours;
  for (const Neighbour &neighbour : about.at->neighbours)
    neighbours.push_back(json::Object{{"dim", about.logical[neighbour.dim]},
                                      {"step", neighbour.step},
                                      {"logical", toArray(neighbour.index)},
                                      {"offset", neighbour.offset}});
  int64_t bits = about.at->offset * about.element.bits;
  return json::Object{{"logical", toArray(about.at->logical)},
                      {"index", toArray(about.at->physical)},
                      {"offset", about.at->offset},
                      {"byte", bits / 8},
                      {"bit", bits % 8},
                      {"neighbours", std::move(neighbours)}};
}

static json::Value getTo(const Explanation &about) {
  if (!about.to)
    return nullptr;
  json::Value map = nullptr, isFree = nullptr;
  if (about.to->map)
    map = *about.to->map;
  if (about.to->isFree != Verdict::Unknown)
    isFree = isProved(about.to->isFree);
  return json::Object{{"layout", json::fixUTF8(about.to->layout)},
                      {"shape", toArray(about.to->shape)},
                      {"bytes", about.to->bytes},
                      {"map", std::move(map)},
                      {"row_major_reshape", std::move(isFree)}};
}

void explain::printJson(const Explanation &about, llvm::raw_ostream &os) {
  const PhysicalLayout &layout = about.layout;
  json::OStream stream(os);
  stream.object([&] {
    stream.attribute("layout", json::fixUTF8(about.text));
    stream.attribute("dtype", about.element.name);
    stream.attribute("element_bits", about.element.bits);
    stream.attribute("dims", getDims(about));
    stream.attribute("physical_dims", toArray(about.physical));
    stream.attribute("shape", toArray(layout.getBox()));
    stream.attribute("strides", toArray(computeStrides(layout.getBox())));
    stream.attribute("bytes", about.getNumBytes(layout.getNumPositions()));
    stream.attribute(
        "padding_bytes",
        getBytesOfBits(layout.getNumPaddingPositions() * about.element.bits));
    stream.attribute("padding_elements", layout.getNumPaddingPositions());
    stream.attribute("runs", toJson(about.runs, about.element.bits));
    stream.attribute("map", printMap(layout.getMap(), about.logical));
    stream.attributeObject("written", [&] {
      for (const auto &[notation, text] : about.writings)
        stream.attribute(notation, json::fixUTF8(text));
    });
    stream.attribute("at", getAt(about));
    stream.attribute("to", getTo(about));
  });
  os << "\n";
}
