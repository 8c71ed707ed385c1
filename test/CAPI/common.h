//===- common.h - What the C programs of this folder share ------*- C++ -*-===//
//
// Part of LayoutMLIR, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LAYOUT_TEST_CAPI_COMMON_H
#define LAYOUT_TEST_CAPI_COMMON_H

#include "layout-c/Dialect.h"
#include "layout-c/Errors.h"

#include <stdio.h>

static inline MlirStringRef text(const char *chars) {
  return mlirStringRefCreateFromCString(chars);
}

static inline void print(MlirStringRef string, void *userData) {
  (void)userData;
  fwrite(string.data, 1, string.length, stdout);
}

/// Prints an error as "CODE error at LOCATION: MESSAGE".
static inline MlirLogicalResult printError(MlirDiagnostic diagnostic,
                                           void *userData) {
  static const char *const codes[] = {
      "other",   "syntax",   "shape",   "mismatch", "inverse", "padding",
      "express", "argument", "program", "option",   "plan",    "lacking"};
  printf("%s error at ", codes[layoutDiagnosticGetErrorCode(diagnostic)]);
  mlirLocationPrint(mlirDiagnosticGetLocation(diagnostic), print, userData);
  printf(": ");
  mlirDiagnosticPrint(diagnostic, print, userData);
  printf("\n");
  return mlirLogicalResultSuccess();
}

/// Creates a context with all dialects that prints errors as above.
static inline MlirContext createContext(void) {
  MlirDialectRegistry registry = mlirDialectRegistryCreate();
  mlirRegisterAllDialects(registry);
  layoutRegisterAllDialects(registry);
  MlirContext context =
      mlirContextCreateWithRegistry(registry, /*threadingEnabled=*/false);
  mlirDialectRegistryDestroy(registry);
  mlirContextGetOrLoadDialect(context, text("layout"));
  mlirContextAttachDiagnosticHandler(context, printError, NULL, NULL);
  return context;
}

#endif // LAYOUT_TEST_CAPI_COMMON_H
