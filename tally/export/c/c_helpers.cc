// SPDX-License-Identifier: Apache-2.0
#include "tally/export/c/c_helpers.h"

#include <fmt/format.h>

#include "tally/export/c/c_words.h"

namespace tally {

std::string c_helpers(const Sheet& sheet, const std::string& name) {
  const std::string temper =
      sheet.is_weighted()
          ? fmt::format(
                "  double most = said[0];\n  for (k = 1; k < {0}_CLASSES; ++k) most = "
                "said[k] > most ? said[k] : most;\n  for (k = 0; k < {0}_CLASSES; ++k) {{\n"
                "    if (said[k] < most - {1}) said[k] = most - {1};\n{2}  }}\n",
                name, c_number(Sheet::kMostAgainst),
                sheet.has_impossible ? "    if (isinf(most)) said[k] = 0.0;\n" : "")
          : "";
  const std::string impossible =
      sheet.has_impossible
          ? fmt::format(
                "  if (z[most] == -INFINITY) {{\n    for (k = 0; k < {0}_CLASSES; ++k) p[k] = "
                "0.0;\n    return -1;\n  }}\n",
                name)
          : "";
  return "\n" + fmt::format(
                    R"(static inline void {0}_say(const double *says, double *said) {{
  int k;
  for (k = 0; k < {0}_CLASSES; ++k) said[k] = says == NULL ? 0.0 : says[k];
}}
static inline void {0}_hear(double *said, double weight, double *z) {{
  int k;
{1}  for (k = 0; k < {0}_CLASSES; ++k) z[k] += weight * said[k];
}}
static inline long {0}_place(const char *cell, const char *const *values, size_t count) {{
  size_t first = 0;
  while (count > 0) {{
    const size_t half = count / 2;
    const int order = strcmp(values[first + half], cell);
    if (order == 0) return (long)(first + half);
    if (order < 0) {{
      first += half + 1;
      count -= half + 1;
    }} else {{
      count = half;
    }}
  }}
  return -1;
}}
static inline const double *{0}_text(const char *cell, const char *const *values, size_t count,
                                     const double *says, const double *unseen) {{
  const long place = {0}_place(cell, values, count);
  return place < 0 ? unseen : says + (size_t)place * {0}_CLASSES;
}}
static inline const double *{0}_number(double cell, const double *values, size_t count,
                                       const double *says, const double *unseen) {{
  size_t i;
  for (i = 0; i < count; ++i) {{
    if (values[i] == cell) return says + i * {0}_CLASSES;
  }}
  return unseen;
}}
static inline const double *{0}_bin(double cell, const double *cuts, size_t count, const double *says) {{
  size_t bin = 0;
  while (bin < count && cell > cuts[bin]) ++bin;
  return says + bin * {0}_CLASSES;
}}
static inline void {0}_count(double cell, const double *says, double *said) {{
  int k;
  if (!(cell > 0)) return;
  for (k = 0; k < {0}_CLASSES; ++k) said[k] += cell * says[k];
}}
static inline double {0}_normal(double x, double mean, double deviation) {{
  const double away = (x - mean) / deviation;
  return -log(deviation) - 0.5 * away * away;
}}
static inline double {0}_student(double x, double degrees, double location, double scale, double constant) {{
  const double away = (x - location) / scale;
  return constant - 0.5 * (degrees + 1.0) * log1p(away * away / degrees);
}}
static inline double {0}_times(double x, double log_p) {{
  return x > 0 ? x * log_p : 0.0;
}}
/* The logarithm of a (a + 1) ... (a + x - 1), without the cancellation of lgamma(a + x) - lgamma(a). */
static inline double {0}_tail(double y) {{
  const double t = 1.0 / y, u = t * t;
  return t * (1.0 / 12 + u * (-1.0 / 360 + u * (1.0 / 1260 + u * (-1.0 / 1680 + u / 1188))));
}}
static inline double {0}_rising(double a, double x) {{
  double raised = 0.0;
  int i;
  for (i = 0; a < 16.0 && i < 16; ++i) raised += log((a + i) / (a + x + i));
  if (a < 16.0) a += 16.0;
  return raised + x * (log(a + x) - 1.0) + (a - 0.5) * log1p(x / a) + {0}_tail(a + x) - {0}_tail(a);
}}
static inline double {0}_rise(double x, const double *a, double sign, double *said) {{
  int k;
  if (!(x > 0)) return 0.0;
  for (k = 0; k < {0}_CLASSES; ++k) said[k] += sign * {0}_rising(a[k], x);
  return x;
}}
static inline double {0}_spread(double x, double e, double a, double b, double rate) {{
  if (a == 0) return {0}_times(x, log(rate)) - rate;
  return {0}_rising(a, x) - a * log1p(e / b) - x * log(b + e);
}}
static inline int {0}_share(const double *z, double *p) {{
  int k, most = 0;
  double sum = 0;
  for (k = 1; k < {0}_CLASSES; ++k) most = z[k] > z[most] ? k : most;
{2}  for (k = 0; k < {0}_CLASSES; ++k) sum += p[k] = exp(z[k] - z[most]);
  for (k = 0; k < {0}_CLASSES; ++k) p[k] /= sum;
  return most;
}}
)",
                    name, temper, impossible);
}

}  // namespace tally
