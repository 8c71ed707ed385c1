//===- CacheSizes.cpp - Caches that a target states -----------------------===//
//
// Part of LayoutMLIR, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "layout/Targets/CacheSizes.h"
#include "TargetReader.h"
#include "mlir/Dialect/DLTI/DLTI.h"

using namespace mlir;
using namespace mlir::layout;

/// Reads the size under `key`, if the device states one.
static LogicalResult readSize(TargetDeviceSpecInterface device, StringRef key,
                              std::optional<unsigned> &bytes, Location loc) {
  DataLayoutEntryInterface entry =
      device.getSpecForIdentifier(StringAttr::get(loc.getContext(), key));
  if (!entry)
    return success();
  auto size = dyn_cast<IntegerAttr>(entry.getValue());
  if (!size || !size.getValue().isStrictlyPositive() ||
      !size.getValue().isIntN(32))
    return emitError(loc) << "requires '" << key
                          << "' to be an integer from 1 to 4294967295, found "
                          << entry.getValue();
  bytes = size.getValue().getZExtValue();
  return success();
}

FailureOr<CacheSizes> layout::readCacheSizes(ModuleOp module) {
  CacheSizes caches;
  auto system = module->getAttrOfType<TargetSystemSpecInterface>(
      DLTIDialect::kTargetSystemDescAttrName);
  if (!system)
    return caches;
  for (DataLayoutEntryInterface entry : system.getEntries()) {
    auto device = dyn_cast<TargetDeviceSpecInterface>(entry.getValue());
    if (!device)
      continue;
    if (failed(readSize(device, "L1_cache_size_in_bytes", caches.level1,
                        module.getLoc())) ||
        failed(readSize(device, "L2_cache_size_in_bytes", caches.level2,
                        module.getLoc())))
      return failure();
    if (caches.level1 || caches.level2)
      break;
  }
  return caches;
}

FailureOr<CacheSizes> layout::readCacheSizes(MLIRContext *context,
                                             StringRef nameOrFile) {
  FailureOr<OwningOpRef<ModuleOp>> target =
      parseTarget(UnknownLoc::get(context), nameOrFile);
  if (failed(target))
    return failure();
  return readCacheSizes(**target);
}
