// SPDX-License-Identifier: Apache-2.0
#include "tally/sums/sum_bytes.h"

#include <cstring>

#include "tally/base/error.h"

namespace tally {

namespace {

template <class T>
void append(T value, std::string& bytes) {
  char raw[sizeof(T)];
  std::memcpy(raw, &value, sizeof(T));
  bytes.append(raw, sizeof(T));
}

template <class T>
T take(std::string_view& bytes) {
  if (bytes.size() < sizeof(T)) {
    throw Error(ErrorKind::kData, "the stored counts end too early");
  }
  T value;
  std::memcpy(&value, bytes.data(), sizeof(T));
  bytes.remove_prefix(sizeof(T));
  return value;
}

}  // namespace

void append_sum(const ExactSum& sum, std::string& bytes) {
  const std::vector<ExactSum::Limb> limbs = sum.limbs();
  append(static_cast<std::uint16_t>(limbs.size()), bytes);
  for (const ExactSum::Limb& limb : limbs) {
    append(static_cast<std::int16_t>(limb.exponent), bytes);
    append(limb.amount, bytes);
  }
}

void append_sums(const std::vector<ExactSum>& sums, std::string& bytes) {
  for (const ExactSum& sum : sums) append_sum(sum, bytes);
}

ExactSum take_sum(std::string_view& bytes) {
  ExactSum sum;
  for (auto limbs = take<std::uint16_t>(bytes); limbs > 0; --limbs) {
    const std::int32_t exponent = take<std::int16_t>(bytes);
    const auto amount = take<std::int64_t>(bytes);
    if (!ExactSum::is_exponent(exponent)) {
      throw Error(ErrorKind::kData, "the stored counts have an exponent that no sum has");
    }
    sum.add_limb({exponent, amount});
  }
  return sum;
}

std::vector<ExactSum> take_sums(std::size_t count, std::string_view& bytes) {
  std::vector<ExactSum> sums(count);
  for (ExactSum& sum : sums) sum = take_sum(bytes);
  return sums;
}

}  // namespace tally
