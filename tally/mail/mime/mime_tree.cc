// SPDX-License-Identifier: Apache-2.0
#include "tally/mail/mime/mime_tree.h"

#include <cstring>

#include <algorithm>
#include <string>

namespace tally::mail {

namespace {

constexpr std::size_t kMostHeaderBytes = std::size_t{1} << 16;  // of a part

struct Delimiter {
  std::size_t start = std::string_view::npos;  // where the line begins
  std::size_t next = 0;                        // where the line behind it begins
  bool is_last = false;
};

std::size_t find(std::string_view text, std::string_view what, std::size_t from) {
  if (from >= text.size()) return std::string_view::npos;
  const void* const found =
      ::memmem(text.data() + from, text.size() - from, what.data(), what.size());
  if (found == nullptr) return std::string_view::npos;
  return static_cast<std::size_t>(static_cast<const char*>(found) - text.data());
}

// `line` is the boundary with its dashes. The line may go on with "--" and white space only.
Delimiter find_delimiter(std::string_view body, const std::string& line, std::size_t from) {
  for (std::size_t at = find(body, line, from); at != std::string_view::npos;
       at = find(body, line, at + line.size())) {
    if (at > 0 && body[at - 1] != '\n') continue;
    Delimiter found;
    found.start = at;
    std::size_t end = at + line.size();
    found.is_last = body.substr(end, 2) == "--";
    if (found.is_last) end += 2;
    while (end < body.size() && (body[end] == ' ' || body[end] == '\t')) ++end;
    if (end < body.size() && body[end] != '\n') continue;
    found.next = std::min(end + 1, body.size());
    return found;
  }
  return {};
}

}  // namespace

bool split_multipart(std::string_view body, std::string_view boundary,
                     const std::function<bool(std::string_view part)>& take) {
  if (boundary.empty()) return false;
  const std::string line = "--" + std::string(boundary);
  Delimiter open = find_delimiter(body, line, 0);
  if (open.start == std::string_view::npos) return false;
  while (!open.is_last && open.start != std::string_view::npos) {
    const Delimiter close = find_delimiter(body, line, open.next);
    std::size_t end = std::min(close.start, body.size());
    if (close.start != std::string_view::npos && end > open.next) --end;  // its line end
    if (!take(body.substr(open.next, end - open.next))) break;
    open = close;
  }
  return true;
}

void MimeTree::visit(const MimeFields& fields, std::string_view body, std::int64_t level) {
  if (parts_left_ == 0) {
    is_over_ = true;
    return visitor_.see_limit("parts");
  }
  --parts_left_;
  if (level > levels_) return visitor_.see_limit("levels");
  if (fields.type.starts_with("multipart/")) {
    visitor_.see_branch(fields);
    visit_multipart(fields, body, level);
  } else if (fields.type == "message/rfc822" || fields.type == "message/global" ||
             fields.type == "message/news") {
    visitor_.see_branch(fields);
    visit_message(body, level + 1);
  } else {
    visitor_.see_leaf(fields, body);
  }
}

void MimeTree::visit_multipart(const MimeFields& fields, std::string_view body,
                               std::int64_t level) {
  const bool is_digest = fields.type == "multipart/digest";
  const auto take = [&](std::string_view part) {
    visit_part(part, is_digest, level + 1);
    return !is_over_;
  };
  if (split_multipart(body, fields.boundary, take)) return;
  visitor_.see_fault("boundary");
  MimeFields plain;
  plain.encoding = fields.encoding;
  visitor_.see_leaf(plain, body);
}

void MimeTree::visit_part(std::string_view part, bool is_digest, std::int64_t level) {
  HeaderBlock headers;
  read_headers(part, kMostHeaderBytes, headers);
  MimeFields fields = read_mime_fields(headers);
  if (is_digest && !fields.is_declared) fields.type = "message/rfc822";
  visit(fields, part.substr(headers.body), level);
}

void MimeTree::visit_message(std::string_view message, std::int64_t level) {
  HeaderBlock headers;
  read_headers(message, kMostHeaderBytes, headers);
  visitor_.see_message(headers);
  visit(read_mime_fields(headers), message.substr(headers.body), level);
}

}  // namespace tally::mail
