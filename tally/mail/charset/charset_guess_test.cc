// SPDX-License-Identifier: Apache-2.0
#include "tally/mail/charset/charset_guess.h"

#include <gtest/gtest.h>
#include <iconv.h>

#include "tally/mail/charset/charset.h"

namespace tally::mail {
namespace {

// Between any two charsets, by the C library.
std::string converted(std::string text, const char* from, const char* to) {
  const iconv_t converter = iconv_open(to, from);
  std::string out(4 * text.size() + 16, '\0');
  char *in = text.data(), *end = out.data();
  std::size_t left = text.size(), room = out.size();
  const bool done = iconv(converter, &in, &left, &end, &room) != static_cast<std::size_t>(-1) &&
                    iconv(converter, nullptr, nullptr, &end, &room) != static_cast<std::size_t>(-1);
  iconv_close(converter);
  EXPECT_TRUE(done) << text;
  out.resize(out.size() - room);
  return out;
}

struct Sample {
  const char* charset;
  const char* text;
};

constexpr Sample kSamples[] = {
    {"GB18030", "您好，贵公司是否需要代开发票？"},
    {"CP950", "您好，請問明天可以開會嗎？"},
    {"CP932", "お知らせ：会議は明日です。"},
    {"EUC-JP-MS", "お知らせ：会議は明日です。"},
    {"UHC", "안녕하세요, 회의는 내일입니다."},
    {"KOI8-R", "Здравствуйте, встреча завтра."},
    {"CP1251", "Здравствуйте, встреча завтра."},
    {"CP1252", "La réunion à l’hôtel est annulée"},
    {"CP1250", "Zebranie będzie w środę wieczór, żółć"},
    {"CP1253", "Καλημέρα, η συνάντηση είναι αύριο."},
    {"CP1254", "Toplantı yarın öğleden sonra başlıyor"},
    {"CP1255", "שלום, הפגישה תהיה מחר"},
    {"CP1256", "مرحبا، الاجتماع سيكون غدا"},
};

TEST(CharsetGuess, TextsWithoutALabelOrWithAWrongOne) {
  CharsetReader reader;
  for (const Sample& sample : kSamples) {
    const std::string bytes = converted(sample.text, "UTF-8", sample.charset);
    for (const char* const label : {"", "us-ascii", "iso-8859-1", "utf-8", "unknown-8bit"}) {
      EXPECT_EQ(reader.read(bytes, label).utf8, sample.text) << sample.charset << " as " << label;
    }
    EXPECT_EQ(reader.read(bytes, sample.charset).utf8, sample.text) << sample.charset;
    EXPECT_EQ(reader.read(bytes, sample.charset).outcome, CharsetReader::Outcome::kAsDeclared);
  }
}

TEST(CharsetGuess, OneForTheOther) {
  CharsetReader reader;
  const std::pair<const char*, const char*> wrong[] = {
      {"GB18030", "big5"}, {"CP950", "gb2312"}, {"KOI8-R", "windows-1251"}, {"CP1251", "koi8-r"}};
  for (const auto& [charset, label] : wrong) {
    for (const Sample& sample : kSamples) {
      if (std::string_view(sample.charset) != charset) continue;
      const CharsetReader::Text text = reader.read(converted(sample.text, "UTF-8", charset), label);
      EXPECT_EQ(text.utf8, sample.text) << charset << " as " << label;
      EXPECT_EQ(text.outcome, CharsetReader::Outcome::kWrongCharset);
    }
  }
  // UTF-8 that says it is something else.
  for (const Sample& sample : kSamples) {
    for (const char* const label : {"gb2312", "big5", "koi8-r", "windows-1251", "iso-8859-15"}) {
      if (std::string_view(sample.text).size() < 36) continue;
      EXPECT_EQ(reader.read(sample.text, label).utf8, sample.text) << label;
    }
  }
}

TEST(CharsetGuess, WhatIsDeclaredAndLikelyTakesTheShortWay) {
  const CharsetGuess guess;
  EXPECT_TRUE(guess.is_likely("您好，贵公司是否需要代开发票？", "GB18030"));
  EXPECT_FALSE(guess.is_likely("斌疑，幗鼠侭頁倦俶勣", "GB18030"));
  EXPECT_TRUE(CharsetGuess::is_east_asian("UHC"));
  EXPECT_FALSE(CharsetGuess::is_east_asian("CP1251"));
  EXPECT_FALSE(CharsetGuess::is_east_asian("UTF-8"));
  EXPECT_FALSE(CharsetGuess::is_known("CP874"));
}

TEST(CharsetGuess, OfALongTextAPiece) {
  EXPECT_EQ(telling_piece("abc"), "");
  const std::string late = std::string(100, 'a') + "\xe9x", all(5000, '\xe9');
  EXPECT_EQ(telling_piece(late), std::string(16, 'a') + "\xe9x");
  EXPECT_EQ(telling_piece("a\xe9"), "a\xe9");
  EXPECT_EQ(telling_piece(all).size(), 2048U);
}

}  // namespace
}  // namespace tally::mail
