//===- FreezeOptions.cpp - The layouts one op is to take ------------------===//
//
// Part of LayoutMLIR, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "FreezeOptions.h"
#include "layout/Analysis/Rewrites.h"
#include "layout/Support/Saturating.h"
#include "llvm/Support/FormatVariadic.h"
#include "llvm/Support/MathExtras.h"
#include <numeric>

using namespace mlir;
using namespace mlir::layout;

/// Sides of a critical op; the first two are operands of these numbers.
static constexpr unsigned kKernel = 1, kResult = 2;

//===----------------------------------------------------------------------===//
// Letters of dims
//===----------------------------------------------------------------------===//

namespace {
/// Gives the dims of the operands of one critical op their letters.
class DimLetters {
public:
  DimLetters(linalg::LinalgOp op, const CriticalOp &critical, OpKind kind);

  /// One letter for every dim of an operand; nothing if some dim has no role.
  std::optional<std::string> get(unsigned operand) const;

private:
  std::optional<char> getLetter(unsigned operand, AffineExpr index) const;
  std::optional<char> getLoopLetter(unsigned operand, unsigned loop) const;
  std::optional<char> getImageLetter(unsigned loop) const;

  SmallVector<AffineMap> maps;
  const CriticalOp &critical;
  OpKind kind;
  /// In the order in which they stand in the result: what comes first is D.
  SmallVector<unsigned> imageLoops;
};
} // namespace

DimLetters::DimLetters(linalg::LinalgOp op, const CriticalOp &critical,
                       OpKind kind)
    : maps(op.getIndexingMapsArray()), critical(critical), kind(kind) {
  for (AffineExpr index : maps.back().getResults())
    if (auto loop = dyn_cast<AffineDimExpr>(index))
      if (critical.roles[loop.getPosition()] == LoopRole::OutputImage)
        imageLoops.push_back(loop.getPosition());
}

std::optional<std::string> DimLetters::get(unsigned operand) const {
  std::string letters;
  for (AffineExpr index : maps[operand].getResults()) {
    std::optional<char> letter = getLetter(operand, index);
    if (!letter)
      return std::nullopt;
    letters += *letter;
  }
  return letters;
}

std::optional<char> DimLetters::getLetter(unsigned operand,
                                          AffineExpr index) const {
  if (auto loop = dyn_cast<AffineDimExpr>(index))
    return getLoopLetter(operand, loop.getPosition());
  // The window of a convolution: image and filter loop in one index.
  for (unsigned loop : imageLoops)
    if (index.isFunctionOfDim(loop))
      return getImageLetter(loop);
  return std::nullopt;
}

std::optional<char> DimLetters::getImageLetter(unsigned loop) const {
  auto place = llvm::find(imageLoops, loop);
  StringRef letters = kind.getImageLetters();
  if (place == imageLoops.end() || imageLoops.size() != letters.size())
    return std::nullopt;
  return letters[place - imageLoops.begin()];
}

std::optional<char> DimLetters::getLoopLetter(unsigned operand,
                                              unsigned loop) const {
  bool depthwise = kind.family == OpKind::Family::DepthwiseConv;
  switch (critical.roles[loop]) {
  case LoopRole::Other:
    return std::nullopt;
  case LoopRole::Batch:
    return kind.isMatmul() ? 'B' : 'N';
  case LoopRole::OutputImage:
    return getImageLetter(loop);
  case LoopRole::OutputChannel:
    return depthwise ? 'M' : operand == kKernel ? 'O' : 'C';
  case LoopRole::InputChannel:
    return operand == kKernel ? 'I' : 'C';
  case LoopRole::FilterLoop:
    if (std::optional<unsigned> image =
            getImageLoop(maps.front(), critical, loop))
      return getImageLetter(*image);
    return std::nullopt;
  case LoopRole::Depth:
    return depthwise ? 'C' : 'G';
  case LoopRole::M:
    return 'M';
  case LoopRole::N:
    return 'N';
  case LoopRole::K:
    return 'K';
  }
  llvm_unreachable("unknown role");
}

//===----------------------------------------------------------------------===//
// Blocks against extents
//===----------------------------------------------------------------------===//

namespace {
/// An operand on its way into a layout.
struct Side {
  RankedTensorType type;
  AffineMap accesses;
  /// One letter for each dim.
  std::string letters;
  LetterLayout layout;
  SmallVector<int64_t> padding;

  /// The dim whose index is just that loop.
  std::optional<unsigned> getDim(unsigned loop) const {
    return accesses.getResultPosition(
        getAffineDimExpr(loop, accesses.getContext()));
  }
};
} // namespace

/// Into how large pieces all operands together cut a loop; 1 for none.
static int64_t getBlock(ArrayRef<Side> sides, unsigned loop) {
  int64_t block = 1;
  for (const Side &side : sides)
    if (std::optional<unsigned> dim = side.getDim(loop))
      block = std::lcm(block, side.layout.getBlock(side.letters[*dim]));
  return block;
}

/// The extent all operands give a loop; kDynamic if one does not tell.
static int64_t getExtent(ArrayRef<Side> sides, unsigned loop) {
  int64_t extent = ShapedType::kDynamic;
  for (const Side &side : sides)
    if (std::optional<unsigned> dim = side.getDim(loop)) {
      extent = side.type.getDimSize(*dim);
      if (ShapedType::isDynamic(extent))
        break;
    }
  return extent;
}

/// Whether another dim of some operand has the letter of this one.
static bool sharesLetter(ArrayRef<Side> sides, unsigned loop) {
  return llvm::any_of(sides, [&](const Side &side) {
    std::optional<unsigned> dim = side.getDim(loop);
    return dim && llvm::count(side.letters, side.letters[*dim]) > 1;
  });
}

static StringRef getName(LoopRole role, OpKind kind) {
  switch (role) {
  case LoopRole::OutputChannel:
    return kind.family == OpKind::Family::DepthwiseConv ? "channel multiplier"
                                                        : "output channels";
  case LoopRole::InputChannel:
    return "input channels";
  case LoopRole::Depth:
    return kind.family == OpKind::Family::DepthwiseConv ? "channels" : "groups";
  case LoopRole::M:
    return "m";
  case LoopRole::N:
    return "n";
  case LoopRole::K:
    return "k";
  default:
    return "batch";
  }
}

/// Leaves the loop whole in all operands.
static void dropBlocks(MutableArrayRef<Side> sides, unsigned loop) {
  for (Side &side : sides)
    if (std::optional<unsigned> dim = side.getDim(loop))
      side.layout = side.layout.withoutBlocks(side.letters[*dim]);
}

static void pad(MutableArrayRef<Side> sides, unsigned loop, int64_t width) {
  for (Side &side : sides)
    if (std::optional<unsigned> dim = side.getDim(loop))
      side.padding[*dim] = width;
}

/// Pads the loop or leaves it whole where its blocks do not divide. Returns
/// why; nothing where they do.
static std::optional<std::string> fitBlocks(MutableArrayRef<Side> sides,
                                            unsigned loop, StringRef name,
                                            Indivisible indivisible) {
  int64_t block = getBlock(sides, loop);
  if (block == 1)
    return std::nullopt;
  int64_t extent = getExtent(sides, loop);
  if (sharesLetter(sides, loop)) {
    dropBlocks(sides, loop);
    return llvm::formatv("requires {0} in one dim, found several", name);
  }
  if (ShapedType::isDynamic(extent)) {
    dropBlocks(sides, loop);
    return llvm::formatv("requires {0} in a static multiple of {1}, found ?",
                         name, block);
  }
  if (extent % block == 0)
    return std::nullopt;
  int64_t width = llvm::alignTo(extent, block) - extent;
  bool pads = indivisible == Indivisible::Pad;
  if (pads)
    pad(sides, loop, width);
  else
    dropBlocks(sides, loop);
  return llvm::formatv("requires {0} in a multiple of {1}, found {2}{3}", name,
                       block, extent,
                       pads ? ", padded by " + std::to_string(width) : "");
}

//===----------------------------------------------------------------------===//
// The entry
//===----------------------------------------------------------------------===//

/// Drops the letters that the operand does not have (N of a convolution without
/// batch); fails if it has dims that the layout does not name.
static LogicalResult dropAbsentLetters(Side &side) {
  for (char letter : side.layout.getLetters())
    if (!StringRef(side.letters).contains(letter))
      side.layout = side.layout.without(letter);
  return success(llvm::all_of(
      side.letters, [&](char letter) { return side.layout.has(letter); }));
}

static FailureOr<SmallVector<Side, 3>> getSides(linalg::LinalgOp op,
                                                const CriticalOp &critical,
                                                OpKind kind,
                                                const OperandLayouts &layouts) {
  SmallVector<Side, 3> sides;
  DimLetters letters(op, critical, kind);
  const LetterLayout *wanted[] = {&layouts.data, &layouts.kernel,
                                  &layouts.result};
  OpOperand *operands[] = {op.getDpsInputOperand(0), op.getDpsInputOperand(1),
                           op.getDpsInitOperand(0)};
  for (auto [operand, layout] : llvm::zip_equal(operands, wanted)) {
    std::optional<std::string> dims = letters.get(operand->getOperandNumber());
    auto type = dyn_cast<RankedTensorType>(operand->get().getType());
    if (!dims || !type)
      return failure();
    sides.push_back({type, op.getMatchingIndexingMap(operand), *dims, *layout,
                     SmallVector<int64_t>(type.getRank(), 0)});
    if (failed(dropAbsentLetters(sides.back())))
      return failure();
  }
  return sides;
}

static EdgeLayoutAttr getEdge(const Side &side) {
  MLIRContext *context = side.type.getContext();
  std::optional<IndexMap> map = side.layout.getIndexMap(side.letters, context);
  bool isPadded =
      llvm::any_of(side.padding, [](int64_t width) { return width != 0; });
  if (!isPadded && isProved(map->isIdentity(side.type.getShape())))
    return EdgeLayoutAttr::get(context, AffineMap(), {});
  return EdgeLayoutAttr::get(context, map->getAffineMap(),
                             isPadded ? ArrayRef<int64_t>(side.padding)
                                      : ArrayRef<int64_t>());
}

static OperandLayouts getLayouts(ArrayRef<Side> sides) {
  return {sides.front().layout, sides[kKernel].layout, sides[kResult].layout};
}

/// Sizes that are not known count as 1, as everywhere.
static int64_t getPrice(unsigned sixteenths, RankedTensorType result) {
  return multiplySaturating(getByteCount(result).bytes, sixteenths) / 16;
}

FailureOr<FreezeOption>
layout::getFreezeEntry(linalg::LinalgOp op, const CriticalOp &critical,
                       OpKind kind, const Choice &choice,
                       Indivisible indivisible, std::string &reason) {
  FailureOr<SmallVector<Side, 3>> sides =
      getSides(op, critical, kind, choice.layouts);
  if (failed(sides)) {
    reason = "requires dims of known roles, found others";
    return failure();
  }
  FreezeOption result;
  OperandLayouts wanted = getLayouts(*sides);
  for (auto [loop, role] : llvm::enumerate(critical.roles)) {
    // Minus a zero point the zeros of padding are none.
    bool isSummed = role == LoopRole::InputChannel || role == LoopRole::K;
    if (auto concession =
            fitBlocks(*sides, loop, getName(role, kind),
                      isSummed && op.getNumDpsInputs() > 2 ? Indivisible::Plain
                                                           : indivisible))
      result.concessions.push_back(*concession);
  }
  result.layouts = getLayouts(*sides);
  // A micro-kernel for packed tiles needs all of them.
  if (kind.isMatmul() && !(result.layouts == wanted)) {
    reason = result.concessions.front();
    return failure();
  }
  SmallVector<EdgeLayoutAttr> operands = {getEdge(sides->front()),
                                          getEdge((*sides)[kKernel])};
  operands.resize(op.getNumDpsInputs(), // Zero points have no layout.
                  EdgeLayoutAttr::get(op.getContext(), AffineMap(), {}));
  operands.push_back(getEdge((*sides)[kResult]));
  result.entry = OpLayoutAttr::get(
      op.getContext(), operands, {operands.back()},
      getPrice(choice.price, (*sides)[kResult].type), OperandOrder::Given);
  return result;
}
