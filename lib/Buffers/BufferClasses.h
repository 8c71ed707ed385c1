//===- BufferClasses.h - Values that are one buffer -------------*- C++ -*-===//
//
// Part of LayoutMLIR, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Buffers go through calls, loops and globals under other names. Names that may
// stand for one buffer make up a class, and a class changes its layout as a
// whole or not at all.
//
//===----------------------------------------------------------------------===//

#ifndef LAYOUT_LIB_BUFFERS_BUFFERCLASSES_H
#define LAYOUT_LIB_BUFFERS_BUFFERCLASSES_H

#include "layout/Algebra/IndexMap.h"
#include "layout/Buffers/Passes.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"

namespace mlir::layout {

/// The sizes that are given to what makes a buffer; nothing if it is not an op
/// that is given them.
std::optional<ValueRange> getDynamicSizes(Operation *maker);

struct BufferClass {
  /// Of all values, before they change.
  MemRefType type;
  SmallVector<Value> values;
  SmallVector<memref::GlobalOp, 1> globals;
  /// How the buffer is to lie: by its type and the annotations of it.
  IndexMap map = IndexMap(AffineMap());
  /// The one allocation of the buffer if the symbols of the map stand for the
  /// sizes it is given.
  Operation *allocation = nullptr;
  /// The op that asked for it; null if its type does.
  Operation *request = nullptr;
  /// What is in the padding; null if that does not matter.
  TypedAttr padValue;
  /// An op whose buffers keep their types: something from outside sees them.
  Operation *keeper = nullptr;

  /// The type once the map is applied: of the physical shape, its groups left.
  MemRefType physicalType;
  /// Whether accesses go through it, a view that has no layout of its own, to
  /// the buffer it shows.
  bool isSeenThrough = false;
  /// Whether the views in it are views of what is laid out, and other ops then,
  /// even where the view itself lies as it did.
  bool follows = false;

  ValueRange getSizes() const {
    return allocation ? *getDynamicSizes(allocation) : ValueRange();
  }
  bool isLaidOut() const {
    return physicalType &&
           (physicalType != type || !map.getAffineMap().isIdentity());
  }
  /// Whether what uses it has to be rewritten.
  bool changes() const { return isSeenThrough || isLaidOut(); }
};

/// The size of a physical dim, of the dynamic sizes of the buffer, which are
/// symbols in their order; nothing if it does not follow from them.
std::optional<AffineExpr> getPhysicalSize(const BufferClass &buffer,
                                          unsigned result);

class BufferClasses {
public:
  /// Fails with a diagnostic where annotations contradict each other, or ask
  /// for what cannot be had. Nothing changes yet.
  static FailureOr<BufferClasses> get(ModuleOp module,
                                      BufferFunctions functions);

  /// Every class that is asked to is to lie by its map.
  LogicalResult layOut();
  /// Every class that may change is to have one dim per group of what it is
  /// laid out by, the elements of a group in row-major order.
  LogicalResult flatten(std::optional<unsigned> maxRank);

  MutableArrayRef<BufferClass> getClasses() { return classes; }
  /// The class of a memref.
  const BufferClass &lookup(Value value) const {
    return classes[numbers.lookup(value)];
  }
  bool changes(Value value) const {
    return isa<MemRefType>(value.getType()) && lookup(value).changes();
  }

private:
  /// What is said of buffers says how views of them lie.
  LogicalResult layOutViews();
  FailureOr<bool> layOutView(BufferClass &buffer);
  LogicalResult flattenAtRunTime(BufferClass &buffer, const IndexMap &map);

  std::vector<BufferClass> classes;
  DenseMap<Value, unsigned> numbers;
};

/// Rewrites every class that changes, and all that uses it. Nothing is changed
/// if something cannot be rewritten: that is a diagnostic. The result are the
/// loops that ops have become, or that have another order now.
FailureOr<SmallVector<Operation *>>
rewriteBuffers(ModuleOp module, BufferClasses &classes,
               LoopOrder order = LoopOrder::Keep);

} // namespace mlir::layout

#endif // LAYOUT_LIB_BUFFERS_BUFFERCLASSES_H
