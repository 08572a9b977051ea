// SPDX-License-Identifier: Apache-2.0
#include "answers.h"

#include <nanobind/stl/optional.h>
#include <nanobind/stl/pair.h>
#include <nanobind/stl/shared_ptr.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/tuple.h>
#include <nanobind/stl/vector.h>

#include "buffers.h"
#include "label_objects.h"
#include "module.h"
#include "tally/inside/assess.h"
#include "tally/inside/base.h"

namespace tally::bind {

namespace nb = nanobind;

namespace {

void require_room(const Frames& frames, std::size_t room, std::size_t width) {
  std::int64_t rows = 0;
  for (const auto& frame : frames) rows += frame->rows();
  if (room != static_cast<std::size_t>(rows) * width) refuse_array("room for every answer");
}

}  // namespace

Question asked_question(const std::string& json) {
  Question question = parse_question(json);
  validate(question);
  return question;
}

Loss loss_of(const LossSpec& spec, const std::vector<Label>& classes) {
  Loss loss =
      spec.table.empty() ? Loss::zero_one(classes) : Loss::labelled(spec.table, "loss", classes);
  if (!spec.class_weights.empty()) loss = loss.with_class_weights(spec.class_weights);
  if (spec.reject) loss = loss.with_reject(*spec.reject);
  return loss;
}

Question question_to(const Model& model, const std::string& json) {
  return calibrated(as_expected(asked_question(json), model), model.counts, model.sample);
}

Loss loss_under(const Model& model, const Question& question, const LossSpec& spec) {
  Loss loss = loss_of(spec, model.counts.class_labels());
  if (!spec.at_most) return loss;
  const auto& [alarm, quiet, share] = *spec.at_most;
  return with_bound(loss, {alarm, quiet, share}, model.counts, model.sample, question, model.rule);
}

Asker asker_of(const Model& model, const std::string& json, const LossSpec& loss) {
  const Question question = question_to(model, json);
  return Asker(model, question).with_loss(loss_under(model, question, loss));
}

template <class F>
void FrameAsker::for_each_row(const Frames& frames, int threads, F&& f) const {
  std::int64_t first_row = 0;
  for (const auto& frame : frames) {
    const Batch& batch = frame->batch();
    in_pieces(
        batch.rows, static_cast<std::int64_t>(batch.columns.size() * asker_.classes().size()),
        threads,
        [&](std::int64_t begin, std::int64_t end) {
          Inference inference(asker_.scorer());
          Pieces(asker_.schema())
              .for_each(batch, begin, end, [&](const Batch& piece, std::int64_t first) {
                const Posteriors& posteriors = inference.infer(piece);
                for (std::int64_t row = 0; row < piece.rows; ++row) {
                  f(first_row + first + row, posteriors, row);
                }
              });
          return true;
        },
        [](bool) {});
    first_row += batch.rows;
  }
}

void FrameAsker::infer(const Frames& frames, const std::string& what, const nb::object& out,
                       int threads) const {
  const bool by_class = what != "log_evidence";
  const Buffer buffer(out.ptr(), by_class ? 2 : 1, true);
  const auto room = buffer.items<double>();
  const std::size_t width = by_class ? asker_.classes().size() : 1;
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

std::vector<double> FrameAsker::estimate_prior(const Frames& frames) const {
  const nb::gil_scoped_release unlocked;
  ShiftedRows rows(asker_.scorer().estimates().log_prior);
  Inference inference(asker_.scorer());
  for (const auto& frame : frames) {
    const Batch& batch = frame->batch();
    Pieces(asker_.schema()).for_each(batch, 0, batch.rows, [&](const Batch& piece, std::int64_t) {
      rows.add(inference.infer(piece));
    });
  }
  return rows.estimate().prior;
}

void FrameAsker::decide(const Frames& frames, const nb::object& decisions, const nb::object& risks,
                        int threads) const {
  const Buffer buffer(decisions.ptr(), 1, true), risk_buffer(risks.ptr(), 2, true);
  const auto room = buffer.items<std::int64_t>();
  const auto risk_room = risk_buffer.items<double>();
  const std::size_t width = asker_.loss().decisions().size();
  require_room(frames, room.size(), 1);
  require_room(frames, risk_room.size(), width);
  const nb::gil_scoped_release unlocked;
  for_each_row(frames, threads, [&](std::int64_t row, const Posteriors& found, std::int64_t at) {
    const std::span<double> risk = risk_room.subspan(static_cast<std::size_t>(row) * width, width);
    room[static_cast<std::size_t>(row)] = tally::decide(asker_.loss(), found, at, risk);
  });
}

void bind_answers(nb::module_& m) {
  nb::class_<LossSpec>(m, "LossSpec", "What errors cost.")
      .def(
          "__init__",
          [](LossSpec* self, std::vector<std::vector<std::string>> table,
             std::vector<std::pair<std::string, double>> weights, std::optional<double> reject,
             std::optional<std::tuple<std::string, std::string, double>> at_most) {
            new (self) LossSpec{std::move(table), std::move(weights), reject, std::move(at_most)};
          },
          nb::arg("table"), nb::arg("class_weights"), nb::arg("reject").none(),
          nb::arg("at_most").none());
  nb::class_<FrameAsker>(m, "Answers", "The tables of one question.")
      .def("classes", [](const FrameAsker& self) { return to_python(self.asker().classes()); })
      .def("decisions",
           [](const FrameAsker& self) { return to_python(self.asker().loss().decisions()); })
      .def_prop_ro(
          "left_out",
          [](const FrameAsker& self) { return self.asker().scorer().estimates().left_out; })
      .def("infer", &FrameAsker::infer, nb::arg("frames"), nb::arg("what"), nb::arg("out"),
           nb::arg("threads"),
           "Writes 'joint', 'posterior', 'log_posterior' or 'log_evidence' for every row.")
      .def("estimate_prior", &FrameAsker::estimate_prior, nb::arg("frames"),
           "The shares of the classes among these rows, by EM.")
      .def("decide", &FrameAsker::decide, nb::arg("frames"), nb::arg("decisions"), nb::arg("risks"),
           nb::arg("threads"), "Writes the decision (-1: impossible) and the risks of every row.");
}

}  // namespace tally::bind
