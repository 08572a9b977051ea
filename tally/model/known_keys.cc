// SPDX-License-Identifier: Apache-2.0
#include "tally/model/known_keys.h"

#include <algorithm>

namespace tally {

namespace {

constexpr std::size_t kMostNames = 1000;
// What a key takes besides its bytes and rows: two places in the table of a dictionary, a view, an end.
constexpr std::size_t kBytesOfKey = 56;

}  // namespace

const KnownKeys::Tally* KnownKeys::find(std::string_view tally) const {
  for (const Tally& one : tallies_) {
    if (one.name == tally) return &one;
  }
  return nullptr;
}

std::uint16_t KnownKeys::code_of(const std::string& name) {
  const auto found = std::find(names_.begin(), names_.end(), name);
  const auto code = static_cast<std::uint16_t>(found - names_.begin());
  if (found == names_.end()) names_.push_back(name);
  return code;
}

bool KnownKeys::read(std::string_view tally, std::string_view key, SumAdder& sums) const {
  const Tally* const known = key.empty() ? nullptr : find(tally);
  const std::int32_t code = known == nullptr ? -1 : known->keys.find(key);
  if (code < 0) return false;
  const auto at = static_cast<std::size_t>(code);
  for (std::size_t i = at == 0 ? 0 : known->ends[at - 1]; i < known->ends[at]; ++i) {
    const Row& row = known->rows[i];
    sums.add({tally, key, names_[row.part], names_[row.klass], row.exponent, row.amount});
  }
  return true;
}

void KnownKeys::keep(std::string_view tally, std::string_view key,
                     const std::vector<CountTree::Row>& rows) {
  // The empty key is that of what is missing, and no term of a dictionary.
  if (key.empty() || names_.size() + 2 * rows.size() > kMostNames) return;
  const std::size_t more = key.size() + kBytesOfKey + rows.size() * sizeof(Row);
  if (bytes_ + more > most_bytes_) {
    tallies_.clear();
    bytes_ = 0;
    if (more > most_bytes_) return;
  }
  if (find(tally) == nullptr) tallies_.push_back({std::string(tally), {}, {}, {}});
  auto& known = const_cast<Tally&>(*find(tally));
  for (const CountTree::Row& row : rows) {
    known.rows.push_back({code_of(row.part), code_of(row.klass),
                          static_cast<std::int32_t>(row.exponent), row.amount});
  }
  known.keys.code(key);
  known.ends.push_back(static_cast<std::uint32_t>(known.rows.size()));
  bytes_ += more;
}

}  // namespace tally
