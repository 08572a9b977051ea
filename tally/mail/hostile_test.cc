// SPDX-License-Identifier: Apache-2.0
// Messages that are meant to break a reader: each is evidence within its bounds, in bounded time
// and memory.
#include <gtest/gtest.h>
#include <sys/resource.h>

#include <chrono>
#include <string>

#include "tally/mail/mail_testing.h"

namespace tally::mail {
namespace {

constexpr double kSeconds = 2.0;
constexpr std::size_t kHuge = 100'000'000;

#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
constexpr double kSlower = 20;
constexpr bool kMeasuresMemory = false;
#else
constexpr double kSlower = 3;  // a build without optimisation
constexpr bool kMeasuresMemory = true;
#endif

std::string repeated(std::string_view text, std::size_t size) {
  std::string out;
  out.reserve(size + text.size());
  while (out.size() < size) out += text;
  return out;
}

// The most that this process has ever had resident, in MiB.
long peak_memory() {
  rusage usage{};
  getrusage(RUSAGE_SELF, &usage);
  return usage.ru_maxrss / 1024;
}

// Cuts the message within the time, and within 256 MiB less what the message itself takes here.
ZoneTerms cut(const std::string& message) {
  const auto start = std::chrono::steady_clock::now();
  ZoneTerms terms = terms_of(message);
  const std::chrono::duration<double> took = std::chrono::steady_clock::now() - start;
  EXPECT_LT(took.count(), kSeconds * kSlower);
  if (kMeasuresMemory) {
    // Two copies of the message may have been made to write it down.
    EXPECT_LT(peak_memory(), 256 + 2 * static_cast<long>(kHuge / 1'000'000));
  }
  return terms;
}

bool has_structure(const ZoneTerms& terms, const std::string& term) {
  return has(terms, Zone::kStructure, term);
}

TEST(Hostile, NoBytesAtAll) {
  EXPECT_TRUE(has_structure(cut(""), "broken:headers"));
  EXPECT_TRUE(has_structure(cut("\n"), "broken:headers"));
}

TEST(Hostile, OnlyHeaders) {
  const ZoneTerms terms = cut("From: alice@example.org\nSubject: hello");
  EXPECT_TRUE(has(terms, Zone::kHeader, "from:alice@example.org"));
  EXPECT_TRUE(has(terms, Zone::kSubject, "hello"));
  EXPECT_TRUE(terms[static_cast<std::size_t>(Zone::kBody)].empty());
}

TEST(Hostile, NoHeaders) {
  const ZoneTerms terms = cut("just some words\nand more\n\nthe end");
  EXPECT_TRUE(has(terms, Zone::kBody, "words"));
  EXPECT_TRUE(has(terms, Zone::kBody, "end"));
  EXPECT_TRUE(has_structure(terms, "broken:headers"));
}

TEST(Hostile, TruncatedBase64) {
  // "free money" without its last letters.
  const std::string head = "Content-Type: text/plain\nContent-Transfer-Encoding: base64\n\n";
  EXPECT_TRUE(has(cut(head + "ZnJlZSBtb25le"), Zone::kBody, "free"));
  const ZoneTerms broken = cut(head + "ZnJl%%ZSBtb25leQ==");
  EXPECT_TRUE(has_structure(broken, "broken:base64"));
}

TEST(Hostile, NulBytes) {
  constexpr char kMessage[] = "Subject: a\0b\nX-\0: y\nTo: c\n\nbefore\0after \0\0 end";
  const ZoneTerms terms = cut(std::string(kMessage, sizeof kMessage - 1));
  EXPECT_TRUE(has(terms, Zone::kBody, "end"));
  EXPECT_TRUE(has(terms, Zone::kHeader, "to:c"));
}

TEST(Hostile, OneLineOf100Megabytes) {
  const ZoneTerms terms = cut("Subject: long\n\n" + std::string(kHuge, 'x'));
  EXPECT_TRUE(has_structure(terms, "limit:size"));
  EXPECT_TRUE(has_structure(terms, "limit:text"));
}

TEST(Hostile, OneLineOf100MegabytesOfWords) {
  EXPECT_TRUE(has_structure(cut("Subject: long\n\n" + repeated("word ", kHuge)), "limit:text"));
}

TEST(Hostile, EmptyLines) { cut("Subject: a\n\n" + std::string(kHuge, '\n')); }
TEST(Hostile, CarriageReturns) { cut("Subject: a\r\n\r\n" + repeated("\r\n", kHuge)); }
TEST(Hostile, LoneCarriageReturns) { cut("Subject: a\r\n\r\n" + std::string(kHuge, '\r')); }

TEST(Hostile, HeaderOf100Megabytes) {
  const ZoneTerms terms = cut("Subject: x\nX-Long: " + std::string(kHuge, 'y') + "\n\nbody");
  EXPECT_TRUE(has_structure(terms, "limit:headers"));
}

std::string many_headers(int number) {
  std::string message;
  for (int i = 0; i < number; ++i) message += "X-" + std::to_string(i) + ": v\n";
  return message + "\nbody";
}

TEST(Hostile, ManyHeaders) {
  EXPECT_TRUE(has(cut(many_headers(40'000)), Zone::kBody, "body"));
  EXPECT_TRUE(has_structure(cut(many_headers(200'000)), "limit:headers"));
}

TEST(Hostile, HeadersDoNotTakeTheRoomOfSubjectAndBody) {
  std::string headers;
  for (int i = 0; headers.size() < 1'000'000; ++i) headers += "X" + std::to_string(i) + ":\n";
  const ZoneTerms terms = cut(headers + "Subject: cheap\n\nbody");
  EXPECT_TRUE(has_structure(terms, "limit:terms"));
  EXPECT_TRUE(has(terms, Zone::kSubject, "cheap"));
  EXPECT_TRUE(has(terms, Zone::kBody, "body"));
}

TEST(Hostile, HeadersWithoutValues) { cut(repeated("a:\n", kHuge) + "\nbody"); }

TEST(Hostile, EncodedWordsWithoutEnd) {
  cut("Subject: " + repeated("=?utf-8?q?a?= =?x?b?", 1 << 20) + "\n\nbody");
  cut("Subject: " + repeated("=?", 1 << 20) + "\n\nbody");
}

TEST(Hostile, ManyParameters) {
  cut("Content-Type: text/plain" + repeated("; a*0=b", 1 << 20) + "\n\nbody");
}

TEST(Hostile, NestedTooDeep) {
  std::string message;
  for (int i = 0; i < 20'000; ++i) {
    const std::string boundary = "b" + std::to_string(i);
    message += "Content-Type: multipart/mixed; boundary=" + boundary + "\n\n--" + boundary + "\n";
  }
  EXPECT_TRUE(has_structure(cut(message), "limit:levels"));
}

TEST(Hostile, MessagesInMessages) {
  EXPECT_TRUE(
      has_structure(cut(repeated("Content-Type: message/rfc822\n\n", 10'000'000)), "limit:levels"));
}

TEST(Hostile, TooManyParts) {
  const ZoneTerms terms =
      cut("Content-Type: multipart/mixed; boundary=b\n\n" + repeated("--b\n\nx\n", kHuge));
  EXPECT_TRUE(has_structure(terms, "limit:parts"));
}

TEST(Hostile, BoundaryThatNeverComes) {
  const ZoneTerms terms = cut("Content-Type: multipart/mixed; boundary=b\n\nstill text");
  EXPECT_TRUE(has_structure(terms, "broken:boundary"));
  EXPECT_TRUE(has(terms, Zone::kBody, "still"));
}

TEST(Hostile, AlmostBoundaries) {
  // At every level, all lines are looked at.
  std::string message;
  for (int i = 0; i < 100; ++i) {
    const std::string boundary = repeated("-", 60) + std::to_string(i);
    message +=
        "Content-Type: multipart/mixed; boundary=\"" + boundary + "\"\n\n--" + boundary + "\n";
  }
  cut(message + repeated(repeated("-", 62) + "\n", kHuge));
}

TEST(Hostile, TooManyTerms) {
  std::string message = "Subject: many\n\n";
  for (int i = 0; i < 300'000; ++i) message += "w" + std::to_string(i) + " ";
  const ZoneTerms terms = cut(message);
  EXPECT_TRUE(has_structure(terms, "limit:terms"));
  // Pairs have a limit of their own.
  std::size_t all = 0;
  for (const auto& zone : terms) all += zone.size();
  EXPECT_EQ(all, 2 * 100'001U);
}

std::string html(const std::string& document) { return "Content-Type: text/html\n\n" + document; }

TEST(Hostile, DeepHtml) {
  for (const char* const tag : {"<div>", "<b>", "<span>", "<font>", "<table>", "<a href=x>", "<p>",
                                "<li>", "<ul><li>", "<svg>", "<x>", "<button><p>", "<select>",
                                "<table><tr><td><div>", "<b><div></b>", "<template>"}) {
    SCOPED_TRACE(tag);
    const ZoneTerms terms = cut(html(repeated(tag, 500'000) + "deep"));
    EXPECT_TRUE(has(terms, Zone::kBody, "deep"));
  }
}

TEST(Hostile, FourMegabytesOfTags) {
  for (const char* const tag :
       {"<b>", "<div>", "</div>", "<br>", "<p>", "<a>", "<td>", "<i></i>"}) {
    SCOPED_TRACE(tag);
    cut(html(repeated(tag, 4 << 20)));
  }
}

TEST(Hostile, TagWithManyAttributes) {
  std::string tag = "<a";
  for (int i = 0; i < 200'000; ++i) tag += " a" + std::to_string(i) + "=1";
  EXPECT_TRUE(has_structure(cut(html(tag + ">text")), "limit:html"));
}

TEST(Hostile, UnfinishedHtml) {
  for (const char* const start : {"<", "<!--", "<a href=\"", "<!DOCTYPE", "&#", "<![CDATA[", "</",
                                  "<script>", "<style>", "<plaintext>", "<textarea>", "<title>"}) {
    SCOPED_TRACE(start);
    cut(html(start + std::string(1 << 20, 'x')));
    cut(html(repeated(start, 1 << 20)));
  }
}

TEST(Hostile, WrongCharsets) {
  const std::string head = "Content-Type: text/plain; charset=";
  const ZoneTerms wrong = cut(head + "utf-8\n\ncaf\xe9 cr\xe8me br\xfbl\xe9\x65");
  EXPECT_TRUE(has(wrong, Zone::kBody, "caf\xc3\xa9"));
  EXPECT_TRUE(has_structure(wrong, "broken:charset"));
  const ZoneTerms unknown = cut(head + "no-such-thing\n\ncaf\xe9 word");
  EXPECT_TRUE(has(unknown, Zone::kBody, "word"));
  EXPECT_TRUE(has_structure(unknown, "broken:unknown-charset"));
  cut(head + "\"../../etc/passwd//IGNORE\"\n\ncaf\xe9");
  cut(head + "utf-16\n\n\xff\xfe" + "a");
  cut(head + "utf-7\n\n+" + std::string(100'000, 'A'));
}

TEST(Hostile, ManyCharsets) {
  std::string message = "Content-Type: multipart/mixed; boundary=b\n\n";
  for (int i = 0; i < 1000; ++i) {
    message += "--b\nContent-Type: text/plain; charset=x-" + std::to_string(i) + "\n\ncaf\xe9\n";
  }
  cut(message);
}

TEST(Hostile, UuencodedWithoutEnd) {
  const ZoneTerms terms = cut("Subject: file\n\nbegin 644 evil.exe\n" +
                              repeated("M" + std::string(60, '!') + "\n", 1 << 20));
  EXPECT_TRUE(has_structure(terms, "extension:exe"));
  cut("Subject: files\n\n" + repeated("begin 644 a\n#86)C\n", 4 << 20));
  cut("Subject: files\n\n" + repeated("begin ", 4 << 20));
}

TEST(Hostile, LinksWithoutEnd) {
  for (const char* const piece :
       {"http://", "a@", "www.", "@", "://", "a@b.c.d.e.f.", "w", "aaaa@"}) {
    SCOPED_TRACE(piece);
    cut("Subject: links\n\n" + repeated(piece, 4 << 20));
  }
}

}  // namespace
}  // namespace tally::mail
