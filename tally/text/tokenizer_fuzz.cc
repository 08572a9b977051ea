// SPDX-License-Identifier: Apache-2.0
// Any bytes are cut, whatever the options, and into UTF-8; the short way for ASCII gives ICU's
// answer. The first byte chooses the options.
#include <cstdint>
#include <cstdlib>
#include <string>
#include <vector>

#include "tally/base/utf8.h"
#include "tally/text.h"
#include "tally/text/utf8_repair.h"
#include "tally/text/word_breaker.h"

namespace {

using tally::TextOptions;
using tally::TokenKind;

TextOptions options_of(std::uint8_t choice) {
  TextOptions options;
  options.tokens = static_cast<TokenKind>(choice & 3);
  if (options.tokens == TokenKind::kRegex) options.regex = "\\w+|\\p{So}";
  options.fold = (choice & 4) != 0;
  options.pairs_of_han = options.tokens == TokenKind::kWord && (choice & 8) != 0;
  options.longest_gram = 1 + (choice >> 4 & 3);
  options.shortest_gram = (choice & 64) != 0 ? options.longest_gram : 1;
  options.html = (choice & 4) == 0;
  options.longest_token = (choice & 128) != 0 ? 3 : 40;
  return options;
}

void check_words(std::string_view text) {
  tally::text::WordBreaker breaker;
  std::vector<std::string_view> words, expected;
  breaker.cut(text, words);
  breaker.cut_by_icu(text, expected);
  if (words != expected) std::abort();
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  if (size == 0) return 0;
  const std::string_view bytes(reinterpret_cast<const char*>(data) + 1, size - 1);
  std::string text;
  tally::text::repair_utf8(bytes, text);
  if (!tally::is_utf8(text)) std::abort();
  check_words(text);
  for (char& byte : text) byte = static_cast<char>(byte & 0x7F);
  check_words(text);
  tally::Tokenizer tokenizer(options_of(data[0]));
  for (const std::string_view term : tokenizer.cut(bytes)) {
    if (term.empty() || !tally::is_utf8(term)) std::abort();
  }
  return 0;
}
