// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <cmath>
#include <limits>

#include "tally/batch.h"
#include "tally/batch/term_dictionary.h"

namespace tally {
namespace {

constexpr double kNaN = std::numeric_limits<double>::quiet_NaN();

Batch three_rows() {
  return BatchBuilder()
      .numbers("x", {1, kNaN, 2.5})
      .seconds("when", {0, 60, kNaN}, ValueType::kTime)
      .texts("colour", {"red", "", "red"})
      .labels("code", {Label::of(std::int64_t{7}), std::nullopt, Label::of(std::int64_t{8})})
      .booleans("sure", {true, std::nullopt, false})
      .sentences("body", {"Free money", "", std::nullopt})
      .terms("words",
             {BatchBuilder::Words{"free", "money", "free"}, BatchBuilder::Words{}, std::nullopt})
      .batch();
}

// The cells are read after the builder is gone: the batch owns them.
TEST(BatchBuilder, ColumnsOfEveryType) {
  const Batch batch = three_rows();
  EXPECT_EQ(batch.rows, 3);
  const auto label = [&](const char* name, std::int64_t row) {
    return cell_label(*batch.find(name), row);
  };
  EXPECT_EQ(label("x", 0), Label::of(1.0));
  EXPECT_EQ(label("x", 1), std::nullopt);
  EXPECT_EQ(std::get<Numbers>(*batch.find("when")).holds, ValueType::kTime);
  EXPECT_EQ(label("colour", 2), Label::of("red"));
  EXPECT_EQ(label("colour", 1), std::nullopt);
  EXPECT_EQ(std::get<Codes>(*batch.find("colour")).dictionary->size(), 1);
  EXPECT_EQ(label("code", 2), Label::of(std::int64_t{8}));
  EXPECT_EQ(label("sure", 0), Label::of(true));
  EXPECT_EQ(label("sure", 1), std::nullopt);
  EXPECT_EQ(label("sure", 2), Label::of(false));
}

TEST(BatchBuilder, SentencesAndTerms) {
  const Batch batch = three_rows();
  const auto& body = std::get<Texts>(*batch.find("body"));
  EXPECT_EQ(body.cells[0], "Free money");
  EXPECT_FALSE(body.is_missing(1));
  EXPECT_TRUE(body.is_missing(2));
  const auto& words = std::get<Terms>(*batch.find("words"));
  std::string text;
  words.for_each(0, [&](std::int32_t code, std::int32_t times) {
    text.append(words.dictionary->term(code)).append(" " + std::to_string(times) + ";");
  });
  EXPECT_EQ(text, "free 2;money 1;");
  EXPECT_EQ(words.starts[1], words.starts[2]);
  EXPECT_TRUE(words.validity.at(1));
  EXPECT_FALSE(words.validity.at(2));
}

TEST(BatchBuilder, ColumnsAreOfOneLength) {
  BatchBuilder builder;
  builder.numbers("x", {1, 2});
  EXPECT_THROW(builder.texts("y", {"a"}), Error);
}

}  // namespace
}  // namespace tally
