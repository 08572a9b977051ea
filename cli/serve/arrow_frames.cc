// SPDX-License-Identifier: Apache-2.0
#include "cli/serve/arrow_frames.h"

#include <bit>
#include <cstring>
#include <optional>

#include "cli/serve/http.h"

namespace tally::server {

namespace {

static_assert(std::endian::native == std::endian::little, "FlatBuffers are little-endian");

[[noreturn]] void refuse() {
  throw HttpError(400, "the body is no Arrow IPC stream, or not a whole one");
}

// Kinds of messages, of Message.fbs.
constexpr std::uint8_t kSchema = 1, kDictionary = 2, kRecords = 3;

// Tables of FlatBuffers, as far as they lie within the bytes.
class Metadata {
 public:
  explicit Metadata(std::string_view bytes) : bytes_(bytes) {}

  template <class T>
  T at(std::uint64_t place) const {
    if (place > bytes_.size() || bytes_.size() - place < sizeof(T)) refuse();
    T out;
    std::memcpy(&out, bytes_.data() + place, sizeof out);
    return out;
  }

  std::uint64_t root() const { return at<std::uint32_t>(0); }

  // Where the value of a table's field is; nothing where it is left out.
  std::optional<std::uint64_t> field(std::uint64_t table, unsigned number) const {
    const auto to_fields = at<std::int32_t>(table);
    const std::int64_t fields = static_cast<std::int64_t>(table) - to_fields;
    if (fields < 0) refuse();
    const auto start = static_cast<std::uint64_t>(fields);
    const std::uint64_t place = 4 + 2 * std::uint64_t{number};
    if (place + 2 > at<std::uint16_t>(start)) return std::nullopt;
    const auto offset = at<std::uint16_t>(start + place);
    if (offset == 0) return std::nullopt;
    return table + offset;
  }

  template <class T>
  T value(std::uint64_t table, unsigned number) const {
    const auto place = field(table, number);
    return place ? at<T>(*place) : T{};
  }

  // The table that a field refers to.
  std::uint64_t table(std::uint64_t of, unsigned number) const {
    const auto place = field(of, number);
    if (!place) refuse();
    return *place + at<std::uint32_t>(*place);
  }

 private:
  std::string_view bytes_;
};

// The rows of a RecordBatch, whose fields are length, nodes, buffers and compression.
std::uint64_t rows_of(const Metadata& metadata, std::uint64_t batch) {
  const auto rows = metadata.value<std::int64_t>(batch, 0);
  if (rows < 0) refuse();
  if (metadata.field(batch, 3))
    throw HttpError(415, "the batches are packed; send them as they are");
  return static_cast<std::uint64_t>(rows);
}

// Adds what would not fit, too: more is too much anyway.
void add(std::uint64_t& sum, std::uint64_t more) {
  sum = sum + more < sum ? ~std::uint64_t{0} : sum + more;
}

}  // namespace

ArrowSize measure_arrow(std::string_view stream) {
  constexpr std::uint32_t kMore = 0xFFFFFFFF;
  ArrowSize out;
  bool has_schema = false;
  while (!stream.empty()) {
    auto size = Metadata(stream).at<std::uint32_t>(0);
    stream.remove_prefix(sizeof size);
    if (size == kMore) {  // versions before 0.15 leave this out
      size = Metadata(stream).at<std::uint32_t>(0);
      stream.remove_prefix(sizeof size);
    }
    if (size == 0) break;
    if (size > stream.size()) refuse();
    const Metadata metadata(stream.substr(0, size));
    stream.remove_prefix(size);
    // The fields of a Message: version, kind of header, header, length of the body.
    const std::uint64_t message = metadata.root();
    const auto kind = metadata.value<std::uint8_t>(message, 1);
    const auto body = metadata.value<std::int64_t>(message, 3);
    if (body < 0 || static_cast<std::uint64_t>(body) > stream.size()) refuse();
    stream.remove_prefix(static_cast<std::size_t>(body));
    const std::uint64_t header = metadata.table(message, 2);
    if (kind == kRecords) {
      add(out.rows, rows_of(metadata, header));
    } else if (kind == kDictionary) {
      add(out.categories, rows_of(metadata, metadata.table(header, 1)));
    } else if (kind != kSchema) {
      refuse();
    }
    has_schema = has_schema || kind == kSchema;
  }
  if (!has_schema) refuse();
  return out;
}

}  // namespace tally::server
