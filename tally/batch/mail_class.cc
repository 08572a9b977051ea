// SPDX-License-Identifier: Apache-2.0
#include "tally/batch/mail_class.h"

#include "tally/base/shown.h"

namespace tally {

std::string mail_class_fault(std::string_view name) {
  if (shown(name) != name) {
    return "the name of a class stands in a header of the mail: it has no line breaks or other "
           "control characters";
  }
  if (name == kUnsureName) {
    return "that is what the filter says of mail that it is not sure about";
  }
  return "";
}

}  // namespace tally
