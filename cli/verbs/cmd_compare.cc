// SPDX-License-Identifier: Apache-2.0
// compare: two models, or two questions, on the same rows.
#include <fmt/format.h>

#include <nlohmann/json.hpp>

#include "cli/comparing.h"
#include "cli/print/output.h"
#include "cli/two_passes.h"
#include "tally/inside/explain.h"

namespace tally::cli {

namespace {

// One side of the comparison.
struct Side {
  std::string path;      // of the model
  std::string question;  // as typed
  std::string option;    // that it was typed behind

  Asked asked() const { return ask(path, parse_question(question, option), DecisionOptions{}); }
};

std::string mcnemar_text(const Comparison& c) {
  const std::string rows = fmt::format("{} against {} rows", c.only_a, c.only_b);
  if (c.mcnemar.test == McNemarTest::kExact) {
    return fmt::format("p = {} (McNemar, exact binomial: {})", six_digits(c.mcnemar.p), rows);
  }
  return fmt::format("p = {} (McNemar, chi-square with continuity correction {}: {})",
                     six_digits(c.mcnemar.p), six_digits(c.mcnemar.statistic), rows);
}

std::string difference_text(const Comparison& c) {
  if (c.finite == 0) return "no row has a finite log loss under both\n";
  std::string out = fmt::format("A - B = {}, 95 % within {} … {} ({} resamples, seed {})\n",
                                six_digits(c.difference), six_digits(c.interval.low),
                                six_digits(c.interval.high), c.resamples, c.seed);
  if (c.finite < c.rows()) {
    out += fmt::format(
        "          of the {} rows whose log loss is finite under both; infinite: {} "
        "under A, {} under B\n",
        c.finite, c.infinite_a, c.infinite_b);
  }
  return out;
}

// The rules that answered, where a model has several.
struct Rules {
  std::optional<Rule> a, b;

  bool any() const { return a || b; }
  static std::string_view name(std::optional<Rule> rule) {
    return to_string(rule.value_or(Rule::kNaive));
  }
};

std::string comparison_text(const Comparison& c, const Rules& rules) {
  std::vector<std::vector<std::string>> table{{"", "A", "B"}};
  if (rules.any()) {
    table.push_back({"rule", std::string(Rules::name(rules.a)), std::string(Rules::name(rules.b))});
  }
  table.push_back({"accuracy", six_digits(c.accuracy_a()), six_digits(c.accuracy_b())});
  table.push_back({"log loss", six_digits(c.log_loss_a), six_digits(c.log_loss_b)});
  return fmt::format("rows      {}\n\n", c.rows()) + text_table(table) + "\n" +
         text_table({{"A \\ B", "right", "wrong"},
                     {"right", std::to_string(c.both_right), std::to_string(c.only_a)},
                     {"wrong", std::to_string(c.only_b), std::to_string(c.both_wrong)}}) +
         "\naccuracy  " + mcnemar_text(c) + "\nlog loss  " + difference_text(c);
}

std::string with_rules(const std::string& json, const Rules& rules) {
  if (!rules.any()) return json;
  auto out = nlohmann::ordered_json::parse(json);
  out["rule_a"] = Rules::name(rules.a);
  out["rule_b"] = Rules::name(rules.b);
  return out.dump(2);
}

}  // namespace

void compare(Arguments arguments) {
  Side a{"", "", "--question-a"}, b{"", "", "--question-b"};
  std::vector<std::string> inputs;
  bool json = false;
  std::optional<std::int64_t> resamples, seed;
  DataOptions data;
  Command command(
      "compare",
      "Two models, or one model asked two questions, on the same rows: who is right where, and\n"
      "whether that is more than chance. Every row counts once, whatever its weight.",
      "tally compare monday.tally tuesday.tally iris.csv\n"
      "tally compare iris.tally iris.tally iris.csv --question-b 'estimate=bayes,prior=uniform'");
  command.argument("A", a.path, "a model");
  command.argument("B", b.path, "another model, or the same");
  command.arguments("DATA", inputs, kRereadDataHelp);
  command.option("--question-a", "NAME=VALUE,..", a.question,
                 "how A is asked: lambda, estimate, prior … as elsewhere after --");
  command.option("--question-b", "NAME=VALUE,..", b.question, "how B is asked");
  command.option("--resamples", "N", resamples, "of the bootstrap (default 10000)");
  command.option("--seed", "S", seed, "of the bootstrap (default 0)");
  command.flag("--json", json, "as JSON");
  data.attach(command);
  command.parse(arguments);
  constexpr std::int64_t kMostResamples = 10'000'000;
  if (resamples && (*resamples < 1 || *resamples > kMostResamples)) {
    throw Error(ErrorKind::kUsage, "--resamples: a number from 1 to 10000000");
  }
  check_can_read_twice(inputs, "compare");

  const Asked asked_a = a.asked(), asked_b = b.asked();
  const Compared compared = compare_on(
      asked_a, asked_b, inputs, {}, data,
      {resamples.value_or(10000), static_cast<std::uint64_t>(seed.value_or(0)), data.threads()});
  tell_skipped({0, compared.without_target});
  const Comparison& comparison = compared.comparison;
  const Rules rules{asked_a.named_rule(), asked_b.named_rule()};
  if (json) return print_data(with_rules(to_json(comparison), rules) + "\n");
  print(comparison_text(comparison, rules));
}

}  // namespace tally::cli
