//===- PlanApplier.cpp - Rewrites functions according to a plan -----------===//
//
// Part of LayoutMLIR, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// One file, because it is one class: all kinds of variables (ops, pads and
// crops, region flows) read and add versions of the same nets.
//
//===----------------------------------------------------------------------===//

#include "PlanApplier.h"
#include "Interfaces/LinalgRule.h"
#include "OpModels/ExternalModels.h"
#include "PaddedJoins.h"
#include "Relayout/ElementwiseOps.h"
#include "Relayout/LoopRelayout.h"
#include "Relayout/OpLayout.h"
#include "layout/Analysis/Remarks.h"
#include "layout/Dialect/Layout.h"
#include "layout/Interfaces/LayoutRuleInterface.h"
#include "layout/Support/Debug.h"
#include "mlir/Dialect/Arith/Utils/Utils.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"
#include "llvm/Support/SaveAndRestore.h"

#define DEBUG_TYPE "layout-flow"
ALWAYS_ENABLED_STATISTIC(numRebuilt, "Ops rebuilt in other layouts");

using namespace mlir;
using namespace mlir::layout;

bool PlanApplier::markChangedNets() {
  bool anyChanged = false;
  for (auto [number, variable] :
       llvm::enumerate(model.getProblem().variables)) {
    if (getCandidate(number).isKept())
      continue;
    anyChanged = true;
    for (Problem::Port port : variable.ports)
      isChanged[port.net] = true;
  }
  // A value with equal elements is computed in each layout that is read, even
  // if the plan keeps the program as it is.
  for (auto [number, net] : llvm::enumerate(model.getProblem().nets)) {
    Value root = model.getNet(number).root;
    bool hasDerivedUse = llvm::any_of(net.uses, [&](Problem::PortRef use) {
      return model.getVariable(use.variable).ports[use.port].value != root;
    });
    if (isRematerializable(root) && hasDerivedUse)
      isChanged[number] = anyChanged = true;
  }
  // A rewrite in a loop of a value from outside is moved out of the loop, and
  // one rewrite replaces equal ones of which neither dominates the other. A pad
  // of a rewritten value becomes part of one rewrite of the root, and one pad
  // replaces several if some of them may hold anything.
  DenseMap<unsigned, PadOp> pads;
  DenseMap<unsigned, SmallVector<Derivation, 2>> transformed;
  for (Operation *op : model.getDerivingOps()) {
    unsigned net = model.getNetOf(op->getResult(0));
    Value root = model.getNet(net).root;
    auto pad = dyn_cast<PadOp>(op);
    PadOp first = pad ? pads.try_emplace(net, pad).first->second : PadOp();
    bool isRepeated = false;
    if (isa<LayoutTransformOp>(op) && !isChanged[net]) {
      SmallVector<Derivation, 2> &others = transformed[net];
      const Derivation &derivation = model.getDerivation(op->getResult(0));
      isRepeated = llvm::any_of(others, [&](const Derivation &other) {
        return other.map == derivation.map && other.box == derivation.box &&
               other.content == derivation.content;
      });
      others.push_back(derivation);
    }
    if (isRepeated || calls.isInLoopWithout(op, root.getParentBlock()) ||
        (pad && op->getOperand(0) != root) ||
        (pad && pad.getValue() != first.getValue()))
      isChanged[net] = anyChanged = true;
  }
  return anyChanged;
}

Refusals PlanApplier::run() {
  if (!markChangedNets())
    return {};
  for (unsigned variable : llvm::seq<unsigned>(0, model.getVariables().size()))
    visit(variable);
  replaceNestedRegionFlowUses();
  for (ShapedDimOpInterface dim : model.getDimOps())
    replaceDimOp(dim);
  if (!refusals.empty())
    return std::move(refusals);
  eraseReplacedOps();
  updateRegionFlowTypes();
  numRebuilt += rebuiltCount;
  versions.countCreated();
  return {};
}

void PlanApplier::visit(unsigned variable) {
  visited = variable;
  const ModelVariable &self = model.getVariable(variable);
  const ModelCandidate &candidate = getCandidate(variable);
  // The rebuilt op gets a copy of the body.
  if (auto structured = dyn_cast_or_null<linalg::LinalgOp>(self.op))
    for (auto dim :
         llvm::to_vector(structured.getBlock()->getOps<ShapedDimOpInterface>()))
      replaceDimOp(dim);
  if (self.regionFlow)
    return applyRegionFlow(self, candidate);
  if (candidate.isLocal())
    return insertLocalRewrites(self, candidate);
  auto crop = dyn_cast_or_null<CropOp>(self.op);
  if (candidate.isJoined() && crop)
    keepJoined(variable, crop);
  else if (candidate.isJoined())
    rebuildJoined(variable, cast<LayoutTransformOp>(self.op));
  else if (self.resize)
    replaced.push_back(self.op);
  else if (candidate.isKept())
    keepOp(self);
  else
    rebuildOp(self, candidate);
}

//===----------------------------------------------------------------------===//
// Refusals
//===----------------------------------------------------------------------===//

/// Whether the variable's op can be made to stay as it is. An op must take one
/// of its layout options.
bool PlanApplier::canBeFixed(unsigned variable) const {
  Operation *op = model.getVariable(variable).op;
  const ModelCandidate &candidate = getCandidate(variable);
  return op && !op->hasAttr(LayoutDialect::kOpLayout) && !candidate.isKept() &&
         !candidate.isJoined();
}

void PlanApplier::refuseVersion(unsigned net, std::string reason) {
  // If the plan keeps the op that reads the value, the one that writes it gave
  // it a layout that it cannot have.
  unsigned producer = model.getProblem().nets[net].producer.variable;
  unsigned refusing =
      !canBeFixed(visited) && canBeFixed(producer) ? producer : visited;
  refusals.insert({model.getVariable(refusing).op, {std::move(reason)}});
}

/// A value for what could not be built, so that further ops can be tried.
Value PlanApplier::createPlaceholder(Location loc, Type type) {
  return UnrealizedConversionCastOp::create(rewriter, loc, type, ValueRange())
      .getResult(0);
}

//===----------------------------------------------------------------------===//
// Ops
//===----------------------------------------------------------------------===//

SmallVector<MixedRadixMap>
PlanApplier::getLayouts(const ModelVariable &variable,
                        const ModelCandidate &candidate) const {
  if (candidate.getOption() || candidate.getRenaming()) {
    SmallVector<MixedRadixMap> layouts(candidate.getOperands());
    auto structured = dyn_cast<linalg::LinalgOp>(variable.op);
    if (!structured) // There is one layout for each port.
      return layouts;
    for (OpOperand &init : structured.getDpsInitsMutable())
      layouts.push_back(candidate.getOperands()[init.getOperandNumber()]);
    return layouts;
  }
  std::optional<LayoutRule> grown;
  const FactorOrder &order = candidate.getFactorOrder();
  return variable.rule->growTo(order, grown)->getLayouts(order);
}

/// Remarks which candidate was chosen for an op: its layout option, or the
/// layouts of its results.
static void remarkCandidate(Operation *op, const ModelCandidate &candidate,
                            ArrayRef<MixedRadixMap> layouts, Remarks &remarks) {
  if (!op->getContext()->getRemarkEngine())
    return;
  SmallVector<std::pair<RankedTensorType, MixedRadixMap>, 1> results;
  for (auto [number, result] : llvm::enumerate(op->getResults()))
    if (auto type = dyn_cast<RankedTensorType>(result.getType());
        type && !candidate.getOption())
      results.push_back({type, layouts[op->getNumOperands() + number]});
  remarks.push_back([loc = op->getLoc(), name = op->getName(),
                     head = getRemark("choice", "layout-flow", op),
                     option = candidate.getOption(),
                     results = std::move(results)] {
    remark::detail::InFlightRemark remark = remark::passed(loc, head);
    if (!remark) // The category is filtered out.
      return;
    std::string text;
    llvm::raw_string_ostream stream(text);
    if (option)
      stream << " is laid out as " << option;
    for (auto [number, result] : llvm::enumerate(results))
      stream << (number ? ", " : " writes ")
             << IndexMap::get(result.second, result.first.getShape(),
                              loc.getContext())
                    .getAffineMap();
    remark << remark::add("{0}{1}", name.getStringRef(), text);
  });
}

/// Gives an op that stays versions of its operands in the layouts they have.
void PlanApplier::keepOp(const ModelVariable &variable) {
  for (const ModelPort &port : variable.ports) {
    unsigned net = model.getNetOf(port.value);
    if (!isChanged[net])
      continue;
    MixedRadixMap identity = getIdentity(port.value);
    bool isResult =
        !variable.op || port.number >= variable.op->getNumOperands();
    if (isResult) {
      versions.addProduced(net, port.value, identity);
      continue;
    }
    variable.op->setOperand(port.number, getVersion(port.value, identity));
  }
}

/// Replaces an op by one that reads and writes the layouts of the candidate.
/// With the layout (n, c, h, w) -> (n, h, w, c) of both ports,
///
///   %y = linalg.exp ins(%x : tensor<1x64x8x9xf32>)
///                   outs(%e : tensor<1x64x8x9xf32>)
///
/// becomes
///
///   %y2 = linalg.exp ins(%x2 : tensor<1x8x9x64xf32>)
///                    outs(%e2 : tensor<1x8x9x64xf32>)
///
/// where %x2 and %e2 are versions of %x and %e, and %y2 becomes the version of
/// %y from which the others are computed.
void PlanApplier::rebuildOp(const ModelVariable &variable,
                            const ModelCandidate &candidate) {
  Operation *op = variable.op;
  SmallVector<MixedRadixMap> layouts = getLayouts(variable, candidate);
  SmallVector<Value> operands = llvm::to_vector(op->getOperands());
  for (const ModelPort &port : variable.ports) {
    if (port.number >= operands.size())
      continue;
    operands[port.number] = getVersion(port.value, layouts[port.number],
                                       candidate.getContent(port.number));
  }
  rewriter.setInsertionPoint(op);
  SmallVector<PadContent> contents;
  Masks masks = getMasks(variable, candidate, operands, contents);
  SmallVector<Value> results =
      createRebuiltOp(variable, candidate, layouts, operands, masks);
  ++rebuiltCount;
  // Scalar results have no versions.
  for (auto [result, value] : llvm::zip_equal(op->getResults(), results))
    if (!isa<TensorType>(result.getType()))
      rewriter.replaceAllUsesWith(result, value);
  for (const ModelPort &port : variable.ports) {
    if (port.number < operands.size())
      continue;
    unsigned number = port.number - operands.size();
    unsigned net = model.getNetOf(port.value);
    versions.addProduced(net, results[number],
                         normalizeAll(layouts[port.number]), contents[number]);
    addFurther(net, candidate);
  }
  remarkCandidate(op, candidate, layouts, remarks);
  // An op without tensor results may be in the body of a structured op, which
  // must not be copied with both the op and its replacement.
  if (llvm::none_of(op->getResultTypes(), llvm::IsaPred<TensorType>))
    rewriter.eraseOp(op);
  else
    replaced.push_back(op);
}

/// Whether an op writes what is required to the padding of some result.
static bool selectsContents(const Masks &masks) {
  return llvm::any_of(masks.contents,
                      [](TypedAttr content) { return content != nullptr; });
}

/// Builds an op that joins tensors and pads what it joins with the content that
/// the net of its result requires; returns null for other ops.
Value PlanApplier::createPaddedJoin(const ModelVariable &variable,
                                    ArrayRef<MixedRadixMap> layouts,
                                    ValueRange operands) {
  Operation *op = variable.op;
  if (op->getNumResults() != 1 || !isa<TensorType>(op->getResultTypes()[0]))
    return nullptr;
  Attribute content = model.getNet(model.getNetOf(op->getResult(0))).padding;
  return joinPadded(rewriter, op, layouts.back(), operands, content);
}

SmallVector<Value> PlanApplier::createRebuiltOp(const ModelVariable &variable,
                                                const ModelCandidate &candidate,
                                                ArrayRef<MixedRadixMap> layouts,
                                                ValueRange operands,
                                                const Masks &masks) {
  if (std::holds_alternative<RenamedLoops>(candidate.form)) {
    Operation *copy = rewriter.clone(*variable.op);
    copy->setOperands(operands);
    return SmallVector<Value>(copy->getResults());
  }
  BuildRefusal refusal;
  FailureOr<SmallVector<Value>> results = failure();
  if (auto structured = dyn_cast<linalg::LinalgOp>(variable.op)) {
    // Operands that are renamed have the same shape.
    FailureOr<const LoopRelayout *> relayout = relayouts.get(
        structured,
        candidate.getRenaming()
            ? relayouts.getOptionLayouts(structured, candidate.getOption())
            : SmallVector<MixedRadixMap>(layouts),
        refusal.reason);
    if (succeeded(relayout))
      results = SmallVector<Value>(
          rebuild(rewriter, structured, **relayout, operands, masks)
              ->getResults());
  } else if (selectsContents(masks)) {
    results = rebuildElementwise(rewriter, variable.op, layouts, operands,
                                 masks, refusal.reason);
  } else if (Value joined = createPaddedJoin(variable, layouts, operands)) {
    results = SmallVector<Value>{joined};
  } else {
    results = applyLayouts(rewriter, variable.op, layouts, operands, refusal);
  }
  if (failed(results))
    return refuseOp(variable.op, layouts, std::move(refusal));
  // An op that needs nothing to be done may return its operands.
  Operation *built =
      results->empty() || llvm::is_contained(operands, results->front())
          ? nullptr
          : results->front().getDefiningOp();
  // The layout of a critical op is decided once.
  OpLayoutAttr option = candidate.getOption();
  if (built && option && !variable.critical)
    built->setAttr(LayoutDialect::kChosen, option);
  if (built && (option || variable.flexibility != LayoutFlexibility::None))
    built->setAttr(LayoutDialect::kFrozen, rewriter.getUnitAttr());
  return *results;
}

SmallVector<Value> PlanApplier::refuseOp(Operation *op,
                                         ArrayRef<MixedRadixMap> layouts,
                                         BuildRefusal refusal) {
  refusals.insert({op, std::move(refusal)});
  SmallVector<Value> results;
  for (auto [number, result] : llvm::enumerate(op->getResults())) {
    auto type = dyn_cast<RankedTensorType>(result.getType());
    results.push_back(createPlaceholder(
        op->getLoc(),
        type ? getPhysicalType(type, layouts[op->getNumOperands() + number])
             : result.getType()));
  }
  return results;
}

/// Replaces an op by one in the layouts of its layout option, with the rewrites
/// of all operands and results at the op. With 13 result columns padded to 16,
///
///   %r = linalg.matmul ins(%a, %b : tensor<8x8xf32>, tensor<8x13xf32>)
///                      outs(%c : tensor<8x13xf32>)
///
/// becomes
///
///   %bp = layout.pad %b low [0, 0] high [0, 3] value(poison)
///           : tensor<8x13xf32> to tensor<8x16xf32>
///   %cp = layout.pad %c low [0, 0] high [0, 3] value(poison)
///           : tensor<8x13xf32> to tensor<8x16xf32>
///   %p = linalg.matmul {layout.frozen}
///          ins(%a, %bp : tensor<8x8xf32>, tensor<8x16xf32>)
///          outs(%cp : tensor<8x16xf32>)
///   %r2 = layout.crop %p offsets [0, 0] sizes [8, 13]
///           : tensor<8x16xf32> to tensor<8x13xf32>
///
/// and %r2 is the version of %r from which the others are computed.
void PlanApplier::insertLocalRewrites(const ModelVariable &variable,
                                      const ModelCandidate &candidate) {
  Operation *op = variable.op;
  for (const ModelPort &port : variable.ports)
    if (port.number < op->getNumOperands())
      op->setOperand(port.number,
                     getVersion(port.value, getIdentity(port.value)));
  std::string reason;
  FailureOr<OpClone> clone =
      cloneWithLayout(rewriter, op, candidate.getOption(), reason);
  if (failed(clone)) {
    refusals.insert({op, {std::move(reason)}});
    return keepOp(variable);
  }
  ++rebuiltCount;
  remarkCandidate(op, candidate, {}, remarks);
  clone->op->setAttr(LayoutDialect::kFrozen, rewriter.getUnitAttr());
  if (!variable.critical)
    clone->op->setAttr(LayoutDialect::kChosen, candidate.getOption());
  for (const ModelPort &port : variable.ports)
    if (port.number >= op->getNumOperands())
      versions.addProduced(model.getNetOf(port.value),
                           clone->results[port.number - op->getNumOperands()],
                           getIdentity(port.value));
  replaced.push_back(op);
}

//===----------------------------------------------------------------------===//
// Pads and crops
//===----------------------------------------------------------------------===//

Value PlanApplier::getVersion(Value value, ArrayRef<MixedRadix> layout,
                              Attribute content) {
  unsigned net = model.getNetOf(value);
  materializeResize(net);
  std::string reason;
  FailureOr<Value> version =
      versions.getVersion(value, layout, content, reason);
  if (succeeded(version))
    return *version;
  refuseVersion(net, std::move(reason));
  OpBuilder::InsertionGuard guard(rewriter);
  rewriter.setInsertionPointAfterValue(value);
  return createPlaceholder(
      value.getLoc(),
      getPhysicalType(cast<RankedTensorType>(value.getType()), layout));
}

/// The dims of a version of `root` in the order `order` that no use reads as it
/// is: those of the root if it has that order, else one per digit.
static MixedRadixMap getDims(const MixedRadix &order, Value root) {
  MixedRadixMap logical = getIdentity(root);
  if (concat(logical) == order)
    return logical;
  MixedRadixMap dims;
  for (const Digit &digit : order)
    dims.push_back({digit});
  return dims;
}

const MixedRadix &PlanApplier::getPlannedLayout(unsigned variable,
                                                unsigned port) const {
  const Problem::Variable &numbers = model.getProblem().variables[variable];
  return model.getNet(numbers.ports[port].net)
      .layouts[numbers.candidates[plan[variable]].layouts[port]]
      .digits;
}

/// Gives a crop a source of its own, converted from the layout in which the
/// candidate reads it, so that both are one rewrite.
void PlanApplier::keepJoined(unsigned variable, CropOp op) {
  Value source = op.getSource(), result = op.getResult();
  unsigned net = model.getNetOf(source);
  materializeResize(net);
  MixedRadixMap read =
      getDims(getPlannedLayout(variable, 0), model.getNet(net).root);
  op.getSourceMutable().assign(
      versions.createUnshared(source, versions.getOrCreate(net, read)));
  versions.addProduced(model.getNetOf(result), result, getIdentity(result));
}

/// Replaces a transform by one of the source in the layout in which the
/// candidate reads it, which may be padded only if that is the present one.
void PlanApplier::rebuildJoined(unsigned variable, LayoutTransformOp op) {
  Value source = op.getSource(), result = op.getResult();
  unsigned net = model.getNetOf(source), written = model.getNetOf(result);
  const MixedRadix &read = getPlannedLayout(variable, 0),
                   &order = getPlannedLayout(variable, 1);
  MixedRadixMap present = *model.getRootLayout(source, getIdentity(source));
  ValueVersions::Version from;
  if (normalize(concat(present)) == read) {
    from = {getVersion(source, getIdentity(source)), std::move(present)};
  } else {
    materializeResize(net);
    from = versions.getOrCreate(net, getDims(read, model.getNet(net).root));
  }
  std::optional<MixedRadixMap> dims = getFirstUseLayout(written, order);
  if (!dims)
    dims = getDims(order, result);
  versions.addProduced(written, versions.createJoined(op, from, *dims), *dims);
  replaced.push_back(op);
}

/// The content of the padding of the result of a pad or crop in the layout
/// `layout` that it shares with its source, where the padding of that holds
/// `present`. Elements that a crop removes are padding of the result only.
static PadContent getContentBehind(const Resize &resize,
                                   ArrayRef<MixedRadix> layout,
                                   PadContent present) {
  if (resize.isPad)
    return present;
  if (!resize.content)
    return PadContent::getUnknown();
  PadContent removed = PadContent::get(resize.content);
  ArrayRef<int64_t> shape = resize.larger.getShape();
  bool isPadded =
      ArrayRef(getSpannedShape(concat(layout), shape.size())) != shape;
  return isPadded ? removed.join(present) : removed;
}

/// Adds the first version of the result of a pad or crop, when it is first
/// needed: a version of the *source* with the padded layout that both have
/// under the plan. So a crop that is read as (d0 floordiv 8, d0 mod 8),
///
///   %c = layout.crop %x offsets [0] sizes [60]
///          : tensor<64xf32> to tensor<60xf32>
///   %p = layout.pad %c low [0] high [4] value(poison)
///          : tensor<60xf32> to tensor<64xf32>
///   %t = layout.layout_transform %p by <(d0) -> (d0 floordiv 8, d0 mod 8)>
///          : tensor<64xf32> to tensor<8x8xf32>
///
/// needs no op if the producer of %x writes that layout.
void PlanApplier::materializeResize(unsigned net) {
  if (versions.hasVersion(net))
    return;
  unsigned number = model.getProblem().nets[net].producer.variable;
  const ModelVariable &variable = model.getVariable(number);
  const ModelCandidate &candidate = getCandidate(number);
  if (!variable.resize) {
    refuseVersion(net, "a value is used before it is defined");
    Value root = model.getNet(net).root;
    return versions.addProduced(net, root, getIdentity(root));
  }
  llvm::SaveAndRestore visit(visited, number);
  // Prefer the grouping of digits into dims that the first use reads.
  std::optional<MixedRadixMap> layout =
      getFirstUseLayout(net, candidate.getFactorOrder());
  if (!layout)
    layout = normalizeAll(
        getLayouts(variable, candidate)[variable.ports.back().number]);
  Value value = getVersion(variable.ports.front().value, *layout);
  PadContent present = versions.getContent(value);
  PadContent content = getContentBehind(*variable.resize, *layout, present);
  // The contents of the padding of the source stay known as well.
  if (present.isConstant() && content != present) {
    OpBuilder::InsertionGuard guard(rewriter);
    rewriter.setInsertionPointAfterValue(value);
    ArrayRef<int64_t> shape =
        cast<RankedTensorType>(value.getType()).getShape();
    value = LayoutTransformOp::create(
        rewriter, value.getLoc(), value,
        IndexMap::getIdentity(shape.size(), rewriter.getContext()));
  }
  versions.addProduced(net, value, std::move(*layout), content);
  addFurther(net, candidate);
}

/// Fills the padding of the produced version of a net, or adds one without
/// padding, as the candidate of its producer says.
void PlanApplier::addFurther(unsigned net, const ModelCandidate &candidate) {
  if (candidate.filled)
    versions.fillProduced(net, candidate.filled);
  const MixedRadix &order = candidate.croppedOrder;
  if (order.empty())
    return;
  std::optional<MixedRadixMap> layout = getFirstUseLayout(net, order);
  versions.addCropped(net, layout ? *layout
                                  : getDims(order, model.getNet(net).root));
}

/// The dims, in digits of the root's dims, in which the first use of a net that
/// reads the elements in the order `order` reads them. Returns nothing if no
/// use does.
std::optional<MixedRadixMap>
PlanApplier::getFirstUseLayout(unsigned net, const MixedRadix &order) {
  for (Problem::PortRef use : model.getProblem().nets[net].uses) {
    const ModelVariable &variable = model.getVariable(use.variable);
    if (variable.resize)
      continue;
    const ModelPort &port = variable.ports[use.port];
    const ModelCandidate &candidate = getCandidate(use.variable);
    std::optional<MixedRadixMap> layout = model.getRootLayout(
        port.value,
        candidate.isKept() || candidate.isJoined() || candidate.isLocal()
            ? getIdentity(port.value)
            : getLayouts(variable, candidate)[port.number]);
    if (layout && concat(*layout) == order)
      return layout;
  }
  return std::nullopt;
}

/// Whether a port of a rule has a padded dim that is accessed at index 0 only.
static bool hasPaddedUnitDim(const LayoutRule &grown, unsigned port) {
  return llvm::any_of(grown.ports[port].dims, [&](const Access &access) {
    std::optional<unsigned> factor = grown.getUnitFactor(access);
    return factor && grown.factors[*factor].extent != 1;
  });
}

/// An op that runs over padding computes there what its body makes of the
/// padding of its operands. If the net of its result requires something else,
/// the rebuilt body selects that by the index. For example,
///
///   %c = layout.crop %x offsets [0] sizes [60]
///          : tensor<64xf32> to tensor<60xf32>
///   %y = linalg.exp ins(%c : tensor<60xf32>) outs(%e : tensor<60xf32>)
///   %p = layout.pad %y low [0] high [4] value(0.000000e+00 : f32)
///          : tensor<60xf32> to tensor<64xf32>
///
/// becomes one op on all 64 elements, which replaces %p:
///
///   linalg.generic ... ins(%x : tensor<64xf32>) outs(%e2 : tensor<64xf32>) {
///   ^bb0(%in: f32, %out: f32):
///     %0 = math.exp %in : f32
///     %1 = linalg.index 0 : index
///     %2 = arith.cmpi slt, %1, %c60 : index
///     %3 = arith.select %2, %0, %zero : f32
///     linalg.yield %3 : f32
///   }
///
/// An elementwise op without a body (`math.exp` on tensors) becomes that, too,
/// if it must select. A reduction over padding that does not hold the neutral
/// element selects the previous value of the result in the same way.
Masks PlanApplier::getMasks(const ModelVariable &variable,
                            const ModelCandidate &candidate,
                            ValueRange operands,
                            SmallVectorImpl<PadContent> &results) {
  Masks masks;
  results.assign(variable.op->getNumResults(), PadContent::getUnknown());
  std::optional<LayoutRule> grown;
  if (candidate.getOption() || candidate.getRenaming() ||
      variable.rule->growTo(candidate.getFactorOrder(), grown) ==
          variable.rule ||
      !variable.rule->runsOnPadding(*grown))
    return masks;
  auto op = dyn_cast<linalg::LinalgOp>(variable.op);
  bool canMask = op || isElementwiseOnTensors(variable.op);
  SmallVector<PadContent> contents = versions.getContents(
      *variable.rule, *grown, operands, /*readsAll=*/canMask);
  auto evaluated =
      op ? evaluateOnPads(op, contents)
         : cast<LayoutRuleOpInterface>(variable.op).getPadContents(contents);
  if (succeeded(evaluated))
    results = *evaluated;
  if (padsBehindPieces(*variable.rule, *grown, variable.op->getNumOperands()))
    results.front() = getContentBehindPieces(
        *variable.rule, *grown,
        model.getNet(model.getNetOf(variable.op->getResult(0))).padding,
        contents);
  if (!canMask)
    return masks;
  masks.keepsResults = op && !isNeutral(op, contents);
  for (auto [result, content] :
       llvm::zip_equal(variable.op->getResults(), results)) {
    unsigned port = variable.op->getNumOperands() + result.getResultNumber();
    if (hasPaddedUnitDim(*grown, port))
      content = PadContent::getUnknown();
    Attribute required = model.getNet(model.getNetOf(result)).padding;
    bool isMasked = required && !content.fits(PadContent::get(required));
    masks.contents.push_back(isMasked ? cast<TypedAttr>(required)
                                      : TypedAttr());
    if (isMasked)
      content = PadContent::get(required);
  }
  return masks;
}

//===----------------------------------------------------------------------===//
// Region flows
//===----------------------------------------------------------------------===//

/// Changes the layout of a value that regions or calls pass on. In three steps
/// (this function, `replaceNestedRegionFlowUses`, `updateRegionFlowTypes`),
///
///   %r = scf.for ... iter_args(%arg = %init) -> (tensor<8x4xf32>) {
///     %next = linalg.exp ins(%arg : tensor<8x4xf32>) ...
///     scf.yield %next : tensor<8x4xf32>
///   }
///
/// becomes, with the layout (d0, d1) -> (d1, d0),
///
///   %init2 = layout.layout_transform %init by <(d0, d1) -> (d1, d0)> ...
///   %r = scf.for ... iter_args(%arg = %init2) -> (tensor<4x8xf32>) {
///     %next2 = linalg.exp ins(%arg : tensor<4x8xf32>) ...
///     scf.yield %next2 : tensor<4x8xf32>
///   }
///
/// %arg and %r keep their types until all their uses have been replaced. In the
/// meantime, a cast stands for each of them:
///
///   %arg2 = builtin.unrealized_conversion_cast %arg
///             : tensor<8x4xf32> to tensor<4x8xf32>
void PlanApplier::applyRegionFlow(const ModelVariable &variable,
                                  const ModelCandidate &candidate) {
  for (OpOperand *use : variable.regionFlow->uses)
    if (use->getOwner() == variable.op)
      replaceRegionFlowUse(variable, candidate, *use);
  for (Value value : variable.regionFlow->values) {
    unsigned net = model.getNetOf(value);
    if (!isChanged[net])
      continue;
    if (candidate.isKept()) {
      versions.addProduced(net, value, getIdentity(value));
      continue;
    }
    MixedRadixMap layout = getLayouts(variable, candidate).front();
    rewriter.setInsertionPointAfterValue(value);
    auto placeholder = UnrealizedConversionCastOp::create(
        rewriter, value.getLoc(),
        getPhysicalType(cast<RankedTensorType>(value.getType()), layout),
        value);
    placeholders.push_back(placeholder);
    Attribute content = candidate.getContent(/*port=*/0);
    versions.addProduced(net, placeholder.getResult(0), normalizeAll(layout),
                         content ? PadContent::get(content)
                                 : PadContent::getUnknown());
  }
}

void PlanApplier::replaceRegionFlowUse(const ModelVariable &variable,
                                       const ModelCandidate &candidate,
                                       OpOperand &use) {
  if (!isChanged[model.getNetOf(use.get())])
    return;
  if (candidate.isKept())
    return use.set(getVersion(use.get(), getIdentity(use.get())));
  use.set(getVersion(use.get(), getLayouts(variable, candidate).front(),
                     candidate.getContent(/*port=*/0)));
}

/// Replaces the uses in terminators and calls, whose values are rebuilt only
/// after the variable of the region flow has been visited.
void PlanApplier::replaceNestedRegionFlowUses() {
  for (auto [number, variable] : llvm::enumerate(model.getVariables())) {
    if (!variable.regionFlow)
      continue;
    visited = number;
    for (OpOperand *use : variable.regionFlow->uses)
      if (use->getOwner() != variable.op)
        replaceRegionFlowUse(variable, getCandidate(number), *use);
  }
}

/// Replaces the tensor type inside the type of `carrier`.
static void setCarriedType(Value carrier, Type type) {
  AttrTypeReplacer replacer;
  replacer.addReplacement(
      [&](RankedTensorType) { return std::pair(type, WalkResult::skip()); });
  carrier.setType(replacer.replace(carrier.getType()));
}

/// Gives the values of region flows their planned types, and functions the
/// types of their arguments and results.
void PlanApplier::updateRegionFlowTypes() {
  for (UnrealizedConversionCastOp placeholder : placeholders) {
    Value value = placeholder.getOperand(0);
    value.setType(placeholder.getResult(0).getType());
    rewriter.replaceOp(placeholder, value);
  }
  for (const ModelVariable &variable : model.getVariables())
    if (variable.regionFlow && variable.regionFlow->carrier)
      setCarriedType(variable.regionFlow->carrier,
                     variable.regionFlow->values.front().getType());
  for (func::FuncOp function : model.getFunctionsWithKnownCallers())
    function.setType(FunctionType::get(
        function.getContext(), function.getBody().getArgumentTypes(),
        calls.getCallsOf(function).front()->getResultTypes()));
}

//===----------------------------------------------------------------------===//
// Sizes and clean-up
//===----------------------------------------------------------------------===//

/// Computes a size from the produced version of a tensor. If that is the result
/// of a rebuilt op with the layout (d0, d1) -> (d1, d0),
///
///   %s = tensor.dim %x, %c0 : tensor<?x4xf32>
///
/// becomes
///
///   %s = tensor.dim %x2, %c1 : tensor<4x?xf32>
///
/// The size of a dim that is not constant, or that %x has not, still comes from
/// %x.
void PlanApplier::replaceDimOp(ShapedDimOpInterface dim) {
  if (!isa<RankedTensorType>(dim.getShapedValue().getType()))
    return;
  const Derivation &derivation = model.getDerivation(dim.getShapedValue());
  std::optional<int64_t> index = getConstantIntValue(dim.getDimension());
  auto rank = static_cast<int64_t>(derivation.map.size());
  if (!isChanged[derivation.net] || !index || *index < 0 || *index >= rank)
    return;
  if (!versions.hasVersion(derivation.net))
    materializeResize(derivation.net);
  OpBuilder::InsertionGuard guard(rewriter);
  rewriter.setInsertionPoint(dim);
  OpFoldResult size =
      versions.getSize(derivation.net, derivation.map[*index], dim.getLoc());
  rewriter.replaceOp(
      dim, getValueOrCreateConstantIndexOp(rewriter, dim.getLoc(), size));
}

/// Erases the replaced ops and the rewrites of changed nets, as far as they are
/// dead, and what dies with them.
void PlanApplier::eraseReplacedOps() {
  llvm::SmallPtrSet<Operation *, 16> isReplaced(replaced.begin(),
                                                replaced.end());
  SmallVector<Operation *> worklist(replaced);
  for (Operation *op : model.getDerivingOps())
    if (isChanged[model.getNetOf(op->getResult(0))])
      worklist.push_back(op);
  llvm::SmallPtrSet<Operation *, 16> erased;
  while (!worklist.empty()) {
    Operation *op = worklist.pop_back_val();
    // A replaced op may have effects (an assertion in its body); its
    // replacement has them as well. A placeholder goes when its value has its
    // planned type (updateRegionFlowTypes), even if that value has no user.
    if (erased.contains(op) || isa<UnrealizedConversionCastOp>(op) ||
        !(isReplaced.contains(op) ? op->use_empty() : isOpTriviallyDead(op)))
      continue;
    for (Value operand : op->getOperands())
      if (Operation *producer = operand.getDefiningOp())
        worklist.push_back(producer);
    erased.insert(op);
    op->dropAllReferences();
  }
  // An op nested in an erased one is erased with it.
  SmallVector<Operation *> outermost;
  for (Operation *op : erased) {
    Operation *parent = op->getParentOp();
    while (parent && !erased.contains(parent))
      parent = parent->getParentOp();
    if (!parent)
      outermost.push_back(op);
  }
  for (Operation *op : outermost)
    rewriter.eraseOp(op);
}

Refusals layout::applyPlan(const PlanningModel &model, const Plan &plan,
                           const CallSites &calls, LoopRelayoutCache &relayouts,
                           Remarks &remarks, RewriterBase::Listener *listener) {
  if (model.getNets().empty())
    return {};
  return PlanApplier(model, plan, calls, relayouts, remarks, listener).run();
}
