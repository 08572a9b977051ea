// SPDX-License-Identifier: Apache-2.0
#include "tally/mail/mime/transfer_encoding.h"

#include <algorithm>

#include "tally/mail/ascii.h"
#include "tally/mail/charset/byte_codes.h"
#include "tally/mail/mime/mime_library.h"

namespace tally::mail {

namespace {

bool is_base64(std::string_view text) {
  return std::all_of(text.begin(), text.end(), [](char c) {
    return is_alnum(c) || c == '+' || c == '/' || c == '=' || is_space(c);
  });
}

// Whether the codes that begin in the first `most` bytes are whole.
bool is_quoted_printable(std::string_view text, std::size_t most) {
  for (std::size_t at = text.find('='); at < most; at = text.find('=', at + 1)) {
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

enum class Encoding { kNone, kBase64, kQuotedPrintable, kUuencode };

Encoding encoding_of(std::string_view name) {
  name = trimmed(name);
  if (name == "base64") return Encoding::kBase64;
  if (name == "quoted-printable") return Encoding::kQuotedPrintable;
  const bool is_uuencode = name == "uuencode" || name == "x-uuencode" || name == "x-uue";
  return is_uuencode ? Encoding::kUuencode : Encoding::kNone;
}

void append_uudecoded(std::string_view lines, std::string& out) {
  const MimeLibrary& gmime = mime_library();
  out.resize(gmime.uudecoded_size(lines.size()));
  out.resize(gmime.uudecode(lines.data(), lines.size(), out.data()));
}

}  // namespace

Decoded decode_transfer(std::string_view encoded, std::string_view encoding, std::size_t most,
                        std::string& buffer) {
  const Encoding kind = encoding_of(encoding);
  if (kind == Encoding::kNone) return {encoded.substr(0, most), false, encoded.size() > most};
  if (kind == Encoding::kUuencode) encoded = uuencoded_lines(encoded);
  // Nothing of these encodings takes more than three bytes for one, but for white space.
  const std::string_view looked_at = encoded.substr(0, 3 * most + 3);
  Decoded decoded;
  buffer.clear();
  if (kind == Encoding::kBase64) {
    decoded.is_broken = !is_base64(looked_at);
    append_base64(looked_at, buffer);
  } else if (kind == Encoding::kQuotedPrintable) {
    decoded.is_broken = !is_quoted_printable(encoded, looked_at.size());
    append_quoted_printable(looked_at, buffer);
  } else {
    append_uudecoded(looked_at, buffer);
  }
  decoded.is_cut = buffer.size() > most || looked_at.size() < encoded.size();
  buffer.resize(std::min(buffer.size(), most));
  decoded.bytes = buffer;
  return decoded;
}

}  // namespace tally::mail
