//===- DimNames.cpp - Names of the dims of values -------------------------===//
//
// Part of LayoutMLIR, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "DimNames.h"
#include "layout/Analysis/LayoutRules.h"
#include "layout/Dialect/Layout/IR/ValueAnnotations.h"
#include "layout/Dialect/Layout/Utils/HeldLayouts.h"
#include "layout/Targets/DimLetters.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/Interfaces/CallInterfaces.h"
#include "mlir/Interfaces/CastInterfaces.h"
#include "mlir/Interfaces/ControlFlowInterfaces.h"
#include "mlir/Interfaces/FunctionInterfaces.h"
#include "mlir/Interfaces/LoopLikeInterface.h"
#include <deque>

using namespace mlir;
using namespace mlir::layout;

StringRef DimNames::getGiven(Value value) {
  std::optional<StatedLayout> stated;
  if (auto result = dyn_cast<OpResult>(value)) {
    stated = getStatedLayout(result, LayoutDialect::kGiven);
  } else {
    auto argument = cast<BlockArgument>(value);
    auto function =
        dyn_cast<FunctionOpInterface>(argument.getOwner()->getParentOp());
    if (function && argument.getOwner()->isEntryBlock())
      stated = getStatedLayout(
          function.getArgAttr(argument.getArgNumber(), LayoutDialect::kGiven));
  }
  return stated ? stated->text : StringRef();
}

std::string DimNames::getRoles(Operation *op, unsigned operand) const {
  const CriticalOp *critical = criticalOps.lookupOnTensors(op);
  if (!critical)
    return {};
  auto structured = cast<linalg::LinalgOp>(op);
  SmallVector<OpKind, 2> kinds = OpKind::getAllOf(structured, *critical);
  if (kinds.empty() || isBlocked(structured, *critical))
    return {};
  return DimLetters(structured, *critical, kinds.front())
      .get(operand)
      .value_or("");
}

std::string DimNames::getRoles(OpOperand &operand) const {
  return getRoles(operand.getOwner(), operand.getOperandNumber());
}

std::string DimNames::getRoles(OpResult result) const {
  auto op = dyn_cast<linalg::LinalgOp>(result.getOwner());
  return op ? getRoles(op, op.getDpsInitOperand(result.getResultNumber())
                               ->getOperandNumber())
            : std::string();
}

namespace {
/// The loop or factor that indexes one dim of an operand or result.
struct Axis {
  std::optional<unsigned> factor; ///< of the rule or loop of a structured op
  bool isUnit = false; ///< is indexed by no loop, whatever other dims do
};

/// A value that has the dims of another one.
struct Alike {
  Value value;
  /// For each dim of the other one, the dim of `value`.
  SmallVector<unsigned, 4> dims;
};

/// Finds values whose dims have the names of those of one value, the nearest
/// first.
class AlikeValues {
public:
  explicit AlikeValues(Value value) {
    if (auto type = dyn_cast<RankedTensorType>(value.getType()))
      add(value, llvm::to_vector<4>(llvm::seq<unsigned>(0, type.getRank())));
  }

  /// The values found so far; the list grows while it is visited.
  std::deque<Alike> values;

  /// Adds the values next to one of them.
  void addNextTo(const Alike &known);

private:
  void add(Value value, ArrayRef<unsigned> dims);
  void addThrough(Operation *op, const Alike &known);
  void addByRule(Operation *op, const Alike &known);
  void addFlow(RegionBranchOpInterface op, const Alike &known);
  void addLoop(LoopLikeOpInterface op, const Alike &known);
  void addCallee(CallOpInterface op, const Alike &known);
  void addCallers(const Alike &known);

  DenseSet<Value> seen;
};
} // namespace

/// Whether a value may be shared by ops that have nothing to do with each
/// other.
static bool isShared(Value value) {
  Operation *op = value.getDefiningOp();
  return op &&
         (op->hasTrait<OpTrait::ConstantLike>() || isa<tensor::EmptyOp>(op));
}

void AlikeValues::add(Value value, ArrayRef<unsigned> dims) {
  if ((values.empty() || !isShared(value)) && seen.insert(value).second)
    values.push_back({value, SmallVector<unsigned, 4>(dims)});
}

/// The axes of each operand and, after these, of each result. There are none of
/// one that is no tensor, or of which the layout rule says nothing.
static SmallVector<SmallVector<Axis, 4>> getAxes(Operation *op) {
  SmallVector<Value> values(op->getOperands());
  llvm::append_range(values, op->getResults());
  SmallVector<SmallVector<Axis, 4>> axes(values.size());
  auto structured = dyn_cast<linalg::LinalgOp>(op);
  std::optional<LayoutRule> rule = getLayoutRule(op);
  if (!structured && !rule)
    return axes;
  auto getMap = [&](unsigned port) {
    if (!structured)
      return AffineMap();
    unsigned numOperands = op->getNumOperands();
    return port < numOperands
               ? structured.getMatchingIndexingMap(&op->getOpOperand(port))
               : structured.getIndexingMapMatchingResult(
                     op->getResult(port - numOperands));
  };
  for (auto [port, value] : llvm::enumerate(values)) {
    auto type = dyn_cast<RankedTensorType>(value.getType());
    const PortRule *known = rule ? &rule->ports[port] : nullptr;
    AffineMap map = getMap(port);
    auto rank = static_cast<size_t>(type ? type.getRank() : 0);
    if ((known && known->dims.size() != rank) ||
        (map && map.getNumResults() != rank))
      continue;
    axes[port].resize(rank);
    for (auto [dim, axis] : llvm::enumerate(axes[port])) {
      if (known) {
        axis.factor = known->dims[dim].getFactor();
        axis.isUnit = axis.factor && rule->factors[*axis.factor].isUnit;
      }
      // A rule leaves out loops of one iteration.
      if (!map)
        continue;
      if (auto loop = dyn_cast<AffineDimExpr>(map.getResult(dim)))
        axis.factor = loop.getPosition();
    }
  }
  return axes;
}

/// Returns the dim of `to` that has the name of each dim of `from`. Dims along
/// one factor have one name. What is left are dims of size 1: they follow each
/// other as in the other tensor if both have as many dims, as in
///
///   linalg.generic {indexing_maps = [(d0, d1, d2) -> (0, d1, 0),
///                                    (d0, d1, d2) -> (d0, d1, d2)], ...}
///
/// which has one name for the dims at each position.
static std::optional<SmallVector<unsigned, 4>> mapDims(ArrayRef<Axis> from,
                                                       ArrayRef<Axis> to) {
  SmallVector<unsigned, 4> dims(from.size());
  SmallVector<unsigned, 4> left;
  SmallVector<bool, 4> taken(to.size(), false);
  for (auto [dim, axis] : llvm::enumerate(from)) {
    auto isSame = [factor = axis.factor](const Axis &other) {
      return factor && factor == other.factor;
    };
    const auto *found = llvm::find_if(to, isSame);
    if (found == to.end()) {
      left.push_back(dim);
      continue;
    }
    dims[dim] = found - to.begin();
    if (std::exchange(taken[dims[dim]], true) ||
        std::find_if(found + 1, to.end(), isSame) != to.end())
      return std::nullopt;
  }
  if (left.empty())
    return dims;
  if (from.size() != to.size())
    return std::nullopt;
  unsigned next = 0;
  for (unsigned dim : left) {
    while (taken[next])
      ++next;
    bool isUnit = from[dim].isUnit || to[next].isUnit ||
                  (!from[dim].factor && !to[next].factor);
    if (!isUnit)
      return std::nullopt;
    dims[dim] = next++;
  }
  return dims;
}

void AlikeValues::addByRule(Operation *op, const Alike &known) {
  SmallVector<Value> values(op->getOperands());
  llvm::append_range(values, op->getResults());
  SmallVector<SmallVector<Axis, 4>> axes = getAxes(op);
  for (auto [from, source] : llvm::zip_equal(axes, values)) {
    if (source != known.value || from.empty())
      continue;
    for (auto [to, value] : llvm::zip_equal(axes, values)) {
      std::optional<SmallVector<unsigned, 4>> next = mapDims(from, to);
      if (!next)
        continue;
      SmallVector<unsigned, 4> dims;
      for (unsigned dim : known.dims)
        dims.push_back((*next)[dim]);
      add(value, dims);
    }
  }
}

void AlikeValues::addFlow(RegionBranchOpInterface op, const Alike &known) {
  RegionBranchSuccessorMapping mapping;
  op.getSuccessorOperandInputMapping(mapping);
  for (auto &[operand, inputs] : mapping) {
    if (operand->get() != known.value &&
        !llvm::is_contained(inputs, known.value))
      continue;
    for (Value value : inputs)
      if (value.getType() == known.value.getType())
        add(value, known.dims);
    if (operand->get().getType() == known.value.getType())
      add(operand->get(), known.dims);
  }
}

/// Adds what a parallel loop, whose iterations pass nothing on, writes into.
void AlikeValues::addLoop(LoopLikeOpInterface op, const Alike &known) {
  size_t number = op.getInits().size();
  if (op->getNumResults() != number || op.getRegionIterArgs().size() != number)
    return;
  for (auto [init, argument, result] :
       llvm::zip_equal(op.getInits(), op.getRegionIterArgs(), op->getResults()))
    if (llvm::is_contained({init, Value(argument), Value(result)}, known.value))
      for (Value value : {init, Value(argument), Value(result)})
        if (value.getType() == known.value.getType())
          add(value, known.dims);
}

/// Adds what callers pass as `known`, an argument of a private function.
void AlikeValues::addCallers(const Alike &known) {
  auto argument = cast<BlockArgument>(known.value);
  auto function =
      dyn_cast<FunctionOpInterface>(argument.getOwner()->getParentOp());
  if (!function || !function.isPrivate() ||
      !argument.getOwner()->isEntryBlock())
    return;
  auto uses = SymbolTable::getSymbolUses(function, function->getParentOp());
  if (!uses)
    return;
  for (SymbolTable::SymbolUse use : *uses)
    if (auto call = dyn_cast<CallOpInterface>(use.getUser());
        call && call.getArgOperands().size() == function.getNumArguments())
      add(call.getArgOperands()[argument.getArgNumber()], known.dims);
}

/// Adds the argument of the called function that is `known`, and what it
/// returns as `known`.
void AlikeValues::addCallee(CallOpInterface op, const Alike &known) {
  auto callee = dyn_cast_or_null<FunctionOpInterface>(op.resolveCallable());
  if (!callee || callee.isExternal())
    return;
  for (auto [operand, argument] :
       llvm::zip(op.getArgOperands(), callee.getArguments()))
    if (operand == known.value)
      add(argument, known.dims);
  for (OpResult result : op->getResults())
    for (Block &block : callee.getFunctionBody())
      if (Operation *end = block.getTerminator();
          result == known.value && end->hasTrait<OpTrait::ReturnLike>())
        add(end->getOperand(result.getResultNumber()), known.dims);
}

void AlikeValues::addThrough(Operation *op, const Alike &known) {
  bool isSame =
      isHolder(op) || (isa<CastOpInterface>(op) && op->getNumOperands() == 1 &&
                       op->getNumResults() == 1);
  if (!isSame)
    return addByRule(op, known);
  for (Value value : {op->getOperand(0), Value(op->getResult(0))})
    if (auto type = dyn_cast<RankedTensorType>(value.getType()))
      if (type.getRank() ==
          cast<RankedTensorType>(known.value.getType()).getRank())
        add(value, known.dims);
}

void AlikeValues::addNextTo(const Alike &known) {
  auto visitRegions = [&](Operation *op) {
    if (auto branch = dyn_cast_or_null<RegionBranchOpInterface>(op))
      addFlow(branch, known);
    if (auto loop = dyn_cast_or_null<LoopLikeOpInterface>(op))
      addLoop(loop, known);
  };
  auto visit = [&](Operation *op) {
    if (auto call = dyn_cast<CallOpInterface>(op))
      return addCallee(call, known);
    addThrough(op, known);
    visitRegions(op);
  };
  auto visitParent = [&](Block *block) { visitRegions(block->getParentOp()); };
  if (Operation *op = known.value.getDefiningOp()) {
    visit(op);
  } else {
    visitParent(cast<BlockArgument>(known.value).getOwner());
    addCallers(known);
  }
  for (Operation *user : known.value.getUsers()) {
    visit(user);
    if (user->hasTrait<OpTrait::IsTerminator>())
      visitParent(user->getBlock());
  }
}

/// The names of the dims of a value in the order of the dims of another one,
/// which `dims` has.
static std::string reorder(StringRef names, ArrayRef<unsigned> dims) {
  std::string result;
  for (unsigned dim : dims)
    result += names[dim];
  return result;
}

std::string DimNames::get(Value value) const {
  if (StringRef given = getGiven(value); !given.empty())
    return given.str();
  AlikeValues alike(value);
  // The list grows; its front part is nearer to the value.
  for (size_t next = 0; next < alike.values.size(); ++next) {
    const Alike &known = alike.values[next];
    if (auto result = dyn_cast<OpResult>(known.value))
      if (std::string names = getRoles(result); !names.empty())
        return reorder(names, known.dims);
    for (OpOperand &use : known.value.getUses())
      if (std::string names = getRoles(use); !names.empty())
        return reorder(names, known.dims);
    alike.addNextTo(known);
  }
  return {};
}
