//===- CriticalOps.cpp - Ops that care about their layout ----------------===//
//
// Part of the layout project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "layout/Analysis/CriticalOps.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Complex/IR/Complex.h"
#include "mlir/Dialect/Linalg/IR/LinalgInterfaces.h"

using namespace mlir;
using namespace mlir::layout;

SmallVector<unsigned> CriticalOp::getLoops(LoopRole role) const {
  SmallVector<unsigned> loops;
  for (auto [loop, other] : llvm::enumerate(roles))
    if (other == role)
      loops.push_back(loop);
  return loops;
}

bool CriticalOp::has(LoopRole role) const {
  return llvm::is_contained(roles, role);
}

/// Whether the body adds the product of the two inputs to the result.
static bool isMultiplyAdd(linalg::LinalgOp op) {
  return linalg::detail::isContractionBody(
      *op.getBlock(), [](Operation *product, Operation *sum) {
        return (isa<arith::MulFOp>(product) && isa<arith::AddFOp>(sum)) ||
               (isa<arith::MulIOp>(product) && isa<arith::AddIOp>(sum)) ||
               (isa<complex::MulOp>(product) && isa<complex::AddOp>(sum)) ||
               (isa<arith::AndIOp>(product) && isa<arith::OrIOp>(sum));
      });
}

static void assign(CriticalOp &critical, LoopRole role,
                   ArrayRef<unsigned> loops) {
  for (unsigned loop : loops)
    critical.roles[loop] = role;
}

static std::optional<CriticalOp> classifyConvolution(linalg::LinalgOp op) {
  FailureOr<linalg::ConvolutionDimensions> dims =
      linalg::inferConvolutionDims(op);
  if (failed(dims) || (dims->outputChannel.empty() && dims->depth.empty()))
    return std::nullopt;
  CriticalOp critical{CriticalKind::Convolution,
                      SmallVector<LoopRole>(op.getNumLoops(), LoopRole::Other)};
  assign(critical, LoopRole::Batch, dims->batch);
  assign(critical, LoopRole::OutputImage, dims->outputImage);
  assign(critical, LoopRole::OutputChannel, dims->outputChannel);
  assign(critical, LoopRole::FilterLoop, dims->filterLoop);
  assign(critical, LoopRole::InputChannel, dims->inputChannel);
  assign(critical, LoopRole::Depth, dims->depth);
  return critical;
}

static std::optional<CriticalOp> classifyContraction(linalg::LinalgOp op) {
  FailureOr<linalg::ContractionDimensions> dims =
      linalg::inferContractionDims(op);
  if (failed(dims) || dims->k.empty() || (dims->m.empty() && dims->n.empty()))
    return std::nullopt;
  CriticalOp critical{CriticalKind::Contraction,
                      SmallVector<LoopRole>(op.getNumLoops(), LoopRole::Other)};
  assign(critical, LoopRole::Batch, dims->batch);
  assign(critical, LoopRole::M, dims->m);
  assign(critical, LoopRole::N, dims->n);
  assign(critical, LoopRole::K, dims->k);
  return critical;
}

std::optional<CriticalOp> layout::classify(linalg::LinalgOp op) {
  if (op.getNumDpsInputs() != 2 || op.getNumDpsInits() != 1 ||
      !isMultiplyAdd(op))
    return std::nullopt;
  if (std::optional<CriticalOp> convolution = classifyConvolution(op))
    return convolution;
  return classifyContraction(op);
}

std::optional<unsigned> layout::getImageLoop(AffineMap image,
                                             const CriticalOp &roles,
                                             unsigned filterLoop) {
  for (AffineExpr index : image.getResults()) {
    if (!index.isFunctionOfDim(filterLoop))
      continue;
    for (unsigned loop : roles.getLoops(LoopRole::OutputImage))
      if (index.isFunctionOfDim(loop))
        return loop;
  }
  return std::nullopt;
}

/// Whether the loops that `map` uses out of `loops` stand side by side, in
/// order.
static bool standTogether(AffineMap map, ArrayRef<unsigned> loops) {
  SmallVector<unsigned> places;
  for (unsigned loop : loops)
    if (std::optional<unsigned> place =
            map.getResultPosition(getAffineDimExpr(loop, map.getContext())))
      places.push_back(*place);
  return llvm::all_of(llvm::seq<size_t>(1, std::max<size_t>(places.size(), 1)),
                      [&](size_t i) { return places[i] == places[i - 1] + 1; });
}

bool layout::isBlocked(linalg::LinalgOp op, const CriticalOp &roles) {
  for (LoopRole role :
       {LoopRole::OutputChannel, LoopRole::InputChannel, LoopRole::Depth,
        LoopRole::M, LoopRole::N, LoopRole::K}) {
    SmallVector<unsigned> loops = roles.getLoops(role);
    for (AffineMap map : op.getIndexingMapsArray())
      if (!standTogether(map, loops))
        return true;
  }
  return false;
}
