//===- Dialect.cpp - C API of the dialect and its passes ------------------===//
//
// Part of LayoutMLIR, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "layout-c/Dialect.h"
#include "layout/Dialect/LayoutAttributes.h"
#include "layout/InitAll.h"
#include "layout/Support/Version.h"
#include "mlir/CAPI/IR.h"
#include "mlir/CAPI/Registration.h"
#include <mutex>

MLIR_DEFINE_CAPI_DIALECT_REGISTRATION(Layout, layout,
                                      mlir::layout::LayoutDialect)

void layoutRegisterAllDialects(MlirDialectRegistry registry) {
  mlir::layout::registerAllDialects(*unwrap(registry));
}

void layoutRegisterAllPasses(void) {
  static std::once_flag once;
  std::call_once(once, mlir::layout::registerAllPasses);
}

MlirStringRef layoutGetVersion(void) {
  return mlirStringRefCreateFromCString(LAYOUT_MLIR_VERSION_STRING);
}
