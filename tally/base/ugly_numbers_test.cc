// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <cmath>
#include <fstream>
#include <iterator>
#include <set>
#include <string>

#include "tally/base/ugly_numbers_testing.h"

namespace tally {
namespace {

TEST(UglyNumbers, AreFiniteAndTheSameForASeed) {
  for (const UglyNumbers::Kind& kind : UglyNumbers::kinds()) {
    std::mt19937_64 a(5), b(5);
    for (std::size_t row = 0; row < 500; ++row) {
      const double x = kind.draw(a, row);
      EXPECT_TRUE(std::isfinite(x)) << kind.name;
      EXPECT_EQ(x, kind.draw(b, row)) << kind.name;
    }
  }
}

TEST(UglyNumbers, StandInTheDocuments) {
  std::ifstream file(TALLY_SOURCE_DIR "/docs/testing.md");
  const std::string text((std::istreambuf_iterator<char>(file)), {});
  std::set<std::string_view> names;
  for (const UglyNumbers::Kind& kind : UglyNumbers::kinds()) {
    EXPECT_NE(text.find("\n| " + std::string(kind.name) + " | "), std::string::npos) << kind.name;
    EXPECT_TRUE(names.insert(kind.name).second) << kind.name;
  }
}

}  // namespace
}  // namespace tally
