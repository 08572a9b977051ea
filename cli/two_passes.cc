// SPDX-License-Identifier: Apache-2.0
#include "cli/two_passes.h"

#include <algorithm>

#include "tally/base/error.h"

namespace tally::cli {

bool can_read_twice(const std::vector<std::string>& inputs) {
  return std::find(inputs.begin(), inputs.end(), "-") == inputs.end();
}

void check_can_read_twice(const std::vector<std::string>& inputs, const std::string& reader) {
  if (can_read_twice(inputs)) return;
  throw Error(ErrorKind::kUsage,
              reader +
                  " reads DATA more than once, and standard input goes by only once: name a "
                  "file");
}

}  // namespace tally::cli
