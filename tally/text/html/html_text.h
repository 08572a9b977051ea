// SPDX-License-Identifier: Apache-2.0
// HTML becomes text, links and structure.
//
// Words that tags, comments or entities split are whole again (Vi<b></b>agra), while paragraphs,
// cells and line breaks separate. What nobody sees (hidden by a style, or in the colour of its
// background) is kept apart from what is seen.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "tally/text/html/parser_memory.h"

namespace tally::text {

struct HtmlText {
  std::string visible;
  std::string hidden;
  std::vector<std::string> links;  ///< of attributes: href, src …
  ParserMemory memory;             ///< used again for the next document
};

/// Receives what a document is made of.
class HtmlStructure {
 public:
  virtual ~HtmlStructure() = default;
  /// A tag (`<table`), a colour (`bgcolor=ffffff`), a picture of a pixel (`<img:pixel`), something
  /// hidden and by what (`hidden:color`); each as often as it occurs.
  virtual void add(std::string_view term) = 0;
  /// There are more tags or attributes than a parser can take, and some were left out.
  virtual void note_limit() = 0;
};

/// Replaces `text` by what the document says, and tells its structure to whoever listens. The text
/// is UTF-8, and no longer than the document's.
void read_html(std::string_view html, HtmlText& text, HtmlStructure* structure = nullptr);

}  // namespace tally::text
