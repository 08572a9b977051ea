// SPDX-License-Identifier: Apache-2.0
#include "tally/read/svmlight/svmlight_batch.h"

#include <gtest/gtest.h>

#include "tally/read/read_testing.h"

namespace tally {
namespace {

SvmlightPlan plan_for(const std::vector<std::int64_t>& indices, std::size_t cells) {
  SvmlightPlan plan;
  plan.label.emplace();
  plan.label->name = kSvmlightLabel;
  plan.label->role = Role::kTarget;
  plan.cells = cells;
  for (const std::int64_t index : indices) {
    plan.feature_of.emplace(index, plan.features.size());
    plan.features.emplace_back().name = std::to_string(index);
  }
  return plan;
}

TEST(SvmlightBatch, DenseRowsWithZerosWhateverTheBatchSize) {
  const std::string text = "1 2:5\n# none\n\n-1 1:1 3:3\n1 9:9\n1 1:2 2:4";
  const std::vector<std::vector<double>> expected{{0, 5, 0}, {1, 0, 3}, {0, 0, 0}, {2, 4, 0}};
  for (const std::size_t cells : {1U, 3U, 6U, 100U}) {
    const SvmlightPlan plan = plan_for({1, 2, 3}, cells);
    SvmlightBatcher batcher(plan);
    std::vector<std::vector<double>> rows;
    std::vector<std::int64_t> lines;
    batcher.parse(block_of(text), "x.svm", [&](const Batch& batch) {
      EXPECT_LE(static_cast<std::size_t>(batch.rows), std::max<std::size_t>(1, cells / 3));
      EXPECT_EQ(batch.first_row, static_cast<std::int64_t>(rows.size()));
      for (std::int64_t row = 0; row < batch.rows; ++row) {
        std::vector<double>& cells_of_row = rows.emplace_back();
        for (const char* name : {"1", "2", "3"}) {
          cells_of_row.push_back(std::get<Numbers>(*batch.find(name)).at(row));
        }
        lines.push_back(batch.lines[static_cast<std::size_t>(row)]);
      }
    });
    EXPECT_EQ(rows, expected) << cells;
    EXPECT_EQ(lines, (std::vector<std::int64_t>{1, 4, 5, 6}));
    EXPECT_EQ(batcher.dictionary()->size(), 2);
  }
  EXPECT_EQ(count_svmlight_rows(block_of(text)), 4);
}

TEST(SvmlightBatch, SelectedRows) {
  SvmlightPlan plan = plan_for({1}, 100);
  const RowSelection selection{"rows.json", {0, 2}};
  plan.rows = &selection;
  SvmlightBatcher batcher(plan);
  std::int64_t rows = 0;
  batcher.parse(block_of("1 1:1\n1 1:2\n1 1:3\n"), "x.svm", [&](const Batch& batch) {
    rows += batch.rows;
    EXPECT_EQ(std::get<Numbers>(*batch.find("1")).at(1), 3);
  });
  EXPECT_EQ(rows, 2);
}

TEST(SvmlightBatch, AFaultHasItsLineAndComesAfterTheRowsBeforeIt) {
  const SvmlightPlan plan = plan_for({1}, 100);
  for (const char* bad : {"1 1;2", "one 1:2"}) {
    SvmlightBatcher batcher(plan);
    std::int64_t rows = 0;
    const std::string text = std::string("1 1:1\n\n") + bad + "\n1 1:3\n";
    const auto error = error_of([&] {
      batcher.parse(block_of(text), "x.svm", [&](const Batch& batch) { rows += batch.rows; });
    });
    ASSERT_TRUE(error);
    EXPECT_EQ(error->kind(), ErrorKind::kData);
    EXPECT_TRUE(has(error->what(), "x.svm:3: ")) << error->what();
    EXPECT_EQ(rows, 1);
  }
}

}  // namespace
}  // namespace tally
