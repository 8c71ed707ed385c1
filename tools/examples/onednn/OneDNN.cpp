//===- OneDNN.cpp - The dialect of what oneDNN takes over -----------------===//
//
// Part of LayoutMLIR, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "OneDNN.h"
#include "layout/Notation/OneDnnTag.h"
#include "mlir/Dialect/Bufferization/IR/DstBufferizableOpInterfaceImpl.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"

using namespace mlir;
using namespace mlir::layout;
using namespace onednn;

#include "OneDNN.cpp.inc"
#define GET_OP_CLASSES
#include "OneDNNOps.cpp.inc"

void OneDNNDialect::initialize() {
  addOperations<
#define GET_OP_LIST
#include "OneDNNOps.cpp.inc"
      >();
}

//===----------------------------------------------------------------------===//
// Verifier
//===----------------------------------------------------------------------===//

/// How many inputs a post-op takes; nothing if it is none.
static std::optional<unsigned> getNumOperands(StringRef postOp) {
  auto [name, arguments] = postOp.split(':');
  if (postOp == "relu")
    return 0;
  if (postOp == "add" || postOp == "sub" || postOp == "mul" || postOp == "div")
    return 1;
  auto [first, second] = arguments.split(':');
  double value;
  bool hasNumbers = !first.getAsDouble(value) && !second.getAsDouble(value);
  if ((name == "clip" || name == "linear") && hasNumbers)
    return 0;
  return std::nullopt;
}

/// Returns the number of elements in memory of a format "dims:tag".
static llvm::Expected<int64_t> countPlaces(StringRef format,
                                           MLIRContext *context) {
  auto [dims, text] = format.split(':');
  SmallVector<int64_t> shape;
  for (StringRef dim : llvm::split(dims, 'x'))
    if (dim.getAsInteger(10, shape.emplace_back()) || shape.back() < 1)
      return llvm::createStringError("requires dims, found '" + dims + "'");
  llvm::Expected<OneDnnTag> tag = OneDnnTag::parse(text);
  if (!tag)
    return tag.takeError();
  llvm::Expected<PhysicalLayout> layout =
      tag->getPhysicalLayout(shape, context);
  if (!layout)
    return layout.takeError();
  return layout->getNumPositions();
}

LogicalResult PrimitiveOp::verify() {
  if (getKind() != "convolution" && getKind() != "matmul")
    return emitOpError() << "requires the kind convolution or matmul, found '"
                         << getKind() << "'";
  if (getFormats().size() != getNumOperands())
    return emitOpError() << "requires a format for each of " << getNumOperands()
                         << " operands, found " << getFormats().size();
  for (auto [index, format, type] : llvm::enumerate(
           getFormats().getAsValueRange<StringAttr>(), getOperandTypes())) {
    llvm::Expected<int64_t> places = countPlaces(format, getContext());
    if (!places)
      return emitOpError() << "format of operand " << index << ": "
                           << llvm::toString(places.takeError());
    auto shaped = cast<ShapedType>(type);
    if (*places != shaped.getNumElements())
      return emitOpError() << "requires " << *places
                           << " elements for the format of operand " << index
                           << ", found " << shaped.getNumElements();
    if (!shaped.getElementType().isF32())
      return emitOpError() << "requires elements of f32, found "
                           << shaped.getElementType();
  }
  unsigned numInputs = 2;
  for (StringRef postOp : getPostOps().getAsValueRange<StringAttr>()) {
    std::optional<unsigned> number = ::getNumOperands(postOp);
    if (!number)
      return emitOpError() << "requires a known post-op, found '" << postOp
                           << "'";
    numInputs += *number;
  }
  if (numInputs != getInputs().size())
    return emitOpError() << "requires " << numInputs << " inputs, found "
                         << getInputs().size();
  bool isConvolution = getKind() == "convolution";
  for (std::optional<ArrayRef<int64_t>> numbers :
       {getStrides(), getDilations(), getLow(), getHigh()})
    if (numbers.has_value() != isConvolution)
      return emitOpError("requires strides, dilations, low and high of a "
                         "convolution, and none of a matmul");
  return success();
}

//===----------------------------------------------------------------------===//
// Interfaces
//===----------------------------------------------------------------------===//

/// The primitive is in the layouts that it was created in.
std::optional<LayoutRule> PrimitiveOp::getLayoutRule() { return std::nullopt; }

SmallVector<Value>
PrimitiveOp::applyLayouts(RewriterBase &, ArrayRef<MixedRadixMap>, ValueRange) {
  return {};
}

/// oneDNN describes buffers with gaps, but its fast kernels do not take them.
/// Blocks of channels of one image have no gaps, and may be anywhere.
std::optional<PitchedAccess> PrimitiveOp::getPitchedAccess() {
  return PitchedAccess::getRefused();
}

void PrimitiveOp::getEffects(
    SmallVectorImpl<MemoryEffects::EffectInstance> &effects) {
  for (OpOperand &operand : getOperation()->getOpOperands()) {
    if (!isa<MemRefType>(operand.get().getType()))
      continue;
    if (isDpsInit(&operand))
      effects.emplace_back(MemoryEffects::Write::get(), &operand, /*stage=*/0,
                           /*effectOnFullRegion=*/true);
    else
      effects.emplace_back(MemoryEffects::Read::get(), &operand);
  }
}

namespace {
/// On buffers the op is the same, without a result.
struct BufferizeModel
    : bufferization::DstBufferizableOpInterfaceExternalModel<BufferizeModel,
                                                             PrimitiveOp> {
  bool bufferizesToMemoryRead(Operation *op, OpOperand &operand,
                              const bufferization::AnalysisState &) const {
    return !cast<DestinationStyleOpInterface>(op).isDpsInit(&operand);
  }

  LogicalResult bufferize(Operation *op, RewriterBase &rewriter,
                          const bufferization::BufferizationOptions &options,
                          bufferization::BufferizationState &state) const {
    SmallVector<Value> buffers;
    for (Value operand : op->getOperands()) {
      FailureOr<Value> buffer =
          bufferization::getBuffer(rewriter, operand, options, state);
      if (failed(buffer))
        return failure();
      buffers.push_back(*buffer);
    }
    OperationState created(op->getLoc(), op->getName(), buffers, TypeRange(),
                           op->getAttrs());
    rewriter.create(created);
    bufferization::replaceOpWithBufferizedValues(rewriter, op, buffers.back());
    return success();
  }
};
} // namespace

void onednn::registerBufferizeModel(DialectRegistry &registry) {
  registry.addExtension(+[](MLIRContext *context, OneDNNDialect *) {
    PrimitiveOp::attachInterface<BufferizeModel>(*context);
  });
}

//===----------------------------------------------------------------------===//
// Description
//===----------------------------------------------------------------------===//

std::string PrimitiveOp::getDescription() {
  std::string text;
  llvm::raw_string_ostream os(text);
  auto formats = llvm::to_vector(getFormats().getAsValueRange<StringAttr>());
  os << getKind() << " src=" << formats[0] << " wei=" << formats[1]
     << " dst=" << formats.back();
  auto print = [&](StringRef name, std::optional<ArrayRef<int64_t>> numbers) {
    if (!numbers)
      return;
    os << ' ' << name << '=';
    llvm::interleave(*numbers, os, "x");
  };
  print("strides", getStrides());
  print("dilations", getDilations());
  print("low", getLow());
  print("high", getHigh());
  unsigned next = 2;
  StringRef separator = " post=";
  for (StringRef postOp : getPostOps().getAsValueRange<StringAttr>()) {
    os << separator << postOp;
    if (::getNumOperands(postOp) == 1u)
      os << ':' << formats[next++];
    separator = "+";
  }
  return text;
}
