//===- BufferClasses.cpp - Values that are one buffer ---------------------===//
//
// Part of LayoutMLIR, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "BufferClasses.h"
#include "layout/Dialect/Layout/IR/BufferAnnotations.h"
#include "layout/Dialect/Layout/Utils/PlanningScope.h"
#include "mlir/Dialect/GPU/IR/GPUDialect.h"
#include "mlir/Interfaces/ControlFlowInterfaces.h"
#include "llvm/ADT/EquivalenceClasses.h"

using namespace mlir;
using namespace mlir::layout;

namespace {
/// A request for a layout, by the attributes of an op or an argument.
struct Request {
  Operation *op;
  DictionaryAttr annotations;
};

class ClassBuilder {
public:
  ClassBuilder(ModuleOp module, BufferFunctions functions)
      : module(module), functions(functions), users(tables, module) {}

  void run() {
    module.walk([&](Operation *op) { visit(op); });
  }

  using Key = void *;
  llvm::EquivalenceClasses<Key> links;
  SmallVector<Value> values;
  SmallVector<memref::GlobalOp> globals;
  SmallVector<std::pair<Key, Request>> requests;
  SmallVector<std::pair<Key, Operation *>> keepers;

  static Key getKey(Value value) { return value.getAsOpaquePointer(); }
  static Key getKey(Operation *op) { return op; }

private:
  void add(Value value) {
    if (!isa<MemRefType>(value.getType()))
      return;
    links.insert(getKey(value));
    values.push_back(value);
  }
  void link(Value a, Value b) {
    if (isa<MemRefType>(a.getType()))
      links.unionSets(getKey(a), getKey(b));
  }
  void keep(Value value, Operation *keeper) {
    if (isa<MemRefType>(value.getType()))
      keepers.push_back({getKey(value), keeper});
  }
  void ask(Key key, Operation *op, DictionaryAttr annotations) {
    if (annotations && llvm::any_of(annotations, [](NamedAttribute attribute) {
          return isBufferAnnotation(attribute.getName());
        }))
      requests.push_back({key, {op, annotations}});
  }

  void visit(Operation *op) {
    for (Value result : op->getResults()) {
      add(result);
      if (isa<MemRefType>(result.getType()))
        ask(getKey(result), op, op->getDiscardableAttrDictionary());
    }
    for (Region &region : op->getRegions())
      for (Block &block : region)
        for (Value argument : block.getArguments())
          add(argument);
    if (isFrozen(op)) {
      for (Value operand : op->getOperands())
        keep(operand, op);
      for (Value result : op->getResults())
        keep(result, op);
    }
    if (auto function = dyn_cast<func::FuncOp>(op))
      visitFunction(function);
    else if (auto branch = dyn_cast<RegionBranchOpInterface>(op))
      visitBranches(branch);
    else if (auto global = dyn_cast<memref::GlobalOp>(op))
      visitGlobal(global);
    else if (auto launch = dyn_cast<gpu::LaunchFuncOp>(op))
      visitLaunch(launch);
    else if (auto kernel = dyn_cast<gpu::GPUFuncOp>(op))
      visitKernel(kernel);
    else if (auto branch = dyn_cast<BranchOpInterface>(op))
      visitJumps(branch);
  }

  void visitFunction(func::FuncOp function) {
    ArrayRef<Operation *> callers = users.getUsers(function);
    bool isOpen = !function.isExternal() && !isFrozen(function) &&
                  (function.isPrivate() || functions == BufferFunctions::All) &&
                  llvm::all_of(callers, llvm::IsaPred<func::CallOp>);
    for (Operation *caller : callers)
      visitCall(caller, function, isOpen);
    if (function.isExternal())
      return;
    // What one return gives the others give as well.
    func::ReturnOp first;
    for (auto end : function.getOps<func::ReturnOp>()) {
      if (first && isOpen)
        for (auto [a, b] :
             llvm::zip_equal(first.getOperands(), end.getOperands()))
          link(a, b);
      first = end;
    }
    for (BlockArgument argument : function.getArguments()) {
      ask(getKey(argument), function,
          function.getArgAttrDict(argument.getArgNumber()));
      if (!isOpen)
        keep(argument, function);
    }
    if (!isOpen)
      for (auto end : function.getOps<func::ReturnOp>())
        for (Value operand : end.getOperands())
          keep(operand, function);
  }

  void visitCall(Operation *call, func::FuncOp function, bool isOpen) {
    if (!isOpen) {
      for (Value operand : call->getOperands())
        keep(operand, function);
      for (Value result : call->getResults())
        keep(result, function);
      return;
    }
    for (auto [operand, argument] :
         llvm::zip_equal(call->getOperands(), function.getArguments()))
      link(operand, argument);
    for (auto end : function.getOps<func::ReturnOp>())
      for (auto [operand, result] :
           llvm::zip_equal(end.getOperands(), call->getResults()))
        link(operand, result);
  }

  /// The kernel has its buffers from the host, and nowhere else.
  void visitLaunch(gpu::LaunchFuncOp launch) {
    auto kernel = tables.lookupNearestSymbolFrom<gpu::GPUFuncOp>(
        launch, launch.getKernelAttr());
    if (!kernel || kernel.isExternal())
      for (Value operand : launch.getKernelOperands())
        keep(operand, launch);
    else
      for (auto [operand, argument] : llvm::zip_equal(
               launch.getKernelOperands(),
               kernel.getArguments().take_front(launch.getNumKernelOperands())))
        link(operand, argument);
  }

  /// Without a launch in the module its callers are not known.
  void visitKernel(gpu::GPUFuncOp kernel) {
    if (kernel.isExternal())
      return;
    bool isOpen =
        !isFrozen(kernel) && (functions == BufferFunctions::All ||
                              llvm::any_of(users.getUsers(kernel),
                                           llvm::IsaPred<gpu::LaunchFuncOp>));
    for (unsigned number : llvm::seq(kernel.getNumArguments())) {
      BlockArgument argument = kernel.getArgument(number);
      ask(getKey(argument), kernel, kernel.getArgAttrDict(number));
      if (!isOpen)
        keep(argument, kernel);
    }
  }

  void visitBranches(RegionBranchOpInterface op) {
    RegionBranchSuccessorMapping mapping;
    op.getSuccessorOperandInputMapping(mapping);
    for (auto &[use, inputs] : mapping)
      for (Value input : inputs)
        link(use->get(), input);
  }

  void visitJumps(BranchOpInterface op) {
    for (unsigned number : llvm::seq(op->getNumSuccessors())) {
      SuccessorOperands operands = op.getSuccessorOperands(number);
      for (auto [index, argument] :
           llvm::enumerate(op->getSuccessor(number)->getArguments()))
        if (!operands.isOperandProduced(index))
          link(operands[index], argument);
    }
  }

  void visitGlobal(memref::GlobalOp global) {
    links.insert(getKey(global));
    globals.push_back(global);
    ask(getKey(global), global, global->getDiscardableAttrDictionary());
    if (!global.isPrivate() && functions != BufferFunctions::All)
      keepers.push_back({getKey(global), global});
    for (Operation *user : users.getUsers(global)) {
      if (auto get = dyn_cast<memref::GetGlobalOp>(user))
        links.unionSets(getKey(global), getKey(get.getResult()));
      else
        keepers.push_back({getKey(global), user});
    }
  }

  ModuleOp module;
  BufferFunctions functions;
  SymbolTableCollection tables;
  SymbolUserMap users;
};
} // namespace

/// Takes the layout that a request asks for.
static LogicalResult take(BufferClass &buffer, const Request &request) {
  auto emitError = [&] { return request.op->emitOpError(); };
  FailureOr<IndexMap> map =
      getAnnotatedMap(buffer.type, request.annotations, emitError);
  if (failed(map))
    return failure();
  if (buffer.request && buffer.map != *map) {
    InFlightDiagnostic error =
        emitError() << "requires one layout for all names of a buffer, found "
                    << IndexMapAttr::get(*map) << " and "
                    << IndexMapAttr::get(buffer.map);
    error.attachNote(buffer.request->getLoc()) << "the other is asked for here";
    return error;
  }
  if (buffer.keeper) {
    InFlightDiagnostic error =
        emitError()
        << "requires a buffer that may change its layout, found one that "
           "is kept";
    Diagnostic &note = error.attachNote(buffer.keeper->getLoc());
    if (isFrozen(buffer.keeper))
      note << "it is used by what is frozen here";
    else
      note << "it is seen from outside here; functions=all changes public "
              "functions as well";
    return error;
  }
  buffer.map = *map;
  buffer.request = request.op;
  auto value = request.annotations.getAs<TypedAttr>(LayoutDialect::kPadValue);
  if (value && buffer.padValue && value != buffer.padValue)
    return emitError() << "requires one pad value for all names of a buffer, "
                          "found "
                       << value << " and " << buffer.padValue;
  if (value)
    buffer.padValue = value;
  return success();
}

FailureOr<BufferClasses> BufferClasses::get(ModuleOp module,
                                            BufferFunctions functions) {
  ClassBuilder builder(module, functions);
  builder.run();
  BufferClasses result;
  DenseMap<ClassBuilder::Key, unsigned> leaders;
  auto getClass = [&](ClassBuilder::Key key) -> unsigned {
    auto [place, isNew] = leaders.insert(
        {builder.links.getLeaderValue(key), result.classes.size()});
    if (isNew)
      result.classes.emplace_back();
    return place->second;
  };
  for (Value value : builder.values) {
    unsigned number = getClass(ClassBuilder::getKey(value));
    result.numbers[value] = number;
    BufferClass &buffer = result.classes[number];
    auto type = cast<MemRefType>(value.getType());
    if (buffer.type && buffer.type != type) // A name that says less of it.
      buffer.keeper = value.getParentBlock()->getParentOp();
    buffer.values.push_back(value);
    buffer.type = type;
  }
  for (memref::GlobalOp global : builder.globals) {
    BufferClass &buffer =
        result.classes[getClass(ClassBuilder::getKey(global))];
    buffer.globals.push_back(global);
    buffer.type = global.getType();
  }
  for (auto [key, keeper] : builder.keepers)
    result.classes[getClass(key)].keeper = keeper;
  for (auto &[key, request] : builder.requests)
    if (failed(take(result.classes[getClass(key)], request)))
      return failure();
  return result;
}
