// SPDX-License-Identifier: Apache-2.0
#include "tally/model/stored_joint.h"

#include <algorithm>
#include <utility>

#include "tally/count/joint/joint_key.h"
#include "tally/model/model_tables.h"
#include "tally/model/stored_histograms.h"
#include "tally/model/sum_adder.h"

namespace tally {

namespace {

std::string cuts_text(const std::vector<double>& cuts) {
  std::string out;
  for (const double cut : cuts) out += (out.empty() ? "" : ",") + shortest(cut);
  return out.empty() ? "-" : out;
}

// What stands before a separator; both are taken off.
std::string_view taken(std::string_view& text, char separator) {
  const std::size_t end = std::min(text.find(separator), text.size());
  const std::string_view out = text.substr(0, end);
  text.remove_prefix(std::min(end + 1, text.size()));
  return out;
}

double number_in(const RowReader& row, std::string_view text) {
  const std::optional<double> number = parse_number(text);
  if (!number) row.wrong("the number " + in_quotes(text) + " of columns that are counted together");
  return *number;
}

std::vector<double> cuts_in(const RowReader& row, std::string_view text) {
  std::vector<double> out;
  if (text == "-") return out;
  while (!text.empty()) out.push_back(number_in(row, taken(text, ',')));
  return out;
}

void read_line(const RowReader& row, std::string_view line, JointSchema& joint) {
  const std::string_view kind = taken(line, ' ');
  if (kind == "grid") {
    GridColumn column;
    column.cuts = cuts_in(row, taken(line, ' '));
    column.name = name_in_line(line);
    return joint.grid.push_back(std::move(column));
  }
  if (kind == "scaled") {
    ScaledColumn column;
    column.mean = number_in(row, taken(line, ' '));
    column.spread = number_in(row, taken(line, ' '));
    column.name = name_in_line(line);
    return joint.scaled.push_back(std::move(column));
  }
  const std::optional<std::vector<std::string>> names = parted_key(name_in_line(line));
  if (kind != "triple" || !names || names->size() != 3) {
    row.wrong("columns that are counted together as " + in_quotes(kind));
  }
  joint.triples.push_back({(*names)[0], (*names)[1], (*names)[2]});
}

}  // namespace

std::string stored_joint(const Schema& schema) {
  std::string out;
  const auto add = [&](const std::string& line) { out += (out.empty() ? "" : "\n") + line; };
  for (const GridColumn& column : schema.joint.grid) {
    add("grid " + cuts_text(column.cuts) + ' ' + line_of_name(column.name));
  }
  for (const Triple& triple : schema.joint.triples) {
    add("triple " + line_of_name(joined_key(triple)));
  }
  for (const ScaledColumn& column : schema.joint.scaled) {
    add("scaled " + shortest(column.mean) + ' ' + shortest(column.spread) + ' ' +
        line_of_name(column.name));
  }
  return out;
}

void read_joint(Database& db, Schema& schema) {
  RowReader row(db, kMetaTable, {kJointKey});
  if (!row.next()) return;
  std::string_view left = row.text(1);
  while (!left.empty()) read_line(row, taken(left, '\n'), schema.joint);
  // What was in another form or order does not come out the same again.
  Schema again = soundly(db, [&] { return validated(schema); });
  if (row.text(1).empty() || stored_joint(again) != row.text(1)) {
    row.wrong("a list of columns that are counted together that is not in canonical form");
  }
}

}  // namespace tally
