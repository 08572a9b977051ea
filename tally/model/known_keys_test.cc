// SPDX-License-Identifier: Apache-2.0
#include "tally/model/known_keys.h"

#include "tally/model/model_rows.h"
#include "tally/model/text_model_testing.h"

namespace tally {
namespace {

using Rows = std::vector<CountTree::Row>;

class Known : public ::testing::Test {
 protected:
  Known() { save_model(model_, folder_ / "m"); }

  // What is added for these keys; the keys that are not known, each in quotes.
  std::vector<CountRow> read(const KnownKeys& known, const std::vector<std::string>& keys,
                             std::string* unknown = nullptr) {
    Database db = open_to_read(folder_ / "m", kPatience);
    Model outline = read_outline(db);
    SumAdder sums(db, kCountsTable, outline.counts);
    for (const std::string& key : keys) {
      if (!known.read("body", key, sums) && unknown != nullptr) *unknown += "'" + key + "'";
    }
    std::vector<CountRow> rows;
    outline.counts.for_each_row([&](const CountRow& row) {
      if (!row.tally.empty()) rows.push_back(row);
    });
    return rows;
  }

  const TemporaryFolder folder_;
  const Model model_ = fitted(some_mails(1, 20));
};

TEST_F(Known, GivesWhatItWasGiven) {
  KnownKeys known(1 << 20);
  known.keep("body", "w1", {{"value", "ham", 0, 3}, {"value", "spam", 0, 5}});
  known.keep("body", "never", {});
  known.keep("body", "w2", {{"repeat", "ham", 0, 2}, {"value", "ham", 0, 9}});
  known.keep("subject", "w3", {{"value", "ham", 0, 1}});
  std::string unknown;
  EXPECT_EQ(read(known, {"never", "w1", "w2", "w3", ""}, &unknown),
            (std::vector<CountRow>{{"body", Part::kValue, "w1", "ham", 0, 3},
                                   {"body", Part::kValue, "w1", "spam", 0, 5},
                                   {"body", Part::kRepeat, "w2", "ham", 0, 2},
                                   {"body", Part::kValue, "w2", "ham", 0, 9}}));
  EXPECT_EQ(unknown, "'w3'''");
}

TEST_F(Known, TheEmptyKeyIsNeverKnown) {
  KnownKeys known(1 << 20);
  known.keep("body", "", {{"missing", "ham", 0, 3}});
  std::string unknown;
  EXPECT_TRUE(read(known, {""}, &unknown).empty());
  EXPECT_EQ(unknown, "''");
}

TEST_F(Known, BeginsAnewWhenItIsFull) {
  KnownKeys known(2000);
  for (int i = 0; i < 1000; ++i) {
    known.keep("body", "w" + std::to_string(i), {{"value", "ham", 0, i + 1}});
    ASSERT_LE(known.bytes(), 2000U);
  }
  std::string unknown;
  EXPECT_EQ(read(known, {"w1", "w999"}, &unknown),
            (std::vector<CountRow>{{"body", Part::kValue, "w999", "ham", 0, 1000}}));
  EXPECT_EQ(unknown, "'w1'");
  known.keep("body", std::string(5000, 'x'), {});  // alone more than there may be
  EXPECT_LE(known.bytes(), 2000U);
}

}  // namespace
}  // namespace tally
