//===- MemoryOrder.cpp - Digits in the order memory is walked -------------===//
//
// Part of LayoutMLIR, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "MemoryOrder.h"
#include "MakeError.h"
#include "llvm/ADT/STLExtras.h"

using namespace mlir;
using namespace mlir::layout;

static auto findDim(LinearCombination &sum, unsigned dim) {
  return llvm::find_if(sum.terms, [&](const WeightedDigit &term) {
    return term.digit.dim == dim;
  });
}

/// Puts the dims of one element that are physical dims by themselves where they
/// stand: inside of whatever has the same stride.
static void insertUnitResults(const PhysicalLayout &layout,
                              LinearCombination &sum) {
  int64_t stride = 1;
  auto results = layout.getMap().getAffineMap().getResults();
  for (auto [result, extent] :
       llvm::reverse(llvm::zip_equal(results, layout.getBox()))) {
    auto dim = dyn_cast<AffineDimExpr>(result);
    if (dim && layout.getShape()[dim.getPosition()] == 1 &&
        findDim(sum, dim.getPosition()) == sum.terms.end()) {
      auto *place = llvm::find_if(sum.terms, [&](const WeightedDigit &term) {
        return term.weight < stride ||
               (term.weight == stride && term.digit.extent == 1);
      });
      // Between the blocks of another dim no stride is right for it: it takes
      // up nothing.
      int64_t weight = stride;
      if (place != sum.terms.end() &&
          place->weight * place->digit.extent > stride)
        weight = place == sum.terms.begin() ? layout.getNumPositions()
                                            : std::prev(place)->weight;
      sum.terms.insert(place, {{dim.getPosition(), 1, 1}, weight});
    }
    stride *= extent;
  }
}

/// Puts all other dims, which have one element, inside of their predecessors.
static void insertUnitDims(const PhysicalLayout &layout,
                           LinearCombination &sum) {
  for (unsigned dim = 0; dim < layout.getShape().size(); ++dim) {
    if (findDim(sum, dim) != sum.terms.end())
      continue;
    if (dim == 0) {
      sum.terms.insert(sum.terms.begin(),
                       {{dim, 1, 1}, layout.getNumPositions()});
      continue;
    }
    // The innermost digit of the predecessor.
    auto last =
        llvm::find_if(llvm::reverse(sum.terms), [&](const WeightedDigit &term) {
          return term.digit.dim == dim - 1;
        }).base();
    sum.terms.insert(last, {{dim, 1, 1}, std::prev(last)->weight});
  }
}

llvm::Expected<LinearCombination>
layout::getMemoryOrder(const PhysicalLayout &layout) {
  AffineMap map = layout.getMap().getAffineMap();
  if (layout.getNumElements() == 0)
    return makeError("requires a tensor that is not empty");
  AffineExpr offset = getAffineConstantExpr(0, layout.getContext());
  for (auto [result, extent] :
       llvm::zip_equal(map.getResults(), layout.getBox()))
    offset = offset * extent + result;
  std::optional<LinearCombination> sum =
      getLinearCombination(offset, layout.getShape());
  if (!sum || !coversEachDimOnce(sum->terms, layout.getShape())) {
    return makeError("requires a layout that deals out the digits of its dims, "
                     "found {0}",
                     map);
  }
  insertUnitResults(layout, *sum);
  insertUnitDims(layout, *sum);
  return *sum;
}
