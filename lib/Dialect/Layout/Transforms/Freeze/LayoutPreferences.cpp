//===- LayoutPreferences.cpp - Preferred layouts of kinds of ops ----------===//
//
// Part of LayoutMLIR, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "LayoutPreferences.h"
#include "llvm/ADT/StringExtras.h"

using namespace mlir;
using namespace mlir::layout;

using EmitError = llvm::function_ref<InFlightDiagnostic()>;

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
  if (numImageDims == 2)
    return OpKind{Family::GroupedConv, numImageDims};
  return std::nullopt;
}

SmallVector<OpKind, 2> OpKind::getAllOf(linalg::LinalgOp op,
                                        const CriticalOp &critical) {
  std::optional<OpKind> kind = get(critical);
  if (!kind)
    return {};
  SmallVector<int64_t> ranges = op.getStaticLoopRanges();
  bool isPointwise =
      kind->family == Family::Conv &&
      llvm::all_of(critical.getLoops(LoopRole::FilterLoop),
                   [&](unsigned loop) { return ranges[loop] == 1; });
  if (isPointwise)
    return {{Family::PointwiseConv, kind->numImageDims}, *kind};
  return {*kind};
}

ArrayRef<OpKind> OpKind::getAll() {
  static constexpr OpKind kinds[] = {
      {Family::Conv, 1},          {Family::Conv, 2},
      {Family::Conv, 3},          {Family::PointwiseConv, 1},
      {Family::PointwiseConv, 2}, {Family::PointwiseConv, 3},
      {Family::DepthwiseConv, 1}, {Family::DepthwiseConv, 2},
      {Family::DepthwiseConv, 3}, {Family::GroupedConv, 2},
      {Family::Matmul},           {Family::BatchMatmul}};
  return kinds;
}

std::string OpKind::str() const {
  auto withRank = [&](StringRef name) {
    return (name + Twine(numImageDims) + "d").str();
  };
  switch (family) {
  case Family::Conv:
    return withRank("conv");
  case Family::PointwiseConv:
    return withRank("pointwise_conv");
  case Family::DepthwiseConv:
    return withRank("depthwise_conv");
  case Family::GroupedConv:
    return withRank("grouped_conv");
  case Family::Matmul:
    return "matmul";
  case Family::BatchMatmul:
    return "batch_matmul";
  }
  llvm_unreachable("unknown family");
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
      axes.push_back({to, axis.block});
}

/// Returns e.g. OIHW16i16o for NCHW16c (a dense tile of output channels for
/// each input channel of a block), and HWIO if the channels of the data come
/// last.
static LetterLayout deriveConvKernel(OpKind kind, const LetterLayout &data,
                                     const LetterLayout &result) {
  bool channelsLast =
      data.getLetters().back() == 'C' && data.getBlock('C') == 1;
  std::string image = kind.getImageLetters().str();
  SmallVector<LetterAxis> axes;
  if (kind.family == OpKind::Family::GroupedConv)
    append(axes, channelsLast ? "GO" + image + "I" : "GOI" + image);
  else
    // Vectors of output channels, each of which is read as a whole.
    append(axes, channelsLast && result.getBlock('C') == 1 ? image + "IO"
                 : channelsLast                            ? "O" + image + "I"
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
  bool blocked = data.getBlock('M') != 1 || data.getBlock('K') != 1;
  append(axes, blocked ? "NK" : "KN");
  appendBlocks(axes, data, 'M', 'N');
  appendBlocks(axes, data, 'K', 'K');
  return LetterLayout(axes);
}

LetterLayout layout::getDefaultKernel(OpKind kind, const LetterLayout &data,
                                      const LetterLayout &result) {
  if (kind.isMatmul())
    return deriveMatmulKernel(kind, data);
  if (kind.family == OpKind::Family::DepthwiseConv)
    return data.without('N');
  return deriveConvKernel(kind, data, result);
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
    if (axis == LetterAxis{'C'})
      axes.push_back({'M'});
  }
  return LetterLayout(axes);
}

std::string OperandLayouts::str() const {
  return data.str() + ", " + kernel.str() + " -> " + result.str();
}

OperandLayouts layout::addChannelMultiplier(OpKind kind,
                                            OperandLayouts layouts) {
  if (kind.family != OpKind::Family::DepthwiseConv)
    return layouts;
  return {withMultiplier(layouts.data), withMultiplier(layouts.kernel),
          withMultiplier(layouts.result)};
}

//===----------------------------------------------------------------------===//
// Parsing
//===----------------------------------------------------------------------===//

namespace {
struct Letters {
  std::string data, kernel, result;
};
} // namespace

/// Returns the letters of the operands of a kind.
static Letters getRequiredLetters(OpKind kind) {
  std::string image = kind.getImageLetters().str();
  switch (kind.family) {
  case OpKind::Family::Conv:
  case OpKind::Family::PointwiseConv:
    return {"NC" + image, "OI" + image, "NC" + image};
  case OpKind::Family::DepthwiseConv:
    return {"NC" + image, "C" + image, "NC" + image};
  case OpKind::Family::GroupedConv:
    return {"NGC" + image, "GOI" + image, "NGC" + image};
  case OpKind::Family::Matmul:
    return {"MK", "KN", "MN"};
  case OpKind::Family::BatchMatmul:
    return {"BMK", "BKN", "BMN"};
  }
  llvm_unreachable("unknown family");
}

/// Returns whether dims with this letter may be blocked. Image dims may not,
/// because windows slide over them; groups are never split.
static bool mayHaveBlocks(char letter) {
  return !StringRef("DHWG").contains(letter);
}

/// Fails unless `layout` orders exactly the letters `letters` and blocks only
/// dims that may be blocked.
static LogicalResult verifyLetters(OpKind kind, StringRef role,
                                   StringRef letters,
                                   const LetterLayout &layout,
                                   EmitError emitError) {
  std::string found = layout.getLetters(), wanted = letters.str();
  if (kind.family == OpKind::Family::DepthwiseConv)
    llvm::erase(found, 'M');
  llvm::sort(found);
  llvm::sort(wanted);
  if (found != wanted)
    return emitError() << "requires the " << role << " layout of " << kind.str()
                       << " to order the letters " << letters << ", found '"
                       << layout.str() << "'";
  for (LetterAxis axis : layout.getAxes())
    if (axis.isBlock() && !mayHaveBlocks(axis.letter))
      return emitError() << "requires the " << role << " layout of "
                         << kind.str() << " to leave " << axis.letter
                         << " whole, found '" << layout.str() << "'";
  return success();
}

static FailureOr<LetterLayout> parseLayout(OpKind kind, StringRef role,
                                           StringRef letters, StringRef text,
                                           EmitError emitError) {
  llvm::Expected<LetterLayout> layout = LetterLayout::parse(text);
  if (!layout)
    return emitError() << llvm::toString(layout.takeError());
  if (failed(verifyLetters(kind, role, letters, *layout, emitError)))
    return failure();
  return *layout;
}

/// Parses `[data, kernel]` or `[data, kernel, result]`.
static FailureOr<OperandLayouts> parseAlternative(OpKind kind, StringRef text,
                                                  EmitError emitError) {
  SmallVector<StringRef> texts;
  StringRef inner = text;
  if (inner.consume_front("[") && inner.consume_back("]"))
    inner.split(texts, ',');
  for (StringRef &part : texts)
    part = part.trim();
  if (texts.size() < 2 || texts.size() > 3 || llvm::is_contained(texts, ""))
    return emitError() << "requires '[data,kernel]' or '[data,kernel,result]' "
                          "as a choice for "
                       << kind.str() << ", found '" << text << "'";
  Letters letters = getRequiredLetters(kind);
  FailureOr<LetterLayout> data =
      parseLayout(kind, "data", letters.data, texts[0], emitError);
  if (failed(data))
    return failure();
  FailureOr<LetterLayout> result = *data;
  if (texts.size() == 3)
    result = parseLayout(kind, "result", letters.result, texts[2], emitError);
  if (failed(result))
    return failure();
  FailureOr<LetterLayout> kernel =
      texts[1] == "default"
          ? getDefaultKernel(kind, *data, *result)
          : parseLayout(kind, "kernel", letters.kernel, texts[1], emitError);
  if (failed(kernel))
    return failure();
  if (texts.size() == 2)
    result = getDefaultResult(kind, *data, *kernel);
  return addChannelMultiplier(kind, {*data, *kernel, *result});
}

static FailureOr<OpKind> parseKind(StringRef text, EmitError emitError) {
  for (OpKind kind : OpKind::getAll())
    if (kind.str() == text)
      return kind;
  InFlightDiagnostic diag = emitError() << "requires a kind of op out of ";
  llvm::interleaveComma(OpKind::getAll(), diag,
                        [&](OpKind kind) { diag << kind.str(); });
  return diag << ", found '" << text << "'";
}

/// Removes the first item, `kind=[...]|[...]`, and the comma after it from
/// `rest` and returns the item.
static StringRef takeItem(StringRef &rest) {
  int depth = 0;
  for (auto [position, character] : llvm::enumerate(rest)) {
    depth += character == '[' ? 1 : character == ']' ? -1 : 0;
    if (character != ',' || depth > 0)
      continue;
    StringRef item = rest.take_front(position);
    rest = rest.drop_front(position + 1);
    return item.trim();
  }
  return std::exchange(rest, StringRef()).trim();
}

FailureOr<Preferences> layout::parsePreferences(StringRef text,
                                                EmitError emitError) {
  Preferences preferences;
  for (StringRef rest = text; !rest.empty();) {
    StringRef item = takeItem(rest);
    auto [name, alternatives] = item.split('=');
    FailureOr<OpKind> kind = parseKind(name.trim(), emitError);
    if (failed(kind))
      return failure();
    auto [slot, isNew] = preferences.try_emplace(*kind);
    if (!isNew)
      return emitError() << "requires one preference for each kind of op, "
                         << "found two for " << kind->str();
    SmallVector<StringRef> texts;
    alternatives.split(texts, '|');
    for (StringRef alternative : texts) {
      FailureOr<OperandLayouts> layouts =
          parseAlternative(*kind, alternative.trim(), emitError);
      if (failed(layouts))
        return failure();
      SmallVectorImpl<Alternative> &known = slot->second.alternatives;
      if (llvm::none_of(known, [&](const Alternative &other) {
            return other.layouts == *layouts;
          }))
        known.push_back({*layouts});
    }
  }
  return preferences;
}

/// Parses `true`, `false` or a price. Null if it is neither.
static Attribute parsePitch(MLIRContext *context, StringRef text) {
  if (text == "true" || text == "false")
    return BoolAttr::get(context, text == "true");
  double price;
  if (text.getAsDouble(price) || !(price >= 0) || std::isinf(price))
    return nullptr;
  return FloatAttr::get(Float64Type::get(context), price);
}

FailureOr<Pitches> layout::parsePitches(MLIRContext *context, StringRef text,
                                        EmitError emitError) {
  Pitches pitches;
  SmallVector<StringRef> items;
  text.split(items, ',', /*MaxSplit=*/-1, /*KeepEmpty=*/false);
  for (StringRef item : items) {
    auto [name, value] = item.split('=');
    FailureOr<OpKind> kind = parseKind(name.trim(), emitError);
    if (failed(kind))
      return failure();
    Attribute pitch = parsePitch(context, value.trim());
    if (!pitch)
      return emitError() << "requires true, false or a price of at least 0 for "
                         << "the pitch of " << kind->str() << ", found '"
                         << value.trim() << "'";
    if (!pitches.try_emplace(*kind, pitch).second)
      return emitError() << "requires one pitch for each kind of op, found two "
                         << "for " << kind->str();
  }
  return pitches;
}
