// SPDX-License-Identifier: Apache-2.0
#include "tally/model/sum_adder.h"

#include "tally/count/value_tally.h"

#include <optional>

namespace tally {

Label label_in(const Database& db, const FileTable& table, std::string_view text, ValueType type) {
  const std::optional<Label> label = Label::parse(text, type);
  if (!label || label->to_string() != text) {
    throw_wrong(db, table,
                "the label " + in_quotes(text) + ", which is not how a " +
                    std::string(to_string(type)) + " is written");
  }
  return *label;
}

void SumAdder::add(const Row& row) {
  if (tally_ == nullptr || row.tally != sum_.tally) {
    sum_.tally = row.tally;
    tally_ = counts_.find_counted(row.tally);
  }
  if (tally_ == nullptr) wrong("the tally " + in_quotes(row.tally) + " of no feature");
  if (row.part != to_string(sum_.part)) {
    const std::optional<Part> part = parse_part(row.part);
    if (!part) wrong("the part " + in_quotes(row.part));
    sum_.part = *part;
  }
  if (const ValueTally* const values = as_values(*tally_);
      values != nullptr && sum_.part == Part::kValue) {
    label_in(db_, table_, row.key, values->value_type());
  }
  sum_.key = row.key;
  add_sum(row);
}

void SumAdder::add_to_class(const Row& row) {
  sum_.part = Part::kWeight;
  add_sum(row);
}

void SumAdder::add_sum(const Row& row) {
  if (labels_.empty() || row.klass != sum_.klass) {
    if (labels_.find(row.klass) == labels_.end()) {
      label_in(db_, table_, row.klass, counts_.schema().target().type);
      labels_.emplace(row.klass);
    }
    sum_.klass = row.klass;
  }
  if (!ExactSum::is_exponent(row.exponent)) wrong("the exponent " + std::to_string(row.exponent));
  sum_.exponent = static_cast<std::int32_t>(row.exponent);
  sum_.amount = row.amount;
  soundly(db_, [&] { counts_.add_row(sum_); });
}

}  // namespace tally
