// SPDX-License-Identifier: Apache-2.0
// What is counted of a text: rows with a term, and how often it came again.
#include <map>
#include <memory>
#include <random>

#include "tally/count/family_testing.h"
#include "tally/count/rows_to_count.h"
#include "tally/count/text/text_tally.h"

namespace tally {
namespace {

TextOptions once() {
  TextOptions options;
  options.once = true;
  return options;
}

struct Sums {
  double rows, repeats;
  friend bool operator==(const Sums&, const Sums&) = default;
};

Sums sums(const Counts& counts, const std::string& klass, const std::string& term) {
  const TextTally& tally = text_of(counts.tallies()[0]);
  for (const Counts::Class& k : counts.classes()) {
    if (k.label != Label::of(klass)) continue;
    const std::int32_t slot = tally.find_term(term);
    return {tally.at(k.code, slot).to_double(), tally.repeats(k.code, slot).to_double()};
  }
  return {-1, -1};
}

TEST(Text, CountsRowsAndRepeats) {
  TestTable table;
  table.terms("x", {"a a a b", "a", "-", "", "b b"}).texts("y", {"k", "k", "k", "k", "l"});
  const Counts counts = count_table(schema_of(text_feature("x")), table);
  EXPECT_EQ(sums(counts, "k", "a"), (Sums{2, 2}));
  EXPECT_EQ(sums(counts, "k", "b"), (Sums{1, 0}));
  EXPECT_EQ(sums(counts, "l", "b"), (Sums{1, 1}));
  EXPECT_EQ(sum_of(counts, "k", Part::kMissing), 1);  // a text without a term is not missing
  EXPECT_EQ(counts.total_weight().to_double(), 5);
}

TEST(Text, OnceLeavesTheRepeatsOut) {
  TestTable table;
  table.terms("x", {"a a a b"}).texts("y", {"k"});
  const Counts counts = count_table(schema_of(text_feature("x", once())), table);
  EXPECT_EQ(sums(counts, "k", "a"), (Sums{1, 0}));
}

TEST(Text, WeighsTheRows) {
  TestTable table;
  table.terms("x", {"a a a", "a a", "a"}).texts("y", {"k", "k", "k"});
  table.numbers("w", {0.5, 2, 0});
  const Counts counts = count_table(schema_of(text_feature("x"), true), table);
  EXPECT_EQ(sums(counts, "k", "a"), (Sums{2.5, 0.5 * 2 + 2 * 1}));
}

TEST(Text, TakingAwayLeavesNothing) {
  TestTable table;
  table.terms("x", {"a a b", "-"}).texts("y", {"k", "l"});
  Counts counts = count_table(schema_of(text_feature("x")), table);
  counts.take_away(table.batch());
  EXPECT_TRUE(text_of(counts.tallies()[0]).term_slots().empty());
  EXPECT_TRUE(counts.total_weight().is_zero());
}

// Batches over a dictionary that grows, as a reader gives them, and what they come to.
class GrowingTexts {
 public:
  struct Rows {
    std::vector<std::int64_t> starts{0};
    std::vector<std::int32_t> codes, times, classes;
    std::vector<std::uint8_t> valid;
  };
  using Key = std::pair<std::int32_t, std::string>;  // class and term

  explicit GrowingTexts(unsigned seed) : random_(seed) {
    for (const char* klass : {"k", "l", "m"}) classes_->code(Label::of(klass));
  }

  /// Some rows may be missing or have no class.
  Rows next(bool may_be_missing) {
    Rows rows;
    for (int row = 0; row < 20; ++row) {
      const bool is_missing = may_be_missing && random_() % 5 == 0;
      rows.classes.push_back(
          may_be_missing && random_() % 6 == 0 ? -1 : static_cast<std::int32_t>(random_() % 3));
      std::map<std::int32_t, std::int32_t> of_row;
      for (std::size_t i = is_missing ? 0 : random_() % 9; i-- > 0;) {
        ++of_row[terms_->code("t" + std::to_string(random_() % 5 * (random_() % 60)))];
      }
      for (const auto& [code, times] : of_row) {
        rows.codes.push_back(code);
        rows.times.push_back(times);
      }
      rows.starts.push_back(static_cast<std::int64_t>(rows.codes.size()));
      if (row % 8 == 0) rows.valid.push_back(0);
      if (!is_missing) rows.valid.back() |= static_cast<std::uint8_t>(1U << row % 8);
    }
    return rows;
  }
  Batch batch(const Rows& rows) const {
    Batch batch;
    batch.rows = static_cast<std::int64_t>(rows.classes.size());
    batch.columns.push_back({"x", Terms{rows.starts.data(), rows.codes.data(), rows.times.data(),
                                        terms_, Validity{rows.valid.data(), 0}}});
    batch.columns.push_back({"y", Codes::of(rows.classes, classes_)});
    return batch;
  }
  void add(const Rows& rows, double sign, std::map<Key, Sums>& to) const {
    for (std::size_t row = 0; row < rows.classes.size(); ++row) {
      if (rows.classes[row] < 0) continue;
      for (std::int64_t i = rows.starts[row]; i < rows.starts[row + 1]; ++i) {
        const std::string term(terms_->term(rows.codes[static_cast<std::size_t>(i)]));
        Sums& sums = to[{rows.classes[row], term}];
        sums.rows += sign;
        sums.repeats += sign * (rows.times[static_cast<std::size_t>(i)] - 1);
      }
    }
  }
  std::size_t terms() const { return static_cast<std::size_t>(terms_->size()); }

 private:
  std::mt19937 random_;
  std::shared_ptr<TermDictionary> terms_ = std::make_shared<TermDictionary>();
  std::shared_ptr<Dictionary> classes_ = std::make_shared<Dictionary>();
};

TEST(Text, CountsAndTakesAwayWhateverBatchesCome) {
  for (const unsigned seed : {1U, 2U, 3U, 4U}) {
    GrowingTexts texts(seed);
    Counts counts(schema_of(text_feature("x")));
    std::map<GrowingTexts::Key, Sums> expected;
    std::vector<GrowingTexts::Rows> all;
    const auto check = [&] {
      std::map<GrowingTexts::Key, Sums> found;
      const TextTally& tally = text_of(counts.tallies()[0]);
      for (const Counts::Class& klass : counts.classes()) {
        const auto code = static_cast<std::int32_t>(klass.label.to_string()[0] - 'k');
        for (const std::int32_t slot : tally.term_slots()) {
          const Sums sums{tally.at(klass.code, slot).to_double(),
                          tally.repeats(klass.code, slot).to_double()};
          if (sums != Sums{0, 0}) found[{code, std::string(tally.term_of(slot))}] = sums;
        }
      }
      std::erase_if(expected, [](const auto& entry) { return entry.second == Sums{0, 0}; });
      EXPECT_EQ(found, expected) << seed;
    };
    for (int i = 0; i < 12; ++i) {
      all.push_back(texts.next(seed % 2 == 0 && i > 4));
      counts.add(texts.batch(all.back()));
      texts.add(all.back(), 1, expected);
      check();
    }
    for (std::size_t i = 0; i < all.size(); i += 2) {
      counts.take_away(texts.batch(all[i]));
      texts.add(all[i], -1, expected);
      check();
    }
  }
}

// A piece of a few rows is not to grow as large as the dictionary of its column.
TEST(Text, FewRowsOfALargeDictionaryHaveFewSlots) {
  GrowingTexts texts(9);
  for (int i = 0; i < 50; ++i) texts.next(false);
  GrowingTexts::Rows rows = texts.next(false);
  rows.starts.resize(2);
  rows.classes.resize(1);
  Counts piece(schema_of(text_feature("x")));
  piece.add(texts.batch(rows));
  EXPECT_GT(texts.terms(), 30U);
  EXPECT_LT(piece.tallies()[0].slots(), 12);
}

TEST(Text, RefusesWhatAreNoTerms) {
  TestTable table;
  table.texts("x", {"a"}).texts("y", {"k"});
  expect_refused(schema_of(text_feature("x")), table, 0, "x", "expected the terms of a text");
  auto dictionary = std::make_shared<TermDictionary>();
  dictionary->code("a");
  dictionary->code("");
  const std::int64_t starts[] = {0, 1};
  for (const auto& [code, times, says] :
       {std::tuple(2, 1, "not in the dictionary"), std::tuple(-1, 1, "not in the dictionary"),
        std::tuple(1, 1, "empty"), std::tuple(0, 0, "0 times")}) {
    TestTable rows;
    rows.texts("y", {"k"});
    Batch batch = rows.batch();
    const std::int32_t codes[] = {code}, often[] = {times};
    batch.columns.push_back({"x", Terms{starts, codes, often, dictionary, {}}});
    Counts counts(schema_of(text_feature("x")));
    try {
      counts.add(batch);
      ADD_FAILURE() << says;
    } catch (const Error& error) {
      EXPECT_NE(std::string(error.what()).find(says), std::string::npos) << error.what();
    }
  }
}

}  // namespace
}  // namespace tally
