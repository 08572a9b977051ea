// SPDX-License-Identifier: Apache-2.0
#include "tally/export/onnx/proto_message.h"

namespace tally {

namespace {

// The three lowest bits before each value.
constexpr std::uint64_t kVarint = 0;
constexpr std::uint64_t kLengthAndBytes = 2;

std::uint64_t tag(int field, std::uint64_t how) {
  return (static_cast<std::uint64_t>(field) << 3U) | how;
}

}  // namespace

// Seven bits to a byte, the lowest first; the eighth says that more follow.
void ProtoMessage::varint(std::uint64_t value) {
  for (; value >= 0x80; value >>= 7U) bytes_ += static_cast<char>(value | 0x80U);
  bytes_ += static_cast<char>(value);
}

ProtoMessage& ProtoMessage::integer(int field, std::int64_t value) {
  varint(tag(field, kVarint));
  varint(static_cast<std::uint64_t>(value));
  return *this;
}

ProtoMessage& ProtoMessage::text(int field, std::string_view value) {
  varint(tag(field, kLengthAndBytes));
  varint(value.size());
  bytes_ += value;
  return *this;
}

ProtoMessage& ProtoMessage::message(int field, const ProtoMessage& value) {
  return text(field, value.bytes());
}

}  // namespace tally
