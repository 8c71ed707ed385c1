//===- PlaceBuffers.cpp - The pass layout-place-buffers -------------------===//
//
// Part of LayoutMLIR, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Decides in which order copies are removed (CopyRemoval.h, MergeBuffers.h),
// and prepares the program for it.
//
//===----------------------------------------------------------------------===//

#include "PlaceBuffers.h"
#include "BufferAccesses.h"
#include "Copies.h"
#include "CopyRemoval.h"
#include "MemoryFigures.h"
#include "MergeBuffers.h"
#include "PitchedOperands.h"
#include "RegionBuffers.h"
#include "ShareCopies.h"
#include "SplitBuffers.h"
#include "Support/OutputFile.h"
#include "layout/Analysis/CallSites.h"
#include "layout/Analysis/Remarks.h"
#include "layout/Analysis/RewriteCount.h"
#include "layout/Analysis/Rewrites.h"
#include "layout/Dialect/Marks.h"
#include "layout/Support/Debug.h"
#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/MemRef/Transforms/Transforms.h"
#include "mlir/IR/Remarks.h"
#include "mlir/Interfaces/FunctionInterfaces.h"
#include "mlir/Transforms/GreedyPatternRewriteDriver.h"
#include "llvm/Support/JSON.h"

#define DEBUG_TYPE "layout-place-buffers"
ALWAYS_ENABLED_STATISTIC(numCopiesRemoved, "Copies that are removed");
ALWAYS_ENABLED_STATISTIC(numCopiesLeft, "Copies that are left");

namespace mlir::layout {
#define GEN_PASS_DEF_LAYOUTPLACEBUFFERS
#include "layout/Placement/Passes.h.inc"
} // namespace mlir::layout

using namespace mlir;
using namespace mlir::layout;

//===----------------------------------------------------------------------===//
// The pass
//===----------------------------------------------------------------------===//

/// All copies of a function, those to large buffers first: what is part of
/// several buffers, each a part of the next one, is then written to the
/// largest. Those among `kept` are left out.
static SmallVector<Operation *>
getCopies(Operation *function, const llvm::SmallPtrSetImpl<Operation *> &kept) {
  struct Entry {
    int64_t bytes;
    size_t number;
    Operation *op;
  };
  SmallVector<Entry> copies;
  function->walk([&](Operation *op) {
    std::optional<Copy> copy = getCopy(op);
    if (!copy || isFrozen(op) || isSkipped(op) || kept.contains(op))
      return;
    auto type = dyn_cast<ShapedType>(getRootBuffer(copy->target).getType());
    copies.push_back({type ? getByteCount(type).bytes : 0, copies.size(), op});
  });
  llvm::sort(copies, [](const Entry &a, const Entry &b) {
    return std::pair(-a.bytes, a.number) < std::pair(-b.bytes, b.number);
  });
  return llvm::map_to_vector(copies,
                             [](const Entry &entry) { return entry.op; });
}

namespace {
/// A copy that is gone, and how.
struct Removed {
  Location loc;
  int64_t bytes;
  StringRef how;
};

/// A copy that is left, and why.
struct Left {
  Location loc;
  int64_t bytes;
  std::string reason;
};

using CopyNumbers = llvm::SmallDenseSet<unsigned>;

/// Removes the copies of a function.
class Placer {
public:
  explicit Placer(func::FuncOp function)
      : function(function), rewriter(function.getContext()) {}

  /// Removes the copies except for those with these numbers, in program order.
  void run(const CopyNumbers &numbers = {});
  ArrayRef<Removed> getRemoved() const { return removed; }
  ArrayRef<Left> getLeft() const { return left; }

private:
  void removeCopies();
  bool writeAllInPlace();
  bool readAllInPlace();
  bool mergeAllBuffers();
  bool shareSources();
  void add(Location loc, Value buffer, StringRef how) {
    auto type = cast<ShapedType>(buffer.getType());
    removed.push_back({loc, getByteCount(type).bytes, how});
  }
  void describeLeft();

  func::FuncOp function;
  IRRewriter rewriter;
  llvm::SmallPtrSet<Operation *, 4> kept;
  SmallVector<Removed, 0> removed;
  /// The copies that cannot be removed at present.
  SmallVector<std::pair<Operation *, Reason>, 0> obstacles;
  SmallVector<Left, 0> left;
};
} // namespace

/// Computes sources of copies in place. Returns whether it was possible for
/// one.
bool Placer::writeAllInPlace() {
  obstacles.clear();
  size_t count = removed.size();
  for (Operation *op : getCopies(function, kept)) {
    Copy copy = *getCopy(op);
    add(op->getLoc(), copy.source, "the source is computed in its target");
    Obstacle obstacle = writeInPlace(rewriter, copy);
    if (!obstacle)
      continue;
    obstacles.push_back({op, *obstacle});
    removed.pop_back();
  }
  return removed.size() != count;
}

/// Reads sources of copies in place. Returns whether it was possible for one.
bool Placer::readAllInPlace() {
  llvm::SetVector<Value> targets;
  for (Operation *op : getCopies(function, kept))
    if (Value target = getRootBuffer(getCopy(op)->target);
        isFreshBuffer(target))
      targets.insert(target);
  size_t count = removed.size();
  for (Value target : targets) {
    add(target.getLoc(), target, "the source is read in its place");
    if (readInPlace(rewriter, target, kept))
      removed.pop_back();
  }
  return removed.size() != count;
}

/// The bytes that a copy copies; 0 if they are not known.
static int64_t getBytes(const Copy &copy) {
  auto type = cast<ShapedType>(copy.source.getType());
  return type.hasStaticShape() ? getByteCount(type).bytes : 0;
}

/// Makes the two buffers of copies parts of one, the largest copies first: two
/// copies from one buffer to another may exclude each other. Returns whether it
/// was possible for one copy.
bool Placer::mergeAllBuffers() {
  size_t count = removed.size();
  SmallVector<std::pair<int64_t, size_t>> order;
  SmallVector<Operation *> copies = getCopies(function, kept);
  for (auto [number, op] : llvm::enumerate(copies))
    order.push_back({-getBytes(*getCopy(op)), number});
  llvm::sort(order);
  for (auto [bytes, number] : order) {
    Operation *op = copies[number];
    Copy copy = *getCopy(op);
    add(op->getLoc(), copy.source,
        "source and target are parts of a common buffer");
    if (mergeBuffers(rewriter, copy))
      removed.pop_back();
  }
  return removed.size() != count;
}

/// The bytes and the number of the copies of a function.
static std::pair<int64_t, int64_t> getCopied(Operation *function) {
  std::pair<int64_t, int64_t> copied = {0, 0};
  function->walk([&](Operation *op) {
    std::optional<Copy> copy = getCopy(op);
    if (!copy)
      return;
    copied.first +=
        getByteCount(cast<ShapedType>(copy->source.getType())).bytes;
    ++copied.second;
  });
  return copied;
}

/// Lets copies of one value share the first of them, if fewer copies are left
/// then. That is tried on a clone of the function. Returns whether it was done.
bool Placer::shareSources() {
  if (obstacles.empty())
    return false;
  IRMapping mapping;
  func::FuncOp clone = cast<func::FuncOp>(function->clone(mapping));
  SymbolTable(function->getParentOp()).insert(clone, function->getIterator());
  Placer trial(clone);
  for (Operation *op : kept)
    if (Operation *copy = mapping.lookupOrNull(op))
      trial.kept.insert(copy);
  bool isBetter = shareCopies(trial.rewriter, getCopies(clone, trial.kept));
  if (isBetter) {
    trial.removeCopies();
    isBetter = getCopied(clone) < getCopied(function);
  }
  clone.erase();
  return isBetter && shareCopies(rewriter, getCopies(function, kept));
}

void Placer::describeLeft() {
  for (auto [op, reason] : obstacles) {
    auto type = cast<ShapedType>(getCopy(op)->source.getType());
    std::string where =
        reason.op ? ": " + getLocationText(reason.op) : std::string();
    left.push_back(
        {op->getLoc(), getByteCount(type).bytes, (reason.text + where).str()});
  }
}

/// Makes sizes of views known without the views.
static void resolveSizes(Operation *function) {
  SmallVector<Operation *> sizes;
  function->walk([&](memref::DimOp op) { sizes.push_back(op); });
  RewritePatternSet patterns(function->getContext());
  memref::populateResolveShapedTypeResultDimsPatterns(patterns);
  memref::DimOp::getCanonicalizationPatterns(patterns, function->getContext());
  GreedyRewriteConfig config;
  config.setStrictness(GreedyRewriteStrictness::ExistingAndNewOps);
  (void)applyOpPatternsGreedily(sizes, std::move(patterns), config);
}

void Placer::run(const CopyNumbers &numbers) {
  unsigned number = 0;
  function.walk([&](Operation *op) {
    if (getCopy(op) && numbers.contains(number++))
      kept.insert(op);
  });
  // A view without users must not keep a result of a branch alive.
  eraseUnreadBuffers(rewriter, function);
  simplifyRegionBuffers(rewriter, function);
  resolveSizes(function);
  copyPitchedOperands(rewriter, function);
  removeCopies();
  while (shareSources())
    removeCopies();
  describeLeft();
  eraseUnreadBuffers(rewriter, function);
}

void Placer::removeCopies() {
  replaceCopiesOfFills(rewriter, function);
  size_t count = 0;
  do {
    count = removed.size();
    // Copies to buffers that are not read must not decide where others lie.
    eraseUnreadBuffers(rewriter, function);
    splitBuffers(rewriter, function);
    narrowFills(rewriter, function);
    sinkFills(rewriter, function);
    bool changed = true;
    while (changed) {
      changed = writeAllInPlace();
      changed |= readAllInPlace();
      changed = changed || mergeAllBuffers();
    }
    // With fewer copies, buffers can be divided further, and a part of a buffer
    // may hold nothing but a fill.
  } while (replaceCopiesOfFills(rewriter, function) ||
           (removed.size() != count && !obstacles.empty()));
}

//===----------------------------------------------------------------------===//
// A limit of the memory
//===----------------------------------------------------------------------===//

namespace {
/// What a function copies, and the memory of its buffers.
struct Outcome {
  int64_t copied, peak;
};
} // namespace

static Outcome getOutcome(func::FuncOp function, const CopyNumbers &kept) {
  func::FuncOp copy = function.clone();
  SymbolTable(function->getParentOp()).insert(copy, function->getIterator());
  Placer(copy).run(kept);
  Outcome outcome = {getCopied(copy).first, getMemoryFigures(copy).peak};
  copy.erase();
  return outcome;
}

/// The most copies that are tried one by one for whether they may be removed.
static constexpr unsigned kMaxTrials = 32;

/// Keeps as many copies as necessary for a peak of `limit` bytes, the first of
/// `order` first. Then the last ones among them are removed again where the
/// limit permits it. Precondition: all of them suffice.
static CopyNumbers keepFirst(func::FuncOp function, ArrayRef<unsigned> order,
                             int64_t limit) {
  auto isMet = [&](const CopyNumbers &kept) {
    return getOutcome(function, kept).peak <= limit;
  };
  auto getFirst = [&](size_t count) {
    return CopyNumbers(order.begin(), order.begin() + count);
  };
  size_t tooFew = 0, enough = order.size();
  while (enough - tooFew > 1) {
    size_t middle = (tooFew + enough) / 2;
    (isMet(getFirst(middle)) ? enough : tooFew) = middle;
  }
  CopyNumbers kept = getFirst(enough);
  ArrayRef<unsigned> first = order.take_front(enough);
  for (unsigned number : llvm::reverse(first.take_back(kMaxTrials))) {
    kept.erase(number);
    if (!isMet(kept))
      kept.insert(number);
  }
  return kept;
}

/// Chooses copies that stay, such that the buffers of the function take no more
/// than `limit` bytes: the smallest or the largest ones, whichever copy less.
static FailureOr<CopyNumbers> chooseKept(func::FuncOp function, int64_t limit) {
  SmallVector<std::pair<int64_t, unsigned>> copies;
  function.walk([&](Operation *op) {
    if (std::optional<Copy> copy = getCopy(op)) {
      auto type = cast<ShapedType>(copy->source.getType());
      copies.push_back({getByteCount(type).bytes, copies.size()});
    }
  });
  if (getOutcome(function, {}).peak <= limit)
    return CopyNumbers();
  llvm::sort(copies);
  SmallVector<unsigned> order =
      llvm::map_to_vector(copies, [](const auto &copy) { return copy.second; });
  CopyNumbers all(order.begin(), order.end());
  if (int64_t least = getOutcome(function, all).peak; least > limit)
    return function.emitOpError() << "requires a memory limit of at least "
                                  << least << " bytes, found " << limit;
  CopyNumbers smallest = keepFirst(function, order, limit);
  std::reverse(order.begin(), order.end());
  CopyNumbers largest = keepFirst(function, order, limit);
  bool takesSmallest = getOutcome(function, smallest).copied <=
                       getOutcome(function, largest).copied;
  return takesSmallest ? smallest : largest;
}

//===----------------------------------------------------------------------===//
// The pass
//===----------------------------------------------------------------------===//

/// Whether buffers of the function may be placed.
static bool mayPlace(func::FuncOp function) {
  return !function.isExternal() && !isSkipped(function) && !isFrozen(function);
}

void layout::placeBuffers(func::FuncOp function) {
  if (mayPlace(function))
    Placer(function).run();
}

/// Says what became of each copy of a function.
static void emitRemarks(func::FuncOp function, const Placer &placer) {
  numCopiesRemoved += placer.getRemoved().size();
  numCopiesLeft += placer.getLeft().size();
  remark::RemarkOpts options = getRemark("copy", DEBUG_TYPE, function);
  for (const Removed &copy : placer.getRemoved())
    remark::passed(copy.loc, options)
        << remark::add("{0}: {1} bytes are not copied", copy.how, copy.bytes);
  for (const Left &copy : placer.getLeft())
    remark::missed(copy.loc, options)
        << remark::add("{0} bytes are copied: {1}", copy.bytes, copy.reason);
}

namespace {
/// What the buffers of a function copy and take.
struct Figures {
  Tally copies;
  MemoryFigures memory;

  static Figures get(func::FuncOp function, const CallSites &calls) {
    return {countMovements(function, calls).moves, getMemoryFigures(function)};
  }
  void print(llvm::json::OStream &json) const {
    json.attributeObject("copies", [&] {
      json.attribute("n", copies.n);
      json.attribute("bytes", copies.bytes);
    });
    json.attributeObject("memory", [&] {
      json.attribute("sum", memory.sum);
      json.attribute("peak", memory.peak);
      json.attribute("bound", memory.bound);
      json.attribute("dynamic", memory.dynamic);
    });
  }
};

/// A function before and after its buffers were placed.
struct FunctionReport {
  std::string name;
  Figures before, after;
  SmallVector<Left, 0> left;

  void print(llvm::json::OStream &json) const {
    json.object([&] {
      json.attribute("name", name);
      json.attributeObject("before", [&] { before.print(json); });
      json.attributeObject("after", [&] { after.print(json); });
      json.attributeArray("left", [&] {
        for (const Left &copy : left)
          json.object([&] {
            json.attribute("location", getLocationText(copy.loc));
            json.attribute("bytes", copy.bytes);
            json.attribute("reason", copy.reason);
          });
      });
    });
  }
};

struct LayoutPlaceBuffers
    : layout::impl::LayoutPlaceBuffersBase<LayoutPlaceBuffers> {
  using LayoutPlaceBuffersBase::LayoutPlaceBuffersBase;

  void runOnProgram() override;

private:
  LogicalResult place(func::FuncOp function, const CallSites &calls);
  void print(llvm::raw_ostream &os) const;

  std::vector<FunctionReport> reports;
};
} // namespace

LogicalResult LayoutPlaceBuffers::place(func::FuncOp function,
                                        const CallSites &calls) {
  if (!mayPlace(function))
    return success();
  CopyNumbers kept;
  if (memoryLimit != 0) {
    FailureOr<CopyNumbers> chosen = chooseKept(function, memoryLimit);
    if (failed(chosen))
      return failure();
    kept = *chosen;
  }
  FunctionReport result;
  if (!report.empty())
    result = {function.getName().str(), Figures::get(function, calls), {}, {}};
  Placer placer(function);
  placer.run(kept);
  emitRemarks(function, placer);
  if (!report.empty()) {
    result.after = Figures::get(function, calls);
    llvm::append_range(result.left, placer.getLeft());
    reports.push_back(std::move(result));
  }
  return success();
}

void LayoutPlaceBuffers::print(llvm::raw_ostream &os) const {
  llvm::json::OStream json(os, /*IndentSize=*/2);
  json.object([&] {
    json.attribute("version", 1);
    json.attributeArray("functions", [&] {
      for (const FunctionReport &function : reports)
        function.print(json);
    });
  });
  os << "\n";
}

void LayoutPlaceBuffers::runOnProgram() {
  ModuleOp module = getOperation();
  reports.clear();
  SmallVector<func::FuncOp> functions;
  module.walk([&](func::FuncOp function) { functions.push_back(function); });
  CallSites calls(module);
  for (func::FuncOp function : functions)
    if (failed(place(function, calls)))
      return signalPassFailure();
  if (report.empty())
    return;
  llvm::Error error = writeReportFile(report, [&](llvm::raw_ostream &os) {
    print(os);
    return llvm::Error::success();
  });
  if (error) {
    module.emitError() << llvm::toString(std::move(error));
    signalPassFailure();
  }
}
