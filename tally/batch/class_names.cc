// SPDX-License-Identifier: Apache-2.0
#include "tally/text_options.h"

#include "tally/base/shown.h"

namespace tally {

std::string_view class_name_fault(const ClassNames& names, std::string_view name) {
  if (!names.why_one_line.empty() && shown(name) != name) return names.why_one_line;
  if (name == kUnsureName) return names.why_not_unsure;
  return "";
}

}  // namespace tally
