//===- ValueConstraints.cpp - Requirements and preferences ----------------===//
//
// Part of LayoutMLIR, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ValueConstraints.h"
#include "Analysis/HeldLayouts.h"
#include "Dialect/EdgeLayouts.h"
#include "FreezeInLayout.h"
#include "layout/Analysis/Remarks.h"
#include "layout/Dialect/Layout.h"
#include "layout/Dialect/Marks.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/Interfaces/ControlFlowInterfaces.h"
#include "mlir/Interfaces/DestinationStyleOpInterface.h"
#include "mlir/Interfaces/LoopLikeInterface.h"

using namespace mlir;
using namespace mlir::layout;

/// The op that a remark about `value` is about.
static Operation *getOwner(Value value) {
  if (Operation *op = value.getDefiningOp())
    return op;
  return cast<BlockArgument>(value).getOwner()->getParentOp();
}

void ValueConstraints::addUnused(Value value, const StatedLayout &stated,
                                 bool isPreference, const Twine &reason) {
  remark::missed(value.getLoc(),
                 getRemark("unused", "layout-legalize", getOwner(value)))
      << remark::add("layout '{0}' is not used: {1}", stated.str(),
                     reason.str());
  Attribute layout = stated.attribute;
  if (!layout)
    layout = StringAttr::get(function.getContext(), stated.text);
  hints.push_back({value.getLoc(),
                   getHintText(isPreference ? LayoutDialect::kPrefer
                                            : LayoutDialect::kRequire,
                               layout),
                   "not used: " + reason.str()});
}

/// Whether all ops that write to an empty tensor, or read it, state of their
/// result what is stated of the tensor.
static bool isStatedByUsers(Value empty, const StatedLayout &stated) {
  return llvm::all_of(empty.getUses(), [&](OpOperand &use) {
    auto writer = dyn_cast<DestinationStyleOpInterface>(use.getOwner());
    if (!writer || !writer.isDpsInit(&use))
      return false;
    std::optional<StatedLayout> written =
        getStatedLayout(writer.getTiedOpResult(&use), LayoutDialect::kRequire);
    return written && written->str() == stated.str();
  });
}

LogicalResult ValueConstraints::read(Value value, OpOperand *use,
                                     std::optional<StatedLayout> stated,
                                     bool isPreference, DimNames &names) {
  if (!stated)
    return success();
  if (value.use_empty()) {
    addUnused(value, *stated, isPreference, "the value has no users");
    return success();
  }
  Location loc = use ? use->getOwner()->getLoc() : value.getLoc();
  auto refuse = [&](const Twine &reason) -> LogicalResult {
    if (!isPreference)
      return emitError(loc)
             << "cannot meet '" << LayoutDialect::kRequire << "': " << reason;
    addUnused(value, *stated, isPreference, reason);
    return success();
  };
  if (!use && value.getDefiningOp<tensor::EmptyOp>()) {
    if (isStatedByUsers(value, *stated))
      return success();
    return refuse("an empty tensor holds nothing that lies anywhere; the "
                  "operation that writes to it may state a layout");
  }
  auto type = cast<RankedTensorType>(value.getType());
  if (type.getEncoding())
    return refuse("the type has an encoding");
  llvm::Expected<ValueLayout> layout =
      ValueLayout::get(*stated, type, names.get(value));
  // A text that is no layout is an error also if it is a preference.
  if (!layout)
    return emitError(loc) << llvm::toString(layout.takeError());
  int64_t rank = layout->getPhysicalType().getRank();
  if (device && device->maxRank && rank > *device->maxRank)
    return refuse("requires at most " + Twine(*device->maxRank) +
                  " dims, which is what the target has, found " + Twine(rank));
  Attribute preferred;
  if (isPreference) {
    std::optional<EdgeLayoutAttr> edge = layout->getEdge();
    if (!edge)
      return refuse("only its end can be padded, in units of elements");
    preferred = *edge;
    if (const Constraint *required = findRequirement(value, use)) {
      if (!required->layout.isSame(*layout))
        addUnused(value, *stated, isPreference,
                  "the value is required in another layout");
      return success();
    }
  }
  numbers[value].push_back(constraints.size());
  constraints.push_back(
      {value, use, std::move(*layout), preferred, stated->price});
  return isPreference ? success() : readOptions(constraints.back());
}

ArrayRef<size_t> ValueConstraints::getNumbers(Value value) const {
  auto found = numbers.find(value);
  return found == numbers.end() ? ArrayRef<size_t>() : found->second;
}

/// The requirement of a value, or of what `use` reads; null if there is none.
const ValueConstraints::Constraint *
ValueConstraints::findRequirement(Value value, OpOperand *use) const {
  for (size_t number : getNumbers(value))
    if (const Constraint &other = constraints[number];
        other.use == use && !other.preferred)
      return &other;
  return nullptr;
}

/// Whether an option of `layout.op_layout` has a result as it is required.
static bool hasAsRequired(OpLayoutAttr option, OpResult result,
                          const ValueLayout &layout) {
  std::optional<EdgeLayoutAttr> edge = layout.getEdge();
  return edge && agrees(option.getResults()[result.getResultNumber()], *edge,
                        cast<RankedTensorType>(result.getType()));
}

/// Reads which of the options of an op have its result as it is required. Fails
/// if all that it may have state others. `layout-freeze` does the same for
/// critical ops, with the layouts of operands.
LogicalResult ValueConstraints::readOptions(const Constraint &required) {
  auto result = dyn_cast<OpResult>(required.value);
  if (!result || required.use)
    return success();
  Operation *op = result.getOwner();
  auto stated = op->getAttrOfType<ArrayAttr>(LayoutDialect::kOpLayout);
  if (!stated || criticalOps->lookup(op))
    return success();
  auto [place, isNew] = options.try_emplace(op, stated.getValue());
  // Another result has been found to leave none, and that has been said.
  if (place->second.empty())
    return success();
  llvm::erase_if(place->second, [&](Attribute option) {
    return !hasAsRequired(cast<OpLayoutAttr>(option), result, required.layout);
  });
  if (!place->second.empty())
    return success();
  if (op->hasAttr(LayoutDialect::kPrefer)) {
    hints.push_back({op->getLoc(), LayoutDialect::kOpLayout.str(),
                     "gives way: the value is required in another layout"});
    return success();
  }
  InFlightDiagnostic diag =
      op->emitOpError("cannot have the layout that is required of its result: "
                      "'")
      << LayoutDialect::kOpLayout << "' has others";
  std::string map;
  llvm::raw_string_ostream(map)
      << required.layout.getMapOfElements().getAffineMap();
  diag.attachNote(result.getLoc())
      << "the value is required as " << map << " here";
  return diag;
}

LogicalResult ValueConstraints::read(DimNames &names,
                                     const LayoutTarget *device) {
  criticalOps = &names.getCriticalOps();
  this->device = device;
  bool holds = true;
  auto readBoth = [&](Value value, OpOperand *use, auto getStated,
                      bool isRequired = true) {
    if (isRequired)
      holds &= succeeded(read(value, use, getStated(LayoutDialect::kRequire),
                              /*isPreference=*/false, names));
    holds &= succeeded(read(value, use, getStated(LayoutDialect::kPrefer),
                            /*isPreference=*/true, names));
  };
  // What a private function requires is its type (Boundary.h).
  bool isPublic = function.isPublic();
  for (BlockArgument argument : function.getArguments())
    readBoth(
        argument, nullptr,
        [&](StringRef name) {
          return getStatedLayout(
              function.getArgAttr(argument.getArgNumber(), name));
        },
        isPublic);
  function.getBody().walk([&](Operation *op) {
    for (OpResult result : op->getResults())
      readBoth(result, nullptr,
               [&](StringRef name) { return getStatedLayout(result, name); });
    if (!isa<func::ReturnOp>(op))
      return;
    for (OpOperand &operand : op->getOpOperands())
      readBoth(
          operand.get(), &operand,
          [&](StringRef name) {
            return getStatedLayout(
                function.getResultAttr(operand.getOperandNumber(), name));
          },
          isPublic);
  });
  return success(holds);
}

/// The value of which a holder states layouts, or the value itself.
static Value getHeldValue(Value value) {
  Operation *op = value.getDefiningOp();
  return isHolder(op) ? op->getOperand(0) : value;
}

/// Whether the op that computes the value of a requirement may be frozen in the
/// layout that is required, unless `layout-freeze` decides about the op:
/// critical ops may read and write different layouts, and a target may require
/// others.
bool ValueConstraints::canFreeze(const Constraint &required) const {
  Value value = getHeldValue(required.value);
  // Freezing replaces the value, which other constraints may name.
  bool isNamed = value != required.value &&
                 llvm::any_of(getNumbers(value), [&](size_t number) {
                   const Constraint &other = constraints[number];
                   return !other.use && other.value;
                 });
  if (!isa<OpResult>(value) || isNamed || required.use || required.preferred ||
      required.layout.isPadded())
    return false;
  Operation *op = value.getDefiningOp();
  // A rewrite between others, which computes nothing, would merge with them.
  if (isFrozen(op) || criticalOps->lookup(op) || isa<LayoutTransformOp>(op) ||
      op->hasAttr(LayoutDialect::kOpLayout))
    return false;
  // The target has the last word about what it can compute.
  auto request = findRequest(op, device);
  return !request || !request->isRequired;
}

/// The requirement of `result`, or the last one of its holders, in which the op
/// may be frozen; null if there is none.
ValueConstraints::Constraint *ValueConstraints::findFreezable(OpResult result) {
  std::optional<size_t> last;
  auto visit = [&](Value value) {
    for (size_t number : getNumbers(value)) {
      const Constraint &other = constraints[number];
      if (other.value && !other.use && canFreeze(other))
        last = std::max(last.value_or(number), number);
    }
  };
  visit(result);
  for (Operation *user : result.getUsers())
    if (isHolder(user))
      visit(user->getResult(0));
  return last ? &constraints[*last] : nullptr;
}

/// Lets the constraints of a value that is replaced be of another one.
void ValueConstraints::replace(Value value, Value by) {
  SmallVector<size_t, 1> moved(getNumbers(value));
  numbers.erase(value);
  for (size_t number : moved)
    if (constraints[number].value)
      constraints[number].value = by;
  // In the order of the program, as the first one counts.
  llvm::append_range(numbers[by], moved);
  llvm::sort(numbers[by]);
}

/// Freezes the op that computes the value of a requirement in this layout and
/// in those that are required of its other results, whose constraints are
/// inserted then.
LogicalResult ValueConstraints::freeze(const Constraint &required) {
  if (!canFreeze(required))
    return failure();
  Operation *op = getHeldValue(required.value).getDefiningOp();
  SmallVector<Constraint *> ofResults;
  SmallVector<std::optional<IndexMap>> maps;
  for (OpResult result : op->getResults()) {
    Constraint *constraint = ofResults.emplace_back(findFreezable(result));
    maps.push_back(constraint
                       ? std::optional(constraint->layout.getMapOfElements())
                       : std::nullopt);
  }
  SmallVector<Value> before(op->getResults());
  FailureOr<SmallVector<Value>> after = freezeInLayouts(op, maps);
  if (failed(after))
    return failure();
  for (Constraint *constraint : ofResults)
    if (constraint)
      constraint->value = nullptr;
  for (auto [old, value] : llvm::zip_equal(before, *after))
    replace(old, value);
  return success();
}

/// The operands that a loop or branch may hand over as `value`: what a loop
/// begins with, and what regions yield.
static SmallVector<OpOperand *> getHandedOver(Value value) {
  SmallVector<OpOperand *> operands;
  Operation *op = value.getDefiningOp();
  if (!op || isFrozen(op))
    return operands;
  // The iterations of scf.forall insert their parts into what it begins with.
  if (auto loop = dyn_cast<DestinationStyleOpInterface>(op);
      loop && isa<LoopLikeOpInterface>(op)) {
    OpOperand *init = loop.getTiedOpOperand(cast<OpResult>(value));
    if (!init->get().getDefiningOp<tensor::EmptyOp>())
      operands.push_back(init);
    return operands;
  }
  auto branch = dyn_cast<RegionBranchOpInterface>(op);
  if (!branch)
    return operands;
  RegionBranchSuccessorMapping mapping;
  branch.getSuccessorOperandInputMapping(mapping);
  auto addOperands = [&](Operation *source) {
    for (OpOperand &operand : source->getOpOperands())
      if (llvm::is_contained(mapping.lookup(&operand), value) &&
          operand.get().getType() == value.getType())
        operands.push_back(&operand);
  };
  addOperands(op);
  for (Region &region : op->getRegions())
    for (Block &block : region)
      addOperands(block.getTerminator());
  return operands;
}

void ValueConstraints::apply(const Constraint &constraint) {
  auto [value, use, layout, preferred, price] = constraint;
  if (!use && !preferred && succeeded(freeze(constraint)))
    return;
  // Otherwise a rewrite behind a loop is as cheap as one in front of it.
  if (!use && !preferred)
    for (OpOperand *operand : getHandedOver(getHeldValue(value)))
      apply({operand->get(), operand, layout, preferred, price});
  // What reads the value now may read another constraint of it by then.
  Value source = use ? use->get() : value;
  SmallVector<OpOperand *> uses;
  if (use)
    uses.push_back(use);
  else
    for (OpOperand &other : source.getUses())
      uses.push_back(&other);
  OpBuilder builder(function.getContext());
  Location loc = source.getLoc();
  if (use)
    builder.setInsertionPoint(use->getOwner());
  else
    builder.setInsertionPointAfterValue(source);
  Value result = source;
  if (preferred) {
    result = ConstraintOp::create(builder, loc, source,
                                  cast<EdgeLayoutAttr>(preferred),
                                  builder.getF64FloatAttr(price), UnitAttr());
  } else {
    result = layout.lay(builder, loc, source);
    auto required =
        ConstraintOp::create(builder, loc, result, EdgeLayoutAttr(),
                             builder.getF64FloatAttr(1.0), UnitAttr());
    // The mark makes DropConstraints.cpp fail if no op has the layout. At the
    // boundary of a function, callers use it.
    if (!use && isa<OpResult>(value))
      required->setAttr(LayoutDialect::kFrozen, builder.getUnitAttr());
    result = layout.unlay(builder, loc, required);
  }
  for (OpOperand *reader : uses)
    reader->set(result);
}

void ValueConstraints::apply() {
  for (auto &[op, left] : options) {
    op->removeDiscardableAttr(LayoutDialect::kOpLayout);
    op->removeDiscardableAttr(LayoutDialect::kPrefer);
    if (!left.empty())
      op->setAttr(LayoutDialect::kOpLayout,
                  ArrayAttr::get(function.getContext(), left));
  }
  for (Constraint &constraint : constraints) {
    // It has been inserted if another result of the op has a constraint, too.
    if (constraint.value)
      apply(constraint);
    constraint.value = nullptr;
  }
  SmallVector<ConstraintOp> holders;
  function.walk([&](ConstraintOp op) {
    if (isHolder(op))
      holders.push_back(op);
  });
  for (ConstraintOp holder : holders) {
    holder.replaceAllUsesWith(holder.getSource());
    holder.erase();
  }
  eraseValueAnnotations(function);
}
