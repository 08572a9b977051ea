// SPDX-License-Identifier: Apache-2.0
// A model of five rows in a file of its own, for tests of what is read in place.
#pragma once

#include <gtest/gtest.h>
#include <unistd.h>

#include <filesystem>
#include <string>

#include "tally/batch/table_testing.h"
#include "tally/model.h"

namespace tally {

/// Every kind of tally that is read in part or whole.
class SmallModelInPlace : public ::testing::Test {
 protected:
  SmallModelInPlace() {
    Schema schema;
    schema.columns = {feature("colour", Family::kCategorical, ValueType::kText),
                      feature("a", Family::kMultinomial), feature("b", Family::kMultinomial),
                      feature("size", Family::kGaussian),
                      column_with_role("y", Role::kTarget, ValueType::kText)};
    TestTable table;
    table.texts("colour", {"red", "blue", "red", "green", ""})
        .numbers("a", {1, 0, 2, 1, 0.5})
        .numbers("b", {0, 3, 0, 1, 0.25})
        .numbers("size", {1.5, 2, 0.1, 4, 5})
        .texts("y", {"k", "k", "l", "l", "l"});
    Counts counts(schema);
    counts.add(table.batch());
    save_model({counts, R"({"lambda":2.0})"}, path_);
  }
  ~SmallModelInPlace() override { std::filesystem::remove(path_); }

  static Counts ask(ModelInPlace& model, const std::string& colour, double a) {
    TestTable row;
    row.texts("colour", {colour}).numbers("a", {a}).numbers("b", {0}).numbers("size", {1});
    return model.counts_for(row.batch());
  }

  const std::string path_ =
      testing::TempDir() + "model_in_place_" + std::to_string(::getpid()) + ".tally";
};

}  // namespace tally
