//===- DimRuns.cpp - Dims that a map reads as one number ------------------===//
//
// Part of LayoutMLIR, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "DimRuns.h"
#include "llvm/ADT/MapVector.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/MathExtras.h"

using namespace mlir;
using namespace mlir::layout;

/// Adds the factors that `expr` multiplies dims by; false if it does more.
static bool addFactors(AffineExpr expr, int64_t factor,
                       MutableArrayRef<int64_t> factors) {
  if (auto dim = dyn_cast<AffineDimExpr>(expr)) {
    int64_t &sum = factors[dim.getPosition()];
    return !llvm::AddOverflow(sum, factor, sum);
  }
  auto binary = dyn_cast<AffineBinaryOpExpr>(expr);
  if (!binary)
    return false;
  if (binary.getKind() == AffineExprKind::Add)
    return addFactors(binary.getLHS(), factor, factors) &&
           addFactors(binary.getRHS(), factor, factors);
  auto constant = dyn_cast<AffineConstantExpr>(binary.getRHS());
  return binary.getKind() == AffineExprKind::Mul && constant &&
         !llvm::MulOverflow(factor, constant.getValue(), factor) &&
         addFactors(binary.getLHS(), factor, factors);
}

/// The dims whose row-major index `expr` is.
static std::optional<DimRun> getRun(AffineExpr expr, ArrayRef<int64_t> shape) {
  SmallVector<int64_t> factors(shape.size(), 0);
  if (!addFactors(expr, 1, factors))
    return std::nullopt;
  DimRun run;
  for (unsigned dim = 0; dim < shape.size(); ++dim)
    if (factors[dim] != 0)
      run.push_back(dim);
  llvm::sort(run, [&](unsigned a, unsigned b) {
    return std::tuple(factors[b], shape[b], a) <
           std::tuple(factors[a], shape[a], b);
  });
  int64_t stride = 1;
  for (unsigned dim : llvm::reverse(run))
    if (factors[dim] != stride || llvm::MulOverflow(stride, shape[dim], stride))
      return std::nullopt;
  return run;
}

std::optional<DimRunMap> layout::readDimRuns(AffineMap map,
                                             ArrayRef<int64_t> shape) {
  llvm::MapVector<AffineExpr, DimRun> sums;
  map.walkExprs([&](AffineExpr expr) {
    auto binary = dyn_cast<AffineBinaryOpExpr>(expr);
    if (!binary || (binary.getKind() != AffineExprKind::FloorDiv &&
                    binary.getKind() != AffineExprKind::Mod))
      return;
    if (binary.getLHS().getKind() == AffineExprKind::Add)
      if (std::optional<DimRun> run = getRun(binary.getLHS(), shape))
        sums.insert({binary.getLHS(), std::move(*run)});
  });

  MLIRContext *context = map.getContext();
  DimRunMap result;
  auto addRun = [&](ArrayRef<unsigned> run) {
    int64_t extent = 1;
    for (unsigned dim : run)
      extent *= shape[dim];
    result.shape.push_back(extent);
    result.runs.emplace_back(run);
    return getAffineDimExpr(result.runs.size() - 1, context);
  };
  // The sums become new dims behind the old ones; then what is left is numbered
  // from 0 on.
  DenseMap<AffineExpr, AffineExpr> names;
  SmallVector<AffineExpr> numbers(shape.size());
  for (auto &[sum, run] : sums) {
    for (unsigned dim : run) {
      if (numbers[dim])
        return std::nullopt;
      numbers[dim] = sum;
    }
    names[sum] = getAffineDimExpr(numbers.size(), context);
    numbers.push_back(addRun(run));
  }
  AffineMap named = map.replace(names, numbers.size(), 0);
  for (unsigned dim = 0; dim < shape.size(); ++dim) {
    if (!numbers[dim])
      numbers[dim] = addRun(dim);
    else if (named.isFunctionOfDim(dim))
      return std::nullopt;
  }
  result.map =
      IndexMap(named.replaceDimsAndSymbols(numbers, {}, result.runs.size(), 0));
  return result;
}
