//===- TargetReader.cpp - Reads the description of a device ---------------===//
//
// Part of LayoutMLIR, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// One file, because the keys of an entry are read together and checked against
// each other, and entries against the keys of their device.
//
//===----------------------------------------------------------------------===//

#include "TargetReader.h"
#include "KeyedMap.h"
#include "mlir/Dialect/DLTI/DLTI.h"
#include "llvm/Support/JSON.h"

using namespace mlir;
using namespace mlir::layout;
namespace json = llvm::json;

/// The kind of entries for offloaded ops.
static constexpr StringLiteral kOffload = "offload";

using EmitError = llvm::function_ref<InFlightDiagnostic()>;

//===----------------------------------------------------------------------===//
// Conditions
//===----------------------------------------------------------------------===//

/// Reads the comparisons under a key: one text, or several that hold together.
static LogicalResult take(KeyedMap &map, StringRef key,
                          SmallVectorImpl<Condition> &conditions) {
  SmallVector<std::string> texts;
  if (failed(map.take(key, texts)))
    return failure();
  for (const std::string &text : texts) {
    llvm::Expected<Condition> condition = Condition::parse(text);
    if (!condition)
      return map.error(key, condition.takeError());
    conditions.push_back(*condition);
  }
  return success();
}

/// Reads element types and writes them as MLIR does.
static LogicalResult takeTypes(KeyedMap &map, StringRef key,
                               SmallVectorImpl<std::string> &types) {
  static constexpr StringLiteral known[] = {"f64", "f32", "f16", "bf16", "i64",
                                            "i32", "i16", "i8",  "i4",   "i1"};
  if (failed(map.take(key, types)))
    return failure();
  for (const std::string &type : types)
    if (!llvm::is_contained(known, type)) {
      InFlightDiagnostic diag = map.error(key) << "requires types out of ";
      llvm::interleaveComma(known, diag);
      return diag << ", found '" << type << "'";
    }
  return success();
}

/// Reads whether a kernel is constant.
static LogicalResult takeConstantKernel(KeyedMap &map,
                                        std::optional<bool> &isConstant) {
  std::string text;
  if (failed(map.take("kernel", text)))
    return failure();
  if (text.empty())
    return success();
  if (text != "constant" && text != "computed")
    return map.error("kernel")
           << "requires constant or computed, found '" << text << "'";
  isConstant = text == "constant";
  return success();
}

static LogicalResult takeConditions(KeyedMap &map, Conditions &when) {
  if (failed(take(map, "window", when.window)) ||
      failed(take(map, "strides", when.strides)) ||
      failed(take(map, "dilation", when.dilation)) ||
      failed(take(map, "groups", when.groups)) ||
      failed(takeTypes(map, "data_type", when.dataTypes)) ||
      failed(takeTypes(map, "kernel_type", when.kernelTypes)) ||
      failed(takeTypes(map, "result_type", when.resultTypes)) ||
      failed(takeConstantKernel(map, when.hasConstantKernel)))
    return failure();
  static constexpr StringLiteral letters[] = {
      "N", "C", "I", "O", "D", "H", "W", "G", "M", "K", "B", "a",
      "b", "c", "d", "e", "f", "g", "h", "i", "j", "k", "l"};
  for (StringRef letter : letters) {
    SmallVector<Condition, 1> conditions;
    if (failed(take(map, letter, conditions)))
      return failure();
    if (!conditions.empty())
      when.extents[letter[0]] = std::move(conditions);
  }
  return success();
}

/// Reports the first condition that ops of a kind cannot fulfil: a letter
/// that is not in `letters`, or one of the lists that `lists` marks as foreign.
static LogicalResult
checkConditions(const KeyedMap &map, StringRef kind, const Conditions &when,
                StringRef letters,
                ArrayRef<std::pair<StringRef, bool>> foreign) {
  auto refuse = [&](const Twine &found) -> LogicalResult {
    return map.error("when")
           << "requires conditions that hold for ops of kind '" << kind
           << "', found '" << found << "'";
  };
  for (const auto &[letter, conditions] : when.extents)
    if (!letters.contains(letter))
      return refuse(Twine(letter));
  for (auto [key, isThere] : foreign)
    if (isThere)
      return refuse(key);
  return success();
}

/// Reports the first condition that ops whose dims have no letters cannot
/// fulfil.
static LogicalResult checkPositionalConditions(const KeyedMap &map,
                                               StringRef kind,
                                               const Conditions &when) {
  return checkConditions(map, kind, when, "abcdefghijkl",
                         {{"window", !when.window.empty()},
                          {"strides", !when.strides.empty()},
                          {"dilation", !when.dilation.empty()},
                          {"groups", !when.groups.empty()},
                          {"kernel_type", !when.kernelTypes.empty()},
                          {"kernel", when.hasConstantKernel.has_value()}});
}

/// The same for a kind whose dims have letters.
static LogicalResult checkLetterConditions(const KeyedMap &map, OpKind kind,
                                           const Conditions &when) {
  bool isPooling = kind.family == OpKind::Family::Pooling;
  return checkConditions(
      map, kind.str(), when, isPooling ? "NCDHW" : "NCIODHWGMKB",
      {{"groups", isPooling && !when.groups.empty()},
       {"kernel_type", isPooling && !when.kernelTypes.empty()},
       {"kernel", isPooling && when.hasConstantKernel.has_value()}});
}

//===----------------------------------------------------------------------===//
// Entries
//===----------------------------------------------------------------------===//

namespace {
/// An entry of `prefers` or `requires`, before its layouts are those of a kind.
struct Entry {
  SmallVector<std::string> kinds;
  std::string data, kernel = "default", result, order, alongStick;
  SmallVector<std::string> operands, results;
  double price = 0, plainDataPrice = 0, plainResultPrice = 0;
  std::optional<int64_t> groupBits;
  bool splits = false, isFallback = false;
  Conditions when;
};
} // namespace

static LogicalResult takeEntry(KeyedMap &map, Entry &entry) {
  if (failed(map.take("kind", entry.kinds)) ||
      failed(map.take("data", entry.data)) ||
      failed(map.take("kernel", entry.kernel)) ||
      failed(map.take("result", entry.result)) ||
      failed(map.take("operands", entry.operands)) ||
      failed(map.take("results", entry.results)) ||
      failed(map.take("along_stick", entry.alongStick)) ||
      failed(map.take("price", entry.price)) ||
      failed(map.takeMap(
          "plain_price",
          [&](KeyedMap &prices) -> LogicalResult {
            return failure(
                failed(prices.take("data", entry.plainDataPrice)) ||
                failed(prices.take("result", entry.plainResultPrice)));
          })) ||
      failed(map.take("order", entry.order)) ||
      failed(map.take("group_bits", entry.groupBits, 1)) ||
      failed(map.take("split", entry.splits)) ||
      failed(map.take("fallback", entry.isFallback)) ||
      failed(map.takeMap("when", [&](KeyedMap &when) {
        return takeConditions(when, entry.when);
      })))
    return failure();
  if (entry.kinds.empty())
    return map.error() << "requires a key 'kind', found none";
  if (!entry.alongStick.empty() && entry.alongStick != "dense" &&
      entry.alongStick != "sparse")
    return map.error("along_stick")
           << "requires dense or sparse, found '" << entry.alongStick << "'";
  return success();
}

/// Checks that an entry has the keys of a kind whose dims have letters.
static LogicalResult checkKeys(const KeyedMap &map, OpKind kind,
                               const Entry &entry) {
  std::string name = kind.str();
  if (!entry.alongStick.empty())
    return map.error("along_stick")
           << "requires a kind that reduces, found '" << name << "'";
  if (!entry.operands.empty() || !entry.results.empty())
    return map.error() << "requires 'data' for kind '" << name
                       << "', whose dims have letters, found '"
                       << (entry.operands.empty() ? "results" : "operands")
                       << "'";
  if (entry.data.empty() && entry.order.empty())
    return map.error()
           << "requires one of the keys 'data' and 'order', found neither";
  bool isPooling = kind.family == OpKind::Family::Pooling;
  if (isPooling && !entry.order.empty())
    return map.error("order")
           << "requires a convolution or matmul, found kind '" << name << "'";
  if (isPooling && entry.kernel != "default")
    return map.error("kernel") << "requires none for kind '" << name
                               << "', found '" << entry.kernel << "'";
  return checkLetterConditions(map, kind, entry.when);
}

/// Returns the letters of a layout for one kind: `*` stands for its image dims,
/// and the groups of a grouped convolution are in front of the channels unless
/// they have a place.
static std::string getLetters(OpKind kind, StringRef text) {
  bool addsGroups = kind.family == OpKind::Family::GroupedConv &&
                    !text.contains('G') && text.contains('N');
  std::string letters;
  for (char letter : text) {
    if (letter == '*')
      letters += kind.getImageLetters();
    else if (letter == 'C' && addsGroups)
      letters += "GC";
    else
      letters += letter;
  }
  return letters;
}

/// Reads the layouts of an entry as those of one kind.
static FailureOr<CriticalOpLayouts> getLayouts(const KeyedMap &map, OpKind kind,
                                               const Entry &entry) {
  LayoutTexts texts = {getLetters(kind, entry.data), entry.kernel,
                       getLetters(kind, entry.result)};
  if (entry.kernel != "default" && entry.kernel != "agree")
    texts.kernel = getLetters(kind, entry.kernel);
  return parseLayouts(kind, texts, [&](StringRef key, llvm::Error error) {
    (void)map.error(key, std::move(error));
  });
}

/// Reports an error if a layout has units whose size the device does not state.
static LogicalResult checkUnits(const KeyedMap &map, const LetterLayout &layout,
                                StringRef key, const UnitBytes &sizes) {
  for (const LetterAxis &axis : layout.getAxes()) {
    bool isStick = axis.unit == LetterUnit::Sticks;
    if (axis.unit != LetterUnit::Elements &&
        !(isStick ? sizes.stick : sizes.line))
      return map.error(key) << "requires the device to have a key '"
                            << (isStick ? "stick" : "line")
                            << "_bytes', found '" << layout.str() << "'";
  }
  return success();
}

static LogicalResult addEntry(const KeyedMap &map, const Entry &entry,
                              OpKind kind, const UnitBytes &sizes,
                              Preferences &preferences) {
  if (failed(checkKeys(map, kind, entry)))
    return failure();
  Preference &preference = preferences[kind];
  if (entry.groupBits)
    preference.groupBits = *entry.groupBits;
  preference.splitsMatmuls |= entry.splits;
  OperandOrder order = OperandOrder::Given;
  if (!entry.order.empty()) {
    std::optional<OperandOrder> stated = symbolizeOperandOrder(entry.order);
    if (!stated || *stated == OperandOrder::Given)
      return map.error("order") << "requires head_major or absorbed, found '"
                                << entry.order << "'";
    order = *stated;
  }
  if (entry.data.empty()) {
    if (entry.isFallback)
      return map.error("fallback") << "requires a key 'data', found none";
    preference.order = order;
    return success();
  }
  FailureOr<CriticalOpLayouts> layouts = getLayouts(map, kind, entry);
  if (failed(layouts) ||
      failed(checkUnits(map, layouts->data, "data", sizes)) ||
      failed(checkUnits(map, layouts->kernel, "kernel", sizes)) ||
      failed(checkUnits(map, layouts->result, "result", sizes)))
    return failure();
  preference.alternatives.push_back(
      {*layouts, entry.price, entry.when, entry.plainDataPrice,
       entry.plainResultPrice, order, entry.isFallback});
  return success();
}

static LogicalResult parseAll(const KeyedMap &map, StringRef key,
                              ArrayRef<std::string> texts,
                              SmallVectorImpl<PositionalLayout> &layouts) {
  for (const std::string &text : texts) {
    llvm::Expected<PositionalLayout> layout = PositionalLayout::parse(text);
    if (!layout)
      return map.error(key, layout.takeError());
    layouts.push_back(std::move(*layout));
  }
  return success();
}

/// Checks what an entry says about results of reductions along sticks.
static LogicalResult checkAlongStick(const KeyedMap &map, const Entry &entry,
                                     StringRef kind, const UnitBytes &sizes) {
  if (entry.alongStick.empty())
    return success();
  if (kind == "elementwise" || kind == "call")
    return map.error("along_stick")
           << "requires a kind that reduces, found '" << kind << "'";
  if (entry.alongStick == "dense")
    return success();
  if (!sizes.stick)
    return map.error("along_stick")
           << "requires the device to have a key 'stick_bytes', found none";
  for (const std::string &text : entry.results)
    if (text != "agree" && text != "_")
      return map.error("results")
             << "requires 'agree' or '_' beside sparse results, found '" << text
             << "'";
  return success();
}

/// Adds an entry for a kind whose dims have no letters.
static LogicalResult addPositional(const KeyedMap &map, const Entry &entry,
                                   StringRef kind, const UnitBytes &sizes,
                                   PositionalPreferences &preferences) {
  const std::pair<StringRef, bool> lettered[] = {
      {"data", !entry.data.empty()},
      {"kernel", entry.kernel != "default"},
      {"result", !entry.result.empty()},
      {"order", !entry.order.empty()},
      {"plain_price", entry.plainDataPrice != 0 || entry.plainResultPrice != 0},
      {"group_bits", entry.groupBits.has_value()},
      {"split", entry.splits},
      {"fallback", entry.isFallback}};
  for (auto [key, isThere] : lettered)
    if (isThere)
      return map.error() << "requires 'operands' and 'results' for kind '"
                         << kind << "', whose dims have no letters, found '"
                         << key << "'";
  if (failed(checkAlongStick(map, entry, kind, sizes)))
    return failure();
  if (entry.operands.empty() && entry.results.empty() &&
      entry.alongStick.empty())
    return map.error() << "requires one of the keys 'operands' and 'results' "
                          "for kind '"
                       << kind << "', found neither";
  if (failed(checkPositionalConditions(map, kind, entry.when)))
    return failure();
  PositionalAlternative alternative;
  alternative.isSparseAlongStick = entry.alongStick == "sparse";
  alternative.price = entry.price;
  alternative.when = entry.when;
  if (failed(parseAll(map, "operands", entry.operands, alternative.operands)) ||
      failed(parseAll(map, "results", entry.results, alternative.results)))
    return failure();
  preferences[kind.str()].push_back(std::move(alternative));
  return success();
}

/// Adds an entry for offloaded ops in letters. It holds for ops of each kind
/// that has its letters.
static LogicalResult addOffloaded(const KeyedMap &map, const Entry &entry,
                                  const UnitBytes &sizes,
                                  Preferences &preferences) {
  auto hasLetters = [&](OpKind kind) {
    LayoutTexts texts = {getLetters(kind, entry.data), "default", ""};
    return succeeded(
        parseLayouts(kind, texts, [](StringRef, llvm::Error error) {
          llvm::consumeError(std::move(error));
        }));
  };
  // A pooling has no kernel.
  const Conditions &when = entry.when;
  bool namesKernel = entry.kernel != "default" || !when.kernelTypes.empty() ||
                     !when.groups.empty() ||
                     llvm::any_of(when.extents, [](const auto &extent) {
                       return !StringRef("NCDHW").contains(extent.first);
                     });
  SmallVector<OpKind> kinds;
  for (OpKind kind : OpKind::getAll())
    if (hasLetters(kind) &&
        (kind.family != OpKind::Family::Pooling || !namesKernel))
      kinds.push_back(kind);
  if (kinds.empty())
    return map.error("data") << "requires the letters of some kind of ops, "
                                "found '"
                             << entry.data << "'";
  for (OpKind kind : kinds)
    if (failed(addEntry(map, entry, kind, sizes, preferences)))
      return failure();
  return success();
}

namespace {
/// What `prefers` or `requires` states.
struct StatedLayouts {
  Preferences &inLetters;
  PositionalPreferences &byPosition;
  /// The same for offloaded ops.
  Preferences &offloadedInLetters;
  PositionalPreferences &offloadedByPosition;
};
} // namespace

static LogicalResult takePreferences(KeyedMap &map, StringRef key,
                                     const UnitBytes &sizes,
                                     StatedLayouts stated) {
  return map.takeMaps(key, [&](KeyedMap &item) -> LogicalResult {
    Entry entry;
    if (failed(takeEntry(item, entry)))
      return failure();
    if (key == "requires" && !entry.data.empty() && !entry.order.empty())
      return item.error("order")
             << "requires to be without 'data', which would have to be met, "
                "found both";
    for (const std::string &name : entry.kinds) {
      if (name == kOffload && (!entry.order.empty() || entry.splits))
        return item.error()
               << "requires 'data' or 'operands' for kind '" << name
               << "', found '" << (entry.splits ? "split" : "order") << "'";
      if (name == kOffload && !entry.data.empty()) {
        if (failed(addOffloaded(item, entry, sizes, stated.offloadedInLetters)))
          return failure();
        continue;
      }
      // The name of an op begins with that of its dialect.
      if (name == kOffload || llvm::is_contained(getPositionalKinds(), name) ||
          StringRef(name).contains('.')) {
        if (failed(addPositional(item, entry, name, sizes,
                                 name == kOffload ? stated.offloadedByPosition
                                                  : stated.byPosition)))
          return failure();
        continue;
      }
      llvm::Expected<SmallVector<OpKind, 3>> kinds = OpKind::parse(name);
      if (!kinds)
        return item.error("kind", kinds.takeError());
      for (OpKind kind : *kinds)
        if (failed(addEntry(item, entry, kind, sizes, stated.inLetters)))
          return failure();
    }
    return success();
  });
}

//===----------------------------------------------------------------------===//
// Offloaded ops
//===----------------------------------------------------------------------===//

static LogicalResult takeKinds(KeyedMap &map, StringRef key, KindSet &kinds) {
  SmallVector<std::string> names;
  if (failed(map.take(key, names)))
    return failure();
  for (const std::string &name : names)
    if (llvm::Error error = kinds.add(name))
      return map.error(key, std::move(error));
  return success();
}

static LogicalResult takeCallees(KeyedMap &map, OffloadPattern &pattern) {
  SmallVector<std::string> names;
  if (failed(map.take("callee", names)))
    return failure();
  for (const std::string &name : names) {
    llvm::Expected<NamePattern> glob = NamePattern::create(name);
    if (!glob)
      return map.error("callee", glob.takeError());
    pattern.callees.push_back(std::move(*glob));
  }
  return success();
}

/// Reads an entry of `offload`. A callee says that the op is a call.
static LogicalResult takePattern(KeyedMap &map, OffloadPattern &pattern) {
  if (failed(takeKinds(map, "kind", pattern.kinds)) ||
      failed(takeCallees(map, pattern)) ||
      failed(takeKinds(map, "preceded_by", pattern.precededBy)) ||
      failed(takeKinds(map, "followed_by", pattern.followedBy)) ||
      failed(map.takeMap("when", [&](KeyedMap &when) {
        return takeConditions(when, pattern.when);
      })))
    return failure();
  const KindSet &kinds = pattern.kinds;
  bool isCall =
      kinds.lettered.empty() &&
      (kinds.others.empty() || kinds.others == std::set<std::string>{"call"});
  if (kinds.empty() && pattern.callees.empty())
    return map.error() << "requires one of the keys 'kind' and 'callee', found "
                          "neither";
  if (!pattern.callees.empty() && !isCall)
    return map.error("callee") << "requires no kind but 'call', found others";
  if (isCall && pattern.isComposite())
    return map.error() << "requires no '"
                       << (pattern.precededBy.empty() ? "followed_by"
                                                      : "preceded_by")
                       << "' for calls, each of which is offloaded alone";
  for (OpKind kind : kinds.lettered)
    if (failed(checkLetterConditions(map, kind, pattern.when)))
      return failure();
  for (const std::string &kind : kinds.others)
    if (failed(checkPositionalConditions(map, kind, pattern.when)))
      return failure();
  return success();
}

static LogicalResult takeOffload(KeyedMap &map, LayoutTarget &target) {
  if (failed(map.takeMaps("offload", [&](KeyedMap &item) {
        return takePattern(item, target.offload.emplace_back());
      })))
    return failure();
  bool statesLayouts = !target.offloadPrefers.empty() ||
                       !target.offloadRequires.empty() ||
                       !target.offloadPrefersByPosition.empty() ||
                       !target.offloadRequiresByPosition.empty();
  if (statesLayouts && target.offload.empty())
    return map.error() << "requires a key 'offload' beside entries of kind '"
                       << kOffload << "', found none";
  return success();
}

//===----------------------------------------------------------------------===//
// The device
//===----------------------------------------------------------------------===//

/// Reads the layout under the key `rank` of a map of defaults.
static LogicalResult takeDefault(KeyedMap &map, int64_t rank,
                                 LayoutTarget &target) {
  static constexpr StringLiteral ranks[kMaxDefaultRank] = {"1", "2", "3", "4",
                                                           "5", "6", "7", "8"};
  StringRef key = ranks[rank - 1];
  std::string text;
  if (failed(map.take(key, text)))
    return failure();
  if (text.empty())
    return success();
  llvm::Expected<LetterLayout> layout = LetterLayout::parse(text);
  if (!layout)
    return map.error(key, layout.takeError());
  int64_t found = layout->getLetters().size();
  if (found != rank)
    return map.error(key) << "requires a layout of " << rank
                          << " letters, found '" << text << "'";
  target.defaults[rank] = *layout;
  return checkUnits(map, *layout, key, target.unitBytes);
}

/// Reads `"sticks"`, or a map from ranks to layouts.
static LogicalResult takeDefaults(KeyedMap &map, LayoutTarget &target) {
  if (!map.has<StringAttr>("default"))
    return map.takeMap("default", [&](KeyedMap &defaults) -> LogicalResult {
      for (int64_t rank = 1; rank <= kMaxDefaultRank; ++rank)
        if (failed(takeDefault(defaults, rank, target)))
          return failure();
      return success();
    });
  std::string word;
  if (failed(map.take("default", word)))
    return failure();
  if (word != "sticks")
    return map.error("default")
           << "requires 'sticks' or a map from ranks to layouts, found '"
           << word << "'";
  target.defaultsToSticks = true;
  if (!target.unitBytes.stick)
    return map.error("default")
           << "requires the device to have a key 'stick_bytes', found none";
  return success();
}

/// Returns `attribute` as JSON; fails if it is no map, array, string or number.
static FailureOr<json::Value> toJson(Attribute attribute) {
  if (auto text = dyn_cast<StringAttr>(attribute))
    return json::Value(text.getValue());
  if (auto number = dyn_cast<FloatAttr>(attribute))
    return json::Value(number.getValueAsDouble());
  if (std::optional<int64_t> number = getInteger(attribute))
    return json::Value(*number);
  if (auto items = dyn_cast<ArrayAttr>(attribute)) {
    json::Array array;
    for (Attribute item : items) {
      FailureOr<json::Value> value = toJson(item);
      if (failed(value))
        return failure();
      array.push_back(std::move(*value));
    }
    return json::Value(std::move(array));
  }
  auto map = dyn_cast<MapAttr>(attribute);
  if (!map)
    return failure();
  json::Object object;
  for (DataLayoutEntryInterface entry : map.getEntries()) {
    auto key = dyn_cast<StringAttr>(entry.getKey());
    FailureOr<json::Value> value = toJson(entry.getValue());
    if (!key || failed(value))
      return failure();
    object[key.getValue()] = std::move(*value);
  }
  return json::Value(std::move(object));
}

static LogicalResult takeCalibration(KeyedMap &map,
                                     std::optional<Calibration> &calibration) {
  Attribute value = map.take("calibration");
  if (!value)
    return success();
  FailureOr<json::Value> text = toJson(value);
  if (failed(text))
    return map.error("calibration")
           << "requires maps, arrays, strings and numbers, found " << value;
  llvm::Expected<Calibration> read = Calibration::get(*text);
  if (!read)
    return map.error("calibration", read.takeError());
  calibration = std::move(*read);
  return success();
}

static LogicalResult takeRewrites(KeyedMap &map, LayoutTarget &target) {
  return map.takeMap("rewrites", [&](KeyedMap &rewrites) -> LogicalResult {
    double factor = 1;
    bool isGiven = rewrites.has<Attribute>("restickify");
    if (failed(rewrites.take("restickify", factor)))
      return failure();
    if (isGiven)
      target.restickify = factor;
    return rewrites.take("inside_offloaded", target.rewritesInsideOffloaded);
  });
}

/// Reads `key`, which is `agree` or `other`.
static FailureOr<bool> takeAgree(KeyedMap &map, StringRef key, StringRef other,
                                 bool agrees) {
  std::string text = agrees ? "agree" : other.str();
  if (failed(map.take(key, text)))
    return failure();
  if (text != "agree" && text != other)
    return map.error(key) << "requires " << other << " or agree, found '"
                          << text << "'";
  return text == "agree";
}

static LogicalResult takeConstants(KeyedMap &map, ConstantSharing &sharing) {
  FailureOr<bool> agrees = takeAgree(map, "constants", "copy", false);
  if (failed(agrees))
    return failure();
  sharing = *agrees ? ConstantSharing::Agree : ConstantSharing::Copy;
  return success();
}

static LogicalResult takeOthers(KeyedMap &map, OtherOps &others) {
  FailureOr<bool> agrees = takeAgree(map, "others", "keep", true);
  if (failed(agrees))
    return failure();
  others = *agrees ? OtherOps::Agree : OtherOps::Keep;
  return success();
}

FailureOr<LayoutTarget> layout::readLayoutTarget(StringRef device,
                                                 Attribute description,
                                                 EmitError emitError) {
  FailureOr<KeyedMap> map =
      KeyedMap::get(description, device.str() + ".layout", emitError);
  LayoutTarget target;
  // Passes that compile read it (`readMachine`).
  Machine machine;
  target.name = device.str();
  if (failed(map) || failed(map->take("name", target.name)) ||
      failed(map->take("max_rank", target.maxRank, 1)) ||
      failed(map->take("verify", target.verify)) ||
      failed(map->take("stick_bytes", target.unitBytes.stick, 1)) ||
      failed(map->take("line_bytes", target.unitBytes.line, 1)) ||
      failed(map->take("cores", target.cores, 1)) ||
      failed(takeConstants(*map, target.constants)) ||
      failed(takeOthers(*map, target.others)) ||
      failed(takeDefaults(*map, target)) ||
      failed(takePreferences(*map, "prefers", target.unitBytes,
                             {target.prefers, target.prefersByPosition,
                              target.offloadPrefers,
                              target.offloadPrefersByPosition})) ||
      failed(takePreferences(*map, "requires", target.unitBytes,
                             {target.requirements, target.requiresByPosition,
                              target.offloadRequires,
                              target.offloadRequiresByPosition})) ||
      failed(takeOffload(*map, target)) ||
      failed(takeCalibration(*map, target.calibration)) ||
      failed(takeRewrites(*map, target)) ||
      failed(takeMachine(*map, machine)) || failed(map->finish()))
    return failure();
  return target;
}
