//===- Acme.cpp - The dialect of an example compiler ----------------------===//
//
// Part of LayoutMLIR, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Acme.h"
#include "layout/Targets/LayoutTarget.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "llvm/ADT/SmallSet.h"

using namespace mlir;
using namespace mlir::layout;
using namespace acme;

#include "Acme.cpp.inc"
#define GET_OP_CLASSES
#include "AcmeOps.cpp.inc"

void AcmeDialect::initialize() {
  addOperations<
#define GET_OP_LIST
#include "AcmeOps.cpp.inc"
      >();
}

void acme::registerTarget() {
  registerLayoutTarget("acme",
#include "Target.inc"
  );
}

LogicalResult ScaleShiftOp::verify() {
  RankedTensorType source = getSource().getType(), scale = getScale().getType();
  ArrayRef<int64_t> along = getAlong();
  if (source.getElementType() != scale.getElementType())
    return emitOpError("requires one element type, found ")
           << source.getElementType() << " and " << scale.getElementType();
  if (static_cast<int64_t>(along.size()) != scale.getRank())
    return emitOpError("requires a dim of the source for each of ")
           << scale.getRank() << " dims of the scale, found " << along.size();
  llvm::SmallSet<int64_t, 4> seen;
  for (auto [dim, size] : llvm::zip_equal(along, scale.getShape())) {
    if (dim < 0 || dim >= source.getRank() || !seen.insert(dim).second)
      return emitOpError("requires distinct dims of the source, found ") << dim;
    if (failed(verifyCompatibleShape({source.getDimSize(dim)}, {size})))
      return emitOpError("requires dim ")
             << dim << " of the source to have the size of the scale, found "
             << source.getDimSize(dim) << " and " << size;
  }
  return success();
}

//===----------------------------------------------------------------------===//
// Layouts
//===----------------------------------------------------------------------===//

/// Each dim of the source is a factor, which can be permuted and split. A dim
/// of the scale is the factor of the dim that it runs along.
std::optional<LayoutRule> ScaleShiftOp::getLayoutRule() {
  RankedTensorType source = getSource().getType();
  PortRule scale;
  for (auto [dim, size] :
       llvm::zip_equal(getAlong(), getScale().getType().getShape())) {
    scale.shape.push_back(size);
    scale.dims.push_back(size == 1 ? Access::none() : Access::whole(dim, size));
  }
  return LayoutRuleBuilder(source.getShape())
      .addPort(source)
      .addPort(scale)  // scale
      .addPort(scale)  // shift
      .addPort(source) // result
      .build();
}

/// Returns the dim of a source in the layout `source` that has the digit of a
/// dim of the scale, which runs along the dim `along` of the logical source.
static std::optional<int64_t> findDim(const MixedRadixMap &source,
                                      ArrayRef<Digit> scale,
                                      ArrayRef<int64_t> along) {
  MixedRadix wanted(scale.begin(), scale.end());
  for (Digit &digit : wanted)
    digit.dim = along[digit.dim];
  auto found = llvm::find(source, wanted);
  if (found == source.end())
    return std::nullopt;
  return found - source.begin();
}

/// Finds the dims of the source along which those of the scale run now. In
/// blocks of 16 channels,
///
///   acme.scale_shift %x by %s, %b along [1] : tensor<1x32x6x6xf32>, ...
///
/// becomes
///
///   acme.scale_shift %x by %s, %b along [1, 4] : tensor<1x2x6x6x16xf32>, ...
SmallVector<Value> ScaleShiftOp::applyLayouts(RewriterBase &rewriter,
                                              ArrayRef<MixedRadixMap> layouts,
                                              ValueRange operands) {
  SmallVector<int64_t> along;
  for (const MixedRadix &digits : layouts[1]) {
    std::optional<int64_t> dim = findDim(layouts[0], digits, getAlong());
    if (!dim)
      return {};
    along.push_back(*dim);
  }
  Value result =
      ScaleShiftOp::create(rewriter, getLoc(), operands[0].getType(),
                           operands[0], operands[1], operands[2], along);
  return {result};
}
