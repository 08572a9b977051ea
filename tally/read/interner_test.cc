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

TEST(Interner, AKeyMadeInPlaceIsTheTextsOwn) {
  Interner interner;
  const std::string buffer = "the quick brown fox jumps over the lazy dog";
  for (std::size_t begin = 0; begin < buffer.size(); ++begin) {
    for (std::size_t size = 0; begin + size <= buffer.size(); ++size) {
      const std::string_view text(buffer.data() + begin, size);
      const Interner::Key in_place = interner.key_of(buffer.data(), text);
      const Interner::Key alone = interner.key_of(std::string(text));
      ASSERT_EQ(in_place.head, alone.head) << text;
      ASSERT_EQ(in_place.tail, alone.tail) << text;
      ASSERT_EQ(in_place.hash, alone.hash) << text;
    }
  }
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
