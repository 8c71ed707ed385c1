//===- AliasSets.cpp - Buffers grouped by allocation ----------------------===//
//
// Part of LayoutMLIR, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "AliasSets.h"
#include "Views.h"
#include "layout/Analysis/SymbolUsers.h"
#include "layout/Dialect/Layout/IR/BufferAnnotations.h"
#include "layout/Dialect/Layout/Utils/PlanningScope.h"
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
  SmallVector<std::pair<Key, Operation *>> pins;

private:
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
  void pin(Value value, Operation *op) {
    if (isa<MemRefType>(value.getType()))
      pins.push_back({getKey(value), op});
  }
  void addRequest(Key key, Operation *op, DictionaryAttr annotations) {
    if (annotations && llvm::any_of(annotations, [](NamedAttribute attribute) {
          return isBufferAnnotation(attribute.getName());
        }))
      requests.push_back({key, {op, annotations}});
  }

  void visit(Operation *op) {
    for (Value result : op->getResults()) {
      addValue(result);
      if (isa<MemRefType>(result.getType()))
        addRequest(getKey(result), op, op->getDiscardableAttrDictionary());
    }
    for (Region &region : op->getRegions())
      for (Block &block : region)
        for (Value argument : block.getArguments())
          addValue(argument);
    if (isFrozen(op)) {
      for (Value operand : op->getOperands())
        pin(operand, op);
      for (Value result : op->getResults())
        pin(result, op);
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

  void visitFunction(func::FuncOp function) {
    ArrayRef<Operation *> callers = users.getUsers(function);
    bool mayChange =
        !function.isExternal() && !isFrozen(function) &&
        (function.isPrivate() || functions == BufferFunctions::All) &&
        llvm::all_of(callers, llvm::IsaPred<func::CallOp>);
    for (Operation *caller : callers)
      visitCall(caller, function, mayChange);
    if (function.isExternal())
      return;
    // All returns of a function have to agree on its result types.
    func::ReturnOp first;
    for (auto end : function.getOps<func::ReturnOp>()) {
      if (first && mayChange)
        for (auto [a, b] :
             llvm::zip_equal(first.getOperands(), end.getOperands()))
          addAlias(a, b);
      first = end;
    }
    for (BlockArgument argument : function.getArguments()) {
      addRequest(getKey(argument), function,
                 function.getArgAttrDict(argument.getArgNumber()));
      if (!mayChange)
        pin(argument, function);
    }
    if (!mayChange)
      for (auto end : function.getOps<func::ReturnOp>())
        for (Value operand : end.getOperands())
          pin(operand, function);
  }

  void visitCall(Operation *call, func::FuncOp function, bool mayChange) {
    if (!mayChange) {
      for (Value operand : call->getOperands())
        pin(operand, function);
      for (Value result : call->getResults())
        pin(result, function);
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
        pin(operand, launch);
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
    bool mayChange =
        !isFrozen(kernel) && (functions == BufferFunctions::All ||
                              llvm::any_of(users.getUsers(kernel),
                                           llvm::IsaPred<gpu::LaunchFuncOp>));
    for (unsigned number : llvm::seq(kernel.getNumArguments())) {
      BlockArgument argument = kernel.getArgument(number);
      addRequest(getKey(argument), kernel, kernel.getArgAttrDict(number));
      if (!mayChange)
        pin(argument, kernel);
    }
  }

  void visitRegionBranch(RegionBranchOpInterface op) {
    RegionBranchSuccessorMapping mapping;
    op.getSuccessorOperandInputMapping(mapping);
    for (auto &[use, inputs] : mapping)
      for (Value input : inputs)
        addAlias(use->get(), input);
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
    if (!global.isPrivate() && functions != BufferFunctions::All)
      pins.push_back({getKey(global), global});
    for (Operation *user : users.getUsers(global)) {
      if (auto get = dyn_cast<memref::GetGlobalOp>(user))
        aliases.unionSets(getKey(global), getKey(get.getResult()));
      else
        pins.push_back({getKey(global), user});
    }
  }

  ModuleOp module;
  BufferFunctions functions;
  SymbolTableCollection tables;
  SymbolUsers users;
};
} // namespace

/// Adds a request to an alias set. Emits an error and fails if the set cannot
/// have the requested layout or pad value.
static LogicalResult addRequest(AliasSet &set, const Request &request) {
  auto emitError = [&] { return request.op->emitOpError(); };
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
  if (set.pinnedBy) {
    InFlightDiagnostic error =
        emitError()
        << "requires a buffer whose layout may change, found one whose type "
           "is fixed";
    Diagnostic &note = error.attachNote(set.pinnedBy->getLoc());
    if (isFrozen(set.pinnedBy))
      note << "it is used by a frozen op here";
    else
      note << "it is visible outside the module here; functions=all changes "
              "public functions, too";
    return error;
  }
  set.layoutMap = *map;
  set.request = request.op;
  auto value = request.annotations.getAs<TypedAttr>(LayoutDialect::kPadValue);
  if (value && set.padValue && value != set.padValue)
    return emitError()
           << "requires one pad value for all aliases of a buffer, found "
           << value << " and " << set.padValue;
  if (value)
    set.padValue = value;
  return success();
}

const AliasSet &AliasSets::getAccessedSet(const AliasSet &set) const {
  const AliasSet *accessed = &set;
  while (accessed->isBypassed) // The set has one member, a view.
    accessed = &lookup(getViewSource(accessed->values.front().getDefiningOp()));
  return *accessed;
}

FailureOr<AliasSets> AliasSets::get(ModuleOp module,
                                    BufferFunctions functions) {
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
      set.pinnedBy = value.getParentBlock()->getParentOp();
    set.values.push_back(value);
    set.type = type;
  }
  for (memref::GlobalOp global : collector.globals) {
    AliasSet &set = result.sets[getNumber(AliasCollector::getKey(global))];
    set.globals.push_back(global);
    set.type = global.getType();
  }
  for (auto [key, op] : collector.pins)
    result.sets[getNumber(key)].pinnedBy = op;
  for (auto &[key, request] : collector.requests)
    if (failed(addRequest(result.sets[getNumber(key)], request)))
      return failure();
  return result;
}
