// SPDX-License-Identifier: Apache-2.0
#include "tally/assess/text_rule/left_out_naive_texts.h"

#include <gtest/gtest.h>

#include <cmath>

#include "tally/assess/text_rule/texts_testing.h"
#include "tally/inside/infer.h"

namespace tally {
namespace {

class LeftOutNaiveTextsTest : public testing::TestWithParam<unsigned> {};

// The others are counted afresh, and naive Bayes is asked with its defaults. Words come several times in a
// row: all of them are taken out. Of log P(x, y) − log P(y), what the classes have in common does not matter.
TEST_P(LeftOutNaiveTextsTest, IsNaiveBayesOfTheOthers) {
  const unsigned K = GetParam();
  const std::vector<TextRow> rows = ugly_texts(150, K, 30 + K);
  const auto repeats_a_word = [](const TextRow& row) {
    std::istringstream words(row.text);
    std::set<std::string> seen;
    for (std::string word; words >> word;) {
      if (!seen.insert(word).second) return true;
    }
    return false;
  };
  ASSERT_GT(std::count_if(rows.begin(), rows.end(), repeats_a_word), 20);
  const Counts counts = counted_texts(rows);
  LeftOutNaiveTexts left_out(counts);
  const std::vector<Label> labels = counts.class_labels();
  for (std::size_t i = 1; i < rows.size(); ++i) {  // the class of the first has no other row
    const RowSample one = sampled_texts({rows[i]});
    ASSERT_EQ(one.rows().size(), 1U);
    const auto own = static_cast<std::size_t>(
        std::find_if(labels.begin(), labels.end(),
                     [&](const Label& label) { return label.to_string() == rows[i].klass; }) -
        labels.begin());
    std::vector<double> found(K);
    left_out.add(*one.rows().begin(), own, 1, found);

    std::vector<TextRow> others = rows;
    others.erase(others.begin() + static_cast<std::ptrdiff_t>(i));
    const Scorer scorer(estimate(counted_texts(others), Question{}));
    Inference inference(scorer);
    const TestTable table = table_of({rows[i]});
    const Posteriors answer = inference.infer(table.batch());
    const auto wanted = [&](unsigned k) {
      return answer.log_posterior_of(0)[k] - scorer.estimates().log_prior[k];
    };
    for (unsigned k = 1; k < K; ++k) {
      EXPECT_NEAR(found[k] - found[0], wanted(k) - wanted(0), 1e-9) << rows[i].text;
    }
  }
}

INSTANTIATE_TEST_SUITE_P(Classes, LeftOutNaiveTextsTest, testing::Values(2U, 3U, 9U));

}  // namespace
}  // namespace tally
