// SPDX-License-Identifier: Apache-2.0
#include "tally/model/sum_editor.h"

#include <algorithm>
#include <optional>

#include "tally/count/text/text_tally.h"
#include "tally/family/number_family.h"
#include "tally/model/model_histograms.h"
#include "tally/model/model_rows.h"
#include "tally/model/sum_adder.h"

namespace tally {

namespace {

// Calls f for each run of rows that have the same key by `key_of`.
template <class KeyOf, class F>
void for_each_group(std::span<const CountRow> rows, KeyOf&& key_of, F&& f) {
  while (!rows.empty()) {
    std::size_t end = 1;
    while (end < rows.size() && key_of(rows[end]) == key_of(rows[0])) ++end;
    f(rows.first(end));
    rows = rows.subspan(end);
  }
}

void add_digit(const RowReader& row, ExactSum& sum, std::vector<std::int64_t>& exponents) {
  const std::int64_t exponent = row.integer(0);
  if (!ExactSum::is_exponent(exponent)) row.wrong("the exponent " + std::to_string(exponent));
  sum.add_limb({static_cast<std::int32_t>(exponent), row.integer(1)});
  exponents.push_back(exponent);
}

SumAdder::Row counted_row(const RowReader& row) {
  return {row.text(0), row.text(1), row.text(2), row.text(3), row.integer(0), row.integer(1)};
}

[[noreturn]] void refuse(const std::string& what, const std::string& klass,
                         const std::string& why) {
  throw Error(ErrorKind::kData, what + " in the class " + in_quotes(klass) +
                                    ": what is to be taken away was not counted like that" + why);
}

bool may_be_negative(const Tally& tally, Part part) {
  return part == Part::kSum && is_density(tally.family());
}

}  // namespace

SumEditor::SumEditor(Database& db, const Counts& outline)
    : db_(db),
      frame_(outline),
      written_(outline.schema()),
      counts_row_(db, kCountsTable, {"", ""}),
      classes_row_(db, kClassesTable, {""}),
      put_count_(db.prepare("INSERT OR REPLACE INTO counts VALUES (?, ?, ?, ?, ?, ?)")),
      remove_count_(db.prepare("DELETE FROM counts WHERE tally = ? AND key = ? AND part = ? AND "
                               "class = ? AND exponent = ?")),
      put_class_(db.prepare("INSERT OR REPLACE INTO classes VALUES (?, ?, ?)")),
      remove_class_(db.prepare("DELETE FROM classes WHERE class = ? AND exponent = ?")) {}

void SumEditor::add(const Counts& change, const std::string& why) {
  std::vector<CountRow> rows;
  change.for_each_row([&](const CountRow& row) { rows.push_back(row); });
  for_each_group(
      rows, [](const CountRow& row) -> const std::string& { return row.tally; },
      [&](Rows of_tally) {
        if (of_tally[0].tally.empty()) {
          add_classes(of_tally, why);
        } else {
          add_tally(*frame_.find_counted(of_tally[0].tally), of_tally, why);
        }
      });
  check_written();
}

// The terms that have changed, the rows that lack a text, and all of what is no text: what `check`
// would find in them must not be committed.
void SumEditor::check_written() {
  read_classes(db_, written_);
  SumAdder sums(db_, kCountsTable, written_);
  for (const Tally& tally : frame_.tallies()) {
    if (as_text(tally) == nullptr) {
      read_tally(db_, tally.name(), written_);
      continue;
    }
    counts_row_.restart({tally.name(), ""});
    while (counts_row_.next()) sums.add(counted_row(counts_row_));
    written_.set_totals(tally.name(), {});
  }
  for (const Tally& tally : frame_.beside()) read_tally(db_, tally.name(), written_);
  soundly(db_, [&] { written_.check(); });
  written_ = Counts(frame_.schema());
}

void SumEditor::add_classes(Rows rows, const std::string& why) {
  for_each_group(
      rows, [](const CountRow& row) -> const std::string& { return row.klass; },
      [&](Rows of_class) {
        const std::string& klass = of_class[0].klass;
        Cell cell;
        classes_row_.restart({klass});
        while (classes_row_.next()) add_digit(classes_row_, cell.sum, cell.exponents);
        ExactSum after = cell.sum;
        for (const CountRow& row : of_class) after.add_limb({row.exponent, row.amount});
        if (after.sign() < 0) refuse("there would be a negative number of rows", klass, why);
        put_class_.bind_view(0, klass);
        remove_class_.bind_view(0, klass);
        write(put_class_, remove_class_, 1, cell, after);
      });
}

void SumEditor::add_tally(const Tally& tally, Rows rows, const std::string& why) {
  std::optional<HistogramEditor> histograms;
  if (as_text(tally) != nullptr && has_histograms(db_, frame_, tally.spec())) {
    std::vector<std::string> classes;
    for (const CountRow& row : rows) {
      if (row.part == Part::kValue) classes.push_back(row.klass);
    }
    std::sort(classes.begin(), classes.end());
    classes.erase(std::unique(classes.begin(), classes.end()), classes.end());
    histograms.emplace(db_, tally.name(), tally.spec().text.once, std::move(classes));
  }
  for_each_group(
      rows, [](const CountRow& row) -> const std::string& { return row.key; },
      [&](Rows of_key) { add_key(tally, of_key, histograms ? &*histograms : nullptr, why); });
  if (histograms) histograms->write();
}

SumEditor::Cells SumEditor::cells_of(const std::string& tally, const std::string& key) {
  Cells cells;
  counts_row_.restart({tally, key});
  while (counts_row_.next()) {
    const std::optional<Part> part = parse_part(counts_row_.text(2));
    if (!part) counts_row_.wrong("the part " + in_quotes(counts_row_.text(2)));
    Cell& cell = cells[{*part, counts_row_.text(3)}];
    add_digit(counts_row_, cell.sum, cell.exponents);
  }
  return cells;
}

// A term that a cap has dropped was counted less often since than it is taken away.
void SumEditor::lift_dropped_term(Cells& cells) {
  for (auto& [at, cell] : cells) {
    const auto value = cells.find({Part::kValue, at.second});
    const bool gone = value == cells.end() || value->second.sum.sign() <= 0;
    if (cell.sum.sign() < 0 || (at.first == Part::kRepeat && gone)) cell.sum = ExactSum();
  }
}

void SumEditor::keep_written(const Tally& tally, const std::string& key,
                             const std::pair<Part, std::string>& at, const ExactSum& sum) {
  sum.for_each_limb([&](const ExactSum::Limb& limb) {
    soundly(db_, [&] {
      written_.add_row({tally.name(), at.first, key, at.second, limb.exponent, limb.amount});
    });
  });
}

void SumEditor::add_key(const Tally& tally, Rows rows, HistogramEditor* histograms,
                        const std::string& why) {
  const std::string& key = rows[0].key;
  const Cells before = cells_of(tally.name(), key);
  Cells after = before;
  for (const CountRow& row : rows) {
    after[{row.part, row.klass}].sum.add_limb({row.exponent, row.amount});
  }
  if (!frame_.exact() && as_text(tally) != nullptr && !key.empty()) lift_dropped_term(after);
  const std::string what = key.empty() ? "missing" : in_quotes(key);
  for (const auto& [at, cell] : after) {
    const auto& [part, klass] = at;
    if (cell.sum.sign() < 0 && !may_be_negative(tally, part)) {
      refuse("there would be a negative count of " + what, klass, why);
    }
    const auto value = after.find({Part::kValue, klass});
    if (part == Part::kRepeat && !cell.sum.is_zero() &&
        (value == after.end() || value->second.sum.is_zero())) {
      refuse("there would be repeats of " + what + " in no row", klass, why);
    }
    if (as_text(tally) != nullptr && !key.empty()) keep_written(tally, key, at, cell.sum);
    const auto old = before.find(at);
    for (Statement* statement : {&put_count_, &remove_count_}) {
      statement->bind_view(0, tally.name());
      statement->bind_view(1, key);
      statement->bind_view(2, to_string(part));
      statement->bind_view(3, klass);
    }
    write(put_count_, remove_count_, 4, old == before.end() ? Cell{} : old->second, cell.sum);
  }
  if (histograms == nullptr || key.empty()) return;
  const auto terms_of = [&](const Cells& cells) {
    const std::vector<std::string>& classes = histograms->classes();
    std::vector<HistogramEditor::Term> terms(classes.size());
    for (const auto& [at, cell] : cells) {
      const auto klass = std::lower_bound(classes.begin(), classes.end(), at.second);
      const std::optional<std::int64_t> whole = cell.sum.whole();
      if (klass == classes.end() || *klass != at.second || !whole || *whole < 0 ||
          *whole > kMostInHistogram) {
        throw_unsound(db_, "the histograms of the tally " + in_quotes(tally.name()) +
                               " do not fit its counts");
      }
      HistogramEditor::Term& term = terms[static_cast<std::size_t>(klass - classes.begin())];
      if (at.first == Part::kValue) term.documents += *whole;
      term.tokens += *whole;
    }
    return terms;
  };
  histograms->change(terms_of(before), terms_of(after));
}

void SumEditor::write(Statement& put, Statement& remove, int parameter, const Cell& before,
                      const ExactSum& after) {
  if (!before.exponents.empty() && before.sum == after) return;
  const std::vector<ExactSum::Limb> limbs = after.limbs();
  for (const std::int64_t exponent : before.exponents) {
    const bool stays = std::any_of(limbs.begin(), limbs.end(), [&](const ExactSum::Limb& limb) {
      return limb.exponent == exponent;
    });
    if (stays) continue;
    remove.bind(parameter, exponent);
    remove.run();
  }
  for (const ExactSum::Limb& limb : limbs) {
    put.bind(parameter, std::int64_t{limb.exponent});
    put.bind(parameter + 1, limb.amount);
    put.run();
  }
}

std::int64_t SumEditor::drop_rarest() {
  std::int64_t dropped = 0;
  for (const Tally& tally : frame_.tallies()) {
    if (as_text(tally) != nullptr && tally.spec().text.most_terms > 0)
      dropped += drop_rarest(tally);
  }
  return dropped;
}

// Rows are stepped through, and no more than that takes: see RowReader.
bool SumEditor::has_more_terms(const Tally& tally, std::int64_t most) {
  if (has_histograms(db_, frame_, tally.spec())) {
    for (RowReader row(db_, kHistogramsTable, {tally.name(), kAllTerms, ""}); row.next();) {
      if (row.integer(1) < 1) row.wrong("a number of terms that cannot be");
      if (row.integer(1) > most) return true;
      most -= row.integer(1);
    }
    return false;
  }
  std::string term;  // of the row before
  for (RowReader row(db_, kCountsTable, {tally.name()}); row.next();) {
    if (row.text(1) == term) continue;
    if (most-- == 0) return true;
    term = row.text(1);
  }
  return false;
}

std::int64_t SumEditor::drop_rarest(const Tally& tally) {
  if (!has_more_terms(tally, tally.spec().text.most_terms)) return 0;
  Counts whole = frame_;
  read_tally(db_, tally.name(), whole);
  Counts left = whole;
  left.drop_rarest();
  Counts change(frame_.schema());
  whole.for_each_row([&](CountRow row) {
    if (row.key.empty() || text_of(*left.find(tally.name())).find_term(row.key) >= 0) return;
    row.amount = -row.amount;
    change.add_row(row);
  });
  add(change, "");
  return left.dropped() - frame_.dropped();
}

}  // namespace tally
