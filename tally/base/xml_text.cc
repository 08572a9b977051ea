// SPDX-License-Identifier: Apache-2.0
#include "tally/base/xml_text.h"

namespace tally {

std::string_view xml_entity(char c) {
  switch (c) {
    case '&':
      return "&amp;";
    case '<':
      return "&lt;";
    case '>':
      return "&gt;";
    case '"':
      return "&quot;";
    default:
      return "";
  }
}

std::string xml_text(std::string_view text) {
  std::string out;
  for (const char c : text) {
    const auto byte = static_cast<unsigned char>(c);
    const bool is_control = (byte < 0x20 && c != '\t' && c != '\n' && c != '\r') || byte == 0x7f;
    if (is_control) {
      out += "\xEF\xBF\xBD";
    } else if (const std::string_view entity = xml_entity(c); !entity.empty()) {
      out += entity;
    } else {
      c == '\'' ? out += "&#39;" : out += c;
    }
  }
  return out;
}

}  // namespace tally
