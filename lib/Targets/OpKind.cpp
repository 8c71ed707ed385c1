//===- OpKind.cpp - Kinds of ops and their layouts ------------------------===//
//
// Part of LayoutMLIR, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "layout/Targets/OpKind.h"
#include "Analysis/TransposedConvolutions.h"
#include "Interfaces/LoopRanges.h"
#include "layout/Targets/PositionalLayout.h"
#include "llvm/ADT/SetVector.h"
#include "llvm/ADT/StringExtras.h"

using namespace mlir;
using namespace mlir::layout;

//===----------------------------------------------------------------------===//
// Kinds
//===----------------------------------------------------------------------===//

std::optional<OpKind> OpKind::get(const CriticalOp &critical) {
  if (!critical.isConvolution()) {
    if (!critical.has(LoopRole::M) || !critical.has(LoopRole::N))
      return std::nullopt;
    return OpKind{critical.has(LoopRole::Batch) ? Family::BatchMatmul
                                                : Family::Matmul};
  }
  unsigned numImageDims = critical.getLoops(LoopRole::OutputImage).size();
  if (numImageDims > 3)
    return std::nullopt;
  if (!critical.has(LoopRole::Depth))
    return OpKind{Family::Conv, numImageDims};
  if (!critical.has(LoopRole::InputChannel))
    return OpKind{Family::DepthwiseConv, numImageDims};
  return OpKind{Family::GroupedConv, numImageDims};
}

std::optional<CriticalOp> layout::getPoolingRoles(linalg::LinalgOp op) {
  if (!op.hasPureTensorSemantics() || op.getNumDpsInputs() != 2 ||
      op.getNumDpsInits() != 1 || op.getNumReductionLoops() == 0 ||
      op.payloadUsesValueFromOperand(op.getDpsInputOperand(1)))
    return std::nullopt;
  FailureOr<linalg::ConvolutionDimensions> dims = inferConvolution(op);
  if (failed(dims) || dims->filterLoop.empty() ||
      !dims->outputChannel.empty() || !dims->inputChannel.empty() ||
      !dims->depth.empty())
    return std::nullopt;
  CriticalOp roles{CriticalKind::Convolution,
                   SmallVector<LoopRole>(op.getNumLoops(), LoopRole::Other)};
  for (unsigned loop : dims->outputImage)
    roles.roles[loop] = LoopRole::OutputImage;
  for (unsigned loop : dims->filterLoop)
    roles.roles[loop] = LoopRole::FilterLoop;
  bool isBatch = dims->batch.size() > 1;
  for (AffineExpr index :
       op.getMatchingIndexingMap(op.getDpsInitOperand(0)).getResults()) {
    auto loop = dyn_cast<AffineDimExpr>(index);
    if (!loop || !llvm::is_contained(dims->batch, loop.getPosition()))
      continue;
    roles.roles[loop.getPosition()] =
        isBatch ? LoopRole::Batch : LoopRole::Depth;
    isBatch = false;
  }
  return roles;
}

SmallVector<OpKind, 2> OpKind::getAllOf(linalg::LinalgOp op,
                                        const CriticalOp &critical) {
  std::optional<OpKind> kind = get(critical);
  if (getPoolingRoles(op))
    return {{Family::Pooling,
             static_cast<unsigned>(
                 critical.getLoops(LoopRole::OutputImage).size())}};
  if (!kind)
    return {};
  if (kind->family != Family::Conv)
    return {*kind};
  SmallVector<OpKind, 2> kinds;
  if (hasInsertedZeros(op->getOperand(0)))
    kinds.push_back({Family::TransposedConv, kind->numImageDims});
  SmallVector<int64_t> ranges = getLoopRanges(op);
  if (llvm::all_of(critical.getLoops(LoopRole::FilterLoop),
                   [&](unsigned loop) { return ranges[loop] == 1; }))
    kinds.push_back({Family::PointwiseConv, kind->numImageDims});
  kinds.push_back(*kind);
  return kinds;
}

ArrayRef<OpKind> OpKind::getAll() {
  static constexpr OpKind kinds[] = {
      {Family::Conv, 1},           {Family::Conv, 2},
      {Family::Conv, 3},           {Family::PointwiseConv, 1},
      {Family::PointwiseConv, 2},  {Family::PointwiseConv, 3},
      {Family::TransposedConv, 1}, {Family::TransposedConv, 2},
      {Family::TransposedConv, 3}, {Family::DepthwiseConv, 1},
      {Family::DepthwiseConv, 2},  {Family::DepthwiseConv, 3},
      {Family::GroupedConv, 1},    {Family::GroupedConv, 2},
      {Family::GroupedConv, 3},    {Family::Matmul},
      {Family::BatchMatmul},       {Family::Pooling, 1},
      {Family::Pooling, 2},        {Family::Pooling, 3}};
  return kinds;
}

static StringRef getName(OpKind::Family family) {
  switch (family) {
  case OpKind::Family::Conv:
    return "conv";
  case OpKind::Family::PointwiseConv:
    return "pointwise_conv";
  case OpKind::Family::TransposedConv:
    return "transposed_conv";
  case OpKind::Family::DepthwiseConv:
    return "depthwise_conv";
  case OpKind::Family::GroupedConv:
    return "grouped_conv";
  case OpKind::Family::Matmul:
    return "matmul";
  case OpKind::Family::BatchMatmul:
    return "batch_matmul";
  case OpKind::Family::Pooling:
    return "pooling";
  }
  llvm_unreachable("unknown family");
}

std::string OpKind::str() const {
  StringRef name = getName(family);
  return isMatmul() ? name.str() : (name + Twine(numImageDims) + "d").str();
}

llvm::Expected<SmallVector<OpKind, 3>> OpKind::parse(StringRef name) {
  SmallVector<OpKind, 3> kinds;
  for (OpKind kind : getAll())
    if (kind.str() == name || getName(kind.family) == name)
      kinds.push_back(kind);
  if (!kinds.empty())
    return kinds;
  llvm::SmallSetVector<StringRef, 8> names;
  for (OpKind kind : getAll())
    names.insert(getName(kind.family));
  names.insert_range(getPositionalKinds());
  return llvm::createStringError(
      "requires a kind of op out of " + llvm::join(names, ", ") +
      ", with 1d, 2d or 3d behind those of convolutions and poolings, or the "
      "name of an op, found '" +
      name + "'");
}

StringRef OpKind::getImageLetters() const {
  return StringRef("DHW").take_back(numImageDims);
}

//===----------------------------------------------------------------------===//
// Default layouts
//===----------------------------------------------------------------------===//

static void append(SmallVectorImpl<LetterAxis> &axes, StringRef letters) {
  for (char letter : letters)
    axes.push_back({letter});
}

/// Appends the blocks of letter `from` in `layout` as blocks of letter `to`.
static void appendBlocks(SmallVectorImpl<LetterAxis> &axes,
                         const LetterLayout &layout, char from, char to) {
  for (LetterAxis axis : layout.getAxes())
    if (axis.letter == from && axis.isBlock())
      axes.push_back(
          {to, axis.block, /*isFused=*/false, /*alignment=*/1, axis.unit});
}

/// Returns e.g. OIHW16i16o for NCHW16c (a dense tile of output channels for
/// each input channel of a block), and HWIO if the channels of the data come
/// last.
static LetterLayout deriveConvKernel(OpKind kind, const LetterLayout &data,
                                     const LetterLayout &result) {
  bool channelsLast = data.getLetters().back() == 'C' && !data.isCut('C');
  std::string image = kind.getImageLetters().str();
  SmallVector<LetterAxis> axes;
  if (kind.family == OpKind::Family::GroupedConv)
    append(axes, channelsLast ? "GO" + image + "I" : "GOI" + image);
  else
    // Vectors of output channels, each of which is read as a whole.
    append(axes, channelsLast && !result.isCut('C') ? image + "IO"
                 : channelsLast                     ? "O" + image + "I"
                                                    : "OI" + image);
  appendBlocks(axes, data, 'C', 'I');
  appendBlocks(axes, result, 'C', 'O');
  return LetterLayout(axes);
}

/// Returns e.g. NK16n16k for MK16m16k, which is the layout of linalg.mmt4d, and
/// KN for data without blocks.
static LetterLayout deriveMatmulKernel(OpKind kind, const LetterLayout &data) {
  SmallVector<LetterAxis> axes;
  append(axes, kind.family == OpKind::Family::BatchMatmul ? "B" : "");
  bool blocked = data.isCut('M') || data.isCut('K');
  append(axes, blocked ? "NK" : "KN");
  appendBlocks(axes, data, 'M', 'N');
  appendBlocks(axes, data, 'K', 'K');
  return LetterLayout(axes);
}

/// Returns the layout without blocks of image dims.
static LetterLayout withWholeImage(OpKind kind, LetterLayout layout) {
  for (char letter : kind.getImageLetters())
    layout = layout.withoutBlocks(letter);
  return layout;
}

LetterLayout layout::getDefaultKernel(OpKind kind, const LetterLayout &data,
                                      const LetterLayout &result) {
  if (kind.isMatmul())
    return deriveMatmulKernel(kind, data);
  if (kind.family == OpKind::Family::DepthwiseConv)
    return withWholeImage(kind, data).without('N');
  if (kind.family == OpKind::Family::Pooling) {
    SmallVector<LetterAxis> axes;
    append(axes, kind.getImageLetters());
    return LetterLayout(axes);
  }
  return deriveConvKernel(kind, data, result);
}

/// Returns the letter that the kernel has in the place of one of the data: its
/// rows of output channels, or columns, lie as images, or rows, do.
static char getKernelLetter(OpKind kind, char letter) {
  if (kind.isMatmul())
    return letter == 'M' ? 'N' : letter;
  return letter == 'N' ? 'O' : letter == 'C' ? 'I' : letter;
}

LetterLayout layout::getAgreeingKernel(OpKind kind, const LetterLayout &data) {
  LetterLayout whole = withWholeImage(kind, data);
  if (kind.family == OpKind::Family::DepthwiseConv)
    return whole.without('N');
  SmallVector<LetterAxis> axes;
  for (LetterAxis axis : whole.getAxes()) {
    axis.letter = getKernelLetter(kind, axis.letter);
    axes.push_back(axis);
  }
  return LetterLayout(axes);
}

LetterLayout layout::getDefaultResult(OpKind kind, const LetterLayout &data,
                                      const LetterLayout &kernel) {
  if (!kind.isMatmul())
    return data;
  SmallVector<LetterAxis> axes;
  append(axes, kind.family == OpKind::Family::BatchMatmul ? "B" : "");
  append(axes, "MN");
  appendBlocks(axes, data, 'M', 'M');
  appendBlocks(axes, kernel, 'N', 'N');
  return LetterLayout(axes);
}

/// Adds the channel multiplier after the channels.
static LetterLayout withMultiplier(const LetterLayout &layout) {
  if (layout.has('M'))
    return layout;
  SmallVector<LetterAxis> axes;
  for (LetterAxis axis : layout.getAxes()) {
    axes.push_back(axis);
    if (axis.letter == 'C' && !axis.isBlock())
      axes.push_back({'M'});
  }
  return LetterLayout(axes);
}

std::string CriticalOpLayouts::str() const {
  return data.str() + ", " + kernel.str() + " -> " + result.str();
}

/// Adds the channel multiplier M of a depthwise convolution after C in layouts
/// that do not name it.
static CriticalOpLayouts addChannelMultiplier(OpKind kind,
                                              CriticalOpLayouts layouts) {
  if (kind.family != OpKind::Family::DepthwiseConv)
    return layouts;
  return {withMultiplier(layouts.data), withMultiplier(layouts.kernel),
          withMultiplier(layouts.result)};
}

//===----------------------------------------------------------------------===//
// Layouts of operands
//===----------------------------------------------------------------------===//

namespace {
enum class OperandRole { Data, Kernel, Result };
} // namespace

/// Returns the letters of an operand of a kind.
static std::string getRequiredLetters(OpKind kind, OperandRole role) {
  std::string image = kind.getImageLetters().str();
  bool isKernel = role == OperandRole::Kernel;
  auto getMatrix = [&] {
    return role == OperandRole::Data ? "MK" : isKernel ? "KN" : "MN";
  };
  switch (kind.family) {
  case OpKind::Family::Conv:
  case OpKind::Family::PointwiseConv:
  case OpKind::Family::TransposedConv:
    return (isKernel ? "OI" : "NC") + image;
  case OpKind::Family::DepthwiseConv:
    return (isKernel ? "C" : "NC") + image;
  case OpKind::Family::GroupedConv:
    return (isKernel ? "GOI" : "NGC") + image;
  case OpKind::Family::Matmul:
    return getMatrix();
  case OpKind::Family::BatchMatmul:
    return std::string("B") + getMatrix();
  case OpKind::Family::Pooling:
    return isKernel ? image : "NC" + image;
  }
  llvm_unreachable("unknown family");
}

static StringRef getName(OperandRole role) {
  switch (role) {
  case OperandRole::Data:
    return "data";
  case OperandRole::Kernel:
    return "kernel";
  case OperandRole::Result:
    return "result";
  }
  llvm_unreachable("unknown role");
}

/// Returns whether dims with this letter may be cut as `axis` says. Groups are
/// never split. Windows slide over image dims, which may be cut into blocks
/// (AlignWindows.h) but are not padded otherwise; a window itself stays whole.
static bool mayHave(OperandRole role, const LetterAxis &axis) {
  if (!axis.isBlock() && !axis.isAligned())
    return true;
  bool isImage = StringRef("DHW").contains(axis.letter);
  return axis.letter != 'G' &&
         (!isImage ||
          (role != OperandRole::Kernel && axis.isBlock() && !axis.isStick()));
}

static llvm::Expected<LetterLayout> parseLayout(OpKind kind, OperandRole role,
                                                StringRef text) {
  llvm::Expected<LetterLayout> layout = LetterLayout::parse(text);
  if (!layout)
    return layout.takeError();
  std::string wanted = getRequiredLetters(kind, role);
  auto makeError = [&](const Twine &requirement) {
    return llvm::createStringError(
        "requires the " + getName(role) + " layout of " + kind.str() + " to " +
        requirement + ", found '" + layout->str() + "'");
  };
  std::string sorted = wanted, found = layout->getLetters();
  if (kind.family == OpKind::Family::DepthwiseConv)
    llvm::erase(found, 'M');
  llvm::sort(found);
  llvm::sort(sorted);
  if (found != sorted)
    return makeError("order the letters " + wanted);
  for (LetterAxis axis : layout->getAxes())
    if (!mayHave(role, axis))
      return makeError("leave " + Twine(axis.letter) + " whole");
  return *layout;
}

FailureOr<CriticalOpLayouts> layout::parseLayouts(
    OpKind kind, const LayoutTexts &texts,
    llvm::function_ref<void(StringRef operand, llvm::Error error)>
        reportError) {
  auto parse = [&](OperandRole role,
                   StringRef text) -> FailureOr<LetterLayout> {
    llvm::Expected<LetterLayout> layout = parseLayout(kind, role, text);
    if (layout)
      return *layout;
    reportError(getName(role), layout.takeError());
    return failure();
  };
  FailureOr<LetterLayout> data = parse(OperandRole::Data, texts.data);
  if (failed(data))
    return failure();
  FailureOr<LetterLayout> result = *data;
  if (!texts.result.empty())
    result = parse(OperandRole::Result, texts.result);
  if (failed(result))
    return failure();
  FailureOr<LetterLayout> kernel =
      texts.kernel == "default" ? getDefaultKernel(kind, *data, *result)
      : texts.kernel == "agree" ? getAgreeingKernel(kind, *data)
                                : parse(OperandRole::Kernel, texts.kernel);
  if (failed(kernel))
    return failure();
  if (texts.result.empty())
    result = getDefaultResult(kind, *data, *kernel);
  return addChannelMultiplier(kind, {*data, *kernel, *result});
}
