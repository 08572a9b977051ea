// Counts of tables, and what they answer: Model and Answers.
#include <nanobind/stl/optional.h>
#include <nanobind/stl/pair.h>
#include <nanobind/stl/shared_ptr.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/tuple.h>
#include <nanobind/stl/vector.h>

#include "buffers.h"
#include "frame.h"
#include "module.h"
#include "tally/assess.h"
#include "tally/base/parallel.h"
#include "tally/explain.h"

namespace tally::bind {

namespace nb = nanobind;

namespace {

using Frames = std::vector<std::shared_ptr<Frame>>;
using LossTable = std::vector<std::vector<std::string>>;
using ClassWeights = std::vector<std::pair<std::string, double>>;

struct LossSpec {
  LossTable table;  // empty: zero-one
  ClassWeights class_weights;
  std::optional<double> reject;
};

std::vector<Label> class_labels(const Counts& counts) {
  std::vector<Label> labels;
  for (const Counts::Class& klass : counts.classes()) labels.push_back(klass.label);
  return labels;
}

Loss loss_of(const LossSpec& spec, const std::vector<Label>& classes) {
  Loss loss =
      spec.table.empty() ? Loss::zero_one(classes) : Loss::labelled(spec.table, "loss", classes);
  if (!spec.class_weights.empty()) loss = loss.with_class_weights(spec.class_weights);
  if (spec.reject) loss = loss.with_reject(*spec.reject);
  return loss;
}

nb::list labels_to_python(const std::vector<Label>& labels) {
  nb::list out;
  for (const Label& label : labels) out.append(to_python(label));
  return out;
}

// Counts frames on several threads; nothing is counted if a row is refused.
Counts counted(const Schema& schema, const Frames& frames, int threads) {
  Counts counts(schema);
  for (const auto& frame : frames) {
    const Batch& batch = frame->batch();
    in_pieces(
        batch.rows, static_cast<std::int64_t>(batch.columns.size()), threads,
        [&](std::int64_t begin, std::int64_t end) {
          Counts piece(schema);
          piece.add(slice(batch, begin, end));
          return piece;
        },
        [&](const Counts& piece) { counts.merge(piece); });
  }
  return counts;
}

/// The tables of one question, and what errors cost: what a row is answered with.
class Answers {
 public:
  Answers(const Counts& counts, const std::string& question, const LossSpec& loss)
      : scorer_(estimate(counts, question_from_json(question))),
        loss_(loss_of(loss, scorer_.estimates().classes)) {}

  const Scorer& scorer() const { return scorer_; }
  const Loss& loss() const { return loss_; }

  /// Calls f(row, posteriors, row of the posteriors) for every row.
  template <class F>
  void for_each_row(const Frames& frames, int threads, F&& f) const {
    std::int64_t first_row = 0;
    for (const auto& frame : frames) {
      const Batch& batch = frame->batch();
      in_pieces(
          batch.rows, static_cast<std::int64_t>(batch.columns.size() * scorer_.classes()), threads,
          [&](std::int64_t begin, std::int64_t end) {
            constexpr std::int64_t kRowsAtATime = 4096;
            Inference inference(scorer_);
            for (std::int64_t first = begin; first < end; first += kRowsAtATime) {
              const Batch part = slice(batch, first, std::min(end, first + kRowsAtATime));
              const Posteriors& posteriors = inference.infer(part);
              for (std::int64_t row = 0; row < part.rows; ++row) {
                f(first_row + first + row, posteriors, row);
              }
            }
            return true;
          },
          [](bool) {});
      first_row += batch.rows;
    }
  }

  void infer(const Frames& frames, const std::string& what, const nb::object& out,
             int threads) const {
    const bool by_class = what != "log_evidence";
    const Buffer buffer(out.ptr(), by_class ? 2 : 1, true);
    const auto room = buffer.items<double>();
    const std::size_t width = by_class ? scorer_.classes() : 1;
    require_room(frames, room.size(), width);
    const nb::gil_scoped_release unlocked;
    for_each_row(frames, threads, [&](std::int64_t row, const Posteriors& found, std::int64_t at) {
      double* to = room.data() + static_cast<std::size_t>(row) * width;
      if (!by_class) {
        *to = found.log_evidence[static_cast<std::size_t>(at)];
        return;
      }
      const auto from = what == "joint"       ? found.joint_of(at)
                        : what == "posterior" ? found.posterior_of(at)
                                              : found.log_posterior_of(at);
      std::copy(from.begin(), from.end(), to);
    });
  }

  void decide(const Frames& frames, const nb::object& decisions, const nb::object& risks,
              int threads) const {
    const Buffer buffer(decisions.ptr(), 1, true), risk_buffer(risks.ptr(), 2, true);
    const auto room = buffer.items<std::int64_t>();
    const auto risk_room = risk_buffer.items<double>();
    const std::size_t width = loss_.decisions().size();
    require_room(frames, room.size(), 1);
    require_room(frames, risk_room.size(), width);
    const nb::gil_scoped_release unlocked;
    for_each_row(frames, threads, [&](std::int64_t row, const Posteriors& found, std::int64_t at) {
      const std::span<double> risk =
          risk_room.subspan(static_cast<std::size_t>(row) * width, width);
      conditional_risk(loss_, found.posterior_of(at), risk);
      room[static_cast<std::size_t>(row)] = tally::decide(loss_, found.joint_of(at), risk);
    });
  }

 private:
  static void require_room(const Frames& frames, std::size_t room, std::size_t width) {
    std::int64_t rows = 0;
    for (const auto& frame : frames) rows += frame->rows();
    if (room != static_cast<std::size_t>(rows) * width) refuse_array("room for every answer");
  }

  Scorer scorer_;
  Loss loss_;
};

/// Counts with their schema, and the question that is asked by default.
class TableModel {
 public:
  explicit TableModel(const std::string& schema_json)
      : model_{Counts(schema_from_json(schema_json, "")), ""} {}
  explicit TableModel(Model model) : model_(std::move(model)) {}

  static TableModel load(const std::string& path) {
    const nb::gil_scoped_release unlocked;
    return TableModel(load_model(path));
  }
  void save(const std::string& path, const std::string& question) const {
    const nb::gil_scoped_release unlocked;
    const std::string canonical = question.empty() ? "" : to_json(question_from_json(question));
    save_model({model_.counts, canonical}, path);
  }

  const Counts& counts() const { return model_.counts; }
  const std::string& question() const { return model_.default_question; }

  void learn(const Frames& frames, int threads) {
    const nb::gil_scoped_release unlocked;
    model_.counts.merge(counted(model_.counts.schema(), frames, threads));
  }
  void forget(const Frames& frames, int threads) {
    const nb::gil_scoped_release unlocked;
    model_.counts.subtract(counted(model_.counts.schema(), frames, threads));
  }
  void merge(const TableModel& other) { model_.counts.merge(Counts(other.counts())); }
  void subtract(const TableModel& other) { model_.counts.subtract(Counts(other.counts())); }

  /// (value or part, class, amount) for every sum of a tally.
  std::vector<std::tuple<nb::object, nb::object, double>> amounts(const std::string& name) const;

  std::pair<std::string, std::string> explain(const Frame& frame, std::int64_t row,
                                              const std::string& question,
                                              const LossSpec& loss) const {
    const Explanation why =
        tally::explain(counts(), question_from_json(question),
                       loss_of(loss, class_labels(counts())), frame.batch(), row);
    return {to_text(why), to_json(why)};
  }

  std::vector<std::string> cross_validate(const Frames& frames, std::int64_t folds, bool loo,
                                          bool stratify, std::uint64_t seed,
                                          const std::vector<std::string>& questions,
                                          const LossSpec& spec, int threads) const;
  std::string score(const Frames& frames, const std::string& question, const LossSpec& loss) const;
  nb::dict sample(std::int64_t rows, std::uint64_t seed, const std::string& question) const;

 private:
  Model model_;
};

std::vector<std::string> TableModel::cross_validate(const Frames& frames, std::int64_t folds,
                                                    bool loo, bool stratify, std::uint64_t seed,
                                                    const std::vector<std::string>& questions,
                                                    const LossSpec& spec, int threads) const {
  const nb::gil_scoped_release unlocked;
  const Schema& schema = counts().schema();
  RowStore rows(schema);
  for (const auto& frame : frames) rows.append(frame->batch());
  const Counts all = counted(schema, frames, threads);
  const Loss loss = loss_of(spec, class_labels(all));
  std::vector<Question> asked;
  for (const std::string& question : questions) asked.push_back(question_from_json(question));
  std::vector<Score> scores;
  if (loo) {
    scores = leave_one_out(rows, all, asked, loss, threads);
  } else {
    const FoldRule rule{static_cast<int>(folds), stratify, "", seed};
    scores = tally::cross_validate(rows, deal_folds(rows, rule), all, asked, loss, threads);
  }
  std::vector<std::string> out;
  for (const Score& score : scores) out.push_back(to_json(score.summary()));
  return out;
}

std::string TableModel::score(const Frames& frames, const std::string& question,
                              const LossSpec& spec) const {
  const nb::gil_scoped_release unlocked;
  const Answers answers(counts(), question, spec);
  const Schema& schema = counts().schema();
  RowStore rows(schema);
  for (const auto& frame : frames) rows.append(frame->batch());
  Score score(answers.loss());
  Inference inference(answers.scorer());
  const Posteriors& posteriors = inference.infer(rows.batch());
  for (std::int64_t row = 0; row < rows.size(); ++row) {
    score.add(posteriors, row, rows.target(row), rows.weight(row));
  }
  return to_json(score.summary());
}

nb::dict TableModel::sample(std::int64_t rows, std::uint64_t seed,
                            const std::string& question) const {
  const Sampler sampler(counts(), question_from_json(question), seed);
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
    throw Error(ErrorKind::kUsage, "the model has no feature " + quoted(name));
  }
  std::vector<std::tuple<nb::object, nb::object, double>> out;
  for (const Counts::Class& klass : counts().classes()) {
    const auto add = [&](const nb::object& what, std::int32_t slot) {
      out.emplace_back(what, to_python(klass.label), tally->at(klass.code, slot).to_double());
    };
    if (tally->has_values()) {
      for (const Tally::Value& value : tally->values()) add(to_python(value.label), value.slot);
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

}  // namespace

void bind_model(nb::module_& m) {
  nb::class_<LossSpec>(m, "LossSpec", "What errors cost.")
      .def(
          "__init__",
          [](LossSpec* self, LossTable table, ClassWeights weights, std::optional<double> reject) {
            new (self) LossSpec{std::move(table), std::move(weights), reject};
          },
          nb::arg("table"), nb::arg("class_weights"), nb::arg("reject").none());
  nb::class_<Answers>(m, "Answers", "The tables of one question.")
      .def("classes",
           [](const Answers& self) { return labels_to_python(self.scorer().estimates().classes); })
      .def("decisions",
           [](const Answers& self) { return labels_to_python(self.loss().decisions()); })
      .def_prop_ro("left_out",
                   [](const Answers& self) { return self.scorer().estimates().left_out; })
      .def("infer", &Answers::infer, nb::arg("frames"), nb::arg("what"), nb::arg("out"),
           nb::arg("threads"),
           "Writes 'joint', 'posterior', 'log_posterior' or 'log_evidence' for every row.")
      .def("decide", &Answers::decide, nb::arg("frames"), nb::arg("decisions"), nb::arg("risks"),
           nb::arg("threads"), "Writes the decision (-1: impossible) and the risks of every row.");
  nb::class_<TableModel>(m, "Model", "Counts of a table with their schema.")
      .def(nb::init<const std::string&>(), nb::arg("schema"))
      .def_static("load", &TableModel::load, nb::arg("path"))
      .def("save", &TableModel::save, nb::arg("path"), nb::arg("question"))
      .def("copy", [](const TableModel& self) { return TableModel(self); })
      .def("schema", [](const TableModel& self) { return to_json(self.counts().schema()); })
      .def_prop_ro("question", &TableModel::question)
      .def("classes",
           [](const TableModel& self) { return labels_to_python(class_labels(self.counts())); })
      .def("class_weights",
           [](const TableModel& self) {
             std::vector<double> weights;
             for (const Counts::Class& k : self.counts().classes()) {
               weights.push_back(k.weight.to_double());
             }
             return weights;
           })
      .def("learn", &TableModel::learn, nb::arg("frames"), nb::arg("threads"))
      .def("forget", &TableModel::forget, nb::arg("frames"), nb::arg("threads"))
      .def("merge", &TableModel::merge, nb::arg("other"))
      .def("subtract", &TableModel::subtract, nb::arg("other"))
      .def("amounts", &TableModel::amounts, nb::arg("name"),
           "Value or part (None: missing), class and amount of every sum of a feature.")
      .def(
          "answers",
          [](const TableModel& self, const std::string& question, const LossSpec& loss) {
            const nb::gil_scoped_release unlocked;
            return Answers(self.counts(), question, loss);
          },
          nb::arg("question"), nb::arg("loss"))
      .def("explain", &TableModel::explain, nb::arg("frame"), nb::arg("row"), nb::arg("question"),
           nb::arg("loss"), "The derivation of one row as text and as JSON.")
      .def("cross_validate", &TableModel::cross_validate, nb::arg("frames"), nb::arg("folds"),
           nb::arg("loo"), nb::arg("stratify"), nb::arg("seed"), nb::arg("questions"),
           nb::arg("loss"), nb::arg("threads"),
           "A JSON summary for each question, each row being scored without its fold.")
      .def("score", &TableModel::score, nb::arg("frames"), nb::arg("question"), nb::arg("loss"),
           "A JSON summary of the decisions.")
      .def("sample", &TableModel::sample, nb::arg("rows"), nb::arg("seed"), nb::arg("question"),
           "Rows from the model's own distribution, as lists by column.")
      .def("__getstate__",
           [](const TableModel& self) {
             const std::vector<std::byte> bytes = to_bytes({self.counts(), self.question()});
             return nb::bytes(bytes.data(), bytes.size());
           })
      .def("__setstate__", [](TableModel& self, const nb::bytes& bytes) {
        const auto* begin = reinterpret_cast<const std::byte*>(bytes.c_str());
        new (&self) TableModel(from_bytes({begin, bytes.size()}));
      });
}

}  // namespace tally::bind
