//===- Processor.h - What kernels are compiled for --------------*- C++ -*-===//
//
// Part of LayoutMLIR, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LAYOUT_LIB_KERNELS_PROCESSOR_H
#define LAYOUT_LIB_KERNELS_PROCESSOR_H

#include "layout/Targets/Machine.h"
#include "mlir/IR/MLIRContext.h"
#include "mlir/Support/LLVM.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"

namespace llvm {
class MCSubtargetInfo;
} // namespace llvm

namespace mlir::layout {

/// An instruction that adds four products of integers of 8 bits to each lane of
/// 32 bits of a vector, modulo 2^32: lane i of the sums gets
///
///   a[4 * i] * b[4 * i] + ... + a[4 * i + 3] * b[4 * i + 3]
struct DotProduct {
  /// The name of LLVM's intrinsic, which takes the sums, `a` and `b`.
  llvm::StringRef intrinsic;
  /// The bytes of each of the vectors.
  unsigned bytes;
  /// Whether the elements of `a` and of `b` are signed.
  bool isSignedA, isSignedB;
};

/// An instruction that multiplies signed integers of 16 bits and adds the
/// products of each pair of lanes to one of 32 bits.
struct PairProduct {
  /// The name of LLVM's intrinsic, which takes two vectors of 16 bit integers.
  llvm::StringRef intrinsic;
  /// The bytes of each of the vectors.
  unsigned bytes;
};

/// The processor that kernels are compiled for: a machine and its instructions.
struct Processor : Machine {
  llvm::SmallVector<DotProduct> dotProducts = {};
  llvm::SmallVector<PairProduct> pairProducts = {};

  /// The instruction for vectors of this length and elements of these signs, in
  /// this order; null if there is none.
  const DotProduct *findDotProduct(unsigned bytes, bool isSignedA,
                                   bool isSignedB) const;
  /// The instruction for vectors of this length; null if there is none.
  const PairProduct *findPairProduct(unsigned bytes) const;
};

/// Adds the instructions to `processor` that `features` tells.
void addProducts(Processor &processor, const llvm::MCSubtargetInfo &features);

/// Asks LLVM for the properties of `cpu`, a name as of `llc -mcpu`, of the
/// architecture of this machine; "host" stands for the processor of this
/// machine. Returns an error if LLVM does not know it.
llvm::Expected<Processor> getProcessor(llvm::StringRef cpu);

/// As above, for passes: emits the error at an unknown location.
FailureOr<Processor> getProcessor(MLIRContext *context, llvm::StringRef cpu);

} // namespace mlir::layout

#endif // LAYOUT_LIB_KERNELS_PROCESSOR_H
