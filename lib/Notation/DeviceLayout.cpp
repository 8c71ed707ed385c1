//===- DeviceLayout.cpp - Loops between host and device: text -------------===//
//
// Part of LayoutMLIR, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "layout/Notation/DeviceLayout.h"
#include "Cursor.h"
#include "MakeError.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/MathExtras.h"
#include "llvm/Support/raw_ostream.h"
#include <tuple>

using namespace mlir;
using namespace mlir::layout;

//===----------------------------------------------------------------------===//
// Construction
//===----------------------------------------------------------------------===//

/// Whether 63 bits hold the places that loops name, and count.
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
  // A loop inside of which `extent` times the places so far lie.
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
  // A further dim of one element lies along the sticks.
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
/// Numbers in parentheses, and the place in front of each of them and of the
/// first parenthesis.
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

/// The three lists of `((…),(…),(…))`, equally long.
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
