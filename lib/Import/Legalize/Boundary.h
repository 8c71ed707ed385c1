//===- Boundary.h - Layouts at the boundary of functions --------*- C++ -*-===//
//
// Part of LayoutMLIR, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// `layout.tensor_layout` on an argument or a result says that the caller passes
// or gets the tensor in that layout. The type becomes the physical one:
//
//   func.func @f(%x: tensor<1x3x8x8xf32> {layout.tensor_layout = "NCHW4c"})
//
// becomes
//
//   func.func @f(%p: tensor<1x1x8x8x4xf32> {layout.host = {...}}) {
//     %0 = layout.layout_transform %p by ...   // to tensor<1x4x8x8xf32>
//     %x = layout.crop %0 ... cropped(0.0 : f32)
//
// and calls of the function in the module pack and unpack. Padding holds zeros:
// callers promise them, and the function writes them. `layout.host` tells what
// a caller needs to know (HostDescriptor.h). `bufferization.buffer_layout` with
// a layout means the same, and so does `layout.require` on a private
// function, all of whose callers are known.
//
//===----------------------------------------------------------------------===//

#ifndef LAYOUT_LIB_IMPORT_LEGALIZE_BOUNDARY_H
#define LAYOUT_LIB_IMPORT_LEGALIZE_BOUNDARY_H

#include "Analysis/ValueLayout.h"
#include "DimNames.h"
#include "mlir/IR/BuiltinOps.h"

namespace mlir::layout {

/// The layout of an argument or result at the boundary, with a text that tells
/// it without the IR around it.
struct BoundaryLayout {
  ValueLayout layout;
  std::string text;
};

/// One function and its calls. All functions are read before one is changed,
/// because the names of dims depend on the ops around a value.
class Boundary {
public:
  explicit Boundary(func::FuncOp function) : function(function) {}

  /// Whether an argument or result of the function has a layout at the
  /// boundary.
  static bool isIn(func::FuncOp function);

  /// Fails, with an error at the function, if a type cannot have its layout, or
  /// if the function is used other than by calls that may change.
  LogicalResult read(ModuleOp module, DimNames &names);
  /// Changes the type of the function, its body, and its calls.
  void apply();

private:
  FailureOr<std::optional<BoundaryLayout>> readLayout(DictionaryAttr attributes,
                                                      Type type, Value value,
                                                      DimNames &names,
                                                      const Twine &what);
  LogicalResult readLayouts(DimNames &names);
  LogicalResult findCalls(ModuleOp module);
  void changeBody();
  void changeType();
  void changeCall(func::CallOp call);

  func::FuncOp function;
  SmallVector<std::optional<BoundaryLayout>> arguments, results;
  SmallVector<func::CallOp> calls;
};

} // namespace mlir::layout

#endif // LAYOUT_LIB_IMPORT_LEGALIZE_BOUNDARY_H
