// SPDX-License-Identifier: Apache-2.0
#include "tally/assess/text_rule/text_leave_one_out.h"

#include <gtest/gtest.h>

#include <cmath>
#include <map>

#include "tally/assess/text_rule/texts_testing.h"
#include "tally/assess/weights/weigh.h"
#include "tally/infer/text_rule/text_sum.h"
#include "tally/inside/infer.h"

namespace tally {
namespace {

std::vector<double> left_out_scores(const Counts& counts, std::span<const RuleWeight> rule,
                                    const TextRow& row) {
  std::vector<double> scores(counts.classes().size());
  TextLeaveOneOut(counts, rule).add(table_of({row}).batch(), scores);
  return scores;
}

// The terms of a row by zone, each once.
std::vector<std::set<std::string>> terms_of(const TextRow& row) {
  std::vector<std::set<std::string>> out(2);
  if (row.text == "-") return out;
  for (std::size_t z = 0; z < 2; ++z) {
    std::istringstream terms(z == 0 ? row.text : pairs_in(row.text));
    for (std::string term; terms >> term;) out[z].insert(term);
  }
  return out;
}

// The others are counted afresh and asked about the row. What is left is the share π of a class in the
// term mass, which stays that of all rows; by it a term may just be, or not be, among the telling ones.
TEST(TextLeaveOneOut, IsWhatTheOthersSay) {
  for (const unsigned K : {2U, 4U}) {
    const std::vector<TextRow> rows = ugly_texts(1500, K, 17 + K);
    const Counts counts = counted_texts(rows);
    std::vector<RuleWeight> rule = weigh(counts, sampled_texts(rows));
    std::erase_if(rule, [](const RuleWeight& row) { return !row.corrections.empty(); });
    ASSERT_TRUE(has_weights(rule));
    int compared = 0, far = 0;
    for (std::size_t i = 1; i < rows.size(); i += 15) {  // the class of the first has no other row
      std::vector<TextRow> others = rows;
      others.erase(others.begin() + static_cast<std::ptrdiff_t>(i));
      const Counts without = counted_texts(others);
      const TextRuleTables tables = text_tables(without, rule);
      const TestTable one = table_of({rows[i]});
      TextSum sum(tables);
      std::vector<const Column*> columns;
      for (const TextZoneTable& zone : tables.zones)
        columns.push_back(one.batch().find(zone.column));
      sum.read(one.batch(), columns);
      std::vector<double> wanted(K);
      sum.add(wanted);
      const std::vector<double> found = left_out_scores(counts, rule, rows[i]);
      for (unsigned k = 1; k < K; ++k) {
        const double off = std::abs((found[k] - found[0]) - (wanted[k] - wanted[0]));
        EXPECT_LT(off, 1) << rows[i].text;
        ++compared;
        far += off > 0.05 ? 1 : 0;
      }
    }
    EXPECT_LE(far, compared / 50);
  }
}

// q₂ Σ W / √c over the c terms that two rows or more have, the row itself among them.
TEST(TextLeaveOneOut, CorrectionsStayAsTheyWereLearned) {
  for (const unsigned K : {2U, 3U}) {
    const std::vector<TextRow> rows = texts_of_phrases(500, K, 5);
    const Counts counts = counted_texts(rows);
    const std::vector<RuleWeight> rule = weigh(counts, sampled_texts(rows));
    std::vector<RuleWeight> plain;
    std::map<std::pair<std::size_t, std::string>, std::vector<std::int32_t>> corrections;
    double trust = 0;
    for (const RuleWeight& row : rule) {
      if (row.part == "trust:corrections") trust = row.value;
      if (row.corrections.empty()) {
        plain.push_back(row);
        continue;
      }
      const CorrectedTerm term = parse_correction(row.part).value();
      corrections[{term.zone, std::string(term.term)}] = row.corrections;
    }
    ASSERT_GT(trust, 0);
    ASSERT_FALSE(corrections.empty());
    std::map<std::pair<std::size_t, std::string>, int> in_rows;
    for (const TextRow& row : rows) {
      const std::vector<std::set<std::string>> terms = terms_of(row);
      for (std::size_t z = 0; z < 2; ++z) {
        for (const std::string& term : terms[z]) ++in_rows[{z, term}];
      }
    }
    const std::size_t told = K == 2 ? 1 : K;
    for (std::size_t i = 0; i < 100; ++i) {
      const std::vector<std::set<std::string>> terms = terms_of(rows[i]);
      double c = 0;
      std::vector<double> W(told);
      for (std::size_t z = 0; z < 2; ++z) {
        for (const std::string& term : terms[z]) {
          if (in_rows[{z, term}] >= 2) ++c;
          const auto found = corrections.find({z, term});
          if (found == corrections.end()) continue;
          for (std::size_t t = 0; t < told; ++t) W[t] += found->second[t] * kCorrectionUnit;
        }
      }
      const std::vector<double> with = left_out_scores(counts, rule, rows[i]),
                                without = left_out_scores(counts, plain, rows[i]);
      for (unsigned k = 1; k < K; ++k) {
        const double added = (with[k] - with[0]) - (without[k] - without[0]);
        const double wanted = trust * (told == 1 ? W[0] : W[k] - W[0]) / std::sqrt(c);
        EXPECT_NEAR(added, wanted, 1e-5);
      }
    }
  }
}

}  // namespace
}  // namespace tally
