//===- KernelGroups.cpp - Groups of reduced elements in kernels -----------===//
//
// Part of LayoutMLIR, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "KernelGroups.h"
#include "LayoutOption.h"

using namespace mlir;
using namespace mlir::layout;

/// The number of elements of a group; 1 if the op has none.
static int64_t getGroupSize(linalg::LinalgOp op, unsigned groupBits) {
  constexpr unsigned narrow = 8;
  Type sum = getElementTypeOrSelf(op.getDpsInits().front());
  if (groupBits == 0 || !sum.isInteger(groupBits) ||
      !getElementTypeOrSelf(op->getOperand(0)).isInteger(narrow) ||
      !getElementTypeOrSelf(op->getOperand(1)).isInteger(narrow))
    return 1;
  return groupBits / narrow;
}

/// Returns why the loops of a role are not one loop that `block` divides;
/// nothing if they are. Padding counts if `pads`.
static std::optional<Reason> findIndivisible(linalg::LinalgOp op,
                                             const CriticalOp &critical,
                                             LoopRole role, StringRef name,
                                             int64_t block, bool pads) {
  SmallVector<unsigned> loops = critical.getLoops(role);
  if (loops.size() != 1)
    return SeveralDims{name, loops.size()};
  int64_t extent = op.getStaticLoopRanges()[loops.front()];
  if (!ShapedType::isDynamic(extent) && (extent % block == 0 || pads))
    return std::nullopt;
  return IndivisibleExtent{name, block, extent};
}

Alternative layout::addKernelGroups(linalg::LinalgOp op,
                                    const CriticalOp &critical, OpKind kind,
                                    const Alternative &alternative,
                                    unsigned groupBits, Indivisible indivisible,
                                    std::optional<Reason> &reason) {
  int64_t size = getGroupSize(op, groupBits);
  bool isDense = kind.isMatmul() || kind.isDenseConv();
  if (size == 1 || !isDense)
    return alternative;
  bool pads = indivisible == Indivisible::Pad;
  bool padsSums = pads && addsNothingOnZeros(op);
  bool isMatmul = kind.isMatmul();
  char reduced = isMatmul ? 'K' : 'I', written = isMatmul ? 'N' : 'O';
  const LetterLayout &kernel = alternative.layouts.kernel;
  reason = findIndivisible(op, critical,
                           isMatmul ? LoopRole::K : LoopRole::InputChannel,
                           isMatmul ? "k" : "input channels", size, padsSums);
  if (!reason)
    reason = findIndivisible(
        op, critical, isMatmul ? LoopRole::N : LoopRole::OutputChannel,
        isMatmul ? "n" : "output channels", kernel.getBlock(written), pads);
  if (reason)
    return alternative;
  SmallVector<LetterAxis> axes(kernel.getAxes());
  axes.push_back({reduced, size});
  Alternative grouped = alternative;
  grouped.layouts.kernel = LetterLayout(axes);
  return grouped;
}
