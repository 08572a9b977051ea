#include "tally/mail/transfer_encoding.h"

#include <gmime/gmime.h>

#include <algorithm>

#include "tally/mail/ascii.h"

namespace tally::mail {

namespace {

bool is_base64(std::string_view text) {
  return std::all_of(text.begin(), text.end(), [](char c) {
    return is_alnum(c) || c == '+' || c == '/' || c == '=' || is_space(c);
  });
}

bool is_quoted_printable(std::string_view text) {
  for (std::size_t at = text.find('='); at < text.size(); at = text.find('=', at + 1)) {
    const std::string_view code = text.substr(at + 1, 2);
    if (code.empty() || is_space(code[0])) continue;  // a soft line end
    if (code.size() < 2 || hex_value(code[0]) < 0 || hex_value(code[1]) < 0) return false;
  }
  return true;
}

// The lines between "begin 644 name" and "end".
std::string_view uuencoded_lines(std::string_view text) {
  const std::size_t begin = text.starts_with("begin ") ? 0 : text.find("\nbegin ");
  if (begin == std::string_view::npos) return text;
  text.remove_prefix(std::min(text.find('\n', begin + 1), text.size()));
  return text.substr(std::min<std::size_t>(1, text.size()), text.find("\nend"));
}

}  // namespace

Decoded decode_transfer(std::string_view encoded, std::string_view encoding, std::size_t most,
                        std::string& buffer) {
  const GMimeContentEncoding kind =
      g_mime_content_encoding_from_string(std::string(encoding).c_str());
  const bool is_base = kind == GMIME_CONTENT_ENCODING_BASE64;
  const bool is_quoted = kind == GMIME_CONTENT_ENCODING_QUOTEDPRINTABLE;
  if (!is_base && !is_quoted && kind != GMIME_CONTENT_ENCODING_UUENCODE) {
    return {encoded.substr(0, most), false, encoded.size() > most};
  }
  if (kind == GMIME_CONTENT_ENCODING_UUENCODE) encoded = uuencoded_lines(encoded);
  // Nothing of these encodings takes more than three bytes for one, but for white space.
  const std::string_view looked_at = encoded.substr(0, 3 * most + 3);
  Decoded decoded;
  decoded.is_broken =
      (is_base && !is_base64(looked_at)) || (is_quoted && !is_quoted_printable(looked_at));
  GMimeEncoding state;
  g_mime_encoding_init_decode(&state, kind);
  buffer.resize(g_mime_encoding_outlen(&state, looked_at.size()));
  const std::size_t length =
      g_mime_encoding_flush(&state, looked_at.data(), looked_at.size(), buffer.data());
  buffer.resize(std::min(length, most));
  decoded.is_cut = length > most || looked_at.size() < encoded.size();
  decoded.bytes = buffer;
  return decoded;
}

}  // namespace tally::mail
