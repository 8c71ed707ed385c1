//===- ReshapeChainMap.cpp - Layouts as reshapes and transposes: meaning --===//
//
// Part of LayoutMLIR, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "MakeError.h"
#include "MemoryOrder.h"
#include "layout/Notation/ReshapeChain.h"
#include "mlir/Dialect/Utils/IndexingUtils.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/Sequence.h"
#include "llvm/Support/MathExtras.h"

using namespace mlir;
using namespace mlir::layout;

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
/// A tensor on its way through a chain. Between two pads all steps are
/// bijective, so that they compose as digits of the tensor behind the first.
class ChainWalk {
public:
  ChainWalk(ArrayRef<int64_t> shape, MLIRContext *context)
      : before(IndexMap::getIdentity(shape.size(), context)), padded(shape),
        map(before), shape(shape), target(shape) {}

  llvm::Error apply(const Step &step) {
    return std::visit([&](const auto &kind) { return applyKind(kind); }, step);
  }
  /// The map so far, from the tensor.
  llvm::Expected<IndexMap> getMap();
  /// The shape to which it leads.
  ArrayRef<int64_t> getShape() const { return shape; }

private:
  /// Carries out the reshape that is still to be done.
  llvm::Error settle();
  llvm::Error applyKind(const Reshape &reshape);
  llvm::Error applyKind(const Transpose &transpose);
  llvm::Error applyKind(const Pad &pad);
  llvm::Error checkRank(size_t rank, StringRef name) const;

  /// From the tensor to the last padded one, and the shape of that.
  IndexMap before;
  SmallVector<int64_t> padded;
  /// From there to where the walk is, and the shape there.
  IndexMap map;
  SmallVector<int64_t> shape;
  /// The shape after reshapes that are still to be done, which merge.
  SmallVector<int64_t> target;
};
} // namespace

/// Maps larger than this are not made: where radices clash again and again they
/// grow without bound.
static constexpr int64_t kMaxTerms = 1000;

static int64_t getNumTerms(AffineExpr expr) {
  int64_t count = 0;
  expr.walk([&](AffineExpr) { ++count; });
  return count;
}

/// `outer` after `inner`.
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

/// The row-major reshape as quotients and remainders of the position, for
/// shapes whose radices clash.
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
  // No step loses an element or lays two of them on one place.
  return PhysicalLayout::getKnown(*map, shape, walk.getShape());
}

//===----------------------------------------------------------------------===//
// From the layout to the chain
//===----------------------------------------------------------------------===//

namespace {
/// Appends steps, as far as they do anything.
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
  /// In front of the last step.
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
/// All digits, first those of the first dim, outermost first, and where they
/// stand in memory.
struct Split {
  SmallVector<int64_t> extents;
  SmallVector<int64_t> permutation;
  /// What pads the dims up to the product of their digits.
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

/// What pads the digits in the order of memory up to the places between them.
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
  // Places between the innermost elements are those of one more dim.
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
