//===- PassesFuzzer.cpp - Run passes on any program -----------------------===//
//
// Part of LayoutMLIR, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Parses a program, as text or bytecode, and runs the passes that its first
// line names (ProgramMutator.h). A pass must either leave a valid program or
// fail with an error; the result must survive a round trip through text and
// bytecode. To run it on a folder of programs:
//
//   build/fuzz/bin/fuzz-Passes -timeout=10 -max_len=4096 -close_fd_mask=1
//   FOLDER
//
//===----------------------------------------------------------------------===//

#include "FuzzChecks.h"
#include "ProgramMutator.h"
#include "layout/InitAll.h"
#include "layout/Interfaces/IndexArithmetic.h"
#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Transform/Transforms/Passes.h"
#include "mlir/Dialect/UB/IR/UBOps.h"
#include "mlir/IR/Diagnostics.h"
#include "mlir/IR/Verifier.h"
#include "mlir/InitAllDialects.h"
#include "mlir/InitAllExtensions.h"
#include "mlir/Pass/PassInstrumentation.h"
#include "mlir/Pass/PassManager.h"
#include "mlir/Transforms/Passes.h"
#include "llvm/Support/Regex.h"
#include <cstring>

using namespace mlir;
using namespace fuzzchecks;

// NOLINTBEGIN(readability-identifier-naming): libFuzzer's names
extern "C" size_t LLVMFuzzerMutate(uint8_t *data, size_t size, size_t maxSize);

/// Traps where a pass leaves an invalid program.
namespace {
class VerifyAfterPass : public PassInstrumentation {
public:
  explicit VerifyAfterPass(const std::string &error) : error(error) {}

private:
  void runAfterPass(Pass *pass, Operation *op) override {
    if (isInvalidByUpstream || succeeded(verify(op)))
      return;
    // Upstream's passes leave invalid programs, too: patterns fold casts into
    // slices that contradict them, transform.annotate adds attributes of any
    // name, and deallocation writes constants into wrappers of loops.
    // layout-clean-up runs upstream's folds, which find that a slice leaves its
    // source once the sizes are constants.
    StringRef message(error);
    isInvalidByUpstream = !pass->getArgument().starts_with("layout-") ||
                          (pass->getArgument() == "layout-clean-up" &&
                           message.contains("out-of-bounds"));
    if (isInvalidByUpstream && !message.contains("'layout."))
      return;
    std::string found = error;
    // A constant that a pass finds may be a tile of 0, which the next pass
    // refuses.
    isInvalidByUpstream = !layout::IndexArithmetic(op).isDefined;
    if (isInvalidByUpstream)
      return;
    llvm::errs() << "invalid after " << pass->getArgument() << ": " << found
                 << "\n"
                 << *op;
    require(false);
  }

  const std::string &error;
  bool isInvalidByUpstream = false;
};

/// Counts the errors, and prints the messages to nowhere.
class ErrorCount {
public:
  explicit ErrorCount(MLIRContext *context)
      : handler(context, [this](Diagnostic &diagnostic) {
          numErrors += diagnostic.getSeverity() == DiagnosticSeverity::Error;
          last = diagnostic.str();
          return success();
        }) {}

  unsigned numErrors = 0;
  std::string last;

private:
  ScopedDiagnosticHandler handler;
};
} // namespace

/// Returns the context for the next input, with all dialects that layout-opt
/// knows. It is replaced from time to time, because it keeps every attribute.
static MLIRContext *getContextOfProgram() {
  static std::unique_ptr<MLIRContext> context;
  static unsigned numInputs = 0;
  if (numInputs++ % 2048 == 0) {
    DialectRegistry registry;
    registerAllDialects(registry);
    registerAllExtensions(registry);
    layout::registerAllDialects(registry);
    context = std::make_unique<MLIRContext>(registry,
                                            MLIRContext::Threading::DISABLED);
    context->loadDialect<arith::ArithDialect, ub::UBDialect>();
  }
  return context.get();
}

/// Files that passes may read or write are no part of these inputs.
static bool namesFiles(StringRef passes) {
  return passes.contains('/') ||
         llvm::any_of(ArrayRef<StringRef>{"path", "report=", "problem",
                                          "plan=", "calibration"},
                      [&](StringRef word) { return passes.contains(word); });
}

/// Programs that crash upstream's parser or verifier, which are not for us to
/// mend. Each has the upstream function and the reason.
static bool crashesUpstream(StringRef program) {
  static const std::pair<const char *, const char *> patterns[] = {
      {"(permutation|dimensions) *= *([^[ ]|\\[[^]]*([^]0-9, -]|-[^0-9]|"
       "[0-9] +[0-9]|,[ ]*(,|\\])))",
       "linalg parseDenseI64ArrayAttr: a null attribute after a syntax error"},
      {"_shape %[^ ]+ \\[\\[[^:]*[0-9]{10}",
       "tensor.collapse_shape: valid with indices of dims that do not exist, "
       "which memref.collapse_shape refuses"},
      {"tensor.from_elements .*[<x][0-9]{7}",
       "tensor.from_elements: its parser makes a list of as many types"},
      {"vector<[^>]*xi0>",
       "vector::TransferReadOp::verify: divides by the width of an element"},
      {"complex\\.number<: *[^bf]",
       "complex::NumberAttr::parse: an element type that is no float"},
  };
  return llvm::any_of(patterns, [&](auto pattern) {
    return llvm::Regex(pattern.first).match(program);
  });
}

/// The same for `canonicalize`: verifyInBoundsSlice takes poison for an
/// integer, and memref.dim reads dims below 0.
static bool crashesCanonicalizer(ModuleOp module) {
  return !layout::IndexArithmetic(module).isDefined ||
         module
             .walk([](ub::PoisonOp op) {
               return op.getType().isIndex() ? WalkResult::interrupt()
                                             : WalkResult::advance();
             })
             .wasInterrupted();
}

/// Upstream's reader of bytecode makes types and properties without verifying
/// them, which the parser of text does or does not keep.
static bool isInvalidAsText(ModuleOp module) {
  OwningOpRef<ModuleOp> text =
      parseUnverified(toText(module), module.getContext());
  return !text || !isValid(*text);
}

/// Whether the divisor of `expr`, or of a part, is no symbol, or a product is
/// not affine. Such maps cannot be read again.
static bool isNotReadable(AffineExpr expr) {
  bool isWrong = false;
  expr.walk([&](AffineExpr part) {
    auto binary = dyn_cast<AffineBinaryOpExpr>(part);
    if (!binary || part.getKind() == AffineExprKind::Add)
      return;
    bool isSymbolic = binary.getRHS().isSymbolicOrConstant() ||
                      (part.getKind() == AffineExprKind::Mul &&
                       binary.getLHS().isSymbolicOrConstant());
    isWrong |= !isSymbolic;
  });
  return isWrong;
}

/// Whether upstream's composition of affine ops has put dims in the place of
/// symbols, by which the maps divide.
static bool composesDivisors(ModuleOp module) {
  return module
      .walk([](Operation *op) {
        if (!isa_and_present<affine::AffineDialect>(op->getDialect()))
          return WalkResult::advance();
        for (NamedAttribute attribute : op->getAttrs())
          if (auto map = dyn_cast<AffineMapAttr>(attribute.getValue());
              map && llvm::any_of(map.getValue().getResults(), isNotReadable))
            return WalkResult::interrupt();
        return WalkResult::advance();
      })
      .wasInterrupted();
}

/// Whether upstream's folds of pads by constants below 0 have made a type with
/// such a size, which has no text.
static bool hasNegativeSizes(ModuleOp module) {
  return module
      .walk([](Operation *op) {
        bool isNegative = llvm::any_of(op->getResultTypes(), [](Type type) {
          auto shaped = dyn_cast<RankedTensorType>(type);
          return shaped && llvm::any_of(shaped.getShape(), [](int64_t size) {
                   return size < 0 && !ShapedType::isDynamic(size);
                 });
        });
        return isNegative ? WalkResult::interrupt() : WalkResult::advance();
      })
      .wasInterrupted();
}

static void checkRoundTrip(ModuleOp module, bool asText) {
  std::string form = asText ? toText(module) : toBytecode(module);
  OwningOpRef<ModuleOp> again = parseUnverified(form, module.getContext());
  if ((again && succeeded(verify(*again))) || composesDivisors(module) ||
      hasNegativeSizes(module))
    return;
  llvm::errs() << "does not survive a round trip\n" << toText(module);
  require(false);
}

extern "C" int LLVMFuzzerInitialize(int *, char ***) {
  layout::registerAllPasses();
  registerCanonicalizerPass();
  registerCSEPass();
  transform::registerInterpreterPass();
  return 0;
}

extern "C" int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  MLIRContext *context = getContextOfProgram();
  auto [passes, program] =
      splitInput(StringRef(reinterpret_cast<const char *>(data), size));
  if (passes.empty())
    passes = "layout-pipeline{target=nchw16c indivisible=pad}";
  if (namesFiles(passes) || crashesUpstream(program))
    return -1;
  ErrorCount errors(context);
  OwningOpRef<ModuleOp> module = parseUnverified(program, context);
  if (!module || !isValid(*module) ||
      (isBytecode(program) && isInvalidAsText(*module)) ||
      (passes.contains("canonicalize") && crashesCanonicalizer(*module)))
    return -1;
  errors.numErrors = 0;

  PassManager manager(context, ModuleOp::getOperationName());
  std::string message;
  llvm::raw_string_ostream os(message);
  if (failed(parsePassPipeline(passes, manager, os))) {
    require(!message.empty() || errors.numErrors);
    return 0;
  }
  manager.enableVerifier(false);
  manager.addInstrumentation(std::make_unique<VerifyAfterPass>(errors.last));
  if (failed(manager.run(*module))) {
    if (!errors.numErrors)
      llvm::errs() << "fails without an error\n";
    require(errors.numErrors);
    return 0;
  }
  // One form for each program: either takes as long as the passes do. Only
  // upstream's passes may have left an invalid one.
  if (succeeded(verify(*module)))
    checkRoundTrip(*module, /*asText=*/size % 2);
  return 0;
}

/// Copies a text into the buffer of libFuzzer if it fits.
static size_t copyTo(uint8_t *data, size_t size, size_t maxSize,
                     const std::string &text) {
  if (text.size() > maxSize || text.empty())
    return size;
  std::memcpy(data, text.data(), text.size());
  return text.size();
}

extern "C" size_t LLVMFuzzerCustomMutator(uint8_t *data, size_t size,
                                          size_t maxSize, unsigned seed) {
  StringRef input(reinterpret_cast<const char *>(data), size);
  // Upstream's reader of bytecode crashes on many changes of bytes.
  StringRef program = splitInput(input).second;
  if (crashesUpstream(program) || (seed % 64 == 0 && !isBytecode(program)))
    return LLVMFuzzerMutate(data, size, maxSize);
  ProgramMutator mutator(getContextOfProgram(), seed);
  return copyTo(data, size, maxSize, mutator.mutate(input));
}

extern "C" size_t LLVMFuzzerCustomCrossOver(const uint8_t *first,
                                            size_t firstSize,
                                            const uint8_t *second,
                                            size_t secondSize, uint8_t *out,
                                            size_t maxSize, unsigned seed) {
  StringRef a(reinterpret_cast<const char *>(first), firstSize);
  StringRef b(reinterpret_cast<const char *>(second), secondSize);
  for (StringRef input : {a, b})
    if (crashesUpstream(splitInput(input).second))
      return copyTo(out, 0, maxSize, a.str());
  ProgramMutator mutator(getContextOfProgram(), seed);
  return copyTo(out, 0, maxSize, mutator.cross(a, b));
}
// NOLINTEND(readability-identifier-naming)
