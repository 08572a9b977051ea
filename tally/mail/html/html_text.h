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

#include "tally/mail/evidence.h"
#include "tally/mail/html/parser_memory.h"

namespace tally::mail {

struct HtmlText {
  std::string visible;
  std::string hidden;
  std::vector<std::string> links;  ///< of attributes: href, src …
  ParserMemory memory;             ///< used again for the next document
};

/// Replaces `text` by what the document says, and adds the terms of its structure: tags
/// (`<table`), colours (`bgcolor=ffffff`), pictures of a pixel (`<img:pixel`), what is hidden and
/// by what (`hidden:color`). The text is UTF-8, and no longer than the document's.
void read_html(std::string_view html, HtmlText& text, Evidence& evidence);

}  // namespace tally::mail
