// SPDX-License-Identifier: Apache-2.0
#include "tally/fit/piece_packs.h"

#include <algorithm>
#include <limits>
#include <map>
#include <string>
#include <unordered_map>
#include <utility>
#include <vector>

#include "tally/count/histogram_tally.h"
#include "tally/fit/piece_rows.h"
#include "tally/inside/count.h"

namespace tally {

namespace {

using ClassCodes = std::map<std::string, std::int32_t, std::less<>>;  // by their texts

constexpr char kPackVersion = 1;
constexpr char kRowRun = 'r', kKeptRun = 's', kCellRun = 'c';

// Steps are large, because the sums of pieces with unequal shares meet only at the very end.
constexpr std::int32_t kShareStep = 16;
constexpr int kMostSteps = 2;
constexpr int kCellsTogether = 6;  // so many low bits of a cell do not change its share
constexpr std::int32_t kMissingCells = kMostFineCell + 1;  // among cells: how many are missing

void put_number(std::string& to, std::uint64_t number) {
  for (; number >= 0x80; number >>= 7) to += static_cast<char>(number | 0x80);
  to += static_cast<char>(number);
}

void put_signed(std::string& to, std::int64_t number) {
  put_number(to,
             static_cast<std::uint64_t>(number) << 1 ^ static_cast<std::uint64_t>(number >> 63));
}

void put_text(std::string& to, std::string_view text) {
  put_number(to, text.size());
  to += text;
}

// Reads what put_… have written.
class PackReader {
 public:
  explicit PackReader(std::string_view bytes) : left_(bytes) {}

  bool is_at_end() const { return left_.empty(); }
  char byte() { return bytes(1)[0]; }
  std::uint64_t number() {
    std::uint64_t out = 0;
    for (int shift = 0; shift < 64; shift += 7) {
      const auto seven = static_cast<unsigned char>(byte());
      out |= std::uint64_t{seven & 0x7FU} << shift;
      if (seven < 0x80) return out;
    }
    refuse();
  }
  std::int64_t signed_number() {
    const std::uint64_t number = this->number();
    return static_cast<std::int64_t>(number >> 1 ^ (~(number & 1) + 1));
  }
  std::string_view text() { return bytes(number()); }

  [[noreturn]] static void refuse() {
    throw Error(ErrorKind::kData,
                "part of a piece arrived broken, or from another version of Tally; install the "
                "same version on "
                "every machine");
  }

 private:
  std::string_view bytes(std::uint64_t size) {
    if (size > left_.size()) refuse();
    const std::string_view out = left_.substr(0, size);
    left_.remove_prefix(size);
    return out;
  }

  std::string_view left_;
};

// What the rows of a run have in common, and its body.
struct RunRead {
  char kind;
  PieceRow row;
  std::string_view body;
};

std::vector<RunRead> runs_of(std::string_view bytes) {
  PackReader pack(bytes);
  if (pack.byte() != kPackVersion) PackReader::refuse();
  std::vector<RunRead> out;
  for (std::uint64_t left = pack.number(); left > 0; --left) {
    RunRead run{pack.byte(), {}, {}};
    if (run.kind != kRowRun && run.kind != kKeptRun && run.kind != kCellRun) PackReader::refuse();
    if (run.kind != kKeptRun) run.row.tally = pack.text();
    if (run.kind != kCellRun) run.row.part = pack.text();
    if (run.kind != kKeptRun) run.row.klass = pack.text();
    if (run.kind == kRowRun) {
      const std::int64_t exponent = pack.signed_number();
      run.row.exponent = static_cast<std::int32_t>(exponent);
      if (run.row.exponent != exponent) PackReader::refuse();
    }
    run.body = pack.text();
    out.push_back(run);
  }
  if (!pack.is_at_end()) PackReader::refuse();
  return out;
}

// A pack that is being filled.
class PackWriter {
 public:
  PackWriter(std::int32_t shares, std::int32_t share,
             const std::function<void(const PiecePack&)>& f)
      : shares_(shares), share_(share), f_(f) {}

  void add(const PieceRow& row) {
    const bool is_kept = !row.evidence.empty() || row.part == "digest" || row.part == "sampled";
    std::string head(1, is_kept ? kKeptRun : kRowRun);
    if (!is_kept) put_text(head, row.tally);
    put_text(head, row.part);
    if (!is_kept) {
      put_text(head, row.klass);
      put_signed(head, row.exponent);
    }
    Run& run = run_of(std::move(head));
    const std::size_t before = run.body.size();
    const auto shared = static_cast<std::size_t>(
        std::mismatch(row.key.begin(), row.key.end(), run.key.begin(), run.key.end()).first -
        row.key.begin());
    put_number(run.body, shared);
    put_text(run.body, row.key.substr(shared));
    put_signed(run.body, row.amount);
    if (is_kept) {
      put_text(run.body, row.klass);
      put_text(run.body, row.evidence);
    }
    run.key = row.key;
    grown_by(run.body.size() - before);
  }
  void add_cell(const std::string& head, std::int32_t cell, std::uint32_t times) {
    Run& run = run_of(head);
    const std::size_t before = run.body.size();
    put_signed(run.body, std::int64_t{cell} - run.cell);
    put_number(run.body, times);
    run.cell = cell;
    grown_by(run.body.size() - before);
  }
  void finish() {
    if (runs_.empty()) return;
    std::string out(1, kPackVersion);
    put_number(out, runs_.size());
    for (const Run& run : runs_) {
      out += run.head;
      put_text(out, run.body);
    }
    f_({shares_, share_, out});
    runs_.clear();
    place_of_.clear();
    last_ = 0;
    bytes_ = 0;
  }

 private:
  struct Run {
    std::string head, body, key;
    std::int32_t cell = 0;
  };

  Run& run_of(std::string head) {
    if (last_ < runs_.size() && runs_[last_].head == head) return runs_[last_];
    const auto [place, is_new] = place_of_.emplace(head, runs_.size());
    last_ = place->second;
    if (is_new) {
      bytes_ += head.size() + 1;
      runs_.push_back({std::move(head), {}, {}});
    }
    return runs_[last_];
  }
  void grown_by(std::size_t bytes) {
    bytes_ += bytes;
    if (bytes_ >= kPackBytes) finish();
  }

  std::int32_t shares_, share_;
  const std::function<void(const PiecePack&)>& f_;
  std::vector<Run> runs_;
  std::unordered_map<std::string, std::size_t> place_of_;  // by head
  std::size_t last_ = 0;
  std::size_t bytes_ = 0;
};

// The same on every machine (FNV-1a, then mixed: its low bits alone are poor).
std::uint64_t key_hash(std::string_view text, std::uint64_t hash = 0xCBF29CE484222325) {
  for (const char byte : text) {
    hash = (hash ^ static_cast<unsigned char>(byte)) * 0x100000001B3;
  }
  return hash;
}
std::uint64_t mixed(std::uint64_t hash) {
  hash ^= hash >> 32;
  hash *= 0xD6E8FEB86659FD93;
  return hash ^ hash >> 32;
}

class Packer {
 public:
  Packer(std::int32_t shares, const std::function<void(const PiecePack&)>& f) : sample_(0, 0, f) {
    for (std::int32_t share = 0; share < shares; ++share) writers_.emplace_back(shares, share, f);
  }

  void add(const PieceRow& row) {
    if (row.part == "sampled" || row.part == "left-out") return sample_.add(row);
    writer_of(key_hash(row.key, key_hash(row.tally))).add(row);
  }
  // Whether the histogram is packed: not if it is weighed, or very full.
  bool add_cells_of(const HistogramTally& histogram, const ClassCodes& classes) {
    const auto is_small = [&](const auto& klass) {
      return histogram.row_of(klass.second).is_small();
    };
    if (!std::all_of(classes.begin(), classes.end(), is_small)) return false;
    std::vector<std::pair<std::string, std::span<const std::uint32_t>>> rows;
    for (const auto& [klass, code] : classes) {
      std::string head(1, kCellRun);
      put_text(head, histogram.name());
      put_text(head, klass);
      rows.emplace_back(std::move(head), histogram.row_of(code).small());
    }
    const std::uint64_t hash = key_hash(histogram.name());
    for (const auto& [head, counts] : rows) {
      if (!counts.empty() && counts[0] != 0)
        writer_of(hash).add_cell(head, kMissingCells, counts[0]);
    }
    for (const HistogramTally::Cell& seen : histogram.cells()) {
      const auto slot = static_cast<std::size_t>(seen.slot);
      PackWriter& writer = writer_of(
          hash + static_cast<std::uint64_t>(seen.cell >> kCellsTogether) * 0x9E3779B97F4A7C15);
      for (const auto& [head, counts] : rows) {
        if (slot < counts.size() && counts[slot] != 0)
          writer.add_cell(head, seen.cell, counts[slot]);
      }
    }
    return true;
  }
  void finish() {
    for (PackWriter& writer : writers_) writer.finish();
    sample_.finish();
  }

 private:
  PackWriter& writer_of(std::uint64_t hash) { return writers_[mixed(hash) % writers_.size()]; }

  std::vector<PackWriter> writers_;
  PackWriter sample_;
};

std::int64_t slots_of(const TallyList& tallies) {
  std::int64_t out = 0;
  for (const Tally& tally : tallies) out += tally.slots();
  return out;
}

std::int32_t shares_of(const Piece& piece, std::int32_t most, std::int64_t small) {
  std::int64_t slots = slots_of(piece.counts.tallies()) + slots_of(piece.counts.beside()) +
                       static_cast<std::int64_t>(piece.digests.size());
  std::int32_t shares = 1;
  for (int step = 0; step < kMostSteps && slots > small; ++step, slots /= kShareStep)
    shares *= kShareStep;
  return std::min(shares, most);
}

// Takes the piece apart. The histograms go as cells where `classes` are all that have any, else like the rest.
void pack_piece(Piece& piece, const ClassCodes* classes, std::int32_t shares,
                const std::function<void(const PiecePack&)>& f) {
  Packer packer(shares, f);
  // The piece is ours: a histogram that is packed leaves it, and the rest goes as rows.
  auto& beside = const_cast<TallyList&>(piece.counts.beside());
  for (std::size_t i = 0; classes != nullptr && i < beside.size(); ++i) {
    const HistogramTally* const histogram = as_histogram(std::as_const(beside[i]));
    if (histogram == nullptr || !packer.add_cells_of(*histogram, *classes)) continue;
    beside.replace(i, HistogramTally(histogram->spec()));
  }
  for_each_row(piece, [&](const PieceRow& row) { packer.add(row); });
  packer.finish();
}

// Of the classes that weigh something.
ClassCodes codes_in(const Counts& counts) {
  ClassCodes out;
  for (const Counts::Class& klass : counts.classes()) {
    if (klass.code >= 0) out.emplace(klass.label.to_string(), klass.code);
  }
  return out;
}

bool have_histograms(const TallyList& tallies) {
  return std::any_of(tallies.begin(), tallies.end(),
                     [](const Tally& tally) { return as_histogram(tally) != nullptr; });
}

}  // namespace

void for_each_pack(Piece piece, std::int32_t most_shares,
                   const std::function<void(const PiecePack&)>& f, std::int64_t small) {
  // What has counted rows has weighed their classes.
  const ClassCodes classes = codes_in(piece.counts);
  const std::int32_t shares = shares_of(piece, most_shares, small);
  pack_piece(piece, &classes, shares, f);
}

void PieceSum::for_each_pack(const std::function<void(const PiecePack&)>& f) && {
  pack_piece(piece_, has_rows_ ? nullptr : &code_of_, 1, f);
}

void PieceSum::add_pack(std::string_view bytes) {
  const std::vector<RunRead> runs = runs_of(bytes);
  if (have_histograms(piece_.counts.beside())) {
    std::vector<std::string> classes;
    for (const RunRead& run : runs) {
      if (!run.row.klass.empty()) classes.emplace_back(run.row.klass);
    }
    find_codes_of(classes);
  }
  std::string key;
  for (const RunRead& run : runs) {
    PieceRow row = run.row;
    if (run.kind == kCellRun) {
      add_cells(row.tally, row.klass, run.body);
      continue;
    }
    PackReader rows(run.body);
    key.clear();
    while (!rows.is_at_end()) {
      const std::uint64_t shared = rows.number();
      if (shared > key.size()) PackReader::refuse();
      key.resize(shared);
      key += rows.text();
      row.key = key;
      row.amount = rows.signed_number();
      if (run.kind == kKeptRun) {
        row.klass = rows.text();
        row.evidence = rows.text();
      }
      add_row(row);
    }
  }
}

void PieceSum::add_cells(std::string_view tally, std::string_view klass, std::string_view bytes) {
  const Tally* const found = piece_.counts.find_counted(tally);
  if (found == nullptr || as_histogram(*found) == nullptr) PackReader::refuse();
  auto& histogram = const_cast<HistogramTally&>(*as_histogram(*found));  // of our own counts
  const std::int32_t code = code_of_.find(klass)->second;
  PackReader cells(bytes);
  std::int64_t cell = 0;
  while (!cells.is_at_end()) {
    cell += cells.signed_number();
    const std::uint64_t times = cells.number();
    if (cell < -kMostFineCell || cell > kMissingCells ||
        times > std::numeric_limits<std::uint32_t>::max()) {
      PackReader::refuse();
    }
    const auto amount = static_cast<std::uint32_t>(times);
    if (cell == kMissingCells) {
      histogram.add_missing(code, amount);
    } else {
      histogram.add(code, static_cast<std::int32_t>(cell), amount);
    }
  }
}

// Counts tell the codes of the classes that weigh something; so these weigh something while they are asked for.
void PieceSum::find_codes_of(std::vector<std::string> classes) {
  std::erase_if(classes, [&](const std::string& klass) { return code_of_.count(klass) != 0; });
  std::sort(classes.begin(), classes.end());
  classes.erase(std::unique(classes.begin(), classes.end()), classes.end());
  if (classes.empty()) return;
  const auto weigh = [&](std::int64_t amount) {
    for (const std::string& klass : classes) {
      piece_.counts.add_row({"", Part::kWeight, "", klass, 0, amount});
    }
  };
  weigh(1);
  const ClassCodes codes = codes_in(piece_.counts);
  weigh(-1);
  for (const std::string& klass : classes) {
    const auto found = codes.find(klass);
    if (found == codes.end()) PackReader::refuse();
    code_of_.insert(*found);
  }
}

}  // namespace tally
