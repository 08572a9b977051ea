// SPDX-License-Identifier: Apache-2.0
#include "cli/watch/watch_book.h"

#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>

#include "tally/error.h"

namespace tally::watch {
namespace {

namespace fs = std::filesystem;

constexpr std::int64_t kNow = 1'700'000'000, kDay = std::int64_t{24} * 3600;

MessageFile in(FolderKind kind, const std::string& name, bool is_new = false) {
  return {"/nowhere/" + name, name, kind, is_new};
}
MessageFile inbox(const std::string& name) { return in(FolderKind::kOther, name); }
MessageFile junk(const std::string& name) { return in(FolderKind::kJunk, name); }
MessageFile trash(const std::string& name) { return in(FolderKind::kTrash, name); }
MessageFile delivered_junk(const std::string& name) { return in(FolderKind::kJunk, name, true); }

// "a as junk, b as other": what is to be learned.
std::string told(const WatchBook& book) {
  std::string out;
  for (const Lesson& lesson : book.lessons()) {
    out += (out.empty() ? "" : ", ") + lesson.name + " as " +
           (lesson.as == Taught::kJunk ? "junk" : "other");
  }
  return out;
}

std::string look(WatchBook& book, const std::vector<MessageFile>& files, std::int64_t now = kNow) {
  book.look_at(files, now);
  std::string out = told(book);
  for (const Lesson& lesson : book.lessons()) book.learned(lesson);
  return out;
}

TEST(WatchBook, WhatIsThereAtFirstWasNotMoved) {
  WatchBook book = WatchBook::begin();
  EXPECT_EQ(look(book, {inbox("a"), junk("b"), delivered_junk("c")}), "");
  EXPECT_EQ(look(book, {inbox("a"), junk("b"), junk("c")}), "");
}

TEST(WatchBook, IntoJunkAndOutOfIt) {
  WatchBook book = WatchBook::begin();
  look(book, {inbox("a"), junk("b")});
  EXPECT_EQ(look(book, {junk("a"), inbox("b")}), "a as junk, b as other");
  EXPECT_EQ(look(book, {junk("a"), inbox("b")}), "");
  EXPECT_EQ(look(book, {inbox("a"), inbox("b")}), "a as other");
  EXPECT_EQ(look(book, {junk("a"), inbox("b")}), "a as junk");
}

TEST(WatchBook, NewMailIsNotLearned) {
  WatchBook book = WatchBook::begin();
  look(book, {});
  EXPECT_EQ(look(book, {inbox("a"), delivered_junk("b")}), "");
  // A client that looks at Junk takes it from new to cur; what a client puts there is new in cur.
  EXPECT_EQ(look(book, {inbox("a"), junk("b"), junk("c")}), "c as junk");
  EXPECT_EQ(look(book, {inbox("a"), inbox("b"), junk("c")}), "b as other");
}

TEST(WatchBook, WhatIsThrownAwayKeepsItsPlace) {
  WatchBook book = WatchBook::begin();
  look(book, {inbox("a"), junk("b")});
  EXPECT_EQ(look(book, {trash("a"), trash("b")}), "");
  EXPECT_EQ(look(book, {inbox("a"), junk("b")}), "");
  EXPECT_EQ(look(book, {trash("a"), trash("b")}), "");
  EXPECT_EQ(look(book, {junk("a"), inbox("b")}), "a as junk, b as other");
}

TEST(WatchBook, WhatIsMissedOnceWhileItIsMovedIsNotForgotten) {
  WatchBook book = WatchBook::begin();
  look(book, {junk("a"), junk("b")});
  EXPECT_EQ(look(book, {}), "");
  EXPECT_EQ(look(book, {inbox("a")}, kNow + kDay), "a as other");
  // But for a week.
  look(book, {inbox("a")}, kNow + 8 * kDay);
  EXPECT_EQ(book.size(), 1U);
}

TEST(WatchBook, ACopyInBothPlacesIsNewsOnce) {
  WatchBook book = WatchBook::begin();
  look(book, {inbox("a")});
  EXPECT_EQ(look(book, {inbox("a"), junk("a")}), "a as junk");
  EXPECT_EQ(look(book, {inbox("a"), junk("a")}), "");
  EXPECT_EQ(look(book, {junk("a")}), "");
}

TEST(WatchBook, ALinkWithAnotherNameIsTheSameMessage) {
  const fs::path folder = fs::path(testing::TempDir()) / ("links" + std::to_string(::getpid()));
  fs::create_directories(folder);
  const auto file = [&](const std::string& name, FolderKind kind) {
    return MessageFile{(folder / name).string(), name, kind, true};
  };
  std::ofstream(folder / "a") << "Subject: x\n\ny\n";
  WatchBook book = WatchBook::begin();
  look(book, {file("a", FolderKind::kOther)});
  fs::create_hard_link(folder / "a", folder / "b");
  fs::remove(folder / "a");
  // In `new`, and yet moved.
  EXPECT_EQ(look(book, {file("b", FolderKind::kJunk)}), "b as junk");
  fs::create_hard_link(folder / "b", folder / "c");
  EXPECT_EQ(look(book, {file("b", FolderKind::kJunk), file("c", FolderKind::kOther)}),
            "c as other");
  fs::remove_all(folder);
}

TEST(WatchBook, ALessonOutlivesTheNameOfItsMessage) {
  const fs::path folder = fs::path(testing::TempDir()) / ("renamed" + std::to_string(::getpid()));
  fs::create_directories(folder);
  const auto file = [&](const std::string& name, FolderKind kind) {
    return MessageFile{(folder / name).string(), name, kind, true};
  };
  std::ofstream(folder / "b") << "Subject: x\n\ny\n";
  WatchBook book = WatchBook::begin();
  look(book, {file("b", FolderKind::kJunk)});
  book.look_at({file("b", FolderKind::kOther)}, kNow);
  const std::string key = book.lessons().at(0).key;
  // Killed before it has learned, or before it has written that it has; meanwhile the message got another name.
  WatchBook again = WatchBook::parse(book.text(), "book");
  fs::create_hard_link(folder / "b", folder / "c");
  fs::remove(folder / "b");
  again.look_at({file("c", FolderKind::kOther)}, kNow);
  ASSERT_EQ(told(again), "c as other");
  EXPECT_EQ(again.lessons()[0].key, key);
  // Two moves at once, of which one gave a new name: the last place counts.
  fs::create_hard_link(folder / "c", folder / "a");
  again.look_at({file("c", FolderKind::kJunk), file("a", FolderKind::kOther)}, kNow);
  EXPECT_EQ(told(again), "c as junk, a as other");
  fs::remove_all(folder);
}

TEST(WatchBook, ALessonUnderWayIsLearnedUnderItsKeyAfterARestart) {
  WatchBook book = WatchBook::begin();
  look(book, {inbox("a"), inbox("b")});
  book.look_at({junk("a"), inbox("b")}, kNow);
  const std::string key = book.lessons().at(0).key;
  WatchBook again = WatchBook::parse(book.text(), "book");
  EXPECT_EQ(told(again), "") << "until it is seen, there is nothing to read";
  again.look_at({junk("a"), inbox("b")}, kNow);
  ASSERT_EQ(told(again), "a as junk");
  EXPECT_EQ(again.lessons()[0].key, key);
  // Perhaps it was learned: then it has to be learned as the other one now, under another key.
  WatchBook moved = WatchBook::parse(book.text(), "book");
  moved.look_at({inbox("a"), inbox("b")}, kNow);
  ASSERT_EQ(told(moved), "a as other");
  EXPECT_NE(moved.lessons()[0].key, key);
  EXPECT_NE(WatchBook::begin().text(), WatchBook::begin().text());
}

TEST(WatchBook, NamesOfAnyBytesAreReadAsWritten) {
  WatchBook book = WatchBook::begin();
  look(book, {inbox("a b\n%\xFF\x01"), junk("ü,S=1")});
  const WatchBook read = WatchBook::parse(book.text(), "book");
  ASSERT_EQ(read.size(), 2U);
  EXPECT_TRUE(read.messages().count("a b\n%\xFF\x01") == 1 && read.messages().count("ü,S=1") == 1);
  EXPECT_EQ(read.text(), book.text());
  EXPECT_FALSE(read.has_changed());
}

TEST(WatchBook, WhatIsNoneIsRefusedWithItsLine) {
  const std::string good = "tally-watch-1 ab 0\na 0 1 0 - - 0 0 1 2 3\n";
  EXPECT_EQ(WatchBook::parse(good, "book").size(), 1U);
  for (const std::string& bad :
       {std::string(), std::string("tally-watch-2 ab 0\n"), std::string("tally-watch-1 ab\n"),
        good + "a 0 1 0 - - 0 0 1 2 3\n", good + "b 0 1 0 x - 0 0 1 2 3\n", good + "\n",
        good + "b 0 1 0 - - 0 0 1 2\n", good + "b 0 1 0 - - 0 0 1 2 3 4\n",
        good + "%zz 0 1 0 - - 0 0 1 2 3\n", good + "b 0 2 0 - - 0 0 1 2 3\n"}) {
    try {
      WatchBook::parse(bad, "book");
      ADD_FAILURE() << bad;
    } catch (const Error& error) {
      EXPECT_EQ(error.kind(), ErrorKind::kData);
      EXPECT_GT(error.place().line, 0);
    }
  }
}

}  // namespace
}  // namespace tally::watch
