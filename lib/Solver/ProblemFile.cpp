//===- ProblemFile.cpp - Problems and plans as JSON -----------------------===//
//
// Part of LayoutMLIR, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ProblemFile.h"
#include "mlir/Support/LLVM.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/JSON.h"

using namespace mlir;
using namespace mlir::layout;
namespace json = llvm::json;

static StringRef stringify(Problem::Kind kind) {
  switch (kind) {
  case Problem::Kind::Fixed:
    return "fixed";
  case Problem::Kind::Critical:
    return "critical";
  case Problem::Kind::Agnostic:
    return "agnostic";
  }
  llvm_unreachable("covered switch");
}

//===----------------------------------------------------------------------===//
// Writing
//===----------------------------------------------------------------------===//

template <typename RangeTy>
static void writeNumbers(json::OStream &os, StringRef key,
                         const RangeTy &numbers) {
  os.attributeArray(key, [&] {
    for (auto number : numbers)
      os.value(static_cast<int64_t>(number));
  });
}

static void writeVariable(json::OStream &os,
                          const Problem::Variable &variable) {
  os.object([&] {
    os.attribute("kind", stringify(variable.kind));
    if (variable.last)
      os.attribute("last", *variable.last);
    os.attributeArray("ports", [&] {
      for (const Problem::Port &port : variable.ports)
        os.object([&] {
          os.attribute("net", port.net);
          os.attribute("result", port.isResult);
        });
    });
    os.attributeArray("labels", [&] {
      for (const Problem::Candidate &candidate : variable.candidates)
        os.object([&] {
          os.attribute("cost", candidate.cost);
          writeNumbers(os, "layouts", candidate.layouts);
        });
    });
  });
}

static void writeNet(json::OStream &os, const Problem::Net &net,
                     unsigned number, LayoutText getText) {
  auto writePort = [&](Problem::PortRef port) {
    os.array([&] {
      os.value(port.variable);
      os.value(port.port);
    });
  };
  os.object([&] {
    os.attributeBegin("producer");
    writePort(net.producer);
    os.attributeEnd();
    os.attributeArray("uses", [&] { llvm::for_each(net.uses, writePort); });
    os.attribute("weight", net.weight);
    os.attribute("free", net.isFree);
    if (!net.rewrites.empty())
      writeNumbers(os, "rewrites", net.rewrites);
    os.attributeArray("layouts", [&] {
      for (auto [layout, bytes] : llvm::enumerate(net.bytes))
        os.object([&, layout = layout, bytes = bytes] {
          os.attribute("bytes", bytes);
          os.attribute("text", getText(number, layout));
        });
    });
  });
}

void layout::writeProblem(const Problem &problem, LayoutText getText,
                          llvm::raw_ostream &out) {
  json::OStream os(out);
  os.object([&] {
    os.attribute("version", 1);
    os.attribute("capped", problem.isCapped);
    os.attributeArray("variables", [&] {
      for (const Problem::Variable &variable : problem.variables)
        writeVariable(os, variable);
    });
    os.attributeArray("nets", [&] {
      for (auto [number, net] : llvm::enumerate(problem.nets))
        writeNet(os, net, number, getText);
    });
  });
  out << "\n";
}

static void writeDuals(json::OStream &os, const DualVariables &duals) {
  os.attributeObject("messages", [&] {
    os.attribute("scale", duals.scale);
    os.attributeArray("nets", [&] {
      for (const NetDuals &net : duals.nets)
        os.array([&] {
          for (const PortDuals &port : net.ports)
            os.object([&] {
              writeNumbers(os, "layouts", port.layouts);
              writeNumbers(os, "prices", port.values);
            });
        });
    });
  });
}

static void writeCertificate(json::OStream &os,
                             const Certificate &certificate) {
  if (!certificate.order.empty())
    return writeNumbers(os, "order", certificate.order);
  writeDuals(os, certificate.duals);
  if (!certificate.cases)
    return;
  os.attributeObject("cases", [&] {
    os.attribute("limit", certificate.cases->limit);
    if (certificate.cases->variable)
      os.attribute("variable", *certificate.cases->variable);
    os.attributeArray("proofs", [&] {
      for (const Certificate &each : certificate.cases->certificates)
        os.object([&] { writeCertificate(os, each); });
    });
  });
}

void layout::writePlan(const Problem &problem, const Solution &solution,
                       llvm::raw_ostream &out) {
  const Plan &plan = solution.plan;
  json::OStream os(out);
  os.object([&] {
    os.attribute("version", 1);
    writeNumbers(os, "labels", plan);
    os.attribute("cost", problem.getCost(plan));
    if (solution.certificate)
      os.attribute("bound", solution.bound);
    os.attributeArray("materialized", [&] {
      for (auto [number, net] : llvm::enumerate(problem.nets)) {
        unsigned produced = problem.getLayout(plan, net.producer);
        SmallVector<unsigned, 4> layouts;
        for (Problem::PortRef use : net.uses)
          if (unsigned required = problem.getLayout(plan, use);
              required != produced && !llvm::is_contained(layouts, required))
            layouts.push_back(required);
        if (layouts.empty())
          continue;
        llvm::sort(layouts);
        os.object([&, number = number] {
          os.attribute("net", static_cast<int64_t>(number));
          writeNumbers(os, "layouts", layouts);
        });
      }
    });
    if (solution.certificate)
      writeCertificate(os, *solution.certificate);
  });
  out << "\n";
}

//===----------------------------------------------------------------------===//
// Reading
//===----------------------------------------------------------------------===//

/// A number of a variable, port, net or layout. LLVM's reader of unsigned
/// numbers drops the upper bits of larger ones.
static bool readNumber(const json::Value &value, unsigned &number,
                       json::Path path) {
  std::optional<int64_t> found = value.getAsInteger();
  if (!found || *found < 0 || *found > std::numeric_limits<unsigned>::max()) {
    path.report("requires a number from 0 to 2^32 - 1");
    return false;
  }
  number = *found;
  return true;
}

static bool readNumber(const json::Object &object, StringRef key,
                       unsigned &number, json::Path path) {
  const json::Value *value = object.get(key);
  if (value)
    return readNumber(*value, number, path.field(key));
  path.field(key).report("missing value");
  return false;
}

template <typename VectorTy>
static bool readNumbers(const json::Value *value, VectorTy &numbers,
                        json::Path path) {
  const json::Array *array = value ? value->getAsArray() : nullptr;
  if (!array) {
    path.report("requires a list of numbers");
    return false;
  }
  for (auto [index, element] : llvm::enumerate(*array))
    if (!readNumber(element, numbers.emplace_back(), path.index(index)))
      return false;
  return true;
}

static bool fromJSON(const json::Value &value, Problem::PortRef &port,
                     json::Path path) {
  SmallVector<unsigned> numbers;
  if (!readNumbers(&value, numbers, path))
    return false;
  if (numbers.size() != 2) {
    path.report("requires [variable, port]");
    return false;
  }
  port = {numbers[0], numbers[1]};
  return true;
}

namespace mlir::layout {
static bool fromJSON(const json::Value &value, Problem::Port &port,
                     json::Path path) {
  json::ObjectMapper object(value, path);
  return object && readNumber(*value.getAsObject(), "net", port.net, path) &&
         object.map("result", port.isResult);
}

static bool fromJSON(const json::Value &value, Problem::Candidate &candidate,
                     json::Path path) {
  json::ObjectMapper object(value, path);
  return object && object.map("cost", candidate.cost) &&
         readNumbers(value.getAsObject()->get("layouts"), candidate.layouts,
                     path.field("layouts"));
}

static bool fromJSON(const json::Value &value, Problem::Variable &variable,
                     json::Path path) {
  json::ObjectMapper object(value, path);
  std::string kind;
  std::vector<Problem::Port> ports;
  std::vector<Problem::Candidate> candidates;
  if (!object || !object.map("kind", kind) || !object.map("ports", ports) ||
      !object.map("labels", candidates))
    return false;
  if (const json::Value *last = value.getAsObject()->get("last"))
    if (!readNumber(*last, variable.last.emplace(), path.field("last")))
      return false;
  bool isKnown = false;
  for (Problem::Kind known :
       {Problem::Kind::Fixed, Problem::Kind::Critical, Problem::Kind::Agnostic})
    if (kind == stringify(known)) {
      variable.kind = known;
      isKnown = true;
    }
  if (!isKnown) {
    path.field("kind").report("requires fixed, critical or agnostic");
    return false;
  }
  variable.ports.assign(ports.begin(), ports.end());
  variable.candidates.assign(candidates.begin(), candidates.end());
  return true;
}

static bool fromJSON(const json::Value &value, Problem::Net &net,
                     json::Path path) {
  json::ObjectMapper object(value, path);
  const json::Object *members = value.getAsObject();
  const json::Value *producer = members ? members->get("producer") : nullptr;
  const json::Array *uses = members ? members->getArray("uses") : nullptr;
  const json::Array *layouts = members ? members->getArray("layouts") : nullptr;
  std::optional<std::vector<Cost>> rewrites;
  if (!object || !object.map("weight", net.weight) ||
      !object.map("free", net.isFree) ||
      !object.mapOptional("rewrites", rewrites))
    return false;
  net.rewrites = rewrites.value_or(std::vector<Cost>());
  if (!producer || !uses || !layouts) {
    path.report("requires producer, uses and layouts");
    return false;
  }
  if (!::fromJSON(*producer, net.producer, path.field("producer")))
    return false;
  for (auto [number, use] : llvm::enumerate(*uses))
    if (!::fromJSON(use, net.uses.emplace_back(),
                    path.field("uses").index(number)))
      return false;
  for (auto [number, layout] : llvm::enumerate(*layouts)) {
    json::ObjectMapper entry(layout, path.field("layouts").index(number));
    if (!entry || !entry.map("bytes", net.bytes.emplace_back()))
      return false;
  }
  return true;
}

static bool fromJSON(const json::Value &value, Problem &problem,
                     json::Path path) {
  json::ObjectMapper object(value, path);
  int64_t version = 0;
  if (!object || !object.map("version", version) ||
      !object.map("capped", problem.isCapped) ||
      !object.map("variables", problem.variables) ||
      !object.map("nets", problem.nets))
    return false;
  if (version == 1)
    return true;
  path.field("version").report("requires version 1");
  return false;
}
} // namespace mlir::layout

/// Returns the nesting depth of a JSON text. Counts brackets in strings as
/// well, which are too few to matter.
static unsigned getDepth(StringRef text) {
  unsigned depth = 0, largest = 0;
  for (char c : text) {
    if (c == '[' || c == '{')
      largest = std::max(largest, ++depth);
    else if ((c == ']' || c == '}') && depth > 0)
      --depth;
  }
  return largest;
}

llvm::Expected<Problem> layout::readProblem(StringRef text) {
  // The JSON parser is recursive.
  if (getDepth(text) > 1000)
    return llvm::createStringError("nested too deeply");
  llvm::Expected<json::Value> value = json::parse(text);
  if (!value)
    return value.takeError();
  json::Path::Root root("problem");
  Problem problem;
  if (!fromJSON(*value, problem, root))
    return root.getError();
  if (std::optional<std::string> error = problem.check())
    return llvm::createStringError(*error);
  return problem;
}
