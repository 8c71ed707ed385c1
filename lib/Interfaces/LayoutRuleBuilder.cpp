//===- LayoutRuleBuilder.cpp - Construction of layout rules ---------------===//
//
// Part of LayoutMLIR, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "layout/Interfaces/LayoutRule.h"
#include "llvm/ADT/STLExtras.h"

using namespace mlir;
using namespace mlir::layout;

//===----------------------------------------------------------------------===//
// Accesses and ports
//===----------------------------------------------------------------------===//

Access Access::whole(unsigned factor, int64_t extent) {
  return spelled({Digit{factor, 1, extent}});
}

Access Access::spelled(MixedRadix digits) {
  Access access;
  access.kind = Kind::Digits;
  access.digits = std::move(digits);
  return access;
}

Access Access::piece(unsigned factor, int64_t offset) {
  Access access;
  access.kind = Kind::Piece;
  access.factor = factor;
  access.offset = offset;
  return access;
}

Access Access::window(unsigned factor, ArrayRef<unsigned> factors) {
  Access access;
  access.kind = Kind::Window;
  access.factor = factor;
  access.factors.assign(factors.begin(), factors.end());
  return access;
}

PortRule PortRule::whole(ArrayRef<int64_t> shape) {
  PortRule port;
  port.shape.assign(shape.begin(), shape.end());
  for (auto [dim, size] : llvm::enumerate(port.shape))
    port.dims.push_back(size == 1
                            ? Access::none()
                            : Access::whole(static_cast<unsigned>(dim), size));
  return port;
}

PortRule PortRule::whole(RankedTensorType type) {
  PortRule port = whole(type.getShape());
  port.isPinned = static_cast<bool>(type.getEncoding());
  return port;
}

PortRule PortRule::scalar() {
  PortRule port;
  port.isTensor = false;
  return port;
}

PortRule PortRule::pinned(ArrayRef<int64_t> shape) {
  PortRule port;
  port.shape.assign(shape.begin(), shape.end());
  port.dims.resize(shape.size());
  port.isPinned = true;
  return port;
}

//===----------------------------------------------------------------------===//
// The builder
//===----------------------------------------------------------------------===//

LayoutRuleBuilder::LayoutRuleBuilder(ArrayRef<int64_t> shape) {
  for (int64_t size : shape)
    addFactor(size);
}

unsigned LayoutRuleBuilder::addFactor(int64_t extent, bool isReduction) {
  rule.factors.push_back({extent, isReduction});
  return rule.factors.size() - 1;
}

unsigned LayoutRuleBuilder::addUnitFactor() {
  unsigned factor = addFactor(1);
  rule.factors[factor].isUnit = true;
  return factor;
}

LayoutRuleBuilder &LayoutRuleBuilder::keepWhole(unsigned factor) {
  rule.factors[factor].isWhole = true;
  return *this;
}

LayoutRuleBuilder &LayoutRuleBuilder::padBehindPieces(unsigned factor) {
  rule.factors[factor].isPieced = true;
  return *this;
}

LayoutRuleBuilder &LayoutRuleBuilder::addPort(PortRule port) {
  rule.ports.push_back(std::move(port));
  return *this;
}

LayoutRuleBuilder &LayoutRuleBuilder::addPort(RankedTensorType type) {
  return addPort(PortRule::whole(type));
}

LayoutRuleBuilder &LayoutRuleBuilder::addScalars(unsigned number) {
  rule.ports.append(number, PortRule::scalar());
  return *this;
}

LayoutRule LayoutRuleBuilder::build() {
  rule.finalize();
  return std::move(rule);
}
