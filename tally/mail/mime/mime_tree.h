// SPDX-License-Identifier: Apache-2.0
// The parts of a message.
//
// The tree is cut from the outside in, boundary by boundary, and each part is a piece of the
// message's own bytes. (GMime would build an object for every part and header: it takes 29 s and
// 4.6 GB for 16 MB of boundaries. What a part means is GMime's: its parameters, encodings,
// charsets.)
#pragma once

#include <cstdint>
#include <functional>
#include <string_view>

#include "tally/mail/mime/header_block.h"
#include "tally/mail/mime/mime_fields.h"

namespace tally::mail {

/// What is met on the way through the tree, in the order of the message.
class MimeVisitor {
 public:
  virtual ~MimeVisitor() = default;
  /// A part with others within it: `multipart/…` or a message.
  virtual void see_branch(const MimeFields& fields) = 0;
  /// A part with content, still encoded.
  virtual void see_leaf(const MimeFields& fields, std::string_view body) = 0;
  /// The headers of a message within the message.
  virtual void see_message(const HeaderBlock& headers) = 0;
  /// "levels" or "parts": what is deeper or behind is not looked at.
  virtual void see_limit(std::string_view what) = 0;
  /// "boundary": a multipart in which it does not occur; its body is a leaf.
  virtual void see_fault(std::string_view what) = 0;
};

class MimeTree {
 public:
  /// REQUIRES: both limits are 1 or more.
  MimeTree(std::int64_t levels, std::int64_t parts, MimeVisitor& visitor)
      : levels_(levels), parts_left_(parts), visitor_(visitor) {}

  void walk(const HeaderBlock& headers, std::string_view body) {
    visit(read_mime_fields(headers), body, 1);
  }

 private:
  void visit(const MimeFields& fields, std::string_view body, std::int64_t level);
  void visit_multipart(const MimeFields& fields, std::string_view body, std::int64_t level);
  void visit_part(std::string_view part, bool is_digest, std::int64_t level);
  void visit_message(std::string_view message, std::int64_t level);

  std::int64_t levels_;
  std::int64_t parts_left_;
  bool is_over_ = false;
  MimeVisitor& visitor_;
};

/// Calls take(part) for every part of a multipart's body until it says false; gives false if there
/// is no boundary in it. What stands before the first and behind the last boundary is no part.
bool split_multipart(std::string_view body, std::string_view boundary,
                     const std::function<bool(std::string_view part)>& take);

}  // namespace tally::mail
