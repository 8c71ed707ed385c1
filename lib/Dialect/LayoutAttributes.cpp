//===- LayoutAttributes.cpp - Attributes of the layout dialect ------------===//
//
// Part of LayoutMLIR, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "layout/Dialect/LayoutAttributes.h"
#include "MapSyntax.h"
#include "mlir/IR/AffineExpr.h"
#include "mlir/IR/DialectImplementation.h"
#include "llvm/ADT/TypeSwitch.h"

using namespace mlir;
using namespace mlir::layout;

#include "layout/Dialect/LayoutEnums.cpp.inc"

#define GET_ATTRDEF_CLASSES
#include "layout/Dialect/LayoutAttributes.cpp.inc"

void LayoutDialect::registerAttributes() {
  addAttributes<
#define GET_ATTRDEF_LIST
#include "layout/Dialect/LayoutAttributes.cpp.inc"
      >();
}

//===----------------------------------------------------------------------===//
// `(n, c) -> (n, c floordiv 16 | c mod 16)`
//===----------------------------------------------------------------------===//

static ParseResult parseMap(AsmParser &parser, AffineMap &map,
                            SmallVectorImpl<int64_t> &separators) {
  MLIRContext *context = parser.getContext();
  SmallVector<std::pair<StringRef, AffineExpr>> dims;
  auto parseDim = [&]() -> ParseResult {
    StringRef name;
    SMLoc loc = parser.getCurrentLocation();
    if (parser.parseKeyword(&name))
      return failure();
    for (auto &dim : dims)
      if (dim.first == name)
        return parser.emitError(loc)
               << "requires distinct dim names, found '" << name << "' twice";
    dims.push_back({name, getAffineDimExpr(dims.size(), context)});
    return success();
  };
  if (parser.parseCommaSeparatedList(AsmParser::Delimiter::Paren, parseDim) ||
      parser.parseArrow() || parser.parseLParen())
    return failure();

  SmallVector<AffineExpr> results;
  if (failed(parser.parseOptionalRParen())) {
    while (true) {
      AffineExpr result;
      if (parser.parseAffineExpr(dims, result))
        return failure();
      results.push_back(result);
      if (succeeded(parser.parseOptionalVerticalBar()))
        separators.push_back(results.size());
      else if (failed(parser.parseOptionalComma()))
        break;
    }
    if (parser.parseRParen())
      return failure();
  }
  map = AffineMap::get(dims.size(), 0, results, context);
  return success();
}

static void printMap(AsmPrinter &printer, AffineMap map,
                     ArrayRef<int64_t> separators) {
  raw_ostream &os = printer.getStream();
  os << "(";
  llvm::interleaveComma(llvm::seq<unsigned>(0, map.getNumDims()), os,
                        [&](unsigned dim) { os << "d" << dim; });
  os << ") -> (";
  for (auto [index, result] : llvm::enumerate(map.getResults())) {
    if (index != 0)
      os << (llvm::is_contained(separators, index) ? " | " : ", ");
    result.print(os);
  }
  os << ")";
}

/// `in [65536]`, or nothing.
static ParseResult parseOptionalBox(AsmParser &parser,
                                    SmallVectorImpl<int64_t> &box) {
  if (failed(parser.parseOptionalKeyword("in")))
    return success();
  SMLoc loc = parser.getCurrentLocation();
  if (parser.parseCommaSeparatedList(AsmParser::Delimiter::Square, [&] {
        return parser.parseInteger(box.emplace_back());
      }))
    return failure();
  if (box.empty())
    return parser.emitError(loc, "requires a box of extents, found none");
  return success();
}

ParseResult layout::parseMapInBox(AsmParser &parser, AffineMap &map,
                                  SmallVectorImpl<int64_t> &separators,
                                  SmallVectorImpl<int64_t> &box) {
  return failure(parseMap(parser, map, separators) ||
                 parseOptionalBox(parser, box));
}

void layout::printMapInBox(AsmPrinter &printer, IndexMapAttr attr) {
  printMap(printer, attr.getMap(), attr.getSeparators());
  if (attr.getBox().empty())
    return;
  printer << " in [";
  llvm::interleaveComma(attr.getBox(), printer);
  printer << "]";
}

//===----------------------------------------------------------------------===//
// IndexMapAttr
//===----------------------------------------------------------------------===//

LogicalResult
IndexMapAttr::verify(llvm::function_ref<InFlightDiagnostic()> emitError,
                     AffineMap map, ArrayRef<int64_t> separators,
                     ArrayRef<int64_t> box) {
  if (std::optional<std::string> error =
          IndexMap::getError(map, separators, box))
    return emitError() << *error;
  return success();
}

Attribute IndexMapAttr::parse(AsmParser &parser, Type) {
  SMLoc loc = parser.getCurrentLocation();
  AffineMap map;
  SmallVector<int64_t> separators, box;
  if (parser.parseLess() || parseMapInBox(parser, map, separators, box) ||
      parser.parseGreater())
    return {};
  return parser.getChecked<IndexMapAttr>(loc, parser.getContext(), map,
                                         ArrayRef<int64_t>(separators),
                                         ArrayRef<int64_t>(box));
}

void IndexMapAttr::print(AsmPrinter &printer) const {
  printer << "<";
  printMapInBox(printer, *this);
  printer << ">";
}

//===----------------------------------------------------------------------===//
// EdgeLayoutAttr
//===----------------------------------------------------------------------===//

LogicalResult
EdgeLayoutAttr::verify(llvm::function_ref<InFlightDiagnostic()> emitError,
                       AffineMap map, ArrayRef<int64_t> pad) {
  if (!map) {
    if (!pad.empty())
      return emitError() << "requires a map beside a padding";
    return success();
  }
  if (std::optional<std::string> error = IndexMap::getError(map, {}))
    return emitError() << *error;
  if (!pad.empty() && pad.size() != map.getNumDims())
    return emitError() << "requires a padding of " << map.getNumDims()
                       << " widths, found " << pad.size();
  for (int64_t width : pad)
    if (width < 0)
      return emitError() << "requires padding widths of at least 0, found "
                         << width;
  return success();
}

FailureOr<EdgeLayoutAttr> EdgeLayoutAttr::parseBody(AsmParser &parser,
                                                    bool isAlone) {
  MLIRContext *context = parser.getContext();
  SMLoc loc = parser.getCurrentLocation();
  if (succeeded(parser.parseOptionalKeyword("_")))
    return EdgeLayoutAttr::getAsItStands(context);
  AffineMap map;
  SmallVector<int64_t> separators, pad;
  bool hasBrackets = !isAlone || succeeded(parser.parseOptionalLess());
  if ((!isAlone && parser.parseLess()) || parseMap(parser, map, separators) ||
      (hasBrackets && parser.parseGreater()))
    return failure();
  if (!separators.empty())
    return parser.emitError(loc, "requires a map without axis separators");
  if (succeeded(parser.parseOptionalKeyword("pad"))) {
    auto parseWidth = [&] { return parser.parseInteger(pad.emplace_back()); };
    if (parser.parseCommaSeparatedList(AsmParser::Delimiter::Square,
                                       parseWidth))
      return failure();
  }
  auto attr = parser.getChecked<EdgeLayoutAttr>(loc, context, map,
                                                ArrayRef<int64_t>(pad));
  if (!attr)
    return failure();
  return attr;
}

void EdgeLayoutAttr::printBody(AsmPrinter &printer) const {
  if (isAsItStands()) {
    printer << "_";
    return;
  }
  printer << "<";
  printMap(printer, getMap(), {});
  printer << ">";
  if (!getPad().empty()) {
    printer << " pad [";
    llvm::interleaveComma(getPad(), printer);
    printer << "]";
  }
}

Attribute EdgeLayoutAttr::parse(AsmParser &parser, Type) {
  if (parser.parseLess())
    return {};
  FailureOr<EdgeLayoutAttr> attr = parseBody(parser, /*isAlone=*/true);
  if (failed(attr) || parser.parseGreater())
    return {};
  return *attr;
}

void EdgeLayoutAttr::print(AsmPrinter &printer) const {
  printer << "<";
  printBody(printer);
  printer << ">";
}

//===----------------------------------------------------------------------===//
// OpLayoutAttr
//===----------------------------------------------------------------------===//

LogicalResult
OpLayoutAttr::verify(llvm::function_ref<InFlightDiagnostic()> emitError,
                     ArrayRef<EdgeLayoutAttr> operands,
                     ArrayRef<EdgeLayoutAttr> results, int64_t cost,
                     OperandOrder order, int64_t padding) {
  if (cost < 0)
    return emitError() << "requires a cost of at least 0 bytes, found " << cost;
  if (padding < 0)
    return emitError() << "requires padding of at least 0 bytes, found "
                       << padding;
  auto isMoved = [](EdgeLayoutAttr edge) {
    return !edge.isAsItStands() &&
           !(edge.getMap().isIdentity() && edge.getPad().empty());
  };
  auto hasMap = [](EdgeLayoutAttr edge) { return !edge.isAsItStands(); };
  if (order != OperandOrder::Given &&
      (llvm::any_of(operands, isMoved) || llvm::any_of(results, hasMap)))
    return emitError() << "requires operands as they stand ('_') or with the "
                          "identity, and results as they stand, for an order, "
                          "found other maps beside '"
                       << stringifyOperandOrder(order) << "'";
  return success();
}

static ParseResult parseEdges(AsmParser &parser, StringRef keyword,
                              SmallVectorImpl<EdgeLayoutAttr> &edges) {
  if (parser.parseKeyword(keyword) || parser.parseEqual())
    return failure();
  return parser.parseCommaSeparatedList(
      AsmParser::Delimiter::Square, [&]() -> ParseResult {
        FailureOr<EdgeLayoutAttr> edge = EdgeLayoutAttr::parseBody(parser);
        if (failed(edge))
          return failure();
        edges.push_back(*edge);
        return success();
      });
}

static ParseResult parseOrder(AsmParser &parser, OperandOrder &order) {
  FailureOr<OperandOrder> parsed = FieldParser<OperandOrder>::parse(parser);
  if (failed(parsed))
    return failure();
  order = *parsed;
  return success();
}

Attribute OpLayoutAttr::parse(AsmParser &parser, Type) {
  SMLoc loc = parser.getCurrentLocation();
  SmallVector<EdgeLayoutAttr> operands, results;
  int64_t cost = 0, padding = 0;
  OperandOrder order = OperandOrder::Given;
  if (parser.parseLess() || parseEdges(parser, "operands", operands) ||
      parser.parseComma() || parseEdges(parser, "results", results))
    return {};
  while (succeeded(parser.parseOptionalComma())) {
    StringRef key;
    if (parser.parseKeyword(&key) || parser.parseEqual())
      return {};
    ParseResult parsed =
        key == "order"     ? parseOrder(parser, order)
        : key == "cost"    ? ParseResult(parser.parseInteger(cost))
        : key == "padding" ? ParseResult(parser.parseInteger(padding))
                           : parser.emitError(loc)
                                 << "requires 'cost', 'padding' or 'order', "
                                    "found '"
                                 << key << "'";
    if (parsed)
      return {};
  }
  if (parser.parseGreater())
    return {};
  return parser.getChecked<OpLayoutAttr>(loc, parser.getContext(), operands,
                                         results, cost, order, padding);
}

void OpLayoutAttr::print(AsmPrinter &printer) const {
  auto printEdges = [&](ArrayRef<EdgeLayoutAttr> edges) {
    llvm::interleaveComma(
        edges, printer, [&](EdgeLayoutAttr edge) { edge.printBody(printer); });
  };
  printer << "<operands = [";
  printEdges(getOperands());
  printer << "], results = [";
  printEdges(getResults());
  printer << "], cost = " << getCost();
  if (getPadding() != 0)
    printer << ", padding = " << getPadding();
  if (allowsOtherOrders())
    printer << ", order = " << stringifyOperandOrder(getOrder());
  printer << ">";
}
