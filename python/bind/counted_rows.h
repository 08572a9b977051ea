// SPDX-License-Identifier: Apache-2.0
// Pieces of a model that are counted apart, and travel as rows in Arrow's layout (tally/fit/piece_rows.h).
//
// A batch of rows is a tuple of its length and the buffers of its columns, each as Arrow has it: of a text 32-bit
// offsets and bytes, of a number the numbers.
//
//   tally utf8, part utf8, key utf8, klass utf8, exponent int32, amount int64, evidence utf8
#pragma once

#include <nanobind/nanobind.h>

#include <string>
#include <tuple>

#include "table_model.h"
#include "tally/inside/mail.h"

namespace tally::bind {

/// What is kept of rows, as Python says it: the most rows of a sample, the digest from which it has left them out
/// (empty: none), and whether there are digests.
using KeptParts = std::tuple<std::int64_t, std::string, bool>;
KeptParts parts_of(const Kept& kept);
Kept kept_of(const KeptParts& parts);

/// The rows of a piece in batches.
nanobind::list rows_of(const Piece& piece, std::int64_t at_a_time);

/// The packs of a piece (tally/fit/piece_packs.h): tuples of shares, share and bytes. Throws
/// std::invalid_argument for less than one share.
nanobind::list packs_of(Piece piece, std::int32_t most_shares);

/// Counts frames. Not to be shared between threads.
class FrameCounter {
 public:
  FrameCounter(const Schema& schema, const Kept& kept) : pieces_(schema), counter_(schema, kept) {}
  FrameCounter(const FrameCounter&) = delete;
  FrameCounter& operator=(const FrameCounter&) = delete;

  /// Throws Error as `counted` does; what was added so far is then good for nothing.
  void add(const Frames& frames);
  /// REQUIRES: called once, and nothing afterwards.
  Piece finish() { return std::move(counter_).finish(); }

 private:
  Pieces pieces_;
  PieceCounter counter_;
};

/// Counts messages. Not to be shared between threads.
class MailCounter {
 public:
  explicit MailCounter(const Kept& kept) : row_(mail_schema()), counter_(mail_schema(), kept) {}
  MailCounter(const MailCounter&) = delete;
  MailCounter& operator=(const MailCounter&) = delete;

  /// One message of a class. Throws Error (kData) for a class that mail cannot have.
  void add(std::string_view message, const std::string& klass);
  Piece finish() { return std::move(counter_).finish(); }

 private:
  MessageRow row_;
  PieceCounter counter_;
  std::shared_ptr<Dictionary> classes_ = std::make_shared<Dictionary>();
};

/// Adds rows of pieces up. Not to be shared between threads.
class RowSum {
 public:
  RowSum(const Schema& schema, const Kept& kept) : sum_(schema, kept) {}

  /// The rows of an Arrow stream that has such columns, in any order and among others. Throws Error (kData)
  /// for a row that no piece has, std::invalid_argument for another stream.
  void add(const nanobind::object& capsule);
  /// Throws Error (kData) as PieceSum does.
  void add_pack(std::string_view pack) { sum_.add_pack(pack); }
  const Piece& some() const { return sum_.some(); }
  /// REQUIRES: called once, and nothing afterwards; so is finish.
  nanobind::list packs();
  Piece finish() { return std::move(sum_).finish(); }

 private:
  PieceSum sum_;
};

/// The model of a piece, with the rule that is learned from its sample: what `tally fit` writes.
Model fitted(Piece piece);

/// Lets the model of a file learn or forget a piece, in one transaction. `parameters` is called with what programs keep with
/// it and says what they keep from now on; None: nothing is to change, and false is given. Throws Error as
/// change_model, learn and forget do.
bool change_file(const std::string& path, const Piece& piece, bool forgets,
                 const nanobind::callable& parameters);

}  // namespace tally::bind
