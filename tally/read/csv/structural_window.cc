// SPDX-License-Identifier: Apache-2.0
#include "tally/read/csv/structural_window.h"

#include <algorithm>

#include "tally/read/csv/structural_index.h"

namespace tally::csv {

namespace {

// Small enough that text and positions stay in the first cache.
constexpr std::uint32_t kWindow = 1 << 13;
constexpr std::size_t kPadding = 64;

}  // namespace

void StructuralWindow::start(const char* bytes, std::uint32_t begin, std::uint32_t end,
                             const Dialect& dialect) {
  bytes_ = bytes;
  end_ = end;
  dialect_ = dialect;
  indexed_ = begin;
  inside_ = 0;
  places_.resize(std::max<std::size_t>(places_.size(), 1));
  places_[0] = begin - 1;  // as if the record before ended here; that of 0 comes round again
  at_ = size_ = 1;
  break_at_ = break_count_ = 0;
}

// Looks at further windows until as many positions are there to be taken, or the block ends.
void StructuralWindow::extend(std::size_t wanted) {
  const std::size_t gone = at_ - 1;
  std::copy(places_.begin() + static_cast<std::ptrdiff_t>(gone),
            places_.begin() + static_cast<std::ptrdiff_t>(size_), places_.begin());
  std::size_t kept = 0;
  for (; break_at_ < break_count_; ++break_at_) {
    if (breaks_[break_at_] >= at_)
      breaks_[kept++] = breaks_[break_at_] - static_cast<std::uint32_t>(gone);
  }
  at_ -= gone;
  size_ -= gone;
  break_at_ = 0;
  break_count_ = kept;
  while (size_ - at_ < wanted && indexed_ < end_) {
    const std::uint32_t until = indexed_ + std::min(end_ - indexed_, kWindow);
    if (places_.size() < size_ + kWindow + kPadding) {
      places_.resize(2 * size_ + kWindow + kPadding);
      breaks_.resize(places_.size());
    }
    const StructuralCount found =
        find_structurals(bytes_, indexed_, until, dialect_, inside_, places_.data() + size_,
                         breaks_.data() + break_count_);
    for (std::size_t i = 0; i < found.breaks; ++i) {
      breaks_[break_count_ + i] += static_cast<std::uint32_t>(size_);
    }
    size_ += found.places;
    break_count_ += found.breaks;
    indexed_ = until;
  }
}

PlainRecords StructuralWindow::take_plain(std::size_t columns, std::size_t most) {
  if (size_ - at_ < columns) extend(columns);
  while (break_at_ < break_count_ && breaks_[break_at_] < at_) ++break_at_;
  PlainRecords records{0, places_.data() + at_};
  while (records.count < most && break_at_ < break_count_) {
    const std::size_t last = breaks_[break_at_];
    if (last != at_ + columns - 1 || bytes_[places_[last]] != '\n') break;
    at_ = last + 1;
    ++break_at_;
    ++records.count;
  }
  return records;
}

}  // namespace tally::csv
