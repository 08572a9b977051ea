// SPDX-License-Identifier: Apache-2.0
// The border between Arrow's Status and the plug-in's C functions.
#pragma once

#include <arrow/result.h>
#include <arrow/status.h>

#include <cstdlib>
#include <cstring>
#include <exception>
#include <string>

namespace tally_arrow {

/// Does `action`, which gives a Status, and turns what went wrong into the C functions' answer.
template <class Action>
int at_border(char** error, Action&& action) noexcept {
  std::string sentence;
  try {
    const arrow::Status status = action();
    if (status.ok()) return 0;
    sentence = status.message();
  } catch (const std::exception& exception) {
    sentence = exception.what();
  } catch (...) {
    sentence = "an unknown failure";
  }
  *error = ::strdup(sentence.c_str());
  return 1;
}

}  // namespace tally_arrow
