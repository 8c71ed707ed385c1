//===- JsonMutator.cpp - Random changes of JSON documents -----------------===//
//-------------------===//
//
// Part of LayoutMLIR, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Changes a value somewhere in the document, so that most inputs keep the
// structure that a reader expects. The inputs of the programs that link this
// are JSON.
//
//===----------------------------------------------------------------------===//

#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/FormatVariadic.h"
#include "llvm/Support/JSON.h"
#include "llvm/Support/raw_ostream.h"
#include <cstring>
#include <random>

namespace json = llvm::json;

// NOLINTBEGIN(readability-identifier-naming): libFuzzer's names
extern "C" size_t LLVMFuzzerMutate(uint8_t *data, size_t size, size_t maxSize);

namespace {
class JsonMutator {
public:
  explicit JsonMutator(unsigned seed) : random(seed) {}

  void mutate(json::Value &root) {
    std::vector<json::Value *> values;
    collect(root, values);
    change(*values[draw(values.size())], *values[draw(values.size())]);
  }

private:
  unsigned draw(size_t count) { return random() % count; }

  static void collect(json::Value &value, std::vector<json::Value *> &found) {
    found.push_back(&value);
    if (json::Array *array = value.getAsArray())
      for (json::Value &element : *array)
        collect(element, found);
    if (json::Object *object = value.getAsObject())
      for (auto &[key, member] : *object)
        collect(member, found);
  }

  json::Value drawNumber() {
    static constexpr int64_t numbers[] = {0,
                                          1,
                                          2,
                                          3,
                                          7,
                                          64,
                                          -1,
                                          -2,
                                          1 << 20,
                                          int64_t(1) << 31,
                                          int64_t(1) << 32,
                                          int64_t(1) << 62,
                                          std::numeric_limits<int64_t>::max(),
                                          std::numeric_limits<int64_t>::min()};
    if (draw(8) == 0)
      return static_cast<double>(draw(1000)) / 7;
    return numbers[draw(std::size(numbers))];
  }

  void change(json::Value &value, const json::Value &other) {
    json::Array *array = value.getAsArray();
    json::Object *object = value.getAsObject();
    if (array && !array->empty() && draw(4))
      return changeArray(*array);
    if (object && !object->empty() && draw(8) == 0) {
      object->erase(std::next(object->begin(), draw(object->size())));
      return;
    }
    if (std::optional<bool> boolean = value.getAsBoolean()) {
      value = !*boolean;
      return;
    }
    if (std::optional<int64_t> number = value.getAsInteger();
        number && draw(2)) {
      value = static_cast<int64_t>(static_cast<uint64_t>(*number) +
                                   draw(2) * 2 - 1);
      return;
    }
    if (draw(4)) {
      value = drawNumber();
      return;
    }
    json::Value copy = other;
    value = std::move(copy);
  }

  void changeArray(json::Array &array) {
    size_t at = draw(array.size());
    json::Value copy = array[draw(array.size())];
    switch (draw(3)) {
    case 0:
      array.erase(array.begin() + at);
      break;
    case 1:
      array.insert(array.begin() + at, std::move(copy));
      break;
    default:
      array[at] = std::move(copy);
    }
  }

  std::minstd_rand random;
};
} // namespace

extern "C" size_t LLVMFuzzerCustomMutator(uint8_t *data, size_t size,
                                          size_t maxSize, unsigned seed) {
  auto text = llvm::StringRef(reinterpret_cast<const char *>(data), size);
  llvm::Expected<json::Value> root = json::parse(text);
  if (!root || seed % 16 == 0) {
    llvm::consumeError(root.takeError());
    return LLVMFuzzerMutate(data, size, maxSize);
  }
  JsonMutator mutator(seed);
  for (unsigned left = 1 + seed / 16 % 3; left; --left)
    mutator.mutate(*root);
  std::string changed = llvm::formatv("{0}", *root).str();
  if (changed.size() > maxSize)
    return size;
  std::memcpy(data, changed.data(), changed.size());
  return changed.size();
}
// NOLINTEND(readability-identifier-naming)
