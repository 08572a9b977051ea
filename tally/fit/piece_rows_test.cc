// SPDX-License-Identifier: Apache-2.0
#include "tally/fit/piece_rows.h"

#include <gtest/gtest.h>

#include "tally/fit/piece_testing.h"
#include "tally/inside/count.h"

namespace tally {
namespace {

Piece sum_of(const std::vector<const Piece*>& pieces, const Kept& kept) {
  PieceSum sum(mail_like(), kept);
  for (const Piece* const piece : pieces) {
    for_each_row(*piece, [&](const PieceRow& row) { sum.add(row); });
  }
  return std::move(sum).finish();
}

TEST(PieceRows, WhatIsKeptComesAlong) {
  const Kept kept{RowSample(20), true};
  std::vector<Mail> mails = some_mails(1, 90);
  mails[3].klass = mails[8].klass = "";
  const Piece whole = counted(mails, kept);
  Piece first = counted({mails.begin(), mails.begin() + 40}, kept);
  Piece rest = counted({mails.begin() + 40, mails.end()}, kept);
  first.unicode = {"ICU 70"};
  rest.unicode = {"ICU 72"};
  const Piece sum = sum_of({&rest, &first}, kept);
  EXPECT_EQ(sum.rows.rows, 88);
  EXPECT_EQ(sum.rows.without_target, 2);
  EXPECT_EQ(sum.digests, whole.digests);
  EXPECT_EQ(sum.sample, whole.sample);
  EXPECT_FALSE(sum.sample.below().empty());
  EXPECT_EQ(sum.unicode, (std::set<std::string>{"ICU 70", "ICU 72"}));
  EXPECT_EQ(to_bytes({sum.counts, ""}), to_bytes({whole.counts, ""}));
}

TEST(PieceRows, OfNothingIsNothing) {
  const Kept kept{RowSample(20), true};
  const Piece nothing = counted({}, kept);
  int rows = 0;
  for_each_row(nothing, [&](const PieceRow&) { ++rows; });
  EXPECT_EQ(rows, 0);
  EXPECT_EQ(to_bytes(model_of(sum_of({&nothing, &nothing}, kept))), to_bytes(model_of(nothing)));
}

// The terms of a piece may be fewer than the cap and those of all pieces more.
TEST(PieceRows, ACapHoldsForTheSum) {
  Schema schema = mail_like();
  for (ColumnSchema& column : schema.columns) {
    if (column.family == Family::kText) column.text.most_terms = 10;
  }
  const std::vector<Mail> mails = some_mails(4, 60);
  PieceSum sum(schema);
  for (std::size_t i = 0; i < mails.size(); i += 2) {
    PieceCounter counter(schema);
    counter.add(table_of({mails[i], mails[i + 1]}).batch());
    for_each_row(std::move(counter).finish(), [&](const PieceRow& row) { sum.add(row); });
  }
  const Piece piece = std::move(sum).finish();
  EXPECT_FALSE(piece.counts.exact());
  EXPECT_LE(as_text(*piece.counts.find("body"))->term_slots().size(), 10U);
}

TEST(PieceRows, ARowThatNoPieceHasIsRefused) {
  PieceSum sum(mail_like(), {RowSample(20), true});
  EXPECT_THROW(sum.add({"", "colour", "k", "ham", 0, 1, ""}), Error);
  EXPECT_THROW(sum.add({"", "digest", "k", "ham", 0, 0, ""}), Error);
  EXPECT_THROW(sum.add({"", "rows", "", "", 0, -1, ""}), Error);
  EXPECT_THROW(sum.add({"body", "digest", "k", "ham", 0, 1, ""}), Error);
  EXPECT_THROW(sum.add({"nothing", "value", "k", "ham", 0, 1, ""}), Error);
  EXPECT_THROW(sum.add({"body", "value", "k", "ham", 7, 1, ""}), Error);
}

TEST(Piece, ASchemaSaysHowItIsCounted) {
  Schema schema = validated({{column_with_role("y", Role::kTarget, ValueType::kText),
                              feature("x", Family::kGaussian, ValueType::kNumber)},
                             {}});
  EXPECT_EQ(counting_of(schema), Counting::kNaive);
  EXPECT_EQ(counting_of(counted_as(Counting::kWeighted, schema)), Counting::kWeighted);
  schema = validated({{column_with_role("y", Role::kTarget, ValueType::kText),
                       feature("x", Family::kCategorical, ValueType::kText)},
                      {}});
  EXPECT_EQ(counting_of(schema), kUsualCounting);
}

}  // namespace
}  // namespace tally
