#include "tally/read/interner.h"

#include <gtest/gtest.h>

#include <map>
#include <random>

namespace tally::csv {
namespace {

TEST(Interner, EqualsAMapOnTextsOfAllLengths) {
  std::mt19937 random(6);
  Interner interner;
  std::map<std::string, std::int32_t> map;
  for (int i = 0; i < 200000; ++i) {
    // Few letters and many lengths: texts that share beginnings and ends.
    std::string text(random() % 40, 'a');
    for (char& c : text) c = static_cast<char>('a' + random() % 2);
    const auto [at, added] = map.emplace(text, static_cast<std::int32_t>(map.size()) - 1);
    ASSERT_EQ(interner.find(text), added ? Interner::kUnknown : at->second) << text;
    if (added) interner.insert(text, at->second);
  }
  EXPECT_EQ(interner.size(), map.size());
  for (const auto& [text, code] : map) ASSERT_EQ(interner.find(text), code);
}

TEST(Interner, BytesOfAnyValueAndTheEmptyText) {
  Interner interner;
  interner.insert("", -1);
  for (int i = 0; i < 256; ++i) interner.insert(std::string(1, static_cast<char>(i)), i);
  for (int i = 0; i < 256; ++i) {
    EXPECT_EQ(interner.find(std::string(1, static_cast<char>(i))), i);
    EXPECT_EQ(interner.find(std::string(2, static_cast<char>(i))), Interner::kUnknown);
  }
  EXPECT_EQ(interner.find(""), -1);
}

TEST(Interner, ACopyStandsByItself) {
  Interner first;
  first.insert("a text of more than sixteen bytes", 3);
  Interner second = first;
  second.insert("b", 4);
  EXPECT_EQ(second.find("a text of more than sixteen bytes"), 3);
  EXPECT_EQ(first.find("b"), Interner::kUnknown);
}

}  // namespace
}  // namespace tally::csv
