//===- MergedWindows.cpp - Two pads or crops in a row ---------------------===//
//
// Part of LayoutMLIR, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "MergedWindows.h"
#include "layout/Dialect/Marks.h"
#include "layout/Support/Saturating.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "llvm/Support/CheckedArithmetic.h"

using namespace mlir;
using namespace mlir::layout;

/// Whether a pad may restore the elements that a crop has removed.
static bool restores(PadOp pad, CropOp crop) {
  return pad.isPoison() || crop.getCropped() == pad.getValue();
}

/// Returns the value of one pad that replaces two: their common value, or the
/// other one if one is poison; null if they differ.
static Attribute unifyValues(PadOp a, PadOp b) {
  if (a.isPoison())
    return b.getValue();
  if (b.isPoison() || a.getValue() == b.getValue())
    return a.getValue();
  return {};
}

/// Returns the promise of one crop that replaces two: the one that both make.
static Attribute unifyPromises(CropOp a, CropOp b) {
  return a.getCropped() == b.getCropped() ? a.getCroppedAttr() : Attribute();
}

/// Whether the widths of two pads, as far as they are constants, are at least 0
/// and have sums below 2^63.
static bool canAdd(ArrayRef<OpFoldResult> outer, ArrayRef<OpFoldResult> inner) {
  return llvm::all_of(llvm::zip_equal(outer, inner), [](auto widths) {
    auto [first, second] = widths;
    int64_t a = getConstantIntValue(first).value_or(0),
            b = getConstantIntValue(second).value_or(0);
    return a >= 0 && b >= 0 && llvm::checkedAdd(a, b);
  });
}

static std::optional<Merged> merge(PadOp outer, PadOp inner,
                                   const Window &window) {
  if (!canAdd(outer.getMixedLow(), inner.getMixedLow()) ||
      !canAdd(outer.getMixedHigh(), inner.getMixedHigh()))
    return std::nullopt;
  if (Attribute value = unifyValues(outer, inner))
    return Merged{Merged::Pad, window, value};
  return std::nullopt;
}

static std::optional<Merged> merge(CropOp outer, CropOp inner,
                                   const Window &window) {
  // Leave a program alone whose sizes contradict each other.
  if (!window.mayBeInside())
    return std::nullopt;
  return Merged{Merged::Crop, window, unifyPromises(outer, inner)};
}

static std::optional<Merged> merge(CropOp outer, PadOp inner,
                                   const Window &window) {
  if (window.isAround())
    return Merged{Merged::Pad, window, inner.getValue()};
  if (window.isInside())
    return Merged{Merged::Crop, window, outer.getCroppedAttr()};
  return std::nullopt;
}

static std::optional<Merged> merge(PadOp outer, CropOp inner,
                                   const Window &window) {
  if (!restores(outer, inner))
    return std::nullopt;
  if (window.isAround())
    return Merged{Merged::Pad, window, outer.getValue()};
  if (window.isInside())
    return Merged{Merged::Crop, window, inner.getCroppedAttr()};
  return std::nullopt;
}

template <typename OpTy>
static std::optional<Merged> mergeWindows(OpTy outer) {
  Operation *inner = outer.getSource().getDefiningOp();
  if (!isa_and_nonnull<PadOp, CropOp>(inner) || isMarked(inner))
    return std::nullopt;
  Window window = Window::get(inner).compose(Window::get(outer));
  if (auto pad = dyn_cast<PadOp>(inner))
    return merge(outer, pad, window);
  return merge(outer, cast<CropOp>(inner), window);
}

std::optional<Merged> layout::mergeWithSource(PadOp outer) {
  return mergeWindows(outer);
}
std::optional<Merged> layout::mergeWithSource(CropOp outer) {
  return mergeWindows(outer);
}

//===----------------------------------------------------------------------===//
// Pads of what a crop leaves
//===----------------------------------------------------------------------===//

/// Returns the transform that moves the data of `value`, behind which there may
/// be reshapes; null if there is none. `map`, of indices of `value`, becomes
/// one of indices of what that transform reads.
static LayoutTransformOp findTransform(Value value, IndexMap *map = nullptr) {
  auto transform = value.getDefiningOp<LayoutTransformOp>();
  for (; transform;
       transform = transform.getSource().getDefiningOp<LayoutTransformOp>()) {
    if (map)
      *map = map->compose(transform.getIndexMap(),
                          transform.getSource().getType().getShape());
    if (!transform.isFree())
      break;
  }
  return transform;
}

bool layout::isPartOfRewrite(CropOp crop) {
  return findTransform(crop.getSource()) != nullptr;
}

/// Appends the transforms that move data and read `value`, after any reshapes.
/// Returns whether nothing else reads it. A pad that computes it is free as
/// part of such a rewrite.
static bool getRewrites(Value value,
                        SmallVectorImpl<LayoutTransformOp> &rewrites) {
  return llvm::all_of(value.getUsers(), [&](Operation *user) {
    auto transform = dyn_cast<LayoutTransformOp>(user);
    if ((transform && transform.isFree()) ||
        isa<tensor::ExpandShapeOp, tensor::CollapseShapeOp>(user))
      return getRewrites(user->getResult(0), rewrites);
    if (transform)
      rewrites.push_back(transform);
    return transform != nullptr;
  });
}

namespace {
/// Counts the elements that the readers of a crop move.
class CroppedReaders {
public:
  explicit CroppedReaders(CropOp crop)
      : crop(crop), order(IndexMap::getIdentity(crop.getType().getRank(),
                                                crop.getContext())),
        first(findTransform(crop.getSource(), &order)) {}

  void add(Operation *user);
  bool areBestCroppedFirst();

private:
  void addRewrite(PadOp pad, LayoutTransformOp rewrite);

  CropOp crop;
  /// The transform with which the crop is one rewrite, which may be null, and
  /// the map from what it reads to what the crop reads.
  IndexMap order;
  LayoutTransformOp first;
  /// Whether something reads the result of the crop in any case.
  bool isKept = false;
  /// The orders in which rewrites write the elements of pads of some type.
  SmallVector<std::pair<Type, MixedRadix>> written;
  /// The elements that rewrites of pads move if the pads read the crop, and if
  /// they read its source.
  int64_t cropped = 0, direct = 0;
};
} // namespace

/// The map of a rewrite behind `pad` on indices of the result of the pad;
/// nothing if that is not known.
static std::optional<IndexMap> getMapBehind(PadOp pad,
                                            LayoutTransformOp rewrite) {
  ArrayRef<int64_t> from = pad.getType().getShape(),
                    to = rewrite.getSource().getType().getShape();
  std::optional<IndexMap> reshape =
      IndexMap::getReshape(from, to, pad.getContext());
  if (!reshape)
    return std::nullopt;
  return rewrite.getIndexMap().compose(*reshape, from);
}

/// Counts what a rewrite behind a pad moves, unless another one writes the same
/// elements in the same order.
void CroppedReaders::addRewrite(PadOp pad, LayoutTransformOp rewrite) {
  RankedTensorType type = pad.getType();
  std::optional<IndexMap> map = getMapBehind(pad, rewrite);
  std::optional<MixedRadixMap> digits;
  if (map)
    digits = map->getDigits(type.getShape());
  if (digits) {
    std::pair<Type, MixedRadix> key(type, normalize(concat(*digits)));
    if (llvm::is_contained(written, key))
      return;
    written.push_back(std::move(key));
  }
  int64_t result = type.getNumElements();
  cropped = addSaturating(
      cropped, addSaturating(crop.getType().getNumElements(), result));
  // Two transforms of which one undoes the other move nothing.
  bool isUndone =
      first && map &&
      isProved(map->compose(order, first.getSource().getType().getShape())
                   .isRowMajorReshape(first.getSource().getType().getShape()));
  if (!isUndone)
    direct = addSaturating(
        direct,
        addSaturating(crop.getSource().getType().getNumElements(), result));
}

void CroppedReaders::add(Operation *user) {
  if (user->use_empty() && user->getNumResults() != 0)
    return;
  auto pad = dyn_cast<PadOp>(user);
  std::optional<Merged> merged;
  if (pad && !isMarked(pad))
    merged = mergeWithSource(pad);
  bool isMerged = merged && (merged->window.isWhole() ||
                             (merged->kind == Merged::Pad && !first));
  if (!isMerged) {
    isKept = true;
    return;
  }
  SmallVector<LayoutTransformOp> rewrites;
  if (!getRewrites(pad.getResult(), rewrites))
    return;
  for (LayoutTransformOp rewrite : rewrites)
    addRewrite(pad, rewrite);
}

bool CroppedReaders::areBestCroppedFirst() {
  int64_t size = crop.getType().getNumElements();
  int64_t read = first ? crop.getSource().getType().getNumElements() : size;
  int64_t own = isKept ? 0 : addSaturating(read, size);
  return addSaturating(cropped, own) < direct;
}

/// Whether a crop and a pad of its result move less than one crop in the place
/// of both. The crop moves its elements in any case if others than pads that
/// merge with it read it.
static bool isLessInTwo(PadOp pad, CropOp crop) {
  int64_t inner = crop.getType().getNumElements();
  int64_t outer = pad.getType().getNumElements();
  bool isKept = llvm::any_of(crop->getUsers(), [](Operation *user) {
    auto other = dyn_cast<PadOp>(user);
    return !other || isMarked(other) || !mergeWithSource(other);
  });
  int64_t own = isKept ? 0 : multiplySaturating(2, inner);
  return addSaturating(addSaturating(own, inner), outer) <
         multiplySaturating(2, outer);
}

/// Compares the elements that are moved with and without the merge. A pad of
/// the result of a crop is one rewrite with the transforms that read it:
///
///   %1 = layout.crop %0 offsets [0, 0] sizes [16, 16]
///          : tensor<32x32xf32> to tensor<16x16xf32>
///   %2 = layout.pad %1 low [0, 0] high [16, 0] value(poison)
///          : tensor<16x16xf32> to tensor<32x16xf32>
///   %3 = layout.layout_transform %2 by <(i, j) -> (j, i)>
///
/// moves 2 * 256 elements and reads 256, while one crop to 32x16 moves 2 * 512
/// elements, and the transform reads 512.
///
/// If something else reads %1, the crop moves its elements in any case, and
/// each rewrite of a pad reads less of its result than of its source. If other
/// ops read %2, a crop to a part of %0 moves the elements of %2 twice, and both
/// ops move those of %1 three times and those of %2 once.
bool layout::isBestCroppedFirst(PadOp pad, const Merged &merged) {
  auto crop = pad.getSource().getDefiningOp<CropOp>();
  if (!crop || pad->use_empty())
    return false;
  bool isPart = merged.kind == Merged::Crop && !merged.window.isWhole();
  bool isStatic = crop.getSource().getType().hasStaticShape() &&
                  crop.getType().hasStaticShape();
  SmallVector<LayoutTransformOp> rewrites;
  if (!getRewrites(pad.getResult(), rewrites))
    return isPart && isStatic && isLessInTwo(pad, crop);
  if (isPart)
    return true;
  if (!isStatic)
    return false;
  CroppedReaders readers(crop);
  for (Operation *user : crop->getUsers())
    readers.add(user);
  return readers.areBestCroppedFirst();
}
