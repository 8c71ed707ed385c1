//===- LayerName.h - Names of layers in locations ---------------*- C++ -*-===//
//
// Part of LayoutMLIR, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Importers keep the name of the layer that an op comes from in its location:
// the path of the module in PyTorch (`nn_module_stack`), the name of the node
// in ONNX. Users know their network by these names rather than by the lines of
// a generated file.
//
//===----------------------------------------------------------------------===//

#ifndef LAYOUT_LIB_ANALYSIS_LAYERNAME_H
#define LAYOUT_LIB_ANALYSIS_LAYERNAME_H

#include "mlir/IR/Location.h"
#include <string>

namespace mlir::layout {

/// Returns the name of the layer that `location` carries, or an empty text:
///
///   loc("layer1.0.conv1"("net.mlir":4:8))             layer1.0.conv1
///   loc(fused["net.mlir":4:8, "layer1.0.conv1"])      layer1.0.conv1
///   loc(fused["conv1", "bn1", "conv1"])               conv1, bn1
///   loc(callsite("conv1" at "layer1.0"))              layer1.0/conv1
///   loc(callsite("layer1.0.conv1" at "layer1.0"))     layer1.0.conv1
///
/// A name stands for everything inside of it. Of the names of fused locations
/// at most three are given.
std::string getLayerName(Location location);

/// Returns "net.mlir:4:8 'layer1.0.conv1'", or what there is of it.
std::string getPlaceText(Location location);

/// Returns the same of the two parts; each may be empty.
std::string getPlaceText(llvm::StringRef location, llvm::StringRef name);

} // namespace mlir::layout

#endif // LAYOUT_LIB_ANALYSIS_LAYERNAME_H
