//===- ReshapeChain.cpp - Layouts as reshapes and transposes: text --------===//
//
// Part of LayoutMLIR, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "layout/Notation/ReshapeChain.h"
#include "Cursor.h"
#include "MakeError.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/MathExtras.h"
#include "llvm/Support/raw_ostream.h"

using namespace mlir;
using namespace mlir::layout;

using Reshape = ReshapeChain::Reshape;
using Transpose = ReshapeChain::Transpose;
using Pad = ReshapeChain::Pad;
using Step = ReshapeChain::Step;

//===----------------------------------------------------------------------===//
// What a step may be
//===----------------------------------------------------------------------===//

namespace {
/// What is wrong with a step: what it requires, and which of its numbers, or
/// pairs of numbers, does not meet that.
struct StepError {
  size_t item;
  std::string requirement;
};

/// Walks over the steps of a chain.
class StepChecker {
public:
  std::optional<StepError> check(const Step &step) {
    return std::visit([&](const auto &kind) { return checkKind(kind); }, step);
  }

private:
  std::optional<StepError> checkKind(const Reshape &reshape);
  std::optional<StepError> checkKind(const Transpose &transpose);
  std::optional<StepError> checkKind(const Pad &pad);
  std::optional<StepError> checkRank(size_t found);

  /// Of the tensor so far; not known in front of the first step.
  std::optional<size_t> rank;
};
} // namespace

std::optional<StepError> StepChecker::checkRank(size_t found) {
  if (found == 0)
    return StepError{0, "at least one dim"};
  if (rank && *rank != found)
    return StepError{0, llvm::formatv("{0} dims, found {1}", *rank, found)};
  rank = found;
  return std::nullopt;
}

std::optional<StepError> StepChecker::checkKind(const Reshape &reshape) {
  bool hasRest = false;
  int64_t product = 1;
  for (auto [item, extent] : llvm::enumerate(reshape.shape)) {
    if (extent == -1) {
      if (std::exchange(hasRest, true))
        return StepError{item, "-1 once, found it again"};
    } else if (extent < 1) {
      return StepError{item, llvm::formatv("an extent of at least 1, or -1, "
                                           "found {0}",
                                           extent)};
    } else if (llvm::MulOverflow(product, extent, product)) {
      return StepError{item, "extents whose product fits 63 bits"};
    }
  }
  rank = reshape.shape.size();
  return std::nullopt;
}

std::optional<StepError> StepChecker::checkKind(const Transpose &transpose) {
  int64_t count = transpose.permutation.size();
  if (std::optional<StepError> error = checkRank(count))
    return error;
  SmallVector<bool> isTaken(count, false);
  for (auto [item, dim] : llvm::enumerate(transpose.permutation)) {
    if (dim < 0 || dim >= count)
      return StepError{
          item, llvm::formatv("dims from 0 to {0}, found {1}", count - 1, dim)};
    if (std::exchange(isTaken[dim], true))
      return StepError{item,
                       llvm::formatv("each dim once, found {0} again", dim)};
  }
  return std::nullopt;
}

std::optional<StepError> StepChecker::checkKind(const Pad &pad) {
  if (std::optional<StepError> error = checkRank(pad.widths.size()))
    return error;
  for (auto [item, width] : llvm::enumerate(pad.widths)) {
    int64_t sum;
    if (width.low < 0 || width.high < 0)
      return StepError{item, llvm::formatv("widths of at least 0, found ({0},"
                                           "{1})",
                                           width.low, width.high)};
    if (llvm::AddOverflow(width.low, width.high, sum))
      return StepError{item, "widths whose sum fits 63 bits"};
  }
  return std::nullopt;
}

llvm::Expected<ReshapeChain> ReshapeChain::get(ArrayRef<Step> steps) {
  StepChecker checker;
  for (const Step &step : steps)
    if (std::optional<StepError> error = checker.check(step))
      return makeError("requires {0}", error->requirement);
  return ReshapeChain(steps);
}

//===----------------------------------------------------------------------===//
// Text
//===----------------------------------------------------------------------===//

namespace {
/// A step, and where it and its numbers or pairs of numbers are written.
struct PlacedStep {
  Step step;
  size_t start;
  SmallVector<size_t> items;
};
} // namespace

static llvm::Error takeExtent(Cursor &cursor, SmallVectorImpl<int64_t> &shape) {
  if (cursor.consume("-1")) {
    shape.push_back(-1);
    return llvm::Error::success();
  }
  llvm::Expected<int64_t> extent =
      cursor.takeNumber(1, "an extent of at least 1, or -1");
  if (!extent)
    return extent.takeError();
  shape.push_back(*extent);
  return llvm::Error::success();
}

static llvm::Error takeDim(Cursor &cursor, SmallVectorImpl<int64_t> &dims) {
  llvm::Expected<int64_t> dim = cursor.takeNumber(0, "the number of a dim");
  if (!dim)
    return dim.takeError();
  dims.push_back(*dim);
  return llvm::Error::success();
}

/// `(0,8)`
static llvm::Error takeWidth(Cursor &cursor,
                             SmallVectorImpl<Pad::Width> &widths) {
  SmallVector<int64_t, 2> pair;
  size_t start = cursor.getOffset();
  llvm::Error error = cursor.takeTuple([&]() -> llvm::Error {
    llvm::Expected<int64_t> width = cursor.takeNumber(0, "a padding width");
    if (!width)
      return width.takeError();
    pair.push_back(*width);
    return llvm::Error::success();
  });
  if (error)
    return error;
  if (pair.size() != 2)
    return cursor.error(start, "a width in front and one behind, found " +
                                   llvm::Twine(pair.size()) + " of these");
  widths.push_back({pair[0], pair[1]});
  return llvm::Error::success();
}

/// The step that starts at `start`, of which the name is read.
template <typename Kind, typename Item>
static llvm::Expected<PlacedStep>
takeItems(Cursor &cursor, size_t start, SmallVector<Item> Kind::*items,
          llvm::Error (*takeItem)(Cursor &, SmallVectorImpl<Item> &)) {
  Kind kind;
  SmallVector<size_t> offsets;
  llvm::Error error = cursor.takeTuple([&]() {
    offsets.push_back(cursor.getOffset());
    return takeItem(cursor, kind.*items);
  });
  if (error)
    return error;
  return PlacedStep{kind, start, offsets};
}

static llvm::Expected<PlacedStep> takeStep(Cursor &cursor) {
  size_t start = cursor.getOffset();
  if (cursor.consume("reshape"))
    return takeItems(cursor, start, &Reshape::shape, takeExtent);
  if (cursor.consume("transpose"))
    return takeItems(cursor, start, &Transpose::permutation, takeDim);
  if (cursor.consume("pad"))
    return takeItems(cursor, start, &Pad::widths, takeWidth);
  return cursor.expected("'reshape', 'transpose' or 'pad'");
}

llvm::Expected<ReshapeChain> ReshapeChain::parse(StringRef text) {
  Cursor cursor(text);
  ReshapeChain chain;
  StepChecker checker;
  while (!cursor.isAtEnd()) {
    if (!chain.steps.empty() && !cursor.consume("."))
      return cursor.expected("'.' and another step");
    llvm::Expected<PlacedStep> placed = takeStep(cursor);
    if (!placed)
      return placed.takeError();
    if (std::optional<StepError> error = checker.check(placed->step)) {
      bool hasItem = error->item < placed->items.size();
      return cursor.error(hasItem ? placed->items[error->item] : placed->start,
                          error->requirement);
    }
    chain.steps.push_back(placed->step);
  }
  return chain;
}

static void print(llvm::raw_ostream &os, const Reshape &reshape) {
  os << "reshape(";
  llvm::interleave(reshape.shape, os, ",");
  os << ')';
}

static void print(llvm::raw_ostream &os, const Transpose &transpose) {
  os << "transpose(";
  llvm::interleave(transpose.permutation, os, ",");
  os << ')';
}

static void print(llvm::raw_ostream &os, const Pad &pad) {
  os << "pad(";
  llvm::interleave(
      pad.widths, os,
      [&](const Pad::Width &width) {
        os << '(' << width.low << ',' << width.high << ')';
      },
      ",");
  os << ')';
}

std::string ReshapeChain::str() const {
  std::string text;
  llvm::raw_string_ostream os(text);
  llvm::interleave(
      steps, os,
      [&](const Step &step) {
        std::visit([&](const auto &kind) { print(os, kind); }, step);
      },
      ".");
  return text;
}
