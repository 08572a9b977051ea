#include "tally/mail/header_block.h"

#include <algorithm>

#include "tally/mail/ascii.h"

namespace tally::mail {

namespace {

bool is_name_char(char c) { return c > ' ' && c < '\x7f' && c != ':'; }

// The length of the name at the start of a line, 0 if the line is no header.
std::size_t name_length(std::string_view line) {
  std::size_t end = 0;
  while (end < line.size() && is_name_char(line[end])) ++end;
  std::size_t colon = end;
  while (colon < line.size() && (line[colon] == ' ' || line[colon] == '\t')) ++colon;
  return colon < line.size() && line[colon] == ':' ? end : 0;
}

}  // namespace

void read_headers(std::string_view message, HeaderBlock& block) {
  block.fields.clear();
  block.body = message.size();
  block.is_broken = false;
  std::size_t at = 0;
  while (at < message.size()) {
    const std::size_t end = std::min(message.find('\n', at), message.size());
    const std::string_view line = message.substr(at, end - at);
    const std::size_t next = std::min(end + 1, message.size());
    if (line.empty()) {
      block.body = next;
      break;
    }
    const std::size_t length = name_length(line);
    if ((line[0] == ' ' || line[0] == '\t') && !block.fields.empty()) {
      std::string_view& value = block.fields.back().value;
      value = {value.data(), static_cast<std::size_t>(line.data() + line.size() - value.data())};
    } else if (length > 0) {
      block.fields.push_back({line.substr(0, length), line.substr(line.find(':', length) + 1)});
    } else if (block.fields.empty()) {
      block.body = at;
      break;
    } else {
      block.is_broken = true;
    }
    at = next;
  }
  if (block.fields.empty()) block.is_broken = true;
}

std::string_view find_header(const HeaderBlock& block, std::string_view name) {
  for (const HeaderField& field : block.fields) {
    if (field.name.size() == name.size() && starts_with_folded(field.name, name)) {
      return field.value;
    }
  }
  return {};
}

}  // namespace tally::mail
