// SPDX-License-Identifier: Apache-2.0
#include "tally/estimate/text_totals.h"

#include <algorithm>

#include "tally/base/error.h"

namespace tally {

TermFilter::TermFilter(const Question& question)
    : min_documents_(question.min_documents), stop_words_(question.stop_words) {
  std::sort(stop_words_.begin(), stop_words_.end());
}

bool TermFilter::passes(const TextTally& tally, std::int32_t slot, std::int32_t classes) const {
  ExactSum rows;
  for (std::int32_t code = 0; code < classes; ++code) rows += tally.at(code, slot);
  if (rows.is_zero()) return false;
  if (min_documents_ > 0 && rows.to_double() < min_documents_) return false;
  return stop_words_.empty() ||
         !std::binary_search(stop_words_.begin(), stop_words_.end(), tally.term_of(slot));
}

TextNeeds needs_of(TextModel model, Combine combine) {
  if (asks_terms_alone(combine)) return {};
  return {true, model == TextModel::kBernoulli || model == TextModel::kNormalisedComplement};
}

TextTotals::TextTotals(const TextTally& tally, std::int32_t classes, const TermFilter& filter,
                       TextNeeds needs)
    : with_histograms_(needs.histograms) {
  if (!needs.totals) return;
  const auto size = static_cast<std::size_t>(classes);
  rows_.resize(size);
  tokens_.resize(size);
  if (tally.is_partial()) {
    if (filter.skips()) {
      throw Error(ErrorKind::kUsage,
                  "to skip rare terms or stop words needs all terms of the model, not those of one "
                  "text: read them with OtherTerms::kEach, or combine by learned or fisher");
    }
    terms_ = tally.possible_values();
    for (std::size_t k = 0; k < size; ++k) {
      rows_[k] = tally.total(static_cast<std::int32_t>(k));
      tokens_[k] = tally.total_tokens(static_cast<std::int32_t>(k));
    }
    if (with_histograms_) histograms_ = tally.histograms(size);
    return;
  }
  histograms_.documents.resize(size);
  histograms_.rest.resize(size);
  for (const std::int32_t slot : passing_terms(tally, classes, filter)) add(tally, slot);
}

const TermHistogram& TextTotals::documents(std::int32_t class_code) const {
  static const TermHistogram kNone;
  return class_code < 0 ? kNone : histograms_.documents[static_cast<std::size_t>(class_code)];
}

const TermHistogram& TextTotals::rest(std::int32_t class_code) const {
  return class_code < 0 ? histograms_.all : histograms_.rest[static_cast<std::size_t>(class_code)];
}

const ExactSum& TextTotals::at(const std::vector<ExactSum>& sums, std::int32_t class_code) {
  static const ExactSum kZero;
  return class_code < 0 ? kZero : sums[static_cast<std::size_t>(class_code)];
}

void TextTotals::change(const TextTally& tally, std::int32_t slot, int sign) {
  terms_ += sign;
  for (std::size_t k = 0; k < rows_.size(); ++k) {
    const auto code = static_cast<std::int32_t>(k);
    const ExactSum& rows = tally.at(code, slot);
    if (rows.is_zero()) continue;
    if (sign > 0) {
      rows_[k] += rows;
      tokens_[k] += tally.tokens(code, slot);
    } else {
      rows_[k] -= rows;
      tokens_[k] -= tally.tokens(code, slot);
    }
  }
  if (with_histograms_) change_histograms(tally, slot, sign);
}

void TextTotals::change_histograms(const TextTally& tally, std::int32_t slot, int sign) {
  ExactSum all;
  for (std::size_t k = 0; k < rows_.size(); ++k) {
    all += tally.tokens(static_cast<std::int32_t>(k), slot);
  }
  add_terms(histograms_.all, all.to_double(), sign);
  for (std::size_t k = 0; k < rows_.size(); ++k) {
    const auto code = static_cast<std::int32_t>(k);
    ExactSum elsewhere = all;
    elsewhere -= tally.tokens(code, slot);
    add_terms(histograms_.rest[k], elsewhere.to_double(), sign);
    const ExactSum& rows = tally.at(code, slot);
    if (!rows.is_zero()) add_terms(histograms_.documents[k], rows.to_double(), sign);
  }
}

std::vector<std::int32_t> passing_terms(const TextTally& tally, std::int32_t classes,
                                        const TermFilter& filter) {
  std::vector<std::int32_t> out;
  for (std::int32_t slot = 0; slot < tally.slots(); ++slot) {
    if (tally.part_of(slot) == Part::kValue && filter.passes(tally, slot, classes)) {
      out.push_back(slot);
    }
  }
  return out;
}

std::int32_t class_codes_in(const std::vector<Counts::Class>& classes) {
  std::int32_t codes = 0;
  for (const Counts::Class& klass : classes) codes = std::max(codes, klass.code + 1);
  return codes;
}

}  // namespace tally
