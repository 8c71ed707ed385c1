//===- PlanMemory.cpp - The pass layout-plan-memory -----------------------===//
//
// Part of LayoutMLIR, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "BufferLifetimes.h"
#include "MemoryFigures.h"
#include "Support/OutputFile.h"
#include "layout/Analysis/Remarks.h"
#include "layout/Dialect/Marks.h"
#include "layout/Placement/Passes.h"
#include "layout/Targets/Machine.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/IR/Remarks.h"
#include "llvm/Support/JSON.h"

namespace mlir::layout {
#define GEN_PASS_DEF_LAYOUTPLANMEMORY
#include "layout/Placement/Passes.h.inc"
} // namespace mlir::layout

using namespace mlir;
using namespace mlir::layout;

//===----------------------------------------------------------------------===//
// Figures
//===----------------------------------------------------------------------===//

static MemoryFigures getFigures(const FunctionBuffers &buffers,
                                const MemoryPlan &plan) {
  MemoryFigures figures;
  figures.buffers = buffers.shared.size();
  figures.left = buffers.separate.size();
  for (const auto &[alloc, reason] : buffers.separate)
    figures.dynamic |=
        !cast<MemRefType>(alloc->getResult(0).getType()).hasStaticShape();
  figures.sum = plan.sum;
  figures.peak = plan.peak;
  figures.bound = plan.bound;
  return figures;
}

MemoryFigures layout::getMemoryFigures(func::FuncOp function) {
  BufferUsesAnalysis analysis;
  FunctionBuffers buffers = getBuffers(function, analysis);
  return getFigures(buffers, planMemory(buffers));
}

static void emitRemarks(func::FuncOp function, const FunctionBuffers &buffers,
                        const MemoryFigures &figures) {
  for (const auto &[alloc, reason] : buffers.separate)
    remark::missed(alloc->getLoc(),
                   getRemark("separate", "layout-plan-memory", alloc))
        << remark::add("buffer keeps memory of its own: {0}", reason);
  if (figures.buffers)
    remark::passed(function->getLoc(),
                   getRemark("arena", "layout-plan-memory", function))
        << remark::add("{0} buffers of {1} bytes in {2} bytes, {3} of them "
                       "live at once",
                       figures.buffers, figures.sum, figures.peak,
                       figures.bound);
}

//===----------------------------------------------------------------------===//
// Report
//===----------------------------------------------------------------------===//

using Report = SmallVector<std::pair<StringRef, MemoryFigures>>;

static void print(const Report &report, llvm::raw_ostream &os) {
  llvm::json::OStream json(os, /*IndentSize=*/2);
  json.object([&] {
    json.attribute("version", 1);
    json.attributeArray("functions", [&] {
      for (auto [name, figures] : report)
        json.object([&, name = name, figures = figures] {
          json.attribute("name", name);
          json.attribute("buffers", figures.buffers);
          json.attribute("left", figures.left);
          json.attribute("dynamic", figures.dynamic);
          json.attribute("sum", figures.sum);
          json.attribute("peak", figures.peak);
          json.attribute("bound", figures.bound);
        });
    });
  });
  os << "\n";
}

static llvm::Error write(const Report &report, StringRef path) {
  return writeReportFile(path, [&](llvm::raw_ostream &os) {
    print(report, os);
    return llvm::Error::success();
  });
}

//===----------------------------------------------------------------------===//
// The arena
//===----------------------------------------------------------------------===//

/// Allocates the arena at the start of the function.
static memref::AllocOp createArena(RewriterBase &rewriter,
                                   func::FuncOp function,
                                   const FunctionBuffers &buffers,
                                   int64_t size) {
  int64_t alignment = Machine::kAlignment;
  for (const SharedBuffer &buffer : buffers.shared)
    alignment = std::max(alignment, buffer.lifetime.alignment);
  rewriter.setInsertionPointToStart(&function.front());
  return memref::AllocOp::create(rewriter, function.getLoc(),
                                 MemRefType::get(size, rewriter.getI8Type()),
                                 rewriter.getI64IntegerAttr(alignment));
}

/// Makes the buffers views of one arena. If any of them was freed, the arena is
/// freed at the end of the function.
///
///   %0 = memref.alloc() : memref<16xf32>
///   ...
///   memref.dealloc %0 : memref<16xf32>
///
/// becomes
///
///   %arena = memref.alloc() {alignment = 64 : i64} : memref<192xi8>
///   %c128 = arith.constant 128 : index
///   %0 = memref.view %arena[%c128][] : memref<192xi8> to memref<16xf32>
static void shareMemory(func::FuncOp function, const FunctionBuffers &buffers,
                        const MemoryPlan &plan) {
  IRRewriter rewriter(function.getContext());
  Value arena = createArena(rewriter, function, buffers, plan.peak);
  // A value that may be one of several buffers is freed once for all of them.
  SetVector<Operation *> deallocs;
  for (auto [buffer, offset] : llvm::zip(buffers.shared, plan.offsets)) {
    deallocs.insert_range(buffer.deallocs);
    memref::AllocOp alloc = buffer.alloc;
    rewriter.setInsertionPoint(alloc);
    Value shift =
        arith::ConstantIndexOp::create(rewriter, alloc.getLoc(), offset);
    auto view =
        memref::ViewOp::create(rewriter, alloc.getLoc(), alloc.getType(), arena,
                               shift, /*sizes=*/ValueRange());
    view->setDiscardableAttrs(alloc->getDiscardableAttrDictionary());
    rewriter.replaceOp(alloc, view);
  }
  if (deallocs.empty())
    return;
  for (Operation *dealloc : deallocs)
    rewriter.eraseOp(dealloc);
  function.walk([&](func::ReturnOp end) {
    rewriter.setInsertionPoint(end);
    memref::DeallocOp::create(rewriter, end.getLoc(), arena);
  });
}

namespace {
struct LayoutPlanMemory : layout::impl::LayoutPlanMemoryBase<LayoutPlanMemory> {
  using LayoutPlanMemoryBase::LayoutPlanMemoryBase;

  void runOnProgram() override {
    // All functions are analyzed before one changes: the uses of a buffer may
    // be in functions that it is passed to.
    BufferUsesAnalysis analysis;
    SmallVector<std::pair<func::FuncOp, FunctionBuffers>> functions;
    getOperation().walk([&](func::FuncOp function) {
      if (!function.isDeclaration() && !isSkipped(function))
        functions.emplace_back(function, getBuffers(function, analysis));
    });
    Report figures;
    for (auto &[function, buffers] : functions) {
      MemoryPlan plan = planMemory(buffers);
      figures.emplace_back(function.getName(), getFigures(buffers, plan));
      emitRemarks(function, buffers, figures.back().second);
      // A single buffer, which may be an earlier arena, has none to share with.
      if (buffers.shared.size() > 1)
        shareMemory(function, buffers, plan);
    }
    if (report.empty())
      return;
    if (llvm::Error error = write(figures, report)) {
      getOperation().emitError() << llvm::toString(std::move(error));
      signalPassFailure();
    }
  }
};
} // namespace
