// SPDX-License-Identifier: Apache-2.0
#include "tally/model/totals_reader.h"

#include "tally/model/sum_adder.h"

namespace tally {

TotalsReader::TotalsReader(const Database& db, const Counts& counts, const std::string& tally)
    : db_(db), tally_(values_of(*counts.find(tally))) {
  for (const Counts::Class& klass : counts.classes()) {
    const auto code = static_cast<std::size_t>(klass.code);
    class_codes_.emplace(klass.label.to_string(), code);
    if (code >= totals_.by_class.size()) totals_.by_class.resize(code + 1);
  }
}

void TotalsReader::add(const RowReader& row) {
  const std::string& key = row.text(1);
  if (row.text(2) == to_string(Part::kMissing)) return;
  if (row.text(2) != to_string(Part::kValue)) row.wrong("the part " + in_quotes(row.text(2)));
  if (!has_key_ || key != key_) {
    end_key();
    const Label label = label_in(db_, kCountsTable, key, tally_.value_type());
    if (!tally_.spec().values.empty() && tally_.find_slot(label) < 0) {
      row.wrong("the value " + in_quotes(key) + ", which is not declared");
    }
    key_ = key;
    has_key_ = true;
  }
  if (row.text(3) != klass_ || sum_.is_zero()) {
    end_sum();
    const auto found = class_codes_.find(row.text(3));
    if (found == class_codes_.end()) {
      throw_unsound(db_, "the tally " + in_quotes(tally_.name()) + " counts rows of " +
                             in_quotes(row.text(3)) + ", which is no class of the model");
    }
    klass_ = row.text(3);
    code_ = found->second;
  }
  const std::int64_t exponent = row.integer(0);
  if (!ExactSum::is_exponent(exponent)) row.wrong("the exponent " + std::to_string(exponent));
  sum_.add_limb({static_cast<std::int32_t>(exponent), row.integer(1)});
}

void TotalsReader::end_sum() {
  if (sum_.sign() < 0) {
    throw_unsound(db_, "the tally " + in_quotes(tally_.name()) + " has a negative count of " +
                           in_quotes(key_) + " in class " + in_quotes(klass_));
  }
  if (sum_.is_zero()) return;
  is_seen_ = true;
  totals_.by_class[code_] += sum_;
  sum_ = ExactSum();
}

void TotalsReader::end_key() {
  end_sum();
  if (is_seen_) ++totals_.possible_values;
  is_seen_ = false;
}

KeyedTally::Totals TotalsReader::take() {
  end_key();
  if (const std::vector<Label>& declared = tally_.spec().values; !declared.empty()) {
    totals_.possible_values = static_cast<std::int64_t>(declared.size());
  }
  return std::move(totals_);
}

}  // namespace tally
