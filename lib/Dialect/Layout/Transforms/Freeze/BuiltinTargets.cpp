//===- BuiltinTargets.cpp - What the built-in targets prefer --------------===//
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

namespace {
/// A layout of the data or the result of convolutions.
struct ImageLayout {
  /// The letters; `*` stands for the letters of the image dims.
  StringLiteral letters;
  /// The part of the cost of a convolution that this layout causes, in
  /// sixteenths of the bytes of its result. The layouts of the data and of the
  /// result each add their part.
  unsigned costSixteenths = 0;
};

struct Target {
  StringLiteral name;
  /// The layouts of the data and, independently, of the result of convolutions.
  ArrayRef<ImageLayout> convolutions;
  /// The layouts for pointwise convolutions; if empty, `convolutions` applies.
  ArrayRef<ImageLayout> pointwise = {};
  /// The layouts of the data and the kernel of matmuls; if empty, matmuls keep
  /// their layouts.
  StringLiteral matmulData = "", matmulKernel = "";
  /// The layouts of the result of convolutions that are neither depthwise nor
  /// grouped, with each layout of the data; if empty, those of the data.
  ArrayRef<ImageLayout> results = {};
  /// The orders of operands that matmuls may have if they keep their layouts.
  OperandOrder matmulOrder = OperandOrder::Given;
  /// If not 0, kernels of narrow integers end with groups of as many reduced
  /// elements as have these bits.
  unsigned groupBits = 0;
};
} // namespace

static constexpr ImageLayout plain[] = {{"NC*"}};
static constexpr ImageLayout channelsLast[] = {{"N*C"}};
static constexpr ImageLayout channelsLastInBlocks16[] = {{"N*C16c"}};
static constexpr ImageLayout blocks4[] = {{"NC*4c"}};
static constexpr ImageLayout blocks8[] = {{"NC*8c"}};
static constexpr ImageLayout blocks16[] = {{"NC*16c"}};
static constexpr ImageLayout anyOfFour[] = {
    {"NC*16c", 0}, {"NC*8c", 1}, {"N*C", 2}, {"NC*", 4}};

static ArrayRef<Target> getTargets() {
  static const Target targets[] = {
      {"nchw", plain},
      {"nhwc", channelsLast},
      {"nhwc-packed16",
       channelsLast,
       {},
       "MK",
       "NK16n",
       channelsLastInBlocks16,
       OperandOrder::Given,
       32},
      {"nchw4c", blocks4},
      {"nchw8c", blocks8},
      {"nchw16c", blocks16},
      {"nchw16c-mm16", blocks16, {}, "MK16m16k", "NK16n16k"},
      {"nchw16c-1x1nhwc", blocks16, channelsLast},
      {"nchw16c-headmajor", blocks16, {}, "", "", {}, OperandOrder::HeadMajor},
      {"conv4", anyOfFour},
  };
  return targets;
}

/// Parses a layout of the tables above, which are well-formed.
static LetterLayout getLayout(StringRef text) {
  return llvm::cantFail(LetterLayout::parse(text));
}

/// Returns `layout` with the letters of `kind`.
static LetterLayout getLayout(const ImageLayout &layout, OpKind kind) {
  std::string letters;
  for (char letter : layout.letters) {
    if (letter == '*')
      letters += kind.getImageLetters();
    else if (letter == 'C' && kind.family == OpKind::Family::GroupedConv)
      letters += "GC";
    else
      letters += letter;
  }
  return getLayout(letters);
}

/// Returns every pair of layouts of data and result, the cheapest first.
static Preference getConvolutionPreference(ArrayRef<ImageLayout> layouts,
                                           ArrayRef<ImageLayout> results,
                                           OpKind kind) {
  Preference preference;
  auto isCheaper = [](const Alternative &a, const Alternative &b) {
    return a.costSixteenths < b.costSixteenths;
  };
  for (const ImageLayout &data : layouts)
    for (const ImageLayout &result : results) {
      LetterLayout read = getLayout(data, kind);
      LetterLayout written = getLayout(result, kind);
      Alternative alternative = {
          addChannelMultiplier(
              kind, {read, getDefaultKernel(kind, read, written), written}),
          data.costSixteenths + result.costSixteenths};
      preference.alternatives.insert(
          llvm::upper_bound(preference.alternatives, alternative, isCheaper),
          alternative);
    }
  return preference;
}

static Preference getMatmulPreference(const Target &target, OpKind kind) {
  Preference preference;
  preference.order = target.matmulOrder;
  if (target.matmulData.empty())
    return preference;
  StringRef batch = kind.family == OpKind::Family::BatchMatmul ? "B" : "";
  LetterLayout data = getLayout((batch + target.matmulData).str());
  LetterLayout kernel = getLayout((batch + target.matmulKernel).str());
  preference.alternatives.push_back(
      {{data, kernel, getDefaultResult(kind, data, kernel)}});
  return preference;
}

FailureOr<Preferences> layout::getTargetPreferences(
    StringRef name, llvm::function_ref<InFlightDiagnostic()> emitError) {
  ArrayRef<Target> targets = getTargets();
  const Target *target = llvm::find_if(
      targets, [&](const Target &target) { return target.name == name; });
  if (target == targets.end()) {
    InFlightDiagnostic diag = emitError() << "requires a target out of ";
    llvm::interleaveComma(targets, diag,
                          [&](const Target &known) { diag << known.name; });
    diag << ", found '" << name << "'";
    if (name.ends_with(".mlir"))
      diag << "; target files are not supported yet";
    return diag;
  }
  Preferences preferences;
  for (OpKind kind : OpKind::getAll()) {
    bool isPointwise = kind.family == OpKind::Family::PointwiseConv;
    ArrayRef<ImageLayout> data =
        isPointwise ? target->pointwise : target->convolutions;
    bool isDense = isPointwise || kind.family == OpKind::Family::Conv;
    ArrayRef<ImageLayout> results =
        isDense && !data.empty() && !target->results.empty() ? target->results
                                                             : data;
    Preference preference = kind.isMatmul()
                                ? getMatmulPreference(*target, kind)
                                : getConvolutionPreference(data, results, kind);
    preference.groupBits = target->groupBits;
    if (!preference.alternatives.empty() ||
        preference.order != OperandOrder::Given)
      preferences[kind] = std::move(preference);
  }
  return preferences;
}
