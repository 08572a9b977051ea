// SPDX-License-Identifier: Apache-2.0
// A message of Protocol Buffers taken apart again, for tests.
#pragma once

#include <cstdint>
#include <map>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

namespace tally {

struct ReadProto {
  std::map<int, std::vector<std::int64_t>> integers;  ///< by field
  std::map<int, std::vector<std::string>> texts;      ///< messages as well

  explicit ReadProto(std::string_view bytes) {
    while (!bytes.empty()) {
      const std::uint64_t tag = varint(bytes);
      const auto field = static_cast<int>(tag >> 3U);
      const std::uint64_t value = varint(bytes);
      if ((tag & 7U) == 0) {
        integers[field].push_back(static_cast<std::int64_t>(value));
      } else if ((tag & 7U) == 2 && value <= bytes.size()) {
        texts[field].emplace_back(bytes.substr(0, value));
        bytes.remove_prefix(value);
      } else {
        throw std::runtime_error("no message");
      }
    }
  }

 private:
  static std::uint64_t varint(std::string_view& bytes) {
    std::uint64_t out = 0;
    for (unsigned shift = 0;; shift += 7) {
      if (bytes.empty()) throw std::runtime_error("ends too early");
      const auto byte = static_cast<unsigned char>(bytes[0]);
      bytes.remove_prefix(1);
      out |= std::uint64_t{byte & 0x7fU} << shift;
      if (byte < 0x80) return out;
    }
  }
};

}  // namespace tally
