//===- Layout.td - Everything TableGen defines for the dialect -*- tablegen -*//
//
// Part of LayoutMLIR, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

include "layout/Dialect/LayoutDialect.td"
include "layout/Dialect/LayoutAttributes.td"
include "layout/Dialect/LayoutOps.td"
