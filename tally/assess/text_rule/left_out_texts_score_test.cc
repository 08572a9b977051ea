// SPDX-License-Identifier: Apache-2.0
#include "tally/assess/text_rule/left_out_texts_score.h"

#include <gtest/gtest.h>

#include "tally/assess/text_rule/texts_testing.h"
#include "tally/assess/weights/weigh.h"

namespace tally {
namespace {

// Rules are compared by the same answers, which are worked out there as those of a feature of the table's rule.
TEST(LeftOutTextsScore, IsThatByWhichRulesAreCompared) {
  for (const unsigned classes : {2U, 5U, 20U}) {
    for (const std::size_t number : {120U, 500U}) {
      const std::vector<TextRow> rows = ugly_texts(number, classes, 11);
      const Counts counts = counted_texts(rows);
      const RowSample sample = sampled_texts(rows);
      const LeftOutScore score = score_of_texts(learn_texts(counts, sample), counts, sample);
      const std::vector<RuleWeight> rule = weigh(counts, sample);
      const auto value = [&](const char* what) {
        const std::string part = rule_row(what, Rule::kWeighted);
        const auto row = std::find_if(rule.begin(), rule.end(),
                                      [&](const RuleWeight& one) { return one.part == part; });
        return row == rule.end() ? std::nan("") : row->value;
      };
      EXPECT_NEAR(score.log_loss(), value(RuleRow::kLogLoss), 1e-6);
      EXPECT_NEAR(score.accuracy(), value(RuleRow::kAccuracy), 1e-12);
    }
  }
}

}  // namespace
}  // namespace tally
