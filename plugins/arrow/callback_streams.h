// SPDX-License-Identifier: Apache-2.0
// Arrow's streams over the functions that the program handed in.
#pragma once

#include <arrow/buffer.h>
#include <arrow/io/interfaces.h>

#include <cstdint>
#include <memory>

#include "tally/read/arrow/arrow_plugin.h"

namespace tally_arrow {

/// Reads through TallyArrowInput::read.
class CallbackInput final : public arrow::io::InputStream {
 public:
  explicit CallbackInput(const TallyArrowInput& input)
      : read_(input.read), context_(input.context) {}

  arrow::Result<std::int64_t> Read(std::int64_t most, void* out) override;
  arrow::Result<std::shared_ptr<arrow::Buffer>> Read(std::int64_t most) override;
  arrow::Result<std::int64_t> Tell() const override { return position_; }
  arrow::Status Close() override;
  bool closed() const override { return closed_; }

 private:
  std::int64_t (*read_)(void*, void*, std::int64_t);
  void* context_;
  std::int64_t position_ = 0;
  bool closed_ = false;
};

/// Writes through TallyArrowOutput::write.
class CallbackOutput final : public arrow::io::OutputStream {
 public:
  explicit CallbackOutput(const TallyArrowOutput& output)
      : write_(output.write), context_(output.context) {}

  arrow::Status Write(const void* bytes, std::int64_t size) override;
  arrow::Result<std::int64_t> Tell() const override { return position_; }
  arrow::Status Close() override;
  bool closed() const override { return closed_; }

 private:
  int (*write_)(void*, const void*, std::int64_t);
  void* context_;
  std::int64_t position_ = 0;
  bool closed_ = false;
};

}  // namespace tally_arrow
