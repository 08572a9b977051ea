// SPDX-License-Identifier: Apache-2.0
#include "tally/mail/mail_source.h"

#include <algorithm>
#include <filesystem>
#include <map>
#include <system_error>
#include <utility>

#include "tally/base/error.h"
#include "tally/mail/ascii.h"
#include "tally/mail/mail_files.h"

namespace tally::mail {

namespace {

// By its name: a file of a maildir or of MH, or one that says so.
bool is_one_message(const std::filesystem::path& path) {
  const std::string name = path.filename().string();
  const std::string folder = path.parent_path().filename().string();
  return folder == "cur" || folder == "new" || name.ends_with(".eml") ||
         name.ends_with(".eml.gz") || std::all_of(name.begin(), name.end(), is_digit);
}

[[noreturn]] void throw_no_message(const std::string& path) {
  throw Error(ErrorKind::kData, "there is no message in it", Place{display_name(path), -1, -1, ""});
}

// All that is named. What lies within another input belongs to the nearer one.
std::set<FileId> named_files(const std::vector<MailInput>& inputs) {
  std::set<FileId> named;
  std::map<FileId, std::string> class_of;
  for (const MailInput& input : inputs) {
    const std::optional<FileId> id = file_id(input.path);
    if (!id) continue;
    named.insert(*id);
    if (input.klass.empty()) continue;
    const std::string& klass = class_of.emplace(*id, input.klass).first->second;
    if (klass == input.klass) continue;
    throw Error(ErrorKind::kUsage,
                "this is named as " + in_quotes(klass) + " and as " + in_quotes(input.klass),
                Place{input.path, -1, -1, ""});
  }
  return named;
}

// 0 if one of them is no file on a disk.
template <class Files>
std::int64_t bytes_on_disk(const Files& files) {
  std::int64_t sum = 0;
  for (const auto& file : files) {
    std::error_code error;
    if (!std::filesystem::is_regular_file(file.path, error)) return 0;
    const std::uintmax_t size = std::filesystem::file_size(file.path, error);
    if (!error) sum += static_cast<std::int64_t>(size);
  }
  return sum;
}

}  // namespace

MailStream::MailStream(const std::vector<MailInput>& inputs) : inputs_(inputs) {
  const std::set<FileId> named = named_files(inputs);
  for (std::size_t i = 0; i < inputs_.size(); ++i) {
    const std::vector<std::string> files = list_mail_files(inputs_[i].path, named);
    if (files.empty()) throw_no_message(inputs_[i].path);
    for (const std::string& file : files) files_.push_back({file, i});
  }
  total_bytes_ = bytes_on_disk(files_);
}

std::optional<RawMessage> MailStream::next() {
  if (only_) return std::exchange(only_, std::nullopt);
  while (current_ < files_.size()) {
    const File& file = files_[current_];
    if (!std::exchange(is_open_, true)) open(file.path);
    if (std::optional<std::string> message = reader_->next()) {
      any_of_input_ = true;
      return RawMessage{*std::move(message), display_name(file.path), inputs_[file.input].klass};
    }
    end_file();
  }
  return std::nullopt;
}

void MailStream::open(const std::string& path) {
  std::unique_ptr<ByteSource> source = open_source(path, &bytes_);
  if (reader_) {
    reader_->restart(std::move(source), is_one_message(path));
  } else {
    reader_.emplace(std::move(source), is_one_message(path));
  }
}

void MailStream::end_file() {
  const std::size_t input = files_[current_].input;
  is_open_ = false;
  ++current_;
  if (current_ < files_.size() && files_[current_].input == input) return;
  if (!std::exchange(any_of_input_, false)) throw_no_message(inputs_[input].path);
}

}  // namespace tally::mail
