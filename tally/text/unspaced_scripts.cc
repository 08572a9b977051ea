// SPDX-License-Identifier: Apache-2.0
#include "tally/text/unspaced_scripts.h"

#include <unicode/uchar.h>
#include <unicode/uscript.h>
#include <unicode/utf8.h>

#include "tally/base/utf8.h"
#include "tally/text/ascii.h"

namespace tally::text {

namespace {

constexpr UScriptCode kUnspaced[] = {USCRIPT_HAN, USCRIPT_HIRAGANA, USCRIPT_KATAKANA, USCRIPT_THAI,
                                     USCRIPT_LAO, USCRIPT_KHMER,    USCRIPT_MYANMAR};

UChar32 code_point(std::string_view character) {
  UChar32 code = 0;
  std::int32_t at = 0;
  U8_NEXT_UNSAFE(character.data(), at, code);
  return code;
}

// Marks that several scripts share (ー, 々) belong to them by their script extensions; punctuation
// does as well, and is no part of a word.
bool is_unspaced(std::string_view character) {
  if (character.size() < 3) return false;
  const UChar32 code = code_point(character);
  if (u_ispunct(code)) return false;
  for (const UScriptCode script : kUnspaced) {
    if (uscript_hasScript(code, script)) return true;
  }
  return false;
}

std::size_t run_length(std::string_view text, bool unspaced) {
  std::size_t at = 0;
  while (at < text.size()) {
    if (!unspaced) at += ascii_length(text.substr(at));
    if (at == text.size()) break;
    const std::size_t length = character_length(text.substr(at));
    if (is_unspaced(text.substr(at, length)) != unspaced) break;
    at += length;
  }
  return at;
}

void cut_pairs(std::string_view run, std::vector<std::string_view>& tokens) {
  std::size_t first = 0, second = character_length(run);
  if (second == run.size()) tokens.push_back(run);
  while (second < run.size()) {
    const std::size_t end = second + character_length(run.substr(second));
    tokens.push_back(run.substr(first, end - first));
    first = second;
    second = end;
  }
}

}  // namespace

void cut_pairs_and_words(std::string_view text, WordBreaker& breaker,
                         std::vector<std::string_view>& tokens) {
  while (!text.empty()) {
    const std::size_t words = run_length(text, false);
    breaker.cut(text.substr(0, words), tokens);
    text.remove_prefix(words);
    const std::size_t pairs = run_length(text, true);
    if (pairs > 0) cut_pairs(text.substr(0, pairs), tokens);
    text.remove_prefix(pairs);
  }
}

}  // namespace tally::text
