// SPDX-License-Identifier: Apache-2.0
// A piece as packs, and back: the rows of piece_rows.h as they travel between machines, in a
// sixteenth of the bytes.
//
//   for_each_pack(std::move(piece), 200, [&](const PiecePack& pack) { … });   // where it was counted
//   PieceSum sum(schema, kept);                         // where the packs of a share have come together
//   sum.add_pack(pack.bytes);
//   std::move(sum).for_each_pack(…);                    // a share of the sum, on its way to the others
//
// The sums of a key are in one share, whoever counted the piece: what groups packs by (shares, share)
// has grouped rows by key. The sample is a share of its own, so that it can be cut once more where
// all of it has come together.
//
//   pack:   version runs run …                  a run is what rows have in common, and what each has for itself
//   run:    'r' tally part klass exponent       { bytes shared with the key before, rest, amount }
//           's' part                            { the same, klass, evidence }    rows of the sample, digests
//           'c' tally klass                     { distance from the cell before, count }   of a histogram
//
// Numbers have seven bits to a byte, the lowest first; signed ones alternate (0, −1, 1, −2 …). A text is its
// length and its bytes. A pack is for the journey: it is not kept, and only the version that wrote it reads it.
#pragma once

#include <cstdint>
#include <functional>
#include <string_view>

#include "tally/fit.h"

namespace tally {

struct PiecePack {
  std::int32_t shares = 1;  ///< how many shares the sums of its piece have; 0: the sample
  std::int32_t share = 0;   ///< which of them
  std::string_view bytes;   ///< little more than kPackBytes, unless one row has more
};

/// Large enough that a pack's own cost does not count, small enough that ten thousand of them, which
/// Spark hands over at once, have room.
inline constexpr std::size_t kPackBytes = 1 << 14;

/// A piece with more slots than so many is shared out.
inline constexpr std::int64_t kSmallPiece = 1 << 14;

/// Calls f for each pack of a piece; the views last as long as the call. A small piece has one share, a
/// larger one 16 or 256, as far as that is not more than `most_shares`. Expected counts are in none.
/// REQUIRES: most_shares >= 1.
void for_each_pack(Piece piece, std::int32_t most_shares,
                   const std::function<void(const PiecePack&)>& f,
                   std::int64_t small = kSmallPiece);

}  // namespace tally
