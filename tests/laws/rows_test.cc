// SPDX-License-Identifier: Apache-2.0
// The laws of pieces as rows: whoever brings the rows of a key together, in whatever order, shares and
// steps, has the model of one counter, byte for byte.
#include <gtest/gtest.h>

#include <map>
#include <string>
#include <vector>

#include "tally/inside/fit.h"
#include "tests/laws/random_table_testing.h"

namespace tally {
namespace {

using Rows = std::vector<std::size_t>;
using Weights = RandomTable::Weights;

// A row that owns its texts, as it travels.
struct Travelling {
  std::string tally, part, key, klass, evidence;
  std::int32_t exponent;
  std::int64_t amount;

  explicit Travelling(const PieceRow& row)
      : tally(row.tally),
        part(row.part),
        key(row.key),
        klass(row.klass),
        evidence(row.evidence),
        exponent(row.exponent),
        amount(row.amount) {}
  operator PieceRow() const { return {tally, part, key, klass, exponent, amount, evidence}; }
};
using Travellers = std::vector<Travelling>;

// Packs that own their bytes, by (shares, share).
using Packs = std::map<std::pair<std::int32_t, std::int32_t>, std::vector<std::string>>;

void append_packs(Piece piece, std::int32_t most_shares, Packs& to) {
  for_each_pack(
      std::move(piece), most_shares,
      [&](const PiecePack& pack) {
        to[{pack.shares, pack.share}].emplace_back(pack.bytes);
      },
      1);
}

void append_rows(const Piece& piece, Travellers& to) {
  for_each_row(piece, [&](const PieceRow& row) { to.emplace_back(row); });
}

class RowLaws : public ::testing::TestWithParam<std::tuple<const char*, Weights, std::int64_t>> {
 protected:
  Kept keep() const { return {RowSample(std::get<2>(GetParam())), true}; }

  Piece counted(const Rows& rows, std::uint32_t column_seed = 0) const {
    PieceCounter counter(table_.schema(), keep());
    counter.add(table_.deal(rows, column_seed).batch());
    return std::move(counter).finish();
  }

  // What reducers make of them: each has the keys of one hash.
  Travellers reduced(const Travellers& rows, std::size_t reducers) const {
    std::vector<PieceSum> sums(reducers, PieceSum(table_.schema(), keep()));
    for (const Travelling& row : rows) {
      const std::size_t hash = std::hash<std::string>()(row.tally + '\n' + row.key);
      sums[hash % reducers].add(row);
    }
    Travellers out;
    for (const PieceSum& sum : sums) append_rows(sum.some(), out);
    return out;
  }

  // What reducers make of packs: each has those of a share, and tells its sum as a share of that kind.
  Packs reduced(const Packs& packs) const {
    Packs out;
    for (const auto& of_share : packs) {
      PieceSum sum(table_.schema(), keep());
      for (const std::string& pack : of_share.second) sum.add_pack(pack);
      std::move(sum).for_each_pack([&](const PiecePack& pack) {
        EXPECT_EQ(pack.shares == 0, of_share.first.first == 0) << "the sample travels apart";
        out[of_share.first].emplace_back(pack.bytes);
      });
    }
    return out;
  }

  const RandomTable table_{23, 240, std::get<0>(GetParam()), std::get<1>(GetParam())};
};

TEST_P(RowLaws, BroughtTogetherByKeyTheyAreTheWhole) {
  const std::vector<std::byte> whole = to_bytes(model_of(counted(table_.all_rows())));
  for (const std::size_t pieces : {1U, 3U, 40U}) {
    const Rows all = table_.shuffled_rows(static_cast<std::uint32_t>(pieces));
    Travellers rows;
    for (std::size_t i = 0; i < pieces; ++i) {
      Rows own;
      for (std::size_t row = i; row < all.size(); row += pieces) own.push_back(all[row]);
      append_rows(counted(own, static_cast<std::uint32_t>(i)), rows);
    }
    std::shuffle(rows.begin(), rows.end(), std::mt19937(3));
    for (const std::size_t reducers : {1U, 2U, 13U}) {
      PieceSum sum(table_.schema(), keep());
      for (const Travelling& row : reduced(reduced(rows, reducers), reducers + 1)) sum.add(row);
      EXPECT_EQ(to_bytes(model_of(std::move(sum).finish())), whole)
          << pieces << " pieces, " << reducers << " reducers";
    }
  }
}

TEST_P(RowLaws, AsPacksTheyAreTheWholeToo) {
  const std::vector<std::byte> whole = to_bytes(model_of(counted(table_.all_rows())));
  for (const std::size_t pieces : {1U, 9U}) {
    const Rows all = table_.shuffled_rows(static_cast<std::uint32_t>(pieces));
    for (const std::int32_t shares : {1, 30}) {
      Packs packs;
      for (std::size_t i = 0; i < pieces; ++i) {
        Rows own;
        for (std::size_t row = i; row < all.size(); row += pieces) own.push_back(all[row]);
        append_packs(counted(own, static_cast<std::uint32_t>(i)), shares, packs);
      }
      for (auto& [share, bytes] : packs) std::shuffle(bytes.begin(), bytes.end(), std::mt19937(3));
      PieceSum sum(table_.schema(), keep());
      for (const auto& [share, bytes] : reduced(reduced(packs))) {
        for (const std::string& pack : bytes) sum.add_pack(pack);
      }
      EXPECT_EQ(to_bytes(model_of(std::move(sum).finish())), whole)
          << pieces << " pieces, " << shares << " shares";
    }
  }
}

INSTANTIATE_TEST_SUITE_P(
    Tables, RowLaws,
    testing::Combine(testing::Values("cbBgpekm", "gto", "wu", "hq"),
                     testing::Values(Weights::kNone, Weights::kTame, Weights::kUgly),
                     testing::Values(std::int64_t{0}, std::int64_t{25}, std::int64_t{4096})));

}  // namespace
}  // namespace tally
