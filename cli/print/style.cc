// SPDX-License-Identifier: Apache-2.0
#include "cli/print/style.h"

#include <sys/ioctl.h>
#include <unistd.h>

#include <algorithm>
#include <cstdlib>
#include <limits>

namespace tally::cli {

namespace {

constexpr std::string_view kBold = "\033[1m";
constexpr std::string_view kRed = "\033[1;31m";
constexpr std::string_view kPlain = "\033[0m";

std::string_view variable(const char* name) {
  const char* value = std::getenv(name);
  return value == nullptr ? "" : value;
}

std::string styled(std::string_view style, std::string_view text) {
  return std::string(style).append(text).append(kPlain);
}

}  // namespace

bool is_styled(int descriptor) {
  return ::isatty(descriptor) == 1 && variable("NO_COLOR").empty() && variable("TERM") != "dumb";
}

std::size_t terminal_width(int descriptor) {
  constexpr std::size_t kNoLimit = std::numeric_limits<std::size_t>::max();
  winsize size{};
  if (::isatty(descriptor) != 1 || ::ioctl(descriptor, TIOCGWINSZ, &size) != 0) return kNoLimit;
  return size.ws_col == 0 ? kNoLimit : size.ws_col;
}

std::string with_bold_headings(std::string_view text) {
  std::string out;
  bool after_blank = false;
  while (!text.empty()) {
    const std::size_t end = std::min(text.find('\n'), text.size());
    const std::string_view line = text.substr(0, end);
    const bool heading = after_blank && !line.empty() && line[0] != ' ';
    out += heading ? styled(kBold, line) : std::string(line);
    after_blank = line.empty();
    text.remove_prefix(end);
    if (!text.empty()) {
      out += '\n';
      text.remove_prefix(1);
    }
  }
  return out;
}

std::string red(std::string_view text) { return styled(kRed, text); }

}  // namespace tally::cli
