#include "cli/marked_message.h"

#include <strings.h>

#include <algorithm>

#include "tally/mail.h"

namespace tally::cli {

namespace {

bool is_header_character(char c) { return c > ' ' && c < 0x7F && c != ':'; }

bool is_same_name(std::string_view a, std::string_view b) {
  return a.size() == b.size() && strncasecmp(a.data(), b.data(), a.size()) == 0;
}

}  // namespace

bool is_header_name(std::string_view name) {
  return !name.empty() && std::all_of(name.begin(), name.end(), is_header_character);
}

MarkedMessage::MarkedMessage(std::string_view message, std::string_view name, bool is_whole)
    : name_(name) {
  const std::string_view first = message.substr(0, message.find('\n'));
  line_end_ = first.size() < message.size() && first.ends_with('\r') ? "\r\n" : "\n";
  HeaderLines block(message);
  while (block.next()) continue;
  HeaderLines lines(message, HeaderLines::Reach::kEmptyLine);
  body_start_ = lines.start();
  if (body_start_ > 0) kept_.push_back(message.substr(0, body_start_));
  bool skipping = false;
  while (lines.next()) {
    // The header goes before a line that does not end here.
    if (!is_whole && !lines.text().ends_with('\n')) return;
    if (!place_ && body_start_ >= block.end()) place_ = kept_.size();
    if (lines.kind() == HeaderLines::Kind::kField) {
      skipping = is_same_name(lines.name(), name_);
    } else if (lines.kind() == HeaderLines::Kind::kOther) {
      skipping = false;
    }
    if (!skipping) kept_.push_back(lines.text());
    body_start_ = lines.end();
  }
  ends_in_line_end_ = kept_.empty() || kept_.back().ends_with('\n');
  needs_empty_line_ =
      !lines.has_headers() && lines.body() == lines.end() && lines.end() < message.size();
}

void MarkedMessage::write_headers(std::string_view value, const Sink& sink) const {
  const std::string header = name_ + ": " + std::string(value) + std::string(line_end_);
  for (std::size_t i = 0; i < kept_.size(); ++i) {
    if (i == place_) sink(header);
    sink(kept_[i]);
  }
  if (place_ && *place_ < kept_.size()) return;
  if (!ends_in_line_end_) sink(line_end_);
  sink(header);
  if (needs_empty_line_) sink(line_end_);
}

}  // namespace tally::cli
