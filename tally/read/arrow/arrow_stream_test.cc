// SPDX-License-Identifier: Apache-2.0
#include "tally/read/arrow/arrow_stream.h"

#include <gtest/gtest.h>

#include "tally/read/arrow/arrow_testing.h"

namespace tally {
namespace {

TEST(ArrowStream, OnlyTheColumnsThatAreWanted) {
  TALLY_NEEDS_ARROW();
  const TestFolder folder;
  const std::vector<TableColumn> columns{{"a", ValueType::kNumber, {1}, {}},
                                         {"b", ValueType::kNumber, {2}, {}},
                                         {"c", ValueType::kNumber, {3}, {}}};
  const std::vector<std::string> wanted{"c", "a"};
  for (const FileFormat format : {FileFormat::kParquet, FileFormat::kArrowFile}) {
    InputFiles files({write_table(folder, "x", format, columns)});
    ArrowStream stream(files, 0, format, &wanted);
    EXPECT_EQ(stream.columns(), (std::vector<std::string>{"a", "c"}));
    const auto batch = stream.next();
    ASSERT_NE(batch, nullptr);
    EXPECT_EQ(batch->length, 1);
    EXPECT_EQ(stream.next(), nullptr);
  }
}

TEST(ArrowStream, BrokenFilesAreErrors) {
  TALLY_NEEDS_ARROW();
  const TestFolder folder;
  for (const FileFormat format : {FileFormat::kParquet, FileFormat::kArrowFile,
                                  FileFormat::kArrowStream, FileFormat::kJsonLines}) {
    InputFiles files({folder.write("x", "no such thing at all\n")});
    const auto error = error_of([&] { ArrowStream(files, 0, format, nullptr); });
    ASSERT_TRUE(error);
    EXPECT_EQ(error->kind(), ErrorKind::kData);
    EXPECT_TRUE(has(error->what(), "cannot be read as")) << error->what();
  }
}

TEST(ArrowStream, DoubledNames) {
  TALLY_NEEDS_ARROW();
  const TestFolder folder;
  const std::vector<TableColumn> columns{{"a", ValueType::kNumber, {1}, {}},
                                         {"a", ValueType::kNumber, {2}, {}}};
  InputFiles files({write_table(folder, "x", FileFormat::kArrowFile, columns)});
  EXPECT_TRUE(has(message_of([&] { ArrowStream(files, 0, FileFormat::kArrowFile, nullptr); }),
                  "the column 'a' is there twice"));
}

}  // namespace
}  // namespace tally
