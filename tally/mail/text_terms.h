// SPDX-License-Identifier: Apache-2.0
// A text in UTF-8 becomes words, marks and links.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "tally/mail/link_terms.h"
#include "tally/mail/text_marks.h"

namespace tally::mail {

/// Not to be shared between threads.
class TextTerms {
 public:
  TextTerms();

  /// Words and marks, each with `prefix` before it, go to `zone`; links are taken apart into the
  /// zone `link` and leave no words. Words that follow each other (a link may stand between them)
  /// are pairs, unless there is a prefix.
  void add(std::string_view text, Zone zone, std::string_view prefix, Evidence& evidence);
  /// Words only.
  void add_words(std::string_view text, Zone zone, std::string_view prefix, Evidence& evidence);

  /// Of all texts since the last call of `start`.
  const TextStyle& style() const { return style_; }
  void start() { style_ = {}; }

 private:
  void add_plain(std::string_view text, Zone zone, std::string_view prefix, Evidence& evidence);
  void add_pairs(const std::vector<std::string_view>& words, Evidence& evidence);
  std::string_view joined(std::string_view before, std::string_view word);

  Tokenizer tokenizer_;
  TextStyle style_;
  std::string before_;  // the last word of the text so far
  std::string joined_;
  std::vector<std::string_view> pairs_;
  std::vector<LinkSpan> links_;
};

}  // namespace tally::mail
