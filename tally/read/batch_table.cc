// SPDX-License-Identifier: Apache-2.0
#include "tally/read/batch_table.h"

#include <algorithm>
#include <utility>

#include "tally/read/names.h"
#include "tally/read/table_source.h"

namespace tally {

namespace {

class BatchTable : public TableSource {
 public:
  explicit BatchTable(Batch rows) : rows_(std::move(rows)) {
    for (const NamedColumn& column : rows_.columns) names_.push_back(column.name);
  }

  const std::vector<std::string>& column_names() override { return names_; }

  std::vector<ColumnSample> sample() override {
    throw Error(ErrorKind::kDefect, "a schema is drafted from files, not from rows at hand");
  }

  void read(const Schema& schema, int /*threads*/, const Table::Work& work,
            const std::vector<Role>& optional) override {
    for (const ColumnSchema& column : schema.columns) {
      const bool may_be_absent =
          std::find(optional.begin(), optional.end(), column.role) != optional.end();
      if (may_be_absent || rows_.find(column.name) != nullptr) continue;
      throw Error(ErrorKind::kData, no_such_column(column.name, names_));
    }
    if (const Table::Finish finish = work(rows_, 0)) finish();
  }

  ReadProgress progress() const override { return {rows_.rows, 0, 0}; }

 private:
  Batch rows_;
  std::vector<std::string> names_;
};

}  // namespace

Table table_over(Batch rows) {
  return {std::make_unique<BatchTable>(std::move(rows)), ReadOptions{}};
}

}  // namespace tally
