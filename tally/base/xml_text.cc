// SPDX-License-Identifier: Apache-2.0
#include "tally/base/xml_text.h"

namespace tally {

std::string xml_text(std::string_view text) {
  std::string out;
  for (const char c : text) {
    switch (c) {
      case '&':
        out += "&amp;";
        break;
      case '<':
        out += "&lt;";
        break;
      case '>':
        out += "&gt;";
        break;
      case '"':
        out += "&quot;";
        break;
      case '\'':
        out += "&#39;";
        break;
      default: {
        const auto byte = static_cast<unsigned char>(c);
        const bool is_control =
            (byte < 0x20 && c != '\t' && c != '\n' && c != '\r') || byte == 0x7f;
        is_control ? out += "\xEF\xBF\xBD" : out += c;
      }
    }
  }
  return out;
}

}  // namespace tally
