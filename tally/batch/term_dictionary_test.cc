// SPDX-License-Identifier: Apache-2.0
#include "tally/batch/term_dictionary.h"

#include <gtest/gtest.h>

#include <atomic>
#include <random>
#include <string>
#include <thread>
#include <unordered_map>

namespace tally {
namespace {

TEST(TermDictionary, CodesCountUpAndStay) {
  TermDictionary terms;
  EXPECT_EQ(terms.code("free"), 0);
  EXPECT_EQ(terms.code("money"), 1);
  EXPECT_EQ(terms.code("free"), 0);
  EXPECT_EQ(terms.size(), 2);
  EXPECT_EQ(terms.term(1), "money");
  EXPECT_EQ(terms.find("money"), 1);
  EXPECT_EQ(terms.find("mone"), -1);
}

TEST(TermDictionary, EmptyAndZeroBytesAreTermsLikeAnyOther) {
  using namespace std::string_view_literals;
  TermDictionary terms;
  EXPECT_EQ(terms.find(""), -1);
  EXPECT_EQ(terms.code(""), 0);
  EXPECT_EQ(terms.code("a"), 1);
  EXPECT_EQ(terms.code("a\0"sv), 2);
  EXPECT_EQ(terms.code("a\0\0"sv), 3);
  EXPECT_EQ(terms.code("\0a"sv), 4);
  EXPECT_EQ(terms.code("\0\0a"sv), 5);
  EXPECT_EQ(terms.code("\0"sv), 6);
  EXPECT_EQ(terms.find("a\0"sv), 2);
  EXPECT_EQ(terms.find("\0a"sv), 4);
  EXPECT_EQ(terms.find(""), 0);
  EXPECT_EQ(terms.find("\0\0"sv), -1);
}

TEST(TermDictionary, AgreesWithAMapOverManyTerms) {
  std::mt19937 random(7);
  TermDictionary terms;
  std::unordered_map<std::string, std::int32_t> expected;
  for (int i = 0; i < 200'000; ++i) {
    std::string term(random() % 40, 'x');
    for (char& c : term) c = static_cast<char>('a' + random() % 3);
    const auto [entry, added] =
        expected.try_emplace(term, static_cast<std::int32_t>(expected.size()));
    ASSERT_EQ(terms.code(term), entry->second);
  }
  ASSERT_EQ(static_cast<std::size_t>(terms.size()), expected.size());
  for (const auto& [term, code] : expected) {
    ASSERT_EQ(terms.find(term), code);
    ASSERT_EQ(terms.term(code), term);
  }
}

TEST(TermDictionary, ManyTermsAtOnceGetTheCodesOfOneAfterTheOther) {
  std::mt19937 random(11);
  std::vector<std::string> texts(5'000);
  for (std::string& text : texts) {
    text.assign(random() % 20, 'x');
    for (char& c : text) c = static_cast<char>('a' + random() % 2);
  }
  const std::vector<std::string_view> terms(texts.begin(), texts.end());
  TermDictionary together, one_by_one;
  std::vector<std::int32_t> codes;
  for (const std::size_t size : {0U, 1U, 15U, 16U, 17U, 4'900U}) {
    codes.resize(size);
    together.codes(std::span(terms).first(size), codes);
    for (std::size_t i = 0; i < size; ++i) ASSERT_EQ(codes[i], one_by_one.code(terms[i]));
  }
  codes.assign(terms.size(), 7);
  one_by_one.find(terms, codes);
  for (std::size_t i = 0; i < terms.size(); ++i) ASSERT_EQ(codes[i], one_by_one.find(terms[i]));
  EXPECT_EQ(together.terms().size(), static_cast<std::size_t>(together.size()));
  EXPECT_EQ(together.terms()[3], together.term(3));
}

TEST(TermDictionary, HugeTermsOfOneBeginningAreToldApart) {
  TermDictionary terms;
  for (std::size_t i = 0; i < 5; ++i) {
    ASSERT_EQ(terms.code(std::string(65533 + i, 'x')), static_cast<std::int32_t>(2 * i));
    ASSERT_EQ(terms.code(std::string(65533 + i, 'x') + "y"), static_cast<std::int32_t>(2 * i + 1));
  }
  for (std::size_t i = 0; i < 5; ++i) {
    ASSERT_EQ(terms.find(std::string(65533 + i, 'x')), static_cast<std::int32_t>(2 * i));
  }
  EXPECT_EQ(terms.find(std::string(65540, 'x')), -1);
}

// Whatever is done in between, the terms have the codes of their order.
TEST(TermDictionary, WhatIsAppendedIsFound) {
  std::mt19937 random(5);
  TermDictionary terms;
  std::vector<std::string> expected;
  for (int round = 0; round < 200; ++round) {
    std::vector<std::string> texts;
    for (std::size_t i = random() % 50; i-- > 0;) {
      texts.push_back("term " + std::to_string(expected.size() + texts.size()));
      if (random() % 2 == 0) texts.back() = texts.back().substr(5);
    }
    terms.append(std::vector<std::string_view>(texts.begin(), texts.end()));
    expected.insert(expected.end(), texts.begin(), texts.end());
    if (round % 3 == 0) {
      expected.push_back("own " + std::to_string(round));
      ASSERT_EQ(terms.code(expected.back()), static_cast<std::int32_t>(expected.size() - 1));
    }
    if (round % 5 == 0) {
      ASSERT_EQ(TermDictionary(terms).find("own 0"), terms.find("own 0"));
    }
    if (round % 7 == 0) {
      const std::size_t code = random() % expected.size();
      ASSERT_EQ(terms.find(expected[code]), static_cast<std::int32_t>(code));
    }
  }
  for (std::size_t code = 0; code < expected.size(); ++code) {
    ASSERT_EQ(terms.term(static_cast<std::int32_t>(code)), expected[code]);
    ASSERT_EQ(terms.find(expected[code]), static_cast<std::int32_t>(code));
  }
  EXPECT_EQ(terms.find("no term"), -1);
}

TEST(TermDictionary, ManyMayAskForWhatWasAppended) {
  TermDictionary terms;
  std::vector<std::string> texts;
  for (int i = 0; i < 20'000; ++i) texts.push_back("a longer term " + std::to_string(i));
  terms.append(std::vector<std::string_view>(texts.begin(), texts.end()));
  std::atomic<int> wrong = 0;
  std::vector<std::thread> readers;
  for (int reader = 0; reader < 4; ++reader) {
    readers.emplace_back([&] {
      for (std::size_t i = 0; i < texts.size(); ++i) {
        if (terms.find(texts[i]) != static_cast<std::int32_t>(i)) ++wrong;
      }
    });
  }
  for (std::thread& reader : readers) reader.join();
  EXPECT_EQ(wrong, 0);
}

TEST(TermDictionary, ViewsStayWhileItGrows) {
  TermDictionary terms;
  terms.code("first");
  const std::string_view first = terms.term(0);
  terms.code(std::string(1'000'000, 'x'));
  for (int i = 0; i < 50'000; ++i) terms.code(std::to_string(i));
  EXPECT_EQ(first, "first");
  EXPECT_EQ(terms.term(0).data(), first.data());
}

TEST(TermDictionary, CopyIsItsOwn) {
  auto terms = std::make_unique<TermDictionary>();
  terms->code("a");
  terms->code("b");
  TermDictionary copy = *terms;
  copy.code("c");
  EXPECT_EQ(terms->size(), 2);
  terms.reset();
  EXPECT_EQ(copy.term(1), "b");
  EXPECT_EQ(copy.find("a"), 0);
  EXPECT_EQ(copy.code("d"), 3);
}

TEST(TermDictionary, BothGoOnAfterACopy) {
  TermDictionary one;
  one.code("a term that lies in a piece");
  TermDictionary other = one;
  for (int i = 0; i < 10'000; ++i) {
    ASSERT_EQ(one.code("of the one, number " + std::to_string(i)), i + 1);
    ASSERT_EQ(other.code("of the other, number " + std::to_string(i)), i + 1);
  }
  for (int i = 0; i < 10'000; ++i) {
    ASSERT_EQ(one.term(i + 1), "of the one, number " + std::to_string(i));
    ASSERT_EQ(other.find("of the other, number " + std::to_string(i)), i + 1);
  }
}

// 64 terms are looked up together, some of them new: the table grows in the middle of them. Terms
// of 11 to 17 bytes, of which up to twelve are kept in the table, with zeros in front and without.
TEST(TermDictionary, AnyNumberAtOnceWhileItGrows) {
  for (std::size_t count = 0; count <= 130; ++count) {
    TermDictionary terms;
    std::unordered_map<std::string, std::int32_t> expected;
    std::string buffer;
    std::vector<std::string> texts;
    for (std::size_t i = 0; i < count; ++i) {
      std::string text = std::to_string(i * 7 % 90);
      if (i % 3 != 0) text.insert(0, 9 + i % 7, i % 5 == 0 ? '\0' : 'k');
      texts.push_back(text);
      buffer += text;
    }
    std::vector<std::string_view> views;
    for (std::size_t i = 0, at = 0; i < count; at += texts[i++].size()) {
      views.push_back(i % 11 == 0 ? std::string_view(texts[i])
                                  : std::string_view(buffer).substr(at, texts[i].size()));
    }
    for (int round = 0; round < 2; ++round) {
      std::vector<std::int32_t> codes(count, -7);
      terms.codes(views, codes, buffer);
      for (std::size_t i = 0; i < count; ++i) {
        const auto next = static_cast<std::int32_t>(expected.size());
        ASSERT_EQ(codes[i], expected.try_emplace(texts[i], next).first->second)
            << count << " " << i;
      }
    }
    std::vector<std::int32_t> found(count, -7);
    terms.find(views, found);
    for (std::size_t i = 0; i < count; ++i) ASSERT_EQ(found[i], expected.at(texts[i]));
    ASSERT_EQ(terms.find("k"), -1);
  }
}

// A term is read together with the sixteen bytes up to its end only if all of them lie in the
// buffer.
TEST(TermDictionary, TermsAtTheEdgesOfABuffer) {
  const std::string bytes = "abcdefghijklmnopqrstuvwxyzabcdefghijklmnop";
  for (std::size_t begin = 0; begin <= 20; ++begin) {
    const std::vector<char> alone(bytes.begin(),
                                  bytes.begin() + 20);  // of which nothing lies before
    const std::string_view buffer(alone.data() + std::min<std::size_t>(begin, 4),
                                  20 - std::min<std::size_t>(begin, 4));
    for (std::size_t size = 1; begin + size <= 20; ++size) {
      const std::string_view term(alone.data() + begin, size);
      TermDictionary terms;
      ASSERT_EQ(terms.code(std::string(term)), 0);
      std::int32_t code = -7;
      terms.codes({&term, 1}, {&code, 1}, buffer);
      ASSERT_EQ(code, 0) << begin << " " << size;
      terms.codes({&term, 1}, {&code, 1}, buffer.substr(0, buffer.size() - 1));
      ASSERT_EQ(code, 0) << begin << " " << size;
    }
  }
}

// Among so many terms of one length some have the same hash of 32 bits: their bytes decide.
TEST(TermDictionary, TermsOfEqualHashAreToldApart) {
  constexpr std::int32_t kTerms = 400'000;  // n²/2^33: about twenty pairs
  TermDictionary terms;
  for (std::int32_t i = 0; i < kTerms; ++i) {
    ASSERT_EQ(terms.code("term number " + std::to_string(1'000'000 + i)), i);
  }
  for (std::int32_t i = 0; i < kTerms; i += 7) {
    ASSERT_EQ(terms.find("term number " + std::to_string(1'000'000 + i)), i);
    ASSERT_EQ(terms.find("form number " + std::to_string(1'000'000 + i)), -1);
  }
}

}  // namespace
}  // namespace tally
