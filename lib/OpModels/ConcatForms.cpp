//===- ConcatForms.cpp - Concatenations written in other ways -------------===//
//
// Part of LayoutMLIR, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "BoxForms.h"
#include "ExternalModels.h"
#include "layout/Dialect/Layout.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/Dialect/Utils/StaticValueUtils.h"

using namespace mlir;
using namespace mlir::layout;

namespace {
/// A part of a tensor, from index `begin` of the dim along which parts are
/// joined.
struct Part {
  int64_t begin, end;
  tensor::InsertSliceOp insertion;
};

/// Insertions of which each but the first inserts into the result of another,
/// that nothing else reads.
struct Chain {
  SmallVector<tensor::InsertSliceOp> insertions; ///< the last one first
  Value destination;                             ///< of the first one

  static Chain getEndingWith(tensor::InsertSliceOp last) {
    Chain chain{{last}, last.getDest()};
    while (true) {
      auto op = chain.destination.getDefiningOp<tensor::InsertSliceOp>();
      if (!op || !op->hasOneUse() || op->getBlock() != last->getBlock())
        return chain;
      chain.insertions.push_back(op);
      chain.destination = op.getDest();
    }
  }
};
} // namespace

/// Returns the part that `op` writes along `dim`, if it writes all of the other
/// dims, whose sizes are `sizes`.
static std::optional<Part> getPart(tensor::InsertSliceOp op, unsigned dim,
                                   ArrayRef<OpFoldResult> sizes) {
  for (auto [i, offset, size] :
       llvm::enumerate(op.getMixedOffsets(), op.getMixedSizes()))
    if (i != dim && !(isConstantIntValue(offset, 0) &&
                      isEqualConstantIntOrValue(size, sizes[i])))
      return std::nullopt;
  std::optional<int64_t> begin = getConstantIntValue(op.getMixedOffsets()[dim]);
  std::optional<int64_t> size = getConstantIntValue(op.getMixedSizes()[dim]);
  if (!begin || !size || *size == 0)
    return std::nullopt;
  return Part{*begin, *begin + *size, op};
}

/// Returns the parts that the insertions of `chain` write, one behind the other
/// along `dim`; nothing if they write no such parts, or not all of the tensor.
static std::optional<SmallVector<Part>>
getParts(const Chain &chain, unsigned dim, ArrayRef<OpFoldResult> sizes) {
  SmallVector<Part> parts;
  for (tensor::InsertSliceOp op : chain.insertions) {
    std::optional<Part> part = getPart(op, dim, sizes);
    if (!part)
      return std::nullopt;
    parts.push_back(*part);
  }
  llvm::sort(parts,
             [](const Part &a, const Part &b) { return a.begin < b.begin; });
  int64_t end = 0;
  for (const Part &part : parts) {
    if (part.begin != end)
      return std::nullopt;
    end = part.end;
  }
  if (!isConstantIntValue(sizes[dim], end))
    return std::nullopt;
  return parts;
}

namespace {
/// Insertions that write all of a tensor, one part behind the other, are a
/// concatenation:
///
///   %e = tensor.empty() : tensor<4x24xf32>
///   %2 = tensor.insert_slice %0 into %e[0, 0] [4, 16] [1, 1]
///          : tensor<4x16xf32> into tensor<4x24xf32>
///   %3 = tensor.insert_slice %1 into %2[0, 16] [4, 8] [1, 1]
///          : tensor<4x8xf32> into tensor<4x24xf32>
///
/// becomes
///
///   %3 = tensor.concat dim(1) %0, %1
///          : (tensor<4x16xf32>, tensor<4x8xf32>) -> tensor<4x24xf32>
///
/// The destination has no elements of its own: insertions into an argument may
/// be meant to write its buffer.
struct ConcatOfInsertions : OpRewritePattern<tensor::InsertSliceOp> {
  using OpRewritePattern::OpRewritePattern;

  LogicalResult matchAndRewrite(tensor::InsertSliceOp op,
                                PatternRewriter &rewriter) const override {
    // A chain is looked at once, from its end.
    if (op->hasOneUse())
      if (auto next = dyn_cast<tensor::InsertSliceOp>(*op->user_begin());
          next && next.getDest() == op && next->getBlock() == op->getBlock())
        return failure();
    Chain chain = Chain::getEndingWith(op);
    auto isPlain = [](tensor::InsertSliceOp op) {
      return isFree(op) && op.hasUnitStride() && canGetBox(op);
    };
    std::optional<SmallVector<OpFoldResult>> sizes =
        getSizesWithoutElements(rewriter, chain.destination);
    if (chain.insertions.size() < 2 || !sizes || op.getType().getEncoding() ||
        !llvm::all_of(chain.insertions, isPlain))
      return failure();
    for (unsigned dim : llvm::seq<unsigned>(0, sizes->size())) {
      auto parts = getParts(chain, dim, *sizes);
      if (!parts)
        continue;
      SmallVector<Value> boxes =
          llvm::map_to_vector(*parts, [&](const Part &part) {
            return getBox(rewriter, part.insertion);
          });
      Value joined =
          tensor::ConcatOp::create(rewriter, op.getLoc(), dim, boxes);
      if (joined.getType() != op.getType())
        joined =
            tensor::CastOp::create(rewriter, op.getLoc(), op.getType(), joined);
      rewriter.replaceOp(op, joined);
      return success();
    }
    return failure();
  }
};

/// A concatenation of which nothing but another one along the same dim is made
/// is part of that one:
///
///   %2 = tensor.concat dim(0) %0, %1
///   %4 = tensor.concat dim(0) %2, %3
///
/// becomes
///
///   %4 = tensor.concat dim(0) %0, %1, %3
struct ConcatOfConcat : OpRewritePattern<tensor::ConcatOp> {
  using OpRewritePattern::OpRewritePattern;

  LogicalResult matchAndRewrite(tensor::ConcatOp op,
                                PatternRewriter &rewriter) const override {
    if (!isFree(op))
      return failure();
    SmallVector<Value> inputs;
    for (Value input : op.getInputs()) {
      auto inner = input.getDefiningOp<tensor::ConcatOp>();
      if (inner && inner->hasOneUse() && inner.getDim() == op.getDim() &&
          inner->getBlock() == op->getBlock() && isFree(inner))
        llvm::append_range(inputs, inner.getInputs());
      else
        inputs.push_back(input);
    }
    if (inputs.size() == op.getInputs().size())
      return failure();
    rewriter.replaceOpWithNewOp<tensor::ConcatOp>(op, op.getType(), op.getDim(),
                                                  inputs);
    return success();
  }
};
} // namespace

/// Divides parts of the given sizes into groups that fill whole blocks. The
/// last one may not.
static SmallVector<SmallVector<Value>>
getGroupsOfBlocks(ValueRange parts, unsigned dim, int64_t block) {
  SmallVector<SmallVector<Value>> groups(1);
  int64_t end = 0;
  for (Value part : parts) {
    if (end % block == 0 && !groups.back().empty())
      groups.emplace_back();
    groups.back().push_back(part);
    end += cast<RankedTensorType>(part.getType()).getDimSize(dim);
  }
  return groups;
}

bool layout::splitConcat(RewriterBase &rewriter, tensor::ConcatOp op,
                         GetBlocks getBlocks) {
  unsigned dim = op.getDim();
  auto getSize = [&](Value part) {
    return cast<RankedTensorType>(part.getType()).getDimSize(dim);
  };
  if (llvm::any_of(op.getInputs(), [&](Value part) {
        return ShapedType::isDynamic(getSize(part));
      }))
    return false;
  // The largest blocks that some part does not fill are those that others
  // would have to be rewritten for.
  int64_t block = 1;
  for (int64_t size : getBlocks(op.getResult(), dim))
    if (llvm::any_of(op.getInputs(),
                     [&](Value part) { return getSize(part) % size != 0; }))
      block = std::max(block, size);
  if (block == 1)
    return false;
  auto groups = getGroupsOfBlocks(op.getInputs(), dim, block);
  if (groups.size() == 1 || groups.size() == op.getInputs().size())
    return false;
  SmallVector<Value> parts;
  for (ArrayRef<Value> group : groups)
    parts.push_back(group.size() == 1 ? group.front()
                                      : tensor::ConcatOp::create(
                                            rewriter, op.getLoc(), dim, group));
  rewriter.replaceOpWithNewOp<tensor::ConcatOp>(op, op.getType(), dim, parts);
  return true;
}

/// Returns the size along its dim of the parts that `op` joins, if it is one
/// size, larger than 1.
static std::optional<int64_t> getPartSize(tensor::ConcatOp op) {
  auto getSize = [&](Value part) {
    return cast<RankedTensorType>(part.getType()).getDimSize(op.getDim());
  };
  int64_t size = getSize(op.getInputs().front());
  bool isEqual = llvm::all_of(
      op.getInputs(), [&](Value part) { return getSize(part) == size; });
  if (op.getInputs().size() < 2 || !isEqual || ShapedType::isDynamic(size) ||
      size < 2)
    return std::nullopt;
  return size;
}

/// Whether each digit of `map` of dim `dim` of a tensor is one in a part of
/// `size` elements, or tells which part it is.
static bool tellsPartsApart(const IndexMap &map, ArrayRef<int64_t> shape,
                            unsigned dim, int64_t size) {
  auto isApart = [&](const Digit &digit) {
    return digit.dim != dim || digit.stride % size == 0 ||
           digit.stride * digit.extent <= size;
  };
  std::optional<MixedRadixMap> lists = map.getDigits(shape);
  return lists && llvm::all_of(*lists, [&](const MixedRadix &list) {
           return llvm::all_of(list, isApart);
         });
}

/// Whether `map` puts elements of different parts beside each other.
static bool shuffles(const IndexMap &map, ArrayRef<int64_t> shape, unsigned dim,
                     int64_t size) {
  std::optional<MixedRadixMap> lists = map.getDigits(shape);
  bool isInPart = false;
  for (const MixedRadix &list : lists.value_or(MixedRadixMap()))
    for (const Digit &digit : list) {
      if (digit.dim == dim && digit.stride >= size && isInPart)
        return true;
      isInPart |= digit.dim == dim && digit.stride < size;
    }
  return false;
}

/// Whether a rewrite of `value`, which `map` makes of a tensor of shape
/// `shape`, puts elements of different parts beside each other, perhaps in
/// several steps, and pads that.
static bool isPaddedShuffled(Value value, const IndexMap &map,
                             ArrayRef<int64_t> shape, unsigned dim,
                             int64_t size) {
  return llvm::any_of(value.getUsers(), [&](Operation *reader) {
    if (isa<PadOp>(reader))
      return shuffles(map, shape, dim, size);
    auto transform = dyn_cast<LayoutTransformOp>(reader);
    return transform && !isFrozen(transform) &&
           isPaddedShuffled(transform.getResult(),
                            transform.getIndexMap().compose(map, shape), shape,
                            dim, size);
  });
}

/// Returns the reshape that divides dim `dim` of a tensor into parts of `size`
/// elements. Dynamic dims stay as they are.
static IndexMap getDivision(ArrayRef<int64_t> shape, unsigned dim, int64_t size,
                            MLIRContext *context) {
  MixedRadixMap lists = getIdentityDigits(shape);
  lists[dim] = {{dim, size, shape[dim] / size}};
  lists.insert(lists.begin() + dim + 1, MixedRadix{{dim, 1, size}});
  return IndexMap::get(lists, shape, context).canonicalize(shape);
}

/// Returns the size of the parts that `op` joins if rewrites that tell them
/// apart shuffle and pad them, and nothing else reads the result.
static std::optional<int64_t> getShuffledSize(tensor::ConcatOp op) {
  ArrayRef<int64_t> shape = op.getResultType().getShape();
  unsigned dim = op.getDim();
  std::optional<int64_t> size = getPartSize(op);
  if (!size || llvm::is_contained(shape, 0) || op.getType().getEncoding())
    return std::nullopt;
  bool areApart = llvm::all_of(op->getUsers(), [&](Operation *reader) {
    auto transform = dyn_cast<LayoutTransformOp>(reader);
    return transform && isFree(transform) &&
           tellsPartsApart(transform.getIndexMap(), shape, dim, *size);
  });
  IndexMap none = IndexMap::getIdentity(shape.size(), op->getContext());
  if (!areApart || !isPaddedShuffled(op.getResult(), none, shape, dim, *size))
    return std::nullopt;
  return size;
}

bool layout::separateParts(RewriterBase &rewriter, Operation *op) {
  auto joined = dyn_cast<tensor::ConcatOp>(op);
  std::optional<int64_t> size;
  if (joined && isFree(op))
    size = getShuffledSize(joined);
  if (!size)
    return false;
  auto divide = [&](Type type) {
    return getDivision(cast<RankedTensorType>(type).getShape(), joined.getDim(),
                       *size, op->getContext());
  };
  std::optional<IndexMap> join =
      divide(joined.getType()).inverse(joined.getResultType().getShape());
  if (!join)
    return false;
  rewriter.setInsertionPoint(op);
  SmallVector<Value> parts;
  for (Value part : joined.getInputs())
    parts.push_back(LayoutTransformOp::create(rewriter, op->getLoc(), part,
                                              divide(part.getType())));
  auto separate =
      tensor::ConcatOp::create(rewriter, op->getLoc(), joined.getDim(), parts);
  for (Operation *reader : llvm::make_early_inc_range(op->getUsers())) {
    auto transform = cast<LayoutTransformOp>(reader);
    IndexMap map = transform.getIndexMap().compose(
        *join, separate.getResultType().getShape());
    rewriter.modifyOpInPlace(transform, [&] {
      transform.getSourceMutable().assign(separate);
      transform.setMapAttr(IndexMapAttr::get(map));
    });
  }
  rewriter.eraseOp(op);
  return true;
}

static bool isEmpty(Value tensor) {
  return llvm::is_contained(cast<RankedTensorType>(tensor.getType()).getShape(),
                            0);
}

bool layout::dropEmptyInputs(RewriterBase &rewriter, tensor::ConcatOp op) {
  auto inputs = llvm::to_vector(llvm::make_filter_range(
      op.getInputs(), [](Value input) { return !isEmpty(input); }));
  if (inputs.size() == op.getInputs().size())
    return false;
  rewriter.setInsertionPoint(op);
  Value joined;
  if (inputs.size() == 1) {
    joined = inputs.front();
  } else if (!inputs.empty()) {
    joined =
        tensor::ConcatOp::create(rewriter, op.getLoc(), op.getDim(), inputs);
  } else {
    ReifiedRankedShapedTypeDims shapes;
    if (failed(reifyResultShapes(rewriter, op, shapes)))
      return false;
    joined = tensor::EmptyOp::create(rewriter, op.getLoc(), shapes.front(),
                                     op.getResultType().getElementType());
  }
  if (joined.getType() != op.getType())
    joined =
        tensor::CastOp::create(rewriter, op.getLoc(), op.getType(), joined);
  rewriter.replaceOp(op, joined);
  return true;
}

namespace {
/// Applies dropEmptyInputs.
struct ConcatOfEmptyInputs : OpRewritePattern<tensor::ConcatOp> {
  using OpRewritePattern::OpRewritePattern;

  LogicalResult matchAndRewrite(tensor::ConcatOp op,
                                PatternRewriter &rewriter) const override {
    return success(isFree(op) && dropEmptyInputs(rewriter, op));
  }
};
} // namespace

void layout::populateConcatPatterns(RewritePatternSet &patterns) {
  patterns.add<ConcatOfInsertions, ConcatOfConcat, ConcatOfEmptyInputs>(
      patterns.getContext());
}
