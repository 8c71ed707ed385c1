//===- TuningRecords.cpp - Measured times of ops in layouts ---------------===//
//
// Part of LayoutMLIR, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "TuningRecords.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/FormatVariadic.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/TargetParser/Host.h"
#include <cmath>
#include <limits>

using namespace mlir;
using namespace mlir::layout;
namespace json = llvm::json;

TunedMachine TunedMachine::getHost() {
  std::vector<std::string> names;
  for (const auto &[name, isOn] : llvm::sys::getHostCPUFeatures())
    if (isOn)
      names.push_back(name.str());
  llvm::sort(names);
  return {llvm::sys::getHostCPUName().str(), llvm::join(names, ",")};
}

//===----------------------------------------------------------------------===//
// Reading
//===----------------------------------------------------------------------===//

// Conversions are looked up in the namespace of the structs.
namespace {
struct Machine {
  TunedMachine machine;
  double secondsPerByte = 0;
};

struct Record {
  int64_t machine = 0;
  TunedOp op;
  std::vector<std::string> layouts;
  double seconds = 0;
};

struct File {
  std::vector<Machine> machines;
  std::vector<Record> records;
};

/// Reports an invalid time.
bool checkTime(double seconds, json::Path path) {
  if (seconds > 0 && std::isfinite(seconds))
    return true;
  path.report("requires a time above 0");
  return false;
}

bool fromJSON(const json::Value &value, Machine &machine, json::Path path) {
  json::ObjectMapper object(value, path);
  return object && object.map("cpu", machine.machine.cpu) &&
         object.map("features", machine.machine.features) &&
         object.map("seconds_per_byte", machine.secondsPerByte) &&
         checkTime(machine.secondsPerByte, path.field("seconds_per_byte"));
}

bool fromJSON(const json::Value &value, Record &record, json::Path path) {
  json::ObjectMapper object(value, path);
  return object && object.map("machine", record.machine) &&
         object.map("op", record.op) && object.map("layouts", record.layouts) &&
         object.map("seconds", record.seconds) &&
         checkTime(record.seconds, path.field("seconds"));
}

bool fromJSON(const json::Value &value, File &file, json::Path path) {
  json::ObjectMapper object(value, path);
  if (!object || !object.map("machines", file.machines) ||
      !object.map("records", file.records))
    return false;
  for (auto [number, record] : llvm::enumerate(file.records))
    if (record.machine < 0 ||
        record.machine >= static_cast<int64_t>(file.machines.size())) {
      path.field("records").index(number).field("machine").report(
          "requires the number of a machine");
      return false;
    }
  return true;
}

} // namespace

/// Reads a file of this version; another one may have anything in it.
static llvm::Expected<File> parseFile(StringRef text) {
  llvm::Expected<json::Value> value = json::parse(text);
  if (!value)
    return value.takeError();
  const json::Object *object = value->getAsObject();
  std::optional<int64_t> version =
      object ? object->getInteger("version") : std::nullopt;
  if (version != 1)
    return llvm::createStringError(
        "requires version 1 of tuning records, found " +
        (version ? std::to_string(*version) : "none"));
  File file;
  json::Path::Root root;
  if (!fromJSON(*value, file, root))
    return root.getError();
  return file;
}

/// Returns which machine is meant; nothing if the file has none of that name.
static llvm::Expected<std::optional<int64_t>>
findMachine(ArrayRef<Machine> machines, StringRef cpu) {
  TunedMachine host = TunedMachine::getHost();
  std::optional<int64_t> found;
  for (auto [number, machine] : llvm::enumerate(machines)) {
    bool isMeant = cpu == "host" ? std::tie(machine.machine.cpu,
                                            machine.machine.features) ==
                                       std::tie(host.cpu, host.features)
                                 : machine.machine.cpu == cpu;
    if (!isMeant)
      continue;
    if (found)
      return llvm::createStringError("requires one machine '" +
                                     machine.machine.cpu + "', found two");
    found = number;
  }
  return found;
}

/// The text by which the time of an op in some layouts is found.
static std::string getKey(const TunedOp &op,
                          const std::vector<std::string> &layouts) {
  return llvm::formatv("{0}{1}", toJSON(op), json::Value(layouts));
}

llvm::Expected<TuningRecords> TuningRecords::read(StringRef path,
                                                  StringRef cpu) {
  auto addPath = [&](const llvm::Twine &why) {
    return llvm::createStringError("cannot read '" + path + "': " + why);
  };
  auto text = llvm::MemoryBuffer::getFile(path);
  if (!text)
    return addPath(text.getError().message());
  llvm::Expected<File> file = parseFile((*text)->getBuffer());
  if (!file)
    return addPath(llvm::toString(file.takeError()));
  auto machine = findMachine(file->machines, cpu);
  if (!machine)
    return addPath(llvm::toString(machine.takeError()));
  TuningRecords kept;
  kept.processor = cpu == "host" ? TunedMachine::getHost().cpu : cpu.str();
  for (const Record &record : file->records)
    kept.processors.insert(file->machines[record.machine].machine.cpu);
  if (!*machine)
    return kept;
  kept.secondsPerByte = file->machines[**machine].secondsPerByte;
  for (const Record &record : file->records)
    if (record.machine == **machine)
      kept.seconds[getKey(record.op, record.layouts)] = record.seconds;
  return kept;
}

//===----------------------------------------------------------------------===//
// Costs
//===----------------------------------------------------------------------===//

/// Rounds to an integer, the largest one if it does not fit.
static int64_t getRounded(double value) {
  constexpr auto most = std::numeric_limits<int64_t>::max();
  return value < static_cast<double>(most) ? std::llround(value) : most;
}

FailureOr<SmallVector<int64_t>>
TuningRecords::getCosts(const TunedOp &op,
                        ArrayRef<std::vector<std::string>> choices,
                        std::string &reason) const {
  SmallVector<double> times;
  for (const std::vector<std::string> &layouts : choices) {
    auto found = seconds.find(getKey(op, layouts));
    if (found == seconds.end()) {
      reason = "the records do not have " + llvm::join(layouts, ", ");
      return failure();
    }
    times.push_back(found->second);
  }
  double fastest = *llvm::min_element(times);
  return llvm::map_to_vector(times, [&](double time) -> int64_t {
    double excess = time - fastest;
    return excess <= kNoise * fastest ? 0 : getRounded(excess / secondsPerByte);
  });
}
