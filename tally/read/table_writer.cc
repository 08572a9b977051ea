// SPDX-License-Identifier: Apache-2.0
#include "tally/read/table_writer.h"

#include <exception>
#include <utility>

#include "tally/base/error.h"
#include "tally/read/arrow/arrow_export.h"
#include "tally/read/arrow/arrow_library.h"

namespace tally {

struct TableWriter::State {
  const ArrowLibrary& library;
  WriteBytes write_bytes;
  std::string file;
  void* writer = nullptr;
  std::exception_ptr failure;  // of write_bytes, on its way across the plug-in

  static int take(void* state, const void* bytes, std::int64_t size) noexcept {
    auto* const self = static_cast<State*>(state);
    try {
      self->write_bytes({static_cast<const char*>(bytes), static_cast<std::size_t>(size)});
      return 0;
    } catch (...) {
      self->failure = std::current_exception();
      return -1;
    }
  }

  void check(int outcome, char* error) {
    if (outcome == 0) return;
    const std::string sentence = error;
    library.free(error);
    if (failure) std::rethrow_exception(failure);
    throw Error(ErrorKind::kDefect, "cannot be written: " + sentence, Place{file, -1, -1, ""});
  }
};

TableWriter::TableWriter(FileFormat format, const std::vector<TableColumn>& columns,
                         WriteBytes write_bytes, const std::string& file)
    : state_(new State{arrow_library("is to be " + describe(format), file), std::move(write_bytes),
                       file, nullptr, nullptr}) {
  TallyArrowOutput output{};
  output.format = format == FileFormat::kParquet     ? TALLY_ARROW_PARQUET
                  : format == FileFormat::kArrowFile ? TALLY_ARROW_FILE
                                                     : TALLY_ARROW_STREAM;
  output.write = &State::take;
  output.context = state_.get();
  ArrowSchema schema = export_schema(columns);
  char* error = nullptr;
  const int outcome = state_->library.write(&output, &schema, &state_->writer, &error);
  if (schema.release != nullptr) schema.release(&schema);
  state_->check(outcome, error);
}

TableWriter::~TableWriter() {
  if (state_->writer == nullptr) return;
  char* error = nullptr;
  if (state_->library.write_end(state_->writer, 1, &error) != 0) state_->library.free(error);
}

void TableWriter::write(const std::vector<TableColumn>& columns) {
  ArrowArray rows = export_rows(columns);
  char* error = nullptr;
  const int outcome = state_->library.write_rows(state_->writer, &rows, &error);
  if (rows.release != nullptr) rows.release(&rows);
  state_->check(outcome, error);
}

void TableWriter::finish() {
  char* error = nullptr;
  const int outcome = state_->library.write_end(std::exchange(state_->writer, nullptr), 0, &error);
  state_->check(outcome, error);
}

}  // namespace tally
