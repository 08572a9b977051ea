// SPDX-License-Identifier: Apache-2.0
// Updates the histograms of one text in a model file when its counts change.
//
//   HistogramEditor editor(db, "body", false, {"ham", "spam"});
//   editor.change({{}, {3, 5}}, {{1, 1}, {3, 5}});   // a term: before, and after
//   editor.write();
#pragma once

#include <array>
#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include "tally/count/text/term_histograms.h"
#include "tally/model/sqlite/sqlite_db.h"

namespace tally {

class HistogramEditor {
 public:
  /// For a change of terms in these classes; they and those in the file are `classes()` in order.
  /// REQUIRES: the Database stays and is in a transaction; the file has the histograms.
  HistogramEditor(Database& db, std::string tally, bool once, std::vector<std::string> classes);

  const std::vector<std::string>& classes() const { return classes_; }

  /// What a class has of one term.
  struct Term {
    std::int64_t documents = 0;
    std::int64_t tokens = 0;
  };
  /// A term had these counts, by class, and now has those. Throws Error (kData) for counts that are
  /// too large.
  void change(const std::vector<Term>& before, const std::vector<Term>& after);

  /// Writes what has changed. Throws Error (kData) if the file's histograms contradict the change.
  void write();

 private:
  enum Kind : std::int64_t { kOfAll, kOfDocuments, kOfRest, kOfTokens };
  void add(const std::vector<Term>& counts, std::int64_t terms);
  bool has_tokens(const std::string& klass);
  TermHistogram rows_of(const char* kind, const std::string& klass);
  void open_rest(const std::string& klass);
  void close_rest(const std::string& klass);

  Database& db_;
  std::string tally_;
  bool once_;
  std::vector<std::string> classes_;
  // (kind, class, count) → how many terms more have it
  std::map<std::array<std::int64_t, 3>, std::int64_t> changes_;
};

}  // namespace tally
