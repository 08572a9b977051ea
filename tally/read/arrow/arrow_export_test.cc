// SPDX-License-Identifier: Apache-2.0
#include "tally/read/arrow/arrow_export.h"

#include <gtest/gtest.h>

#include <cmath>

#include "tally/read/arrow/arrow_column.h"

namespace tally {
namespace {

TEST(ArrowExport, WhatGoesOutComesIn) {
  const double nan = std::nan("");
  const std::vector<TableColumn> columns{{"x", ValueType::kNumber, {1.5, nan, -2}, {}},
                                         {"b", ValueType::kBoolean, {1, 0, nan}, {}},
                                         {"t", ValueType::kText, {}, {"ab", "", "cde"}}};
  ArrowSchema schema = export_schema(columns);
  ArrowArray rows = export_rows(columns);
  EXPECT_STREQ(schema.format, "+s");
  ASSERT_EQ(rows.n_children, 3);
  EXPECT_EQ(rows.length, 3);
  const std::vector<std::vector<std::string>> expected{
      {"1.5", "", "-2"}, {"true", "false", ""}, {"ab", "", "cde"}};
  for (std::size_t i = 0; i < columns.size(); ++i) {
    EXPECT_EQ(schema.children[i]->name, columns[i].name);
    const ArrowColumn column(*schema.children[i], *rows.children[i], 0);
    for (std::int64_t row = 0; row < 3; ++row) {
      std::string text;
      column.append_text(row, text);
      EXPECT_EQ(text, expected[i][static_cast<std::size_t>(row)]);
    }
  }
  schema.release(&schema);
  rows.release(&rows);
  EXPECT_EQ(schema.release, nullptr);
  EXPECT_EQ(rows.release, nullptr);
}

}  // namespace
}  // namespace tally
