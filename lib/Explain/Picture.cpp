//===- Picture.cpp - Which element lies where, in rows and columns --------===//
//
// Part of LayoutMLIR, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Picture.h"
#include "layout/Algebra/PhysicalLayout.h"
#include "mlir/Dialect/Utils/IndexingUtils.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/Sequence.h"
#include "llvm/ADT/StringExtras.h"
#include <set>

using namespace mlir;
using namespace mlir::layout;
using namespace mlir::layout::explain;

/// The numbers of `chosen` that are below `count`. A single one that is left
/// out would take as much room as the gap.
static SmallVector<int64_t> closeGaps(const std::set<int64_t> &chosen,
                                      int64_t count) {
  SmallVector<int64_t> numbers;
  for (int64_t number : chosen) {
    if (number >= count)
      break;
    if (!numbers.empty() && numbers.back() == number - 2)
      numbers.push_back(number - 1);
    numbers.push_back(number);
  }
  return numbers;
}

static SmallVector<int64_t> chooseColumns(int64_t count, int64_t limit,
                                          std::set<int64_t> chosen) {
  if (count <= limit)
    return llvm::to_vector(llvm::seq<int64_t>(0, count));
  chosen.insert({0, count - 1});
  for (int64_t first = 1; int64_t(chosen.size()) < limit; ++first)
    chosen.insert(first);
  return closeGaps(chosen, count);
}

/// `extents` are those of the physical dims that rows run through.
static SmallVector<int64_t> chooseRows(ArrayRef<int64_t> extents, int64_t limit,
                                       std::set<int64_t> chosen) {
  int64_t count = *getNumPoints(extents);
  if (count <= limit)
    return llvm::to_vector(llvm::seq<int64_t>(0, count));
  chosen.insert({0, 1, count - 1});
  int64_t carry = 1;
  for (int64_t extent : llvm::reverse(extents)) {
    carry *= extent;
    if (carry > 1)
      chosen.insert({carry - 1, carry});
  }
  return closeGaps(chosen, count);
}

/// The innermost physical dim of more than one index.
static std::optional<unsigned> getColumnDim(ArrayRef<int64_t> box) {
  for (unsigned dim = box.size(); dim-- > 0;)
    if (box[dim] > 1)
      return dim;
  return std::nullopt;
}

std::optional<Picture>
explain::getPicture(const PhysicalLayout &layout, PictureLimits limits,
                    ArrayRef<SmallVector<int64_t>> wanted) {
  std::optional<ElementFinder> finder = ElementFinder::get(layout);
  if (!finder || layout.getNumElements() == 0)
    return std::nullopt;

  Picture picture;
  picture.columnDim = getColumnDim(layout.getBox());
  SmallVector<int64_t> rowBox(layout.getBox());
  // Sets the column of a place; returns which it was.
  auto exchangeColumn = [&](MutableArrayRef<int64_t> place, int64_t column) {
    return picture.columnDim ? std::exchange(place[*picture.columnDim], column)
                             : 0;
  };
  int64_t numColumns = picture.columnDim ? exchangeColumn(rowBox, 1) : 1;
  SmallVector<int64_t> rowStrides = computeStrides(rowBox);
  std::set<int64_t> columns, rows;
  for (ArrayRef<int64_t> place : wanted) {
    SmallVector<int64_t> start(place);
    columns.insert(exchangeColumn(start, 0));
    rows.insert(linearize(start, rowStrides));
  }

  picture.columns = chooseColumns(numColumns, limits.columns, columns);
  for (int64_t number : chooseRows(rowBox, limits.rows, rows)) {
    Row row{number, number * numColumns, delinearize(number, rowStrides), {}};
    SmallVector<int64_t> place(row.place);
    for (int64_t column : picture.columns) {
      exchangeColumn(place, column);
      row.cells.push_back(finder->getIndexAt(place));
    }
    picture.rows.push_back(std::move(row));
  }
  return picture;
}

std::string explain::getLabel(ArrayRef<int64_t> index) {
  return llvm::join(
      llvm::map_range(index, [](int64_t i) { return std::to_string(i); }), ",");
}

size_t explain::getLabelLength(const PhysicalLayout &layout) {
  return getLabel(llvm::map_to_vector(layout.getShape(),
                                      [](int64_t size) { return size - 1; }))
      .size();
}
