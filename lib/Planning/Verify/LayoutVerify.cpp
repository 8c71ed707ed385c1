//===- LayoutVerify.cpp - Checks what planning promised -------------------===//
//
// Part of LayoutMLIR, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The verifiers of layout ops are local: they assume that a split divides a
// dynamic size. This pass proves it from the whole function.
//
//===----------------------------------------------------------------------===//

#include "Analysis/ProvedSizes.h"
#include "layout/Analysis/PlanningScope.h"
#include "layout/Analysis/Remarks.h"
#include "layout/Dialect/Layout.h"
#include "layout/Planning/Passes.h"
#include "layout/Support/Debug.h"
#include "layout/Targets/Requirement.h"
#include "layout/Targets/TargetOption.h"
#include "mlir/Dialect/DLTI/DLTI.h"
#include "llvm/Support/FormatVariadic.h"

#define DEBUG_TYPE "layout-verify"
ALWAYS_ENABLED_STATISTIC(numRequirements, "Layout requirements verified");
ALWAYS_ENABLED_STATISTIC(numMaps, "Index maps verified");
ALWAYS_ENABLED_STATISTIC(numOfTargets, "Requirements of targets verified");
ALWAYS_ENABLED_STATISTIC(numUnread, "Requirements that cannot be read off ops");

namespace mlir::layout {
#define GEN_PASS_DEF_LAYOUTVERIFY
#include "layout/Planning/Passes.h.inc"
} // namespace mlir::layout

using namespace mlir;
using namespace mlir::layout;

//===----------------------------------------------------------------------===//
// Requirements
//===----------------------------------------------------------------------===//

/// Returns the first of `edges` that a value of its type does not meet, as text
/// for a diagnostic, or nothing if all are met. An edge is met if its map is
/// the identity on the present type, and it has no padding.
static std::optional<std::string>
findUnmet(StringRef kind, ArrayRef<EdgeLayoutAttr> edges, TypeRange types) {
  for (auto [index, edge, type] : llvm::enumerate(edges, types)) {
    if (edge.isAsItStands())
      continue;
    ArrayRef<int64_t> shape = cast<ShapedType>(type).getShape();
    if (!edge.hasPadding() && isProved(edge.getIndexMap().isIdentity(shape)))
      continue;
    std::string text;
    llvm::raw_string_ostream(text)
        << kind << " " << index << " in layout " << edge.getMap();
    return text;
  }
  return std::nullopt;
}

/// Returns how `op` fails to meet its `layout.op_layout`, "requires ..., found
/// ...", or nothing: it must hold a single option, which the op meets already.
static std::optional<std::string> findUnmetRequirement(Operation *op) {
  auto options = op->getAttrOfType<ArrayAttr>(LayoutDialect::kOpLayout);
  if (options.size() > 1)
    return llvm::formatv("requires a chosen layout, found {0} to choose from",
                         options.size());
  auto option = cast<OpLayoutAttr>(options[0]);
  std::optional<std::string> unmet =
      findUnmet("operand", option.getOperands(), op->getOperandTypes());
  if (!unmet)
    unmet = findUnmet("result", option.getResults(), op->getResultTypes());
  if (!unmet)
    return std::nullopt;
  return "requires " + *unmet + ", found it in another layout";
}

/// Emits an error if a requirement is not met, and a remark if a preference is
/// not.
static LogicalResult verifyRequirement(Operation *op) {
  std::optional<std::string> unmet = findUnmetRequirement(op);
  if (!unmet)
    return success();
  if (!op->hasAttr(LayoutDialect::kPrefer))
    return op->emitOpError() << *unmet;
  remark::missed(op->getLoc(), getRemark("preference", "layout-verify", op))
      << remark::add("a preference is not met: it {0}", *unmet);
  return success();
}

//===----------------------------------------------------------------------===//
// Maps
//===----------------------------------------------------------------------===//

/// Verifies that every split of a dynamic dim is proved to divide its size.
static LogicalResult verifySplits(LayoutTransformOp op,
                                  ArrayRef<MixedRadix> digits) {
  for (const MixedRadix &list : digits)
    for (const Digit &digit : list) {
      if (!digit.isDynamic() ||
          isProvedMultiple(op.getSource(), digit.dim, digit.stride))
        continue;
      return op.emitOpError()
             << "requires dim " << digit.dim << " to be a multiple of "
             << digit.stride << ", which is not proved for its dynamic size";
    }
  return success();
}

/// Verifies that the map of `op` is proved bijective, with all its splits.
static LogicalResult verifyMap(LayoutTransformOp op) {
  IndexMap map = op.getIndexMap();
  ArrayRef<int64_t> shape = op.getSource().getType().getShape();
  auto *dialect = op->getContext()->getLoadedDialect<LayoutDialect>();
  if (!isProved(map.isBijective(shape, &dialect->getVerdictCache())))
    return op.emitOpError() << "requires a bijective map, found " << op.getMap()
                            << ", which is not proved to be one";
  if (std::optional<MixedRadixMap> digits = map.getDigits(shape))
    return verifySplits(op, *digits);
  return success();
}

/// Verifies the layout options and the index maps of the program.
static bool verifyProgram(ModuleOp module) {
  bool holds = true;
  module.walk([&](Operation *op) {
    auto transform = dyn_cast<LayoutTransformOp>(op);
    bool hasRequirement = op->hasAttr(LayoutDialect::kOpLayout);
    if ((!transform && !hasRequirement) || isSkipped(op))
      return;
    if (hasRequirement) {
      ++numRequirements;
      holds &= succeeded(verifyRequirement(op));
    }
    if (transform) {
      ++numMaps;
      LAYOUT_DEBUG(llvm::dbgs() << "verifies " << transform << "\n");
      holds &= succeeded(verifyMap(transform));
    }
  });
  return holds;
}

namespace {
struct LayoutVerifyPass : layout::impl::LayoutVerifyBase<LayoutVerifyPass> {
  using LayoutVerifyBase::LayoutVerifyBase;

  void runOnProgram() override {
    markAllAnalysesPreserved();
    bool holds = requirements == VerifiedLayouts::AskedOfTarget ||
                 verifyProgram(getOperation());
    if (!holds || failed(verifyTarget()))
      signalPassFailure();
  }

private:
  /// Whether targets say if they are verified.
  bool isTargetAsked() const { return requirements != VerifiedLayouts::All; }

  /// Says that targets which only prefer layouts cannot be violated.
  void warnIfNothingIsRequired(ArrayRef<const LayoutTarget *> verified) {
    if (verified.empty() || llvm::any_of(verified, [](const auto *target) {
          return requiresLayouts(*target);
        }))
      return;
    emitWarning(getOperation().getLoc())
        << "nothing of target '" << verified.front()->name
        << "' is verified: it prefers layouts, and requires none";
  }

  /// Says that a program without errors may violate a target all the same.
  void warnAboutUnread(const VerifiedRequirements &figures) {
    if (isTargetAsked() || figures.numUnread == 0)
      return;
    bool isOne = figures.numUnread == 1;
    emitWarning(figures.firstUnread->getLoc())
        << figures.numUnread
        << (isOne ? " layout of an operand or result is not verified, of '"
                  : " layouts of operands and results are not verified, first "
                    "of '")
        << figures.firstUnread->getName()
        << "': " << (isOne ? "it is" : "they are")
        << " stated of the dims in the program, which only an op with '"
        << LayoutDialect::kChosen << "' tells";
  }

  LogicalResult verifyTarget() {
    FailureOr<LayoutTargets> targets =
        readLayoutTargets(getOperation(), target);
    if (failed(targets))
      return failure();
    SmallVector<const LayoutTarget *> verified;
    for (const auto &[device, target] : targets->devices)
      if (!isTargetAsked() || target.verify)
        verified.push_back(&target);
    if (isTargetAsked() && verified.empty())
      return success();
    warnIfNothingIsRequired(verified);
    FailureOr<VerifiedRequirements> figures = verifyRequirements(
        getOperation(), *targets,
        isTargetAsked() ? VerifiedDevices::Asked : VerifiedDevices::All);
    if (failed(figures))
      return failure();
    numOfTargets += figures->numVerified;
    numUnread += figures->numUnread;
    warnAboutUnread(*figures);
    return success();
  }
};
} // namespace
