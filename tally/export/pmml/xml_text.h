// SPDX-License-Identifier: Apache-2.0
// Elements of XML, one written inside the other.
//
//   XmlText xml;
//   xml.open("Header", {{"copyright", "…"}});
//   xml.element("Application", {{"name", "tally"}});       // <Application name="tally"/>
//   xml.close();                                           // </Header>
#pragma once

#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace tally {

/// Text with & < > " escaped. Throws Error (kUsage) for control characters, which XML has no place for.
std::string in_xml(std::string_view text);

class XmlText {
 public:
  using Attributes = std::vector<std::pair<const char*, std::string>>;

  void open(const char* name, const Attributes& attributes = {});
  void close();
  void element(const char* name, const Attributes& attributes = {});  ///< an empty one
  void element_with(const char* name, std::string_view text, const Attributes& attributes = {});

  const std::string& text() const { return text_; }

 private:
  void begin(const char* name, const Attributes& attributes);

  std::string text_ = "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n";
  std::vector<const char*> open_;
};

}  // namespace tally
