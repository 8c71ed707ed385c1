//===- Utils.cpp - Utilities that the passes share ------------------------===//
//
// Part of LayoutMLIR, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "layout/Dialect/Layout/Utils/Utils.h"
#include "layout/Dialect/Layout/IR/Layout.h"
#include "layout/Dialect/Layout/Utils/LayerName.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Linalg/Utils/Utils.h"
#include "mlir/IR/SymbolTable.h"
#include "mlir/Interfaces/FunctionInterfaces.h"
#include "mlir/Interfaces/ValueBoundsOpInterface.h"

using namespace mlir;
using namespace mlir::layout;

//===----------------------------------------------------------------------===//
// Remarks and texts for diagnostics
//===----------------------------------------------------------------------===//

remark::RemarkOpts layout::getRemark(StringRef name, StringRef category,
                                     Operation *op) {
  auto function = dyn_cast<FunctionOpInterface>(op);
  if (!function)
    function = op->getParentOfType<FunctionOpInterface>();
  // The pass layout-plan-again may discard the plan that a remark describes.
  for (Operation *module = op; module; module = module->getParentOp())
    if (module->hasAttr(LayoutDialect::kPlannedAgain))
      category = "layout-plan-again";
  return remark::RemarkOpts::name(name).category(category).function(
      function ? function.getName() : StringRef());
}

std::string layout::getLocationText(Location location) {
  std::string text;
  llvm::raw_string_ostream stream(text);
  if (auto file = location->findInstanceOf<FileLineColLoc>())
    stream << file.getFilename().getValue() << ":" << file.getLine() << ":"
           << file.getColumn();
  else
    stream << location;
  return text;
}

std::string layout::getLocationText(Operation *op) {
  std::string text = op->getName().getStringRef().str();
  std::string name = getLayerName(op->getLoc());
  if (!name.empty())
    text += " '" + name + "'";
  bool hasFile =
      static_cast<bool>(op->getLoc()->findInstanceOf<FileLineColLoc>());
  return hasFile || name.empty() ? text + " at " + getLocationText(op->getLoc())
                                 : text;
}

std::string layout::getLocationText(BlockArgument argument) {
  return "argument " + std::to_string(argument.getArgNumber()) + " of " +
         getNameOrLocation(argument.getOwner()->getParentOp());
}

std::string layout::getNameOrLocation(Operation *op) {
  auto symbol = dyn_cast<SymbolOpInterface>(op);
  return symbol ? ("@" + symbol.getName()).str() : getLocationText(op);
}

LogicalResult layout::emitTakenName(Operation *op, Operation *named,
                                    const Twine &required) {
  InFlightDiagnostic error = op->emitOpError()
                             << "requires @"
                             << SymbolTable::getSymbolName(named).getValue()
                             << " to be " << required << ", found ";
  if (auto function = dyn_cast<FunctionOpInterface>(named))
    error << (function.isPublic() ? "a function" : "a private function")
          << " of type " << function.getFunctionType();
  else
    error << "'" << named->getName() << "'";
  error.attachNote(named->getLoc()) << "conflicting symbol defined here";
  return error;
}

//===----------------------------------------------------------------------===//
// Discardable attributes
//===----------------------------------------------------------------------===//

SmallVector<NamedAttribute> layout::getCarriedAttributes(Operation *op,
                                                         CarriedMarks marks) {
  auto isCarried = [&](NamedAttribute attribute) {
    StringAttr name = attribute.getName();
    if (name == linalg::LinalgDialect::kMemoizedIndexingMapsAttrName)
      return false;
    if (marks == CarriedMarks::None)
      return !name.strref().starts_with("layout.");
    return name != LayoutDialect::kOpLayout && name != LayoutDialect::kPrefer &&
           name != LayoutDialect::kDecision && name != LayoutDialect::kRule &&
           name != LayoutDialect::kAlongStick;
  };
  return llvm::to_vector(
      llvm::make_filter_range(op->getDiscardableAttrs(), isCarried));
}

void layout::carryAttributes(Operation *from, Operation *to) {
  for (NamedAttribute attribute :
       getCarriedAttributes(from, CarriedMarks::None))
    to->setDiscardableAttr(attribute.getName(), attribute.getValue());
}

//===----------------------------------------------------------------------===//
// Sizes of dynamic dims
//===----------------------------------------------------------------------===//

using Bounds = ValueBoundsConstraintSet;

static int64_t getSize(Value tensor, int64_t dim) {
  return cast<RankedTensorType>(tensor.getType()).getDimSize(dim);
}

bool layout::isProvedMultiple(Value tensor, int64_t dim, int64_t factor) {
  int64_t extent = getSize(tensor, dim);
  if (!ShapedType::isDynamic(extent))
    return extent % factor == 0;
  if (factor == 1)
    return true;
  Bounds::Variable size(tensor, dim);
  AffineExpr symbol = getAffineSymbolExpr(0, tensor.getContext());
  AffineMap roundDown = AffineMap::get(0, 1, symbol.floorDiv(factor) * factor);
  Bounds::Variable rounded(roundDown, {size});
  return Bounds::compare(size, Bounds::ComparisonOperator::EQ, rounded);
}

bool layout::haveProvedEqualSizes(Value a, Value b, int64_t dim) {
  int64_t extent = getSize(a, dim);
  if (!ShapedType::isDynamic(extent) && extent == getSize(b, dim))
    return true;
  return Bounds::compare({a, dim}, Bounds::ComparisonOperator::EQ, {b, dim});
}

bool layout::hasProvedSplits(Value source, const IndexMap &map) {
  auto type = cast<RankedTensorType>(source.getType());
  std::optional<MixedRadixMap> digits = map.getDigits(type.getShape());
  if (!digits)
    return type.hasStaticShape();
  for (const MixedRadix &list : *digits)
    for (const Digit &digit : list)
      if (digit.isDynamic() &&
          !isProvedMultiple(source, digit.dim, digit.stride))
        return false;
  return true;
}

//===----------------------------------------------------------------------===//
// Copies of buffers
//===----------------------------------------------------------------------===//

void layout::expandStridedCopy(RewriterBase &rewriter, memref::CopyOp copy) {
  auto source = dyn_cast<MemRefType>(copy.getSource().getType());
  auto target = dyn_cast<MemRefType>(copy.getTarget().getType());
  if (!source || !target ||
      (source.getLayout().isIdentity() && target.getLayout().isIdentity()))
    return;
  rewriter.setInsertionPoint(copy);
  linalg::makeMemRefCopyOp(rewriter, copy.getLoc(), copy.getSource(),
                           copy.getTarget());
  rewriter.eraseOp(copy);
}
