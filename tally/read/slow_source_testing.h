// SPDX-License-Identifier: Apache-2.0
// Bytes that come in pieces, with pauses between them, for tests.
#pragma once

#include <algorithm>
#include <cstdint>
#include <random>
#include <string>

#include "tally/read/byte_source.h"

namespace tally {

/// Gives pieces of 1 to `most` bytes, and is slow before one of `pauses` of them.
class SlowSource final : public ByteSource {
 public:
  SlowSource(std::string bytes, std::uint32_t seed, std::size_t most, std::uint32_t pauses = 1)
      : bytes_(std::move(bytes)), random_(seed), most_(most), pauses_(pauses) {}

  std::size_t read(char* to, std::size_t most) override {
    const std::size_t given =
        bytes_.copy(to, std::min<std::size_t>(most, 1 + random_() % most_), at_);
    at_ += given;
    return given;
  }
  bool is_ready(std::chrono::milliseconds /*patience*/) override { return random_() % pauses_ > 0; }
  bool is_reopenable() const override { return false; }

 private:
  std::string bytes_;
  std::mt19937 random_;
  std::size_t most_;
  std::uint32_t pauses_;
  std::size_t at_ = 0;
};

}  // namespace tally
