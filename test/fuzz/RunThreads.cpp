//===- RunThreads.cpp - Run passes with a given number of threads ---------===//
//
// Part of LayoutMLIR, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Usage: layout-test-threads FILE PASSES THREADS. mlir-opt takes as many
// threads as there are cores; threads.py runs this one with ThreadSanitizer.
//
//===----------------------------------------------------------------------===//

#include "layout/InitAll.h"
#include "mlir/IR/BuiltinOps.h"
#include "mlir/InitAllDialects.h"
#include "mlir/InitAllExtensions.h"
#include "mlir/Parser/Parser.h"
#include "mlir/Pass/PassManager.h"
#include "mlir/Pass/PassRegistry.h"
#include "llvm/Support/ThreadPool.h"

using namespace mlir;

static LogicalResult run(StringRef file, StringRef passes, unsigned threads) {
  DialectRegistry registry;
  registerAllDialects(registry);
  registerAllExtensions(registry);
  layout::registerAllDialects(registry);
  MLIRContext context(registry, MLIRContext::Threading::DISABLED);
  llvm::StdThreadPool pool(llvm::hardware_concurrency(threads));
  context.setThreadPool(pool);
  OwningOpRef<ModuleOp> module = parseSourceFile<ModuleOp>(file, &context);
  PassManager manager(&context, ModuleOp::getOperationName());
  if (!module || failed(parsePassPipeline(passes, manager)))
    return failure();
  return manager.run(*module);
}

int main(int argc, char **argv) {
  unsigned threads = 0;
  if (argc != 4 || StringRef(argv[3]).getAsInteger(10, threads)) {
    llvm::errs() << "usage: layout-test-threads FILE PASSES THREADS\n";
    return 2;
  }
  layout::registerAllPasses();
  return failed(run(argv[1], argv[2], threads));
}
