// SPDX-License-Identifier: Apache-2.0
#include "tally/read/arrow/arrow_batch.h"

#include <gtest/gtest.h>

#include "tally/read/arrow/arrow_testing.h"

namespace tally {
namespace {

ReadPlan plan_of(const ColumnSchema& column) {
  ReadPlan plan;
  plan.names = {column.name};
  plan.columns.push_back({column, 0});
  return plan;
}

ArrowPiece piece_of(const TestFolder& folder, const TableColumn& column) {
  InputFiles files({write_table(folder, "x", FileFormat::kArrowFile, {column})});
  auto stream = std::make_shared<ArrowStream>(files, 0, FileFormat::kArrowFile, nullptr);
  auto batch = stream->next();
  return {stream, batch, 0, batch->length, 100};
}

// A column is made into what the schema asks for, whatever it is in the file.
TEST(ArrowBatch, TextsAsNumbersAndNumbersAsTexts) {
  TALLY_NEEDS_ARROW();
  const TestFolder folder;
  ColumnSchema number;
  number.name = "x";
  const ReadPlan numbers = plan_of(number);
  ArrowBatcher to_numbers(numbers);
  const Batch& batch =
      to_numbers.convert(piece_of(folder, {"x", ValueType::kText, {}, {"1.5", "", "-2"}}));
  EXPECT_EQ(std::get<Numbers>(batch.columns[0].values).at(2), -2);
  EXPECT_EQ(batch.first_row, 100);
  ColumnSchema text = number;
  text.family = Family::kCategorical;
  text.type = ValueType::kText;
  const ReadPlan texts = plan_of(text);
  ArrowBatcher to_texts(texts);
  to_texts.convert(piece_of(folder, {"x", ValueType::kNumber, {7, 0.25, 7}, {}}));
  EXPECT_EQ(to_texts.dictionary(0)->labels(),
            (std::vector<Label>{Label::of("7"), Label::of("0.25")}));
}

TEST(ArrowBatch, NumbersAreNotCopied) {
  TALLY_NEEDS_ARROW();
  const TestFolder folder;
  ColumnSchema number;
  number.name = "x";
  const ReadPlan plan = plan_of(number);
  ArrowBatcher batcher(plan);
  const ArrowPiece piece = piece_of(folder, {"x", ValueType::kNumber, {7, 0.25, 7}, {}});
  const Batch& batch = batcher.convert(piece);
  EXPECT_EQ(std::get<Numbers>(batch.columns[0].values).data, piece.batch->children[0]->buffers[1]);
}

TEST(ArrowBatch, ACellThatDoesNotFitHasItsRow) {
  TALLY_NEEDS_ARROW();
  const TestFolder folder;
  ColumnSchema number;
  number.name = "x";
  const ReadPlan plan = plan_of(number);
  ArrowBatcher batcher(plan);
  EXPECT_TRUE(has(message_of([&] {
                    batcher.convert(piece_of(folder, {"x", ValueType::kText, {}, {"1", "many"}}));
                  }),
                  "row 101: column 'x': expected a number, found 'many'"));
}

}  // namespace
}  // namespace tally
