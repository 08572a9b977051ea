// SPDX-License-Identifier: Apache-2.0
#include "cli/serve/json_rows.h"

#include <gtest/gtest.h>

#include "cli/serve/http.h"

namespace tally::server {
namespace {

using Rows = std::vector<CellTexts>;

std::string said(std::string_view text, int status = 400, std::size_t most = 100) {
  try {
    parse_rows(text, most);
  } catch (const HttpError& error) {
    EXPECT_EQ(error.status(), status) << text;
    return error.what();
  }
  return "nothing";
}

TEST(JsonRows, HaveThreeShapes) {
  const Rows expected{{{"a", "1"}, {"b", "x"}}};
  EXPECT_EQ(parse_rows(R"({"rows": [{"a": 1, "b": "x"}]})", 100), expected);
  EXPECT_EQ(parse_rows(R"([{"a": 1, "b": "x"}])", 100), expected);
  EXPECT_EQ(parse_rows(R"({"a": 1, "b": "x"})", 100), expected);
  EXPECT_EQ(parse_rows("[]", 100), Rows{});
  EXPECT_EQ(parse_rows(R"({"rows": []})", 100), Rows{});
  EXPECT_EQ(parse_rows("[{}, {}]", 100).size(), 2U);
  EXPECT_EQ(parse_rows("{}", 100).size(), 1U);
  // A column may have the name of the wrapper's field.
  EXPECT_EQ(parse_rows(R"({"rows": 3})", 100), (Rows{{{"rows", "3"}}}));
  EXPECT_EQ(parse_rows(R"([{"rows": 3}])", 100), (Rows{{{"rows", "3"}}}));
}

TEST(JsonRows, HaveCellsAsTheyAreWritten) {
  const Rows rows = parse_rows(
      R"([{"i": -7, "u": 18446744073709551615, "f": 1.50e3, "t": true, "n": null, "s": "\u00e9"}])",
      100);
  EXPECT_EQ(rows, (Rows{{{"i", "-7"},
                         {"u", "18446744073709551615"},
                         {"f", "1.50e3"},
                         {"t", "true"},
                         {"n", ""},
                         {"s", "é"}}}));
}

TEST(JsonRows, OfAnotherShapeAreRefused) {
  for (const char* text :
       {"1", "\"x\"", "null", "[1]", "[[{}]]", "[null]", R"({"rows": [1]})", R"({"rows": [[]]})"}) {
    EXPECT_NE(said(text).find("expected {"), std::string::npos) << text;
  }
  for (const char* text : {"", "{", "[{}", "{\"a\":}", "[{}] x", "nan", "[{\"a\": 01}]",
                           "[{\"a\": \"\xff\"}]", "{'a': 1}"}) {
    EXPECT_NE(said(text).find("is not JSON"), std::string::npos) << text;
  }
  EXPECT_NE(said(R"([{}, {"a": [1]}])").find("row 1: column 'a' holds a list"), std::string::npos);
  EXPECT_NE(said(R"([{"a": {"b": 1}}])").find("row 0: column 'a'"), std::string::npos);
  EXPECT_NE(said(R"({"a": 1, "rows": [{}]})").find("row 0: column 'rows'"), std::string::npos);
  EXPECT_NE(said(R"({"rows": [{}], "a": 1})").find("no field 'a' beside 'rows'"),
            std::string::npos);
}

TEST(JsonRows, TakeNoMoreThanTheirLimit) {
  EXPECT_EQ(parse_rows(R"([{"a": 1}])", 2).size(), 1U);
  EXPECT_NE(said(R"([{"a": 1, "b": 2}])", 413, 2).find("more than 2 cells"), std::string::npos);
  EXPECT_NE(said("[{},{},{}]", 413, 2).find("more than 2 cells"), std::string::npos);
  const std::string deep(1'000'000, '[');
  said(deep);
  std::string deep_cell = "[{\"a\":";
  said(deep_cell + deep);
}

}  // namespace
}  // namespace tally::server
