// SPDX-License-Identifier: Apache-2.0
#include "tally/mail.h"

#include <algorithm>
#include <atomic>
#include <memory>
#include <utility>

#include "tally/base/error.h"
#include "tally/mail/mail_batch.h"
#include "tally/mail/mail_source.h"
#include "tally/read/batch_loop.h"
#include "tally/read/byte_source.h"
#include "tally/read/table_source.h"

namespace tally {

namespace {

using mail::MailBatcher;
using mail::MailStream;
using mail::RawMessage;

constexpr std::size_t kMostMessages = 64;
constexpr std::size_t kMostBytes = std::size_t{1} << 20;

// Some messages, counted over all inputs.
struct MessageBlock {
  std::vector<RawMessage> messages;
  std::int64_t first_row = 0;
};

using Files = std::vector<std::string>;  // of the messages of a block

Files files_of(const MessageBlock& block) {
  Files files;
  for (const RawMessage& message : block.messages) files.push_back(message.file);
  return files;
}

struct Worker {
  std::unique_ptr<MailBatcher> batcher;  // made when there is a message for it
  Files files;                           // of its last block
};

// A batch is named by its first file, and each of its rows may have another one.
template <class F>
void at_message(const Files& files, std::int64_t first_row, F&& f) {
  try {
    f();
  } catch (const Error& error) {
    Place place = error.place();
    const std::int64_t message = place.row - first_row;
    if (message < 0 || message >= static_cast<std::int64_t>(files.size())) throw;
    place.file = files[static_cast<std::size_t>(message)];
    throw error.at(std::move(place));
  }
}

class MailTable final : public TableSource {
 public:
  MailTable(std::unique_ptr<MailStream> stream, bool keep_cells)
      : stream_(std::move(stream)), keep_cells_(keep_cells) {
    for (const ColumnSchema& column : mail_schema().columns) names_.push_back(column.name);
  }

  const std::vector<std::string>& column_names() override { return names_; }
  // Nothing is inferred from mail: its schema is always the same.
  std::vector<ColumnSample> sample() override { return {}; }
  void read(const Schema& schema, int threads, const Table::Work& work,
            const std::vector<Role>& optional) override;
  ReadProgress progress() const override {
    return {rows_.load(std::memory_order_relaxed), stream_->bytes().load(std::memory_order_relaxed),
            stream_->total_bytes()};
  }

 private:
  std::optional<MessageBlock> next_block();

  std::unique_ptr<MailStream> stream_;
  bool keep_cells_;
  std::vector<std::string> names_;
  std::int64_t rows_given_ = 0;
  std::atomic<std::int64_t> rows_{0};
};

std::optional<MessageBlock> MailTable::next_block() {
  MessageBlock block;
  block.first_row = rows_given_;
  std::size_t bytes = 0;
  while (block.messages.size() < kMostMessages && bytes < kMostBytes) {
    std::optional<RawMessage> message = stream_->next();
    if (!message) break;
    bytes += message->bytes.size();
    block.messages.push_back(*std::move(message));
  }
  if (block.messages.empty()) return std::nullopt;
  rows_given_ += static_cast<std::int64_t>(block.messages.size());
  return block;
}

void check_is_mail(const Schema& schema) {
  const Schema mail = mail_schema({}, pairs_of(schema));
  const bool has_its_zones =
      is_mail(schema) &&
      std::equal(schema.columns.begin(), schema.columns.end(), mail.columns.begin(),
                 mail.columns.end(), [](const ColumnSchema& here, const ColumnSchema& there) {
                   return here.name == there.name;
                 });
  if (!has_its_zones) {
    throw Error(ErrorKind::kData, "this model reads a table, not mail; give it files of rows");
  }
}

void MailTable::read(const Schema& schema, int threads, const Table::Work& work,
                     const std::vector<Role>&) {
  check_is_mail(schema);
  const MailLimits limits = limits_of(schema);
  const MailPairs pairs = pairs_of(schema);
  std::vector<Worker> workers = one_each<Worker>(threads);
  const auto named_work = [&](const Batch& batch, int worker) -> Table::Finish {
    Files files = workers[static_cast<std::size_t>(worker)].files;
    Table::Finish finish;
    at_message(files, batch.first_row, [&] { finish = work(batch, worker); });
    if (!finish) return finish;
    return [files = std::move(files), first_row = batch.first_row, finish = std::move(finish)] {
      at_message(files, first_row, finish);
    };
  };
  for_each_batch(
      workers, [&] { return next_block(); },
      [&](const MessageBlock& block, Worker& worker, const auto& take) {
        std::unique_ptr<MailBatcher>& batcher = worker.batcher;
        if (batcher == nullptr) batcher = std::make_unique<MailBatcher>(limits, keep_cells_, pairs);
        worker.files = files_of(block);
        take(batcher->make(block.messages, block.first_row));
      },
      named_work, rows_);
}

Table table_of(std::unique_ptr<MailStream> stream, bool keep_cells) {
  ReadOptions options;
  options.keep_cells = keep_cells;
  return Table(std::make_unique<MailTable>(std::move(stream), keep_cells), options);
}

}  // namespace

Table open_mail(const std::vector<MailInput>& inputs, bool keep_cells) {
  return table_of(std::make_unique<MailStream>(inputs), keep_cells);
}

Table open_message(std::string message, const std::string& klass) {
  return table_of(
      std::make_unique<MailStream>(RawMessage{std::move(message), "standard input", klass}), false);
}

std::vector<std::string> read_names(const std::string& file) {
  const std::string bytes = read_all(file);
  const char separator = bytes.find('\0') == std::string::npos ? '\n' : '\0';
  std::vector<std::string> names;
  for (std::size_t at = 0; at < bytes.size();) {
    const std::size_t end = std::min(bytes.find(separator, at), bytes.size());
    std::string name = bytes.substr(at, end - at);
    if (separator == '\n' && name.ends_with('\r')) name.pop_back();
    if (!name.empty()) names.push_back(std::move(name));
    at = end + 1;
  }
  return names;
}

}  // namespace tally
