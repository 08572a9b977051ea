// SPDX-License-Identifier: Apache-2.0
// Short stand-ins for the plain text of HTML, so that a parser need not go through it letter by
// letter.
//
//   HtmlStandIns stand_ins(html);
//   stand_ins.shorten("some text &amp; more of it", out);   // "X &amp; Y" for two odd characters
//   stand_ins.expand("X & Y", out);                         // "some text & more of it"
//
// To a parser, text is a sequence of white space and of characters that are none; which they are
// makes no difference as long as they begin no tag and no entity. So a stretch of plain ASCII
// becomes one character of Unicode's private plane 15, which nobody writes, and the white space
// around it stays.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace tally::text {

/// For one document. Not to be shared between threads.
class HtmlStandIns {
 public:
  /// Where the document itself has such characters, or entities for them, nothing is shortened.
  explicit HtmlStandIns(std::string_view html);

  /// Nothing is shortened from now on.
  void stop() { is_on_ = false; }

  /// Appends a run of text, which holds no '<', with stand-ins; gives by how many bytes it is
  /// shorter. REQUIRES: the text stays as long as this.
  std::size_t shorten(std::string_view text, std::string& out);

  /// Appends a text of the parsed document as it was written.
  void expand(std::string_view text, std::string& out) const;

 private:
  std::size_t shorten_stretch(std::string_view stretch, std::string& out);

  bool is_on_;
  std::vector<std::string_view> texts_;  // by the number of their character
};

}  // namespace tally::text
