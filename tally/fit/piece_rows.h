// SPDX-License-Identifier: Apache-2.0
// A piece as rows, and back: for rows that are counted on many machines.
//
//   for_each_row(piece, [&](const PieceRow& row) { … });    // where it was counted
//   PieceSum sum(schema, kept);                             // where the rows of a key have come together
//   sum.add(row);
//   const Piece piece = std::move(sum).finish();
//
// Any engine that can group rows by (tally, key) can merge pieces, and no process needs to hold
// more than its share: the sum of some keys is a piece too, whose rows can be added again. In any
// order and any number of steps, the result is the same to the bit as the piece of one counter.
#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "tally/count/counts.h"
#include "tally/fit.h"

namespace tally {

/// A sum, as CountRow has it. One without a tally is of the classes ("weight"), or it is not of the counts,
/// and the part says of what else:
///
///   rows, without-target   amount: how many were counted, and how many skipped
///   dropped                amount: terms that a cap has dropped
///   cut-by                 key: what cut the texts
///   digest                 key, klass: a row that is known, amount: how often
///   sampled                the same of a row of the sample, evidence: its cells as the model's file has them
///   left-out               key: the smallest digest that the sample has left out
struct PieceRow {
  std::string_view tally;
  std::string_view part;
  std::string_view key;
  std::string_view klass;
  std::int32_t exponent = 0;
  std::int64_t amount = 0;
  std::string_view evidence;
};

struct PiecePack;  // piece_packs.h

/// Calls f for each row of the piece; the views last as long as the call. Expected counts are not
/// among them.
void for_each_row(const Piece& piece, const std::function<void(const PieceRow&)>& f);

/// Not to be shared between threads.
class PieceSum {
 public:
  /// REQUIRES: schema and `kept` are those that the rows were counted with.
  explicit PieceSum(const Schema& schema, const Kept& kept = {});

  /// Throws Error (kData) for a row that no piece of the schema has.
  void add(const PieceRow& row);
  /// The rows of a pack (piece_packs.h). Throws Error (kData) likewise, and for bytes that are no pack of this version;
  /// part of it may have been added.
  void add_pack(std::string_view bytes);
  /// Of all rows: where a text has more terms than its cap, the rarest are dropped now.
  Piece finish() &&;
  /// The sum so far: of part of the rows, so that no terms are dropped by a cap yet.
  const Piece& some() const { return piece_; }
  /// The packs of the sum so far, one share of the sums and the sample. REQUIRES: nothing is called afterwards.
  void for_each_pack(const std::function<void(const PiecePack&)>& f) &&;

 private:
  void add_row(const PieceRow& row);
  void add_cells(std::string_view tally, std::string_view klass, std::string_view bytes);
  void find_codes_of(std::vector<std::string> classes);

  Piece piece_;
  CountRow count_;         // room for the row at hand
  bool has_rows_ = false;  // that came outside packs
  /// Of the classes that packs have named, if there are histograms.
  std::map<std::string, std::int32_t, std::less<>> code_of_;
};

}  // namespace tally
