// SPDX-License-Identifier: Apache-2.0
#include "tally/mail/mime/header_lines.h"

#include <algorithm>

#include "tally/mail/ascii.h"
#include "tally/mail/mime/filter_headers.h"

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

bool is_from_line(std::string_view line) {
  return line.starts_with("From ") || line.starts_with(">From ");
}

// Where a header of mail is to be told from a line of text, its name has to be one that mail has,
// with its colon behind it: "Note:" and "http:" stand in bodies, and so does "to :". What filters
// write comes and goes.
bool is_mail_header(std::string_view line) {
  constexpr std::string_view kNames[] = {
      "from:", "to:", "cc:", "bcc:", "subject:", "date:", "sender:", "received:", "precedence:"};
  constexpr std::string_view kStarts[] = {
      "x-",     "content-", "list-",      "resent-",  "message-", "mime-",     "return-",
      "reply-", "errors-",  "delivered-", "in-reply", "dkim-",    "received-", "arc-"};
  const auto starts = [&](std::string_view start) { return mail::starts_with_folded(line, start); };
  if (std::any_of(std::begin(kNames), std::end(kNames), starts)) return true;
  const std::size_t name = name_length(line);
  return name > 0 && line[name] == ':' && !is_filter_header(line.substr(0, name)) &&
         std::any_of(std::begin(kStarts), std::end(kStarts), starts);
}

}  // namespace

std::size_t from_lines_length(std::string_view message) {
  std::size_t at = 0;
  for (;;) {
    const std::string_view line = line_at(message, at);
    if (!is_from_line(line)) return at;
    at += line.size();
  }
}

HeaderLines::HeaderLines(std::string_view message, Reach reach)
    : message_(message),
      start_(from_lines_length(message)),
      end_(start_),
      has_headers_(begins_with_header(message.substr(start_))),
      goes_on_(reach == Reach::kEmptyLine),
      longest_line_end_(std::max<std::size_t>(line_end_of(line_at(message, start_)).size(), 1)) {}

bool HeaderLines::is_empty(std::string_view line) const {
  return !line.empty() && line_end_of(line).size() == line.size() &&
         line.size() <= longest_line_end_;
}

// Headers go on behind a line that is none, with which `text` begins, if an empty line ends them,
// and those of mail are at least as many as the lines that are no headers.
bool HeaderLines::headers_go_on(std::string_view text) const {
  std::ptrdiff_t more = 0;  // headers than other lines
  for (std::size_t at = 0; at < text.size();) {
    const std::string_view line = line_at(text, at);
    if (is_empty(line)) return more >= 0;
    if (is_mail_header(line)) {
      ++more;
    } else if (line_end_of(line) != line && !is_blank(line[0]) && !is_from_line(line) &&
               name_length(line) == 0) {
      --more;
    }
    at += line.size();
  }
  return false;
}

// The one place that says where a header block ends.
bool HeaderLines::ends_at(std::string_view line) {
  if (line.empty() || is_empty(line)) return true;
  if (line_end_of(line) == line) return false;  // nothing but CR: see the header
  if (goes_on_ || is_blank(line[0]) || name_length(line) > 0 || is_from_line(line)) return false;
  goes_on_ = headers_go_on(message_.substr(end_));
  return !goes_on_;
}

bool HeaderLines::next() {
  if (!has_headers_) return false;
  const std::string_view line = line_at(message_, end_);
  if (ends_at(line)) return false;
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
