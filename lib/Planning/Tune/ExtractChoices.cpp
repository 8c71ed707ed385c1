//===- ExtractChoices.cpp - Ops to be timed in several layouts ------------===//
//
// Part of LayoutMLIR, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "OpModels/ExternalModels.h"
#include "OpsWithChoice.h"
#include "Relayout/OpLayout.h"
#include "Support/OutputFile.h"
#include "layout/Analysis/PlanningScope.h"
#include "layout/Analysis/Remarks.h"
#include "layout/Planning/Passes.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/IR/PatternMatch.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"
#include "llvm/ADT/StringMap.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/FormatVariadic.h"
#include "llvm/Support/Path.h"

namespace mlir::layout {
#define GEN_PASS_DEF_LAYOUTEXTRACTCHOICES
#include "layout/Planning/Passes.h.inc"
} // namespace mlir::layout

using namespace mlir;
using namespace mlir::layout;
namespace json = llvm::json;

namespace {
/// Ops of equal time, and a program with a function for each choice.
struct Extracted {
  TunedOp tuned;
  int64_t uses = 0;
  OwningOpRef<ModuleOp> program;
  /// The layouts of each function, in the order of their numbers.
  std::vector<std::vector<std::string>> layouts;
};

struct LayoutExtractChoices
    : layout::impl::LayoutExtractChoicesBase<LayoutExtractChoices> {
  using LayoutExtractChoicesBase::LayoutExtractChoicesBase;

  void runOnProgram() override;
};
} // namespace

//===----------------------------------------------------------------------===//
// Programs
//===----------------------------------------------------------------------===//

/// Adds `op` to the end of a block, on arguments of that block, with sums that
/// start at zero.
static linalg::LinalgOp copyAlone(OpBuilder &builder, linalg::LinalgOp op,
                                  Block *block) {
  Location loc = builder.getUnknownLoc();
  IRMapping mapping;
  for (OpOperand *input : op.getDpsInputOperands())
    mapping.map(input->get(), block->addArgument(input->get().getType(), loc));
  auto type = cast<RankedTensorType>(op->getResult(0).getType());
  Value empty = tensor::EmptyOp::create(builder, loc, type.getShape(),
                                        type.getElementType());
  Value zeros = createFill(builder, loc,
                           builder.getZeroAttr(type.getElementType()), empty);
  Operation *copy = builder.clone(*op, mapping);
  cast<linalg::LinalgOp>(copy).getDpsInitOperand(0)->set(zeros);
  copy->setDiscardableAttrs(builder.getDictionaryAttr({}));
  return cast<linalg::LinalgOp>(copy);
}

/// Makes the inputs of an op arguments of its function, so that no rewrite is
/// left in front of it, and its result the one that is returned.
static void makeEntry(OpBuilder &builder, func::FuncOp function,
                      linalg::LinalgOp op, unsigned numOldArguments) {
  Block &block = function.front();
  for (OpOperand *input : op.getDpsInputOperands())
    input->set(block.addArgument(input->get().getType(), op.getLoc()));
  func::ReturnOp::create(builder, op.getLoc(), op->getResults());
  for (Operation &other : llvm::make_early_inc_range(llvm::reverse(block)))
    if (isOpTriviallyDead(&other))
      other.erase();
  block.eraseArguments(0, numOldArguments);
  function.setFunctionType(
      builder.getFunctionType(block.getArgumentTypes(), op->getResultTypes()));
}

/// Adds to `program` a function that computes `op` in the layouts of `option`
/// on operands that have them. For NCHW16c that is
///
///   func.func @layouts0(%data: tensor<1x2x8x8x16xf32>,
///                       %kernel: tensor<4x2x3x3x16x16xf32>)
///       -> tensor<1x4x6x6x16xf32> {
///     %zero = arith.constant 0.0 : f32
///     %empty = tensor.empty() : tensor<1x4x6x6x16xf32>
///     %zeros = linalg.fill ins(%zero : f32) outs(%empty : ...) -> ...
///     %result = linalg.generic {...} ins(%data, %kernel : ...)
///         outs(%zeros : ...) {...} -> tensor<1x4x6x6x16xf32>
///     return %result : tensor<1x4x6x6x16xf32>
///   }
static LogicalResult addFunction(ModuleOp program, linalg::LinalgOp op,
                                 OpLayoutAttr option, unsigned number,
                                 std::string &reason) {
  IRRewriter rewriter(program.getContext());
  rewriter.setInsertionPointToEnd(program.getBody());
  auto function =
      func::FuncOp::create(rewriter, rewriter.getUnknownLoc(),
                           llvm::formatv("layouts{0}", number).str(),
                           rewriter.getFunctionType({}, {}));
  Block *block = function.addEntryBlock();
  rewriter.setInsertionPointToEnd(block);
  linalg::LinalgOp copy = copyAlone(rewriter, op, block);
  unsigned numArguments = block->getNumArguments();
  FailureOr<OpClone> clone = cloneWithLayout(rewriter, copy, option, reason);
  if (failed(clone))
    return failure();
  rewriter.setInsertionPointToEnd(block);
  makeEntry(rewriter, function, cast<linalg::LinalgOp>(clone->op),
            numArguments);
  return success();
}

/// Adds the choices of an op that no equal op had.
static LogicalResult addChoices(Extracted &extracted, const OpWithChoice &found,
                                std::string &reason) {
  for (auto [option, layouts] : llvm::zip_equal(found.options, found.layouts)) {
    if (llvm::is_contained(extracted.layouts, layouts))
      continue;
    if (failed(addFunction(*extracted.program, found.op, option,
                           extracted.layouts.size(), reason)))
      return failure();
    extracted.layouts.push_back(layouts);
  }
  return success();
}

//===----------------------------------------------------------------------===//
// Files
//===----------------------------------------------------------------------===//

static std::string getFileName(size_t number) {
  return llvm::formatv("op{0}.mlir", number);
}

static json::Value toJson(const Extracted &extracted, size_t number) {
  json::Array choices;
  for (auto [function, layouts] : llvm::enumerate(extracted.layouts))
    choices.push_back(
        json::Object{{"function", llvm::formatv("layouts{0}", function).str()},
                     {"layouts", layouts}});
  return json::Object{{"op", toJSON(extracted.tuned)},
                      {"uses", extracted.uses},
                      {"program", getFileName(number)},
                      {"choices", std::move(choices)}};
}

/// Writes the programs and their index.
static llvm::Error writeFiles(StringRef folder,
                              ArrayRef<std::unique_ptr<Extracted>> all) {
  if (std::error_code error = llvm::sys::fs::create_directories(folder))
    return llvm::createFileError(folder, error);
  auto write = [&](StringRef name,
                   llvm::function_ref<void(raw_ostream &)> print) {
    SmallString<128> path(folder);
    llvm::sys::path::append(path, name);
    return writeFile(path, [&](raw_ostream &os) {
      print(os);
      return llvm::Error::success();
    });
  };
  json::Array ops;
  for (auto [number, extracted] : llvm::enumerate(all)) {
    if (llvm::Error error = write(getFileName(number),
                                  [&program = extracted->program](
                                      raw_ostream &os) { os << *program; }))
      return error;
    ops.push_back(toJson(*extracted, number));
  }
  return write("ops.json", [&](raw_ostream &os) {
    json::OStream(os, /*IndentSize=*/2)
        .value(json::Object{{"version", 1}, {"ops", std::move(ops)}});
    os << "\n";
  });
}

//===----------------------------------------------------------------------===//
// The pass
//===----------------------------------------------------------------------===//

/// Returns the distinct ops that can be timed by themselves. Fails, with an
/// error, if one cannot take layouts that are options of it.
static FailureOr<std::vector<std::unique_ptr<Extracted>>>
extract(ArrayRef<func::FuncOp> functions, MLIRContext *context) {
  std::vector<std::unique_ptr<Extracted>> all;
  llvm::StringMap<Extracted *> known;
  for (const OpWithChoice &found : findOpsWithChoice(functions)) {
    if (!found.reason.empty()) {
      remark::missed(found.op->getLoc(),
                     getRemark("extract", "layout-extract-choices", found.op))
          << remark::add("cannot be timed by itself: it {0}", found.reason);
      continue;
    }
    Extracted *&extracted =
        known[llvm::formatv("{0}", toJSON(found.tuned)).str()];
    if (!extracted) {
      all.push_back(std::make_unique<Extracted>());
      extracted = all.back().get();
      extracted->tuned = found.tuned;
      extracted->program = ModuleOp::create(UnknownLoc::get(context));
    }
    ++extracted->uses;
    std::string reason;
    if (failed(addChoices(*extracted, found, reason)))
      return found.op->emitOpError("cannot take its layouts: ") << reason;
  }
  return all;
}

void LayoutExtractChoices::runOnProgram() {
  markAllAnalysesPreserved();
  Location loc = getOperation().getLoc();
  if (folder.empty()) {
    emitError(loc) << "requires 'folder', found nothing";
    return signalPassFailure();
  }
  auto all =
      extract(getAnalysis<PlanningScope>().getFunctions(), &getContext());
  if (failed(all))
    return signalPassFailure();
  if (llvm::Error error = writeFiles(folder, *all)) {
    emitError(loc) << llvm::toString(std::move(error));
    return signalPassFailure();
  }
}
