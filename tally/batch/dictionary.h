// SPDX-License-Identifier: Apache-2.0
// Labels and their codes: 0, 1, 2 … in the order in which they came.
//
// A dictionary only grows, so a code once given stays. One thread may add while nobody else reads;
// otherwise it may be shared freely.
#pragma once

#include <cstdint>
#include <unordered_map>
#include <vector>

#include "tally/batch/label.h"

namespace tally {

class Dictionary {
 public:
  Dictionary() = default;
  explicit Dictionary(const std::vector<Label>& labels) {
    for (const Label& label : labels) code(label);
  }

  /// The code of the label, which is added if it is new.
  std::int32_t code(const Label& label) {
    const auto [entry, added] = codes_.try_emplace(label, size());
    if (added) labels_.push_back(label);
    return entry->second;
  }

  /// The code of the label, or −1.
  std::int32_t find(const Label& label) const {
    const auto entry = codes_.find(label);
    return entry == codes_.end() ? -1 : entry->second;
  }

  /// REQUIRES: 0 <= code < size().
  const Label& label(std::int32_t code) const { return labels_[static_cast<std::size_t>(code)]; }
  const std::vector<Label>& labels() const { return labels_; }
  std::int32_t size() const { return static_cast<std::int32_t>(labels_.size()); }

 private:
  std::vector<Label> labels_;
  std::unordered_map<Label, std::int32_t> codes_;
};

}  // namespace tally
