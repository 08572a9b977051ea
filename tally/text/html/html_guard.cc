// SPDX-License-Identifier: Apache-2.0
#include "tally/text/html/html_guard.h"

#include <algorithm>
#include <cstring>

#include "tally/base/ascii.h"

namespace tally::text {

namespace {

using ascii::is_letter;
using ascii::is_space;
using ascii::lower;
using ascii::starts_with_folded;
using ascii::to_lower;

// These have no content, or end where the next of them begins, so that they do not nest.
constexpr std::string_view kNeverDeep[] = {"p",  "li",   "td",   "tr",    "th",   "br",     "img",
                                           "hr", "meta", "link", "input", "base", "option", "dd",
                                           "dt", "area", "col",  "wbr",   "a"};

std::size_t end_of_name(std::string_view tag, std::size_t start) {
  std::size_t end = start;
  while (end < tag.size() && !is_space(tag[end]) && tag[end] != '/' && tag[end] != '>') ++end;
  return end;
}

std::uint8_t hash(std::string_view name) {
  std::uint32_t sum = 2166136261U;
  for (const char c : name) sum = (sum ^ static_cast<unsigned char>(to_lower(c))) * 16777619U;
  return static_cast<std::uint8_t>(sum ^ (sum >> 8) ^ (sum >> 16));
}

// Whether what stands behind a '<' that begins no tag is to a parser a comment or a tag after all,
// and may go on beyond the next '<': then it is not known any more what is text.
bool may_swallow_tags(std::string_view text) {
  const bool is_declaration = text.starts_with('!') || text.starts_with('?');
  if (is_declaration && !text.starts_with("![")) return text.find('>') == std::string_view::npos;
  return is_declaration || text.starts_with('/') || (!text.empty() && is_letter(text[0]));
}

// Behind the '>' that ends the tag: not one within quotes.
std::size_t end_of_tag(std::string_view html) {
  char quote = 0;
  bool is_value = false;
  for (std::size_t i = 1; i < html.size(); ++i) {
    const char c = html[i];
    if (quote != 0) {
      if (c == quote) quote = 0;
    } else if (c == '>') {
      return i + 1;
    } else if ((c == '"' || c == '\'') && is_value) {
      quote = c;
    }
    if (!is_space(c)) is_value = c == '=';
  }
  return html.size();
}

}  // namespace

std::string_view HtmlGuard::next() {
  piece_.clear();
  saved_ = 0;
  open_.fill(0);
  all_open_ = 0;
  while (!rest_.empty() && piece_.size() + saved_ < kPiece) {
    const std::size_t text = std::min(rest_.find('<'), rest_.size());
    const std::size_t taken = std::min(text, kPiece);
    copy_text(rest_.substr(0, taken));
    rest_.remove_prefix(taken);
    if (taken < text || rest_.empty()) continue;
    const bool is_tag = rest_.size() > 1 && (is_letter(rest_[1]) || rest_[1] == '/');
    const bool is_comment = rest_.starts_with("<!--");
    if (is_comment) {
      const std::size_t end = rest_.find("-->", 4);
      if (end == std::string_view::npos) left_out_ = true;
      piece_.append("<!---->");
      rest_.remove_prefix(std::min(end == std::string_view::npos ? end : end + 3, rest_.size()));
    } else if (is_tag) {
      const std::size_t end = end_of_tag(rest_);
      copy_tag(rest_.substr(0, end));
      rest_.remove_prefix(end);
    } else {
      piece_ += '<';
      rest_.remove_prefix(1);
    }
  }
  return piece_;
}

void HtmlGuard::copy_text(std::string_view text) {
  if (stand_ins_ == nullptr) {
    piece_.append(text);
  } else if (piece_.ends_with('<')) {
    if (may_swallow_tags(text)) stand_ins_->stop();
    piece_.append(text);
  } else {
    saved_ += stand_ins_->shorten(text, piece_);
  }
}

void HtmlGuard::copy_tag(std::string_view tag) {
  const std::size_t start = tag[1] == '/' ? 2 : 1;
  const std::string_view name = tag.substr(start, end_of_name(tag, start) - start);
  // Of a text among frames only the white space counts.
  if (stand_ins_ != nullptr && starts_with_folded(name, "frameset")) stand_ins_->stop();
  if (start == 2) {
    close(name);
    piece_.append("</").append(name).append(">");
  } else if (may_open(name)) {
    copy_attributes(tag);
  } else {
    left_out_ = true;
  }
}

void HtmlGuard::copy_attributes(std::string_view tag) {
  int breaks = 0;
  char quote = 0;
  for (std::size_t i = 0; i < tag.size(); ++i) {
    const char c = tag[i];
    if (quote != 0) {
      if (c == quote) quote = 0;
      continue;
    }
    if (c == '"' || c == '\'') quote = c;
    const bool begins_attribute = c == '/' || c == quote || (is_space(c) && !is_space(tag[i - 1]));
    if (begins_attribute && ++breaks > 3 * kMostAttributes) {
      left_out_ = true;
      piece_.append(tag.substr(0, i)).append(">");
      return;
    }
  }
  piece_.append(tag);
}

bool HtmlGuard::may_open(std::string_view name) {
  const std::string small = lower(name.substr(0, 16));
  if (std::find(std::begin(kNeverDeep), std::end(kNeverDeep), small) != std::end(kNeverDeep)) {
    return true;
  }
  if (all_open_ >= kMostOpen) return false;
  ++all_open_;
  ++open_[hash(small)];
  return true;
}

void HtmlGuard::close(std::string_view name) {
  std::uint16_t& open = open_[hash(lower(name.substr(0, 16)))];
  if (open == 0) return;
  --open;
  --all_open_;
}

}  // namespace tally::text
