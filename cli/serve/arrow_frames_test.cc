// SPDX-License-Identifier: Apache-2.0
#include "cli/serve/arrow_frames.h"

#include <gtest/gtest.h>

#include <cstring>
#include <string>

#include "cli/serve/http.h"

namespace tally::server {
namespace {

template <class T>
std::string bytes(T value) {
  std::string out(sizeof value, '\0');
  std::memcpy(out.data(), &value, sizeof value);
  return out;
}

// A message as FlatBuffers has it, with a header of one number (a batch's rows) and perhaps its compression.
std::string message(std::uint8_t kind, std::int64_t rows, std::int64_t body,
                    bool is_packed = false) {
  std::string out = bytes<std::uint32_t>(16);  // where the message is
  // Its fields, at 4: sizes, version, kind, header, length of the body.
  for (const int field : {12, 24, 0, 4, 8, 16}) out += bytes(static_cast<std::uint16_t>(field));
  out += bytes<std::int32_t>(12);                             // at 16: back to its fields
  out += bytes(kind) + std::string(3, '\0');                  // at 20
  out += bytes<std::uint32_t>(28) + bytes<std::uint32_t>(0);  // at 24: the header is at 52
  out += bytes(body);                                         // at 32
  // The header's fields, at 40: sizes, rows, two that are left out, compression.
  for (const int field : {12, 16, 8, 0, 0, is_packed ? 4 : 0}) {
    out += bytes(static_cast<std::uint16_t>(field));
  }
  out += bytes<std::int32_t>(12) + bytes<std::uint32_t>(4);  // at 52
  out += bytes(rows) + std::string(4, '\0');                 // at 60
  return bytes<std::uint32_t>(0xFFFFFFFF) + bytes(static_cast<std::uint32_t>(out.size())) + out +
         std::string(body > 0 && body < 100 ? static_cast<std::size_t>(body) : 0, 'x');
}

constexpr std::uint8_t kSchema = 1, kTensor = 4, kRecords = 3;
const std::string kEnd = bytes<std::uint32_t>(0xFFFFFFFF) + bytes<std::uint32_t>(0);

int status_of(const std::string& stream) {
  try {
    measure_arrow(stream);
    return 200;
  } catch (const HttpError& error) {
    return error.status();
  }
}

TEST(ArrowFrames, RowsAreAddedUp) {
  const std::string start = message(kSchema, 0, 0);
  EXPECT_EQ(measure_arrow(start + message(kRecords, 5, 16) + message(kRecords, 7, 0) + kEnd).rows,
            12U);
  EXPECT_EQ(measure_arrow(start).rows, 0U) << "the end may be left out";
  EXPECT_EQ(measure_arrow(start + kEnd + "what follows").rows, 0U);
  const std::int64_t most = INT64_MAX;
  EXPECT_GT(measure_arrow(start + message(kRecords, most, 0) + message(kRecords, most, 0) +
                          message(kRecords, most, 0))
                .rows,
            static_cast<std::uint64_t>(most));
}

TEST(ArrowFrames, WhatIsPackedIsRefused) {
  EXPECT_EQ(status_of(message(kSchema, 0, 0) + message(kRecords, 5, 0, true)), 415);
}

TEST(ArrowFrames, WhatIsNoStreamIsRefused) {
  const std::string start = message(kSchema, 0, 0);
  EXPECT_EQ(status_of(start + message(kRecords, 5, 8)), 200);
  for (const std::string& bad :
       {std::string(), kEnd, message(kRecords, 5, 0), start + message(kRecords, -1, 0),
        start + message(kTensor, 5, 0), start + message(kRecords, 5, 1000),
        start + message(kRecords, 5, -8), start + bytes<std::uint32_t>(0xFFFFFFFE)}) {
    EXPECT_EQ(status_of(bad), 400);
  }
  const std::string whole = start + message(kRecords, 5, 8);
  for (std::size_t size = start.size() + 1; size < whole.size(); ++size) {
    EXPECT_EQ(status_of(whole.substr(0, size)), 400) << size;
  }
  // Places that lead anywhere.
  for (std::size_t at = 8; at < start.size(); ++at) {
    for (const char c : {'\x00', '\x7F', '\xFF'}) {
      std::string bad = start;
      bad[at] = c;
      const int status = status_of(bad);
      EXPECT_TRUE(status == 200 || status == 400) << at;
    }
  }
}

}  // namespace
}  // namespace tally::server
