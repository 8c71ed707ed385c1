//===- DeviceCopy.cpp - Loops between host and device: meaning ------------===//
//
// Part of LayoutMLIR, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "MakeError.h"
#include "MemoryOrder.h"
#include "layout/Notation/DeviceLayout.h"
#include "mlir/Dialect/Utils/IndexingUtils.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/CheckedArithmetic.h"
#include "llvm/Support/FormatVariadic.h"
#include <numeric>

using namespace mlir;
using namespace mlir::layout;

llvm::Expected<SmallVector<int64_t>>
DeviceLayout::getHostStrides(ArrayRef<int64_t> shape,
                             ArrayRef<int64_t> hostStrides) {
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
// Digits
//===----------------------------------------------------------------------===//

/// The dim within which a host stride steps; nothing if there is none.
static llvm::Expected<std::optional<unsigned>>
findDim(int64_t stride, ArrayRef<int64_t> shape,
        ArrayRef<int64_t> hostStrides) {
  std::optional<unsigned> found;
  for (auto [dim, size, unit] : llvm::enumerate(shape, hostStrides)) {
    if (size == 1 || stride % unit != 0 || stride / unit >= size)
      continue;
    // Then two elements would lie at one place.
    if (found)
      return makeError("requires host strides that tell dims apart, found dims "
                       "{0} and {1} at distance {2}",
                       *found, dim, stride);
    found = dim;
  }
  return found;
}

namespace {
/// What loops walk through on the host: one digit for each loop. Of a loop of
/// range 1 only the extent is known.
using LoopDigits = SmallVector<WeightedDigit>;
} // namespace

/// Lets loops that step beyond all dims continue those which end there.
static llvm::Error continueDims(ArrayRef<DeviceLoop> loops,
                                ArrayRef<unsigned> beyond,
                                ArrayRef<int64_t> hostStrides,
                                LoopDigits &digits) {
  // Where the digits of each dim end; nothing is known to be there yet.
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

/// Where the loops do not take every element once.
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
  LoopDigits digits;
  SmallVector<unsigned> beyond;
  for (auto [index, loop] : llvm::enumerate(loops)) {
    digits.push_back({{0, 1, 1}, loop.deviceStride});
    if (loop.range == 1)
      continue;
    auto dim = findDim(loop.hostStride, shape, hostStrides);
    if (!dim)
      return dim.takeError();
    if (*dim)
      digits.back().digit = {**dim, loop.hostStride / hostStrides[**dim],
                             loop.range};
    else
      beyond.push_back(index);
  }
  llvm::sort(beyond, [&](unsigned a, unsigned b) {
    return std::make_pair(loops[a].hostStride, a) <
           std::make_pair(loops[b].hostStride, b);
  });
  if (llvm::Error error = continueDims(loops, beyond, hostStrides, digits))
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
  auto strides = getHostStrides(shape, hostStrides);
  if (!strides)
    return strides.takeError();
  llvm::Expected<LoopDigits> digits = getLoopDigits(loops, shape, *strides);
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

/// The index that a digit takes of its dim; 0 beyond the end.
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
/// The device buffer, cut into dims where device strides divide each other.
struct DeviceBox {
  SmallVector<AffineExpr> results;
  SmallVector<int64_t> extents;
  /// Whether each loop steps over all that lies inside of it.
  bool isNested = true;
};
} // namespace

static DeviceBox getDeviceBox(ArrayRef<WeightedDigit> digits, int64_t places,
                              ArrayRef<int64_t> shape, MLIRContext *context) {
  // How far the loops from each one on reach.
  SmallVector<int64_t> reach(digits.size() + 1, 0);
  DeviceBox box;
  for (size_t i = digits.size(); i-- > 0;) {
    auto [digit, stride] = digits[i];
    box.isNested &= digit.extent == 1 || reach[i + 1] < stride;
    reach[i] = reach[i + 1] + (digit.extent - 1) * stride;
  }
  int64_t outer = places;
  size_t first = 0;
  // A dim of places `stride` apart, made of the loops from `first` to `end`.
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
  auto strides = getHostStrides(shape, hostStrides);
  if (!strides)
    return strides.takeError();
  llvm::Expected<LoopDigits> digits = getLoopDigits(loops, shape, *strides);
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
  // Host strides that do not tell dims apart make no layout of it.
  if (llvm::Error error =
          result->getCopy(layout.getShape(), *strides).takeError())
    return error;
  return result;
}
