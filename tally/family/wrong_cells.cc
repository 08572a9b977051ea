// SPDX-License-Identifier: Apache-2.0
#include "tally/family/wrong_cells.h"

#include <string>

#include "tally/base/error.h"

namespace tally {

void refuse_cells(Family family, std::string_view where) {
  throw Error(ErrorKind::kDefect,
              "a feature of the family " + in_quotes(to_string(family)) + " " + std::string(where));
}

}  // namespace tally
