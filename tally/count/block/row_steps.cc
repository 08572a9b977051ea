// SPDX-License-Identifier: Apache-2.0
#include "tally/count/block/row_steps.h"

#include <optional>

namespace tally {

namespace {

// The batch with another target: these classes for these rows, none for the others.
Batch with_classes(const Batch& batch, const std::string& target, const Codes& classes) {
  Batch out = batch;
  std::erase_if(out.columns, [&](const NamedColumn& column) { return column.name == target; });
  out.columns.push_back({target, classes});
  return out;
}

// Steps of one sign that are taken once, each of another row.
void count_once(const Batch& batch, const std::vector<RowStep>& steps, std::int64_t sign,
                Counts& counts) {
  if (steps.empty()) return;
  const ColumnSchema& target = counts.schema().target();
  auto dictionary = std::make_shared<Dictionary>();
  std::vector<std::int32_t> codes(static_cast<std::size_t>(batch.rows), -1);
  for (const RowStep& step : steps) {
    const std::optional<Label> klass = Label::parse(step.klass, target.type);
    if (!klass) continue;  // a class that the file should not have
    codes[static_cast<std::size_t>(step.row)] = dictionary->code(*klass);
  }
  const Batch some = with_classes(batch, target.name, Codes::of(codes, dictionary));
  if (sign > 0) {
    counts.add(some);
  } else {
    counts.take_away(some);
  }
}

// By doubling: the number of times comes from a file.
void count_often(const Batch& batch, const RowStep& step, Counts& counts) {
  const std::int64_t sign = step.times < 0 ? -1 : 1;
  Counts power(counts.schema());
  count_once(batch, {{step.row, step.klass, sign}}, sign, power);
  for (std::int64_t left = step.times * sign; left > 0; left /= 2) {
    if (left % 2 == 1) counts.merge(power);
    power.merge(power);
  }
}

}  // namespace

Counts count_steps(const Batch& batch, const Schema& schema, const std::vector<RowStep>& steps) {
  Counts counts(schema);
  for (const std::int64_t sign : {1, -1}) {
    std::vector<RowStep> once;
    std::vector<bool> taken(static_cast<std::size_t>(batch.rows));
    for (const RowStep& step : steps) {
      if ((step.times > 0) != (sign > 0)) continue;
      if (step.times == sign && !taken[static_cast<std::size_t>(step.row)]) {
        taken[static_cast<std::size_t>(step.row)] = true;
        once.push_back(step);
      } else {
        count_often(batch, step, counts);
      }
    }
    count_once(batch, once, sign, counts);
  }
  return counts;
}

}  // namespace tally
