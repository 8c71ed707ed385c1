//===- LayoutPlugin.cpp - The dialect and passes for stock mlir-opt -------===//
//
// Part of LayoutMLIR, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// mlir-opt --load-pass-plugin=LayoutPlugin.so
//   --pass-pipeline='builtin.module(layout-pipeline{target=nchw16c})'
//
//===----------------------------------------------------------------------===//

#include "layout/InitAll.h"
#include "mlir/Pass/PassRegistry.h"
#include "mlir/Tools/Plugins/DialectPlugin.h"
#include "mlir/Tools/Plugins/PassPlugin.h"
#include "llvm/Config/llvm-config.h"
#include "llvm/Support/CommandLine.h"
#include <dlfcn.h>

// A tool that is linked with this library has the dialect and the passes. Those
// of the plugin are other classes of the same names, which MLIR refuses with a
// fatal error, so the tool keeps its own.

static void registerDialects(mlir::DialectRegistry *registry) {
  if (!registry->getDialectAllocator("layout"))
    mlir::layout::registerAllDialects(*registry);
}

/// Gives this library to the option `--load-dialect-plugin` of the tool as
/// well, if there is such an option. MLIR hands a pass plugin no registry of
/// dialects, so that the parser would reject what the passes are there for:
///
///   error: Dialect `layout' not found for custom op 'layout.layout_transform'
///
/// Dialects may be registered twice, see above.
static void loadDialects() {
  auto &options = llvm::cl::getRegisteredOptions();
  constexpr llvm::StringLiteral name = "load-dialect-plugin";
  auto option = options.find(name);
  Dl_info library;
  if (option != options.end() &&
      dladdr(reinterpret_cast<void *>(&registerDialects), &library) != 0)
    option->second->addOccurrence(/*pos=*/0, name, library.dli_fname);
}

static void registerPasses() {
  if (mlir::PassPipelineInfo::lookup("layout-pipeline"))
    return;
  mlir::layout::registerAllPasses();
  loadDialects();
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
