//===- LayoutRequest.cpp - Layouts that an op asks for --------------------===//
//
// Part of LayoutMLIR, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "layout/Interfaces/LayoutRequest.h"

using namespace mlir;
using namespace mlir::layout;

llvm::Expected<PositionalLayout> PositionalLayout::parse(StringRef text) {
  if (text == "_")
    return PositionalLayout{Kind::Any, std::nullopt};
  if (text == "agree")
    return PositionalLayout{Kind::Agree, std::nullopt};
  if (text == "default")
    return PositionalLayout{Kind::Default, std::nullopt};
  llvm::Expected<OneDnnTag> tag = OneDnnTag::parse(text);
  if (!tag)
    return tag.takeError();
  return PositionalLayout{Kind::Tag, std::move(*tag)};
}

std::string PositionalLayout::str() const {
  switch (kind) {
  case Kind::Any:
    return "_";
  case Kind::Agree:
    return "agree";
  case Kind::Default:
    return "default";
  case Kind::Tag:
    return tag->str();
  }
  llvm_unreachable("unknown kind");
}
