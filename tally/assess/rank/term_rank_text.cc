// SPDX-License-Identifier: Apache-2.0
// A ranking of terms for people.
#include <fmt/format.h>

#include <numeric>

#include "tally/assess/rank/term_rank.h"
#include "tally/base/shown.h"
#include "tally/explain/number_text.h"
#include "tally/explain/text_table.h"

namespace tally {

namespace {

constexpr std::size_t kMostColumns = 6;  // of classes, in one table

}  // namespace

std::string to_text(const TermRanking& ranking) {
  const bool has_several = ranking.features.size() > 1;
  const bool has_few_classes = ranking.classes.size() <= kMostColumns;
  std::string out;
  for (std::size_t k = 0; k < ranking.classes.size(); ++k) {
    std::vector<std::vector<std::string>> rows{{"term"}};
    if (has_several) rows[0].push_back("feature");
    if (has_few_classes) {
      for (const Label& label : ranking.classes) rows[0].push_back(shown(label.to_string()));
    } else {
      rows[0].insert(rows[0].end(), {"rows", "of others"});
    }
    rows[0].insert(rows[0].end(), {"leaning", "information"});
    for (const RankedTerm& term : ranking.terms[k]) {
      std::vector<std::string>& row = rows.emplace_back();
      row.push_back(shown(term.term));
      if (has_several) row.push_back(shown(term.feature));
      if (has_few_classes) {
        for (const double n : term.rows) row.push_back(count_text(n));
      } else {
        row.push_back(count_text(term.rows[k]));
        row.push_back(
            count_text(std::accumulate(term.rows.begin(), term.rows.end(), -term.rows[k])));
      }
      row.push_back(fmt::format("{:+.4f}", term.leaning));
      row.push_back(fmt::format("{:.4f}", term.information));
    }
    const auto more = ranking.leaning_terms[k] - static_cast<std::int64_t>(ranking.terms[k].size());
    out += fmt::format("{}Terms that speak for {} = {} ({} rows)\n", k == 0 ? "" : "\n",
                       shown(ranking.target), shown(ranking.classes[k].to_string()),
                       count_text(ranking.class_rows[k]));
    out += ranking.terms[k].empty() ? "  none\n" : text_table(rows);
    if (more > 0) out += fmt::format("  {} more\n", more);
  }
  if (!ranking.others.empty()) {
    out += "\nNot ranked, because they are no texts:";
    for (const std::string& name : ranking.others) {
      out += (&name == ranking.others.data() ? " " : ", ") + shown(name);
    }
    out += "\n";
  }
  return out;
}

}  // namespace tally
