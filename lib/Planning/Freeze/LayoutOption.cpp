//===- LayoutOption.cpp - Preferences as options of an op -----------------===//
//
// Part of LayoutMLIR, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "LayoutOption.h"
#include "Analysis/PadContents.h"
#include "layout/Analysis/Rewrites.h"
#include "layout/Support/Saturating.h"
#include "mlir/IR/Matchers.h"
#include "llvm/Support/CheckedArithmetic.h"
#include <limits>
#include <numeric>

using namespace mlir;
using namespace mlir::layout;

/// Indices of the kernel and the result among the sides of a critical op. The
/// data (index 0) and the kernel are the operands with these numbers.
static constexpr unsigned kKernel = 1, kResult = 2;

//===----------------------------------------------------------------------===//
// Fitting blocks to extents
//===----------------------------------------------------------------------===//

namespace {
/// The data, the kernel or the result of a critical op, with the layout that it
/// is to have.
struct Side {
  RankedTensorType type;
  AffineMap accesses;
  /// One letter for each dim.
  std::string letters;
  LetterLayout layout;
  SmallVector<int64_t> padding;

  /// Returns the dim that is indexed by `loop` alone.
  std::optional<unsigned> getDim(unsigned loop) const {
    return accesses.getResultPosition(
        getAffineDimExpr(loop, accesses.getContext()));
  }
};
} // namespace

/// Returns the least common multiple of what `get` says about the letters of a
/// loop in all operands: their blocks or their alignments; 1 if there are none.
static int64_t getCommonMultiple(ArrayRef<Side> sides, unsigned loop,
                                 int64_t (LetterLayout::*get)(char) const) {
  int64_t multiple = 1;
  for (const Side &side : sides)
    if (std::optional<unsigned> dim = side.getDim(loop))
      multiple = std::lcm(multiple, (side.layout.*get)(side.letters[*dim]));
  return multiple;
}

/// Returns the extent of a loop, or kDynamic if some operand has a dynamic size
/// there.
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

/// Returns whether another dim of some operand has the letter of this loop.
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
    return kind.family == OpKind::Family::DepthwiseConv ||
                   kind.family == OpKind::Family::Pooling
               ? "channels"
               : "groups";
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

/// Removes the blocks of a loop from all operands.
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

/// Returns what is added to an extent to make it a multiple; none if the sum is
/// 2^63 or more.
static std::optional<int64_t> getWidth(int64_t extent, int64_t multiple) {
  int64_t width = (multiple - extent % multiple) % multiple;
  return llvm::checkedAdd(extent, width) ? std::optional(width) : std::nullopt;
}

/// Whether padding makes the blocks of a loop whole that do not divide it.
static bool canBePadded(ArrayRef<Side> sides, unsigned loop) {
  int64_t block = getCommonMultiple(sides, loop, &LetterLayout::getBlock);
  int64_t extent = getExtent(sides, loop);
  return block != 1 && !sharesLetter(sides, loop) &&
         getCommonMultiple(sides, loop, &LetterLayout::getAlignment) % block !=
             0 &&
         !ShapedType::isDynamic(extent) && extent % block != 0 &&
         getWidth(extent, block);
}

bool layout::addsNothingOnZeros(linalg::LinalgOp op) {
  Block &body = *op.getBlock();
  Type sumType = body.getArguments().back().getType();
  // Complex numbers do not fold. Their products have no zero points.
  if (isa<ComplexType>(sumType))
    return true;
  Builder builder(op.getContext());
  SmallVector<PadContent> contents;
  for (OpOperand *operand : op.getOpOperandsMatchingBBargs()) {
    Attribute scalar;
    if (op.getMatchingBlockArgument(operand).getArgNumber() < 2)
      scalar = builder.getZeroAttr(getElementTypeOrSelf(operand->get()));
    else
      matchPattern(operand->get(), m_Constant(&scalar));
    contents.push_back(scalar ? PadContent::get(scalar)
                              : PadContent::getUnknown());
  }
  return llvm::all_of(
      ArrayRef({builder.getZeroAttr(sumType), builder.getOneAttr(sumType)}),
      [&](TypedAttr sum) {
        contents.back() = PadContent::get(sum);
        FailureOr<SmallVector<PadContent>> results =
            evaluateOnPads(body, contents);
        return succeeded(results) && results->front().getConstant() == sum;
      });
}

/// Whether a loop of this role may be padded.
static bool mayBePadded(linalg::LinalgOp op, LoopRole role) {
  bool isSummed = role == LoopRole::InputChannel || role == LoopRole::K;
  return !isSummed || addsNothingOnZeros(op);
}

/// Pads a loop, or removes its blocks, if its blocks do not divide its extent.
/// Returns the reason if it did so.
static std::optional<Reason> fitBlocks(MutableArrayRef<Side> sides,
                                       unsigned loop, StringRef name,
                                       bool mayPad, const BlockFit &fit) {
  using Outcome = IndivisibleExtent::Outcome;
  int64_t block = getCommonMultiple(sides, loop, &LetterLayout::getBlock);
  if (block == 1)
    return std::nullopt;
  int64_t extent = getExtent(sides, loop);
  if (sharesLetter(sides, loop)) {
    dropBlocks(sides, loop);
    return SeveralDims{name};
  }
  // Padding to the alignment makes the blocks whole.
  if (getCommonMultiple(sides, loop, &LetterLayout::getAlignment) % block == 0)
    return std::nullopt;
  IndivisibleExtent found{name, block, extent};
  if (ShapedType::isDynamic(extent)) {
    dropBlocks(sides, loop);
    return found;
  }
  if (extent % block == 0)
    return std::nullopt;
  std::optional<int64_t> width = getWidth(extent, block);
  mayPad &= width.has_value();
  bool pads = mayPad && fit.padded[loop];
  if (pads)
    pad(sides, loop, *width);
  else
    dropBlocks(sides, loop);
  if (mayPad) {
    found.width = *width;
    found.outcome = pads           ? Outcome::Padded
                    : fit.isChoice ? Outcome::LeftOutByPlan
                                   : Outcome::LeftOutByDefault;
  }
  return found;
}

/// Pads an image loop of the result to whole blocks. Its data are whole blocks
/// already (AlignWindows.h).
static void fillBlocks(MutableArrayRef<Side> sides, unsigned loop) {
  int64_t block = getCommonMultiple(sides, loop, &LetterLayout::getBlock);
  int64_t extent = getExtent(sides, loop);
  if (block == 1)
    return;
  if (std::optional<int64_t> width = getWidth(extent, block))
    pad(sides, loop, *width);
}

/// Pads a loop to a multiple of its alignment and its blocks. Fails with a
/// reason if it may not be padded.
static LogicalResult align(MutableArrayRef<Side> sides, unsigned loop,
                           StringRef name, bool mayPad, Reason &reason) {
  int64_t alignment =
      getCommonMultiple(sides, loop, &LetterLayout::getAlignment);
  if (alignment == 1)
    return success();
  int64_t extent = getExtent(sides, loop);
  bool isDynamic = ShapedType::isDynamic(extent);
  if (!isDynamic && extent % alignment == 0)
    return success();
  int64_t multiple = std::lcm(
      alignment, getCommonMultiple(sides, loop, &LetterLayout::getBlock));
  std::optional<int64_t> width =
      isDynamic ? std::nullopt : getWidth(extent, multiple);
  if (!width || !mayPad || sharesLetter(sides, loop)) {
    reason = IndivisibleExtent{name, alignment, extent};
    return failure();
  }
  pad(sides, loop, *width);
  return success();
}

//===----------------------------------------------------------------------===//
// The option
//===----------------------------------------------------------------------===//

/// Removes from the layout the letters that the operand does not have, e.g. N
/// if a convolution has no batch dim. Fails if the operand has a dim that the
/// layout does not name.
static LogicalResult dropAbsentLetters(Side &side) {
  for (char letter : side.layout.getLetters())
    if (!StringRef(side.letters).contains(letter))
      side.layout = side.layout.without(letter);
  return success(llvm::all_of(
      side.letters, [&](char letter) { return side.layout.has(letter); }));
}

/// Returns the bits that an element takes in memory.
static int64_t getElementBits(RankedTensorType type) {
  constexpr int64_t bitsPerByte = 8;
  return bitsPerByte *
         getByteCount(RankedTensorType::get({}, type.getElementType())).bytes;
}

/// Returns data, kernel and result with their types, letters and preferred
/// layouts, in elements. Fails with a reason if a dim has no role or no place
/// in its layout, or if a unit is no whole number of elements.
static FailureOr<SmallVector<Side, 3>>
getSides(linalg::LinalgOp op, const CriticalOp &critical, OpKind kind,
         const CriticalOpLayouts &layouts, const UnitBytes &sizes,
         Reason &reason) {
  SmallVector<Side, 3> sides;
  DimLetters letters(op, critical, kind);
  const LetterLayout *preferred[] = {&layouts.data, &layouts.kernel,
                                     &layouts.result};
  OpOperand *operands[] = {op.getDpsInputOperand(0), op.getDpsInputOperand(1),
                           op.getDpsInitOperand(0)};
  for (auto [operand, layout] : llvm::zip_equal(operands, preferred)) {
    std::optional<std::string> dims = letters.get(operand->getOperandNumber());
    auto type = dyn_cast<RankedTensorType>(operand->get().getType());
    if (!dims || !type) {
      reason = UnknownRoles();
      return failure();
    }
    llvm::Expected<LetterLayout> inElements =
        layout->inElements(sizes, getElementBits(type));
    if (!inElements) {
      reason = Unsupported{llvm::toString(inElements.takeError())};
      return failure();
    }
    sides.push_back({type, op.getMatchingIndexingMap(operand), *dims,
                     std::move(*inElements),
                     SmallVector<int64_t>(type.getRank(), 0)});
    if (failed(dropAbsentLetters(sides.back()))) {
      reason = UnknownRoles();
      return failure();
    }
  }
  return sides;
}

static EdgeLayoutAttr getEdge(const Side &side) {
  MLIRContext *context = side.type.getContext();
  std::optional<IndexMap> map = side.layout.getIndexMap(side.letters, context);
  bool isPadded =
      llvm::any_of(side.padding, [](int64_t width) { return width != 0; });
  if (!isPadded && isProved(map->isIdentity(side.type.getShape())))
    return EdgeLayoutAttr::getAsItStands(context);
  return EdgeLayoutAttr::get(context, map->getAffineMap(),
                             isPadded ? ArrayRef<int64_t>(side.padding)
                                      : ArrayRef<int64_t>());
}

static CriticalOpLayouts getLayouts(ArrayRef<Side> sides) {
  return {sides.front().layout, sides[kKernel].layout, sides[kResult].layout};
}

/// If the kernel had the layout that matches the others, it has the one that
/// matches them without the blocks that they lost: HWIO for NHWC, not OHWI16o
/// without its block.
static void keepDefaultKernel(MutableArrayRef<Side> sides, OpKind kind,
                              const CriticalOpLayouts &preferred,
                              CriticalOpLayouts &layouts) {
  if (layouts == preferred || kind.isMatmul() ||
      !(preferred.kernel ==
        getDefaultKernel(kind, preferred.data, preferred.result)))
    return;
  layouts.kernel = getDefaultKernel(kind, layouts.data, layouts.result);
  sides[kKernel].layout = layouts.kernel;
}

int64_t layout::getPricedBytes(double price, ShapedType result) {
  constexpr auto most = std::numeric_limits<int64_t>::max();
  double cost = static_cast<double>(getByteCount(result).bytes) * price;
  return cost < static_cast<double>(most) ? static_cast<int64_t>(cost) : most;
}

/// The price of `layouts`, which are those of `alternative` or lack some blocks
/// of `preferred`.
static double getPrice(const Alternative &alternative,
                       const CriticalOpLayouts &layouts,
                       const CriticalOpLayouts &preferred) {
  double price = alternative.price;
  if (layouts.data != preferred.data)
    price += alternative.plainDataPrice;
  if (layouts.result != preferred.result)
    price += alternative.plainResultPrice;
  return price;
}

/// Returns the bytes of padding that an op reads and writes, the result twice.
static int64_t getBytesOfPadding(ArrayRef<Side> sides) {
  int64_t sum = 0;
  for (auto [number, side] : llvm::enumerate(sides)) {
    SmallVector<int64_t> shape(side.type.getShape());
    for (auto [size, width] : llvm::zip_equal(shape, side.padding))
      if (!ShapedType::isDynamic(size))
        size += width;
    int64_t bytes = getByteCount(side.type.clone(shape)).bytes -
                    getByteCount(side.type).bytes;
    sum = addSaturating(sum,
                        multiplySaturating(number == kResult ? 2 : 1, bytes));
  }
  return sum;
}

SmallVector<BlockFit, 1>
layout::getBlockFits(linalg::LinalgOp op, const CriticalOp &critical,
                     OpKind kind, const Alternative &alternative,
                     const UnitBytes &sizes, Indivisible indivisible,
                     Concessions allowed) {
  const unsigned numLoops = critical.roles.size();
  BlockFit none{llvm::SmallBitVector(numLoops)},
      all{llvm::SmallBitVector(numLoops, true)};
  if (indivisible == Indivisible::Plain)
    return {none};
  if (indivisible == Indivisible::Pad || allowed == Concessions::OnlyPadding)
    return {all};
  Reason ignored;
  FailureOr<SmallVector<Side, 3>> sides =
      getSides(op, critical, kind, alternative.layouts, sizes, ignored);
  SmallVector<unsigned> loops;
  if (succeeded(sides))
    for (auto [loop, role] : llvm::enumerate(critical.roles))
      if (mayBePadded(op, role) && role != LoopRole::OutputImage &&
          canBePadded(*sides, loop))
        loops.push_back(loop);
  if (loops.empty())
    return {none};
  none.isChoice = all.isChoice = true;
  // Input channels, output channels, groups and images at most.
  constexpr size_t mostCombined = 4;
  if (kind.isMatmul() || loops.size() > mostCombined)
    return {none, all};
  SmallVector<BlockFit, 1> fits;
  for (unsigned chosen : llvm::seq<unsigned>(0, 1u << loops.size())) {
    BlockFit &fit = fits.emplace_back(none);
    for (auto [bit, loop] : llvm::enumerate(loops))
      if (chosen >> bit & 1)
        fit.padded.set(loop);
  }
  // Every loop that needs it is padded.
  fits.back() = all;
  return fits;
}

FailureOr<LayoutOption>
layout::getLayoutOption(linalg::LinalgOp op, const CriticalOp &critical,
                        OpKind kind, const Alternative &alternative,
                        const UnitBytes &sizes, const BlockFit &fit,
                        Concessions allowed, Reason &reason) {
  FailureOr<SmallVector<Side, 3>> sides =
      getSides(op, critical, kind, alternative.layouts, sizes, reason);
  if (failed(sides))
    return failure();
  LayoutOption result;
  CriticalOpLayouts preferred = getLayouts(*sides);
  for (auto [loop, role] : llvm::enumerate(critical.roles)) {
    bool mayPad = mayBePadded(op, role);
    StringRef name = getName(role, kind);
    if (role == LoopRole::OutputImage) {
      fillBlocks(*sides, loop);
      continue;
    }
    if (auto concession = fitBlocks(*sides, loop, name, mayPad, fit))
      result.concessions.push_back(*concession);
    if (failed(align(*sides, loop, name, mayPad, reason)))
      return failure();
  }
  CriticalOpLayouts layouts = getLayouts(*sides);
  keepDefaultKernel(*sides, kind, preferred, layouts);
  // A micro-kernel for packed tiles needs all its dims to be packed.
  if ((kind.isMatmul() || allowed == Concessions::OnlyPadding) &&
      !(layouts == preferred)) {
    reason = result.concessions.front();
    return failure();
  }
  SmallVector<EdgeLayoutAttr> operands = {getEdge(sides->front()),
                                          getEdge((*sides)[kKernel])};
  // Zero points are scalars: they keep the empty layout.
  operands.resize(op.getNumDpsInputs(),
                  EdgeLayoutAttr::getAsItStands(op.getContext()));
  operands.push_back(getEdge((*sides)[kResult]));
  int64_t cost = getPricedBytes(getPrice(alternative, layouts, preferred),
                                (*sides)[kResult].type);
  // Without a choice, the padding is the same in every plan.
  int64_t padding = fit.isChoice ? getBytesOfPadding(*sides) : 0;
  result.attribute =
      OpLayoutAttr::get(op.getContext(), operands, {operands.back()}, cost,
                        OperandOrder::Given, padding);
  result.layouts = layouts.str();
  result.order = alternative.order;
  return result;
}

std::optional<CriticalOpLayouts>
layout::getPresentLayouts(linalg::LinalgOp op, const DimLetters &letters) {
  CriticalOpLayouts layouts;
  for (auto [layout, operand] :
       {std::pair(&layouts.data, op.getDpsInputOperand(0)),
        std::pair(&layouts.kernel, op.getDpsInputOperand(1)),
        std::pair(&layouts.result, op.getDpsInitOperand(0))}) {
    std::optional<std::string> dims = letters.get(operand->getOperandNumber());
    if (!dims)
      return std::nullopt;
    // A letter stands for all dims of its name.
    dims->erase(std::unique(dims->begin(), dims->end()), dims->end());
    llvm::Expected<LetterLayout> parsed = LetterLayout::parse(*dims);
    if (!parsed) {
      llvm::consumeError(parsed.takeError());
      return std::nullopt;
    }
    *layout = std::move(*parsed);
  }
  return layouts;
}

LayoutOption layout::getPresentOption(linalg::LinalgOp op,
                                      const CriticalOp &critical, OpKind kind,
                                      const Alternative &alternative) {
  auto present = getPresentLayouts(op, DimLetters(op, critical, kind));
  double price = alternative.price + alternative.plainDataPrice +
                 alternative.plainResultPrice;
  auto type = cast<ShapedType>(op->getResult(0).getType());
  return {OpLayoutAttr::getAsItStands(op, getPricedBytes(price, type),
                                      OperandOrder::Given),
          present.value_or(alternative.layouts).str(),
          {}};
}
