// SPDX-License-Identifier: Apache-2.0
#include "tally/model.h"

#include <algorithm>
#include <map>
#include <optional>
#include <set>

#include "tally/model/key_reader.h"
#include "tally/model/model_histograms.h"
#include "tally/model/model_rows.h"
#include "tally/model/model_tables.h"
#include "tally/model/totals_reader.h"

namespace tally {

namespace {

// What a model that is asked again and again keeps of its file.
constexpr std::size_t kMostKeptBytes = 32 << 20;

// The terms of the rows, once each, in the order of the file.
std::vector<std::string_view> terms_of(const std::string& name, const Batch& batch) {
  const Column* const column = batch.find(name);
  const auto* terms = column == nullptr ? nullptr : std::get_if<Terms>(column);
  std::vector<std::string_view> out;
  if (terms == nullptr) return out;
  for (std::int64_t row = 0; row < batch.rows; ++row) {
    if (!terms->validity.at(row)) continue;
    terms->for_each(row, [&](std::int32_t code, std::int32_t) {
      const std::int32_t size = terms->dictionary->size();
      if (code < 0 || code >= size) internal::refuse_code(row, size);
      out.push_back(terms->dictionary->term(code));
    });
  }
  std::sort(out.begin(), out.end());
  out.erase(std::unique(out.begin(), out.end()), out.end());
  return out;
}

bool is_text(const TallySpec& spec) { return facts_of(spec.family).cells == CellKind::kTerms; }

// Every key of a tally that the rows name, as the file writes it.
std::set<std::string> keys_of(const TallySpec& spec, const Batch& batch) {
  std::set<std::string> keys;
  for (const std::string& name : spec.columns) {
    const Column* column = batch.find(name);
    if (column == nullptr) continue;
    if (facts_of(spec.family).cells == CellKind::kGroup) {
      const auto* numbers = std::get_if<Numbers>(column);
      for (std::int64_t row = 0; numbers != nullptr && row < batch.rows; ++row) {
        if (numbers->at(row) != 0) keys.insert(name);
      }
    } else {
      CodeMap().for_each(
          *column, batch.rows,
          [&](const Label& label) {
            keys.insert(label.to_string());
            return 0;
          },
          [](std::int64_t, std::int32_t) {});
    }
  }
  return keys;
}

}  // namespace

struct ModelInPlace::State {
  State(Database opened, Model read)
      : db(std::move(opened)), outline(std::move(read)), specs(tallies_of(outline)) {
    keys.emplace(db);
  }

  // Whether a question about some rows can do without the rest of the tally.
  bool can_be_read_in_part(const TallySpec& spec, OtherTerms others) {
    switch (facts_of(spec.family).cells) {
      case CellKind::kLabel:
      case CellKind::kGroup:
        return true;
      case CellKind::kTruth:
      case CellKind::kBin:
      case CellKind::kNumber:
        break;
      case CellKind::kTerms:
        return others == OtherTerms::kLeftOut ||
               (others == OtherTerms::kTotals && knows_histograms(spec));
    }
    return false;
  }

  void read_part(const TallySpec& spec, const Batch& batch, OtherTerms wanted, Counts& counts) {
    SumAdder sums(db, kCountsTable, counts);
    if (!is_text(spec)) return read_some_values(spec, batch, sums, counts);
    keys->read(spec.name, "", sums);  // the missing texts
    for (const std::string_view term : terms_of(spec.name, batch)) {
      keys->read(spec.name, term, sums);
    }
    counts.set_totals(spec.name,
                      wanted == OtherTerms::kTotals ? totals_of(spec) : KeyedTally::Totals());
  }

  bool knows_histograms(const TallySpec& spec) {
    if (!keeps) return has_histograms(db, outline.counts, spec);
    const auto [place, is_new] = kept_histograms.emplace(spec.name, false);
    if (is_new) place->second = has_histograms(db, outline.counts, spec);
    return place->second;
  }

  KeyedTally::Totals totals_of(const TallySpec& spec) {
    if (!keeps) return read_totals(db, outline.counts, spec);
    const auto found = kept_totals.find(spec.name);
    if (found != kept_totals.end()) return found->second;
    return kept_totals.emplace(spec.name, read_totals(db, outline.counts, spec)).first->second;
  }

  // From now on what is read is kept for later questions.
  void keep() {
    if (keeps) return;
    keeps = true;
    keys->keep(kMostKeptBytes);
    db.run("PRAGMA cache_size=-4000");  // kB: of a file in write-ahead mode SQLite reads the pages
  }

  // What a question among many begins and ends with. The version is a counter of this connection's: it is another
  // if somebody else has changed the file.
  struct Turns {
    explicit Turns(Database& db)
        : begin(db, "BEGIN"), end(db, "COMMIT"), version(db, "PRAGMA data_version") {}
    std::optional<std::int64_t> version_now() {
      std::optional<std::int64_t> now;
      if (version.step() && version.is_integer(0)) now = version.integer(0);
      version.reset();
      return now;
    }
    Statement begin, end, version;
    std::optional<std::int64_t> version_at_rest;
  };

  // All values are looked at, and those of the rows are kept.
  void read_some_values(const TallySpec& spec, const Batch& batch, SumAdder& sums, Counts& counts) {
    const std::set<std::string> wanted = keys_of(spec, batch);
    const std::string missing(to_string(Part::kMissing));
    TotalsReader totals(db, counts, spec.name);
    for (RowReader row(db, kCountsTable, {spec.name}); row.next();) {
      totals.add(row);
      if (row.text(2) == missing || wanted.count(row.text(1)) > 0) {
        sums.add(
            {row.text(0), row.text(1), row.text(2), row.text(3), row.integer(0), row.integer(1)});
      }
    }
    counts.set_totals(spec.name, totals.take());
  }

  Counts counts_for(const Batch& batch, OtherTerms others,
                    const std::function<bool(const TallySpec&)>& in_part) {
    Counts counts = outline.counts;
    for (const TallySpec& spec : specs) {
      if (in_part(spec)) {
        read_part(spec, batch, others, counts);
      } else {
        read_tally(db, spec.name, counts);
      }
    }
    for (const Tally& tally : outline.counts.beside()) read_tally(db, tally.name(), counts);
    soundly(db, [&] { counts.check(); });
    return counts;
  }

  static std::vector<TallySpec> tallies_of(const Model& outline) {
    return outline.counts.schema().tallies();
  }

  Database db;
  Model outline;
  std::optional<KeyReader> keys;
  std::vector<TallySpec> specs;
  bool keeps = false;
  std::optional<Turns> turns;
  std::map<std::string, bool> kept_histograms;
  std::map<std::string, KeyedTally::Totals> kept_totals;
};

ModelInPlace::ModelInPlace(const std::string& path, std::chrono::milliseconds patience,
                           Afterwards afterwards) {
  begin(afterwards == Afterwards::kLearn ? open_to_read_and_change(path, patience)
                                         : open_to_read(path, patience));
}

ModelInPlace::ModelInPlace(ModelLearner&& learner) {
  Database db = std::move(learner).release();
  db.run("BEGIN");
  begin(std::move(db));
}

// REQUIRES: inside a transaction.
void ModelInPlace::begin(Database db) {
  // Keys are asked for in their order: what was read before is not needed again, and to take its
  // memory for the next page costs less than to ask the system for more.
  db.run("PRAGMA cache_size=32");
  Model outline = read_outline(db);
  state_ = std::make_unique<State>(std::move(db), std::move(outline));
}

Database ModelInPlace::release() && {
  state_->keys.reset();
  state_->turns.reset();
  Database db = std::move(state_->db);
  state_.reset();
  db.run("COMMIT; PRAGMA cache_size=-2000");  // SQLite's own
  return db;
}

void ModelInPlace::rest() {
  if (!state_->turns) state_->turns.emplace(state_->db);
  State::Turns& turns = *state_->turns;
  turns.version_at_rest = turns.version_now();
  turns.end.run();
}

bool ModelInPlace::resume() {
  // Of a file that is opened as one that nobody changes, SQLite would not see it.
  if (state_->db.is_immutable()) return false;
  State::Turns& turns = *state_->turns;
  turns.begin.run();
  if (!turns.version_at_rest || turns.version_now() != turns.version_at_rest) return false;
  state_->keep();
  return true;
}

bool ModelInPlace::is_in_log_mode() { return state_->db.text("PRAGMA journal_mode") == "wal"; }

ModelInPlace::~ModelInPlace() = default;
ModelInPlace::ModelInPlace(ModelInPlace&&) noexcept = default;

const Model& ModelInPlace::outline() const { return state_->outline; }

Counts ModelInPlace::counts_for(const Batch& batch, OtherTerms others) {
  return state_->counts_for(batch, others, [&](const TallySpec& spec) {
    return state_->can_be_read_in_part(spec, others);
  });
}

Counts ModelInPlace::counts_with(ModelInPlace& other, const Batch& batch, OtherTerms others) {
  // Of values that no row names it is not known whether both models have them, so all are read; a
  // dictionary is too large for that.
  const auto in_part = [&](const TallySpec& spec) {
    const bool countable = is_text(spec) || !spec.values.empty();
    return countable && state_->can_be_read_in_part(spec, others) &&
           other.state_->can_be_read_in_part(spec, others);
  };
  Counts counts = state_->counts_for(batch, others, in_part);
  counts.merge(other.state_->counts_for(batch, others, in_part));
  return counts;
}

}  // namespace tally
