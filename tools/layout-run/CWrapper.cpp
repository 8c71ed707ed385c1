//===- CWrapper.cpp - The definition of a C function ----------------------===//
//
// Part of LayoutMLIR, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "CWrapper.h"
#include "Execution/Entry.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Bufferization/IR/Bufferization.h"
#include "mlir/Dialect/ControlFlow/IR/ControlFlowOps.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/IR/SymbolTable.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/Module.h"
#include "llvm/Support/Error.h"

using namespace mlir::layout::execution;

namespace mlir::layout::run {

//===----------------------------------------------------------------------===//
// The entry
//===----------------------------------------------------------------------===//

static MemRefType getBufferType(Type type) {
  if (auto shaped = dyn_cast<ShapedType>(type))
    return MemRefType::get(shaped.getShape(), shaped.getElementType());
  return MemRefType::get({}, type);
}

/// Aborts the program if the caller expects other extents than those of a
/// result, whose elements would not fit.
static void createExtentChecks(OpBuilder &builder, Location loc, Value value,
                               Value buffer, const CBuffer &described) {
  auto type = cast<MemRefType>(buffer.getType());
  SmallVector<std::string> names = described.getExtentNames();
  auto name = names.begin();
  for (unsigned dim : llvm::seq<unsigned>(type.getRank())) {
    if (!type.isDynamicDim(dim))
      continue;
    Value index = arith::ConstantIndexOp::create(builder, loc, dim);
    Value found =
        isa<TensorType>(value.getType())
            ? tensor::DimOp::create(builder, loc, value, index).getResult()
            : memref::DimOp::create(builder, loc, value, index).getResult();
    Value expected = memref::DimOp::create(builder, loc, buffer, index);
    Value isEqual = arith::CmpIOp::create(
        builder, loc, arith::CmpIPredicate::eq, found, expected);
    cf::AssertOp::create(builder, loc, isEqual,
                         *name++ + " is not the extent of the result");
  }
}

static void createStore(OpBuilder &builder, Location loc, Value value,
                        Value buffer, const CBuffer &described) {
  if (!isa<ShapedType>(value.getType())) {
    memref::StoreOp::create(builder, loc, value, buffer, ValueRange());
    return;
  }
  createExtentChecks(builder, loc, value, buffer, described);
  if (isa<MemRefType>(value.getType()))
    memref::CopyOp::create(builder, loc, value, buffer);
  else
    bufferization::MaterializeInDestinationOp::create(
        builder, loc, TypeRange(), value, buffer, /*restrict=*/true,
        /*writable=*/true);
}

LogicalResult passResultsAsArguments(ModuleOp module, func::FuncOp function,
                                     const CInterface &interface) {
  if (!SymbolTable::symbolKnownUseEmpty(function, module))
    return function.emitError("requires an entry that the program does not "
                              "call itself for a C function");
  OpBuilder builder(function.getContext());
  builder.getContext()
      ->loadDialect<bufferization::BufferizationDialect,
                    memref::MemRefDialect>();
  StringRef writable = bufferization::BufferizationDialect::kWritableAttrName;
  for (auto [index, type] : llvm::enumerate(function.getArgumentTypes()))
    if (isa<TensorType>(type))
      function.setArgAttr(index, writable, builder.getBoolAttr(false));
  unsigned first = function.getNumArguments();
  unsigned numResults = function.getNumResults();
  // The caller states that results overlap nothing (CHeader.cpp).
  DictionaryAttr unshared = builder.getDictionaryAttr(builder.getNamedAttr(
      LLVM::LLVMDialect::getNoAliasAttrName(), builder.getUnitAttr()));
  for (Type type : function.getResultTypes())
    if (failed(function.insertArgument(function.getNumArguments(),
                                       getBufferType(type), unshared,
                                       function.getLoc())))
      return failure();
  function.walk([&](func::ReturnOp op) {
    builder.setInsertionPoint(op);
    for (auto [index, value] : llvm::enumerate(op.getOperands()))
      createStore(builder, op.getLoc(), value,
                  function.getArgument(first + index),
                  interface.buffers[first + index]);
    op.getOperandsMutable().clear();
  });
  return function.eraseResults(llvm::BitVector(numResults, true));
}

//===----------------------------------------------------------------------===//
// The C function
//===----------------------------------------------------------------------===//

/// Appends the fields of the LLVM descriptor of a memref without gaps:
/// allocated and aligned pointer, offset, sizes, strides.
static void appendDescriptor(llvm::IRBuilder<> &builder, llvm::Value *pointer,
                             ArrayRef<int64_t> shape, AffineMap layout,
                             ArrayRef<llvm::Value *> dynamicExtents,
                             SmallVectorImpl<llvm::Value *> &fields) {
  fields.append({pointer, pointer, builder.getInt64(0)});
  SmallVector<llvm::Value *> extents;
  for (int64_t extent : shape) {
    if (ShapedType::isDynamic(extent)) {
      extents.push_back(dynamicExtents.consume_front());
      continue;
    }
    extents.push_back(builder.getInt64(extent));
  }
  SmallVector<llvm::Value *> strides(shape.size());
  llvm::Value *stride = builder.getInt64(1);
  for (unsigned position = shape.size(); position-- > 0;) {
    unsigned dim = layout ? layout.getDimPosition(position) : position;
    strides[dim] = stride;
    stride = builder.CreateMul(stride, extents[dim]);
  }
  fields.append(extents);
  fields.append(strides);
}

/// Whether the entry takes a value, not a descriptor.
static bool isValue(const CBuffer &buffer) {
  return !buffer.isResult && !isa<ShapedType>(buffer.type);
}

static llvm::Function *createFunction(llvm::Module &module,
                                      const CInterface &interface) {
  llvm::IRBuilder<> builder(module.getContext());
  SmallVector<llvm::Type *> parameters;
  for (const CBuffer &buffer : interface.buffers) {
    parameters.append(buffer.getExtentNames().size(), builder.getInt64Ty());
    parameters.push_back(builder.getPtrTy());
  }
  auto *type = llvm::FunctionType::get(builder.getVoidTy(), parameters,
                                       /*isVarArg=*/false);
  return llvm::Function::Create(type, llvm::GlobalValue::ExternalLinkage,
                                interface.name, module);
}

/// Calls the entry with what the parameters of `function` hold and point to.
static void createBody(llvm::Function *function, llvm::Function *entry,
                       const CInterface &interface) {
  llvm::LLVMContext &context = function->getContext();
  llvm::IRBuilder<> builder(llvm::BasicBlock::Create(context, "", function));
  SmallVector<llvm::Value *> arguments;
  auto parameter = function->arg_begin();
  for (const CBuffer &buffer : interface.buffers) {
    SmallVector<llvm::Value *> extents;
    for (const std::string &extent : buffer.getExtentNames()) {
      parameter->setName(extent);
      extents.push_back(parameter++);
    }
    llvm::Argument *pointer = parameter++;
    pointer->setName(buffer.name);
    if (isValue(buffer)) {
      llvm::Type *type = entry->getArg(arguments.size())->getType();
      arguments.push_back(builder.CreateLoad(type, pointer));
      continue;
    }
    auto shaped = dyn_cast<ShapedType>(buffer.type);
    appendDescriptor(builder, pointer,
                     shaped ? shaped.getShape() : ArrayRef<int64_t>(),
                     buffer.layout, extents, arguments);
  }
  builder.CreateCall(entry, arguments);
  builder.CreateRetVoid();
}

llvm::Error addWrapper(llvm::Module &module, const CInterface &interface) {
  for (llvm::GlobalValue &value : module.global_values())
    if (!value.isDeclaration() && value.hasExternalLinkage())
      value.setLinkage(llvm::GlobalValue::InternalLinkage);
  if (llvm::GlobalValue *taken = module.getNamedValue(interface.name)) {
    if (taken->isDeclaration())
      return llvm::createStringError("the compiled code uses another '" +
                                     interface.name + "'");
    taken->setName(interface.name + ".internal");
  }
  createBody(createFunction(module, interface), module.getFunction(entrySymbol),
             interface);
  return llvm::Error::success();
}

} // namespace mlir::layout::run
