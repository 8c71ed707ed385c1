//===- ValueLetters.cpp - Letters of the dims of values -------------------===//
//
// Part of LayoutMLIR, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ValueLetters.h"
#include "Analysis/LayoutRules.h"
#include "Targets/DimLetters.h"
#include "layout/Notation/LetterLayout.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/Interfaces/CastInterfaces.h"
#include "mlir/Interfaces/ControlFlowInterfaces.h"
#include "llvm/ADT/SmallSet.h"
#include "llvm/ADT/StringExtras.h"

using namespace mlir;
using namespace mlir::layout;

static int64_t getRank(Value value) {
  auto type = dyn_cast<ShapedType>(value.getType());
  return type && type.hasRank() ? type.getRank() : 0;
}

/// Returns the only dim that an expression such as `d1 floordiv 16` depends on.
static std::optional<unsigned> getOnlyDim(AffineExpr expr) {
  std::optional<unsigned> only;
  bool isOne = true;
  expr.walk([&](AffineExpr part) {
    if (auto dim = dyn_cast<AffineDimExpr>(part)) {
      isOne &= !only || *only == dim.getPosition();
      only = dim.getPosition();
    }
  });
  return isOne ? only : std::nullopt;
}

//===----------------------------------------------------------------------===//
// Axes
//===----------------------------------------------------------------------===//

ValueLetters::ValueLetters(ModuleOp module,
                           const CriticalOpAnalysis &criticalOps) {
  unsigned numAxes = 0;
  auto number = [&](Value value) {
    firstAxes[value] = numAxes;
    numAxes += getRank(value);
  };
  module.walk<WalkOrder::PreOrder>([&](Operation *op) {
    llvm::for_each(op->getResults(), number);
    for (Region &region : op->getRegions())
      for (Block &block : region)
        llvm::for_each(block.getArguments(), number);
  });
  axes.grow(numAxes);
  LayoutRules rules;
  module.walk([&](Operation *op) { addOp(op, criticalOps, rules); });
  axes.compress();
  letters.assign(axes.getNumClasses(), 0);
  for (const AxisLetters *found : {&imageLetters, &matrixLetters})
    for (auto [axis, letter] : *found)
      if (letters[axes[axis]] == 0)
        letters[axes[axis]] = letter;
}

void ValueLetters::join(Value a, unsigned dimOfA, Value b, unsigned dimOfB) {
  axes.join(firstAxes.lookup(a) + dimOfA, firstAxes.lookup(b) + dimOfB);
}

/// Joins the dims of two values of one shape.
void ValueLetters::joinDims(Value a, Value b) {
  if (getRank(a) == getRank(b))
    for (unsigned dim : llvm::seq<unsigned>(0, getRank(a)))
      join(a, dim, b, dim);
}

void ValueLetters::addOp(Operation *op, const CriticalOpAnalysis &criticalOps,
                         LayoutRules &rules) {
  if (const CriticalOp *critical = criticalOps.lookup(op))
    return addCritical(cast<linalg::LinalgOp>(op), *critical);
  if (std::optional<Rewrite> rewrite = getRewriteBy(op))
    return addRewrite(*rewrite);
  if (auto expand = dyn_cast<tensor::ExpandShapeOp>(op))
    return addReshape(expand.getSrc(), expand.getResult(),
                      expand.getReassociationIndices(), /*isExpansion=*/true);
  if (auto collapse = dyn_cast<tensor::CollapseShapeOp>(op))
    return addReshape(collapse.getSrc(), collapse.getResult(),
                      collapse.getReassociationIndices(),
                      /*isExpansion=*/false);
  if (isa<CastOpInterface>(op) && op->getNumOperands() == 1)
    return joinDims(op->getOperand(0), op->getResult(0));
  addRule(op, rules);
  addFlow(op);
}

/// Notes the letters of the operands and the result of a convolution or matmul,
/// which join no dims: channels that are read and written may differ.
void ValueLetters::addCritical(linalg::LinalgOp op,
                               const CriticalOp &critical) {
  OpOperand *init = op.getDpsInitOperand(0);
  if (!op.hasPureBufferSemantics())
    joinDims(init->get(), op.getTiedOpResult(init));
  std::optional<OpKind> kind = OpKind::get(critical);
  if (!kind)
    return;
  DimLetters dims(op, critical, *kind);
  AxisLetters &found = kind->isMatmul() ? matrixLetters : imageLetters;
  for (OpOperand *operand :
       {op.getDpsInputOperand(0), op.getDpsInputOperand(1), init})
    if (std::optional<std::string> text = dims.get(operand->getOperandNumber()))
      for (auto [dim, letter] : llvm::enumerate(*text))
        found.push_back({firstAxes.lookup(operand->get()) + dim, letter});
}

/// Joins each dim of the source with those of the result that are made of it.
void ValueLetters::addRewrite(const Rewrite &rewrite) {
  RewriteMaps maps = getMaps(rewrite);
  if (!maps.from || !maps.to ||
      getRank(rewrite.source) != maps.from.getNumResults() ||
      getRank(rewrite.result) != maps.to.getNumResults())
    return;
  for (auto [dim, from] : llvm::enumerate(maps.from.getResults()))
    for (auto [other, to] : llvm::enumerate(maps.to.getResults()))
      if (std::optional<unsigned> common = getOnlyDim(from);
          common && common == getOnlyDim(to))
        join(rewrite.source, dim, rewrite.result, other);
}

/// Joins a dim with the only dim that it is expanded to or collapsed from,
/// besides unit dims.
void ValueLetters::addReshape(Value source, Value result,
                              ArrayRef<SmallVector<int64_t, 2>> groups,
                              bool isExpansion) {
  Value whole = isExpansion ? source : result,
        parts = isExpansion ? result : source;
  ArrayRef<int64_t> shape = cast<ShapedType>(parts.getType()).getShape();
  for (auto [dim, group] : llvm::enumerate(groups)) {
    SmallVector<int64_t, 2> real(group);
    if (real.size() > 1)
      llvm::erase_if(real, [&](int64_t part) { return shape[part] == 1; });
    if (real.size() == 1)
      join(whole, dim, parts, real.front());
  }
}

/// Joins the dims of operands and results that run along one factor.
void ValueLetters::addRule(Operation *op, LayoutRules &rules) {
  const LayoutRule *rule = rules.get(op);
  if (!rule)
    return;
  SmallVector<Value> values(op->getOperands());
  llvm::append_range(values, op->getResults());
  DenseMap<unsigned, std::pair<Value, unsigned>> first;
  for (auto [value, port] : llvm::zip_equal(values, rule->ports)) {
    if (!port.isTensor ||
        getRank(value) != static_cast<int64_t>(port.dims.size()))
      continue;
    for (auto [dim, access] : llvm::enumerate(port.dims))
      if (std::optional<unsigned> factor = access.getFactor()) {
        auto [entry, isNew] = first.try_emplace(*factor, value, dim);
        if (!isNew)
          join(entry->second.first, entry->second.second, value, dim);
      }
  }
}

/// Joins the values that a loop, a branch or a call passes on.
void ValueLetters::addFlow(Operation *op) {
  if (auto branch = dyn_cast<RegionBranchOpInterface>(op)) {
    RegionBranchSuccessorMapping mapping;
    branch.getSuccessorOperandInputMapping(mapping);
    for (auto &[operand, inputs] : mapping)
      for (Value input : inputs)
        joinDims(operand->get(), input);
    return;
  }
  auto call = dyn_cast<func::CallOp>(op);
  auto callee = call ? SymbolTable::lookupNearestSymbolFrom<func::FuncOp>(
                           call, call.getCalleeAttr())
                     : func::FuncOp();
  if (!callee || callee.isExternal())
    return;
  for (auto [operand, argument] :
       llvm::zip_equal(call.getOperands(), callee.getArguments()))
    joinDims(operand, argument);
  callee.walk([&](func::ReturnOp end) {
    for (auto [returned, result] :
         llvm::zip_equal(end.getOperands(), call.getResults()))
      joinDims(returned, result);
  });
}

//===----------------------------------------------------------------------===//
// Text
//===----------------------------------------------------------------------===//

char ValueLetters::getLetter(Value value, unsigned dim) const {
  return letters[axes[firstAxes.lookup(value) + dim]];
}

/// Gives letters to the unit dims that have none: letters do not pass through
/// unit dims, which broadcasts add and drop. They get those that complete a
/// usual order.
static void completeLetters(MutableArrayRef<char> letters,
                            ArrayRef<int64_t> shape) {
  if (!llvm::is_contained(letters, 0) ||
      llvm::all_of(letters, [](char letter) { return letter == 0; }))
    return;
  for (StringRef usual : {"NCHW", "NHWC", "NCW", "NWC", "NCDHW", "NDHWC"}) {
    bool fits =
        usual.size() == letters.size() &&
        llvm::all_of(llvm::seq<size_t>(0, letters.size()), [&](size_t i) {
          return letters[i] == 0 ? shape[i] == 1 : letters[i] == usual[i];
        });
    if (fits)
      return (void)llvm::copy(usual, letters.begin());
  }
}

ValueLetters::CommonDims
ValueLetters::getCommonDims(const Rewrite &rewrite,
                            const RewriteMaps &maps) const {
  unsigned numDims = maps.from.getNumDims();
  CommonDims dims = {SmallVector<char>(numDims, 0),
                     SmallVector<int64_t>(numDims, ShapedType::kDynamic)};
  for (auto [value, map] : {std::pair(rewrite.source, maps.from),
                            std::pair(rewrite.result, maps.to)})
    for (auto [position, expr] : llvm::enumerate(map.getResults())) {
      std::optional<unsigned> dim = getOnlyDim(expr);
      if (!dim)
        continue;
      if (dims.letters[*dim] == 0)
        dims.letters[*dim] = getLetter(value, position);
      if (isa<AffineDimExpr>(expr))
        dims.shape[*dim] =
            cast<ShapedType>(value.getType()).getDimSize(position);
    }
  completeLetters(dims.letters, dims.shape);
  return dims;
}

/// Writes an index as a letter of its dim: C for `d1` and `d1 floordiv 16`, 16c
/// for `d1 mod 16`.
static std::string spell(AffineExpr expr, char letter) {
  auto binary = dyn_cast<AffineBinaryOpExpr>(expr);
  auto block = binary && binary.getKind() == AffineExprKind::Mod
                   ? dyn_cast<AffineConstantExpr>(binary.getRHS())
                   : AffineConstantExpr();
  return block ? std::to_string(block.getValue()) + llvm::toLower(letter)
               : std::string(1, letter);
}

/// Returns the layout that `value` has by `map` in letters; an empty text if it
/// is none. If a dim has one block only, its outer part is 0, and the block is
/// all of it: (n, 0, h, w, c) is NCHW16c. What the text means is compared with
/// the map in the end.
std::string ValueLetters::write(Value value, AffineMap map,
                                const CommonDims &dims) const {
  ArrayRef<int64_t> shape = cast<ShapedType>(value.getType()).getShape();
  std::string text;
  for (auto [position, expr] : llvm::enumerate(map.getResults())) {
    std::optional<unsigned> dim = getOnlyDim(expr);
    char letter = dim ? dims.letters[*dim] : getLetter(value, position);
    if (letter == 0)
      return "";
    bool isWholeBlock =
        isa<AffineDimExpr>(expr) && StringRef(text).contains(letter);
    text += isWholeBlock
                ? std::to_string(shape[position]) + llvm::toLower(letter)
                : spell(expr, letter);
  }
  llvm::Expected<LetterLayout> layout = LetterLayout::parse(text);
  if (!layout) {
    llvm::consumeError(layout.takeError());
    return "";
  }
  std::optional<IndexMap> meaning = layout->getIndexMap(
      StringRef(dims.letters.data(), dims.letters.size()), map.getContext());
  if (!meaning)
    return "";
  bool isSame =
      meaning->getAffineMap() == simplifyAffineMap(map) ||
      (!ShapedType::isDynamicShape(dims.shape) &&
       meaning->isEqual(IndexMap(map), dims.shape) == Verdict::Proved);
  return isSame ? text : "";
}

std::string ValueLetters::describe(const Rewrite &rewrite,
                                   const RewriteMaps &maps) const {
  if (!maps.from || !maps.to ||
      getRank(rewrite.source) != maps.from.getNumResults() ||
      getRank(rewrite.result) != maps.to.getNumResults())
    return "";
  CommonDims dims = getCommonDims(rewrite, maps);
  llvm::SmallSet<char, 8> distinct(dims.letters.begin(), dims.letters.end());
  if (distinct.size() != dims.letters.size() || distinct.contains(0))
    return "";
  std::string from = write(rewrite.source, maps.from, dims),
              to = write(rewrite.result, maps.to, dims);
  return from.empty() || to.empty() ? "" : from + " -> " + to;
}
