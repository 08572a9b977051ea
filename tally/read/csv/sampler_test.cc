// SPDX-License-Identifier: Apache-2.0
#include "tally/read/csv/sampler.h"

#include "tally/read/read_testing.h"

namespace tally::csv {
namespace {

TEST(Sampler, TheDecimalOfTheFirstRows) {
  const auto decimal = [](const std::string& text) {
    Dialect dialect;
    dialect.delimiter = ';';
    return decimals_seen(block_of(text), 2, dialect, "f").decimal().value_or('?');
  };
  EXPECT_EQ(decimal("3,14;a\n2,7;b,5\n"), ',');
  EXPECT_EQ(decimal("3.14;a\n"), '.');
  EXPECT_EQ(decimal("1,234;a\n"), '?');
  EXPECT_EQ(decimal("1,234;0,5\n"), ',');
  EXPECT_EQ(decimal("1,5;2.5\n"), '?');
  EXPECT_EQ(decimal("1,5;x\nNA;y\n;z\nabc;z\n"), '?');  // words, with a number among them
  EXPECT_EQ(decimal("1;2\n"), '?');
}

TEST(Sampler, TheBlockStaysAsItIs) {
  const Block block = block_of("\"a\"\"b\",1\n");
  const std::string before(block.bytes.get(), block.end);
  EXPECT_EQ(sample_block(block, {"x", "y"}, {}, MissingMarks(), "f")[0].not_a_number, "a\"b");
  EXPECT_EQ(std::string(block.bytes.get(), block.end), before);
}

}  // namespace
}  // namespace tally::csv
