// SPDX-License-Identifier: Apache-2.0
// The readers through their installed library: a file that is not there is an error with its name.
#include <tally/tally.h>

#include <cstdio>

int main() {
  try {
    const tally::Table table({"/nowhere/table.csv"}, tally::ReadOptions{});
  } catch (const tally::Error& error) {
    std::puts(error.what());
    return error.kind() == tally::ErrorKind::kNoInput ? 0 : 1;
  }
  return 1;
}
