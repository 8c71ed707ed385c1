//===- Reference.cpp - Primitives as loops --------------------------------===//
//
// Part of LayoutMLIR, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What the library of oneDNN has to compute, element by element, so that
// offloaded programs are tested where oneDNN is not installed.
//
//===----------------------------------------------------------------------===//

#include "Description.h"
#include "Library.h"

#include <algorithm>
#include <cctype>
#include <cmath>
#include <functional>

using namespace onednn;

namespace {
/// A tensor in memory.
class View {
public:
  View(const Tensor &tensor, void *data);

  float &operator()(const Dims &index) const;
  const Dims &dims() const { return tensor.dims; }

private:
  /// A loop over part of a dim, from major to minor.
  struct Digit {
    unsigned dim;
    int64_t extent;
  };
  const Tensor &tensor;
  float *data;
  std::vector<Digit> digits;
};
} // namespace

/// Reads the letters of the tag, and then the sizes of its blocks.
View::View(const Tensor &tensor, void *data)
    : tensor(tensor), data(static_cast<float *>(data)) {
  Dims outer = tensor.dims;
  int64_t size = 0;
  for (char letter : tensor.tag) {
    if (std::isdigit(letter)) {
      size = size * 10 + (letter - '0');
      continue;
    }
    unsigned dim = std::tolower(letter) - 'a';
    if (dim >= outer.size())
      fail("requires a tag for " + std::to_string(outer.size()) +
           " dims, found '" + tensor.tag + "'");
    if (size != 0)
      outer[dim] = (outer[dim] + size - 1) / size;
    digits.push_back({dim, size});
    size = 0;
  }
  for (Digit &digit : digits)
    if (digit.extent == 0)
      digit.extent = outer[digit.dim];
}

float &View::operator()(const Dims &index) const {
  Dims left = index;
  int64_t offset = 0, step = 1;
  for (auto digit = digits.rbegin(); digit != digits.rend(); ++digit) {
    int64_t &rest = left[digit->dim];
    offset += rest % digit->extent * step;
    rest /= digit->extent;
    step *= digit->extent;
  }
  return data[offset];
}

/// Calls `visit` with every index of a box.
static void forEach(const Dims &box,
                    const std::function<void(const Dims &)> &visit) {
  if (std::find(box.begin(), box.end(), 0) != box.end())
    return;
  Dims index(box.size(), 0);
  for (;;) {
    visit(index);
    size_t dim = box.size();
    while (dim > 0 && ++index[dim - 1] == box[dim - 1])
      index[--dim] = 0;
    if (dim == 0)
      return;
  }
}

/// The sum of products of one element of a convolution.
static float convolve(const Description &what, const View &source,
                      const View &weights, const Dims &at) {
  bool isGrouped = weights.dims().size() > source.dims().size();
  Dims filter(weights.dims().begin() + (isGrouped ? 2 : 1),
              weights.dims().end());
  int64_t numOutputs = weights.dims()[isGrouped ? 1 : 0];
  int64_t group = isGrouped ? at[1] / numOutputs : 0;
  float sum = 0;
  forEach(filter, [&](const Dims &tap) {
    Dims from = {at[0], group * filter[0] + tap[0]};
    for (size_t i = 0; i + 1 < tap.size(); ++i) {
      int64_t position = at[i + 2] * what.strides[i] +
                         tap[i + 1] * what.dilations[i] - what.low[i];
      if (position < 0 || position >= source.dims()[i + 2])
        return;
      from.push_back(position);
    }
    Dims weight = {at[1] % numOutputs};
    if (isGrouped)
      weight.insert(weight.begin(), group);
    weight.insert(weight.end(), tap.begin(), tap.end());
    sum += source(from) * weights(weight);
  });
  return sum;
}

/// The sum of products of one element of a matmul.
static float contract(const View &source, const View &weights, const Dims &at) {
  float sum = 0;
  Dims row = at, column = at;
  for (int64_t k = 0; k < source.dims().back(); ++k) {
    row.back() = k;
    column[at.size() - 2] = k;
    sum += source(row) * weights(column);
  }
  return sum;
}

static float apply(const PostOp &postOp, float x, float operand) {
  switch (postOp.kind) {
  case PostOp::Kind::Relu:
    return x > 0 ? x : 0;
  case PostOp::Kind::Clip:
    return std::min(std::max(x, postOp.alpha), postOp.beta);
  case PostOp::Kind::Linear:
    return postOp.alpha * x + postOp.beta;
  case PostOp::Kind::Add:
    return x + operand;
  case PostOp::Kind::Sub:
    return x - operand;
  case PostOp::Kind::Mul:
    return x * operand;
  case PostOp::Kind::Div:
    return x / operand;
  }
  return x;
}

void layout_onednn_execute(const char *description, void *const *buffers) {
  Description what = Description::parse(description);
  View source(what.source, *buffers++), weights(what.weights, *buffers++);
  std::vector<View> operands;
  operands.reserve(what.postOps.size());
  for (const PostOp &postOp : what.postOps)
    operands.emplace_back(postOp.operand,
                          postOp.isBinary() ? *buffers++ : nullptr);
  View output(what.output, *buffers);
  size_t channel = what.isConvolution ? 1 : what.output.dims.size() - 1;
  forEach(what.output.dims, [&](const Dims &at) {
    float value = what.isConvolution ? convolve(what, source, weights, at)
                                     : contract(source, weights, at);
    for (size_t i = 0; i < what.postOps.size(); ++i) {
      const PostOp &postOp = what.postOps[i];
      bool isVector = postOp.operand.dims.size() == 1;
      float operand = !postOp.isBinary() ? 0
                      : isVector         ? operands[i]({at[channel]})
                                         : operands[i](at);
      value = apply(postOp, value, operand);
    }
    output(at) = value;
  });
}
