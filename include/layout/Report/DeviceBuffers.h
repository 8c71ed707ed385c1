//===- DeviceBuffers.h - Buffers in the memory of a device ------*- C++ -*-===//
//
// Part of LayoutMLIR, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A runtime that brings tensors to a device wants to know, of each argument and
// result and of each rewrite that is left, how many requests the transfer
// takes, how much of the buffer is padding, and along which dim the cores of
// the device can share it. Reports say so for targets that describe such a
// device: by the size of sticks or cache lines, or the number of cores.
//
//===----------------------------------------------------------------------===//

#ifndef LAYOUT_REPORT_DEVICEBUFFERS_H
#define LAYOUT_REPORT_DEVICEBUFFERS_H

#include "layout/Algebra/LayoutProperties.h"
#include "layout/Analysis/Rewrites.h"
#include "mlir/IR/BuiltinOps.h"
#include <string>
#include <vector>

namespace llvm::json {
class OStream;
} // namespace llvm::json

namespace mlir::layout {

/// What a target says about the memory and the cores of its device.
struct DeviceMemory {
  std::optional<int64_t> stickBytes, lineBytes, cores;

  bool isDescribed() const { return stickBytes || lineBytes || cores; }
};

/// A buffer that a transfer or a rewrite fills.
struct DeviceBuffer {
  /// "argument 0 of @main", "result 0 of @main"; that of a rewrite is empty.
  std::string value;
  SmallVector<int64_t> shape; ///< of the physical dims
  int64_t elementBits = 0;    ///< whole bytes, as in a buffer
  int64_t bytes = 0;          ///< of the whole buffer
  int64_t paddingElements = 0;
  /// Of elements that are contiguous on both sides, each of which one request
  /// moves: on the host, which is row-major, or in the source of a rewrite, and
  /// in the buffer. Nothing if they are not known.
  std::optional<ContiguousRuns> runs;
  /// The dims that the cores divide evenly, outermost first.
  SmallVector<unsigned> coreDims;

  int64_t getPaddingBytes() const { return paddingElements * elementBits / 8; }
  /// Writes the members of a JSON object.
  void print(const DeviceMemory &memory, llvm::json::OStream &json) const;
  /// E.g. "512,000 bytes as 4x1000x64, 112,000 of them padding, 4,000 requests
  /// of up to 128 bytes, dim 1 divides over 8 cores".
  std::string str(const DeviceMemory &memory) const;
};

/// Returns the buffers of arguments and results of public functions with a
/// body, as far as they are tensors of static shape. `layout.host` says how
/// those lie that callers pass in another layout than row-major.
std::vector<DeviceBuffer> getBoundaryOnDevice(ModuleOp module,
                                              const DeviceMemory &memory);

/// Returns the buffer that a rewrite writes; nothing if a dim is dynamic.
std::optional<DeviceBuffer> getBufferOf(const Rewrite &rewrite,
                                        const DeviceMemory &memory);

} // namespace mlir::layout

#endif // LAYOUT_REPORT_DEVICEBUFFERS_H
