// SPDX-License-Identifier: Apache-2.0
// sample: rows from the model's own distribution.
#include <algorithm>

#include "cli/print/csv_text.h"
#include "cli/print/output.h"
#include "cli/session.h"
#include "tally/inside/assess.h"
#include "tally/inside/base.h"

namespace tally::cli {

namespace {

constexpr std::int64_t kRowsAtATime = 1024;

std::string lines(const Sampler& sampler, std::int64_t first, std::int64_t end) {
  std::string out;
  Sampler::Cells cells;
  std::vector<std::string> texts;
  for (std::int64_t row = first; row < end; ++row) {
    sampler.draw(row, cells);
    texts.clear();
    for (const std::optional<Label>& cell : cells) texts.push_back(cell ? cell->to_string() : "");
    out += csv_line(texts);
  }
  return out;
}

}  // namespace

void sample(Arguments arguments) {
  std::string path, output_path;
  std::optional<std::int64_t> rows, seed;
  QuestionOptions question;
  Command command("sample",
                  "Draws rows from P(x, y): the class from the prior, each feature from its\n"
                  "distribution. The same seed gives the same rows on every machine.",
                  "tally sample iris.tally -n 5 --seed 1\n"
                  "tally sample iris.tally -n 1000 --estimate bayes -o made_up.csv");
  command.argument("MODEL", path, "the model");
  command.option("-n,--count", "N", rows, "how many rows (default 10)");
  command.option("--seed", "S", seed, "another seed draws other rows (default 0)");
  command.option("-o,--output", "FILE", output_path,
                 "where the rows go, as CSV (default: standard output)");
  question.attach(command);
  command.parse(arguments);
  const std::int64_t count = rows.value_or(10);
  if (count < 0) throw Error(ErrorKind::kUsage, "-n: the number of rows is zero or more");
  check_ending(output_path, {".csv", ".txt"});

  const Asked asked = ask(path, question, DecisionOptions{});
  const Sampler sampler(asked.model.counts, asked.question,
                        static_cast<std::uint64_t>(seed.value_or(0)));
  Output output(output_path);
  output.write(csv_line(sampler.columns()));
  std::int64_t next = 0;
  in_order(
      available_threads(),
      [&]() -> std::optional<std::int64_t> {
        if (next >= count) return std::nullopt;
        const std::int64_t first = next;
        next = std::min(count, next + kRowsAtATime);
        return first;
      },
      [&](std::int64_t first, int) {
        return lines(sampler, first, std::min(count, first + kRowsAtATime));
      },
      [&](const std::string& text) { output.write(text); });
  output.finish();
}

}  // namespace tally::cli
