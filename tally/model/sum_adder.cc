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
    tally_ = const_cast<Tally*>(counts_.find_counted(row.tally));
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
  // Most rows of a large file: what add_sum does, found at once.
  if (const std::int32_t code = class_code(row.klass);
      code >= 0 && ExactSum::is_exponent(row.exponent)) {
    if (ExactSum* const sum = tally_->find_cell(code, sum_.part, row.key)) {
      return sum->add_limb({static_cast<std::int32_t>(row.exponent), row.amount});
    }
  }
  sum_.key = row.key;
  add_sum(row);
}

// −1: of none that the counts have. A label's text is its one form, so that it need not be looked at again.
std::int32_t SumAdder::class_code(std::string_view klass) {
  if (!knows_classes_) {
    for (const Counts::Class& one : counts_.classes()) {
      class_codes_.emplace(one.label.to_string(), one.code);
    }
    knows_classes_ = true;
  }
  const auto found = class_codes_.find(klass);
  return found == class_codes_.end() ? -1 : found->second;
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
