//===- MaterializeAsGather.cpp - Lowers chains to one linalg.generic ------===//
//
// Part of LayoutMLIR, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A pad, a transform and a crop count as one rewrite (Rewrites.h), which reads
// its source once and writes its result once. As a tensor.pad, a
// linalg.transpose and a tensor.extract_slice they would take several passes
// over memory, with a buffer of the padded size between them. So they become
// one gather (GatherInterface.h).
//
//===----------------------------------------------------------------------===//

#include "Analysis/CarriedAttributes.h"
#include "LayoutToLinalg.h"
#include "layout/Analysis/Rewrites.h"
#include "layout/Dialect/Layout.h"
#include "layout/Interfaces/GatherInterface.h"
#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"

using namespace mlir;
using namespace mlir::layout;

//===----------------------------------------------------------------------===//
// The chain
//===----------------------------------------------------------------------===//

namespace {
/// The layout ops of a rewrite, with the reshapes between them.
struct Chain {
  /// Null if there is none.
  PadOp pad;
  SmallVector<CropOp, 1> crops;
  /// All ops, the last one first.
  SmallVector<Operation *> ops;
  /// From the padded source to the tensor that is cropped, unless there are
  /// several crops.
  IndexMap map;
  /// From the result to the padded source.
  AffineMap read;
  TypedValue<RankedTensorType> source, result;

  ArrayRef<int64_t> getPaddedShape() {
    return pad ? pad.getResult().getType().getShape()
               : source.getType().getShape();
  }
  ArrayRef<int64_t> getWholeShape() {
    return crops.empty() ? result.getType().getShape()
                         : crops.front().getSource().getType().getShape();
  }
};
} // namespace

/// Returns the ops of `rewrite` and the reshapes between them, or nothing if
/// some of them are no layout ops or have no inverse, or there is neither a pad
/// nor a crop.
static std::optional<Chain> getChain(const Rewrite &rewrite) {
  if (rewrite.ops.size() < 2)
    return std::nullopt;
  Chain chain;
  chain.source = dyn_cast<TypedValue<RankedTensorType>>(rewrite.source);
  chain.result = dyn_cast<TypedValue<RankedTensorType>>(rewrite.result);
  chain.read = AffineMap::getMultiDimIdentityMap(
      chain.result ? chain.result.getType().getRank() : 0,
      rewrite.result.getContext());
  Value value = rewrite.result;
  for (; value != rewrite.source; value = chain.ops.back()->getOperand(0)) {
    Operation *op = value.getDefiningOp();
    if (auto transform = dyn_cast<LayoutTransformOp>(op)) {
      IndexMap map = transform.getIndexMap();
      ArrayRef<int64_t> shape = transform.getSource().getType().getShape();
      std::optional<IndexMap> inverse = map.inverse(shape);
      if (!inverse)
        return std::nullopt;
      chain.map = chain.map ? chain.map.compose(map, shape) : map;
      chain.read = inverse->getAffineMap().compose(chain.read);
    } else if (auto pad = dyn_cast<PadOp>(op)) {
      chain.pad = pad;
    } else if (auto crop = dyn_cast<CropOp>(op)) {
      chain.crops.push_back(crop);
    } else {
      return std::nullopt;
    }
    chain.ops.push_back(op);
  }
  if (!chain.map) // A pad and a crop with nothing between them.
    chain.map = IndexMap::getIdentity(chain.result.getType().getRank(),
                                      chain.result.getContext());
  return chain;
}

/// Replaces the index of each loop that runs once by 0, as upstream does.
static AffineMap fixUnitLoops(AffineMap read, ArrayRef<int64_t> result) {
  SmallVector<AffineExpr> loops;
  for (auto [dim, size] : llvm::enumerate(result))
    loops.push_back(size == 1 ? getAffineConstantExpr(0, read.getContext())
                              : getAffineDimExpr(dim, read.getContext()));
  return simplifyAffineMap(
      read.replaceDimsAndSymbols(loops, {}, result.size(), 0));
}

/// Returns `read` with the sizes of single tiles that a crop cuts off:
///
///   (d0, d1) -> (0, d1, d0)
///
/// from tensor<1x5x4xf32> to a tensor<4x5xf32> that is cropped to
/// tensor<3x5xf32> becomes
///
///   (d0, d1) -> (0, d1, d0 mod 4)
///
/// which is the same on the result and shows that there were 4 rows.
static AffineMap stateTiles(AffineMap read, ArrayRef<int64_t> whole,
                            ArrayRef<int64_t> result) {
  SmallVector<AffineExpr> exprs;
  for (AffineExpr expr : read.getResults()) {
    auto index = dyn_cast<AffineDimExpr>(expr);
    unsigned dim = index ? index.getPosition() : 0;
    if (index && whole[dim] != result[dim])
      expr = expr % whole[dim];
    exprs.push_back(expr);
  }
  return AffineMap::get(read.getNumDims(), 0, exprs, read.getContext());
}

/// Whether `layout-raise` finds the steps of the chain in what its gather
/// reads.
static bool tellsSteps(const GatherRead &read, Chain &chain) {
  std::optional<GatherSteps> steps =
      getGatherSteps(read, chain.source.getType().getShape(),
                     chain.result.getType().getShape());
  return steps && ArrayRef(steps->padded) == chain.getPaddedShape() &&
         ArrayRef(steps->whole) == chain.getWholeShape() &&
         isProved(steps->map.isEqual(chain.map, chain.getPaddedShape()));
}

/// Returns what the gather of a chain reads. If it does not tell the steps of
/// the chain, `layout-raise` leaves the gather as it is; then all sizes must be
/// static. Returns nothing if there is no such gather.
static std::optional<GatherRead> getRead(Chain &chain) {
  ArrayRef<int64_t> from = chain.source.getType().getShape();
  ArrayRef<int64_t> padded = chain.getPaddedShape();
  ArrayRef<int64_t> result = chain.result.getType().getShape();
  if (llvm::is_contained(from, 0))
    return std::nullopt;
  GatherRead read{chain.read, llvm::SmallBitVector(from.size())};
  for (auto [dim, sizes] : llvm::enumerate(llvm::zip_equal(from, padded)))
    if (std::get<0>(sizes) != std::get<1>(sizes))
      read.isPadded.set(dim);
  std::optional<IndexMap> inverse =
      chain.crops.size() <= 1 ? chain.map.inverse(padded) : std::nullopt;
  if (inverse) {
    read.map = fixUnitLoops(
        stateTiles(inverse->getAffineMap(), chain.getWholeShape(), result),
        result);
    if (tellsSteps(read, chain))
      return read;
  }
  if (ShapedType::isDynamicShape(from) || ShapedType::isDynamicShape(result))
    return std::nullopt;
  read.map = fixUnitLoops(
      IndexMap(chain.read).canonicalize(result).getAffineMap(), result);
  return read;
}

//===----------------------------------------------------------------------===//
// The gather
//===----------------------------------------------------------------------===//

namespace {
/// Creates the body of a gather (GatherInterface.h).
class GatherBody {
public:
  GatherBody(RewriterBase &rewriter, Location loc, const GatherRead &read,
             TypedValue<RankedTensorType> source, Value element)
      : read(read), source(source), element(element) {
    // Constants in front of the loop nest, where canonicalization puts them.
    auto createConstant = [&](int64_t value) {
      return arith::ConstantIndexOp::create(rewriter, loc, value);
    };
    if (element)
      zero = createConstant(0);
    for (auto [dim, expr] : llvm::enumerate(read.map.getResults())) {
      auto constant = dyn_cast<AffineConstantExpr>(expr);
      constants.push_back(constant ? createConstant(constant.getValue())
                                   : Value());
      sizes.push_back(read.isPadded.test(dim)
                          ? createConstant(source.getType().getDimSize(dim))
                          : Value());
    }
  }

  void operator()(OpBuilder &builder, Location loc, ValueRange) const {
    SmallVector<OpFoldResult> loops;
    for (unsigned loop : llvm::seq(read.map.getNumDims()))
      loops.push_back(linalg::IndexOp::create(builder, loc, loop).getResult());
    Value condition;
    SmallVector<Value> indices;
    for (auto [dim, expr] : llvm::enumerate(read.map.getResults())) {
      Value index = constants[dim]
                        ? constants[dim]
                        : cast<Value>(affine::makeComposedFoldedAffineApply(
                              builder, loc, expr, loops));
      indices.push_back(read.isPadded.test(dim)
                            ? clamp(builder, loc, index, sizes[dim], condition)
                            : index);
    }
    Value value = tensor::ExtractOp::create(builder, loc, source, indices);
    if (condition)
      value = arith::SelectOp::create(builder, loc, condition, value, element);
    linalg::YieldOp::create(builder, loc, value);
  }

private:
  /// Returns `index` where it is less than `size`, and 0 elsewhere. Adds this
  /// to `condition`.
  Value clamp(OpBuilder &builder, Location loc, Value index, Value size,
              Value &condition) const {
    Value isInside = arith::CmpIOp::create(
        builder, loc, arith::CmpIPredicate::ult, index, size);
    condition = condition
                    ? arith::AndIOp::create(builder, loc, condition, isInside)
                          .getResult()
                    : isInside;
    return arith::SelectOp::create(builder, loc, isInside, index, zero);
  }

  const GatherRead &read;
  TypedValue<RankedTensorType> source;
  Value element, zero;
  /// By dim of the source: its index if that is constant, and its size if it is
  /// padded.
  SmallVector<Value> constants, sizes;
};
} // namespace

/// Returns the sizes of the result of a gather. A dynamic dim is a dim of the
/// source.
static SmallVector<OpFoldResult> getSizes(RewriterBase &rewriter, Location loc,
                                          Chain &chain,
                                          const GatherRead &read) {
  SmallVector<OpFoldResult> sizes = getAsIndexOpFoldResult(
      rewriter.getContext(), chain.result.getType().getShape());
  for (auto [dim, expr] : llvm::enumerate(read.map.getResults()))
    if (chain.source.getType().isDynamicDim(dim))
      sizes[cast<AffineDimExpr>(expr).getPosition()] =
          tensor::getMixedSize(rewriter, loc, chain.source, dim);
  return sizes;
}

static Value createGather(RewriterBase &rewriter, Chain &chain,
                          const GatherRead &read) {
  Location loc = chain.result.getLoc();
  RankedTensorType type = chain.result.getType();
  Value empty = tensor::EmptyOp::create(
      rewriter, loc, getSizes(rewriter, loc, chain, read),
      type.getElementType(), type.getEncoding());
  GatherBody body(rewriter, loc, read, chain.source,
                  chain.pad ? createPadElement(rewriter, chain.pad) : Value());
  SmallVector<utils::IteratorType> iterators(type.getRank(),
                                             utils::IteratorType::parallel);
  AffineMap identity = rewriter.getMultiDimIdentityMap(type.getRank());
  return linalg::GenericOp::create(rewriter, loc, type, ValueRange(), empty,
                                   identity, iterators, body)
      .getResult(0);
}

/// Replaces a chain by a gather:
///
///   %0 = layout.pad %a low [0, 0] high [2, 0] value(0.0 : f32)
///       : tensor<6x5xf32> to tensor<8x5xf32>
///   %1 = layout.layout_transform %0
///       by <(d0, d1) -> (d0 floordiv 4, d1, d0 mod 4)>
///       : tensor<8x5xf32> to tensor<2x5x4xf32>
///
/// becomes the gather in GatherInterface.h, and
///
///   %0 = layout.layout_transform %a by <(d0, d1, d2) -> (d0 * 4 + d2, d1)>
///       : tensor<2x5x4xf32> to tensor<8x5xf32>
///   %1 = layout.crop %0 offsets [0, 0] sizes [6, 5]
///       : tensor<8x5xf32> to tensor<6x5xf32>
///
/// becomes a gather with the indices (d0 floordiv 4, d1, d0 mod 4) and without
/// conditions. Ops of the chain stay if they have other users.
bool layout::materializeAsGather(RewriterBase &rewriter,
                                 const Rewrite &rewrite) {
  std::optional<Chain> chain = getChain(rewrite);
  if (!chain)
    return false;
  std::optional<GatherRead> read = getRead(*chain);
  if (!read)
    return false;
  OpBuilder::InsertionGuard guard(rewriter);
  rewriter.setInsertionPoint(chain->ops.front());
  Value gather = createGather(rewriter, *chain, *read);
  carryAttributes(chain->ops.front(), gather.getDefiningOp());
  rewriter.replaceAllUsesWith(chain->result, gather);
  for (Operation *op : chain->ops)
    if (op->use_empty())
      rewriter.eraseOp(op);
  return true;
}
