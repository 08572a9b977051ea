// SPDX-License-Identifier: Apache-2.0
#include "tally/model/count_tree.h"

#include <limits>
#include <tuple>

#include "tally/base/utf8.h"

namespace tally {

namespace {

// One key has a row for each class and part; a file whose pages refer to each other many times over
// would keep this busy for ever.
constexpr int kMostPages = 64;

struct FileHeader {
  std::array<std::uint8_t, 100> bytes{};
  std::size_t page_size() const {
    const std::size_t size = std::size_t{bytes[16]} << 8 | bytes[17];
    return size == 1 ? 65536 : size;
  }
  bool is_in_rollback_mode() const { return bytes[18] == 1 && bytes[19] == 1; }
  bool has_reserved_bytes() const { return bytes[20] != 0; }
  bool is_utf8() const {
    return bytes[56] == 0 && bytes[57] == 0 && bytes[58] == 0 && bytes[59] == 1;
  }
};

}  // namespace

std::optional<CountTree> CountTree::of(Database& db) {
  sqlite3_file* file = nullptr;
  db.check(sqlite3_file_control(db.handle(), "main", SQLITE_FCNTL_FILE_POINTER, &file));
  FileHeader header;
  if (file == nullptr || file->pMethods == nullptr ||
      file->pMethods->xRead(file, header.bytes.data(), static_cast<int>(header.bytes.size()), 0) !=
          SQLITE_OK) {
    return std::nullopt;
  }
  if (!header.is_in_rollback_mode() || header.has_reserved_bytes() || !header.is_utf8()) {
    return std::nullopt;
  }
  // SQLite reads a log that lies beside the file whatever the header says.
  if (db.text("PRAGMA journal_mode") == "wal") return std::nullopt;
  const std::int64_t root =
      db.integer("SELECT rootpage FROM sqlite_schema WHERE name = 'counts'").value_or(0);
  if (root < 2 || root > std::numeric_limits<std::uint32_t>::max()) return std::nullopt;
  return CountTree(file, header.page_size(), static_cast<std::uint32_t>(root));
}

bool CountTree::find(std::string_view tally, std::string_view key) {
  const std::string_view before(wanted_);
  const bool is_above = tally.size() == tally_size_ && before.substr(0, tally_size_) == tally &&
                        before.substr(tally_size_) <= key;
  if (!is_above) {
    for (Level& level : levels_) level.start = 0;
  }
  wanted_.assign(tally).append(key);
  tally_size_ = tally.size();
  pages_left_ = kMostPages;
  rows_.clear();
  return collect(0, root_);
}

// Rows stand between the pages below as well as in them, in the order of the tree.
bool CountTree::collect(std::size_t depth, std::uint32_t number) {
  Level* const level = load(depth, number);
  if (level == nullptr) return false;
  const std::optional<Spot> spot = search(*level);
  if (!spot) return false;
  level->start = spot->cell;
  const Page& whole = *level->page;
  const SqlitePage& page = *whole.page;
  bool is_equal = spot->is_equal;
  for (std::size_t i = spot->cell;;) {
    if (!page.is_leaf() && !collect(depth + 1, page.child(i))) return false;
    if (!is_equal) return true;
    if (!take(page, i)) return false;
    const std::optional<int> order = ++i == page.cells() ? 1 : compare(whole, i);
    if (!order) return false;
    is_equal = *order == 0;
  }
}

CountTree::Level* CountTree::load(std::size_t depth, std::uint32_t number) {
  if (depth == kMostLevels || number < 2 || --pages_left_ < 0) return nullptr;
  Level& level = levels_[depth];
  if (level.number != number) {
    level.number = 0;
    level.page = page_of(level, number);
    if (level.page == nullptr) return nullptr;
    level.start = 0;
    level.number = number;
  }
  return level.page->page ? &level : nullptr;
}

// Null if it cannot be read.
CountTree::Page* CountTree::page_of(Level& level, std::uint32_t number) {
  if (const auto kept = kept_.find(number); kept != kept_.end()) return kept->second.get();
  if (bytes_ + page_size_ <= most_bytes_) {
    auto page = std::make_unique<Page>();
    if (!read(*page, number)) return nullptr;
    find_cells(*page);
    bytes_ += page->bytes.size() + page->cells.size() * sizeof(Cell);
    return kept_.emplace(number, std::move(page)).first->second.get();
  }
  if (!level.own) level.own = std::make_unique<Page>();
  return read(*level.own, number) ? level.own.get() : nullptr;
}

bool CountTree::read(Page& page, std::uint32_t number) const {
  page.bytes.resize(page_size_);
  const auto start =
      (static_cast<sqlite3_int64>(number) - 1) * static_cast<sqlite3_int64>(page_size_);
  if (file_->pMethods->xRead(file_, page.bytes.data(), static_cast<int>(page_size_), start) !=
      SQLITE_OK) {
    return false;
  }
  page.page = SqlitePage::over(page.bytes);
  return true;
}

// A page that is kept is searched many times.
void CountTree::find_cells(Page& page) {
  if (!page.page) return;
  page.cells.reserve(page.page->cells());
  for (std::size_t i = 0; i < page.page->cells(); ++i) {
    std::optional<SqliteRecord> record = page.page->record(i);
    const std::optional<std::string_view> tally = record ? record->text() : std::nullopt;
    const std::optional<std::string_view> key = tally ? record->text() : std::nullopt;
    if (!key) return page.cells.clear();
    page.cells.push_back({tally->data(), static_cast<std::uint32_t>(tally->size()),
                          static_cast<std::uint32_t>(tally->size() + key->size())});
  }
}

// In a page that was searched before, the next key is near: steps that double find a range for it.
std::optional<CountTree::Spot> CountTree::search(const Level& level) const {
  const Page& page = *level.page;
  const std::size_t cells = page.page->cells();
  std::size_t low = level.start, high = cells, step = low == 0 ? high : 1;
  bool is_equal = false;  // of the cell at `high`
  while (low < high) {
    const std::size_t middle = step < high - low ? low + step - 1 : low + (high - low) / 2;
    const std::optional<int> order = compare(page, middle);
    if (!order) return std::nullopt;
    if (*order < 0) {
      low = middle + 1;
      step *= 2;
    } else {
      high = middle;
      is_equal = *order == 0;
      step = cells;
    }
  }
  return Spot{low, is_equal};
}

// Less than 0: the row is below the key. Texts of equal size in front are compared together with what follows.
std::optional<int> CountTree::compare(const Page& page, std::size_t cell) const {
  if (!page.cells.empty()) {
    const Cell& at = page.cells[cell];
    const std::string_view both(at.start, at.both_sizes);
    if (at.tally_size == tally_size_) return both.compare(wanted_);
    return both.substr(0, at.tally_size).compare(std::string_view(wanted_).substr(0, tally_size_));
  }
  std::optional<SqliteRecord> record = page.page->record(cell);
  return record ? record->compare(wanted_, tally_size_) : std::nullopt;
}

bool CountTree::take(const SqlitePage& page, std::size_t cell) {
  std::optional<SqliteRecord> record = page.record(cell);
  if (!record || !record->text() || !record->text()) return false;  // the tally and the key
  const std::optional<std::string_view> part = record->text();
  if (!part) return false;
  const std::optional<std::string_view> klass = record->text();
  if (!klass || !is_utf8(*part) || !is_utf8(*klass)) return false;
  const std::optional<std::int64_t> exponent = record->integer();
  if (!exponent) return false;
  const std::optional<std::int64_t> amount = record->integer();
  if (!amount) return false;
  Row row{std::string(*part), std::string(*klass), *exponent, *amount};
  const auto place = [](const Row& r) { return std::tie(r.part, r.klass, r.exponent); };
  if (!rows_.empty() && place(row) <= place(rows_.back())) return false;
  rows_.push_back(std::move(row));
  return true;
}

}  // namespace tally
