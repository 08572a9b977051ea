// SPDX-License-Identifier: Apache-2.0
#include "tally/estimate/text_rule/text_rule.h"

#include <charconv>
#include <map>

namespace tally {

namespace {

constexpr const char* kLeaningsTrust = "trust:leanings";
constexpr const char* kCorrectionsTrust = "trust:corrections";
constexpr const char* kTexts = "texts";

using Name = std::pair<std::string_view, std::string_view>;  // class, part
using Found = std::map<Name, double>;

Found found_in(std::span<const RuleWeight> rows) {
  Found out;
  for (const RuleWeight& row : rows) {
    if (row.corrections.empty()) out.emplace(Name(row.klass, row.part), row.value);
  }
  return out;
}

double value_of(const Found& found, std::string_view klass, std::string_view part,
                double otherwise) {
  const auto at = found.find({klass, part});
  return at == found.end() ? otherwise : at->second;
}

}  // namespace

double TextRule::leaning(std::size_t told, std::span<const double> parts,
                         std::span<const double> of_all) const {
  double sum = 0;
  for (std::size_t p = 0; p < shared.size(); ++p) sum += shared[p] * parts[p];
  for (std::size_t j = 0; j < of_all.size(); ++j) {
    sum += of_class[told * TextShape::kOfClass + j] * of_all[j];
  }
  return sum;
}

std::vector<RuleWeight> rows_of(const TextRule& rule, const std::vector<Label>& classes) {
  std::vector<RuleWeight> out;
  for (std::size_t p = 0; p < rule.shared.size(); ++p) {
    out.push_back({"", rule.shape.name(p), rule.shared[p]});
  }
  for (std::size_t i = 0; i < rule.shape.told(); ++i) {
    const std::string klass = classes[rule.shape.told_class(i)].to_string();
    for (std::size_t j = 0; j < TextShape::kOfClass; ++j) {
      out.push_back({klass, TextShape::class_part(j), rule.of_class[i * TextShape::kOfClass + j]});
    }
  }
  out.push_back({"", kLeaningsTrust, rule.trust_leanings});
  out.push_back({"", kCorrectionsTrust, rule.trust_corrections});
  out.push_back({"", kTexts, rule.weight});
  return out;
}

TextRule text_rule(const TextShape& shape, const std::vector<Label>& classes,
                   std::span<const RuleWeight> rows) {
  const Found found = found_in(rows);
  TextRule rule;
  rule.shape = shape;
  for (std::size_t p = 0; p < shape.parts(); ++p) {
    rule.shared.push_back(value_of(found, "", shape.name(p), 0));
  }
  for (std::size_t i = 0; i < shape.told(); ++i) {
    const std::string klass = classes[shape.told_class(i)].to_string();
    for (std::size_t j = 0; j < TextShape::kOfClass; ++j) {
      rule.of_class.push_back(value_of(found, klass, TextShape::class_part(j), 0));
    }
  }
  rule.trust_leanings = value_of(found, "", kLeaningsTrust, 1);
  rule.trust_corrections = value_of(found, "", kCorrectionsTrust, 1);
  rule.weight = value_of(found, "", kTexts, 1);
  return rule;
}

bool is_of_classes(std::span<const RuleWeight> rows, const TextShape& shape,
                   const std::vector<Label>& classes) {
  const std::string bias = TextShape::class_part(0);
  const Found found = found_in(rows);
  std::size_t told = 0;
  for (const auto& [name, value] : found) told += !name.first.empty() && name.second == bias;
  if (told != shape.told()) return false;
  for (std::size_t i = 0; i < told; ++i) {
    if (found.count({classes[shape.told_class(i)].to_string(), bias}) == 0) return false;
  }
  return true;
}

std::string correction_name(std::size_t zone, std::string_view term) {
  return kCorrectedPart + std::to_string(zone) + ":" + std::string(term);
}

std::optional<CorrectedTerm> parse_correction(std::string_view name) {
  constexpr std::string_view kStart = kCorrectedPart;
  if (!name.starts_with(kStart)) return std::nullopt;
  const char* const end = name.data() + name.size();
  std::size_t zone = 0;
  const auto read = std::from_chars(name.data() + kStart.size(), end, zone);
  if (read.ec != std::errc() || read.ptr == end || *read.ptr != ':') return std::nullopt;
  return CorrectedTerm{
      zone, std::string_view(read.ptr + 1, static_cast<std::size_t>(end - read.ptr - 1))};
}

}  // namespace tally
