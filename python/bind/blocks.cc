// SPDX-License-Identifier: Apache-2.0
// The counts of matrices, and what they say: BlockCounts.
#include <nanobind/stl/optional.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/vector.h>

#include <algorithm>

#include "integer_labels.h"
#include "label_objects.h"
#include "matrices.h"
#include "module.h"
#include "table_model.h"
#include "tally/inside/draft.h"
#include "tally/inside/estimate.h"

namespace tally::bind {

namespace nb = nanobind;

namespace {

// The rows that are counted, checked against each other. Their classes are an array of codes, or a
// tuple of labels and sorted classes, which are whole numbers both.
class Rows {
 public:
  Rows(const nb::object& matrix, const nb::object& classes, const nb::object& weights,
       std::int64_t class_count, std::int64_t columns)
      : matrix_(matrix) {
    if (!weights.is_none()) weights_ = std::make_unique<Buffer>(weights.ptr(), 1);
    if (matrix_.columns() != columns) refuse_array("as many columns as the table");
    if (nb::isinstance<nb::tuple>(classes)) {
      take_labels(nb::borrow<nb::tuple>(classes), class_count);
    } else {
      take_codes(classes, class_count);
    }
    if (labels_->length(0) != matrix_.rows()) refuse_array("a class for every row");
    if (weights_ && static_cast<std::int64_t>(row_weights().size()) != matrix_.rows()) {
      refuse_array("a weight for every row");
    }
  }

  const AnyMatrix& matrix() const { return matrix_; }
  const RowClasses& classes() const { return *classes_; }
  std::span<const double> row_weights() const {
    return weights_ ? weights_->items<const double>() : std::span<const double>();
  }

 private:
  void take_labels(const nb::tuple& parts, std::int64_t class_count) {
    if (parts.size() != 2) refuse_array("labels and their classes");
    labels_ = std::make_unique<Buffer>(nb::handle(parts[0]).ptr(), 1);
    known_ = std::make_unique<Buffer>(nb::handle(parts[1]).ptr(), 1);
    const auto known = known_->items<const std::int64_t>();
    if (static_cast<std::int64_t>(known.size()) > class_count) {
      refuse_array("classes that the table has");
    }
    classes_ = std::make_unique<IntegerClasses>(*labels_, known);
  }

  void take_codes(const nb::object& codes, std::int64_t class_count) {
    labels_ = std::make_unique<Buffer>(codes.ptr(), 1);
    const auto items = labels_->items<const std::int32_t>();
    std::int32_t least = -1, most = -1;
    for (const std::int32_t code : items) {
      least = std::min(least, code);
      most = std::max(most, code);
    }
    if (least < -1 || most >= class_count) refuse_array("classes that the table has");
    classes_ = std::make_unique<KnownClasses>(items);
  }

  AnyMatrix matrix_;
  std::unique_ptr<Buffer> labels_, known_, weights_;
  std::unique_ptr<RowClasses> classes_;
};

// Room for so many numbers, in one dimension or two.
std::span<double> room(const Buffer& out, std::int64_t cells) {
  const auto items = out.items<double>();
  if (static_cast<std::int64_t>(items.size()) != cells) refuse_array("room for every cell");
  return items;
}

std::span<double> room_for_all(const Buffer& out, const BlockCounts& counts) {
  return room(out, counts.classes() * counts.columns());
}

Family family_named(const std::string& name) {
  const std::optional<Family> family = parse_family(name);
  if (!family) refuse_array("a family");
  return *family;
}

void require_same_shape(const BlockCounts& a, const BlockCounts& b) {
  if (a.cells() != b.cells() || a.classes() != b.classes() || a.columns() != b.columns()) {
    refuse_array("the same classes and columns");
  }
}

void require_cells(const BlockCounts& counts, BlockCells cells) {
  if (counts.cells() != cells) refuse_array("counts of such cells");
}

// A column of codes.
void require_column(const BlockCounts& counts, std::int64_t column) {
  require_cells(counts, BlockCells::kCodes);
  if (column < 0 || column >= counts.columns()) refuse_array("a column that is there");
}

// The λ of a block of amounts.
std::vector<double> lambdas_of(const nb::object& array, const BlockCounts& counts) {
  require_cells(counts, BlockCells::kAmounts);
  const Buffer buffer(array.ptr(), 1);
  const auto items = buffer.items<const double>();
  if (items.size() != 1 && static_cast<std::int64_t>(items.size()) != counts.columns()) {
    refuse_array("one number, or one for each column");
  }
  return {items.begin(), items.end()};
}

void add(BlockCounts& self, const nb::object& matrix, const nb::object& classes,
         const nb::object& weights, std::optional<double> threshold, bool may_be_negative,
         int threads) {
  const Rows rows(matrix, classes, weights, self.classes(), self.columns());
  if (self.cells() != BlockCells::kAmounts) rows.matrix().dense();  // or refuses
  const CellRule rule{threshold, may_be_negative};
  const nb::gil_scoped_release unlocked;
  rows.matrix().visit(
      [&](const auto& any) { self.add(any, rows.classes(), rows.row_weights(), rule, threads); });
}

void spread_classes(BlockCounts& self, std::int64_t classes,
                    const std::vector<std::int64_t>& place) {
  if (static_cast<std::int64_t>(place.size()) != self.classes()) {
    refuse_array("a place for every class");
  }
  for (const std::int64_t k : place) {
    if (k < 0 || k >= classes) refuse_array("places below the number of classes");
  }
  self.spread_classes(classes, place);
}

// Calls work(first, second) with room for a number of every class and column each.
template <class Work>
void fill_two(const BlockCounts& counts, const nb::object& first, const nb::object& second,
              Work&& work) {
  const Buffer one(first.ptr(), 2, true), other(second.ptr(), 2, true);
  double* const to = room_for_all(one, counts).data();
  double* const to_other = room_for_all(other, counts).data();
  const nb::gil_scoped_release unlocked;
  work(to, to_other);
}

void bind_estimates(nb::class_<BlockCounts>& block) {
  block
      .def(
          "log_prior", [](const BlockCounts& self) { return block_log_prior(self); },
          "log P(class), by the weights of the classes.")
      .def(
          "moments",
          [](const BlockCounts& self, const nb::object& mean, const nb::object& variance) {
            require_cells(self, BlockCells::kNumbers);
            fill_two(self, mean, variance,
                     [&](double* to, double* other) { block_moments(self, to, other); });
          },
          nb::arg("mean"), nb::arg("variance"), "Writes mean and variance by class and column.")
      .def("widest_variance", &widest_variance, nb::arg("as_weighed") = false,
           "The variance of the widest column over all rows, each weighing 1 or as it weighs.")
      .def(
          "normals",
          [](const BlockCounts& self, double var_smoothing, const nb::object& mean,
             const nb::object& variance) {
            require_cells(self, BlockCells::kNumbers);
            fill_two(self, mean, variance, [&](double* to, double* other) {
              block_normals(self, var_smoothing, to, other);
            });
          },
          nb::arg("var_smoothing"), nb::arg("mean"), nb::arg("variance"),
          "Writes mean and variance of the laws by class and column.")
      .def(
          "multinomial",
          [](const BlockCounts& self, const nb::object& lam, const nb::object& out) {
            const std::vector<double> lambda = lambdas_of(lam, self);
            const Buffer buffer(out.ptr(), 2, true);
            double* const to = room_for_all(buffer, self).data();
            const nb::gil_scoped_release unlocked;
            multinomial_shares(self, lambda, to);
          },
          nb::arg("lam"), nb::arg("out"), "Writes log P(term | class) by class and column.")
      .def(
          "complement",
          [](const BlockCounts& self, const nb::object& lam, bool normalised,
             const nb::object& out) {
            const std::vector<double> lambda = lambdas_of(lam, self);
            const Buffer buffer(out.ptr(), 2, true);
            double* const to = room_for_all(buffer, self).data();
            const nb::gil_scoped_release unlocked;
            complement_weights(self, lambda, normalised, to);
          },
          nb::arg("lam"), nb::arg("normalised"), nb::arg("out"),
          "Writes the weights of complement by class and column.")
      .def(
          "bernoulli",
          [](const BlockCounts& self, const nb::object& lam, const nb::object& yes,
             const nb::object& no) {
            const std::vector<double> lambda = lambdas_of(lam, self);
            fill_two(self, yes, no,
                     [&](double* to, double* other) { bernoulli_shares(self, lambda, to, other); });
          },
          nb::arg("lam"), nb::arg("yes"), nb::arg("no"),
          "Writes log P(yes | class) and log P(no | class) by class and column.")
      .def(
          "categorical",
          [](const BlockCounts& self, std::int64_t column, double lam, const nb::object& out,
             const nb::object& unseen) {
            require_column(self, column);
            const Buffer to(out.ptr(), 2, true), others(unseen.ptr(), 1, true);
            const std::int64_t width = self.sums()[static_cast<std::size_t>(column)].columns();
            categorical_shares(self, column, lam, room(to, self.classes() * width).data(),
                               room(others, self.classes()).data());
          },
          nb::arg("column"), nb::arg("lam"), nb::arg("out"), nb::arg("unseen"),
          "Writes log P(code | class) by class and code, and that of a code that is none of "
          "these.");
}

void bind_models(nb::class_<BlockCounts>& block) {
  block
      .def(
          "to_model",
          [](const BlockCounts& self, const std::string& family, const std::string& schema,
             const std::vector<std::string>& columns, const std::vector<nb::object>& classes) {
            std::vector<Label> labels;
            for (const nb::object& klass : classes) labels.push_back(to_label(klass));
            return TableModel(BlockTallies(family_named(family), columns)
                                  .counts_of(self, schema_from_json(schema, ""), labels));
          },
          nb::arg("family"), nb::arg("schema"), nb::arg("columns"), nb::arg("classes"),
          "The same counts as a Model, under this schema.")
      .def_static(
          "of_model",
          [](const TableModel& model, const std::string& family,
             const std::vector<std::string>& columns) {
            return BlockTallies(family_named(family), columns).block_of(model.counts());
          },
          nb::arg("model"), nb::arg("family"), nb::arg("columns"),
          "The counts of a Model whose features are these columns.");
}

}  // namespace

void bind_blocks(nb::module_& m) {
  nb::enum_<BlockCells>(m, "BlockCells", "What the cells of a matrix are.")
      .value("NUMBERS", BlockCells::kNumbers)
      .value("AMOUNTS", BlockCells::kAmounts)
      .value("CODES", BlockCells::kCodes);
  nb::class_<BlockCounts> block(m, "BlockCounts", "Counts of the columns of a matrix, exactly.");
  block
      .def(nb::init<BlockCells, std::int64_t, std::int64_t>(), nb::arg("cells"), nb::arg("classes"),
           nb::arg("columns"))
      .def_prop_ro("classes", &BlockCounts::classes)
      .def_prop_ro("columns", &BlockCounts::columns)
      .def("add", &add, nb::arg("matrix"), nb::arg("classes"), nb::arg("weights").none(),
           nb::arg("threshold").none(), nb::arg("may_be_negative"), nb::arg("threads"),
           "Counts the rows of a matrix. Classes are codes, or (labels, sorted classes).")
      .def(
          "declare",
          [](BlockCounts& self, std::int64_t column, std::int64_t width) {
            require_column(self, column);
            self.declare(column, width);
          },
          nb::arg("column"), nb::arg("width"), "Declares the codes below `width`.")
      .def(
          "merge",
          [](BlockCounts& self, const BlockCounts& other) {
            require_same_shape(self, other);
            self.merge(BlockCounts(other));
          },
          nb::arg("other"), "Adds what the other has counted.")
      .def(
          "subtract",
          [](BlockCounts& self, const BlockCounts& other) {
            require_same_shape(self, other);
            self.subtract(BlockCounts(other));
          },
          nb::arg("other"), "Takes away what the other has counted, or raises and changes nothing.")
      .def("spread_classes", &spread_classes, nb::arg("classes"), nb::arg("place"),
           "Class k becomes class place[k] of more classes.")
      .def(
          "class_weights",
          [](const BlockCounts& self, const nb::object& out) {
            const Buffer buffer(out.ptr(), 1, true);
            double* to = room(buffer, self.classes()).data();
            for (const ExactSum& weight : self.class_weights()) *to++ = weight.to_double();
          },
          nb::arg("out"), "Writes the weight of every class.")
      .def(
          "amounts",
          [](const BlockCounts& self, const nb::object& out) {
            require_cells(self, BlockCells::kAmounts);
            const Buffer buffer(out.ptr(), 2, true);
            double* const to = room_for_all(buffer, self).data();
            const nb::gil_scoped_release unlocked;
            self.sums().front().round_to(to);
          },
          nb::arg("out"), "Writes the sums of amounts by class and column.")
      .def(
          "widths",
          [](const BlockCounts& self) {
            std::vector<std::int64_t> widths;
            for (const SumGrid& sums : self.sums()) widths.push_back(sums.columns());
            return widths;
          },
          "How many codes each column has.")
      .def_prop_ro("declared", &BlockCounts::declared)
      .def(
          "codes",
          [](const BlockCounts& self, std::int64_t column, const nb::object& out) {
            require_column(self, column);
            const Buffer buffer(out.ptr(), 2, true);
            const SumGrid& sums = self.sums()[static_cast<std::size_t>(column)];
            sums.round_to(room(buffer, sums.classes() * sums.columns()).data());
          },
          nb::arg("column"), nb::arg("out"), "Writes the sums of a column by class and code.")
      .def("copy", [](const BlockCounts& self) { return BlockCounts(self); })
      .def("__eq__", [](const BlockCounts& a, const BlockCounts& b) { return a == b; })
      .def("to_bytes",
           [](const BlockCounts& self) {
             const std::string bytes = self.to_bytes();
             return nb::bytes(bytes.data(), bytes.size());
           })
      .def_static(
          "from_bytes",
          [](BlockCells cells, const nb::bytes& bytes) {
            return BlockCounts::from_bytes(cells, {bytes.c_str(), bytes.size()});
          },
          nb::arg("cells"), nb::arg("bytes"));
  bind_estimates(block);
  bind_models(block);
}

}  // namespace tally::bind
