//===- RequiredValues.cpp - Requirements of values at an op ---------------===//
//
// Part of LayoutMLIR, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "RequiredValues.h"
#include "Dialect/EdgeLayouts.h"
#include "Targets/DimLetters.h"

using namespace mlir;
using namespace mlir::layout;

//===----------------------------------------------------------------------===//
// Constraints around an op
//===----------------------------------------------------------------------===//

namespace {
/// The layout of a value at an op, in which a constraint near it holds.
struct NearbyLayout {
  explicit NearbyLayout(RankedTensorType type)
      : map(IndexMap::getIdentity(type.getRank(), type.getContext())),
        pad(type.getRank(), 0) {}

  /// Adds a pad of the value, or a crop to it, which resizes the ends of dims
  /// if `low` is 0 everywhere.
  bool resize(ArrayRef<int64_t> low, RankedTensorType smaller,
              RankedTensorType larger) {
    if (isMoved || llvm::any_of(low, [](int64_t width) { return width != 0; }))
      return false;
    for (auto [width, from, to] :
         llvm::zip_equal(pad, smaller.getShape(), larger.getShape())) {
      if (from != to &&
          (ShapedType::isDynamic(from) || ShapedType::isDynamic(to)))
        return false;
      width += from == to ? 0 : to - from;
    }
    return true;
  }
  bool transform(const std::optional<IndexMap> &next) {
    if (!next)
      return false;
    map = next->compose(map);
    isMoved = true;
    return true;
  }
  EdgeLayoutAttr getEdge() const {
    AffineMap affine = map.getAffineMap();
    return EdgeLayoutAttr::get(affine.getContext(), affine, pad);
  }

  IndexMap map;
  SmallVector<int64_t> pad;
  bool isMoved = false;
};
} // namespace

static bool isRequirement(ConstraintOp op) {
  return !op.isPreference() && !op.getBorder();
}

/// Follows an operand up to the constraint that its value comes from.
static std::optional<RequiredValue> findAbove(OpOperand &operand) {
  auto type = dyn_cast<RankedTensorType>(operand.get().getType());
  if (!type)
    return std::nullopt;
  NearbyLayout layout(type);
  Operation *op = operand.get().getDefiningOp();
  while (isa_and_nonnull<LayoutTransformOp, CropOp>(op)) {
    auto transform = dyn_cast<LayoutTransformOp>(op);
    auto crop = dyn_cast<CropOp>(op);
    if (crop && !layout.resize(crop.getStaticOffsets(), crop.getType(),
                               crop.getSource().getType()))
      return std::nullopt;
    if (transform && !layout.transform(transform.getIndexMap().inverse(
                         transform.getSource().getType().getShape())))
      return std::nullopt;
    op = op->getOperand(0).getDefiningOp();
  }
  auto constraint = dyn_cast_or_null<ConstraintOp>(op);
  if (!constraint || !isRequirement(constraint))
    return std::nullopt;
  return RequiredValue{operand.getOperandNumber(), layout.getEdge(),
                       constraint};
}

/// Follows the uses of a result down to constraints.
static void findBelow(Value value, unsigned operand, const NearbyLayout &layout,
                      SmallVectorImpl<RequiredValue> &required) {
  for (Operation *user : value.getUsers()) {
    NearbyLayout next = layout;
    if (auto constraint = dyn_cast<ConstraintOp>(user)) {
      if (isRequirement(constraint))
        required.push_back({operand, layout.getEdge(), constraint});
    } else if (auto transform = dyn_cast<LayoutTransformOp>(user)) {
      if (next.transform(transform.getIndexMap()))
        findBelow(transform.getResult(), operand, next, required);
    } else if (auto pad = dyn_cast<PadOp>(user)) {
      if (next.resize(pad.getStaticLow(), pad.getSource().getType(),
                      pad.getType()))
        findBelow(pad.getResult(), operand, next, required);
    }
  }
}

static SmallVector<int64_t>
getPaddedShape(linalg::LinalgOp op, unsigned operand, EdgeLayoutAttr layout) {
  return getPaddedShape(op.getShape(&op->getOpOperand(operand)), layout);
}

SmallVector<RequiredValue, 2> layout::getRequiredValues(linalg::LinalgOp op) {
  SmallVector<RequiredValue, 2> required;
  for (OpOperand &operand : op->getOpOperands())
    if (auto found = findAbove(operand))
      required.push_back(*found);
  for (OpResult result : op->getResults())
    findBelow(
        result,
        op.getDpsInitOperand(result.getResultNumber())->getOperandNumber(),
        NearbyLayout(cast<RankedTensorType>(result.getType())), required);
  return required;
}

bool layout::agrees(linalg::LinalgOp op, OpLayoutAttr option,
                    ArrayRef<RequiredValue> required) {
  return llvm::all_of(required, [&](const RequiredValue &value) {
    return agrees(
        option.getOperands()[value.operand], value.layout,
        cast<RankedTensorType>(op->getOperand(value.operand).getType()));
  });
}

//===----------------------------------------------------------------------===//
// Letters
//===----------------------------------------------------------------------===//

/// Returns the letters of a layout of dims with the letters `dims`: one dim, or
/// a block of one, for each result of the map. A constant stands for a dim of
/// one element, or for the outer part of a dim that is one block; such a dim is
/// written without the block, and aligned to it if it is padded.
static std::optional<LetterLayout>
getLetters(EdgeLayoutAttr layout, StringRef dims, ArrayRef<int64_t> padded) {
  AffineMap map = layout.getMap();
  std::string absent, text;
  for (auto [position, letter] : llvm::enumerate(dims))
    if (!map.isFunctionOfDim(position))
      absent.push_back(letter);
  for (AffineExpr expr : map.getResults()) {
    if (isa<AffineConstantExpr>(expr)) {
      if (absent.empty())
        continue;
      text.push_back(absent.front());
      absent.erase(absent.begin());
      continue;
    }
    int64_t block = 0;
    bool isPart = !isa<AffineDimExpr>(expr);
    auto binary = dyn_cast<AffineBinaryOpExpr>(expr);
    if (binary && binary.getKind() == AffineExprKind::Mod) {
      auto size = dyn_cast<AffineConstantExpr>(binary.getRHS());
      if (!size)
        return std::nullopt;
      block = size.getValue();
      expr = binary.getLHS();
      binary = dyn_cast<AffineBinaryOpExpr>(expr);
    }
    if (binary && binary.getKind() == AffineExprKind::FloorDiv)
      expr = binary.getLHS();
    auto dim = dyn_cast<AffineDimExpr>(expr);
    if (!dim)
      return std::nullopt;
    unsigned position = dim.getPosition();
    char letter = dims[position];
    if (block != 0)
      text += std::to_string(block) + llvm::toLower(letter);
    else
      text.push_back(letter);
    if (!isPart && layout.hasPadding() && layout.getPad()[position] != 0)
      text += "[a=" + std::to_string(padded[position]) + "]";
  }
  llvm::Expected<LetterLayout> parsed = LetterLayout::parse(text);
  if (!parsed) {
    llvm::consumeError(parsed.takeError());
    return std::nullopt;
  }
  return *parsed;
}

namespace {
/// The layouts that are required of data, kernel and result.
struct RequiredLetters {
  std::optional<LetterLayout> data, kernel, result;
};
} // namespace

static std::optional<RequiredLetters>
getRequiredLetters(linalg::LinalgOp op, const DimLetters &letters,
                   ArrayRef<RequiredValue> required) {
  RequiredLetters found;
  for (const RequiredValue &value : required) {
    std::optional<std::string> dims = letters.get(value.operand);
    std::optional<LetterLayout> layout;
    if (dims)
      layout = getLetters(value.layout, *dims,
                          getPaddedShape(op, value.operand, value.layout));
    if (!layout)
      return std::nullopt;
    bool isResult = op.isDpsInit(&op->getOpOperand(value.operand));
    if (!isResult && value.operand > 1)
      return std::nullopt;
    (isResult             ? found.result
     : value.operand == 0 ? found.data
                          : found.kernel) = layout;
  }
  return found;
}

SmallVector<Alternative, 1>
layout::getRequiredAlternatives(linalg::LinalgOp op, const CriticalOp &critical,
                                OpKind kind, ArrayRef<Alternative> stated,
                                ArrayRef<RequiredValue> required,
                                KernelBeside kernel) {
  DimLetters letters(op, critical, kind);
  std::optional<RequiredLetters> wanted =
      getRequiredLetters(op, letters, required);
  std::optional<CriticalOpLayouts> present = getPresentLayouts(op, letters);
  SmallVector<Alternative, 1> alternatives;
  if (!wanted || !present)
    return alternatives;
  auto add = [&](CriticalOpLayouts layouts, double price, bool isKernelOpen) {
    layouts.data = wanted->data.value_or(layouts.data);
    layouts.result = wanted->result.value_or(layouts.result);
    if (isKernelOpen && !kind.isMatmul())
      layouts.kernel = getDefaultKernel(kind, layouts.data, layouts.result);
    layouts.kernel = wanted->kernel.value_or(layouts.kernel);
    alternatives.push_back({layouts, price, {}});
  };
  SmallVector<Alternative, 1> bases(stated);
  if (bases.empty())
    bases.push_back({*present, 0, {}});
  for (const Alternative &base : bases) {
    bool isDefault =
        base.layouts.kernel ==
        getDefaultKernel(kind, base.layouts.data, base.layouts.result);
    bool isOpen =
        isDefault || stated.empty() || kernel == KernelBeside::Default;
    add(base.layouts, base.price, isOpen);
    // What is not required follows the other side.
    CriticalOpLayouts alike = base.layouts;
    alike.data = wanted->result.value_or(alike.data);
    alike.result = wanted->data.value_or(alike.result);
    if (!kind.isMatmul() && (wanted->data || wanted->result))
      add(alike, base.price, isOpen);
  }
  return alternatives;
}
