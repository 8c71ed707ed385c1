//===- Partition.cpp - The pass onednn-partition --------------------------===//
//
// Part of LayoutMLIR, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "OneDNN.h"
#include "Passes.h"
#include "Region.h"
#include "layout/Analysis/PlanningScope.h"
#include "layout/Analysis/Remarks.h"
#include "layout/Dialect/Layout.h"
#include "layout/Targets/LayoutTarget.h"
#include "mlir/Dialect/DLTI/DLTI.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/IR/Matchers.h"
#include "mlir/IR/PatternMatch.h"
#include "llvm/Support/FormatVariadic.h"

namespace onednn {
#define GEN_PASS_DEF_ONEDNNPARTITION
#include "OneDNNPasses.h.inc"
} // namespace onednn

using namespace mlir;
using namespace mlir::layout;
using namespace onednn;

static remark::RemarkOpts getRemark(Operation *op) {
  return layout::getRemark("partition", "onednn-partition", op);
}

//===----------------------------------------------------------------------===//
// Formats
//===----------------------------------------------------------------------===//

namespace {
/// The format in which a primitive takes a tensor or computes it.
struct Placed {
  DimOrder order;
  /// From the tensor of the program; the identity if it stands in the format.
  IndexMap map;
  bool moves = false;

  static Placed asItStands(const DimOrder &order, MLIRContext *context) {
    return {order, IndexMap::getIdentity(order.dims.size(), context), false};
  }
};

/// The formats of the tensors of a region.
struct PlacedRegion {
  Placed source, weights, result;
};
} // namespace

/// Places a tensor in the format `target`. Fails if it is in other blocks.
static FailureOr<Placed> place(const DimOrder &order, ArrayRef<unsigned> target,
                               MLIRContext *context) {
  auto moved = order.getMapTo(target, kBlock, context);
  if (failed(moved))
    return failure();
  if (moved->second.getTag() == order.getTag())
    return Placed::asItStands(order, context);
  return Placed{moved->second, moved->first, true};
}

/// Whether something is moved at run time. Constant weights are not: their
/// rewrites are folded.
static bool movesAtRunTime(const OffloadedRegion &region,
                           const PlacedRegion &placed) {
  return placed.source.moves || placed.result.moves ||
         (placed.weights.moves && !matchPattern(region.weights, m_Constant()));
}

/// Returns the formats of a convolution, or why oneDNN does not take it.
static FailureOr<PlacedRegion> placeConvolution(const OffloadedRegion &region,
                                                bool relayout,
                                                std::string &reason) {
  MLIRContext *context = region.getRoot().getContext();
  FailureOr<Formats> formats = getFastFormats(region, reason);
  if (failed(formats))
    return failure();
  auto source = place(region.sourceOrder, formats->source, context),
       weights = place(region.weightsOrder, formats->weights, context),
       result = place(region.resultOrder, formats->result, context);
  if (succeeded(source) && succeeded(weights) && succeeded(result)) {
    PlacedRegion placed = {*source, *weights, *result};
    if (relayout || !movesAtRunTime(region, placed))
      return placed;
  }
  reason =
      llvm::formatv("requires other formats than {0}, {1} and {2}",
                    *region.sourceOrder.getTag(), *region.weightsOrder.getTag(),
                    *region.resultOrder.getTag())
          .str();
  return failure();
}

/// Returns the formats of a matmul, which are those that it stands in.
static FailureOr<PlacedRegion> placeMatmul(const OffloadedRegion &region,
                                           std::string &reason) {
  MLIRContext *context = region.getRoot().getContext();
  auto isKnown = [](const DimOrder &order) {
    return llvm::is_contained({"ab", "ba", "abc", "acb"}, *order.getTag());
  };
  if (!isKnown(region.sourceOrder) || !isKnown(region.weightsOrder) ||
      !llvm::is_contained({"ab", "abc"}, *region.resultOrder.getTag())) {
    reason = llvm::formatv("requires matrices in rows or columns, found {0}, "
                           "{1} and {2}",
                           *region.sourceOrder.getTag(),
                           *region.weightsOrder.getTag(),
                           *region.resultOrder.getTag())
                 .str();
    return failure();
  }
  return PlacedRegion{Placed::asItStands(region.sourceOrder, context),
                      Placed::asItStands(region.weightsOrder, context),
                      Placed::asItStands(region.resultOrder, context)};
}

//===----------------------------------------------------------------------===//
// Primitives
//===----------------------------------------------------------------------===//

namespace {
/// Builds the primitive of a region behind its last op.
class PrimitiveBuilder {
public:
  PrimitiveBuilder(RewriterBase &rewriter, const OffloadedRegion &region,
                   const PlacedRegion &placed)
      : rewriter(rewriter), region(region), placed(placed) {}

  PrimitiveOp build();

private:
  void addInput(Value tensor, const Placed &place);
  Value createOutput();

  Location getLoc() const { return region.getRoot().getLoc(); }

  RewriterBase &rewriter;
  const OffloadedRegion &region;
  const PlacedRegion &placed;
  SmallVector<Value> inputs;
  SmallVector<std::string> formats;
};
} // namespace

void PrimitiveBuilder::addInput(Value tensor, const Placed &place) {
  formats.push_back(place.order.getFormat());
  inputs.push_back(place.moves ? LayoutTransformOp::create(rewriter, getLoc(),
                                                           tensor, place.map)
                               : tensor);
}

static StringAttr getString(Builder &builder, const Twine &text) {
  return builder.getStringAttr(text);
}

PrimitiveOp PrimitiveBuilder::build() {
  addInput(region.source, placed.source);
  addInput(region.weights, placed.weights);
  SmallVector<Attribute> postOps;
  for (const PostOp &postOp : region.postOps) {
    postOps.push_back(getString(rewriter, postOp.getText()));
    if (!postOp.operand)
      continue;
    if (!postOp.isVector) {
      addInput(postOp.operand, placed.result);
      continue;
    }
    inputs.push_back(postOp.operand);
    int64_t size = cast<ShapedType>(postOp.operand.getType()).getNumElements();
    formats.push_back(llvm::formatv("{0}:a", size));
  }
  formats.push_back(placed.result.order.getFormat());
  Value output = tensor::EmptyOp::create(
      rewriter, getLoc(), placed.result.order.extents, rewriter.getF32Type());
  auto getNumbers = [&](ArrayRef<int64_t> numbers) {
    return region.isConvolution ? rewriter.getDenseI64ArrayAttr(numbers)
                                : DenseI64ArrayAttr();
  };
  SmallVector<StringRef> texts(formats.begin(), formats.end());
  return PrimitiveOp::create(
      rewriter, getLoc(), output.getType(), inputs, output,
      getString(rewriter, region.isConvolution ? "convolution" : "matmul"),
      rewriter.getStrArrayAttr(texts), rewriter.getArrayAttr(postOps),
      getNumbers(region.strides), getNumbers(region.dilations),
      getNumbers(region.low), getNumbers(region.high));
}

/// Replaces a region by its primitive:
///
///   %0 = tensor.pad %x low[0, 0, 1, 1] high[0, 0, 1, 1] {zero}
///   %1 = linalg.conv_2d_nchw_fchw ins(%0, %w) outs(%zeros)
///   %2 = linalg.generic {relu} ins(%1)
///
/// becomes
///
///   %x16 = layout.layout_transform %x by <nChw16c>
///   %w16 = layout.layout_transform %w by <OIhw16i16o>
///   %r16 = onednn.primitive "convolution" ins(%x16, %w16) outs(%empty)
///       formats [...] post_ops ["relu"] {low = [1, 1], high = [1, 1], ...}
///   %2 = layout.layout_transform %r16 by <nchw>
static void replace(RewriterBase &rewriter, const OffloadedRegion &region,
                    const PlacedRegion &placed) {
  linalg::LinalgOp last = region.getLast();
  rewriter.setInsertionPoint(last);
  PrimitiveOp primitive = PrimitiveBuilder(rewriter, region, placed).build();
  Value result = primitive.getResults().front();
  if (placed.result.moves)
    result = LayoutTransformOp::create(
        rewriter, last.getLoc(), result,
        *placed.result.map.inverse(region.resultOrder.extents));
  SmallVector<Operation *> replaced = {region.getRoot()};
  replaced.append(region.tail.begin(), region.tail.end());
  rewriter.replaceAllUsesWith(last->getResult(0), result);
  Operation *pad =
      region.getRoot().getDpsInputOperand(0)->get().getDefiningOp();
  for (Operation *op : llvm::reverse(replaced))
    rewriter.eraseOp(op);
  if (pad && isOpTriviallyDead(pad))
    rewriter.eraseOp(pad);
}

//===----------------------------------------------------------------------===//
// The pass
//===----------------------------------------------------------------------===//

namespace {
struct OneDNNPartition : onednn::impl::OneDNNPartitionBase<OneDNNPartition> {
  using OneDNNPartitionBase::OneDNNPartitionBase;

  void runOnOperation() override {
    const auto &criticalOps = getAnalysis<CriticalOpAnalysis>();
    SmallVector<func::FuncOp> functions =
        getAnalysis<PlanningScope>().getFunctions();
    if (failed(findOffloaded(functions, criticalOps)))
      return signalPassFailure();
    SmallVector<linalg::LinalgOp> roots;
    for (func::FuncOp function : functions)
      function.walk([&](linalg::LinalgOp op) {
        if (criticalOps.lookupOnTensors(op) && !isSkipped(op))
          roots.push_back(op);
      });
    IRRewriter rewriter(&getContext());
    for (linalg::LinalgOp root : roots)
      offload(rewriter, root, *criticalOps.lookup(root));
  }

private:
  LogicalResult findOffloaded(ArrayRef<func::FuncOp> functions,
                              const CriticalOpAnalysis &criticalOps);
  void offload(RewriterBase &rewriter, linalg::LinalgOp root,
               const CriticalOp &critical);

  /// The ops that the target offloads.
  DenseSet<Operation *> offloaded;
};
} // namespace

LogicalResult
OneDNNPartition::findOffloaded(ArrayRef<func::FuncOp> functions,
                               const CriticalOpAnalysis &criticalOps) {
  offloaded.clear();
  FailureOr<LayoutTargets> targets = readLayoutTargets(getOperation(), target);
  if (failed(targets))
    return failure();
  FailureOr<std::vector<Partition>> partitions =
      findPartitions(functions, *targets, criticalOps);
  if (failed(partitions))
    return failure();
  for (const Partition &partition : *partitions)
    offloaded.insert(partition.ops.begin(), partition.ops.end());
  return success();
}

void OneDNNPartition::offload(RewriterBase &rewriter, linalg::LinalgOp root,
                              const CriticalOp &critical) {
  std::string reason;
  FailureOr<OffloadedRegion> region = matchRegion(root, critical, reason);
  FailureOr<PlacedRegion> placed = failure();
  if (succeeded(region))
    placed =
        region->isConvolution
            ? placeConvolution(*region, relayout && !isFrozen(root), reason)
            : placeMatmul(*region, reason);
  bool isOffloaded = offloaded.contains(root);
  if (failed(placed) || !isOffloaded) {
    if (succeeded(placed))
      reason = "is not what the target offloads it to";
    remark::missed(root.getLoc(), getRemark(root))
        << remark::add("stays: oneDNN {0}", reason);
    return;
  }
  addPostOps(*region);
  remark::passed(root.getLoc(), getRemark(root)) << remark::add(
      "is a {0} of oneDNN with {1} post-ops",
      region->isConvolution ? "convolution" : "matmul", region->postOps.size());
  replace(rewriter, *region, *placed);
}
