//===- OpLayout.cpp - Applies layout options to ops -----------------------===//
//
// Part of LayoutMLIR, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "OpLayout.h"
#include "Analysis/LayoutRules.h"
#include "BuildInLayouts.h"
#include "layout/Analysis/CriticalOps.h"
#include "layout/Dialect/Layout.h"
#include "layout/Interfaces/DataMovementInterface.h"
#include "layout/Interfaces/LayoutRuleInterface.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "llvm/Support/FormatVariadic.h"

using namespace mlir;
using namespace mlir::layout;

/// Returns the layout that `attr` gives a value of type `type`, or nothing and
/// sets `reason` if a value of this type cannot have it.
static std::optional<OptionEdge> readEdge(EdgeLayoutAttr attr, Type type,
                                          std::string &reason) {
  OptionEdge edge;
  auto tensor = dyn_cast<RankedTensorType>(type);
  if (!tensor)
    return edge;
  MLIRContext *context = type.getContext();
  edge.asItStands = attr.isAsItStands();
  edge.map = edge.asItStands ? IndexMap::getIdentity(tensor.getRank(), context)
                             : attr.getIndexMap();
  if (!edge.asItStands && tensor.getEncoding()) {
    reason = "requires a tensor without an encoding, which gives its dims a "
             "meaning of its own";
    return std::nullopt;
  }
  edge.pad.assign(tensor.getRank(), 0);
  if (!attr.getPad().empty())
    edge.pad.assign(attr.getPad().begin(), attr.getPad().end());
  for (auto [size, width] : llvm::zip_equal(tensor.getShape(), edge.pad)) {
    if (width != 0 && ShapedType::isDynamic(size)) {
      reason = "requires a static dim for a padding";
      return std::nullopt;
    }
    if (width > std::numeric_limits<int32_t>::max()) {
      reason = llvm::formatv("requires a padding of at most {0}, found {1}",
                             std::numeric_limits<int32_t>::max(), width)
                   .str();
      return std::nullopt;
    }
    int64_t padded = size;
    if (width != 0 && llvm::AddOverflow(size, width, padded)) {
      reason = llvm::formatv("requires a size below 2^63, found {0} + {1}",
                             size, width)
                   .str();
      return std::nullopt;
    }
    edge.layout.shape.push_back(padded);
  }
  std::optional<MixedRadixMap> digits =
      getExplicitDigits(edge.map, edge.layout.shape);
  if (!digits || !isProved(edge.map.isBijective(edge.layout.shape))) {
    std::string map;
    llvm::raw_string_ostream(map) << edge.map.getAffineMap();
    reason = llvm::formatv("requires maps that are bijective digit maps, found "
                           "{0} on {1:$[x]}",
                           map,
                           llvm::make_range(edge.layout.shape.begin(),
                                            edge.layout.shape.end()))
                 .str();
    return std::nullopt;
  }
  edge.layout.digits = std::move(*digits);
  return edge;
}

/// Returns what the padding of an operand must hold: zero if a padded dim is
/// summed over. Otherwise that does not matter, because the padded part of the
/// result is cropped, and the result is null.
static Attribute getRequiredContent(linalg::LinalgOp op, OpOperand &operand,
                                    const OptionEdge &edge) {
  AffineMap map = op.getMatchingIndexingMap(&operand);
  SmallVector<utils::IteratorType> iterators = op.getIteratorTypesArray();
  Type element = getElementTypeOrSelf(operand.get().getType());
  for (auto [dim, width] : llvm::enumerate(edge.pad)) {
    auto loop = dyn_cast<AffineDimExpr>(map.getResult(dim));
    if (width == 0 || !loop ||
        iterators[loop.getPosition()] != utils::IteratorType::reduction)
      continue;
    return getZeroElement(element);
  }
  return {};
}

/// Returns `operand` in the layout of `edge`: rematerialized if possible, else
/// padded and transformed.
static Value applyEdge(RewriterBase &rewriter, Operation *op,
                       OpOperand &operand, const OptionEdge &edge) {
  Value value = operand.get();
  if (edge.asItStands)
    return value;
  bool isPadded = llvm::any_of(edge.pad, [](int64_t width) { return width; });
  Attribute content = edge.layout.content;
  std::optional<SmallVector<int64_t>> shape =
      edge.map.getPhysicalShape(edge.layout.shape);
  if (isRematerializable(value) && !ShapedType::isDynamicShape(*shape) &&
      !content)
    return rematerialize(rewriter, value,
                         getAsIndexOpFoldResult(op->getContext(), *shape));
  if (isPadded) {
    SmallVector<OpFoldResult> low(edge.pad.size(), rewriter.getIndexAttr(0));
    value = PadOp::create(rewriter, op->getLoc(), value, low,
                          getAsIndexOpFoldResult(op->getContext(), edge.pad),
                          content ? content
                                  : ub::PoisonAttr::get(op->getContext()));
  }
  if (isProved(edge.map.isIdentity(edge.layout.shape)))
    return value;
  return LayoutTransformOp::create(rewriter, op->getLoc(), value, edge.map);
}

/// Transforms and crops `value`, a result in the layout of `edge`, back to the
/// layout and the sizes of `destination`.
static Value restore(RewriterBase &rewriter, Location loc, Value value,
                     Value destination, const OptionEdge &edge) {
  auto type = cast<RankedTensorType>(destination.getType());
  if (!isProved(edge.map.isIdentity(edge.layout.shape)))
    value = LayoutTransformOp::create(rewriter, loc, value,
                                      *edge.map.inverse(edge.layout.shape));
  if (value.getType() == type)
    return value;
  SmallVector<OpFoldResult> offsets(type.getRank(), rewriter.getIndexAttr(0));
  return CropOp::create(rewriter, loc, value, offsets,
                        tensor::getMixedSizes(rewriter, loc, destination),
                        Attribute());
}

/// Returns the layout of every operand under `option`. A result must have the
/// layout of its destination.
static FailureOr<SmallVector<OptionEdge, 0>>
readEdges(linalg::LinalgOp op, OpLayoutAttr option, std::string &reason) {
  if (!op.hasPureTensorSemantics()) {
    reason = "requires an op on tensors";
    return failure();
  }
  SmallVector<OptionEdge, 0> edges;
  for (auto [attr, operand] :
       llvm::zip_equal(option.getOperands(), op->getOpOperands())) {
    std::optional<OptionEdge> edge =
        readEdge(attr, operand.get().getType(), reason);
    if (!edge)
      return failure();
    edge->layout.content = getRequiredContent(op, operand, *edge);
    edges.push_back(std::move(*edge));
  }
  for (auto [index, attr] : llvm::enumerate(option.getResults())) {
    unsigned init = op.getDpsInitOperand(index)->getOperandNumber();
    std::optional<OptionEdge> edge =
        readEdge(attr, op->getResult(index).getType(), reason);
    if (!edge)
      return failure();
    if (edge->layout.digits != edges[init].layout.digits ||
        edge->pad != edges[init].pad) {
      reason = llvm::formatv("requires result {0} and its destination to "
                             "have the same layout",
                             index)
                   .str();
      return failure();
    }
  }
  return edges;
}

static SmallVector<OperandLayout> getLayouts(ArrayRef<OptionEdge> edges) {
  return llvm::map_to_vector(
      edges, [](const OptionEdge &edge) { return edge.layout; });
}

//===----------------------------------------------------------------------===//
// Ops that state a rule
//===----------------------------------------------------------------------===//

/// Returns the layouts of all ports under `option`, those of operands first.
static FailureOr<SmallVector<OptionEdge, 0>>
readPorts(Operation *op, OpLayoutAttr option, std::string &reason) {
  SmallVector<OptionEdge, 0> ports;
  auto read = [&](ArrayRef<EdgeLayoutAttr> attributes, TypeRange types) {
    for (auto [attribute, type] : llvm::zip_equal(attributes, types)) {
      std::optional<OptionEdge> edge = readEdge(attribute, type, reason);
      if (!edge)
        return failure();
      if (attribute.hasPadding()) {
        reason = "requires layouts without padding for an op that is not "
                 "structured";
        return failure();
      }
      ports.push_back(std::move(*edge));
    }
    return success();
  };
  if (failed(read(option.getOperands(), op->getOperandTypes())) ||
      failed(read(option.getResults(), op->getResultTypes())))
    return failure();
  return ports;
}

/// Whether two layouts of a value have the same dims, apart from unit dims,
/// which have any place.
static bool areEqual(ArrayRef<MixedRadix> first, ArrayRef<MixedRadix> second) {
  auto withoutUnits = [](ArrayRef<MixedRadix> layout) {
    MixedRadixMap dims;
    for (const MixedRadix &list : layout)
      if (MixedRadix digits = normalize(list); !digits.empty())
        dims.push_back(std::move(digits));
    return dims;
  };
  return withoutUnits(first) == withoutUnits(second);
}

FailureOr<SmallVector<MixedRadixMap>>
layout::getPortLayouts(Operation *op, OpLayoutAttr option,
                       std::string &reason) {
  std::optional<LayoutRule> rule = getLayoutRule(op);
  if (!rule) {
    reason = "requires an op with a layout rule";
    return failure();
  }
  FailureOr<SmallVector<OptionEdge, 0>> edges = readPorts(op, option, reason);
  if (failed(edges))
    return failure();
  // The port that has all factors determines the others.
  for (auto [number, edge] : llvm::enumerate(*edges)) {
    if (!rule->ports[number].isTensor)
      continue;
    std::optional<FactorOrder> order =
        rule->pull(number, normalize(concat(edge.layout.digits)));
    if (!order || !rule->isValid(*order))
      continue;
    SmallVector<MixedRadixMap> layouts = rule->getLayouts(*order);
    bool isWanted = llvm::all_of(
        llvm::zip_equal(rule->ports, layouts, *edges), [](const auto &port) {
          const auto &[access, layout, wanted] = port;
          return !access.isTensor || areEqual(layout, wanted.layout.digits);
        });
    if (isWanted)
      return layouts;
  }
  reason = "requires layouts that the rule of the op allows together, found "
           "others";
  return failure();
}

/// Returns the operands of an op in the layouts of `edges`.
static SmallVector<Value> applyEdges(RewriterBase &rewriter, Operation *op,
                                     ArrayRef<OptionEdge> edges) {
  SmallVector<Value> operands;
  for (OpOperand &operand : op->getOpOperands())
    operands.push_back(
        applyEdge(rewriter, op, operand, edges[operand.getOperandNumber()]));
  return operands;
}

/// As `cloneWithLayout`, for an op that builds itself.
static FailureOr<OpClone> cloneWithRule(RewriterBase &rewriter, Operation *op,
                                        OpLayoutAttr option,
                                        std::string &reason) {
  FailureOr<SmallVector<OptionEdge, 0>> edges = readPorts(op, option, reason);
  FailureOr<SmallVector<MixedRadixMap>> layouts =
      getPortLayouts(op, option, reason);
  if (failed(edges) || failed(layouts))
    return failure();
  // Unit dims are where the rule puts them.
  for (auto [edge, layout] : llvm::zip_equal(*edges, *layouts)) {
    if (layout.empty())
      continue;
    edge.layout.digits = layout;
    edge.map = IndexMap::get(layout, edge.layout.shape, op->getContext());
    edge.asItStands = isProved(edge.map.isIdentity(edge.layout.shape));
  }
  OpBuilder::InsertionGuard guard(rewriter);
  rewriter.setInsertionPoint(op);
  SmallVector<Value> operands = applyEdges(rewriter, op, *edges);
  BuildRefusal refusal;
  FailureOr<SmallVector<Value>> built =
      applyLayouts(rewriter, op, *layouts, operands, refusal);
  if (failed(built)) {
    reason = std::move(refusal.reason);
    return failure();
  }
  OpClone clone;
  clone.op = built->front().getDefiningOp();
  if (!clone.op || llvm::is_contained(operands, built->front())) {
    reason =
        "requires 'applyLayouts' to build an op, found one of its operands";
    return failure();
  }
  for (auto [index, value] : llvm::enumerate(*built))
    clone.results.push_back(restore(rewriter, op->getLoc(), value,
                                    op->getResult(index),
                                    (*edges)[op->getNumOperands() + index]));
  return clone;
}

bool layout::canHaveLayoutOptions(Operation *op) {
  if (auto structured = dyn_cast<linalg::LinalgOp>(op))
    return structured.hasPureTensorSemantics();
  return isa<LayoutRuleOpInterface>(op) &&
         !isa<DataMovementOpInterface, tensor::ExpandShapeOp,
              tensor::CollapseShapeOp>(op) &&
         op->getNumResults() != 0 && getLayoutRule(op).has_value();
}

//===----------------------------------------------------------------------===//
// Options
//===----------------------------------------------------------------------===//

LogicalResult layout::verifyLayoutOption(Operation *op, OpLayoutAttr option,
                                         std::string &reason) {
  return OptionCache().verify(op, option, reason);
}

FailureOr<SmallVector<OperandLayout>>
layout::getVerifiedOperandLayouts(linalg::LinalgOp op, OpLayoutAttr option) {
  std::string reason;
  FailureOr<SmallVector<OptionEdge, 0>> edges = readEdges(op, option, reason);
  if (failed(edges))
    return failure();
  return getLayouts(*edges);
}

bool layout::allowsOrder(linalg::LinalgOp op, const CriticalOp *critical,
                         OperandOrder order) {
  if (order == OperandOrder::Given)
    return true;
  if (order == OperandOrder::Absorbed)
    return critical;
  return critical && !critical->isConvolution() &&
         llvm::all_of(op.getIndexingMapsArray(), [](AffineMap map) {
           return map.isProjectedPermutation(/*allowZeroInResults=*/true);
         });
}

static LogicalResult checkOrder(Operation *op, const CriticalOp *critical,
                                OperandOrder order) {
  auto structured = dyn_cast<linalg::LinalgOp>(op);
  if (order == OperandOrder::Given ||
      (structured && allowsOrder(structured, critical, order)))
    return success();
  return op->emitOpError() << "requires a contraction"
                           << (order == OperandOrder::Absorbed
                                   ? " or a convolution"
                                   : "")
                           << " for 'order = " << stringifyOperandOrder(order)
                           << "', found "
                           << (!critical                   ? "neither"
                               : critical->isConvolution() ? "a convolution"
                                                           : "one on groups");
}

LogicalResult layout::verifyLayoutOptions(Operation *op,
                                          const CriticalOp *critical) {
  auto options = op->getAttrOfType<ArrayAttr>(LayoutDialect::kOpLayout);
  if (!options)
    return success();
  for (auto option : options.getAsRange<OpLayoutAttr>()) {
    std::string reason;
    if (failed(verifyLayoutOption(op, option, reason)))
      return op->emitOpError() << "cannot take the layouts of '"
                               << LayoutDialect::kOpLayout << "': " << reason;
    if (failed(checkOrder(op, critical, option.getOrder())))
      return failure();
  }
  return success();
}

//===----------------------------------------------------------------------===//
// Clones
//===----------------------------------------------------------------------===//

OptionCache::Key::Key(linalg::LinalgOp op, OpLayoutAttr option)
    : traits(op), option(option) {}

/// Returns what `option` means for ops like `op`.
const OptionCache::Relayout &OptionCache::get(linalg::LinalgOp op,
                                              OpLayoutAttr option) {
  auto [known, isNew] = relayouts.try_emplace(Key(op, option));
  Relayout &relayout = known->second;
  if (!isNew)
    return relayout;
  FailureOr<SmallVector<OptionEdge, 0>> edges =
      readEdges(op, option, relayout.reason);
  if (failed(edges))
    return relayout;
  relayout.edges = std::move(*edges);
  relayout.loops =
      getLoopRelayout(op, getLayouts(relayout.edges), relayout.reason);
  return relayout;
}

LogicalResult OptionCache::verify(Operation *op, OpLayoutAttr option,
                                  std::string &reason) {
  auto structured = dyn_cast<linalg::LinalgOp>(op);
  if (!structured)
    return getPortLayouts(op, option, reason);
  const Relayout &relayout = get(structured, option);
  if (failed(relayout.loops))
    reason = relayout.reason;
  return relayout.loops;
}

/// Example: the matmul
///
///   %r = linalg.matmul {layout.op_layout = [#layout.op_layout<operands = [
///       <(m, k) -> (m floordiv 8, k, m mod 8)>, _,
///       <(m, n) -> (m floordiv 8, n, m mod 8)>], results = [
///       <(m, n) -> (m floordiv 8, n, m mod 8)>], cost = 0>]}
///       ins(%a, %b : tensor<16x4xf32>, tensor<4x5xf32>)
///       outs(%c : tensor<16x5xf32>) -> tensor<16x5xf32>
///
/// becomes transforms of the operands, the op in its new layout, and transforms
/// of the results:
///
///   %a8 = layout.layout_transform %a
///       by <(d0, d1) -> (d0 floordiv 8, d1, d0 mod 8)>
///       : tensor<16x4xf32> to tensor<2x4x8xf32>
///   %c8 = layout.layout_transform %c by <...>
///       : tensor<16x5xf32> to tensor<2x5x8xf32>
///   %r8 = linalg.generic {...}
///       ins(%a8, %b : tensor<2x4x8xf32>, tensor<4x5xf32>)
///       outs(%c8 : tensor<2x5x8xf32>) {...} -> tensor<2x5x8xf32>
///   %r = layout.layout_transform %r8
///       by <(d0, d1, d2) -> (d0 * 8 + d2, d1)>
///       : tensor<2x5x8xf32> to tensor<16x5xf32>
FailureOr<OpClone> OptionCache::cloneStructured(RewriterBase &rewriter,
                                                linalg::LinalgOp op,
                                                OpLayoutAttr option,
                                                std::string &reason) {
  const Relayout &relayout = get(op, option);
  if (failed(relayout.loops)) {
    reason = relayout.reason;
    return failure();
  }

  OpBuilder::InsertionGuard guard(rewriter);
  rewriter.setInsertionPoint(op);
  SmallVector<Value> operands = applyEdges(rewriter, op, relayout.edges);
  OpClone clone;
  clone.op = rebuild(rewriter, op, *relayout.loops, operands).getOperation();
  for (auto [index, result] : llvm::enumerate(clone.op->getResults())) {
    OpOperand *init = op.getDpsInitOperand(index);
    clone.results.push_back(restore(rewriter, op.getLoc(), result, init->get(),
                                    relayout.edges[init->getOperandNumber()]));
  }
  return clone;
}

FailureOr<OpClone> OptionCache::clone(RewriterBase &rewriter, Operation *op,
                                      OpLayoutAttr option,
                                      std::string &reason) {
  if (auto structured = dyn_cast<linalg::LinalgOp>(op))
    return cloneStructured(rewriter, structured, option, reason);
  return cloneWithRule(rewriter, op, option, reason);
}

FailureOr<Operation *> OptionCache::apply(RewriterBase &rewriter, Operation *op,
                                          OpLayoutAttr option,
                                          std::string &reason) {
  FailureOr<OpClone> cloned = clone(rewriter, op, option, reason);
  if (failed(cloned))
    return failure();
  rewriter.replaceOp(op, cloned->results);
  return cloned->op;
}

FailureOr<OpClone> layout::cloneWithLayout(RewriterBase &rewriter,
                                           Operation *op, OpLayoutAttr option,
                                           std::string &reason) {
  return OptionCache().clone(rewriter, op, option, reason);
}

FailureOr<Operation *> layout::applyOpLayout(RewriterBase &rewriter,
                                             Operation *op, OpLayoutAttr option,
                                             std::string &reason) {
  return OptionCache().apply(rewriter, op, option, reason);
}
