//===- FulfilledConditions.cpp - Whether conditions hold for an op --------===//
//
// Part of LayoutMLIR, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "FulfilledConditions.h"
#include "DimLetters.h"
#include "layout/Analysis/Rewrites.h"
#include "llvm/Support/raw_ostream.h"

using namespace mlir;
using namespace mlir::layout;

/// Whether `number` fulfils all conditions; a dynamic one fulfils none.
static bool holds(ArrayRef<Condition> conditions, int64_t number) {
  return llvm::all_of(conditions, [&](const Condition &condition) {
    return !ShapedType::isDynamic(number) && condition.holds(number);
  });
}

/// Whether all numbers fulfil the conditions.
static bool hold(ArrayRef<Condition> conditions, ArrayRef<int64_t> numbers) {
  return llvm::all_of(
      numbers, [&](int64_t number) { return holds(conditions, number); });
}

/// Returns the extent of the dim of a letter, with its blocks, in the first
/// operand that has it; nothing if none does.
static std::optional<int64_t>
getDimExtent(linalg::LinalgOp op, const DimLetters &letters, char letter) {
  const unsigned result = op.getDpsInitOperand(0)->getOperandNumber();
  for (unsigned operand : {0u, 1u, result}) {
    std::optional<std::string> dims = letters.get(operand);
    if (!dims || !StringRef(*dims).contains(letter))
      continue;
    int64_t extent = 1;
    for (auto [other, size] :
         llvm::zip_equal(*dims, op.getShape(&op->getOpOperand(operand))))
      if (other == letter)
        extent = ShapedType::isDynamic(size) || ShapedType::isDynamic(extent)
                     ? ShapedType::kDynamic
                     : extent * size;
    return extent;
  }
  return std::nullopt;
}

static bool isOneOf(Value operand, ArrayRef<std::string> types) {
  if (types.empty())
    return true;
  std::string text;
  llvm::raw_string_ostream(text) << getElementTypeOrSelf(operand.getType());
  return llvm::is_contained(types, text);
}

/// Whether the conditions on windows hold; an op without windows fulfils none.
static bool fulfillsWindow(linalg::LinalgOp op, const CriticalOp &critical,
                           const Conditions &conditions) {
  if (conditions.window.empty() && conditions.strides.empty() &&
      conditions.dilation.empty() && conditions.groups.empty())
    return true;
  if (!critical.isConvolution())
    return false;
  SmallVector<int64_t> ranges = op.getStaticLoopRanges();
  auto getRanges = [&](LoopRole role) {
    return llvm::map_to_vector(critical.getLoops(role),
                               [&](unsigned loop) { return ranges[loop]; });
  };
  int64_t groups = 1;
  for (int64_t extent : getRanges(LoopRole::Depth))
    groups = ShapedType::isDynamic(extent) || ShapedType::isDynamic(groups)
                 ? ShapedType::kDynamic
                 : groups * extent;
  FailureOr<linalg::ConvolutionDimensions> dims = inferConvolution(op);
  return succeeded(dims) &&
         hold(conditions.window, getRanges(LoopRole::FilterLoop)) &&
         hold(conditions.strides, dims->strides) &&
         hold(conditions.dilation, dims->dilations) &&
         holds(conditions.groups, groups);
}

bool layout::fulfills(linalg::LinalgOp op, const CriticalOp &critical,
                      OpKind kind, const Conditions &conditions) {
  if (!isOneOf(op->getOperand(0), conditions.dataTypes) ||
      !isOneOf(op->getOperand(1), conditions.kernelTypes) ||
      !isOneOf(op.getDpsInits()[0], conditions.resultTypes) ||
      !fulfillsWindow(op, critical, conditions))
    return false;
  if (conditions.hasConstantKernel &&
      isConstantData(op->getOperand(1)) != *conditions.hasConstantKernel)
    return false;
  if (conditions.extents.empty())
    return true;
  DimLetters letters(op, critical, kind);
  return llvm::all_of(conditions.extents, [&](const auto &entry) {
    std::optional<int64_t> extent = getDimExtent(op, letters, entry.first);
    return extent && holds(entry.second, *extent);
  });
}

SmallVector<Alternative, 1>
layout::getAlternatives(const Preference &preference, linalg::LinalgOp op,
                        const CriticalOp &critical, OpKind kind) {
  SmallVector<Alternative, 1> alternatives = preference.alternatives;
  llvm::erase_if(alternatives, [&](const Alternative &choice) {
    return !fulfills(op, critical, kind, choice.when);
  });
  auto isFallback = [](const Alternative &choice) { return choice.isFallback; };
  if (!llvm::all_of(alternatives, isFallback))
    llvm::erase_if(alternatives, isFallback);
  return alternatives;
}
