//===- FilledPadding.cpp - Padding of results that is filled --------------===//
//
// Part of LayoutMLIR, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "layout/Report/FilledPadding.h"
#include "Analysis/HostDescriptor.h"
#include "Analysis/ModuleFunctions.h"
#include "Dialect/HostFunction.h"
#include "layout/Algebra/PhysicalLayout.h"
#include "layout/Analysis/RewriteCount.h"
#include "layout/Dialect/LayoutAttributes.h"
#include "layout/Interfaces/DataMovementInterface.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/UB/IR/UBOps.h"
#include "llvm/Support/FormatVariadic.h"

using namespace mlir;
using namespace mlir::layout;

/// The most positions of which each is looked up.
static constexpr int64_t kMaxPositions = 1 << 20;

/// Whether a part of a value lies in its padding, as `finder` says. False if
/// that is not known, or if the part has too many elements.
static bool isPadding(const ValuePart &part, const ElementFinder &finder) {
  auto type = dyn_cast<RankedTensorType>(part.part.getType());
  if (!part.isBox || part.offsets.empty() || !type || !type.hasStaticShape() ||
      type.getNumElements() > kMaxPositions)
    return false;
  SmallVector<int64_t> sizes(part.offsets.size(), 1);
  for (auto [dim, size] : llvm::zip_equal(part.dims, type.getShape()))
    sizes[dim] = size;
  SmallVector<int64_t> position(sizes.size());
  for (int64_t number : llvm::seq(type.getNumElements())) {
    for (unsigned dim = sizes.size(); dim-- > 0; number /= sizes[dim])
      position[dim] = part.offsets[dim] + number % sizes[dim];
    if (finder.getIndexAt(position))
      return false;
  }
  return true;
}

/// The insertions in front of `value` that overwrite padding only.
static SmallVector<DataMovementOpInterface>
getInsertions(Value value, const ElementFinder &finder) {
  SmallVector<DataMovementOpInterface> insertions;
  while (auto op = value.getDefiningOp<DataMovementOpInterface>()) {
    SmallVector<ValuePart> parts = op.getParts();
    // The result is another value with a part overwritten. Another reader may
    // need what is filled.
    if (parts.size() != 2 || parts[0].part.getType() != value.getType() ||
        parts[0].whole != value || !value.hasOneUse() ||
        !isPadding(parts[1], finder))
      break;
    insertions.push_back(op);
    value = parts[0].part;
  }
  return insertions;
}

/// What a function fills of the result `number`, if it has a descriptor.
static std::optional<FilledPadding> getFilled(func::FuncOp function,
                                              unsigned number, Value returned,
                                              const CallSites &calls) {
  auto host = function.getResultAttrOfType<DictionaryAttr>(
      number, LayoutDialect::kHost);
  if (!host)
    return std::nullopt;
  llvm::Expected<ValueLayout> described = readHostDescriptor(host);
  if (!described) {
    llvm::consumeError(described.takeError());
    return std::nullopt;
  }
  std::optional<PhysicalLayout> layout = described->getPhysicalLayout();
  auto type = dyn_cast<RankedTensorType>(returned.getType());
  if (!layout || isa<ub::PoisonAttr>(described->getPadding()) || !type ||
      type.getShape() != layout->getBox())
    return std::nullopt;
  std::optional<ElementFinder> finder = ElementFinder::get(*layout);
  if (!finder)
    return std::nullopt;
  FilledPadding filled;
  for (DataMovementOpInterface op : getInsertions(returned, *finder))
    if (std::optional<CountedMovement> movement = getCountedMovement(op))
      filled.bytes += getBytesMoved(*movement, calls).bytes;
  if (filled.bytes == 0)
    return std::nullopt;
  filled.value =
      llvm::formatv("result {0} of @{1}", number, getQualifiedName(function));
  llvm::raw_string_ostream(filled.padding) << described->getPadding();
  return filled;
}

std::vector<FilledPadding>
layout::collectFilledPadding(ModuleOp module, const CallSites &calls) {
  std::vector<FilledPadding> all;
  for (func::FuncOp function : getFunctions(module)) {
    if (function.isPrivate() || function.isExternal() ||
        isHostFunction(function) || !llvm::hasSingleElement(function.getBody()))
      continue;
    Operation *end = function.front().getTerminator();
    for (auto [number, returned] : llvm::enumerate(end->getOperands()))
      if (std::optional<FilledPadding> filled =
              getFilled(function, number, returned, calls))
        all.push_back(std::move(*filled));
  }
  return all;
}
