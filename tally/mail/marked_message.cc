// SPDX-License-Identifier: Apache-2.0
#include "tally/mail/marked_message.h"

#include <strings.h>

#include <algorithm>

#include "tally/inside/mail.h"

namespace tally {

namespace {

bool is_header_character(char c) { return c > ' ' && c < 0x7F && c != ':'; }

bool is_blank(char c) { return c == ' ' || c == '\t'; }

// "Name:", "name :".
bool begins_header(std::string_view text, std::string_view name) {
  if (text.size() < name.size() || strncasecmp(text.data(), name.data(), name.size()) != 0) {
    return false;
  }
  text.remove_prefix(name.size());
  while (!text.empty() && is_blank(text[0])) text.remove_prefix(1);
  return text.starts_with(':');
}

// What stands at the start of a line, up to a CR that some readers take for a line's end.
std::string_view first_piece(std::string_view line) {
  const std::size_t end = line.find_last_not_of("\r\n");
  const std::size_t cr = line.find('\r');
  return cr == std::string_view::npos || end == std::string_view::npos || cr > end
             ? line
             : line.substr(0, cr + 1);
}

// Whether a reader that ends lines at a CR, or passes over it, finds an empty line here.
bool looks_empty(std::string_view piece) {
  return piece.starts_with('\r') || piece.ends_with("\r\r\n") || piece.ends_with("\r\r");
}

}  // namespace

bool is_header_name(std::string_view name) {
  return !name.empty() && std::all_of(name.begin(), name.end(), is_header_character);
}

MarkedMessage::MarkedMessage(std::string_view message, std::string_view name, bool is_whole)
    : name_(name) {
  HeaderLines block(message);
  while (block.next()) continue;
  HeaderLines lines(message, HeaderLines::Reach::kEmptyLine);
  const std::size_t first_end = message.find('\n', lines.start());
  const std::string_view first = message.substr(0, first_end);
  line_end_ = first.size() < message.size() && first.ends_with('\r') ? "\r\n" : "\n";
  body_start_ = lines.start();
  if (body_start_ > 0) kept_.push_back(message.substr(0, body_start_));
  field_ = kept_.size();
  while (lines.next()) {
    // The header goes before a line that does not end here.
    if (!is_whole && !lines.text().ends_with('\n')) break;
    // A body that no empty line begins.
    if (!place_ && body_start_ >= block.end()) place_ = kept_.size();
    add(lines.text());
    body_start_ = lines.end();
  }
  needs_empty_line_ =
      !lines.has_headers() && lines.body() == lines.end() && lines.end() < message.size();
}

// Keeps a line but for what is, to a reader of whatever kind, an older copy.
void MarkedMessage::add(std::string_view line) {
  if (!is_blank(line[0])) field_ = kept_.size();
  const std::size_t before = kept_.size();
  bool keeps_end = true;
  for (std::string_view left = line; !left.empty();) {
    const std::string_view piece = first_piece(left);
    if (!is_blank(piece[0])) skipping_ = begins_header(piece, name_);
    if (!skipping_) kept_.push_back(piece);
    if (!skipping_ && looks_empty(piece) && !place_) place_ = field_;
    left.remove_prefix(piece.size());
    keeps_end = !skipping_;
  }
  // What is left of the line is still a line.
  if (!keeps_end && kept_.size() > before && line.ends_with('\n')) {
    kept_.push_back(line.substr(line.size() - 1));
  }
}

void MarkedMessage::write_headers(std::string_view value, const Sink& sink) const {
  const std::string header = name_ + ": " + std::string(value) + std::string(line_end_);
  for (std::size_t i = 0; i < kept_.size(); ++i) {
    if (i == place_) sink(header);
    sink(kept_[i]);
  }
  if (place_ && *place_ < kept_.size()) return;
  if (!kept_.empty() && !kept_.back().ends_with('\n')) {
    sink(kept_.back().ends_with('\r') ? "\n" : line_end_);
  }
  sink(header);
  if (needs_empty_line_) sink(line_end_);
}

}  // namespace tally
