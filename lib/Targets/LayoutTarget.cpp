//===- LayoutTarget.cpp - Targets by name, from files and from modules ----===//
//
// Part of LayoutMLIR, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "layout/Targets/LayoutTarget.h"
#include "TargetReader.h"
#include "layout/Dialect/LayoutAttributes.h"
#include "layout/Support/Options.h"
#include "mlir/Dialect/DLTI/DLTI.h"
#include "mlir/Parser/Parser.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/SourceMgr.h"
#include <mutex>

using namespace mlir;
using namespace mlir::layout;

//===----------------------------------------------------------------------===//
// Names
//===----------------------------------------------------------------------===//

namespace {
struct RegisteredTarget {
  std::string name, text;
};

/// The targets of this library, which the build writes from the files in the
/// folder `builtin`, and those of the program.
class TargetRegistry {
public:
  static TargetRegistry &get() {
    static TargetRegistry registry;
    return registry;
  }

  void add(StringRef name, StringRef text);
  std::optional<std::string> lookup(StringRef name);
  SmallVector<std::string> getNames();

private:
  TargetRegistry() {
#define LAYOUT_TARGET(NAME, TEXT) targets.push_back({NAME, TEXT});
#include "BuiltinTargets.inc"
#undef LAYOUT_TARGET
  }

  std::mutex mutex;
  std::vector<RegisteredTarget> targets;
};
} // namespace

void TargetRegistry::add(StringRef name, StringRef text) {
  std::lock_guard<std::mutex> lock(mutex);
  for (RegisteredTarget &target : targets)
    if (target.name == name) {
      target.text = text.str();
      return;
    }
  targets.push_back({name.str(), text.str()});
}

std::optional<std::string> TargetRegistry::lookup(StringRef name) {
  std::lock_guard<std::mutex> lock(mutex);
  for (const RegisteredTarget &target : targets)
    if (target.name == name)
      return target.text;
  return std::nullopt;
}

SmallVector<std::string> TargetRegistry::getNames() {
  std::lock_guard<std::mutex> lock(mutex);
  SmallVector<std::string> names;
  for (const RegisteredTarget &target : targets)
    names.push_back(target.name);
  return names;
}

void layout::registerLayoutTarget(StringRef name, StringRef text) {
  TargetRegistry::get().add(name, text);
}

SmallVector<std::string> layout::getLayoutTargetNames() {
  return TargetRegistry::get().getNames();
}

llvm::Expected<std::string> layout::getLayoutTargetText(StringRef name) {
  if (std::optional<std::string> text = TargetRegistry::get().lookup(name))
    return std::move(*text);
  SmallVector<std::string> names = getLayoutTargetNames();
  return llvm::createStringError(
      "requires a target out of " + llvm::join(names, ", ") +
      ", or a file whose name ends in .mlir, found '" + name + "'" +
      getSuggestion(name, SmallVector<StringRef>(names.begin(), names.end())));
}

//===----------------------------------------------------------------------===//
// Descriptions
//===----------------------------------------------------------------------===//

/// Reads the devices that have an entry "layout" in the target system
/// specification of `module`, or else of the next module around it that has
/// one. Errors are at `loc`.
static FailureOr<LayoutTargets> readDevices(ModuleOp module, Location loc) {
  LayoutTargets targets;
  TargetSystemSpecInterface system;
  for (Operation *op = module; op && !system; op = op->getParentOp())
    system = op->getAttrOfType<TargetSystemSpecInterface>(
        DLTIDialect::kTargetSystemDescAttrName);
  if (!system)
    return targets;
  auto key = StringAttr::get(module.getContext(), "layout");
  for (DataLayoutEntryInterface entry : system.getEntries()) {
    auto device = dyn_cast<StringAttr>(entry.getKey());
    auto specification = dyn_cast<TargetDeviceSpecInterface>(entry.getValue());
    DataLayoutEntryInterface description =
        specification ? specification.getSpecForIdentifier(key) : nullptr;
    if (!device || !description)
      continue;
    FailureOr<LayoutTarget> target =
        readLayoutTarget(device.getValue(), description.getValue(),
                         [&] { return emitError(loc); });
    if (failed(target))
      return failure();
    targets.devices.emplace_back(device.str(), std::move(*target));
  }
  return targets;
}

/// The text of a target, with the name that its diagnostics give it.
static FailureOr<std::unique_ptr<llvm::MemoryBuffer>>
loadText(Location loc, StringRef nameOrFile) {
  if (nameOrFile.ends_with(".mlir")) {
    auto text = llvm::MemoryBuffer::getFile(nameOrFile);
    if (!text)
      return emitError(loc) << "cannot read target '" << nameOrFile
                            << "': " << text.getError().message();
    return std::move(*text);
  }
  llvm::Expected<std::string> text = getLayoutTargetText(nameOrFile);
  if (!text)
    return emitError(loc) << llvm::toString(text.takeError());
  return llvm::MemoryBuffer::getMemBufferCopy(*text, "target " + nameOrFile);
}

FailureOr<OwningOpRef<ModuleOp>> layout::parseTarget(Location loc,
                                                     StringRef nameOrFile) {
  FailureOr<std::unique_ptr<llvm::MemoryBuffer>> text =
      loadText(loc, nameOrFile);
  if (failed(text))
    return failure();
  auto sources = std::make_shared<llvm::SourceMgr>();
  sources->AddNewSourceBuffer(std::move(*text), SMLoc());
  OwningOpRef<ModuleOp> module =
      parseSourceFile<ModuleOp>(sources, ParserConfig(loc.getContext()));
  if (!module)
    return failure();
  return std::move(module);
}

FailureOr<LayoutTargets> layout::readLayoutTargets(ModuleOp module,
                                                   StringRef nameOrFile) {
  if (nameOrFile.empty())
    return readDevices(module, module.getLoc());
  FailureOr<OwningOpRef<ModuleOp>> target =
      parseTarget(module.getLoc(), nameOrFile);
  if (failed(target))
    return failure();
  Location loc = (*target)->getLoc();
  FailureOr<LayoutTargets> targets = readDevices(**target, loc);
  if (succeeded(targets) && targets->devices.empty())
    return emitError(loc) << "requires '"
                          << DLTIDialect::kTargetSystemDescAttrName
                          << "' with a device that has a key 'layout', found "
                             "none";
  return targets;
}

FailureOr<const LayoutTarget *> LayoutTargets::lookup(Operation *op) const {
  if (devices.empty())
    return nullptr;
  Operation *named = op;
  while (named && !named->hasAttr(LayoutDialect::kDevice))
    named = named->getParentOp();
  if (!named)
    return &devices.front().second;
  auto name = named->getAttrOfType<StringAttr>(LayoutDialect::kDevice);
  for (const auto &[device, target] : devices)
    if (device == name.getValue())
      return &target;
  InFlightDiagnostic diag = named->emitOpError("requires a device out of ");
  llvm::interleaveComma(devices, diag,
                        [&](const auto &entry) { diag << entry.first; });
  return diag << " as '" << LayoutDialect::kDevice << "', found '"
              << name.getValue() << "'";
}

std::optional<PositionalRequest>
layout::findRequest(Operation *op, const LayoutTarget *target) {
  std::optional<PositionalRequest> required, preferred, own;
  if (target) {
    required = findAlternatives(op, target->requiresByPosition);
    preferred = findAlternatives(op, target->prefersByPosition);
  }
  if (required)
    required->isRequired = true;
  // layout-freeze reports what is wrong.
  llvm::Expected<std::optional<PositionalRequest>> stated = getOwnRequest(op);
  if (stated)
    own = std::move(*stated);
  else
    llvm::consumeError(stated.takeError());
  StringRef name = op->getName().getStringRef();
  for (const auto *request : {&required, &preferred})
    if (*request && (*request)->kind == name)
      return *request;
  if (own && (own->isRequired || !required))
    return own;
  return required ? required : preferred;
}

bool LayoutTargets::stateLayoutsOf(Operation *op) const {
  if (findRequest(op, nullptr))
    return true;
  auto structured = dyn_cast<linalg::LinalgOp>(op);
  std::optional<CriticalOp> pooling;
  if (structured)
    pooling = getPoolingRoles(structured);
  return llvm::any_of(devices, [&](const auto &device) {
    const LayoutTarget &target = device.second;
    if (findAlternatives(op, target.requiresByPosition) ||
        findAlternatives(op, target.prefersByPosition))
      return true;
    return pooling && llvm::any_of(OpKind::getAllOf(structured, *pooling),
                                   [&](OpKind kind) {
                                     return target.requirements.count(kind) ||
                                            target.prefers.count(kind);
                                   });
  });
}

bool LayoutTargets::stateLayoutsOfOffloaded(Operation *op) const {
  return llvm::any_of(devices, [&](const auto &device) {
    const LayoutTarget &target = device.second;
    if (target.offloadPrefersByPosition.empty() &&
        target.offloadRequiresByPosition.empty())
      return false;
    SmallVector<StringRef, 2> kinds = getPositionalKindsOf(op);
    return llvm::any_of(target.offload, [&](const OffloadPattern &pattern) {
      return !pattern.callees.empty() ||
             llvm::any_of(kinds, [&](StringRef kind) {
               return pattern.kinds.others.count(kind.str()) != 0;
             });
    });
  });
}
