// SPDX-License-Identifier: Apache-2.0
#include "tally/mail/charset/language_scores.h"

#include <gtest/gtest.h>

#include <cmath>

namespace tally::mail {
namespace {

// Two letters of ASCII by hand: sign to letter, letter to letter, and 1/26 for each.
TEST(LanguageScores, ByHand) {
  const LanguageScores scores;
  EXPECT_NEAR(scores.of("ab", kWesternLanguages), std::log(.590 * .755 / 26 / 26), 1e-12);
  EXPECT_EQ(scores.of("", kChinese), 0);
  // The letters of a language that are listed have a share of .94 by Zipf's law.
  double sum = 0;
  const std::u32string_view letters = languages()[kTurkishLanguage].letters;
  for (std::size_t rank = 0; rank < letters.size(); ++rank)
    sum += 1 / (6.0 + static_cast<double>(rank));
  EXPECT_NEAR(scores.of("ı", kTurkishLanguage), std::log(.020 * .94 / 6 / sum), 1e-12);
}

TEST(LanguageScores, TextsAreLikeliestInTheirLanguage) {
  const LanguageScores scores;
  const std::pair<const char*, LanguageName> texts[] = {
      {"我们明天下午开会，请准时参加。", kChinese},
      {"我們明天下午開會，請準時參加。", kTraditionalChinese},
      {"明日の午後に会議があります。", kJapaneseLanguage},
      {"내일 오후에 회의가 있습니다.", kKoreanLanguage},
      {"Завтра днём будет собрание.", kRussianLanguage},
      {"La réunion aura lieu à l'hôtel, très tôt.", kWesternLanguages},
      {"La reunión será mañana en la oficina, según él.", kIberianLanguages},
      {"Müller fährt über die Brücke nach Köln", kGermanicLanguages},
      {"Jutro będzie zebranie, proszę przyjść", kCentralLanguages},
      {"Yarın toplantı var, lütfen geç kalmayın", kTurkishLanguage},
      {"Αύριο το απόγευμα έχουμε συνάντηση", kGreekLanguage},
      {"מחר תהיה פגישה במשרד", kHebrewLanguage},
      {"غدا سيكون هناك اجتماع في المكتب", kArabicLanguage},
  };
  for (const auto& [text, language] : texts) {
    for (int other = 0; other < kLanguages; ++other) {
      if (other == language) continue;
      EXPECT_GT(scores.of(text, language), scores.of(text, static_cast<LanguageName>(other)))
          << text << " " << other;
    }
  }
}

TEST(LanguageScores, WhatIsNoTextIsUnlikely) {
  const LanguageScores scores;
  EXPECT_GT(scores.of("Привет", kRussianLanguage), scores.of("пРИВЕТ", kRussianLanguage));
  EXPECT_LT(scores.of("a\xef\xbf\xbd", kWesternLanguages), scores.of("aé", kWesternLanguages) - 8);
  EXPECT_LT(scores.of("\xc2\x81", kWesternLanguages), -10);  // a control
}

}  // namespace
}  // namespace tally::mail
