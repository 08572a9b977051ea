// SPDX-License-Identifier: Apache-2.0
// What the tests of the scorers share: one feature, scored row by row.
#pragma once

#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "tally/batch/table_testing.h"
#include "tally/infer/feature_scorer.h"
#include "tally/inside/infer.h"

namespace tally {

inline FeatureEstimate feature_of(Family family, ProbabilityTable table,
                                  std::vector<std::string> columns = {"x"},
                                  const std::string& exposure = "") {
  return {"x", family, std::move(columns), exposure, std::move(table)};
}

/// [row · K + class]
inline std::vector<double> scores(const FeatureEstimate& feature, std::size_t classes,
                                  const Batch& batch) {
  std::vector<double> out(static_cast<std::size_t>(batch.rows) * classes);
  std::vector<const Column*> columns;
  for (const ColumnToRead& read : columns_read(feature)) columns.push_back(batch.find(read.name));
  make_feature_scorer(feature, classes)->add(batch, columns, out);
  return out;
}

inline void expect_refused(const FeatureEstimate& feature, std::size_t classes, const Batch& batch,
                           std::int64_t row, const std::string& column,
                           const std::string& sentence) {
  try {
    scores(feature, classes, batch);
    ADD_FAILURE() << "nothing was refused";
  } catch (const Error& error) {
    EXPECT_EQ(error.kind(), ErrorKind::kData);
    EXPECT_EQ(error.place().row, row);
    EXPECT_EQ(error.place().column, column);
    EXPECT_NE(std::string(error.what()).find(sentence), std::string::npos) << error.what();
  }
}

}  // namespace tally
