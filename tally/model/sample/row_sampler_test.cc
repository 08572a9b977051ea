// SPDX-License-Identifier: Apache-2.0
#include "tally/model/sample/row_sampler.h"

#include <gtest/gtest.h>

#include <random>

#include "tally/batch/table_testing.h"
#include "tally/count/mixed_table_testing.h"
#include "tally/model/sample/row_digest.h"

namespace tally {
namespace {

// What a sampler is to hold: every row that counts, put into a RowSample one by one.
RowSample one_by_one(const Schema& schema, const Batch& batch, RowSample sample) {
  RowHasher hasher(schema);
  RowDigester digester(schema);
  hasher.for_each_block(batch, [&](std::int64_t first, std::span<const std::uint64_t> states) {
    for (std::size_t i = 0; i < states.size(); ++i) {
      const std::int64_t row = first + static_cast<std::int64_t>(i);
      const auto klass = cell_label(*batch.find(schema.target().name), row);
      if (!klass || digester.weighs_nothing(batch, row)) continue;
      digester.digest(batch, row);
      sample.add({digest_of(states[i]), klass->to_string(), 1, digester.evidence()});
    }
  });
  return sample;
}

RowSample sampled(const Schema& schema, const Batch& batch, const RowSample& empty) {
  RowSampler sampler(schema, empty);
  sampler.add(batch);
  return sampler.sample();
}

// A table of which many rows are equal, in one class or several.
class SamplerTest : public testing::TestWithParam<std::tuple<int, bool>> {
 protected:
  SamplerTest() {
    std::mt19937 random(3);
    const auto draw = [&](unsigned values) {
      std::vector<double> out;
      for (int row = 0; row < kRows; ++row) {
        out.push_back(random() % 9 == 0 ? kNone : static_cast<double>(random() % values) / 4);
      }
      return out;
    };
    std::vector<std::string> colours, classes;
    std::vector<double> weights;
    std::vector<int> flags;
    for (int row = 0; row < kRows; ++row) {
      colours.push_back(random() % 5 == 0 ? "" : "c" + std::to_string(random() % 4));
      classes.push_back(random() % 7 == 0 ? "" : "k" + std::to_string(random() % 3));
      weights.push_back(random() % 4 == 0 ? 0.0 : static_cast<double>(random() % 2) + 1);
      flags.push_back(static_cast<int>(random() % 3) - 1);
    }
    table_.texts("colour", colours)
        .booleans("flag", flags)
        .numbers("size", draw(values()))
        .numbers("visits", draw(3))
        .numbers("word_a", draw(2))
        .numbers("word_b", draw(2))
        .texts("y", classes)
        .numbers("w", weights);
  }

  static unsigned values() { return static_cast<unsigned>(std::get<0>(GetParam())); }
  Schema schema() const {
    Schema schema = mixed_schema();
    if (!std::get<1>(GetParam())) {
      std::erase_if(schema.columns, [](const auto& column) { return column.name == "w"; });
    }
    return validated(schema);
  }

  static constexpr int kRows = 3000;
  TestTable table_;
};

TEST_P(SamplerTest, HoldsWhatEveryRowOneByOneWouldLeave) {
  for (const std::int64_t most : {0, 1, 2, 10, 63, 300, 100'000}) {
    EXPECT_EQ(sampled(schema(), table_.batch(), RowSample(most)),
              one_by_one(schema(), table_.batch(), RowSample(most)))
        << most;
  }
}

TEST_P(SamplerTest, KeepsNothingThatWasLeftOutBefore) {
  RowSample bounded(50);
  bounded.set_below("4000000000000000aaaaaaaaaaaaaaaa");
  EXPECT_EQ(sampled(schema(), table_.batch(), bounded),
            one_by_one(schema(), table_.batch(), bounded));
  RowSample all(std::numeric_limits<std::int64_t>::max());
  all.set_below("4000000000000000aaaaaaaaaaaaaaaa");
  EXPECT_EQ(sampled(schema(), table_.batch(), all), one_by_one(schema(), table_.batch(), all));
}

TEST_P(SamplerTest, PiecesInAnyOrderAreTheWhole) {
  const Batch batch = table_.batch();
  RowSampler sampler(schema(), RowSample(40));
  for (const auto& [begin, end] : {std::pair(2000, 3000), std::pair(0, 1), std::pair(1, 2000)}) {
    sampler.add(slice(batch, begin, end));
    sampler.sample();  // asked in between, it goes on
  }
  EXPECT_EQ(sampler.sample(), sampled(schema(), batch, RowSample(40)));
}

TEST_P(SamplerTest, ARowSoManyTimesIsThatRowAgainAndAgain) {
  const Batch batch = table_.batch();
  std::vector<std::int64_t> times;
  RowSampler again(schema(), RowSample(40));
  for (std::int64_t row = 0; row < batch.rows; ++row) {
    times.push_back(row % 4 == 0 ? 0 : row % 7);
    for (std::int64_t i = 0; i < times.back(); ++i) again.add(slice(batch, row, row + 1));
  }
  RowSampler at_once(schema(), RowSample(40));
  at_once.add(batch, times);
  EXPECT_EQ(at_once.sample(), again.sample());
}

INSTANTIATE_TEST_SUITE_P(Tables, SamplerTest,
                         testing::Combine(testing::Values(1, 3, 40, 1'000'000), testing::Bool()));

TEST(RowSampler, TheLabelsOfADictionaryMayComeLater) {
  const Schema schema = validated({{feature("c", Family::kCategorical, ValueType::kText),
                                    column_with_role("y", Role::kTarget, ValueType::kText)},
                                   {}});
  auto classes = std::make_shared<Dictionary>(std::vector{Label::of("k")});
  auto labels = std::make_shared<Dictionary>(std::vector{Label::of("a")});
  const std::vector<std::int32_t> zero{0}, one{1};
  RowSampler sampler(schema, RowSample(10));
  const auto add = [&](const std::vector<std::int32_t>& codes, const auto& dictionary) {
    Batch batch;
    batch.rows = 1;
    batch.columns.push_back({"c", Codes::of(codes, dictionary)});
    batch.columns.push_back({"y", Codes::of(zero, classes)});
    sampler.add(batch);
  };
  add(zero, labels);
  labels->code(Label::of("b"));
  add(one, labels);
  add(zero, std::make_shared<Dictionary>(std::vector{Label::of("b")}));
  TestTable table;
  table.texts("c", {"a", "b", "b"}).texts("y", {"k", "k", "k"});
  EXPECT_EQ(sampler.sample(), one_by_one(schema, table.batch(), RowSample(10)));
}

// What was counted by value is taken for something else, and a column left out.
TEST(RowSampler, ASampleIsTakenAgainWithoutItsRowsWhereThatCanBe) {
  const ColumnSchema y = column_with_role("y", Role::kTarget, ValueType::kText);
  const auto by_value = [](const char* name) {
    return feature(name, Family::kCategorical, ValueType::kNumber);
  };
  const Schema schema = validated({{by_value("a"), by_value("b"), by_value("none"), y}, {}, {}});
  const Schema other = validated({{feature("a", Family::kGaussian), by_value("b"), y}, {}, {}});
  const Schema less = validated({{feature("a", Family::kGaussian), y}, {}, {}});
  const std::int64_t far = (std::int64_t{1} << 53) + 1;  // no double, and so another number
  for (const std::int64_t first : {std::int64_t{0}, far}) {
    std::vector<std::optional<Label>> a, b, none(100);
    std::vector<std::string> classes;
    for (std::int64_t row = 0; row < 100; ++row) {
      a.emplace_back(Label::of(first + row % 30));
      b.emplace_back(Label::of(row % 7));
      classes.emplace_back(row % 2 == 0 ? "k" : "l");
    }
    TestTable table;
    table.labels("a", a).labels("b", b).labels("none", none).texts("y", classes);
    Counts counts(schema);
    counts.add(table.batch());
    std::vector<double> numbers;
    for (const auto& label : a) numbers.push_back(*parse_number(label->to_string()));
    TestTable as_numbers;
    as_numbers.numbers("a", numbers).labels("b", b).texts("y", classes);
    for (const std::int64_t most : {10, 1000}) {
      const RowSample sample = sampled(schema, table.batch(), RowSample(most));
      const bool has_all = most == 1000;
      for (const Schema& to : {other, less}) {
        const std::optional<RowSample> again = resampled(sample, counts, to);
        const bool is_known = has_all || (to == other && first == 0);
        ASSERT_EQ(again.has_value(), is_known) << most << ' ' << first;
        if (!again) continue;
        EXPECT_EQ(*again, sampled(to, as_numbers.batch(), RowSample(most)));
        EXPECT_TRUE(is_sample_of(*again, to));
      }
    }
  }
}

// A value that only rows have that were left out: without it, one of them may be in.
TEST(RowSampler, ASampleIsNotTakenAgainWhereRowsOutsideOfItChange) {
  const ColumnSchema y = column_with_role("y", Role::kTarget, ValueType::kText);
  const ColumnSchema rare = feature("rare", Family::kCategorical, ValueType::kNumber);
  const Schema schema = validated({{feature("a", Family::kGaussian), rare, y}, {}, {}});
  const Schema less = validated({{feature("a", Family::kGaussian), y}, {}, {}});
  std::vector<double> a;
  std::vector<std::optional<Label>> values(100);
  for (int row = 0; row < 100; ++row) a.push_back(row);
  values[99] = Label::of(1.0);
  TestTable table;
  table.numbers("a", a).labels("rare", values).texts("y", std::vector<std::string>(100, "k"));
  Counts counts(schema);
  counts.add(table.batch());
  const RowSample sample = sampled(schema, table.batch(), RowSample(10));
  for (const SampledRow& row : sample.rows()) ASSERT_EQ(row.columns.size(), 1U);
  EXPECT_FALSE(resampled(sample, counts, less).has_value());
}

TEST(RowSampler, ATableOfNothingButClassesIsOneRowForEach) {
  const Schema schema =
      validated({{column_with_role("y", Role::kTarget, ValueType::kBoolean)}, {}, {}});
  TestTable table;
  table.booleans("y", {1, 0, 1, -1, 1});
  const RowSample sample = sampled(schema, table.batch(), RowSample(1));
  ASSERT_EQ(sample.rows().size(), 2U);
  EXPECT_EQ(sample.size(), 1);
  EXPECT_EQ(sample.rows().begin()->klass, "false");
  EXPECT_EQ(sample.rows().rbegin()->times, 3);
}

}  // namespace
}  // namespace tally
