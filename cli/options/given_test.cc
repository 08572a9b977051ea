// SPDX-License-Identifier: Apache-2.0
#include "cli/options/given.h"

#include <gtest/gtest.h>

namespace tally::cli {
namespace {

Schema schema() {
  return validated({{feature("age", Family::kGaussian), feature("code", Family::kCategorical),
                     feature("x", Family::kCategorical, ValueType::kText), text_feature("body"),
                     text_feature("subject"), target_column("y")},
                    {}});
}

const Codes& codes(const Batch& batch, const char* name) {
  return std::get<Codes>(*batch.find(name));
}

TEST(GivenRow, ListsAreJoined) {
  const Batch row = given_row(schema(), {"x=S,age=31.5", "code=7"});
  EXPECT_EQ(codes(row, "x").dictionary->label(0), Label::of("S"));
  EXPECT_EQ(codes(row, "code").dictionary->label(0), Label::of(std::int64_t{7}));
  EXPECT_EQ(std::get<Numbers>(*row.find("age")).at(0), 31.5);
  EXPECT_THROW(given_row(schema(), {"x=S", "x=S"}), Error);
  EXPECT_THROW(given_row(schema(), {"x"}), Error);
  // A quote ends with its list, or not at all.
  EXPECT_THROW(given_row(schema(), {"x=\"S", "age=1\""}), Error);
}

TEST(GivenRow, ErrorsNameTheOption) {
  try {
    given_row(schema(), {"age=old"});
    ADD_FAILURE();
  } catch (const Error& error) {
    EXPECT_EQ(error.kind(), ErrorKind::kUsage);
    EXPECT_STREQ(error.what(), "--given: column 'age' holds numbers; 'old' is none");
  }
  EXPECT_EQ(given_row(schema(), {"age=1"}).file, "--given");
}

TEST(GivenRow, TextsAreCutIntoTerms) {
  const Batch row = given_row(schema(), {"body=\"Free money, FREE\""});
  const auto& body = std::get<Terms>(*row.find("body"));
  std::string text;
  body.for_each(0, [&](std::int32_t code, std::int32_t times) {
    text.append(body.dictionary->term(code)).append(" " + std::to_string(times) + ";");
  });
  EXPECT_EQ(text, "free 2;money 1;");
  EXPECT_FALSE(std::get<Terms>(*row.find("subject")).validity.at(0));
}

}  // namespace
}  // namespace tally::cli
