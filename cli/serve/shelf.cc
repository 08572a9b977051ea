// SPDX-License-Identifier: Apache-2.0
#include "cli/serve/shelf.h"

#include <sys/stat.h>

#include <algorithm>
#include <chrono>
#include <filesystem>

namespace tally::server {

namespace {

namespace fs = std::filesystem;

// File systems stamp changes with a clock that ticks every few milliseconds.
constexpr std::int64_t kTick = 50'000'000;  // nanoseconds

std::string name_of(const fs::path& path) {
  return path.extension() == ".tally" ? path.stem().string() : path.filename().string();
}

[[noreturn]] void refuse_doubled(const std::string& name) {
  throw Error(ErrorKind::kUsage,
              "two models have the name " + in_quotes(name) + ": rename one of the files");
}

}  // namespace

FileStamp FileStamp::of(const std::string& path) {
  FileStamp out;
  const auto now = std::chrono::duration_cast<std::chrono::nanoseconds>(
                       std::chrono::system_clock::now().time_since_epoch())
                       .count();
  auto field = out.fields.begin();
  const auto add = [&](const std::string& file) {
    struct stat found {};
    if (::stat(file.c_str(), &found) != 0) return;
    const std::int64_t changed =
        std::int64_t{found.st_mtim.tv_sec} * 1'000'000'000 + found.st_mtim.tv_nsec;
    out.may_change_unseen = out.may_change_unseen || now - changed < kTick;
    *field++ = changed;
    *field++ = static_cast<std::int64_t>(found.st_size);
    *field++ = static_cast<std::int64_t>(found.st_ino);
    *field++ = static_cast<std::int64_t>(found.st_dev);
  };
  add(path);
  add(path + "-wal");
  return out;
}

// REQUIRES: mutex_ is held.
bool ServedModel::is_up_to_date(const FileStamp& now) const {
  if (!loaded_ || !(now == stamp_)) return false;
  // What failed may have been a lock, or descriptors that ran out: the file need not change for it to succeed.
  return problem_.empty() || std::chrono::steady_clock::now() < retry_at_;
}

std::shared_ptr<const LoadedModel> ServedModel::current(bool may_take_long) {
  const FileStamp now = FileStamp::of(path_);
  {
    const std::lock_guard lock(mutex_);
    if (is_up_to_date(now) && !stamp_.may_change_unseen) return loaded_;
  }
  std::unique_lock turn(reading_, std::try_to_lock);
  if (!turn) {
    const std::unique_lock lock(mutex_);
    if (loaded_) return loaded_;
  }
  if (!turn && !may_take_long) throw TakesLong();
  if (!turn) turn.lock();
  {
    const std::lock_guard lock(mutex_);
    // Somebody was here before; a stamp that could hide a change is looked at again when it no longer can.
    if (is_up_to_date(now) && (!stamp_.may_change_unseen || now.may_change_unseen)) return loaded_;
  }
  if (!may_take_long) throw TakesLong();
  return reload();
}

// REQUIRES: reading_ is held.
std::shared_ptr<const LoadedModel> ServedModel::reload() {
  const FileStamp stamp = FileStamp::of(path_);  // before: what changes meanwhile is read again
  std::shared_ptr<const LoadedModel> loaded;
  std::string why;
  try {
    loaded = std::make_shared<const LoadedModel>(path_, most_open_);
  } catch (const Error& error) {
    const std::lock_guard lock(mutex_);
    if (!loaded_) throw;
    why = error.what();
  }
  const std::lock_guard lock(mutex_);
  stamp_ = stamp;
  problem_ = why;
  retry_at_ = std::chrono::steady_clock::now() + kRetry;
  if (loaded) {
    reloads_ += loaded_ ? 1 : 0;
    loaded_ = std::move(loaded);
  }
  return loaded_;
}

void ServedModel::tidy() {
  std::shared_ptr<const LoadedModel> loaded;
  {
    const std::lock_guard lock(mutex_);
    loaded = loaded_;
  }
  if (loaded) loaded->open().close_idle();
}

void ServedModel::change(const std::function<void()>& change) {
  const std::lock_guard writer(changing_);
  change();
  const std::lock_guard turn(reading_);
  reload();
}

std::string ServedModel::problem() const {
  const std::lock_guard lock(mutex_);
  return problem_;
}

std::int64_t ServedModel::reloads() const {
  const std::lock_guard lock(mutex_);
  return reloads_;
}

Shelf::Shelf(const std::vector<std::string>& paths, std::size_t most_open) : most_open_(most_open) {
  for (const std::string& path : paths) {
    std::error_code error;
    if (!fs::is_directory(path, error)) {
      add_file(path);
      continue;
    }
    folders_.push_back({path, {}, {}});
    scan(folders_.back());
  }
}

void Shelf::add_file(const std::string& path) {
  const std::string name = name_of(path);
  auto model = std::make_shared<ServedModel>(name, path, most_open_);
  model->current();  // what is named must be there
  if (!models_.emplace(name, std::move(model)).second) refuse_doubled(name);
}

void Shelf::scan(Folder& folder) {
  folder.stamp = FileStamp::of(folder.path);
  std::vector<std::string> names;
  std::error_code error;
  for (const fs::directory_entry& entry : fs::directory_iterator(folder.path, error)) {
    const fs::path& path = entry.path();
    if (path.extension() != ".tally" || path.filename().string().front() == '.') continue;
    std::error_code ignored;
    if (!entry.is_regular_file(ignored)) continue;
    const std::string name = name_of(path);
    const bool is_known =
        std::find(folder.names.begin(), folder.names.end(), name) != folder.names.end();
    if (!is_known && models_.count(name) != 0) continue;  // another folder, or a file, has it
    names.push_back(name);
    if (!is_known) {
      models_.emplace(name, std::make_shared<ServedModel>(name, path.string(), most_open_));
    }
  }
  if (error) return;  // as it was
  for (const std::string& name : folder.names) {
    if (std::find(names.begin(), names.end(), name) == names.end()) models_.erase(name);
  }
  folder.names = std::move(names);
}

// REQUIRES: mutex_ is held.
void Shelf::look_again() {
  for (Folder& folder : folders_) {
    const FileStamp now = FileStamp::of(folder.path);
    if (!(now == folder.stamp) || folder.stamp.may_change_unseen) scan(folder);
  }
}

std::shared_ptr<ServedModel> Shelf::find(const std::string& name) {
  const std::lock_guard lock(mutex_);
  look_again();
  const auto found = models_.find(name);
  return found == models_.end() ? nullptr : found->second;
}

std::vector<std::shared_ptr<ServedModel>> Shelf::all() {
  const std::lock_guard lock(mutex_);
  look_again();
  std::vector<std::shared_ptr<ServedModel>> out;
  for (const auto& [name, model] : models_) out.push_back(model);
  return out;
}

void Shelf::tidy() {
  std::vector<std::shared_ptr<ServedModel>> models;
  {
    const std::lock_guard lock(mutex_);
    for (const auto& [name, model] : models_) models.push_back(model);
  }
  for (const auto& model : models) model->tidy();
}

}  // namespace tally::server
