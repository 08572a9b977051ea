// SPDX-License-Identifier: Apache-2.0
#include "tally/read/json_text.h"

#include "tally/read/read_testing.h"

namespace tally {
namespace {

std::string fault(const std::string& text) {
  const auto error = error_of([&] { parse_json(text, "x.json"); });
  if (!error) return "";
  EXPECT_EQ(error->kind(), ErrorKind::kData);
  return error->what();
}

TEST(JsonText, Parses) {
  EXPECT_EQ(parse_json(R"({"a": [1, {"a": null}], "b": {"a": 2}})", "x")["b"]["a"], 2);
}

TEST(JsonText, WhatIsNoJson) {
  EXPECT_EQ(fault("{\n\"a\": 1,\n}"), "x.json:3: this is not JSON");
  EXPECT_NE(fault(""), "");
  EXPECT_NE(fault("{} {}"), "");
  EXPECT_NE(fault("{\"a\": \"\xE9\"}"), "");
  EXPECT_NE(fault("[1e400]"), "");
}

TEST(JsonText, DoubledKeysAreRefused) {
  EXPECT_EQ(fault(R"({"a": 1, "b": 2, "a": 3})"), "x.json: the key 'a' is there twice");
  EXPECT_EQ(fault(R"([{"a": 1}, {"a": 2}])"), "");
}

TEST(JsonText, HostileNestingIsRefused) {
  EXPECT_TRUE(has(fault(std::string(1000000, '[')), "nested too deeply"));
  std::string objects;
  for (int i = 0; i < 100000; ++i) objects += "{\"a\":";
  EXPECT_TRUE(has(fault(objects), "nested too deeply"));
}

}  // namespace
}  // namespace tally
