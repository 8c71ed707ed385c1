//===- DimLetters.cpp - Letters of the dims of an op ----------------------===//
//
// Part of LayoutMLIR, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "DimLetters.h"

using namespace mlir;
using namespace mlir::layout;

DimLetters::DimLetters(SmallVector<AffineMap> indexingMaps,
                       const CriticalOp &critical, OpKind kind)
    : maps(std::move(indexingMaps)), critical(critical), kind(kind) {
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
  // A window of a convolution is indexed by an image loop and a filter loop.
  for (unsigned loop : imageLoops)
    if (index.isFunctionOfDim(loop))
      return getImageLetter(loop);
  return std::nullopt;
}

std::optional<char> DimLetters::getImageLetter(unsigned loop) const {
  const auto *found = llvm::find(imageLoops, loop);
  StringRef letters = kind.getImageLetters();
  if (found == imageLoops.end() || imageLoops.size() != letters.size())
    return std::nullopt;
  return letters[found - imageLoops.begin()];
}

std::optional<char> DimLetters::getLoopLetter(unsigned operand,
                                              unsigned loop) const {
  bool depthwise = kind.family == OpKind::Family::DepthwiseConv ||
                   kind.family == OpKind::Family::Pooling;
  bool isKernel = operand == 1;
  switch (critical.roles[loop]) {
  case LoopRole::Other:
    return std::nullopt;
  case LoopRole::Batch:
    return kind.isMatmul() ? 'B' : 'N';
  case LoopRole::OutputImage:
    return getImageLetter(loop);
  case LoopRole::OutputChannel:
    return depthwise ? 'M' : isKernel ? 'O' : 'C';
  case LoopRole::InputChannel:
    return isKernel ? 'I' : 'C';
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
