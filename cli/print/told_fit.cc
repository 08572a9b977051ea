// SPDX-License-Identifier: Apache-2.0
#include "cli/print/told_fit.h"

#include <fmt/format.h>

#include <map>

#include "cli/model_facts.h"
#include "cli/print/output.h"
#include "cli/session.h"
#include "tally/inside/explain.h"
#include "tally/inside/text.h"

namespace tally::cli {

namespace {

// The columns of a schema by what they are taken for.
std::map<std::string, std::vector<std::string>> by_use(const Schema& schema) {
  std::map<std::string, std::vector<std::string>> out;
  for (const ColumnSchema& column : schema.columns) {
    if (column.role != Role::kFeature) {
      if (column.role != Role::kTarget)
        out[std::string(to_string(column.role))].push_back(column.name);
      continue;
    }
    std::string use(to_string(column.family));
    if (!column.group.empty() && column.group != use) use += " " + in_quotes(column.group);
    if (column.binarize) use += " (x > " + shortest(*column.binarize) + ")";
    if (!column.cuts.empty()) use += " (" + text_of_cuts(column.cuts) + ")";
    out[use].push_back(column.name);
  }
  return out;
}

}  // namespace

void tell_features(const Schema& schema) {
  for (const auto& [use, names] : by_use(schema)) tell("  " + use + ": " + listed(names));
  const std::string histograms = histograms_text(schema);
  if (!histograms.empty()) tell("  with a histogram: " + histograms);
  std::vector<std::string> with_pairs;
  for (const ColumnSchema& column : schema.columns) {
    if (column.family == Family::kText && column.text.pairs) with_pairs.push_back(column.name);
  }
  if (!with_pairs.empty()) tell("  with pairs of words: " + listed(with_pairs));
  const JointSchema& joint = schema.joint;
  if (joint.empty()) return;
  std::string together =
      "  together: " + counted(joint.grid.size(), "column", "columns") + " in pairs";
  if (!joint.triples.empty()) together += ", " + counted(joint.triples.size(), "triple", "triples");
  if (!joint.scaled.empty()) {
    together += ", moments of " + counted(joint.scaled.size(), "column", "columns");
  }
  tell(together);
}

void tell_unused(const SchemaDraft& draft) {
  if (!draft.ignored.empty()) tell("  ignored: " + listed(draft.ignored));
  if (!draft.undecided.empty()) {
    tell("  not counted, no value (--family decides): " + listed(draft.undecided));
  }
}

void tell_classes(const Counts& counts) {
  std::vector<std::string> classes;
  for (const Counts::Class& klass : counts.classes()) {
    classes.push_back(klass.label.to_string() + " " + count_text(klass.weight));
  }
  tell("  " + counts.schema().target().name + ": " + listed(classes));
  if (classes.size() == 1)
    tell("warning: there is only one class, so every row will be decided for it");
}

void tell_rules(const std::vector<RuleWeight>& rule) {
  for (const RuleScore& score : rule_scores(rule)) {
    tell(fmt::format("  rule {}: accuracy {:.4f}, log loss {:.4f} on rows left out{}",
                     to_string(score.rule), score.accuracy, score.log_loss,
                     score.rule == chosen_rule(rule) ? "; it answers" : ""));
  }
  if (const double copies = copies_of(rule); copies > 1) {
    tell(
        fmt::format("  the table is made of copies: a row is there {:.4g} times on average, far "
                    "more often than "
                    "by chance; each was left out with all that are equal to it",
                    copies));
  }
}

}  // namespace tally::cli
