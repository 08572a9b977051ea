// SPDX-License-Identifier: Apache-2.0
#include "tally/model/key_reader.h"

namespace tally {

void KeyReader::read(std::string_view tally, std::string_view key, SumAdder& sums) {
  if (!tree_ || !tree_->find(tally, key)) return read_by_query(tally, key, sums);
  for (const CountTree::Row& row : tree_->rows()) {
    sums.add({tally, key, row.part, row.klass, row.exponent, row.amount});
  }
}

void KeyReader::read_by_query(std::string_view tally, std::string_view key, SumAdder& sums) {
  if (query_) {
    query_->restart({tally, key});
  } else {
    query_.emplace(db_, kCountsTable, std::initializer_list<std::string_view>{tally, key});
  }
  while (query_->next()) {
    sums.add(
        {tally, key, query_->text(2), query_->text(3), query_->integer(0), query_->integer(1)});
  }
}

}  // namespace tally
