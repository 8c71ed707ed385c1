//===- DimNames.cpp - Names of the dims of values -------------------------===//
//
// Part of LayoutMLIR, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "DimNames.h"
#include "Dialect/ValueAnnotations.h"
#include "Targets/DimLetters.h"
#include "layout/Support/Debug.h"
#include "mlir/Interfaces/FunctionInterfaces.h"
#include <queue>

#define DEBUG_TYPE "layout-legalize"
ALWAYS_ENABLED_STATISTIC(numSearched, "Values searched for names of dims");

using namespace mlir;
using namespace mlir::layout;

StringRef DimNames::getGiven(Value value) {
  std::optional<StatedLayout> stated;
  if (auto result = dyn_cast<OpResult>(value)) {
    stated = getStatedLayout(result, LayoutDialect::kGiven);
  } else {
    auto argument = cast<BlockArgument>(value);
    auto function =
        dyn_cast<FunctionOpInterface>(argument.getOwner()->getParentOp());
    if (function && argument.getOwner()->isEntryBlock())
      stated = getStatedLayout(
          function.getArgAttr(argument.getArgNumber(), LayoutDialect::kGiven));
  }
  return stated ? stated->text : StringRef();
}

std::string DimNames::getRoles(Operation *op, unsigned operand) const {
  const CriticalOp *critical = criticalOps.lookupOnTensors(op);
  if (!critical)
    return {};
  auto structured = cast<linalg::LinalgOp>(op);
  SmallVector<OpKind, 2> kinds = OpKind::getAllOf(structured, *critical);
  if (kinds.empty() || isBlocked(structured, *critical))
    return {};
  return DimLetters(structured, *critical, kinds.front())
      .get(operand)
      .value_or("");
}

std::string DimNames::getRoles(OpOperand &operand) const {
  return getRoles(operand.getOwner(), operand.getOperandNumber());
}

std::string DimNames::getRoles(OpResult result) const {
  auto op = dyn_cast<linalg::LinalgOp>(result.getOwner());
  return op ? getRoles(op, op.getDpsInitOperand(result.getResultNumber())
                               ->getOperandNumber())
            : std::string();
}

/// The names of the dims of a value in the order of the dims of another one,
/// which `dims` has.
static std::string reorder(StringRef names, ArrayRef<unsigned> dims) {
  std::string result;
  for (unsigned dim : dims)
    result += names[dim];
  return result;
}

/// The roles of the dims of `value` in a critical op that computes or reads it;
/// empty if there is none.
std::string DimNames::getRolesNextTo(Value value) const {
  if (auto result = dyn_cast<OpResult>(value))
    if (std::string names = getRoles(result); !names.empty())
      return names;
  for (OpOperand &use : value.getUses())
    if (std::string names = getRoles(use); !names.empty())
      return names;
  return {};
}

/// Adds `value` and all that it leads to which has not been added yet. Returns
/// the ways from each of these values; there are none from one next to a
/// critical op, which has its names already.
std::vector<SmallVector<DimNames::Way>> DimNames::addReached(Value value) {
  std::vector<SmallVector<Way>> ways;
  auto add = [&](Value reached) {
    auto [place, isNew] = numbers.try_emplace(reached, known.size());
    if (isNew)
      known.push_back({reached, std::nullopt, ""});
    return place->second;
  };
  for (size_t number = add(value); number < known.size(); ++number) {
    ++numSearched;
    known[number].names = getRolesNextTo(known[number].value);
    SmallVector<Way> &from = ways.emplace_back();
    if (known[number].names.empty())
      for (Alike &next : alike.getNextTo(known[number].value))
        from.push_back({add(next.value), std::move(next.dims)});
  }
  return ways;
}

/// Finds the names of `value` and of all that it leads to, from the critical
/// ops outwards: each value takes them from the first of its neighbors that is
/// one step nearer to such an op. So it has the names that a search in breadth
/// from this value alone finds, but all values together are visited once.
void DimNames::search(Value value) {
  size_t first = known.size();
  std::vector<SmallVector<Way>> ways = addReached(value);
  // The new values that lead to each of them.
  std::vector<SmallVector<size_t>> readers(ways.size());
  // Distances and values, the nearest first.
  using Step = std::pair<unsigned, size_t>;
  std::priority_queue<Step, std::vector<Step>, std::greater<>> steps;
  for (size_t number = first; number < known.size(); ++number) {
    if (!known[number].names.empty())
      steps.emplace(0, number);
    for (const Way &way : ways[number - first])
      if (way.to >= first)
        readers[way.to - first].push_back(number);
      else if (known[way.to].distance)
        steps.emplace(*known[way.to].distance + 1, number);
  }
  while (!steps.empty()) {
    unsigned distance = steps.top().first;
    size_t number = steps.top().second;
    steps.pop();
    Known &reached = known[number];
    if (reached.distance)
      continue;
    reached.distance = distance;
    if (distance > 0) {
      const Way *way =
          llvm::find_if(ways[number - first], [&](const Way &other) {
            return known[other.to].distance == distance - 1;
          });
      reached.names = reorder(known[way->to].names, way->dims);
    }
    for (size_t reader : readers[number - first])
      steps.emplace(distance + 1, reader);
  }
}

std::string DimNames::get(Value value) {
  if (StringRef given = getGiven(value); !given.empty())
    return given.str();
  if (!isa<RankedTensorType>(value.getType()))
    return {};
  if (!numbers.contains(value))
    search(value);
  return known[numbers.lookup(value)].names;
}
