// SPDX-License-Identifier: Apache-2.0
// What the tests of texts share: six short messages of three classes.
#pragma once

#include <algorithm>
#include <string>
#include <vector>

#include "tally/batch/table_testing.h"
#include "tally/inside/estimate.h"

namespace tally {

inline Schema text_schema(TextModel model = TextModel::kMultinomial) {
  Schema schema;
  schema.columns = {feature("body", Family::kText, ValueType::kText),
                    column_with_role("y", Role::kTarget, ValueType::kText)};
  schema.columns[0].text.model = model;
  return validated(schema);
}

inline TestTable messages() {
  TestTable table;
  table
      .terms("body", {"free win free cash", "win cash now", "meeting at noon", "free lunch meeting",
                      "noon lunch at noon", "cash report"})
      .texts("y", {"spam", "spam", "ham", "ham", "ham", "work"});
  return table;
}

inline Counts counted_messages(TextModel model = TextModel::kMultinomial) {
  Counts counts(text_schema(model));
  counts.add(messages().batch());
  return counts;
}

/// The same counts as a file in place gives them: the terms of `words`, and totals of all.
inline Counts read_in_part(const Counts& whole, const std::vector<std::string>& words) {
  Counts part(whole.schema());
  whole.for_each_row([&](const CountRow& row) {
    const bool asked =
        row.key.empty() || std::find(words.begin(), words.end(), row.key) != words.end();
    if (asked) part.add_row(row);
  });
  const auto codes = static_cast<std::int32_t>(whole.classes().size());
  for (const Tally& any : whole.tallies()) {
    if (as_text(any) == nullptr) continue;
    const TextTally& tally = text_of(any);
    KeyedTally::Totals totals;
    totals.possible_values = tally.possible_values();
    const TermHistograms all = tally.histograms(static_cast<std::size_t>(codes));
    totals.histograms = all;
    // Counts that were made in another order have other codes.
    for (const Counts::Class& own : part.classes()) {
      for (const Counts::Class& other : whole.classes()) {
        if (other.label != own.label) continue;
        const auto to = static_cast<std::size_t>(own.code);
        const auto from = static_cast<std::size_t>(other.code);
        totals.by_class.resize(std::max(totals.by_class.size(), to + 1));
        totals.tokens_by_class.resize(totals.by_class.size());
        totals.by_class[to] = tally.total(other.code);
        totals.tokens_by_class[to] = tally.total_tokens(other.code);
        totals.histograms.documents[to] = all.documents[from];
        totals.histograms.tokens[to] = all.tokens[from];
        totals.histograms.rest[to] = all.rest[from];
      }
    }
    part.set_totals(tally.name(), totals);
  }
  return part;
}

}  // namespace tally
