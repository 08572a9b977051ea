// SPDX-License-Identifier: Apache-2.0
#include "cli/drafted_table.h"

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <iterator>

#include "cli/options/mail_options.h"
#include "cli/print/output.h"
#include "cli/print/progress.h"
#include "cli/remedy.h"
#include "cli/two_passes.h"
#include "tally/inside/assess.h"
#include "tally/inside/draft.h"
#include "tally/inside/explain.h"
#include "tally/inside/model.h"

namespace tally::cli {

namespace {

// A schema from a JSON file or from a model, by content.
Schema load_schema(const std::string& path) {
  constexpr std::string_view kDatabase = "SQLite format 3";
  std::ifstream file(path, std::ios::binary);
  if (!file) throw_system_error(errno, "open", path);
  if (std::filesystem::is_directory(path)) throw_system_error(EISDIR, "read", path);
  std::string content(kDatabase.size(), '\0');
  file.read(content.data(), static_cast<std::streamsize>(content.size()));
  content.resize(static_cast<std::size_t>(file.gcount()));
  if (content == kDatabase) return load_model(path).counts.schema();
  content.append(std::istreambuf_iterator<char>(file), std::istreambuf_iterator<char>());
  return schema_from_json(content, path);
}

// A target without a value leaves nothing to infer its type from.
void check_has_target(const std::vector<ColumnSample>& samples, const std::string& target,
                      const std::string& consequence) {
  for (const ColumnSample& sample : samples) {
    if (sample.name != target || sample.cells > 0) continue;
    throw Error(ErrorKind::kData,
                "no row has a value of the target " + in_quotes(target) + consequence);
  }
}

std::function<Table()> reopener(const std::vector<std::string>& inputs, const Table& table) {
  if (!can_read_twice(inputs)) return {};
  return [inputs, options = table.options()] { return Table(inputs, options); };
}

DraftedTable open_mail_table(const std::vector<std::string>& inputs, const SchemaOptions& columns,
                             const std::string& schema_file) {
  if (inputs.size() > 1) {
    throw Error(ErrorKind::kUsage,
                "mail comes with its class, as in: fit mail --class ham=DIR --class spam=DIR; a "
                "table that is called mail is ./mail");
  }
  if (columns.any_of_tables()) {
    throw Error(ErrorKind::kUsage, "mail has its own columns: leave --target, --family … out");
  }
  if (!schema_file.empty() && columns.most_terms() != 0) {
    throw Error(ErrorKind::kUsage,
                "--schema says how many terms there may be: leave --max-terms out");
  }
  if (columns.classes().empty()) {
    throw Error(ErrorKind::kUsage, "which mail? Name it with --class ham=DIR --class spam=DIR");
  }
  SchemaDraft draft;
  draft.schema = schema_file.empty() ? capped_mail_schema(columns.pairs(), columns.most_terms())
                                     : load_schema(schema_file);
  return {open_mail(mail_by_class(columns.classes())), std::move(draft), {}, {}, {}, {}};
}

SchemaDraft drafted_anew(const DraftedTable& drafted, const std::vector<ColumnSample>& samples,
                         const std::vector<std::string>& missing) {
  SchemaDraft out = draft_schema(samples, drafted.declarations, missing);
  out.notes.insert(out.notes.end(), drafted.found.begin(), drafted.found.end());
  return out;
}

// A sample of all rows. REQUIRES: they can be read twice.
UncutRows uncut_rows(const DraftedTable& drafted, const std::vector<std::string>& columns) {
  const int threads = drafted.threads;
  std::vector<UncutRows> rows(static_cast<std::size_t>(threads),
                              UncutRows(drafted.draft.schema, columns));
  Table table = drafted.reopen();
  table.take_strays(drafted.draft.guessed);
  {
    const Progress progress(table);
    table.read_uncut(rows[0].schema(), threads, [&](const Batch& batch, int worker) {
      rows[static_cast<std::size_t>(worker)].add(batch);
      return Table::Finish{};
    });
  }
  for (std::size_t i = 1; i < rows.size(); ++i) rows[0].merge(rows[i]);
  return std::move(rows[0]);
}

// What nobody has said about how texts are cut, as a sample of all rows says where these can be read twice.
// `samples` are what the draft was made of.
void find_how_texts_are_cut(DraftedTable& drafted, const std::vector<ColumnSample>& samples) {
  const std::vector<std::string>& unspaced = drafted.draft.uncut;
  FoundCutting found;
  if (drafted.reopen && drafted.declarations.finds_cutting) {
    found = find_cutting(
        drafted.draft.schema, unspaced,
        [&](const std::vector<std::string>& columns) { return uncut_rows(drafted, columns); },
        drafted.threads);
  } else if (!unspaced.empty()) {
    found = {
        unspaced, Cutting::kWords, false,
        Remark{listed(unspaced) + ": cut into words, since standard input can be read only once "
                                  "and nothing else can be tried",
               {Remedy::in_words("name a file"), Remedy::of(RemedyKind::kNameCutting)}}};
  }
  if (!found.any()) return;
  if (found.remark) drafted.found.push_back(*found.remark);
  Declarations& told = drafted.declarations;
  for (const std::string& column : found.columns) {
    if (found.cutting) told.cuttings[column] = *found.cutting;
  }
  told.text.digits_alike = told.text.digits_alike || found.digits_alike;
  drafted.draft = drafted_anew(drafted, samples, drafted.draft.schema.missing);
}

// Whether a column is a text that was none before.
bool has_new_text(const Schema& before, const Schema& now) {
  return std::any_of(now.columns.begin(), now.columns.end(), [&](const ColumnSchema& column) {
    const ColumnSchema* const then = before.find(column.name);
    return column.is_a(Family::kText) && (then == nullptr || then->family != Family::kText);
  });
}

}  // namespace

DraftedTable open_table(const std::vector<std::string>& inputs, const DataOptions& data,
                        const SchemaOptions& columns, const std::string& schema_file,
                        const std::string& consequence) {
  if (inputs.front() == kMail) return open_mail_table(inputs, columns, schema_file);
  if (!columns.classes().empty() || columns.pairs() == MailPairs::kNo) {
    throw Error(ErrorKind::kUsage,
                std::string(columns.classes().empty() ? "--no-pairs" : "--class") +
                    " is about mail, as in: fit mail --class spam=DIR");
  }
  SchemaDraft draft;
  if (!schema_file.empty()) {
    if (columns.any()) {
      throw Error(ErrorKind::kUsage,
                  "--schema says what the columns are: leave --target, --family … out");
    }
    draft.schema = load_schema(schema_file);
    if (columns.count()) draft.schema = counted_as(*columns.count(), std::move(draft.schema));
    Table table(inputs, data.read_options(draft.schema.missing));
    std::function<Table()> reopen = reopener(inputs, table);
    return {std::move(table), std::move(draft), {}, {}, std::move(reopen), {}};
  }
  const Declarations declarations = columns.declarations();
  const std::vector<std::string> missing = columns.missing();
  Table table(inputs, data.read_options(missing));
  std::vector<ColumnSample> samples = table.sample();
  check_has_target(samples, declarations.target, consequence);
  draft = draft_schema(samples, declarations, missing);
  std::function<Table()> reopen = reopener(inputs, table);
  DraftedTable out{std::move(table), std::move(draft),  std::move(samples),
                   declarations,     std::move(reopen), {},
                   data.threads()};
  find_how_texts_are_cut(out, out.samples);
  return out;
}

namespace {

// What is not known yet is counted by value: few whole numbers, and columns that begin with blanks.
Schema optimistic(const SchemaDraft& draft) {
  Schema schema = counted_by_value(draft.schema, draft.open);
  for (const std::string& name : draft.undecided) {
    ColumnSchema column;
    column.name = name;
    column.type = ValueType::kText;
    column.family = Family::kCategorical;
    schema.columns.push_back(std::move(column));
  }
  return validated(std::move(schema));
}

// The first column that has to be read in another way.
[[noreturn]] void refuse_second_reading(const Schema& from, const Schema& to) {
  for (const ColumnSchema& column : to.columns) {
    const ColumnSchema* const before = from.find(column.name);
    if (before != nullptr && *before == column) continue;
    const std::string family(to_string(column.family));
    throw Error(ErrorKind::kUsage,
                "column " + in_quotes(column.name) + " holds " +
                    std::string(to_string(column.type)) +
                    "s, which its first part did not show, and standard input can be read "
                    "only once: say --family " +
                    in_quotes(column.name) + "=" + family + ", or name a file");
  }
  for (const ColumnSchema& column : from.columns) {
    if (to.find(column.name) != nullptr) continue;
    throw Error(ErrorKind::kUsage,
                "column " + in_quotes(column.name) +
                    " says nothing about the classes, which its first part did not show, and "
                    "standard input can be read only once: say --ignore " +
                    in_quotes(column.name) + ", or --sample 0, or name a file");
  }
  throw Error(ErrorKind::kDefect, "the schemas of two readings do not differ");
}

}  // namespace

Piece count_settled(DraftedTable& drafted, Recount recount, const CountRows& count) {
  if (drafted.samples.empty()) return count(drafted.table, drafted.draft.schema);
  // Where rows are wanted and can be read only once, few whole numbers stay gaussian.
  const bool may_open =
      recount == Recount::kRecast || recount == Recount::kSample || drafted.reopen;
  const Schema schema = may_open ? optimistic(drafted.draft) : drafted.draft.schema;
  const std::vector<std::string> guessed = drafted.draft.guessed;
  drafted.table.take_strays(guessed);
  Piece counted = count(drafted.table, schema);
  const std::vector<ColumnSample> whole =
      whole_samples(drafted.samples, counted.counts, drafted.table.strays(), counted.rows.rows);
  drafted.draft = drafted_anew(drafted, whole, schema.missing);
  if (has_new_text(schema, drafted.draft.schema)) find_how_texts_are_cut(drafted, whole);
  const Schema& settled = drafted.draft.schema;
  if (tally::recount(counted, settled, recount)) return counted;
  if (!drafted.reopen) refuse_second_reading(schema, settled);
  drafted.table = drafted.reopen();
  drafted.table.take_strays(guessed);
  return count(drafted.table, settled);
}

void draw_up_together(DraftedTable& drafted, std::size_t most_cells, int threads) {
  const Schema& schema = drafted.draft.schema;
  if (!schema.joint.empty() || schema.has_text()) return;
  if (!drafted.reopen) throw Error(ErrorKind::kDefect, "the input cannot be read twice");
  const std::vector<std::string> guessed = drafted.draft.guessed;
  const Piece first =
      count_settled(drafted, Recount::kSample, [&](Table& table, const Schema& columns) {
        return count_table(table, columns, threads, {RowSample(kRowsToDraft), false});
      });
  if (!first.counts.classes().empty()) {
    JointDraft draft = draw_up_joint(first.counts, first.sample, most_cells);
    for (const std::string& note : draft.notes()) drafted.draft.notes.push_back({note, {}});
    drafted.draft.schema = std::move(draft.schema);
  }
  drafted.samples.clear();  // nothing is guessed any more
  drafted.table = drafted.reopen();
  drafted.table.take_strays(guessed);
}

void note_texts_apart(DraftedTable& drafted) {
  if (drafted.draft.schema.has_text()) drafted.draft.notes.push_back({kTextsAreApart, {}});
}

void tell_notes(const SchemaDraft& draft) {
  for (const Remark& note : draft.notes) tell("note: " + by_options(note));
}

}  // namespace tally::cli
