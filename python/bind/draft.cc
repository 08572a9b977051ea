// SPDX-License-Identifier: Apache-2.0
#include "draft.h"

#include <nanobind/stl/pair.h>
#include <nanobind/stl/shared_ptr.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/vector.h>

#include <algorithm>

#include "cutting.h"
#include "few_values.h"
#include "module.h"
#include "origins.h"
#include "remedy.h"
#include "weighed_rows.h"

namespace tally::bind {

namespace nb = nanobind;

namespace {

Frames copied(const Frames& frames) {
  Frames copies;
  for (const auto& frame : frames) copies.push_back(std::make_shared<Frame>(*frame));
  return copies;
}

// The first part of a column that is no column of numbers. What is counted by value needs none.
ColumnSample look_at(const ColumnSchema& column, const Frames& frames) {
  ColumnSample sample;
  if (column.family == Family::kText) sample = first_text_sample(column.name, frames);
  sample.name = column.name;
  sample.type = column.type;
  sample.numbers = sample.integers = false;
  sample.booleans = column.type == ValueType::kBoolean;
  sample.cells = std::max<std::int64_t>(sample.cells, 1);  // it would not be in the schema
  return sample;
}

}  // namespace

Draft::Draft(const std::string& schema_json, const std::vector<std::string>& inferred,
             Frames frames, std::string weight, int threads)
    : frames_(std::move(frames)),
      weight_(std::move(weight)),
      threads_(threads),
      counted_{{Counts(schema_from_json(schema_json, "")), ""}, {}} {
  const nb::gil_scoped_release unlocked;
  const Schema first = counted_.counts.schema();
  const Frames by_value = copied(frames_);
  std::vector<std::string> open;
  for (const std::string& name : inferred) {
    const ColumnSchema* const column = first.find(name);
    if (column == nullptr) continue;
    if (column->type != ValueType::kNumber) {
      samples_.push_back(look_at(*column, frames_));
      continue;
    }
    NumberColumn numbers = look_at_numbers(name, frames_);
    samples_.push_back(numbers.sample);
    if (numbers.codes.empty()) continue;
    open.push_back(name);
    if (numbers.is_great) {
      for (const auto& frame : by_value) frame->name_numbers(name);
      continue;
    }
    for (std::size_t i = 0; i < by_value.size(); ++i) {
      by_value[i]->replace(name, numbers.codes[i], numbers.values);
    }
  }
  const Schema schema = validated(counted_by_value(first, open));
  counted_ = counted_frames(schema, weight_, RowSample(0), by_value, threads_);
  samples_ = whole_samples(samples_, counted_.counts, {}, counted_.rows.rows);
  for (const ColumnSample& sample : samples_) {
    ColumnGuess& guess = guesses_.emplace_back(guess_column(sample));
    const bool is_declared = std::any_of(frames_.begin(), frames_.end(), [&](const auto& frame) {
      return frame->is_category(sample.name);
    });
    if (is_declared && guess.use == ColumnGuess::Use::kLeftOut) {
      guess.use = ColumnGuess::Use::kFeature;
    }
  }
}

std::vector<std::pair<std::string, std::string>> Draft::families() const {
  std::vector<std::pair<std::string, std::string>> out;
  for (std::size_t i = 0; i < samples_.size(); ++i) {
    std::string family(to_string(guesses_[i].family));
    if (guesses_[i].use == ColumnGuess::Use::kLeftOut) family = "left out";
    if (guesses_[i].use == ColumnGuess::Use::kNoValue) family = "nothing";
    out.emplace_back(samples_[i].name, std::move(family));
  }
  return out;
}

std::vector<std::string> Draft::notes() const {
  std::vector<GuessedColumn> columns;
  for (std::size_t i = 0; i < samples_.size(); ++i) columns.push_back({&samples_[i], guesses_[i]});
  std::vector<std::string> out;
  for (const Remark& note : notes_on(columns, counted_.counts.schema().target().name)) {
    out.push_back(by_parameters(note));
  }
  for (const Remark& note : found_) out.push_back(by_parameters(note));
  return out;
}

Frames Draft::frames_for(const Schema& settled) const {
  Frames frames = copied(frames_);
  std::vector<std::string> names;
  for (const ColumnSchema& column : settled.columns) {
    const bool has_names =
        column.role == Role::kTarget || facts_of(column.family).cells == CellKind::kLabel;
    if (has_names && column.type == ValueType::kNumber) names.push_back(column.name);
  }
  keep_great_numbers_apart(frames, names);
  return frames;
}

TableModel Draft::model(const std::string& schema_json, const std::string& count, bool sample,
                        bool finds_cutting) {
  const nb::gil_scoped_release unlocked;
  Schema settled = validated(schema_from_json(schema_json, ""));
  const bool may_be_weighted = can_be_weighted(settled);
  const Counting counting = parse_counting(count).value_or(Counting::kNaive);
  if (counting != Counting::kNaive && finds_cutting) {
    settled = with_cutting_found(std::move(settled), frames_, threads_, found_);
  }
  if (counting != Counting::kNaive && may_be_weighted) {
    settled = counted_as(counting, std::move(settled));
    draft_origins(settled, frames_);
    settled = validated(std::move(settled));
  }
  if (sample && may_be_weighted) {
    const Frames frames = frames_for(settled);
    if (counting == Counting::kFull && settled.has_text()) {
      found_.push_back({kTextsAreApart, {}});
    } else if (counting == Counting::kFull) {
      Piece first = counted_frames(settled, weight_, RowSample(kRowsToDraft), frames, threads_);
      if (!first.counts.classes().empty()) {
        JointDraft drawn = draw_up_joint(first.counts, first.sample);
        for (const std::string& note : drawn.notes()) found_.push_back({note, {}});
        settled = std::move(drawn.schema);
        return TableModel(full_model(settled, weight_, std::move(first), frames, threads_));
      }
    }
    return TableModel(weighted_model(settled, weight_, frames, threads_));
  }
  Piece piece = counted_;
  if (recount(piece, settled, Recount::kRecast)) return TableModel(std::move(piece.counts));
  const Frames frames = frames_for(settled);
  return TableModel(counted_frames(settled, weight_, RowSample(0), frames, threads_).counts);
}

void bind_draft(nb::module_& m) {
  nb::class_<Draft>(m, "Draft", "What the columns of a table are, by all their cells.")
      .def(
          nb::init<const std::string&, const std::vector<std::string>&, Frames, std::string, int>(),
          nb::arg("schema"), nb::arg("inferred"), nb::arg("frames"), nb::arg("weight"),
          nb::arg("threads"))
      .def_prop_ro("is_empty", &Draft::is_empty, "Whether no row has a class and a weight.")
      .def("families", &Draft::families,
           "The inferred columns and their families, \"left out\", or \"nothing\" without a value.")
      .def("notes", &Draft::notes, "What a person should know about them, in sentences.")
      .def("model", &Draft::model, nb::arg("schema"), nb::arg("count"), nb::arg("sample"),
           nb::arg("finds_cutting"), "The counts under the settled schema.");
}

}  // namespace tally::bind
