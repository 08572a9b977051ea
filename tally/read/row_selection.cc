// SPDX-License-Identifier: Apache-2.0
#include "tally/read.h"

#include <algorithm>

#include "tally/base/error.h"
#include "tally/read/byte_source.h"
#include "tally/read/json_text.h"

namespace tally {

RowSelection read_row_selection(const std::string& file, const std::string& part) {
  const auto fail = [&](const std::string& sentence) {
    throw Error(ErrorKind::kData, sentence, Place{file, -1, -1, ""});
  };
  const nlohmann::json json = parse_json(read_all(file), file);
  if (!json.is_object() || !json.contains(part) || !json[part].is_array()) {
    fail("expected an object with an array of row numbers under " + in_quotes(part));
  }
  RowSelection selection{file, {}};
  for (const nlohmann::json& number : json[part]) {
    if (!number.is_number_integer() || number.get<std::int64_t>() < 0) {
      fail("expected row numbers (0, 1, 2 …) under " + in_quotes(part) + ", found " +
           in_quotes(number.is_primitive() ? number.dump() : number.type_name()));
    }
    selection.rows.push_back(number.get<std::int64_t>());
  }
  std::sort(selection.rows.begin(), selection.rows.end());
  const auto doubled = std::adjacent_find(selection.rows.begin(), selection.rows.end());
  if (doubled != selection.rows.end()) {
    fail("row " + std::to_string(*doubled) + " is there twice under " + in_quotes(part));
  }
  return selection;
}

}  // namespace tally
