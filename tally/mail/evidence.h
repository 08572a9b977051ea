// SPDX-License-Identifier: Apache-2.0
// Where the terms of one message go, and how much of it they may be.
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>

#include "tally/mail/message.h"

namespace tally::mail {

/// Lives as long as one message is cut.
class Evidence {
 public:
  Evidence(const MailLimits& limits, Zones& zones, MailPairs pairs = MailPairs::kYes)
      : limits_(limits), zones_(zones), has_pairs_(pairs == MailPairs::kYes) {}

  const MailLimits& limits() const { return limits_; }
  bool has_pairs() const { return has_pairs_; }

  /// Adds a term; an empty one is none. Beyond the limit of terms nothing is added but
  /// `limit:terms`. Headers may have half of them, the subject, links and structure an eighth each:
  /// whatever stands in them, there is room for the body.
  void add(Zone zone, std::string_view term);
  /// The same for many terms. REQUIRES: none is empty.
  void add(Zone zone, std::span<const std::string_view> terms);
  /// Adds prefix + term, unless the term is empty.
  void add(Zone zone, std::string_view prefix, std::string_view term);
  /// Adds pairs of words. Of these there may be as many as of all other terms together; beyond
  /// that there is `limit:pairs`. REQUIRES: has_pairs().
  void add_pairs(std::span<const std::string_view> pairs);
  /// Adds `limit:<what>` to the structure, whatever the limit of terms.
  void note_limit(std::string_view what);

  /// How many bytes of decoded text may still become terms.
  std::size_t text_left() const { return text_left_; }
  /// Takes bytes away from them. REQUIRES: there are as many.
  void spend_text(std::size_t bytes) { text_left_ -= bytes; }

 private:
  TermColumn& column(Zone zone) { return zones_[static_cast<std::size_t>(zone)]; }
  const TermColumn& column(Zone zone) const { return zones_[static_cast<std::size_t>(zone)]; }
  std::int64_t most_of(Zone zone) const;
  bool is_full(Zone zone) const;

  const MailLimits& limits_;
  Zones& zones_;
  bool has_pairs_;
  std::int64_t added_ = 0;
  std::size_t text_left_ = static_cast<std::size_t>(limits_.text_bytes);
  std::string joined_;
};

/// The bucket of a size: the number of its bits, "0", "1" … "64", so that each is twice the last.
std::string bucket(std::uint64_t size);

}  // namespace tally::mail
