//===- TargetBuilder.cpp - Describes a device in C++ ----------------------===//
//
// Part of LayoutMLIR, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "layout/Targets/TargetBuilder.h"
#include "mlir/Dialect/DLTI/DLTI.h"
#include "mlir/IR/Builders.h"
#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/OwningOpRef.h"
#include "llvm/Support/JSON.h"
#include <map>

using namespace mlir;
using namespace mlir::layout;
namespace json = llvm::json;

TargetEntry TargetEntry::byPosition(StringRef kind,
                                    std::vector<std::string> operands,
                                    std::vector<std::string> results) {
  TargetEntry entry;
  entry.kinds = {kind.str()};
  entry.operands = std::move(operands);
  entry.results = std::move(results);
  return entry;
}

TargetEntry &TargetEntry::when(StringRef key, std::vector<std::string> values) {
  for (auto &[known, list] : conditions)
    if (known == key) {
      llvm::append_range(list, values);
      return *this;
    }
  conditions.emplace_back(key.str(), std::move(values));
  return *this;
}

TargetBuilder &TargetBuilder::setName(StringRef value) {
  name = value.str();
  return *this;
}

TargetBuilder &TargetBuilder::setMaxRank(int64_t value) {
  maxRank = value;
  return *this;
}

TargetBuilder &TargetBuilder::setStickBytes(int64_t value) {
  stickBytes = value;
  return *this;
}

TargetBuilder &TargetBuilder::setLineBytes(int64_t value) {
  lineBytes = value;
  return *this;
}

TargetBuilder &TargetBuilder::setCores(int64_t value) {
  cores = value;
  return *this;
}

TargetBuilder &TargetBuilder::setDefault(int64_t rank, StringRef letters) {
  for (auto &[known, text] : defaults)
    if (known == rank) {
      text = letters.str();
      return *this;
    }
  defaults.emplace_back(rank, letters.str());
  return *this;
}

TargetBuilder &TargetBuilder::setDefaultToSticks() {
  defaultsToSticks = true;
  return *this;
}

TargetBuilder &TargetBuilder::setRestickify(double value) {
  restickify = value;
  return *this;
}

TargetBuilder &TargetBuilder::offload(OffloadEntry entry) {
  offloaded.push_back(std::move(entry));
  return *this;
}

TargetBuilder &TargetBuilder::setVerify(bool value) {
  verifies = value;
  return *this;
}

TargetBuilder &TargetBuilder::setConstants(ConstantSharing value) {
  constants = value;
  return *this;
}

TargetBuilder &TargetBuilder::setOthers(OtherOps value) {
  others = value;
  return *this;
}

TargetBuilder &TargetBuilder::setL1CacheBytes(int64_t value) {
  l1Bytes = value;
  return *this;
}

TargetBuilder &TargetBuilder::setL2CacheBytes(int64_t value) {
  l2Bytes = value;
  return *this;
}

TargetEntry &TargetBuilder::prefer(TargetEntry entry) {
  return prefers.emplace_back(std::move(entry));
}

TargetEntry &TargetBuilder::require(TargetEntry entry) {
  return requirements.emplace_back(std::move(entry));
}

//===----------------------------------------------------------------------===//
// Calibration
//===----------------------------------------------------------------------===//

/// Whether the value holds maps, arrays, strings and numbers only, which are
/// what attributes are made of here.
static bool isPlain(const json::Value &value) {
  if (const json::Array *array = value.getAsArray())
    return llvm::all_of(*array, isPlain);
  if (const json::Object *object = value.getAsObject())
    return llvm::all_of(
        *object, [](const auto &entry) { return isPlain(entry.second); });
  return value.kind() == json::Value::String ||
         value.kind() == json::Value::Number;
}

llvm::Error TargetBuilder::setCalibration(StringRef text) {
  llvm::Expected<json::Value> value = json::parse(text);
  if (!value)
    return value.takeError();
  if (!value->getAsObject() || !isPlain(*value))
    return llvm::createStringError(
        "requires an object of maps, arrays, strings and numbers");
  calibration = text.str();
  return llvm::Error::success();
}

//===----------------------------------------------------------------------===//
// Attributes
//===----------------------------------------------------------------------===//

namespace {
/// The keys of a map in the order in which they are added.
class MapBuilder {
public:
  explicit MapBuilder(MLIRContext *context) : builder(context) {}

  void add(StringRef key, Attribute value) {
    entries.push_back(
        DataLayoutEntryAttr::get(builder.getStringAttr(key), value));
  }
  void addText(StringRef key, StringRef text) {
    if (!text.empty())
      add(key, builder.getStringAttr(text));
  }
  void addNumber(StringRef key, std::optional<int64_t> number) {
    if (number)
      add(key, builder.getI64IntegerAttr(*number));
  }
  /// One text as it is, several as an array.
  void addTexts(StringRef key, ArrayRef<std::string> texts) {
    if (texts.size() == 1)
      return addText(key, texts.front());
    SmallVector<StringRef> references(texts.begin(), texts.end());
    add(key, builder.getStrArrayAttr(references));
  }

  MapAttr get() const { return MapAttr::get(builder.getContext(), entries); }

private:
  Builder builder;
  SmallVector<DataLayoutEntryInterface> entries;
};
} // namespace

static Attribute fromJson(MLIRContext *context, const json::Value &value) {
  Builder builder(context);
  if (const json::Array *array = value.getAsArray())
    return builder.getArrayAttr(
        llvm::map_to_vector(*array, [&](const json::Value &item) {
          return fromJson(context, item);
        }));
  if (const json::Object *object = value.getAsObject()) {
    // The order of an object is not that of its text.
    std::map<StringRef, const json::Value *> sorted;
    for (const auto &[key, item] : *object)
      sorted[key] = &item;
    MapBuilder map(context);
    for (const auto &[key, item] : sorted)
      map.add(key, fromJson(context, *item));
    return map.get();
  }
  if (auto text = value.getAsString())
    return builder.getStringAttr(*text);
  if (auto number = value.getAsInteger())
    return builder.getI64IntegerAttr(*number);
  return builder.getF64FloatAttr(*value.getAsNumber());
}

static void addConditions(
    MapBuilder &map, MLIRContext *context,
    const std::vector<std::pair<std::string, std::vector<std::string>>>
        &conditions) {
  MapBuilder when(context);
  for (const auto &[key, values] : conditions)
    when.addTexts(key, values);
  if (!conditions.empty())
    map.add("when", when.get());
}

static Attribute toAttribute(MLIRContext *context, const TargetEntry &entry) {
  Builder builder(context);
  MapBuilder map(context);
  map.addTexts("kind", entry.kinds);
  map.addText("data", entry.data);
  map.addText("kernel", entry.kernel);
  map.addText("result", entry.result);
  if (!entry.operands.empty())
    map.addTexts("operands", entry.operands);
  if (!entry.results.empty())
    map.addTexts("results", entry.results);
  map.addText("order", entry.order);
  if (entry.price != 0)
    map.add("price", builder.getF64FloatAttr(entry.price));
  MapBuilder plain(context);
  if (entry.plainDataPrice != 0)
    plain.add("data", builder.getF64FloatAttr(entry.plainDataPrice));
  if (entry.plainResultPrice != 0)
    plain.add("result", builder.getF64FloatAttr(entry.plainResultPrice));
  if (entry.plainDataPrice != 0 || entry.plainResultPrice != 0)
    map.add("plain_price", plain.get());
  if (!entry.alongStick.empty())
    map.addText("along_stick", entry.alongStick);
  if (entry.groupBits != 0)
    map.addNumber("group_bits", entry.groupBits);
  if (entry.splits)
    map.add("split", builder.getBoolAttr(true));
  if (entry.isFallback)
    map.add("fallback", builder.getBoolAttr(true));
  addConditions(map, context, entry.conditions);
  return map.get();
}

static Attribute toAttribute(MLIRContext *context, const OffloadEntry &entry) {
  MapBuilder map(context);
  for (auto [key, texts] :
       {std::pair("kind", &entry.kinds), std::pair("callee", &entry.callees),
        std::pair("preceded_by", &entry.precededBy),
        std::pair("followed_by", &entry.followedBy)})
    if (!texts->empty())
      map.addTexts(key, *texts);
  addConditions(map, context, entry.conditions);
  return map.get();
}

template <typename Entries>
static void addEntries(MapBuilder &map, StringRef key, MLIRContext *context,
                       const Entries &entries) {
  if (entries.empty())
    return;
  auto attributes = llvm::map_to_vector(
      entries, [&](const auto &entry) { return toAttribute(context, entry); });
  map.add(key, ArrayAttr::get(context, attributes));
}

Attribute TargetBuilder::getDescription(MLIRContext *context) const {
  MapBuilder map(context);
  map.addText("name", name);
  map.addNumber("max_rank", maxRank);
  map.addNumber("stick_bytes", stickBytes);
  map.addNumber("line_bytes", lineBytes);
  map.addNumber("cores", cores);
  if (verifies)
    map.add("verify", BoolAttr::get(context, *verifies));
  if (constants)
    map.addText("constants",
                *constants == ConstantSharing::Agree ? "agree" : "copy");
  if (others)
    map.addText("others", *others == OtherOps::Agree ? "agree" : "keep");
  MapBuilder layouts(context);
  for (const auto &[rank, letters] : defaults)
    layouts.addText(std::to_string(rank), letters);
  if (defaultsToSticks)
    map.addText("default", "sticks");
  else if (!defaults.empty())
    map.add("default", layouts.get());
  addEntries(map, "offload", context, offloaded);
  addEntries(map, "requires", context, requirements);
  addEntries(map, "prefers", context, prefers);
  if (!calibration.empty())
    map.add("calibration",
            fromJson(context, llvm::cantFail(json::parse(calibration))));
  if (restickify) {
    MapBuilder rewrites(context);
    rewrites.add("restickify", Builder(context).getF64FloatAttr(*restickify));
    map.add("rewrites", rewrites.get());
  }
  return map.get();
}

Attribute TargetBuilder::getSystemSpec(MLIRContext *context) const {
  auto entry = [&](StringRef key, Attribute value) -> DataLayoutEntryInterface {
    return DataLayoutEntryAttr::get(StringAttr::get(context, key), value);
  };
  SmallVector<DataLayoutEntryInterface> keys = {
      entry("layout", getDescription(context))};
  auto addCache = [&](StringRef key, std::optional<int64_t> bytes) {
    if (bytes)
      keys.push_back(entry(key, Builder(context).getI64IntegerAttr(*bytes)));
  };
  addCache("L1_cache_size_in_bytes", l1Bytes);
  addCache("L2_cache_size_in_bytes", l2Bytes);
  auto deviceSpec = TargetDeviceSpecAttr::get(context, keys);
  return TargetSystemSpecAttr::get(context, {entry(device, deviceSpec)});
}

std::string TargetBuilder::getText() const {
  MLIRContext context(MLIRContext::Threading::DISABLED);
  context.loadDialect<DLTIDialect>();
  OwningOpRef<ModuleOp> module = ModuleOp::create(UnknownLoc::get(&context));
  (*module)->setAttr(DLTIDialect::kTargetSystemDescAttrName,
                     getSystemSpec(&context));
  std::string text;
  llvm::raw_string_ostream(text) << *module << "\n";
  return text;
}
