// SPDX-License-Identifier: Apache-2.0
#include "tally/model/model_histograms.h"

#include <map>
#include <numeric>

#include "tally/count/cell_tile.h"
#include "tally/model/model_tables.h"

namespace tally {

namespace {

using ClassesByText = std::map<std::string, std::size_t>;  // the class's text → its code

ClassesByText classes_by_text(const Counts& counts) {
  ClassesByText classes;
  for (const Counts::Class& klass : counts.classes()) {
    classes.emplace(klass.label.to_string(), static_cast<std::size_t>(klass.code));
  }
  return classes;
}

std::size_t codes_in(const ClassesByText& classes) {
  std::size_t codes = 0;
  for (const auto& entry : classes) codes = std::max(codes, entry.second + 1);
  return codes;
}

// Those of a text whose counts allow it.
std::optional<TermHistograms> histograms_of(const TextTally& tally, std::size_t classes) {
  std::vector<std::int32_t> codes(classes);
  std::iota(codes.begin(), codes.end(), 0);
  std::vector<std::int32_t> slots(static_cast<std::size_t>(tally.slots() - 1));
  std::iota(slots.begin(), slots.end(), 1);
  CellTile tile(tally, codes);
  bool are_whole = true;
  for_each_slot(tile, slots, [&](std::size_t i, std::int32_t) {
    are_whole =
        are_whole && tile.is_whole(i) && TermHistogramSums::takes(tile.rows(i), tile.repeats(i));
  });
  return are_whole ? std::optional(tally.histograms(classes)) : std::nullopt;
}

class Emitter {
 public:
  Emitter(std::string tally, const std::function<void(const HistogramRow&)>& f) : f_(f) {
    row_.tally = std::move(tally);
  }
  void put(const char* kind, const std::string& klass, const TermHistogram& histogram) {
    row_.kind = kind;
    row_.klass = klass;
    for (const auto& [count, terms] : histogram) {
      row_.count = static_cast<std::int64_t>(count);
      row_.terms = terms;
      f_(row_);
    }
  }

 private:
  const std::function<void(const HistogramRow&)>& f_;
  HistogramRow row_;
};

// Whether the histograms of a text can be those of terms: nobody has looked at all of these.
bool fit_together(const TermHistograms& found, const KeyedTally::Totals& totals) {
  const std::int64_t terms = terms_in(found.all);
  const ExactSum all = tokens_in(found.all);
  const auto has_none_of_zero = [](const TermHistogram& h) {
    return h.empty() || h.begin()->first > 0;
  };
  ExactSum of_classes;
  for (std::size_t k = 0; k < found.tokens.size(); ++k) {
    if (!has_none_of_zero(found.documents[k]) || !has_none_of_zero(found.tokens[k])) return false;
    const std::int64_t here = terms_in(found.tokens[k]);
    if (here > terms || here != terms_in(found.documents[k])) return false;
    ExactSum here_and_elsewhere = tokens_in(found.rest[k]);
    here_and_elsewhere += totals.tokens_by_class[k];
    if (terms_in(found.rest[k]) != terms || !(here_and_elsewhere == all)) return false;
    ExactSum repeats = totals.tokens_by_class[k];
    repeats -= totals.by_class[k];
    if (repeats.sign() < 0) return false;
    of_classes += totals.tokens_by_class[k];
  }
  return has_none_of_zero(found.all) && of_classes == all;
}

// No dictionary has more, and so many can be added up.
void add_row(const RowReader& row, TermHistogram& histogram, std::int64_t& terms) {
  if (row.integer(1) > kMostInHistogram - terms) row.wrong("a number of terms that cannot be");
  terms += row.integer(1);
  histogram.emplace_hint(histogram.end(), static_cast<double>(row.integer(0)), row.integer(1));
}

}  // namespace

void for_each_histogram_row(const Counts& counts, const std::function<void(const HistogramRow&)>& f,
                            const KnownHistograms& known) {
  if (counts.schema().weight() != nullptr) return;
  const ClassesByText classes = classes_by_text(counts);
  const std::size_t codes = codes_in(classes);
  for (const Tally& any : counts.tallies()) {
    if (as_text(any) == nullptr) continue;
    const TextTally& tally = text_of(any);
    const auto found = known.find(tally.name());
    std::optional<TermHistograms> made;
    if (found == known.end()) made = histograms_of(tally, codes);
    const std::optional<TermHistograms>& histograms = found == known.end() ? made : found->second;
    if (!histograms) continue;
    Emitter out(tally.name(), f);
    out.put(kAllTerms, "", histograms->all);
    for (const auto& [text, k] : classes) {
      if (!tally.spec().text.once) out.put(kDocuments, text, histograms->documents[k]);
    }
    for (const auto& [text, k] : classes) {
      if (!histograms->tokens[k].empty()) out.put(kRest, text, histograms->rest[k]);
    }
    for (const auto& [text, k] : classes) out.put(kTokens, text, histograms->tokens[k]);
  }
}

void check_histograms(Database& db, const Counts& counts) {
  RowReader row(db, kHistogramsTable);
  const auto unfit = [&](const std::string& tally) {
    throw_unsound(db, "the histograms of the tally " + in_quotes(tally) + " do not fit its counts");
  };
  for_each_histogram_row(counts, [&](const HistogramRow& expected) {
    if (!row.next() || row.text(0) != expected.tally || row.text(1) != expected.kind ||
        row.text(2) != expected.klass || row.integer(0) != expected.count ||
        row.integer(1) != expected.terms) {
      unfit(expected.tally);
    }
  });
  if (row.next()) unfit(row.text(0));
}

bool has_histograms(Database& db, const Counts& outline, const TallySpec& spec) {
  if (outline.schema().weight() != nullptr) return false;
  Statement kept = db.prepare("SELECT 1 FROM histograms WHERE tally = ? LIMIT 1");
  kept.bind_view(0, spec.name);
  if (kept.step()) return true;
  Statement any = db.prepare("SELECT 1 FROM counts WHERE tally = ? AND key > '' LIMIT 1");
  any.bind_view(0, spec.name);
  return !any.step();
}

KeyedTally::Totals read_totals(Database& db, const Counts& outline, const TallySpec& spec) {
  const ClassesByText classes = classes_by_text(outline);
  const std::size_t codes = codes_in(classes);
  KeyedTally::Totals totals;
  TermHistograms& out = totals.histograms;
  out.documents.resize(codes);
  out.tokens.resize(codes);
  out.rest.resize(codes);
  std::map<const TermHistogram*, std::int64_t> terms;
  for (RowReader row(db, kHistogramsTable, {spec.name}); row.next();) {
    const std::string& kind = row.text(1);
    const auto klass = classes.find(row.text(2));
    const bool of_all = kind == kAllTerms && row.text(2).empty();
    if (row.integer(0) < 0 || row.integer(0) > kMostInHistogram || row.integer(1) < 1 ||
        row.integer(1) > kMostInHistogram || (!of_all && klass == classes.end())) {
      row.wrong("a number of terms that cannot be");
    }
    TermHistogram* histogram = nullptr;
    if (of_all) histogram = &out.all;
    if (kind == kDocuments && !spec.text.once) histogram = &out.documents[klass->second];
    if (kind == kRest) histogram = &out.rest[klass->second];
    if (kind == kTokens) histogram = &out.tokens[klass->second];
    if (histogram == nullptr) row.wrong("the kind " + in_quotes(kind));
    add_row(row, *histogram, terms[histogram]);
  }
  for (std::size_t k = 0; k < codes; ++k) {
    if (spec.text.once) out.documents[k] = out.tokens[k];
    if (out.tokens[k].empty()) out.rest[k] = out.all;
    totals.by_class.push_back(tokens_in(out.documents[k]));
    totals.tokens_by_class.push_back(tokens_in(out.tokens[k]));
  }
  if (!fit_together(out, totals)) {
    throw_unsound(db,
                  "the histograms of the tally " + in_quotes(spec.name) + " do not fit together");
  }
  totals.possible_values = terms_in(out.all);
  return totals;
}

}  // namespace tally
