//===- PrepareConstants.cpp - Moves work on constant arguments out --------===//
//
// Part of LayoutMLIR, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Analysis/ConstantArguments.h"
#include "Analysis/ConstantGlobals.h"
#include "Analysis/HostDescriptor.h"
#include "layout/Analysis/PlanningScope.h"
#include "layout/Analysis/Remarks.h"
#include "layout/Dialect/Layout.h"
#include "layout/Dialect/Marks.h"
#include "layout/Export/Passes.h"
#include "layout/Support/Debug.h"
#include "mlir/IR/Iterators.h"
#include "mlir/IR/SymbolTable.h"
#include "llvm/ADT/SetVector.h"
#include "llvm/Support/FormatVariadic.h"

#define DEBUG_TYPE "layout-prepare-constants"
ALWAYS_ENABLED_STATISTIC(numPrepared, "Ops moved in front of functions");

namespace mlir::layout {
#define GEN_PASS_DEF_LAYOUTPREPARECONSTANTS
#include "layout/Export/Passes.h.inc"
} // namespace mlir::layout

using namespace mlir;
using namespace mlir::layout;

namespace {
/// The part of a function that depends on its constant arguments, and on marked
/// globals that it loads, alone.
class ConstantPart {
public:
  explicit ConstantPart(func::FuncOp function) : function(function) { find(); }

  bool isEmpty() const { return moved.empty(); }
  unsigned size() const { return moved.size(); }

  /// Moves it into `prepare`, which returns the constant arguments of the
  /// function in order, and gives the function the results instead.
  void moveTo(func::FuncOp prepare);

private:
  void find();
  bool isMovedUse(OpOperand &use) const;
  void findResults();
  void copyTo(func::FuncOp prepare);
  struct Origin;
  std::optional<Origin> getOrigin(Value source, func::FuncOp prepare);
  DictionaryAttr describe(Value result, func::FuncOp prepare);
  Value copyValue(OpBuilder &builder, Value value, IRMapping &copies);
  void changeArguments();

  func::FuncOp function;
  KnownValues values = KnownValues(std::numeric_limits<size_t>::max());
  /// Constant arguments and results of `moved`.
  DenseSet<Value> known;
  /// The number of the first constant argument that a known value depends on;
  /// the number of arguments if it depends on globals alone.
  DenseMap<Value, unsigned> firstArgument;
  llvm::SetVector<Operation *> moved;
  /// Loads of marked globals.
  SmallVector<Operation *> loads;
  /// The known values that the function goes on to read, in the order of its
  /// arguments; those that depend on globals alone come last.
  SmallVector<Value> results;
};

struct LayoutPrepareConstants
    : layout::impl::LayoutPrepareConstantsBase<LayoutPrepareConstants> {
  using LayoutPrepareConstantsBase::LayoutPrepareConstantsBase;

  void runOnProgram() override;

private:
  LogicalResult prepare(func::FuncOp function, SymbolTable &symbols);

  bool isChanged = false;
};
} // namespace

//===----------------------------------------------------------------------===//
// What depends on constant arguments alone
//===----------------------------------------------------------------------===//

bool ConstantPart::isMovedUse(OpOperand &use) const {
  for (Operation *op = use.getOwner(); op && op != function;
       op = op->getParentOp())
    if (moved.contains(op))
      return true;
  return false;
}

static bool hasPreparedLoads(func::FuncOp function) {
  auto visit = [](Operation *op) {
    return loadsPreparedGlobal(op) ? WalkResult::interrupt()
                                   : WalkResult::advance();
  };
  return function.walk(visit).wasInterrupted();
}

void ConstantPart::find() {
  for (BlockArgument argument : function.getArguments())
    if (isConstantArgument(argument)) {
      known.insert(argument);
      firstArgument[argument] = argument.getArgNumber();
    }
  if (known.empty() && !hasPreparedLoads(function))
    return;
  // Producers first, in whichever order the blocks are written.
  function.walk<WalkOrder::PreOrder, ForwardDominanceIterator<>>(
      [&](Operation *op) {
        // All results of an op are known at the same time.
        if (op == function || op->getNumResults() == 0 ||
            values.get(op->getResult(0)) != KnownBefore::Prepared)
          return WalkResult::advance();
        // A load is copied to the ops that move. Elsewhere it costs nothing.
        if (loadsPreparedGlobal(op)) {
          loads.push_back(op);
          return WalkResult::skip();
        }
        unsigned first = function.getNumArguments();
        auto visit = [&](Value value) {
          if (auto found = firstArgument.find(value);
              found != firstArgument.end())
            first = std::min(first, found->second);
        };
        llvm::for_each(getReads(op), visit);
        moved.insert(op);
        for (Value result : op->getResults()) {
          known.insert(result);
          firstArgument[result] = first;
        }
        return WalkResult::skip();
      });
  findResults();
}

void ConstantPart::findResults() {
  SmallVector<Value> read;
  auto add = [&](Value value) {
    if (!llvm::all_of(value.getUses(),
                      [&](OpOperand &use) { return isMovedUse(use); }))
      read.push_back(value);
  };
  for (BlockArgument argument : function.getArguments())
    if (known.contains(argument))
      add(argument);
  for (Operation *op : moved)
    llvm::for_each(op->getResults(), add);
  for (unsigned number : llvm::seq_inclusive(0u, function.getNumArguments()))
    llvm::copy_if(read, std::back_inserter(results),
                  [&](Value value) { return firstArgument[value] == number; });
}

//===----------------------------------------------------------------------===//
// Moving it
//===----------------------------------------------------------------------===//

/// The numbers of the arguments that a function prepares.
static ArrayRef<int64_t> getPrepared(func::FuncOp prepare) {
  return prepare->getAttrOfType<DenseI64ArrayAttr>(LayoutDialect::kPrepares)
      .asArrayRef();
}

/// Copies what makes a constant behind the ops copied so far.
Value ConstantPart::copyValue(OpBuilder &builder, Value value,
                              IRMapping &copies) {
  if (Value copy = copies.lookupOrNull(value))
    return copy;
  Operation *producer = value.getDefiningOp();
  for (Value read : getReads(producer))
    copyValue(builder, read, copies);
  Operation *copy = builder.clone(*producer, copies);
  return copy->getResult(cast<OpResult>(value).getResultNumber());
}

/// Where a constant argument, or a load, comes from.
struct ConstantPart::Origin {
  /// The argument of the function before planning, or the global.
  NamedAttribute name;
  /// The descriptor of what an earlier run of the pass has made of it.
  DictionaryAttr earlier = {};
};

/// Returns nothing if `source` is computed, in the function or by `prepare`.
std::optional<ConstantPart::Origin>
ConstantPart::getOrigin(Value source, func::FuncOp prepare) {
  Builder builder(prepare.getContext());
  if (!isConstantArgument(source)) {
    Operation *load = source.getDefiningOp();
    if (!loadsPreparedGlobal(load))
      return std::nullopt;
    return Origin{builder.getNamedAttr(
        "global", SymbolTable::getSymbolName(getLoadedGlobal(load)))};
  }
  // `prepare` returns the constant arguments in order.
  unsigned number = llvm::count_if(
      function.getArguments().take_front(
          cast<BlockArgument>(source).getArgNumber()),
      [](BlockArgument argument) { return isConstantArgument(argument); });
  if (auto earlier = prepare.getResultAttrOfType<DictionaryAttr>(
          number, LayoutDialect::kHost))
    return Origin{
        *earlier.getNamed(earlier.contains("global") ? "global" : "argument"),
        earlier};
  auto original = dyn_cast<BlockArgument>(
      prepare.front().getTerminator()->getOperand(number));
  if (!original)
    return std::nullopt;
  return Origin{
      builder.getNamedAttr("argument", builder.getI64IntegerAttr(getPrepared(
                                           prepare)[original.getArgNumber()]))};
}

/// Describes a value that is a constant argument or a loaded global, or is
/// moved from one by rewrites alone, as a layout of what `prepare` gets.
/// Returns null for others.
DictionaryAttr ConstantPart::describe(Value result, func::FuncOp prepare) {
  SmallVector<Operation *> rewrites;
  Value source = result;
  while (isa_and_nonnull<LayoutTransformOp, PadOp>(source.getDefiningOp())) {
    rewrites.push_back(source.getDefiningOp());
    source = rewrites.back()->getOperand(0);
  }
  std::reverse(rewrites.begin(), rewrites.end());
  std::optional<Origin> origin = getOrigin(source, prepare);
  if (!origin)
    return {};
  llvm::Expected<ValueLayout> layout =
      origin->earlier
          ? readHostDescriptor(origin->earlier)
          : ValueLayout::getRowMajor(cast<RankedTensorType>(source.getType()));
  if (!layout) {
    llvm::consumeError(layout.takeError());
    return {};
  }
  NamedAttrList entries(getHostDescriptor(*layout, rewrites));
  if (entries.empty())
    return {};
  entries.set(origin->name.getName(), origin->name.getValue());
  return DictionaryAttr::get(
      prepare.getContext(),
      NamedAttribute(
          StringAttr::get(prepare.getContext(), LayoutDialect::kHost),
          entries.getDictionary(prepare.getContext())));
}

void ConstantPart::copyTo(func::FuncOp prepare) {
  Operation *end = prepare.front().getTerminator();
  OpBuilder builder(end);
  IRMapping copies;
  unsigned next = 0;
  for (BlockArgument argument : function.getArguments())
    if (known.contains(argument))
      copies.map(argument, end->getOperand(next++));
  for (Operation *op : moved) {
    for (Value value : getReads(op))
      copyValue(builder, value, copies);
    builder.clone(*op, copies);
  }
  SmallVector<Value> returned = llvm::map_to_vector(
      results, [&](Value value) { return copies.lookup(value); });
  SmallVector<DictionaryAttr> descriptors = llvm::map_to_vector(
      results, [&](Value value) { return describe(value, prepare); });
  end->setOperands(returned);
  prepare.setType(builder.getFunctionType(prepare.getArgumentTypes(),
                                          ValueRange(returned).getTypes()));
  prepare.setAllResultAttrs(descriptors);
}

/// Replaces the constant arguments by one argument for each result, at the
/// place of the first argument that the result depends on, or behind all others
/// if it depends on globals alone.
void ConstantPart::changeArguments() {
  Block &entry = function.front();
  SmallVector<DictionaryAttr> attributes;
  auto constant = NamedAttribute(
      StringAttr::get(function.getContext(), LayoutDialect::kConstant),
      UnitAttr::get(function.getContext()));
  auto onlyConstant = DictionaryAttr::get(function.getContext(), constant);
  unsigned numOld = function.getNumArguments();
  unsigned next = 0;
  auto addResults = [&](unsigned number) {
    for (; next < results.size() && firstArgument[results[next]] == number;
         ++next) {
      Value result = results[next];
      BlockArgument prepared =
          entry.addArgument(result.getType(), result.getLoc());
      attributes.push_back(isa<BlockArgument>(result)
                               ? function.getArgAttrDict(number)
                               : onlyConstant);
      result.replaceUsesWithIf(
          prepared, [&](OpOperand &use) { return !isMovedUse(use); });
    }
  };
  for (unsigned number : llvm::seq(numOld)) {
    BlockArgument old = entry.getArgument(number);
    if (known.contains(old)) {
      addResults(number);
      continue;
    }
    BlockArgument same = entry.addArgument(old.getType(), old.getLoc());
    old.replaceAllUsesWith(same);
    attributes.push_back(function.getArgAttrDict(number));
  }
  addResults(numOld);
  for (Operation *op : llvm::reverse(moved))
    op->erase();
  llvm::for_each(loads, eraseUnusedConstant);
  entry.eraseArguments(0, numOld);
  function.setType(FunctionType::get(function.getContext(),
                                     entry.getArgumentTypes(),
                                     function.getResultTypes()));
  function.setAllArgAttrs(attributes);
}

void ConstantPart::moveTo(func::FuncOp prepare) {
  copyTo(prepare);
  changeArguments();
}

//===----------------------------------------------------------------------===//
// The pass
//===----------------------------------------------------------------------===//

/// Creates a function that takes the constant arguments of `function` and
/// returns them:
///
///   func.func @main.prepare(%w: tensor<8x4xf32> {layout.constant})
///       -> tensor<8x4xf32> attributes {layout.prepares = array<i64: 1>} {
///     return %w : tensor<8x4xf32>
///   }
static func::FuncOp createPrepare(func::FuncOp function, StringRef name) {
  OpBuilder builder(function);
  SmallVector<int64_t> numbers;
  SmallVector<Type> types;
  SmallVector<DictionaryAttr> attributes;
  for (BlockArgument argument : function.getArguments()) {
    if (!isConstantArgument(argument))
      continue;
    numbers.push_back(argument.getArgNumber());
    types.push_back(argument.getType());
    attributes.push_back(function.getArgAttrDict(argument.getArgNumber()));
  }
  auto prepare = func::FuncOp::create(builder, function.getLoc(), name,
                                      builder.getFunctionType(types, types), {},
                                      attributes);
  prepare->setAttr(LayoutDialect::kPrepares,
                   builder.getDenseI64ArrayAttr(numbers));
  if (Attribute device = function->getAttr(LayoutDialect::kDevice))
    prepare->setAttr(LayoutDialect::kDevice, device);
  Block *entry = prepare.addEntryBlock();
  builder.setInsertionPointToStart(entry);
  func::ReturnOp::create(builder, function.getLoc(), entry->getArguments());
  return prepare;
}

/// Checks that `named`, which has the name of what prepares the constant
/// arguments of `function`, is a function that an earlier run of the pass has
/// made for them.
static LogicalResult checkPrepare(func::FuncOp function, Operation *named) {
  SmallVector<Type> types;
  for (BlockArgument argument : function.getArguments())
    if (isConstantArgument(argument))
      types.push_back(argument.getType());
  auto prepare = dyn_cast<func::FuncOp>(named);
  if (prepare && prepare->hasAttr(LayoutDialect::kPrepares) &&
      !prepare.isExternal() && llvm::equal(prepare.getResultTypes(), types))
    return success();
  return emitTakenName(
      function, named,
      llvm::formatv(
          "marked 'layout.prepares' and to return its {0} constant arguments",
          types.size()));
}

/// The operands of a call for constant arguments, and all others.
struct CallOperands {
  SmallVector<Value> constants, others;
};

static CallOperands divideOperands(func::CallOp call,
                                   ArrayRef<bool> isConstant) {
  CallOperands operands;
  for (auto [operand, constant] :
       llvm::zip_equal(call.getOperands(), isConstant))
    (constant ? operands.constants : operands.others).push_back(operand);
  return operands;
}

/// Returns the call of `prepare` all of whose results, and nothing else, `call`
/// passes for constant arguments, if nobody else uses them.
static func::CallOp getPreparation(func::CallOp call, func::FuncOp prepare,
                                   ArrayRef<bool> isConstant) {
  SmallVector<Value> constants = divideOperands(call, isConstant).constants;
  auto preparation = constants.empty()
                         ? func::CallOp()
                         : constants.front().getDefiningOp<func::CallOp>();
  bool isOwn = preparation && preparation.getCallee() == prepare.getSymName() &&
               llvm::equal(preparation.getResults(), constants) &&
               llvm::all_of(preparation->getUsers(),
                            [&](Operation *user) { return user == call; });
  return isOwn ? preparation : func::CallOp();
}

/// Lets a call pass what `prepare` returns for the constant arguments that it
/// passes now, or, if these come from `prepare` already, for those of the call
/// `earlier`.
static void changeCall(func::CallOp call, func::CallOp earlier,
                       func::FuncOp callee, func::FuncOp prepare,
                       ArrayRef<bool> wasConstant) {
  OpBuilder builder(call);
  CallOperands passed = divideOperands(call, wasConstant);
  auto prepared = func::CallOp::create(builder, call.getLoc(), prepare,
                                       earlier ? earlier.getOperands()
                                               : ValueRange(passed.constants));
  SmallVector<Value> operands;
  auto other = passed.others.begin();
  auto result = prepared.result_begin();
  for (BlockArgument argument : callee.getArguments())
    operands.push_back(isConstantArgument(argument) ? *result++ : *other++);
  call.getOperandsMutable().assign(operands);
  if (earlier)
    earlier.erase();
}

/// The calls of a function in its module; nothing if there are other uses.
static std::optional<SmallVector<func::CallOp>> findCalls(func::FuncOp function,
                                                          ModuleOp module) {
  SmallVector<func::CallOp> calls;
  auto uses = SymbolTable::getSymbolUses(function, module);
  if (!uses)
    return std::nullopt;
  for (SymbolTable::SymbolUse use : *uses) {
    auto call = dyn_cast<func::CallOp>(use.getUser());
    if (!call || isSkipped(call))
      return std::nullopt;
    calls.push_back(call);
  }
  return calls;
}

/// The calls of a function, and what prepares their constant arguments.
struct PreparedCalls {
  SmallVector<func::CallOp> calls;
  /// For each call, one of `prepare`; null if there is none yet.
  SmallVector<func::CallOp> preparations;
};

/// Returns the calls of `function`, whose constant arguments `prepare` prepares
/// already unless it is null. Returns nothing if a use of one of the functions
/// cannot be changed.
static std::optional<PreparedCalls> findPreparedCalls(func::FuncOp function,
                                                      func::FuncOp prepare,
                                                      ArrayRef<bool> isConstant,
                                                      ModuleOp module) {
  auto calls = findCalls(function, module);
  if (!calls)
    return std::nullopt;
  PreparedCalls result{*calls, {}};
  for (func::CallOp call : *calls) {
    func::CallOp preparation =
        prepare ? getPreparation(call, prepare, isConstant) : func::CallOp();
    if (prepare && !preparation)
      return std::nullopt;
    result.preparations.push_back(preparation);
  }
  if (!prepare)
    return result;
  auto others = findCalls(prepare, module);
  if (!others || others->size() != calls->size())
    return std::nullopt;
  return result;
}

/// Moves the part of `function` that depends on its constant arguments alone,
/// and sets `isChanged` if there is any. Fails after an error.
LogicalResult LayoutPrepareConstants::prepare(func::FuncOp function,
                                              SymbolTable &symbols) {
  if (function.isPrivate() &&
      llvm::any_of(function.getArguments(), isConstantArgument))
    return function.emitOpError("requires a public function for "
                                "'layout.constant', found a private one, whose "
                                "callers are known");
  ConstantPart part(function);
  if (part.isEmpty())
    return success();
  std::string name = (function.getName() + ".prepare").str();
  Operation *named = symbols.lookup(name);
  if (named && failed(checkPrepare(function, named)))
    return failure();
  auto prepare = cast_or_null<func::FuncOp>(named);
  SmallVector<bool> wasConstant =
      llvm::map_to_vector(function.getArguments(), [](BlockArgument argument) {
        return isConstantArgument(argument);
      });
  auto calls =
      findPreparedCalls(function, prepare, wasConstant, getOperation());
  if (!calls) {
    remark::missed(function.getLoc(), getRemark("left", DEBUG_TYPE, function))
        << remark::add("{0} ops on constant arguments stay: the function has "
                       "uses that cannot change",
                       part.size());
    return success();
  }
  if (!prepare) {
    prepare = createPrepare(function, name);
    symbols.insert(prepare);
  }
  numPrepared += part.size();
  remark::passed(function.getLoc(), getRemark("prepared", DEBUG_TYPE, function))
      << remark::add("{0} ops on constant arguments are run by @{1}",
                     part.size(), name);
  part.moveTo(prepare);
  for (auto [call, earlier] :
       llvm::zip_equal(calls->calls, calls->preparations))
    changeCall(call, earlier, function, prepare, wasConstant);
  isChanged = true;
  return success();
}

void LayoutPrepareConstants::runOnProgram() {
  SymbolTableCollection tables;
  isChanged = false;
  if (failed(verifyMarkedGlobals(getOperation())))
    return signalPassFailure();
  for (func::FuncOp function : getAnalysis<PlanningScope>().getFunctions())
    if (!function.isExternal() && !isFrozen(function) &&
        !function->hasAttr(LayoutDialect::kPrepares) &&
        failed(
            prepare(function, tables.getSymbolTable(function->getParentOp()))))
      return signalPassFailure();
  if (!isChanged)
    markAllAnalysesPreserved();
}
