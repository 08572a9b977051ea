// SPDX-License-Identifier: Apache-2.0
#include "tally/mail/charset/charset_guess.h"

#include <algorithm>
#include <initializer_list>
#include <limits>

#include "tally/mail/ascii.h"

namespace tally::mail {

namespace {

struct Candidate {
  const char* charset;  // iconv's name
  std::initializer_list<LanguageName> languages;
  double prior;  // log-odds against the most usual ones
};

constexpr std::size_t kLookedAt = 2048;
constexpr std::size_t kBefore = 16;
// Nats for each character beyond ASCII that a likely text of East Asia costs at most.
constexpr double kLikely = 9;

const Candidate kCandidates[] = {
    {"UTF-8",
     {kChinese, kTraditionalChinese, kJapaneseLanguage, kKoreanLanguage, kRussianLanguage,
      kWesternLanguages, kIberianLanguages, kGermanicLanguages, kCentralLanguages, kTurkishLanguage,
      kBalticLanguages, kGreekLanguage, kHebrewLanguage, kArabicLanguage},
     0},
    {"CP1252", {kWesternLanguages, kIberianLanguages, kGermanicLanguages}, 0},
    {"GB18030", {kChinese, kTraditionalChinese}, 0},
    {"CP950", {kTraditionalChinese}, -1},
    {"CP932", {kJapaneseLanguage}, -1},
    {"EUC-JP-MS", {kJapaneseLanguage}, -2},
    {"UHC", {kKoreanLanguage}, -1},
    {"CP1251", {kRussianLanguage}, 0},
    {"KOI8-R", {kRussianLanguage}, -1},
    {"CP1250", {kCentralLanguages}, -2},
    {"CP1254", {kTurkishLanguage}, -4},
    {"CP1257", {kBalticLanguages}, -5},
    {"CP1253", {kGreekLanguage}, -4},
    {"CP1255", {kHebrewLanguage}, -5},
    {"CP1256", {kArabicLanguage}, -5},
};

const Candidate* find(std::string_view charset) {
  const auto* const found =
      std::find_if(std::begin(kCandidates), std::end(kCandidates),
                   [&](const Candidate& each) { return each.charset == charset; });
  return found == std::end(kCandidates) ? nullptr : found;
}

}  // namespace

bool CharsetGuess::is_known(std::string_view charset) { return find(charset) != nullptr; }

bool CharsetGuess::is_east_asian(std::string_view charset) {
  const Candidate* const candidate = find(charset);
  return candidate != nullptr && candidate->charset != kCandidates[0].charset &&
         *candidate->languages.begin() <= kKoreanLanguage;
}

// Texts in a charset that is not among the candidates may be in any language.
double CharsetGuess::score(std::string_view text, std::string_view charset) const {
  const Candidate* const candidate = find(charset);
  double best = -std::numeric_limits<double>::infinity();
  for (const LanguageName language : (candidate == nullptr ? kCandidates : candidate)->languages) {
    best = std::max(best, scores_.of(text, language));
  }
  return best + (candidate == nullptr ? 0 : candidate->prior);
}

bool CharsetGuess::is_likely(std::string_view text, std::string_view charset) const {
  const auto beyond = std::count_if(text.begin(), text.end(), [](char c) {
    return (c & 0xC0) == 0xC0;  // the first byte of a character
  });
  std::string ascii(text);
  ascii.erase(std::remove_if(ascii.begin(), ascii.end(), is_beyond_ascii), ascii.end());
  const double alone = score(ascii, charset);
  return score(text, charset) - alone >= -kLikely * static_cast<double>(beyond);
}

std::string CharsetGuess::operator()(std::string_view bytes, std::string_view declared,
                                     double preferred, const Reading& read) const {
  double best = -std::numeric_limits<double>::infinity();
  std::string charset = "CP1252";
  const auto try_charset = [&](const char* name) {
    const std::optional<std::string_view> text = read(bytes, name);
    if (!text) return;
    const double found = score(*text, name) + (declared == name ? preferred : 0);
    if (found <= best) return;
    best = found;
    charset = name;
  };
  for (const Candidate& candidate : kCandidates) try_charset(candidate.charset);
  if (!declared.empty() && find(declared) == nullptr) try_charset(std::string(declared).c_str());
  return charset;
}

std::string_view telling_piece(std::string_view bytes) {
  const auto first = std::find_if(bytes.begin(), bytes.end(), is_beyond_ascii);
  const auto at = static_cast<std::size_t>(first - bytes.begin());
  if (at == bytes.size()) return {};
  return bytes.substr(at > kBefore ? at - kBefore : 0, kLookedAt);
}

}  // namespace tally::mail
