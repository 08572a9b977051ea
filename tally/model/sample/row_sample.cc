// SPDX-License-Identifier: Apache-2.0
#include "tally/sample.h"

#include <algorithm>
#include <charconv>

namespace tally {

namespace {

constexpr std::string_view kBeforeTimes = "\\*";  // which no term has, as it is written

bool is_plain(std::string_view term) {
  return term.find_first_of("\n\\") == std::string_view::npos;
}

void append_escaped(std::string& out, std::string_view term) {
  if (is_plain(term)) {
    out += term;
    return;
  }
  for (const char c : term) {
    if (c == '\n') {
      out += "\\n";
    } else {
      if (c == '\\') out += c;
      out += c;
    }
  }
}

}  // namespace

SampledColumn::SampledColumn(std::string name, const std::vector<std::string_view>& unsorted) {
  std::vector<Occurring> each;
  for (const std::string_view term : unsorted) each.emplace_back(term, 1);
  *this = with_times(std::move(name), std::move(each));
}

SampledColumn SampledColumn::with_times(std::string name, std::vector<Occurring> unsorted) {
  SampledColumn out;
  out.column = std::move(name);
  if (!std::is_sorted(unsorted.begin(), unsorted.end())) {
    std::sort(unsorted.begin(), unsorted.end());
  }
  for (const auto& [term, times] : unsorted) {
    if (!out.terms.empty()) out.terms += '\n';
    append_escaped(out.terms, term);
    if (times > 1) out.terms.append(kBeforeTimes).append(std::to_string(times));
  }
  return out;
}

SampledColumn SampledColumn::of_one(std::string name, std::string_view term) {
  SampledColumn out;
  out.column = std::move(name);
  append_escaped(out.terms, term);
  return out;
}

std::pair<std::string, std::int64_t> SampledColumn::parted(std::string_view line) {
  std::string term;
  std::int64_t times = 1;
  for (std::size_t i = 0; i < line.size(); ++i) {
    const bool escape = line[i] == '\\' && i + 1 < line.size();
    if (escape) ++i;
    if (escape && line[i] == kBeforeTimes.back()) {
      const std::string_view digits = line.substr(i + 1);
      const auto read = std::from_chars(digits.data(), digits.data() + digits.size(), times);
      if (read.ec == std::errc() && read.ptr == digits.data() + digits.size()) break;
    }
    term += escape && line[i] == 'n' ? '\n' : line[i];
  }
  return {std::move(term), times};
}

bool RowSample::has(std::string_view digest) const {
  const auto found = rows_.lower_bound(ByDigest::Key{digest, {}});
  return found != rows_.end() && found->digest == digest;
}

bool RowSample::wants(std::string_view digest) const {
  if (is_off() || (!below_.empty() && digest >= below_)) return false;
  return size_ < most_ || digest <= rows_.rbegin()->digest;
}

void RowSample::leave_out_from(const std::string& digest) {
  if (below_.empty() || digest < below_) below_ = digest;
  while (!rows_.empty() && rows_.rbegin()->digest >= below_) {
    const auto last = std::prev(rows_.end());
    const std::string of_last = last->digest;
    rows_.erase(last);
    if (!has(of_last)) --size_;
  }
}

void RowSample::keep_smallest() {
  while (size_ > most_) leave_out_from(std::string(rows_.rbegin()->digest));
}

void RowSample::add(SampledRow row) {
  if (is_off()) return;
  if (!wants(row.digest)) return leave_out_from(row.digest);
  // Rows that come in their order go to the end at once.
  if (rows_.empty() || ByDigest()(*rows_.rbegin(), row)) {
    if (rows_.empty() || rows_.rbegin()->digest != row.digest) ++size_;
    rows_.insert(rows_.end(), std::move(row));
    return keep_smallest();
  }
  const auto found = rows_.find(ByDigest::key(row));
  if (found != rows_.end()) {
    auto node = rows_.extract(found);
    node.value().times += row.times;
    rows_.insert(std::move(node));
    return;
  }
  if (!has(row.digest)) ++size_;
  rows_.insert(std::move(row));
  keep_smallest();
}

void RowSample::merge(const RowSample& other) {
  if (other.is_off()) return;
  if (is_off()) {
    *this = other;
    return;
  }
  most_ = std::min(most_, other.most_);
  keep_smallest();
  for (const SampledRow& row : other.rows_) {
    if (!wants(row.digest)) {
      leave_out_from(row.digest);
      break;  // those behind it are larger
    }
    add(row);
  }
  if (!other.below_.empty()) leave_out_from(other.below_);
}

void RowSample::forget(std::string_view digest, std::string_view klass, std::int64_t times) {
  const auto found = rows_.find(ByDigest::Key{digest, klass});
  if (found == rows_.end()) return;
  auto node = rows_.extract(found);
  node.value().times -= times;
  if (node.value().times > 0) {
    rows_.insert(std::move(node));
  } else if (!has(digest)) {
    --size_;
  }
}

}  // namespace tally
