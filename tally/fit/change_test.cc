#include "tally/fit/change.h"

#include <gtest/gtest.h>

#include "tally/base/error.h"
#include "tally/count/mail_rows_testing.h"
#include "tally/fit/tuning.h"

namespace tally {
namespace {

// The same rows, dealt out to some workers in turn.
Piece counted(const std::vector<Mail>& mails, const Kept& kept, std::size_t workers = 1) {
  std::vector<PieceCounter> counters(workers, PieceCounter(mail_like(), kept));
  for (std::size_t i = 0; i < mails.size(); ++i) {
    counters[i % workers].add(table_of({mails[i]}).batch());
  }
  return together(std::move(counters), static_cast<int>(workers));
}

Model model_of(Piece piece) {
  Model model{std::move(piece.counts), ""};
  model.digests = std::move(piece.digests);
  model.sample = std::move(piece.sample);
  return model;
}

std::vector<std::byte> bytes_of(const Model& model) { return to_bytes(model); }

class ChangeTest : public testing::TestWithParam<bool> {
 protected:
  Kept kept() const { return {RowSample(20), GetParam()}; }
};

TEST_P(ChangeTest, AnyNumberOfWorkersGivesTheSamePiece) {
  const std::vector<Mail> mails = some_mails(1, 90);
  const Piece one = counted(mails, kept());
  EXPECT_EQ(one.rows.rows, 90);
  EXPECT_EQ(one.digests.empty(), !GetParam());
  EXPECT_EQ(one.sample.size(), 20);
  for (const std::size_t workers : {2U, 3U, 7U}) {
    EXPECT_EQ(bytes_of(model_of(counted(mails, kept(), workers))), bytes_of(model_of(one)));
  }
}

TEST_P(ChangeTest, WhatIsLearnedIsAsIfItHadBeenThere) {
  const std::vector<Mail> mails = some_mails(2, 60);
  const std::vector<Mail> first(mails.begin(), mails.begin() + 35);
  const std::vector<Mail> rest(mails.begin() + 35, mails.end());
  Model model = model_of(counted(first, kept()));
  learn(model, counted(rest, kept_to_learn(model), 2), "");
  Model whole = model_of(counted(mails, kept()));
  tune_model(whole);
  EXPECT_EQ(bytes_of(model), bytes_of(whole));
}

TEST_P(ChangeTest, WhatIsForgottenWasNeverThere) {
  const std::vector<Mail> mails = some_mails(3, 60);
  const std::vector<Mail> gone(mails.begin() + 50, mails.end());
  Model model = model_of(counted(mails, {RowSample(1000), GetParam()}));
  forget(model, counted(gone, kept_to_forget(model)));
  const std::vector<Mail> left(mails.begin(), mails.begin() + 50);
  EXPECT_EQ(bytes_of(model), bytes_of(model_of(counted(left, {RowSample(1000), GetParam()}))));
}

TEST_P(ChangeTest, AStrangerIsRefusedAndNothingChanges) {
  Model model = model_of(counted(some_mails(4, 40), kept()));
  const std::vector<std::byte> before = bytes_of(model);
  const Piece strangers = counted(some_mails(5, 3), kept_to_forget(model));
  EXPECT_THROW(forget(model, strangers), Error);
  EXPECT_EQ(bytes_of(model), before);
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

TEST(Change, TheCutterIsRemembered) {
  Model model = model_of(counted(some_mails(6, 5), {}));
  learn(model, counted(some_mails(7, 5), {}), "ICU 1.0");
  EXPECT_EQ(model.unicode, std::set<std::string>{"ICU 1.0"});
}

}  // namespace
}  // namespace tally
