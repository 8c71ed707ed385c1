//===- consumer.c - Uses the installed C API ------------------------------===//
//
// Part of LayoutMLIR, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "layout-c/Dialect.h"
#include "layout-c/IndexMap.h"

#include <stdio.h>

static void print(MlirStringRef text, void *file) {
  fwrite(text.data, 1, text.length, file);
}

int main(void) {
  MlirContext context = mlirContextCreate();
  mlirDialectHandleRegisterDialect(mlirGetDialectHandle__layout__(), context);
  mlirContextGetOrLoadDialect(context,
                              mlirStringRefCreateFromCString("layout"));
  MlirAttribute map = layoutIndexMapAttrParse(
      context, mlirStringRefCreateFromCString("NCHW16c"),
      mlirStringRefCreateFromCString(""));
  mlirAttributePrint(map, print, stdout);
  mlirContextDestroy(context);
  return 0;
}
