// SPDX-License-Identifier: Apache-2.0
#include "tally/export/pmml/xml_text.h"

#include "tally/base/xml_text.h"
#include "tally/export/refusal.h"

namespace tally {

std::string in_xml(std::string_view text) {
  std::string out;
  for (const char c : text) {
    if (const std::string_view entity = xml_entity(c); !entity.empty()) {
      out += entity;
    } else if (c == '\t' || c == '\n' || c == '\r') {
      out += "&#" + std::to_string(static_cast<int>(c)) + ";";  // a space otherwise
    } else if (static_cast<unsigned char>(c) < 0x20) {
      refuse_export("a name or value with a control character, in XML,");
    } else {
      out += c;
    }
  }
  return out;
}

void XmlText::begin(const char* name, const Attributes& attributes) {
  text_ += std::string(open_.size(), ' ') + "<" + name;
  for (const auto& [key, value] : attributes) {
    text_.append(" ").append(key).append("=\"").append(in_xml(value)).append("\"");
  }
}

void XmlText::open(const char* name, const Attributes& attributes) {
  begin(name, attributes);
  text_ += ">\n";
  open_.push_back(name);
}

void XmlText::close() {
  const char* const name = open_.back();
  open_.pop_back();
  text_ += std::string(open_.size(), ' ') + "</" + name + ">\n";
}

void XmlText::element(const char* name, const Attributes& attributes) {
  begin(name, attributes);
  text_ += "/>\n";
}

void XmlText::element_with(const char* name, std::string_view text, const Attributes& attributes) {
  begin(name, attributes);
  text_.append(">").append(in_xml(text)).append("</").append(name).append(">\n");
}

}  // namespace tally
