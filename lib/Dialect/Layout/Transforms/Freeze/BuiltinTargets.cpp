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
struct PricedLayout {
  /// The data or the result of convolutions; `*` stands for the letters of the
  /// image.
  StringLiteral layout;
  /// What half a convolution costs that has it, in sixteenths of the bytes of
  /// its result.
  unsigned price = 0;
};

struct Target {
  StringLiteral name;
  /// What the data and the result of convolutions may be, free of each other.
  ArrayRef<PricedLayout> convolutions;
  /// The same of pointwise ones; none where they are like others.
  ArrayRef<PricedLayout> pointwise = {};
  /// The data and the kernel of matmuls; empty where they stay as they are.
  StringLiteral matmulData = "", matmulKernel = "";
  /// What flexibility those have that stay as they are.
  OperandOrder matmulOrder = OperandOrder::Given;
};
} // namespace

static constexpr PricedLayout plain[] = {{"NC*"}};
static constexpr PricedLayout channelsLast[] = {{"N*C"}};
static constexpr PricedLayout blocks4[] = {{"NC*4c"}};
static constexpr PricedLayout blocks8[] = {{"NC*8c"}};
static constexpr PricedLayout blocks16[] = {{"NC*16c"}};
static constexpr PricedLayout anyOfFour[] = {
    {"NC*16c", 0}, {"NC*8c", 1}, {"N*C", 2}, {"NC*", 4}};

static ArrayRef<Target> getTargets() {
  static const Target targets[] = {
      {"nchw", plain},
      {"nhwc", channelsLast},
      {"nchw4c", blocks4},
      {"nchw8c", blocks8},
      {"nchw16c", blocks16},
      {"nchw16c-mm16", blocks16, {}, "MK16m16k", "NK16n16k"},
      {"nchw16c-1x1nhwc", blocks16, channelsLast},
      {"nchw16c-headmajor", blocks16, {}, "", "", OperandOrder::HeadMajor},
      {"conv4", anyOfFour},
  };
  return targets;
}

/// A layout of the tables above, which hold no malformed ones.
static LetterLayout getLayout(StringRef text) {
  return llvm::cantFail(LetterLayout::parse(text));
}

static LetterLayout getLayout(const PricedLayout &priced, OpKind kind) {
  std::string letters;
  for (char letter : priced.layout) {
    if (letter == '*')
      letters += kind.getImageLetters();
    else if (letter == 'C' && kind.family == OpKind::Family::GroupedConv)
      letters += "GC";
    else
      letters += letter;
  }
  return getLayout(letters);
}

/// Every pair of layouts, the cheapest first.
static Preference getConvolutionPreference(ArrayRef<PricedLayout> layouts,
                                           OpKind kind) {
  Preference preference;
  auto isCheaper = [](const Choice &a, const Choice &b) {
    return a.price < b.price;
  };
  for (const PricedLayout &data : layouts)
    for (const PricedLayout &result : layouts) {
      LetterLayout read = getLayout(data, kind);
      LetterLayout written = getLayout(result, kind);
      Choice choice = {
          complete(kind,
                   {read, getDefaultKernel(kind, read, written), written}),
          data.price + result.price};
      preference.choices.insert(
          llvm::upper_bound(preference.choices, choice, isCheaper), choice);
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
  preference.choices.push_back(
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
    Preference preference =
        kind.isMatmul()
            ? getMatmulPreference(*target, kind)
            : getConvolutionPreference(
                  isPointwise ? target->pointwise : target->convolutions, kind);
    if (!preference.choices.empty() || preference.order != OperandOrder::Given)
      preferences[kind] = std::move(preference);
  }
  return preferences;
}
