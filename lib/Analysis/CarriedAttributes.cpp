//===- CarriedAttributes.cpp - Attributes that ops inherit ----------------===//
//
// Part of LayoutMLIR, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "CarriedAttributes.h"
#include "layout/Dialect/LayoutAttributes.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"

using namespace mlir;
using namespace mlir::layout;

SmallVector<NamedAttribute> layout::getCarriedAttributes(Operation *op,
                                                         CarriedMarks marks) {
  auto isCarried = [&](NamedAttribute attribute) {
    StringAttr name = attribute.getName();
    if (name == linalg::LinalgDialect::kMemoizedIndexingMapsAttrName)
      return false;
    if (marks == CarriedMarks::None)
      return name == LayoutDialect::kDevice ||
             !name.strref().starts_with("layout.");
    return name != LayoutDialect::kOpLayout && name != LayoutDialect::kPrefer &&
           name != LayoutDialect::kDecision && name != LayoutDialect::kRule &&
           name != LayoutDialect::kAlongStick;
  };
  return llvm::to_vector(
      llvm::make_filter_range(op->getDiscardableAttrs(), isCarried));
}

void layout::carryAttributes(Operation *from, Operation *to) {
  for (NamedAttribute attribute :
       getCarriedAttributes(from, CarriedMarks::None))
    to->setDiscardableAttr(attribute.getName(), attribute.getValue());
}
