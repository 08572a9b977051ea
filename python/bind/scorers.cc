// SPDX-License-Identifier: Apache-2.0
// Answers for matrices: GaussianScorer, LinearScorer, CategoryScorer.
#include <nanobind/stl/optional.h>
#include <nanobind/stl/vector.h>

#include "matrices.h"
#include "module.h"
#include "tally/inside/infer.h"

namespace tally::bind {

namespace nb = nanobind;

namespace {

std::vector<double> doubles(const nb::object& array, int dimensions) {
  const Buffer buffer(array.ptr(), dimensions);
  const auto items = buffer.items<const double>();
  return {items.begin(), items.end()};
}

void require(bool condition, const char* expected) {
  if (!condition) refuse_array(expected);
}

void answer(const MatrixScorer& self, const nb::object& matrix, int what, const nb::object& out,
            int threads) {
  const AnyMatrix any(matrix);
  const Buffer to(out.ptr(), 2, true);
  const auto room = to.items<double>();
  require(any.columns() == self.columns(), "as many columns as the scorer");
  require(static_cast<std::int64_t>(room.size()) == any.rows() * self.classes(),
          "room for every answer");
  require(what >= 0 && what <= 2, "an answer that is known");
  const nb::gil_scoped_release unlocked;
  any.visit(
      [&](const auto& m) { self.answer(m, static_cast<Answer>(what), room.data(), threads); });
}

void decide(const MatrixScorer& self, const nb::object& matrix, const nb::object& labels,
            const nb::object& out, int threads) {
  const AnyMatrix any(matrix);
  const Buffer names(labels.ptr(), 1), to(out.ptr(), 1, true);
  const auto known = names.items<const std::int64_t>();
  const auto room = to.items<std::int64_t>();
  require(any.columns() == self.columns(), "as many columns as the scorer");
  require(static_cast<std::int64_t>(known.size()) == self.classes(), "a label for every class");
  require(static_cast<std::int64_t>(room.size()) == any.rows(), "room for every row");
  const nb::gil_scoped_release unlocked;
  any.visit([&](const auto& m) { self.decide(m, known, room.data(), threads); });
}

}  // namespace

void bind_scorers(nb::module_& m) {
  nb::class_<MatrixScorer>(m, "MatrixScorer", "Answers for the rows of a matrix.")
      .def_prop_ro("classes", &MatrixScorer::classes)
      .def_prop_ro("columns", &MatrixScorer::columns)
      .def("answer", &answer, nb::arg("matrix"), nb::arg("what"), nb::arg("out"),
           nb::arg("threads"),
           "Writes log joints (what = 0), log posteriors (1) or posteriors (2) for every row.")
      .def("decide", &decide, nb::arg("matrix"), nb::arg("labels"), nb::arg("out"),
           nb::arg("threads"), "Writes the label of the class of greatest joint for every row.");
  nb::class_<GaussianScorer, MatrixScorer>(m, "GaussianScorer")
      .def(
          "__init__",
          [](GaussianScorer* self, const nb::object& mean, const nb::object& variance,
             const nb::object& log_prior) {
            const auto means = doubles(mean, 2), variances = doubles(variance, 2);
            const auto priors = doubles(log_prior, 1);
            require(means.size() == variances.size() && !priors.empty() &&
                        means.size() % priors.size() == 0,
                    "a mean and a variance for every class and column");
            new (self) GaussianScorer(static_cast<std::int64_t>(priors.size()),
                                      static_cast<std::int64_t>(means.size() / priors.size()),
                                      means, variances, priors);
          },
          nb::arg("mean"), nb::arg("variance"), nb::arg("log_prior"));
  nb::class_<LinearScorer, MatrixScorer>(m, "LinearScorer")
      .def(
          "__init__",
          [](LinearScorer* self, const nb::object& present, const nb::object& absent,
             const nb::object& log_prior, std::optional<double> threshold) {
            auto with = doubles(present, 2);
            auto without = absent.is_none() ? std::vector<double>() : doubles(absent, 2);
            const auto priors = doubles(log_prior, 1);
            require(!priors.empty() && with.size() % priors.size() == 0 &&
                        (without.empty() || without.size() == with.size()),
                    "a weight for every column and class");
            const auto columns = static_cast<std::int64_t>(with.size() / priors.size());
            new (self) LinearScorer(static_cast<std::int64_t>(priors.size()), columns,
                                    std::move(with), std::move(without), priors, threshold);
          },
          nb::arg("present"), nb::arg("absent").none(), nb::arg("log_prior"),
          nb::arg("threshold").none());
  nb::class_<CategoryScorer, MatrixScorer>(m, "CategoryScorer")
      .def(
          "__init__",
          [](CategoryScorer* self, const std::vector<std::int64_t>& widths, const nb::object& log_p,
             const nb::object& unseen, const nb::object& log_prior) {
            auto tables = doubles(log_p, 1);
            auto others = doubles(unseen, 2);
            const auto priors = doubles(log_prior, 1);
            std::int64_t codes = 0;
            for (const std::int64_t width : widths) codes += width;
            require(!priors.empty() &&
                        tables.size() == static_cast<std::size_t>(codes) * priors.size() &&
                        others.size() == widths.size() * priors.size(),
                    "a probability for every code and class");
            new (self) CategoryScorer(static_cast<std::int64_t>(priors.size()), widths,
                                      std::move(tables), std::move(others), priors);
          },
          nb::arg("widths"), nb::arg("log_p"), nb::arg("unseen"), nb::arg("log_prior"));
}

}  // namespace tally::bind
