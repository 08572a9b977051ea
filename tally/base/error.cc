#include "tally/base/error.h"

#include <cerrno>
#include <cstring>
#include <utility>

namespace tally {

std::string Place::prefix() const {
  std::string out = file;
  if (line >= 0) {
    out += (out.empty() ? "line " : ":") + std::to_string(line);
  } else if (row >= 0) {
    out += (out.empty() ? "row " : ": row ") + std::to_string(row);
  }
  if (!out.empty()) out += ": ";
  if (!column.empty()) out += "column " + quoted(column) + ": ";
  return out;
}

Error::Error(ErrorKind kind, const std::string& sentence, Place place)
    : std::runtime_error(place.prefix() + sentence), kind_(kind), place_(std::move(place)) {}

namespace {

// The length of the valid UTF-8 character at the start of `text` that can be shown; 0 if there is
// none, or if it is a control character (U+0000 to U+001F, U+007F to U+009F).
std::size_t character_length(std::string_view text) {
  const auto byte = [&](std::size_t i) { return static_cast<unsigned char>(text[i]); };
  const unsigned char lead = byte(0);
  if (lead < 0x80) return lead < 0x20 || lead == 0x7F ? 0 : 1;
  if (lead < 0xC2 || lead > 0xF4) return 0;
  const std::size_t length = lead < 0xE0 ? 2 : lead < 0xF0 ? 3 : 4;
  if (length > text.size()) return 0;
  for (std::size_t i = 1; i < length; ++i) {
    if ((byte(i) & 0xC0) != 0x80) return 0;
  }
  // Longer than needed, a surrogate, beyond U+10FFFF: told by the second byte.
  const unsigned char least = lead == 0xC2 || lead == 0xE0 ? 0xA0 : lead == 0xF0 ? 0x90 : 0x80;
  const unsigned char most = lead == 0xED ? 0x9F : lead == 0xF4 ? 0x8F : 0xBF;
  return byte(1) >= least && byte(1) <= most ? length : 0;
}

}  // namespace

std::string quoted(std::string_view text) {
  constexpr std::size_t kLongest = 60;
  static constexpr char kHex[] = "0123456789abcdef";
  std::string out = "'";
  std::size_t at = 0;
  while (at < text.size()) {
    const auto byte = static_cast<unsigned char>(text[at]);
    const std::size_t length = character_length(text.substr(at));
    if (at + (length == 0 ? 1 : length) > kLongest) return out + "…'";
    if (length == 0) {
      out += {'\\', 'x', kHex[byte >> 4], kHex[byte & 15]};
      ++at;
    } else {
      out += text.substr(at, length);
      at += length;
    }
  }
  return out + "'";
}

void throw_system_error(int error_number, std::string_view doing, const std::string& file) {
  const std::string sentence = "cannot " + std::string(doing) + ": " + std::strerror(error_number);
  const bool creating = doing == "create";
  ErrorKind kind = creating ? ErrorKind::kCannotCreate : ErrorKind::kInputOutput;
  switch (error_number) {
    case ENOENT:
    case ENOTDIR:
      kind = creating ? ErrorKind::kCannotCreate : ErrorKind::kNoInput;
      break;
    case EACCES:
    case EPERM:
    case EROFS:
      kind = ErrorKind::kNoPermission;
      break;
    case EISDIR:
      kind = creating ? ErrorKind::kCannotCreate : ErrorKind::kData;
      break;
    case EAGAIN:
    case EBUSY:
      kind = ErrorKind::kTryAgain;
      break;
    default:
      break;
  }
  throw Error(kind, sentence, {.file = file, .line = -1, .row = -1, .column = ""});
}

}  // namespace tally
