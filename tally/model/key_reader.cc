// SPDX-License-Identifier: Apache-2.0
#include "tally/model/key_reader.h"

namespace tally {

void KeyReader::read(std::string_view tally, std::string_view key, SumAdder& sums) {
  if (known_ && known_->read(tally, key, sums)) return;
  const std::vector<CountTree::Row>& rows = find(tally, key);
  for (const CountTree::Row& row : rows) {
    sums.add({tally, key, row.part, row.klass, row.exponent, row.amount});
  }
  if (known_) known_->keep(tally, key, rows);
}

const std::vector<CountTree::Row>& KeyReader::find(std::string_view tally, std::string_view key) {
  if (tree_ && tree_->find(tally, key)) return tree_->rows();
  if (query_) {
    query_->restart({tally, key});
  } else {
    query_.emplace(db_, kCountsTable, std::initializer_list<std::string_view>{tally, key});
  }
  queried_.clear();
  while (query_->next()) {
    queried_.push_back({query_->text(2), query_->text(3), query_->integer(0), query_->integer(1)});
  }
  return queried_;
}

}  // namespace tally
