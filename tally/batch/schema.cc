// SPDX-License-Identifier: Apache-2.0
#include "tally/batch/schema.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <map>
#include <set>
#include <utility>

#include "tally/base/error.h"
#include "tally/batch/bin_cuts.h"
#include "tally/batch/parse_name.h"

namespace tally {

namespace {

constexpr std::array kRoleNames{"feature", "target", "weight", "exposure"};
constexpr std::array kCountingNames{"naive", "weighted", "full"};

[[noreturn]] void refuse(const std::string& sentence, std::vector<Remedy> remedies = {}) {
  throw Error(ErrorKind::kUsage, Remark{sentence, std::move(remedies)});
}

bool has_option(const ColumnSchema& column, FamilyOption option) {
  return column.role == Role::kFeature && facts_of(column.family).option == option;
}

bool has_threshold(const ColumnSchema& column) {
  return has_option(column, FamilyOption::kThreshold) && column.type == ValueType::kNumber;
}

void check_feature(const Schema& schema, const ColumnSchema& column) {
  const std::string name = "column " + in_quotes(column.name);
  const std::string family(to_string(column.family));
  if (!facts_of(column.family).takes(column.type)) {
    const bool is_time = column.type > ValueType::kText;
    std::vector<Remedy> remedies{Remedy::family(column.name, is_time ? "gaussian" : "categorical"),
                                 Remedy::ignore(column.name)};
    if (is_time && facts_of(column.family).cells == CellKind::kLabel) {
      remedies.insert(remedies.begin(), Remedy::in_words("give it the type \"text\""));
    }
    refuse(name + " holds " + std::string(to_string(column.type)) + "s, which cannot be " + family,
           std::move(remedies));
  }
  const FamilyOption option = facts_of(column.family).option;
  if (!column.group.empty() && option != FamilyOption::kGroup) {
    refuse(name + " is " + family + ": only multinomial columns stand in a group");
  }
  if (!column.exposure.empty() && option != FamilyOption::kExposure) {
    refuse(name + " is " + family + ": only poisson columns have an exposure");
  }
  if (column.binarize && !std::isfinite(*column.binarize)) {
    refuse(name + " is to be split at " + shortest(*column.binarize) +
           ", which is not a finite number");
  }
  if (option == FamilyOption::kCuts) {
    if (const std::string why = fault_of_cuts(column.cuts); !why.empty()) {
      refuse(name + " is binned, and " + why);
    }
  } else if (!column.cuts.empty()) {
    refuse(name + " is " + family + ": only binned columns are cut");
  }
  // So written, a NaN is refused.
  if (!(std::abs(column.origin) <= kMostOrigin)) {
    refuse("the histogram of " + name + " is to have the origin " + shortest(column.origin) +
           "; expected a finite number up to " + shortest(kMostOrigin) + " in size");
  }
  if (const std::string why = impossibility(column.text); !why.empty()) refuse(name + ": " + why);
  if (!column.exposure.empty()) {
    const ColumnSchema* exposure = schema.find(column.exposure);
    if (exposure == nullptr || exposure->role != Role::kExposure) {
      refuse(name + " names the exposure " + in_quotes(column.exposure) +
             ", which is not such a column");
    }
  }
  if (!column.values.empty() && facts_of(column.family).cells != CellKind::kLabel) {
    refuse(name + " is " + family + ": values can be declared for the target and for categorical " +
               "columns only",
           {Remedy::family(column.name, "categorical")});
  }
}

template <class T>
void sort_and_unite(std::vector<T>& items) {
  std::sort(items.begin(), items.end());
  items.erase(std::unique(items.begin(), items.end()), items.end());
}

// Brings a column into the one form that its meaning has: without what its role and family do not
// use, so that schemas are equal if and only if they mean the same.
void make_canonical(ColumnSchema& column) {
  sort_and_unite(column.values);
  if (column.role != Role::kFeature) {
    column.family = ColumnSchema{}.family;
    column.group.clear();
    column.exposure.clear();
    if (column.role != Role::kTarget) column.values.clear();
  } else if (has_option(column, FamilyOption::kGroup) && column.group.empty()) {
    column.group = to_string(column.family);
  }
  if (!has_threshold(column)) column.binarize.reset();
  if (column.role != Role::kFeature) column.cuts.clear();
  for (double& cut : column.cuts) cut += 0.0;  // not −0
  if (!has_option(column, FamilyOption::kText)) column.text = {};
  if (column.text.tokens != TokenKind::kGiven) column.text.given = {};
  if (!may_have_histogram(column)) column.histogram = false;
  if (!column.histogram || column.origin == 0) column.origin = 0;  // not −0
  if (column.binarize == 0.0) column.binarize = 0.0;               // nor here
}

bool role_takes(Role role, ValueType type) {
  if (role == Role::kTarget) return type <= ValueType::kText;
  if (role == Role::kExposure && type == ValueType::kDuration) return true;
  return role == Role::kFeature || type == ValueType::kNumber;
}

void check_types(const ColumnSchema& column) {
  const std::string holds = " holds " + std::string(to_string(column.type)) + "s";
  for (const Label& value : column.values) {
    if (value.type() != column.type) {
      refuse("column " + in_quotes(column.name) + holds + ": the declared value " +
             in_quotes(value.to_string()) + " is none");
    }
  }
  if (!role_takes(column.role, column.type)) {
    refuse("column " + in_quotes(column.name) + " is to be the " +
           std::string(to_string(column.role)) + " but" + holds);
  }
}

bool asks_for_pairs(const ColumnSchema& column) {
  return has_option(column, FamilyOption::kText) && column.text.pairs;
}

bool is_given(const ColumnSchema& column) {
  return has_option(column, FamilyOption::kText) && column.text.tokens == TokenKind::kGiven;
}

void check_histogram_name(const Schema& schema, const ColumnSchema& column,
                          const std::set<std::string_view>& groups) {
  if (!column.histogram) return;
  const std::string name = histogram_of(column.name);
  const std::string sentence =
      "the histogram of the column " + in_quotes(column.name) + " is called " + in_quotes(name);
  if (schema.find(name) != nullptr)
    refuse(sentence + ", and so is a column", {Remedy::ignore(name)});
  if (groups.count(name) > 0) {
    refuse(sentence + ", and so is a multinomial group", {Remedy::of(RemedyKind::kNameGroup)});
  }
}

void check_tally_names(const Schema& schema) {
  std::set<std::string_view> groups;
  for (const ColumnSchema& column : schema.columns) groups.insert(column.group);
  for (const ColumnSchema& column : schema.columns) {
    if (asks_for_pairs(column) && schema.find(pairs_of(column.name)) != nullptr) {
      refuse("the pairs of the text " + in_quotes(column.name) + " are called " +
                 in_quotes(pairs_of(column.name)) + ", and so is a column",
             {Remedy::ignore(pairs_of(column.name))});
    }
    check_histogram_name(schema, column, groups);
    if (column.group.empty()) continue;
    const ColumnSchema* namesake = schema.find(column.group);
    if (namesake != nullptr && namesake->role == Role::kFeature && namesake->group.empty()) {
      refuse("the multinomial group " + in_quotes(column.group) + " has the name of a column",
             {Remedy::of(RemedyKind::kNameGroup)});
    }
  }
}

std::string describe(const ColumnSchema& column) {
  std::string out = column.role == Role::kFeature ? std::string(to_string(column.family))
                                                  : "the " + std::string(to_string(column.role));
  out += " over " + std::string(to_string(column.type)) + "s";
  if (!column.group.empty()) out += " in the group " + in_quotes(column.group);
  if (!column.exposure.empty()) out += " with the exposure " + in_quotes(column.exposure);
  if (has_threshold(column)) {
    out += column.binarize ? " (x > " + shortest(*column.binarize) + ")" : " (0 or 1)";
  }
  if (has_option(column, FamilyOption::kCuts)) out += " (" + text_of_cuts(column.cuts) + ")";
  if (has_option(column, FamilyOption::kText)) out += " (" + to_string(column.text) + ")";
  if (!column.values.empty()) {
    out += " with the values";
    for (const Label& value : column.values) out += " " + value.to_string();
  }
  if (column.histogram) {
    out += " with a histogram";
    if (column.origin != 0) out += " from the origin " + shortest(column.origin);
  }
  return out;
}

std::string join(const std::vector<std::string>& texts) {
  std::string out;
  for (const std::string& text : texts) out += (out.empty() ? "" : ", ") + in_quotes(text);
  return out.empty() ? "no mark" : out;
}

}  // namespace

std::string_view to_string(Role role) { return kRoleNames[static_cast<std::size_t>(role)]; }
std::optional<Role> parse_role(std::string_view text) { return parse_name<Role>(kRoleNames, text); }

const ColumnSchema* Schema::find(std::string_view name) const {
  const auto at =
      std::lower_bound(columns.begin(), columns.end(), name,
                       [](const ColumnSchema& c, std::string_view n) { return c.name < n; });
  return at != columns.end() && at->name == name ? &*at : nullptr;
}

ValueType Schema::type_of(std::string_view name) const {
  const ColumnSchema* const column = find(name);
  return column == nullptr ? ValueType::kText : column->type;  // the pairs of a text
}

const ColumnSchema& Schema::target() const {
  return *std::find_if(columns.begin(), columns.end(),
                       [](const ColumnSchema& c) { return c.role == Role::kTarget; });
}

const ColumnSchema* Schema::weight() const {
  const auto at = std::find_if(columns.begin(), columns.end(),
                               [](const ColumnSchema& c) { return c.role == Role::kWeight; });
  return at == columns.end() ? nullptr : &*at;
}

bool Schema::has_text() const {
  return std::any_of(columns.begin(), columns.end(),
                     [](const ColumnSchema& c) { return has_option(c, FamilyOption::kText); });
}

bool Schema::has_given_terms() const {
  return std::any_of(columns.begin(), columns.end(), is_given);
}

RowTraits Schema::row_traits() const {
  const auto at = std::find_if(columns.begin(), columns.end(), is_given);
  return at == columns.end() ? RowTraits{} : at->text.given.rows;
}

bool Schema::has_pairs() const {
  return std::any_of(columns.begin(), columns.end(), asks_for_pairs);
}

std::vector<TallySpec> Schema::tallies() const {
  std::map<std::string, TallySpec> by_name;
  for (const ColumnSchema& column : cut_columns()) {
    if (column.role != Role::kFeature) continue;
    const bool grouped = has_option(column, FamilyOption::kGroup);
    TallySpec& spec = by_name[grouped ? column.group : column.name];
    spec.family = column.family;
    spec.columns.push_back(column.name);
    spec.exposure = column.exposure;
    if (!spec.exposure.empty()) spec.exposure_type = type_of(spec.exposure);
    spec.binarize = column.binarize;
    spec.cuts = column.cuts;
    spec.text = column.text;
    spec.is_pairs = column.text.given.is_pairs || find(column.name) == nullptr;
    spec.type = grouped ? ValueType::kText : column.type;
    if (grouped) {
      spec.values.push_back(Label::of(column.name));
    } else {
      spec.values = column.values;
    }
  }
  std::vector<TallySpec> out;
  for (auto& [name, spec] : by_name) {
    spec.name = name;
    out.push_back(std::move(spec));
  }
  return out;
}

std::vector<TallySpec> Schema::tallies_beside() const {
  std::vector<TallySpec> out;
  for (const ColumnSchema& column : columns) {
    if (!column.histogram) continue;
    TallySpec spec;
    spec.name = histogram_of(column.name);
    spec.columns = {column.name};
    spec.type = column.type;
    spec.beside = Beside::kHistogram;
    spec.origin = column.origin;
    out.push_back(std::move(spec));
  }
  for (TallySpec& spec : joint_tallies(*this)) out.push_back(std::move(spec));
  // "a.histogram" stands behind "a-b.histogram", though "a" stands before "a-b".
  std::sort(out.begin(), out.end(),
            [](const TallySpec& a, const TallySpec& b) { return a.name < b.name; });
  return out;
}

std::vector<ColumnSchema> Schema::cut_columns() const {
  std::vector<ColumnSchema> out = columns;
  for (const ColumnSchema& column : columns) {
    if (!asks_for_pairs(column)) continue;
    out.push_back(column);
    out.back().name = pairs_of(column.name);
  }
  std::sort(out.begin(), out.end(),
            [](const ColumnSchema& a, const ColumnSchema& b) { return a.name < b.name; });
  return out;
}

std::string pairs_of(const std::string& text) { return text + ".pair"; }
std::string histogram_of(const std::string& column) { return column + ".histogram"; }

bool may_have_histogram(const ColumnSchema& column) {
  if (column.role != Role::kFeature) return false;
  switch (facts_of(column.family).cells) {
    case CellKind::kBin:
    case CellKind::kNumber:
      return true;
    case CellKind::kLabel:
    case CellKind::kTruth:
    case CellKind::kGroup:
    case CellKind::kTerms:
      break;
  }
  return false;
}

std::string_view to_string(Counting counting) {
  return kCountingNames[static_cast<std::size_t>(counting)];
}
std::optional<Counting> parse_counting(std::string_view text) {
  return parse_name<Counting>(kCountingNames, text);
}
std::vector<std::string> counting_names() { return {kCountingNames.begin(), kCountingNames.end()}; }

namespace {

// Longer grams have their pairs among them.
bool may_have_pairs(const ColumnSchema& column) {
  return has_option(column, FamilyOption::kText) && column.text.tokens != TokenKind::kGiven &&
         column.text.longest_gram == 1;
}

}  // namespace

Schema counted_as(Counting counting, Schema schema) {
  const bool add = counting != Counting::kNaive && !schema.has_given_terms();
  if (counting != Counting::kFull) schema.joint = {};
  for (ColumnSchema& column : schema.columns) {
    if (add && may_have_histogram(column)) column.histogram = true;
    if (add && may_have_pairs(column) && schema.find(pairs_of(column.name)) == nullptr) {
      column.text.pairs = true;
    }
    if (counting != Counting::kNaive) continue;
    column.histogram = false;
    column.origin = 0;
  }
  return schema;
}

Schema validated(Schema schema) {
  std::sort(schema.columns.begin(), schema.columns.end(),
            [](const ColumnSchema& a, const ColumnSchema& b) { return a.name < b.name; });
  sort_and_unite(schema.missing);
  std::erase(schema.missing, "");
  for (std::size_t i = 0; i < schema.columns.size(); ++i) {
    ColumnSchema& column = schema.columns[i];
    if (column.name.empty()) refuse("a column has no name");
    if (i > 0 && schema.columns[i - 1].name == column.name) {
      refuse("column " + in_quotes(column.name) + " is there twice");
    }
    make_canonical(column);
    check_types(column);
    if (column.role == Role::kFeature) check_feature(schema, column);
  }
  check_tally_names(schema);
  const auto count = [&](Role role) {
    return std::count_if(schema.columns.begin(), schema.columns.end(),
                         [&](const ColumnSchema& column) { return column.role == role; });
  };
  if (count(Role::kTarget) == 0) {
    refuse("no column is the target", {Remedy::of(RemedyKind::kNameTarget)});
  }
  if (count(Role::kTarget) > 1) refuse("more than one column is the target");
  if (count(Role::kWeight) > 1) refuse("more than one column is the weight");
  validate_joint(schema);
  return schema;
}

std::string difference(const Schema& here, const Schema& there) {
  for (const ColumnSchema& column : here.columns) {
    const ColumnSchema* other = there.find(column.name);
    const std::string name = "column " + in_quotes(column.name);
    if (other == nullptr) return name + " is " + describe(column) + " here and not used there";
    if (column != *other)
      return name + " is " + describe(column) + " here and " + describe(*other) + " there";
  }
  for (const ColumnSchema& column : there.columns) {
    if (here.find(column.name) == nullptr) {
      return "column " + in_quotes(column.name) + " is not used here and " + describe(column) +
             " there";
    }
  }
  if (here.missing != there.missing) {
    return "missing is marked by " + join(here.missing) + " here and by " + join(there.missing) +
           " there";
  }
  return joint_difference(here.joint, there.joint);
}

}  // namespace tally
