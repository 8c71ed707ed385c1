//===- OneDNN.cpp - Primitives of oneDNN ----------------------------------===//
//
// Part of LayoutMLIR, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A primitive is created when its description is met first, and kept.
//
//===----------------------------------------------------------------------===//

#include "Description.h"
#include "Library.h"

#include "dnnl.hpp"
#include "oneapi/dnnl/dnnl_debug.h"
#include <memory>
#include <mutex>
#include <unordered_map>

using namespace onednn;
using dnnl::algorithm;
using dnnl::memory;

/// Of the OpenMP runtime that oneDNN uses.
extern "C" void omp_set_num_threads(int number);

static dnnl::engine &getEngine() {
  static dnnl::engine engine(dnnl::engine::kind::cpu, 0);
  return engine;
}

static memory::desc getMemory(const Tensor &tensor) {
  for (int tag = dnnl_format_tag_any + 1; tag < dnnl_format_tag_last; ++tag)
    if (tensor.tag == dnnl_fmt_tag2str(static_cast<dnnl_format_tag_t>(tag)))
      return {tensor.dims, memory::data_type::f32,
              static_cast<memory::format_tag>(tag)};
  fail("requires a format tag of oneDNN, found '" + tensor.tag + "'");
}

/// The operand of a binary post-op. One of a single dim has one element per
/// channel, which is the second dim of a convolution and the last of a matmul.
static memory::desc getOperand(const Description &what, const Tensor &operand) {
  if (operand.dims.size() != 1)
    return getMemory(operand);
  Dims dims(what.output.dims.size(), 1), strides(dims);
  dims[what.isConvolution ? 1 : dims.size() - 1] = operand.dims[0];
  for (size_t i = 0; i + 1 < dims.size() && what.isConvolution; ++i)
    strides[i] = i == 0 ? operand.dims[0] : 1;
  if (!what.isConvolution)
    std::fill(strides.begin(), strides.end() - 1, operand.dims[0]);
  return {dims, memory::data_type::f32, strides};
}

namespace {
/// A primitive and the memory that its arguments are set to.
class Primitive {
public:
  explicit Primitive(const Description &what);
  void execute(void *const *buffers);

private:
  bool takesBias(const Description &what) const;
  dnnl::primitive_attr getAttributes(const Description &what);
  void addArgument(int argument, const memory::desc &desc);

  std::unique_ptr<dnnl::primitive> primitive;
  /// In the order of the buffers.
  std::vector<memory> memories;
  std::unordered_map<int, memory> arguments;
};
} // namespace

void Primitive::addArgument(int argument, const memory::desc &desc) {
  memories.push_back(memory(desc, getEngine(), DNNL_MEMORY_NONE));
  arguments.insert({argument, memories.back()});
}

/// Whether the first post-op adds a vector, which is the bias of the primitive.
bool Primitive::takesBias(const Description &what) const {
  return !what.postOps.empty() &&
         what.postOps.front().kind == PostOp::Kind::Add &&
         what.postOps.front().operand.dims.size() == 1;
}

/// Adds the post-ops and their arguments.
dnnl::primitive_attr Primitive::getAttributes(const Description &what) {
  dnnl::post_ops postOps;
  auto addBinary = [&](algorithm kind, const Tensor &tensor) {
    memory::desc operand = getOperand(what, tensor);
    int position = postOps.len();
    postOps.append_binary(kind, operand);
    addArgument(DNNL_ARG_ATTR_MULTIPLE_POST_OP(position) | DNNL_ARG_SRC_1,
                operand);
  };
  for (size_t i = takesBias(what); i < what.postOps.size(); ++i) {
    const PostOp &postOp = what.postOps[i];
    switch (postOp.kind) {
    case PostOp::Kind::Relu:
      postOps.append_eltwise(algorithm::eltwise_relu, 0, 0);
      break;
    case PostOp::Kind::Clip:
      postOps.append_eltwise(algorithm::eltwise_clip, postOp.alpha,
                             postOp.beta);
      break;
    case PostOp::Kind::Linear:
      postOps.append_eltwise(algorithm::eltwise_linear, postOp.alpha,
                             postOp.beta);
      break;
    case PostOp::Kind::Add:
      addBinary(algorithm::binary_add, postOp.operand);
      break;
    case PostOp::Kind::Sub:
      addBinary(algorithm::binary_sub, postOp.operand);
      break;
    case PostOp::Kind::Mul:
      addBinary(algorithm::binary_mul, postOp.operand);
      break;
    case PostOp::Kind::Div:
      addBinary(algorithm::binary_div, postOp.operand);
      break;
    }
  }
  dnnl::primitive_attr attributes;
  attributes.set_post_ops(postOps);
  return attributes;
}

Primitive::Primitive(const Description &what) {
  memory::desc source = getMemory(what.source),
               weights = getMemory(what.weights),
               output = getMemory(what.output), bias;
  addArgument(DNNL_ARG_SRC, source);
  addArgument(DNNL_ARG_WEIGHTS, weights);
  if (takesBias(what)) {
    const Tensor &operand = what.postOps.front().operand;
    bias = what.isConvolution ? getMemory(operand) : getOperand(what, operand);
    addArgument(DNNL_ARG_BIAS, bias);
  }
  dnnl::primitive_attr attributes = getAttributes(what);
  addArgument(DNNL_ARG_DST, output);
  if (!what.isConvolution) {
    primitive = std::make_unique<dnnl::matmul>(dnnl::matmul::primitive_desc(
        getEngine(), source, weights, bias, output, attributes));
    return;
  }
  Dims gaps = what.dilations;
  for (int64_t &gap : gaps)
    --gap;
  dnnl::convolution_forward::primitive_desc desc(
      getEngine(), dnnl::prop_kind::forward_inference,
      algorithm::convolution_direct, source, weights, bias, output,
      what.strides, gaps, what.low, what.high, attributes);
  primitive = std::make_unique<dnnl::convolution_forward>(desc);
}

void Primitive::execute(void *const *buffers) {
  static dnnl::stream stream(getEngine());
  for (memory &argument : memories)
    argument.set_data_handle(*buffers++);
  primitive->execute(stream, arguments);
  stream.wait();
}

void layout_onednn_execute(const char *description, void *const *buffers) {
  static std::mutex mutex;
  static std::unordered_map<std::string, Primitive> primitives;
  std::lock_guard lock(mutex);
  try {
    auto found = primitives.find(description);
    if (found == primitives.end()) {
      omp_set_num_threads(1);
      found =
          primitives
              .emplace(description, Primitive(Description::parse(description)))
              .first;
    }
    found->second.execute(buffers);
  } catch (const dnnl::error &error) {
    fail(std::string("requires a primitive that oneDNN has, found ") +
         description + ": " + error.what());
  }
}
