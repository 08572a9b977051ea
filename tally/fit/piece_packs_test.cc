// SPDX-License-Identifier: Apache-2.0
#include "tally/fit/piece_packs.h"

#include <gtest/gtest.h>

#include <cmath>
#include <map>
#include <random>
#include <set>

#include "tally/fit/piece_rows.h"
#include "tally/fit/piece_testing.h"
#include "tally/inside/count.h"

namespace tally {
namespace {

using Told = std::map<std::pair<std::int32_t, std::int32_t>, std::vector<std::string>>;

Told packs_of(const Piece& piece, std::int32_t most_shares) {
  Told out;
  for_each_pack(piece, most_shares, [&](const PiecePack& pack) {
    out[{pack.shares, pack.share}].emplace_back(pack.bytes);
  });
  return out;
}

Piece sum_of(const Told& packs, const Schema& schema, const Kept& kept) {
  PieceSum sum(schema, kept);
  for (const auto& [share, all] : packs) {
    for (const std::string& pack : all) sum.add_pack(pack);
  }
  return std::move(sum).finish();
}

Schema measured() {
  Schema schema;
  schema.columns = {column_with_role("y", Role::kTarget, ValueType::kText),
                    feature("x", Family::kGaussian, ValueType::kNumber)};
  schema.columns[1].histogram = true;
  return validated(schema);
}

// Normal numbers of two classes, some of them missing.
Piece measurements(std::size_t rows, const Kept& kept) {
  std::mt19937 random(7);
  std::normal_distribution<double> normal;
  std::vector<double> x;
  std::vector<std::string> y;
  for (std::size_t i = 0; i < rows; ++i) {
    x.push_back(i % 50 == 0 ? std::nan("") : normal(random));
    y.emplace_back(i % 3 == 0 ? "a" : "b");
  }
  TestTable table;
  table.numbers("x", x).texts("y", y);
  PieceCounter counter(measured(), kept);
  counter.add(table.batch());
  return std::move(counter).finish();
}

TEST(PiecePacks, WhatIsKeptComesAlong) {
  const Kept kept{RowSample(20), true};
  std::vector<Mail> mails = some_mails(1, 90);
  mails[3].klass = mails[8].klass = "";
  Piece piece = counted(mails, kept);
  piece.unicode = {"ICU 70", "ICU 72"};
  const Piece sum = sum_of(packs_of(piece, 10), mail_like(), kept);
  EXPECT_EQ(sum.rows.rows, 88);
  EXPECT_EQ(sum.rows.without_target, 2);
  EXPECT_EQ(sum.digests, piece.digests);
  EXPECT_EQ(sum.sample, piece.sample);
  EXPECT_FALSE(sum.sample.below().empty());
  EXPECT_EQ(sum.unicode, piece.unicode);
  EXPECT_EQ(to_bytes({sum.counts, ""}), to_bytes({piece.counts, ""}));
}

TEST(PiecePacks, OfNothingIsNothing) {
  EXPECT_TRUE(packs_of(counted({}, {RowSample(20), true}), 10).empty());
}

// A histogram of many cells is shared out, and each cell takes few bytes.
TEST(PiecePacks, AHistogramTravelsLight) {
  const Kept kept{RowSample(100), false};
  const Piece piece = measurements(60'000, kept);
  const std::size_t cells = piece.counts.histogram("x")->cells().size();
  ASSERT_GT(cells, 16'384U);
  const Told packs = packs_of(piece, 7);
  std::set<std::int32_t> shares;
  std::size_t bytes = 0;
  for (const auto& [share, all] : packs) {
    if (share.first == 0) continue;
    EXPECT_EQ(share.first, 7);
    shares.insert(share.second);
    for (const std::string& pack : all) {
      EXPECT_LT(pack.size(), kPackBytes + 1024);
      bytes += pack.size();
    }
  }
  EXPECT_EQ(shares.size(), 7U);
  EXPECT_LT(bytes, cells * 2 * 4);  // two classes
  const Piece sum = sum_of(packs, measured(), kept);
  EXPECT_EQ(to_bytes(model_of(sum)), to_bytes(model_of(piece)));
  // A share of it, in which no class has its weight, can be told again as shortly.
  std::size_t before = 0, again = 0;
  PieceSum part(measured(), kept);
  for (const std::string& pack : packs.at({7, 3})) {
    before += pack.size();
    part.add_pack(pack);
  }
  std::move(part).for_each_pack([&](const PiecePack& pack) { again += pack.bytes.size(); });
  EXPECT_EQ(again, before);
}

TEST(PiecePacks, APackThatIsBrokenIsRefused) {
  const Kept kept{RowSample(20), true};
  const Told packs = packs_of(counted(some_mails(2, 30), kept), 1);
  const std::string pack = packs.at({1, 0}).front();
  for (std::size_t size = 0; size < pack.size(); ++size) {
    PieceSum sum(mail_like(), kept);
    EXPECT_THROW(sum.add_pack(pack.substr(0, size)), Error) << size;
  }
  PieceSum sum(mail_like(), kept);
  EXPECT_THROW(sum.add_pack(pack + "x"), Error);
  std::string other = pack;
  ++other[0];
  try {
    sum.add_pack(other);
    FAIL() << "another version was read";
  } catch (const Error& error) {
    EXPECT_NE(std::string(error.what()).find("same version on every machine"), std::string::npos);
  }
  EXPECT_THROW(sum.add_pack(std::string("\1\1c\7nothing\3ham\2\2\1", 18)), Error);
  EXPECT_THROW(sum.add_pack(std::string("\1\1q", 3)), Error);
}

}  // namespace
}  // namespace tally
