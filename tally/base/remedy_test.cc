// SPDX-License-Identifier: Apache-2.0
#include "tally/error.h"

#include <gtest/gtest.h>

#include <set>

namespace tally {
namespace {

TEST(Remedy, IsSaidInPlainWords) {
  EXPECT_EQ(to_string(Remedy::family("x", "categorical")), "declare the column 'x' as categorical");
  EXPECT_EQ(to_string(Remedy::family("", "text")), "declare a column as text");
  EXPECT_EQ(to_string(Remedy::family("", "")), "a family that is declared decides otherwise");
  EXPECT_EQ(to_string(Remedy::ignore("x")), "leave the column 'x' out");
  EXPECT_EQ(to_string(Remedy::ignore("")), "leave its column out");
  EXPECT_EQ(to_string(Remedy::missing("n.a.", "if they mean missing")),
            "if they mean missing: mark 'n.a.' as missing");
  EXPECT_EQ(to_string(Remedy::of(RemedyKind::kNameTarget, "a, b")), "name it: a, b");
  EXPECT_EQ(to_string(Remedy::of(RemedyKind::kNameCutting)),
            "a cutting that is named decides otherwise");
  EXPECT_EQ(to_string(Remedy::in_words("mend it")), "mend it");
}

TEST(Remedy, EveryKindHasWordsAndANameOfItsOwn) {
  std::set<std::string> words;
  std::set<std::string_view> names;
  const int last = static_cast<int>(RemedyKind::kLeaveDigestsOut);
  for (int i = 0; i <= last; ++i) {
    const auto kind = static_cast<RemedyKind>(i);
    const std::string said = to_string(Remedy::of(kind, "value"));
    EXPECT_EQ(said.find("--"), std::string::npos) << said;
    EXPECT_EQ(said.find("tally "), std::string::npos) << said;
    EXPECT_FALSE(said.empty() || to_string(kind).empty());
    words.insert(said);
    names.insert(to_string(kind));
  }
  EXPECT_EQ(words.size(), static_cast<std::size_t>(last) + 1);
  EXPECT_EQ(names.size(), static_cast<std::size_t>(last) + 1);
}

TEST(Advised, PutsTheLastPhraseBehindOr) {
  EXPECT_EQ(advised("no", {}), "no");
  EXPECT_EQ(advised("no", {"a"}), "no; a");
  EXPECT_EQ(advised("no", {"a", "b"}), "no; a, or b");
  EXPECT_EQ(advised("no", {"a", "b", "c"}), "no; a, b, or c");
}

TEST(Advised, BehindAQuestionBeginsAnew) {
  EXPECT_EQ(advised("which?", {"name it", "ask"}), "which? Name it, or ask");
  EXPECT_EQ(advised("which?", {"青"}), "which? 青");
}

TEST(Remark, SaysTheSameOnce) {
  const Remedy mail = Remedy::of(RemedyKind::kReadAsMail);
  EXPECT_EQ(to_string(Remark{"no text", {mail, mail, Remedy::in_words("mend it")}}),
            "no text; read it as mail, or mend it");
  EXPECT_EQ(to_string(Remark{"alone", {}}), "alone");
}

}  // namespace
}  // namespace tally
