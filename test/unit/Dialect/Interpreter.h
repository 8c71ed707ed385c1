//===- Interpreter.h - What a chain of layout ops computes ------*- C++ -*-===//
//
// Part of LayoutMLIR, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//
// Evaluates straight-line functions of layout ops element by element, by the
// definitions in LayoutOps.td alone, so that folds can be judged by results.
//
//===----------------------------------------------------------------------===//

#ifndef LAYOUT_TEST_UNIT_DIALECT_INTERPRETER_H
#define LAYOUT_TEST_UNIT_DIALECT_INTERPRETER_H

#include "layout/Dialect/Layout.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "llvm/ADT/TypeSwitch.h"

namespace interpreter {

/// A number, or nothing for poison.
using Element = std::optional<int64_t>;

struct Tensor {
  mlir::SmallVector<int64_t> shape;
  std::vector<Element> elements;

  explicit Tensor(mlir::ArrayRef<int64_t> shape) : shape(shape) {
    int64_t count = 1;
    for (int64_t size : shape)
      count *= size;
    elements.resize(count);
  }

  Element &at(mlir::ArrayRef<int64_t> index) {
    int64_t position = 0;
    for (auto [i, size] : llvm::zip_equal(index, shape)) {
      assert(i >= 0 && i < size);
      position = position * size + i;
    }
    return elements[position];
  }

  template <typename Function>
  void forEachIndex(Function visit) const {
    for (size_t position = 0; position < elements.size(); ++position) {
      mlir::SmallVector<int64_t> index(shape.size());
      size_t rest = position;
      for (size_t dim = shape.size(); dim-- > 0; rest /= shape[dim])
        index[dim] = rest % shape[dim];
      visit(index);
    }
  }
};

class Interpreter {
public:
  void set(mlir::Value value, Tensor tensor) {
    tensors.insert_or_assign(value.getAsOpaquePointer(), std::move(tensor));
  }
  void set(mlir::Value value, int64_t index) { indices[value] = index; }

  Tensor &getTensor(mlir::Value value) {
    return tensors.find(value.getAsOpaquePointer())->second;
  }
  int64_t getIndex(mlir::OpFoldResult entry) {
    if (auto constant = mlir::dyn_cast<mlir::Attribute>(entry))
      return mlir::cast<mlir::IntegerAttr>(constant).getInt();
    return indices.at(mlir::cast<mlir::Value>(entry));
  }

  void run(mlir::Operation *op) {
    using namespace mlir;
    llvm::TypeSwitch<Operation *>(op)
        .Case([&](layout::LayoutTransformOp op) { runTransform(op); })
        .Case([&](layout::PadOp op) { runPad(op); })
        .Case([&](layout::CropOp op) { runCrop(op); })
        .Case([&](tensor::CastOp op) {
          set(op.getResult(), getTensor(op.getSource()));
        })
        .Case([&](tensor::DimOp op) {
          set(op.getResult(),
              getTensor(op.getSource()).shape[getIndex(op.getIndex())]);
        })
        .Case([&](func::ReturnOp) {})
        .Default([&](Operation *op) { runByFolding(op); });
  }

private:
  void runTransform(mlir::layout::LayoutTransformOp op) {
    Tensor &source = getTensor(op.getSource());
    Tensor result(*op.getIndexMap().getPhysicalShape(source.shape));
    source.forEachIndex([&](mlir::ArrayRef<int64_t> index) {
      result.at(op.getMap().getMap().compose(index)) = source.at(index);
    });
    set(op.getResult(), std::move(result));
  }

  void runPad(mlir::layout::PadOp op) {
    Tensor &source = getTensor(op.getSource());
    mlir::SmallVector<int64_t> low, shape;
    for (auto [size, before, after] :
         llvm::zip_equal(source.shape, op.getMixedLow(), op.getMixedHigh())) {
      low.push_back(getIndex(before));
      shape.push_back(getIndex(before) + size + getIndex(after));
    }
    Tensor result(shape);
    if (auto value = mlir::dyn_cast<mlir::IntegerAttr>(op.getValue()))
      for (Element &element : result.elements)
        element = value.getInt();
    source.forEachIndex([&](mlir::ArrayRef<int64_t> index) {
      result.at(add(index, low)) = source.at(index);
    });
    set(op.getResult(), std::move(result));
  }

  void runCrop(mlir::layout::CropOp op) {
    Tensor &source = getTensor(op.getSource());
    mlir::SmallVector<int64_t> offsets, sizes;
    for (auto [offset, size] :
         llvm::zip_equal(op.getMixedOffsets(), op.getMixedSizes())) {
      offsets.push_back(getIndex(offset));
      sizes.push_back(getIndex(size));
    }
    Tensor result(sizes);
    result.forEachIndex([&](mlir::ArrayRef<int64_t> index) {
      result.at(index) = source.at(add(index, offsets));
    });
    set(op.getResult(), std::move(result));
  }

  /// Index arithmetic.
  void runByFolding(mlir::Operation *op) {
    mlir::Builder builder(op->getContext());
    mlir::SmallVector<mlir::Attribute> operands;
    for (mlir::Value operand : op->getOperands())
      operands.push_back(builder.getIndexAttr(getIndex(operand)));
    mlir::SmallVector<mlir::OpFoldResult> results;
    if (failed(op->fold(operands, results)) || results.size() != 1)
      llvm::report_fatal_error("an op the interpreter does not know");
    set(op->getResult(0), getIndex(results.front()));
  }

  static mlir::SmallVector<int64_t> add(mlir::ArrayRef<int64_t> a,
                                        mlir::ArrayRef<int64_t> b) {
    mlir::SmallVector<int64_t> sum;
    for (auto [x, y] : llvm::zip_equal(a, b))
      sum.push_back(x + y);
    return sum;
  }

  std::map<void *, Tensor> tensors;
  llvm::DenseMap<mlir::Value, int64_t> indices;
};

} // namespace interpreter

#endif // LAYOUT_TEST_UNIT_DIALECT_INTERPRETER_H
