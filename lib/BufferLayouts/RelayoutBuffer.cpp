//===- RelayoutBuffer.cpp - One buffer in another layout ------------------===//
//
// Part of LayoutMLIR, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "layout/BufferLayouts/RelayoutBuffer.h"
#include "BufferRewrite.h"
#include "Dialect/BufferAnnotations.h"
#include "Views.h"

using namespace mlir;
using namespace mlir::layout;

namespace {
/// Follows a value that is replaced.
class ValueFollower : public RewriterBase::ForwardingListener {
public:
  ValueFollower(Value value, OpBuilder::Listener *listener)
      : ForwardingListener(listener), value(value) {}

  void notifyOperationReplaced(Operation *op, ValueRange values) override {
    auto result = dyn_cast<OpResult>(value);
    if (result && result.getOwner() == op)
      value = values[result.getResultNumber()];
    ForwardingListener::notifyOperationReplaced(op, values);
  }

  Value value;
};
} // namespace

/// Emits an error at the buffer.
static InFlightDiagnostic emitBufferError(Value buffer) {
  if (Operation *op = buffer.getDefiningOp())
    return op->emitOpError();
  return emitError(buffer.getLoc());
}

/// Checks that the layout of `buffer`, a member of `set`, is its own to change.
static LogicalResult checkBuffer(Value buffer, const AliasSets &sets,
                                 const AliasSet &set) {
  if (containsView(sets, set))
    return emitBufferError(buffer)
           << "requires an allocation, an argument or a global for a layout, "
              "found a view of a buffer";
  return set.checkMayChange([&] { return emitBufferError(buffer); });
}

/// Assigns to `set`, of which `buffer` is a member, its layout followed by
/// `map`.
static LogicalResult assignLayout(Value buffer, AliasSet &set,
                                  const IndexMap &map) {
  auto emitError = [&] { return emitBufferError(buffer); };
  std::optional<IndexMap> before =
      set.request ? set.layoutMap : getLayoutMap(set.type);
  if (!before)
    return emitError() << "requires a memref whose layout is an index map, "
                          "found "
                       << set.type;
  // Groups are the last step towards memory. Applied by themselves, they say
  // that the dims stand as they are.
  if (!set.request && before->getAffineMap().isIdentity())
    before = before->withoutSeparators();
  FailureOr<IndexMap> layout =
      appendTransform(IndexMapAttr::get(map), *before, set.type, emitError);
  if (failed(layout) || failed(IndexMapAttr::get(*layout).verifyLayout(
                            set.type.getShape(), emitError)))
    return failure();
  if (failed(set.setLayout(*layout)))
    return emitError()
           << "requires an index map with a known physical shape, found "
           << IndexMapAttr::get(*layout);
  return success();
}

/// Sets what the padding of `set` is filled with.
static LogicalResult setPadValue(Value buffer, AliasSet &set, Attribute value) {
  if (!value)
    return success();
  Attribute element = getPadValue(value, set.type.getElementType());
  if (!element)
    return emitBufferError(buffer)
           << "requires a pad value of type " << set.type.getElementType()
           << ", found " << value;
  return set.addPadValue(element, [&] { return emitBufferError(buffer); });
}

/// The dims of a buffer with the given layout, by group.
static SmallVector<SmallVector<int64_t>> getGroups(const IndexMap &map) {
  SmallVector<SmallVector<int64_t>> groups(1);
  for (int64_t dim : llvm::seq<int64_t>(map.getNumResults())) {
    if (llvm::is_contained(map.getSeparators(), dim))
      groups.emplace_back();
    groups.back().push_back(dim);
  }
  return groups;
}

namespace {
/// The members of an alias set that may be annotated, and that are still there
/// once it is rewritten: allocations of a new shape are new ops without
/// annotations.
struct AnnotatedMembers {
  explicit AnnotatedMembers(const AliasSet &set) {
    llvm::append_range(ops, set.globals);
    for (Value value : set.values)
      if (auto argument = dyn_cast<BlockArgument>(value))
        arguments.push_back(argument);
      else if (!isAllocation(value.getDefiningOp()) || !set.hasNewLayout())
        ops.push_back(value.getDefiningOp());
  }

  void removeAnnotations() {
    for (Operation *op : ops)
      layout::removeAnnotations(op);
    for (BlockArgument argument : arguments)
      layout::removeAnnotations(argument);
  }

  SmallVector<Operation *> ops;
  SmallVector<BlockArgument> arguments;
};
} // namespace

FailureOr<BufferRelayout>
layout::relayoutBuffer(Value buffer, const IndexMap &map,
                       const BufferRelayoutOptions &options) {
  if (!isa<MemRefType>(buffer.getType()))
    return emitBufferError(buffer)
           << "requires a memref for a layout, found " << buffer.getType();
  auto module = buffer.getParentRegion()->getParentOfType<ModuleOp>();
  if (!module)
    return emitBufferError(buffer) << "requires a module around the buffer";
  FailureOr<AliasSets> sets = AliasSets::get(module, options.functions);
  if (failed(sets))
    return failure();
  AliasSet &set = sets->lookup(buffer);
  if (failed(checkBuffer(buffer, *sets, set)) ||
      failed(assignLayout(buffer, set, map)) ||
      failed(setPadValue(buffer, set, options.padValue)))
    return failure();
  if (!set.request)
    set.request = set.getDiagnosticOp();
  if (failed(assignViewLayouts(*sets)))
    return failure();

  BufferRelayout relayout;
  relayout.groups = getGroups(set.layoutMap);
  AnnotatedMembers members(set);
  ValueFollower follower(buffer, options.listener);
  FailureOr<SmallVector<Operation *>> loops = rewriteBuffers(
      module, *sets, options.order, NewViews::Allowed, &follower);
  if (failed(loops))
    return failure();
  members.removeAnnotations();
  relayout.buffer = follower.value;
  relayout.loops = std::move(*loops);
  return relayout;
}
