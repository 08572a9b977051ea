// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <algorithm>
#include <random>

#include "tally/count/text/text_tally_testing.h"

namespace tally {
namespace {

std::vector<std::string> terms_of(const TextTally& tally) {
  std::vector<std::string> terms;
  for (const std::int32_t slot : tally.term_slots()) terms.emplace_back(tally.term_of(slot));
  return terms;
}

TEST(TextTally, TermsAreThoseSeenSortedByBytes) {
  TextTally tally = text_tally();
  put(tally, 0, "z", 1);
  put(tally, 1, "a", 2);
  put(tally, 0, "ä", 1);
  put(tally, 0, "gone", 1);
  put(tally, 0, "gone", -1);
  EXPECT_EQ(terms_of(tally), (std::vector<std::string>{"a", "z", "ä"}));
  EXPECT_EQ(tally.possible_values(), 3);
  EXPECT_EQ(tally.find_term("nowhere"), -1);
  EXPECT_EQ(tally.slot_of_term(""), -1);
  EXPECT_EQ(tally.find_key("z"), tally.find_term("z"));
}

// So many that they are parted by their first bytes before they are sorted: terms of one byte and of none of those,
// with the same first sixteen bytes, and such as are not seen any more.
TEST(TextTally, ManyTermsAreSortedByBytes) {
  TextTally tally = text_tally();
  std::vector<std::string> expected{"a",
                                    "\xC3\xA4",
                                    "z",
                                    std::string("a\0b", 3),
                                    "sixteen letters: a",
                                    "sixteen letters: ",
                                    "sixteen letters: b"};
  for (int i = 0; i < 70'000; ++i) expected.push_back(std::to_string(i * 7919LL % 100'003));
  for (const std::string& term : expected)
    put(tally, static_cast<std::int32_t>(term.size() % 3), term, 1);
  put(tally, 1, "gone", 1);
  put(tally, 1, "gone", -1);
  put(tally, 2, "again", 0, 1);
  expected.emplace_back("again");
  std::sort(expected.begin(), expected.end());
  EXPECT_EQ(terms_of(tally), expected);
  EXPECT_EQ(tally.possible_values(), static_cast<std::int64_t>(expected.size()));
}

TEST(TextTally, TokensAreRowsAndRepeats) {
  TextTally tally = text_tally();
  put(tally, 0, "a", 2, 3);
  put(tally, 0, "b", 1);
  put(tally, 1, "b", 4, 1);
  EXPECT_EQ(tally.tokens(0, tally.find_term("a")).to_double(), 5);
  EXPECT_EQ(tally.total(0).to_double(), 3);
  EXPECT_EQ(tally.total_tokens(0).to_double(), 6);
  EXPECT_EQ(tally.total_tokens(1).to_double(), 5);
  EXPECT_EQ(tally.total_tokens(7).to_double(), 0);
}

TEST(TextTally, KnowsWhatNoRowsCanHaveLedTo) {
  const auto says = [](const std::function<void(TextTally&)>& make, std::int64_t rows) {
    TextTally tally = text_tally();
    make(tally);
    return tally.impossibility(0, ExactSum(rows));
  };
  EXPECT_EQ(says([](TextTally& t) { put(t, 0, "a", 2, 9); }, 2), "");
  EXPECT_NE(says([](TextTally& t) { put(t, 0, "a", 2); }, 1).find("more rows"), std::string::npos);
  EXPECT_NE(says([](TextTally& t) { put(t, 0, "a", -1); }, 1).find("negative"), std::string::npos);
  EXPECT_NE(says([](TextTally& t) { put(t, 0, "a", 1, -1); }, 1).find("repeats"),
            std::string::npos);
  EXPECT_NE(says([](TextTally& t) { put(t, 0, "a", 0, 1); }, 1).find("in no row"),
            std::string::npos);
  EXPECT_NE(says([](TextTally& t) { t.cell(0, 0).add(std::int64_t{2}); }, 1).find("missing"),
            std::string::npos);
  const auto both = [](TextTally& t) {
    t.cell(0, 0).add(std::int64_t{1});
    put(t, 0, "a", 2);
  };
  EXPECT_NE(says(both, 2).find("more rows with 'a'"), std::string::npos);
}

// As they are counted: integers, of which only the most that they might be is known at once.
TEST(TextTally, KnowsWhatNoRowsCanHaveLedToOfSmallIntegers) {
  TextTally tally = text_tally();
  const auto slot = static_cast<std::size_t>(tally.slot_of_term("a"));
  const std::vector<std::uint64_t> most{5};
  tally.small_by_class(most)[0][slot] = 2;
  ASSERT_TRUE(tally.row_of(0).is_small());
  EXPECT_EQ(tally.impossibility(0, ExactSum(5)), "");
  EXPECT_EQ(tally.impossibility(0, ExactSum(2)), "");
  EXPECT_EQ(tally.impossibility(0, ExactSum(1)), "more rows with 'a' than it has rows");
}

TEST(TextTally, TheRarestAreDroppedDownToThreeQuarters) {
  TextTally tally = text_tally(4);
  put(tally, 0, "b", 1, 100);  // repeats do not make a term frequent
  put(tally, 0, "a", 1);
  put(tally, 1, "d", 2);
  put(tally, 0, "c", 1);
  EXPECT_EQ(tally.drop_rarest(), 0);
  put(tally, 1, "c", 2);
  put(tally, 1, "e", 1);
  tally.cell(1, 0).add(std::int64_t{7});
  EXPECT_EQ(tally.drop_rarest(), 2);  // five: c 3, d 2, then a, b, e with 1 each
  EXPECT_EQ(terms_of(tally), (std::vector<std::string>{"a", "c", "d"}));
  EXPECT_EQ(tally.at(1, tally.find_term("c")).to_double(), 2);
  EXPECT_EQ(tally.at(1, Part::kMissing).to_double(), 7);
  EXPECT_EQ(tally.find_term("b"), -1);
}

TEST(TextTally, IsCombinedByTermWithItsRepeats) {
  TextTally one = text_tally(), other = text_tally();
  put(one, 0, "a", 1, 2);
  put(one, 0, "b", 3);
  put(other, 1, "c", 1);
  put(other, 1, "b", 2, 5);
  const std::vector<std::int32_t> slots = one.same_slots(other);
  one.combine_class(0, other, 1, slots, &ExactSum::operator+=);
  const auto sums = [&](std::string_view term) {
    const std::int32_t slot = one.find_term(term);
    return std::pair(one.at(0, slot).to_double(), one.repeats(0, slot).to_double());
  };
  EXPECT_EQ(sums("a"), (std::pair(1.0, 2.0)));
  EXPECT_EQ(sums("b"), (std::pair(5.0, 5.0)));
  EXPECT_EQ(sums("c"), (std::pair(1.0, 0.0)));
  one.combine_class(0, other, 1, slots, &ExactSum::operator-=);
  EXPECT_EQ(sums("b"), (std::pair(3.0, 0.0)));
  EXPECT_EQ(terms_of(one), (std::vector<std::string>{"a", "b"}));
}

}  // namespace
}  // namespace tally
