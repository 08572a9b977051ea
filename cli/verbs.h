// The verbs of the command line. Each reads its arguments, does its work and returns, or throws.
#pragma once

namespace tally::cli {

/// What follows the verb.
struct Arguments {
  int count;
  char** values;
};

void fit(Arguments arguments);
void learn(Arguments arguments);
void forget(Arguments arguments);
void merge(Arguments arguments);
void predict(Arguments arguments);
void score(Arguments arguments);
void explain(Arguments arguments);
void show(Arguments arguments);
void schema(Arguments arguments);
void check(Arguments arguments);
void compact(Arguments arguments);
void copy(Arguments arguments);

/// Thrown when --help has been printed and nothing else is to be done.
struct HelpWasShown {};

}  // namespace tally::cli
