// SPDX-License-Identifier: Apache-2.0
#include "tally/read/text_folders.h"

#include <algorithm>
#include <filesystem>
#include <set>
#include <system_error>
#include <utility>

#include "tally/base/error.h"
#include "tally/base/utf8.h"
#include "tally/read/batch_loop.h"
#include "tally/read/byte_source.h"
#include "tally/read/cells/column_observer.h"
#include "tally/read/declared_family.h"
#include "tally/read/read_plan.h"

namespace tally {

namespace {

namespace fs = std::filesystem;

[[noreturn]] void fail(const std::string& sentence, const std::string& file,
                       std::vector<Remedy> remedies = {}) {
  throw Error(ErrorKind::kData, Remark{sentence, std::move(remedies)}, Place{file, -1, -1, ""});
}

std::vector<fs::path> entries_of(const fs::path& folder) {
  std::error_code failure;
  std::vector<fs::path> entries;
  for (fs::directory_iterator at(folder, failure), end; !failure && at != end;
       at.increment(failure)) {
    if (!at->path().filename().string().starts_with('.')) entries.push_back(at->path());
  }
  if (failure) throw_system_error(failure.value(), "open", folder.string());
  std::sort(entries.begin(), entries.end(), [](const fs::path& a, const fs::path& b) {
    return a.filename().native() < b.filename().native();
  });
  return entries;
}

fs::file_status status_of(const fs::path& path) {
  std::error_code failure;
  const fs::file_status status = fs::status(path, failure);
  if (failure) throw_system_error(failure.value(), "open", path.string());
  return status;
}

void add_file(const fs::path& path, const std::string& klass, std::vector<TextFile>& files) {
  std::error_code failure;
  const std::uintmax_t bytes = fs::file_size(path, failure);
  if (failure) throw_system_error(failure.value(), "open", path.string());
  files.push_back({path.string(), klass, static_cast<std::int64_t>(bytes)});
}

void list_class(const fs::path& folder, const std::string& klass, std::vector<TextFile>& files) {
  for (const fs::path& entry : entries_of(folder)) {
    const fs::file_status status = status_of(entry);
    std::error_code ignored;
    if (fs::is_directory(status)) {
      if (!fs::is_symlink(entry, ignored)) list_class(entry, klass, files);
    } else if (fs::is_regular_file(status)) {
      add_file(entry, klass, files);
    }
  }
}

bool is_maildir(const fs::path& folder) {
  std::error_code ignored;
  return fs::is_directory(folder / "cur", ignored) && fs::is_directory(folder / "new", ignored);
}

// Whether a file has what the way of a message leaves in its headers.
bool is_message(const TextFile& file) {
  if (file.path.ends_with(".eml")) return true;
  std::string start(std::size_t{1} << 12, '\0');
  std::size_t filled = 0;
  fill_from(*open_source(file.path), start.data(), filled, start.size());
  std::string_view text = std::string_view(start).substr(0, filled);
  if (text.starts_with("From ")) text.remove_prefix(std::min(text.find('\n'), text.size() - 1) + 1);
  while (!text.empty() && text[0] != '\n' && text[0] != '\r') {
    const std::string_view line = text.substr(0, text.find('\n'));
    const bool continues = line[0] == ' ' || line[0] == '\t';
    const std::size_t name = line.find(':');
    if (!continues && (name == std::string_view::npos || line.find(' ') < name)) return false;
    for (const std::string_view header :
         {"Received:", "Return-Path:", "Delivered-To:", "X-Original-To:"}) {
      if (line.starts_with(header)) return true;
    }
    text.remove_prefix(std::min(line.size() + 1, text.size()));
  }
  return false;
}

[[noreturn]] void refuse_mail(const std::string& folder, const std::vector<fs::path>& classes) {
  std::vector<Remedy> remedies;
  for (const fs::path& path : classes) {
    remedies.push_back({RemedyKind::kReadAsMail, path.filename().string(), path.string(), ""});
  }
  if (classes.empty()) remedies = {Remedy::of(RemedyKind::kReadAsMail, folder)};
  fail("this is mail, which is more than a text", folder, std::move(remedies));
}

void check_no_mail(const std::string& folder, const std::vector<fs::path>& classes,
                   const std::vector<TextFile>& files) {
  bool is_mail = std::any_of(classes.begin(), classes.end(), is_maildir);
  std::set<std::string> seen;
  for (const TextFile& file : files) {
    if (seen.insert(file.klass).second) is_mail = is_mail || is_message(file);
  }
  if (is_mail) refuse_mail(folder, classes);
}

// A link at the top may lead to anywhere but to what holds it.
void check_leads_away(const fs::path& link, const std::string& folder) {
  std::error_code ignored;
  if (!fs::is_symlink(link, ignored)) return;
  const fs::path target = fs::canonical(link, ignored), holder = fs::canonical(folder, ignored);
  if (std::mismatch(target.begin(), target.end(), holder.begin(), holder.end()).first !=
      target.end()) {
    return;
  }
  fail("this link leads back to the folder that it lies in; remove it", link.string());
}

}  // namespace

bool is_folder(const std::string& input) {
  std::error_code ignored;
  return fs::is_directory(input, ignored);
}

std::vector<TextFile> list_text_files(const std::string& folder) {
  if (is_maildir(folder)) refuse_mail(folder, {});
  std::vector<TextFile> files;
  std::vector<fs::path> classes;
  for (const fs::path& entry : entries_of(folder)) {
    const fs::file_status status = status_of(entry);
    if (fs::is_directory(status)) {
      const std::string klass = entry.filename().string();
      if (!is_utf8(klass)) fail("the name of the class is not UTF-8; rename it", entry.string());
      check_leads_away(entry, folder);
      const std::size_t before = files.size();
      list_class(entry, klass, files);
      if (files.size() == before) {
        fail("there is no text of the class " + in_quotes(klass) + "; remove the folder or fill it",
             entry.string());
      }
      classes.push_back(entry);
    } else if (fs::is_regular_file(status)) {
      add_file(entry, "", files);
    }
  }
  if (files.empty()) {
    fail("the folder is empty; texts lie in a folder for each class, as in " +
             (fs::path(folder) / "spam" / "1.txt").string(),
         folder);
  }
  check_no_mail(folder, classes, files);
  return files;
}

// What is wanted of the rows.
struct TextFolders::Plan {
  bool text = false, klass = false;
  ValueType class_type = ValueType::kText;
};

// The last batch of a thread, and what it borrows from.
struct TextFolders::Worker {
  std::vector<std::string> texts;
  std::vector<std::string_view> cells;
  std::vector<std::int32_t> codes;
  std::shared_ptr<Dictionary> classes = std::make_shared<Dictionary>();
  Batch batch;
};

TextFolders::TextFolders(const std::vector<std::string>& inputs, ReadOptions options, Sizes sizes)
    : inputs_(inputs), options_(std::move(options)), sizes_(sizes) {
  for (const std::string& input : inputs_) {
    if (!is_folder(input)) {
      fail("is no folder of texts, but another input is; read one kind at a time: fit, then learn",
           display_name(input));
    }
    for (TextFile& file : list_text_files(input)) files_.push_back(std::move(file));
  }
  if (options_.format) {
    fail("is a folder of texts", inputs_[0],
         {Remedy::of(RemedyKind::kNameNoFormat),
          Remedy::in_words("name the files: " + inputs_[0] + "/*")});
  }
  for (const TextFile& file : files_) total_bytes_ += file.bytes;
}

void TextFolders::check_classes() const {
  for (const TextFile& file : files_) {
    if (!file.klass.empty()) continue;
    const fs::path folder = fs::path(file.path).parent_path();
    fail("this file has no class: texts lie in a folder for each class, as in " +
             (folder / "spam" / "1.txt").string() +
             "; tables are named one by one or by a pattern: " + (folder / "*.csv").string(),
         file.path);
  }
}

std::vector<ColumnSample> TextFolders::sample() {
  check_classes();
  ColumnObserver text(kFolderText), klass(kFolderClass);
  std::int64_t bytes = 0;
  for (const TextFile& file : files_) {
    klass.see(file.klass);
    if (bytes < sizes_.bytes) text.see(text_of(file));
    bytes += file.bytes;
  }
  std::vector<ColumnSample> samples{std::move(text).finish(), std::move(klass).finish()};
  samples[0].family = "text";
  samples[1].is_class = true;
  return samples;
}

TextFolders::Plan TextFolders::plan_for(const Schema& schema,
                                        const std::vector<Role>& optional) const {
  Plan plan;
  for (const ColumnSchema& column : schema.columns) {
    const bool is_optional =
        std::find(optional.begin(), optional.end(), column.role) != optional.end();
    if (column.name == kFolderText && column.is_a(Family::kText)) {
      plan.text = true;
    } else if (column.name == kFolderClass && takes_texts(column)) {
      if (!is_optional) check_classes();
      plan.klass = true;
      plan.class_type = column.type;
    } else if (!is_optional) {
      fail("a folder of texts has the text 'text' and the target 'class'; it has no " +
               std::string(to_string(column.role)) + " " + in_quotes(column.name) +
               (column.name == kFolderText ? " that is no text" : ""),
           inputs_[0]);
    }
  }
  return plan;
}

std::optional<TextFolders::FileRange> TextFolders::next_files() {
  if (next_ == files_.size()) return std::nullopt;
  FileRange range{next_, next_};
  for (std::int64_t bytes = 0; range.end < files_.size() && bytes < sizes_.bytes &&
                               range.end - range.begin < sizes_.files;) {
    bytes += files_[range.end++].bytes;
  }
  next_ = range.end;
  return range;
}

std::string TextFolders::text_of(const TextFile& file) const {
  const auto refuse_length = [&] {
    fail("the text is longer than " + std::to_string(sizes_.longest_text >> 20) +
             " MiB; cut it into several files, or move it away",
         file.path);
  };
  if (file.bytes > sizes_.longest_text) refuse_length();
  const std::unique_ptr<ByteSource> source = open_source(file.path);
  std::string text;
  for (std::size_t filled = 0;;) {
    text.resize(std::max<std::size_t>(2 * filled, static_cast<std::size_t>(file.bytes) + 1));
    const bool goes_on = fill_from(*source, text.data(), filled, text.size());
    if (static_cast<std::int64_t>(filled) > sizes_.longest_text) refuse_length();
    if (goes_on) continue;
    text.resize(filled);
    break;
  }
  if (text.starts_with("\xEF\xBB\xBF")) text.erase(0, 3);
  if (const std::size_t nul = text.find('\0'); nul != std::string::npos) {
    fail("holds a NUL byte at " + std::to_string(nul) +
             " and is no text; move it away, or convert it: UTF-16 with iconv -f UTF-16 -t UTF-8",
         file.path);
  }
  return text;
}

const Batch& TextFolders::make(const FileRange& range, const Plan& plan, Worker& worker) const {
  const std::size_t rows = range.end - range.begin;
  worker.batch = Batch{};
  worker.texts.assign(rows, "");
  worker.cells.assign(rows, {});
  worker.codes.clear();
  Batch& batch = worker.batch;
  std::size_t taken = 0;
  batch.first_row = static_cast<std::int64_t>(range.begin);
  for (std::size_t i = range.begin; i < range.end; ++i) {
    const TextFile& file = files_[i];
    if (options_.rows) {
      const std::vector<std::int64_t>& wanted = options_.rows->rows;
      if (!std::binary_search(wanted.begin(), wanted.end(), static_cast<std::int64_t>(i))) continue;
    }
    if (plan.text) {
      worker.texts[taken] = text_of(file);
      if (!worker.texts[taken].empty()) worker.cells[taken] = worker.texts[taken];
    }
    ++taken;
    if (options_.keep_cells) batch.kept.cells.push_back(file.path);
    if (!plan.klass) continue;
    if (file.klass.empty()) {
      worker.codes.push_back(-1);
      continue;
    }
    const std::optional<Label> label = Label::parse(file.klass, plan.class_type);
    if (!label) {
      fail("the folder " + in_quotes(file.klass) +
               " is no class of this model, whose classes are " +
               std::string(to_string(plan.class_type)) + "s",
           file.path);
    }
    worker.codes.push_back(worker.classes->code(*label));
  }
  if (options_.keep_cells) batch.kept.names = {"file"};
  batch.rows = static_cast<std::int64_t>(taken);
  batch.file = files_[range.begin].path;
  if (plan.text) batch.columns.push_back({kFolderText, Texts{worker.cells.data()}});
  if (plan.klass) {
    batch.columns.push_back({kFolderClass, Codes::of(worker.codes, worker.classes)});
  }
  return batch;
}

void TextFolders::read(const Schema& schema, int threads, const Table::Work& work,
                       const std::vector<Role>& optional) {
  if (next_ > 0) throw Error(ErrorKind::kDefect, "a table is read a second time");
  const Plan plan = plan_for(schema, optional);
  std::vector<Worker> workers = one_each<Worker>(threads);
  for_each_batch(
      workers, [&] { return next_files(); },
      [&](const FileRange& range, Worker& worker, const auto& take) {
        take(make(range, plan, worker));
        for (std::size_t i = range.begin; i < range.end; ++i) bytes_ += files_[i].bytes;
      },
      work, rows_);
  check_selection(options_, static_cast<std::int64_t>(files_.size()));
}

ReadProgress TextFolders::progress() const { return {rows_, bytes_, total_bytes_}; }

}  // namespace tally
