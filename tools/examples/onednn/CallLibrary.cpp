//===- CallLibrary.cpp - The pass onednn-call-library ---------------------===//
//
// Part of LayoutMLIR, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "OneDNN.h"
#include "Passes.h"
#include "layout/Analysis/PitchedOps.h"
#include "layout/Dialect/LayoutAttributes.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include <map>

namespace onednn {
#define GEN_PASS_DEF_ONEDNNCALLLIBRARY
#include "OneDNNPasses.h.inc"
} // namespace onednn

using namespace mlir;
using namespace mlir::layout;
using namespace onednn;

static constexpr llvm::StringLiteral kExecute = "layout_onednn_execute";

/// The type of a parameter for buffers at any offset.
static MemRefType getParameterType(MemRefType type) {
  if (type.getLayout().isIdentity())
    return type;
  auto [strides, offset] = type.getStridesAndOffset();
  return MemRefType::Builder(type).setLayout(
      StridedLayoutAttr::get(type.getContext(), ShapedType::kDynamic, strides));
}

static LogicalResult checkBuffers(PrimitiveOp op) {
  for (auto [index, type] : llvm::enumerate(op->getOperandTypes())) {
    auto buffer = dyn_cast<MemRefType>(type);
    if (!buffer || !isContiguous(buffer))
      return op.emitOpError() << "requires contiguous buffers, found " << type
                              << " as operand " << index;
  }
  return success();
}

namespace {
/// Builds the functions of primitives.
class FunctionBuilder {
public:
  FunctionBuilder(ModuleOp module)
      : symbols(module), builder(module.getBodyRegion()) {}

  /// Returns the function of a primitive.
  func::FuncOp get(PrimitiveOp op, ArrayRef<Type> parameters);

private:
  LLVM::GlobalOp createDescription(StringRef name, StringRef text);
  LLVM::LLVMFuncOp getExecute();
  Value getAddress(Value buffer);
  void buildBody(func::FuncOp function, LLVM::GlobalOp description);

  SymbolTable symbols;
  OpBuilder builder;
  LLVM::LLVMFuncOp execute;
  /// By descriptions and parameters.
  std::map<std::string, func::FuncOp> functions;
};
} // namespace

LLVM::GlobalOp FunctionBuilder::createDescription(StringRef name,
                                                  StringRef text) {
  std::string ended = text.str();
  ended.push_back('\0');
  auto type = LLVM::LLVMArrayType::get(builder.getI8Type(), ended.size());
  auto global = LLVM::GlobalOp::create(
      builder, builder.getUnknownLoc(), type, /*isConstant=*/true,
      LLVM::Linkage::Internal, (name + "_description").str(),
      builder.getStringAttr(ended));
  symbols.insert(global);
  return global;
}

/// Declares the function of the library.
LLVM::LLVMFuncOp FunctionBuilder::getExecute() {
  if (execute)
    return execute;
  MLIRContext *context = builder.getContext();
  auto pointer = LLVM::LLVMPointerType::get(context);
  execute = LLVM::LLVMFuncOp::create(
      builder, builder.getUnknownLoc(), kExecute,
      LLVM::LLVMFunctionType::get(LLVM::LLVMVoidType::get(context),
                                  {pointer, pointer}));
  return execute;
}

/// Returns the address of the first element of a buffer.
Value FunctionBuilder::getAddress(Value buffer) {
  Location loc = buffer.getLoc();
  auto type = cast<MemRefType>(buffer.getType());
  Value address =
      memref::ExtractAlignedPointerAsIndexOp::create(builder, loc, buffer);
  if (!type.getLayout().isIdentity()) {
    auto metadata =
        memref::ExtractStridedMetadataOp::create(builder, loc, buffer);
    Value bytes = arith::ConstantIndexOp::create(
        builder, loc, type.getElementTypeBitWidth() / 8);
    Value offset =
        arith::MulIOp::create(builder, loc, metadata.getOffset(), bytes);
    address = arith::AddIOp::create(builder, loc, address, offset);
  }
  Value number =
      arith::IndexCastOp::create(builder, loc, builder.getI64Type(), address);
  return LLVM::IntToPtrOp::create(
      builder, loc, LLVM::LLVMPointerType::get(builder.getContext()), number);
}

/// Passes the addresses of all parameters on to the library.
void FunctionBuilder::buildBody(func::FuncOp function,
                                LLVM::GlobalOp description) {
  OpBuilder::InsertionGuard guard(builder);
  LLVM::LLVMFuncOp callee = getExecute();
  Block *body = function.addEntryBlock();
  builder.setInsertionPointToStart(body);
  Location loc = function.getLoc();
  auto pointer = LLVM::LLVMPointerType::get(builder.getContext());
  Value count = LLVM::ConstantOp::create(
      builder, loc, builder.getI64IntegerAttr(body->getNumArguments()));
  Value addresses =
      LLVM::AllocaOp::create(builder, loc, pointer, pointer, count);
  for (BlockArgument buffer : body->getArguments()) {
    Value place = LLVM::GEPOp::create(
        builder, loc, pointer, pointer, addresses,
        ArrayRef<LLVM::GEPArg>{static_cast<int32_t>(buffer.getArgNumber())});
    LLVM::StoreOp::create(builder, loc, getAddress(buffer), place);
  }
  Value text = LLVM::AddressOfOp::create(builder, loc, description);
  LLVM::CallOp::create(builder, loc, callee, ValueRange{text, addresses});
  func::ReturnOp::create(builder, loc);
}

func::FuncOp FunctionBuilder::get(PrimitiveOp op, ArrayRef<Type> parameters) {
  std::string text = op.getDescription(), key;
  FunctionType type = builder.getFunctionType(parameters, {});
  llvm::raw_string_ostream(key) << text << type;
  func::FuncOp &function = functions[key];
  if (function)
    return function;
  function = func::FuncOp::create(builder, op.getLoc(),
                                  ("onednn_" + op.getKind()).str(), type);
  function.setPrivate();
  function.setNoInline(true);
  function->setAttr(LayoutDialect::kKernel, builder.getUnitAttr());
  symbols.insert(function);
  buildBody(function, createDescription(function.getName(), text));
  return function;
}

namespace {
struct OneDNNCallLibrary
    : onednn::impl::OneDNNCallLibraryBase<OneDNNCallLibrary> {
  void runOnOperation() override {
    SmallVector<PrimitiveOp> ops;
    getOperation().walk([&](PrimitiveOp op) { ops.push_back(op); });
    for (PrimitiveOp op : ops)
      if (failed(checkBuffers(op)))
        return signalPassFailure();
    FunctionBuilder functions(getOperation());
    for (PrimitiveOp op : ops)
      replaceByCall(op, functions);
  }

private:
  /// The op
  ///
  ///   onednn.primitive "matmul" ins(%a, %b) outs(%c) ...
  ///
  /// becomes
  ///
  ///   func.call @onednn_matmul(%a, %b, %c)
  static void replaceByCall(PrimitiveOp op, FunctionBuilder &functions) {
    OpBuilder builder(op);
    SmallVector<Value> arguments;
    SmallVector<Type> parameters;
    for (Value buffer : op->getOperands()) {
      MemRefType type = getParameterType(cast<MemRefType>(buffer.getType()));
      if (type != buffer.getType())
        buffer = memref::CastOp::create(builder, op.getLoc(), type, buffer);
      arguments.push_back(buffer);
      parameters.push_back(type);
    }
    func::CallOp::create(builder, op.getLoc(), functions.get(op, parameters),
                         arguments);
    op.erase();
  }
};
} // namespace
