//===- LayoutPlugin.cpp - The dialect and passes for stock mlir-opt -------===//
//
// Part of LayoutMLIR, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// mlir-opt --load-dialect-plugin=LayoutPlugin.so
//   --load-pass-plugin=LayoutPlugin.so
//   --pass-pipeline='builtin.module(layout-pipeline{target=nchw16c})'
//
//===----------------------------------------------------------------------===//

#include "layout/InitAll.h"
#include "mlir/Pass/PassRegistry.h"
#include "mlir/Tools/Plugins/DialectPlugin.h"
#include "mlir/Tools/Plugins/PassPlugin.h"
#include "llvm/Config/llvm-config.h"

// A tool that is linked with this library has the dialect and the passes. Those
// of the plugin are other classes of the same names, which MLIR refuses with a
// fatal error, so the tool keeps its own.

static void registerDialects(mlir::DialectRegistry *registry) {
  if (!registry->getDialectAllocator("layout"))
    mlir::layout::registerAllDialects(*registry);
}

static void registerPasses() {
  if (!mlir::PassPipelineInfo::lookup("layout-pipeline"))
    mlir::layout::registerAllPasses();
}

extern "C" LLVM_ATTRIBUTE_WEAK mlir::DialectPluginLibraryInfo
mlirGetDialectPluginInfo() {
  return {MLIR_PLUGIN_API_VERSION, "LayoutPlugin", LLVM_VERSION_STRING,
          registerDialects};
}

extern "C" LLVM_ATTRIBUTE_WEAK mlir::PassPluginLibraryInfo
mlirGetPassPluginInfo() {
  return {MLIR_PLUGIN_API_VERSION, "LayoutPlugin", LLVM_VERSION_STRING,
          registerPasses};
}
