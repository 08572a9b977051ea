// SPDX-License-Identifier: Apache-2.0
#include "tally/model/sample/sample_editor.h"

namespace tally {

SampleEditor::SampleEditor(Database& db)
    : db_(db),
      state_(read_sample_state(db)),
      written_(state_),
      of_row_(db, kSampleTable, {"", ""}),
      of_digest_(db, kSampleTable, {""}),
      put_row_(db, "main", kSampleTable),
      put_times_(db.prepare("UPDATE sample SET times = ? WHERE digest = ? AND class = ?")),
      remove_row_(db.prepare("DELETE FROM sample WHERE digest = ? AND class = ?")),
      remove_digest_(db.prepare("DELETE FROM sample WHERE digest = ?")),
      largest_(db.prepare("SELECT digest FROM sample ORDER BY digest DESC LIMIT 1")) {}

std::int64_t SampleEditor::times_of(const std::string& digest, const std::string& klass) {
  of_row_.restart({digest, klass});
  if (!of_row_.next()) return 0;
  check_times(of_row_);
  return of_row_.integer(0);
}

bool SampleEditor::has(const std::string& digest) {
  of_digest_.restart({digest});
  return of_digest_.next();
}

std::string SampleEditor::largest() {
  largest_.reset();
  if (!largest_.step() || !largest_.is_text(0)) {
    throw_unsound(db_, "the sample has other rows than it counts");
  }
  std::string digest(largest_.text(0));
  largest_.reset();
  return digest;
}

bool SampleEditor::wants(const std::string& digest) {
  if (state_.most == 0 || (!state_.below.empty() && digest >= state_.below)) return false;
  return state_.size < state_.most || digest <= largest();
}

void SampleEditor::set_times(const std::string& digest, const std::string& klass,
                             std::int64_t times) {
  put_times_.bind(0, times);
  put_times_.bind_view(1, digest);
  put_times_.bind_view(2, klass);
  put_times_.run();
}

void SampleEditor::insert(const SampledRow& row) {
  put_row_.put({row.digest, row.klass, evidence_text(row)}, {row.times});
}

void SampleEditor::leave_out(const std::string& digest) {
  if (state_.below.empty() || digest < state_.below) state_.below = digest;
}

void SampleEditor::add(const SampledRow& row) {
  if (state_.most == 0) return;
  if (!wants(row.digest)) return leave_out(row.digest);
  if (const std::int64_t before = times_of(row.digest, row.klass); before > 0) {
    return set_times(row.digest, row.klass, before + row.times);
  }
  if (!has(row.digest)) ++state_.size;
  insert(row);
  if (state_.size <= state_.most) return;
  const std::string last = largest();
  leave_out(last);
  // What is to be removed comes to an end: see RowReader.
  for (of_digest_.restart({last}); of_digest_.next();) continue;
  remove_digest_.bind_view(0, last);
  remove_digest_.run();
  --state_.size;
}

void SampleEditor::forget(const std::string& digest, const std::string& klass, std::int64_t times) {
  if (state_.most == 0) return;
  const std::int64_t before = times_of(digest, klass);
  if (before > times) return set_times(digest, klass, before - times);
  if (before == 0) return;
  remove_row_.bind_view(0, digest);
  remove_row_.bind_view(1, klass);
  remove_row_.run();
  if (!has(digest)) --state_.size;
}

void SampleEditor::finish() {
  Statement put = db_.prepare("INSERT OR REPLACE INTO meta VALUES (?, ?)");
  const auto write = [&](const char* key, const std::string& value) {
    put.bind(0, std::string_view(key));
    put.bind(1, std::string_view(value));
    put.run();
  };
  if (state_.size != written_.size) write(kSampleSize, std::to_string(state_.size));
  if (state_.below != written_.below) write(kSampleBelow, state_.below);
  written_ = state_;
}

}  // namespace tally
