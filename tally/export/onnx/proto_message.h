// SPDX-License-Identifier: Apache-2.0
// A message of Protocol Buffers as bytes: its fields one after the other, each with a number and how its value is
// written (protobuf.dev/programming-guides/encoding). So much of it as ONNX needs.
//
//   ProtoMessage pair;
//   pair.text(1, "rule").text(2, "naive");
//   model.message(14, pair);                  // 0x72 length 0x0a 4 r u l e 0x12 5 n a i v e
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace tally {

class ProtoMessage {
 public:
  /// A field that comes several times is a list: these write one item each.
  ProtoMessage& integer(int field, std::int64_t value);
  ProtoMessage& text(int field, std::string_view value);  ///< strings and bytes
  ProtoMessage& message(int field, const ProtoMessage& value);

  const std::string& bytes() const { return bytes_; }

 private:
  void varint(std::uint64_t value);

  std::string bytes_;
};

}  // namespace tally
