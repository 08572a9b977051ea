// SPDX-License-Identifier: Apache-2.0
#include "tally/base/error.h"

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <utility>

#include "tally/base/shown.h"
#include "tally/base/utf8.h"

namespace tally {

std::string Place::prefix() const {
  std::string out = shown(file);
  if (line >= 0) {
    out += (out.empty() ? "line " : ":") + std::to_string(line);
  } else if (row >= 0) {
    out += (out.empty() ? "row " : ": row ") + std::to_string(row);
  }
  if (!out.empty()) out += ": ";
  if (!column.empty()) out += "column " + in_quotes(column) + ": ";
  return out;
}

Error::Error(ErrorKind kind, const std::string& sentence, Place place)
    : Error(kind, Remark{sentence, {}}, std::move(place)) {}

Error::Error(ErrorKind kind, Remark remark, Place place)
    : std::runtime_error(place.prefix() + to_string(remark)),
      kind_(kind),
      remark_(std::move(remark)),
      place_(std::move(place)) {}

Error Error::behind(const std::string& words) const {
  return {kind_, Remark{words + located(), remark_.remedies}};
}

Error Error::at(Place place) const { return {kind_, remark_, std::move(place)}; }

std::string in_quotes(std::string_view text) {
  constexpr std::size_t kLongest = 60;
  std::string out = "'";
  std::size_t at = 0;
  while (at < text.size()) {
    const std::size_t length = std::max<std::size_t>(character_length(text.substr(at)), 1);
    if (at + length > kLongest) return out + "…'";
    out += shown(text.substr(at, length));
    at += length;
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
