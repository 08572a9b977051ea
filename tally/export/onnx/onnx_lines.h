// SPDX-License-Identifier: Apache-2.0
// The lines of a sheet as operators of ONNX: each becomes a tensor of doubles [rows, K].
#pragma once

#include <map>
#include <string>
#include <vector>

#include "tally/export.h"
#include "tally/export/onnx/onnx_graph.h"

namespace tally {

/// A tensor that has to be handed in: a column, or the columns of a group of counts, in this order, or how often
/// each of these terms comes in a text.
struct OnnxInput {
  enum class Kind : std::uint8_t { kCells, kTerms, kUnknownTerms };

  OnnxValue name;
  std::vector<std::string> columns;  ///< or the terms
  ValueType type = ValueType::kNumber;
  Kind kind = Kind::kCells;
  std::string text;  ///< the column of the terms
};

class OnnxLines {
 public:
  /// Makes the inputs: [rows, 1] of strings for texts, of doubles for all else; a group of counts is one of
  /// [rows, columns], a text that is cut into terms one of [rows, terms]. REQUIRES: both outlive it.
  OnnxLines(const Sheet& sheet, OnnxGraph& graph);

  const std::vector<OnnxInput>& inputs() const { return inputs_; }

  /// What the line adds, weighed: 0 where cells are missing.
  OnnxValue heard_of(const SheetLine& line);
  /// What texts add under the rule weighted. REQUIRES: sheet.texts.
  OnnxValue texts_said();

 private:
  OnnxValue cell(const std::string& column);
  OnnxValue said(const SheetLine& line, const SheetValues& table);
  OnnxValue said(const SheetLine& line, const SheetBins& table);
  OnnxValue said(const SheetLine& line, const SheetCounts& table);
  OnnxValue said(const SheetLine& line, const SheetNormal& table);
  OnnxValue said(const SheetLine& line, const SheetStudent& table);
  OnnxValue said(const SheetLine& line, const SheetRate& table);
  OnnxValue said(const SheetLine& line, const SheetTerms& table);
  OnnxValue said(const SheetLine& line, const SheetSpread& table);
  OnnxValue said(const SheetLine& line, const SheetPolya& table);

  void add_inputs_of_texts();
  std::size_t terms_input(const std::string& column, std::vector<std::string> terms);
  OnnxValue is_there(const OnnxValue& counts);  ///< 1 where they are above 0, else 0
  OnnxValue zone_said(std::size_t z, OnnxValue& twice, OnnxValue& corrects, OnnxValue& n);

  OnnxValue product(const OnnxValue& counts, const std::vector<double>& says);
  OnnxValue rising(const std::vector<double>& a, const OnnxValue& x);

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
  std::map<std::string, Place> places_;         // by column
  std::map<std::string, std::size_t> terms_;    // the input of each text's terms
  std::map<std::string, std::size_t> unknown_;  // … and of how many are not among them
};

}  // namespace tally
