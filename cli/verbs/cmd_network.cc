// SPDX-License-Identifier: Apache-2.0
// network: which columns depend on each other.
#include "cli/mail_model.h"
#include "cli/print/output.h"
#include "cli/session.h"
#include "tally/inside/explain.h"

namespace tally::cli {

void network(Arguments arguments) {
  std::string path, svg;
  bool json = false, dot = false;
  std::optional<std::int64_t> top;
  Command command(
      "network",
      "Shows which columns depend on each other where the class is known, and the tree that "
      "--rule tan answers by.\nThe model has to count columns together (fit --count full).",
      "tally fit iris.csv --target species --count full -o full.tally\n"
      "tally network full.tally\n"
      "tally network full.tally --svg iris.svg\n"
      "tally network full.tally --dot > iris.dot");
  command.argument("MODEL", path, "a model");
  command.option("--top", "N", top, "so many pairs (default 10)");
  command.flag("--json", json, "all pairs and the tree, as JSON");
  command.flag("--dot", dot, "the tree for Graphviz");
  command.option("--svg", "FILE", svg, "write the tree as a picture");
  command.parse(arguments);
  if (top.value_or(0) < 0) throw Error(ErrorKind::kUsage, "--top: expected 0 or more pairs");
  if (json && dot) throw Error(ErrorKind::kUsage, "--json or --dot: one of the two");
  const Network found = network_of(load_to_ask(path).counts);
  if (!svg.empty()) {
    Output file(svg);
    file.write(network_svg(found));
    file.finish();
  }
  if (json) return print_data(network_json(found) + "\n");
  if (dot) return print_data(network_dot(found));
  if (svg.empty()) print(network_text(found, static_cast<std::size_t>(top.value_or(10))));
}

}  // namespace tally::cli
