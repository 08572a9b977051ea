// SPDX-License-Identifier: Apache-2.0
// Model, the counts of a table: its functions by name.
#include <nanobind/stl/optional.h>
#include <nanobind/stl/pair.h>
#include <nanobind/stl/shared_ptr.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/tuple.h>
#include <nanobind/stl/vector.h>

#include "label_objects.h"
#include "module.h"
#include "rules.h"
#include "table_model.h"
#include "tally/inside/draft.h"
#include "tally/inside/explain.h"

namespace tally::bind {

namespace nb = nanobind;

void bind_model(nb::module_& m) {
  nb::class_<TableModel>(m, "Model", "Counts of a table with their schema.")
      .def(nb::init<const std::string&>(), nb::arg("schema"))
      .def_static("load", &TableModel::load, nb::arg("path"))
      .def("save", &TableModel::save, nb::arg("path"), nb::arg("question"), nb::arg("parameters"))
      .def_prop_ro("parameters", [](const TableModel& self) { return self.model().parameters; })
      .def("copy", [](const TableModel& self) { return TableModel(self); })
      .def("schema", [](const TableModel& self) { return to_json(self.schema()); })
      .def_prop_ro("question", [](const TableModel& self) { return self.model().default_question; })
      .def("classes", [](const TableModel& self) { return to_python(self.classes()); })
      .def("class_weights",
           [](const TableModel& self) {
             std::vector<double> weights;
             for (const Counts::Class& k : self.counts().classes()) {
               weights.push_back(k.weight.to_double());
             }
             return weights;
           })
      .def("learn", &TableModel::learn, nb::arg("frames"), nb::arg("weight"), nb::arg("threads"))
      .def("forget", &TableModel::forget, nb::arg("frames"), nb::arg("weight"), nb::arg("threads"))
      .def("learn_unlabelled", &TableModel::learn_unlabelled, nb::arg("frames"), nb::arg("weight"),
           nb::arg("threads"), "The rows without a class, as far as they help; their weight.")
      .def_prop_ro("unlabelled_weight",
                   [](const TableModel& self) {
                     return self.model().expected ? self.model().expected->weight : 0.0;
                   })
      .def("merge", &TableModel::merge, nb::arg("other"))
      .def("subtract", &TableModel::subtract, nb::arg("other"))
      .def("amounts", &TableModel::amounts, nb::arg("name"),
           "Value or part (None: missing), class and amount of every sum of a feature.")
      .def(
          "answers",
          [](const TableModel& self, const std::string& question, const LossSpec& loss) {
            const nb::gil_scoped_release unlocked;
            return FrameAsker(asker_of(self.model(), question, loss));
          },
          nb::arg("question"), nb::arg("loss"))
      .def("explain", &TableModel::explain, nb::arg("frame"), nb::arg("question"), nb::arg("loss"),
           "The derivation of one row as text and as JSON.")
      .def("cross_validate", &TableModel::cross_validate, nb::arg("frames"), nb::arg("weight"),
           nb::arg("folds"), nb::arg("loo"), nb::arg("stratify"), nb::arg("seed"),
           nb::arg("questions"), nb::arg("loss"), nb::arg("learns_rule"), nb::arg("together"),
           nb::arg("threads"),
           "A JSON summary for each question, each row being scored without its fold.")
      .def("score", &TableModel::score, nb::arg("frames"), nb::arg("weight"), nb::arg("question"),
           nb::arg("loss"), "A JSON summary of the decisions.")
      .def("rank", &TableModel::rank, nb::arg("frames"), nb::arg("question"), nb::arg("threads"),
           "What each feature tells about the class, as JSON.")
      .def("report", &TableModel::report, nb::arg("frames"), nb::arg("weight"), nb::arg("question"),
           nb::arg("loss"), nb::arg("threads"), "A page to look at.")
      .def("telling_pictures", &TableModel::telling_pictures, nb::arg("most"), nb::arg("question"),
           "Name, information and picture (SVG) of the features that tell most.")
      .def("sample", &TableModel::sample, nb::arg("rows"), nb::arg("seed"), nb::arg("question"),
           "Rows from the model's own distribution, as lists by column.")
      .def(
          "network", [](const TableModel& self) { return network_json(network_of(self.counts())); },
          "Which columns depend on each other, as JSON.")
      .def_prop_ro(
          "counted_as",
          [](const TableModel& self) { return std::string(to_string(counting_of(self.model()))); },
          "What was counted: \"naive\", \"weighted\" or \"full\".")
      .def(
          "rule",
          [](const TableModel& self, const std::string& question) {
            return std::string(to_string(rule_of(asked_question(question), self.model().rule)));
          },
          nb::arg("question"), "The rule that answers a question.")
      .def(
          "weights", [](const TableModel& self) { return weights_json(self.model()); },
          "What the rules have learned, as JSON.")
      .def(
          "rule_scores", [](const TableModel& self) { return scores_of_rules(self.model()); },
          "Rule, accuracy and log loss on rows left out.")
      .def("to_bytes",
           [](const TableModel& self) {
             const std::vector<std::byte> bytes = to_bytes(self.model());
             return nb::bytes(bytes.data(), bytes.size());
           })
      .def_static(
          "from_bytes",
          [](const nb::bytes& bytes) {
            const auto* begin = reinterpret_cast<const std::byte*>(bytes.c_str());
            return TableModel(from_bytes({begin, bytes.size()}));
          },
          nb::arg("bytes"));
}

}  // namespace tally::bind
