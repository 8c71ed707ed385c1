//===- Calibration.cpp - Measured costs of moving data --------------------===//
//
// Part of LayoutMLIR, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "layout/Analysis/Calibration.h"
#include "llvm/Support/JSON.h"
#include "llvm/Support/MemoryBuffer.h"
#include <cmath>

using namespace mlir::layout;
namespace json = llvm::json;

namespace mlir::layout {
static bool fromJSON(const json::Value &value,
                     Calibration::Efficiency &efficiency, json::Path path) {
  json::ObjectMapper object(value, path);
  if (!object || !object.map("run", efficiency.run) ||
      !object.map("of_copy", efficiency.ofCopy))
    return false;
  if (efficiency.run < 1)
    path.field("run").report("requires a run of at least 1 byte");
  else if (std::isnan(efficiency.ofCopy) || efficiency.ofCopy <= 0 ||
           efficiency.ofCopy > 1)
    path.field("of_copy").report("requires more than 0 and at most 1");
  else
    return true;
  return false;
}

static bool fromJSON(const json::Value &value, Calibration &calibration,
                     json::Path path) {
  json::ObjectMapper object(value, path);
  int64_t version = 0;
  if (!object || !object.map("version", version) ||
      !object.map("unit", calibration.unit) ||
      !object.map("per_byte", calibration.perByte) ||
      !object.map("efficiency", calibration.efficiency))
    return false;
  bool rises = llvm::is_sorted(
      calibration.efficiency,
      [](const Calibration::Efficiency &a, const Calibration::Efficiency &b) {
        return a.run <= b.run;
      });
  if (version != 1)
    path.field("version").report("requires version 1");
  else if (calibration.unit.empty())
    path.field("unit").report("requires a unit");
  else if (!(calibration.perByte > 0))
    path.field("per_byte").report("requires more than 0");
  else if (!rises)
    path.field("efficiency").report("requires runs that rise");
  else
    return true;
  return false;
}
} // namespace mlir::layout

llvm::Expected<Calibration> Calibration::read(llvm::StringRef path) {
  auto text = llvm::MemoryBuffer::getFile(path);
  if (!text)
    return llvm::createStringError(text.getError(),
                                   "cannot read '" + path +
                                       "': " + text.getError().message());
  llvm::Expected<Calibration> calibration =
      json::parse<Calibration>((*text)->getBuffer(), "");
  if (!calibration)
    return llvm::createStringError("cannot read '" + path + "': " +
                                   llvm::toString(calibration.takeError()));
  return calibration;
}

llvm::Expected<Calibration> Calibration::get(const json::Value &value) {
  Calibration calibration;
  json::Path::Root root;
  if (fromJSON(value, calibration, root))
    return calibration;
  return root.getError();
}

/// Rounds a cost, which is limited to the largest integer.
static int64_t getRounded(double cost) {
  constexpr auto most = std::numeric_limits<int64_t>::max();
  return cost < static_cast<double>(most) ? std::llround(cost) : most;
}

int64_t Calibration::getCost(int64_t bytes) const {
  return getRounded(static_cast<double>(bytes) * perByte);
}

int64_t Calibration::getCost(int64_t bytes, int64_t run,
                             bool restickifies) const {
  double ofCopy = efficiency.empty() ? 1.0 : efficiency.front().ofCopy;
  for (const Efficiency &entry : efficiency)
    if (entry.run <= run)
      ofCopy = entry.ofCopy;
  return getRounded(static_cast<double>(bytes) * perByte / ofCopy *
                    (restickifies ? restickify : 1.0));
}
