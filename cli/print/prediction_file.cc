// SPDX-License-Identifier: Apache-2.0
#include "cli/print/prediction_file.h"

namespace tally::cli {

namespace {

bool can_be_written(FileFormat format) {
  return format != FileFormat::kSvmlight && format != FileFormat::kArff &&
         format != FileFormat::kLabelled;
}

bool is_text(FileFormat format) {
  return format == FileFormat::kDelimited || format == FileFormat::kJsonLines;
}

}  // namespace

FileFormat prediction_format(const std::string& option, const std::string& output_path) {
  if (option.empty()) {
    check_ending(output_path,
                 {".csv", ".txt", ".jsonl", ".ndjson", ".json", ".parquet", ".pq", ".arrow",
                  ".feather", ".ipc", ".arrows"},
                 "--format csv, or another, writes it under any name");
    const std::optional<FileFormat> format = format_by_name(output_path);
    return format && can_be_written(*format) ? *format : FileFormat::kDelimited;
  }
  const std::optional<FileFormat> format = parse_file_format(option);
  if (format && can_be_written(*format)) return *format;
  throw Error(ErrorKind::kUsage,
              "--format " + in_quotes(option) + ": expected csv, jsonl, parquet, arrow or arrows");
}

PredictionFile::PredictionFile(const std::string& path, FileFormat format,
                               const PredictionWriter& writer)
    : writer_(writer), output_(path) {
  if (is_text(format)) {
    output_.write(writer.header());
  } else {
    table_.emplace(
        format, writer.no_rows(), [&](std::string_view bytes) { output_.write(bytes); }, path);
  }
}

std::function<void()> PredictionFile::prepare(const Batch& batch, const Posteriors& answers) {
  if (!table_) {
    return [this, lines = writer_.lines(batch, answers)] {
      output_.write(lines.text);
      output_.flush();  // rows may be slow to come
      impossible_ += lines.impossible;
    };
  }
  return [this, rows = writer_.columns(batch, answers)] {
    table_->write(rows.columns);
    impossible_ += rows.impossible;
  };
}

std::int64_t PredictionFile::finish() {
  if (table_) table_->finish();
  output_.finish();
  return impossible_;
}

}  // namespace tally::cli
