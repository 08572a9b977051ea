// SPDX-License-Identifier: Apache-2.0
#include "tally/read/input_files.h"

#include <algorithm>
#include <cstring>
#include <filesystem>
#include <system_error>
#include <utility>

namespace tally {

namespace {

constexpr std::size_t kLook = std::size_t{1} << 14;

// The bytes that were looked at, and then the rest.
class LookedAtSource final : public ByteSource {
 public:
  LookedAtSource(std::string start, std::unique_ptr<ByteSource> rest)
      : start_(std::move(start)), rest_(std::move(rest)) {}
  std::size_t read(char* to, std::size_t most) override {
    if (at_ == start_.size()) return rest_->read(to, most);
    const std::size_t given = start_.copy(to, most, at_);
    at_ += given;
    return given;
  }
  bool is_ready(std::chrono::milliseconds patience) override {
    return at_ < start_.size() || rest_->is_ready(patience);
  }
  bool is_reopenable() const override { return false; }

 private:
  std::string start_;
  std::size_t at_ = 0;
  std::unique_ptr<ByteSource> rest_;
};

std::int64_t bytes_on_disk(const std::vector<std::string>& files) {
  std::int64_t sum = 0;
  for (const std::string& file : files) {
    std::error_code error;
    if (!std::filesystem::is_regular_file(file, error)) return 0;
    const std::uintmax_t size = std::filesystem::file_size(file, error);
    if (error) return 0;
    sum += static_cast<std::int64_t>(size);
  }
  return sum;
}

}  // namespace

InputFiles::InputFiles(std::vector<std::string> files, Enough enough)
    : enough_(std::move(enough)), total_bytes_(bytes_on_disk(files)) {
  for (std::string& name : files) {
    File& file = files_.emplace_back();
    file.path = name;
    file.name = std::move(name);
  }
}

void InputFiles::look(File& file) {
  if (std::exchange(file.was_looked_at, true)) return;
  const std::int64_t bytes_before = bytes_;
  std::unique_ptr<ByteSource> source = open_source(file.name, &bytes_);
  file.is_packed = source->is_packed();
  file.is_reopenable = source->is_reopenable();
  file.start.resize(kLook);
  std::size_t filled = 0;
  std::function<bool(std::size_t)> enough;
  if (enough_) {
    enough = [&](std::size_t size) {
      return enough_(file.name, std::string_view(file.start).substr(0, size));
    };
  }
  fill_from(*source, file.start.data(), filled, kLook, enough);
  file.start.resize(filled);
  if (file.is_reopenable) {
    bytes_ = bytes_before;
  } else {
    file.opened = std::move(source);
  }
}

std::string InputFiles::start_of(std::size_t i) {
  look(files_[i]);
  return files_[i].start;
}

FileFormat InputFiles::format_of(std::size_t i) {
  look(files_[i]);
  return detect_format(files_[i].name, files_[i].start);
}

bool InputFiles::is_reopenable(std::size_t i) {
  look(files_[i]);
  return files_[i].is_reopenable;
}

std::string InputFiles::seekable_path(std::size_t i) {
  File& file = files_[i];
  look(file);
  if (file.spool == nullptr && (file.is_packed || !file.is_reopenable)) {
    file.spool = std::make_shared<Spool>(*open(i));
    file.path = file.spool->path();
    file.is_reopenable = true;
  }
  return file.path;
}

std::unique_ptr<ByteSource> InputFiles::open(std::size_t i) {
  File& file = files_[i];
  if (file.opened == nullptr) {
    file.start = {};  // there may be very many files
    return open_source(file.path, &bytes_);
  }
  return std::make_unique<LookedAtSource>(std::move(file.start), std::move(file.opened));
}

}  // namespace tally
