#include "tally/count/model_in_place.h"

#include <set>

#include "tally/count/model_rows.h"
#include "tally/count/model_tables.h"

namespace tally {

namespace {

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

// Σ amount by (class, exponent) adds the digits up without carrying: each sum stays exact.
std::vector<ExactSum> totals_by_class(Database& db, const std::string& tally,
                                      const Counts& counts) {
  std::vector<ExactSum> totals;
  const std::vector<Counts::Class> classes = counts.classes();
  Statement row = db.prepare(
      "SELECT class, exponent, sum(amount) FROM counts WHERE tally = ? AND part = 'value' "
      "GROUP BY class, exponent");
  row.bind(0, tally);
  while (row.step()) {
    const auto label =
        row.is_text(0) ? Label::parse(row.text(0), counts.schema().target().type) : std::nullopt;
    std::int32_t code = -1;
    for (const Counts::Class& klass : classes) {
      if (label && klass.label == *label) code = klass.code;
    }
    const std::int64_t exponent = row.is_integer(1) ? row.integer(1) : 1;
    if (code < 0 || !row.is_integer(2) || exponent % 32 != 0 ||
        exponent < ExactSum::kLeastExponent || exponent > ExactSum::kMostExponent) {
      throw_unsound(db, "the tally " + quoted(tally) + " holds a count that no class can have");
    }
    if (static_cast<std::size_t>(code) >= totals.size())
      totals.resize(static_cast<std::size_t>(code) + 1);
    totals[static_cast<std::size_t>(code)].add_limb(
        {static_cast<std::int32_t>(exponent), row.integer(2)});
  }
  return totals;
}

std::int64_t values_seen(Database& db, const std::string& tally) {
  Statement row =
      db.prepare("SELECT count(DISTINCT key) FROM counts WHERE tally = ? AND part = 'value'");
  row.bind(0, tally);
  return row.step() ? row.integer(0) : 0;
}

}  // namespace

struct ModelInPlace::State {
  Database db;
  Model frame;
};

ModelInPlace::ModelInPlace(const std::string& path, std::chrono::milliseconds patience) {
  Database db = open_to_read(path, patience);
  Model frame = read_frame(db);
  state_ = std::make_unique<State>(State{std::move(db), std::move(frame)});
}

ModelInPlace::~ModelInPlace() = default;
ModelInPlace::ModelInPlace(ModelInPlace&&) noexcept = default;

const Model& ModelInPlace::frame() const { return state_->frame; }

Counts ModelInPlace::counts_for(const Batch& batch) {
  Database& db = state_->db;
  Counts counts = state_->frame.counts;
  for (const TallySpec& spec : counts.schema().tallies()) {
    const bool few_keys =
        spec.family != Family::kCategorical && spec.family != Family::kMultinomial;
    if (few_keys) {
      read_tally(db, spec.name, counts);
      continue;
    }
    for (const std::string& key : keys_of(spec, batch)) read_key(db, spec.name, key, counts);
    Tally::Totals totals;
    totals.by_class = totals_by_class(db, spec.name, counts);
    totals.possible_values = spec.values.empty() ? values_seen(db, spec.name)
                                                 : static_cast<std::int64_t>(spec.values.size());
    counts.set_totals(spec.name, std::move(totals));
  }
  return counts;
}

}  // namespace tally
