//===- AliasSets.h - Buffers grouped by allocation --------------*- C++ -*-===//
//
// Part of LayoutMLIR, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A buffer is known by several SSA values: it is passed to functions and
// kernels, carried by loops, and stored in globals. Values and globals that may
// stand for the same allocation form an alias set. The layout of an alias set
// changes as a whole or not at all. Views (memref.subview, memref.cast, ...)
// are alias sets of their own, because their indices differ from those of their
// source.
//
//===----------------------------------------------------------------------===//

#ifndef LAYOUT_LIB_BUFFERLAYOUTS_ALIASSETS_H
#define LAYOUT_LIB_BUFFERLAYOUTS_ALIASSETS_H

#include "layout/Algebra/IndexMap.h"
#include "layout/BufferLayouts/Passes.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"

namespace mlir::layout {

/// Whether `op` (which may be null) allocates a buffer of a type that the pass
/// may choose.
bool isAllocation(Operation *op);

/// The dynamic sizes that an allocation or reallocation is given, in the order
/// of the dynamic dims of its result; nothing for any other op.
std::optional<ValueRange> getDynamicSizes(Operation *op);

/// Why the members of an alias set keep their type.
struct Pin {
  /// The op that fixes the type; null if none does.
  Operation *op = nullptr;
  /// How it does so, as the text of a note.
  StringRef note;

  explicit operator bool() const { return op; }
};

/// One alias set: what its members are, what constrains them, and the layout
/// that was decided for them.
struct AliasSet {
  //===--------------------------------------------------------------------===//
  // Members and constraints, set by AliasSets::get
  //===--------------------------------------------------------------------===//

  /// The type of all members before the rewrite.
  MemRefType type;
  SmallVector<Value> values;
  SmallVector<memref::GlobalOp, 1> globals;
  /// The op whose annotation requests `layoutMap`; null without an annotation.
  Operation *request = nullptr;
  /// The value that fills the padding; null if its contents do not matter.
  Attribute padValue;
  /// The reason why the type of the members is fixed, if it is.
  Pin pin;

  //===--------------------------------------------------------------------===//
  // Decisions, set by the passes
  //===--------------------------------------------------------------------===//

  /// Maps logical indices to physical indices.
  IndexMap layoutMap = IndexMap(AffineMap());
  /// The type after the rewrite: the physical shape, with the groups of
  /// `layoutMap` as its layout. Null as long as no layout is assigned.
  MemRefType physicalType;
  /// The only allocation of the buffer, if the symbols of `layoutMap` stand for
  /// its dynamic sizes; null if the map has no symbols.
  Operation *symbolSource = nullptr;
  /// Whether the set is a view without a layout of its own: loads and stores
  /// access the source of the view directly, and the view is erased.
  bool isBypassed = false;
  /// Whether the views in the set have to be recreated for their new source.
  /// This may hold although the layout of the set stays the same: after
  /// flattening, %b and %v below have the same type, so %b replaces %v.
  ///
  ///   %b = memref.alloc() : memref<2x12xf32>
  ///   %v = memref.collapse_shape %b [[0, 1]]
  ///        : memref<2x12xf32> into memref<24xf32>
  bool needsNewViews = false;

  /// The values of the symbols of `layoutMap`.
  ValueRange getSymbolValues() const;
  /// Whether the layout differs from that before the rewrite.
  bool hasNewLayout() const {
    return physicalType &&
           (physicalType != type || !layoutMap.getAffineMap().isIdentity());
  }
  /// The layout after the rewrite, to print it.
  Attribute getLayoutAttr() const;
  /// Whether the users of the buffer have to be rewritten.
  bool changes() const { return isBypassed || hasNewLayout(); }
  /// The op to report errors about the set at.
  Operation *getDiagnosticOp() const;

  /// Emits an error, with a note at the reason, and fails if the type of the
  /// members is fixed.
  LogicalResult
  checkMayChange(llvm::function_ref<InFlightDiagnostic()> emitError) const;
  /// Sets what fills the padding, unless `value` is null. Emits an error and
  /// fails if that is another value already.
  LogicalResult addPadValue(Attribute value,
                            llvm::function_ref<InFlightDiagnostic()> emitError);
  /// Assigns a layout without symbols. Fails, and changes nothing, if the
  /// physical shape cannot be computed.
  LogicalResult setLayout(const IndexMap &map);
};

/// The alias sets of a module.
class AliasSets {
public:
  /// Groups all memrefs and globals of `module` and reads their annotations.
  /// Does not change the IR. Emits an error and fails if annotations contradict
  /// each other, or request a layout for a buffer whose type is fixed.
  static FailureOr<AliasSets> get(ModuleOp module, BufferFunctions functions);

  MutableArrayRef<AliasSet> getSets() { return sets; }
  /// The alias set of a value of memref type.
  const AliasSet &lookup(Value value) const {
    return sets[numbers.lookup(value)];
  }
  AliasSet &lookup(Value value) { return sets[numbers.lookup(value)]; }
  /// Whether `value` is a memref whose users have to be rewritten.
  bool changes(Value value) const {
    return isa<MemRefType>(value.getType()) && lookup(value).changes();
  }
  /// The set whose buffer accesses of members of `set` go to: that behind all
  /// bypassed views.
  const AliasSet &getAccessedSet(const AliasSet &set) const;

private:
  std::vector<AliasSet> sets;
  DenseMap<Value, unsigned> numbers;
};

} // namespace mlir::layout

#endif // LAYOUT_LIB_BUFFERLAYOUTS_ALIASSETS_H
