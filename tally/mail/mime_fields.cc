#include "tally/mail/mime_fields.h"

#include <gmime/gmime.h>

#include <memory>

#include "tally/base/utf8.h"
#include "tally/mail/ascii.h"

namespace tally::mail {

namespace {

// GMime's time grows with the square of the parameters.
constexpr std::size_t kLongestValue = 4096;
constexpr std::size_t kLongestWord = 60;

struct Unref {
  void operator()(void* object) const { g_object_unref(object); }
};

std::string text_of(const char* text) { return text == nullptr ? "" : text; }

std::string value_of(const HeaderBlock& headers, std::string_view name) {
  std::string value(trimmed(find_header(headers, name)).substr(0, kLongestValue));
  for (char& c : value) {
    if (c == '\0') c = ' ';
  }
  return value;
}

void read_type(const std::string& value, MimeFields& fields) {
  const std::unique_ptr<GMimeContentType, Unref> type(
      g_mime_content_type_parse(nullptr, value.c_str()));
  if (type == nullptr) return;
  const std::string whole = lower(text_of(g_mime_content_type_get_media_type(type.get())) + "/" +
                                  text_of(g_mime_content_type_get_media_subtype(type.get())));
  if (whole.size() <= kLongestWord && is_utf8(whole)) fields.type = whole;
  fields.charset = text_of(g_mime_content_type_get_parameter(type.get(), "charset"));
  fields.boundary = text_of(g_mime_content_type_get_parameter(type.get(), "boundary"));
  fields.file_name = text_of(g_mime_content_type_get_parameter(type.get(), "name"));
}

void read_disposition(const std::string& value, MimeFields& fields) {
  const std::unique_ptr<GMimeContentDisposition, Unref> disposition(
      g_mime_content_disposition_parse(nullptr, value.c_str()));
  if (disposition == nullptr) return;
  const std::string name =
      lower(text_of(g_mime_content_disposition_get_disposition(disposition.get())));
  if (name.size() <= kLongestWord && is_utf8(name)) fields.disposition = name;
  const char* const file = g_mime_content_disposition_get_parameter(disposition.get(), "filename");
  if (file != nullptr) fields.file_name = file;
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
