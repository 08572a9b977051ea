// SPDX-License-Identifier: Apache-2.0
// The verbs of the command line. Each reads its arguments, does its work and returns, or throws.
#pragma once

#include <vector>

namespace tally::cli {

struct CommandText;

/// What follows the verb.
struct Arguments {
  int count;
  char** values;
  /// If it is there, the verb only fills it with its command line and throws HelpWasShown.
  CommandText* described = nullptr;
};

/// A line of the table of verbs.
struct Verb {
  const char* name;
  const char* summary;
  void (*run)(Arguments);
};

void fit(Arguments arguments);
void learn(Arguments arguments);
void forget(Arguments arguments);
void move(Arguments arguments);
void filter(Arguments arguments);
void import_mail(Arguments arguments);
void merge(Arguments arguments);
void tune(Arguments arguments);
void network(Arguments arguments);
void predict(Arguments arguments);
void score(Arguments arguments);
void cv(Arguments arguments);
void split(Arguments arguments);
void sweep(Arguments arguments);
void sample(Arguments arguments);
void rank(Arguments arguments);
void compare(Arguments arguments);
void report(Arguments arguments);
void export_model(Arguments arguments);
void explain(Arguments arguments);
void show(Arguments arguments);
void schema(Arguments arguments);
void tokens(Arguments arguments);
void check(Arguments arguments);
void compact(Arguments arguments);
void copy(Arguments arguments);
void serve(Arguments arguments);
void watch_mail(Arguments arguments);
void milter(Arguments arguments);
/// Tells about the verbs of the table; itself stands in it too.
void help(Arguments arguments, const std::vector<Verb>& verbs);

/// Thrown by a verb whose exit code says something: a filter's verdict.
struct Finished {
  int code;
};

/// Thrown when --help has been printed and nothing else is to be done.
struct HelpWasShown {};

}  // namespace tally::cli
