// SPDX-License-Identifier: Apache-2.0
#include "tally/read.h"

#include "tally/read/read_testing.h"

namespace tally {
namespace {

TEST(RowSelection, OnePartSorted) {
  const TestFolder folder;
  const std::string file =
      folder.write("split.json", R"({"source": "x", "train": [5, 0, 3], "test": [1], "none": []})");
  EXPECT_EQ(read_row_selection(file, "train").rows, (std::vector<std::int64_t>{0, 3, 5}));
  EXPECT_EQ(read_row_selection(file, "test").rows, std::vector<std::int64_t>{1});
  EXPECT_TRUE(read_row_selection(file, "none").rows.empty());
  EXPECT_EQ(read_row_selection(file, "test").file, file);
}

TEST(RowSelection, WhatIsNoSelection) {
  const TestFolder folder;
  for (const char* text : {"", "[]", "{}", R"({"train": 1})", R"({"train": [1, -2]})",
                           R"({"train": [1, 2, 1]})", R"({"train": [1.5]})", R"({"train": ["a"]})",
                           R"({"train": [[1]]})", R"({"train": [18446744073709551615]})"}) {
    const std::string file = folder.write("split.json", text);
    const auto error = error_of([&] { read_row_selection(file, "train"); });
    ASSERT_TRUE(error) << text;
    EXPECT_EQ(error->kind(), ErrorKind::kData) << text;
    EXPECT_TRUE(has(error->what(), file)) << error->what();
  }
  EXPECT_EQ(error_of([&] { read_row_selection(folder.path() + "/none", "train"); })->kind(),
            ErrorKind::kNoInput);
}

}  // namespace
}  // namespace tally
