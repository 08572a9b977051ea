// SPDX-License-Identifier: Apache-2.0
// The evidence in one message.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <string_view>

#include "tally/inside/text.h"
#include "tally/mail.h"
#include "tally/model/stored_mail.h"

namespace tally {

enum class Zone : std::uint8_t { kHeader, kSubject, kBody, kLink, kStructure, kPair };
inline constexpr std::array<const char*, 6> kZoneNames{"header", "subject",   "body",
                                                       "link",   "structure", "pair"};

/// A column per zone.
using Zones = std::array<TermColumn, kZoneNames.size()>;
Zones make_zones();  ///< in which a term counts once a row

/// Cuts messages. Not to be shared between threads.
class MessageCutter {
 public:
  explicit MessageCutter(const MailLimits& limits, MailPairs pairs = MailPairs::kYes);
  ~MessageCutter();
  MessageCutter(MessageCutter&&) noexcept;

  /// Adds the terms of a message, as it stands in a file or came through a pipe, to the row at hand
  /// of each zone's column; the caller ends the row. Any bytes are a message, none at all too. Of a
  /// message beyond 32 MiB only the start need be given. REQUIRES: columns of make_zones.
  void cut(std::string_view message, Zones& zones);

 private:
  struct State;
  std::unique_ptr<State> state_;
};

}  // namespace tally
