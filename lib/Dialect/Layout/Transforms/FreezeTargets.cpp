//===- FreezeTargets.cpp - What the built-in targets prefer ---------------===//
//
// Part of the layout project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "FreezePreferences.h"
#include "llvm/ADT/StringExtras.h"

using namespace mlir;
using namespace mlir::layout;

namespace {
struct Target {
  StringLiteral name;
  /// The data of convolutions; `*` stands for the letters of the image.
  StringLiteral convolution;
  /// The data and the kernel of matmuls; empty where they stay as they are.
  StringLiteral matmulData, matmulKernel;
};
} // namespace

static constexpr Target targets[] = {
    {"nchw", "NC*", "", ""},
    {"nhwc", "N*C", "", ""},
    {"nchw4c", "NC*4c", "", ""},
    {"nchw8c", "NC*8c", "", ""},
    {"nchw16c", "NC*16c", "", ""},
    {"nchw16c-mm16", "NC*16c", "MK16m16k", "NK16n16k"},
};

/// A layout of the tables above, which hold no malformed ones.
static LetterLayout getLayout(StringRef text) {
  return llvm::cantFail(LetterLayout::parse(text));
}

static OperandLayouts getConvolutionLayouts(const Target &target, OpKind kind) {
  std::string data;
  for (char letter : target.convolution) {
    if (letter == '*')
      data += kind.getImageLetters();
    else if (letter == 'C' && kind.family == OpKind::Family::GroupedConv)
      data += "GC";
    else
      data += letter;
  }
  LetterLayout layout = getLayout(data);
  return complete(kind, layout, getDefaultKernel(kind, layout));
}

static OperandLayouts getMatmulLayouts(const Target &target, OpKind kind) {
  StringRef batch = kind.family == OpKind::Family::BatchMatmul ? "B" : "";
  return complete(kind, getLayout((batch + target.matmulData).str()),
                  getLayout((batch + target.matmulKernel).str()));
}

FailureOr<Preferences> layout::getTargetPreferences(
    StringRef name, llvm::function_ref<InFlightDiagnostic()> emitError) {
  const Target *target = llvm::find_if(
      targets, [&](const Target &target) { return target.name == name; });
  if (target == std::end(targets)) {
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
    if (!kind.isMatmul())
      preferences[kind].push_back(getConvolutionLayouts(*target, kind));
    else if (!target->matmulData.empty())
      preferences[kind].push_back(getMatmulLayouts(*target, kind));
  }
  return preferences;
}
