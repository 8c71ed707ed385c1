//===- Description.cpp - What a primitive computes ------------------------===//
//
// Part of LayoutMLIR, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Description.h"

#include <cstdio>
#include <cstdlib>
#include <map>
#include <sstream>

using namespace onednn;

void onednn::fail(const std::string &why) {
  std::fprintf(stderr, "onednn: %s\n", why.c_str());
  std::exit(EXIT_FAILURE);
}

static std::vector<std::string> split(const std::string &text, char separator) {
  std::vector<std::string> parts;
  std::istringstream stream(text);
  for (std::string part; std::getline(stream, part, separator);)
    parts.push_back(part);
  return parts;
}

/// Reads numbers, as in 1x64x56x56.
static Dims parseDims(const std::string &text) {
  Dims dims;
  for (const std::string &part : split(text, 'x')) {
    char *end = nullptr;
    dims.push_back(std::strtoll(part.c_str(), &end, 10));
    if (part.empty() || *end)
      fail("requires numbers, found '" + text + "'");
  }
  return dims;
}

static float parseFloat(const std::string &text) {
  char *end = nullptr;
  float value = std::strtof(text.c_str(), &end);
  if (text.empty() || *end)
    fail("requires a number, found '" + text + "'");
  return value;
}

static Tensor parseTensor(const std::string &text) {
  std::vector<std::string> parts = split(text, ':');
  if (parts.size() != 2)
    fail("requires dims and a format tag, found '" + text + "'");
  return {parseDims(parts[0]), parts[1]};
}

static PostOp parsePostOp(const std::string &text) {
  static const std::map<std::string, PostOp::Kind> kinds = {
      {"relu", PostOp::Kind::Relu},     {"clip", PostOp::Kind::Clip},
      {"linear", PostOp::Kind::Linear}, {"add", PostOp::Kind::Add},
      {"sub", PostOp::Kind::Sub},       {"mul", PostOp::Kind::Mul},
      {"div", PostOp::Kind::Div}};
  std::vector<std::string> parts = split(text, ':');
  auto kind = parts.empty() ? kinds.end() : kinds.find(parts[0]);
  size_t size = kind == kinds.end()                  ? 0
                : kind->second == PostOp::Kind::Relu ? 1
                                                     : 3;
  if (size == 0 || parts.size() != size)
    fail("requires a post-op, found '" + text + "'");
  PostOp postOp;
  postOp.kind = kind->second;
  if (postOp.isBinary()) {
    postOp.operand = {parseDims(parts[1]), parts[2]};
  } else if (size == 3) {
    postOp.alpha = parseFloat(parts[1]);
    postOp.beta = parseFloat(parts[2]);
  }
  return postOp;
}

Description Description::parse(const std::string &text) {
  Description result;
  std::istringstream stream(text);
  std::string word;
  stream >> word;
  result.isConvolution = word == "convolution";
  if (!result.isConvolution && word != "matmul")
    fail("requires a convolution or matmul, found '" + word + "'");
  std::map<std::string, Tensor *> tensors = {{"src", &result.source},
                                             {"wei", &result.weights},
                                             {"dst", &result.output}};
  std::map<std::string, Dims *> numbers = {{"strides", &result.strides},
                                           {"dilations", &result.dilations},
                                           {"low", &result.low},
                                           {"high", &result.high}};
  while (stream >> word) {
    std::string name = word.substr(0, word.find('='));
    std::string value = word.substr(std::min(name.size() + 1, word.size()));
    if (tensors.count(name))
      *tensors[name] = parseTensor(value);
    else if (numbers.count(name))
      *numbers[name] = parseDims(value);
    else if (name == "post")
      for (const std::string &part : split(value, '+'))
        result.postOps.push_back(parsePostOp(part));
    else
      fail("requires a property of a primitive, found '" + word + "'");
  }
  return result;
}
