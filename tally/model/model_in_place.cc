// SPDX-License-Identifier: Apache-2.0
#include "tally/model.h"

#include <algorithm>
#include <optional>
#include <set>

#include "tally/model/key_reader.h"
#include "tally/model/model_histograms.h"
#include "tally/model/model_rows.h"
#include "tally/model/model_tables.h"
#include "tally/model/totals_reader.h"

namespace tally {

namespace {

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

// Every key of a tally that the rows name, as the file writes it.
std::set<std::string> keys_of(const TallySpec& spec, const Batch& batch) {
  std::set<std::string> keys;
  for (const std::string& name : spec.columns) {
    const Column* column = batch.find(name);
    if (column == nullptr) continue;
    if (spec.family == Family::kMultinomial) {
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
    if (spec.family == Family::kText) {
      return others == OtherTerms::kLeftOut ||
             (others == OtherTerms::kTotals && has_histograms(db, outline.counts, spec));
    }
    return spec.family == Family::kCategorical || spec.family == Family::kMultinomial;
  }

  void read_part(const TallySpec& spec, const Batch& batch, OtherTerms wanted, Counts& counts) {
    SumAdder sums(db, kCountsTable, counts);
    if (spec.family != Family::kText) return read_some_values(spec, batch, sums, counts);
    keys->read(spec.name, "", sums);  // the missing texts
    for (const std::string_view term : terms_of(spec.name, batch)) {
      keys->read(spec.name, term, sums);
    }
    counts.set_totals(spec.name, wanted == OtherTerms::kTotals
                                     ? read_totals(db, outline.counts, spec)
                                     : KeyedTally::Totals());
  }

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
  Database db = std::move(state_->db);
  state_.reset();
  db.run("COMMIT; PRAGMA cache_size=-2000");  // SQLite's own
  return db;
}

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
    const bool countable = spec.family == Family::kText || !spec.values.empty();
    return countable && state_->can_be_read_in_part(spec, others) &&
           other.state_->can_be_read_in_part(spec, others);
  };
  Counts counts = state_->counts_for(batch, others, in_part);
  counts.merge(other.state_->counts_for(batch, others, in_part));
  return counts;
}

}  // namespace tally
