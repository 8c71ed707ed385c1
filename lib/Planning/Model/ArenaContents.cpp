//===- ArenaContents.cpp - What lies where in a buffer --------------------===//
//
// Part of LayoutMLIR, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ArenaContents.h"
#include "Relayout/LoopRelayout.h"

using namespace mlir;
using namespace mlir::layout;

using Extent = ArenaContent::Extent;

bool layout::areDisjoint(const ArenaContent &a, const ArenaContent &b) {
  return llvm::any_of(llvm::zip_equal(a.ranges, b.ranges), [](auto pair) {
    auto [one, other] = pair;
    return one.end <= other.begin || other.end <= one.begin;
  });
}

bool layout::agree(const ArenaContent &a, const ArenaContent &b) {
  if (areDisjoint(a, b))
    return true;
  return a.source == b.source &&
         llvm::all_of(llvm::zip_equal(a.ranges, b.ranges), [](auto pair) {
           auto [one, other] = pair;
           return one.dim == other.dim && one.shift == other.shift;
         });
}

void layout::subtract(std::vector<ArenaContent> &contents,
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

ArenaContent layout::getWholeContent(ArrayRef<int64_t> shape,
                                     const void *source) {
  ArenaContent content{source, /*isConstant=*/true, {}};
  for (int64_t extent : shape)
    content.ranges.push_back({-1, 0, 0, getKnownSize(extent)});
  return content;
}

ArenaContent layout::getOwnContent(Value reference) {
  ArenaContent content =
      getWholeContent(cast<ShapedType>(reference.getType()).getShape());
  content.source = reference.getAsOpaquePointer();
  content.isConstant = false;
  for (auto [dim, range] : llvm::enumerate(content.ranges))
    range.dim = dim;
  return content;
}

std::vector<ArenaContent> layout::embed(ArrayRef<ArenaContent> contents,
                                        const PartBox &box, size_t rank) {
  std::vector<ArenaContent> result;
  for (const ArenaContent &content : contents) {
    ArenaContent &embedded = result.emplace_back();
    embedded.source = content.source;
    embedded.isConstant = content.isConstant;
    for (unsigned dim : llvm::seq<unsigned>(rank)) {
      int64_t offset = box.offsets[dim];
      embedded.ranges.push_back({-1, 0, offset, offset + 1});
    }
    for (auto [range, dim] : llvm::zip_equal(content.ranges, box.dims))
      if (dim != kNoAxis) {
        int64_t offset = box.offsets[dim];
        embedded.ranges[dim] = {range.dim,
                                range.dim < 0 ? 0 : range.shift + offset,
                                range.begin + offset, range.end + offset};
      }
  }
  return result;
}

std::vector<ArenaContent> layout::extract(ArrayRef<ArenaContent> contents,
                                          const PartBox &box,
                                          ArrayRef<int64_t> shape) {
  std::vector<ArenaContent> result;
  for (const ArenaContent &content : contents) {
    ArenaContent part{content.source, content.isConstant, {}};
    for (auto [dim, extent] : llvm::zip_equal(box.dims, shape)) {
      if (dim == kNoAxis) {
        part.ranges.push_back({-1, 0, 0, 1});
        continue;
      }
      Extent range = content.ranges[dim];
      int64_t offset = box.offsets[dim];
      part.ranges.push_back(
          {range.dim, range.dim < 0 ? 0 : range.shift - offset,
           std::max<int64_t>(range.begin - offset, 0),
           std::min(range.end - offset, getKnownSize(extent))});
    }
    if (llvm::all_of(part.ranges, [](const Extent &range) {
          return range.begin < range.end;
        }))
      result.push_back(std::move(part));
  }
  return result;
}

llvm::hash_code layout::getHash(const ArenaContent &content) {
  llvm::hash_code hash = llvm::hash_value(content.source);
  for (const Extent &range : content.ranges)
    hash = llvm::hash_combine(hash, range.dim, range.shift, range.begin,
                              range.end);
  return hash;
}
