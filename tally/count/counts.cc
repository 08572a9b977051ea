// SPDX-License-Identifier: Apache-2.0
#include "tally/count/counts.h"

#include <algorithm>

#include "tally/count/moment_batch.h"
#include "tally/count/row_weights.h"
#include "tally/count/rows_to_count.h"
#include "tally/count/text/text_tally.h"
#include "tally/count/value_tally.h"
#include "tally/sums/moments.h"

namespace tally {

namespace {

// The columns that a model reads: the target, the weight if there is one, then each tally's columns
// and its exposure, and the column of each that is counted beside them.
std::vector<ColumnToRead> columns_read(const Schema& schema, const TallyList& tallies,
                                       const TallyList& beside) {
  std::vector<std::string> names{schema.target().name};
  if (schema.weight() != nullptr) names.push_back(schema.weight()->name);
  for (const TallyList* const list : {&tallies, &beside}) {
    for (const Tally& tally : *list) {
      const TallySpec& spec = tally.spec();
      names.insert(names.end(), spec.columns.begin(), spec.columns.end());
      if (!spec.exposure.empty()) names.push_back(spec.exposure);
    }
  }
  std::vector<ColumnToRead> columns;
  for (const std::string& name : names) columns.push_back({name, schema.type_of(name)});
  return columns;
}

}  // namespace

// Its columns, those of the tallies first, and its rows.
struct Counts::Bound {
  std::span<const Column* const> of_tallies;
  std::span<const Column* const> beside;
  std::vector<std::int32_t> classes;
  std::vector<double> weights;
  Counted counted;
};

struct Counts::Found {
  Binding binding;
  CodeMap class_map;
  std::vector<CodeMap> code_maps;        // by tally
  std::vector<TermMap> term_maps;        // by tally
  std::vector<HistogramPages> gathered;  // of those beside; empty: nothing is set apart
};

Counts::Counts(const Schema& schema)
    : schema_(validated(schema)),
      class_codes_(schema_.target().values),
      class_weights_(schema_.target().values.size()),
      tallies_(schema_.tallies()),
      beside_(schema_.tallies_beside()) {
  found_.push_back({Binding(columns_read(schema_, tallies_, beside_)),
                    {},
                    std::vector<CodeMap>(tallies_.size()),
                    std::vector<TermMap>(tallies_.size()),
                    {}});
}
Counts::Counts(const Counts&) = default;
Counts::Counts(Counts&&) noexcept = default;
Counts& Counts::operator=(const Counts&) = default;
Counts& Counts::operator=(Counts&&) noexcept = default;
Counts::~Counts() = default;

Counted Counts::add(const Batch& batch) {
  const Counted counted = count(batch, 1);
  drop_rarest();
  return counted;
}

void Counts::take_away(const Batch& batch) { count(batch, -1); }

Counts::Bound Counts::bound(const Batch& batch) {
  const std::vector<const Column*>& columns = found_.front().binding.bind(batch);
  for (std::size_t i = 0; i < columns.size(); ++i) {
    if (columns[i] == nullptr) {
      throw Error(ErrorKind::kData, "there is no such column",
                  batch.place(0, found_.front().binding.names()[i]));
    }
  }
  std::size_t width_beside = 0;
  for (const Tally& tally : beside_) width_beside += tally.spec().columns.size();
  const bool is_weighed = schema_.weight() != nullptr;
  Bound out;
  out.beside = std::span(columns).last(width_beside);
  out.of_tallies =
      std::span(columns).first(columns.size() - width_beside).subspan(is_weighed ? 2 : 1);
  out.classes = classes_of(batch, *columns[0], out.counted);
  if (is_weighed) {
    out.weights = checked_weights(batch, *columns[1], schema_.weight()->name);
    // A row of weight zero is no row: nothing of it may leave a trace.
    for (std::size_t row = 0; row < out.weights.size(); ++row) {
      if (out.weights[row] == 0) out.classes[row] = -1;
    }
  }
  return out;
}

Counted Counts::count(const Batch& batch, double sign) {
  if (batch.rows == 0) return {};
  Bound read = bound(batch);
  if (sign != 1) {
    if (read.weights.empty()) read.weights.assign(static_cast<std::size_t>(batch.rows), 1);
    for (double& weight : read.weights) weight *= sign;
  }
  const RowsToCount rows{batch, read.classes, read.weights};
  class_weights_.resize(static_cast<std::size_t>(class_codes_.size()));
  for (std::int64_t row = 0; row < batch.rows; ++row) {
    rows.weigh(row, [&](std::int32_t klass, auto weight) {
      add_weighted(class_weights_[static_cast<std::size_t>(klass)], weight);
    });
  }
  MomentBatch together(rows, class_codes_.size());
  auto next = read.of_tallies.begin();
  for (std::size_t t = 0; t < tallies_.size(); ++t) {
    const TallySpec& spec = tallies_[t].spec();
    const auto end =
        next + static_cast<std::ptrdiff_t>(spec.columns.size() + (spec.exposure.empty() ? 0 : 1));
    const TallyColumns tally_columns(next, end);
    next = end;
    add_to(t, tally_columns, rows, together);
  }
  together.count();
  add_beside(read.beside, rows, true);
  return read.counted;
}

void Counts::add_together(const Batch& batch, std::span<const std::int64_t> times) {
  if (batch.rows == 0) return;
  Bound read = bound(batch);
  if (!times.empty()) {
    if (read.weights.empty()) read.weights.assign(times.size(), 1);
    for (std::size_t row = 0; row < times.size(); ++row) {
      read.weights[row] *= static_cast<double>(times[row]);
      if (times[row] == 0) read.classes[row] = -1;
    }
  }
  class_weights_.resize(static_cast<std::size_t>(class_codes_.size()));
  add_beside(read.beside, {batch, read.classes, read.weights}, false);
}

// REQUIRES: the tallies of the same columns have taken the rows, and so refused what cannot be.
void Counts::add_beside(std::span<const Column* const> columns, const RowsToCount& rows,
                        bool histograms) {
  for (std::size_t t = 0; t < beside_.size(); ++t) {
    const std::size_t width = beside_[t].spec().columns.size();
    const std::span<const Column* const> read = columns.first(width);
    columns = columns.subspan(width);
    switch (beside_[t].spec().beside) {
      case Beside::kHistogram: {
        if (!histograms) break;
        HistogramTally& histogram = *as_histogram(beside_[t]);
        found_.front().gathered.empty()
            ? histogram.count(*read[0], rows)
            : found_.front().gathered[t].count(*read[0], rows, histogram);
        break;
      }
      case Beside::kJoint:
        as_joint(beside_[t])->count(read, rows);
        break;
      case Beside::kScatter:
        as_scatter(beside_[t])->count(read, rows);
        break;
      case Beside::kNothing:
        break;
    }
  }
}

void Counts::gather() { found_.front().gathered.resize(beside_.size()); }

void Counts::settle() {
  for (std::size_t t = 0; t < found_.front().gathered.size(); ++t) {
    if (HistogramTally* const histogram = as_histogram(beside_[t])) {
      found_.front().gathered[t].empty_into(*histogram);
    }
  }
  found_.front().gathered.clear();
}

std::vector<std::int32_t> Counts::classes_of(const Batch& batch, const Column& target,
                                             Counted& counted) {
  const ColumnSchema& column = schema_.target();
  const auto code_of = [&](const Label& label) {
    if (label.type() != column.type) return CodeMap::kRefused;
    const std::int32_t code =
        column.values.empty() ? class_codes_.code(label) : class_codes_.find(label);
    return code < 0 ? CodeMap::kRefused : code;
  };
  std::vector<std::int32_t> classes(static_cast<std::size_t>(batch.rows));
  CodeMap& class_map = found_.front().class_map;
  class_map.for_each(target, batch.rows, code_of, [&](std::int64_t row, std::int32_t code) {
    if (code == CodeMap::kRefused) {
      Remark why{"found a class that is not among the declared values",
                 {Remedy::of(RemedyKind::kDeclareValue)}};
      if (column.values.empty()) {
        why = {"expected a " + std::string(to_string(column.type)) +
                   " as the class, found another type",
               {}};
      }
      throw Error(ErrorKind::kData, std::move(why), batch.place(row, column.name));
    }
    classes[static_cast<std::size_t>(row)] = code;
    ++(code < 0 ? counted.without_target : counted.rows);
  });
  return classes;
}

void Counts::add_to(std::size_t t, const std::vector<const Column*>& columns,
                    const RowsToCount& rows, MomentBatch& together) {
  Tally& tally = tallies_[t];
  CodeMap& codes = found_.front().code_maps[t];
  switch (facts_of(tally.family()).cells) {
    case CellKind::kLabel:
      return count_categorical(values_of(tally), columns, rows, codes);
    case CellKind::kTruth:
      return count_bernoulli(values_of(tally), columns, rows, codes);
    case CellKind::kBin:
      return count_binned(values_of(tally), columns, rows);
    case CellKind::kNumber:
      return together.takes(tally) ? together.take(tally, columns)
                                   : count_numbers(tally, columns, rows);
    case CellKind::kGroup:
      return count_multinomial(values_of(tally), columns, rows);
    case CellKind::kTerms:
      return count_text(text_of(tally), columns, rows, found_.front().term_maps[t]);
  }
}

void Counts::drop_rarest() {
  for (std::size_t t = 0; t < tallies_.size(); ++t) {
    TextTally* const text = as_text(tallies_[t]);
    if (text == nullptr) continue;
    const std::int32_t slots = text->slots();
    dropped_ += text->drop_rarest();
    if (text->slots() != slots) found_.front().term_maps[t] = {};
  }
}

const HistogramTally* Counts::histogram(std::string_view column) const {
  const Tally* const found = beside_.find(histogram_of(std::string(column)));
  return found == nullptr ? nullptr : as_histogram(*found);
}

const JointTally* Counts::joint() const {
  const Tally* const found = beside_.find(kJointTally);
  return found == nullptr ? nullptr : as_joint(*found);
}

const ScatterTally* Counts::scatter() const {
  const Tally* const found = beside_.find(kScatterTally);
  return found == nullptr ? nullptr : as_scatter(*found);
}

const Tally* Counts::find_counted(std::string_view tally) const {
  const Tally* const found = find(tally);
  return found == nullptr ? beside_.find(tally) : found;
}

std::vector<Counts::Class> Counts::classes() const {
  std::vector<Class> out;
  for (std::size_t k = 0; k < class_weights_.size(); ++k) {
    if (schema_.target().values.empty() && class_weights_[k].is_zero()) continue;
    const auto code = static_cast<std::int32_t>(k);
    out.push_back({class_codes_.label(code), code, class_weights_[k]});
  }
  std::sort(out.begin(), out.end(),
            [](const Class& a, const Class& b) { return a.label < b.label; });
  return out;
}

std::vector<Label> Counts::class_labels() const {
  std::vector<Label> labels;
  for (Class& klass : classes()) labels.push_back(std::move(klass.label));
  return labels;
}

ExactSum Counts::total_weight() const {
  ExactSum sum;
  for (const ExactSum& weight : class_weights_) sum += weight;
  return sum;
}

void Counts::set_totals(std::string_view tally, KeyedTally::Totals totals) {
  as_keyed(*tallies_.find(tally))->set_totals(std::move(totals));
}

void Counts::check() const { check_sums("has "); }

void Counts::check_classes() const { check_classes("has "); }

void Counts::check_classes(const std::string& verb) const {
  for (std::size_t k = 0; k < class_weights_.size(); ++k) {
    const ExactSum& weight = class_weights_[k];
    const bool is_negative = weight.sign() < 0;
    if (!is_negative && !is_beyond_bounds(weight)) continue;
    throw Error(ErrorKind::kData,
                name_of_class(k) + " " + verb +
                    (is_negative ? "a negative count" : "a count beyond all bounds"));
  }
}

std::string Counts::name_of_class(std::size_t k) const {
  return "class " + in_quotes(class_codes_.label(static_cast<std::int32_t>(k)).to_string());
}

void Counts::check_sums(const std::string& verb) const {
  check_classes(verb);
  for (std::size_t k = 0; k < class_weights_.size(); ++k) {
    check_sums_of(tallies_, k, verb);
    check_sums_of(beside_, k, verb);
  }
}

void Counts::check_sums_of(const TallyList& tallies, std::size_t k, const std::string& verb) const {
  for (const Tally& tally : tallies) {
    const std::string what = tally.impossibility(static_cast<std::int32_t>(k), class_weights_[k]);
    if (what.empty()) continue;
    throw Error(ErrorKind::kData, "the tally " + in_quotes(tally.name()) + " " + verb + what +
                                      " in " + name_of_class(k));
  }
}

}  // namespace tally
