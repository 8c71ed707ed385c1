//===- Description.h - What a primitive computes ----------------*- C++ -*-===//
//
// Part of LayoutMLIR, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Compiled programs describe a primitive to the library as one line of text:
// its kind, then words `name=value`:
//
//   convolution src=1x64x56x56:aBcd16b wei=64x64x3x3:ABcd16b16a
//       dst=1x64x56x56:aBcd16b strides=1x1 dilations=1x1 low=1x1 high=1x1
//       post=add:64:a+relu
//
// A tensor is its logical dims and a format tag of oneDNN. The dims of a
// convolution are images, channels and spatial dims; those of its weights are
// output channels, input channels and spatial dims, with the groups in front
// if there are any. Those of a matmul are (batches,) rows and columns.
//
//===----------------------------------------------------------------------===//

#ifndef LAYOUT_EXAMPLES_ONEDNN_DESCRIPTION_H
#define LAYOUT_EXAMPLES_ONEDNN_DESCRIPTION_H

#include <cstdint>
#include <string>
#include <vector>

namespace onednn {

using Dims = std::vector<int64_t>;

struct Tensor {
  Dims dims;
  std::string tag;
};

struct PostOp {
  enum class Kind { Relu, Clip, Linear, Add, Sub, Mul, Div };
  Kind kind;
  /// The bounds of a clip; factor and summand of a linear function.
  float alpha = 0, beta = 0;
  /// The right operand of a binary op: one element per channel, or as many as
  /// the output has.
  Tensor operand;

  bool isBinary() const { return kind >= Kind::Add; }
};

struct Description {
  bool isConvolution = false;
  Tensor source, weights, output;
  /// One number for each spatial dim of a convolution.
  Dims strides, dilations, low, high;
  std::vector<PostOp> postOps;

  /// Reads a description. A pass has written it: any other text ends the
  /// program with an error.
  static Description parse(const std::string &text);
};

/// Prints an error and ends the program.
[[noreturn]] void fail(const std::string &why);

} // namespace onednn

#endif // LAYOUT_EXAMPLES_ONEDNN_DESCRIPTION_H
