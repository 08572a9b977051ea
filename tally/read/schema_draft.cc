#include "tally/read/schema_draft.h"

#include <algorithm>
#include <map>
#include <set>

#include "tally/base/error.h"
#include "tally/read/declared_family.h"
#include "tally/read/free_text.h"
#include "tally/read/names.h"

namespace tally {

namespace {

using csv::Declared;
using csv::parse_declared;
using csv::shell_word;

[[noreturn]] void refuse(const std::string& sentence) { throw Error(ErrorKind::kUsage, sentence); }

class Drafter {
 public:
  Drafter(const std::vector<ColumnSample>& samples, const Declarations& declarations)
      : samples_(samples), declarations_(declarations) {
    for (std::size_t i = 0; i < samples.size(); ++i) {
      names_.push_back(samples[i].name);
      index_.emplace(samples[i].name, i);
    }
  }

  SchemaDraft draft(const std::vector<std::string>& missing) {
    draft_.schema.missing = missing;
    take_roles();
    take_families();
    take_ignored();
    take_exposures();
    for (const ColumnSample& sample : samples_) add_column(sample);
    check_values_are_used();
    check_text_options_are_used();
    if (features_ == 0) {
      refuse("no feature is left; every column is ignored, without a value, or the target");
    }
    draft_.schema = validated(std::move(draft_.schema));
    return std::move(draft_);
  }

 private:
  const ColumnSample& find(const std::string& name) const {
    const auto at = index_.find(name);
    if (at == index_.end()) refuse(csv::no_such_column(name, names_));
    return samples_[at->second];
  }

  // The columns that a name or a pattern means. Those with a role of their own may be swept up by a
  // pattern, and are left out then, but not named.
  std::vector<std::string> select(const std::string& pattern, const std::string& option) const {
    if (index_.count(pattern) == 0 && csv::is_pattern(pattern)) {
      std::vector<std::string> selected;
      bool any = false;
      for (const std::string& name : names_) {
        if (!csv::matches(pattern, name)) continue;
        any = true;
        if (roles_.count(name) == 0) selected.push_back(name);
      }
      if (!any) refuse(option + ": no column matches the pattern " + quoted(pattern));
      return selected;
    }
    find(pattern);
    const auto role = roles_.find(pattern);
    if (role != roles_.end()) {
      refuse(option + " names the column " + quoted(pattern) + ", which is the " +
             std::string(to_string(role->second)));
    }
    return {pattern};
  }

  void take_roles() {
    if (declarations_.target.empty()) refuse("name the column of the classes with --target");
    if (find(declarations_.target).cells == 0) {
      refuse("the target " + quoted(declarations_.target) +
             " has no value in the rows looked at; choose another column with --target");
    }
    roles_.emplace(declarations_.target, Role::kTarget);
    if (!declarations_.weight.empty()) add_role(declarations_.weight, Role::kWeight);
  }

  void add_role(const std::string& name, Role role) {
    find(name);
    const auto [at, added] = roles_.emplace(name, role);
    if (!added && at->second != role) {
      refuse("the column " + quoted(name) + " cannot be the " + std::string(to_string(role)) +
             ": it is the " + std::string(to_string(at->second)));
    }
  }

  void take_families() {
    for (const auto& [pattern, text] : declarations_.families) {
      const Declared declared = parse_declared(text);
      const bool is_target = pattern == declarations_.target;
      if (is_target && declared.family == Family::kCategorical) continue;
      for (const std::string& name : select(pattern, "--family")) families_[name] = declared;
    }
  }

  void take_ignored() {
    if (!declarations_.only.empty()) {
      for (const std::string& name : names_) ignored_.insert(name);
      for (const std::string& pattern : declarations_.only) {
        for (const std::string& name : select(pattern, "--only")) ignored_.erase(name);
      }
    }
    for (const std::string& pattern : declarations_.ignore) {
      for (const std::string& name : select(pattern, "--ignore")) ignored_.insert(name);
    }
    for (const auto& role : roles_) ignored_.erase(role.first);
  }

  // An exposure may be swept up by the pattern of the features that name it, but is none of them.
  void take_exposures() {
    for (const auto& [name, declared] : families_) {
      if (declared.exposure.empty() || ignored_.count(name) != 0) continue;
      const std::vector<std::string>& ignore = declarations_.ignore;
      if (std::find(ignore.begin(), ignore.end(), declared.exposure) != ignore.end()) {
        refuse("--ignore names the column " + quoted(declared.exposure) +
               ", which is the exposure of " + quoted(name));
      }
      add_role(declared.exposure, Role::kExposure);
      ignored_.erase(declared.exposure);
    }
  }

  void add_column(const ColumnSample& sample) {
    if (ignored_.count(sample.name) != 0) {
      draft_.ignored.push_back(sample.name);
      return;
    }
    if (!sample.refusal.empty()) {
      throw Error(ErrorKind::kData, "column " + quoted(sample.name) + " " + sample.refusal +
                                        "; leave it out with --ignore " + shell_word(sample.name));
    }
    ColumnSchema column;
    column.name = sample.name;
    const auto role = roles_.find(sample.name);
    if (role != roles_.end()) {
      column.role = role->second;
      column.type = sample.cells == 0 ? ValueType::kNumber : type_of(sample);
      if (column.role != Role::kTarget) {
        if (readable(sample)) column.type = ValueType::kNumber;
        column.type = type_in_seconds(sample).value_or(column.type);
      }
    } else {
      const auto declared = families_.find(sample.name);
      if (declared == families_.end() && sample.cells == 0) {
        draft_.undecided.push_back(sample.name);
        return;
      }
      ++features_;
      if (declared == families_.end() && !sample.family.empty()) {
        declare(sample, parse_declared(sample.family), column);
      } else if (declared == families_.end()) {
        infer(sample, column);
      } else {
        declare(sample, declared->second, column);
      }
    }
    add_values(column);
    draft_.schema.columns.push_back(std::move(column));
  }

  static ValueType type_of(const ColumnSample& sample) {
    if (sample.cells == 0) return ValueType::kText;
    return sample.booleans  ? ValueType::kBoolean
           : sample.numbers ? ValueType::kNumber
                            : ValueType::kText;
  }

  // kTime or kDuration, if every cell is one.
  static std::optional<ValueType> type_in_seconds(const ColumnSample& sample) {
    if (sample.times) return ValueType::kTime;
    return sample.durations ? std::optional(ValueType::kDuration) : std::nullopt;
  }

  // Whether every cell can be read as a number, "007" included.
  static bool readable(const ColumnSample& sample) { return sample.not_a_number.empty(); }

  void infer(const ColumnSample& sample, ColumnSchema& column) {
    column.type = type_in_seconds(sample).value_or(type_of(sample));
    column.family = is_numeric(column.type)              ? Family::kGaussian
                    : column.type == ValueType::kBoolean ? Family::kBernoulli
                                                         : Family::kCategorical;
    if (column.type == ValueType::kText && is_free_text(sample)) {
      make_text(column, std::nullopt);
      draft_.notes.push_back(free_text_note(sample));
      return;
    }
    if (column.family != Family::kGaussian || !sample.integers) return;
    constexpr std::int64_t kFew = 20;
    if (sample.distinct > kFew || sample.cells < 3 * sample.distinct) return;
    draft_.notes.push_back("column " + quoted(sample.name) + " holds whole numbers with only " +
                           std::to_string(sample.distinct) + " different value" +
                           (sample.distinct == 1 ? "" : "s") +
                           " and is taken as gaussian; if they are codes: --family " +
                           shell_word(sample.name) + "=categorical");
  }

  void make_text(ColumnSchema& column, const std::optional<TextModel>& model) {
    column.family = Family::kText;
    column.type = ValueType::kText;
    column.text = declarations_.text;
    if (model) column.text.model = *model;
    has_text_ = true;
  }

  static bool declares_text(const ColumnSample& sample, const Declared& declared) {
    if (!declared.only_model) return declared.family == Family::kText;
    return declared.model && type_of(sample) == ValueType::kText && is_free_text(sample);
  }

  void declare(const ColumnSample& sample, const Declared& declared, ColumnSchema& column) {
    if (declares_text(sample, declared)) return make_text(column, declared.model);
    if (declared.family == Family::kText) {
      const std::string model(to_string(*declared.model));
      refuse("column " + quoted(sample.name) + " is declared " + model +
             ", which is a model of texts, and does not look like one; if it is: --family " +
             shell_word(sample.name) + "=text:" + model);
    }
    column.family = declared.family;
    column.group = declared.group;
    column.exposure = declared.exposure;
    column.type = type_of(sample);
    if (declared.family == Family::kCategorical) return;
    if (declared.family == Family::kGaussian && type_in_seconds(sample)) {
      column.type = *type_in_seconds(sample);
      return;
    }
    if (readable(sample)) column.type = ValueType::kNumber;
    const bool takes_booleans = declared.family == Family::kBernoulli;
    if (column.type != ValueType::kNumber &&
        !(takes_booleans && column.type == ValueType::kBoolean)) {
      refuse("column " + quoted(sample.name) + " is declared " +
             std::string(to_string(declared.family)) + " but holds " + quoted(sample.not_a_number) +
             "; mark it with --missing " + shell_word(sample.not_a_number) +
             ", declare the column with --family " + shell_word(sample.name) + "=categorical" +
             hint_of_text(sample, declared) + ", or leave it out with --ignore " +
             shell_word(sample.name));
    }
    if (declared.family == Family::kBernoulli && column.type == ValueType::kNumber) {
      column.binarize = declarations_.binarize;
    }
  }

  static std::string hint_of_text(const ColumnSample& sample, const Declared& declared) {
    if (!declared.model || type_of(sample) != ValueType::kText) return "";
    return " or, as a text, " + shell_word(sample.name) +
           "=text:" + std::string(to_string(*declared.model));
  }

  void add_values(ColumnSchema& column) const {
    for (const auto& [name, list] : declarations_.values) {
      if (name != column.name) continue;
      const std::vector<std::string> texts = csv::parse_values(name, list);
      const bool all_fit = std::all_of(texts.begin(), texts.end(), [&](const std::string& text) {
        return Label::parse(text, column.type).has_value();
      });
      const bool may_be_text =
          column.role == Role::kTarget ||
          (column.role == Role::kFeature && column.family == Family::kCategorical);
      if (!all_fit && may_be_text) column.type = ValueType::kText;
      column.values.clear();
      for (const std::string& text : texts) {
        column.values.push_back(Label::parse(text, column.type).value_or(Label::of(text)));
      }
    }
  }

  void check_values_are_used() const {
    for (const auto& entry : declarations_.values) {
      const std::string& name = entry.first;
      find(name);
      if (ignored_.count(name) != 0) {
        refuse("--values names the column " + quoted(name) + ", which is ignored");
      }
    }
  }

  void check_text_options_are_used() const {
    if (has_text_ || declarations_.text == TextOptions{}) return;
    refuse(
        "--tokens, --ngrams and the like say how texts are cut, and no column is a text; declare " +
        std::string("one with --family COLUMN=text"));
  }

  const std::vector<ColumnSample>& samples_;
  const Declarations& declarations_;
  std::vector<std::string> names_;
  std::map<std::string, std::size_t> index_;
  std::map<std::string, Role> roles_;
  std::map<std::string, Declared> families_;
  std::set<std::string> ignored_;
  int features_ = 0;
  bool has_text_ = false;
  SchemaDraft draft_;
};

}  // namespace

SchemaDraft draft_schema(const std::vector<ColumnSample>& samples, const Declarations& declarations,
                         const std::vector<std::string>& missing) {
  return Drafter(samples, declarations).draft(missing);
}

}  // namespace tally
