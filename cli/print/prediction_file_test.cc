// SPDX-License-Identifier: Apache-2.0
#include "cli/print/prediction_file.h"

#include <gtest/gtest.h>

namespace tally::cli {
namespace {

TEST(PredictionFile, TheFormatIsNamedOrEndsTheName) {
  EXPECT_EQ(prediction_format("", ""), FileFormat::kDelimited);
  EXPECT_EQ(prediction_format("", "out.txt"), FileFormat::kDelimited);
  EXPECT_EQ(prediction_format("", "out.parquet"), FileFormat::kParquet);
  EXPECT_EQ(prediction_format("", "out.arrow"), FileFormat::kArrowFile);
  EXPECT_EQ(prediction_format("", "out.jsonl"), FileFormat::kJsonLines);
  EXPECT_EQ(prediction_format("csv", "out.parquet"), FileFormat::kDelimited);
  EXPECT_EQ(prediction_format("arrows", ""), FileFormat::kArrowStream);
  for (const char* format : {"svmlight", "arff", "fasttext"}) {
    EXPECT_THROW(prediction_format(format, ""), Error) << format;
  }
  EXPECT_EQ(prediction_format("", "out.ft.txt"), FileFormat::kDelimited);
  EXPECT_THROW(prediction_format("xml", ""), Error);
}

TEST(PredictionFile, AnEndingOfAnotherFormatIsRefused) {
  for (const char* path :
       {"out.xlsx", "out.CSV.gz", "out.csv.gz", "out.tsv", "out.svm", "a.tally"}) {
    EXPECT_THROW(prediction_format("", path), Error) << path;
    EXPECT_EQ(prediction_format("csv", path), FileFormat::kDelimited) << path;
  }
  for (const char* path :
       {"-", "answers", "some.folder/answers", "run-1.5", ".answers", "out.csv"}) {
    EXPECT_EQ(prediction_format("", path), FileFormat::kDelimited) << path;
  }
}

}  // namespace
}  // namespace tally::cli
