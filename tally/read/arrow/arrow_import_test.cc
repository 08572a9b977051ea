// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <cmath>

#include "tally/base/error.h"
#include "tally/read.h"
#include "tally/read/arrow/arrow_abi.h"

namespace tally {
namespace {

// A column over buffers of the test's own.
struct Made {
  Made(const char* name, const char* format, std::int64_t length, std::vector<const void*> given)
      : buffers(std::move(given)) {
    schema.name = name;
    schema.format = format;
    array.length = length;
    array.n_buffers = static_cast<std::int64_t>(buffers.size());
    array.buffers = buffers.data();
  }
  std::vector<const void*> buffers;
  ArrowSchema schema{};
  ArrowArray array{};
};

struct MadeBatch {
  MadeBatch(const std::vector<Made*>& made, std::int64_t offset, std::int64_t length) {
    for (Made* column : made) {
      schemas.push_back(&column->schema);
      arrays.push_back(&column->array);
    }
    schema.format = "+s";
    schema.n_children = static_cast<std::int64_t>(made.size());
    schema.children = schemas.data();
    array->offset = offset;
    array->length = length;
    array->n_children = schema.n_children;
    array->children = arrays.data();
  }
  std::vector<ArrowSchema*> schemas;
  std::vector<ArrowArray*> arrays;
  ArrowSchema schema{};
  std::shared_ptr<ArrowArray> array = std::make_shared<ArrowArray>();
};

const double kNumbers[] = {1.5, 2.5, 3.5};
const std::int32_t kOffsets[] = {0, 2, 2, 3};
const char kTexts[] = "aab";

TEST(ArrowImport, NumbersLieWhereTheyLayAndTextsAreCoded) {
  Made numbers("x", "g", 3, {nullptr, kNumbers});
  Made texts("t", "u", 3, {nullptr, kOffsets, kTexts});
  MadeBatch made({&numbers, &texts}, 1, 2);
  const Batch batch = import_batch(made.schema, made.array, {});
  EXPECT_EQ(batch.rows, 2);
  EXPECT_EQ(std::get<Numbers>(*batch.find("x")).data, kNumbers + 1);
  const Codes& codes = std::get<Codes>(*batch.find("t"));
  EXPECT_EQ(codes.indices.at(0), -1);  // the empty text
  EXPECT_EQ(codes.dictionary->label(static_cast<std::int32_t>(codes.indices.at(1))),
            Label::of("b"));
  EXPECT_EQ(import_batch(made.schema, made.array, {"t"}).find("t"), nullptr);
}

TEST(ArrowImport, ChunksBecomeOneColumn) {
  Made first("x", "g", 3, {nullptr, kNumbers}), second("x", "g", 1, {nullptr, kNumbers});
  const auto unowned = [](ArrowArray& array) {
    return std::shared_ptr<const ArrowArray>(&array, [](const ArrowArray*) {});
  };
  std::shared_ptr<const void> owner;
  const Column column =
      import_column(first.schema, {unowned(first.array), unowned(second.array)}, "x", owner);
  EXPECT_EQ(std::get<Numbers>(column).at(2), 3.5);
  EXPECT_EQ(std::get<Numbers>(column).at(3), 1.5);
}

TEST(ArrowImport, TimesAndDurationsSayWhatTheyAre) {
  const std::int64_t amounts[] = {1500, -500};
  const std::int32_t days[] = {1, 2};
  Made moments("at", "tsm:", 2, {nullptr, amounts}), spans("took", "tDs", 2, {nullptr, amounts});
  Made dates("day", "tdD", 2, {nullptr, days}), numbers("n", "l", 2, {nullptr, amounts});
  MadeBatch made({&moments, &spans, &dates, &numbers}, 0, 2);
  const Batch batch = import_batch(made.schema, made.array, {});
  const auto column = [&](const char* name) { return std::get<Numbers>(*batch.find(name)); };
  EXPECT_EQ(column("at").holds, ValueType::kTime);
  EXPECT_EQ(column("at").at(1), -0.5);
  EXPECT_EQ(column("took").holds, ValueType::kDuration);
  EXPECT_EQ(column("took").at(0), 1500);
  EXPECT_EQ(column("day").holds, ValueType::kTime);
  EXPECT_EQ(column("day").at(1), 172800);
  EXPECT_EQ(column("n").holds, ValueType::kNumber);
  // Of a dictionary they are categories: the texts of the times.
  const std::int8_t codes[] = {1, 0};
  Made coded("at", "c", 2, {nullptr, codes});
  coded.schema.dictionary = &moments.schema;
  coded.array.dictionary = &moments.array;
  MadeBatch dictionary({&coded}, 0, 2);
  const Batch labels = import_batch(dictionary.schema, dictionary.array, {});
  EXPECT_EQ(cell_label(*labels.find("at"), 0), Label::of("1969-12-31T23:59:59.5"));
}

TEST(ArrowImport, RefusesWhatIsNested) {
  Made list("l", "+l", 1, {nullptr});
  MadeBatch made({&list}, 0, 1);
  EXPECT_THROW(import_batch(made.schema, made.array, {}), Error);
}

}  // namespace
}  // namespace tally
