#include "tally/batch/schema.h"

#include <algorithm>
#include <array>
#include <map>
#include <set>

#include "tally/base/error.h"

namespace tally {

namespace {

constexpr std::array kRoleNames{"feature", "target", "weight", "exposure"};
constexpr std::array kFamilyNames{"categorical", "bernoulli", "gaussian", "poisson", "multinomial"};

template <class Enum, std::size_t N>
std::optional<Enum> parse_name(const std::array<const char*, N>& names, std::string_view text) {
  for (std::size_t i = 0; i < N; ++i) {
    if (text == names[i]) return static_cast<Enum>(i);
  }
  return std::nullopt;
}

[[noreturn]] void refuse(const std::string& sentence) { throw Error(ErrorKind::kUsage, sentence); }

bool family_takes(Family family, ValueType type) {
  switch (family) {
    case Family::kCategorical:
      return true;
    case Family::kBernoulli:
      return type != ValueType::kText;
    default:
      return type == ValueType::kNumber;
  }
}

void check_feature(const Schema& schema, const ColumnSchema& column) {
  const std::string name = "column " + quoted(column.name);
  const std::string family(to_string(column.family));
  if (!family_takes(column.family, column.type)) {
    refuse(name + " holds " + std::string(to_string(column.type)) + "s, which cannot be " + family +
           "; declare it with --family " + column.name + "=categorical or leave it out with --ignore " +
           column.name);
  }
  if (!column.exposure.empty()) {
    const ColumnSchema* exposure = schema.find(column.exposure);
    if (exposure == nullptr || exposure->role != Role::kExposure) {
      refuse(name + " names the exposure " + quoted(column.exposure) + ", which is not such a column");
    }
  }
  if (!column.values.empty() && column.family != Family::kCategorical) {
    refuse(name + " is " + family + ": values can be declared for the target and for categorical " +
           "columns only; add --family " + column.name + "=categorical");
  }
}

std::string describe(const ColumnSchema& column) {
  std::string out = column.role == Role::kFeature ? std::string(to_string(column.family))
                                                  : "the " + std::string(to_string(column.role));
  out += " over " + std::string(to_string(column.type)) + "s";
  if (!column.group.empty()) out += " in the group " + quoted(column.group);
  if (!column.exposure.empty()) out += " with the exposure " + quoted(column.exposure);
  if (column.family == Family::kBernoulli && column.type == ValueType::kNumber) {
    out += column.binarize ? " (x > " + shortest(*column.binarize) + ")" : " (0 or 1)";
  }
  if (!column.values.empty()) {
    out += " with the values";
    for (const Label& value : column.values) out += " " + value.to_string();
  }
  return out;
}

std::string join(const std::vector<std::string>& texts) {
  std::string out;
  for (const std::string& text : texts) out += (out.empty() ? "" : ", ") + quoted(text);
  return out.empty() ? "no mark" : out;
}

}  // namespace

std::string_view to_string(Role role) { return kRoleNames[static_cast<std::size_t>(role)]; }
std::string_view to_string(Family family) { return kFamilyNames[static_cast<std::size_t>(family)]; }
std::optional<Role> parse_role(std::string_view text) { return parse_name<Role>(kRoleNames, text); }
std::optional<Family> parse_family(std::string_view text) {
  return parse_name<Family>(kFamilyNames, text);
}

const ColumnSchema* Schema::find(std::string_view name) const {
  const auto at = std::lower_bound(columns.begin(), columns.end(), name,
                                   [](const ColumnSchema& c, std::string_view n) { return c.name < n; });
  return at != columns.end() && at->name == name ? &*at : nullptr;
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

std::vector<TallySpec> Schema::tallies() const {
  std::map<std::string, TallySpec> by_name;
  for (const ColumnSchema& column : columns) {
    if (column.role != Role::kFeature) continue;
    const bool grouped = column.family == Family::kMultinomial;
    TallySpec& spec = by_name[grouped ? column.group : column.name];
    spec.family = column.family;
    spec.columns.push_back(column.name);
    spec.exposure = column.exposure;
    spec.binarize = column.binarize;
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

Schema validated(Schema schema) {
  std::sort(schema.columns.begin(), schema.columns.end(),
            [](const ColumnSchema& a, const ColumnSchema& b) { return a.name < b.name; });
  std::sort(schema.missing.begin(), schema.missing.end());
  schema.missing.erase(std::unique(schema.missing.begin(), schema.missing.end()), schema.missing.end());
  int targets = 0;
  int weights = 0;
  std::set<std::string> tallies;
  std::set<std::string> groups;
  for (std::size_t i = 0; i < schema.columns.size(); ++i) {
    ColumnSchema& column = schema.columns[i];
    const std::string name = "column " + quoted(column.name);
    if (column.name.empty()) refuse("a column has no name");
    if (i > 0 && schema.columns[i - 1].name == column.name) refuse(name + " is there twice");
    std::sort(column.values.begin(), column.values.end());
    column.values.erase(std::unique(column.values.begin(), column.values.end()), column.values.end());
    for (const Label& value : column.values) {
      if (value.type() != column.type) {
        refuse(name + " holds " + std::string(to_string(column.type)) + "s: the declared value " +
               quoted(value.to_string()) + " is none");
      }
    }
    targets += column.role == Role::kTarget ? 1 : 0;
    weights += column.role == Role::kWeight ? 1 : 0;
    if ((column.role == Role::kWeight || column.role == Role::kExposure) &&
        column.type != ValueType::kNumber) {
      refuse(name + " is to be the " + std::string(to_string(column.role)) + " but holds " +
             std::string(to_string(column.type)) + "s");
    }
    if (column.role != Role::kFeature) continue;
    check_feature(schema, column);
    if (column.family == Family::kMultinomial) {
      if (column.group.empty()) column.group = "multinomial";
      groups.insert(column.group);
    } else {
      tallies.insert(column.name);
    }
  }
  for (const std::string& group : groups) {
    if (tallies.count(group) != 0) {
      refuse("the multinomial group " + quoted(group) + " has the name of a column; name it with --family " +
             "'PATTERN=multinomial:NAME'");
    }
  }
  if (targets == 0) refuse("no column is the target; name it with --target");
  if (targets > 1) refuse("more than one column is the target");
  if (weights > 1) refuse("more than one column is the weight");
  return schema;
}

std::string difference(const Schema& here, const Schema& there) {
  for (const ColumnSchema& column : here.columns) {
    const ColumnSchema* other = there.find(column.name);
    const std::string name = "column " + quoted(column.name);
    if (other == nullptr) return name + " is " + describe(column) + " here and not used there";
    if (column != *other) return name + " is " + describe(column) + " here and " + describe(*other) + " there";
  }
  for (const ColumnSchema& column : there.columns) {
    if (here.find(column.name) == nullptr) {
      return "column " + quoted(column.name) + " is not used here and " + describe(column) + " there";
    }
  }
  if (here.missing != there.missing) {
    return "missing is marked by " + join(here.missing) + " here and by " + join(there.missing) + " there";
  }
  return "";
}

}  // namespace tally
