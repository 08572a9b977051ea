// SPDX-License-Identifier: Apache-2.0
// Files in, a C stream out.
#include <arrow/c/bridge.h>
#include <arrow/io/file.h>
#include <arrow/ipc/reader.h>
#include <arrow/record_batch.h>
#include <arrow/type.h>
#include <parquet/arrow/reader.h>
#include <parquet/arrow/schema.h>
#include <parquet/properties.h>

#include <algorithm>
#include <optional>
#include <unordered_set>

#include "plugins/arrow/border.h"
#include "plugins/arrow/callback_streams.h"
#include "plugins/arrow/json_lines.h"

namespace tally_arrow {

namespace {

using Reader = std::shared_ptr<arrow::RecordBatchReader>;
using Columns = std::optional<std::vector<std::string>>;

constexpr std::int64_t kRows = std::int64_t{1} << 16;

std::vector<int> places(const arrow::Schema& schema, const std::vector<std::string>& columns) {
  const std::unordered_set<std::string> wanted(columns.begin(), columns.end());
  std::vector<int> out;
  for (int i = 0; i < schema.num_fields(); ++i) {
    if (wanted.count(schema.field(i)->name()) != 0) out.push_back(i);
  }
  return out;
}

// Of Parquet, columns are the leaves of a tree: a nested one is several.
std::vector<int> leaves_of(const parquet::arrow::SchemaManifest& manifest,
                           const std::vector<int>& fields) {
  std::vector<int> out;
  const auto add = [&](const auto& self, const parquet::arrow::SchemaField& field) -> void {
    if (field.column_index >= 0) out.push_back(field.column_index);
    for (const parquet::arrow::SchemaField& child : field.children) self(self, child);
  };
  for (const int i : fields) add(add, manifest.schema_fields[static_cast<std::size_t>(i)]);
  return out;
}

// A reader over the batches of a Parquet file; it holds the file that they come from.
class ParquetBatches final : public arrow::RecordBatchReader {
 public:
  ParquetBatches(std::unique_ptr<parquet::arrow::FileReader> file, Reader batches)
      : file_(std::move(file)), batches_(std::move(batches)) {}
  std::shared_ptr<arrow::Schema> schema() const override { return batches_->schema(); }
  arrow::Status ReadNext(std::shared_ptr<arrow::RecordBatch>* batch) override {
    return batches_->ReadNext(batch);
  }

 private:
  std::unique_ptr<parquet::arrow::FileReader> file_;
  Reader batches_;
};

arrow::Result<Reader> read_parquet(const std::string& path, const Columns& columns) {
  ARROW_ASSIGN_OR_RAISE(auto input, arrow::io::ReadableFile::Open(path));
  parquet::ArrowReaderProperties properties;
  properties.set_batch_size(kRows);
  properties.set_use_threads(true);
  parquet::arrow::FileReaderBuilder builder;
  ARROW_RETURN_NOT_OK(builder.Open(std::move(input)));
  builder.properties(properties);
  ARROW_ASSIGN_OR_RAISE(std::unique_ptr<parquet::arrow::FileReader> file, builder.Build());
  std::vector<int> groups(static_cast<std::size_t>(file->num_row_groups()));
  for (std::size_t i = 0; i < groups.size(); ++i) groups[i] = static_cast<int>(i);
  Reader batches;
  if (columns) {
    std::shared_ptr<arrow::Schema> schema;
    ARROW_RETURN_NOT_OK(file->GetSchema(&schema));
    ARROW_ASSIGN_OR_RAISE(
        batches,
        file->GetRecordBatchReader(groups, leaves_of(file->manifest(), places(*schema, *columns))));
  } else {
    ARROW_ASSIGN_OR_RAISE(batches, file->GetRecordBatchReader(groups));
  }
  return std::make_shared<ParquetBatches>(std::move(file), std::move(batches));
}

// Arrow's own formats are taken as they lie there, and may come from anybody: offsets and codes
// are checked before anything looks where they point to.
arrow::Status check(const std::shared_ptr<arrow::RecordBatch>& batch) {
  return batch == nullptr ? arrow::Status::OK() : batch->ValidateFull();
}

// The batches of an Arrow file, one after the other.
class FileBatches final : public arrow::RecordBatchReader {
 public:
  explicit FileBatches(std::shared_ptr<arrow::ipc::RecordBatchFileReader> file)
      : file_(std::move(file)) {}
  std::shared_ptr<arrow::Schema> schema() const override { return file_->schema(); }
  arrow::Status ReadNext(std::shared_ptr<arrow::RecordBatch>* batch) override {
    *batch = nullptr;
    if (next_ == file_->num_record_batches()) return arrow::Status::OK();
    ARROW_ASSIGN_OR_RAISE(*batch, file_->ReadRecordBatch(next_++));
    return check(*batch);
  }

 private:
  std::shared_ptr<arrow::ipc::RecordBatchFileReader> file_;
  int next_ = 0;
};

class StreamBatches final : public arrow::RecordBatchReader {
 public:
  explicit StreamBatches(Reader stream) : stream_(std::move(stream)) {}
  std::shared_ptr<arrow::Schema> schema() const override { return stream_->schema(); }
  arrow::Status ReadNext(std::shared_ptr<arrow::RecordBatch>* batch) override {
    ARROW_RETURN_NOT_OK(stream_->ReadNext(batch));
    return check(*batch);
  }

 private:
  Reader stream_;
};

arrow::Result<Reader> read_arrow_file(const std::string& path, const Columns& columns) {
  ARROW_ASSIGN_OR_RAISE(auto input, arrow::io::ReadableFile::Open(path));
  ARROW_ASSIGN_OR_RAISE(auto file, arrow::ipc::RecordBatchFileReader::Open(input));
  if (columns) {
    arrow::ipc::IpcReadOptions options = arrow::ipc::IpcReadOptions::Defaults();
    options.included_fields = places(*file->schema(), *columns);
    // An empty list would mean all of them; one that is not wanted is passed over later.
    if (options.included_fields.empty()) options.included_fields.push_back(0);
    ARROW_ASSIGN_OR_RAISE(file, arrow::ipc::RecordBatchFileReader::Open(input, options));
  }
  return std::make_shared<FileBatches>(std::move(file));
}

arrow::Result<Reader> read_arrow_stream(const TallyArrowInput& input) {
  ARROW_ASSIGN_OR_RAISE(Reader stream, arrow::ipc::RecordBatchStreamReader::Open(
                                           std::make_shared<CallbackInput>(input)));
  return std::make_shared<StreamBatches>(std::move(stream));
}

arrow::Result<Reader> read_any(const TallyArrowInput& input) {
  Columns columns;
  if (input.columns != nullptr) {
    columns.emplace(input.columns, input.columns + input.column_count);
  }
  switch (input.format) {
    case TALLY_ARROW_PARQUET:
      return read_parquet(input.path, columns);
    case TALLY_ARROW_FILE:
      return read_arrow_file(input.path, columns);
    case TALLY_ARROW_STREAM:
      return read_arrow_stream(input);
    case TALLY_ARROW_JSON_LINES:
      return read_json_lines(std::make_shared<CallbackInput>(input), columns ? &*columns : nullptr);
    default:
      return arrow::Status::Invalid("unknown format");
  }
}

}  // namespace

}  // namespace tally_arrow

extern "C" {

int tally_arrow_interface(void) { return TALLY_ARROW_INTERFACE; }

int tally_arrow_read(const struct TallyArrowInput* input, struct ArrowArrayStream* out,
                     char** error) {
  return tally_arrow::at_border(error, [&]() -> arrow::Status {
    ARROW_ASSIGN_OR_RAISE(tally_arrow::Reader reader, tally_arrow::read_any(*input));
    return arrow::ExportRecordBatchReader(std::move(reader), out);
  });
}

void tally_arrow_free(char* error) { std::free(error); }

}  // extern "C"
