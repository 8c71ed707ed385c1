//===- PaddedLayouts.cpp - Pads and crops of a function -------------------===//
//
// Part of LayoutMLIR, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "PaddedLayouts.h"
#include "PlanningModel.h"
#include "layout/Analysis/Rewrites.h"
#include "layout/Dialect/Layout/Utils/PlanningScope.h"
#include "mlir/IR/Matchers.h"

using namespace mlir;
using namespace mlir::layout;

//===----------------------------------------------------------------------===//
// Boxes
//===----------------------------------------------------------------------===//

MixedRadixMap layout::normalizeAll(ArrayRef<MixedRadix> lists) {
  return llvm::map_to_vector<0>(
      lists, [](const MixedRadix &list) { return normalize(list); });
}

Cost layout::getBytesIn(RankedTensorType type, ArrayRef<Digit> digits) {
  Cost bytes = getByteCount(type).bytes;
  for (auto [size, extent] :
       llvm::zip_equal(type.getShape(), getDigitBox(digits, type.getRank())))
    if (size != extent && !ShapedType::isDynamic(size) && size != 0)
      bytes = multiplySaturating(bytes / size, extent);
  return bytes;
}

std::optional<MixedRadixMap>
layout::growLeadingDigits(ArrayRef<MixedRadix> lists, ArrayRef<int64_t> from,
                          ArrayRef<int64_t> to) {
  MixedRadixMap grown(lists.begin(), lists.end());
  for (unsigned dim : llvm::seq<unsigned>(0, from.size())) {
    if (from[dim] == to[dim])
      continue;
    // A unit dim that kept its place has no digits yet.
    if (from[dim] == 1 && lists.size() == from.size() && lists[dim].empty())
      grown[dim].push_back({dim, 1, 1});
    auto leading = llvm::find_if(grown, [&](const MixedRadix &list) {
      return !list.empty() && list.front().dim == dim &&
             list.front().stride * list.front().extent == from[dim];
    });
    if (leading == grown.end() || to[dim] % leading->front().stride != 0)
      return std::nullopt;
    leading->front().extent = to[dim] / leading->front().stride;
  }
  return grown;
}

//===----------------------------------------------------------------------===//
// Values and the roots they are derived from
//===----------------------------------------------------------------------===//

/// `layout`, of the dims of a value, over the dims of another that it is made
/// from by `map`; dims that are padded are dims of both.
static std::optional<MixedRadixMap> composeGrown(ArrayRef<MixedRadix> layout,
                                                 ArrayRef<int64_t> shape,
                                                 ArrayRef<MixedRadix> map,
                                                 ArrayRef<int64_t> innerShape) {
  SmallVector<int64_t> box = getDigitBox(concat(layout), shape.size());
  MixedRadixMap grown(map.begin(), map.end());
  for (auto [size, extent, list] : llvm::zip_equal(shape, box, grown)) {
    if (size == extent)
      continue;
    if (list.size() != 1 || list.front().stride != 1 ||
        list.front().extent != innerShape[list.front().dim])
      return std::nullopt;
    list.front().extent = extent;
  }
  return composeAll(layout, grown);
}

std::optional<MixedRadixMap>
PlanningModel::getOnRoot(Value value, ArrayRef<MixedRadix> layout) const {
  const Derivation &derivation = getDerivation(value);
  if (derivation.isRoot)
    return normalizeAll(layout);
  return composeGrown(layout, getShape(value), derivation.map,
                      getShape(nets[derivation.net].root));
}

std::optional<MixedRadix> PlanningModel::getLayoutOf(Value value,
                                                     unsigned layout) const {
  const Derivation &derivation = getDerivation(value);
  const ModelNet &net = nets[derivation.net];
  const MixedRadix &onRoot = net.layouts[layout].digits;
  if (derivation.isRoot)
    return onRoot;
  std::optional<MixedRadixMap> lists = composeGrown(
      {onRoot}, getShape(net.root), derivation.inverse, getShape(value));
  if (!lists)
    return std::nullopt;
  return std::move(lists->front());
}

//===----------------------------------------------------------------------===//
// Pads and crops
//===----------------------------------------------------------------------===//

/// Whether every dim is as large in both types, or larger in one by a static
/// width.
static bool growsStatically(RankedTensorType smaller, RankedTensorType larger,
                            bool isDynamicAlike) {
  return llvm::all_of(llvm::zip_equal(smaller.getShape(), larger.getShape()),
                      [&](auto sizes) {
                        auto [from, to] = sizes;
                        if (ShapedType::isDynamic(from))
                          return isDynamicAlike && ShapedType::isDynamic(to);
                        return from != 0 && !ShapedType::isDynamic(to);
                      });
}

/// Whether the pad leaves dims of unknown size alone.
static bool keepsDynamicDims(PadOp pad) {
  return llvm::all_of(
      llvm::zip_equal(pad.getSource().getType().getShape(), pad.getMixedHigh()),
      [](auto dim) {
        auto [size, width] = dim;
        return !ShapedType::isDynamic(size) || getConstantIntValue(width) == 0;
      });
}

std::optional<Resize> layout::getResize(Operation *op) {
  if (!isa<PadOp, CropOp>(op) || isFrozen(op))
    return std::nullopt;
  Resize resize;
  if (auto pad = dyn_cast<PadOp>(op)) {
    if (!areAllConstantIntValue(pad.getMixedLow(), 0) || !keepsDynamicDims(pad))
      return std::nullopt;
    resize = {pad.getResult().getType(), pad.getSource().getType(),
              /*isPad=*/true, pad.isPoison() ? Attribute() : pad.getValue()};
  } else {
    auto crop = cast<CropOp>(op);
    // A size that is only known at run time may be a smaller one.
    if (!areAllConstantIntValue(crop.getMixedOffsets(), 0) || !crop.isStatic())
      return std::nullopt;
    resize = {crop.getSource().getType(), crop.getResult().getType(),
              /*isPad=*/false, crop.getCropped().value_or(Attribute())};
  }
  if (!growsStatically(resize.smaller, resize.larger, resize.isPad) ||
      resize.smaller == resize.larger || resize.larger.getEncoding() ||
      resize.smaller.getEncoding())
    return std::nullopt;
  return resize;
}

LayoutRule layout::getPassingRule(RankedTensorType type, unsigned numOperands) {
  LayoutRule rule;
  rule.factors = getDimFactors(type.getShape());
  rule.ports.push_back(PortRule::whole(type.getShape()));
  rule.ports.append(numOperands - 1, PortRule::scalar());
  rule.ports.push_back(PortRule::whole(type.getShape()));
  rule.finalize();
  return rule;
}

/// Whether every reduction runs at least one step, which writes all of the
/// results.
static bool alwaysReduces(linalg::LinalgOp op) {
  SmallVector<int64_t> ranges = op.getStaticLoopRanges();
  return llvm::all_of(llvm::zip_equal(op.getIteratorTypesArray(), ranges),
                      [](auto loop) {
                        auto [type, range] = loop;
                        return type == utils::IteratorType::parallel ||
                               (range != 0 && !ShapedType::isDynamic(range));
                      });
}

PadContent layout::getUniformContent(Value value) {
  auto op = value.getDefiningOp<linalg::LinalgOp>();
  if (!op)
    return PadContent::getPoison();
  SmallVector<PadContent> operands;
  for (Value operand : op->getOperands()) {
    Attribute constant;
    operands.push_back(matchPattern(operand, m_Constant(&constant)) &&
                               !isa<ShapedType>(operand.getType())
                           ? PadContent::get(constant)
                           : PadContent::getUnknown());
  }
  FailureOr<SmallVector<PadContent>> contents = evaluateOnPads(op, operands);
  return succeeded(contents) ? contents->front() : PadContent::getUnknown();
}

/// Whether the results of an op that hands on elements hold `content` in their
/// padding if its operands do.
static bool keepsContent(LayoutRuleOpInterface op, Attribute content) {
  SmallVector<PadContent> operands(op->getNumOperands(),
                                   PadContent::get(content));
  FailureOr<SmallVector<PadContent>> results = op.getPadContents(operands);
  return succeeded(results) && llvm::all_of(*results, [&](PadContent result) {
           return result.fits(PadContent::get(content));
         });
}

/// Whether padded versions of a net can have `content` in their padding at no
/// cost; if so, they will.
bool PlanningModel::supplies(unsigned net, Attribute content) {
  ModelNet &self = nets[net];
  if (!content || self.padding == content)
    return true;
  if (self.padding)
    return false;
  const ModelVariable &producer = nodes[problem.nets[net].producer.variable];
  // What a crop lets through comes with what stood there.
  if (producer.resize && !producer.resize->isPad) {
    if (producer.resize->content != content)
      return false;
  } else if (auto op = dyn_cast_or_null<linalg::LinalgOp>(producer.op)) {
    // Its body can choose what to write, if that is a number.
    auto typed = dyn_cast<TypedAttr>(content);
    if (!alwaysReduces(op) || !typed ||
        typed.getType() != getElementTypeOrSelf(self.root.getType()))
      return false;
  } else if (auto op = dyn_cast_or_null<LayoutRuleOpInterface>(producer.op);
             op && producer.rule && !producer.resize) {
    if (!keepsContent(op, content) ||
        !llvm::all_of(op->getOperands(), [&](Value operand) {
          return !isa<RankedTensorType>(operand.getType()) ||
                 supplies(getDerivation(operand).net, content);
        }))
      return false;
  }
  self.padding = content;
  return true;
}
