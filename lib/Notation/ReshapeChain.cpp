//===- ReshapeChain.cpp - Layouts as reshapes and transposes --------------===//
//
// Part of LayoutMLIR, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ReshapeChain.h"
#include "NormalForms.h"
#include "Parsing.h"
#include "mlir/Dialect/Utils/IndexingUtils.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/Sequence.h"
#include "llvm/Support/MathExtras.h"
#include "llvm/Support/raw_ostream.h"

using namespace mlir;
using namespace mlir::layout;

using Reshape = ReshapeChain::Reshape;
using Transpose = ReshapeChain::Transpose;
using Pad = ReshapeChain::Pad;
using Step = ReshapeChain::Step;

//===----------------------------------------------------------------------===//
// Valid steps
//===----------------------------------------------------------------------===//

namespace {
/// An error in a step: the requirement, and the index of the number, or pair of
/// numbers, that does not meet it.
struct StepError {
  size_t item;
  std::string requirement;
};

/// Checks the steps of a chain in order.
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

  /// The rank of the tensor after the steps so far; unknown before the first.
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
/// A step, with the offsets in the text of the step and of its numbers or
/// pairs.
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

/// Reads the arguments of the step that starts at `start`; its name has been
/// read.
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
  return joinSteps(steps, [](auto &os, const auto &kind) { print(os, kind); });
}

using Reshape = ReshapeChain::Reshape;
using Transpose = ReshapeChain::Transpose;
using Pad = ReshapeChain::Pad;
using Step = ReshapeChain::Step;

/// `(2, 3)`
static std::string print(ArrayRef<int64_t> shape) {
  return llvm::formatv("({0})", llvm::make_range(shape.begin(), shape.end()));
}

//===----------------------------------------------------------------------===//
// From the chain to the layout
//===----------------------------------------------------------------------===//

namespace {
/// Applies a chain to a tensor. Steps between two pads are bijective, so they
/// compose as digits of the tensor after the first of these pads.
class ChainWalk {
public:
  ChainWalk(ArrayRef<int64_t> shape, MLIRContext *context)
      : before(IndexMap::getIdentity(shape.size(), context)), padded(shape),
        map(before), shape(shape), target(shape) {}

  llvm::Error apply(const Step &step) {
    return std::visit([&](const auto &kind) { return applyKind(kind); }, step);
  }
  /// The map of the steps so far, from the dims of the tensor.
  llvm::Expected<IndexMap> getMap();
  /// The shape after the steps so far.
  ArrayRef<int64_t> getShape() const { return shape; }

private:
  /// Applies the pending reshape.
  llvm::Error settle();
  llvm::Error applyKind(const Reshape &reshape);
  llvm::Error applyKind(const Transpose &transpose);
  llvm::Error applyKind(const Pad &pad);
  llvm::Error checkRank(size_t rank, StringRef name) const;

  /// The map from the tensor to the result of the last pad, and its shape.
  IndexMap before;
  SmallVector<int64_t> padded;
  /// The map from there to the present result, and its shape.
  IndexMap map;
  SmallVector<int64_t> shape;
  /// The shape after pending reshapes; consecutive reshapes merge into one.
  SmallVector<int64_t> target;
};
} // namespace

/// The largest size of a map. Reshapes with incompatible radices make maps that
/// grow exponentially with their number.
static constexpr int64_t kMaxTerms = 1000;

static int64_t getNumTerms(AffineExpr expr) {
  int64_t count = 0;
  expr.walk([&](AffineExpr) { ++count; });
  return count;
}

/// Returns the composition: first `inner`, then `outer`.
static llvm::Expected<IndexMap> compose(const IndexMap &outer,
                                        const IndexMap &inner) {
  auto innerTerms =
      llvm::map_to_vector(inner.getAffineMap().getResults(), getNumTerms);
  int64_t terms = 0;
  outer.getAffineMap().walkExprs([&](AffineExpr expr) {
    auto dim = dyn_cast<AffineDimExpr>(expr);
    terms += dim ? innerTerms[dim.getPosition()] : 1;
  });
  if (terms > kMaxTerms)
    return makeError("requires reshapes whose map has at most {0} terms, found "
                     "{1}",
                     kMaxTerms, terms);
  return outer.compose(inner);
}

/// Returns the row-major reshape as quotients and remainders of the linear
/// index, for shapes whose radices have no common refinement (6 as 2x3, 3x2).
static IndexMap getClashingReshape(ArrayRef<int64_t> from, ArrayRef<int64_t> to,
                                   MLIRContext *context) {
  AffineExpr zero = getAffineConstantExpr(0, context), position = zero;
  for (auto [dim, size] : llvm::enumerate(from))
    if (size != 1)
      position = position * size + getAffineDimExpr(dim, context);
  SmallVector<AffineExpr> results;
  int64_t elements = *getNumPoints(from);
  for (auto [size, stride] : llvm::zip_equal(to, computeStrides(to))) {
    bool isOutermost = size * stride == elements;
    AffineExpr quotient = size == 1 ? zero : position.floorDiv(stride);
    results.push_back(isOutermost ? quotient : quotient % size);
  }
  return IndexMap(AffineMap::get(from.size(), 0, results, context));
}

llvm::Error ChainWalk::settle() {
  if (target == shape)
    return llvm::Error::success();
  MLIRContext *context = map.getContext();
  std::optional<IndexMap> reshape =
      IndexMap::getReshape(shape, target, context);
  if (reshape && map.getDigits(padded)) {
    map = reshape->compose(map, padded);
  } else {
    llvm::Expected<IndexMap> composed = compose(
        reshape ? *reshape : getClashingReshape(shape, target, context), map);
    if (!composed)
      return composed.takeError();
    map = *composed;
  }
  shape = target;
  return llvm::Error::success();
}

llvm::Error ChainWalk::applyKind(const Reshape &reshape) {
  int64_t elements = *getNumPoints(shape), product = 1;
  for (int64_t extent : reshape.shape)
    product *= extent == -1 ? 1 : extent;
  bool hasRest = llvm::is_contained(reshape.shape, -1);
  if (hasRest ? elements % product != 0 : elements != product)
    return makeError("requires a reshape of {0} elements, found {1} to {2}",
                     elements, print(target), print(reshape.shape));
  target = reshape.shape;
  llvm::replace(target, int64_t(-1), elements / product);
  return llvm::Error::success();
}

llvm::Error ChainWalk::checkRank(size_t rank, StringRef name) const {
  if (rank == target.size())
    return llvm::Error::success();
  return makeError("requires a {0} of {1} dims, found {2}", name, target.size(),
                   rank);
}

llvm::Error ChainWalk::applyKind(const Transpose &transpose) {
  ArrayRef<int64_t> permutation = transpose.permutation;
  if (llvm::Error error = checkRank(permutation.size(), "transpose"))
    return error;
  if (isIdentityPermutation(permutation))
    return llvm::Error::success();
  if (llvm::Error error = settle())
    return error;
  AffineMap current = map.getAffineMap();
  map = IndexMap(AffineMap::get(
      current.getNumDims(), 0,
      applyPermutation(current.getResults(), permutation), map.getContext()));
  shape = applyPermutation(ArrayRef<int64_t>(shape), permutation);
  target = shape;
  return llvm::Error::success();
}

llvm::Error ChainWalk::applyKind(const Pad &pad) {
  if (llvm::Error error = checkRank(pad.widths.size(), "pad"))
    return error;
  if (llvm::all_of(pad.widths, [](Pad::Width width) {
        return width.low == 0 && width.high == 0;
      }))
    return llvm::Error::success();
  if (llvm::Error error = settle())
    return error;
  SmallVector<AffineExpr> results;
  int64_t places = 1;
  for (auto [width, size, result] :
       llvm::zip_equal(pad.widths, shape, map.getAffineMap().getResults())) {
    results.push_back(result + width.low);
    if (llvm::AddOverflow(size, width.low + width.high, size) ||
        llvm::MulOverflow(places, size, places))
      return makeError("requires a padded shape whose number of places fits 63 "
                       "bits");
  }
  AffineMap raised =
      AffineMap::get(map.getNumDims(), 0, results, map.getContext());
  llvm::Expected<IndexMap> composed = compose(IndexMap(raised), before);
  if (!composed)
    return composed.takeError();
  before = *composed;
  padded = target = shape;
  map = IndexMap::getIdentity(shape.size(), map.getContext());
  return llvm::Error::success();
}

llvm::Expected<IndexMap> ChainWalk::getMap() {
  if (llvm::Error error = settle())
    return error;
  return compose(map, before);
}

llvm::Expected<PhysicalLayout>
ReshapeChain::getPhysicalLayout(ArrayRef<int64_t> shape,
                                MLIRContext *context) const {
  if (llvm::any_of(shape, [](int64_t size) { return size < 1; }))
    return makeError("requires a tensor that is static and not empty");
  if (!getNumPoints(shape))
    return makeError("requires a shape whose element count fits 63 bits");
  ChainWalk walk(shape, context);
  for (const Step &step : steps)
    if (llvm::Error error = walk.apply(step))
      return error;
  llvm::Expected<IndexMap> map = walk.getMap();
  if (!map)
    return map.takeError();
  // Every step is injective, so the map needs no further proof.
  return PhysicalLayout::getKnown(*map, shape, walk.getShape());
}

//===----------------------------------------------------------------------===//
// From the layout to the chain
//===----------------------------------------------------------------------===//

namespace {
/// Appends steps, but leaves out those that change nothing.
class ChainBuilder {
public:
  explicit ChainBuilder(ArrayRef<int64_t> shape) : shape(shape) {}

  void reshape(ArrayRef<int64_t> to);
  void transpose(ArrayRef<int64_t> permutation);
  void pad(ArrayRef<Pad::Width> widths);
  ArrayRef<int64_t> getShape() const { return shape; }
  ArrayRef<Step> getSteps() const { return steps; }

private:
  SmallVector<Step, 0> steps;
  SmallVector<int64_t> shape;
  /// The shape before the last step.
  SmallVector<int64_t> previous;
};
} // namespace

void ChainBuilder::reshape(ArrayRef<int64_t> to) {
  if (!steps.empty() && std::holds_alternative<Reshape>(steps.back())) {
    steps.pop_back();
    shape = previous;
  }
  if (ArrayRef(shape) == to)
    return;
  previous = shape;
  shape.assign(to.begin(), to.end());
  steps.push_back(Reshape{shape});
}

void ChainBuilder::transpose(ArrayRef<int64_t> permutation) {
  if (isIdentityPermutation(permutation))
    return;
  shape = applyPermutation(ArrayRef<int64_t>(shape), permutation);
  steps.push_back(Transpose{llvm::to_vector(permutation)});
}

void ChainBuilder::pad(ArrayRef<Pad::Width> widths) {
  bool isPadded = false;
  for (auto [width, size] : llvm::zip_equal(widths, shape)) {
    isPadded |= width.low != 0 || width.high != 0;
    size += width.low + width.high;
  }
  if (isPadded)
    steps.push_back(Pad{llvm::to_vector(widths)});
}

namespace {
/// All digits by dim, outermost first, and their positions in the order of
/// memory.
struct Split {
  SmallVector<int64_t> extents;
  SmallVector<int64_t> permutation;
  /// The pad that makes each dim as large as the product of its digits.
  SmallVector<Pad::Width> widths;
};
} // namespace

static Split getSplit(ArrayRef<WeightedDigit> terms, ArrayRef<int64_t> shape) {
  Split split;
  split.permutation.resize(terms.size());
  auto order = llvm::to_vector(llvm::seq<int64_t>(0, terms.size()));
  llvm::sort(order, [&](int64_t a, int64_t b) {
    const Digit &left = terms[a].digit, &right = terms[b].digit;
    return std::make_pair(left.dim, -left.stride) <
           std::make_pair(right.dim, -right.stride);
  });
  SmallVector<int64_t> sizes(shape.size(), 1);
  for (int64_t place : order) {
    const Digit &digit = terms[place].digit;
    split.permutation[place] = split.extents.size();
    split.extents.push_back(digit.extent);
    sizes[digit.dim] *= digit.extent;
  }
  for (auto [size, padded] : llvm::zip_equal(shape, sizes))
    split.widths.push_back({0, padded - size});
  return split;
}

/// Returns the pad of the digits, in the order of memory, that makes each digit
/// fill the stride of the next outer one.
static llvm::Expected<SmallVector<Pad::Width>>
getGaps(const LinearCombination &order, int64_t places) {
  SmallVector<Pad::Width> gaps;
  int64_t outer = places, low = order.base;
  for (auto [digit, weight] : order.terms) {
    if (outer % weight != 0)
      return makeError("requires strides that divide each other, found {0} "
                       "and {1}",
                       outer, weight);
    int64_t extent = outer / weight, first = low / weight;
    if (first + digit.extent > extent)
      return makeError("requires {0} places of {1} from place {2} on, found "
                       "{3}",
                       digit.extent, weight, first, extent);
    gaps.push_back({first, extent - first - digit.extent});
    low %= weight;
    outer = weight;
  }
  // A gap between the innermost elements becomes one more dim.
  if (outer != 1)
    gaps.push_back({low, outer - 1 - low});
  return gaps;
}

llvm::Expected<ReshapeChain> ReshapeChain::get(const PhysicalLayout &layout) {
  llvm::Expected<LinearCombination> order = getMemoryOrder(layout);
  if (!order)
    return order.takeError();
  auto gaps = getGaps(*order, layout.getNumPositions());
  if (!gaps)
    return gaps.takeError();
  Split split = getSplit(order->terms, layout.getShape());

  ChainBuilder builder(layout.getShape());
  builder.pad(split.widths);
  builder.reshape(split.extents);
  builder.transpose(split.permutation);
  SmallVector<int64_t> digits(builder.getShape());
  digits.resize(gaps->size(), 1);
  builder.reshape(digits);
  builder.pad(*gaps);
  builder.reshape(layout.getBox());
  return ReshapeChain(builder.getSteps());
}
