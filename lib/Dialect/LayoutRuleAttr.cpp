//===- LayoutRuleAttr.cpp - Layout rules as attributes and as statements of ops
//===//
//
// Part of LayoutMLIR, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Parses, prints and verifies `#layout.rule`, and finds the rule that an op
// states.
//
//===----------------------------------------------------------------------===//

#include "VerifyRules.h"
#include "layout/Dialect/LayoutAttributes.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/IR/DialectImplementation.h"

using namespace mlir;
using namespace mlir::layout;

LogicalResult
LayoutRuleAttr::verify(llvm::function_ref<InFlightDiagnostic()> emitError,
                       // TableGen declares the parameter by value.
                       // NOLINTNEXTLINE(performance-unnecessary-value-param)
                       LayoutRule rule, unsigned numResults) {
  if (numResults > rule.ports.size())
    return emitError() << "requires at most as many results as ports, found "
                       << numResults;
  if (std::optional<std::string> error = rule.getError())
    return emitError() << *error;
  return success();
}

//===----------------------------------------------------------------------===//
// Parsing
//===----------------------------------------------------------------------===//

/// Returns the factor that a window follows if it names none: the first one
/// whose extent is not 1.
static unsigned
getFollowedFactor(ArrayRef<unsigned> factors,
                  llvm::function_ref<int64_t(unsigned)> getExtent) {
  for (unsigned factor : factors)
    if (getExtent(factor) != 1)
      return factor;
  return factors.front();
}

namespace {
/// Parses the parts of a rule, whose factors come first.
class RuleParser {
public:
  explicit RuleParser(AsmParser &parser) : parser(parser) {}

  ParseResult parse();

  LayoutRuleBuilder builder;
  unsigned numResults = 0;

private:
  ParseResult parseExtent(int64_t &extent);
  ParseResult parseFactor();
  ParseResult parseFactorNumber(unsigned &factor);
  ParseResult parseShape(SmallVectorImpl<int64_t> &shape);
  ParseResult parseSpelled(Access &access);
  ParseResult parseWindow(Access &access);
  ParseResult parseAccess(Access &access);
  ParseResult parsePort();

  AsmParser &parser;
};
} // namespace

/// A number, or `?`.
ParseResult RuleParser::parseExtent(int64_t &extent) {
  extent = ShapedType::kDynamic;
  if (succeeded(parser.parseOptionalQuestion()))
    return success();
  return parser.parseInteger(extent);
}

/// `8`, `8 reduced`, `? whole`.
ParseResult RuleParser::parseFactor() {
  int64_t extent = 0;
  if (parseExtent(extent))
    return failure();
  bool isReduction = succeeded(parser.parseOptionalKeyword("reduced"));
  unsigned factor = builder.addFactor(extent, isReduction);
  if (succeeded(parser.parseOptionalKeyword("whole")))
    builder.keepWhole(factor);
  return success();
}

/// `f3`.
ParseResult RuleParser::parseFactorNumber(unsigned &factor) {
  SMLoc loc = parser.getCurrentLocation();
  StringRef name;
  if (parser.parseOptionalKeyword(&name) || !name.consume_front("f") ||
      name.getAsInteger(10, factor))
    return parser.emitError(loc, "requires a factor such as f0");
  if (factor >= builder.getNumFactors())
    return parser.emitError(loc)
           << "requires factor numbers below " << builder.getNumFactors()
           << ", found f" << factor;
  return success();
}

/// `: 4x?`, which a tensor of rank 0 does not have.
ParseResult RuleParser::parseShape(SmallVectorImpl<int64_t> &shape) {
  if (parser.parseOptionalColon())
    return success();
  return parser.parseDimensionList(shape, /*allowDynamic=*/true,
                                   /*withTrailingX=*/false);
}

/// The rest of `(f0, f1)`. Factors of extent 1 are no digits, and cannot be
/// padded: other factors would have to move apart.
ParseResult RuleParser::parseSpelled(Access &access) {
  MixedRadix digits;
  auto parseDigit = [&]() -> ParseResult {
    unsigned factor = 0;
    if (parseFactorNumber(factor))
      return failure();
    if (builder.getExtent(factor) == 1)
      builder.keepWhole(factor);
    else
      digits.push_back({factor, 1, builder.getExtent(factor)});
    return success();
  };
  if (parser.parseCommaSeparatedList(parseDigit) || parser.parseRParen())
    return failure();
  access = digits.empty() ? Access::none() : Access::spelled(std::move(digits));
  return success();
}

/// The rest of `window(f0, f1 at f1)`.
ParseResult RuleParser::parseWindow(Access &access) {
  SmallVector<unsigned> factors;
  if (parser.parseLParen() || parser.parseCommaSeparatedList([&] {
        return parseFactorNumber(factors.emplace_back());
      }))
    return failure();
  auto getExtent = [&](unsigned factor) { return builder.getExtent(factor); };
  unsigned followed = getFollowedFactor(factors, getExtent);
  if (succeeded(parser.parseOptionalKeyword("at")) &&
      parseFactorNumber(followed))
    return failure();
  access = getExtent(followed) == 1 ? Access::none()
                                    : Access::window(followed, factors);
  return parser.parseRParen();
}

ParseResult RuleParser::parseAccess(Access &access) {
  if (succeeded(parser.parseOptionalMinus())) {
    access = Access::none();
    return success();
  }
  if (succeeded(parser.parseOptionalLParen()))
    return parseSpelled(access);
  if (succeeded(parser.parseOptionalKeyword("window")))
    return parseWindow(access);
  unsigned factor = 0;
  if (parseFactorNumber(factor))
    return failure();
  if (parser.parseOptionalPlus()) {
    access = Access::whole(factor, builder.getExtent(factor));
    return success();
  }
  int64_t offset = 0;
  if (parseExtent(offset))
    return failure();
  access = Access::piece(factor, offset);
  return success();
}

/// `scalar`, `pinned : 4x8`, `[f0, f1 + 2] : 4x8`.
ParseResult RuleParser::parsePort() {
  if (succeeded(parser.parseOptionalKeyword("scalar"))) {
    builder.addScalars(1);
    return success();
  }
  PortRule port;
  if (succeeded(parser.parseOptionalKeyword("pinned"))) {
    SmallVector<int64_t> shape;
    if (parseShape(shape))
      return failure();
    builder.addPort(PortRule::pinned(shape));
    return success();
  }
  if (parser.parseCommaSeparatedList(
          AsmParser::Delimiter::Square,
          [&] { return parseAccess(port.dims.emplace_back()); }) ||
      parseShape(port.shape))
    return failure();
  builder.addPort(std::move(port));
  return success();
}

ParseResult RuleParser::parse() {
  auto parseList = [&](StringRef keyword,
                       llvm::function_ref<ParseResult()> parseEntry) {
    return failure(parser.parseKeyword(keyword) || parser.parseEqual() ||
                   parser.parseCommaSeparatedList(AsmParser::Delimiter::Square,
                                                  parseEntry));
  };
  auto parseResult = [&] {
    ++numResults;
    return parsePort();
  };
  return failure(parser.parseLess() ||
                 failed(parseList("factors", [&] { return parseFactor(); })) ||
                 parser.parseComma() ||
                 failed(parseList("operands", [&] { return parsePort(); })) ||
                 parser.parseComma() ||
                 failed(parseList("results", parseResult)) ||
                 parser.parseGreater());
}

Attribute LayoutRuleAttr::parse(AsmParser &parser, Type) {
  SMLoc loc = parser.getCurrentLocation();
  RuleParser rule(parser);
  if (rule.parse())
    return {};
  return parser.getChecked<LayoutRuleAttr>(
      loc, parser.getContext(), rule.builder.build(), rule.numResults);
}

//===----------------------------------------------------------------------===//
// Printing
//===----------------------------------------------------------------------===//

static void printSize(raw_ostream &os, int64_t size) {
  if (ShapedType::isDynamic(size))
    os << '?';
  else
    os << size;
}

static void printAccess(raw_ostream &os, const Access &access,
                        ArrayRef<Factor> factors) {
  auto getExtent = [&](unsigned factor) { return factors[factor].extent; };
  if (access.kind != Access::Kind::Window ||
      access.factor == getFollowedFactor(access.factors, getExtent))
    return access.print(os);
  os << "window(";
  llvm::interleaveComma(access.factors, os,
                        [&](unsigned factor) { os << 'f' << factor; });
  os << " at f" << access.factor << ')';
}

static void printPort(raw_ostream &os, const PortRule &port,
                      ArrayRef<Factor> factors) {
  if (!port.isTensor) {
    os << "scalar";
    return;
  }
  if (port.isPinned) {
    os << "pinned";
  } else {
    os << '[';
    llvm::interleaveComma(port.dims, os, [&](const Access &access) {
      printAccess(os, access, factors);
    });
    os << ']';
  }
  if (port.shape.empty())
    return;
  os << " : ";
  llvm::interleave(
      port.shape, os, [&](int64_t size) { printSize(os, size); }, "x");
}

void LayoutRuleAttr::print(AsmPrinter &printer) const {
  raw_ostream &os = printer.getStream();
  const LayoutRule &rule = getRule();
  os << "<factors = [";
  llvm::interleaveComma(rule.factors, os, [&](const Factor &factor) {
    printSize(os, factor.extent);
    os << (factor.isReduction ? " reduced" : "")
       << (factor.isWhole ? " whole" : "");
  });
  auto print = [&](const PortRule &port) { printPort(os, port, rule.factors); };
  ArrayRef<PortRule> ports = rule.ports;
  os << "], operands = [";
  llvm::interleaveComma(ports.drop_back(getNumResults()), os, print);
  os << "], results = [";
  llvm::interleaveComma(ports.take_back(getNumResults()), os, print);
  os << "]>";
}

//===----------------------------------------------------------------------===//
// Rules that ops state
//===----------------------------------------------------------------------===//

void layout::registerLayoutRuleCallback(MLIRContext *context,
                                        LayoutRuleCallback callback) {
  context->getOrLoadDialect<LayoutDialect>()->addRuleCallback(
      std::move(callback));
}

/// Whether the op can be rebuilt in another layout by a given rule.
static bool canBeRebuilt(Operation *op) {
  return isa<LayoutRuleOpInterface, linalg::LinalgOp>(op);
}

/// Returns what the callbacks state about an op; fails if they do not know it.
static FailureOr<std::optional<LayoutRule>> askCallbacks(Operation *op) {
  auto *dialect = op->getContext()->getLoadedDialect<LayoutDialect>();
  if (!dialect || dialect->getRuleCallbacks().empty() || !canBeRebuilt(op))
    return failure();
  for (const LayoutRuleCallback &callback :
       llvm::reverse(dialect->getRuleCallbacks())) {
    FailureOr<std::optional<LayoutRule>> rule = callback(op);
    if (succeeded(rule))
      return rule;
  }
  return failure();
}

FailureOr<std::optional<LayoutRule>> layout::getStatedRule(Operation *op) {
  // Rewrites of tensors without elements are free.
  auto isEmpty = [](Type type) {
    auto tensor = dyn_cast<RankedTensorType>(type);
    return tensor && llvm::is_contained(tensor.getShape(), 0);
  };
  if (llvm::any_of(op->getOperandTypes(), isEmpty) ||
      llvm::any_of(op->getResultTypes(), isEmpty))
    return std::optional<LayoutRule>();
  if (auto attribute = op->getAttrOfType<LayoutRuleAttr>(LayoutDialect::kRule))
    return std::optional<LayoutRule>(attribute.getRule());
  FailureOr<std::optional<LayoutRule>> stated = askCallbacks(op);
  if (succeeded(stated))
    return stated;
  if (auto self = dyn_cast<LayoutRuleOpInterface>(op))
    return self.getLayoutRule();
  return failure();
}

//===----------------------------------------------------------------------===//
// Rules and the ops that state them
//===----------------------------------------------------------------------===//

/// Checks the port for a value of type `type`. `source` says where the rule
/// comes from, as "in 'layout.rule'".
static LogicalResult verifyPort(Operation *op, const PortRule &port, Type type,
                                const Twine &name, StringRef source) {
  auto tensor = dyn_cast<RankedTensorType>(type);
  if (port.isTensor && !tensor)
    return op->emitOpError() << "requires 'scalar' for " << name << " "
                             << source << ", found a tensor";
  if (!port.isTensor && tensor)
    return op->emitOpError() << "requires a tensor of type " << type << " for "
                             << name << " " << source << ", found 'scalar'";
  if (!tensor || tensor.getShape() == ArrayRef(port.shape))
    return success();
  InFlightDiagnostic error = op->emitOpError();
  error << "requires the shape of " << type << " for " << name << " " << source
        << ", found ";
  std::string shape;
  llvm::raw_string_ostream os(shape);
  llvm::interleave(
      port.shape, os, [&](int64_t size) { printSize(os, size); }, "x");
  return error << shape;
}

/// Checks that the factors are the loops of a structured op, which is rebuilt
/// loop by loop, and that its results are not pinned: their destinations are
/// rebuilt with them.
static LogicalResult verifyLoops(linalg::LinalgOp op, const LayoutRule &rule,
                                 StringRef source) {
  if (rule.factors.size() != op.getNumLoops())
    return op->emitOpError()
           << "requires one factor for each of its " << op.getNumLoops()
           << " loops " << source << ", found " << rule.factors.size();
  for (auto [number, factor, extent] :
       llvm::enumerate(rule.factors, op.getStaticLoopRanges()))
    if (factor.extent != extent && !ShapedType::isDynamic(extent))
      return op->emitOpError()
             << "requires extent " << extent << " for factor f" << number << " "
             << source << ", found " << factor.extent;
  for (const PortRule &port :
       ArrayRef<PortRule>(rule.ports).take_back(op->getNumResults()))
    if (port.isPinned)
      return op->emitOpError() << "requires results that can be laid out "
                               << source << ", found 'pinned'";
  return success();
}

/// Checks a rule that has as many ports as the op has operands and results.
static LogicalResult verifyPorts(Operation *op, const LayoutRule &rule,
                                 StringRef source) {
  unsigned numOperands = op->getNumOperands();
  for (auto [number, type] : llvm::enumerate(op->getOperandTypes()))
    if (failed(verifyPort(op, rule.ports[number], type,
                          "operand " + Twine(number), source)))
      return failure();
  for (auto [number, type] : llvm::enumerate(op->getResultTypes()))
    if (failed(verifyPort(op, rule.ports[numOperands + number], type,
                          "result " + Twine(number), source)))
      return failure();
  if (auto structured = dyn_cast<linalg::LinalgOp>(op))
    return verifyLoops(structured, rule, source);
  return success();
}

LogicalResult LayoutDialect::verifyRule(Operation *op, Attribute attribute) {
  auto rule = dyn_cast<LayoutRuleAttr>(attribute);
  if (!rule)
    return op->emitOpError()
           << "requires 'layout.rule' to be a #layout.rule, found "
           << attribute;
  if (!canBeRebuilt(op))
    return op->emitOpError() << "requires a structured op or one that "
                                "implements LayoutRuleOpInterface for "
                                "'layout.rule'";
  unsigned numOperands = rule.getRule().ports.size() - rule.getNumResults();
  if (numOperands != op->getNumOperands() ||
      rule.getNumResults() != op->getNumResults())
    return op->emitOpError()
           << "requires 'layout.rule' to list " << op->getNumOperands()
           << " operands and " << op->getNumResults() << " results, found "
           << numOperands << " and " << rule.getNumResults();
  return verifyPorts(op, rule.getRule(), "in 'layout.rule'");
}

/// Checks the rule that a callback or the interface states for the op.
static LogicalResult verifyStatedRule(Operation *op) {
  // The verifier of the dialect has checked the attribute. Most other ops
  // stand in bodies and have no tensors to lay out.
  auto hasTensor = [](TypeRange types) {
    return llvm::any_of(types, llvm::IsaPred<TensorType>);
  };
  if (op->hasAttr(LayoutDialect::kRule) ||
      (!hasTensor(op->getOperandTypes()) && !hasTensor(op->getResultTypes())))
    return success();
  FailureOr<std::optional<LayoutRule>> stated = getStatedRule(op);
  if (failed(stated) || !*stated)
    return success();
  const LayoutRule &rule = **stated;
  size_t numPorts = op->getNumOperands() + op->getNumResults();
  if (rule.ports.size() != numPorts)
    return op->emitOpError()
           << "requires its layout rule to have " << numPorts
           << " ports, one for each operand and result, found "
           << rule.ports.size();
  if (std::optional<std::string> error = rule.getError())
    return op->emitOpError() << "has a wrong layout rule: " << *error;
  return verifyPorts(op, rule, "in its layout rule");
}

LogicalResult layout::verifyLayoutRules(Operation *root) {
  bool isValid = true;
  root->walk([&](Operation *op) {
    if (canBeRebuilt(op) && failed(verifyStatedRule(op)))
      isValid = false;
  });
  return success(isValid);
}
