// SPDX-License-Identifier: Apache-2.0
#include "tally/model/sqlite/sqlite_cell.h"

#include <algorithm>

namespace tally {

void append_varint(std::string& to, std::uint64_t value) {
  std::array<char, 10> bytes;
  to.append(bytes.data(), put_varint(bytes.data(), value));
}

void append_cell(std::string& cells, std::initializer_list<std::string_view> texts,
                 std::initializer_list<std::int64_t> integers) {
  std::size_t header = 1, content = 0;
  for (const std::string_view text : texts) {
    header += varint_size(type_of(text));
    content += text.size();
  }
  for (const std::int64_t integer : integers) {
    header += 1;
    content += kind_of(integer).bytes;
  }
  const std::size_t before = cells.size();
  cells.resize(before + varint_size(header + content) + header + content);
  char* at = put_varint(cells.data() + before, header + content);
  *at++ = static_cast<char>(header);
  for (const std::string_view text : texts) at = put_varint(at, type_of(text));
  for (const std::int64_t integer : integers) *at++ = kind_of(integer).type;
  for (const std::string_view text : texts) at = std::copy(text.begin(), text.end(), at);
  for (const std::int64_t integer : integers) {
    const std::size_t bytes = kind_of(integer).bytes;
    put_number(at, static_cast<std::uint64_t>(integer), bytes);
    at += bytes;
  }
}

FirstCell first_cell(std::string_view cells) {
  std::size_t size = 0, at = 0;
  for (bool more = true; more; ++at) {
    const auto byte = static_cast<unsigned char>(cells[at]);
    size = size << 7 | (byte & 127U);
    more = byte >= 128;
  }
  return {cells.substr(0, at + size), at};
}

}  // namespace tally
