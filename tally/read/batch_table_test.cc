// SPDX-License-Identifier: Apache-2.0
#include "tally/read/batch_table.h"

#include <gtest/gtest.h>

#include "tally/schema.h"

namespace tally {
namespace {

Schema schema() {
  Schema out;
  out.columns = {feature("age", Family::kGaussian),
                 feature("note", Family::kText, ValueType::kText), target_column("y")};
  return validated(out);
}

TEST(BatchTable, HandsItsRowsOnWithTextsCut) {
  const std::vector<CellTexts> rows{{{"age", "1"}, {"note", "free money free"}, {"y", "a"}}};
  Table table = table_over(told_rows(schema(), rows, ToldTruth::kTaken));
  EXPECT_EQ(table.column_names(), (std::vector<std::string>{"age", "note", "y"}));
  int finished = 0;
  table.read(schema(), 4, [&](const Batch& batch, int worker) -> Table::Finish {
    EXPECT_EQ(worker, 0);
    EXPECT_EQ(batch.rows, 1);
    const auto& terms = std::get<Terms>(*batch.find("note"));
    EXPECT_EQ(terms.starts[1] - terms.starts[0], 2);
    return [&] { ++finished; };
  });
  EXPECT_EQ(finished, 1);
}

TEST(BatchTable, HasTheColumnsThatAreNeeded) {
  const std::vector<CellTexts> rows{{{"age", "1"}}};
  const auto read = [&](const std::vector<Role>& optional) {
    Table table = table_over(told_rows(schema(), rows, ToldTruth::kIgnored));
    table.read(
        schema(), 1, [](const Batch&, int) -> Table::Finish { return {}; }, optional);
  };
  EXPECT_NO_THROW(read({Role::kTarget}));
  try {
    read({});
    ADD_FAILURE();
  } catch (const Error& error) {
    EXPECT_EQ(error.kind(), ErrorKind::kData);
    EXPECT_NE(std::string(error.what()).find("'y'"), std::string::npos) << error.what();
  }
}

}  // namespace
}  // namespace tally
