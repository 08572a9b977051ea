// SPDX-License-Identifier: Apache-2.0
// The structure of a block, a window at a time.
//
//   StructuralWindow window;
//   window.start(bytes, begin, end, dialect);
//   window.take_plain(3, 100);   // records of three cells, as long as nothing else comes
//   window.take();               // one position
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "tally/read/csv/dialect.h"

namespace tally::csv {

/// Records whose cells are divided by nothing but delimiters.
struct PlainRecords {
  std::size_t count = 0;
  /// Where the cells end, one record after the other; ends[-1] is what ended the cell before.
  const std::uint32_t* ends = nullptr;
};

/// One thread at a time.
class StructuralWindow {
 public:
  /// Goes to a block, which must outlive the taking; none of its bytes behind what was taken may
  /// change. A record starts at `begin`.
  void start(const char* bytes, std::uint32_t begin, std::uint32_t end, const Dialect& dialect);

  /// The next structural position (see find_structurals), or `end` if there is none.
  std::uint32_t take() {
    if (at_ == size_) extend(1);
    return at_ == size_ ? end_ : places_[at_++];
  }

  /// Takes the next records up to the first that has not `columns` cells, divided by delimiters,
  /// and a newline behind them; not more than `most`. There may be such records behind those that
  /// are given. The ends are valid until the next call of anything. REQUIRES: columns >= 1.
  PlainRecords take_plain(std::size_t columns, std::size_t most);

 private:
  void extend(std::size_t wanted);

  const char* bytes_ = nullptr;
  std::uint32_t end_ = 0;
  Dialect dialect_;

  std::uint32_t indexed_ = 0;  // what is before is in places_, or was
  std::uint64_t inside_ = 0;   // quotes, see find_structurals
  std::vector<std::uint32_t> places_;
  std::size_t at_ = 0;  // at least 1: places_[at_ - 1] was taken last
  std::size_t size_ = 0;
  std::vector<std::uint32_t> breaks_;  // numbers of places that are no delimiters
  std::size_t break_at_ = 0;
  std::size_t break_count_ = 0;
};

}  // namespace tally::csv
