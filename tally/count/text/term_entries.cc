// SPDX-License-Identifier: Apache-2.0
#include "tally/count/text/term_entries.h"

#include <algorithm>
#include <limits>
#include <numeric>

#include "tally/base/parallel.h"
#include "tally/count/cell_tile.h"
#include "tally/count/text/term_histogram_sums.h"

namespace tally {

namespace {

constexpr std::int32_t kFirstTerm = 1;

// A negative one has bits above the 32nd, too.
bool all_are_small(std::span<const std::int64_t> amounts) {
  std::uint64_t bits = 0;
  for (const std::int64_t amount : amounts) bits |= static_cast<std::uint64_t>(amount);
  return bits <= std::numeric_limits<std::uint32_t>::max();
}

}  // namespace

struct TermEntries::Worker {
  Worker(const TextTally& tally, const std::vector<std::int32_t>& classes)
      : tile(tally, classes),
        sums(classes.size()),
        entries(CellTile::kSlots * 2 * classes.size() + 1) {}

  Block block_of(std::span<const std::int32_t> slots);

  CellTile tile;
  TermHistogramSums sums;
  bool has_histograms = true;
  std::vector<TermEntry> entries;  // room for those of a tile
};

TermEntries::Block TermEntries::Worker::block_of(std::span<const std::int32_t> slots) {
  Block block;
  TermEntry* next = entries.data();
  // Whether there is one is as good as chance: a branch would be guessed wrong too often.
  const auto append = [&](std::span<const std::int64_t> amounts, std::size_t first) {
    for (std::size_t k = 0; k < amounts.size(); ++k) {
      *next = {static_cast<std::uint32_t>(first + k), static_cast<std::uint32_t>(amounts[k])};
      next += amounts[k] != 0 ? 1 : 0;
    }
  };
  block.ends.reserve(slots.size());
  block.are_small.reserve(slots.size());
  tile.fetch(slots);
  for (std::size_t i = 0; i < slots.size(); ++i) {
    const std::span<const std::int64_t> rows = tile.rows(i), repeats = tile.repeats(i);
    const bool are_small = tile.is_whole(i) && all_are_small(rows) && all_are_small(repeats);
    if (are_small) {
      append(repeats, 0);
      append(rows, rows.size());
    }
    block.are_small.push_back(are_small);
    block.ends.push_back(static_cast<std::uint32_t>(next - entries.data()));
    has_histograms = has_histograms && tile.is_whole(i) && TermHistogramSums::takes(rows, repeats);
    if (has_histograms) sums.add(rows, repeats);
  }
  block.entries.assign(entries.data(), next);
  return block;
}

TermEntries::TermEntries(const TextTally& tally, const std::vector<std::int32_t>& classes,
                         int threads) {
  std::vector<std::int32_t> slots(static_cast<std::size_t>(tally.slots() - kFirstTerm));
  std::iota(slots.begin(), slots.end(), kFirstTerm);
  blocks_.resize((slots.size() + CellTile::kSlots - 1) / CellTile::kSlots);
  const auto blocks = static_cast<std::int64_t>(blocks_.size());
  const auto cells = static_cast<std::int64_t>(2 * classes.size() * CellTile::kSlots);
  std::vector<Worker> workers;
  for (int i = 0; i < workers_for(blocks, cells, threads); ++i)
    workers.emplace_back(tally, classes);
  in_shares(blocks, cells, threads, [&](std::int64_t begin, std::int64_t end, int worker) {
    for (auto block = static_cast<std::size_t>(begin); block < static_cast<std::size_t>(end);
         ++block) {
      const auto of_block = std::span(slots).subspan(block * CellTile::kSlots);
      blocks_[block] = workers[static_cast<std::size_t>(worker)].block_of(
          of_block.first(std::min(of_block.size(), CellTile::kSlots)));
    }
  });
  bool has_histograms = true;
  for (std::size_t i = 0; i < workers.size(); ++i) {
    has_histograms = has_histograms && workers[i].has_histograms;
    if (i > 0) workers[0].sums.merge(workers[i].sums);
  }
  if (has_histograms) histograms_ = workers[0].sums.histograms();
}

bool TermEntries::are_small(std::int32_t slot) const {
  const auto at = static_cast<std::size_t>(slot - kFirstTerm);
  return blocks_[at / CellTile::kSlots].are_small[at % CellTile::kSlots];
}

std::span<const TermEntry> TermEntries::of(std::int32_t slot) const {
  const auto at = static_cast<std::size_t>(slot - kFirstTerm);
  const Block& block = blocks_[at / CellTile::kSlots];
  const std::size_t i = at % CellTile::kSlots;
  const std::size_t begin = i == 0 ? 0 : block.ends[i - 1];
  return std::span(block.entries).subspan(begin, block.ends[i] - begin);
}

}  // namespace tally
