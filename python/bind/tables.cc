// SPDX-License-Identifier: Apache-2.0
// The counts of matrices: MomentTable, CountTable, CategoryTable.
#include <nanobind/stl/optional.h>
#include <nanobind/stl/vector.h>

#include <algorithm>

#include "integer_labels.h"
#include "matrices.h"
#include "module.h"
#include "tally/inside/count.h"

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

std::span<double> room(const Buffer& out, std::int64_t cells) {
  const auto items = out.items<double>();
  if (static_cast<std::int64_t>(items.size()) != cells) refuse_array("room for every cell");
  return items;
}

template <class Table>
void require_same_shape(const Table& a, const Table& b) {
  if (a.classes() != b.classes() || a.columns() != b.columns()) {
    refuse_array("the same classes and columns");
  }
}

// What all tables share.
template <class Table>
nb::class_<Table> bind_table(nb::module_& m, const char* name, const char* doc) {
  return nb::class_<Table>(m, name, doc)
      .def(nb::init<std::int64_t, std::int64_t>(), nb::arg("classes"), nb::arg("columns"))
      .def_prop_ro("classes", &Table::classes)
      .def_prop_ro("columns", &Table::columns)
      .def(
          "merge",
          [](Table& self, const Table& other) {
            require_same_shape(self, other);
            self.merge(Table(other));
          },
          nb::arg("other"), "Adds what the other has counted.")
      .def(
          "subtract",
          [](Table& self, const Table& other) {
            require_same_shape(self, other);
            self.subtract(Table(other));
          },
          nb::arg("other"), "Takes away what the other has counted, or raises and changes nothing.")
      .def(
          "spread_classes",
          [](Table& self, std::int64_t classes, const std::vector<std::int64_t>& place) {
            if (static_cast<std::int64_t>(place.size()) != self.classes()) {
              refuse_array("a place for every class");
            }
            for (const std::int64_t k : place) {
              if (k < 0 || k >= classes) refuse_array("places below the number of classes");
            }
            self.spread_classes(classes, place);
          },
          nb::arg("classes"), nb::arg("place"), "Class k becomes class place[k] of more classes.")
      .def(
          "class_weights",
          [](const Table& self, const nb::object& out) {
            const Buffer buffer(out.ptr(), 1, true);
            double* to = room(buffer, self.classes()).data();
            for (const ExactSum& weight : self.class_weights()) *to++ = weight.to_double();
          },
          nb::arg("out"), "Writes the weight of every class.")
      .def("copy", [](const Table& self) { return Table(self); })
      .def("__eq__", [](const Table& self, const Table& other) { return self == other; })
      .def("to_bytes",
           [](const Table& self) {
             const std::string bytes = self.to_bytes();
             return nb::bytes(bytes.data(), bytes.size());
           })
      .def_static(
          "from_bytes",
          [](const nb::bytes& bytes) {
            return Table::from_bytes({bytes.c_str(), bytes.size()});
          },
          nb::arg("bytes"));
}

// The tables that count dense matrices only.
template <class Table>
nb::class_<Table> bind_dense_table(nb::module_& m, const char* name, const char* doc) {
  return bind_table<Table>(m, name, doc)
      .def(
          "add",
          [](Table& self, const nb::object& matrix, const nb::object& classes,
             const nb::object& weights, int threads) {
            const Rows rows(matrix, classes, weights, self.classes(), self.columns());
            const Matrix& dense = rows.matrix().dense();
            const nb::gil_scoped_release unlocked;
            self.add(dense, rows.classes(), rows.row_weights(), threads);
          },
          nb::arg("matrix"), nb::arg("classes"), nb::arg("weights").none(), nb::arg("threads"),
          "Counts the rows of a matrix. Classes are codes, or (labels, sorted classes).");
}

void bind_moment_table(nb::module_& m) {
  bind_dense_table<MomentTable>(m, "MomentTable", "Moments of number columns by class, exactly.")
      .def(
          "moments",
          [](const MomentTable& self, const nb::object& mean, const nb::object& variance) {
            const Buffer means(mean.ptr(), 2, true), variances(variance.ptr(), 2, true);
            const std::int64_t cells = self.classes() * self.columns();
            double* const to = room(means, cells).data();
            double* const to_variances = room(variances, cells).data();
            const nb::gil_scoped_release unlocked;
            self.round_to(to, to_variances);
          },
          nb::arg("mean"), nb::arg("variance"), "Writes mean and variance by class and column.")
      .def(
          "has_value",
          [](const MomentTable& self, const nb::object& out) {
            const Buffer buffer(out.ptr(), 2, true);
            const auto items = buffer.items<std::uint8_t>();
            if (static_cast<std::int64_t>(items.size()) != self.classes() * self.columns()) {
              refuse_array("room for every cell");
            }
            static_assert(sizeof(bool) == sizeof(std::uint8_t));
            self.has_value(reinterpret_cast<bool*>(items.data()));
          },
          nb::arg("out"), "Writes 1 where a class has a value in a column, else 0.")
      .def(
          "overall_variances",
          [](const MomentTable& self, const nb::object& out) {
            const Buffer buffer(out.ptr(), 1, true);
            self.overall_variances(room(buffer, self.columns()).data());
          },
          nb::arg("out"), "Writes the variance of each column over all rows, unweighted.");
}

void bind_count_table(nb::module_& m) {
  bind_table<CountTable>(m, "CountTable", "Counts of columns by class, exactly.")
      .def(
          "add",
          [](CountTable& self, const nb::object& matrix, const nb::object& classes,
             const nb::object& weights, std::optional<double> threshold, bool may_be_negative,
             int threads) {
            const Rows rows(matrix, classes, weights, self.classes(), self.columns());
            const CellRule rule{threshold, may_be_negative};
            const nb::gil_scoped_release unlocked;
            rows.matrix().visit([&](const auto& any) {
              self.add(any, rows.classes(), rows.row_weights(), rule, threads);
            });
          },
          nb::arg("matrix"), nb::arg("classes"), nb::arg("weights").none(),
          nb::arg("threshold").none(), nb::arg("may_be_negative"), nb::arg("threads"),
          "Counts the rows of a matrix, dense or sparse. Classes are codes, or (labels, sorted "
          "classes).")
      .def(
          "counts",
          [](const CountTable& self, const nb::object& out) {
            const Buffer buffer(out.ptr(), 2, true);
            double* const to = room(buffer, self.classes() * self.columns()).data();
            const nb::gil_scoped_release unlocked;
            self.sums().round_to(to);
          },
          nb::arg("out"), "Writes the counts by class and column.")
      .def_prop_ro("has_missing", [](const CountTable& self) { return !self.missing().empty(); })
      .def(
          "missing",
          [](const CountTable& self, const nb::object& out) {
            const Buffer buffer(out.ptr(), 2, true);
            const auto to = room(buffer, self.classes() * self.columns());
            for (double& cell : to) cell = 0;
            for (const auto& [cell, sum] : self.missing()) {
              to[static_cast<std::size_t>(cell)] = sum.to_double();
            }
          },
          nb::arg("out"), "Writes the weight of the rows without a value, by class and column.");
}

void bind_category_table(nb::module_& m) {
  bind_dense_table<CategoryTable>(m, "CategoryTable", "Counts of codes by class, exactly.")
      .def(
          "declare",
          [](CategoryTable& self, std::int64_t column, std::int64_t width) {
            if (column < 0 || column >= self.columns()) refuse_array("a column that is there");
            self.declare(column, width);
          },
          nb::arg("column"), nb::arg("width"), "Declares the codes below `width`.")
      .def("widths",
           [](const CategoryTable& self) {
             std::vector<std::int64_t> widths;
             for (std::int64_t j = 0; j < self.columns(); ++j) {
               widths.push_back(self.counts(j).columns());
             }
             return widths;
           })
      .def(
          "counts",
          [](const CategoryTable& self, std::int64_t column, const nb::object& out) {
            if (column < 0 || column >= self.columns()) refuse_array("a column that is there");
            const Buffer buffer(out.ptr(), 2, true);
            const SumGrid& counts = self.counts(column);
            counts.round_to(room(buffer, counts.classes() * counts.columns()).data());
          },
          nb::arg("column"), nb::arg("out"), "Writes the counts of a column by class and code.");
}

}  // namespace

void bind_tables(nb::module_& m) {
  bind_moment_table(m);
  bind_count_table(m);
  bind_category_table(m);
}

}  // namespace tally::bind
