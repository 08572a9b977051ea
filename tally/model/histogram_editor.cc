// SPDX-License-Identifier: Apache-2.0
#include "tally/model/histogram_editor.h"

#include <algorithm>

#include "tally/model/model_histograms.h"
#include "tally/model/model_tables.h"

namespace tally {

namespace {

constexpr std::array kKinds{kAllTerms, kDocuments, kRest, kTokens};

// The classes that have a `rest`, one look-up each.
void add_classes_in_file(Database& db, const std::string& tally,
                         std::vector<std::string>& classes) {
  Statement next = db.prepare(
      "SELECT class FROM histograms WHERE tally = ? AND kind = ? AND class > ? "
      "ORDER BY class LIMIT 1");
  next.bind_view(0, tally);
  next.bind_view(1, kRest);
  std::string last;
  for (next.bind(2, last); next.step() && next.is_text(0); next.bind(2, last)) {
    last = next.text(0);
    classes.push_back(last);
    next.reset();
  }
}

}  // namespace

HistogramEditor::HistogramEditor(Database& db, std::string tally, bool once,
                                 std::vector<std::string> classes)
    : db_(db), tally_(std::move(tally)), once_(once), classes_(std::move(classes)) {
  add_classes_in_file(db_, tally_, classes_);
  std::sort(classes_.begin(), classes_.end());
  classes_.erase(std::unique(classes_.begin(), classes_.end()), classes_.end());
}

void HistogramEditor::change(const std::vector<Term>& before, const std::vector<Term>& after) {
  add(before, -1);
  add(after, 1);
}

void HistogramEditor::add(const std::vector<Term>& counts, std::int64_t terms) {
  std::int64_t all = 0;
  for (const Term& term : counts) {
    if (term.tokens > kMostInHistogram - all) {
      throw Error(ErrorKind::kData,
                  "a term of " + in_quotes(tally_) + " was seen too often to count");
    }
    all += term.tokens;
  }
  if (all == 0) return;  // there is no such term
  changes_[{kOfAll, 0, all}] += terms;
  for (std::size_t k = 0; k < counts.size(); ++k) {
    const auto klass = static_cast<std::int64_t>(k);
    changes_[{kOfRest, klass, all - counts[k].tokens}] += terms;
    if (counts[k].tokens == 0) continue;
    if (!once_) changes_[{kOfDocuments, klass, counts[k].documents}] += terms;
    changes_[{kOfTokens, klass, counts[k].tokens}] += terms;
  }
}

void HistogramEditor::write() {
  // A class with its first term: until now, the others had all there is.
  for (const std::string& klass : classes_) {
    if (!has_tokens(klass)) open_rest(klass);
  }
  constexpr const char* kWhere = " WHERE tally = ? AND kind = ? AND class = ? AND count = ?";
  Statement find = db_.prepare(std::string("SELECT terms FROM histograms") + kWhere);
  Statement put = db_.prepare("INSERT OR REPLACE INTO histograms VALUES (?, ?, ?, ?, ?)");
  Statement remove = db_.prepare(std::string("DELETE FROM histograms") + kWhere);
  for (const auto& [key, change] : changes_) {
    if (change == 0) continue;
    for (Statement* statement : {&find, &put, &remove}) {
      statement->bind_view(0, tally_);
      statement->bind_view(1, kKinds[static_cast<std::size_t>(key[0])]);
      statement->bind_view(
          2, key[0] == kOfAll ? std::string_view() : classes_[static_cast<std::size_t>(key[1])]);
      statement->bind(3, key[2]);
    }
    std::int64_t before = 0;
    if (find.step()) before = find.is_integer(0) ? find.integer(0) : -1;
    find.reset();
    if (before < 0 || before > kMostInHistogram || before + change < 0) {
      throw_unsound(db_,
                    "the histograms of the tally " + in_quotes(tally_) + " do not fit its counts");
    }
    if (before + change == 0) {
      remove.run();
    } else {
      put.bind(4, before + change);
      put.run();
    }
  }
  changes_.clear();
  for (const std::string& klass : classes_) {
    if (!has_tokens(klass)) close_rest(klass);
  }
}

bool HistogramEditor::has_tokens(const std::string& klass) {
  Statement any =
      db_.prepare("SELECT 1 FROM histograms WHERE tally = ? AND kind = ? AND class = ? LIMIT 1");
  any.bind_view(0, tally_);
  any.bind_view(1, kTokens);
  any.bind_view(2, klass);
  return any.step();
}

TermHistogram HistogramEditor::rows_of(const char* kind, const std::string& klass) {
  TermHistogram histogram;
  for (RowReader row(db_, kHistogramsTable, {tally_, kind, klass}); row.next();) {
    histogram.emplace(static_cast<double>(row.integer(0)), row.integer(1));
  }
  return histogram;
}

void HistogramEditor::open_rest(const std::string& klass) {
  const TermHistogram all = rows_of(kAllTerms, "");
  RowWriter writer(db_, "main", kHistogramsTable);
  for (const auto& [count, terms] : all) {
    writer.put({tally_, kRest, klass}, {static_cast<std::int64_t>(count), terms});
  }
}

void HistogramEditor::close_rest(const std::string& klass) {
  rows_of(kRest, klass);  // they come to an end: see RowReader
  Statement remove =
      db_.prepare("DELETE FROM histograms WHERE tally = ? AND kind = ? AND class = ?");
  remove.bind_view(0, tally_);
  remove.bind_view(1, kRest);
  remove.bind_view(2, klass);
  remove.run();
}

}  // namespace tally
