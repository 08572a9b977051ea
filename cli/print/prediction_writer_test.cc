// SPDX-License-Identifier: Apache-2.0
#include "cli/print/prediction_writer.h"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>

namespace tally::cli {
namespace {

constexpr double kInfinity = std::numeric_limits<double>::infinity();

// A row with joints 1/8 and 3/8, and one that is impossible.
Posteriors answers() {
  Posteriors out;
  out.rows = 2;
  out.classes = 2;
  out.log_joint = {-3, -2, -kInfinity, -kInfinity};
  out.posterior = {0.25, 0.75, 0, 0};
  out.log_posterior = {-2, -1, -kInfinity, -kInfinity};
  out.log_evidence = {-0.5, -kInfinity};
  return out;
}

Batch two_rows() {
  Batch batch;
  batch.rows = 2;
  batch.kept = {{"id", "a,b"}, {"1", "x \"y\"", " 2", ""}};
  return batch;
}

Loss loss() { return Loss::zero_one({Label::of("b,a"), Label::of("c")}); }

TEST(PredictionWriter, Csv) {
  const PredictionWriter writer(loss(), {{}, true, true, true, {}, {}}, false);
  EXPECT_EQ(writer.header(),
            "prediction,\"p(b,a)\",p(c),\"log_joint(b,a)\",log_joint(c),log_evidence,\"risk(b,a)\","
            "risk(c)\n");
  const PredictionWriter::Lines lines = writer.lines(two_rows(), answers());
  EXPECT_EQ(lines.text, "c,0.25,0.75,-3,-2,-0.5,0.75,0.25\n,,,-inf,-inf,-inf,,\n");
  EXPECT_EQ(lines.impossible, 1);
}

TEST(PredictionWriter, KeptCellsReadBackAsTheyWere) {
  const PredictionWriter writer(loss(), {{"id", "a,b"}, false, false, false, {}, {}}, false);
  EXPECT_EQ(writer.header(), "id,\"a,b\",prediction,\"p(b,a)\",p(c)\n");
  EXPECT_EQ(writer.lines(two_rows(), answers()).text,
            "1,\"x \"\"y\"\"\",c,0.25,0.75\n\" 2\",,,,\n");
}

TEST(PredictionWriter, JsonLines) {
  const PredictionWriter writer(loss(), {{"id", "a,b"}, false, true, false, {}, {}}, true);
  EXPECT_EQ(writer.header(), "");
  EXPECT_EQ(
      writer.lines(two_rows(), answers()).text,
      "{\"id\":\"1\",\"a,b\":\"x \\\"y\\\"\",\"prediction\":\"c\",\"p(b,a)\":0.25,\"p(c)\":0.75,"
      "\"log_evidence\":-0.5}\n"
      "{\"id\":\" 2\",\"a,b\":\"\",\"prediction\":null,\"p(b,a)\":null,\"p(c)\":null,"
      "\"log_evidence\":null}\n");
}

TEST(PredictionWriter, JsonLinesNameTheRule) {
  PredictionColumns columns;
  columns.rule = Rule::kWeighted;
  const PredictionWriter writer(loss(), columns, true);
  EXPECT_EQ(writer.lines(two_rows(), answers()).text,
            "{\"prediction\":\"c\",\"p(b,a)\":0.25,\"p(c)\":0.75,\"rule\":\"weighted\"}\n"
            "{\"prediction\":null,\"p(b,a)\":null,\"p(c)\":null,\"rule\":\"weighted\"}\n");
  EXPECT_EQ(PredictionWriter(loss(), columns, false).header(), "prediction,\"p(b,a)\",p(c)\n");
}

TEST(PredictionWriter, WholeNumbersStayIntegers) {
  constexpr std::int64_t kBeyondDoubles = (std::int64_t{1} << 53) + 1;
  const Loss whole = Loss::zero_one({Label::of(std::int64_t{-1}), Label::of(kBeyondDoubles)});
  const auto columns = PredictionWriter(whole, {}, false).columns(two_rows(), answers()).columns;
  EXPECT_TRUE(columns[0].is_whole);
  EXPECT_EQ(columns[0].integers,
            (std::vector<std::optional<std::int64_t>>{kBeyondDoubles, std::nullopt}));
  EXPECT_FALSE(columns[1].is_whole);
  EXPECT_EQ(PredictionWriter(whole, {}, true).lines(two_rows(), answers()).text.substr(0, 33),
            "{\"prediction\":9007199254740993,\"p");
  // Among others, or with "reject", they are what the others are.
  for (const Loss& mixed :
       {Loss::zero_one({Label::of(0.5), Label::of(std::int64_t{1})}), whole.with_reject(0.1)}) {
    EXPECT_FALSE(PredictionWriter(mixed, {}, false).no_rows()[0].is_whole);
  }
}

TEST(PredictionWriter, AKeptColumnMayNotHaveTheNameOfAnAnswer) {
  EXPECT_THROW(PredictionWriter(loss(), {{"p(c)"}, false, false, false, {}, {}}, false), Error);
}

TEST(PredictionWriter, OfMailTheCutOffsDecide) {
  const auto lines = [](double spam_from) {
    PredictionColumns columns;
    columns.verdict = VerdictRule{1, {spam_from, 0.2}};
    return PredictionWriter(loss(), columns, false).lines(two_rows(), answers()).text;
  };
  EXPECT_EQ(lines(0.75), "c,0.25,0.75\n,,\n");
  EXPECT_EQ(lines(0.76), "unsure,0.25,0.75\n,,\n");
}

}  // namespace
}  // namespace tally::cli
