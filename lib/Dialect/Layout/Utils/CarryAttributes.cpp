//===- CarryAttributes.cpp - What survives the rewriting of an op ---------===//
//
// Part of LayoutMLIR, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "layout/Dialect/Layout/Utils/CarryAttributes.h"
#include "layout/Dialect/Layout/IR/Layout.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"

using namespace mlir;
using namespace mlir::layout;

void layout::carryAttributes(Operation *from, Operation *to) {
  for (NamedAttribute attribute : from->getDiscardableAttrs()) {
    StringRef name = attribute.getName().getValue();
    if (name.starts_with("layout.") ||
        name == linalg::LinalgDialect::kMemoizedIndexingMapsAttrName)
      continue;
    to->setDiscardableAttr(attribute.getName(), attribute.getValue());
  }
}
