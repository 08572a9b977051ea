// SPDX-License-Identifier: Apache-2.0
// learner MODEL FIRST COUNT: learns messages FIRST … FIRST + COUNT − 1 of a mailbox by chance, one
// transaction each, and prints the number of each once it is on disk.
// learner MODEL --create: makes an empty model.
// learner MODEL --expect FILE…: the model has exactly the messages whose numbers the files list, or
// one more for each file, the one after its last; and it is sound.
// learner MODEL --read SECONDS: looks messages up, and prints the longest wait in milliseconds.
#include <charconv>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <random>
#include <string>
#include <vector>

#include "tally/batch/table_testing.h"
#include "tally/inside/model.h"

namespace tally {
namespace {

using Clock = std::chrono::steady_clock;

const std::chrono::milliseconds kLong{60000};
constexpr std::int64_t kSample = 40;  // fewer than are learned

Schema schema() {
  TextOptions once;
  once.once = true;
  Schema out;
  out.columns = {text_feature("body"), text_feature("subject", once),
                 column_with_role("class", Role::kTarget, ValueType::kText)};
  return validated(out);
}

TestTable message(std::int64_t number) {
  std::mt19937_64 random(static_cast<std::uint64_t>(number));
  std::string body, subject = "number" + std::to_string(number);
  for (int i = 0; i < 60; ++i) {
    body += "w" + std::to_string(random() % (1 + random() % 5000)) + " ";
  }
  TestTable table;
  table.terms("body", {body}).terms("subject", {subject});
  table.texts("class", {number % 3 == 0 ? "spam" : "ham"});
  return table;
}

void learn(const std::string& path, std::int64_t first, std::int64_t count) {
  for (std::int64_t number = first; number < first + count; ++number) {
    const TestTable table = message(number);
    ModelLearner learner(path, kLong);
    learner.learn(table.batch());
    learner.commit();
    std::printf("%lld\n", static_cast<long long>(number));
    std::fflush(stdout);
  }
}

Model model_of(const std::vector<std::int64_t>& numbers) {
  Model model{Counts(schema()), ""};
  model.sample = RowSample(kSample);
  RowDigester digester(model.counts.schema());
  for (const std::int64_t number : numbers) {
    const TestTable table = message(number);
    model.counts.add(table.batch());
    digester.add(table.batch(), &model.digests, model.sample);
  }
  return model;
}

int expect(const std::string& path, const std::vector<std::string>& lists) {
  check_model(path, kLong);
  const Model found = load_model(path, kLong);
  std::vector<std::int64_t> numbers;
  int in_flight = 0;
  for (const std::string& list : lists) {
    std::ifstream lines(list);
    std::int64_t number = -1, last = -1;
    while (lines >> number) numbers.push_back(last = number);
    // The list is named by its first number, which is next if nothing was acknowledged.
    const std::size_t point = list.rfind('.');
    const std::int64_t next = last >= 0 ? last + 1 : std::atoll(list.c_str() + point + 1);
    const TestTable table = message(next);
    const std::string digest = RowDigester(schema()).digest(table.batch(), 0);
    for (const char* klass : {"ham", "spam"}) {
      if (found.digests.count({digest, klass}) == 0) continue;
      numbers.push_back(next);
      ++in_flight;
    }
  }
  if (to_bytes(found) != to_bytes(model_of(numbers))) {
    std::fprintf(stderr, "the model has not the %zu messages that were acknowledged\n",
                 numbers.size());
    return 1;
  }
  std::printf("%zu messages, %d of them not acknowledged\n", numbers.size(), in_flight);
  return 0;
}

void read(const std::string& path, double seconds) {
  const auto end = Clock::now() + std::chrono::duration<double>(seconds);
  double longest = 0;
  for (std::int64_t number = 0; Clock::now() < end; ++number) {
    const TestTable table = message(number);
    const auto start = Clock::now();
    ModelInPlace(path, kLong).counts_for(table.batch());
    longest =
        std::max(longest, std::chrono::duration<double, std::milli>(Clock::now() - start).count());
  }
  std::printf("%.0f\n", longest);
}

int run(const std::vector<std::string>& words) {
  const std::string& path = words[0];
  if (words[1] == "--create") return create_empty_model(schema(), path, kSample) ? 0 : 1;
  if (words[1] == "--expect") return expect(path, {words.begin() + 2, words.end()});
  if (words[1] == "--read") return read(path, std::atof(words[2].c_str())), 0;
  return learn(path, std::atoll(words[1].c_str()), std::atoll(words[2].c_str())), 0;
}

}  // namespace
}  // namespace tally

int main(int argc, char** argv) {
  try {
    if (argc < 3) return 64;
    return tally::run({argv + 1, argv + argc});
  } catch (const std::exception& error) {
    std::fprintf(stderr, "learner: %s\n", error.what());
    return 2;
  }
}
