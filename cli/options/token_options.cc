// SPDX-License-Identifier: Apache-2.0
#include "cli/options/token_options.h"

#include <algorithm>
#include <charconv>
#include <string_view>
#include <vector>

#include "tally/error.h"
#include "tally/inside/base.h"

namespace tally::cli {

namespace {

constexpr std::string_view kRegex = "regex:";

[[noreturn]] void refuse(const std::string& sentence) { throw Error(ErrorKind::kUsage, sentence); }

// The kinds of tokens, and with what is a regular expression the expression.
std::vector<std::string> token_words(const std::string& pattern) {
  std::vector<std::string> words = token_kind_names();
  for (std::string& word : words) {
    if (parse_token_kind(word) == TokenKind::kRegex) word += ":" + pattern;
  }
  return words;
}

void set_tokens(TextOptions& options, const std::string& text) {
  if (text.starts_with(kRegex)) {
    options.tokens = TokenKind::kRegex;
    options.regex = text.substr(kRegex.size());
    if (!options.regex.empty()) return;
  }
  const std::optional<TokenKind> kind = parse_token_kind(text);
  if (!kind || *kind == TokenKind::kRegex) {
    refuse("--tokens " + in_quotes(text) + did_you_mean(text, token_words("PATTERN")) +
           ": expected " + in_words(token_words("PATTERN"), "or"));
  }
  options.tokens = *kind;
}

bool read_whole(std::string_view text, int& number) {
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  return error == std::errc{} && end == text.data() + text.size();
}

void set_ngrams(TextOptions& options, const std::string& text) {
  const std::size_t dash = std::min(text.find('-'), text.size());
  const std::string_view shortest = std::string_view(text).substr(0, dash);
  const std::string_view longest =
      dash == text.size() ? shortest : std::string_view(text).substr(dash + 1);
  if (!read_whole(shortest, options.shortest_gram) || !read_whole(longest, options.longest_gram)) {
    refuse("--ngrams " + in_quotes(text) + ": expected a number or a range, as in 2 or 1-3");
  }
}

}  // namespace

void TokenOptions::attach(Command& command) {
  command.heading("How texts are cut");
  command.option(
      "--tokens", "KIND", tokens_,
      "word (default; of Chinese and the like fit finds out what is best), char, whitespace, "
      "or regex:PATTERN for what it matches");
  command.choices(token_words(""));
  command.option("--ngrams", "A-B", ngrams_, "terms are sequences of A to B tokens (default 1)");
  command.flag(
      "--html", html_,
      "the texts are HTML: what they show is counted, not tags, scripts or what is hidden");
  command.flag("--no-fold", no_fold_, "capitals and forms of letters make a difference");
  command.flag("--han-pairs", han_pairs_,
               "Chinese, Japanese, Thai: pairs of characters instead of words of a dictionary");
  command.flag("--digits-alike", digits_alike_, "every digit is read as 0: 555-1234 is 000-0000");
  command.flag(
      "--pairs", pairs_,
      "words that follow each other are evidence of their own, for the rule weighted (default, "
      "but with --ngrams and with --count naive)");
  command.flag("--once", once_, "a term counts once a text");
  command.option("--longest-token", "N", longest_token_,
                 "a longer token becomes a summary of itself (default 40 characters)");
  command.option("--max-terms", "N", max_terms_,
                 "the rarest terms are dropped beyond so many, of mail in each zone (default: "
                 "none; not exact)");
}

bool TokenOptions::any_but_most_terms() const {
  return !tokens_.empty() || ngrams_ || html_ || no_fold_ || han_pairs_ || digits_alike_ ||
         pairs_ || once_ || longest_token_;
}

TextOptions TokenOptions::options() const {
  constexpr std::int64_t kBeyond = 1 << 20;  // more than any token may have: refused below
  TextOptions out;
  if (!tokens_.empty()) set_tokens(out, tokens_);
  if (ngrams_) set_ngrams(out, *ngrams_);
  out.html = html_;
  out.fold = !no_fold_;
  out.pairs_of_han = han_pairs_;
  out.digits_alike = digits_alike_;
  out.pairs = pairs_;
  out.once = once_;
  if (longest_token_) {
    out.longest_token = static_cast<int>(std::clamp<std::int64_t>(*longest_token_, 0, kBeyond));
  }
  out.most_terms = most_terms();
  if (const std::string why = impossibility(out); !why.empty()) refuse(why);
  return out;
}

}  // namespace tally::cli
