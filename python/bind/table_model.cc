// SPDX-License-Identifier: Apache-2.0
#include "table_model.h"

#include "label_objects.h"
#include "rules.h"
#include "tally/inside/base.h"
#include "tally/inside/draft.h"
#include "tally/inside/explain.h"
#include "tally/inside/fit.h"
#include "tally/inside/report.h"
#include "weighed_rows.h"

namespace tally::bind {

namespace nb = nanobind;

std::string cutter_of(const Schema& schema) { return schema.has_text() ? unicode_version() : ""; }

TableModel::TableModel(const std::string& schema_json)
    : model_{Counts(schema_from_json(schema_json, "")), ""} {}

TableModel::TableModel(Counts counts) : model_{std::move(counts), ""} {
  if (schema().has_text()) model_.unicode.insert(cutter_of(schema()));
}

TableModel TableModel::load(const std::string& path) {
  const nb::gil_scoped_release unlocked;
  return TableModel(load_model(path));
}

void TableModel::save(const std::string& path, const std::string& question,
                      const std::string& parameters) {
  const nb::gil_scoped_release unlocked;
  model_.default_question = stored_question(model_, asked_question(question));
  model_.parameters = parameters;
  save_model(model_, path);
}

void TableModel::require_no_digests() const {
  if (model_.digests.empty() || schema().has_given_terms()) return;
  throw Error(ErrorKind::kUsage, Remark{"the model keeps digests of its rows",
                                        {Remedy::of(RemedyKind::kChangeInFile),
                                         Remedy::of(RemedyKind::kLeaveDigestsOut)}});
}

bool TableModel::keeps_sample(const Frames& frames, const std::string& weight) const {
  return model_.sample.is_off() || can_be_sampled(schema(), weight, frames);
}

void TableModel::change(bool keeps_sample, const std::function<void(Model&)>& f) {
  if (keeps_sample || !can_be_weighted(schema())) return f(model_);
  Model changed = model_;
  changed.sample = RowSample(0);
  f(changed);
  model_ = std::move(changed);
}

void TableModel::learn(const Frames& frames, const std::string& weight, int threads) {
  const nb::gil_scoped_release unlocked;
  require_no_digests();
  change(keeps_sample(frames, weight), [&](Model& model) {
    const RowSample sample = kept_to_learn(model).sample;
    tally::learn(model, counted_frames(schema(), weight, sample, frames, threads),
                 cutter_of(schema()));
  });
}

double TableModel::learn_unlabelled(const Frames& frames, const std::string& weight, int threads) {
  const nb::gil_scoped_release unlocked;
  UnlabelledRows rows(weighed_by(weight, schema()));
  for (const auto& frame : frames) {
    const Batch& batch = frame->batch();
    Pieces(schema()).for_each(batch, 0, batch.rows,
                              [&](const Batch& piece, std::int64_t) { rows.append(piece); });
  }
  if (rows.size() == 0) return 0;
  Model model = model_;
  if (model.sample.is_off()) {
    model.sample = counted_frames(schema(), weight, RowSample(), frames, threads).sample;
  }
  const LearnedUnlabelled learned = tally::learn_unlabelled(model, rows, std::nullopt, threads);
  model.sample = model_.sample;
  tune_model(model);
  model_ = std::move(model);
  return learned.weight;
}

void TableModel::merge(const TableModel& other) {
  const nb::gil_scoped_release unlocked;
  tally::merge(model_, other.model());
  if (is_outgrown(model_.rule, counts())) tune_model(model_);
}

void TableModel::forget(const Frames& frames, const std::string& weight, int threads) {
  const nb::gil_scoped_release unlocked;
  require_no_digests();
  change(keeps_sample(frames, weight), [&](Model& model) {
    const RowSample sample = kept_to_forget(model).sample;
    tally::forget(model, counted_frames(schema(), weight, sample, frames, threads));
  });
}

void TableModel::subtract(const TableModel& other) {
  require_no_digests();
  change(model_.sample.is_off() || !other.model().sample.is_off(), [&](Model& model) {
    tally::forget(model, {other.model(), {}});
  });
}

std::pair<std::string, std::string> TableModel::explain(const Frame& frame,
                                                        const std::string& question,
                                                        const LossSpec& loss) const {
  std::pair<std::string, std::string> told;
  Pieces(schema()).for_each(frame.batch(), 0, 1, [&](const Batch& piece, std::int64_t) {
    const Question asked = question_to(model_, question);
    const Explanation why = tally::explain(as_asked(model_, asked).counts, asked,
                                           loss_under(model_, asked, loss), piece, 0, model_.rule);
    told = {to_text(why), to_json(why)};
  });
  return told;
}

std::vector<std::string> TableModel::cross_validate(const Frames& frames, const std::string& weight,
                                                    std::int64_t folds, bool loo, bool stratify,
                                                    std::uint64_t seed,
                                                    const std::vector<std::string>& questions,
                                                    const LossSpec& spec, bool learns_rule,
                                                    bool together, int threads) const {
  const nb::gil_scoped_release unlocked;
  const Schema schema = weighed_by(weight, this->schema());
  const RowStore rows = stored(schema, frames);
  const TableModel all(counted(schema, RowSample(0), frames, threads).counts);
  const Loss loss = loss_of(spec, all.classes());
  std::vector<Question> asked;
  for (const std::string& question : questions) {
    asked.push_back(put_to(learns_rule && can_be_weighted(schema), asked_question(question)));
  }
  std::vector<Score> scores;
  std::optional<std::size_t> most_cells;
  if (together && can_be_weighted(schema)) most_cells = kMostJointCells;
  if (loo) {
    const Counts& counts = all.counts();
    scores = leave_one_out(rows, most_cells ? counted_together(counts, rows, *most_cells) : counts,
                           asked, loss, threads);
  } else {
    const FoldRule rule{static_cast<int>(folds), stratify, "", seed};
    scores = tally::cross_validate(rows, deal_folds(rows, rule), all.counts(), asked, loss, threads,
                                   most_cells);
  }
  std::vector<std::string> out;
  for (const Score& score : scores) out.push_back(to_json(score.summary()));
  return out;
}

std::string TableModel::score(const Frames& frames, const std::string& weight,
                              const std::string& question, const LossSpec& spec) const {
  const nb::gil_scoped_release unlocked;
  const Asker asker = asker_of(model_, question, spec);
  const RowStore rows = stored(weighed_by(weight, schema()), frames);
  Score score(asker.loss());
  Inference inference(asker.scorer());
  const Posteriors& posteriors = inference.infer(rows.batch());
  for (std::int64_t row = 0; row < rows.size(); ++row) {
    score.add(posteriors, row, rows.target(row), rows.weight(row));
  }
  return to_json(score.summary());
}

std::string TableModel::rank(const Frames& frames, const std::string& question, int threads) const {
  const nb::gil_scoped_release unlocked;
  const Question asked = asked_question(question);
  if (schema().has_text() && frames.empty()) return to_json(rank_terms(counts()));
  if (frames.empty()) return to_json(rank_features(model_, asked));
  const RowStore rows = stored(schema(), frames);
  const bool are_its_own =
      has_counted(counts(), counted(schema(), RowSample(0), frames, threads).counts);
  return to_json(rank_features(model_, asked, rows.batch(),
                               are_its_own ? RankedRows::kLeftOut : RankedRows::kNew));
}

std::string TableModel::report(const Frames& frames, const std::string& weight,
                               const std::string& question, const LossSpec& spec,
                               int threads) const {
  const nb::gil_scoped_release unlocked;
  const Question asked = question_to(model_, question);
  const Loss loss = loss_under(model_, asked, spec);
  const Model model = as_asked(model_, asked);
  ReportOn on{model, asked, loss};
  on.threads = threads;
  std::optional<RowStore> rows;
  if (!frames.empty()) {
    const Schema weighed = weighed_by(weight, schema());
    rows = stored(weighed, frames);
    if (rows->size() == 0) throw Error(ErrorKind::kData, "no row has a class to report on");
    on.rows = &*rows;
    on.rows_are_counted =
        rows->size() > 1 &&
        has_counted(model.counts, counted(weighed, RowSample(0), frames, threads).counts);
  }
  return report_html(on, {program_name(), "", 0, to_json(schema())});
}

std::vector<std::tuple<std::string, std::optional<double>, std::string>>
TableModel::telling_pictures(std::size_t most, const std::string& question) const {
  const nb::gil_scoped_release unlocked;
  Question naive = asked_question(question);
  naive.rule = Rule::kNaive;
  naive.calibrate = false;
  std::vector<std::tuple<std::string, std::optional<double>, std::string>> out;
  for (TellingPicture& one : tally::telling_pictures(counts(), naive, most)) {
    out.emplace_back(std::move(one.name), one.information, std::move(one.svg));
  }
  return out;
}

nb::dict TableModel::sample(std::int64_t rows, std::uint64_t seed,
                            const std::string& question) const {
  const Question asked = asked_question(question);
  const Sampler sampler(as_asked(model_, asked).counts, asked, seed);
  std::vector<nb::list> columns(sampler.columns().size());
  Sampler::Cells cells;
  for (std::int64_t row = 0; row < rows; ++row) {
    sampler.draw(row, cells);
    for (std::size_t i = 0; i < cells.size(); ++i) {
      columns[i].append(cells[i] ? to_python(*cells[i]) : nb::none());
    }
  }
  nb::dict out;
  for (std::size_t i = 0; i < columns.size(); ++i) out[sampler.columns()[i].c_str()] = columns[i];
  return out;
}

std::vector<std::tuple<nb::object, nb::object, double>> TableModel::amounts(
    const std::string& name) const {
  const Tally* tally = counts().find(name);
  if (tally == nullptr) {
    throw Error(ErrorKind::kUsage, "the model has no feature " + in_quotes(name));
  }
  std::vector<std::tuple<nb::object, nb::object, double>> out;
  for (const Counts::Class& klass : counts().classes()) {
    const auto add_sum = [&](const nb::object& what, const ExactSum& sum) {
      out.emplace_back(what, to_python(klass.label), sum.to_double());
    };
    const auto add = [&](const nb::object& what, std::int32_t slot) {
      add_sum(what, tally->at(klass.code, slot));
    };
    if (const TextTally* const text = as_text(*tally)) {
      for (const std::int32_t slot : text->term_slots()) {
        const std::string_view term = text->term_of(slot);
        add_sum(nb::str(term.data(), term.size()), text->tokens(klass.code, slot));
      }
    } else if (const ValueTally* const values = as_values(*tally)) {
      for (const ValueTally::Value& value : values->values()) {
        add(facts_of(tally->family()).cells == CellKind::kBin
                ? nb::object(nb::str(value_in_words(*values, value.slot).c_str()))
                : to_python(value.label),
            value.slot);
      }
    } else {
      for (std::int32_t slot = 1; slot < tally->slots(); ++slot) {
        const std::string part(to_string(tally->part_of(slot)));
        add(nb::str(part.c_str()), slot);
      }
    }
    add(nb::none(), tally->slot_of(Part::kMissing));
  }
  return out;
}

}  // namespace tally::bind
