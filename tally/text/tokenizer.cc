// SPDX-License-Identifier: Apache-2.0
#include "tally/text.h"

#include <unicode/uversion.h>

#include <algorithm>
#include <deque>
#include <optional>

#include "tally/base/utf8.h"
#include "tally/text/ascii.h"
#include "tally/text/fold.h"
#include "tally/text/grams.h"
#include "tally/text/html/html_text.h"
#include "tally/text/long_token.h"
#include "tally/text/regex_tokens.h"
#include "tally/text/unspaced_scripts.h"
#include "tally/text/utf8_repair.h"
#include "tally/text/white_space.h"
#include "tally/text/word_breaker.h"

namespace tally {

namespace {

void cut_characters(std::string_view text, std::vector<std::string_view>& tokens) {
  while (!text.empty()) {
    const std::size_t length = character_length(text);
    tokens.push_back(text.substr(0, length));
    text.remove_prefix(length);
  }
}

}  // namespace

std::string unicode_version() {
  UVersionInfo version;
  u_getVersion(version);
  return "ICU " + std::to_string(version[0]) + "." + std::to_string(version[1]);
}

struct Tokenizer::State {
  explicit State(const TextOptions& chosen) : options(chosen) {
    if (options.tokens == TokenKind::kRegex) regex.emplace(options.regex);
  }

  std::string_view readable(std::string_view text);
  std::string_view shown(std::string_view text);
  const std::vector<std::string_view>& grams(int shortest, int longest);
  void cut();
  void summarise_long_tokens();

  TextOptions options;
  text::WordBreaker breaker;
  std::optional<text::RegexTokens> regex;
  std::int64_t repaired = 0;

  // Of the last text; what the views point into.
  std::string_view source;
  bool is_ascii = false;
  text::HtmlText html;
  std::string well_formed, folded, alike, spaced, joined;
  std::deque<std::string> summaries;
  std::vector<std::string_view> tokens, terms;
};

// What the document shows, without the line that ends it. A text without tags and entities is
// shown as it is.
std::string_view Tokenizer::State::shown(std::string_view text) {
  if (text.find_first_of("<&") == std::string_view::npos) return text;
  text::read_html(text, html);
  std::string_view visible = html.visible;
  while (visible.ends_with('\n')) visible.remove_suffix(1);
  is_ascii = text::is_ascii(visible);
  return visible;
}

// The text in UTF-8, read if it is HTML, folded and its digits made alike if that is wanted.
std::string_view Tokenizer::State::readable(std::string_view text) {
  is_ascii = text::is_ascii(text);
  if (!is_ascii && !is_utf8(text)) {
    repaired += text::repair_utf8(text, well_formed);
    text = well_formed;
  }
  if (options.html) text = shown(text);
  if (options.fold) {
    is_ascii ? text::fold_ascii(text, folded) : text::fold(text, folded);
    text = folded;
  }
  if (!options.digits_alike) return text;
  alike = text;
  for (char& c : alike) c = c >= '0' && c <= '9' ? '0' : c;
  return alike;
}

const std::vector<std::string_view>& Tokenizer::State::grams(int shortest, int longest) {
  text::make_grams(tokens, shortest, longest, options.tokens == TokenKind::kChar ? "" : " ", joined,
                   terms);
  return terms;
}

void Tokenizer::State::cut() {
  switch (options.tokens) {
    case TokenKind::kChar:
      text::collapse_white_space(source, spaced);
      return cut_characters(spaced, tokens);
    case TokenKind::kWhitespace:
      return text::cut_at_white_space(source, tokens);
    case TokenKind::kRegex:
      return regex->cut(source, tokens);
    default:
      return options.pairs_of_han ? text::cut_pairs_and_words(source, breaker, tokens)
                                  : breaker.cut(source, tokens);
  }
}

void Tokenizer::State::summarise_long_tokens() {
  const auto longest = static_cast<std::size_t>(options.longest_token);
  const auto is_short = [&](std::string_view token) { return token.size() <= longest; };
  if (is_ascii && std::all_of(tokens.begin(), tokens.end(), is_short)) return;  // … is none
  for (std::string_view& token : tokens) {
    if (text::stands_for_itself(token, longest)) continue;
    token = summaries.emplace_back(text::summary_of(token));
  }
}

Tokenizer::Tokenizer(const TextOptions& options) : state_(new State(options)) {}
Tokenizer::~Tokenizer() = default;
Tokenizer::Tokenizer(Tokenizer&&) noexcept = default;

const std::vector<std::string_view>& Tokenizer::cut(std::string_view text) {
  State& state = *state_;
  state.tokens.clear();
  state.summaries.clear();
  state.source = state.readable(text);
  state.cut();
  const TextOptions& options = state.options;
  if (options.tokens != TokenKind::kChar) state.summarise_long_tokens();
  if (options.longest_gram == 1) return state.tokens;
  return state.grams(options.shortest_gram, options.longest_gram);
}

const std::vector<std::string_view>& Tokenizer::pairs() { return state_->grams(2, 2); }

std::string_view Tokenizer::buffer() const { return state_->source; }

std::int64_t Tokenizer::repaired() const { return state_->repaired; }

}  // namespace tally
