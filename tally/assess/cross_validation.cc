// SPDX-License-Identifier: Apache-2.0
#include "tally/assess/cross_validation.h"

#include <algorithm>
#include <memory>
#include <optional>

#include "tally/assess.h"
#include "tally/assess/left_out/left_out_answers.h"
#include "tally/assess/left_out/left_out_naive.h"
#include "tally/assess/left_out/weighted_leave_one_out.h"
#include "tally/assess/tune.h"
#include "tally/assess/weights/joint_draft.h"
#include "tally/assess/weights/weigh.h"
#include "tally/base/log_math.h"
#include "tally/base/parallel.h"
#include "tally/estimate/leave_one_out.h"
#include "tally/estimate/prior.h"

namespace tally {

namespace {

void add_rows(Score& score, const Posteriors& answers, const RowStore& rows) {
  for (std::int64_t row = 0; row < answers.rows; ++row) {
    score.add(answers, row, rows.target(row), rows.weight(row));
  }
}

// Calls take(answers) with what these tables say about the rows, among all classes.
template <class Take>
void with_answers(Estimates estimates, const Batch& batch, const std::vector<Label>& classes,
                  Take&& take) {
  const Scorer scorer(std::move(estimates));
  Inference inference(scorer);
  const Posteriors& answers = inference.infer(batch);
  const std::vector<Label>& own = scorer.estimates().classes;
  if (own.size() == classes.size()) return take(answers);
  take(among(classes, own, answers));
}

// The textbook's question, whose answers are looked up (left_out_naive.h). Not to be shared between
// threads.
class LookedUp {
 public:
  LookedUp(const RowStore& rows, const Counts& counts)
      : rows_(rows),
        batch_(rows.batch()),
        classes_(counts.classes()),
        labels_(counts.class_labels()),
        naive_(counts, classes_, batch_) {
    answer_.rows = 1;
    answer_.classes = classes_.size();
  }

  // Null where the row is the only one of its class, which is none without it.
  const Posteriors* without(std::int64_t row) {
    const auto own = static_cast<std::size_t>(
        std::lower_bound(labels_.begin(), labels_.end(), rows_.target(row)) - labels_.begin());
    ExactSum weight, left = classes_[own].weight;
    weight.add(rows_.weight(row));
    left -= weight;
    if (left.is_zero()) return nullptr;
    const auto take = [](std::span<const double> from, std::vector<double>& to) {
      to.assign(from.begin(), from.end());
    };
    take(naive_.posterior(row, own, weight), answer_.posterior);
    take(naive_.log_posterior(), answer_.log_posterior);
    take(naive_.log_joint(), answer_.log_joint);
    answer_.log_evidence.assign(1, naive_.log_evidence());
    return &answer_;
  }

 private:
  const RowStore& rows_;
  Batch batch_;
  std::vector<Counts::Class> classes_;
  std::vector<Label> labels_;
  LeftOutNaive naive_;
  Posteriors answer_;
};

bool asks_for_rule(const std::vector<Question>& questions, const Schema& schema) {
  return std::any_of(questions.begin(), questions.end(), [&](const Question& question) {
    return combine_of(question, schema) == Combine::kLearned ||
           ((is_weighed(question.rule) || question.rule == Rule::kAuto) && can_be_weighted(schema));
  });
}

bool asks_to_calibrate(const std::vector<Question>& questions) {
  return std::any_of(questions.begin(), questions.end(),
                     [](const Question& question) { return question.calibrate; });
}

// The rule that combines texts where a question asks for it, else the one that weighs columns.
std::vector<RuleWeight> learned_from(const Counts& counts, const RowSample& sample,
                                     const std::vector<Question>& questions) {
  const bool combines =
      std::any_of(questions.begin(), questions.end(), [&](const Question& question) {
        return combine_of(question, counts.schema()) == Combine::kLearned;
      });
  return combines ? tune(counts, sample) : weigh(counts, sample);
}

RowStore rows_without(const RowStore& rows, const std::vector<std::int64_t>& fold) {
  std::vector<bool> inside(static_cast<std::size_t>(rows.size()));
  for (const std::int64_t row : fold) inside[static_cast<std::size_t>(row)] = true;
  std::vector<std::int64_t> others;
  for (std::int64_t row = 0; row < rows.size(); ++row) {
    if (!inside[static_cast<std::size_t>(row)]) others.push_back(row);
  }
  return rows.gather(others);
}

// What a model of these rows would keep as its sample.
RowSample sample_of(const RowStore& rows, const Schema& schema, std::int64_t most) {
  RowSample sample(most);
  if (schema.has_text()) {
    RowDigester(schema).add(rows.batch(), nullptr, sample);
    return sample;
  }
  RowSampler sampler(schema, sample);
  sampler.add(rows.batch());
  return sampler.sample();
}

void require_others(const RowStore& rows) {
  if (rows.size() > 1) return;
  throw Error(ErrorKind::kUsage,
              "to leave a row out there must be another; there is " + std::to_string(rows.size()));
}

// 0, 1 … size − 1, one at a time.
auto counting_to(std::size_t size) {
  return [next = std::size_t{0}, size]() mutable -> std::optional<std::size_t> {
    if (next == size) return std::nullopt;
    return next++;
  };
}

using Scores = std::vector<Score>;  // by question

std::vector<Scores> for_workers(int threads, std::size_t questions, const Loss& loss) {
  return std::vector<Scores>(static_cast<std::size_t>(threads), Scores(questions, Score(loss)));
}

Scores merged(std::vector<Scores> pieces) {
  Scores whole = std::move(pieces.front());
  for (std::size_t i = 1; i < pieces.size(); ++i) {
    for (std::size_t q = 0; q < whole.size(); ++q) whole[q].merge(pieces[i][q]);
  }
  return whole;
}

}  // namespace

Counts counted_together(const Counts& counts, const RowStore& rows, std::size_t most_cells) {
  const RowSample sample = sample_of(rows, counts.schema(), kRowsToDraft);
  Counts out(draw_up_joint(counts, sample, most_cells).schema);
  out.add(rows.batch());
  return out;
}

std::vector<Score> cross_validate(const RowStore& rows,
                                  const std::vector<std::vector<std::int64_t>>& folds,
                                  const Counts& counts, const std::vector<Question>& questions,
                                  const Loss& loss, int threads,
                                  std::optional<std::size_t> most_cells) {
  const std::vector<Counts::Class> classes = counts.classes();
  for (const Question& question : questions) {
    validate(question);
    log_prior(classes, question);  // refuses a prior that is given for other classes
  }
  std::vector<Scores> pieces = for_workers(threads, questions.size(), loss);
  const auto score_fold = [&](std::size_t fold, int worker) {
    const RowStore part = rows.gather(folds[fold]);
    const Batch batch = part.batch();
    Counts own(counts.schema());
    own.add(batch);
    Counts others = counts;
    others.subtract(own);
    const std::vector<Counts::Class> left = others.classes();
    std::vector<RuleWeight> rule;
    const bool has_rule = asks_for_rule(questions, counts.schema());
    RowSample sample(0);
    if (has_rule || most_cells || asks_to_calibrate(questions)) {
      const RowStore rest = rows_without(rows, folds[fold]);
      if (most_cells) others = counted_together(others, rest, *most_cells);
      sample = sample_of(rest, counts.schema(), RowSample::kUsualMost);
    }
    if (has_rule) rule = learned_from(others, sample, questions);
    for (std::size_t q = 0; q < questions.size(); ++q) {
      Score& score = pieces[static_cast<std::size_t>(worker)][q];
      const Question asked = calibrated(among_classes(questions[q], left), others, sample);
      with_answers(estimate(others, asked, rule), batch, loss.classes(),
                   [&](const Posteriors& answers) { add_rows(score, answers, part); });
      if (has_weights(rule) || asked.rule == Rule::kTan) {
        score.answered_by(rule_of(asked, rule), part.size());
      }
    }
    return fold;
  };
  in_order(threads, counting_to(folds.size()), score_fold, [](std::size_t) {});
  return merged(std::move(pieces));
}

void leave_each_out(const RowStore& rows, const Counts& counts, std::span<const RuleWeight> rule,
                    const std::vector<Question>& questions, const std::vector<Label>& classes,
                    int threads, const LeftOutVisit& visit) {
  constexpr std::int64_t kRowsAtOnce = 64;
  require_others(rows);
  const auto any_by = [&](Rule wanted) {
    return std::any_of(questions.begin(), questions.end(),
                       [&](const Question& question) { return rule_of(question, rule) == wanted; });
  };
  if (any_by(Rule::kTan)) {
    throw Error(ErrorKind::kUsage,
                "the rule tan draws its tree from all rows: score it by folds, not by single rows "
                "that are left out");
  }
  std::optional<RuleFeatures> features;
  std::optional<TextLeaveOneOut> texts;
  if (any_by(Rule::kWeighted)) {
    features.emplace(rule_features(counts, nullptr, copies_of(rule)));
    if (counts.schema().has_text()) texts.emplace(counts, rule);
  }
  std::optional<FullFeatures> together;
  std::optional<FullTables> tables;
  if (any_by(Rule::kFull)) {
    together.emplace(full_features(counts, nullptr, copies_of(rule)));
    tables.emplace(full_tables(*together));
  }
  // Tables anew for every row are for those questions that nothing shorter answers.
  std::vector<bool> is_looked_up;
  for (const Question& question : questions) {
    is_looked_up.push_back(
        classes == counts.class_labels() &&
        LeftOutNaive::can_answer(question, rule_of(question, rule), counts.schema()));
  }
  const auto none_of = [](const std::vector<bool>& all, bool value) {
    return std::find(all.begin(), all.end(), value) == all.end();
  };
  const bool looks_up = !none_of(is_looked_up, true), only_looks_up = none_of(is_looked_up, false);
  std::vector<std::unique_ptr<LookedUp>> looked_up(static_cast<std::size_t>(threads));
  std::vector<LeaveOneOut> others(static_cast<std::size_t>(threads),
                                  LeaveOneOut(counts, questions, {rule.begin(), rule.end()}));
  const auto answer_some = [&](std::size_t chunk, int worker) {
    const auto w = static_cast<std::size_t>(worker);
    const std::int64_t first = static_cast<std::int64_t>(chunk) * kRowsAtOnce;
    for (std::int64_t row = first; row < std::min(first + kRowsAtOnce, rows.size()); ++row) {
      if (looks_up && !looked_up[w]) looked_up[w] = std::make_unique<LookedUp>(rows, counts);
      const Posteriors* const found = looks_up ? looked_up[w]->without(row) : nullptr;
      for (std::size_t q = 0; found != nullptr && q < questions.size(); ++q) {
        if (is_looked_up[q]) visit({row, q, worker}, *found);
      }
      if (found != nullptr && only_looks_up) continue;
      const RowStore one = rows.gather({row});
      const Batch batch = one.batch();
      std::vector<Estimates> estimates = others[w].without(batch);
      for (std::size_t q = 0; q < questions.size(); ++q) {
        if (found != nullptr && is_looked_up[q]) continue;
        const LeftOutRow at{row, q, worker};
        switch (rule_of(questions[q], rule)) {
          case Rule::kWeighted: {
            WeightedLeaveOneOut left_out(counts.schema(), *features, batch, questions[q], rule,
                                         texts ? &*texts : nullptr);
            visit(at, left_out.without(0));
            break;
          }
          case Rule::kFull: {
            FullLeaveOneOut left_out(counts.schema(), *together, *tables, batch, questions[q],
                                     rule);
            visit(at, left_out.without(0));
            break;
          }
          case Rule::kNaive:
          case Rule::kTan:
          case Rule::kAuto:
            with_answers(std::move(estimates[q]), batch, classes,
                         [&](const Posteriors& answers) { visit(at, answers); });
        }
      }
    }
    return chunk;
  };
  const auto chunks = static_cast<std::size_t>((rows.size() + kRowsAtOnce - 1) / kRowsAtOnce);
  in_order(threads, counting_to(chunks), answer_some, [](std::size_t) {});
}

std::vector<Score> leave_one_out(const RowStore& rows, const Counts& counts,
                                 std::vector<Question> questions, const Loss& loss, int threads) {
  require_others(rows);
  std::vector<Scores> pieces = for_workers(threads, questions.size(), loss);
  std::vector<RuleWeight> rule;
  const bool has_rule = asks_for_rule(questions, counts.schema());
  RowSample sample(0);
  if (has_rule || asks_to_calibrate(questions)) {
    sample = sample_of(rows, counts.schema(), RowSample::kUsualMost);
  }
  if (has_rule) rule = learned_from(counts, sample, questions);
  for (Question& question : questions) question = calibrated(std::move(question), counts, sample);
  const bool is_weighted = has_weights(rule);
  leave_each_out(rows, counts, rule, questions, loss.classes(), threads,
                 [&](const LeftOutRow& at, const Posteriors& answer) {
                   Score& score = pieces[static_cast<std::size_t>(at.worker)][at.question];
                   score.add(answer, 0, rows.target(at.row), rows.weight(at.row));
                   if (is_weighted) score.answered_by(rule_of(questions[at.question], rule), 1);
                 });
  return merged(std::move(pieces));
}

}  // namespace tally
