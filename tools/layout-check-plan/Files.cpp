//===- Files.cpp - Problem and plan files ---------------------------------===//
//
// Part of LayoutMLIR, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Files.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/Twine.h"
#include "llvm/Support/JSON.h"

using namespace checkplan;
namespace json = llvm::json;
using llvm::StringRef;
using llvm::Twine;

/// Limits of costs, dual variables and weights times bytes, and of scales. With
/// these, sums of products fit into 128 bits.
static constexpr int64_t largest = int64_t(1) << 60;
static constexpr int64_t largestScale = int64_t(1) << 20;
/// The JSON parser is recursive.
static constexpr unsigned deepest = 4096;

namespace {
/// Extracts values from JSON. Remembers the first error and returns empty
/// values from then on.
class Reader {
public:
  bool hasFailed() const { return !error.empty(); }
  llvm::Error takeError() {
    return llvm::createStringError(Twine("not well-formed: ") + error);
  }
  void fail(const Twine &what) {
    if (error.empty())
      error = what.str();
  }

  const json::Object &getObject(const json::Value *value, StringRef what) {
    if (const json::Object *object = value ? value->getAsObject() : nullptr)
      return *object;
    fail(what + " is no object");
    return empty;
  }
  const json::Array &getArray(const json::Object &object, StringRef key) {
    if (const json::Array *array = object.getArray(key))
      return *array;
    fail("no list '" + key + "'");
    return none;
  }
  int64_t getNumber(const json::Value *value, StringRef what,
                    int64_t lowest = 0, int64_t highest = largest) {
    std::optional<int64_t> number =
        value ? value->getAsInteger() : std::nullopt;
    if (!number || *number < lowest || *number > highest) {
      fail("'" + what + "' is no number in range");
      return 0;
    }
    return *number;
  }
  bool getBool(const json::Object &object, StringRef key) {
    std::optional<bool> value = object.getBoolean(key);
    if (!value)
      fail("'" + key + "' is neither true nor false");
    return value.value_or(false);
  }
  std::vector<int64_t> getNumbers(const json::Object &object, StringRef key,
                                  int64_t lowest = 0) {
    std::vector<int64_t> numbers;
    for (const json::Value &value : getArray(object, key))
      numbers.push_back(getNumber(&value, key, lowest));
    return numbers;
  }
  void checkVersion(const json::Object &object) {
    if (getNumber(object.get("version"), "version") != 1)
      fail("of another version than 1");
  }

private:
  std::string error;
  json::Object empty;
  json::Array none;
};
} // namespace

static Port readPort(Reader &reader, const json::Value *value) {
  const json::Array *pair = value ? value->getAsArray() : nullptr;
  if (!pair || pair->size() != 2) {
    reader.fail("a port is no [variable, port]");
    return {0, 0};
  }
  return {reader.getNumber(&(*pair)[0], "variable"),
          reader.getNumber(&(*pair)[1], "port")};
}

static Variable readVariable(Reader &reader, const json::Object &object,
                             std::vector<std::vector<bool>> &isResult) {
  Variable variable;
  isResult.emplace_back();
  for (const json::Value &value : reader.getArray(object, "ports")) {
    const json::Object &port = reader.getObject(&value, "a port");
    variable.nets.push_back(reader.getNumber(port.get("net"), "net"));
    isResult.back().push_back(reader.getBool(port, "result"));
  }
  for (const json::Value &value : reader.getArray(object, "labels")) {
    const json::Object &candidate = reader.getObject(&value, "a candidate");
    variable.candidates.push_back(
        {reader.getNumber(candidate.get("cost"), "cost"),
         reader.getNumbers(candidate, "layouts")});
    if (variable.candidates.back().layouts.size() != variable.nets.size())
      reader.fail("a candidate does not have one layout for each port");
  }
  if (variable.candidates.empty())
    reader.fail("a variable has no candidate");
  return variable;
}

static Net readNet(Reader &reader, const json::Object &object) {
  Net net;
  net.ports.push_back(readPort(reader, object.get("producer")));
  for (const json::Value &use : reader.getArray(object, "uses"))
    net.ports.push_back(readPort(reader, &use));
  // The bytes of values that are never rewritten do not count.
  constexpr int64_t any = std::numeric_limits<int64_t>::max();
  net.weight = reader.getNumber(object.get("weight"), "weight", 0, any);
  net.isFree = reader.getBool(object, "free");
  for (const json::Value &value : reader.getArray(object, "layouts")) {
    const json::Object &layout = reader.getObject(&value, "a layout");
    net.bytes.push_back(reader.getNumber(layout.get("bytes"), "bytes", 0, any));
  }
  if (object.get("rewrites"))
    net.rewrites = reader.getNumbers(object, "rewrites");
  if (!net.rewrites.empty() &&
      net.rewrites.size() != net.bytes.size() * net.bytes.size())
    reader.fail("a net does not have one cost for each pair of layouts");
  auto isTooDear = [&](int64_t once) {
    return __int128(net.weight) * once > largest;
  };
  if (net.isRewritten() &&
      llvm::any_of(net.rewrites.empty() ? net.bytes : net.rewrites, isTooDear))
    reader.fail("a net costs more than 2^60");
  return net;
}

/// Checks that each port is at its net exactly once, as producer or use as it
/// says, and that candidates name layouts of the net.
static void checkLinks(Reader &reader, const Problem &problem,
                       const std::vector<std::vector<bool>> &isResult) {
  std::vector<std::vector<bool>> isSeen;
  isSeen.reserve(problem.variables.size());
  for (const Variable &variable : problem.variables)
    isSeen.emplace_back(variable.nets.size(), false);
  for (auto [number, net] : llvm::enumerate(problem.nets))
    for (auto [place, port] : llvm::enumerate(net.ports)) {
      if (port.variable >= int64_t(problem.variables.size()) ||
          port.port >= int64_t(problem.variables[port.variable].nets.size()) ||
          problem.variables[port.variable].nets[port.port] != int64_t(number) ||
          isResult[port.variable][port.port] != (place == 0) ||
          isSeen[port.variable][port.port])
        return reader.fail("net " + Twine(number) +
                           " and its ports do not agree");
      isSeen[port.variable][port.port] = true;
    }
  for (auto [number, variable] : llvm::enumerate(problem.variables)) {
    if (llvm::is_contained(isSeen[number], false))
      return reader.fail("a port of variable " + Twine(number) +
                         " is at no net");
    for (const Candidate &candidate : variable.candidates)
      for (auto [net, layout] :
           llvm::zip_equal(variable.nets, candidate.layouts))
        if (layout >= int64_t(problem.nets[net].bytes.size()))
          return reader.fail("variable " + Twine(number) +
                             " names a layout that its net does not have");
  }
}

static llvm::Expected<json::Value> parse(StringRef text) {
  unsigned depth = 0;
  bool isString = false;
  for (size_t at = 0; at < text.size(); ++at) {
    char c = text[at];
    if (isString && c == '\\')
      ++at;
    else if (c == '"')
      isString = !isString;
    else if (!isString && (c == '[' || c == '{') && ++depth > deepest)
      return llvm::createStringError("not well-formed: nested too deeply");
    else if (!isString && (c == ']' || c == '}') && depth > 0)
      --depth;
  }
  return json::parse(text);
}

llvm::Expected<Problem> checkplan::readProblem(StringRef text) {
  llvm::Expected<json::Value> value = parse(text);
  if (!value)
    return value.takeError();
  Reader reader;
  const json::Object &object = reader.getObject(&*value, "the problem");
  reader.checkVersion(object);
  Problem problem;
  std::vector<std::vector<bool>> isResult;
  for (const json::Value &variable : reader.getArray(object, "variables"))
    problem.variables.push_back(readVariable(
        reader, reader.getObject(&variable, "a variable"), isResult));
  for (const json::Value &net : reader.getArray(object, "nets"))
    problem.nets.push_back(readNet(reader, reader.getObject(&net, "a net")));
  if (!reader.hasFailed())
    checkLinks(reader, problem, isResult);
  if (reader.hasFailed())
    return reader.takeError();
  return problem;
}

static void readDuals(Reader &reader, const json::Object &object,
                      Duals &duals) {
  duals.scale = reader.getNumber(object.get("scale"), "scale", 1, largestScale);
  for (const json::Value &value : reader.getArray(object, "nets")) {
    std::vector<PortDuals> &net = duals.nets.emplace_back();
    const json::Array *ports = value.getAsArray();
    if (!ports)
      return reader.fail("the dual variables of a net are no list");
    for (const json::Value &entry : *ports) {
      const json::Object &port = reader.getObject(&entry, "'messages'");
      net.push_back({reader.getNumbers(port, "layouts"),
                     reader.getNumbers(port, "prices", -largest)});
      if (net.back().layouts.size() != net.back().values.size())
        reader.fail("a port does not have one dual variable for each layout");
    }
  }
}

static void readCertificate(Reader &reader, const json::Object &object,
                            Certificate &certificate) {
  if (object.get("order")) {
    certificate.order = reader.getNumbers(object, "order");
    if (certificate.order.empty())
      reader.fail("an order of elimination is empty");
    return;
  }
  readDuals(reader, reader.getObject(object.get("messages"), "messages"),
            certificate.duals);
  const json::Value *value = object.get("cases");
  if (!value)
    return;
  const json::Object &entry = reader.getObject(value, "cases");
  Cases &cases = certificate.cases.emplace_back();
  cases.limit = reader.getNumber(entry.get("limit"), "limit");
  if (const json::Value *variable = entry.get("variable"))
    cases.variable = reader.getNumber(variable, "variable");
  for (const json::Value &each : reader.getArray(entry, "proofs"))
    readCertificate(reader, reader.getObject(&each, "a certificate"),
                    cases.certificates.emplace_back());
}

llvm::Expected<Plan> checkplan::readPlan(StringRef text,
                                         const Problem &problem) {
  llvm::Expected<json::Value> value = parse(text);
  if (!value)
    return value.takeError();
  Reader reader;
  const json::Object &object = reader.getObject(&*value, "the plan");
  reader.checkVersion(object);
  Plan plan;
  plan.candidates = reader.getNumbers(object, "labels");
  plan.cost = reader.getNumber(object.get("cost"), "cost");
  plan.materialized.resize(problem.nets.size());
  for (const json::Value &entry : reader.getArray(object, "materialized")) {
    const json::Object &net = reader.getObject(&entry, "'materialized'");
    int64_t number = reader.getNumber(net.get("net"), "net");
    if (number < int64_t(plan.materialized.size()))
      plan.materialized[number] = reader.getNumbers(net, "layouts");
    else
      reader.fail("a net that does not exist is materialized");
  }
  if (const json::Value *bound = object.get("bound")) {
    plan.bound = reader.getNumber(bound, "bound");
    readCertificate(reader, object, plan.certificate);
  }
  if (reader.hasFailed())
    return reader.takeError();
  return plan;
}
