//===- RespellBodies.cpp - Elementwise ops in parts, and what they read ---===//
//
// Part of LayoutMLIR, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Respell.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Linalg/Transforms/Transforms.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/IR/Matchers.h"

using namespace mlir;
using namespace mlir::layout;

/// Whether `op` is elementwise, with a body of arithmetic without side effects
/// on what it reads: no index, no access of other tensors.
static bool isArithmetic(linalg::GenericOp op) {
  auto structured = cast<linalg::LinalgOp>(op.getOperation());
  if (!isStaticOnTensors(structured) || structured.getNumLoops() == 0 ||
      structured.getNumParallelLoops() != structured.getNumLoops() ||
      !structured.getIndexingMapsArray().back().isIdentity())
    return false;
  return llvm::all_of(op.getBody()->without_terminator(), [](Operation &inner) {
    return inner.getNumResults() == 1 && inner.getNumRegions() == 0 &&
           isPure(&inner) && !isa<linalg::IndexOp>(inner) &&
           inner.getResult(0).getType().isIntOrFloat();
  });
}

namespace {
/// What an op of a body reads, as an operand of a generic op.
struct Operand {
  Value value;
  AffineMap map;
};
} // namespace

/// Clones the ops of `body` that compute `value`, which depends on none of what
/// the loops read.
static void cloneScalar(OpBuilder &builder, Block *body, Value value,
                        IRMapping &mapping) {
  Operation *op = value.getDefiningOp();
  if (mapping.contains(value) || !op || op->getBlock() != body)
    return;
  for (Value read : op->getOperands())
    cloneScalar(builder, body, read, mapping);
  builder.clone(*op, mapping);
}

/// Builds a generic op with `inner` as its body.
static Value buildAlone(RewriterBase &rewriter, linalg::GenericOp op,
                        Operation *inner,
                        const DenseMap<Value, Operand> &operands) {
  auto type = cast<RankedTensorType>(op.getResultTypes().front());
  Type element = inner->getResult(0).getType();
  SmallVector<Value> inputs;
  SmallVector<AffineMap> maps;
  SmallVector<Value> scalars;
  for (Value read :
       llvm::SetVector<Value>(inner->operand_begin(), inner->operand_end())) {
    auto found = operands.find(read);
    if (found == operands.end())
      continue;
    scalars.push_back(read);
    inputs.push_back(found->second.value);
    maps.push_back(found->second.map);
  }
  maps.push_back(rewriter.getMultiDimIdentityMap(type.getRank()));
  Value empty =
      tensor::EmptyOp::create(rewriter, op.getLoc(), type.getShape(), element);
  auto build = [&](OpBuilder &builder, Location loc, ValueRange arguments) {
    IRMapping mapping;
    for (auto [scalar, argument] : llvm::zip(scalars, arguments))
      mapping.map(scalar, argument);
    for (Value read : inner->getOperands())
      cloneScalar(builder, op.getBody(), read, mapping);
    linalg::YieldOp::create(builder, loc,
                            builder.clone(*inner, mapping)->getResults());
  };
  return linalg::GenericOp::create(rewriter, op.getLoc(), type.clone(element),
                                   inputs, empty, maps,
                                   op.getIteratorTypesArray(), build)
      .getResult(0);
}

/// Each op of a body has a linalg.generic of its own, as torch-mlir and
/// StableHLO write a batch norm:
///
///   ^bb0(%a: f32, %s: f32, %b: f32, %o: f32):
///     %m = arith.mulf %a, %s : f32
///     %r = arith.addf %m, %b : f32
///     linalg.yield %r : f32
///
/// becomes one op with arith.mulf and one with arith.addf.
static bool respellOpByOp(RewriterBase &rewriter, Operation *op) {
  auto generic = dyn_cast<linalg::GenericOp>(op);
  if (!generic || !isArithmetic(generic))
    return false;
  Block *body = generic.getBody();
  // Ops that depend on nothing the loops read stay with their readers.
  SmallVector<Operation *> parts;
  llvm::SmallPtrSet<Value, 8> read;
  read.insert_range(body->getArguments());
  for (Operation &inner : body->without_terminator())
    if (llvm::any_of(inner.getOperands(),
                     [&](Value value) { return read.contains(value); })) {
      parts.push_back(&inner);
      read.insert(inner.getResult(0));
    }
  Value yielded = body->getTerminator()->getOperand(0);
  if (parts.size() < 2 || yielded != parts.back()->getResult(0))
    return false;
  DenseMap<Value, Operand> operands;
  auto structured = cast<linalg::LinalgOp>(op);
  for (OpOperand &operand : op->getOpOperands())
    operands[structured.getMatchingBlockArgument(&operand)] = {
        operand.get(), structured.getMatchingIndexingMap(&operand)};
  AffineMap identity = structured.getIndexingMapsArray().back();
  for (Operation *part : parts)
    operands[part->getResult(0)] = {
        buildAlone(rewriter, generic, part, operands), identity};
  rewriter.replaceOp(op, operands[yielded].value);
  return true;
}

/// A chain of elementwise ops is one op, as compilers have it after fusion:
/// undoes what respellOpByOp does. Ops that only move elements stay.
static bool respellFused(RewriterBase &rewriter, Operation *op) {
  auto generic = dyn_cast<linalg::GenericOp>(op);
  if (!generic || !isArithmetic(generic))
    return false;
  for (OpOperand *input : generic.getDpsInputOperands()) {
    auto producer = input->get().getDefiningOp<linalg::GenericOp>();
    if (!producer || !isArithmetic(producer) ||
        llvm::hasSingleElement(*producer.getBody()) ||
        !input->get().hasOneUse() || producer->getBlock() != op->getBlock() ||
        !generic.getMatchingIndexingMap(input).isIdentity() ||
        !linalg::areElementwiseOpsFusable(input))
      continue;
    FailureOr<linalg::ElementwiseOpFusionResult> fused =
        linalg::fuseElementwiseOps(rewriter, input);
    if (failed(fused))
      continue;
    rewriter.replaceOp(op, fused->replacements.lookup(op->getResult(0)));
    return true;
  }
  return false;
}

/// Whether the maximum of a number and `value` is what a comparison chooses:
/// not for NaN, and not for -0, of which +0 is the maximum.
static bool isComparable(Value value) {
  APFloat number(0.0f);
  return matchPattern(value, m_ConstantFloat(&number)) && !number.isNaN() &&
         !number.isNegZero();
}

/// A rectified linear unit compares and selects, as torch-mlir has it:
///
///   arith.maximumf %a, %zero : f32
///
/// becomes
///
///   %g = arith.cmpf ugt, %a, %zero : f32
///   arith.select %g, %a, %zero : f32
///
/// which is %a if that is NaN, too.
static bool respellSelect(RewriterBase &rewriter, Operation *op) {
  auto generic = dyn_cast<linalg::GenericOp>(op);
  if (!generic)
    return false;
  SmallVector<arith::MaximumFOp> maxima;
  for (auto maximum : generic.getBody()->getOps<arith::MaximumFOp>())
    if (isComparable(maximum.getRhs()))
      maxima.push_back(maximum);
  for (arith::MaximumFOp maximum : maxima) {
    rewriter.setInsertionPoint(maximum);
    Value isGreater = arith::CmpFOp::create(rewriter, maximum.getLoc(),
                                            arith::CmpFPredicate::UGT,
                                            maximum.getLhs(), maximum.getRhs());
    rewriter.replaceOpWithNewOp<arith::SelectOp>(
        maximum, isGreater, maximum.getLhs(), maximum.getRhs());
  }
  return !maxima.empty();
}

/// Returns the dims of `map`'s domain that its results are, in order; nothing
/// if they are not in order.
static std::optional<SmallVector<int64_t>> getReadDims(AffineMap map) {
  SmallVector<int64_t> dims;
  for (AffineExpr index : map.getResults()) {
    auto dim = dyn_cast<AffineDimExpr>(index);
    if (!dim || (!dims.empty() && dims.back() >= int64_t(dim.getPosition())))
      return std::nullopt;
    dims.push_back(dim.getPosition());
  }
  return dims;
}

/// Expands `value`, which has `dims` of `rank` dims, by dims of extent 1.
static Value expandTo(RewriterBase &rewriter, Value value,
                      ArrayRef<int64_t> dims, int64_t rank) {
  auto type = cast<RankedTensorType>(value.getType());
  SmallVector<int64_t> shape(rank, 1);
  SmallVector<ReassociationIndices> groups(dims.size());
  for (int64_t dim = 0, group = 0; dim < rank; ++dim) {
    // The dims of extent 1 join the next dim of the value, the last ones the
    // last dim.
    groups[group].push_back(dim);
    if (!llvm::is_contained(dims, dim))
      continue;
    shape[dim] = type.getDimSize(llvm::find(dims, dim) - dims.begin());
    group = std::min<int64_t>(group + 1, dims.size() - 1);
  }
  return tensor::ExpandShapeOp::create(rewriter, value.getLoc(),
                                       type.clone(shape), value, groups);
}

/// Operands that are broadcast have all dims, of extent 1, as TOSA and ONNX
/// have them:
///
///   linalg.generic {indexing_maps = [(n, c) -> (n, c), (n, c) -> (c), ...]}
///       ins(%x, %b : tensor<4x8xf32>, tensor<8xf32>)
///
/// reads a tensor<1x8xf32> by (n, c) -> (0, c).
static bool respellUnitOperands(RewriterBase &rewriter, Operation *op) {
  auto generic = dyn_cast<linalg::GenericOp>(op);
  if (!generic || !isArithmetic(generic))
    return false;
  auto structured = cast<linalg::LinalgOp>(op);
  SmallVector<AffineMap> maps = structured.getIndexingMapsArray();
  bool changed = false;
  int64_t rank = structured.getNumLoops();
  for (auto [number, input] :
       llvm::enumerate(structured.getDpsInputOperands())) {
    auto type = dyn_cast<RankedTensorType>(input->get().getType());
    std::optional<SmallVector<int64_t>> dims = getReadDims(maps[number]);
    if (!type || type.getEncoding() || !dims || dims->empty() ||
        int64_t(dims->size()) == rank)
      continue;
    Value expanded = expandTo(rewriter, input->get(), *dims, rank);
    SmallVector<AffineExpr> indices(rank, rewriter.getAffineConstantExpr(0));
    for (int64_t dim : *dims)
      indices[dim] = rewriter.getAffineDimExpr(dim);
    maps[number] = AffineMap::get(rank, 0, indices, op->getContext());
    input->set(expanded);
    changed = true;
  }
  if (changed)
    generic.setIndexingMapsAttr(rewriter.getAffineMapArrayAttr(maps));
  return changed;
}

/// The result of a reduction keeps the dims that are reduced, with extent 1:
///
///   linalg.generic {indexing_maps = [(n, c) -> (n, c), (n, c) -> (n)], ...}
///       ins(%x : tensor<4x8xf32>) outs(%e : tensor<4xf32>)
///
/// writes a tensor<4x1xf32> by (n, c) -> (n, 0), which is collapsed.
static bool respellKeptDims(RewriterBase &rewriter, Operation *op) {
  auto structured = dyn_cast<linalg::LinalgOp>(op);
  if (!structured || !isStaticOnTensors(structured) ||
      structured.getNumDpsInputs() != 1 ||
      structured.getNumReductionLoops() == 0 || structured.hasIndexSemantics())
    return false;
  SmallVector<AffineMap> maps = structured.getIndexingMapsArray();
  auto type = cast<RankedTensorType>(op->getResult(0).getType());
  std::optional<SmallVector<int64_t>> dims = getReadDims(maps.back());
  if (!maps.front().isIdentity() || !dims || dims->empty() ||
      type.getEncoding())
    return false;
  int64_t rank = structured.getNumLoops();
  Value init = expandTo(rewriter, structured.getDpsInits()[0], *dims, rank);
  SmallVector<AffineExpr> indices(rank, rewriter.getAffineConstantExpr(0));
  for (int64_t dim : *dims)
    indices[dim] = rewriter.getAffineDimExpr(dim);
  maps.back() = AffineMap::get(rank, 0, indices, op->getContext());
  auto generic = linalg::GenericOp::create(
      rewriter, op->getLoc(), init.getType(), structured.getDpsInputs(), init,
      maps, structured.getIteratorTypesArray());
  rewriter.cloneRegionBefore(op->getRegion(0), generic.getRegion(),
                             generic.getRegion().begin());
  auto expand = init.getDefiningOp<tensor::ExpandShapeOp>();
  rewriter.replaceOp(op, tensor::CollapseShapeOp::create(
                             rewriter, op->getLoc(), type, generic.getResult(0),
                             expand.getReassociationIndices()));
  return true;
}

ArrayRef<Spelling> layout::getBodySpellings() {
  static constexpr Spelling spellings[] = {
      {"op-by-op", respellOpByOp},    {"fused", respellFused},
      {"select", respellSelect},      {"unit-operands", respellUnitOperands},
      {"kept-dims", respellKeptDims},
  };
  return spellings;
}
