// SPDX-License-Identifier: Apache-2.0
// A row typed on the command line: --given 'X1=2,X2=S', or --given X1=2 --given X2=S.
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "tally/text.h"

namespace tally::cli {

/// A batch of one row. Columns that are not named are missing; but where one term of a multinomial
/// group is named, the others of the group are 0.
class GivenRow {
 public:
  /// `texts` are lists "X1=2,X2=S", which are joined. Throws Error (kUsage): not name=value, a
  /// column that the schema does not have or that is no feature, a value that is not of its
  /// column's type.
  GivenRow(const Schema& schema, const std::vector<std::string>& texts);
  GivenRow(const GivenRow&) = delete;
  GivenRow& operator=(const GivenRow&) = delete;

  const Batch& batch() const { return batch_; }

 private:
  Column number(const ColumnSchema& column, double value);
  Column code(const ColumnSchema& column, const std::string* text);
  Column bit(const ColumnSchema& column, const std::string* text);
  Column text(const std::string* cell);

  // The cells that the batch points to; never resized once it does.
  std::vector<double> numbers_;
  std::vector<std::int32_t> codes_;
  std::vector<std::uint8_t> bits_;
  std::vector<std::string_view> texts_;
  std::map<std::string, std::string> given_;
  TermCutter cutter_;
  Batch batch_;
};

}  // namespace tally::cli
