//===- LayoutFigures.cpp - What a device sees of a layout -----------------===//
//
// Part of LayoutMLIR, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "LayoutFigures.h"

using namespace mlir;
using namespace mlir::layout;
namespace json = llvm::json;

json::Value layout::getBytesOfBits(int64_t bits) {
  if (bits % 8 == 0)
    return bits / 8;
  return static_cast<double>(bits) / 8;
}

json::Value layout::toJson(const std::optional<ContiguousRuns> &runs,
                           int64_t elementBits) {
  if (!runs)
    return nullptr;
  auto getRun = [&](int64_t elements) {
    return json::Object{{"elements", elements},
                        {"bytes", getBytesOfBits(elements * elementBits)}};
  };
  json::Array dims;
  for (int64_t run : runs->dims)
    dims.push_back(getRun(run));
  json::Object rowMajor = getRun(runs->rowMajor);
  rowMajor["count"] = runs->numRowMajor;
  return json::Object{{"dims", std::move(dims)},
                      {"row_major", std::move(rowMajor)}};
}

SmallVector<unsigned> layout::getDimsForCores(ArrayRef<int64_t> box,
                                              int64_t cores,
                                              int64_t elementBits,
                                              int64_t unitBits) {
  SmallVector<unsigned> dims;
  for (auto [dim, extent] : llvm::enumerate(box)) {
    bool isLast = dim + 1 == box.size();
    if (extent == 0 || extent % cores != 0 ||
        (isLast && extent / cores * elementBits % unitBits != 0))
      continue;
    dims.push_back(dim);
  }
  return dims;
}
