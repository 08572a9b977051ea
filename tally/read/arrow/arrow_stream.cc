// SPDX-License-Identifier: Apache-2.0
#include "tally/read/arrow/arrow_stream.h"

#include <set>

#include "tally/base/error.h"
#include "tally/base/utf8.h"
#include "tally/read/arrow/arrow_library.h"

namespace tally {

namespace {

int plugin_format(FileFormat format) {
  switch (format) {
    case FileFormat::kParquet:
      return TALLY_ARROW_PARQUET;
    case FileFormat::kArrowFile:
      return TALLY_ARROW_FILE;
    case FileFormat::kArrowStream:
      return TALLY_ARROW_STREAM;
    default:
      return TALLY_ARROW_JSON_LINES;
  }
}

}  // namespace

ArrowStream::ArrowStream(InputFiles& files, std::size_t i, FileFormat format,
                         const std::vector<std::string>* columns)
    : name_(display_name(files.file(i))) {
  open(files, i, format, columns);
  try {
    take_schema();
  } catch (...) {
    if (schema_.release != nullptr) schema_.release(&schema_);
    stream_.release(&stream_);
    throw;
  }
}

ArrowStream::~ArrowStream() {
  schema_.release(&schema_);
  stream_.release(&stream_);
}

void ArrowStream::open(InputFiles& files, std::size_t i, FileFormat format,
                       const std::vector<std::string>* columns) {
  const ArrowLibrary& library = arrow_library("is " + describe(format), name_);
  TallyArrowInput input{};
  input.format = plugin_format(format);
  std::string path;
  if (format == FileFormat::kParquet || format == FileFormat::kArrowFile) {
    path = files.seekable_path(i);
    input.path = path.c_str();
  } else {
    source_ = files.open(i);
    input.read = &ArrowStream::read;
    input.context = this;
  }
  std::vector<const char*> names;
  if (columns != nullptr) {
    for (const std::string& column : *columns) names.push_back(column.c_str());
    names.push_back(nullptr);
    input.columns = names.data();
    input.column_count = static_cast<std::int64_t>(columns->size());
  }
  char* error = nullptr;
  if (library.read(&input, &stream_, &error) == 0) return;
  const std::string sentence = error;
  library.free(error);
  if (failure_) std::rethrow_exception(failure_);
  fail("cannot be read as " + describe(format) + ": " + sentence);
}

std::int64_t ArrowStream::read(void* stream, void* to, std::int64_t most) noexcept {
  auto* const self = static_cast<ArrowStream*>(stream);
  try {
    return static_cast<std::int64_t>(
        self->source_->read(static_cast<char*>(to), static_cast<std::size_t>(most)));
  } catch (...) {
    self->failure_ = std::current_exception();
    return -1;
  }
}

void ArrowStream::take_schema() {
  if (stream_.get_schema(&stream_, &schema_) != 0) {
    schema_.release = nullptr;
    fail(stream_.get_last_error(&stream_));
  }
  std::set<std::string> seen;
  for (std::int64_t i = 0; i < schema_.n_children; ++i) {
    const char* const name = schema_.children[i]->name;
    columns_.emplace_back(name == nullptr ? "" : name);
    const std::string& column = columns_.back();
    if (column.empty()) fail("column " + std::to_string(i + 1) + " has no name");
    if (!is_utf8(column)) fail("the column name " + in_quotes(column) + " is not valid UTF-8");
    if (!seen.insert(column).second) fail("the column " + in_quotes(column) + " is there twice");
  }
  if (columns_.empty()) fail("has no columns");
}

std::shared_ptr<const ArrowArray> ArrowStream::next() {
  ArrowArray array{};
  if (stream_.get_next(&stream_, &array) != 0) {
    if (failure_) std::rethrow_exception(failure_);
    const char* const sentence = stream_.get_last_error(&stream_);
    fail(std::string("cannot be read on: ") + (sentence == nullptr ? "" : sentence));
  }
  if (array.release == nullptr) return nullptr;
  return {new ArrowArray(array), [](ArrowArray* owned) {
            owned->release(owned);
            delete owned;
          }};
}

void ArrowStream::fail(const std::string& sentence) const {
  throw Error(ErrorKind::kData, sentence, Place{name_, -1, -1, ""});
}

}  // namespace tally
