//===- LayerName.cpp - Names of layers in locations -----------------------===//
//
// Part of LayoutMLIR, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "LayerName.h"
#include "layout/Analysis/Remarks.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/TypeSwitch.h"

using namespace mlir;
using namespace mlir::layout;

static std::string joinNames(FusedLoc fused) {
  constexpr size_t limit = 3;
  SmallVector<std::string, 2> names;
  for (Location part : fused.getLocations())
    if (std::string name = getLayerName(part);
        !name.empty() && !llvm::is_contained(names, name))
      names.push_back(std::move(name));
  std::string text = llvm::join(ArrayRef(names).take_front(limit), ", ");
  return names.size() > limit ? text + ", …" : text;
}

/// The name of the caller is the scope of that of the callee, unless the latter
/// contains it.
static std::string joinNames(CallSiteLoc call) {
  std::string callee = getLayerName(call.getCallee()),
              caller = getLayerName(call.getCaller());
  if (caller.empty() || StringRef(callee).starts_with(caller))
    return callee;
  return callee.empty() ? caller : caller + "/" + callee;
}

std::string layout::getLayerName(Location location) {
  return llvm::TypeSwitch<LocationAttr, std::string>(location)
      .Case([](NameLoc name) {
        return name.getName().empty() ? getLayerName(name.getChildLoc())
                                      : name.getName().str();
      })
      .Case([](FusedLoc fused) { return joinNames(fused); })
      .Case([](CallSiteLoc call) { return joinNames(call); })
      .Case([](OpaqueLoc opaque) {
        return getLayerName(opaque.getFallbackLocation());
      })
      .Default([](LocationAttr) { return std::string(); });
}

std::string layout::getPlaceText(StringRef location, StringRef name) {
  if (name.empty())
    return location.str();
  std::string quoted = ("'" + name + "'").str();
  return location.empty() ? quoted : (location + " " + quoted).str();
}

std::string layout::getPlaceText(Location location) {
  std::string name = getLayerName(location);
  bool hasFile = static_cast<bool>(location->findInstanceOf<FileLineColLoc>());
  return getPlaceText(hasFile || name.empty() ? getLocationText(location) : "",
                      name);
}
