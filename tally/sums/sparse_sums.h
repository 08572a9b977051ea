// SPDX-License-Identifier: Apache-2.0
// A long row of exact sums, nearly all of them zero: how often the terms of a text came again.
//
//   SparseSums sums;
//   sums.made(70000).add(std::int64_t{1});
//   sums.at(70000), sums.at(3)                      // 1, 0
//
// Only the surroundings of a sum that was made have memory. New memory costs more than counting
// does: a whole row for every class would be written with zeros that nobody asks for.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <vector>

#include "tally/sums.h"

namespace tally {

/// Const functions may be called by several threads at once.
class SparseSums {
 public:
  SparseSums() = default;
  SparseSums(const SparseSums& other);
  SparseSums& operator=(const SparseSums& other);
  SparseSums(SparseSums&&) = default;
  SparseSums& operator=(SparseSums&&) = default;
  ~SparseSums() = default;

  /// Zero where none was made.
  const ExactSum& at(std::size_t place) const {
    const std::size_t piece = place / kPiece;
    if (piece >= pieces_.size() || pieces_[piece] == nullptr) return kNothing;
    return (*pieces_[piece])[place % kPiece];
  }
  ExactSum& made(std::size_t place) {
    const std::size_t piece = place / kPiece;
    if (piece >= pieces_.size() || pieces_[piece] == nullptr) make(piece);
    return (*pieces_[piece])[place % kPiece];
  }
  /// Whether none was ever made.
  bool is_empty() const { return pieces_.empty(); }
  /// Calls f(place, sum) for those that are not zero, in the order of their places.
  template <class F>
  void for_each(F&& f) const {
    for (std::size_t piece = 0; piece < pieces_.size(); ++piece) {
      if (pieces_[piece] == nullptr) continue;
      for (std::size_t i = 0; i < kPiece; ++i) {
        const ExactSum& sum = (*pieces_[piece])[i];
        if (!sum.is_zero()) f(piece * kPiece + i, sum);
      }
    }
  }

 private:
  static constexpr std::size_t kPiece = 64;
  using Piece = std::array<ExactSum, kPiece>;

  void make(std::size_t piece);

  static const ExactSum kNothing;

  std::vector<std::unique_ptr<Piece>> pieces_;
};

}  // namespace tally
