// SPDX-License-Identifier: Apache-2.0
#include "tally/text/word_breaker.h"

#include <unicode/brkiter.h>
#include <unicode/utext.h>

#include "tally/text/ascii.h"
#include "tally/text/ascii_words.h"
#include "tally/text/icu_check.h"
#include "tally/text/white_space.h"

namespace tally::text {

namespace {

// Between white space and another character, both of ASCII, a word ends for certain, and no rule
// looks across: the two sides may be cut apart from each other.
bool is_seam(std::string_view text, std::size_t at) {
  const auto behind = static_cast<unsigned char>(text[at]);
  return behind < 0x80 && white_space_length(text, at) == 0 &&
         white_space_length(text, at - 1) == 1;
}

std::size_t last_seam(std::string_view text, std::size_t from) {
  while (from > 0 && !is_seam(text, from)) --from;
  return from;
}

std::size_t next_seam(std::string_view text, std::size_t from) {
  while (from < text.size() && !is_seam(text, from)) ++from;
  return from;
}

}  // namespace

struct WordBreaker::Icu {
  Icu() {
    UErrorCode status = U_ZERO_ERROR;
    breaker.reset(icu::BreakIterator::createWordInstance(icu::Locale::getRoot(), status));
    check_icu(status, "cut words");
  }
  ~Icu() { utext_close(&text); }

  std::unique_ptr<icu::BreakIterator> breaker;
  UText text = UTEXT_INITIALIZER;
};

WordBreaker::WordBreaker() = default;
WordBreaker::~WordBreaker() = default;
WordBreaker::WordBreaker(WordBreaker&&) noexcept = default;

void WordBreaker::cut(std::string_view text, std::vector<std::string_view>& words) {
  while (!text.empty()) {
    const std::size_t ascii = ascii_length(text);
    if (ascii == text.size()) return cut_ascii_words(text, words);
    const std::size_t begin = last_seam(text, ascii), end = next_seam(text, ascii + 1);
    cut_ascii_words(text.substr(0, begin), words);
    cut_by_icu(text.substr(begin, end - begin), words);
    text.remove_prefix(end);
  }
}

void WordBreaker::cut_by_icu(std::string_view text, std::vector<std::string_view>& words) {
  if (icu_ == nullptr) icu_ = std::make_unique<Icu>();
  while (!text.empty()) {
    const std::string_view piece = text.substr(0, piece_length(text));
    UErrorCode status = U_ZERO_ERROR;
    utext_openUTF8(&icu_->text, piece.data(), static_cast<std::int64_t>(piece.size()), &status);
    icu::BreakIterator& breaker = *icu_->breaker;
    breaker.setText(&icu_->text, status);
    check_icu(status, "cut words");
    std::int32_t begin = breaker.first();
    for (std::int32_t end; (end = breaker.next()) != icu::BreakIterator::DONE; begin = end) {
      if (breaker.getRuleStatus() < UBRK_WORD_NONE_LIMIT) continue;
      words.push_back(
          piece.substr(static_cast<std::size_t>(begin), static_cast<std::size_t>(end - begin)));
    }
    text.remove_prefix(piece.size());
  }
}

}  // namespace tally::text
