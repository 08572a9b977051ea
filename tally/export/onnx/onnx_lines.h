// SPDX-License-Identifier: Apache-2.0
// The lines of a sheet as operators of ONNX: each becomes a tensor of doubles [rows, K].
#pragma once

#include <map>
#include <string>
#include <vector>

#include "tally/export.h"
#include "tally/export/onnx/onnx_graph.h"

namespace tally {

/// A tensor that has to be handed in: a column, or the columns of a group of counts, in this order.
struct OnnxInput {
  OnnxValue name;
  std::vector<std::string> columns;
  ValueType type = ValueType::kNumber;
};

class OnnxLines {
 public:
  /// Makes the inputs: [rows, 1] of strings for texts, of doubles for all else; a group of counts is one of
  /// [rows, columns]. REQUIRES: both outlive it.
  OnnxLines(const Sheet& sheet, OnnxGraph& graph);

  const std::vector<OnnxInput>& inputs() const { return inputs_; }

  /// What the line adds, weighed: 0 where cells are missing. Throws Error (kUsage) for texts.
  OnnxValue heard_of(const SheetLine& line);

 private:
  OnnxValue cell(const std::string& column);
  OnnxValue said(const SheetLine& line, const SheetValues& table);
  OnnxValue said(const SheetLine& line, const SheetBins& table);
  OnnxValue said(const SheetLine& line, const SheetCounts& table);
  OnnxValue said(const SheetLine& line, const SheetNormal& table);
  OnnxValue said(const SheetLine& line, const SheetStudent& table);
  OnnxValue said(const SheetLine& line, const SheetRate& table);
  OnnxValue said(const SheetLine& line, const SheetTerms& table);

  OnnxValue by_class(const std::vector<double>& values);  ///< [1, K]
  OnnxValue number(double value);                         ///< [1, 1]
  OnnxValue above(const OnnxValue& x, const std::vector<double>& borders);
  OnnxValue rows_of(std::vector<double> says, const OnnxValue& places);
  OnnxValue unless_missing(const OnnxValue& cell, const OnnxValue& said);
  OnnxValue squared_distance(const OnnxValue& x, const std::vector<double>& middle,
                             const std::vector<double>& scale);
  OnnxValue flat(const OnnxValue& column);  ///< [rows] of [rows, 1]

  struct Place {
    std::size_t input, column;
  };

  const Sheet& sheet_;
  OnnxGraph& graph_;
  std::int64_t classes_;
  std::vector<OnnxInput> inputs_;
  std::map<std::string, Place> places_;  // by column
};

}  // namespace tally
