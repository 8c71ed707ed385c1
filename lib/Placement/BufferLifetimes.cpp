//===- BufferLifetimes.cpp - When buffers are live ------------------------===//
//
// Part of LayoutMLIR, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "BufferLifetimes.h"
#include "MemoryFigures.h"
#include "layout/Analysis/Remarks.h"
#include "layout/Dialect/LayoutAttributes.h"
#include "layout/Dialect/Marks.h"
#include "layout/Targets/Machine.h"
#include "mlir/Interfaces/DataLayoutInterfaces.h"
#include "mlir/Interfaces/LoopLikeInterface.h"
#include "llvm/Support/CheckedArithmetic.h"

using namespace mlir;
using namespace mlir::layout;

//===----------------------------------------------------------------------===//
// Sizes
//===----------------------------------------------------------------------===//

/// Whether elements of this type lie in bytes of their own, as those of
/// memref.view do.
static bool hasStorage(Type type) {
  if (auto vector = dyn_cast<VectorType>(type)) {
    if (vector.isScalable())
      return false;
    type = vector.getElementType();
  }
  if (auto complex = dyn_cast<ComplexType>(type))
    type = complex.getElementType();
  return type.isIntOrIndexOrFloat() && !type.isInteger(0);
}

/// The bytes from one element to the next one, as in LLVM: 1 for i1, 4 for i24.
static int64_t getElementBytes(Type type, const DataLayout &layout) {
  return llvm::alignTo(layout.getTypeSize(type).getFixedValue(),
                       layout.getTypeABIAlignment(type));
}

/// The bytes of a buffer of static shape; nothing if there are too many.
static std::optional<int64_t> getBytes(MemRefType type,
                                       const DataLayout &layout) {
  std::optional<int64_t> bytes = getElementBytes(type.getElementType(), layout);
  for (int64_t extent : type.getShape())
    if (bytes)
      bytes = llvm::checkedMul(*bytes, extent);
  if (!bytes || *bytes > kMaxArenaBytes)
    return std::nullopt;
  return llvm::alignTo(*bytes, Machine::kAlignment);
}

//===----------------------------------------------------------------------===//
// Lifetimes
//===----------------------------------------------------------------------===//

/// Whether `op` may run one of its regions, or a block of it, more than once.
static bool mayRepeat(Operation *op) {
  return !BufferUsesAnalysis::isSequential(op) ||
         isa<LoopLikeOpInterface>(op) ||
         llvm::any_of(op->getRegions(), [](Region &region) {
           return !region.empty() && !region.hasOneBlock();
         });
}

namespace {

/// Finds the buffers of one function.
class BufferCollector {
public:
  BufferCollector(func::FuncOp function, BufferUsesAnalysis &analysis);

  FunctionBuffers collect();

private:
  struct Steps {
    int64_t first, last;
  };

  void add(memref::AllocOp alloc);
  std::string getReason(memref::AllocOp alloc) const;
  std::string getReason(memref::AllocOp alloc, const BufferUses &uses) const;
  Steps getSteps(memref::AllocOp alloc, Operation *access) const;
  Lifetime getLifetime(memref::AllocOp alloc, const BufferUses &uses) const;
  bool keepThoseFreedWithOthers();

  func::FuncOp function;
  BufferUsesAnalysis &analysis;
  DataLayout layout;
  DenseMap<Operation *, Steps> steps;
  FunctionBuffers buffers;
  /// The bytes of an arena of the shared buffers at most.
  int64_t arenaBytes = 0;
};

} // namespace

BufferCollector::BufferCollector(func::FuncOp function,
                                 BufferUsesAnalysis &analysis)
    : function(function), analysis(analysis),
      layout(DataLayout::closest(function)) {
  int64_t step = 0;
  function->walk([&](Operation *op, const WalkStage &stage) {
    if (stage.isBeforeAllRegions())
      steps[op].first = step++;
    if (stage.isAfterAllRegions())
      steps[op].last = step++;
  });
}

/// Returns the steps at which an access needs the buffer: those of the access,
/// or of the outermost op around it that may repeat it and does not allocate
/// the buffer. Between blocks of one region any order is possible.
BufferCollector::Steps BufferCollector::getSteps(memref::AllocOp alloc,
                                                 Operation *access) const {
  Region *region = alloc->getParentRegion();
  while (!region->isAncestor(access->getParentRegion()))
    region = region->getParentRegion();
  Operation *top = region->findAncestorOpInRegion(*access);
  if (top->getBlock() != region->findAncestorBlockInRegion(*alloc->getBlock()))
    return steps.at(region->getParentOp());
  Operation *outermost = access;
  for (Operation *op = access; op != top;) {
    op = op->getParentOp();
    if (mayRepeat(op))
      outermost = op;
  }
  return steps.at(outermost);
}

Lifetime BufferCollector::getLifetime(memref::AllocOp alloc,
                                      const BufferUses &uses) const {
  Steps live = steps.at(uses.accesses.empty() ? alloc : uses.accesses.front());
  for (Operation *access : uses.accesses) {
    Steps needed = getSteps(alloc, access);
    live = {std::min(live.first, needed.first),
            std::max(live.last, needed.last)};
  }
  int64_t alignment =
      std::max<int64_t>(Machine::kAlignment, alloc.getAlignment().value_or(1));
  return {live.first, live.last, *getBytes(alloc.getType(), layout), alignment};
}

//===----------------------------------------------------------------------===//
// Buffers that keep memory of their own
//===----------------------------------------------------------------------===//

/// Returns the op that may allocate the buffer again while it is still used.
///
///   scf.for ... iter_args(%last = %init) -> memref<4xf32> {
///     %b = memref.alloc() : memref<4xf32>
///     ... reads %last, writes %b ...
///     scf.yield %b : memref<4xf32>
///   }
static Operation *getCarrier(memref::AllocOp alloc, const BufferUses &uses) {
  for (Region *region = alloc->getParentRegion(); region;
       region = region->getParentRegion()) {
    Operation *op = region->getParentOp();
    Block *block = region->findAncestorBlockInRegion(*alloc->getBlock());
    for (Value alias : uses.aliases) {
      auto argument = dyn_cast<BlockArgument>(alias);
      bool isOfRegion = argument && argument.getParentRegion() == region;
      if (isa<LoopLikeOpInterface>(op) &&
          (isOfRegion || !region->isAncestor(alias.getParentRegion())))
        return op;
      // A branch may lead back to the block of the allocation.
      if (isOfRegion && !block->isEntryBlock())
        return op;
    }
    if (isa<func::FuncOp>(op))
      return nullptr;
  }
  llvm_unreachable("alloc is in a function");
}

/// Returns why the buffer of `alloc` keeps its memory whatever uses it; empty
/// if it does not.
std::string BufferCollector::getReason(memref::AllocOp alloc) const {
  MemRefType type = alloc.getType();
  if (!type.hasStaticShape())
    return "its size is not known";
  if (!type.getLayout().isIdentity())
    return "its layout is not the identity";
  if (type.getMemorySpace())
    return "it is in another memory space";
  if (!hasStorage(type.getElementType()))
    return "the size of its elements is not known";
  for (NamedAttribute attribute : alloc->getDiscardableAttrs())
    if (isa_and_nonnull<LayoutDialect>(attribute.getNameDialect()))
      return ("it is marked " + attribute.getName().getValue()).str();
  std::optional<int64_t> bytes = getBytes(type, layout);
  uint64_t alignment = alloc.getAlignment().value_or(1);
  if (!bytes || alignment > uint64_t(kMaxArenaBytes) ||
      *bytes > kMaxArenaBytes - arenaBytes - int64_t(alignment))
    return "an arena of that many bytes is too large";
  if (!*bytes)
    return "it has no elements";
  for (Operation *op = alloc->getParentOp(); op != function;
       op = op->getParentOp())
    if (!BufferUsesAnalysis::isSequential(op))
      return getLocationText(op) + " may run several times at once";
  return "";
}

/// Returns why uses of the buffer of `alloc` make it keep its memory.
std::string BufferCollector::getReason(memref::AllocOp alloc,
                                       const BufferUses &uses) const {
  auto getFirst = [&](Operation *op) { return steps.at(op).first; };
  if (!uses.escapes.empty())
    return getLocationText(*llvm::min_element(uses.escapes,
                                              [&](Operation *a, Operation *b) {
                                                return getFirst(a) <
                                                       getFirst(b);
                                              })) +
           " may keep it";
  if (Operation *op = getCarrier(alloc, uses))
    return getNameOrLocation(op) +
           " may allocate it again while it is still used";
  return "";
}

/// Moves buffers that are freed where others may be freed from those that share
/// memory to those that do not. Returns whether there were any.
///
///   %0 = arith.select %c, %buffer, %argument : memref<4xf32>
///   memref.dealloc %0 : memref<4xf32>
bool BufferCollector::keepThoseFreedWithOthers() {
  DenseSet<Value> shared;
  for (SharedBuffer &buffer : buffers.shared)
    shared.insert(buffer.alloc.getMemref());
  auto getDealloc = [&](const SharedBuffer &buffer) {
    return llvm::find_if(buffer.deallocs, [&](memref::DeallocOp dealloc) {
      return !llvm::all_of(
          analysis.getOrigins(dealloc.getMemref()),
          [&](Value origin) { return shared.contains(origin); });
    });
  };
  unsigned numShared = buffers.shared.size();
  llvm::erase_if(buffers.shared, [&](SharedBuffer &buffer) {
    auto *dealloc = getDealloc(buffer);
    if (dealloc == buffer.deallocs.end())
      return false;
    buffers.separate.push_back(
        {buffer.alloc, getLocationText(*dealloc) + " may free others, too"});
    return true;
  });
  return buffers.shared.size() != numShared;
}

//===----------------------------------------------------------------------===//
// The buffers of a function
//===----------------------------------------------------------------------===//

void BufferCollector::add(memref::AllocOp alloc) {
  std::string reason = getReason(alloc);
  if (!reason.empty()) {
    buffers.separate.push_back({alloc, std::move(reason)});
    return;
  }
  BufferUses uses = analysis.getUses(alloc);
  reason = getReason(alloc, uses);
  if (!reason.empty()) {
    buffers.separate.push_back({alloc, std::move(reason)});
    return;
  }
  Lifetime lifetime = getLifetime(alloc, uses);
  arenaBytes += lifetime.size + lifetime.alignment;
  buffers.shared.push_back({alloc, lifetime, std::move(uses.deallocs)});
}

FunctionBuffers BufferCollector::collect() {
  function.walk([&](memref::AllocOp alloc) { add(alloc); });
  while (keepThoseFreedWithOthers())
    ;
  llvm::sort(buffers.separate,
             [&](const SeparateBuffer &a, const SeparateBuffer &b) {
               return steps.at(a.alloc).first < steps.at(b.alloc).first;
             });
  return std::move(buffers);
}

FunctionBuffers layout::getBuffers(func::FuncOp function,
                                   BufferUsesAnalysis &analysis) {
  return BufferCollector(function, analysis).collect();
}

MemoryPlan layout::planMemory(const FunctionBuffers &buffers) {
  return planMemory(
      llvm::map_to_vector(buffers.shared, [](const SharedBuffer &buffer) {
        return buffer.lifetime;
      }));
}
