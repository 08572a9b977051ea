#include "tally/base/error.h"

#include <cerrno>
#include <cstring>
#include <utility>

#include "tally/base/utf8.h"

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

// The length of the character at the start of `text` if it can be shown; 0 if it is malformed or a
// control character (U+0000 to U+001F, U+007F to U+009F).
std::size_t shown_length(std::string_view text) {
  const auto byte = [&](std::size_t i) { return static_cast<unsigned char>(text[i]); };
  const std::size_t length = character_length(text);
  const bool is_control = length == 1   ? byte(0) < 0x20 || byte(0) == 0x7F
                          : length == 2 ? byte(0) == 0xC2 && byte(1) < 0xA0
                                        : false;
  return is_control ? 0 : length;
}

}  // namespace

std::string quoted(std::string_view text) {
  constexpr std::size_t kLongest = 60;
  static constexpr char kHex[] = "0123456789abcdef";
  std::string out = "'";
  std::size_t at = 0;
  while (at < text.size()) {
    const auto byte = static_cast<unsigned char>(text[at]);
    const std::size_t length = shown_length(text.substr(at));
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
