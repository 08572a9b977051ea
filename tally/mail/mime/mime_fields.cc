// SPDX-License-Identifier: Apache-2.0
#include "tally/mail/mime/mime_fields.h"

#include "tally/base/utf8.h"
#include "tally/mail/ascii.h"
#include "tally/mail/charset/charset.h"
#include "tally/mail/mime/field_parameters.h"

namespace tally::mail {

namespace {

// GMime's time grows with the square of the parameters.
constexpr std::size_t kLongestValue = 4096;
constexpr std::size_t kLongestWord = 60;

// Bytes beyond ASCII have no place in a field and no label: they are told by what they say.
std::string value_of(const HeaderBlock& headers, std::string_view name) {
  std::string value(trimmed(find_header(headers, name)).substr(0, kLongestValue));
  if (!is_utf8(value)) value = CharsetReader().read(value, "").utf8;
  for (char& c : value) {
    if (c == '\0') c = ' ';
  }
  return value;
}

// What is too long to be a word of a field, or no text, says nothing.
void set_word(const std::string& word, std::string& to) {
  if (word.size() <= kLongestWord && is_utf8(word)) to = lower(word);
}

void read_type(const std::string& value, MimeFields& fields) {
  const auto type = read_field(FieldKind::kContentType, value, {"charset", "boundary", "name"});
  if (!type) return;
  set_word(type->value, fields.type);
  fields.charset = type->parameters[0].value_or("");
  fields.boundary = type->parameters[1].value_or("");
  fields.file_name = type->parameters[2].value_or("");
}

void read_disposition(const std::string& value, MimeFields& fields) {
  const auto disposition = read_field(FieldKind::kContentDisposition, value, {"filename"});
  if (!disposition) return;
  set_word(disposition->value, fields.disposition);
  if (disposition->parameters[0]) fields.file_name = *disposition->parameters[0];
}

}  // namespace

MimeFields read_mime_fields(const HeaderBlock& headers) {
  MimeFields fields;
  const std::string type = value_of(headers, "content-type");
  fields.is_declared = !type.empty();
  if (fields.is_declared) read_type(type, fields);
  const std::string disposition = value_of(headers, "content-disposition");
  if (!disposition.empty()) read_disposition(disposition, fields);
  const std::string encoding = value_of(headers, "content-transfer-encoding");
  fields.encoding = lower(encoding.substr(0, encoding.find_first_of(" \t\n;(")));
  if (fields.encoding.size() > kLongestWord || !is_utf8(fields.encoding)) fields.encoding.clear();
  if (!is_utf8(fields.file_name)) fields.file_name.clear();
  return fields;
}

}  // namespace tally::mail
