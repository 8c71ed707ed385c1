//===- AliasSets.cpp - Buffers grouped by allocation ----------------------===//
//
// Part of LayoutMLIR, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "AliasSets.h"
#include "Analysis/SymbolUsers.h"
#include "Dialect/BufferAnnotations.h"
#include "Views.h"
#include "layout/Analysis/PlanningScope.h"
#include "mlir/Dialect/GPU/IR/GPUDialect.h"
#include "mlir/Interfaces/ControlFlowInterfaces.h"
#include "llvm/ADT/EquivalenceClasses.h"
#include "llvm/ADT/TypeSwitch.h"

using namespace mlir;
using namespace mlir::layout;

bool layout::isAllocation(Operation *op) {
  return isa_and_nonnull<memref::AllocOp, memref::AllocaOp, gpu::AllocOp>(op);
}

std::optional<ValueRange> layout::getDynamicSizes(Operation *op) {
  return llvm::TypeSwitch<Operation *, std::optional<ValueRange>>(op)
      .Case<memref::AllocOp, memref::AllocaOp, gpu::AllocOp>(
          [](auto op) { return ValueRange(op.getDynamicSizes()); })
      .Case([](memref::ReallocOp op) {
        return op.getDynamicResultSize() ? op->getOperands().drop_front()
                                         : ValueRange();
      })
      .Default(std::nullopt);
}

//===----------------------------------------------------------------------===//
// AliasSet
//===----------------------------------------------------------------------===//

ValueRange AliasSet::getSymbolValues() const {
  return symbolSource ? *getDynamicSizes(symbolSource) : ValueRange();
}

Attribute AliasSet::getLayoutAttr() const {
  if (!hasNewLayout())
    return type.getLayout();
  if (layoutMap.getAffineMap().getNumSymbols() != 0) // No index map.
    return AffineMapAttr::get(layoutMap.getAffineMap());
  return IndexMapAttr::get(layoutMap);
}

Operation *AliasSet::getDiagnosticOp() const {
  if (request)
    return request;
  if (!globals.empty())
    return globals.front();
  Value value = values.front();
  Operation *op = value.getDefiningOp();
  return op ? op : value.getParentBlock()->getParentOp();
}

LogicalResult AliasSet::setLayout(const IndexMap &map) {
  std::optional<SmallVector<int64_t>> shape =
      map.getPhysicalShape(type.getShape());
  if (!shape)
    return failure();
  MemRefLayoutAttrInterface groups;
  if (!map.getSeparators().empty())
    groups = IndexMapAttr::get(IndexMap(
        AffineMap::getMultiDimIdentityMap(shape->size(), type.getContext()),
        map.getSeparators()));
  layoutMap = map;
  physicalType = MemRefType::get(*shape, type.getElementType(), groups,
                                 type.getMemorySpace());
  return success();
}

//===----------------------------------------------------------------------===//
// Construction
//===----------------------------------------------------------------------===//

namespace {
/// The annotations of an op, or of an argument of the function `op`.
struct Request {
  Operation *op;
  DictionaryAttr annotations;
};

/// Whether `annotations` (which may be null) request something of a buffer.
bool hasBufferAnnotation(DictionaryAttr annotations) {
  return annotations && llvm::any_of(annotations, [](NamedAttribute attribute) {
           return isBufferAnnotation(attribute.getName());
         });
}

/// Walks a module and collects which memrefs alias, which of them are
/// annotated, and which have a type that is fixed.
class AliasCollector {
public:
  AliasCollector(ModuleOp module, BufferFunctions functions)
      : module(module), functions(functions), users(tables, module) {}

  void run() {
    module.walk([&](Operation *op) { visit(op); });
  }

  /// Identifies a value or a global.
  using Key = void *;
  static Key getKey(Value value) { return value.getAsOpaquePointer(); }
  static Key getKey(Operation *op) { return op; }

  llvm::EquivalenceClasses<Key> aliases;
  SmallVector<Value> values;
  SmallVector<memref::GlobalOp> globals;
  SmallVector<std::pair<Key, Request>> requests;
  SmallVector<std::pair<Key, Pin>> pins;

private:
  static constexpr StringRef kFrozen = "it is used by a frozen op here",
                             kPublic =
                                 "it is visible outside the module here; "
                                 "functions=all changes public functions, "
                                 "too",
                             kExternal =
                                 "it is visible outside the module here, by a "
                                 "declaration",
                             kFixedType = "this op fixes its type";

  void addValue(Value value) {
    if (!isa<MemRefType>(value.getType()))
      return;
    aliases.insert(getKey(value));
    values.push_back(value);
  }
  void addAlias(Value a, Value b) {
    if (isa<MemRefType>(a.getType()))
      aliases.unionSets(getKey(a), getKey(b));
  }
  /// Records that `op` fixes the type of `value`.
  void pin(Value value, Operation *op, StringRef note) {
    if (isa<MemRefType>(value.getType()))
      pins.push_back({getKey(value), {op, note}});
  }
  void addRequest(Key key, Operation *op, DictionaryAttr annotations) {
    if (hasBufferAnnotation(annotations))
      requests.push_back({key, {op, annotations}});
  }

  /// Whether the results of `op` and the arguments of its regions are members
  /// of alias sets that `visit` knows, so that their types may change.
  static bool hasKnownAliases(Operation *op) {
    return isAllocation(op) || getViewSource(op) ||
           isa<memref::GetGlobalOp, arith::SelectOp, func::CallOp, func::FuncOp,
               gpu::GPUFuncOp, gpu::LaunchOp, RegionBranchOpInterface>(op);
  }

  void visit(Operation *op) {
    bool isKnown = hasKnownAliases(op);
    for (Value result : op->getResults()) {
      addValue(result);
      if (isa<MemRefType>(result.getType()))
        addRequest(getKey(result), op, op->getDiscardableAttrDictionary());
      if (!isKnown)
        pin(result, op, kFixedType);
    }
    for (Region &region : op->getRegions())
      for (Block &block : region)
        for (Value argument : block.getArguments()) {
          addValue(argument);
          if (!isKnown && block.isEntryBlock())
            pin(argument, op, kFixedType);
        }
    if (isFrozen(op)) {
      for (Value operand : op->getOperands())
        pin(operand, op, kFrozen);
      for (Value result : op->getResults())
        pin(result, op, kFrozen);
    }
    if (auto select = dyn_cast<arith::SelectOp>(op)) {
      addAlias(select.getTrueValue(), select.getResult());
      addAlias(select.getFalseValue(), select.getResult());
    }
    if (auto function = dyn_cast<func::FuncOp>(op))
      visitFunction(function);
    else if (auto branch = dyn_cast<RegionBranchOpInterface>(op))
      visitRegionBranch(branch);
    else if (auto global = dyn_cast<memref::GlobalOp>(op))
      visitGlobal(global);
    else if (auto launch = dyn_cast<gpu::LaunchFuncOp>(op))
      visitLaunch(launch);
    else if (auto kernel = dyn_cast<gpu::GPUFuncOp>(op))
      visitKernel(kernel);
    else if (auto branch = dyn_cast<BranchOpInterface>(op))
      visitBranch(branch);
  }

  /// Returns why the signature of a function is fixed that `callers` call, if
  /// it is.
  Pin getSignaturePin(func::FuncOp function, ArrayRef<Operation *> callers) {
    if (isFrozen(function))
      return {function, kFrozen};
    if (function.isExternal())
      return {function, kExternal};
    if (!function.isPrivate() && functions != BufferFunctions::All)
      return {function, kPublic};
    for (Operation *caller : callers)
      if (!isa<func::CallOp>(caller))
        return {caller, "this use of the function fixes its type"};
    return {};
  }

  void visitFunction(func::FuncOp function) {
    ArrayRef<Operation *> callers = users.getUsers(function);
    Pin signature = getSignaturePin(function, callers);
    for (Operation *caller : callers)
      visitCall(caller, function, signature);
    if (function.isExternal())
      return;
    // All returns of a function have to agree on its result types.
    func::ReturnOp first;
    for (auto end : function.getOps<func::ReturnOp>()) {
      if (first && !signature)
        for (auto [a, b] :
             llvm::zip_equal(first.getOperands(), end.getOperands()))
          addAlias(a, b);
      first = end;
    }
    for (BlockArgument argument : function.getArguments()) {
      addRequest(getKey(argument), function,
                 function.getArgAttrDict(argument.getArgNumber()));
      if (signature)
        pin(argument, signature.op, signature.note);
    }
    if (signature)
      for (auto end : function.getOps<func::ReturnOp>())
        for (Value operand : end.getOperands())
          pin(operand, signature.op, signature.note);
  }

  void visitCall(Operation *call, func::FuncOp function, Pin signature) {
    if (signature) {
      for (Value operand : call->getOperands())
        pin(operand, signature.op, signature.note);
      for (Value result : call->getResults())
        pin(result, signature.op, signature.note);
      return;
    }
    for (auto [operand, argument] :
         llvm::zip_equal(call->getOperands(), function.getArguments()))
      addAlias(operand, argument);
    for (auto end : function.getOps<func::ReturnOp>())
      for (auto [operand, result] :
           llvm::zip_equal(end.getOperands(), call->getResults()))
        addAlias(operand, result);
  }

  void visitLaunch(gpu::LaunchFuncOp launch) {
    auto kernel = tables.lookupNearestSymbolFrom<gpu::GPUFuncOp>(
        launch, launch.getKernelAttr());
    if (!kernel || kernel.isExternal())
      for (Value operand : launch.getKernelOperands())
        pin(operand, launch, kExternal);
    else
      for (auto [operand, argument] : llvm::zip_equal(
               launch.getKernelOperands(),
               kernel.getArguments().take_front(launch.getNumKernelOperands())))
        addAlias(operand, argument);
  }

  /// A kernel that no op of the module launches has unknown callers.
  void visitKernel(gpu::GPUFuncOp kernel) {
    if (kernel.isExternal())
      return;
    bool isLaunched =
        functions == BufferFunctions::All ||
        llvm::any_of(users.getUsers(kernel), llvm::IsaPred<gpu::LaunchFuncOp>);
    for (unsigned number : llvm::seq(kernel.getNumArguments())) {
      BlockArgument argument = kernel.getArgument(number);
      addRequest(getKey(argument), kernel, kernel.getArgAttrDict(number));
      if (isFrozen(kernel))
        pin(argument, kernel, kFrozen);
      else if (!isLaunched)
        pin(argument, kernel, kPublic);
    }
    for (auto [number, argument] :
         llvm::enumerate(kernel.getWorkgroupAttributions()))
      addRequest(getKey(argument), kernel,
                 kernel.getworkgroupAttributionAttrs(number));
    for (auto [number, argument] :
         llvm::enumerate(kernel.getPrivateAttributions()))
      addRequest(getKey(argument), kernel,
                 kernel.getPrivateAttributionAttrs(number));
  }

  void visitRegionBranch(RegionBranchOpInterface op) {
    RegionBranchSuccessorMapping mapping;
    op.getSuccessorOperandInputMapping(mapping);
    for (auto &[use, inputs] : mapping)
      for (Value input : inputs) {
        if (use->get().getType() == input.getType()) {
          addAlias(use->get(), input);
          continue;
        }
        // One is part of the type of the other, which no pass changes:
        // async.yield of a memref yields an !async.value<memref<...>>.
        pin(use->get(), op, kFixedType);
        pin(input, op, kFixedType);
      }
  }

  void visitBranch(BranchOpInterface op) {
    for (unsigned number : llvm::seq(op->getNumSuccessors())) {
      SuccessorOperands operands = op.getSuccessorOperands(number);
      for (auto [index, argument] :
           llvm::enumerate(op->getSuccessor(number)->getArguments()))
        if (!operands.isOperandProduced(index))
          addAlias(operands[index], argument);
    }
  }

  void visitGlobal(memref::GlobalOp global) {
    aliases.insert(getKey(global));
    globals.push_back(global);
    addRequest(getKey(global), global, global->getDiscardableAttrDictionary());
    if (global.isExternal())
      pins.push_back({getKey(global), {global, kExternal}});
    else if (!global.isPrivate() && functions != BufferFunctions::All)
      pins.push_back({getKey(global), {global, kPublic}});
    for (Operation *user : users.getUsers(global)) {
      if (auto get = dyn_cast<memref::GetGlobalOp>(user))
        aliases.unionSets(getKey(global), getKey(get.getResult()));
      else
        pins.push_back({getKey(global), {user, kFixedType}});
    }
  }

  ModuleOp module;
  BufferFunctions functions;
  SymbolTableCollection tables;
  SymbolUsers users;
};
} // namespace

LogicalResult AliasSet::checkMayChange(
    llvm::function_ref<InFlightDiagnostic()> emitError) const {
  if (!pin)
    return success();
  InFlightDiagnostic error =
      emitError() << "requires a buffer whose layout may change, found one "
                     "whose type is fixed";
  error.attachNote(pin.op->getLoc()) << pin.note;
  return error;
}

LogicalResult
AliasSet::addPadValue(Attribute value,
                      llvm::function_ref<InFlightDiagnostic()> emitError) {
  if (value && padValue && value != padValue)
    return emitError()
           << "requires one pad value for all aliases of a buffer, found "
           << value << " and " << padValue;
  if (value)
    padValue = value;
  return success();
}

/// Adds a request to an alias set. Emits an error and fails if the set cannot
/// have the requested layout or pad value.
static LogicalResult addRequest(AliasSet &set, const Request &request) {
  auto emitError = [&] { return request.op->emitOpError(); };
  // The dialect verifies all annotations but those of a kernel's own memory.
  if (isa<gpu::GPUFuncOp>(request.op) &&
      failed(verifyBufferAnnotation(request.op, set.type, request.annotations)))
    return failure();
  FailureOr<IndexMap> map =
      getAnnotatedMap(set.type, request.annotations, emitError);
  if (failed(map))
    return failure();
  if (set.request && set.layoutMap != *map) {
    InFlightDiagnostic error =
        emitError() << "requires one layout for all aliases of a buffer, found "
                    << IndexMapAttr::get(*map) << " and "
                    << IndexMapAttr::get(set.layoutMap);
    error.attachNote(set.request->getLoc())
        << "the other layout is requested here";
    return error;
  }
  if (failed(set.checkMayChange(emitError)))
    return failure();
  set.layoutMap = *map;
  set.request = request.op;
  Attribute value =
      getPadValue(request.annotations.get(LayoutDialect::kPadValue),
                  set.type.getElementType());
  return set.addPadValue(value, emitError);
}

/// Checks that all annotated arguments belong to functions that the collector
/// knows, and that have a body which can be rewritten.
static LogicalResult checkAnnotatedArguments(ModuleOp module) {
  WalkResult result = module.walk([](FunctionOpInterface function) {
    bool isKnown =
        isa<func::FuncOp, gpu::GPUFuncOp>(function) && !function.isExternal();
    for (unsigned number : llvm::seq(function.getNumArguments()))
      if (!isKnown && hasBufferAnnotation(function.getArgAttrDict(number))) {
        function->emitOpError()
            << "requires a func.func or gpu.func with a body for a buffer with "
               "a layout, found "
            << (function.isExternal() ? "one without a body" : "another op");
        return WalkResult::interrupt();
      }
    return WalkResult::advance();
  });
  return failure(result.wasInterrupted());
}

const AliasSet &AliasSets::getAccessedSet(const AliasSet &set) const {
  const AliasSet *accessed = &set;
  while (accessed->isBypassed) // The set has one member, a view.
    accessed = &lookup(getViewSource(accessed->values.front().getDefiningOp()));
  return *accessed;
}

FailureOr<AliasSets> AliasSets::get(ModuleOp module,
                                    BufferFunctions functions) {
  if (failed(checkAnnotatedArguments(module)))
    return failure();
  AliasCollector collector(module, functions);
  collector.run();
  AliasSets result;
  DenseMap<AliasCollector::Key, unsigned> leaders;
  auto getNumber = [&](AliasCollector::Key key) -> unsigned {
    auto [entry, isNew] = leaders.insert(
        {collector.aliases.getLeaderValue(key), result.sets.size()});
    if (isNew)
      result.sets.emplace_back();
    return entry->second;
  };
  for (Value value : collector.values) {
    unsigned number = getNumber(AliasCollector::getKey(value));
    result.numbers[value] = number;
    AliasSet &set = result.sets[number];
    auto type = cast<MemRefType>(value.getType());
    // Members of different types cannot all take the same new type.
    if (set.type && set.type != type)
      set.pin = {value.getParentBlock()->getParentOp(),
                 "it has aliases of another type here"};
    set.values.push_back(value);
    set.type = type;
  }
  for (memref::GlobalOp global : collector.globals) {
    AliasSet &set = result.sets[getNumber(AliasCollector::getKey(global))];
    set.globals.push_back(global);
    set.type = global.getType();
  }
  for (auto [key, pin] : collector.pins)
    result.sets[getNumber(key)].pin = pin;
  for (auto &[key, request] : collector.requests)
    if (failed(addRequest(result.sets[getNumber(key)], request)))
      return failure();
  return result;
}
