//===- ApplyOpLayout.cpp - Puts one op into the layouts of an entry ------===//
//
// Part of LayoutMLIR, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "layout/Analysis/CriticalOps.h"
#include "layout/Dialect/Layout/Utils/LoopRelayout.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "llvm/Support/FormatVariadic.h"

using namespace mlir;
using namespace mlir::layout;

std::optional<MixedRadixMap>
layout::getExplicitDigits(const IndexMap &map, ArrayRef<int64_t> shape) {
  std::optional<MixedRadixMap> digits = map.getDigits(shape);
  if (!digits)
    return std::nullopt;
  for (auto [list, expr] :
       llvm::zip_equal(*digits, map.getAffineMap().getResults())) {
    if (!list.empty())
      continue;
    // `c floordiv 16` on 16 channels: the outermost digit of c, of extent 1.
    std::optional<unsigned> dim;
    expr.walk([&](AffineExpr sub) {
      if (auto used = dyn_cast<AffineDimExpr>(sub); used && !dim)
        dim = used.getPosition();
    });
    if (dim)
      list.push_back({*dim, shape[*dim], 1});
  }
  return digits;
}

namespace {
/// What an entry says of one operand.
struct Edge {
  bool asItStands = true;
  IndexMap map;
  SmallVector<int64_t> pad; ///< high widths per present dim
  OperandLayout layout;
};
} // namespace

static std::optional<Edge> readEdge(EdgeLayoutAttr attr, Type type,
                                    std::string &reason) {
  Edge edge;
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
    edge.layout.shape.push_back(ShapedType::isDynamic(size) ? size
                                                            : size + width);
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

/// What pads an operand: zero where a padded loop is summed over, anything
/// where the padded part of the result is cut off again.
static Attribute getPadValue(linalg::LinalgOp op, OpOperand &operand,
                             const Edge &edge) {
  AffineMap map = op.getMatchingIndexingMap(&operand);
  SmallVector<utils::IteratorType> iterators = op.getIteratorTypesArray();
  Type element = getElementTypeOrSelf(operand.get().getType());
  for (auto [dim, width] : llvm::enumerate(edge.pad)) {
    auto loop = dyn_cast<AffineDimExpr>(map.getResult(dim));
    if (width == 0 || !loop ||
        iterators[loop.getPosition()] != utils::IteratorType::reduction)
      continue;
    Builder builder(op.getContext());
    if (auto complex = dyn_cast<ComplexType>(element)) {
      Attribute zero = builder.getZeroAttr(complex.getElementType());
      return builder.getArrayAttr({zero, zero});
    }
    return builder.getZeroAttr(element);
  }
  return ub::PoisonAttr::get(op.getContext());
}

static Value layOutOperand(RewriterBase &rewriter, linalg::LinalgOp op,
                           OpOperand &operand, const Edge &edge) {
  Value value = operand.get();
  if (edge.asItStands)
    return value;
  bool isPadded = llvm::any_of(edge.pad, [](int64_t width) { return width; });
  Attribute padValue = getPadValue(op, operand, edge);
  std::optional<SmallVector<int64_t>> shape =
      edge.map.getPhysicalShape(edge.layout.shape);
  // Nothing need be moved that can be made where it is wanted.
  if (canBeMadeAnew(value) && !ShapedType::isDynamicShape(*shape) &&
      (!isPadded || isa<ub::PoisonAttr>(padValue)))
    return makeAnew(rewriter, value,
                    getAsIndexOpFoldResult(op.getContext(), *shape));
  if (isPadded) {
    SmallVector<OpFoldResult> low(edge.pad.size(), rewriter.getIndexAttr(0));
    value = PadOp::create(rewriter, op.getLoc(), value, low,
                          getAsIndexOpFoldResult(op.getContext(), edge.pad),
                          padValue);
  }
  if (isProved(edge.map.isIdentity(edge.layout.shape)))
    return value;
  return LayoutTransformOp::create(rewriter, op.getLoc(), value, edge.map);
}

/// Back to where the rest of the program expects the result, which has the
/// sizes of its destination.
static Value restore(RewriterBase &rewriter, Location loc, Value value,
                     Value destination, const Edge &edge) {
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

/// What the entry says of every operand; results lie as their destinations.
static FailureOr<SmallVector<Edge, 0>>
readEdges(linalg::LinalgOp op, OpLayoutAttr entry, std::string &reason) {
  if (!op.hasPureTensorSemantics()) {
    reason = "requires an op on tensors";
    return failure();
  }
  SmallVector<Edge, 0> edges;
  for (auto [attr, type] :
       llvm::zip_equal(entry.getOperands(), op->getOperandTypes())) {
    std::optional<Edge> edge = readEdge(attr, type, reason);
    if (!edge)
      return failure();
    edges.push_back(std::move(*edge));
  }
  for (auto [index, attr] : llvm::enumerate(entry.getResults())) {
    unsigned init = op.getDpsInitOperand(index)->getOperandNumber();
    std::optional<Edge> edge =
        readEdge(attr, op->getResult(index).getType(), reason);
    if (!edge)
      return failure();
    if (edge->layout.digits != edges[init].layout.digits ||
        edge->pad != edges[init].pad) {
      reason = llvm::formatv("requires result {0} and its destination to lie "
                             "alike",
                             index)
                   .str();
      return failure();
    }
  }
  return edges;
}

static SmallVector<OperandLayout> getLayouts(ArrayRef<Edge> edges) {
  return llvm::map_to_vector(edges,
                             [](const Edge &edge) { return edge.layout; });
}

FailureOr<SmallVector<OperandLayout>>
layout::readOpLayout(linalg::LinalgOp op, OpLayoutAttr entry,
                     std::string &reason) {
  FailureOr<SmallVector<Edge, 0>> edges = readEdges(op, entry, reason);
  if (failed(edges))
    return failure();
  SmallVector<OperandLayout> layouts = getLayouts(*edges);
  if (failed(getLoopRelayout(op, layouts, reason)))
    return failure();
  return layouts;
}

FailureOr<SmallVector<OperandLayout>>
layout::readCheckedOpLayout(linalg::LinalgOp op, OpLayoutAttr entry) {
  std::string reason;
  FailureOr<SmallVector<Edge, 0>> edges = readEdges(op, entry, reason);
  if (failed(edges))
    return failure();
  return getLayouts(*edges);
}

/// Whether an op is of the kind that may have the order of an entry.
static LogicalResult checkOrder(linalg::LinalgOp op, const CriticalOp *critical,
                                OperandOrder order) {
  if (order == OperandOrder::Given)
    return success();
  bool isContraction = critical && !critical->isConvolution();
  if (isContraction || (critical && order == OperandOrder::Absorbed))
    return success();
  return op->emitOpError() << "requires a contraction"
                           << (order == OperandOrder::Absorbed
                                   ? " or a convolution"
                                   : "")
                           << " for 'order = " << stringifyOperandOrder(order)
                           << "', found "
                           << (critical ? "a convolution" : "neither");
}

LogicalResult layout::checkEntries(linalg::LinalgOp op) {
  std::optional<CriticalOp> critical = classify(op);
  return checkEntries(op, critical ? &*critical : nullptr);
}

LogicalResult layout::checkEntries(linalg::LinalgOp op,
                                   const CriticalOp *critical) {
  auto entries = op->getAttrOfType<ArrayAttr>(LayoutDialect::kOpLayout);
  if (!entries)
    return success();
  for (auto entry : entries.getAsRange<OpLayoutAttr>()) {
    std::string reason;
    if (failed(readOpLayout(op, entry, reason)))
      return op->emitOpError() << "cannot take the layouts of '"
                               << LayoutDialect::kOpLayout << "': " << reason;
    if (failed(checkOrder(op, critical, entry.getOrder())))
      return failure();
  }
  return success();
}

FailureOr<LaidOutOp> layout::layOutOp(RewriterBase &rewriter,
                                      linalg::LinalgOp op, OpLayoutAttr entry,
                                      std::string &reason) {
  FailureOr<SmallVector<Edge, 0>> edges = readEdges(op, entry, reason);
  if (failed(edges))
    return failure();
  FailureOr<LoopRelayout> relayout =
      getLoopRelayout(op, getLayouts(*edges), reason);
  if (failed(relayout))
    return failure();

  OpBuilder::InsertionGuard guard(rewriter);
  rewriter.setInsertionPoint(op);
  SmallVector<Value> operands;
  for (OpOperand &operand : op->getOpOperands())
    operands.push_back(layOutOperand(rewriter, op, operand,
                                     (*edges)[operand.getOperandNumber()]));
  LaidOutOp laidOut;
  laidOut.op = rebuild(rewriter, op, *relayout, operands);
  for (auto [index, result] : llvm::enumerate(laidOut.op->getResults())) {
    OpOperand *init = op.getDpsInitOperand(index);
    laidOut.results.push_back(restore(rewriter, op.getLoc(), result,
                                      init->get(),
                                      (*edges)[init->getOperandNumber()]));
  }
  return laidOut;
}

FailureOr<linalg::LinalgOp> layout::applyOpLayout(RewriterBase &rewriter,
                                                  linalg::LinalgOp op,
                                                  OpLayoutAttr entry,
                                                  std::string &reason) {
  FailureOr<LaidOutOp> laidOut = layOutOp(rewriter, op, entry, reason);
  if (failed(laidOut))
    return failure();
  rewriter.replaceOp(op, laidOut->results);
  return laidOut->op;
}
