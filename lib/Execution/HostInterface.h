//===- HostInterface.h - What a caller passes and gets ----------*- C++ -*-===//
//
// Part of LayoutMLIR, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A function whose arguments or results `layout-host` has described takes and
// returns tensors in other layouts than row-major, of other types than in the
// program before. Tools call it as its callers do: by what `layout.host` says,
// not by the functions that the pass has added for them.
//
//===----------------------------------------------------------------------===//

#ifndef LAYOUT_LIB_EXECUTION_HOSTINTERFACE_H
#define LAYOUT_LIB_EXECUTION_HOSTINTERFACE_H

#include "Entry.h"

#include "mlir/IR/AffineMap.h"
#include "mlir/IR/Attributes.h"
#include <memory>
#include <optional>

namespace mlir::layout::execution {

/// How a tensor of the host is stored where a function takes or returns it.
struct StoredTensor {
  /// From the indices of the tensor to those of the places.
  AffineMap map;
  /// The type that the function has.
  RankedTensorType type;
  /// The value of the padding; null if there is no padding, poison if it may
  /// hold anything.
  Attribute padding;
};

/// An argument or result as its caller has it.
struct HostValue {
  /// The type that the caller passes or gets.
  Type type;
  std::optional<StoredTensor> stored;
};

class HostInterface {
public:
  /// Reads `layout.host` of the arguments and results of `entry`. Arguments
  /// that are weights in a file are taken from `weights`, which is an error if
  /// it is too short; if it is empty, callers pass them as they are. Emits an
  /// error if `layout.host` does not describe the type that it is at.
  static FailureOr<HostInterface> create(func::FuncOp entry, StringRef weights);

  /// The types of what callers pass and get. Weights are no arguments of
  /// theirs.
  SmallVector<Type> getArgumentTypes() const;
  SmallVector<Type> getResultTypes() const;

  /// The outputs of a call, with the types that callers get.
  std::vector<OutputInfo> getOutputs() const;

  /// Makes the arguments of the function of those of its caller.
  std::vector<HostTensor> pack(std::vector<HostTensor> arguments) const;

  /// Makes the outputs for the caller of those of the function, which has as
  /// many. Returns what is wrong with the padding of one, if it does not hold
  /// what `layout.host` says; else an empty text.
  std::string unpack(Outputs &outputs) const;

private:
  struct Argument : HostValue {
    /// The contents, if it is a weight.
    std::shared_ptr<HostTensor> weight;
  };

  std::vector<Argument> arguments;
  std::vector<HostValue> results;
};

/// Succeeds if callers pass and get the same types of both functions, which can
/// be called from here and have outputs; emits an error otherwise.
LogicalResult checkSignatures(func::FuncOp a, const HostInterface &ofA,
                              func::FuncOp b, const HostInterface &ofB);

} // namespace mlir::layout::execution

#endif // LAYOUT_LIB_EXECUTION_HOSTINTERFACE_H
