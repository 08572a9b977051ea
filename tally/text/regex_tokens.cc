// SPDX-License-Identifier: Apache-2.0
#include "tally/text/regex_tokens.h"

#include <unicode/regex.h>
#include <unicode/utext.h>

#include "tally/base/error.h"
#include "tally/text/icu_check.h"
#include "tally/text/white_space.h"

namespace tally::text {

namespace {

// In ICU's units of about a millisecond: seconds for one match, which honest patterns never need.
constexpr std::int32_t kLongestMatch = 2000;
constexpr std::int32_t kMostStack = 16 << 20;

[[noreturn]] void refuse_pattern(const std::string& pattern, const UParseError& fault,
                                 UErrorCode status) {
  std::string sentence = "the regular expression " + in_quotes(pattern) + " is not understood";
  if (fault.offset >= 0) {
    sentence += " at its character " + std::to_string(fault.offset);
  }
  throw Error(ErrorKind::kUsage, sentence + " (" + u_errorName(status) + ")");
}

}  // namespace

struct RegexTokens::Matcher {
  std::string pattern;  // for errors
  std::unique_ptr<icu::RegexMatcher> matcher;
  int group = 0;
  UText text = UTEXT_INITIALIZER;

  ~Matcher() { utext_close(&text); }

  void check(UErrorCode status) const {
    if (status == U_REGEX_TIME_OUT || status == U_REGEX_STACK_OVERFLOW) {
      throw Error(ErrorKind::kData,
                  "the regular expression " + in_quotes(pattern) + " takes too " +
                      (status == U_REGEX_TIME_OUT ? "long" : "much memory") +
                      " on a text; avoid repetitions within repetitions, as in (a+)+");
    }
    check_icu(status, "match a regular expression");
  }
};

RegexTokens::RegexTokens(const std::string& pattern) : matcher_(new Matcher) {
  UErrorCode status = U_ZERO_ERROR;
  UParseError fault{};
  fault.offset = -1;
  const auto unicode = icu::UnicodeString::fromUTF8(pattern);
  const std::unique_ptr<icu::RegexPattern> compiled(
      icu::RegexPattern::compile(unicode, 0, fault, status));
  if (U_FAILURE(status)) refuse_pattern(pattern, fault, status);
  // The matcher keeps no hold on a pattern of its own, so it is made from the text.
  matcher_->pattern = pattern;
  matcher_->matcher = std::make_unique<icu::RegexMatcher>(unicode, 0, status);
  if (U_FAILURE(status)) refuse_pattern(pattern, fault, status);
  matcher_->matcher->setTimeLimit(kLongestMatch, status);
  matcher_->matcher->setStackLimit(kMostStack, status);
  matcher_->group = matcher_->matcher->groupCount() == 1 ? 1 : 0;
  matcher_->check(status);
}

RegexTokens::~RegexTokens() = default;
RegexTokens::RegexTokens(RegexTokens&&) noexcept = default;

void RegexTokens::cut(std::string_view text, std::vector<std::string_view>& tokens) {
  icu::RegexMatcher& matcher = *matcher_->matcher;
  while (!text.empty()) {
    const std::string_view piece = text.substr(0, piece_length(text));
    UErrorCode status = U_ZERO_ERROR;
    utext_openUTF8(&matcher_->text, piece.data(), static_cast<std::int64_t>(piece.size()), &status);
    matcher_->check(status);
    matcher.reset(&matcher_->text);
    while (matcher.find(status)) {
      const std::int64_t begin = matcher.start64(matcher_->group, status);
      const std::int64_t end = matcher.end64(matcher_->group, status);
      if (begin < 0 || begin == end) continue;
      tokens.push_back(
          piece.substr(static_cast<std::size_t>(begin), static_cast<std::size_t>(end - begin)));
    }
    matcher_->check(status);
    text.remove_prefix(piece.size());
  }
}

}  // namespace tally::text
