// SPDX-License-Identifier: Apache-2.0
#include "tally/fit.h"

#include <gtest/gtest.h>

#include "tally/base/error.h"
#include "tally/fit/piece_testing.h"

namespace tally {
namespace {

class ChangeTest : public testing::TestWithParam<bool> {
 protected:
  Kept kept() const { return {RowSample(20), GetParam()}; }
};

TEST_P(ChangeTest, WhatIsLearnedIsAsIfItHadBeenThere) {
  const std::vector<Mail> mails = some_mails(2, 60);
  const std::vector<Mail> first(mails.begin(), mails.begin() + 35);
  const std::vector<Mail> rest(mails.begin() + 35, mails.end());
  Model model = model_of(counted(first, kept()));
  learn(model, counted(rest, kept_to_learn(model), 2), "");
  Model whole = model_of(counted(mails, kept()));
  tune_model(whole);
  EXPECT_EQ(to_bytes(model), to_bytes(whole));
}

// A list of some rows only would call the others strangers.
TEST(Change, DigestsThatAreNotOfAllRowsAreNotKept) {
  const std::vector<Mail> mails = some_mails(7, 20);
  Model model = model_of(counted({mails.begin(), mails.begin() + 10}, {RowSample(0), true}));
  EXPECT_EQ(model.digests.size(), 10U);
  learn(model, counted({mails.begin() + 10, mails.end()}, {}), "");
  EXPECT_TRUE(model.digests.empty());
}

TEST_P(ChangeTest, WhatIsForgottenWasNeverThere) {
  const std::vector<Mail> mails = some_mails(3, 60);
  const std::vector<Mail> gone(mails.begin() + 50, mails.end());
  Model model = model_of(counted(mails, {RowSample(1000), GetParam()}));
  forget(model, counted(gone, kept_to_forget(model)));
  const std::vector<Mail> left(mails.begin(), mails.begin() + 50);
  EXPECT_EQ(to_bytes(model), to_bytes(model_of(counted(left, {RowSample(1000), GetParam()}))));
}

TEST_P(ChangeTest, AStrangerIsRefusedAndNothingChanges) {
  Model model = model_of(counted(some_mails(4, 40), kept()));
  const std::vector<std::byte> before = to_bytes(model);
  const Piece strangers = counted(some_mails(5, 3), kept_to_forget(model));
  EXPECT_THROW(forget(model, strangers), Error);
  EXPECT_EQ(to_bytes(model), before);
}

INSTANTIATE_TEST_SUITE_P(WithAndWithoutDigests, ChangeTest, testing::Bool());

// Counts alone cannot tell: what is left is possible. Digests can.
TEST(Change, OnlyDigestsTellAStrangerThatLooksLikeTheOthers) {
  const std::vector<Mail> mails{
      {"a b", "s", "in", "ham"}, {"a c", "s", "in", "ham"}, {"b c", "s", "in", "ham"}};
  const std::vector<Mail> stranger{{"a", "s", "in", "ham"}};
  Model without = model_of(counted(mails, {}));
  EXPECT_NO_THROW(forget(without, counted(stranger, kept_to_forget(without))));
  Model with = model_of(counted(mails, {RowSample(0), true}));
  try {
    forget(with, counted(stranger, kept_to_forget(with)));
    FAIL() << "a stranger was forgotten";
  } catch (const Error& error) {
    EXPECT_NE(std::string(error.what()).find("1 row was never learned"), std::string::npos);
  }
}

// Two rows are there and one is left, though it was another that should go: the sample would have
// more rows than the counts.
TEST(Change, ASampleOfATableTellsAStrangerToo) {
  const Schema schema = validated({{feature("c", Family::kCategorical, ValueType::kText),
                                    feature("d", Family::kCategorical, ValueType::kText),
                                    column_with_role("y", Role::kTarget, ValueType::kText)},
                                   {}});
  const auto counted_as = [&](const std::vector<std::string>& c, const std::vector<std::string>& d,
                              const Kept& kept) {
    TestTable table;
    table.texts("c", c).texts("d", d).texts("y", std::vector<std::string>(c.size(), "k"));
    PieceCounter counter(schema, kept);
    counter.add(table.batch());
    return std::move(counter).finish();
  };
  Model model = model_of(counted_as({"a", "b"}, {"a", "b"}, {RowSample(10), false}));
  const std::vector<std::byte> before = to_bytes(model);
  EXPECT_THROW(forget(model, counted_as({"a"}, {"b"}, kept_to_forget(model))), Error);
  EXPECT_EQ(to_bytes(model), before);
  Model without = model_of(counted_as({"a", "b"}, {"a", "b"}, {}));
  EXPECT_NO_THROW(forget(without, counted_as({"a"}, {"b"}, kept_to_forget(without))));
  EXPECT_NO_THROW(forget(model, counted_as({"a"}, {"a"}, kept_to_forget(model))));
  EXPECT_EQ(to_bytes(model), to_bytes(model_of(counted_as({"b"}, {"b"}, {RowSample(10), false}))));
}

TEST(Change, TheCutterIsRemembered) {
  Model model = model_of(counted(some_mails(6, 5), {}));
  learn(model, counted(some_mails(7, 5), {}), "ICU 1.0");
  EXPECT_EQ(model.unicode, std::set<std::string>{"ICU 1.0"});
}

}  // namespace
}  // namespace tally
