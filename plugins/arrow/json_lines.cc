// SPDX-License-Identifier: Apache-2.0
#include "plugins/arrow/json_lines.h"

#include <arrow/buffer.h>
#include <arrow/io/memory.h>
#include <arrow/json/api.h>
#include <arrow/table.h>
#include <arrow/type.h>

#include <algorithm>
#include <string_view>

namespace tally_arrow {

namespace {

constexpr std::int64_t kStart = std::int64_t{1} << 20;
constexpr std::int64_t kLongestLine = std::int64_t{1} << 28;
constexpr std::int32_t kBlock = std::int32_t{1} << 22;

// The bytes that were looked at, and then the rest.
class Rejoined final : public arrow::io::InputStream {
 public:
  Rejoined(std::shared_ptr<arrow::Buffer> start, std::shared_ptr<arrow::io::InputStream> rest)
      : start_(std::move(start)), rest_(std::move(rest)) {}

  arrow::Result<std::int64_t> Read(std::int64_t most, void* out) override {
    std::int64_t got = std::min(most, start_->size() - position_);
    if (got > 0) {
      std::copy_n(start_->data() + position_, got, static_cast<std::uint8_t*>(out));
    } else {
      ARROW_ASSIGN_OR_RAISE(got, rest_->Read(most, out));
    }
    position_ += got;
    return got;
  }
  arrow::Result<std::shared_ptr<arrow::Buffer>> Read(std::int64_t most) override {
    if (position_ >= start_->size()) return rest_->Read(most);
    const std::int64_t got = std::min(most, start_->size() - position_);
    std::shared_ptr<arrow::Buffer> piece = arrow::SliceBuffer(start_, position_, got);
    position_ += got;
    return piece;
  }
  arrow::Result<std::int64_t> Tell() const override { return position_; }
  arrow::Status Close() override { return rest_->Close(); }
  bool closed() const override { return rest_->closed(); }

 private:
  std::shared_ptr<arrow::Buffer> start_;
  std::shared_ptr<arrow::io::InputStream> rest_;
  std::int64_t position_ = 0;
};

// The first megabyte or, if that has no end of a line, more.
arrow::Result<std::shared_ptr<arrow::Buffer>> read_start(arrow::io::InputStream& input) {
  std::string start;
  for (std::int64_t wanted = kStart; wanted <= kLongestLine; wanted *= 2) {
    const std::size_t before = start.size();
    start.resize(static_cast<std::size_t>(wanted));
    ARROW_ASSIGN_OR_RAISE(const std::int64_t got,
                          input.Read(wanted - static_cast<std::int64_t>(before), &start[before]));
    start.resize(before + static_cast<std::size_t>(got));
    if (static_cast<std::int64_t>(start.size()) < wanted || start.find('\n') != std::string::npos) {
      return arrow::Buffer::FromString(std::move(start));
    }
  }
  return arrow::Status::Invalid("a line is longer than 256 MB");
}

std::shared_ptr<arrow::DataType> widened(const std::shared_ptr<arrow::DataType>& type) {
  if (type->id() == arrow::Type::INT64) return arrow::float64();
  if (type->id() == arrow::Type::TIMESTAMP) return arrow::utf8();
  return type;
}

arrow::Result<std::shared_ptr<arrow::Schema>> infer(const std::shared_ptr<arrow::Buffer>& start) {
  const std::string_view text = static_cast<std::string_view>(*start);
  const std::size_t last_newline = text.rfind('\n');
  const std::size_t whole = start->size() < kStart || last_newline == std::string_view::npos
                                ? text.size()
                                : last_newline + 1;
  auto input = std::make_shared<arrow::io::BufferReader>(
      arrow::SliceBuffer(start, 0, static_cast<std::int64_t>(whole)));
  arrow::json::ReadOptions options = arrow::json::ReadOptions::Defaults();
  options.use_threads = false;
  options.block_size = static_cast<std::int32_t>(std::max<std::size_t>(whole, 1));
  ARROW_ASSIGN_OR_RAISE(auto reader,
                        arrow::json::TableReader::Make(arrow::default_memory_pool(), input, options,
                                                       arrow::json::ParseOptions::Defaults()));
  ARROW_ASSIGN_OR_RAISE(const std::shared_ptr<arrow::Table> table, reader->Read());
  return table->schema();
}

}  // namespace

arrow::Result<std::shared_ptr<arrow::RecordBatchReader>> read_json_lines(
    std::shared_ptr<arrow::io::InputStream> input, const std::vector<std::string>* columns) {
  ARROW_ASSIGN_OR_RAISE(const std::shared_ptr<arrow::Buffer> start, read_start(*input));
  ARROW_ASSIGN_OR_RAISE(const std::shared_ptr<arrow::Schema> inferred, infer(start));
  arrow::FieldVector fields;
  for (const std::shared_ptr<arrow::Field>& field : inferred->fields()) {
    const bool is_wanted = columns == nullptr || std::find(columns->begin(), columns->end(),
                                                           field->name()) != columns->end();
    if (is_wanted) fields.push_back(field->WithType(widened(field->type())));
  }
  arrow::json::ParseOptions parse = arrow::json::ParseOptions::Defaults();
  parse.explicit_schema = arrow::schema(fields);
  parse.unexpected_field_behavior = arrow::json::UnexpectedFieldBehavior::Ignore;
  arrow::json::ReadOptions options = arrow::json::ReadOptions::Defaults();
  options.block_size = static_cast<std::int32_t>(
      std::max<std::int64_t>(kBlock, std::min(2 * start->size(), kLongestLine)));
  ARROW_ASSIGN_OR_RAISE(auto reader,
                        arrow::json::StreamingReader::Make(
                            std::make_shared<Rejoined>(start, std::move(input)), options, parse));
  return reader;
}

}  // namespace tally_arrow
