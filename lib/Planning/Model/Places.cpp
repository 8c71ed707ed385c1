//===- Places.cpp - Where values may lie in buffers -----------------------===//
//
// Part of LayoutMLIR, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Places.h"
#include "layout/Analysis/PitchedOps.h"
#include "layout/Analysis/RewriteCount.h"
#include "layout/Dialect/Layout/Utils/LoopRelayout.h"
#include "layout/Interfaces/DataMovementInterface.h"
#include "mlir/IR/Matchers.h"
#include "mlir/Transforms/RegionUtils.h"

using namespace mlir;
using namespace mlir::layout;

using Extent = ArenaContent::Extent;

/// The size of a dim whose size is not known. No offset is ever in such a dim.
static constexpr int64_t kUnknownSize = int64_t(1) << 40;

/// The most places of a value.
static constexpr size_t kMaxPlaces = 4;

/// The most entries in the list of what a value holds.
static constexpr size_t kMaxContents = 1024;

static int64_t getSize(int64_t extent) {
  return ShapedType::isDynamic(extent) ? kUnknownSize : extent;
}

std::optional<PitchedAccess>
layout::getPitchedAccess(const ModelVariable &variable) {
  if (!variable.op || variable.regionFlow)
    return std::nullopt;
  return layout::getPitchedAccess(variable.op);
}

static bool acceptsAnyPitch(const ModelVariable &variable) {
  std::optional<PitchedAccess> access = getPitchedAccess(variable);
  return access && access->isFree();
}

//===----------------------------------------------------------------------===//
// Contents
//===----------------------------------------------------------------------===//

static bool areDisjoint(const ArenaContent &a, const ArenaContent &b) {
  return llvm::any_of(llvm::zip_equal(a.ranges, b.ranges), [](auto pair) {
    auto [one, other] = pair;
    return one.end <= other.begin || other.end <= one.begin;
  });
}

/// Whether both have the same elements wherever they overlap.
static bool agree(const ArenaContent &a, const ArenaContent &b) {
  if (areDisjoint(a, b))
    return true;
  return a.source == b.source &&
         llvm::all_of(llvm::zip_equal(a.ranges, b.ranges), [](auto pair) {
           auto [one, other] = pair;
           return one.dim == other.dim && one.shift == other.shift;
         });
}

/// Removes the elements of `box` from `contents`; each entry leaves at most two
/// boxes per dim.
static void subtract(std::vector<ArenaContent> &contents,
                     const ArenaContent &box) {
  std::vector<ArenaContent> rest;
  for (ArenaContent &content : contents) {
    if (areDisjoint(content, box)) {
      rest.push_back(std::move(content));
      continue;
    }
    for (unsigned axis : llvm::seq<unsigned>(box.ranges.size())) {
      const Extent &hole = box.ranges[axis];
      auto keep = [&](int64_t begin, int64_t end) {
        if (begin >= end)
          return;
        ArenaContent &part = rest.emplace_back(content);
        part.ranges[axis].begin = begin;
        part.ranges[axis].end = end;
      };
      Extent &range = content.ranges[axis];
      keep(range.begin, std::min(range.end, hole.begin));
      keep(std::max(range.begin, hole.end), range.end);
      range.begin = std::max(range.begin, hole.begin);
      range.end = std::min(range.end, hole.end);
    }
  }
  contents = std::move(rest);
}

/// A box of shape `shape` that `source` fills with one element. Two ops that
/// fill with the same element share no memory, because each of them writes it.
static ArenaContent getWhole(ArrayRef<int64_t> shape,
                             const void *source = nullptr) {
  ArenaContent content{source, /*isConstant=*/true, {}};
  for (int64_t extent : shape)
    content.ranges.push_back({-1, 0, 0, getSize(extent)});
  return content;
}

/// A value that holds its own elements.
static ArenaContent getOwn(Value reference) {
  ArenaContent content = getWhole(layout::getShape(reference));
  content.source = reference.getAsOpaquePointer();
  content.isConstant = false;
  for (auto [dim, range] : llvm::enumerate(content.ranges))
    range.dim = dim;
  return content;
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
    return {getWhole(layout::getShape(reference), root.getAsOpaquePointer())};
  PadContent content = getUniformContent(root);
  if (content.isPoison()) // Nothing has been written yet.
    return {};
  return {content.isConstant()
              ? getWhole(layout::getShape(reference), root.getAsOpaquePointer())
              : getOwn(reference)};
}

/// The contents of a part as those of its box in the whole. Dims of the whole
/// that the part does not have are one element wide there.
static std::vector<ArenaContent> embed(ArrayRef<ArenaContent> contents,
                                       const PlaceTie &tie, size_t rank) {
  std::vector<ArenaContent> result;
  for (const ArenaContent &content : contents) {
    ArenaContent &embedded = result.emplace_back();
    embedded.source = content.source;
    embedded.isConstant = content.isConstant;
    for (unsigned dim : llvm::seq<unsigned>(rank)) {
      int64_t offset = tie.offsets[dim];
      embedded.ranges.push_back({-1, 0, offset, offset + 1});
    }
    for (auto [range, dim] : llvm::zip_equal(content.ranges, tie.dims))
      if (dim != Place::kNoAxis) {
        int64_t offset = tie.offsets[dim];
        embedded.ranges[dim] = {range.dim,
                                range.dim < 0 ? 0 : range.shift + offset,
                                range.begin + offset, range.end + offset};
      }
  }
  return result;
}

/// The contents of the box of a whole that is a part of shape `shape`.
static std::vector<ArenaContent> extract(ArrayRef<ArenaContent> contents,
                                         const PlaceTie &tie,
                                         ArrayRef<int64_t> shape) {
  std::vector<ArenaContent> result;
  for (const ArenaContent &content : contents) {
    ArenaContent part{content.source, content.isConstant, {}};
    for (auto [dim, extent] : llvm::zip_equal(tie.dims, shape)) {
      if (dim == Place::kNoAxis) {
        part.ranges.push_back({-1, 0, 0, 1});
        continue;
      }
      Extent range = content.ranges[dim];
      int64_t offset = tie.offsets[dim];
      part.ranges.push_back({range.dim,
                             range.dim < 0 ? 0 : range.shift - offset,
                             std::max<int64_t>(range.begin - offset, 0),
                             std::min(range.end - offset, getSize(extent))});
    }
    if (llvm::all_of(part.ranges, [](const Extent &range) {
          return range.begin < range.end;
        }))
      result.push_back(std::move(part));
  }
  return result;
}

/// Whether a part has no counterpart of a dim of the whole, so that the
/// contents of the part alone do not tell where in this dim it comes from.
static bool dropsDim(const PlaceTie &tie, ArrayRef<int64_t> wholeShape) {
  for (auto [dim, extent] : llvm::enumerate(wholeShape))
    if (extent != 1 &&
        !llvm::is_contained(tie.dims, static_cast<unsigned>(dim)))
      return true;
  return false;
}

//===----------------------------------------------------------------------===//
// Ops that do not run
//===----------------------------------------------------------------------===//

/// Finds the ops without effects of which no result is used, but by others of
/// them. Bufferization removes them, so they need no value at any place.
void Places::findDeadOps() {
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

unsigned Places::getNet(unsigned variable, unsigned port) const {
  return model.getNetOf(model.getVariable(variable).ports[port].value);
}

/// Whether a value is another order of the elements of its root and no more.
static bool isReordered(const PlanningModel &model, Value value) {
  const Derivation &derivation = model.getDerivation(value);
  return derivation.box == layout::getShape(model.getNet(derivation.net).root);
}

/// Chooses the value whose dims the places of a net are given in: the root if a
/// move makes it or reads it as it is, else the first value that one reads.
void Places::chooseReferences() {
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
SmallVector<unsigned, 4> Places::getDims(Value value) const {
  const Derivation &derivation = model.getDerivation(value);
  Value reference = references[derivation.net];
  ArrayRef<MixedRadix> map = model.getDerivation(reference).map;
  SmallVector<unsigned, 4> dims;
  for (auto [number, list] : llvm::enumerate(derivation.map)) {
    const auto *found = llvm::find(map, list);
    bool isKnown = value == reference || (found != map.end() && !list.empty() &&
                                          isReordered(model, value));
    unsigned dim = value == reference ? number : found - map.begin();
    dims.push_back(isKnown ? dim : Place::kNoAxis);
  }
  return dims;
}

/// States where a part lies in dims of the references. Returns false if it is
/// no box of that of the whole, or that is not known.
bool Places::setBox(PlaceTie &tie, const ValuePart &part, unsigned partNet,
                    unsigned wholeNet) const {
  SmallVector<unsigned, 4> partDims = getDims(part.part),
                           wholeDims = getDims(part.whole);
  ArrayRef<int64_t> partShape = layout::getShape(part.part),
                    wholeShape = layout::getShape(part.whole),
                    rootShape = getShape(partNet);
  tie.dims.assign(rootShape.size(), Place::kNoAxis);
  tie.offsets.assign(getShape(wholeNet).size(), 0);
  if (!part.isBox || (part.offsets.empty() && !wholeShape.empty()))
    return false;
  for (auto [dim, offset] : llvm::enumerate(part.offsets)) {
    const auto *found = llvm::find(part.dims, static_cast<int64_t>(dim));
    bool isDropped = found == part.dims.end();
    unsigned number = found - part.dims.begin();
    unsigned ofPart = isDropped ? Place::kNoAxis : partDims[number];
    unsigned ofWhole = wholeDims[dim];
    int64_t size = isDropped ? 1 : partShape[number];
    if (ofWhole != Place::kNoAxis && (ofPart != Place::kNoAxis || size == 1)) {
      tie.offsets[ofWhole] = offset;
      if (ofPart != Place::kNoAxis)
        tie.dims[ofPart] = ofWhole;
    } else if (size != 1 || wholeShape[dim] != 1) {
      return false;
    }
  }
  return llvm::all_of(llvm::zip_equal(tie.dims, rootShape), [](auto pair) {
    auto [dim, extent] = pair;
    return dim != Place::kNoAxis || extent == 1;
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
bool Places::areKnownEarly(ArrayRef<Value> numbers, unsigned net) const {
  unsigned producer = model.getProblem().nets[net].producer.variable;
  const ModelVariable &self = model.getVariable(producer);
  // The parts of the result of a move are written before it.
  if (!self.op || self.regionFlow || !ties[producer].empty() || numbers.empty())
    return false;
  return llvm::all_of(
      numbers, [&](Value number) { return isKnownBefore(number, self.op); });
}

std::optional<PlaceTie> Places::getTie(unsigned variable, const ValuePart &part,
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

/// Whether all ops that read the value of a net run before `op`, but that of
/// the variable `except`. A slice may lie in the value, so it must not be read
/// later either.
bool Places::isReadBefore(unsigned net, Operation *op, unsigned except) const {
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
        ArrayRef<PlaceTie> list = ties[use.variable];
        return !list.empty() && list.front().wholePort == use.port &&
               isReadBefore(getNet(use.variable, list.front().partPort), op,
                            except);
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
bool Places::isOverwritable(unsigned variable, unsigned port) const {
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

bool Places::isCopiedBeneath(unsigned variable, unsigned port) const {
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
bool Places::isComputedOver(unsigned variable, const PlaceTie &later,
                            unsigned under) const {
  const Problem &problem = model.getProblem();
  unsigned part = getNet(variable, later.partPort);
  unsigned producer = problem.nets[part].producer.variable;
  const ModelVariable &self = model.getVariable(producer);
  // The parts of the result of a move are written before it.
  if (!self.op || self.regionFlow || !ties[producer].empty())
    return false;
  Value root = model.getNet(under).root;
  return self.op->getBlock() == root.getParentBlock() &&
         isKnownBefore(root, self.op) && isReadBefore(under, self.op, variable);
}

/// Restricts two parts of which the later one overwrites a box of the earlier
/// one. What is written over must not be needed any more, nor be written later
/// than what replaces it. A constant is filled in beside that only.
void Places::writeOver(unsigned variable, PlaceTie &earlier,
                       PlaceTie &later) const {
  unsigned under = getNet(variable, earlier.partPort);
  size_t rank = getShape(getNet(variable, earlier.wholePort)).size();
  std::vector<ArenaContent> lost = contents[under];
  if (earlier.isBox && later.isBox) {
    ArenaContent over = getWhole(getShape(getNet(variable, later.partPort)));
    over = embed({over}, later, rank).front();
    lost = embed(lost, earlier, rank);
    llvm::erase_if(lost, [&](const ArenaContent &content) {
      return areDisjoint(content, over);
    });
  }
  if (!lost.empty())
    earlier.isPossible &=
        isUniform(under) || isOverwritable(variable, earlier.partPort);
  if (llvm::all_of(
          lost, [](const ArenaContent &content) { return content.isConstant; }))
    return;
  later.isOver = true;
  later.isPossible &=
      earlier.isPossible && isComputedOver(variable, later, under);
}

void Places::addTies(unsigned variable) {
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
// Homes
//===----------------------------------------------------------------------===//

/// Whether all elements of a value are known to be the same: it is filled, a
/// constant, or a slice of such a value.
bool Places::isUniformRoot(unsigned variable, Value root) const {
  if (isRematerializable(root) || isSplatConstant(root))
    return true;
  return !ties[variable].empty() &&
         model.getVariable(variable)
                 .ports[ties[variable].front().partPort]
                 .value == root &&
         isUniform(getNet(variable, ties[variable].front().wholePort));
}

/// What the result of a move, or another value, holds.
std::vector<ArenaContent> Places::getContents(unsigned variable, unsigned net) {
  Value root = model.getNet(net).root;
  ArrayRef<int64_t> shape = getShape(net);
  Value reference = references[net];
  std::vector<ArenaContent> own = {getOwn(reference)};
  if (ties[variable].empty())
    return isUniform(net) ? getUniformContents(root, reference) : own;
  if (llvm::any_of(ties[variable],
                   [](const PlaceTie &tie) { return !tie.isBox; }))
    return own;
  std::vector<ArenaContent> result;
  auto op = cast<DataMovementOpInterface>(model.getVariable(variable).op);
  // What the parts do not cover is written by the op itself.
  result.push_back(getWhole(shape, op.getOperation()));
  result.back().isConstant = op.getBorder() != nullptr;
  for (const PlaceTie &tie : ties[variable]) {
    unsigned part = getNet(variable, tie.partPort);
    unsigned whole = getNet(variable, tie.wholePort);
    if (part == net) // a slice
      return dropsDim(tie, getShape(whole))
                 ? own
                 : extract(contents[whole], tie, shape);
    ArenaContent box = getWhole(getShape(part));
    subtract(result, embed({box}, tie, shape.size()).front());
    llvm::append_range(result, embed(contents[part], tie, shape.size()));
  }
  if (result.size() <= kMaxContents)
    return result;
  capped = true;
  return own;
}

Place Places::addArena(unsigned net, bool isClosed) {
  Arena &arena = arenas.emplace_back();
  arena.isClosed = isClosed;
  Place place;
  place.arena = arenas.size() - 1;
  for (auto [dim, extent] : llvm::enumerate(getShape(net))) {
    place.axes.push_back(dim);
    place.offsets.push_back(0);
    arena.begin.push_back(0);
    arena.end.push_back(getSize(extent));
  }
  return place;
}

void Places::addHome(unsigned net, bool isClosed,
                     std::vector<ArenaContent> held) {
  Place place = addArena(net, isClosed);
  arenas[place.arena].members.push_back(net);
  arenas[place.arena].contents = held;
  contents[net] = std::move(held);
  places[net].push_back(std::move(place));
}

std::optional<Place> Places::getPartPlace(const PlaceTie &tie,
                                          const Place &whole,
                                          unsigned part) const {
  if (!tie.isPossible || !tie.isBox)
    return std::nullopt;
  Place place;
  place.arena = whole.arena;
  place.offsets = whole.offsets;
  for (auto [axis, offset] : llvm::zip_equal(whole.axes, tie.offsets)) {
    if (axis != Place::kNoAxis)
      place.offsets[axis] += offset;
    else if (offset != 0)
      return std::nullopt;
  }
  for (unsigned dim : tie.dims)
    place.axes.push_back(dim == Place::kNoAxis ? Place::kNoAxis
                                               : whole.axes[dim]);
  for (auto [axis, extent] : llvm::zip_equal(place.axes, getShape(part)))
    if (axis == Place::kNoAxis && extent != 1)
      return std::nullopt;
  return place;
}

std::optional<unsigned> Places::getPartPlace(unsigned variable,
                                             const PlaceTie &tie,
                                             unsigned place) const {
  if (!tie.isBox) {
    unsigned number = &tie - ties[variable].begin();
    auto found = otherParts.find({variable, number, place});
    return found == otherParts.end() ? std::nullopt
                                     : std::optional(found->second);
  }
  unsigned part = getNet(variable, tie.partPort),
           whole = getNet(variable, tie.wholePort);
  std::optional<Place> wanted = getPartPlace(tie, places[whole][place], part);
  if (!wanted)
    return std::nullopt;
  const auto *found = llvm::find(places[part], *wanted);
  return found == places[part].end()
             ? std::nullopt
             : std::optional<unsigned>(found - places[part].begin());
}

static int64_t getVolume(ArrayRef<int64_t> begin, ArrayRef<int64_t> end) {
  int64_t volume = 1;
  for (auto [first, last] : llvm::zip_equal(begin, end))
    volume = multiplySaturating(volume, last - first);
  return volume;
}

namespace {
/// How the axes of one arena become those of another one.
struct AxisMap {
  SmallVector<unsigned, 4> axes;  ///< kNoAxis where only one position is used
  SmallVector<int64_t, 4> deltas; ///< per axis of the first arena
};
} // namespace

/// Returns how an arena in which a value has the place `from` becomes a part of
/// another one in which it has the place `to`.
static std::optional<AxisMap> getAxisMap(const Place &from, const Place &to,
                                         ArrayRef<int64_t> begin,
                                         ArrayRef<int64_t> end) {
  AxisMap map;
  map.axes.assign(begin.size(), Place::kNoAxis);
  map.deltas.assign(begin.size(), 0);
  for (auto [axis, target] : llvm::zip_equal(from.axes, to.axes)) {
    if (axis == Place::kNoAxis || target == Place::kNoAxis)
      continue;
    if (llvm::is_contained(map.axes, target))
      return std::nullopt;
    map.axes[axis] = target;
    map.deltas[axis] = to.offsets[target] - from.offsets[axis];
  }
  for (auto [axis, first, last] : llvm::zip_equal(map.axes, begin, end))
    if (axis == Place::kNoAxis && last - first != 1)
      return std::nullopt;
  return map;
}

static llvm::hash_code getHash(const ArenaContent &content) {
  llvm::hash_code hash = llvm::hash_value(content.source);
  for (const Extent &range : content.ranges)
    hash = llvm::hash_combine(hash, range.dim, range.shift, range.begin,
                              range.end);
  return hash;
}

/// Returns what the contents of one arena add to another one of which it
/// becomes a part; nothing if they do not agree. Most contents are in both, so
/// those are found first.
static std::optional<std::vector<ArenaContent>>
getAdded(ArrayRef<ArenaContent> contents, ArrayRef<ArenaContent> others,
         const AxisMap &map, const Place &to) {
  llvm::DenseMap<size_t, unsigned> known;
  for (auto [number, other] : llvm::enumerate(others))
    known.try_emplace(getHash(other), number);
  std::vector<ArenaContent> added;
  for (const ArenaContent &content : contents) {
    ArenaContent moved{content.source, content.isConstant, {}};
    for (int64_t offset : to.offsets)
      moved.ranges.push_back({-1, 0, offset, offset + 1});
    for (auto [axis, target, delta] : llvm::zip_equal(
             llvm::seq<unsigned>(map.axes.size()), map.axes, map.deltas)) {
      const Extent &range = content.ranges[axis];
      if (target != Place::kNoAxis)
        moved.ranges[target] = {range.dim,
                                range.dim < 0 ? 0 : range.shift + delta,
                                range.begin + delta, range.end + delta};
    }
    auto found = known.find(getHash(moved));
    if (found != known.end() && others[found->second] == moved)
      continue;
    if (llvm::any_of(others, [&](const ArenaContent &other) {
          return !agree(moved, other);
        }))
      return std::nullopt;
    added.push_back(std::move(moved));
  }
  return added;
}

/// Makes the arena of the home of a part one with that of the whole if they
/// agree.
void Places::mergeInto(const PlaceTie &tie, unsigned part, unsigned whole,
                       bool isSlice) {
  const Place from = places[part].front();
  std::optional<Place> to = getPartPlace(tie, places[whole].front(), part);
  if (!to || from.arena == to->arena)
    return;
  Arena &source = arenas[from.arena], &target = arenas[to->arena];
  bool isFresh = source.members.size() == 1;
  // A view of memory of somebody else is possible, but nothing can be added.
  if (isSlice ? !isFresh : source.isClosed || target.isClosed)
    return;
  std::optional<AxisMap> map = getAxisMap(from, *to, source.begin, source.end);
  if (!map)
    return;
  auto added = getAdded(source.contents, target.contents, *map, *to);
  if (!added)
    return;
  SmallVector<int64_t, 4> begin(target.begin), end(target.end);
  for (auto [axis, targetAxis] : llvm::enumerate(map->axes)) {
    if (targetAxis == Place::kNoAxis)
      continue;
    int64_t delta = map->deltas[axis];
    begin[targetAxis] = std::min(begin[targetAxis], source.begin[axis] + delta);
    end[targetAxis] = std::max(end[targetAxis], source.end[axis] + delta);
  }
  if (getVolume(begin, end) >
      addSaturating(getVolume(source.begin, source.end),
                    getVolume(target.begin, target.end)))
    return;
  for (unsigned member : source.members) {
    Place &home = places[member].front();
    Place moved;
    moved.arena = to->arena;
    moved.offsets = to->offsets;
    for (auto [axis, offset] : llvm::enumerate(home.offsets))
      if (map->axes[axis] != Place::kNoAxis)
        moved.offsets[map->axes[axis]] = offset + map->deltas[axis];
    for (unsigned axis : home.axes)
      moved.axes.push_back(axis == Place::kNoAxis ? Place::kNoAxis
                                                  : map->axes[axis]);
    home = std::move(moved);
  }
  llvm::append_range(target.members, source.members);
  llvm::append_range(target.contents, *added);
  target.begin = std::move(begin);
  target.end = std::move(end);
  source = {};
}

bool Places::isWholeArena(unsigned net, unsigned number) const {
  const Place &place = places[net][number];
  const Arena &arena = arenas[place.arena];
  if (arena.isPart)
    return false;
  SmallVector<int64_t, 4> begin(place.offsets), end;
  for (int64_t offset : place.offsets)
    end.push_back(offset + 1);
  for (auto [axis, extent] : llvm::zip_equal(place.axes, getShape(net)))
    if (axis != Place::kNoAxis)
      end[axis] = begin[axis] + getSize(extent);
  return begin == arena.begin && end == arena.end;
}

/// The layout of a net in digits of its reference.
std::optional<MixedRadix> Places::getDigits(unsigned net,
                                            unsigned layout) const {
  if (model.isPadded(net, layout))
    return std::nullopt;
  return model.getValueLayout(references[net], layout);
}

void Places::addOrders(unsigned net, const Place &place) {
  SmallVector<MixedRadix, 2> &orders = arenas[place.arena].orders;
  for (unsigned layout : llvm::seq(model.getNet(net).layouts.size())) {
    std::optional<MixedRadix> order = getDigits(net, layout);
    if (!order)
      continue;
    for (Digit &digit : *order) {
      if (digit.isOutermost(getShape(net)[digit.dim]))
        digit.extent = ShapedType::kDynamic;
      digit.dim = place.axes[digit.dim];
    }
    if (!llvm::is_contained(orders, *order))
      orders.push_back(std::move(*order));
  }
}

/// The part of `order`, a layout of an arena, in a box of these sizes.
static MixedRadix cutDigits(const MixedRadix &order, ArrayRef<int64_t> sizes) {
  MixedRadix result;
  for (Digit digit : order) {
    int64_t rest = std::max<int64_t>(sizes[digit.dim] / digit.stride, 1);
    digit.extent = digit.isDynamic() ? rest : std::min(digit.extent, rest);
    result.push_back(digit);
  }
  return result;
}

/// Whether a part of an arena is contiguous: outside of the digits that are cut
/// off it has only one index.
static bool isContiguousPart(const MixedRadix &order, const MixedRadix &cut,
                             ArrayRef<int64_t> sizes,
                             ArrayRef<int64_t> arenaSizes) {
  bool isOneIndex = true;
  for (auto [whole, part] : llvm::zip_equal(order, cut)) {
    bool isCut = whole.isDynamic() ? sizes[part.dim] != arenaSizes[part.dim]
                                   : whole.extent != part.extent;
    if (isCut && !isOneIndex)
      return false;
    isOneIndex &= part.extent == 1;
  }
  return true;
}

bool Places::isContiguous(unsigned net, unsigned layout,
                          unsigned number) const {
  if (isWholeArena(net, number))
    return true;
  const Place &place = places[net][number];
  const Arena &arena = arenas[place.arena];
  std::optional<MixedRadix> own = getDigits(net, layout);
  if (!own || arena.isPart)
    return false;
  for (Digit &digit : *own) {
    digit.dim = place.axes[digit.dim];
    digit.extent =
        digit.isDynamic() ? kUnknownSize / digit.stride : digit.extent;
  }
  SmallVector<int64_t, 4> sizes(arena.begin.size(), 1), arenaSizes;
  for (auto [axis, extent] : llvm::zip_equal(place.axes, getShape(net)))
    if (axis != Place::kNoAxis)
      sizes[axis] = getSize(extent);
  for (auto [begin, end] : llvm::zip_equal(arena.begin, arena.end))
    arenaSizes.push_back(end - begin);
  // Layouts of the arena may agree within the part and differ beside it.
  bool isKnown = false;
  for (const MixedRadix &order : arena.orders) {
    MixedRadix cut = cutDigits(order, sizes);
    if (normalize(cut) != *own)
      continue;
    isKnown = true;
    if (!isContiguousPart(order, cut, sizes, arenaSizes))
      return false;
  }
  return isKnown;
}

//===----------------------------------------------------------------------===//
// Other places
//===----------------------------------------------------------------------===//

/// Adds a buffer of its own for each value that some op may need in one.
void Places::addContiguousPlaces() {
  auto needsOwn = [&](Problem::PortRef port) {
    return !acceptsAnyPitch(model.getVariable(port.variable));
  };
  for (auto [number, net] : llvm::enumerate(model.getProblem().nets)) {
    bool isNeeded = needsOwn(net.producer) || llvm::any_of(net.uses, needsOwn);
    if (!isNeeded || pinned[number] || isWholeArena(number, 0))
      continue;
    contiguous[number] = places[number].size();
    places[number].push_back(addArena(number, /*isClosed=*/true));
  }
}

/// The place of a part if the whole has the place `place`; nothing if it has
/// none, or is known to have it.
std::optional<Place> Places::makePartPlace(unsigned variable, unsigned number,
                                           unsigned place) {
  const PlaceTie &tie = ties[variable][number];
  unsigned part = getNet(variable, tie.partPort);
  std::optional<Place> result;
  if (tie.isBox)
    result =
        getPartPlace(tie, places[getNet(variable, tie.wholePort)][place], part);
  if (tie.isBox ? !result || llvm::is_contained(places[part], *result)
                : !tie.isPossible)
    return std::nullopt;
  if (places[part].size() == kMaxPlaces) {
    capped = true;
    return std::nullopt;
  }
  if (!tie.isBox) {
    otherParts[{variable, number, place}] = places[part].size();
    result = addArena(part, /*isClosed=*/true);
    arenas.back().isPart = true;
  }
  return result;
}

/// Adds the places that a value has in places of the values that it is a part
/// of, until there are no more.
void Places::addOtherPlaces() {
  SmallVector<SmallVector<std::pair<unsigned, unsigned>>> tiesOf(places.size());
  for (auto [variable, list] : llvm::enumerate(ties))
    for (auto [number, tie] : llvm::enumerate(list))
      tiesOf[getNet(variable, tie.wholePort)].push_back({variable, number});
  std::deque<std::pair<unsigned, unsigned>> worklist;
  for (auto [net, list] : llvm::enumerate(places))
    for (unsigned place : llvm::seq<unsigned>(list.size()))
      worklist.push_back({net, place});
  for (; !worklist.empty(); worklist.pop_front()) {
    auto [whole, place] = worklist.front();
    for (auto [variable, number] : tiesOf[whole]) {
      std::optional<Place> made = makePartPlace(variable, number, place);
      if (!made)
        continue;
      unsigned part = getNet(variable, ties[variable][number].partPort);
      worklist.push_back({part, static_cast<unsigned>(places[part].size())});
      places[part].push_back(std::move(*made));
    }
  }
}

Places::Places(const PlanningModel &model)
    : model(model), ties(model.getVariables().size()),
      places(model.getNets().size()), contents(model.getNets().size()),
      contiguous(model.getNets().size(), 0),
      pinned(model.getNets().size(), false),
      uniform(model.getNets().size(), false) {
  const Problem &problem = model.getProblem();
  findDeadOps();
  chooseReferences();
  // Producers precede uses but around loops, where everything is pinned.
  for (auto [number, self] : llvm::enumerate(model.getVariables())) {
    for (auto [port, numbers] :
         llvm::enumerate(problem.variables[number].ports)) {
      if (!numbers.isResult)
        continue;
      pinned[numbers.net] = !getPitchedAccess(self);
    }
  }
  for (unsigned number : llvm::seq<unsigned>(model.getVariables().size())) {
    addTies(number);
    for (const Problem::Port &port : problem.variables[number].ports)
      if (port.isResult) {
        uniform[port.net] = isUniformRoot(number, model.getNet(port.net).root);
        addHome(port.net, pinned[port.net], getContents(number, port.net));
      }
    for (const PlaceTie &tie : ties[number]) {
      unsigned part = getNet(number, tie.partPort);
      bool isSlice = problem.variables[number].ports[tie.partPort].isResult;
      mergeInto(tie, part, getNet(number, tie.wholePort), isSlice);
    }
  }
  addContiguousPlaces();
  addOtherPlaces();
  for (auto [net, list] : llvm::enumerate(places))
    for (const Place &place : list)
      addOrders(net, place);
}
