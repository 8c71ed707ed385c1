//===- SymbolicShape.cpp - Extents with symbols ---------------------------===//
//
// Part of LayoutMLIR, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "layout/Algebra/SymbolicShape.h"
#include "llvm/ADT/STLExtras.h"

using namespace mlir;
using namespace mlir::layout;

SmallVector<int64_t> SymbolicShape::getStaticShape() const {
  return llvm::map_to_vector(extents, [](AffineExpr extent) {
    auto constant = dyn_cast<AffineConstantExpr>(extent);
    return constant ? constant.getValue() : ShapedType::kDynamic;
  });
}

std::optional<SymbolicShape>
SymbolicShape::getPhysicalShape(const IndexMap &map) const {
  std::optional<MixedRadixMap> digits = map.getDigits(getStaticShape());
  if (!digits)
    return std::nullopt;
  SmallVector<AffineExpr> physical;
  for (const MixedRadix &list : *digits) {
    AffineExpr extent = getAffineConstantExpr(1, map.getContext());
    for (const Digit &digit : llvm::reverse(list))
      extent = digit.isDynamic()
                   ? extents[digit.dim].ceilDiv(digit.stride) * extent
                   : extent * digit.extent;
    physical.push_back(extent);
  }
  return SymbolicShape(physical);
}

/// Whether `stride` divides `extent` for all values of the symbols.
static Verdict divides(int64_t stride, AffineExpr extent) {
  if (extent.isMultipleOf(stride))
    return Verdict::Proved;
  // What is left when all multiples are gone may still be a constant.
  unsigned numSymbols = 0;
  extent.walk([&](AffineExpr part) {
    if (auto symbol = dyn_cast<AffineSymbolExpr>(part))
      numSymbols = std::max(numSymbols, symbol.getPosition() + 1);
  });
  AffineExpr rest = simplifyAffineExpr(extent % stride, 0, numSymbols);
  auto constant = dyn_cast<AffineConstantExpr>(rest);
  if (!constant)
    return Verdict::Unknown;
  return constant.getValue() == 0 ? Verdict::Proved : Verdict::Refuted;
}

Verdict SymbolicShape::isBijective(const IndexMap &map) const {
  SmallVector<int64_t> shape = getStaticShape();
  Verdict verdict = map.isBijective(shape);
  std::optional<MixedRadixMap> digits = map.getDigits(shape);
  if (!isProved(verdict) || !digits)
    return verdict;
  SmallVector<Verdict> verdicts;
  for (const MixedRadix &list : *digits)
    for (const Digit &digit : list)
      if (digit.isDynamic())
        verdicts.push_back(divides(digit.stride, extents[digit.dim]));
  return getConjunction(verdicts);
}

Verdict SymbolicShape::isEqual(const IndexMap &lhs, const IndexMap &rhs) const {
  return lhs.isEqual(rhs, getStaticShape());
}
