// SPDX-License-Identifier: Apache-2.0
#include "tally/read/table_writer.h"

#include <gtest/gtest.h>

#include "tally/read.h"
#include "tally/read/arrow/arrow_testing.h"

namespace tally {
namespace {

TEST(TableWriter, TheReaderReadsItBack) {
  TALLY_NEEDS_ARROW();
  const TestFolder folder;
  const std::vector<TableColumn> columns{{"x", ValueType::kNumber, {1.5, -2}, {}},
                                         {"t", ValueType::kText, {}, {"ab", ""}}};
  for (const FileFormat format :
       {FileFormat::kParquet, FileFormat::kArrowFile, FileFormat::kArrowStream}) {
    Table table({write_table(folder, "out", format, columns, 3)}, ReadOptions{});
    EXPECT_EQ(table.column_names(), (std::vector<std::string>{"x", "t"}));
    const std::vector<ColumnSample> samples = table.sample();
    EXPECT_TRUE(samples[0].numbers);
    EXPECT_EQ(samples[0].distinct, 2);
    EXPECT_FALSE(samples[1].numbers);
  }
}

TEST(TableWriter, AFailureOfTheOutputComesThrough) {
  TALLY_NEEDS_ARROW();
  const std::vector<TableColumn> columns{{"x", ValueType::kNumber, {1.5}, {}}};
  const auto fail = [](std::string_view) {
    throw Error(ErrorKind::kInputOutput, "the disk is full");
  };
  const auto error = error_of([&] {
    TableWriter writer(FileFormat::kParquet, columns, fail, "x");
    writer.write(columns);
    writer.finish();
  });
  ASSERT_TRUE(error);
  EXPECT_EQ(error->kind(), ErrorKind::kInputOutput);
}

}  // namespace
}  // namespace tally
