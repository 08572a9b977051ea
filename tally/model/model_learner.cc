// SPDX-License-Identifier: Apache-2.0
#include "tally/model.h"

#include <algorithm>
#include <map>
#include <optional>
#include <vector>

#include "tally/count/block/row_steps.h"
#include "tally/model/model_rows.h"
#include "tally/model/request_log.h"
#include "tally/model/sample/row_digest.h"
#include "tally/model/sample/sample_editor.h"
#include "tally/model/sqlite/network_file.h"
#include "tally/model/sum_editor.h"

namespace tally {

namespace {

using std::chrono::milliseconds;

using TimesByClass = std::map<std::string, std::int64_t>;

// Readers do not wait for writers in this mode. Where it cannot be had, nothing is lost but time.
void turn_write_ahead_on(Database& db, milliseconds patience) {
  if (db.text("PRAGMA journal_mode") == "wal" || is_on_network(db.name())) return;
  constexpr milliseconds kShort{100};
  sqlite3_busy_timeout(db.handle(), static_cast<int>(std::min(patience, kShort).count()));
  try {
    db.run("PRAGMA journal_mode=WAL");
  } catch (const SqliteError& error) {
    if (error.kind() != ErrorKind::kTryAgain) throw;
  }
  sqlite3_busy_timeout(db.handle(), static_cast<int>(patience.count()));
}

std::string listed(const TimesByClass& classes) {
  std::string out;
  for (const auto& [klass, times] : classes) out += (out.empty() ? "" : ", ") + in_quotes(klass);
  return out;
}

}  // namespace

Learned& Learned::operator+=(const Learned& other) {
  learned += other.learned;
  known += other.known;
  moved += other.moved;
  forgotten += other.forgotten;
  return *this;
}

struct ModelLearner::State {
  State(const std::string& path, milliseconds waiting)
      : patience(waiting), db(open_to_change(path, waiting)), is_prepared(true) {
    db.run("BEGIN");
    outline.emplace(read_outline(db));
    db.run("COMMIT");
    start();
  }
  State(Database opened, Model read, milliseconds waiting)
      : patience(waiting), db(std::move(opened)), outline(std::move(read)) {
    start();
  }

  void start() {
    if (!schema().has_text()) {
      throw Error(ErrorKind::kUsage, "the model has no text, so it does not know its rows",
                  db.place());
    }
    digester.emplace(schema());
  }

  const Schema& schema() const { return outline->counts.schema(); }

  void begin() {
    if (editor) return;
    if (!is_prepared) prepare_to_change(db);
    is_prepared = true;
    turn_write_ahead_on(db, patience);
    db.run("BEGIN IMMEDIATE");
    const Schema before = schema();
    outline.emplace(read_outline(db));  // others may have been here since
    if (const std::string what = difference(before, schema()); !what.empty()) {
      throw Error(ErrorKind::kTryAgain, "the model has been replaced meanwhile: " + what,
                  db.place());
    }
    known_row.emplace(db, kDigestsTable, std::initializer_list<std::string_view>{""});
    put_digest.emplace(db.prepare("INSERT OR REPLACE INTO digests VALUES (?, ?, ?)"));
    remove_digest.emplace(db.prepare("DELETE FROM digests WHERE digest = ? AND class = ?"));
    if (!outline->sample.is_off()) sample.emplace(db);
    editor.emplace(db, outline->counts);
  }

  void commit() {
    if (!editor) return;
    editor.reset();
    sample.reset();
    known_row.reset();
    put_digest.reset();
    remove_digest.reset();
    db.run("COMMIT");
  }

  TimesByClass known(const std::string& digest) {
    TimesByClass classes;
    known_row->restart({digest});
    while (known_row->next()) {
      check_times(*known_row);
      classes.emplace(known_row->text(1), known_row->integer(0));
    }
    return classes;
  }

  // One step of one row: digest and sample now, the sums when all steps are known. REQUIRES: it is
  // the row that was digested last.
  void take(std::vector<RowStep>& steps, std::int64_t row, const std::string& digest,
            const std::string& klass, std::int64_t before, std::int64_t times) {
    steps.push_back({row, klass, times});
    const bool stays = before + times > 0;
    Statement& statement = stays ? *put_digest : *remove_digest;
    statement.bind_view(0, digest);
    statement.bind_view(1, klass);
    if (stays) statement.bind(2, before + times);
    statement.run();
    if (sample) change_sample(digest, klass, times);
  }

  void change_sample(const std::string& digest, const std::string& klass, std::int64_t times) {
    if (times < 0) return sample->forget(digest, klass, -times);
    SampledRow row{digest, klass, times, {}};
    if (sample->wants(digest)) row.columns = digester->evidence();
    sample->add(row);
  }

  // All that is known of the row goes to this class.
  void move_to(std::vector<RowStep>& steps, std::int64_t row, const std::string& digest,
               const std::string& klass, const TimesByClass& classes) {
    const auto here = classes.find(klass);
    std::int64_t moved = 0;
    for (const auto& [other, times] : classes) {
      if (other == klass) continue;
      take(steps, row, digest, other, times, -times);
      moved += times;
    }
    take(steps, row, digest, klass, here == classes.end() ? 0 : here->second, moved);
  }

  void apply(const Batch& batch, const std::vector<RowStep>& steps) {
    if (steps.empty()) return;
    const Counts change = count_steps(batch, schema(), steps);
    editor->add(change, why_not());
    if (sample) sample->finish();
    for (const std::string& version : unicode) {
      if (!outline->unicode.insert(version).second) continue;
      RowWriter(db, "main", kUnicodeTable).put({version});
    }
    const std::int64_t dropped = change.dropped() + editor->drop_rarest();
    if (dropped == 0) return;
    outline->counts.add_dropped(dropped);
    write_dropped(db, outline->counts.dropped());
  }

  // What may have made the terms other ones than those that were counted.
  std::string why_not() const {
    if (!outline->counts.exact()) return "; the model has dropped rare terms, so it is not exact";
    return other_versions();
  }

  std::string other_versions() const {
    std::set<std::string> versions = outline->unicode;
    versions.insert(unicode.begin(), unicode.end());
    if (versions.size() < 2) return "";
    std::string names;
    for (const std::string& version : versions) names += (names.empty() ? "" : ", ") + version;
    return "; several versions of Unicode have cut its texts (" + names +
           "), and a text may have other terms in each";
  }

  [[noreturn]] void refuse(const Batch& batch, std::int64_t row, const std::string& sentence) {
    throw Error(ErrorKind::kData, sentence, batch.place(row, ""));
  }

  // Where a row that must be known was learned.
  TimesByClass learned(const Batch& batch, std::int64_t row, const std::string& digest) {
    TimesByClass classes = known(digest);
    if (!classes.empty()) return classes;
    refuse(batch, row, "this was never learned, or not in this form" + other_versions());
  }

  // Calls `step` for every row that weighs something, and applies the steps that it takes.
  template <class F>
  Learned for_each_row(const Batch& batch, F&& step) {
    begin();
    Learned out;
    std::vector<RowStep> steps;
    for (std::int64_t row = 0; row < batch.rows; ++row) {
      if (!digester->weighs_nothing(batch, row)) step(row, steps, out);
    }
    apply(batch, steps);
    return out;
  }

  // The class of each row, or none; REQUIRES a target that could be a class.
  std::optional<std::string> class_of(const Batch& batch, std::int64_t row) {
    const Column* const target = batch.find(schema().target().name);
    const std::optional<Label> label = target == nullptr ? std::nullopt : cell_label(*target, row);
    if (!label) return std::nullopt;
    const std::vector<Label>& declared = schema().target().values;
    if (label->type() != schema().target().type ||
        (!declared.empty() && !std::binary_search(declared.begin(), declared.end(), *label))) {
      refuse(batch, row, in_quotes(label->to_string()) + " is not among the classes of the model");
    }
    return label->to_string();
  }

  milliseconds patience;
  Database db;
  bool is_prepared = false;  // to be changed
  std::optional<Model> outline;
  std::optional<RowDigester> digester;
  std::set<std::string> unicode;  // to be added with the next change
  // While a transaction is open:
  std::optional<RowReader> known_row;
  std::optional<Statement> put_digest;
  std::optional<Statement> remove_digest;
  std::optional<SampleEditor> sample;
  std::optional<SumEditor> editor;
};

ModelLearner::ModelLearner(const std::string& path, milliseconds patience)
    : state_(std::make_unique<State>(path, patience)) {}
ModelLearner::ModelLearner(ModelInPlace&& asked, milliseconds patience) {
  Model outline = asked.outline();
  state_ = std::make_unique<State>(std::move(asked).release(), std::move(outline), patience);
}

Database ModelLearner::release() && {
  Database db = std::move(state_->db);
  state_.reset();
  return db;
}

ModelLearner::~ModelLearner() = default;
ModelLearner::ModelLearner(ModelLearner&&) noexcept = default;

const Model& ModelLearner::outline() const { return *state_->outline; }

bool ModelLearner::knows(const Batch& batch, std::int64_t row) {
  state_->begin();
  return !state_->known(state_->digester->digest(batch, row)).empty();
}

Learned ModelLearner::learn(const Batch& batch, bool again) {
  State& state = *state_;
  return state.for_each_row(
      batch, [&](std::int64_t row, std::vector<RowStep>& steps, Learned& out) {
        const std::optional<std::string> klass = state.class_of(batch, row);
        if (!klass) return;
        const std::string digest = state.digester->digest(batch, row);
        const TimesByClass classes = state.known(digest);
        const auto here = classes.find(*klass);
        if (here != classes.end() && !again) {
          ++out.known;
        } else if (here != classes.end() || classes.empty()) {
          state.take(steps, row, digest, *klass, here == classes.end() ? 0 : here->second, 1);
          ++out.learned;
        } else {
          state.move_to(steps, row, digest, *klass, classes);
          ++out.moved;
        }
      });
}

Learned ModelLearner::forget(const Batch& batch) {
  State& state = *state_;
  return state.for_each_row(
      batch, [&](std::int64_t row, std::vector<RowStep>& steps, Learned& out) {
        const std::string digest = state.digester->digest(batch, row);
        const std::optional<std::string> klass = state.class_of(batch, row);
        const TimesByClass classes = state.learned(batch, row, digest);
        if (klass && classes.find(*klass) == classes.end()) {
          state.refuse(batch, row,
                       "this was learned as " + listed(classes) + ", not as " + in_quotes(*klass));
        }
        if (!klass && classes.size() > 1) {
          state.refuse(batch, row, "this was learned as " + listed(classes) + ": name one of them");
        }
        const auto& [from, times] = klass ? *classes.find(*klass) : *classes.begin();
        state.take(steps, row, digest, from, times, -1);
        ++out.forgotten;
      });
}

Learned ModelLearner::move(const Batch& batch) {
  State& state = *state_;
  return state.for_each_row(
      batch, [&](std::int64_t row, std::vector<RowStep>& steps, Learned& out) {
        const std::optional<std::string> klass = state.class_of(batch, row);
        if (!klass) state.refuse(batch, row, "there is no class that this could be moved to");
        const std::string digest = state.digester->digest(batch, row);
        const TimesByClass classes = state.learned(batch, row, digest);
        if (classes.size() == 1 && classes.begin()->first == *klass) {
          ++out.known;
        } else {
          state.move_to(steps, row, digest, *klass, classes);
          ++out.moved;
        }
      });
}

void ModelLearner::add_unicode(const std::string& version) { state_->unicode.insert(version); }

std::optional<std::string> ModelLearner::answered(const OnceRequest& request) {
  state_->begin();
  return find_answer(state_->db, request);
}

void ModelLearner::remember(const OnceRequest& request, const std::string& answer) {
  state_->begin();
  remember_answer(state_->db, request, answer);
}

void ModelLearner::commit() { state_->commit(); }

}  // namespace tally
