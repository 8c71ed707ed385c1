//===- LayoutFlexibility.cpp - Critical ops beside their entries ----------===//
//
// Part of LayoutMLIR, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "LayoutFlexibility.h"
#include "PaddedLayouts.h"
#include "layout/Analysis/AbsorbedReads.h"
#include "layout/Analysis/Rewrites.h"
#include "layout/Dialect/Layout/Utils/LocationText.h"

using namespace mlir;
using namespace mlir::layout;

LayoutFlexibility layout::getFlexibility(linalg::LinalgOp op) {
  if (op->hasAttr(LayoutDialect::kPrefer))
    return LayoutFlexibility::Standard;
  auto entries = op->getAttrOfType<ArrayAttr>(LayoutDialect::kOpLayout);
  if (!entries || entries.size() != 1)
    return LayoutFlexibility::None;
  switch (cast<OpLayoutAttr>(entries[0]).getOrder()) {
  case OperandOrder::Given:
    return LayoutFlexibility::None;
  case OperandOrder::HeadMajor:
    return LayoutFlexibility::HeadMajor;
  case OperandOrder::Absorbed:
    return LayoutFlexibility::Absorbed;
  }
  llvm_unreachable("covered switch");
}

//===----------------------------------------------------------------------===//
// Standard forms
//===----------------------------------------------------------------------===//

bool layout::hidesRewrite(linalg::LinalgOp op, const LoopRelayout &relayout) {
  Accesses before(op);
  std::optional<CriticalOp> roles;
  if (before.roles) {
    roles = CriticalOp{before.roles->kind, {}};
    for (const Digit &loop : relayout.loops)
      roles->roles.push_back(before.roles->roles[loop.dim]);
  }
  SmallVector<int64_t> ranges = llvm::map_to_vector(
      relayout.loops, [](const Digit &loop) { return loop.extent; });
  Accesses after(relayout.maps, ranges, before.numInputs, std::move(roles));
  return llvm::any_of(op.getDpsInputOperands(), [&](OpOperand *input) {
    unsigned number = input->getOperandNumber();
    return readsInAnotherOrder(after, number) &&
           !readsInAnotherOrder(before, number) &&
           !isConstantData(input->get());
  });
}

//===----------------------------------------------------------------------===//
// Orders of one operand
//===----------------------------------------------------------------------===//

namespace {
/// `order = head_major` (LayoutAttributes.td) for one operand of a contraction,
/// as digits of its dims without unit ones.
class MatrixOrders {
public:
  MatrixOrders(linalg::LinalgOp op, OpOperand &operand)
      : map(op.getMatchingIndexingMap(&operand)),
        iterators(op.getIteratorTypesArray()), isResult(op.isDpsInit(&operand)),
        shape(op.getShape(&operand)) {}

  /// The orders that may be had of the dims cut as `order` cuts them.
  SmallVector<MixedRadix> get(ArrayRef<Digit> order) const {
    SmallVector<MixedRadix> orders;
    if (isResult ? keepsInnermost(order) : areMatrices(order))
      orders.push_back(MixedRadix(order));
    if (isResult)
      return orders;
    // By rows and by columns.
    MixedRadix contracted, free;
    for (const Digit &digit : order)
      (isContracted(digit) ? contracted : free).push_back(digit);
    for (unsigned behind : {0, 1}) {
      if (behind > free.size())
        continue;
      MixedRadix moved(free);
      moved.insert(moved.end() - behind, contracted.begin(), contracted.end());
      if (areMatrices(moved) && moved != MixedRadix(order))
        orders.push_back(std::move(moved));
    }
    return orders;
  }

private:
  bool isContracted(const Digit &digit) const {
    auto loop = dyn_cast<AffineDimExpr>(map.getResult(digit.dim));
    return loop &&
           iterators[loop.getPosition()] == utils::IteratorType::reduction;
  }

  /// Whether the contracted dims are whole and beside each other, and at most
  /// one digit of another is behind them: matrices by rows or by columns.
  bool areMatrices(ArrayRef<Digit> order) const {
    auto contracted = [&](const Digit &digit) { return isContracted(digit); };
    const Digit *first = llvm::find_if(order, contracted);
    const Digit *last = std::find_if_not(first, order.end(), contracted);
    return order.end() - last <= 1 &&
           std::all_of(first, last, [&](const Digit &digit) {
             return digit.stride == 1 && digit.extent == shape[digit.dim];
           });
  }

  bool keepsInnermost(ArrayRef<Digit> order) const {
    MixedRadix standing = normalize(concat(getIdentityDigits(shape)));
    return standing.empty() || (order.back().dim == standing.back().dim &&
                                order.back().stride == standing.back().stride);
  }

  AffineMap map;
  SmallVector<utils::IteratorType> iterators;
  bool isResult;
  ArrayRef<int64_t> shape;
};
} // namespace

/// The orders in which flexibility lets an operand lie that a neighbour has in
/// `order`.
static SmallVector<MixedRadix> getOrders(LayoutFlexibility flexibility,
                                         linalg::LinalgOp op,
                                         OpOperand &operand,
                                         const MixedRadix &order) {
  if (flexibility == LayoutFlexibility::HeadMajor)
    return MatrixOrders(op, operand).get(order);
  if (op.isDpsInit(&operand))
    return {};
  return {order};
}

//===----------------------------------------------------------------------===//
// Candidates
//===----------------------------------------------------------------------===//

/// Cuts the dims of all operands where some operand cuts the loop, so that each
/// loop stands alone; the places of elements stay.
static void cutAlike(linalg::LinalgOp op,
                     MutableArrayRef<MixedRadixMap> operands) {
  SmallVector<SmallVector<int64_t>> cuts(op.getNumLoops());
  auto forEach = [&](auto visit) {
    for (auto [operand, lists] :
         llvm::zip_equal(op->getOpOperands(), operands)) {
      AffineMap map = op.getMatchingIndexingMap(&operand);
      for (unsigned place = 0; place < lists.size(); ++place)
        if (auto loop = dyn_cast<AffineDimExpr>(
                map.getResult(lists[place].front().dim)))
          visit(cuts[loop.getPosition()], lists, place);
    }
  };
  forEach(
      [](SmallVector<int64_t> &known, MixedRadixMap &lists, unsigned place) {
        for (const Digit &digit : lists[place])
          if (digit.stride != 1)
            known.push_back(digit.stride);
      });
  for (SmallVector<int64_t> &known : cuts)
    llvm::sort(known);
  forEach([](SmallVector<int64_t> &known, MixedRadixMap &lists,
             unsigned place) {
    for (int64_t cut : known) {
      Digit digit = lists[place].front();
      bool isInside = lists[place].size() == 1 && !digit.isDynamic() &&
                      cut > digit.stride && cut < digit.stride * digit.extent &&
                      cut % digit.stride == 0 &&
                      digit.stride * digit.extent % cut == 0;
      if (!isInside)
        continue;
      lists[place] = {{digit.dim, digit.stride, cut / digit.stride}};
      lists.insert(lists.begin() + place,
                   {{digit.dim, cut, digit.stride * digit.extent / cut}});
      // What is left to cut is the major part, in front.
    }
  });
}

void PlanningModel::substitute(Problem::PortRef ref, unsigned layout,
                               unsigned maxCandidates,
                               SmallVectorImpl<NetLayoutRef> &added) {
  const ModelPort port = nodes[ref.variable].ports[ref.port];
  auto op = cast<linalg::LinalgOp>(nodes[ref.variable].op);
  OpOperand &operand = op->getOpOperand(getOperandOf(op, port.number));
  std::optional<MixedRadix> digits = getLayoutOf(port.value, layout);
  auto type = cast<RankedTensorType>(port.value.getType());
  LayoutRule passing = getPassingRule(type, /*numOperands=*/1);
  if (!digits)
    return;
  for (const MixedRadix &order :
       getOrders(nodes[ref.variable].flexibility, op, operand, *digits))
    if (std::optional<FactorOrder> candidate = passing.pull(0, order))
      addSubstituted(ref, *candidate, passing.getPortLayout(0, *candidate),
                     maxCandidates, added);
}

void PlanningModel::addSubstituted(Problem::PortRef ref,
                                   const FactorOrder &order,
                                   ArrayRef<MixedRadix> lists,
                                   unsigned maxCandidates,
                                   SmallVectorImpl<NetLayoutRef> &added) {
  ModelVariable &node = nodes[ref.variable];
  Problem::Variable &self = problem.variables[ref.variable];
  const ModelPort port = node.ports[ref.port];
  auto op = cast<linalg::LinalgOp>(node.op);
  auto type = cast<RankedTensorType>(port.value.getType());
  std::pair<unsigned, MixedRadix> known(ref.port, order);
  if (order == normalize(concat(getIdentityDigits(type.getShape()))) ||
      llvm::is_contained(node.substituted, known))
    return;
  node.substituted.push_back(known);
  bool isFree = node.flexibility == LayoutFlexibility::HeadMajor ||
                problem.nets[getDerivation(port.value).net].isFree;
  Cost price = isFree ? 0
                      : multiplySaturating(getTimes(ref.variable),
                                           getByteCount(type).bytes);
  unsigned standing = self.candidates.front().layouts[ref.port];
  for (unsigned other : llvm::seq<unsigned>(0, node.candidates.size())) {
    if (self.candidates[other].layouts[ref.port] != standing)
      continue;
    if (node.candidates.size() >= maxCandidates) {
      problem.isCapped = true;
      return;
    }
    OpCandidate candidate = node.candidates[other];
    candidate.price = addSaturating(candidate.price, price);
    candidate.operands[getOperandOf(op, port.number)].assign(lists.begin(),
                                                             lists.end());
    cutAlike(op, candidate.operands);
    std::string reason;
    if (failed(relayouts.get(op, candidate.operands, reason)))
      continue;
    SmallVector<NetLayout, 0> layouts =
        getPortLayouts(node, candidate.operands);
    Cost cost =
        addSaturating(self.candidates[other].cost - node.ownCost, price);
    addProblemCandidate(ref.variable, layouts, cost, std::move(candidate),
                        &added);
  }
}

//===----------------------------------------------------------------------===//
// What was absorbed
//===----------------------------------------------------------------------===//

std::vector<AbsorbedRead> layout::getAbsorbedReads(const PlanningModel &graph,
                                                   const Plan &plan) {
  std::vector<AbsorbedRead> reads;
  for (auto [node, variable, candidate] :
       llvm::zip_equal(graph.nodes, graph.problem.variables, plan)) {
    if (node.flexibility != LayoutFlexibility::Absorbed)
      continue;
    for (auto [port, layout, standing] :
         llvm::zip_equal(node.ports, variable.candidates[candidate].layouts,
                         variable.candidates.front().layouts)) {
      bool isFree =
          graph.problem.nets[graph.getDerivation(port.value).net].isFree;
      if (layout == standing || isFree)
        continue;
      auto type = cast<RankedTensorType>(port.value.getType());
      reads.push_back({getLocationText(node.op->getLoc()),
                       node.op->getName().getStringRef().str(),
                       static_cast<int64_t>(port.number),
                       getByteCount(type).bytes});
    }
  }
  return reads;
}
