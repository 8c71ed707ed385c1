//===- NetPadding.cpp - Contents of padded versions -----------------------===//
//
// Part of LayoutMLIR, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "NetPadding.h"
#include "Analysis/PadContents.h"
#include "Interfaces/LoopRanges.h"
#include "Relayout/ElementwiseOps.h"
#include "layout/Interfaces/LayoutRuleInterface.h"

using namespace mlir;
using namespace mlir::layout;

/// A set of dims of a tensor.
using DimSet = llvm::SmallBitVector;

namespace {
class PaddingChooser {
public:
  PaddingChooser(PlanningModel &model, LoopRelayoutCache &relayouts,
                 const ModelOptions &options)
      : model(model), relayouts(relayouts), options(options) {
    for (const ModelNet &net : model.getNets())
      held.emplace_back(getShape(net.root).size());
  }

  void run();

private:
  bool require(Value value, Attribute content, const DimSet &dims);
  bool requireOfNet(unsigned net, Attribute content, const DimSet &dims);
  bool require(const RegionFlow &flow, Attribute content, const DimSet &dims);
  bool requireOfOperands(unsigned net, Attribute content, const DimSet &dims);
  bool canHold(unsigned net, Attribute content, const DimSet &dims);
  void shareFilled();

  PlanningModel &model;
  LoopRelayoutCache &relayouts;
  const ModelOptions &options;
  /// For each net, the dims of its root whose padding holds what it should.
  SmallVector<DimSet, 0> held;
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

/// The dims that are larger in `box` than in `shape`.
static DimSet getPaddedDims(ArrayRef<int64_t> shape, ArrayRef<int64_t> box) {
  DimSet dims(shape.size());
  for (auto [dim, sizes] : llvm::enumerate(llvm::zip_equal(shape, box)))
    if (std::get<0>(sizes) != std::get<1>(sizes))
      dims.set(dim);
  return dims;
}

/// The dims of port `to` of a rule that are padded if the dims `dims` of port
/// `from` are: those that the same factors access as a whole. A dim of which
/// pieces are accessed stays as it is.
static DimSet getDimsPaddedWith(const LayoutRule &rule, unsigned from,
                                const DimSet &dims, unsigned to) {
  DimSet factors(rule.factors.size()), padded(rule.ports[to].dims.size());
  for (auto [dim, access] : llvm::enumerate(rule.ports[from].dims)) {
    if (!dims.test(dim))
      continue;
    if (access.kind == Access::Kind::Piece)
      factors.set(access.factor);
    for (const Digit &digit : access.digits)
      factors.set(digit.dim);
  }
  for (auto [dim, access] : llvm::enumerate(rule.ports[to].dims))
    if (llvm::any_of(access.digits, [&](const Digit &digit) {
          return factors.test(digit.dim);
        }))
      padded.set(dim);
  return padded;
}

/// Makes padded versions of the net of `value` hold `content` behind the dims
/// `dims` of `value`, if its producer can provide that at no cost. Returns
/// whether they hold it.
bool PaddingChooser::require(Value value, Attribute content,
                             const DimSet &dims) {
  if (dims.none())
    return true;
  const Derivation &derivation = model.getDerivation(value);
  DimSet rootDims(derivation.inverse.size());
  for (unsigned dim : dims.set_bits())
    for (const Digit &digit : derivation.map[dim])
      rootDims.set(digit.dim);
  return requireOfNet(derivation.net, content, rootDims);
}

/// Requires `content` in the padding of the dims `dims` of the root of a net.
bool PaddingChooser::requireOfNet(unsigned net, Attribute content,
                                  const DimSet &dims) {
  Attribute present = model.getNet(net).padding;
  if (!content || (present == content && !dims.test(held[net])))
    return true;
  if ((present && present != content) || !canHold(net, content, dims))
    return false;
  model.setPadding(net, content);
  held[net] |= dims;
  return true;
}

/// Whether the producer of a net provides that, after what it reads has been
/// made to.
bool PaddingChooser::canHold(unsigned net, Attribute content,
                             const DimSet &dims) {
  const ModelVariable &producer =
      model.getVariable(model.getProblem().nets[net].producer.variable);
  if (producer.regionFlow)
    return require(*producer.regionFlow, content, dims);
  if (mayPadResults(producer.op, relayouts))
    return false;
  // The result of a crop is its source with the elements it removes, and what
  // that is padded by. That of a pad is padded further by what it holds.
  if (producer.resize)
    return producer.resize->content == content &&
           (producer.resize->isPad ||
            require(producer.ports.front().value, content, dims));
  if (isMaskable(producer.op))
    return canSelect(producer.op, content,
                     getElementTypeOrSelf(model.getNet(net).root.getType()));
  return !isa_and_nonnull<LayoutRuleOpInterface>(producer.op) ||
         options.isFixed(producer.op) || requireOfOperands(net, content, dims);
}

/// Requires the content of the operands of an op that moves elements, as it
/// moves their padding, too. What is inserted somewhere into %out is not padded
/// behind the dims of %out of which it is a piece:
///
///   %o = tensor.insert_slice %v into %out[0, %i] [4, 1] [1, 1]
///          : tensor<4x1xf32> into tensor<4x16xf32>
bool PaddingChooser::requireOfOperands(unsigned net, Attribute content,
                                       const DimSet &dims) {
  Problem::PortRef ref = model.getProblem().nets[net].producer;
  const ModelVariable &producer = model.getVariable(ref.variable);
  auto op = cast<LayoutRuleOpInterface>(producer.op);
  if (pads(op, PadContent::getUnknown(), content))
    return true;
  if (!pads(op, PadContent::get(content), content))
    return false;
  const LayoutRule *rule = model.getRules().get(op);
  return llvm::all_of(producer.ports, [&](const ModelPort &port) {
    if (port.number >= op->getNumOperands())
      return true;
    if (!rule)
      return require(port.value, content,
                     DimSet(getShape(port.value).size(), true));
    return require(port.value, content,
                   getDimsPaddedWith(*rule, producer.ports[ref.port].number,
                                     dims, port.number));
  });
}

/// The same for all values of a region flow, which hold what is passed on.
bool PaddingChooser::require(const RegionFlow &flow, Attribute content,
                             const DimSet &dims) {
  for (Value value : flow.values)
    if (Attribute other = model.getNet(model.getNetOf(value)).padding;
        other && other != content)
      return false;
  for (Value value : flow.values) {
    model.setPadding(model.getNetOf(value), content);
    held[model.getNetOf(value)] |= dims;
  }
  // A value that holds something else is converted where it is passed on.
  for (OpOperand *use : flow.uses)
    require(use->get(), content, dims);
  return true;
}

bool layout::holdPaddings(const PlanningModel &model,
                          const ModelVariable &variable,
                          const LayoutRule &grown) {
  auto op = dyn_cast_or_null<LayoutRuleOpInterface>(variable.op);
  if (!op || variable.resize || isMaskable(op))
    return true;
  SmallVector<Attribute> required;
  for (const ModelPort &port : variable.ports)
    if (port.number >= op->getNumOperands())
      if (Attribute content = model.getNet(model.getNetOf(port.value)).padding;
          content && !pads(op, PadContent::getUnknown(), content))
        required.push_back(content);
  return llvm::all_of(variable.ports, [&](const ModelPort &port) {
    if (port.number >= op->getNumOperands() ||
        ArrayRef(grown.ports[port.number].shape) == getShape(port.value))
      return true;
    const Derivation &derivation = model.getDerivation(port.value);
    Attribute content = derivation.content
                            ? derivation.content
                            : model.getNet(derivation.net).padding;
    return llvm::all_of(required,
                        [&](Attribute other) { return other == content; });
  });
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
    DimSet dims = getPaddedDims(getShape(model.getNet(derivation.net).root),
                                derivation.box);
    if (requireOfNet(derivation.net, derivation.content, dims) &&
        !isResultOfPad)
      model.setContent(value, {});
  }
  shareFilled();
  for (const ModelVariable &variable : model.getVariables())
    if (auto op = dyn_cast_or_null<linalg::LinalgOp>(variable.op))
      for (const auto &[option, operands] : relayouts.readOptions(op))
        for (const ModelPort &port : variable.ports)
          if (port.number < operands.size())
            require(port.value, operands[port.number].content,
                    getPaddedDims(getShape(port.value),
                                  operands[port.number].shape));
}

void layout::choosePaddings(PlanningModel &model, LoopRelayoutCache &relayouts,
                            const ModelOptions &options) {
  PaddingChooser(model, relayouts, options).run();
}
