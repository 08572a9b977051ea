// SPDX-License-Identifier: Apache-2.0
#include "tally/fit.h"

#include <gtest/gtest.h>

#include "tally/fit/piece_testing.h"

namespace tally {
namespace {

class PieceTest : public testing::TestWithParam<bool> {};

TEST_P(PieceTest, AnyNumberOfWorkersGivesTheSame) {
  const Kept kept{RowSample(20), GetParam()};
  const std::vector<Mail> mails = some_mails(1, 90);
  const Piece one = counted(mails, kept);
  EXPECT_EQ(one.rows.rows, 90);
  EXPECT_EQ(one.digests.empty(), !GetParam());
  EXPECT_EQ(one.sample.size(), 20);
  for (const std::size_t workers : {2U, 3U, 7U}) {
    EXPECT_EQ(to_bytes(model_of(counted(mails, kept, workers))), to_bytes(model_of(one)));
  }
}

INSTANTIATE_TEST_SUITE_P(WithAndWithoutDigests, PieceTest, testing::Bool());

TEST(Piece, RowsWithoutATargetAreCountedApart) {
  std::vector<Mail> mails = some_mails(2, 10);
  mails[3].klass = mails[8].klass = "";
  const Piece piece = counted(mails, {RowSample(20), true}, 3);
  EXPECT_EQ(piece.rows.rows, 8);
  EXPECT_EQ(piece.rows.without_target, 2);
  EXPECT_EQ(piece.sample.size(), 8);
}

TEST(Piece, RowsAreSampledWhereARuleIsLearnedFromThem) {
  const Schema table = validated({{column_with_role("y", Role::kTarget, ValueType::kText)}, {}});
  EXPECT_EQ(usual_sample(table), 0);
  EXPECT_EQ(usual_sample(table, true), RowSample::kUsualMost);
  TextOptions options;
  Schema texts = table;
  texts.columns.push_back(text_feature("t", options));
  EXPECT_EQ(usual_sample(validated(texts), true), RowSample::kUsualMost);
  EXPECT_EQ(usual_sample(validated(texts)), 0);
  options.pairs = true;
  texts.columns.back() = text_feature("t", options);
  EXPECT_EQ(usual_sample(validated(texts)), RowSample::kUsualMost);
}

}  // namespace
}  // namespace tally
