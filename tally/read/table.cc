#include "tally/read/table.h"

#include "tally/read/table_reader.h"

namespace tally {

struct Table::State {
  csv::TableReader reader;
};

Table::Table(const std::vector<std::string>& inputs, ReadOptions options)
    : state_(new State{csv::TableReader(inputs, std::move(options))}) {}
Table::~Table() = default;
Table::Table(Table&&) noexcept = default;

const std::vector<std::string>& Table::column_names() const {
  return state_->reader.column_names();
}

const ReadOptions& Table::options() const { return state_->reader.options(); }

std::vector<ColumnSample> Table::sample() { return state_->reader.sample(); }

void Table::read(const Schema& schema, int threads, const Work& work,
                 const std::vector<Role>& optional) {
  state_->reader.read(schema, threads, work, optional);
}

ReadProgress Table::progress() const { return state_->reader.progress(); }

std::vector<std::vector<std::string>> read_cells(const std::string& file) {
  ReadOptions options;
  options.header = false;
  csv::TableFile table(file, options, {});
  csv::RecordCutter cutter(table.dialect(), table.name());
  std::vector<csv::Cell> cells(table.columns().size());
  std::vector<std::vector<std::string>> rows;
  while (std::optional<csv::Block> block = table.next()) {
    cutter.start(*block);
    while (cutter.next(cells.size(), cells.data())) {
      std::vector<std::string>& row = rows.emplace_back();
      for (const csv::Cell& cell : cells) {
        const csv::CellColumn column{block->bytes.get(), &cell, 1, 1, true};
        row.emplace_back(column.at(0));
      }
    }
  }
  return rows;
}

}  // namespace tally
