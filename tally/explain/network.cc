// SPDX-License-Identifier: Apache-2.0
#include "tally/explain/network.h"

#include <fmt/format.h>

#include <algorithm>
#include <nlohmann/json.hpp>

#include "tally/base/error.h"
#include "tally/explain/number_text.h"
#include "tally/explain/text_table.h"

namespace tally {

namespace {

std::vector<std::size_t> children_of(const Network& network, std::int32_t parent) {
  std::vector<std::size_t> out;
  for (std::size_t i = 0; i < network.columns.size(); ++i) {
    if (network.parents[i] == parent) out.push_back(i);
  }
  return out;
}

// A line for each column below `parent`, children further to the right.
void add_lines(const Network& network, std::int32_t parent, std::size_t depth,
               std::vector<std::vector<std::string>>& rows) {
  for (const std::size_t i : children_of(network, parent)) {
    const std::string indent(2 * depth, ' ');
    const std::string on =
        parent < 0 ? ""
                   : six_digits(network.between(i, static_cast<std::size_t>(parent)).information);
    rows.push_back({indent + network.columns[i], six_digits(network.tells[i]), on});
    add_lines(network, static_cast<std::int32_t>(i), depth + 1, rows);
  }
}

std::string quoted(const std::string& text) {
  std::string out = "\"";
  for (const char c : text) {
    if (c == '"' || c == '\\') out += '\\';
    c == '\n' ? out += "\\n" : out += c;
  }
  return out + "\"";
}

}  // namespace

const Dependence& Network::between(std::size_t a, std::size_t b) const {
  return *std::find_if(pairs.begin(), pairs.end(), [&](const Dependence& pair) {
    return pair.a == std::min(a, b) && pair.b == std::max(a, b);
  });
}

Network network_of(const Counts& counts) {
  const JointTally* const tally = counts.joint();
  if (tally == nullptr) {
    throw Error(ErrorKind::kUsage,
                "the model has not counted columns together, so that it knows nothing of how they "
                "depend on each other");
  }
  const std::vector<Counts::Class> classes = counts.classes();
  if (classes.empty())
    throw Error(ErrorKind::kData, "the model has no class yet: learn rows first");
  const JointCounts joint(*tally, classes);
  Network out;
  out.target = counts.schema().target().name;
  for (std::size_t i = 0; i < tally->columns(); ++i) {
    out.columns.push_back(tally->column(i).name);
    out.tells.push_back(information_about_class(joint, i));
  }
  out.pairs = dependences(joint);
  out.parents = dependence_tree(joint, out.pairs);
  return out;
}

std::string network_text(const Network& network, std::size_t top) {
  std::string out = "Information in nats: of a column about " + network.target +
                    ", and of a column and its parent about each other where " + network.target +
                    " is known\n";
  std::vector<std::vector<std::string>> rows{
      {"tree", "about " + network.target, "about each other"}};
  add_lines(network, -1, 0, rows);
  out += text_table(rows);
  out += "\nStrongest pairs\n";
  rows = {{"columns", "", "about each other", "by chance"}};
  for (std::size_t i = 0; i < std::min(top, network.pairs.size()); ++i) {
    const Dependence& pair = network.pairs[i];
    rows.push_back({network.columns[pair.a], network.columns[pair.b], six_digits(pair.information),
                    six_digits(pair.chance)});
  }
  return out + text_table(rows);
}

std::string network_json(const Network& network) {
  nlohmann::ordered_json out;
  out["target"] = network.target;
  out["columns"] = nlohmann::ordered_json::array();
  for (std::size_t i = 0; i < network.columns.size(); ++i) {
    nlohmann::ordered_json column{{"name", network.columns[i]}, {"information", network.tells[i]}};
    if (network.parents[i] < 0) {
      column["parent"] = nullptr;
    } else {
      column["parent"] = network.columns[static_cast<std::size_t>(network.parents[i])];
    }
    out["columns"].push_back(std::move(column));
  }
  out["pairs"] = nlohmann::ordered_json::array();
  for (const Dependence& pair : network.pairs) {
    out["pairs"].push_back({{"a", network.columns[pair.a]},
                            {"b", network.columns[pair.b]},
                            {"information", pair.information},
                            {"chance", pair.chance}});
  }
  return out.dump(2);
}

std::string network_dot(const Network& network) {
  std::string out = "digraph network {\n  rankdir=LR;\n  node [shape=box];\n  " +
                    quoted(network.target) + " [shape=ellipse];\n";
  for (std::size_t i = 0; i < network.columns.size(); ++i) {
    out +=
        "  " + quoted(network.target) + " -> " + quoted(network.columns[i]) + " [color=gray80];\n";
    if (network.parents[i] < 0) continue;
    const auto parent = static_cast<std::size_t>(network.parents[i]);
    out +=
        fmt::format("  {} -> {} [label=\"{}\"];\n", quoted(network.columns[parent]),
                    quoted(network.columns[i]), six_digits(network.between(i, parent).information));
  }
  return out + "}\n";
}

}  // namespace tally
