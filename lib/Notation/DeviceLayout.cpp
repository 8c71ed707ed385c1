//===- DeviceLayout.cpp - Loops between host and device -------------------===//
//
// Part of LayoutMLIR, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "DeviceLayout.h"
#include "NormalForms.h"
#include "Parsing.h"
#include "mlir/Dialect/Utils/IndexingUtils.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/CheckedArithmetic.h"
#include "llvm/Support/FormatVariadic.h"
#include "llvm/Support/MathExtras.h"
#include "llvm/Support/raw_ostream.h"
#include <numeric>
#include <tuple>

using namespace mlir;
using namespace mlir::layout;

//===----------------------------------------------------------------------===//
// Construction
//===----------------------------------------------------------------------===//

/// Returns whether the offsets and iteration counts of the loops fit 63 bits.
static bool fits(ArrayRef<DeviceLoop> loops) {
  int64_t device = 0, host = 0, step;
  for (auto [range, deviceStride, hostStride] : loops)
    if (llvm::MulOverflow(range, deviceStride, step) ||
        llvm::AddOverflow(device, step, device) ||
        llvm::MulOverflow(range, hostStride, step) ||
        llvm::AddOverflow(host, step, host))
      return false;
  return true;
}

DeviceLayout::DeviceLayout(ArrayRef<DeviceLoop> loops) : loops(loops) {
  auto getKey = [](const DeviceLoop &loop) {
    return std::make_tuple(loop.deviceStride, loop.range, loop.hostStride);
  };
  llvm::sort(this->loops, [&](const DeviceLoop &a, const DeviceLoop &b) {
    return getKey(a) > getKey(b);
  });
}

llvm::Expected<DeviceLayout> DeviceLayout::get(ArrayRef<DeviceLoop> loops) {
  for (auto [range, deviceStride, hostStride] : loops)
    if (range < 1 || deviceStride < 1 || hostStride < (range > 1 ? 1 : 0))
      return makeError(
          "requires a range and strides of at least 1, found range {0}, device "
          "stride {1} and host stride {2}",
          range, deviceStride, hostStride);
  if (!fits(loops))
    return makeError(
        "requires a device and a host buffer whose sizes fit 63 bits");
  return DeviceLayout(loops);
}

int64_t DeviceLayout::getNumPositions() const {
  int64_t places = 1, last = 0;
  for (const DeviceLoop &loop : loops) {
    places = std::max(places, loop.range * loop.deviceStride);
    last += (loop.range - 1) * loop.deviceStride;
  }
  return std::max(places, last + 1);
}

/// Returns the strides of a tensor, which must be static and not empty:
/// `hostStrides`, or those of a row-major tensor if it is empty.
static llvm::Expected<SmallVector<int64_t>>
getHostStrides(ArrayRef<int64_t> shape, ArrayRef<int64_t> hostStrides) {
  if (llvm::any_of(shape, [](int64_t size) { return size < 1; }))
    return makeError("requires a tensor that is static and not empty");
  if (!getNumPoints(shape))
    return makeError("requires a shape whose element count fits 63 bits");
  if (hostStrides.empty())
    return computeStrides(shape);
  if (hostStrides.size() != shape.size())
    return makeError("requires {0} host strides, found {1}", shape.size(),
                     hostStrides.size());
  for (auto [size, stride] : llvm::zip_equal(shape, hostStrides))
    if (stride < (size > 1 ? 1 : 0))
      return makeError("requires host strides of at least 1, found {0}",
                       stride);
  return llvm::to_vector(hostStrides);
}

//===----------------------------------------------------------------------===//
// Sticks
//===----------------------------------------------------------------------===//

static llvm::Expected<int64_t> getStickElements(int64_t elementBytes) {
  constexpr int64_t stick = DeviceLayout::kStickBytes;
  if (elementBytes < 1 || stick % elementBytes != 0)
    return makeError(
        "requires elements whose size divides a stick of {0} bytes, found {1}",
        stick, elementBytes);
  return stick / elementBytes;
}

llvm::Expected<DeviceLayout>
DeviceLayout::getSticked(ArrayRef<int64_t> shape, int64_t elementBytes,
                         unsigned stickDim, ArrayRef<int64_t> hostStrides) {
  llvm::Expected<int64_t> stick = getStickElements(elementBytes);
  if (!stick)
    return stick.takeError();
  if (stickDim >= shape.size())
    return makeError("requires one of {0} dims for the sticks, found dim {1}",
                     shape.size(), stickDim);
  auto strides = getHostStrides(shape, hostStrides);
  if (!strides)
    return strides.takeError();

  SmallVector<DeviceLoop> loops;
  int64_t deviceStride = 1;
  bool overflows = false;
  // Adds an outer loop: its stride is the size of everything inside of it.
  auto addLoop = [&](int64_t range, int64_t extent, int64_t hostStride) {
    loops.push_back({range, deviceStride, hostStride});
    overflows |= llvm::MulOverflow(deviceStride, extent, deviceStride);
  };
  int64_t size = shape[stickDim], stride = (*strides)[stickDim], stickStride;
  overflows |= llvm::MulOverflow(stride, *stick, stickStride);
  addLoop(size == 1 ? 1 : *stick, *stick, stride);
  for (unsigned dim = shape.size(); dim-- > 0;)
    if (dim != stickDim)
      addLoop(shape[dim], shape[dim], (*strides)[dim]);
  int64_t numSticks = llvm::divideCeilSigned(size, *stick);
  addLoop(numSticks, numSticks, stickStride);
  if (overflows)
    return makeError("requires sticks whose number fits 63 bits");
  return get(loops);
}

llvm::Expected<DeviceLayout>
DeviceLayout::getSparse(ArrayRef<int64_t> shape, int64_t elementBytes,
                        ArrayRef<int64_t> hostStrides) {
  // A dim of one element becomes a loop over the rest of the stick.
  SmallVector<int64_t> sticks(shape);
  sticks.push_back(1);
  auto strides = getHostStrides(shape, hostStrides);
  if (!strides)
    return strides.takeError();
  strides->push_back(1);
  return getSticked(sticks, elementBytes, shape.size(), *strides);
}

//===----------------------------------------------------------------------===//
// Text
//===----------------------------------------------------------------------===//

namespace {
/// Numbers in parentheses, with the offsets in the text of each number and of
/// the opening parenthesis.
struct NumberList {
  SmallVector<int64_t> numbers;
  SmallVector<size_t> offsets;
  size_t start;
};
} // namespace

static llvm::Expected<NumberList> takeList(Cursor &cursor, int64_t least,
                                           StringRef what) {
  NumberList list{{}, {}, cursor.getOffset()};
  llvm::Error error = cursor.takeTuple([&]() -> llvm::Error {
    list.offsets.push_back(cursor.getOffset());
    llvm::Expected<int64_t> number = cursor.takeNumber(least, what);
    if (!number)
      return number.takeError();
    list.numbers.push_back(*number);
    return llvm::Error::success();
  });
  if (error)
    return error;
  return list;
}

/// Reads the three lists of `((…),(…),(…))`, which have equal lengths.
static llvm::Expected<SmallVector<NumberList, 3>> takeLists(Cursor &cursor) {
  constexpr StringRef what[] = {"a range of at least 1",
                                "a device stride of at least 1",
                                "a host stride"};
  SmallVector<NumberList, 3> lists;
  llvm::Error error = cursor.takeTuple([&]() -> llvm::Error {
    size_t index = lists.size();
    if (index == std::size(what))
      return cursor.expected("')' behind the host strides");
    llvm::Expected<NumberList> list =
        takeList(cursor, index < 2 ? 1 : 0, what[index]);
    if (!list)
      return list.takeError();
    lists.push_back(*list);
    size_t ranges = lists.front().numbers.size();
    if (list->numbers.size() != ranges)
      return cursor.error(list->start, "as many strides as ranges, " +
                                           llvm::Twine(ranges) + ", found " +
                                           llvm::Twine(list->numbers.size()));
    return llvm::Error::success();
  });
  if (error)
    return error;
  if (lists.size() < std::size(what))
    return cursor.error(cursor.getOffset() - 1,
                        "ranges, device strides and host strides, found " +
                            llvm::Twine(lists.size()) + " of these");
  if (!cursor.isAtEnd())
    return cursor.expected("nothing behind the last ')'");
  return lists;
}

llvm::Expected<DeviceLayout> DeviceLayout::parse(StringRef text) {
  Cursor cursor(text);
  auto lists = takeLists(cursor);
  if (!lists)
    return lists.takeError();
  const auto &[ranges, device, host] =
      std::tie((*lists)[0], (*lists)[1], (*lists)[2]);
  SmallVector<DeviceLoop> loops;
  for (size_t i = 0; i < ranges.numbers.size(); ++i) {
    DeviceLoop loop{ranges.numbers[i], device.numbers[i], host.numbers[i]};
    if (!loops.empty() && loop.deviceStride > loops.back().deviceStride)
      return cursor.error(device.offsets[i],
                          "device strides that do not rise, found " +
                              llvm::Twine(loop.deviceStride) + " after " +
                              llvm::Twine(loops.back().deviceStride));
    if (loop.range > 1 && loop.hostStride == 0)
      return cursor.error(host.offsets[i], "a host stride of at least 1 for "
                                           "range " +
                                               llvm::Twine(loop.range) +
                                               ", found 0");
    loops.push_back(loop);
  }
  if (!fits(loops))
    return cursor.error(0, "buffers whose sizes fit 63 bits");
  return DeviceLayout(loops);
}

std::string DeviceLayout::str() const {
  std::string text;
  llvm::raw_string_ostream os(text);
  auto print = [&](int64_t DeviceLoop::*number) {
    os << '(';
    llvm::interleave(
        loops, os, [&](const DeviceLoop &loop) { os << loop.*number; }, ",");
    os << ')';
  };
  os << '(';
  print(&DeviceLoop::range);
  os << ',';
  print(&DeviceLoop::deviceStride);
  os << ',';
  print(&DeviceLoop::hostStride);
  os << ')';
  return text;
}

//===----------------------------------------------------------------------===//
// Digits
//===----------------------------------------------------------------------===//

/// Returns the dim whose elements a host stride steps through, if any.
static llvm::Expected<std::optional<unsigned>>
findDim(int64_t stride, ArrayRef<int64_t> shape,
        ArrayRef<int64_t> hostStrides) {
  std::optional<unsigned> found;
  for (auto [dim, size, unit] : llvm::enumerate(shape, hostStrides)) {
    if (size == 1 || stride % unit != 0 || stride / unit >= size)
      continue;
    // Two elements would have the same offset.
    if (found)
      return makeError("requires host strides that tell dims apart, found dims "
                       "{0} and {1} at distance {2}",
                       *found, dim, stride);
    found = dim;
  }
  return found;
}

namespace {
/// The digits of the host dims that the loops iterate over, one for each loop.
/// For a loop of range 1 only the extent is valid.
using LoopDigits = SmallVector<WeightedDigit>;
} // namespace

/// Assigns loops whose host stride lies outside of all dims to the dim whose
/// digits end at that stride.
static llvm::Error continueDims(ArrayRef<DeviceLoop> loops,
                                ArrayRef<unsigned> beyond,
                                ArrayRef<int64_t> hostStrides,
                                LoopDigits &digits) {
  // The end of the digits found so far, for each dim.
  SmallVector<int64_t> ends(hostStrides.size(), 1);
  for (const WeightedDigit &term : digits) {
    const Digit &digit = term.digit;
    if (digit.extent != 1)
      ends[digit.dim] = std::max(
          ends[digit.dim],
          llvm::checkedMul(digit.stride, digit.extent).value_or(INT64_MAX));
  }
  for (unsigned loop : beyond) {
    auto [range, deviceStride, hostStride] = loops[loop];
    bool isFound = false;
    for (unsigned dim = hostStrides.size(); dim-- > 0 && !isFound;) {
      if (llvm::checkedMul(ends[dim], hostStrides[dim]) != hostStride)
        continue;
      isFound = true;
      digits[loop].digit = {dim, ends[dim], range};
      ends[dim] = llvm::checkedMul(ends[dim], range).value_or(INT64_MAX);
    }
    if (!isFound)
      return makeError("requires host strides that step through dims or go on "
                       "where one ends, found {0}",
                       hostStride);
  }
  return llvm::Error::success();
}

/// Returns an error unless the loops visit every element exactly once.
static llvm::Error checkCover(ArrayRef<WeightedDigit> digits,
                              ArrayRef<int64_t> shape) {
  if (coversEachDimOnce(digits, shape))
    return llvm::Error::success();
  for (auto [dim, size] : llvm::enumerate(shape)) {
    LoopDigits own;
    std::string steps;
    for (WeightedDigit term : digits) {
      if (term.digit.dim != dim || term.digit.extent == 1)
        continue;
      steps += llvm::formatv("{0}{1} by {2}", steps.empty() ? "" : ", ",
                             term.digit.extent, term.digit.stride);
      term.digit.dim = 0;
      own.push_back(term);
    }
    if (!coversEachDimOnce(own, size))
      return makeError("requires loops that take the {0} elements of dim {1} "
                       "once, found [{2}]",
                       size, dim, steps);
  }
  llvm_unreachable("dims are covered independently");
}

static llvm::Expected<LoopDigits> getLoopDigits(ArrayRef<DeviceLoop> loops,
                                                ArrayRef<int64_t> shape,
                                                ArrayRef<int64_t> hostStrides) {
  auto strides = getHostStrides(shape, hostStrides);
  if (!strides)
    return strides.takeError();
  LoopDigits digits;
  SmallVector<unsigned> beyond;
  for (auto [index, loop] : llvm::enumerate(loops)) {
    digits.push_back({{0, 1, 1}, loop.deviceStride});
    if (loop.range == 1)
      continue;
    auto dim = findDim(loop.hostStride, shape, *strides);
    if (!dim)
      return dim.takeError();
    if (*dim)
      digits.back().digit = {**dim, loop.hostStride / (*strides)[**dim],
                             loop.range};
    else
      beyond.push_back(index);
  }
  llvm::sort(beyond, [&](unsigned a, unsigned b) {
    return std::make_pair(loops[a].hostStride, a) <
           std::make_pair(loops[b].hostStride, b);
  });
  if (llvm::Error error = continueDims(loops, beyond, *strides, digits))
    return error;
  if (llvm::Error error = checkCover(digits, shape))
    return error;
  return digits;
}

//===----------------------------------------------------------------------===//
// Copies
//===----------------------------------------------------------------------===//

bool CopyBound::holds(ArrayRef<int64_t> index) const {
  int64_t sum = 0;
  for (auto [loop, stride] : terms)
    sum += index[loop] * stride;
  return sum < size;
}

bool DeviceCopy::isValid(ArrayRef<int64_t> index) const {
  return llvm::all_of(
      bounds, [&](const CopyBound &bound) { return bound.holds(index); });
}

int64_t DeviceCopy::getRun() const {
  int64_t run = 1;
  for (auto [range, deviceStride, hostStride] : llvm::reverse(loops)) {
    if (range == 1)
      continue;
    if (deviceStride != run || hostStride != run)
      break;
    run *= range;
  }
  return run;
}

llvm::Expected<DeviceCopy>
DeviceLayout::getCopy(ArrayRef<int64_t> shape,
                      ArrayRef<int64_t> hostStrides) const {
  llvm::Expected<LoopDigits> digits = getLoopDigits(loops, shape, hostStrides);
  if (!digits)
    return digits.takeError();
  DeviceCopy copy{loops, {}};
  for (auto [dim, size] : llvm::enumerate(shape)) {
    CopyBound bound{static_cast<unsigned>(dim), size, {}};
    int64_t end = 1;
    for (auto [loop, term] : llvm::enumerate(*digits)) {
      if (term.digit.dim != dim || term.digit.extent == 1)
        continue;
      bound.terms.push_back({static_cast<unsigned>(loop), term.digit.stride});
      end *= term.digit.extent;
    }
    if (end > size)
      copy.bounds.push_back(bound);
  }
  return copy;
}

//===----------------------------------------------------------------------===//
// Layouts of tensors
//===----------------------------------------------------------------------===//

/// Returns the digit of an index; 0 beyond the end of the dim.
static AffineExpr getExpr(const Digit &digit, ArrayRef<int64_t> shape,
                          MLIRContext *context) {
  int64_t size = digit.extent == 1 ? 1 : shape[digit.dim];
  if (digit.stride >= size)
    return getAffineConstantExpr(0, context);
  AffineExpr expr = getAffineDimExpr(digit.dim, context).floorDiv(digit.stride);
  bool isTop = digit.stride * digit.extent >= size;
  return isTop ? expr : expr % digit.extent;
}

namespace {
/// The device buffer as dims: it is split where device strides divide each
/// other.
struct DeviceBox {
  SmallVector<AffineExpr> results;
  SmallVector<int64_t> extents;
  /// Whether the stride of each loop exceeds the largest offset of the loops
  /// inside of it.
  bool isNested = true;
};
} // namespace

static DeviceBox getDeviceBox(ArrayRef<WeightedDigit> digits, int64_t places,
                              ArrayRef<int64_t> shape, MLIRContext *context) {
  // The number of positions that the loops from each one on span.
  SmallVector<int64_t> reach(digits.size() + 1, 0);
  DeviceBox box;
  for (size_t i = digits.size(); i-- > 0;) {
    auto [digit, stride] = digits[i];
    box.isNested &= digit.extent == 1 || reach[i + 1] < stride;
    reach[i] = reach[i + 1] + (digit.extent - 1) * stride;
  }
  int64_t outer = places;
  size_t first = 0;
  // Adds a dim with positions `stride` apart for the loops from `first` to
  // `end`.
  auto addDim = [&](size_t end, int64_t stride) {
    AffineExpr sum = getAffineConstantExpr(0, context);
    for (const WeightedDigit &term : digits.slice(first, end - first))
      sum = sum + getExpr(term.digit, shape, context) * (term.weight / stride);
    if (outer != stride) {
      box.results.push_back(sum);
      box.extents.push_back(outer / stride);
    }
    outer = stride;
    first = end;
  };
  int64_t divisor = 0;
  for (size_t i = 0; i < digits.size(); ++i) {
    int64_t stride = digits[i].weight;
    divisor = std::gcd(divisor, stride);
    bool isDim =
        divisor == stride && outer % stride == 0 && reach[i + 1] < stride;
    if (!isDim)
      continue;
    addDim(i + 1, stride);
    divisor = 0;
  }
  addDim(digits.size(), 1);
  return box;
}

llvm::Expected<PhysicalLayout>
DeviceLayout::getPhysicalLayout(ArrayRef<int64_t> shape,
                                MLIRContext *context) const {
  return getPhysicalLayout(shape, {}, context);
}

llvm::Expected<PhysicalLayout>
DeviceLayout::getPhysicalLayout(ArrayRef<int64_t> shape,
                                ArrayRef<int64_t> hostStrides,
                                MLIRContext *context) const {
  llvm::Expected<LoopDigits> digits = getLoopDigits(loops, shape, hostStrides);
  if (!digits)
    return digits.takeError();
  DeviceBox box = getDeviceBox(*digits, getNumPositions(), shape, context);
  IndexMap map(AffineMap::get(shape.size(), 0, box.results, context));
  if (box.isNested)
    return PhysicalLayout::getKnown(map, shape, box.extents);
  return PhysicalLayout::get(map, shape, box.extents);
}

llvm::Expected<DeviceLayout> DeviceLayout::get(const PhysicalLayout &layout,
                                               ArrayRef<int64_t> hostStrides) {
  auto strides = getHostStrides(layout.getShape(), hostStrides);
  if (!strides)
    return strides.takeError();
  llvm::Expected<LinearCombination> order = getMemoryOrder(layout);
  if (!order)
    return order.takeError();
  if (order->base != 0)
    return makeError("requires an element in the first place, found {0} places "
                     "in front",
                     order->base);
  SmallVector<DeviceLoop> loops;
  for (auto [digit, weight] : order->terms) {
    if (digit.extent == 1)
      continue;
    auto stride = llvm::checkedMul(digit.stride, (*strides)[digit.dim]);
    if (!stride)
      return makeError("requires a host buffer whose size fits 63 bits");
    loops.push_back({digit.extent, weight, *stride});
  }
  llvm::Expected<DeviceLayout> result = get(loops);
  if (!result)
    return result.takeError();
  int64_t places = layout.getNumPositions();
  if (result->getNumPositions() > places)
    return makeError("requires {0} places, a whole stride for each step of the "
                     "loops, found {1}",
                     result->getNumPositions(), places);
  if (result->getNumPositions() < places) {
    loops.push_back({1, places, 0});
    result = get(loops);
  }
  if (!result)
    return result.takeError();
  // Check that the host strides determine the dim of each loop.
  if (llvm::Error error =
          result->getCopy(layout.getShape(), *strides).takeError())
    return error;
  return result;
}
