//===- PassRemarks.cpp - How the passes head their remarks ----------------===//
//
// Part of LayoutMLIR, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "layout/Dialect/Layout/Utils/PassRemarks.h"
#include "mlir/Interfaces/FunctionInterfaces.h"

using namespace mlir;

remark::RemarkOpts layout::getRemark(StringRef name, StringRef category,
                                     Operation *op) {
  auto function = dyn_cast<FunctionOpInterface>(op);
  if (!function)
    function = op->getParentOfType<FunctionOpInterface>();
  return remark::RemarkOpts::name(name).category(category).function(
      function ? function.getName() : StringRef());
}
