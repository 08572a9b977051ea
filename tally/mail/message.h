// The evidence in one message.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <string_view>

#include "tally/batch/text_options.h"
#include "tally/text.h"

namespace tally {

enum class Zone : std::uint8_t { kHeader, kSubject, kBody, kLink, kStructure };
inline constexpr std::array<const char*, 5> kZoneNames{"header", "subject", "body", "link",
                                                       "structure"};

/// Cuts messages. Not to be shared between threads.
class MessageCutter {
 public:
  explicit MessageCutter(const MailLimits& limits);
  ~MessageCutter();
  MessageCutter(MessageCutter&&) noexcept;

  /// Adds the terms of a message, as it stands in a file or came through a pipe, to the row at hand
  /// of each zone's column; the caller ends the row. Any bytes are a message, none at all too. Of a
  /// message beyond 32 MiB only the start need be given. REQUIRES: columns of `once`.
  void cut(std::string_view message, std::array<TermColumn, kZoneNames.size()>& zones);

 private:
  struct State;
  std::unique_ptr<State> state_;
};

}  // namespace tally
