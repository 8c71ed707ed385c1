//===- LayoutNames.cpp - Layouts in familiar notation ---------------------===//
//
// Part of LayoutMLIR, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "LayoutNames.h"
#include "layout/Dialect/Layout/Utils/PlanningScope.h"

using namespace mlir;
using namespace mlir::layout;

/// Of the result of a frozen op, what its rewrite makes of it.
static Value findReference(const ModelNet &net) {
  Operation *op = net.root.getDefiningOp();
  if (op && isFrozen(op))
    for (Operation *user : net.root.getUsers())
      if (auto rewrite = dyn_cast<LayoutTransformOp>(user))
        return rewrite.getResult();
  return net.root;
}

LayoutNames::LayoutNames(const PlanningModel &graph) : graph(graph) {
  unsigned numAxes = 0;
  for (const ModelNet &net : graph.nets) {
    references.push_back(findReference(net));
    firstAxes.push_back(numAxes);
    numAxes += getRootType(net).getRank();
  }
  axes.grow(numAxes);
  letters.assign(numAxes, 0);
  for (const ModelVariable &node : graph.nodes) {
    auto structured = dyn_cast_or_null<linalg::LinalgOp>(node.op);
    std::optional<CriticalOp> roles;
    if (structured)
      roles = classify(structured);
    if (node.regionFlow)
      joinRegionFlow(node);
    else if (!roles)
      joinAxes(node);
    else if (roles->isConvolution())
      seedConvolution(node, structured, *roles);
  }
  axes.compress();
  std::string ofAxes(axes.getNumClasses(), 0);
  for (unsigned axis = 0; axis < numAxes; ++axis)
    if (ofAxes[axes[axis]] == 0)
      ofAxes[axes[axis]] = letters[axis];
  letters = std::move(ofAxes);
  findBlocks();
}

//===----------------------------------------------------------------------===//
// Axes
//===----------------------------------------------------------------------===//

/// The axis that is all of the dim. In front of the rewrite of a blocked op a
/// channel is two dims; the outer one stands for it.
std::optional<unsigned> LayoutNames::getAxis(Value value, unsigned dim) const {
  const Derivation &from = graph.getDerivation(value);
  unsigned first = firstAxes[from.net];
  if (from.isRoot)
    return first + dim;
  ArrayRef<int64_t> shape = getRootType(graph.nets[from.net]).getShape();
  ArrayRef<Digit> digits = from.map[dim];
  bool areWhole = llvm::all_of(digits, [&](const Digit &digit) {
    return digit.stride == 1 && digit.extent == shape[digit.dim];
  });
  if (digits.empty() || !areWhole ||
      (digits.size() > 1 && value != references[from.net]))
    return std::nullopt;
  return first + digits.front().dim;
}

void LayoutNames::joinRegionFlow(const ModelVariable &node) {
  for (unsigned dim = 0, rank = cast<RankedTensorType>(
                                    node.ports.front().value.getType())
                                    .getRank();
       dim < rank; ++dim) {
    std::optional<unsigned> first = getAxis(node.ports.front().value, dim);
    for (const ModelPort &port : node.ports)
      if (std::optional<unsigned> axis = getAxis(port.value, dim);
          first && axis)
        axes.join(*first, *axis);
  }
}

/// The factor that a dim follows, moved or seen through a window or not.
static std::optional<unsigned> getFactor(const Access &access) {
  switch (access.kind) {
  case Access::Kind::None:
    return std::nullopt;
  case Access::Kind::Digits:
    if (access.digits.size() != 1)
      return std::nullopt;
    return access.digits.front().dim;
  case Access::Kind::Piece:
  case Access::Kind::Window:
    return access.factor;
  }
  llvm_unreachable("covered switch");
}

void LayoutNames::joinAxes(const ModelVariable &node) {
  std::optional<LayoutRule> own;
  const LayoutRule *rule = node.rule;
  if (!rule && node.op && (own = getLayoutRule(node.op)))
    rule = &*own;
  if (!rule)
    return;
  DenseMap<unsigned, unsigned> ofFactors;
  for (const ModelPort &port : node.ports)
    for (auto [dim, access] : llvm::enumerate(rule->ports[port.number].dims)) {
      std::optional<unsigned> factor = getFactor(access);
      std::optional<unsigned> axis = getAxis(port.value, dim);
      if (!factor || !axis)
        continue;
      auto [place, isNew] = ofFactors.insert({*factor, *axis});
      if (!isNew)
        axes.join(place->second, *axis);
    }
}

//===----------------------------------------------------------------------===//
// Letters
//===----------------------------------------------------------------------===//

/// A part of a root's dim that is a dim here has its letter, too.
void LayoutNames::seed(Value value, unsigned dim, char letter) {
  const Derivation &from = graph.getDerivation(value);
  unsigned axis = firstAxes[from.net];
  if (from.isRoot)
    axis += dim;
  else if (from.map[dim].size() == 1)
    axis += from.map[dim].front().dim;
  else
    return;
  if (letters[axis] == 0)
    letters[axis] = letter;
}

static char getLetter(unsigned loop, const CriticalOp &roles) {
  switch (roles.roles[loop]) {
  case LoopRole::Batch:
    return 'N';
  case LoopRole::InputChannel:
  case LoopRole::OutputChannel:
    return 'C';
  case LoopRole::Depth:
    return roles.has(LoopRole::OutputChannel) ? 'G' : 'C';
  case LoopRole::OutputImage: {
    SmallVector<unsigned> image = roles.getLoops(LoopRole::OutputImage);
    StringRef names = "DHW";
    size_t behind = image.end() - llvm::find(image, loop);
    return behind <= names.size() ? names[names.size() - behind] : 0;
  }
  default:
    return 0;
  }
}

/// The dims of the image and of the result; a window goes along the loop of the
/// result's image.
void LayoutNames::seedConvolution(const ModelVariable &node,
                                  linalg::LinalgOp op,
                                  const CriticalOp &roles) {
  for (const ModelPort &port : node.ports) {
    OpOperand &operand = op->getOpOperand(getOperandOf(op, port.number));
    if (&operand == op.getDpsInputOperand(1))
      continue;
    AffineMap map = op.getMatchingIndexingMap(&operand);
    for (auto [dim, expr] : llvm::enumerate(map.getResults())) {
      char letter = 0;
      expr.walk([&](AffineExpr part) {
        if (auto loop = dyn_cast<AffineDimExpr>(part); loop && letter == 0)
          letter = getLetter(loop.getPosition(), roles);
      });
      if (letter != 0)
        seed(port.value, dim, letter);
    }
  }
}

/// One letter for each dim of the root; empty if not all are known, or there
/// are too few for an image. Names do not travel along unit dims: there they
/// are those that images usually have.
std::string LayoutNames::getLetters(unsigned net) const {
  ArrayRef<int64_t> shape = getRootType(graph.nets[net]).getShape();
  std::string found;
  for (unsigned dim : llvm::seq<unsigned>(0, shape.size()))
    found.push_back(letters[axes[firstAxes[net] + dim]]);
  auto isKnown = [](char letter) { return letter != 0; };
  if (shape.size() < 3 || llvm::none_of(found, isKnown))
    return "";
  for (StringRef usual : {"NCHW", "NHWC", "NCW", "NWC"}) {
    if (usual.size() != found.size())
      continue;
    bool fits = llvm::all_of(llvm::seq<size_t>(0, found.size()), [&](size_t i) {
      return found[i] == 0 ? shape[i] == 1 : found[i] == usual[i];
    });
    if (fits)
      return usual.str();
  }
  return llvm::all_of(found, isKnown) ? found : "";
}
