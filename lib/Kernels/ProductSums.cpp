//===- ProductSums.cpp - Sums over one factor of products -----------------===//
//
// Part of LayoutMLIR, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ProductSums.h"
#include "layout/Algebra/IndexMap.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/Dialect/Utils/StructuredOpsUtils.h"
#include "mlir/IR/DialectResourceBlobManager.h"
#include "mlir/IR/Matchers.h"

using namespace mlir;
using namespace mlir::layout;

/// A tensor of 32 bit zeros.
static Value createZeros(OpBuilder &builder, Location loc,
                         ArrayRef<int64_t> shape) {
  Value zero =
      arith::ConstantOp::create(builder, loc, builder.getI32IntegerAttr(0));
  Value empty =
      tensor::EmptyOp::create(builder, loc, shape, builder.getI32Type());
  return linalg::FillOp::create(builder, loc, zero, empty).getResult(0);
}

static void yieldSum(OpBuilder &builder, Location loc, ValueRange terms) {
  Value sum = arith::AddIOp::create(builder, loc, terms[0], terms[1]);
  linalg::YieldOp::create(builder, loc, sum);
}

/// The bytes of a constant, which are one if all are equal; nothing if `value`
/// is none.
static std::optional<ArrayRef<char>> getBytes(Value value) {
  ElementsAttr elements;
  if (!matchPattern(value, m_Constant(&elements)))
    return std::nullopt;
  if (auto dense = dyn_cast<DenseIntElementsAttr>(elements))
    return dense.getRawData();
  if (auto resource = dyn_cast<DenseResourceElementsAttr>(elements))
    if (const AsmResourceBlob *blob = resource.getRawHandle().getBlob())
      if (blob->getData().size() == size_t(elements.getNumElements()))
        return blob->getData();
  return std::nullopt;
}

namespace {
/// Adds up the elements of a tensor along some of its dims.
class DimSum {
public:
  DimSum(Value tensor, bool isSigned, ArrayRef<bool> isSummed)
      : tensor(tensor), isSigned(isSigned), isSummed(isSummed),
        type(cast<RankedTensorType>(tensor.getType())) {
    for (auto [size, summed] : llvm::zip_equal(type.getShape(), isSummed))
      if (!summed)
        shape.push_back(size);
  }

  Value create(OpBuilder &builder, Location loc) const {
    if (std::optional<ArrayRef<char>> bytes = getBytes(tensor))
      return createConstant(builder, loc, *bytes);
    if (endsWithGroups())
      return sumGroupsLast(builder, loc);
    SmallVector<utils::IteratorType> loops;
    SmallVector<AffineExpr> kept;
    for (auto [dim, summed] : llvm::enumerate(isSummed)) {
      loops.push_back(summed ? utils::IteratorType::reduction
                             : utils::IteratorType::parallel);
      if (!summed)
        kept.push_back(builder.getAffineDimExpr(dim));
    }
    unsigned rank = type.getRank();
    Value zeros = createZeros(builder, loc, shape);
    return linalg::GenericOp::create(
               builder, loc, zeros.getType(), tensor, zeros,
               {builder.getMultiDimIdentityMap(rank),
                AffineMap::get(rank, 0, kept, builder.getContext())},
               loops,
               [&](OpBuilder &builder, Location loc, ValueRange elements) {
                 yieldSum(builder, loc,
                          {extend(builder, loc, elements[0]), elements[1]});
               })
        .getResult(0);
  }

private:
  Value extend(OpBuilder &builder, Location loc, Value element) const {
    Type wide = builder.getI32Type();
    if (element.getType() == wide)
      return element;
    if (isSigned)
      return arith::ExtSIOp::create(builder, loc, wide, element);
    return arith::ExtUIOp::create(builder, loc, wide, element);
  }

  /// Whether the last dim is summed, and so is another one, but not the one in
  /// front of it: elements that are adjacent in the result are not adjacent in
  /// the tensor.
  bool endsWithGroups() const {
    size_t rank = isSummed.size();
    return rank > 2 && isSummed[rank - 1] && !isSummed[rank - 2] &&
           llvm::is_contained(isSummed.drop_back(2), true);
  }

  /// Adds up the elements of groups after those of the other dims:
  ///
  ///   %0 = linalg.generic {sum over k and g}
  ///       ins(%w : tensor<8x16x4xi8>) -> tensor<16xi32>
  ///
  /// becomes
  ///
  ///   %1 = tensor.collapse_shape %w [[0], [1, 2]] : ... into tensor<8x64xi8>
  ///   %2 = linalg.generic {sum over k} ins(%1) -> tensor<64xi32>
  ///   %3 = tensor.expand_shape %2 [[0, 1]] : ... into tensor<16x4xi32>
  ///   %0 = linalg.generic {sum over g} ins(%3) -> tensor<16xi32>
  Value sumGroupsLast(OpBuilder &builder, Location loc) const {
    int64_t rank = type.getRank();
    SmallVector<ReassociationIndices> together;
    for (int64_t dim : llvm::seq(rank - 1))
      together.push_back({dim});
    together.back().push_back(rank - 1);
    Value merged =
        tensor::CollapseShapeOp::create(builder, loc, tensor, together);
    SmallVector<bool> outer(isSummed.drop_back(1));
    Value sums = DimSum(merged, isSigned, outer).create(builder, loc);

    SmallVector<int64_t> groups(shape);
    groups.push_back(type.getShape().back());
    SmallVector<ReassociationIndices> apart;
    for (int64_t dim : llvm::seq<int64_t>(shape.size()))
      apart.push_back({dim});
    apart.back().push_back(shape.size());
    Value expanded = tensor::ExpandShapeOp::create(
        builder, loc, RankedTensorType::get(groups, builder.getI32Type()), sums,
        apart);
    SmallVector<bool> last(shape.size(), false);
    last.push_back(true);
    return DimSum(expanded, isSigned, last).create(builder, loc);
  }

  Value createConstant(OpBuilder &builder, Location loc,
                       ArrayRef<char> bytes) const {
    SmallVector<uint32_t> sums(llvm::product_of(shape), 0);
    SmallVector<int64_t> strides(type.getRank(), 0);
    int64_t stride = 1;
    for (int64_t dim = type.getRank() - 1; dim >= 0; --dim)
      if (!isSummed[dim]) {
        strides[dim] = stride;
        stride *= type.getDimSize(dim);
      }
    for (int64_t i : llvm::seq(type.getNumElements())) {
      int64_t rest = i, position = 0;
      for (int64_t dim = type.getRank() - 1; dim >= 0; --dim) {
        position += rest % type.getDimSize(dim) * strides[dim];
        rest /= type.getDimSize(dim);
      }
      char byte = bytes[bytes.size() == 1 ? 0 : i];
      sums[position] += isSigned ? uint32_t(int8_t(byte)) : uint8_t(byte);
    }
    auto attribute = DenseElementsAttr::get(
        RankedTensorType::get(shape, builder.getI32Type()), ArrayRef(sums));
    return arith::ConstantOp::create(builder, loc, attribute);
  }

  Value tensor;
  bool isSigned;
  ArrayRef<bool> isSummed;
  RankedTensorType type;
  SmallVector<int64_t> shape;
};
} // namespace

/// Whether loops with these ranges index a dim of this size with each index
/// once.
static bool coversOnce(AffineExpr index, ArrayRef<int64_t> ranges,
                       int64_t size) {
  SmallVector<int64_t> used;
  for (unsigned loop : llvm::seq<unsigned>(ranges.size()))
    if (index.isFunctionOfDim(loop))
      used.push_back(ranges[loop]);
  IndexMap map(compressUnusedDims(AffineMap::get(ranges.size(), 0, index)));
  std::optional<SmallVector<int64_t>> extent = map.getPhysicalShape(used);
  return extent && extent->front() == size && isProved(map.isBijective(used));
}

/// Adds up elements that an op with the loops of `op` reads by `sum.map` in
/// each iteration of its parallel loops.
static OperandSum sumWindows(OpBuilder &builder, linalg::GenericOp op,
                             const OperandSum &sum) {
  SmallVector<int64_t> ranges = op.getStaticLoopRanges();
  SmallVector<utils::IteratorType> types = op.getIteratorTypesArray(), used;
  SmallVector<AffineExpr> kept, window, outer;
  SmallVector<int64_t> shape, windowShape;
  MLIRContext *context = op.getContext();
  llvm::SmallBitVector unused(op.getNumLoops());
  for (unsigned loop : llvm::seq(op.getNumLoops())) {
    if (!sum.map.isFunctionOfDim(loop)) {
      unused.set(loop);
      continue;
    }
    bool reduces = types[loop] == utils::IteratorType::reduction;
    AffineExpr index = getAffineDimExpr(used.size(), context);
    used.push_back(types[loop]);
    (reduces ? window : kept).push_back(index);
    (reduces ? windowShape : shape).push_back(ranges[loop]);
    if (!reduces)
      outer.push_back(getAffineDimExpr(loop, context));
  }
  AffineMap result = AffineMap::get(op.getNumLoops(), 0, outer, context);
  if (window.empty() && sum.map == result)
    return sum;
  // The extents of the windows come from an operand that nothing reads.
  Location loc = op.getLoc();
  Value extents =
      tensor::EmptyOp::create(builder, loc, windowShape, builder.getI32Type());
  Value zeros = createZeros(builder, loc, shape);
  auto windows = linalg::GenericOp::create(
      builder, loc, zeros.getType(), {sum.value, extents}, zeros,
      {compressDims(sum.map, unused),
       AffineMap::get(used.size(), 0, window, context),
       AffineMap::get(used.size(), 0, kept, context)},
      used, [](OpBuilder &builder, Location loc, ValueRange elements) {
        yieldSum(builder, loc, {elements[0], elements[2]});
      });
  return {windows.getResult(0), result};
}

FailureOr<OperandSum> layout::sumOperand(OpBuilder &builder,
                                         linalg::GenericOp op,
                                         OpOperand &operand, bool isSigned) {
  AffineMap map = op.getMatchingIndexingMap(&operand);
  SmallVector<int64_t> ranges = op.getStaticLoopRanges();
  SmallVector<utils::IteratorType> types = op.getIteratorTypesArray();
  auto type = cast<RankedTensorType>(operand.get().getType());
  for (auto [loop, range] : llvm::enumerate(ranges))
    if (map.isFunctionOfDim(loop) && ShapedType::isDynamic(range))
      return failure();
  if (!type.hasStaticShape())
    return failure();
  SmallVector<bool> isSummed;
  SmallVector<AffineExpr> rest;
  for (auto [index, size] :
       llvm::zip_equal(map.getResults(), type.getShape())) {
    SmallVector<utils::IteratorType> used;
    for (unsigned loop : llvm::seq(op.getNumLoops()))
      if (index.isFunctionOfDim(loop))
        used.push_back(types[loop]);
    isSummed.push_back(
        !used.empty() &&
        !llvm::is_contained(used, utils::IteratorType::parallel));
    if (!isSummed.back())
      rest.push_back(index);
    else if (!coversOnce(index, ranges, size))
      return failure();
  }
  Value sums =
      DimSum(operand.get(), isSigned, isSummed).create(builder, op.getLoc());
  return sumWindows(
      builder, op,
      {sums, AffineMap::get(op.getNumLoops(), 0, rest, op.getContext())});
}
