//===- JoinedCandidates.cpp - Several rewrites in one ---------------------===//
//
// Part of LayoutMLIR, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "JoinedCandidates.h"
#include "CandidateCosts.h"
#include "PaddingBoxes.h"
#include "layout/Analysis/Rewrites.h"
#include "layout/Dialect/Layout.h"
#include "llvm/ADT/MapVector.h"
#include "llvm/ADT/SetVector.h"

using namespace mlir;
using namespace mlir::layout;

/// The layouts that the candidates of a variable give one of its ports.
static llvm::SmallSetVector<unsigned, 4> getLayouts(const Problem &problem,
                                                    Problem::PortRef port) {
  llvm::SmallSetVector<unsigned, 4> layouts;
  for (const Problem::Candidate &candidate :
       problem.variables[port.variable].candidates)
    layouts.insert(candidate.layouts[port.port]);
  return layouts;
}

/// The layouts without padding that uses of a net may require.
static llvm::SmallSetVector<unsigned, 4>
getUnpaddedUses(const PlanningModel &model, unsigned net) {
  const Problem &problem = model.getProblem();
  llvm::SmallSetVector<unsigned, 4> required;
  for (Problem::PortRef use : problem.nets[net].uses)
    for (unsigned layout : getLayouts(problem, use))
      if (!model.isPadded(net, layout))
        required.insert(layout);
  return required;
}

//===----------------------------------------------------------------------===//
// Joined crops
//===----------------------------------------------------------------------===//

/// Adds the candidate in which a crop and the rewrites in front of it are one
/// rewrite from layout `produced` of the net. That is how they are counted if
/// nothing else reads the value between:
///
///   %t = layout.layout_transform %x by <(d0, d1) -> (d0 * 4 + d1)>
///          : tensor<3x4xf32> to tensor<12xf32>
///   %c = layout.crop %t offsets [0] sizes [10]
///          : tensor<12xf32> to tensor<10xf32>
///
/// Returns whether that is possible.
bool layout::addJoinedCrop(PlanningModel &model, const CallSites &calls,
                           unsigned variable, unsigned produced) {
  const ModelVariable &self = model.getVariable(variable);
  Value value = self.ports.front().value, result = self.ports.back().value;
  unsigned net = model.getNetOf(value);
  auto type = cast<RankedTensorType>(value.getType());
  auto layout = model.getRootLayout(value, model.getIdentityLayout(type));
  if (!isa<CropOp>(self.op) || !value.hasOneUse() || !layout ||
      model.getDerivation(value).isRoot || model.getProblem().nets[net].isFree)
    return false;
  const ModelNet &source = model.getNet(net);
  const NetLayout &from = source.layouts[produced];
  LayoutConversion conversion =
      getConversion(getShape(source.root), {from.digits}, *layout);
  // The padding may have to change in between.
  if (conversion.keepsPadding || !from.cropped.empty())
    return false;
  bool isRewrite = conversion.transforms || conversion.pads;
  Cost bytes = getByteCount(cast<RankedTensorType>(result.getType())).bytes;
  Cost read = isRewrite
                  ? getBytesIn(cast<RankedTensorType>(source.root.getType()),
                               from.digits)
                  : bytes;
  Cost cost =
      multiplySaturating(getRunCount(self, calls), addSaturating(read, bytes));
  ModelCandidate candidate;
  candidate.form = JoinedRewrite();
  candidate.moves = isRewrite ? 0 : cost;
  NetLayout identity = {normalize(concat(model.getIdentityLayout(
                            cast<RankedTensorType>(result.getType())))),
                        {},
                        {}};
  unsigned written =
      model.internLayout(model.getNetOf(result), std::move(identity)).first;
  model.addCandidate(variable, std::move(candidate), cost, {produced, written});
  model.setKind(variable, Problem::Kind::Agnostic);
  return true;
}

/// Adds such candidates for all layouts in which the source of a crop may be
/// produced.
static void addJoinedCrops(PlanningModel &model, const CallSites &calls,
                           unsigned variable) {
  const ModelVariable &self = model.getVariable(variable);
  if (!isa_and_nonnull<CropOp>(self.op) || isFrozen(self.op) ||
      !(self.resize || self.candidates.front().isJoined()))
    return;
  const Problem &problem = model.getProblem();
  Problem::PortRef producer =
      problem.nets[model.getNetOf(self.ports.front().value)].producer;
  llvm::SmallSetVector<unsigned, 4> layouts = getLayouts(problem, producer);
  if (!self.resize)
    layouts.remove(
        problem.variables[variable].candidates.front().layouts.front());
  for (unsigned layout : layouts)
    addJoinedCrop(model, calls, variable, layout);
}

//===----------------------------------------------------------------------===//
// Joined transforms
//===----------------------------------------------------------------------===//

namespace {
/// A transform that is no part of a net, and the candidates in which it is one
/// rewrite with the conversions of its source and its result. A pad in front of
/// all of them is part of that rewrite. So this roll, whose source is produced
/// transposed,
///
///   %t = layout.layout_transform %x by <(d0, d1) -> (d1, d0)>
///          : tensor<8x72xf32> to tensor<72x8xf32>
///   %p = layout.pad %t low [0, 0] high [1, 0] value(0.000000e+00 : f32)
///          : tensor<72x8xf32> to tensor<73x8xf32>
///   %r = layout.layout_transform %p by <(d0, d1) -> ((d0 + 2) mod 73, d1)>
///          : tensor<73x8xf32> to tensor<73x8xf32>
///
/// may be
///
///   %p = layout.pad %x low [0, 0] high [0, 1] value(0.000000e+00 : f32)
///          : tensor<8x72xf32> to tensor<8x73xf32>
///   %r = layout.layout_transform %p by <(d0, d1) -> ((d1 + 2) mod 73, d0)>
///          : tensor<8x73xf32> to tensor<73x8xf32>
class JoinedTransforms {
public:
  JoinedTransforms(PlanningModel &model, unsigned variable,
                   LayoutTransformOp op, Cost runs, MixedRadixMap present)
      : model(model), variable(variable), op(op), runs(runs),
        present(std::move(present)),
        identity(model.getProblem().variables[variable].candidates.front()) {}

  void add(const ModelOptions &options);

private:
  llvm::SmallSetVector<unsigned, 4> getSourceLayouts();
  llvm::SmallSetVector<unsigned, 4> getResultLayouts();
  bool maySave(unsigned read, unsigned written) const;
  void add(unsigned read, unsigned written, const LayoutConversion &source);

  PlanningModel &model;
  unsigned variable;
  LayoutTransformOp op;
  Cost runs;
  /// The layout of the root in which the source has its present dims.
  MixedRadixMap present;
  Problem::Candidate identity;
};
} // namespace

/// The layouts in which the source may be produced, and the present one.
llvm::SmallSetVector<unsigned, 4> JoinedTransforms::getSourceLayouts() {
  const Problem &problem = model.getProblem();
  unsigned net = model.getNetOf(op.getSource());
  auto layouts = getLayouts(problem, problem.nets[net].producer);
  layouts.insert(identity.layouts.front());
  return layouts;
}

/// The layouts without padding that uses of the result may require, and the
/// present one.
llvm::SmallSetVector<unsigned, 4> JoinedTransforms::getResultLayouts() {
  auto layouts = getUnpaddedUses(model, model.getNetOf(op.getResult()));
  layouts.insert(identity.layouts.back());
  return layouts;
}

/// Adds the candidate that reads layout `read`, from which `source` converts,
/// and writes layout `written`, if the joined map is proved to be a bijection.
void JoinedTransforms::add(unsigned read, unsigned written,
                           const LayoutConversion &source) {
  RankedTensorType type = op.getType();
  unsigned resultNet = model.getNetOf(op.getResult());
  MixedRadix order = model.getNet(resultNet).layouts[written].digits;
  LayoutConversion result =
      getConversion(type.getShape(), model.getIdentityLayout(type), {order});
  IndexMap map = joinConversions(source, present, op.getIndexMap(), result);
  SmallVector<int64_t> shape = getListExtents(source.paddedFrom);
  VerdictCache &cache =
      cast<LayoutDialect>(op->getDialect())->getVerdictCache();
  if (!isProved(map.isBijective(shape, &cache)))
    return;
  bool isFree = !source.pads && isProved(map.isRowMajorReshape(shape));
  const ModelNet &net = model.getNet(model.getNetOf(op.getSource()));
  Cost bytes =
      addSaturating(getBytesIn(cast<RankedTensorType>(net.root.getType()),
                               net.layouts[read].digits),
                    getByteCount(type).bytes);
  ModelCandidate candidate;
  candidate.form = JoinedRewrite();
  model.addCandidate(variable, std::move(candidate),
                     isFree ? 0 : multiplySaturating(runs, bytes),
                     {read, written});
  model.setKind(variable, Problem::Kind::Agnostic);
}

/// Whether a candidate that reads and writes these layouts may be cheaper than
/// those that the variable has.
bool JoinedTransforms::maySave(unsigned read, unsigned written) const {
  // A reshape is free, and so is joining it with one conversion.
  if (identity.cost == 0 &&
      (read == identity.layouts.front() || written == identity.layouts.back()))
    return false;
  return llvm::none_of(model.getProblem().variables[variable].candidates,
                       [&](const Problem::Candidate &other) {
                         return other.layouts.front() == read &&
                                other.layouts.back() == written;
                       });
}

void JoinedTransforms::add(const ModelOptions &options) {
  const ModelNet &net = model.getNet(model.getNetOf(op.getSource()));
  for (unsigned read : getSourceLayouts()) {
    const NetLayout &from = net.layouts[read];
    LayoutConversion source =
        getConversion(getShape(net.root), {from.digits}, present);
    if (read != identity.layouts.front() &&
        (source.crops || source.keepsPadding || !from.cropped.empty()))
      continue;
    for (unsigned written : getResultLayouts())
      if (maySave(read, written) &&
          !model.isAtLimit(variable, options.maxProducts))
        add(read, written, source);
  }
}

/// Adds such candidates if the op of the variable is such a transform.
static void addJoinedTransforms(PlanningModel &model, const CallSites &calls,
                                const ModelOptions &options,
                                unsigned variable) {
  const ModelVariable &self = model.getVariable(variable);
  auto op = dyn_cast_or_null<LayoutTransformOp>(self.op);
  if (!op || isFrozen(op) || isConstantData(op.getSource()) ||
      !(self.candidates.front().isKept() || self.candidates.front().isJoined()))
    return;
  auto present = model.getRootLayout(
      op.getSource(), model.getIdentityLayout(op.getSource().getType()));
  if (present)
    JoinedTransforms(model, variable, op, getRunCount(self, calls),
                     std::move(*present))
        .add(options);
}

//===----------------------------------------------------------------------===//
// Results that are converted at once
//===----------------------------------------------------------------------===//

/// Adds `candidate`, which differs from candidate `padded` in its cost and in
/// the layout of its result.
static void addWithResult(PlanningModel &model, unsigned variable,
                          unsigned padded, ModelCandidate candidate, Cost cost,
                          NetLayout layout) {
  const Problem::Variable &numbers = model.getProblem().variables[variable];
  unsigned net = model.getNetOf(model.getVariable(variable).ports.back().value);
  SmallVector<unsigned, 4> layouts = numbers.candidates[padded].layouts;
  layouts.back() = model.internLayout(net, std::move(layout)).first;
  model.addCandidate(variable, std::move(candidate), cost, std::move(layouts));
  if (numbers.kind == Problem::Kind::Fixed)
    model.setKind(variable, Problem::Kind::Critical);
}

//===----------------------------------------------------------------------===//
// Cropped results
//===----------------------------------------------------------------------===//

/// Adds the candidate that differs from candidate `padded`, whose result is
/// padded, in that it also converts the result to the order `cropped`.
static void addCroppedResult(PlanningModel &model, const CallSites &calls,
                             unsigned variable, unsigned padded,
                             const MixedRadix &cropped) {
  const ModelVariable &self = model.getVariable(variable);
  const Problem::Candidate &numbers =
      model.getProblem().variables[variable].candidates[padded];
  unsigned net = model.getNetOf(self.ports.back().value);
  NetLayout layout = model.getNet(net).layouts[numbers.layouts.back()];
  auto type = cast<RankedTensorType>(model.getNet(net).root.getType());
  ConversionCost conversion = getConversionCost(
      type, getConversion(type.getShape(), {layout.digits}, {cropped}));
  Cost runs = getRunCount(self, calls);
  ModelCandidate candidate = self.candidates[padded];
  candidate.croppedOrder = layout.cropped = cropped;
  candidate.moves = addSaturating(candidate.moves,
                                  multiplySaturating(runs, conversion.moves));
  Cost cost = addSaturating(numbers.cost,
                            multiplySaturating(runs, conversion.getSum()));
  addWithResult(model, variable, padded, std::move(candidate), cost,
                std::move(layout));
}

/// Whether a use of a net may read a rewrite of layout `produced`, which is
/// padded, that costs more than a crop in that order, which leaves `own`, and a
/// rewrite of what is left: two channels padded to eight do, but not three.
static bool savesCroppedFirst(const PlanningModel &model, unsigned net,
                              unsigned produced, const MixedRadix &own) {
  const Problem &problem = model.getProblem();
  ArrayRef<NetLayout> layouts = model.getNet(net).layouts;
  auto type = cast<RankedTensorType>(model.getNet(net).root.getType());
  auto getCost = [&](const MixedRadix &from, const MixedRadix &to) {
    bool keepsPadding = false;
    return getConversionCost(type, from, to, keepsPadding).getSum();
  };
  const MixedRadix &padded = layouts[produced].digits;
  Cost crop = getCost(padded, own);
  return llvm::any_of(problem.nets[net].uses, [&](Problem::PortRef use) {
    return llvm::any_of(getLayouts(problem, use), [&](unsigned required) {
      const MixedRadix &to = layouts[required].digits;
      return addSaturating(crop, getCost(own, to)) < getCost(padded, to);
    });
  });
}

/// The orders without padding in which a value that is produced in layout
/// `produced` may be written as well. If one use reads it, that is the order of
/// `produced`; several uses share a rewrite in an order that one of them reads.
static MixedRadixMap getCroppedOrders(const PlanningModel &model, unsigned net,
                                      unsigned produced) {
  const ModelNet &self = model.getNet(net);
  bool isShared = model.getProblem().nets[net].uses.size() > 1;
  MixedRadixMap orders;
  if (isShared)
    for (unsigned layout : getUnpaddedUses(model, net))
      orders.push_back(self.layouts[layout].digits);
  std::optional<MixedRadix> own =
      dropPadding(self.layouts[produced].digits, getShape(self.root));
  if (own && !llvm::is_contained(orders, *own) &&
      (isShared || savesCroppedFirst(model, net, produced, *own)))
    orders.push_back(std::move(*own));
  return orders;
}

/// For each candidate with a padded result, adds those that also write a result
/// without padding, in an order that a use may read, or in the order of the
/// padded result, for which it is only cropped. Other rewrites are cheaper from
/// there:
///
///   %p = linalg.exp ... -> tensor<6x8xf32>          // 5 columns hold data
///   %c = layout.crop %p offsets [0, 0] sizes [6, 5] ...
///   %t = layout.layout_transform %c by <(d0, d1) -> (d1, d0)> ...
static void addCroppedResults(PlanningModel &model, const CallSites &calls,
                              const ModelOptions &options, unsigned variable) {
  const ModelVariable &self = model.getVariable(variable);
  if (self.regionFlow || !self.op || self.op->getNumResults() != 1 ||
      self.candidates.empty())
    return;
  // The result of a pad begins without the padding that its uses read.
  if (self.resize && self.resize->isPad)
    return;
  unsigned net = model.getNetOf(self.ports.back().value);
  if (model.getProblem().nets[net].isFree)
    return;
  for (unsigned padded : llvm::seq<unsigned>(self.candidates.size())) {
    unsigned produced = model.getProblem()
                            .variables[variable]
                            .candidates[padded]
                            .layouts.back();
    if (!model.isPadded(net, produced))
      continue;
    for (const MixedRadix &order : getCroppedOrders(model, net, produced)) {
      if (model.isAtLimit(variable, options.maxProducts))
        return;
      addCroppedResult(model, calls, variable, padded, order);
    }
  }
}

//===----------------------------------------------------------------------===//
// Filled results
//===----------------------------------------------------------------------===//

using LayoutsOfContents =
    llvm::SmallMapVector<Attribute, llvm::SmallSetVector<unsigned, 4>, 2>;

/// For each content, the layouts that keep the padding of layout `produced` of
/// a net and in which uses require that it holds that content.
static LayoutsOfContents getRequiredContents(const PlanningModel &model,
                                             unsigned net, unsigned produced) {
  const ModelNet &self = model.getNet(net);
  const Problem &problem = model.getProblem();
  const MixedRadix &from = self.layouts[produced].digits;
  LayoutsOfContents required;
  for (Problem::PortRef use : problem.nets[net].uses)
    for (unsigned layout : getLayouts(problem, use))
      if (const NetLayout &to = self.layouts[layout];
          to.content &&
          getConversion(getShape(self.root), {from}, {to.digits}).keepsPadding)
        required[to.content].insert(layout);
  return required;
}

/// Adds the candidate that differs from candidate `padded`, whose result is
/// padded, in that it also overwrites the padding with `content`.
static void addFilledResult(PlanningModel &model, const CallSites &calls,
                            unsigned variable, unsigned padded,
                            Attribute content) {
  const ModelVariable &self = model.getVariable(variable);
  const Problem::Candidate &numbers =
      model.getProblem().variables[variable].candidates[padded];
  unsigned net = model.getNetOf(self.ports.back().value);
  NetLayout layout = model.getNet(net).layouts[numbers.layouts.back()];
  auto type = cast<RankedTensorType>(model.getNet(net).root.getType());
  Cost bytes = multiplySaturating(
      getRunCount(self, calls),
      getBytesOfBoxes(type, getPaddingBoxes(type.getShape(), layout.digits)));
  ModelCandidate candidate = self.candidates[padded];
  candidate.filled = layout.content = content;
  candidate.moves = addSaturating(candidate.moves, bytes);
  Cost cost = addSaturating(numbers.cost, bytes);
  addWithResult(model, variable, padded, std::move(candidate), cost,
                std::move(layout));
}

/// For each candidate with a padded result of which several uses read rewrites
/// that keep the padding, but with another content, adds those that overwrite
/// the padding once for all of them:
///
///   %p = linalg.batch_mmt4d ... -> tensor<8x4x1x16x16xf32>
///   %f = tensor.insert_slice %zeros into %p ...  // 4 of 16 columns of data
///   %t = layout.layout_transform %f by <(b, m, n, i, j) -> (b, n, m, j, i)>
static void addFilledResults(PlanningModel &model, const CallSites &calls,
                             const ModelOptions &options, unsigned variable) {
  const ModelVariable &self = model.getVariable(variable);
  if (self.regionFlow || !self.op || self.op->getNumResults() != 1 ||
      self.candidates.empty() || (self.resize && self.resize->isPad))
    return;
  unsigned net = model.getNetOf(self.ports.back().value);
  const Problem::Net &numbers = model.getProblem().nets[net];
  if (numbers.isFree || numbers.uses.size() < 2 || model.getNet(net).padding)
    return;
  for (unsigned padded : llvm::seq<unsigned>(self.candidates.size())) {
    unsigned produced = model.getProblem()
                            .variables[variable]
                            .candidates[padded]
                            .layouts.back();
    const NetLayout &layout = model.getNet(net).layouts[produced];
    if (!model.isPadded(net, produced) || layout.content ||
        !layout.cropped.empty())
      continue;
    for (const auto &[content, layouts] :
         getRequiredContents(model, net, produced)) {
      if (layouts.size() < 2)
        continue;
      if (model.isAtLimit(variable, 4 * options.maxCandidates))
        return;
      addFilledResult(model, calls, variable, padded, content);
    }
  }
}

void layout::addJoinedCandidates(PlanningModel &model, const CallSites &calls,
                                 const ModelOptions &options) {
  unsigned size = model.getVariables().size();
  for (unsigned variable : llvm::seq<unsigned>(0, size))
    addJoinedCrops(model, calls, variable);
  for (unsigned variable : llvm::seq<unsigned>(0, size))
    addJoinedTransforms(model, calls, options, variable);
  for (unsigned variable : llvm::seq<unsigned>(0, size))
    addCroppedResults(model, calls, options, variable);
  for (unsigned variable : llvm::seq<unsigned>(0, size))
    addFilledResults(model, calls, options, variable);
}
