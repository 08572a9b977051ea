// SPDX-License-Identifier: Apache-2.0
// What a regular expression matches.
#pragma once

#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace tally::text {

/// Not to be shared between threads.
class RegexTokens {
 public:
  /// A regular expression of ICU. Throws Error (kUsage) with the place of its fault.
  explicit RegexTokens(const std::string& pattern);
  ~RegexTokens();
  RegexTokens(RegexTokens&&) noexcept;

  /// Adds each match that is not empty; if the pattern has one group, what that matched. Throws
  /// Error (kData) if a match takes too long or too much memory, as "(a+)+b" may. REQUIRES: UTF-8.
  void cut(std::string_view text, std::vector<std::string_view>& tokens);

 private:
  struct Matcher;
  std::unique_ptr<Matcher> matcher_;
};

}  // namespace tally::text
