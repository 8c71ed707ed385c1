//===- Preferences.cpp - Preferred layouts as text ------------------------===//
//
// Part of LayoutMLIR, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "layout/Targets/Preferences.h"
#include "llvm/ADT/StringExtras.h"

using namespace mlir;
using namespace mlir::layout;

using EmitError = llvm::function_ref<InFlightDiagnostic()>;

//===----------------------------------------------------------------------===//
// Parsing
//===----------------------------------------------------------------------===//

/// Parses `[data, kernel]` or `[data, kernel, result]`.
static FailureOr<CriticalOpLayouts>
parseAlternative(OpKind kind, StringRef text, EmitError emitError) {
  SmallVector<StringRef> texts;
  StringRef inner = text;
  if (inner.consume_front("[") && inner.consume_back("]"))
    inner.split(texts, ',');
  for (StringRef &part : texts)
    part = part.trim();
  if (texts.size() < 2 || texts.size() > 3 || llvm::is_contained(texts, ""))
    return emitError() << "requires '[data,kernel]' or '[data,kernel,result]' "
                          "as a choice for "
                       << kind.str() << ", found '" << text << "'";
  LayoutTexts layouts = {texts[0].str(), texts[1].str(),
                         texts.size() == 3 ? texts[2].str() : ""};
  return parseLayouts(kind, layouts, [&](StringRef, llvm::Error error) {
    emitError() << llvm::toString(std::move(error));
  });
}

static FailureOr<OpKind> parseKind(StringRef text, EmitError emitError) {
  for (OpKind kind : OpKind::getAll())
    if (kind.str() == text)
      return kind;
  InFlightDiagnostic diag = emitError() << "requires a kind of op out of ";
  llvm::interleaveComma(OpKind::getAll(), diag,
                        [&](OpKind kind) { diag << kind.str(); });
  return diag << ", found '" << text << "'";
}

/// Removes the first item, `kind=[...]|[...]`, and the comma after it from
/// `rest` and returns the item.
static StringRef takeItem(StringRef &rest) {
  int depth = 0;
  for (auto [position, character] : llvm::enumerate(rest)) {
    depth += character == '[' ? 1 : character == ']' ? -1 : 0;
    if (character != ',' || depth > 0)
      continue;
    StringRef item = rest.take_front(position);
    rest = rest.drop_front(position + 1);
    return item.trim();
  }
  return std::exchange(rest, StringRef()).trim();
}

FailureOr<Preferences> layout::parsePreferences(StringRef text,
                                                EmitError emitError) {
  Preferences preferences;
  for (StringRef rest = text; !rest.empty();) {
    StringRef item = takeItem(rest);
    auto [name, alternatives] = item.split('=');
    FailureOr<OpKind> kind = parseKind(name.trim(), emitError);
    if (failed(kind))
      return failure();
    auto [slot, isNew] = preferences.try_emplace(*kind);
    if (!isNew)
      return emitError() << "requires one preference for each kind of op, "
                         << "found two for " << kind->str();
    SmallVector<StringRef> texts;
    alternatives.split(texts, '|');
    for (StringRef alternative : texts) {
      FailureOr<CriticalOpLayouts> layouts =
          parseAlternative(*kind, alternative.trim(), emitError);
      if (failed(layouts))
        return failure();
      SmallVectorImpl<Alternative> &known = slot->second.alternatives;
      if (llvm::none_of(known, [&](const Alternative &other) {
            return other.layouts == *layouts;
          }))
        known.push_back({*layouts});
    }
  }
  return preferences;
}

/// Parses `true`, `false` or a price. Null if it is neither.
static Attribute parsePitch(MLIRContext *context, StringRef text) {
  if (text == "true" || text == "false")
    return BoolAttr::get(context, text == "true");
  double price;
  if (text.getAsDouble(price) || !(price >= 0) || std::isinf(price))
    return nullptr;
  return FloatAttr::get(Float64Type::get(context), price);
}

FailureOr<Pitches> layout::parsePitches(MLIRContext *context, StringRef text,
                                        EmitError emitError) {
  Pitches pitches;
  SmallVector<StringRef> items;
  text.split(items, ',', /*MaxSplit=*/-1, /*KeepEmpty=*/false);
  for (StringRef item : items) {
    auto [name, value] = item.split('=');
    FailureOr<OpKind> kind = parseKind(name.trim(), emitError);
    if (failed(kind))
      return failure();
    Attribute pitch = parsePitch(context, value.trim());
    if (!pitch)
      return emitError() << "requires true, false or a price of at least 0 for "
                         << "the pitch of " << kind->str() << ", found '"
                         << value.trim() << "'";
    if (!pitches.try_emplace(*kind, pitch).second)
      return emitError() << "requires one pitch for each kind of op, found two "
                         << "for " << kind->str();
  }
  return pitches;
}

bool layout::statePooling(const Preferences &preferred, const Pitches &pitches,
                          Operation *op) {
  auto structured = dyn_cast<linalg::LinalgOp>(op);
  if (!structured || (preferred.empty() && pitches.empty()))
    return false;
  std::optional<CriticalOp> roles = getPoolingRoles(structured);
  return roles &&
         llvm::any_of(OpKind::getAllOf(structured, *roles), [&](OpKind kind) {
           return preferred.count(kind) || pitches.count(kind);
         });
}
