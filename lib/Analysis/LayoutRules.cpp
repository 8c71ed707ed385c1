//===- LayoutRules.cpp - Finds and shares the rules of ops ----------------===//
//
// Part of LayoutMLIR, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "LayoutRules.h"
#include "layout/Dialect/LayoutAttributes.h"
#include "layout/Support/Debug.h"

using namespace mlir;
using namespace mlir::layout;

#define DEBUG_TYPE "layout-rules"
ALWAYS_ENABLED_STATISTIC(numRules, "Layout rules computed");
ALWAYS_ENABLED_STATISTIC(numSharedRules, "Layout rules shared between ops");
ALWAYS_ENABLED_STATISTIC(numOrders, "Factor orders computed");
ALWAYS_ENABLED_STATISTIC(numSharedOrders, "Factor orders reused");

std::optional<LayoutRule> layout::getLayoutRule(Operation *op) {
  FailureOr<std::optional<LayoutRule>> stated = getStatedRule(op);
  if (succeeded(stated))
    return std::move(*stated);
  if (auto structured = dyn_cast<linalg::LinalgOp>(op))
    return getLinalgRule(structured);
  return std::nullopt;
}

LoopAccesses::LoopAccesses(linalg::LinalgOp op)
    : maps(op.getIndexingMaps()), iterators(op.getIteratorTypesArray()),
      types(op->getOperandTypes()), numInputs(op.getNumDpsInputs()) {
  llvm::append_range(types, op->getResultTypes());
}

llvm::hash_code layout::hash_value(const LoopAccesses &accesses) {
  return llvm::hash_combine(
      accesses.maps, llvm::hash_combine_range(accesses.iterators),
      llvm::hash_combine_range(accesses.types), accesses.numInputs);
}

const LayoutRule *LayoutRules::get(Operation *op) {
  FailureOr<std::optional<LayoutRule>> stated = getStatedRule(op);
  if (succeeded(stated))
    return *stated ? keep(std::move(**stated)) : nullptr;
  auto structured = dyn_cast<linalg::LinalgOp>(op);
  if (!structured)
    return nullptr;
  auto [place, isNew] = shared.try_emplace(LoopAccesses(structured));
  auto &[accesses, rule] = *place;
  ++(isNew ? numRules : numSharedRules);
  if (isNew)
    rule = getLinalgRule(structured);
  return rule ? &*rule : nullptr;
}

static llvm::hash_code addDigits(llvm::hash_code code, ArrayRef<Digit> digits) {
  for (const Digit &digit : digits)
    code = llvm::hash_combine(code, digit.dim, digit.stride, digit.extent);
  return code;
}

size_t LayoutRules::Hash::operator()(const Pull &pull) const {
  return addDigits(llvm::hash_combine(pull.rule, pull.port), pull.layout);
}

size_t LayoutRules::Hash::operator()(
    const std::pair<const LayoutRule *, FactorOrder> &ordered) const {
  return addDigits(llvm::hash_value(ordered.first), ordered.second);
}

const LayoutRules::OrderedPorts &
LayoutRules::getLayouts(const LayoutRule &rule, const FactorOrder &order) {
  auto [place, isNew] = ordered.try_emplace({&rule, order});
  OrderedPorts &self = place->second;
  if (!isNew)
    return self;
  self.rule = rule.growTo(order, self.grown);
  if (!self.rule)
    return self;
  self.ports = self.rule->getLayouts(order);
  for (const MixedRadixMap &port : self.ports)
    self.joined.push_back(concat(port));
  return self;
}

const std::optional<FactorOrder> &LayoutRules::pull(const LayoutRule &rule,
                                                    unsigned port,
                                                    ArrayRef<Digit> layout) {
  auto [place, isNew] =
      pulled.try_emplace(Pull{&rule, port, MixedRadix(layout)});
  ++(isNew ? numOrders : numSharedOrders);
  std::optional<FactorOrder> &order = place->second;
  std::optional<LayoutRule> grown;
  if (isNew)
    if (const LayoutRule *large = rule.growPort(
            port, getSpannedShape(layout, rule.ports[port].dims.size()), grown))
      order = large->pull(port, layout);
  return order;
}
