// SPDX-License-Identifier: Apache-2.0
#include "cli/print/output.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstdio>
#include <filesystem>
#include <fstream>
#include <utility>

#include "cli/print/style.h"
#include "tally/error.h"
#include "tally/inside/base.h"

namespace tally::cli {

namespace {

constexpr std::size_t kBuffer = 1 << 16;

void write_all(int file, std::string_view text, const std::string& path) {
  while (!text.empty()) {
    const ssize_t written = ::write(file, text.data(), text.size());
    if (written < 0 && errno == EINTR) continue;
    if (written < 0 && errno == EPIPE) throw ClosedPipe{};
    if (written < 0) throw_system_error(errno, "write", path);
    text.remove_prefix(static_cast<std::size_t>(written));
  }
}

}  // namespace

void check_ending(const std::string& path, const std::vector<std::string>& written,
                  const std::string& remedy) {
  const std::string ending = std::filesystem::path(path).extension().string();
  if (ending.size() < 2 || (ending[1] >= '0' && ending[1] <= '9')) return;
  if (std::find(written.begin(), written.end(), ending) != written.end()) return;
  std::string list;
  for (const std::string& known : written) list += (list.empty() ? "" : ", ") + known;
  throw Error(ErrorKind::kUsage, "-o " + in_quotes(path) +
                                     ": such a file is not written; there are " + list +
                                     (remedy.empty() ? "" : "; " + remedy));
}

bool is_database(const std::string& path) {
  std::ifstream file(path, std::ios::binary);
  char head[15] = {};
  return file.read(head, sizeof head) && std::string_view(head, sizeof head) == "SQLite format 3";
}

Output::Output(const std::string& path) : path_(path) {
  if (path.empty() || path == "-") {
    path_ = "standard output";
    return;
  }
  struct stat info {};
  if (::stat(path.c_str(), &info) != 0) {
    final_ = path;
  } else if (S_ISREG(info.st_mode)) {
    if (is_database(path)) {
      throw Error(ErrorKind::kCannotCreate,
                  "there is a database, perhaps a model; choose another name for the output",
                  {path, -1, -1, ""});
    }
    final_ = std::filesystem::canonical(path).string();  // a link stays a link
  }
  if (!final_.empty()) {
    unfinished_.emplace(final_, 0666);
    file_ = unfinished_->descriptor();
    return;
  }
  // A pipe or a device is written directly; so would be a folder, which open() refuses.
  file_ = ::open(path.c_str(), O_WRONLY | O_CLOEXEC);
  if (file_ < 0) throw_system_error(errno, "create", path);
}

Output::~Output() {
  if (file_ > 1 && !unfinished_) ::close(file_);
}

void Output::write(std::string_view text) {
  if (text.size() >= kBuffer) {
    flush();
    return write_all(file_, text, path_);
  }
  buffer_ += text;
  if (buffer_.size() >= kBuffer) flush();
}

void Output::flush() {
  write_all(file_, buffer_, path_);
  buffer_.clear();
}

void Output::finish() {
  flush();
  if (file_ == 1) return;
  const int file = std::exchange(file_, 1);
  if (!unfinished_) {
    if (::close(file) != 0) throw_system_error(errno, "write", path_);
    return;
  }
  if (!unfinished_->close()) throw_system_error(errno, "write", path_);
  if (::rename(unfinished_->name().c_str(), final_.c_str()) != 0) {
    throw_system_error(errno, "create", path_);
  }
  unfinished_->keep();
}

void print(std::string_view text) {
  const std::string safe = shown_lines(text);
  print_data(is_styled(STDOUT_FILENO) ? with_bold_headings(safe) : safe);
}

void print_data(std::string_view text) {
  Output output;
  output.write(text);
  output.finish();
}

namespace {

void put_line(const std::string& line) { std::fwrite(line.data(), 1, line.size(), stderr); }

}  // namespace

void tell(std::string_view line) { put_line(shown(line) + "\n"); }

void complain(std::string_view sentence) {
  put_line((is_styled(STDERR_FILENO) ? red("tally:") : "tally:") + " " + shown(sentence) + "\n");
}

}  // namespace tally::cli
