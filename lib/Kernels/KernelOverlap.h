//===- KernelOverlap.h - Whether buffers of a kernel overlap ----*- C++ -*-===//
//
// Part of LayoutMLIR, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A caller may pass buffers that overlap: vector code that reads ahead of what
// it writes would compute something else than the loops of the program. Which
// it is, addresses tell at run time:
//
//   call @kernel(%a, %b, %c)
//
// becomes
//
//   %begin = memref.extract_aligned_pointer_as_index %c
//   %end = %begin + 32768
//   ... the same of %a and %b
//   %disjoint = (%end <= %begin_a or %end_a <= %begin) and ...
//   scf.if %disjoint {
//     call @kernel_disjoint(%a, %b, %c)
//   } else {
//     call @kernel(%a, %b, %c)
//   }
//
//===----------------------------------------------------------------------===//

#ifndef LAYOUT_LIB_KERNELS_KERNELOVERLAP_H
#define LAYOUT_LIB_KERNELS_KERNELOVERLAP_H

#include "mlir/IR/Builders.h"

namespace mlir::layout {

/// A buffer that a kernel writes, and the other ones that it accesses and that
/// may overlap it.
struct WrittenBuffer {
  Value buffer;
  SmallVector<Value> others;
};

/// Whether some of these buffers may overlap others, and addresses tell at run
/// time whether they do: the memory of which they are views is contiguous, and
/// is not the same.
bool canCheckOverlap(ArrayRef<WrittenBuffer> written);

/// Creates the check, an i1 that is true if no written buffer overlaps others.
Value createOverlapCheck(OpBuilder &builder, Location loc,
                         ArrayRef<WrittenBuffer> written);

} // namespace mlir::layout

#endif // LAYOUT_LIB_KERNELS_KERNELOVERLAP_H
