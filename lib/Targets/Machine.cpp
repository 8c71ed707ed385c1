//===- Machine.cpp - Numbers about a machine ------------------------------===//
//
// Part of LayoutMLIR, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "layout/Targets/Machine.h"
#include "TargetReader.h"
#include "mlir/Dialect/DLTI/DLTI.h"

using namespace mlir;
using namespace mlir::layout;

/// Reads the size under `key`, if the device states one.
static LogicalResult readSize(TargetDeviceSpecInterface device, StringRef key,
                              int64_t &bytes, Location loc) {
  DataLayoutEntryInterface entry =
      device.getSpecForIdentifier(StringAttr::get(loc.getContext(), key));
  if (!entry)
    return success();
  std::optional<int64_t> size = getInteger(entry.getValue());
  if (!size || *size < 1 || *size > std::numeric_limits<uint32_t>::max())
    return emitError(loc) << "requires '" << key
                          << "' to be an integer from 1 to 4294967295, found "
                          << entry.getValue();
  bytes = *size;
  return success();
}

/// Reads the caches that `device` states. Whether there are any is returned.
static FailureOr<bool> readCaches(TargetDeviceSpecInterface device,
                                  Location loc, Machine &machine) {
  bool isStated = false;
  for (auto [key, field] :
       {std::pair("L1_cache_size_in_bytes", &Machine::level1Bytes),
        std::pair("L2_cache_size_in_bytes", &Machine::level2Bytes)}) {
    if (failed(readSize(device, key, machine.*field, loc)))
      return failure();
    isStated |= bool(
        device.getSpecForIdentifier(StringAttr::get(loc.getContext(), key)));
  }
  return isStated;
}

static LogicalResult readMachine(TargetDeviceSpecInterface device,
                                 StringRef name, Location loc, bool &isStated,
                                 Machine &machine) {
  FailureOr<bool> hasCaches = readCaches(device, loc, machine);
  if (failed(hasCaches))
    return failure();
  isStated = *hasCaches;
  DataLayoutEntryInterface entry =
      device.getSpecForIdentifier(StringAttr::get(loc.getContext(), "layout"));
  // What else is wrong with it, passes report that read layouts.
  if (!entry || !isa<MapAttr>(entry.getValue()))
    return success();
  auto emitError = [&] { return mlir::emitError(loc); };
  FailureOr<KeyedMap> layout =
      KeyedMap::get(entry.getValue(), name.str() + ".layout", emitError);
  if (failed(layout))
    return failure();
  isStated |= layout->has<Attribute>("machine");
  return takeMachine(*layout, machine);
}

LogicalResult layout::readMachine(ModuleOp module, Machine &machine) {
  auto system = module->getAttrOfType<TargetSystemSpecInterface>(
      DLTIDialect::kTargetSystemDescAttrName);
  if (!system)
    return success();
  for (DataLayoutEntryInterface entry : system.getEntries()) {
    auto device = dyn_cast<TargetDeviceSpecInterface>(entry.getValue());
    auto name = dyn_cast<StringAttr>(entry.getKey());
    bool isStated = false;
    if (!device || !name)
      continue;
    if (failed(::readMachine(device, name.getValue(), module.getLoc(), isStated,
                             machine)))
      return failure();
    if (isStated)
      break;
  }
  return success();
}

LogicalResult layout::readMachine(MLIRContext *context, StringRef nameOrFile,
                                  Machine &machine) {
  FailureOr<OwningOpRef<ModuleOp>> target =
      parseTarget(UnknownLoc::get(context), nameOrFile);
  if (failed(target))
    return failure();
  return readMachine(**target, machine);
}
