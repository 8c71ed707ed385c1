//===- Flatten.cpp - The passes layout-flatten and layout-drop-groups -----===//
//
// Part of LayoutMLIR, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// layout-flatten assigns to every alias set the layout that linearizes each
// group of dims, and rewrites the module accordingly (BufferRewrite.h). The
// groups of the flat buffer, one dim each, remain as its layout; layout-drop-
// groups removes them.
//
//===----------------------------------------------------------------------===//

#include "BufferLayouts.h"
#include "BufferRewrite.h"
#include "Dialect/BufferAnnotations.h"
#include "Views.h"
#include "layout/Support/Debug.h"
#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "mlir/Dialect/Complex/IR/Complex.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"
#include "mlir/IR/AttrTypeSubElements.h"
#include "mlir/Interfaces/ControlFlowInterfaces.h"
#include "mlir/Interfaces/FunctionInterfaces.h"
#include "llvm/Support/CheckedArithmetic.h"

namespace mlir::layout {
#define GEN_PASS_DEF_LAYOUTFLATTEN
#define GEN_PASS_DEF_LAYOUTDROPGROUPS
#include "layout/BufferLayouts/Passes.h.inc"
} // namespace mlir::layout

#define DEBUG_TYPE "layout-flatten"
ALWAYS_ENABLED_STATISTIC(numFlattened, "Alias sets flattened");
ALWAYS_ENABLED_STATISTIC(numDynamicStrides,
                         "Alias sets flattened with dynamic strides");

using namespace mlir;
using namespace mlir::layout;

//===----------------------------------------------------------------------===//
// layout-flatten
//===----------------------------------------------------------------------===//

/// The allocation of a buffer, if it is the only one in its alias set and all
/// other members are where its dynamic sizes are available: in its region, and
/// no arguments of functions. Null otherwise.
static Operation *getLocalAllocation(const AliasSet &set) {
  Operation *allocation = nullptr;
  for (Value value : set.values) {
    Operation *op = value.getDefiningOp();
    if (!isAllocation(op))
      continue;
    if (allocation)
      return nullptr;
    allocation = op;
  }
  if (!allocation)
    return nullptr;
  for (Value value : set.values) {
    Operation *op = value.getDefiningOp();
    Block *block = value.getParentBlock();
    bool isLocal =
        op ? op == allocation || isa<memref::AssumeAlignmentOp, arith::SelectOp,
                                     RegionBranchOpInterface>(op)
           : !isa<FunctionOpInterface>(block->getParentOp()) ||
                 !block->isEntryBlock();
    if (!isLocal ||
        !allocation->getParentRegion()->isAncestor(value.getParentRegion()))
      return nullptr;
  }
  return allocation;
}

/// Flattens a buffer with dynamic strides: symbols of the layout stand for the
/// dynamic sizes of the allocation.
///
///   %b = memref.alloc(%m, %n) : memref<?x?x3xf32>
///   memref.store %v, %b[%i, %j, %k] : memref<?x?x3xf32>
///
/// becomes
///
///   %s = arith.muli %m, %n : index
///   %t = arith.muli %s, %c3 : index
///   %b = memref.alloc(%t) : memref<?xf32>
///   %o = ... // (%i * %n + %j) * 3 + %k, in ops of the arith dialect
///   memref.store %v, %b[%o] : memref<?xf32>
static LogicalResult setFlatLayoutWithSymbols(AliasSet &set,
                                              const IndexMap &map) {
  if (set.type.hasStaticShape())
    return set.getDiagnosticOp()->emitOpError()
           << "requires groups of known physical extents and of less than 2^63 "
              "elements, found "
           << set.type;
  Operation *allocation = getLocalAllocation(set);
  if (!allocation || !map.getAffineMap().isIdentity())
    return set.getDiagnosticOp()->emitOpError()
           << "requires static extents after the first one of each group, or a "
              "single allocation in the function that holds all aliases of the "
              "buffer, found "
           << set.type;
  MLIRContext *context = set.type.getContext();
  SmallVector<AffineExpr> results;
  SmallVector<int64_t> shape, separators;
  // The number of elements of the group, if its dynamic extents were 1.
  std::optional<int64_t> numElements;
  unsigned numSymbols = 0;
  for (auto [dim, extent] : llvm::enumerate(set.type.getShape())) {
    AffineExpr size = ShapedType::isDynamic(extent)
                          ? getAffineSymbolExpr(numSymbols++, context)
                          : getAffineConstantExpr(extent, context);
    AffineExpr index = getAffineDimExpr(dim, context);
    if (dim == 0 || llvm::is_contained(map.getSeparators(), dim)) {
      if (dim != 0)
        separators.push_back(results.size());
      results.push_back(index);
      shape.push_back(extent);
      numElements = ShapedType::isDynamic(extent) ? 1 : extent;
      continue;
    }
    results.back() = results.back() * size + index;
    if (!ShapedType::isDynamic(extent))
      numElements = llvm::checkedMul(*numElements, extent);
    if (!numElements)
      return set.getDiagnosticOp()->emitOpError()
             << "requires groups of less than 2^63 elements, found "
             << set.type;
    shape.back() =
        ShapedType::isDynamic(shape.back()) || ShapedType::isDynamic(extent)
            ? ShapedType::kDynamic
            : *numElements;
  }
  AffineMap flat =
      AffineMap::get(map.getNumDims(), numSymbols, results, context);
  MemRefLayoutAttrInterface groups;
  if (!separators.empty())
    groups = IndexMapAttr::get(IndexMap(
        AffineMap::getMultiDimIdentityMap(shape.size(), context), separators));
  set.layoutMap = IndexMap(flat, separators);
  set.symbolSource = allocation;
  set.physicalType = MemRefType::get(shape, set.type.getElementType(), groups,
                                     set.type.getMemorySpace());
  ++numDynamicStrides;
  return success();
}

/// The layout of a type as a map to be flattened: an index map, or strides, as
/// those of rows with a pitch:
///
///   memref<4x16xf32, strided<[17, 1]>>
///
/// has the map (i, j) -> (i * 17 + j). Nothing if a stride is dynamic.
static std::optional<IndexMap> getMapToFlatten(MemRefType type) {
  if (std::optional<IndexMap> map = getLayoutMap(type))
    return map;
  AffineMap map = type.getLayout().getAffineMap();
  if (map.getNumSymbols() != 0 || map.getNumResults() != 1 ||
      IndexMap::getError(map, {}))
    return std::nullopt;
  return IndexMap(map);
}

/// Assigns the flat layout to every alias set that may change. A layout that is
/// requested, but not applied yet, is flattened along with it. With the layout
/// `(m, n, p, q) -> (m, q floordiv 4, n | p, q mod 4)`,
///
///   %b = memref.alloc() {layout.buffer_transforms = [...]}
///        : memref<2x3x5x8xf32>
///   affine.store %v, %b[1, 2, 3, 5] : memref<2x3x5x8xf32>
///
/// becomes
///
///   %b = memref.alloc()
///        : memref<12x20xf32, #layout.index_map<(d0, d1) -> (d0 | d1)>>
///   affine.store %v, %b[11, 13]
///        : memref<12x20xf32, #layout.index_map<(d0, d1) -> (d0 | d1)>>
static LogicalResult assignFlatLayouts(AliasSets &sets,
                                       std::optional<unsigned> maxRank) {
  for (AliasSet &set : sets.getSets()) {
    if (set.pin || set.type.getRank() == 0 || containsView(sets, set))
      continue;
    std::optional<IndexMap> map =
        set.request ? set.layoutMap : getMapToFlatten(set.type);
    if (!map && maxRank && set.type.getRank() > int64_t(*maxRank))
      return set.getDiagnosticOp()->emitOpError()
             << "requires static strides to flatten a buffer to at most "
             << *maxRank << " dims, found " << set.type;
    if (!map)
      continue;
    std::optional<IndexMap> flat = map->flatten(set.type.getShape());
    if ((!flat || failed(set.setLayout(*flat))) &&
        failed(setFlatLayoutWithSymbols(set, *map)))
      return failure();
    LAYOUT_DEBUG(llvm::dbgs() << "flatten " << set.type << " to "
                              << set.physicalType << "\n");
    ++numFlattened;
    if (maxRank && set.physicalType.getRank() > *maxRank)
      return set.getDiagnosticOp()->emitOpError()
             << "requires a buffer of at most " << *maxRank
             << " dims once it is flattened: unsupported rank "
             << set.physicalType.getRank() << " of " << set.physicalType;
  }
  return assignViewLayouts(sets);
}

LogicalResult layout::flattenBuffers(ModuleOp module, BufferFunctions functions,
                                     std::optional<unsigned> maxRank) {
  FailureOr<AliasSets> sets = AliasSets::get(module, functions);
  if (failed(sets) || failed(assignFlatLayouts(*sets, maxRank)))
    return failure();
  if (failed(
          rewriteBuffers(module, *sets, LoopOrder::Keep, NewViews::Forbidden)))
    return failure();
  removeAnnotations(module);
  return success();
}

namespace {
struct LayoutFlatten : layout::impl::LayoutFlattenBase<LayoutFlatten> {
  using LayoutFlattenBase::LayoutFlattenBase;

  void runOnProgram() override {
    std::optional<unsigned> limit;
    if (maxRank != 0)
      limit = maxRank;
    if (failed(flattenBuffers(getOperation(), functions, limit)))
      signalPassFailure();
  }
};
} // namespace

//===----------------------------------------------------------------------===//
// layout-drop-groups
//===----------------------------------------------------------------------===//

#undef DEBUG_TYPE
#define DEBUG_TYPE "layout-drop-groups"
ALWAYS_ENABLED_STATISTIC(numDroppedLayouts, "Types whose groups were dropped");

/// The type that upstream requires of the result of a reshape.
static FailureOr<MemRefType> getReshapedType(Operation *op) {
  if (auto collapse = dyn_cast<memref::CollapseShapeOp>(op))
    return memref::CollapseShapeOp::computeCollapsedType(
        collapse.getSrcType(), collapse.getReassociationIndices());
  auto expand = cast<memref::ExpandShapeOp>(op);
  return memref::ExpandShapeOp::computeExpandedType(
      expand.getSrcType(), expand.getType().getShape(),
      expand.getReassociationIndices());
}

/// A reshape of a memref states strides if its source has a layout, even one of
/// groups, and none otherwise:
///
///   %c = memref.collapse_shape %b [[0, 1]]
///        : memref<12x20xf32> into memref<240xf32, strided<[1]>>
///
/// becomes
///
///   %0 = memref.collapse_shape %b [[0, 1]]
///        : memref<12x20xf32> into memref<240xf32>
///   %c = memref.cast %0 : memref<240xf32> to memref<240xf32, strided<[1]>>
void layout::updateReshapeTypes(Operation *root) {
  root->walk([](Operation *op) {
    if (!isa<memref::CollapseShapeOp, memref::ExpandShapeOp>(op))
      return;
    Value result = op->getResult(0);
    Type stated = result.getType();
    FailureOr<MemRefType> type = getReshapedType(op);
    if (failed(type) || *type == stated)
      return;
    OpBuilder builder(op->getContext());
    builder.setInsertionPointAfter(op);
    result.setType(*type);
    auto cast = memref::CastOp::create(builder, op->getLoc(), stated, result);
    result.replaceAllUsesExcept(cast, cast);
  });
}

namespace {
/// Removes the layouts of all memref types that only separate groups:
///
///   memref<12x20xf32, #layout.index_map<(d0, d1) -> (d0 | d1)>>
///
/// becomes
///
///   memref<12x20xf32>
struct LayoutDropGroups : layout::impl::LayoutDropGroupsBase<LayoutDropGroups> {
  void runOnProgram() override {
    AttrTypeReplacer replacer;
    replacer.addReplacement([](MemRefType type) -> std::optional<Type> {
      auto layout = dyn_cast<IndexMapAttr>(type.getLayout());
      if (!layout || !layout.getMap().isIdentity())
        return std::nullopt;
      auto plain =
          MemRefType::get(type.getShape(), type.getElementType(),
                          MemRefLayoutAttrInterface(), type.getMemorySpace());
      LAYOUT_DEBUG(llvm::dbgs() << type << " becomes " << plain << "\n");
      ++numDroppedLayouts;
      return plain;
    });
    replacer.recursivelyReplaceElementsIn(getOperation(),
                                          /*replaceAttrs=*/true,
                                          /*replaceLocs=*/false,
                                          /*replaceTypes=*/true);
    updateReshapeTypes(getOperation());
  }
};
} // namespace
