//===- Defaults.cpp - The layouts that a target has by default ------------===//
//
// Part of LayoutMLIR, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Defaults.h"
#include "layout/Dialect/LayoutAttributes.h"
#include "layout/Dialect/Marks.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"

using namespace mlir;
using namespace mlir::layout;

namespace {
/// Resolves the annotations of one op.
class DefaultResolver {
public:
  DefaultResolver(Operation *op, const LayoutTargets &targets)
      : op(op), targets(targets) {}

  /// Returns an annotation of values of these types with the layouts of the
  /// target in place of "default"; itself if it has none.
  FailureOr<Attribute> resolve(Attribute annotation, TypeRange types);

private:
  FailureOr<Attribute> getDefault(Type type);

  Operation *op;
  const LayoutTargets &targets;
};
} // namespace

FailureOr<Attribute> DefaultResolver::getDefault(Type type) {
  FailureOr<const LayoutTarget *> device = targets.lookup(op);
  if (failed(device))
    return failure();
  auto tensor = dyn_cast<RankedTensorType>(type);
  if (!*device || !tensor)
    return op->emitOpError()
           << "requires a " << (tensor ? "target" : "ranked tensor")
           << " for the layout 'default', found "
           << (tensor ? "none" : "another type");
  Type element = tensor.getElementType();
  llvm::Expected<std::string> text = (*device)->getDefaultText(
      tensor.getRank(),
      element.isIntOrFloat() ? element.getIntOrFloatBitWidth() : 0);
  if (!text)
    return op->emitOpError("cannot have the layout 'default' of target '")
           << (*device)->name << "': " << llvm::toString(text.takeError());
  return Attribute(StringAttr::get(op->getContext(), *text));
}

FailureOr<Attribute> DefaultResolver::resolve(Attribute annotation,
                                              TypeRange types) {
  if (auto text = dyn_cast_or_null<StringAttr>(annotation)) {
    if (text != "default" || types.empty())
      return annotation;
    return getDefault(types.front());
  }
  if (auto dictionary = dyn_cast_or_null<DictionaryAttr>(annotation)) {
    FailureOr<Attribute> layout = resolve(dictionary.get("layout"), types);
    if (failed(layout) || !*layout)
      return failed(layout) ? layout : FailureOr<Attribute>(annotation);
    NamedAttrList entries(dictionary);
    entries.set("layout", *layout);
    return Attribute(entries.getDictionary(op->getContext()));
  }
  auto list = dyn_cast_or_null<ArrayAttr>(annotation);
  if (!list || list.size() != types.size())
    return annotation;
  SmallVector<Attribute> layouts;
  for (auto [item, type] : llvm::zip_equal(list, types)) {
    FailureOr<Attribute> layout = resolve(item, type);
    if (failed(layout))
      return failure();
    layouts.push_back(*layout);
  }
  return Attribute(ArrayAttr::get(op->getContext(), layouts));
}

/// Resolves the annotations of arguments and results.
static LogicalResult resolveSignature(func::FuncOp function,
                                      const LayoutTargets &targets,
                                      ArrayRef<StringRef> names) {
  DefaultResolver resolver(function, targets);
  for (StringRef name : names) {
    for (auto [number, type] : llvm::enumerate(function.getArgumentTypes())) {
      Attribute present = function.getArgAttr(number, name);
      FailureOr<Attribute> layout = resolver.resolve(present, type);
      if (failed(layout))
        return failure();
      if (*layout != present)
        function.setArgAttr(number, name, *layout);
    }
    for (auto [number, type] : llvm::enumerate(function.getResultTypes())) {
      Attribute present = function.getResultAttr(number, name);
      FailureOr<Attribute> layout = resolver.resolve(present, type);
      if (failed(layout))
        return failure();
      if (*layout != present)
        function.setResultAttr(number, name, *layout);
    }
  }
  return success();
}

LogicalResult layout::resolveDefaults(ModuleOp module,
                                      const LayoutTargets &targets) {
  const StringRef names[] = {LayoutDialect::kTensorLayout,
                             LayoutDialect::kRequire, LayoutDialect::kPrefer};
  auto walked = module.walk([&](Operation *op) {
    if (isFrozen(op))
      return WalkResult::advance();
    if (auto function = dyn_cast<func::FuncOp>(op))
      return succeeded(resolveSignature(function, targets, names))
                 ? WalkResult::advance()
                 : WalkResult::interrupt();
    for (StringRef name : ArrayRef(names).drop_front()) {
      Attribute present = op->getDiscardableAttr(name);
      FailureOr<Attribute> layout =
          DefaultResolver(op, targets).resolve(present, op->getResultTypes());
      if (failed(layout))
        return WalkResult::interrupt();
      if (*layout != present)
        op->setDiscardableAttr(name, *layout);
    }
    return WalkResult::advance();
  });
  return failure(walked.wasInterrupted());
}
