// SPDX-License-Identifier: Apache-2.0
// What the lines of a sheet say, as statements in C that fill `said`, and the tables that they read.
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include "tally/export.h"

namespace tally {

class CLines {
 public:
  /// `name` begins every name; `fields` are those of the row, by column. REQUIRES: both outlive it.
  CLines(const Sheet& sheet, const std::string& name,
         const std::map<std::string, std::string>& fields)
      : name_(name), fields_(fields), classes_(sheet.classes.size()) {}

  /// The statements of a line.
  std::string said(const SheetLine& line);
  /// The tables of all lines so far, which stand before the functions.
  const std::string& tables() const { return tables_; }

  // A new array of these, by its name. REQUIRES: there are some.
  std::string table(const std::vector<double>& values);
  std::string integers_table(const std::vector<std::int64_t>& values);
  std::string texts_table(const std::vector<std::string>& texts);

  std::string field(const std::string& column) const { return "row->" + fields_.at(column); }

 private:
  std::string said_of(const SheetValues& values);
  std::string said_of(const SheetBins& bins);
  std::string said_of(const SheetCounts& counts);
  std::string said_of(const SheetNormal& law);
  std::string said_of(const SheetStudent& law);
  std::string said_of(const SheetRate& law);
  std::string said_of(const SheetTerms& text);
  std::string said_of(const SheetSpread& law);
  std::string said_of(const SheetPolya& group);

  std::string said_of_truth(const SheetValues& values, const std::string& says,
                            const std::string& unseen) const;
  std::string said_of_text(const SheetValues& values, const std::string& unseen);
  std::string for_each_class(const std::string& cells, const std::string& what) const;
  std::string array(const char* type, const std::vector<std::string>& items);

  const std::string& name_;
  const std::map<std::string, std::string>& fields_;
  std::size_t classes_;
  std::string tables_;
  int arrays_ = 0;
};

}  // namespace tally
