// SPDX-License-Identifier: Apache-2.0
#include "tally/sums/sparse_sums.h"

namespace tally {

const ExactSum SparseSums::kNothing;

SparseSums::SparseSums(const SparseSums& other) : pieces_(other.pieces_.size()) {
  for (std::size_t i = 0; i < pieces_.size(); ++i) {
    if (other.pieces_[i] != nullptr) pieces_[i] = std::make_unique<Piece>(*other.pieces_[i]);
  }
}

SparseSums& SparseSums::operator=(const SparseSums& other) {
  if (this != &other) *this = SparseSums(other);
  return *this;
}

void SparseSums::make(std::size_t piece) {
  if (piece >= pieces_.size()) pieces_.resize(piece + 1);
  pieces_[piece] = std::make_unique<Piece>();
}

}  // namespace tally
