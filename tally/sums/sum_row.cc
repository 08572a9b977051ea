// SPDX-License-Identifier: Apache-2.0
#include "tally/sums/sum_row.h"

namespace tally {

namespace {

// A row of some size has a huge page, even if it does not fill it.
template <class T>
void grow(BigVector<T>& row, std::size_t size) {
  constexpr std::size_t kInHugePage = BigAllocator<T>::kHugePage / sizeof(T);
  if (size > row.capacity() && size > kInHugePage / 2 && size < kInHugePage) {
    row.reserve(kInHugePage);
  }
  row.resize(size);
}

}  // namespace

void SumRow::resize(std::size_t size) {
  if (size <= this->size()) return;
  if (is_wide_) {
    grow(wide_, size);
  } else {
    grow(small_, size);
  }
}

std::uint32_t* SumRow::small_for(std::uint64_t more) {
  return !is_wide_ && room_.make(more) ? small_.data() : nullptr;
}

ExactSum* SumRow::widened() {
  if (!is_wide_) widen();
  return wide_.data();
}

void SumRow::widen() {
  grow(wide_, small_.size());
  for (std::size_t i = 0; i < small_.size(); ++i) wide_[i].add(std::int64_t{small_[i]});
  small_ = {};
  is_wide_ = true;
}

}  // namespace tally
