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

static bool fromJSON(const json::Value &value, Calibration::Kernel &kernel,
                     json::Path path) {
  json::ObjectMapper object(value, path);
  if (!object || !object.map("kind", kernel.kind) ||
      !object.map("data", kernel.data) ||
      !object.map("result", kernel.result) ||
      !object.map("per_multiply_add", kernel.perMultiplyAdd))
    return false;
  if (kernel.perMultiplyAdd >= 0 && std::isfinite(kernel.perMultiplyAdd))
    return true;
  path.field("per_multiply_add").report("requires a number of at least 0");
  return false;
}

static bool fromJSON(const json::Value &value, Calibration &calibration,
                     json::Path path) {
  json::ObjectMapper object(value, path);
  int64_t version = 0;
  if (!object || !object.map("version", version) ||
      !object.map("unit", calibration.unit) ||
      !object.map("per_byte", calibration.perByte) ||
      !object.map("efficiency", calibration.efficiency) ||
      !object.mapOptional("kernels", calibration.kernels))
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

std::optional<int64_t> Calibration::getKernelBytes(llvm::StringRef kind,
                                                   llvm::StringRef data,
                                                   llvm::StringRef result,
                                                   int64_t multiplyAdds) const {
  for (const Kernel &kernel : kernels)
    if (kernel.kind == kind && kernel.data == data && kernel.result == result)
      return getRounded(static_cast<double>(multiplyAdds) *
                        kernel.perMultiplyAdd / perByte);
  return std::nullopt;
}
