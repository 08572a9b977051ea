#include "tally/mail/header_lines.h"

#include <algorithm>

namespace tally {

namespace {

// The line that starts here, its end included.
std::string_view line_at(std::string_view text, std::size_t start) {
  const std::size_t end = text.find('\n', start);
  return text.substr(start, end == std::string_view::npos ? text.npos : end + 1 - start);
}

// The line end at the end of a line: CRs, mostly one or none, and LF.
std::string_view line_end_of(std::string_view line) {
  if (!line.ends_with('\n')) return {};
  const std::size_t text = line.substr(0, line.size() - 1).find_last_not_of('\r');
  return line.substr(text == std::string_view::npos ? 0 : text + 1);
}

bool is_blank(char c) { return c == ' ' || c == '\t'; }

// Bytes beyond ASCII are not allowed in a name, but meant as one.
bool is_name_char(char c) { return (c > ' ' && c < '\x7f' && c != ':') || (c & 0x80) != 0; }

// The length of the name at the start of a line, 0 if the line is no header.
std::size_t name_length(std::string_view line) {
  std::size_t end = 0;
  while (end < line.size() && is_name_char(line[end])) ++end;
  std::size_t colon = end;
  while (colon < line.size() && is_blank(line[colon])) ++colon;
  return colon < line.size() && line[colon] == ':' ? end : 0;
}

bool begins_with_header(std::string_view text) {
  std::string_view line = line_at(text, 0);
  for (std::size_t at = 0; !line.empty() && is_blank(line[0]); line = line_at(text, at)) {
    at += line.size();
  }
  return name_length(line) > 0;
}

}  // namespace

std::size_t from_lines_length(std::string_view message) {
  std::size_t at = 0;
  for (;;) {
    const std::string_view rest = message.substr(at);
    if (!rest.starts_with("From ") && !rest.starts_with(">From ")) return at;
    at += line_at(rest, 0).size();
  }
}

HeaderLines::HeaderLines(std::string_view message)
    : message_(message),
      start_(from_lines_length(message)),
      end_(start_),
      has_headers_(begins_with_header(message.substr(start_))),
      longest_line_end_(std::max<std::size_t>(line_end_of(line_at(message, start_)).size(), 1)) {}

bool HeaderLines::is_empty(std::string_view line) const {
  return !line.empty() && line_end_of(line).size() == line.size() &&
         line.size() <= longest_line_end_;
}

bool HeaderLines::next() {
  if (!has_headers_) return false;
  const std::string_view line = line_at(message_, end_);
  if (line.empty() || is_empty(line)) return false;
  name_ = name_length(line);
  if (is_blank(line[0])) {
    kind_ = end_ > start_ ? Kind::kContinuation : Kind::kOther;
  } else {
    kind_ = name_ > 0 ? Kind::kField : Kind::kOther;
  }
  text_ = line;
  end_ += line.size();
  return true;
}

std::size_t HeaderLines::body() const {
  const std::string_view line = line_at(message_, end_);
  return is_empty(line) ? end_ + line.size() : end_;
}

}  // namespace tally
