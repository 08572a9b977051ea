// What is counted of a text: rows with a term, and how often it came again.
#include "tally/count/family_test.h"
#include "tally/count/rows_to_count.h"

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
  const Tally& tally = counts.tallies().front();
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
  EXPECT_TRUE(counts.tallies().front().term_slots().empty());
  EXPECT_TRUE(counts.total_weight().is_zero());
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
