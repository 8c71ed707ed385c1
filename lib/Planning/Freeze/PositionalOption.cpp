//===- PositionalOption.cpp - Options by positions of dims ----------------===//
//
// Part of LayoutMLIR, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "PositionalOption.h"
#include "Analysis/LayoutRules.h"
#include "Relayout/OpLayout.h"
#include "UnitDims.h"
#include "layout/Analysis/Rewrites.h"
#include "mlir/Interfaces/CallInterfaces.h"
#include "llvm/Support/FormatVariadic.h"

using namespace mlir;
using namespace mlir::layout;

namespace {
/// A tensor operand or result and its layout.
struct Port {
  RankedTensorType type; ///< null if it is no tensor
  PositionalLayout stated;
  /// The sizes with padding, and the physical dims.
  TagDigits layout;
};
} // namespace

/// Returns the operands and results, operands first, with the layouts that are
/// stated for them.
static FailureOr<SmallVector<Port, 0>>
getPorts(Operation *op, const PositionalAlternative &alternative,
         std::string &reason) {
  FailureOr<SmallVector<PositionalLayout>> stated =
      getPortLayouts(op, alternative, reason);
  if (failed(stated))
    return failure();
  SmallVector<Port, 0> ports;
  auto add = [&](Value value) {
    Port port;
    port.type = dyn_cast<RankedTensorType>(value.getType());
    port.stated = (*stated)[ports.size()];
    ports.push_back(std::move(port));
  };
  for (Value operand : op->getOperands())
    add(operand);
  for (Value result : op->getResults())
    add(result);
  return ports;
}

/// Computes the layout of a port for which one is stated.
static LogicalResult computeStated(Port &port, std::string &reason) {
  if (port.stated.tag) {
    FailureOr<TagDigits> digits =
        getDigits(*port.stated.tag, port.type.getShape(), reason);
    if (failed(digits))
      return failure();
    port.layout = std::move(*digits);
  } else if (port.type && !port.stated.isOpen()) {
    port.layout.shape.assign(port.type.getShape().begin(),
                             port.type.getShape().end());
    port.layout.digits = getIdentityDigits(port.type.getShape());
  }
  return success();
}

/// Returns the first port for which a layout is stated: a result, else an
/// operand. The others follow it.
static std::optional<unsigned> findLeader(ArrayRef<Port> ports,
                                          unsigned numOperands) {
  auto isStated = [&](unsigned number) {
    return ports[number].type && !ports[number].stated.isOpen();
  };
  for (unsigned number : llvm::seq<unsigned>(numOperands, ports.size()))
    if (isStated(number))
      return number;
  for (unsigned number : llvm::seq<unsigned>(0, numOperands))
    if (isStated(number))
      return number;
  return std::nullopt;
}

/// Succeeds if the blocks of a port divide its dims, or may be padded.
static LogicalResult checkPadding(Operation *op, const Port &port,
                                  Indivisible indivisible,
                                  std::string &reason) {
  for (auto [dim, size, padded] :
       llvm::enumerate(port.type.getShape(), port.layout.shape)) {
    if (size == padded ||
        (indivisible == Indivisible::Pad && isa<linalg::LinalgOp>(op)))
      continue;
    reason = llvm::formatv(
        "requires blocks that divide dim {0} for {1}, found size {2}",
        static_cast<char>('a' + dim), port.stated.str(), size);
    return failure();
  }
  return success();
}

/// Gives each port without a stated layout the one that follows from the
/// leader's.
static LogicalResult follow(Operation *op, unsigned leader,
                            MutableArrayRef<Port> ports, std::string &reason) {
  std::optional<LayoutRule> rule = getLayoutRule(op), grown;
  if (!rule) {
    reason = "requires an op with a layout rule";
    return failure();
  }
  const TagDigits &layout = ports[leader].layout;
  const LayoutRule *large = rule->growPort(leader, layout.shape, grown);
  std::optional<FactorOrder> order;
  if (large)
    order = large->pull(leader, normalize(concat(layout.digits)));
  if (!order) {
    reason = llvm::formatv("requires a layout that its rule allows, found {0}",
                           ports[leader].stated.str());
    return failure();
  }
  SmallVector<MixedRadixMap> layouts = large->getLayouts(*order);
  for (auto [port, access, digits] :
       llvm::zip_equal(ports, large->ports, layouts)) {
    if (!port.type || !access.isTensor)
      continue;
    bool isDefault = port.stated.kind == PositionalLayout::Kind::Default;
    if (port.stated.isOpen() || isDefault)
      port.layout.shape = access.shape;
    if (port.stated.isOpen())
      port.layout.digits = digits;
    else if (isDefault)
      port.layout.digits = getIdentityDigits(access.shape);
  }
  return success();
}

/// Pads the dim of size 1 of the results of a reduction to a stick
/// (`layout.along_stick`) if the leader ends with what is reduced.
static void setSparseResults(Operation *op, unsigned leader,
                             MutableArrayRef<Port> ports) {
  auto structured = dyn_cast<linalg::LinalgOp>(op);
  auto stick = op->getAttrOfType<IntegerAttr>(LayoutDialect::kAlongStick);
  if (!structured || !stick || leader >= op->getNumOperands())
    return;
  std::optional<unsigned> unit = getUnitDimOfResults(structured);
  MixedRadix order = normalize(concat(ports[leader].layout.digits));
  if (!unit || order.empty())
    return;
  AffineMap map = structured.getMatchingIndexingMap(&op->getOpOperand(leader));
  auto loop = dyn_cast<AffineDimExpr>(map.getResult(order.back().dim));
  if (!loop || structured.getIteratorTypesArray()[loop.getPosition()] !=
                   utils::IteratorType::reduction)
    return;
  auto pad = [&](Port &port) {
    port.layout.shape[*unit] = stick.getInt();
    llvm::erase_if(port.layout.digits, [&](const MixedRadix &list) {
      return list.front().dim == *unit;
    });
    port.layout.digits.push_back({{*unit, 1, stick.getInt()}});
  };
  for (OpOperand &init : structured.getDpsInitsMutable())
    pad(ports[init.getOperandNumber()]);
  for (Port &port : ports.drop_front(op->getNumOperands()))
    pad(port);
}

static EdgeLayoutAttr getEdge(const Port &port, MLIRContext *context) {
  auto asItStands = EdgeLayoutAttr::getAsItStands(context);
  if (!port.type)
    return asItStands;
  SmallVector<int64_t> pad;
  for (auto [size, padded] :
       llvm::zip_equal(port.type.getShape(), port.layout.shape))
    pad.push_back(ShapedType::isDynamic(size) ? 0 : padded - size);
  bool isPadded = llvm::any_of(pad, [](int64_t width) { return width != 0; });
  IndexMap map = IndexMap::get(port.layout.digits, port.layout.shape, context);
  if (!isPadded && isProved(map.isIdentity(port.type.getShape())))
    return asItStands;
  return EdgeLayoutAttr::get(context, map.getAffineMap(),
                             isPadded ? ArrayRef<int64_t>(pad)
                                      : ArrayRef<int64_t>());
}

/// The cost in bytes of a price, a share of the bytes of the first result.
static int64_t getCost(Operation *op, double price) {
  auto type = op->getNumResults() == 0
                  ? ShapedType()
                  : dyn_cast<ShapedType>(op->getResult(0).getType());
  return type ? getPricedBytes(price, type) : 0;
}

/// Returns the option of a call: it keeps the types that its callee has.
static FailureOr<SmallVector<OpLayoutAttr, 2>>
getCallOption(Operation *op, const PositionalAlternative &alternative,
              std::string &reason) {
  FailureOr<SmallVector<Port, 0>> ports = getPorts(op, alternative, reason);
  if (failed(ports))
    return failure();
  for (const Port &port : *ports)
    if (port.stated.tag) {
      reason = llvm::formatv("requires 'default', 'agree' or '_' for operands "
                             "and results of a call, found {0}",
                             port.stated.str());
      return failure();
    }
  return SmallVector<OpLayoutAttr, 2>{
      OpLayoutAttr::getAsItStands(op, /*cost=*/0, OperandOrder::Given)};
}

FailureOr<SmallVector<OpLayoutAttr, 2>>
layout::getPositionalOptions(Operation *op,
                             const PositionalAlternative &alternative,
                             Indivisible indivisible, std::string &reason) {
  if (isa<CallOpInterface>(op))
    return getCallOption(op, alternative, reason);
  if (!canHaveLayoutOptions(op)) {
    reason = "requires an op on tensors with a layout rule that computes";
    return failure();
  }
  FailureOr<SmallVector<Port, 0>> ports = getPorts(op, alternative, reason);
  if (failed(ports))
    return failure();
  MLIRContext *context = op->getContext();
  int64_t cost = getCost(op, alternative.price);
  auto asItStands = EdgeLayoutAttr::getAsItStands(context);
  const unsigned numOperands = op->getNumOperands();
  std::optional<unsigned> leader = findLeader(*ports, numOperands);
  SmallVector<EdgeLayoutAttr> edges(ports->size(), asItStands);
  auto getOption = [&](ArrayRef<EdgeLayoutAttr> edges) {
    return OpLayoutAttr::get(context, edges.take_front(numOperands),
                             edges.drop_front(numOperands), cost,
                             OperandOrder::Given);
  };
  if (!leader)
    return SmallVector<OpLayoutAttr, 2>{getOption(edges)};
  for (Port &port : *ports)
    if (failed(computeStated(port, reason)))
      return failure();
  if (failed(follow(op, *leader, *ports, reason)))
    return failure();
  for (const Port &port : *ports)
    if (port.type && failed(checkPadding(op, port, indivisible, reason)))
      return failure();
  if (alternative.isSparseAlongStick)
    setSparseResults(op, *leader, *ports);
  for (auto [port, edge] : llvm::zip_equal(*ports, edges))
    edge = getEdge(port, context);
  SmallVector<OpLayoutAttr, 2> options = {getOption(edges)};
  if (failed(verifyLayoutOption(op, options.front(), reason)))
    return failure();
  // A structured op can read an operand in any order.
  auto structured = dyn_cast<linalg::LinalgOp>(op);
  for (unsigned number : llvm::seq<unsigned>(0, numOperands))
    if (structured && structured.isDpsInput(&op->getOpOperand(number)) &&
        (*ports)[number].stated.kind == PositionalLayout::Kind::Any)
      edges[number] = asItStands;
  OpLayoutAttr other = getOption(edges);
  std::string ignored;
  if (other != options.front() &&
      succeeded(verifyLayoutOption(op, other, ignored)))
    options.push_back(other);
  return options;
}

Indivisible layout::getFit(const PositionalRequest &request,
                           Indivisible indivisible) {
  if (indivisible != Indivisible::Priced)
    return indivisible;
  return request.isRequired ? Indivisible::Pad : Indivisible::Plain;
}

/// Adds an option unless one with the same layouts is there.
static void addOption(SmallVectorImpl<LayoutOption> &options,
                      OpLayoutAttr option, StringRef layouts) {
  if (llvm::none_of(options, [&](const LayoutOption &other) {
        return other.attribute.getOperands() == option.getOperands() &&
               other.attribute.getResults() == option.getResults();
      }))
    options.push_back({option, layouts.str(), {}});
}

/// The number of the alternative with these layouts.
static size_t getNumber(const PositionalRequest &request, StringRef layouts) {
  return llvm::find_if(request.alternatives,
                       [&](const PositionalAlternative &alternative) {
                         return alternative.str() == layouts;
                       }) -
         request.alternatives.begin();
}

FoundOptions layout::getPositionalOptions(Operation *op,
                                          const PositionalRequest &request,
                                          const LayoutTarget *device,
                                          const StatedLayouts &statedLayouts) {
  FoundOptions found;
  for (auto [number, alternative] : llvm::enumerate(request.alternatives)) {
    std::string clause;
    auto options = getPositionalOptions(
        op, alternative, getFit(request, statedLayouts.getIndivisible()),
        clause);
    std::optional<Reason> refused;
    if (failed(options))
      refused = Unsupported{clause};
    for (OpLayoutAttr option :
         succeeded(options) ? *options : SmallVector<OpLayoutAttr, 2>()) {
      Reason reason;
      if (succeeded(checkRank(option, device ? device->maxRank : std::nullopt,
                              reason)))
        addOption(found.options, option, alternative.str());
      else
        refused = reason;
    }
    if (refused)
      found.refuse(number, alternative.str(), *refused);
  }
  llvm::erase_if(found.options, [&](const LayoutOption &option) {
    Reason reason;
    if (succeeded(
            statedLayouts.checkConstants(op, option.attribute, device, reason)))
      return false;
    found.refuse(getNumber(request, option.layouts), option.layouts, reason);
    return true;
  });
  return found;
}
