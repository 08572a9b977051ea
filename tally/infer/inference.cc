#include "tally/base/error.h"
#include "tally/base/log_math.h"
#include "tally/infer.h"
#include "tally/infer/feature_scorer.h"

namespace tally {

namespace {

std::vector<std::string> columns_read(const Estimates& estimates) {
  std::vector<std::string> names;
  for (const FeatureEstimate& feature : estimates.features) {
    for (std::string& name : columns_read(feature)) names.push_back(std::move(name));
  }
  return names;
}

const std::vector<const Column*>& bind_all(Binding& binding, const Batch& batch) {
  const std::vector<const Column*>& columns = binding.bind(batch);
  for (std::size_t i = 0; i < columns.size(); ++i) {
    if (columns[i] == nullptr) {
      throw Error(ErrorKind::kData, "the model reads this column, and the data do not have it",
                  {batch.file, -1, -1, binding.names()[i]});
    }
  }
  return columns;
}

Numbers from_row(Numbers numbers, std::int64_t row) {
  numbers.data = static_cast<const char*>(numbers.data) + row * numbers.stride;
  numbers.validity.offset += row;
  return numbers;
}

Column from_row(const Column& column, std::int64_t row) {
  if (const auto* numbers = std::get_if<Numbers>(&column)) return from_row(*numbers, row);
  if (const auto* codes = std::get_if<Codes>(&column)) {
    return Codes{from_row(codes->indices, row), codes->dictionary};
  }
  Bits bits = std::get<Bits>(column);
  bits.offset += row;
  bits.validity.offset += row;
  return bits;
}

}  // namespace

struct Inference::State {
  explicit State(const Scorer& scorer_of_all)
      : scorer(scorer_of_all), binding(columns_read(scorer_of_all.estimates())) {
    for (const FeatureEstimate& feature : scorer.estimates().features) {
      features.push_back(make_feature_scorer(feature, scorer.classes()));
      widths.push_back(columns_read(feature).size());
    }
    answer.classes = scorer.classes();
  }

  const Scorer& scorer;
  Binding binding;
  std::vector<std::unique_ptr<FeatureScorer>> features;
  std::vector<std::size_t> widths;  // how many columns each feature reads
  Posteriors answer;
};

Inference::Inference(const Scorer& scorer) : state_(std::make_unique<State>(scorer)) {}
Inference::~Inference() = default;
Inference::Inference(Inference&&) noexcept = default;

const Posteriors& Inference::infer(const Batch& batch) {
  Posteriors& answer = state_->answer;
  const std::size_t K = answer.classes;
  const auto rows = static_cast<std::size_t>(batch.rows);
  answer.rows = batch.rows;
  answer.posterior.resize(rows * K);
  answer.log_posterior.resize(rows * K);
  answer.log_evidence.resize(rows);
  answer.log_joint.clear();
  const std::vector<double>& log_prior = state_->scorer.estimates().log_prior;
  for (std::size_t row = 0; row < rows; ++row) {
    answer.log_joint.insert(answer.log_joint.end(), log_prior.begin(), log_prior.end());
  }
  std::span<const Column* const> columns = bind_all(state_->binding, batch);
  for (std::size_t j = 0; j < state_->features.size(); ++j) {
    state_->features[j]->add(batch, columns.first(state_->widths[j]), answer.log_joint);
    columns = columns.subspan(state_->widths[j]);
  }
  for (std::size_t row = 0; row < rows; ++row) {
    const auto part = [&](std::vector<double>& all) { return std::span(all).subspan(row * K, K); };
    answer.log_evidence[row] =
        normalise(part(answer.log_joint), part(answer.posterior), part(answer.log_posterior));
  }
  return answer;
}

void feature_log_likelihood(const FeatureEstimate& feature, std::size_t classes, const Batch& batch,
                            std::int64_t row, std::span<double> out) {
  Binding binding(columns_read(feature));
  const std::vector<const Column*>& columns = bind_all(binding, batch);
  Batch one;
  one.rows = 1;
  one.file = batch.file;
  one.first_row = batch.first_row + row;
  if (!batch.lines.empty()) one.lines = {batch.lines[static_cast<std::size_t>(row)]};
  std::vector<const Column*> cells;
  one.columns.reserve(columns.size());
  for (std::size_t i = 0; i < columns.size(); ++i) {
    one.columns.push_back({binding.names()[i], from_row(*columns[i], row)});
    cells.push_back(&one.columns.back().values);
  }
  std::fill(out.begin(), out.end(), 0.0);
  make_feature_scorer(feature, classes)->add(one, cells, out);
}

}  // namespace tally
