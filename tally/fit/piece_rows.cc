// SPDX-License-Identifier: Apache-2.0
#include "tally/fit/piece_rows.h"

#include "tally/inside/count.h"
#include "tally/model/sample/model_sample.h"

namespace tally {

namespace {

// The parts of rows that are not of the counts.
constexpr std::string_view kRows = "rows";
constexpr std::string_view kWithoutTarget = "without-target";
constexpr std::string_view kDropped = "dropped";
constexpr std::string_view kCutBy = "cut-by";
constexpr std::string_view kDigest = "digest";
constexpr std::string_view kSampled = "sampled";
constexpr std::string_view kLeftOut = "left-out";

[[noreturn]] void refuse(const PieceRow& row) {
  throw Error(ErrorKind::kData, "a row of a piece has the part " + in_quotes(row.part) +
                                    ", the key " + in_quotes(row.key) + " and the amount " +
                                    std::to_string(row.amount) + ", which no piece has");
}

void leave_out(RowSample& sample, std::string_view digest) {
  RowSample other(sample.most());
  other.set_below(std::string(digest));
  sample.merge(other);
}

}  // namespace

void for_each_row(const Piece& piece, const std::function<void(const PieceRow&)>& f) {
  const auto tell = [&](std::string_view part, std::int64_t amount) {
    if (amount != 0) f({"", part, "", "", 0, amount, ""});
  };
  tell(kRows, piece.rows.rows);
  tell(kWithoutTarget, piece.rows.without_target);
  tell(kDropped, piece.counts.dropped());
  for (const std::string& version : piece.unicode) f({"", kCutBy, version, "", 0, 1, ""});
  piece.counts.for_each_row([&](const CountRow& row) {
    f({row.tally, to_string(row.part), row.key, row.klass, row.exponent, row.amount, ""});
  });
  for (const auto& [known, times] : piece.digests) {
    f({"", kDigest, known.first, known.second, 0, times, ""});
  }
  for (const SampledRow& row : piece.sample.rows()) {
    f({"", kSampled, row.digest, row.klass, 0, row.times, evidence_text(row)});
  }
  if (!piece.sample.below().empty()) f({"", kLeftOut, piece.sample.below(), "", 0, 1, ""});
}

PieceSum::PieceSum(const Schema& schema, const Kept& kept) : piece_{Model{Counts(schema), ""}, {}} {
  piece_.sample = kept.sample;
}

void PieceSum::add(const PieceRow& row) {
  has_rows_ = true;
  add_row(row);
}

void PieceSum::add_row(const PieceRow& row) {
  const std::optional<Part> part = parse_part(row.part);
  if (part) {
    count_.tally = row.tally;
    count_.part = *part;
    count_.key = row.key;
    count_.klass = row.klass;
    count_.exponent = row.exponent;
    count_.amount = row.amount;
    return piece_.counts.add_row(count_);
  }
  if (!row.tally.empty() || row.amount < 1) refuse(row);
  if (row.part == kRows) {
    piece_.rows.rows += row.amount;
  } else if (row.part == kWithoutTarget) {
    piece_.rows.without_target += row.amount;
  } else if (row.part == kDropped) {
    piece_.counts.add_dropped(row.amount);
  } else if (row.part == kCutBy) {
    piece_.unicode.emplace(row.key);
  } else if (row.part == kDigest) {
    piece_.digests[{std::string(row.key), std::string(row.klass)}] += row.amount;
  } else if (row.part == kSampled) {
    // Of many pieces' samples most rows are left out: their evidence is not looked at.
    std::vector<SampledColumn> columns;
    if (piece_.sample.wants(row.key)) columns = columns_of_evidence(row.evidence);
    piece_.sample.add(
        {std::string(row.key), std::string(row.klass), row.amount, std::move(columns)});
  } else if (row.part == kLeftOut) {
    leave_out(piece_.sample, row.key);
  } else {
    refuse(row);
  }
}

Piece PieceSum::finish() && {
  piece_.counts.drop_rarest();
  return std::move(piece_);
}

}  // namespace tally
