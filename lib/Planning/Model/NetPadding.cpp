//===- NetPadding.cpp - Contents of padded versions -----------------------===//
//
// Part of LayoutMLIR, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "NetPadding.h"
#include "layout/Analysis/PadContents.h"
#include "layout/Dialect/Layout/Utils/ElementwiseOps.h"
#include "layout/Interfaces/LayoutRuleInterface.h"
#include "layout/Interfaces/LoopRanges.h"

using namespace mlir;
using namespace mlir::layout;

namespace {
class PaddingChooser {
public:
  PaddingChooser(PlanningModel &model, LoopRelayoutCache &relayouts,
                 const ModelOptions &options)
      : model(model), relayouts(relayouts), options(options) {}

  void run();

private:
  bool require(unsigned net, Attribute content);
  bool require(const RegionFlow &flow, Attribute content);
  void shareFilled();

  PlanningModel &model;
  LoopRelayoutCache &relayouts;
  const ModelOptions &options;
};
} // namespace

/// Whether every reduction runs at least one step, so that the op writes all
/// elements of its results.
static bool alwaysReduces(linalg::LinalgOp op) {
  SmallVector<int64_t> ranges = getLoopRanges(op);
  return llvm::all_of(llvm::zip_equal(op.getIteratorTypesArray(), ranges),
                      [](auto loop) {
                        auto [type, range] = loop;
                        return type == utils::IteratorType::parallel ||
                               (range != 0 && !ShapedType::isDynamic(range));
                      });
}

/// Whether an op has a body on elements when it is rebuilt, which can select
/// what the padding of its results holds.
static bool isMaskable(Operation *op) {
  return op && (isa<linalg::LinalgOp>(op) ||
                (isElementwiseOnTensors(op) && isa<LayoutRuleOpInterface>(op)));
}

/// Whether the body of a maskable op can select `content` as an element of type
/// `element`.
static bool canSelect(Operation *op, Attribute content, Type element) {
  auto structured = dyn_cast<linalg::LinalgOp>(op);
  auto typed = dyn_cast<TypedAttr>(content);
  return (!structured || alwaysReduces(structured)) && typed &&
         typed.getType() == element;
}

/// Whether the results of an op hold `content` in their padding if its operands
/// hold `before`.
static bool pads(LayoutRuleOpInterface op, PadContent before,
                 Attribute content) {
  SmallVector<PadContent> operands(op->getNumOperands(), before);
  FailureOr<SmallVector<PadContent>> results = op.getPadContents(operands);
  return succeeded(results) && llvm::all_of(*results, [&](PadContent result) {
           return result.fits(PadContent::get(content));
         });
}

/// Whether a layout option of `op`, which may be null, pads its results. They
/// hold in the padding what the op computes from padded operands.
static bool mayPadResults(Operation *op, LoopRelayoutCache &relayouts) {
  auto structured = dyn_cast_or_null<linalg::LinalgOp>(op);
  return structured &&
         llvm::any_of(
             relayouts.readOptions(structured), [&](const auto &option) {
               return llvm::any_of(
                   structured.getDpsInitsMutable(), [&](OpOperand &init) {
                     return ArrayRef(
                                option.second[init.getOperandNumber()].shape) !=
                            structured.getShape(&init);
                   });
             });
}

/// Makes padded versions of a net hold `content` in their padding, if its
/// producer can provide that at no cost. Returns whether they hold it.
bool PaddingChooser::require(unsigned net, Attribute content) {
  const ModelNet &self = model.getNet(net);
  if (!content || self.padding == content)
    return true;
  if (self.padding)
    return false;
  const ModelVariable &producer =
      model.getVariable(model.getProblem().nets[net].producer.variable);
  if (producer.regionFlow)
    return require(*producer.regionFlow, content);
  if (mayPadResults(producer.op, relayouts))
    return false;
  if (producer.resize) {
    // The result of a crop is its source with the elements it removes, and what
    // that is padded by. That of a pad is padded further by what it holds.
    if (producer.resize->content != content ||
        (!producer.resize->isPad &&
         !require(model.getNetOf(producer.ports.front().value), content)))
      return false;
  } else if (isMaskable(producer.op)) {
    if (!canSelect(producer.op, content,
                   getElementTypeOrSelf(self.root.getType())))
      return false;
  } else if (auto op = dyn_cast_or_null<LayoutRuleOpInterface>(producer.op);
             op && !options.isFixed(producer.op)) {
    // An op that moves elements moves their padding, too.
    if (!pads(op, PadContent::getUnknown(), content) &&
        (!pads(op, PadContent::get(content), content) ||
         !llvm::all_of(op->getOperands(), [&](Value operand) {
           return !isa<RankedTensorType>(operand.getType()) ||
                  require(model.getNetOf(operand), content);
         })))
      return false;
  }
  model.setPadding(net, content);
  return true;
}

/// The same for all values of a region flow, which hold what is passed on.
bool PaddingChooser::require(const RegionFlow &flow, Attribute content) {
  for (Value value : flow.values)
    if (Attribute other = model.getNet(model.getNetOf(value)).padding;
        other && other != content)
      return false;
  for (Value value : flow.values)
    model.setPadding(model.getNetOf(value), content);
  // A value that holds something else is converted where it is passed on.
  for (OpOperand *use : flow.uses)
    require(model.getNetOf(use->get()), content);
  return true;
}

/// Makes fixed ops that read a padded value, whatever its padding holds, read
/// the one that is filled for others:
///
///   %0 = layout.pad %x low [0] high [3] value(0.0 : f32)
///          : tensor<5xf32> to tensor<8xf32>
///   %1 = layout.pad %x low [0] high [3] value(poison)
///          : tensor<5xf32> to tensor<8xf32>
void PaddingChooser::shareFilled() {
  auto isFixed = [&](Operation *op) { return options.isFixed(op); };
  SmallVector<Value> filled;
  for (Operation *op : model.getDerivingOps())
    if (model.getDerivation(op->getResult(0)).content &&
        llvm::any_of(op->getUsers(), isFixed))
      filled.push_back(op->getResult(0));
  for (Operation *op : model.getDerivingOps()) {
    const Derivation &self = model.getDerivation(op->getResult(0));
    if (self.content || model.getNet(self.net).padding || op->use_empty() ||
        !llvm::all_of(op->getUsers(), isFixed))
      continue;
    for (Value value : filled)
      if (const Derivation &other = model.getDerivation(value);
          other.net == self.net && concat(other.map) == concat(self.map) &&
          other.box == self.box)
        model.setContent(op->getResult(0), other.content);
  }
}

void PaddingChooser::run() {
  for (Operation *op : model.getDerivingOps()) {
    Value value = op->getResult(0);
    const Derivation &derivation = model.getDerivation(value);
    const ModelVariable &producer = model.getVariable(
        model.getProblem().nets[derivation.net].producer.variable);
    bool isResultOfPad = producer.resize && producer.resize->isPad;
    // The shape of a root that is the result of a pad includes the padding, so
    // its layouts do not say that they have some.
    if (require(derivation.net, derivation.content) && !isResultOfPad)
      model.setContent(value, {});
  }
  shareFilled();
  for (const ModelVariable &variable : model.getVariables())
    if (auto op = dyn_cast_or_null<linalg::LinalgOp>(variable.op))
      for (const auto &[option, operands] : relayouts.readOptions(op))
        for (const ModelPort &port : variable.ports)
          if (port.number < operands.size())
            require(model.getNetOf(port.value), operands[port.number].content);
}

void layout::choosePaddings(PlanningModel &model, LoopRelayoutCache &relayouts,
                            const ModelOptions &options) {
  PaddingChooser(model, relayouts, options).run();
}
