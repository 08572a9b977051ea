// SPDX-License-Identifier: Apache-2.0
#include "cli/serve/row_answers.h"

namespace tally::server {

void RowAnswers::read(Table& table,
                      const std::function<void(const Batch&, const Posteriors&)>& look) {
  const Asker& asker = *answering_.asker;
  Inference inference(asker.scorer());
  std::vector<double> risk(asker.loss().decisions().size());
  table.read(asker.schema(), 1,
             [&](const Batch& batch, int) -> Table::Finish {
               const Posteriors& posteriors = inference.infer(batch);
               look(batch, posteriors);
               unseen_.add(batch);
               rows_ += batch.rows;
               for (std::int64_t row = 0; row < batch.rows; ++row) {
                 ++decided_[decide(asker.loss(), posteriors, row, risk)];
               }
               return {};
             },
             {Role::kTarget, Role::kWeight});
}

void RowAnswers::tell(std::string_view route, std::vector<std::string>& notes) {
  const std::string& model = asking_.model.name();
  asking_.told.rows = rows_;
  asking_.metrics.rows(model, route, rows_);
  const std::vector<Label>& decisions = answering_.asker->loss().decisions();
  for (const auto& [decision, rows] : decided_) {
    asking_.metrics.predicted(
        model, decision < 0 ? "" : decisions[static_cast<std::size_t>(decision)].to_string(), rows);
  }
  for (const UnseenValues::Column& column : unseen_.columns()) {
    asking_.metrics.unseen(model, column.name, column.cells);
  }
  if (std::string unseen = cli::unseen_text(unseen_); !unseen.empty()) {
    notes.push_back(std::move(unseen));
  }
  if (const auto impossible = decided_.find(-1); impossible != decided_.end()) {
    notes.push_back(std::to_string(impossible->second) +
                    " of the rows are impossible in every class, and without a prediction");
  }
}

}  // namespace tally::server
