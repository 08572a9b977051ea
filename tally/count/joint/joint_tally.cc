// SPDX-License-Identifier: Apache-2.0
#include "tally/count/joint/joint_tally.h"

#include <algorithm>
#include <charconv>
#include <utility>

#include "tally/count/joint/grid_codes.h"
#include "tally/count/joint/joint_key.h"
#include "tally/count/rows_to_count.h"
#include "tally/count/sum_checks.h"

namespace tally {

namespace {

// Rows: many for each cell, and their codes are not much memory.
constexpr std::int64_t kTile = 131072;

Dictionary labels_of(const GridSpec& column) {
  switch (column.cells) {
    case CellKind::kLabel:
      return Dictionary(column.values);
    case CellKind::kTruth:
      return Dictionary({Label::of(false), Label::of(true)});
    case CellKind::kBin:
    case CellKind::kNumber:
    case CellKind::kGroup:
    case CellKind::kTerms:
      break;
  }
  return {};
}

}  // namespace

JointTally::JointTally(TallySpec spec) : Tally(std::move(spec)), code_maps_(columns()) {
  for (const GridSpec& column : spec_.grid) labels_.push_back(labels_of(column));
  for (std::size_t i = 0; i < columns(); ++i) add_table({i});
  for (std::size_t i = 0; i < columns(); ++i) {
    first_pair_.push_back(tables_.size());
    for (std::size_t j = i + 1; j < columns(); ++j) add_table({i, j});
  }
  for (const auto& triple : spec_.triples) add_table({triple[0], triple[1], triple[2]});
}

void JointTally::add_table(const std::vector<std::size_t>& of) {
  Table table;
  table.width = of.size();
  std::copy(of.begin(), of.end(), table.columns.begin());
  std::vector<std::string> names;
  for (const std::size_t column : of) names.push_back(spec_.grid[column].name);
  table.name = joined_key(names);
  table_of_name_.emplace(table.name, tables_.size());
  places_.push_back({static_cast<std::int32_t>(tables_.size()), {-1, -1, -1}});
  tables_.push_back(std::move(table));
}

std::int32_t JointTally::codes(std::size_t column) const {
  const GridSpec& grid = spec_.grid[column];
  return grid.cells == CellKind::kNumber ? static_cast<std::int32_t>(grid.cuts.size() + 1)
                                         : labels_[column].size();
}

std::int32_t JointTally::find_code(std::size_t column, const Label& label) const {
  return labels_[column].find(label);
}

std::string JointTally::value_text(std::size_t column, std::int32_t code) const {
  return spec_.grid[column].cells == CellKind::kNumber ? std::to_string(code)
                                                       : labels_[column].label(code).to_string();
}

std::size_t JointTally::pair(std::size_t i, std::size_t j) const {
  return first_pair_[i] + (j - i - 1);
}

std::size_t JointTally::offset(const Table& table, const CellCodes& codes) {
  std::size_t at = 0;
  for (std::size_t i = 0; i < table.width; ++i) {
    at = at * table.room[i] + static_cast<std::size_t>(codes[i]);
  }
  return at;
}

std::int32_t JointTally::find_slot(std::size_t which, std::span<const std::int32_t> codes) const {
  const Table& table = tables_[which];
  CellCodes all{};
  for (std::size_t i = 0; i < table.width; ++i) {
    if (codes[i] < 0 || static_cast<std::size_t>(codes[i]) >= table.room[i]) return -1;
    all[i] = codes[i];
  }
  return table.slots[offset(table, all)];
}

// For every code that its columns have by now, and some more where labels keep coming.
void JointTally::make_room(Table& table) {
  const auto needed = [&](std::size_t i) {
    return static_cast<std::size_t>(codes(table.columns[i]));
  };
  bool is_enough = true;
  for (std::size_t i = 0; i < table.width; ++i) is_enough &= needed(i) <= table.room[i];
  if (is_enough) return;
  const std::vector<std::int32_t> before = std::move(table.slots);
  std::size_t size = 1;
  for (std::size_t i = 0; i < table.width; ++i) {
    const bool grows_again = table.room[i] > 0 && needed(i) > table.room[i];
    table.room[i] = std::max(table.room[i], needed(i) + (grows_again ? needed(i) / 4 : 0));
    size *= table.room[i];
  }
  table.slots.assign(size, -1);
  for (const std::int32_t slot : before) {
    if (slot >= 0) table.slots[offset(table, places_[static_cast<std::size_t>(slot)].codes)] = slot;
  }
}

std::int32_t JointTally::made_slot(std::size_t which, const CellCodes& codes) {
  Table& table = tables_[which];
  make_room(table);
  std::int32_t& slot = table.slots[offset(table, codes)];
  if (slot < 0) {
    slot = slots();
    places_.push_back({static_cast<std::int32_t>(which), codes});
  }
  return slot;
}

// --- counting ---

// Where the sums of slots lie, by class: as integers of 32 bits while these are enough.
class JointTally::SlotSums {
 public:
  // `most`: how much is added to any of them; 0: what is no integer.
  SlotSums(JointTally& tally, std::int32_t classes, std::uint64_t most)
      : tally_(tally), most_(static_cast<std::size_t>(classes), most) {}

  // To be called after slots were made.
  void find() {
    if (std::exchange(known_, tally_.slots()) == tally_.slots()) return;
    small_ = most_[0] > 0 ? tally_.small_by_class(most_) : decltype(small_){};
    if (small_.empty()) wide_ = tally_.cells_by_class(static_cast<std::int64_t>(most_.size()));
  }
  bool are_small() const { return !small_.empty(); }
  std::uint32_t* small(std::size_t klass) { return small_[klass]; }
  ExactSum* wide(std::size_t klass) { return wide_[klass]; }

 private:
  JointTally& tally_;
  std::vector<std::uint64_t> most_;
  std::vector<std::uint32_t*> small_;
  std::vector<ExactSum*> wide_;
  std::int32_t known_ = -1;
};

void JointTally::count(std::span<const Column* const> columns, const RowsToCount& rows) {
  const auto size = static_cast<std::size_t>(rows.batch.rows);
  codes_.resize(columns.size());
  std::vector<std::int32_t> sizes;
  for (std::size_t i = 0; i < columns.size(); ++i) {
    codes_[i].resize(size);
    grid_codes(
        spec_.grid[i], *columns[i], code_maps_[i],
        [&](const Label& label) { return labels_[i].code(label); }, codes_[i]);
    sizes.push_back(codes(i));
  }
  if (rows.class_count == 0) return;
  for (Table& table : tables_) make_room(table);
  const bool is_plain = rows.weights.empty();
  for (std::int64_t begin = 0; begin < rows.batch.rows; begin += kTile) {
    const std::int64_t end = std::min(rows.batch.rows, begin + kTile);
    const auto first = static_cast<std::size_t>(begin),
               more = static_cast<std::size_t>(end - begin);
    if (is_plain) {
      dense_.begin(codes_, sizes, first, std::span(rows.classes).subspan(first, more),
                   rows.class_count);
    }
    SlotSums sums(*this, rows.class_count, is_plain ? more : 0);
    is_done_.assign(tables_.size(), 0);
    // Triples first: the pairs and single columns that they have are had from them.
    for (std::size_t table = tables_.size(); table-- > 0;) {
      if (is_done_[table] != 0) continue;
      if (is_plain && dense_.count(columns_of(table), found_in_[tables_[table].width - 1])) {
        add_dense(table, sums);
      } else {
        add_rows(table, begin, end, rows, sums);
      }
    }
  }
}

// The table of the same columns but one. REQUIRES: there are others.
std::size_t JointTally::without(std::size_t table, std::size_t which) const {
  const std::span<const std::size_t> columns = columns_of(table);
  if (columns.size() == 2) return single(columns[1 - which]);
  return pair(columns[which == 0 ? 1 : 0], columns[which == 2 ? 1 : 2]);
}

// The cells at hand, and those of the tables that they add up to, where that is less than the rows.
void JointTally::add_dense(std::size_t table, SlotSums& sums) {
  const std::size_t width = tables_[table].width;
  const DenseTable& found = found_in_[width - 1];
  is_done_[table] = 1;
  add_cells(table, found, sums);
  if (width == 1 || found.size() > dense_.rows()) return;
  for (std::size_t which = 0; which < width; ++which) {
    const std::size_t part = without(table, which);
    if (is_done_[part] != 0) continue;
    found_in_[width - 2].add_up(found, which);
    add_dense(part, sums);
  }
}

void JointTally::add_cells(std::size_t which, const DenseTable& cells, SlotSums& sums) {
  struct Found {
    std::int32_t slot;
    const std::uint32_t* rows;  // by class
  };
  std::vector<Found> found;
  std::size_t classes = 0;
  cells.for_each([&](std::span<const std::int32_t> codes, std::span<const std::uint32_t> rows) {
    CellCodes cell{};
    std::int32_t signs = 0;
    for (std::size_t i = 0; i < codes.size(); ++i) signs |= cell[i] = codes[i];
    const Table& table = tables_[which];
    std::int32_t slot = signs < 0 ? missing_slot(which) : table.slots[offset(table, cell)];
    if (slot < 0) slot = made_slot(which, cell);
    found.push_back({slot, rows.data()});
    classes = rows.size();
  });
  sums.find();
  for (std::size_t k = 0; k < classes; ++k) {
    if (sums.are_small()) {
      std::uint32_t* const to = sums.small(k);
      for (const Found& one : found) to[one.slot] += one.rows[k];
    } else {
      ExactSum* const to = sums.wide(k);
      for (const Found& one : found) to[one.slot].add(std::int64_t{one.rows[k]});
    }
  }
}

void JointTally::add_rows(std::size_t table, std::int64_t begin, std::int64_t end,
                          const RowsToCount& rows, SlotSums& sums) {
  const std::int32_t* const classes = rows.classes.data() + begin;
  found_.resize(static_cast<std::size_t>(end - begin));
  find_slots(table, static_cast<std::size_t>(begin), classes);
  sums.find();
  if (sums.are_small()) {
    for (std::size_t i = 0; i < found_.size(); ++i) {
      if (classes[i] >= 0) ++sums.small(static_cast<std::size_t>(classes[i]))[found_[i]];
    }
    return;
  }
  for (std::size_t i = 0; i < found_.size(); ++i) {
    rows.weigh(begin + static_cast<std::int64_t>(i), [&](std::int32_t klass, auto weight) {
      add_weighted(sums.wide(static_cast<std::size_t>(klass))[found_[i]], weight);
    });
  }
}

// Fills found_: the slots of the rows from `begin` on, made where a row counts and there is none.
void JointTally::find_slots(std::size_t which, std::size_t begin, const std::int32_t* classes) {
  const std::int32_t missing = missing_slot(which);
  const auto look_up = [&](auto width) {
    const Table& table = tables_[which];
    std::array<const std::int32_t*, kMostWidth> codes{};
    for (std::size_t i = 0; i < width; ++i) codes[i] = codes_[table.columns[i]].data() + begin;
    const std::int32_t* slots = table.slots.data();
    for (std::size_t row = 0; row < found_.size(); ++row) {
      std::size_t at = 0;
      std::int32_t signs = 0;
      for (std::size_t i = 0; i < width; ++i) {
        at = at * table.room[i] + static_cast<std::size_t>(codes[i][row]);
        signs |= codes[i][row];
      }
      std::int32_t slot = signs < 0 ? missing : slots[at];
      if (slot < 0) [[unlikely]] {
        CellCodes cell{};
        for (std::size_t i = 0; i < width; ++i) cell[i] = codes[i][row];
        slot = classes[row] < 0 ? missing : made_slot(which, cell);
        slots = table.slots.data();
      }
      found_[row] = slot;
    }
  };
  switch (tables_[which].width) {
    case 1:
      return look_up(std::integral_constant<std::size_t, 1>());
    case 2:
      return look_up(std::integral_constant<std::size_t, 2>());
    default:
      return look_up(std::integral_constant<std::size_t, 3>());
  }
}

// --- as rows, and merging ---

Part JointTally::part_of(std::int32_t slot) const {
  return static_cast<std::size_t>(slot) < tables_.size() ? Part::kMissing : Part::kValue;
}

std::string JointTally::key_of(std::int32_t slot) const {
  const Place& place = places_[static_cast<std::size_t>(slot)];
  const Table& table = tables_[static_cast<std::size_t>(place.table)];
  if (part_of(slot) == Part::kMissing) return table.name;
  std::vector<std::string> values;
  for (std::size_t i = 0; i < table.width; ++i) {
    values.push_back(value_text(table.columns[i], place.codes[i]));
  }
  return table.name + '=' + joined_key(values);
}

std::optional<std::int32_t> JointTally::code_of_text(std::size_t column, const std::string& text) {
  const GridSpec& grid = spec_.grid[column];
  if (grid.cells == CellKind::kNumber) {
    std::int32_t bin = -1;
    const char* const end = text.data() + text.size();
    const auto read = std::from_chars(text.data(), end, bin);
    const bool is_bin = read.ec == std::errc() && read.ptr == end && bin >= 0 &&
                        bin < codes(column) && std::to_string(bin) == text;
    return is_bin ? std::optional(bin) : std::nullopt;
  }
  const ValueType type = grid.cells == CellKind::kTruth ? ValueType::kBoolean : grid.type;
  const std::optional<Label> label = Label::parse(text, type);
  if (!label || label->to_string() != text) return std::nullopt;
  const bool is_fixed = grid.cells == CellKind::kTruth || !grid.values.empty();
  const std::int32_t code = is_fixed ? labels_[column].find(*label) : labels_[column].code(*label);
  return code < 0 ? std::nullopt : std::optional(code);
}

ExactSum* JointTally::find_cell(std::int32_t class_code, Part part, std::string_view key) {
  const std::size_t end = end_of_names(key);
  const auto found = table_of_name_.find(key.substr(0, end));
  if (found == table_of_name_.end()) return nullptr;
  if (part == Part::kMissing && end == key.size()) {
    return &cell(class_code, missing_slot(found->second));
  }
  if (part != Part::kValue || end == key.size()) return nullptr;
  const std::optional<std::vector<std::string>> values = parted_key(key.substr(end + 1));
  const Table& table = tables_[found->second];
  if (!values || values->size() != table.width) return nullptr;
  CellCodes codes{};
  for (std::size_t i = 0; i < table.width; ++i) {
    const std::optional<std::int32_t> code = code_of_text(table.columns[i], (*values)[i]);
    if (!code) return nullptr;
    codes[i] = *code;
  }
  return &cell(class_code, made_slot(found->second, codes));
}

std::vector<std::int32_t> JointTally::same_slots(const Tally& other) {
  const JointTally& theirs = *as_joint(other);
  std::vector<std::vector<std::int32_t>> code_here(columns());
  for (std::size_t i = 0; i < columns(); ++i) {
    const bool is_number = spec_.grid[i].cells == CellKind::kNumber;
    for (std::int32_t code = 0; code < theirs.codes(i); ++code) {
      code_here[i].push_back(is_number ? code : labels_[i].code(theirs.labels_[i].label(code)));
    }
  }
  std::vector<std::int32_t> out;
  out.reserve(theirs.places_.size());
  for (std::size_t slot = 0; slot < theirs.places_.size(); ++slot) {
    const Place& place = theirs.places_[slot];
    const auto which = static_cast<std::size_t>(place.table);
    if (slot < tables_.size()) {
      out.push_back(missing_slot(which));
      continue;
    }
    const Table& table = tables_[which];
    CellCodes codes{};
    for (std::size_t i = 0; i < table.width; ++i) {
      codes[i] = code_here[table.columns[i]][static_cast<std::size_t>(place.codes[i])];
    }
    out.push_back(made_slot(which, codes));
  }
  return out;
}

std::string JointTally::impossibility(std::int32_t class_code, const ExactSum& class_weight) const {
  const SumRow& row = row_of(class_code);
  // Integers of 32 bits are neither negative nor large.
  if (any_beyond_bounds(row.wide())) return std::string(kBeyondBounds);
  if (const std::size_t i = first_negative(row.wide(), 0); i < row.wide().size()) {
    return "a negative count of " + in_quotes(key_of(static_cast<std::int32_t>(i)));
  }
  std::vector<ExactSum> totals(tables_.size());
  for (std::size_t slot = 0; slot < std::min(row.size(), places_.size()); ++slot) {
    totals[static_cast<std::size_t>(places_[slot].table)] += row.at(slot);
  }
  for (std::size_t table = 0; table < totals.size(); ++table) {
    const std::string what = impossible_rows(ExactSum(), totals[table], class_weight);
    if (!what.empty()) return what + " of " + in_quotes(tables_[table].name);
  }
  return "";
}

const JointTally* as_joint(const Tally& tally) {
  return tally.spec().beside == Beside::kJoint ? static_cast<const JointTally*>(&tally) : nullptr;
}

JointTally* as_joint(Tally& tally) {
  return const_cast<JointTally*>(as_joint(std::as_const(tally)));
}

}  // namespace tally
