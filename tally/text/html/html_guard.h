// SPDX-License-Identifier: Apache-2.0
// HTML that a parser can take.
//
// A parser of real HTML spends time with the square of what is open at once, and its memory grows
// with the tags. This cuts a document into pieces of bounded size, and leaves out of each the tags
// that would nest too deep and the attributes that are too many; the text stays.
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <string_view>

#include "tally/text/html/html_stand_ins.h"

namespace tally::text {

class HtmlGuard {
 public:
  static constexpr std::size_t kPiece = std::size_t{1} << 18;
  static constexpr int kMostOpen = 200;
  static constexpr int kMostAttributes = 50;

  /// With `stand_ins`, its plain text is shortened; where pieces end does not depend on it.
  explicit HtmlGuard(std::string_view html, HtmlStandIns* stand_ins = nullptr)
      : rest_(html), stand_ins_(stand_ins) {}

  /// The next piece, valid until the next call; empty at the end.
  std::string_view next();
  /// Whether anything was left out so far.
  bool left_out() const { return left_out_; }

 private:
  void copy_text(std::string_view text);
  void copy_tag(std::string_view tag);
  void copy_attributes(std::string_view tag);
  bool may_open(std::string_view name);
  void close(std::string_view name);

  std::string_view rest_;
  HtmlStandIns* stand_ins_;
  std::string piece_;
  std::size_t saved_ = 0;                  // bytes by which stand-ins have made it shorter
  std::array<std::uint16_t, 256> open_{};  // how many elements, by a hash of the name
  int all_open_ = 0;
  bool left_out_ = false;
};

}  // namespace tally::text
