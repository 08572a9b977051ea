// SPDX-License-Identifier: Apache-2.0
#include "tally/family/wrong_cells.h"

#include <gtest/gtest.h>

#include "tally/base/error.h"

namespace tally {
namespace {

TEST(WrongCells, TheFamilyIsNamed) {
  try {
    refuse_cells(Family::kPoisson, "has no value");
    FAIL();
  } catch (const Error& error) {
    EXPECT_EQ(error.kind(), ErrorKind::kDefect);
    EXPECT_NE(std::string(error.what()).find("'poisson' has no value"), std::string::npos)
        << error.what();
  }
}

}  // namespace
}  // namespace tally
