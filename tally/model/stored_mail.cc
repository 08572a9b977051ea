// SPDX-License-Identifier: Apache-2.0
#include "tally/model/stored_mail.h"

namespace tally {

namespace {

// The class stands in a header of the message, beside the verdict that there is none.
constexpr ClassNames kClassNames{
    "the name of a class stands in a header of the mail: it has no line breaks or other control "
    "characters",
    "that is what the filter says of mail that it is not sure about"};

}  // namespace

GivenTerms mail_terms(std::string_view zone, const MailLimits& limits) {
  GivenTerms out;
  out.reader = kMailReader;
  out.limits = {limits.levels, limits.parts, limits.header_bytes, limits.text_bytes, limits.terms};
  out.is_pairs = zone == "pair";
  out.is_running_text = out.is_pairs || zone == "subject" || zone == "body";
  out.rows.are_private = true;  // terms say what a mailbox is about
  out.rows.are_known = true;
  out.rows.have_rule = true;
  out.rows.fix_lambda = true;
  out.rows.class_names = kClassNames;
  return out;
}

MailLimits mail_limits(const GivenTerms& zone) {
  const std::vector<std::int64_t>& limits = zone.limits;
  return {limits[0], limits[1], limits[2], limits[3], limits[4]};
}

std::optional<TextOptions> stored_text_options(std::string_view column, std::string_view text) {
  return parse_text_options(text, [&](std::string_view reader) -> std::optional<GivenTerms> {
    if (reader != kMailReader) return std::nullopt;
    return mail_terms(column);
  });
}

}  // namespace tally
