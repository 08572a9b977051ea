// SPDX-License-Identifier: Apache-2.0
// The texts that mean "missing".
#pragma once

#include <algorithm>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "tally/batch/usual_marks.h"

namespace tally {

/// The empty text, and those given. Free to share between threads.
class MissingMarks {
 public:
  explicit MissingMarks(std::vector<std::string> texts = {}) : texts_(std::move(texts)) {
    for (const std::string& text : texts_) lengths_ |= length_bit(text);
  }

  bool contains(std::string_view text) const {
    // Hardly any cell has the length of a mark, so that hardly any is compared with one.
    return (lengths_ & length_bit(text)) != 0 &&
           (text.empty() || std::find(texts_.begin(), texts_.end(), text) != texts_.end());
  }
  const std::vector<std::string>& texts() const { return texts_; }

 private:
  static std::uint64_t length_bit(std::string_view text) {
    return std::uint64_t{1} << std::min<std::size_t>(text.size(), 63);
  }

  std::vector<std::string> texts_;
  std::uint64_t lengths_ = 1;
};

}  // namespace tally
