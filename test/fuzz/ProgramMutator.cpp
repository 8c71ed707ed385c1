//===- ProgramMutator.cpp - Random changes of MLIR programs ---------------===//
//
// Part of LayoutMLIR, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ProgramMutator.h"
#include "mlir/AsmParser/AsmParser.h"
#include "mlir/Bytecode/BytecodeWriter.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/Dialect/UB/IR/UBOps.h"
#include "mlir/IR/BuiltinDialect.h"
#include "mlir/IR/Diagnostics.h"
#include "mlir/IR/Verifier.h"
#include "mlir/Parser/Parser.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/SourceMgr.h"
#include "llvm/Support/raw_ostream.h"

using namespace mlir;
using namespace fuzzchecks;

namespace {
/// A pass and some of its options. Most values are valid.
struct PassChoice {
  StringLiteral name;
  ArrayRef<StringLiteral> options;
};
} // namespace

static constexpr StringLiteral freezeOptions[] = {
    "target=nhwc",
    "target=nchw16c",
    "target=nchw8c",
    "target=nchw4c indivisible=pad",
    "target=nchw16c indivisible=pad",
    "target=nchw16c-mm16 indivisible=pad",
    "target=nchw16c-1x1nhwc",
    "target=conv4",
    "target=nhwc absorb=priced",
    "target=nowhere",
    "prefer=conv2d=[NHWC,default]|[NCHW4c,default]",
    "prefer=matmul=[MK2m4k,KN8n4k] indivisible=pad",
    "prefer=matmul=[MK,NK]|[KM,NK]",
    "prefer=conv2d=[NCHW,default,NCHW16c],conv1d=[NWC,default]",
    "prefer=conv2d=[N2nCHW,default] indivisible=pad",
    "target=nchw4c indivisible=priced",
    "target=nchw16c-mm16 indivisible=priced",
    "prefer=conv2d=[NHWC"};
static constexpr StringLiteral flowOptions[] = {
    "strategy=backward", "strategy=forward",  "strategy=optimal",
    "strategy=none",     "constant-limit=0",  "visit-limit=1",
    "visit-limit=0",     "for-report=graph",  "time-limit=0.01",
    "time-limit=-1",     "constant-limit=64", "visit-limit=-1",
    "padding-price=0",   "padding-price=64",  "absorb=priced"};
static constexpr StringLiteral pipelineOptions[] = {
    "target=nhwc",
    "target=nchw16c",
    "target=nchw16c indivisible=pad",
    "target=nchw4c indivisible=pad strategy=backward",
    "target=nchw8c strategy=forward",
    "target=nchw16c-mm16 indivisible=pad absorb=priced",
    "target=conv4 materialize=false",
    "prefer=conv2d=[NHWC,default]|[NCHW8c,default],matmul=[MK,NK]",
    "target=nhwc constant-limit=0",
    "target=nchw16c indivisible=pad padding-price=64 visit-limit=2"};
static constexpr StringLiteral foldOptions[] = {
    "constant-limit=0", "constant-limit=100", "constant-limit=x"};
static constexpr StringLiteral materializeOptions[] = {"packs", "keep=marks",
                                                       "packs keep=attributes"};
static constexpr StringLiteral splatOptions[] = {"seed=0", "seed=-1"};
static constexpr StringLiteral bufferOptions[] = {
    "functions=all", "loop-order=physical", "functions=all loop-order=physical",
    "functions=some"};
static constexpr StringLiteral bufferizeOptions[] = {"to=logical",
                                                     "to=physical"};
static constexpr StringLiteral flattenOptions[] = {
    "functions=all", "max-rank=1", "max-rank=2 functions=all"};
static constexpr StringLiteral cleanUpOptions[] = {
    "forms=planning", "forms=planned", "erase-marks",
    "forms=planned erase-marks"};

static constexpr StringLiteral verifyPlanOptions[] = {"allow-less"};

static const PassChoice passChoices[] = {
    {"canonicalize", {}},
    {"cse", {}},
    {"layout-apply-buffer-layouts", bufferOptions},
    {"layout-bufferize", bufferizeOptions},
    {"layout-clean-up", cleanUpOptions},
    {"layout-count", {}},
    {"layout-drop-groups", {}},
    {"layout-flatten", flattenOptions},
    {"layout-flow", flowOptions},
    {"layout-fold", foldOptions},
    {"layout-freeze", freezeOptions},
    {"layout-list-rewrites", {}},
    {"layout-materialize", materializeOptions},
    {"layout-pipeline", pipelineOptions},
    {"layout-print-rules", {}},
    {"layout-raise", {}},
    {"layout-randomize-splats", splatOptions},
    {"layout-report", {}},
    {"layout-survey", {}},
    {"layout-verify", {}},
    {"layout-verify-plan", verifyPlanOptions},
    {"transform-interpreter", {}},
};

/// Orders of passes that do more together than passes in random order.
static constexpr StringLiteral passSequences[] = {
    "layout-raise,layout-fold,layout-freeze{target=nhwc},layout-flow",
    "layout-bufferize,layout-apply-buffer-layouts{functions=all}",
    "layout-bufferize{to=logical},layout-apply-buffer-layouts",
    "layout-apply-buffer-layouts,layout-flatten{functions=all}",
    "layout-raise,layout-fold,layout-materialize",
    "layout-raise,layout-flow,layout-materialize{packs}",
    "layout-freeze{target=nchw16c indivisible=pad},layout-flow,"
    "layout-verify-plan",
    "layout-pipeline{target=nchw8c indivisible=pad},layout-bufferize",
};

/// Signs with a meaning in the text of passes.
static constexpr StringLiteral signsOfPasses = "{}[]()<>,|=-;:'\" 0kN";

static constexpr StringLiteral addedAttributes[] = {
    "layout.frozen = unit",
    "layout.skip = unit",
    "layout.prefer = unit",
    "layout.view = unit",
    "layout.frozen = true",
    "layout.op_layout = []",
    "layout.op_layout = [#layout.op_layout<operands = [_, _], results = [_], "
    "cost = 0>]",
    "layout.op_layout = [#layout.op_layout<operands = [_, _, _], results = "
    "[_], cost = 0, order = head_major>]",
    "layout.op_layout = [#layout.op_layout<operands = [_, _, _], results = "
    "[_], cost = 7, order = absorbed>]",
    "layout.op_layout = [#layout.op_layout<operands = [<(i, j) -> (j, i)>, _, "
    "_], results = [_], cost = 0>, #layout.op_layout<operands = [_, _, <(i, j) "
    "-> (i floordiv 4, j, i mod 4) pad [3, 0]>], results = [<(i, j) -> (i "
    "floordiv 4, j, i mod 4) pad [3, 0]>], cost = 5>]",
    "layout.rule = #layout.rule<factors = [4, 6, 8 reduced], operands = [[f0, "
    "f2] : 4x8, [f2, f1] : 8x6, [f0, f1] : 4x6], results = [[f0, f1] : 4x6]>",
    "layout.rule = #layout.rule<factors = [6, 8 whole], operands = [[f0, f1] "
    ": 6x8, [f0, f1] : 6x8], results = [[f0, f1] : 6x8]>",
    "layout.buffer_transforms = [#layout.index_map<(i, j) -> (j, i)>]",
    "layout.buffer_transforms = [#layout.index_map<(i, j) -> (j, i floordiv "
    "4, i mod 4)>]",
    "layout.buffer_transforms = [#layout.index_map<(i) -> (i floordiv 4, i mod "
    "4)>, #layout.index_map<(i, j) -> (j, i)>]",
    "layout.buffer_transforms = [#layout.index_map<(i, j, k) -> (k, i | j)>]",
    "layout.axis_separators = array<i64: 1>",
    "layout.axis_separators = array<i64: 2>",
    "layout.pad_value = 2.0 : f32",
    "layout.pad_value = 0 : i32",
};

static constexpr StringLiteral numbers[] = {
    "0", "1",  "2",  "3",  "4",          "5",          "7",
    "8", "9",  "16", "17", "2147483648", "4294967297", "4611686018427387904",
    "?", "-1", "-4"};

static constexpr StringLiteral elementTypes[] = {
    "f32",      "f64", "f16",   "bf16", "i1",           "i4",
    "i8",       "i32", "index", "i64",  "complex<f32>", "vector<4xf32>",
    "f8E4M3FN", "i0"};

std::pair<StringRef, StringRef> fuzzchecks::splitInput(StringRef input) {
  if (!input.starts_with("// ") || input.starts_with("// -"))
    return {"", input};
  auto [line, program] = input.split('\n');
  return {line.drop_front(3).trim(), program};
}

bool fuzzchecks::isBytecode(StringRef program) {
  return program.starts_with("ML\xefR");
}

OwningOpRef<ModuleOp> fuzzchecks::parseUnverified(StringRef program,
                                                  MLIRContext *context) {
  ScopedDiagnosticHandler quiet(context,
                                [](Diagnostic &) { return success(); });
  // Data of bytecode is used in place.
  auto buffer = llvm::WritableMemoryBuffer::getNewUninitMemBuffer(
      program.size(), "", llvm::Align(4096));
  llvm::copy(program, buffer->getBufferStart());
  llvm::SourceMgr sources;
  sources.AddNewSourceBuffer(std::move(buffer), llvm::SMLoc());
  return parseSourceFile<ModuleOp>(
      sources, ParserConfig(context, /*verifyAfterParse=*/false));
}

bool fuzzchecks::isValid(ModuleOp module) {
  // Upstream's verifier of concatenations reads sizes in front of the shape;
  // that of scf.forall reads operands of ops that it verifies afterwards.
  auto crashesVerifier = [](Operation *op) {
    auto concat = dyn_cast<tensor::ConcatOp>(op);
    return (concat && static_cast<int64_t>(concat.getDim()) < 0) ||
           (isa<tensor::ParallelInsertSliceOp>(op) &&
            failed(op->getName().verifyInvariants(op)));
  };
  WalkResult walk = module.walk([&](Operation *op) {
    return crashesVerifier(op) ? WalkResult::interrupt()
                               : WalkResult::advance();
  });
  return !walk.wasInterrupted() && succeeded(verify(module));
}

std::string fuzzchecks::toText(ModuleOp module) {
  std::string text;
  llvm::raw_string_ostream os(text);
  // The custom syntax of an invalid op need not be printable.
  module.print(os);
  return text;
}

std::string fuzzchecks::toBytecode(ModuleOp module) {
  std::string bytes;
  llvm::raw_string_ostream os(bytes);
  (void)writeBytecodeToFile(module, os);
  return bytes;
}

static std::string makeInput(StringRef passes, StringRef program) {
  return passes.empty() ? program.str()
                        : ("// " + passes + "\n" + program).str();
}

std::string ProgramMutator::drawPass() {
  const PassChoice &pass = passChoices[draw(std::size(passChoices))];
  if (pass.options.empty() || draw(4) == 0)
    return pass.name.str();
  return (pass.name + "{" + pass.options[draw(pass.options.size())] + "}")
      .str();
}

std::string ProgramMutator::drawPasses() {
  if (draw(4) == 0)
    return passSequences[draw(std::size(passSequences))].str();
  std::string passes = drawPass();
  for (unsigned left = draw(4); left; --left)
    passes += "," + drawPass();
  return passes;
}

/// Changes a number, or inserts, drops or replaces one character.
void ProgramMutator::changePasses(std::string &passes) {
  if (passes.empty() || draw(2))
    return changeNumber(passes);
  size_t at = draw(passes.size());
  std::string sign(1, signsOfPasses[draw(signsOfPasses.size())]);
  passes.replace(at, draw(2), draw(3) ? sign : "");
}

//===----------------------------------------------------------------------===//
// Changes of text
//===----------------------------------------------------------------------===//

/// Returns the places of all numbers that are not part of a name.
static SmallVector<std::pair<size_t, size_t>> findNumbers(StringRef text) {
  SmallVector<std::pair<size_t, size_t>> found;
  for (size_t i = 0; i < text.size();) {
    if (!llvm::isDigit(text[i]) && text[i] != '?') {
      ++i;
      continue;
    }
    size_t begin = i++;
    while (i < text.size() && llvm::isDigit(text[i]))
      ++i;
    char before = begin ? text[begin - 1] : ' ';
    if (before == 'x' || !(llvm::isAlnum(before) || before == '%' ||
                           before == '_' || before == '#'))
      found.push_back({begin, i - begin});
  }
  return found;
}

/// Gives one number another value; half of the time, every equal number too, so
/// that the dims of operands still match.
void ProgramMutator::changeNumber(std::string &text) {
  auto found = findNumbers(text);
  if (found.empty())
    return;
  auto [at, length] = pick(found);
  std::string old = text.substr(at, length);
  std::string wanted = numbers[draw(std::size(numbers))].str();
  bool everywhere = draw(2);
  for (auto [begin, size] : llvm::reverse(found)) {
    // Only a dim can be dynamic.
    if (wanted == "?" && (!begin || !StringRef("<x").contains(text[begin - 1])))
      continue;
    if (begin == at ||
        (everywhere && StringRef(text).substr(begin, size) == old))
      text.replace(begin, size, wanted);
  }
}

void ProgramMutator::changeElementType(std::string &text) {
  StringRef old = elementTypes[draw(4) ? 0 : draw(std::size(elementTypes))];
  StringRef wanted = elementTypes[draw(std::size(elementTypes))];
  for (size_t at = 0; (at = text.find(old, at)) != std::string::npos;) {
    text.replace(at, old.size(), wanted);
    at += wanted.size();
  }
}

void ProgramMutator::changeLine(std::string &text) {
  SmallVector<StringRef> lines;
  StringRef(text).split(lines, '\n');
  unsigned line = draw(lines.size());
  switch (draw(3)) {
  case 0:
    lines.erase(lines.begin() + line);
    break;
  case 1:
    lines.insert(lines.begin() + line, pick(lines));
    break;
  default:
    std::swap(lines[line], pick(lines));
  }
  text = llvm::join(lines, "\n");
}

std::string ProgramMutator::mutateText(std::string text) {
  switch (draw(8)) {
  case 0:
    changeElementType(text);
    break;
  case 1:
    changeLine(text);
    break;
  default:
    changeNumber(text);
  }
  return text;
}

//===----------------------------------------------------------------------===//
// Changes of the parsed program
//===----------------------------------------------------------------------===//

/// Draws a value of a type that is defined before an op, or null.
Value ProgramMutator::drawValue(Operation *before, Type type) {
  SmallVector<Value> values;
  auto add = [&](ValueRange range) {
    llvm::copy_if(range, std::back_inserter(values),
                  [&](Value value) { return value.getType() == type; });
  };
  for (Operation *op = before; op && op->getBlock(); op = op->getParentOp()) {
    add(op->getBlock()->getArguments());
    for (Operation &other :
         llvm::make_range(op->getBlock()->begin(), Block::iterator(op)))
      add(other.getResults());
    if (op->hasTrait<OpTrait::IsIsolatedFromAbove>())
      break;
  }
  return values.empty() ? Value() : pick(values);
}

void ProgramMutator::dropOp(Operation *op) {
  if (op->hasTrait<OpTrait::IsTerminator>())
    return;
  // Upstream's interpreter of transforms crashes on poisoned handles.
  if (llvm::any_of(op->getResultTypes(), [](Type type) {
        return !isa<BuiltinDialect>(type.getDialect());
      }))
    return;
  OpBuilder builder(op);
  for (Value result : op->getResults()) {
    if (result.use_empty())
      continue;
    Value other = drawValue(op, result.getType());
    // Upstream's canonicalization of slices reads the number of a poison.
    if (!other && result.getType().isIndex())
      other = arith::ConstantIndexOp::create(builder, op->getLoc(), 0);
    if (!other)
      other = ub::PoisonOp::create(builder, op->getLoc(), result.getType());
    result.replaceAllUsesWith(other);
  }
  op->erase();
}

/// Gives one user a copy of the op.
void ProgramMutator::cloneOp(Operation *op) {
  if (op->hasTrait<OpTrait::IsTerminator>() || op->hasAttr("sym_name"))
    return;
  Operation *clone = OpBuilder(op).clone(*op);
  SmallVector<OpOperand *> uses;
  for (OpOperand &use : op->getUses())
    uses.push_back(&use);
  if (uses.empty())
    return;
  OpOperand *use = pick(uses);
  use->set(clone->getResult(cast<OpResult>(use->get()).getResultNumber()));
}

void ProgramMutator::changeOperand(Operation *op) {
  if (op->getNumOperands() == 0)
    return;
  OpOperand &operand = op->getOpOperand(draw(op->getNumOperands()));
  if (Value value = drawValue(op, operand.get().getType()))
    operand.set(value);
}

/// Removes an attribute, or changes a number or a dim in its text.
void ProgramMutator::changeAttribute(Operation *op) {
  SmallVector<NamedAttribute> attributes =
      llvm::to_vector(op->getAttrDictionary());
  if (attributes.empty())
    return;
  NamedAttribute &drawn = pick(attributes);
  StringAttr name = drawn.getName();
  Attribute value = drawn.getValue();
  if (name == "sym_name" || name == "function_type")
    return;
  if (draw(8) == 0) {
    op->removeDiscardableAttr(name);
    return;
  }
  std::string text;
  llvm::raw_string_ostream(text) << value;
  changeNumber(text);
  ScopedDiagnosticHandler quiet(context,
                                [](Diagnostic &) { return success(); });
  if (Attribute changed = parseAttribute(text, context))
    if (changed.getTypeID() == value.getTypeID())
      op->setAttr(name, changed);
}

void ProgramMutator::addAttribute(Operation *op) {
  auto [name, text] =
      addedAttributes[draw(std::size(addedAttributes))].split(" = ");
  ScopedDiagnosticHandler quiet(context,
                                [](Diagnostic &) { return success(); });
  if (Attribute value = parseAttribute(text, context))
    op->setDiscardableAttr(name, value);
}

void ProgramMutator::mutateModule(ModuleOp module) {
  for (unsigned left = 1 + draw(3); left; --left) {
    SmallVector<Operation *> ops;
    module->walk([&](Operation *op) {
      if (op != module)
        ops.push_back(op);
    });
    if (ops.empty())
      return;
    Operation *op = pick(ops);
    switch (draw(6)) {
    case 0:
      dropOp(op);
      break;
    case 1:
      cloneOp(op);
      break;
    case 2:
      addAttribute(op);
      break;
    case 3:
      changeAttribute(op);
      break;
    default:
      changeOperand(op);
    }
  }
}

std::string ProgramMutator::mutate(StringRef input) {
  auto [passes, program] = splitInput(input);
  std::string drawn = draw(3) ? passes.str() : drawPasses();
  if (draw(16) == 0)
    changePasses(drawn);
  if (draw(4) == 0 && !program.empty())
    return makeInput(drawPasses(), program);
  // Text is changed blindly half of the time, because ops whose types follow
  // from each other change together in text only.
  if (draw(2) && !isBytecode(program))
    return makeInput(drawn, mutateText(program.str()));
  OwningOpRef<ModuleOp> module = parseUnverified(program, context);
  if (!module && isBytecode(program))
    return makeInput(drawn, program);
  if (!module)
    return makeInput(drawn, mutateText(program.str()));
  mutateModule(*module);
  // The printers of invalid ops may fail.
  ScopedDiagnosticHandler quiet(context,
                                [](Diagnostic &) { return success(); });
  if (!isValid(*module))
    return makeInput(drawn, isBytecode(program) ? program.str()
                                                : mutateText(program.str()));
  return makeInput(drawn, draw(16) ? toText(*module) : toBytecode(*module));
}

std::string ProgramMutator::cross(StringRef first, StringRef second) {
  StringRef passes = splitInput(draw(2) ? first : second).first;
  OwningOpRef<ModuleOp> module =
      parseUnverified(splitInput(first).second, context);
  OwningOpRef<ModuleOp> other =
      parseUnverified(splitInput(second).second, context);
  if (!module || !other)
    return first.str();
  SmallVector<Operation *> ops;
  for (Operation &op : *other->getBody())
    ops.push_back(&op);
  for (Operation *op : ops) {
    op->remove();
    module->getBody()->push_back(op);
    if (auto name = op->getAttrOfType<StringAttr>("sym_name"); name && draw(4))
      op->setAttr("sym_name", StringAttr::get(context, name.getValue() + "_"));
  }
  ScopedDiagnosticHandler quiet(context,
                                [](Diagnostic &) { return success(); });
  if (!isValid(*module))
    return first.str();
  return makeInput(passes, toText(*module));
}
