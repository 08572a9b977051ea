// SPDX-License-Identifier: Apache-2.0
// The laws of the sample of a table's rows.
#include <gtest/gtest.h>

#include "tally/model.h"
#include "tests/laws/random_table.h"

namespace tally {
namespace {

using Rows = std::vector<std::size_t>;
using Weights = RandomTable::Weights;

class Sampling : public ::testing::TestWithParam<std::tuple<const char*, Weights>> {
 protected:
  // Some rows are there many times.
  Rows with_repeats() const {
    Rows rows = table_.shuffled_rows(2);
    for (std::size_t i = 0; i < 200; ++i) rows.push_back(rows[i * i % 17]);
    return rows;
  }

  const RandomTable table_{11, 90, std::get<0>(GetParam()), std::get<1>(GetParam())};
};

TEST_P(Sampling, RowsThatComeBackCountAsTheyDid) {
  const TestTable dealt = table_.deal(with_repeats());
  RowSample sample(1000);
  RowDigester(table_.schema()).add(dealt.batch(), nullptr, sample);
  EXPECT_LT(sample.size(), 91);

  Counts again(table_.schema());
  const Batch rows = batch_of(sample, table_.schema());
  const std::vector<std::int64_t> times = times_of(sample);
  for (std::int64_t row = 0; row < rows.rows; ++row) {
    for (std::int64_t i = 0; i < times[static_cast<std::size_t>(row)]; ++i) {
      again.add(slice(rows, row, row + 1));
    }
  }
  Counts counts(table_.schema());
  counts.add(dealt.batch());
  EXPECT_EQ(to_bytes({again, ""}), to_bytes({counts, ""}));
}

INSTANTIATE_TEST_SUITE_P(Tables, Sampling,
                         ::testing::Combine(::testing::Values("c", "bB", "gg", "cbBgpem"),
                                            ::testing::Values(Weights::kNone, Weights::kTame)));
INSTANTIATE_TEST_SUITE_P(UglyTables, Sampling,
                         ::testing::Combine(::testing::Values("w", "u", "gwuhq"),
                                            ::testing::Values(Weights::kNone, Weights::kUgly)));

}  // namespace
}  // namespace tally
