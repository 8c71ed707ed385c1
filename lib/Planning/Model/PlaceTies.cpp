//===- PlaceTies.cpp - Which values lie inside of which -------------------===//
//
// Part of LayoutMLIR, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "PlaceTies.h"
#include "Relayout/LoopRelayout.h"
#include "Relayout/UniformContent.h"
#include "layout/Analysis/RewriteCount.h"
#include "layout/Interfaces/DataMovementInterface.h"
#include "mlir/IR/Matchers.h"
#include "mlir/Transforms/RegionUtils.h"
using namespace mlir;
using namespace mlir::layout;

/// The most entries in the list of what a value holds.
static constexpr size_t kMaxContents = 1024;

//===----------------------------------------------------------------------===//
// Ops that do not run
//===----------------------------------------------------------------------===//

/// Finds the ops without effects of which no result is used, but by others of
/// them. Bufferization removes them, so they need no value at any place.
void PlaceTies::findDeadOps() {
  llvm::SetVector<Operation *> functions;
  for (const ModelVariable &self : model.getVariables())
    if (self.op && !isa<FunctionOpInterface>(self.op))
      functions.insert(self.op->getParentOfType<FunctionOpInterface>());
  functions.remove(nullptr);
  SmallVector<Operation *> worklist;
  llvm::DenseMap<Operation *, unsigned> numUses; // that are left
  auto mayBeDead = [](Operation *op) {
    return wouldOpBeTriviallyDead(op) && !isSkipped(op) && !isFrozen(op);
  };
  for (Operation *function : functions)
    function->walk([&](Operation *op) {
      if (op->use_empty() && mayBeDead(op))
        worklist.push_back(op);
    });
  while (!worklist.empty()) {
    // The ops in its regions are visited by themselves.
    worklist.pop_back_val()->walk<WalkOrder::PreOrder>([&](Operation *op) {
      if (!deadOps.insert(op).second)
        return WalkResult::skip();
      for (Value operand : op->getOperands()) {
        Operation *producer = operand.getDefiningOp();
        if (!producer || !mayBeDead(producer))
          continue;
        auto [left, isNew] = numUses.try_emplace(producer, 0);
        if (isNew)
          left->second = llvm::range_size(producer->getUses());
        if (--left->second == 0)
          worklist.push_back(producer);
      }
      return WalkResult::advance();
    });
  }
}

//===----------------------------------------------------------------------===//
// Ties
//===----------------------------------------------------------------------===//

unsigned PlaceTies::getNet(unsigned variable, unsigned port) const {
  return model.getNetOf(model.getVariable(variable).ports[port].value);
}

/// Whether a value is another order of the elements of its root and no more.
static bool isReordered(const PlanningModel &model, Value value) {
  const Derivation &derivation = model.getDerivation(value);
  return derivation.box == layout::getShape(model.getNet(derivation.net).root);
}

/// Chooses the value whose dims the places of a net are given in: the root if a
/// move makes it or reads it as it is, else the first value that one reads.
void PlaceTies::chooseReferences() {
  for (const ModelNet &net : model.getNets())
    references.push_back(net.root);
  for (const ModelVariable &self : model.getVariables()) {
    if (!isa_and_nonnull<DataMovementOpInterface>(self.op))
      continue;
    for (const ModelPort &port : self.ports) {
      const Derivation &derivation = model.getDerivation(port.value);
      if (derivation.isRoot)
        isFixedReference.insert(derivation.net);
      else if (isReordered(model, port.value) &&
               !isFixedReference.contains(derivation.net)) {
        references[derivation.net] = port.value;
        isFixedReference.insert(derivation.net);
      }
    }
  }
}

/// The dim of the net's reference that each dim of `value` is, kNoAxis for
/// other dims.
SmallVector<unsigned, 4> PlaceTies::getDims(Value value) const {
  const Derivation &derivation = model.getDerivation(value);
  Value reference = references[derivation.net];
  ArrayRef<MixedRadix> map = model.getDerivation(reference).map;
  SmallVector<unsigned, 4> dims;
  for (auto [number, list] : llvm::enumerate(derivation.map)) {
    const auto *found = llvm::find(map, list);
    bool isKnown = value == reference || (found != map.end() && !list.empty() &&
                                          isReordered(model, value));
    unsigned dim = value == reference ? number : found - map.begin();
    dims.push_back(isKnown ? dim : kNoAxis);
  }
  return dims;
}

/// States where a part lies in dims of the references. Returns false if it is
/// no box of that of the whole, or that is not known.
bool PlaceTies::setBox(PlaceTie &tie, const ValuePart &part, unsigned partNet,
                       unsigned wholeNet) const {
  SmallVector<unsigned, 4> partDims = getDims(part.part),
                           wholeDims = getDims(part.whole);
  ArrayRef<int64_t> partShape = layout::getShape(part.part),
                    wholeShape = layout::getShape(part.whole),
                    rootShape = getShape(partNet);
  tie.dims.assign(rootShape.size(), kNoAxis);
  tie.offsets.assign(getShape(wholeNet).size(), 0);
  if (!part.isBox || (part.offsets.empty() && !wholeShape.empty()))
    return false;
  for (auto [dim, offset] : llvm::enumerate(part.offsets)) {
    const auto *found = llvm::find(part.dims, static_cast<int64_t>(dim));
    bool isDropped = found == part.dims.end();
    unsigned number = found - part.dims.begin();
    unsigned ofPart = isDropped ? kNoAxis : partDims[number];
    unsigned ofWhole = wholeDims[dim];
    int64_t size = isDropped ? 1 : partShape[number];
    if (ofWhole != kNoAxis && (ofPart != kNoAxis || size == 1)) {
      tie.offsets[ofWhole] = offset;
      if (ofPart != kNoAxis)
        tie.dims[ofPart] = ofWhole;
    } else if (size != 1 || wholeShape[dim] != 1) {
      return false;
    }
  }
  return llvm::all_of(llvm::zip_equal(tie.dims, rootShape), [](auto pair) {
    auto [dim, extent] = pair;
    return dim != kNoAxis || extent == 1;
  });
}

/// The most ops that are moved in front of another one.
static constexpr size_t kMaxMovedOps = 32;

/// Whether a value is known in front of `op`, or will be if the ops are moved
/// there that compute it. Bufferization does that.
static bool isKnownBefore(Value value, Operation *op) {
  llvm::SetVector<Value> needed;
  needed.insert(value);
  for (size_t number = 0; number < needed.size(); ++number) {
    Value next = needed[number];
    Operation *producer = next.getDefiningOp();
    Operation *user = next.getParentBlock()->findAncestorOpInBlock(*op);
    if (!user || producer == user || number == kMaxMovedOps)
      return false;
    if (!producer || producer->isBeforeInBlock(user))
      continue;
    if (!isMemoryEffectFree(producer))
      return false;
    needed.insert_range(producer->getOperands());
    getUsedValuesDefinedAbove(producer->getRegions(), needed);
  }
  return true;
}

/// Whether numbers are known where the op runs that computes the value of a net
/// by itself.
bool PlaceTies::areKnownEarly(ArrayRef<Value> numbers, unsigned net) const {
  unsigned producer = model.getProblem().nets[net].producer.variable;
  const ModelVariable &self = model.getVariable(producer);
  // The parts of the result of a move are written before it.
  if (!self.op || self.regionFlow || !ties[producer].empty() || numbers.empty())
    return false;
  return llvm::all_of(
      numbers, [&](Value number) { return isKnownBefore(number, self.op); });
}

std::optional<PlaceTie> PlaceTies::getTie(unsigned variable,
                                          const ValuePart &part,
                                          ArrayRef<bool> usedPorts) const {
  const ModelVariable &self = model.getVariable(variable);
  auto findPort = [&](Value value) -> std::optional<unsigned> {
    for (auto [number, port] : llvm::enumerate(self.ports))
      if (port.value == value && !usedPorts[number])
        return number;
    return std::nullopt;
  };
  std::optional<unsigned> partPort = findPort(part.part),
                          wholePort = findPort(part.whole);
  if (!partPort || !wholePort)
    return std::nullopt;
  PlaceTie tie;
  tie.partPort = *partPort;
  tie.wholePort = *wholePort;
  tie.isBox = setBox(tie, part, getNet(variable, *partPort),
                     getNet(variable, *wholePort));
  // A slice reads from anywhere, but a result is written where its offset in
  // the whole has been computed only.
  tie.isPossible =
      tie.isBox || !part.offsets.empty() ||
      model.getProblem().variables[variable].ports[*partPort].isResult ||
      areKnownEarly(part.bounds, getNet(variable, *partPort));
  return tie;
}

/// The most moves through which reads of one value are followed.
static constexpr unsigned kMaxMoves = 16;

/// Whether all ops that read the value of a net run before `op`, but that of
/// the variable `except`. A slice may lie in the value, and the value in the
/// result of a move, so these must not be read later either.
bool PlaceTies::isReadBefore(unsigned net, Operation *op, unsigned except,
                             unsigned numMoves) const {
  Block *block = op->getBlock();
  return llvm::all_of(
      model.getProblem().nets[net].uses, [&](Problem::PortRef use) {
        const ModelVariable &user = model.getVariable(use.variable);
        if (use.variable == except || isDead(use.variable))
          return true;
        Operation *ancestor =
            user.op ? block->findAncestorOpInBlock(*user.op) : nullptr;
        if (user.regionFlow || !ancestor || !ancestor->isBeforeInBlock(op))
          return false;
        if (!isa<DataMovementOpInterface>(user.op))
          return true;
        const auto *tie =
            llvm::find_if(ties[use.variable], [&](const PlaceTie &tie) {
              return tie.wholePort == use.port || tie.partPort == use.port;
            });
        if (tie == ties[use.variable].end() || numMoves == kMaxMoves)
          return false;
        unsigned other =
            tie->wholePort == use.port ? tie->partPort : tie->wholePort;
        return isReadBefore(getNet(use.variable, other), op, except,
                            numMoves + 1);
      });
}

/// Whether no value with elements among `lost` is read when `op` runs, or
/// later, but by the op of the variable `except`.
bool PlaceTies::areReadBefore(ArrayRef<ArenaContent> lost, Operation *op,
                              unsigned except) const {
  return llvm::all_of(lost, [&](const ArenaContent &content) {
    auto owner = owners.find(content.source);
    return content.isConstant || owner == owners.end() ||
           isReadBefore(owner->second, op, except);
  });
}

/// Whether an op reads each element of `input` where it writes that of `init`.
static bool readsWhereItWrites(Operation *op, unsigned input, unsigned init) {
  auto structured = dyn_cast<linalg::LinalgOp>(op);
  return structured &&
         structured.getNumParallelLoops() == structured.getNumLoops() &&
         structured.getMatchingIndexingMap(&op->getOpOperand(input)) ==
             structured.getMatchingIndexingMap(&op->getOpOperand(init));
}

/// Whether the op of the variable, which writes over the value that its port
/// reads, is the last one that needs it.
bool PlaceTies::isOverwritable(unsigned variable, unsigned port) const {
  unsigned net = getNet(variable, port);
  const ModelVariable &self = model.getVariable(variable);
  Operation *op = self.op;
  bool isReadTwice = llvm::any_of(
      model.getProblem().nets[net].uses, [&](Problem::PortRef use) {
        return use.variable == variable && use.port != port &&
               !readsWhereItWrites(op, self.ports[use.port].number,
                                   self.ports[port].number);
      });
  if (isReadTwice)
    return false;
  while (true) {
    // An op in a loop needs a value from outside of it again.
    Value root = model.getNet(net).root;
    if (root.getParentBlock() != op->getBlock() ||
        !isReadBefore(net, op, variable))
      return false;
    unsigned producer = model.getProblem().nets[net].producer.variable;
    ArrayRef<PlaceTie> list = ties[producer];
    if (list.empty() || getNet(producer, list.front().partPort) != net)
      return true;
    net = getNet(producer, list.front().wholePort); // of a slice
  }
}

bool PlaceTies::isCopiedBeneath(unsigned variable, unsigned port) const {
  const ModelVariable &self = model.getVariable(variable);
  unsigned net = getNet(variable, port);
  auto op = dyn_cast_or_null<linalg::LinalgOp>(self.op);
  if (!op || isDead(variable) || isUniform(net) ||
      model.getProblem().variables[variable].ports[port].isResult)
    return false;
  OpOperand &operand = op->getOpOperand(self.ports[port].number);
  if (!op.isDpsInit(&operand) || !op.payloadUsesValueFromOperand(&operand))
    return false;
  Operation *producer = model.getNet(net).root.getDefiningOp();
  bool isConstant = producer && producer->hasTrait<OpTrait::ConstantLike>();
  return isConstant || !isOverwritable(variable, port);
}

/// Whether the part of `later` is computed when the value of the net `under`,
/// of which it overwrites a box, has been written and read:
///
///   %a = linalg.exp ins(%x) ...
///   %u = linalg.exp ins(%a) ...
///   %b = linalg.exp ins(%y) ...
///   %r = tensor.insert_slice %b into %a ...
bool PlaceTies::isComputedOver(unsigned variable, const PlaceTie &later,
                               unsigned under,
                               ArrayRef<ArenaContent> lost) const {
  const Problem &problem = model.getProblem();
  unsigned part = getNet(variable, later.partPort);
  unsigned producer = problem.nets[part].producer.variable;
  const ModelVariable &self = model.getVariable(producer);
  // The parts of the result of a move are written before it.
  if (!self.op || self.regionFlow || !ties[producer].empty())
    return false;
  Value root = model.getNet(under).root;
  return self.op->getBlock() == root.getParentBlock() &&
         isKnownBefore(root, self.op) &&
         isReadBefore(under, self.op, variable) &&
         areReadBefore(lost, self.op, variable);
}

/// Keeps the value of the net `part` out of the moves that lead to that of
/// `whole`. Returns whether it is a part of one of them.
bool PlaceTies::keepOut(unsigned part, unsigned whole) {
  for (unsigned number = 0; number < kMaxMoves; ++number) {
    unsigned producer = model.getProblem().nets[whole].producer.variable;
    SmallVector<PlaceTie, 0> &list = ties[producer];
    if (list.empty() || getNet(producer, list.front().wholePort) != whole)
      return false;
    for (PlaceTie &tie : list)
      if (getNet(producer, tie.partPort) == part) {
        tie.isPossible = false;
        return true;
      }
    whole = getNet(producer, list.front().partPort); // of an insertion
  }
  return false;
}

/// Restricts two parts of which the later one overwrites a box of the earlier
/// one. What is written over must not be needed any more, nor be written later
/// than what replaces it. A constant is filled in beside that only.
void PlaceTies::writeOver(unsigned variable, PlaceTie &earlier,
                          PlaceTie &later) {
  unsigned under = getNet(variable, earlier.partPort);
  size_t rank = getShape(getNet(variable, earlier.wholePort)).size();
  std::vector<ArenaContent> lost = contents[under];
  if (earlier.isBox && later.isBox) {
    ArenaContent over =
        getWholeContent(getShape(getNet(variable, later.partPort)));
    over = embed({over}, later, rank).front();
    lost = embed(lost, earlier, rank);
    llvm::erase_if(lost, [&](const ArenaContent &content) {
      return areDisjoint(content, over);
    });
  }
  if (!lost.empty())
    earlier.isPossible &=
        isUniform(under) || isOverwritable(variable, earlier.partPort);
  // What lies there and is needed later must lie elsewhere.
  Operation *op = model.getVariable(variable).op;
  llvm::erase_if(lost, [&](const ArenaContent &content) {
    return !areReadBefore(content, op, variable) &&
           keepOut(owners.lookup(content.source), under);
  });
  earlier.isPossible &= areReadBefore(lost, op, variable);
  if (llvm::all_of(
          lost, [](const ArenaContent &content) { return content.isConstant; }))
    return;
  later.isOver = true;
  later.isPossible &=
      earlier.isPossible && isComputedOver(variable, later, under, lost);
}

void PlaceTies::addTies(unsigned variable) {
  const ModelVariable &self = model.getVariable(variable);
  auto op = dyn_cast_or_null<DataMovementOpInterface>(self.op);
  if (!op || self.resize || isFrozen(op) || isDead(variable) ||
      !getCountedMovement(op))
    return;
  auto getValueShape = [&](unsigned port) {
    return layout::getShape(self.ports[port].value);
  };
  SmallVector<bool> usedPorts(self.ports.size(), false);
  for (const ValuePart &part : op.getParts()) {
    std::optional<PlaceTie> tie = getTie(variable, part, usedPorts);
    if (!tie)
      continue;
    usedPorts[tie->partPort] = true;
    for (PlaceTie &earlier : ties[variable])
      if (getValueShape(earlier.partPort) == getValueShape(earlier.wholePort))
        writeOver(variable, earlier, *tie);
    ties[variable].push_back(std::move(*tie));
  }
}

//===----------------------------------------------------------------------===//
// Contents
//===----------------------------------------------------------------------===//

/// Whether a part has no counterpart of a dim of the whole, so that the
/// contents of the part alone do not tell where in this dim it comes from.
static bool dropsDim(const PlaceTie &tie, ArrayRef<int64_t> wholeShape) {
  for (auto [dim, extent] : llvm::enumerate(wholeShape))
    if (extent != 1 &&
        !llvm::is_contained(tie.dims, static_cast<unsigned>(dim)))
      return true;
  return false;
}

/// Whether a value is a constant whose elements are all the same, and that a
/// fill can write.
static bool isSplatConstant(Value value) {
  SplatElementsAttr splat;
  return matchPattern(value, m_Constant(&splat)) &&
         splat.getElementType().isIntOrIndexOrFloat();
}

static std::vector<ArenaContent> getUniformContents(Value root,
                                                    Value reference) {
  if (isSplatConstant(root))
    return {getWholeContent(layout::getShape(reference),
                            root.getAsOpaquePointer())};
  PadContent content = getUniformContent(root);
  if (content.isPoison()) // Nothing has been written yet.
    return {};
  return {content.isConstant() ? getWholeContent(layout::getShape(reference),
                                                 root.getAsOpaquePointer())
                               : getOwnContent(reference)};
}

/// Whether all elements of a value are known to be the same: it is filled, a
/// constant, or a slice of such a value.
bool PlaceTies::isUniformRoot(unsigned variable, Value root) const {
  if (isRematerializable(root) || isSplatConstant(root))
    return true;
  return !ties[variable].empty() &&
         model.getVariable(variable)
                 .ports[ties[variable].front().partPort]
                 .value == root &&
         isUniform(getNet(variable, ties[variable].front().wholePort));
}

/// What the result of a move, or another value, holds.
std::vector<ArenaContent> PlaceTies::findContents(unsigned variable,
                                                  unsigned net) {
  Value root = model.getNet(net).root;
  ArrayRef<int64_t> shape = getShape(net);
  Value reference = references[net];
  std::vector<ArenaContent> own = {getOwnContent(reference)};
  if (ties[variable].empty())
    return isUniform(net) ? getUniformContents(root, reference) : own;
  if (llvm::any_of(ties[variable],
                   [](const PlaceTie &tie) { return !tie.isBox; }))
    return own;
  std::vector<ArenaContent> result;
  auto op = cast<DataMovementOpInterface>(model.getVariable(variable).op);
  // What the parts do not cover is written by the op itself.
  result.push_back(getWholeContent(shape, op.getOperation()));
  result.back().isConstant = op.getBorder() != nullptr;
  for (const PlaceTie &tie : ties[variable]) {
    unsigned part = getNet(variable, tie.partPort);
    unsigned whole = getNet(variable, tie.wholePort);
    if (part == net) // a slice
      return dropsDim(tie, getShape(whole))
                 ? own
                 : extract(contents[whole], tie, shape);
    ArenaContent box = getWholeContent(getShape(part));
    subtract(result, embed({box}, tie, shape.size()).front());
    llvm::append_range(result, embed(contents[part], tie, shape.size()));
  }
  if (result.size() <= kMaxContents)
    return result;
  capped = true;
  return own;
}

PlaceTies::PlaceTies(const PlanningModel &model)
    : model(model), ties(model.getVariables().size()),
      contents(model.getNets().size()), uniform(model.getNets().size(), false) {
  findDeadOps();
  chooseReferences();
  for (auto [net, reference] : llvm::enumerate(references))
    owners[reference.getAsOpaquePointer()] = net;
  // Producers precede uses but around loops, where everything is pinned.
  for (auto [number, self] : llvm::enumerate(model.getProblem().variables)) {
    addTies(number);
    for (const Problem::Port &port : self.ports)
      if (port.isResult) {
        uniform[port.net] = isUniformRoot(number, model.getNet(port.net).root);
        contents[port.net] = findContents(number, port.net);
      }
  }
}
