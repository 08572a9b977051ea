// SPDX-License-Identifier: Apache-2.0
#include "tally/mail/mime/filter_headers.h"

#include <algorithm>

#include "tally/mail/ascii.h"

namespace tally {

namespace {

constexpr std::string_view kStarts[] = {"x-spam-",      "x-bogosity", "x-dspam-", "x-spambayes-",
                                        "x-crm114-",    "x-spamd-",   "x-tally-", "x-rspamd-",
                                        "x-ham-report", "x-junk"};
constexpr std::string_view kNames[] = {"x-tally", "x-spam", "x-ham", "x-spamprobe",
                                       "x-ovh-spamstate"};

}  // namespace

bool is_filter_header(std::string_view name) {
  const auto starts_name = [&](std::string_view start) {
    return mail::starts_with_folded(name, start);
  };
  return std::any_of(std::begin(kStarts), std::end(kStarts), starts_name) ||
         std::any_of(std::begin(kNames), std::end(kNames), [&](std::string_view whole) {
           return name.size() == whole.size() && starts_name(whole);
         });
}

}  // namespace tally
