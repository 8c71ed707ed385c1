//===- Relations.cpp - Layouts as splits, fusions and reorders ------------===//
//
// Part of LayoutMLIR, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Relations.h"
#include "NormalForms.h"
#include "Parsing.h"
#include "mlir/Dialect/Utils/IndexingUtils.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/CheckedArithmetic.h"
#include "llvm/Support/MathExtras.h"

using namespace mlir;
using namespace mlir::layout;

using Split = Relations::Split;
using Fuse = Relations::Fuse;
using Reorder = Relations::Reorder;
using Step = Relations::Step;

//===----------------------------------------------------------------------===//
// Text
//===----------------------------------------------------------------------===//

/// Parses the parenthesized numbers of a step.
static llvm::Expected<SmallVector<int64_t>> takeNumbers(Cursor &cursor) {
  SmallVector<int64_t> numbers;
  llvm::Error error = cursor.takeTuple([&]() -> llvm::Error {
    llvm::Expected<int64_t> number = cursor.takeNumber(0, "a number");
    if (!number)
      return number.takeError();
    numbers.push_back(*number);
    return llvm::Error::success();
  });
  if (error)
    return error;
  return numbers;
}

/// Parses `(dim,number)` after the name of a split or a fusion. `what` names
/// the number, which is at least 1.
static llvm::Expected<std::pair<int64_t, int64_t>> takePair(Cursor &cursor,
                                                            StringRef what) {
  size_t start = cursor.getOffset();
  llvm::Expected<SmallVector<int64_t>> numbers = takeNumbers(cursor);
  if (!numbers)
    return numbers.takeError();
  if (numbers->size() != 2)
    return cursor.error(start, "a dim and a " + what + ", found " +
                                   llvm::Twine(numbers->size()) + " numbers");
  if (numbers->back() == 0)
    return cursor.error(start, "a " + what + " of at least 1, found 0");
  return std::make_pair(numbers->front(), numbers->back());
}

static llvm::Expected<Step> takeStep(Cursor &cursor) {
  if (cursor.consume("split")) {
    auto pair = takePair(cursor, "factor");
    if (!pair)
      return pair.takeError();
    return Split{pair->first, pair->second};
  }
  if (cursor.consume("fuse")) {
    auto pair = takePair(cursor, "count");
    if (!pair)
      return pair.takeError();
    return Fuse{pair->first, pair->second};
  }
  if (!cursor.consume("reorder"))
    return cursor.expected("'split', 'fuse' or 'reorder'");
  size_t start = cursor.getOffset();
  llvm::Expected<SmallVector<int64_t>> permutation = takeNumbers(cursor);
  if (!permutation)
    return permutation.takeError();
  if (!isPermutationVector(*permutation))
    return cursor.error(start, "a permutation of " +
                                   llvm::Twine(permutation->size()) + " dims");
  return Reorder{*permutation};
}

llvm::Expected<Relations> Relations::parse(StringRef text) {
  Cursor cursor(text);
  Relations relations;
  while (!cursor.isAtEnd()) {
    if (!relations.steps.empty() && !cursor.consume("."))
      return cursor.expected("'.' and another step");
    llvm::Expected<Step> step = takeStep(cursor);
    if (!step)
      return step.takeError();
    relations.steps.push_back(std::move(*step));
  }
  return relations;
}

static void print(llvm::raw_ostream &os, const Split &split) {
  os << "split(" << split.dim << ',' << split.factor << ')';
}

static void print(llvm::raw_ostream &os, const Fuse &fuse) {
  os << "fuse(" << fuse.dim << ',' << fuse.count << ')';
}

static void print(llvm::raw_ostream &os, const Reorder &reorder) {
  os << "reorder(";
  llvm::interleave(reorder.permutation, os, ",");
  os << ')';
}

std::string Relations::str() const {
  return joinSteps(steps, [](auto &os, const auto &kind) { print(os, kind); });
}

//===----------------------------------------------------------------------===//
// From steps to expressions
//===----------------------------------------------------------------------===//

namespace {
/// A dim that the steps so far have produced.
struct Axis {
  AffineExpr index;
  int64_t extent;
};
using Axes = SmallVector<Axis>;
} // namespace

/// The largest number of terms of an index. Alternating fusions and splits
/// double an expression every time.
static constexpr int64_t kMaxTerms = 1000;

static llvm::Error checkTerms(const Axis &axis) {
  int64_t count = 0;
  axis.index.walk([&](AffineExpr) { ++count; });
  if (count > kMaxTerms)
    return makeError("requires relations whose map has at most {0} terms, "
                     "found {1}",
                     kMaxTerms, count);
  return llvm::Error::success();
}

static llvm::Error apply(const Split &split, Axes &axes) {
  int64_t rank = axes.size();
  if (split.dim < 0 || split.dim >= rank)
    return makeError("requires a split of one of {0} dims, found dim {1}", rank,
                     split.dim);
  if (split.factor < 1)
    return makeError("requires a split factor of at least 1, found {0}",
                     split.factor);
  auto [index, extent] = axes[split.dim];
  int64_t outer = ShapedType::isDynamic(extent)
                      ? extent
                      : llvm::divideCeilSigned(extent, split.factor);
  axes[split.dim] = {index.floorDiv(split.factor), outer};
  axes.insert(axes.begin() + split.dim + 1,
              {index % split.factor, split.factor});
  return checkTerms(axes[split.dim + 1]);
}

static llvm::Error apply(const Fuse &fuse, Axes &axes) {
  int64_t rank = axes.size();
  if (fuse.dim < 0 || fuse.dim >= rank || fuse.count < 1 ||
      fuse.count > rank - fuse.dim)
    return makeError("requires a fusion among {0} dims, found {1} from dim {2} "
                     "on",
                     rank, fuse.count, fuse.dim);
  Axis fused = axes[fuse.dim];
  for (const Axis &axis : ArrayRef(axes).slice(fuse.dim + 1, fuse.count - 1)) {
    if (ShapedType::isDynamic(axis.extent))
      return makeError("requires static extents after the first fused dim, "
                       "found a dynamic one");
    if (!ShapedType::isDynamic(fused.extent)) {
      auto product = llvm::checkedMul(fused.extent, axis.extent);
      if (!product)
        return makeError("requires fused extents whose product fits 63 bits");
      fused.extent = *product;
    }
    fused.index = fused.index * axis.extent + axis.index;
  }
  axes.erase(axes.begin() + fuse.dim + 1, axes.begin() + fuse.dim + fuse.count);
  axes[fuse.dim] = fused;
  return checkTerms(fused);
}

static llvm::Error apply(const Reorder &reorder, Axes &axes) {
  if (reorder.permutation.size() != axes.size() ||
      !isPermutationVector(reorder.permutation))
    return makeError("requires a reorder of {0} dims, found {1}", axes.size(),
                     Relations(Step(reorder)).str());
  applyPermutationToVector(axes, reorder.permutation);
  return llvm::Error::success();
}

static llvm::Expected<Axes> applySteps(ArrayRef<Step> steps,
                                       ArrayRef<int64_t> shape,
                                       MLIRContext *context) {
  Axes axes;
  for (auto [dim, extent] : llvm::enumerate(shape))
    axes.push_back({getAffineDimExpr(dim, context), extent});
  for (const Step &step : steps)
    if (llvm::Error error = std::visit(
            [&](const auto &kind) { return apply(kind, axes); }, step))
      return error;
  return axes;
}

static IndexMap getMap(ArrayRef<Axis> axes, unsigned rank,
                       MLIRContext *context) {
  auto results =
      llvm::map_to_vector(axes, [](const Axis &axis) { return axis.index; });
  return IndexMap(AffineMap::get(rank, 0, results, context));
}

llvm::Expected<IndexMap> Relations::getIndexMap(ArrayRef<int64_t> shape,
                                                MLIRContext *context) const {
  llvm::Expected<Axes> axes = applySteps(steps, shape, context);
  if (!axes)
    return axes.takeError();
  return getMap(*axes, shape.size(), context);
}

llvm::Expected<PhysicalLayout>
Relations::getPhysicalLayout(ArrayRef<int64_t> shape,
                             MLIRContext *context) const {
  if (llvm::any_of(shape, ShapedType::isDynamic))
    return makeError("requires a static shape");
  llvm::Expected<Axes> axes = applySteps(steps, shape, context);
  if (!axes)
    return axes.takeError();
  auto box =
      llvm::map_to_vector(*axes, [](const Axis &axis) { return axis.extent; });
  if (!getNumPoints(box))
    return makeError("requires a number of positions that fits 63 bits");
  // Every step is injective.
  return PhysicalLayout::getKnown(getMap(*axes, shape.size(), context), shape,
                                  box);
}

//===----------------------------------------------------------------------===//
// From expressions to steps
//===----------------------------------------------------------------------===//

namespace {
/// Builds the steps for a map whose results are lists of digits: first the
/// splits that cut every dim into its digits (pieces), then the order of the
/// pieces, then the fusions of the pieces of each result.
class StepBuilder {
public:
  /// `shape` is the shape of the tensor, `padded` the one that `digits` cover
  /// exactly.
  StepBuilder(ArrayRef<MixedRadix> digits, ArrayRef<int64_t> shape,
              ArrayRef<int64_t> padded);

  /// Distributes the pieces over the results of `map`, and returns all steps.
  /// Returns nullopt if the map has no result, but the tensor has dims.
  std::optional<SmallVector<Step>> build(AffineMap map,
                                         ArrayRef<MixedRadix> digits);

private:
  using Parts = SmallVector<SmallVector<int64_t>>;

  void cutDim(unsigned dim, int64_t size, ArrayRef<int64_t> strides,
              int64_t padded);
  int64_t takeUnit(AffineExpr result);
  void addUnusedUnits(Parts &parts);

  SmallVector<Step> steps;
  SmallVector<Digit> pieces;
  /// Pieces of extent 1 that belong to no result yet.
  SmallVector<int64_t> units;
};
} // namespace

StepBuilder::StepBuilder(ArrayRef<MixedRadix> digits, ArrayRef<int64_t> shape,
                         ArrayRef<int64_t> padded) {
  for (auto [dim, size] : llvm::enumerate(shape)) {
    SmallVector<int64_t> strides;
    for (const MixedRadix &list : digits)
      for (const Digit &digit : list)
        if (digit.dim == dim)
          strides.push_back(digit.stride);
    llvm::sort(strides, std::greater<int64_t>());
    cutDim(dim, size, strides, padded[dim]);
  }
}

/// Splits a dim at the strides of its digits, which fall.
void StepBuilder::cutDim(unsigned dim, int64_t size, ArrayRef<int64_t> strides,
                         int64_t padded) {
  SmallVector<int64_t> cuts(strides);
  // A split pads only the dim that it divides. To pad the outermost digit,
  // split the dim by its whole padded extent, which leaves a quotient of one
  // index.
  bool isTopPadded =
      !cuts.empty() &&
      llvm::divideCeilSigned(size, cuts.front()) != padded / cuts.front();
  if (cuts.empty() || isTopPadded) {
    units.push_back(pieces.size());
    cuts.insert(cuts.begin(), isTopPadded ? padded : 1);
  }
  int64_t above = padded;
  for (int64_t stride : cuts) {
    int64_t piece = pieces.size();
    if (stride != 1)
      steps.push_back(Split{piece, stride});
    pieces.push_back({dim, stride, above / stride});
    above = stride;
  }
}

/// Returns an unused piece of extent 1 for a result without digits: one of a
/// dim that the result names if possible. If all are used, cuts another piece.
int64_t StepBuilder::takeUnit(AffineExpr result) {
  if (!units.empty()) {
    auto *unit = llvm::find_if(units, [&](int64_t piece) {
      return result.isFunctionOfDim(pieces[piece].dim);
    });
    if (unit == units.end())
      unit = units.begin();
    int64_t piece = *unit;
    units.erase(unit);
    return piece;
  }
  // Splitting the last piece by its extent makes a quotient of one index.
  int64_t piece = pieces.size() - 1;
  Digit last = pieces.back();
  steps.push_back(Split{piece, last.extent});
  pieces.back() = {last.dim, last.stride * last.extent, 1};
  pieces.push_back(last);
  // If the last piece is itself of extent 1, another result may have taken it.
  return last.extent == 1 ? piece + 1 : piece;
}

/// Fuses every unused piece with the piece that follows it, or with the last
/// result. Its extent is 1, so it does not change the index there.
void StepBuilder::addUnusedUnits(Parts &parts) {
  llvm::sort(units, std::greater<int64_t>());
  for (int64_t unit : units) {
    auto *part = llvm::find_if(parts, [&](ArrayRef<int64_t> part) {
      return llvm::is_contained(part, unit + 1);
    });
    if (part != parts.end())
      part->insert(llvm::find(*part, unit + 1), unit);
    else
      parts.back().push_back(unit);
  }
}

std::optional<SmallVector<Step>>
StepBuilder::build(AffineMap map, ArrayRef<MixedRadix> digits) {
  if (digits.empty() && !pieces.empty())
    return std::nullopt;
  if (digits.empty())
    return steps;
  if (pieces.empty())
    return std::nullopt;
  Parts parts(digits.size());
  for (auto [part, list, result] :
       llvm::zip_equal(parts, digits, map.getResults()))
    if (list.empty())
      part.push_back(takeUnit(result));
  // From here on the numbers of the pieces do not change.
  for (auto [part, list] : llvm::zip_equal(parts, digits))
    for (const Digit &digit : list)
      part.push_back(llvm::find(pieces, digit) - pieces.begin());
  addUnusedUnits(parts);

  SmallVector<int64_t> order;
  for (ArrayRef<int64_t> part : parts)
    llvm::append_range(order, part);
  if (!isIdentityPermutation(order))
    steps.push_back(Reorder{order});
  for (auto [dim, part] : llvm::enumerate(parts))
    if (part.size() > 1)
      steps.push_back(
          Fuse{static_cast<int64_t>(dim), static_cast<int64_t>(part.size())});
  return steps;
}

llvm::Expected<Relations> Relations::get(const PhysicalLayout &layout) {
  if (!layout.getMap().getSeparators().empty())
    return makeError("relations require a map without axis separators");
  if (layout.getNumElements() == 0)
    return makeError("relations require a tensor that is not empty");
  ArrayRef<int64_t> shape = layout.getShape();
  SmallVector<int64_t> padded(shape);
  std::optional<MixedRadixMap> digits =
      getFillingDigits(layout.getMap(), layout.getBox(), padded);
  AffineMap map = layout.getMap().getAffineMap();
  if (!digits || padded.size() != shape.size())
    return makeError("relations require dims in nested parts, padded at their "
                     "ends, found {0}",
                     map);
  auto steps = StepBuilder(*digits, shape, padded).build(map, *digits);
  if (!steps)
    return makeError("relations require dims on both sides of the map, found "
                     "{0}",
                     map);
  return Relations(*steps);
}
