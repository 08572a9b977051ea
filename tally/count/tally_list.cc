// SPDX-License-Identifier: Apache-2.0
#include <algorithm>

#include "tally/count.h"
#include "tally/count/tally.h"

namespace tally {

TallyList::TallyList(std::vector<TallySpec> specs) {
  tallies_.reserve(specs.size());
  for (TallySpec& spec : specs) tallies_.push_back(make_tally(std::move(spec)));
}

TallyList::TallyList(const TallyList& other) {
  tallies_.reserve(other.size());
  for (const Tally& tally : other) tallies_.push_back(tally.clone());
}

TallyList::TallyList(TallyList&&) noexcept = default;
TallyList& TallyList::operator=(const TallyList& other) { return *this = TallyList(other); }
TallyList& TallyList::operator=(TallyList&&) noexcept = default;
TallyList::~TallyList() = default;

void TallyList::replace(std::size_t i, const Tally& by) { tallies_[i] = by.clone(); }

const Tally* TallyList::find(std::string_view name) const {
  const auto at = std::ranges::lower_bound(
      tallies_, name, {}, [](const auto& tally) { return std::string_view(tally->name()); });
  return at != tallies_.end() && (*at)->name() == name ? at->get() : nullptr;
}

Tally* TallyList::find(std::string_view name) {
  return const_cast<Tally*>(std::as_const(*this).find(name));
}

}  // namespace tally
