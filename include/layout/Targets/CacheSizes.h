//===- CacheSizes.h - Caches that a target states ---------------*- C++ -*-===//
//
// Part of LayoutMLIR, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A device of a target system specification may state its caches beside its
// layouts, by keys as in the documentation of upstream's dialect dlti:
//
//   #dlti.target_device_spec<"L1_cache_size_in_bytes" = 32768 : i64,
//                            "L2_cache_size_in_bytes" = 1048576 : i64>
//
//===----------------------------------------------------------------------===//

#ifndef LAYOUT_TARGETS_CACHESIZES_H
#define LAYOUT_TARGETS_CACHESIZES_H

#include "mlir/IR/BuiltinOps.h"

namespace mlir::layout {

/// The bytes of the first-level data cache and of the second-level cache of a
/// core; nothing where a target does not state them.
struct CacheSizes {
  std::optional<unsigned> level1, level2;
};

/// The caches of the first device in the specification of `module` that states
/// any. Reports an error at `module` for a size that is no integer from 1 to
/// 2^32 - 1.
FailureOr<CacheSizes> readCacheSizes(ModuleOp module);

/// As above, of the target `nameOrFile`: a registered name, or a file whose
/// name ends in `.mlir`. The context must have loaded the dialect dlti. Errors
/// about the choice are at an unknown location.
FailureOr<CacheSizes> readCacheSizes(MLIRContext *context,
                                     StringRef nameOrFile);

} // namespace mlir::layout

#endif // LAYOUT_TARGETS_CACHESIZES_H
