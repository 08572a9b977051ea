// SPDX-License-Identifier: Apache-2.0
#include "tally/mail/text_terms.h"

#include "tally/mail/ascii.h"

namespace tally::mail {

namespace {

// Spam splits and misspells words of Chinese too: pairs of characters do not mind.
TextOptions word_options() {
  TextOptions options;
  options.pairs_of_han = true;
  return options;
}

}  // namespace

TextTerms::TextTerms() : tokenizer_(word_options()) {}

void TextTerms::add_words(std::string_view text, Zone zone, std::string_view prefix,
                          Evidence& evidence) {
  for (const std::string_view word : tokenizer_.cut(text)) evidence.add(zone, prefix, word);
}

void TextTerms::add_pairs(const std::vector<std::string_view>& words, Evidence& evidence) {
  if (words.empty()) return;
  pairs_.clear();
  joined_.clear();
  std::size_t most = before_.size();
  for (const std::string_view word : words) most += 2 * word.size() + 1;
  joined_.reserve(most);  // so that views of it stay
  std::string_view before = before_;
  for (const std::string_view word : words) {
    if (!before.empty()) pairs_.push_back(joined(before, word));
    before = word;
  }
  evidence.add_pairs(pairs_);
  before_ = before;
}

// Words that stand in the text with a space between them are a pair as they stand.
std::string_view TextTerms::joined(std::string_view before, std::string_view word) {
  const std::size_t size = before.size() + 1 + word.size();
  const char* const between = before.data() + before.size();
  if (word.data() == between + 1 && *between == ' ') return {before.data(), size};
  const std::size_t start = joined_.size();
  joined_.append(before).append(1, ' ').append(word);
  return std::string_view(joined_).substr(start);
}

void TextTerms::add_plain(std::string_view text, Zone zone, std::string_view prefix,
                          Evidence& evidence) {
  if (!prefix.empty()) {
    add_words(text, zone, prefix, evidence);
  } else {
    const std::vector<std::string_view>& words = tokenizer_.cut(text);
    evidence.add(zone, words);
    if (evidence.has_pairs()) add_pairs(words, evidence);
  }
  add_marks(text, zone, prefix, evidence, style_);
}

void TextTerms::add(std::string_view text, Zone zone, std::string_view prefix, Evidence& evidence) {
  find_links(text, links_);
  before_.clear();
  std::size_t at = 0;
  for (const LinkSpan& link : links_) {
    add_plain(text.substr(at, link.start - at), zone, prefix, evidence);
    const std::string_view span = text.substr(link.start, link.end - link.start);
    if (link.is_address) {
      add_address(lower(span), Zone::kLink, "", evidence);
    } else {
      add_url(span, evidence);
    }
    at = link.end;
  }
  add_plain(text.substr(at), zone, prefix, evidence);
}

}  // namespace tally::mail
