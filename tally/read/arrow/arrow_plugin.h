// SPDX-License-Identifier: Apache-2.0
// What the plug-in for Arrow's formats (libtally_arrow.so) offers: functions with C linkage that
// take and give C structures, so that it may be built by another compiler than the program.
//
// Every function returns 0, or 1 and sets *error to a sentence that tally_arrow_free frees. Nothing
// throws across this border, in neither direction. Different streams and writers may be used by
// different threads; one of them by one thread at a time.
#pragma once

#include <cstdint>

#include "tally/read/arrow/arrow_abi.h"

extern "C" {

enum TallyArrowFormat {
  TALLY_ARROW_PARQUET = 0,
  TALLY_ARROW_FILE = 1,
  TALLY_ARROW_STREAM = 2,
  TALLY_ARROW_JSON_LINES = 3,
};

/// Changes with every change of this header.
#define TALLY_ARROW_INTERFACE 1

struct TallyArrowInput {
  int format;  ///< TallyArrowFormat
  /// Parquet and Arrow files: the path. Streams and JSON lines: null, and `read` is used, which
  /// fills `to` with up to `most` bytes and says how many; 0 at the end, −1 after a failure.
  const char* path;
  std::int64_t (*read)(void* context, void* to, std::int64_t most);
  void* context;
  /// The columns that are wanted, or null for all of them. Streams may give more.
  const char* const* columns;
  std::int64_t column_count;
};

struct TallyArrowOutput {
  int format;  ///< Parquet, Arrow file or stream
  /// Takes `size` bytes; 0, or −1 after a failure.
  int (*write)(void* context, const void* bytes, std::int64_t size);
  void* context;
};

/// TALLY_ARROW_INTERFACE, as the plug-in was built.
int tally_arrow_interface(void);
/// Opens a table. The input's `read` is used until `out` is released, its strings only now.
int tally_arrow_read(const struct TallyArrowInput* input, struct ArrowArrayStream* out,
                     char** error);
/// Begins a file whose columns are the children of `schema`, which is released.
int tally_arrow_write(const struct TallyArrowOutput* output, struct ArrowSchema* schema,
                      void** writer, char** error);
/// Adds rows; `rows` is released.
int tally_arrow_write_rows(void* writer, struct ArrowArray* rows, char** error);
/// Ends the file, unless `abandon` is not 0, and frees the writer in any case.
int tally_arrow_write_end(void* writer, int abandon, char** error);
void tally_arrow_free(char* error);

}  // extern "C"
