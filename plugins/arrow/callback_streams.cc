// SPDX-License-Identifier: Apache-2.0
#include "plugins/arrow/callback_streams.h"

#include <arrow/result.h>
#include <arrow/status.h>

namespace tally_arrow {

arrow::Result<std::int64_t> CallbackInput::Read(std::int64_t most, void* out) {
  // Arrow takes fewer bytes than it asked for as the end.
  std::int64_t filled = 0;
  while (filled < most) {
    const std::int64_t got = read_(context_, static_cast<char*>(out) + filled, most - filled);
    if (got < 0) return arrow::Status::IOError("cannot read");
    if (got == 0) break;
    filled += got;
  }
  position_ += filled;
  return filled;
}

arrow::Result<std::shared_ptr<arrow::Buffer>> CallbackInput::Read(std::int64_t most) {
  ARROW_ASSIGN_OR_RAISE(std::unique_ptr<arrow::ResizableBuffer> buffer,
                        arrow::AllocateResizableBuffer(most));
  ARROW_ASSIGN_OR_RAISE(const std::int64_t got, Read(most, buffer->mutable_data()));
  ARROW_RETURN_NOT_OK(buffer->Resize(got));
  return std::shared_ptr<arrow::Buffer>(std::move(buffer));
}

arrow::Status CallbackInput::Close() {
  closed_ = true;
  return arrow::Status::OK();
}

arrow::Status CallbackOutput::Write(const void* bytes, std::int64_t size) {
  if (write_(context_, bytes, size) != 0) return arrow::Status::IOError("cannot write");
  position_ += size;
  return arrow::Status::OK();
}

arrow::Status CallbackOutput::Close() {
  closed_ = true;
  return arrow::Status::OK();
}

}  // namespace tally_arrow
