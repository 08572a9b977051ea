// SPDX-License-Identifier: Apache-2.0
#include "tally/count/tally.h"

#include <algorithm>

#include "tally/base/prefetch.h"
#include "tally/count/histogram_tally.h"
#include "tally/count/joint/joint_tally.h"
#include "tally/count/joint/scatter_tally.h"
#include "tally/count/moment_tally.h"
#include "tally/count/text/text_tally.h"
#include "tally/count/value_tally.h"

namespace tally {

namespace {

// Calls f(i, row[slots[i]]) for all i < count, after the memory for it was asked for.
template <class Cell, class F>
void for_each_cell(std::size_t count, const std::vector<std::int32_t>& slots, Cell* row, F&& f) {
  constexpr std::size_t kAhead = 16;
  for (std::size_t i = 0; i < count; ++i) {
    if (i + kAhead < count) prefetch_line(row + slots[i + kAhead]);
    f(i, row[slots[i]]);
  }
}

}  // namespace

const SumRow Tally::kNoSums;

void Tally::make_classes(std::int64_t classes) {
  const auto size = static_cast<std::size_t>(classes);
  if (cells_.size() < size) cells_.resize(size);
}

std::vector<ExactSum*> Tally::cells_by_class(std::int64_t classes) {
  make_classes(classes);
  std::vector<ExactSum*> out;
  for (SumRow& row : cells_) {
    row.resize(static_cast<std::size_t>(slots()));
    out.push_back(row.widened());
  }
  return out;
}

std::vector<std::uint32_t*> Tally::small_by_class(std::span<const std::uint64_t> additions) {
  make_classes(static_cast<std::int64_t>(additions.size()));
  std::vector<std::uint32_t*> out;
  for (std::size_t k = 0; k < additions.size(); ++k) {
    cells_[k].resize(static_cast<std::size_t>(slots()));
    out.push_back(cells_[k].small_for(additions[k]));
    if (out.back() == nullptr) return {};
  }
  return out;
}

void Tally::combine_class(std::int32_t class_code, const Tally& other, std::int32_t class_there,
                          const std::vector<std::int32_t>& slots, Operation operation) {
  const SumRow& theirs = other.row_of(class_there);
  if (theirs.size() == 0) return;
  SumRow& own = made_row_of(class_code);
  const auto end = slots.begin() + static_cast<std::ptrdiff_t>(theirs.size());
  own.resize(static_cast<std::size_t>(*std::max_element(slots.begin(), end)) + 1);
  if (theirs.is_small() && operation == &ExactSum::operator+=) {
    if (std::uint32_t* const row = own.small_for(theirs.most())) {
      return for_each_cell(theirs.size(), slots, row,
                           [&](std::size_t i, std::uint32_t& cell) { cell += theirs.small()[i]; });
    }
  }
  for_each_cell(theirs.size(), slots, own.widened(), [&](std::size_t i, ExactSum& cell) {
    if (theirs.is_small()) {
      (cell.*operation)(theirs.at(i));
    } else if (!theirs.wide()[i].is_zero()) {
      (cell.*operation)(theirs.wide()[i]);
    }
  });
}

std::unique_ptr<Tally> make_tally(TallySpec spec) {
  switch (spec.beside) {
    case Beside::kHistogram:
      return std::make_unique<HistogramTally>(std::move(spec));
    case Beside::kJoint:
      return std::make_unique<JointTally>(std::move(spec));
    case Beside::kScatter:
      return std::make_unique<ScatterTally>(std::move(spec));
    case Beside::kNothing:
      break;
  }
  switch (facts_of(spec.family).cells) {
    case CellKind::kLabel:
    case CellKind::kTruth:
    case CellKind::kBin:
    case CellKind::kGroup:
      return std::make_unique<ValueTally>(std::move(spec));
    case CellKind::kNumber:
      return std::make_unique<MomentTally>(std::move(spec));
    case CellKind::kTerms:
      return std::make_unique<TextTally>(std::move(spec));
  }
  throw Error(ErrorKind::kDefect, "a tally of no kind");
}

}  // namespace tally
