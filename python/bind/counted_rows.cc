// SPDX-License-Identifier: Apache-2.0
#include "counted_rows.h"

#include <nanobind/stl/shared_ptr.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/tuple.h>
#include <nanobind/stl/vector.h>

#include <array>
#include <cstring>
#include <stdexcept>
#include <string_view>

#include "arrow_streams.h"
#include "module.h"
#include "tally/inside/draft.h"

namespace tally::bind {

namespace nb = nanobind;

namespace {

template <class T>
nb::bytes bytes_of(const std::vector<T>& numbers) {
  return nb::bytes(numbers.data(), numbers.size() * sizeof(T));
}

struct TextBuffers {
  std::vector<std::int32_t> offsets{0};
  std::string bytes;

  void add(std::string_view text) {
    bytes += text;
    offsets.push_back(static_cast<std::int32_t>(bytes.size()));
  }
};

// One batch on its way out.
class RowBuffers {
 public:
  void add(const PieceRow& row) {
    const std::array texts{row.tally, row.part, row.key, row.klass, row.evidence};
    for (std::size_t i = 0; i < texts.size(); ++i) {
      texts_[i].add(texts[i]);
      most_bytes_ = std::max(most_bytes_, texts_[i].bytes.size());
    }
    exponents_.push_back(row.exponent);
    amounts_.push_back(row.amount);
  }
  std::int64_t size() const { return static_cast<std::int64_t>(amounts_.size()); }
  /// Whether there is no room for many bytes more: offsets have 32 bits.
  bool is_heavy() const { return most_bytes_ > kHeavy; }
  nb::tuple take() {
    const auto offsets = [&](std::size_t i) { return bytes_of(texts_[i].offsets); };
    const auto text = [&](std::size_t i) {
      return nb::bytes(texts_[i].bytes.data(), texts_[i].bytes.size());
    };
    nb::tuple out = nb::make_tuple(size(), offsets(0), text(0), offsets(1), text(1), offsets(2),
                                   text(2), offsets(3), text(3), bytes_of(exponents_),
                                   bytes_of(amounts_), offsets(4), text(4));
    *this = {};
    return out;
  }

 private:
  static constexpr std::size_t kHeavy = std::size_t{1} << 26;

  std::array<TextBuffers, 5> texts_;
  std::vector<std::int32_t> exponents_;
  std::vector<std::int64_t> amounts_;
  std::size_t most_bytes_ = 0;
};

// A column of a batch on its way in.
class ArrowCells {
 public:
  ArrowCells(const StreamContents& stream, const ArrowArray& batch, std::string_view name) {
    for (std::int64_t i = 0; i < stream.schema->n_children; ++i) {
      if (name != stream.schema->children[i]->name) continue;
      array_ = batch.children[i];
      format_ = stream.schema->children[i]->format;
      first_ = batch.offset + array_->offset;
    }
    if (array_ == nullptr) {
      throw std::invalid_argument("the rows of a piece have no column " + std::string(name));
    }
  }

  const ArrowCells& as(std::string_view formats) const {
    if (format_.size() == 1 && formats.find(format_) != std::string_view::npos) return *this;
    throw std::invalid_argument("a column of the rows of a piece has the type " + format_);
  }
  std::string_view text(std::int64_t row) const {
    return format_ == "U" ? text_by<std::int64_t>(row) : text_by<std::int32_t>(row);
  }
  template <class T>
  T number(std::int64_t row) const {
    return load<T>(1, first_ + row);
  }

 private:
  template <class T>
  T load(std::size_t buffer, std::int64_t at) const {
    T out;
    std::memcpy(&out, static_cast<const T*>(array_->buffers[buffer]) + at, sizeof out);
    return out;
  }
  template <class Offset>
  std::string_view text_by(std::int64_t row) const {
    const auto begin = load<Offset>(1, first_ + row), end = load<Offset>(1, first_ + row + 1);
    return {static_cast<const char*>(array_->buffers[2]) + begin,
            static_cast<std::size_t>(end - begin)};
  }

  const ArrowArray* array_ = nullptr;
  std::string format_;
  std::int64_t first_ = 0;
};

void add_batch(PieceSum& sum, const StreamContents& stream, const ArrowArray& batch) {
  const auto texts = [&](const char* name) { return ArrowCells(stream, batch, name).as("uU"); };
  const ArrowCells tally = texts("tally"), part = texts("part"), key = texts("key"),
                   klass = texts("klass"), evidence = texts("evidence"),
                   exponent = ArrowCells(stream, batch, "exponent").as("i"),
                   amount = ArrowCells(stream, batch, "amount").as("l");
  for (std::int64_t row = 0; row < batch.length; ++row) {
    sum.add({tally.text(row), part.text(row), key.text(row), klass.text(row),
             exponent.number<std::int32_t>(row), amount.number<std::int64_t>(row),
             evidence.text(row)});
  }
}

// Rows of mail have one schema, and no text of it.
constexpr const char* kMail = "mail";

constexpr const char* kPacksType =
    "def packs(self, most_shares: int) -> list[tuple[int, int, bytes]]";
constexpr const char* kPacks =
    "What was counted, as it travels: the number of shares and the share of each pack, and its "
    "bytes; the sample of rows "
    "has 0 shares. Ends the counter.";

Schema schema_in(const std::string& json) {
  return json == kMail ? mail_schema() : validated(schema_from_json(json, ""));
}

}  // namespace

KeptParts parts_of(const Kept& kept) {
  return {kept.sample.most(), kept.sample.below(), kept.digests};
}

Kept kept_of(const KeptParts& parts) {
  Kept kept{RowSample(std::get<0>(parts)), std::get<2>(parts)};
  kept.sample.set_below(std::get<1>(parts));
  return kept;
}

nb::list rows_of(const Piece& piece, std::int64_t at_a_time) {
  nb::list out;
  RowBuffers rows;
  for_each_row(piece, [&](const PieceRow& row) {
    rows.add(row);
    if (rows.size() >= at_a_time || rows.is_heavy()) out.append(rows.take());
  });
  if (rows.size() > 0) out.append(rows.take());
  return out;
}

namespace {

// Puts packs into a list of Python's, while others may run.
template <class F>
nb::list listed(F&& for_each) {
  nb::list out;
  const nb::gil_scoped_release unlocked;
  for_each([&](const PiecePack& pack) {
    const nb::gil_scoped_acquire locked;
    out.append(
        nb::make_tuple(pack.shares, pack.share, nb::bytes(pack.bytes.data(), pack.bytes.size())));
  });
  return out;
}

}  // namespace

nb::list packs_of(Piece piece, std::int32_t most_shares) {
  if (most_shares < 1) throw std::invalid_argument("expected one share or more");
  return listed([&](const auto& f) { for_each_pack(std::move(piece), most_shares, f); });
}

nb::list RowSum::packs() {
  return listed([&](const auto& f) { std::move(sum_).for_each_pack(f); });
}

void FrameCounter::add(const Frames& frames) {
  for (const auto& frame : frames) {
    pieces_.for_each(
        frame->batch(), 0, frame->rows(),
        [&](const Batch& piece, std::int64_t) { counter_.add(piece); }, pieces_.rows_to_count());
  }
}

void MailCounter::add(std::string_view message, const std::string& klass) {
  const std::string_view fault = mail_class_fault(klass);
  if (!fault.empty()) throw Error(ErrorKind::kData, std::string(fault));
  Batch row = row_.of(message);
  const std::vector<std::int32_t> code{classes_->code(Label::of(std::string_view(klass)))};
  row.columns.push_back({kMailTarget, Codes::of(code, classes_)});
  counter_.add(row);
}

void RowSum::add(const nb::object& capsule) {
  const StreamContents stream = read_stream(capsule);
  if (std::string_view(stream.schema->format) != "+s") {
    throw std::invalid_argument("expected the rows of a piece, found a single column");
  }
  const nb::gil_scoped_release unlocked;
  for (const auto& batch : stream.arrays) add_batch(sum_, stream, *batch);
}

Model fitted(Piece piece) {
  Model model = model_of(std::move(piece));
  if (model.counts.schema().has_text()) model.unicode.insert(cutter_of(model.counts.schema()));
  tune_model(model);
  return model;
}

bool change_file(const std::string& path, const Piece& piece, bool forgets,
                 const nb::callable& parameters) {
  bool is_changed = false;
  const nb::gil_scoped_release unlocked;
  change_model(path, [&](Model& model) {
    {
      const nb::gil_scoped_acquire locked;
      const nb::object kept = parameters(model.parameters);
      if (kept.is_none()) return;
      model.parameters = nb::cast<std::string>(kept);
    }
    forgets ? tally::forget(model, piece)
            : tally::learn(model, piece, cutter_of(model.counts.schema()));
    is_changed = true;
  });
  return is_changed;
}

void bind_counted_rows(nb::module_& m) {
  const auto without_gil = [](auto&& f) {
    const nb::gil_scoped_release unlocked;
    return f();
  };
  nb::class_<Piece>(m, "Piece", "What some rows add to a model.")
      .def_prop_ro("rows_counted", [](const Piece& self) { return self.rows.rows; })
      .def_prop_ro("rows_without_target",
                   [](const Piece& self) { return self.rows.without_target; })
      .def("rows", &rows_of, nb::arg("at_a_time"),
           "Batches: the number of rows and the buffers of their columns.")
      .def(
          "merge",
          [=](Piece& self, const Piece& other) { without_gil([&] { tally::merge(self, other); }); },
          nb::arg("other"))
      .def("copy", [](const Piece& self) { return Piece(self); })
      .def(
          "weighs_nothing", [](const Piece& self) { return self.counts.total_weight().is_zero(); },
          "Whether there is no row, or none of a weight above zero.")
      .def(
          "model",
          [=](const Piece& self) { return without_gil([&] { return TableModel(fitted(self)); }); },
          "The model of these rows alone, with its rule.");
  nb::class_<FrameCounter>(m, "Counter", "Counts frames.")
      .def(
          "__init__",
          [](FrameCounter* self, const std::string& schema, const KeptParts& kept) {
            new (self) FrameCounter(schema_in(schema), kept_of(kept));
          },
          nb::arg("schema"), nb::arg("kept"))
      .def(
          "add",
          [=](FrameCounter& self, const Frames& frames) { without_gil([&] { self.add(frames); }); },
          nb::arg("frames"))
      .def("finish", [=](FrameCounter& self) { return without_gil([&] { return self.finish(); }); })
      .def(
          "packs",
          [](FrameCounter& self, std::int32_t most_shares) {
            return packs_of(self.finish(), most_shares);
          },
          nb::arg("most_shares"), nb::sig(kPacksType), kPacks);
  nb::class_<MailCounter>(m, "MailCounter", "Counts messages.")
      .def(
          "__init__",
          [](MailCounter* self, const KeptParts& kept) { new (self) MailCounter(kept_of(kept)); },
          nb::arg("kept"))
      .def(
          "add",
          [](MailCounter& self, const nb::bytes& message, const std::string& klass) {
            const std::string_view bytes(message.c_str(), message.size());
            const nb::gil_scoped_release unlocked;
            self.add(bytes, klass);
          },
          nb::arg("message"), nb::arg("klass"))
      .def("finish", [=](MailCounter& self) { return without_gil([&] { return self.finish(); }); })
      .def(
          "packs",
          [](MailCounter& self, std::int32_t most_shares) {
            return packs_of(self.finish(), most_shares);
          },
          nb::arg("most_shares"), nb::sig(kPacksType), kPacks);
  nb::class_<RowSum>(m, "RowSum", "Adds rows of pieces up.")
      .def(
          "__init__",
          [](RowSum* self, const std::string& schema, const KeptParts& kept) {
            new (self) RowSum(schema_in(schema), kept_of(kept));
          },
          nb::arg("schema"), nb::arg("kept"))
      .def("add", &RowSum::add, nb::arg("capsule"), "The rows of an Arrow stream.")
      .def(
          "add_pack",
          [](RowSum& self, const nb::bytes& pack) {
            const std::string_view bytes(pack.c_str(), pack.size());
            const nb::gil_scoped_release unlocked;
            self.add_pack(bytes);
          },
          nb::arg("pack"), "A pack that a counter or another sum has given.")
      .def(
          "rows",
          [](const RowSum& self, std::int64_t at_a_time) {
            return rows_of(self.some(), at_a_time);
          },
          nb::arg("at_a_time"), "What has been added so far, as Piece.rows tells it.")
      .def("packs", &RowSum::packs, nb::sig("def packs(self) -> list[tuple[int, int, bytes]]"),
           "What has been added, in one share and the sample's; nothing can be added afterwards.")
      .def("finish", [=](RowSum& self) { return without_gil([&] { return self.finish(); }); });
  m.def(
      "usual_kept",
      [](const std::string& schema) {
        const Schema checked = schema_in(schema);
        const bool weighted = counting_of(checked) != Counting::kNaive;
        return parts_of({RowSample(usual_sample(checked, weighted)), false});
      },
      nb::arg("schema"), "What a fit under this schema keeps of rows.");
  m.def(
      "kept_to_change",
      [](const TableModel& model, bool forgets) {
        return parts_of(forgets ? kept_to_forget(model.model()) : kept_to_learn(model.model()));
      },
      nb::arg("model"), nb::arg("forgets"),
      "What of rows has to be at hand for the model to learn or forget them.");
  m.def("change_file", &change_file, nb::arg("path"), nb::arg("piece"), nb::arg("forgets"),
        nb::arg("parameters"),
        "Lets the model of a file learn or forget a piece, unless parameters says None.");
}

}  // namespace tally::bind
