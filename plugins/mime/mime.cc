// SPDX-License-Identifier: Apache-2.0
// GMime for tally/mail/mime_plugin.h.
#include <gmime/gmime.h>

#include <memory>

#include "tally/mail/mime/mime_plugin.h"

namespace {

struct Unref {
  void operator()(void* object) const { g_object_unref(object); }
};

template <class Find>
void find_parameters(const char* const* parameters, int count, char** found, Find&& find) {
  for (int i = 0; i < count; ++i) found[i] = g_strdup(find(parameters[i]));
}

char* content_type(const char* text, const char* const* parameters, int count, char** found) {
  const std::unique_ptr<GMimeContentType, Unref> type(g_mime_content_type_parse(nullptr, text));
  if (type == nullptr) return nullptr;
  find_parameters(parameters, count, found, [&](const char* name) {
    return g_mime_content_type_get_parameter(type.get(), name);
  });
  const char* const first = g_mime_content_type_get_media_type(type.get());
  const char* const second = g_mime_content_type_get_media_subtype(type.get());
  return g_strconcat(first == nullptr ? "" : first, "/", second == nullptr ? "" : second, nullptr);
}

char* content_disposition(const char* text, const char* const* parameters, int count,
                          char** found) {
  const std::unique_ptr<GMimeContentDisposition, Unref> disposition(
      g_mime_content_disposition_parse(nullptr, text));
  if (disposition == nullptr) return nullptr;
  find_parameters(parameters, count, found, [&](const char* name) {
    return g_mime_content_disposition_get_parameter(disposition.get(), name);
  });
  const char* const name = g_mime_content_disposition_get_disposition(disposition.get());
  return g_strdup(name == nullptr ? "" : name);
}

}  // namespace

extern "C" {

int tally_mime_interface(void) {
  g_mime_init();
  return TALLY_MIME_INTERFACE;
}

char* tally_mime_header(const char* text) { return g_mime_utils_header_decode_text(nullptr, text); }

char* tally_mime_field(int field, const char* text, const char* const* parameters, int count,
                       char** found) {
  return (field == TALLY_MIME_CONTENT_TYPE ? content_type : content_disposition)(text, parameters,
                                                                                 count, found);
}

const char* tally_mime_iconv_name(const char* charset) {
  return g_mime_charset_iconv_name(charset);
}

size_t tally_mime_uudecoded_size(size_t encoded) {
  GMimeEncoding state;
  g_mime_encoding_init_decode(&state, GMIME_CONTENT_ENCODING_UUENCODE);
  return g_mime_encoding_outlen(&state, encoded);
}

size_t tally_mime_uudecode(const char* encoded, size_t size, char* out) {
  GMimeEncoding state;
  g_mime_encoding_init_decode(&state, GMIME_CONTENT_ENCODING_UUENCODE);
  return g_mime_encoding_flush(&state, encoded, size, out);
}

void tally_mime_free(char* text) { g_free(text); }

}  // extern "C"
