#include "cli/marked_message.h"

#include <strings.h>
#include <algorithm>

namespace tally::cli {

namespace {

// The line that starts here, its end included.
std::string_view line_at(std::string_view text, std::size_t start) {
  const std::size_t end = text.find('\n', start);
  return text.substr(start, end == std::string_view::npos ? text.npos : end + 1 - start);
}

bool is_empty_line(std::string_view line) { return line == "\n" || line == "\r\n"; }
bool is_continuation(std::string_view line) {
  return !line.empty() && (line.front() == ' ' || line.front() == '\t');
}

bool is_header_character(char c) { return c > ' ' && c < 0x7F && c != ':'; }

bool is_header(std::string_view line) {
  const std::size_t colon = line.find(':');
  return colon != std::string_view::npos && is_header_name(line.substr(0, colon));
}

bool has_name(std::string_view line, std::string_view name) {
  return line.size() > name.size() && line[name.size()] == ':' &&
         strncasecmp(line.data(), name.data(), name.size()) == 0;
}

// "From alice@example.org Mon …" before the headers, as an mbox or a delivery agent has it.
bool is_from_line(std::string_view line) { return line.rfind("From ", 0) == 0; }

}  // namespace

bool is_header_name(std::string_view name) {
  return !name.empty() && std::all_of(name.begin(), name.end(), is_header_character);
}

MarkedMessage::MarkedMessage(std::string_view message, std::string_view name) : name_(name) {
  const std::string_view first = line_at(message, 0);
  line_end_ = first.size() > 1 && first.substr(first.size() - 2) == "\r\n" ? "\r\n" : "\n";
  bool any = false, skipping = false;
  std::size_t at = 0;
  while (at < message.size()) {
    const std::string_view line = line_at(message, at);
    if (is_empty_line(line)) break;
    const bool continues = any && is_continuation(line);
    if (!continues && !is_header(line) && !(at == 0 && is_from_line(line))) {
      // What follows is no header: a body without an empty line before it.
      needs_empty_line_ = true;
      break;
    }
    if (!continues) skipping = has_name(line, name_);
    if (!skipping) kept_.push_back(line);
    any = true;
    at += line.size();
  }
  body_start_ = at;
  ends_in_line_end_ = kept_.empty() || kept_.back().back() == '\n';
}

void MarkedMessage::write_headers(std::string_view value, const Sink& sink) const {
  for (const std::string_view line : kept_) sink(line);
  if (!ends_in_line_end_) sink(line_end_);
  sink(name_ + ": " + std::string(value) + std::string(line_end_));
  if (needs_empty_line_) sink(line_end_);
}

}  // namespace tally::cli
