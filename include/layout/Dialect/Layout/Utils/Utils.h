//===- Utils.h - Utilities that the passes share ----------------*- C++ -*-===//
//
// Part of LayoutMLIR, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LAYOUT_DIALECT_LAYOUT_UTILS_UTILS_H
#define LAYOUT_DIALECT_LAYOUT_UTILS_UTILS_H

#include "layout/Algebra/IndexMap.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/IR/Operation.h"
#include "mlir/IR/Remarks.h"
#include <string>

namespace mlir::layout {

//===----------------------------------------------------------------------===//
// Remarks and texts for diagnostics
//===----------------------------------------------------------------------===//

/// Returns the options of a remark about `op`: `name` says what was decided,
/// `category` is the argument of the pass that decided it. The function that
/// contains `op` is added.
remark::RemarkOpts getRemark(StringRef name, StringRef category, Operation *op);

/// Returns "file:line:column" of the first file location in `location`, or the
/// printed location if it contains none.
std::string getLocationText(Location location);

/// Returns "linalg.generic 'layer' at file:line:column" (LayerName.h).
std::string getLocationText(Operation *op);

/// Returns "argument 0 of @name".
std::string getLocationText(BlockArgument argument);

/// Returns "@name" for a symbol and the location text of any other op.
std::string getNameOrLocation(Operation *op);

/// Emits an error at `op` that it requires a symbol to be what `required` says,
/// where `named` has its name but is something else.
LogicalResult emitTakenName(Operation *op, Operation *named,
                            const Twine &required);

//===----------------------------------------------------------------------===//
// Discardable attributes
//===----------------------------------------------------------------------===//

/// Which attributes of the layout dialect a replacement of an op inherits.
enum class CarriedMarks {
  /// None: the replacement is another kind of op.
  None,
  /// All but layout requests (`layout.op_layout`, `layout.prefer`,
  /// `layout.along_stick`), which are fulfilled: the replacement is the same op
  /// in another layout.
  Fulfilled
};

/// Returns the discardable attributes that the replacement of `op` inherits.
/// Attributes of other dialects are inherited, except linalg's cache of
/// indexing maps, which is not valid for the replacement.
SmallVector<NamedAttribute> getCarriedAttributes(Operation *op,
                                                 CarriedMarks marks);

/// Copies the attributes that are inherited with `CarriedMarks::None` from
/// `from` to `to`.
void carryAttributes(Operation *from, Operation *to);

//===----------------------------------------------------------------------===//
// Sizes of dynamic dims
//===----------------------------------------------------------------------===//

// Splitting a dynamic dim assumes that the factor divides its size. These
// functions prove such facts from the program with upstream's value bounds.
// They return false if no proof is found.

/// Returns whether the size of dim `dim` of `tensor` is a multiple of `factor`.
bool isProvedMultiple(Value tensor, int64_t dim, int64_t factor);

/// Returns whether dim `dim` has the same size in `a` and `b`.
bool haveProvedEqualSizes(Value a, Value b, int64_t dim);

/// Returns whether every split of a dynamic dim of `source` in `map` divides
/// the size of the dim.
bool hasProvedSplits(Value source, const IndexMap &map);

//===----------------------------------------------------------------------===//
// Copies of buffers
//===----------------------------------------------------------------------===//

/// Replaces a copy of strided buffers by a linalg.generic, which is compiled.
/// Upstream lowers it to a call of a slow library function. A copy of
/// contiguous memory stays: it is one call of memcpy.
void expandStridedCopy(RewriterBase &rewriter, memref::CopyOp copy);

} // namespace mlir::layout

#endif // LAYOUT_DIALECT_LAYOUT_UTILS_UTILS_H
