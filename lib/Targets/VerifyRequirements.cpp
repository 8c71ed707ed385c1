//===- VerifyRequirements.cpp - Whether ops have required layouts ---------===//
//
// Part of LayoutMLIR, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "layout/Dialect/LayoutAttributes.h"
#include "layout/Dialect/Marks.h"
#include "layout/Targets/Requirement.h"
#include "mlir/IR/Remarks.h"

using namespace mlir;
using namespace mlir::layout;

namespace {
/// An operand or result that has another layout than its op requires.
struct UnmetPort {
  bool isResult;
  unsigned number;
  Value value;
  Requirement requirement;
};

/// The operands and results of one op whose requirements are not met.
using UnmetPorts = SmallVector<UnmetPort, 2>;

class RequirementVerifier {
public:
  RequirementVerifier(Operation *root, const LayoutTargets &targets,
                      VerifiedDevices devices)
      : criticalOps(root), targets(targets), devices(devices) {}

  /// Finds the ops that are offloaded. Fails, after an error, if
  /// `layout.device` names no device.
  LogicalResult findOffloaded(Operation *root);
  /// Finds what an op requires and has not; fails in the same case.
  FailureOr<UnmetPorts> findUnmet(Operation *op);
  /// The target of an op, of which `findUnmet` has succeeded.
  const LayoutTarget *getTarget(Operation *op) { return *targets.lookup(op); }
  VerifiedRequirements figures;

private:
  /// Returns the requirement on an operand or a result.
  template <typename Port>
  Requirement getRequirement(Port &&port, Operation *op,
                             const LayoutTarget *target) {
    const CriticalOp *critical = criticalOps.lookupOnTensors(op);
    return target && offloaded.contains(op)
               ? layout::getOffloadedRequirement(port, *target, critical)
               : layout::getRequirement(port, target, critical);
  }
  /// Whether a requirement is met, as far as that can be read.
  bool holds(Operation *op, StringRef name, unsigned number,
             const Requirement &requirement);

  CriticalOpAnalysis criticalOps;
  const LayoutTargets &targets;
  VerifiedDevices devices;
  DenseSet<Operation *> offloaded;
};
} // namespace

LogicalResult RequirementVerifier::findOffloaded(Operation *root) {
  SmallVector<func::FuncOp> functions;
  root->walk([&](func::FuncOp function) { functions.push_back(function); });
  FailureOr<std::vector<Partition>> partitions =
      findPartitions(functions, targets, criticalOps);
  if (failed(partitions))
    return failure();
  for (const Partition &partition : *partitions) {
    offloaded.insert(partition.ops.begin(), partition.ops.end());
    offloaded.insert(partition.calls.begin(), partition.calls.end());
  }
  return success();
}

bool RequirementVerifier::holds(Operation *op, StringRef name, unsigned number,
                                const Requirement &requirement) {
  if ((requirement.source != Requirement::Source::Target &&
       requirement.source != Requirement::Source::Stated) ||
      requirement.kind != Requirement::Kind::Layout)
    return true;
  std::optional<bool> isMet = requirement.isMet();
  if (!isMet) {
    if (figures.numUnread++ == 0)
      figures.firstUnread = op;
    remark::missed(
        op->getLoc(),
        remark::RemarkOpts::name("requirement").category("layout-verify"))
        << remark::add("{0} {1} is not verified: its layout cannot be read off "
                       "{2} any more",
                       name, number, op->getName().getStringRef());
    return true;
  }
  ++figures.numVerified;
  return *isMet;
}

FailureOr<UnmetPorts> RequirementVerifier::findUnmet(Operation *op) {
  UnmetPorts unmet;
  if (op->hasAttr(LayoutDialect::kOpLayout) || isSkipped(op))
    return unmet;
  FailureOr<const LayoutTarget *> target = targets.lookup(op);
  if (failed(target))
    return failure();
  if (devices == VerifiedDevices::Asked && !(*target)->verify)
    return unmet;
  for (OpOperand &operand : op->getOpOperands()) {
    unsigned number = operand.getOperandNumber();
    Requirement requirement = getRequirement(operand, op, *target);
    if (!holds(op, "operand", number, requirement))
      unmet.push_back(
          {/*isResult=*/false, number, operand.get(), std::move(requirement)});
  }
  for (OpResult result : op->getResults()) {
    unsigned number = result.getResultNumber();
    Requirement requirement = getRequirement(result, op, *target);
    if (!holds(op, "result", number, requirement))
      unmet.push_back(
          {/*isResult=*/true, number, result, std::move(requirement)});
  }
  return unmet;
}

/// Adds what an op requires and what it has instead: the first layouts behind
/// "requires", then the others.
static void describe(InFlightDiagnostic &diag, const UnmetPorts &unmet,
                     const LayoutTarget *target) {
  llvm::interleave(
      unmet, diag,
      [&](const UnmetPort &port) {
        const Requirement &requirement = port.requirement;
        diag << (port.isResult ? "result " : "operand ") << port.number
             << " in layout ";
        llvm::interleave(
            requirement.layouts, diag,
            [&](const RequiredLayout &layout) { diag << layout.text; }, " or ");
        if (requirement.source == Requirement::Source::Target && target)
          diag << " by target '" << target->name << "'";
        diag << ", found " << requirement.layouts.front().given;
      },
      "; ");
}

/// Says where the layouts of operands are decided, once for each value.
static void noteOrigins(InFlightDiagnostic &diag, Operation *op,
                        const UnmetPorts &unmet) {
  llvm::SmallPtrSet<void *, 4> noted;
  for (const UnmetPort &port : unmet) {
    if (port.value.getDefiningOp() == op ||
        !noted.insert(port.value.getAsOpaquePointer()).second)
      continue;
    Diagnostic &note = diag.attachNote(port.value.getLoc());
    note << "the layout of operand " << port.number;
    if (auto argument = dyn_cast<BlockArgument>(port.value))
      note << " is that of argument " << argument.getArgNumber();
    else
      note << " is decided here";
  }
}

FailureOr<VerifiedRequirements>
layout::verifyRequirements(Operation *root, const LayoutTargets &targets,
                           VerifiedDevices devices) {
  RequirementVerifier verifier(root, targets, devices);
  if (failed(verifier.findOffloaded(root)))
    return failure();
  bool holds = true;
  auto walked = root->walk([&](Operation *op) {
    FailureOr<UnmetPorts> unmet = verifier.findUnmet(op);
    if (failed(unmet))
      return WalkResult::interrupt();
    if (unmet->empty())
      return WalkResult::advance();
    holds = false;
    // The op is not printed: its layouts are what matters, and it may be long.
    InFlightDiagnostic diag = emitError(op->getLoc());
    diag << "'" << op->getName() << "' op requires ";
    describe(diag, *unmet, verifier.getTarget(op));
    noteOrigins(diag, op, *unmet);
    return WalkResult::advance();
  });
  if (walked.wasInterrupted() || !holds)
    return failure();
  return verifier.figures;
}

bool layout::requiresLayouts(const LayoutTarget &target) {
  // Any op has one of the orders that are stated without layouts.
  return llvm::any_of(target.requirements,
                      [](const auto &required) {
                        return !required.second.alternatives.empty();
                      }) ||
         !target.requiresByPosition.empty() ||
         !target.offloadRequires.empty() ||
         !target.offloadRequiresByPosition.empty();
}

void layout::warnAboutFrozenOps(Operation *root, const LayoutTargets &targets) {
  SmallVector<Operation *> frozen;
  root->walk([&](Operation *op) {
    if (isFrozen(op) && !isSkipped(op))
      frozen.push_back(op);
  });
  if (frozen.empty() || llvm::none_of(targets.devices, [](const auto &device) {
        return requiresLayouts(device.second);
      }))
    return;
  RequirementVerifier verifier(root, targets, VerifiedDevices::All);
  if (failed(verifier.findOffloaded(root)))
    return;
  std::optional<std::pair<Operation *, UnmetPorts>> first;
  size_t count = 0;
  for (Operation *op : frozen) {
    FailureOr<UnmetPorts> unmet = verifier.findUnmet(op);
    if (failed(unmet) || unmet->empty())
      continue;
    ++count;
    if (!first)
      first.emplace(op, std::move(*unmet));
  }
  if (!first)
    return;
  auto [op, unmet] = std::move(*first);
  InFlightDiagnostic diag = emitWarning(op->getLoc());
  diag << "'" << op->getName() << "' op";
  if (count > 1)
    diag << ", the first of " << count << " such ops,";
  diag << " is marked 'layout.frozen' and keeps layouts that are not those "
          "which are required: ";
  describe(diag, unmet, verifier.getTarget(op));
}
