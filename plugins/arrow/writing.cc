// SPDX-License-Identifier: Apache-2.0
// Rows from C arrays in, a file out.
#include <arrow/c/bridge.h>
#include <arrow/ipc/writer.h>
#include <arrow/record_batch.h>
#include <arrow/table.h>
#include <arrow/type.h>
#include <parquet/arrow/writer.h>
#include <parquet/properties.h>

#include "plugins/arrow/border.h"
#include "plugins/arrow/callback_streams.h"

namespace tally_arrow {

namespace {

/// Exactly one of the two writers is there.
struct Writer {
  std::shared_ptr<arrow::Schema> schema;
  std::shared_ptr<CallbackOutput> output;
  std::shared_ptr<arrow::ipc::RecordBatchWriter> batches;
  std::unique_ptr<parquet::arrow::FileWriter> parquet;
};

arrow::Result<std::unique_ptr<Writer>> begin(const TallyArrowOutput& output, ArrowSchema* schema) {
  auto writer = std::make_unique<Writer>();
  ARROW_ASSIGN_OR_RAISE(writer->schema, arrow::ImportSchema(schema));
  writer->output = std::make_shared<CallbackOutput>(output);
  if (output.format == TALLY_ARROW_PARQUET) {
    const auto properties =
        parquet::WriterProperties::Builder().compression(arrow::Compression::SNAPPY)->build();
    ARROW_ASSIGN_OR_RAISE(writer->parquet, parquet::arrow::FileWriter::Open(
                                               *writer->schema, arrow::default_memory_pool(),
                                               writer->output, properties));
  } else if (output.format == TALLY_ARROW_FILE) {
    ARROW_ASSIGN_OR_RAISE(writer->batches,
                          arrow::ipc::MakeFileWriter(writer->output, writer->schema));
  } else {
    ARROW_ASSIGN_OR_RAISE(writer->batches,
                          arrow::ipc::MakeStreamWriter(writer->output, writer->schema));
  }
  return writer;
}

}  // namespace

}  // namespace tally_arrow

extern "C" {

int tally_arrow_write(const struct TallyArrowOutput* output, struct ArrowSchema* schema,
                      void** writer, char** error) {
  return tally_arrow::at_border(error, [&]() -> arrow::Status {
    ARROW_ASSIGN_OR_RAISE(auto begun, tally_arrow::begin(*output, schema));
    *writer = begun.release();
    return arrow::Status::OK();
  });
}

int tally_arrow_write_rows(void* writer, struct ArrowArray* rows, char** error) {
  return tally_arrow::at_border(error, [&]() -> arrow::Status {
    auto* const to = static_cast<tally_arrow::Writer*>(writer);
    ARROW_ASSIGN_OR_RAISE(const auto batch, arrow::ImportRecordBatch(rows, to->schema));
    return to->parquet ? to->parquet->WriteRecordBatch(*batch)
                       : to->batches->WriteRecordBatch(*batch);
  });
}

int tally_arrow_write_end(void* writer, int abandon, char** error) {
  return tally_arrow::at_border(error, [&]() -> arrow::Status {
    const std::unique_ptr<tally_arrow::Writer> to(static_cast<tally_arrow::Writer*>(writer));
    if (abandon != 0) return arrow::Status::OK();
    return to->parquet ? to->parquet->Close() : to->batches->Close();
  });
}

}  // extern "C"
