// SPDX-License-Identifier: Apache-2.0
#include "tally/explain/log_odds.h"

#include <algorithm>
#include <cmath>

#include "tally/base/shown.h"
#include "tally/explain/number_text.h"

namespace tally {

namespace {

constexpr int kLongestBar = 16;

std::string signed_text(double nats) { return (nats >= 0 ? "+" : "") + six_digits(nats); }

// The characters before the decimal point, or where it would stand.
std::size_t before_point(const std::string& number) {
  return std::min(number.find_first_of(".e"), number.size());
}

std::string repeated(const char* cell, int times) {
  std::string out;
  for (int i = 0; i < times; ++i) out += cell;
  return out;
}

// A number that is not 0 has at least one cell.
int bar_length(double nats, double greatest) {
  if (nats == 0) return 0;
  if (std::isinf(nats)) return kLongestBar;
  return std::max(1, static_cast<int>(std::lround(std::abs(nats) / greatest * kLongestBar)));
}

std::string bar(double nats, double greatest, int left) {
  const int length = bar_length(nats, greatest);
  if (nats < 0) {
    return repeated(" ", left - length) + repeated("█", length) + "│" + repeated(" ", kLongestBar);
  }
  return repeated(" ", left) + "│" + repeated("█", length) + repeated(" ", kLongestBar - length);
}

}  // namespace

std::string log_odds_text(const std::vector<LogOdds>& added, Bars bars) {
  std::size_t before = 0, after = 0;
  double greatest = 0;
  int left = 0;
  for (const LogOdds& one : added) {
    const std::string number = signed_text(one.nats);
    before = std::max(before, before_point(number));
    after = std::max(after, number.size() - before_point(number));
    if (std::isfinite(one.nats)) greatest = std::max(greatest, std::abs(one.nats));
  }
  for (const LogOdds& one : added) {
    if (one.nats < 0) left = std::max(left, bar_length(one.nats, greatest));
  }
  std::string out;
  for (const LogOdds& one : added) {
    const std::string number = signed_text(one.nats);
    const std::size_t point = before_point(number);
    out += "  " + std::string(before - point, ' ') + number +
           std::string(after - (number.size() - point), ' ') + "  ";
    if (bars == Bars::kYes) out += bar(one.nats, greatest, left) + "  ";
    out += shown(one.name) + "\n";
  }
  return out;
}

}  // namespace tally
