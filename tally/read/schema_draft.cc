// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <map>
#include <set>

#include "tally/base/error.h"
#include "tally/read.h"
#include "tally/read/column_guess.h"
#include "tally/read/declared_family.h"
#include "tally/read/drafted_origin.h"
#include "tally/read/free_text.h"
#include "tally/read/names.h"

namespace tally {

namespace {

[[noreturn]] void refuse(const std::string& sentence, std::vector<Remedy> remedies = {}) {
  throw Error(ErrorKind::kUsage, Remark{sentence, std::move(remedies)});
}

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
    draft_.notes = notes_on(guesses_, target_);
    // A format of texts, a class and a text, has no other column.
    const bool has_others = std::none_of(samples_.begin(), samples_.end(), [](const auto& sample) {
      return sample.family == "text";
    });
    if (declarations_.target.empty() && has_others) {
      draft_.notes.push_back(
          {"the class is " + in_quotes(target_) + ", by the custom of the format",
           {Remedy::of(RemedyKind::kNameOtherTarget)}});
    }
    if (features_ == 0 && !may_have_features()) {
      refuse(
          "no feature is left; every column is ignored, without a value, different in every row "
          "or the target",
          {Remedy::family("", "")});
    }
    draft_.schema = validated(counted_as(declarations_.count, std::move(draft_.schema)));
    return std::move(draft_);
  }

 private:
  // Columns whose cells come only behind those that were looked at.
  bool may_have_features() const {
    return !draft_.undecided.empty() &&
           std::none_of(samples_.begin(), samples_.end(), [](const auto& s) { return s.is_whole; });
  }

  const ColumnSample& find(const std::string& name) const {
    const auto at = index_.find(name);
    if (at == index_.end()) refuse(no_such_column(name, names_));
    return samples_[at->second];
  }

  // The columns that a name or a pattern means. Those with a role of their own may be swept up by a
  // pattern, and are left out then, but not named.
  std::vector<std::string> select(const std::string& pattern, const std::string& deed) const {
    if (index_.count(pattern) == 0 && is_pattern(pattern)) {
      std::vector<std::string> selected;
      bool any = false;
      for (const std::string& name : names_) {
        if (!matches(pattern, name)) continue;
        any = true;
        if (roles_.count(name) == 0) selected.push_back(name);
      }
      if (!any)
        refuse("nothing is " + deed + ": no column matches the pattern " + in_quotes(pattern));
      return selected;
    }
    find(pattern);
    const auto role = roles_.find(pattern);
    if (role != roles_.end()) {
      refuse("the column " + in_quotes(pattern) + " cannot be " + deed + ": it is the " +
             std::string(to_string(role->second)));
    }
    return {pattern};
  }

  void take_roles() {
    target_ = declarations_.target;
    for (const ColumnSample& sample : samples_) {
      if (target_.empty() && sample.is_class) target_ = sample.name;
    }
    if (target_.empty()) {
      refuse("which column is the class?", {Remedy::of(RemedyKind::kNameTarget, listed(names_))});
    }
    if (find(target_).cells == 0) {
      refuse("the target " + in_quotes(target_) + " has no value in the rows looked at",
             {Remedy::of(RemedyKind::kNameOtherTarget)});
    }
    roles_.emplace(target_, Role::kTarget);
    if (!declarations_.weight.empty()) add_role(declarations_.weight, Role::kWeight);
  }

  void add_role(const std::string& name, Role role) {
    find(name);
    const auto [at, added] = roles_.emplace(name, role);
    if (!added && at->second != role) {
      refuse("the column " + in_quotes(name) + " cannot be the " + std::string(to_string(role)) +
             ": it is the " + std::string(to_string(at->second)));
    }
  }

  void take_families() {
    for (const auto& [pattern, text] : declarations_.families) {
      const Declared declared = parse_declared(text);
      const bool is_target = pattern == target_;
      if (is_target && facts_of(declared.family).cells == CellKind::kLabel) continue;
      for (const std::string& name : select(pattern, "given a family")) families_[name] = declared;
    }
  }

  void take_ignored() {
    if (!declarations_.only.empty()) {
      for (const std::string& name : names_) ignored_.insert(name);
      for (const std::string& pattern : declarations_.only) {
        for (const std::string& name : select(pattern, "chosen")) ignored_.erase(name);
      }
    }
    for (const std::string& pattern : declarations_.ignore) {
      for (const std::string& name : select(pattern, "ignored")) ignored_.insert(name);
    }
    for (const auto& role : roles_) ignored_.erase(role.first);
  }

  // An exposure may be swept up by the pattern of the features that name it, but is none of them.
  void take_exposures() {
    for (const auto& [name, declared] : families_) {
      if (declared.exposure.empty() || ignored_.count(name) != 0) continue;
      const std::vector<std::string>& ignore = declarations_.ignore;
      if (std::find(ignore.begin(), ignore.end(), declared.exposure) != ignore.end()) {
        refuse("the column " + in_quotes(declared.exposure) +
               " cannot be ignored: it is the exposure of " + in_quotes(name));
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
      throw Error(ErrorKind::kData,
                  Remark{"column " + in_quotes(sample.name) + " " + sample.refusal,
                         {Remedy::ignore(sample.name)}});
    }
    ColumnSchema column;
    column.name = sample.name;
    const auto role = roles_.find(sample.name);
    if (role != roles_.end()) {
      column.role = role->second;
      column.type = sample.cells == 0 ? ValueType::kNumber : guessed_target_type(sample);
      if (column.role != Role::kTarget) {
        if (readable(sample)) column.type = ValueType::kNumber;
        if (is_in_seconds(guessed_type(sample))) column.type = guessed_type(sample);
      }
      if (column.role == Role::kTarget) note_guess(sample, column.type);
    } else {
      const auto declared = families_.find(sample.name);
      if (declared != families_.end()) {
        declare(sample, declared->second, column);
      } else if (!sample.family.empty() && sample.cells > 0) {
        declare(sample, parse_declared(sample.family), column);
      } else if (!infer(sample, column)) {
        return;
      }
      ++features_;
    }
    add_values(sample, column);
    if (may_have_histogram(column)) column.origin = drafted_origin(sample.range);
    draft_.schema.columns.push_back(std::move(column));
  }

  // Whether every cell can be read as a number, "007" included.
  static bool readable(const ColumnSample& sample) { return sample.not_a_number.empty(); }

  // False if the column is no feature.
  bool infer(const ColumnSample& sample, ColumnSchema& column) {
    const ColumnGuess guess = guess_column(sample);
    guesses_.push_back({&sample, guess});
    column.type = guess.type;
    column.family = guess.family;
    switch (guess.use) {
      case ColumnGuess::Use::kNoValue:
        draft_.undecided.push_back(sample.name);
        return false;
      case ColumnGuess::Use::kLeftOut:
        draft_.left_out.push_back(sample.name);
        return false;
      case ColumnGuess::Use::kOpen:
        draft_.open.push_back(sample.name);
        break;
      case ColumnGuess::Use::kFeature:
        break;
    }
    if (guess.family == Family::kText) make_text(sample, column, std::nullopt);
    note_guess(sample, guess.type);
    return true;
  }

  void note_guess(const ColumnSample& sample, ValueType type) {
    const bool may_have_strays = type == ValueType::kNumber || type == ValueType::kBoolean;
    if (!sample.is_whole && may_have_strays) draft_.guessed.push_back(sample.name);
  }

  void make_text(const ColumnSample& sample, ColumnSchema& column,
                 const std::optional<TextModel>& model) {
    column.family = Family::kText;
    column.type = ValueType::kText;
    column.text = declarations_.text;
    if (model) column.text.model = *model;
    const auto cutting = declarations_.cuttings.find(sample.name);
    if (cutting != declarations_.cuttings.end()) {
      column.text = cut_into(cutting->second, std::move(column.text));
    } else if (declarations_.finds_cutting && is_much_unspaced(sample)) {
      draft_.uncut.push_back(sample.name);
    }
    has_text_ = true;
  }

  static bool declares_text(const ColumnSample& sample, const Declared& declared) {
    if (!declared.only_model) return declared.family == Family::kText;
    return declared.model && guessed_type(sample) == ValueType::kText && is_free_text(sample);
  }

  void declare(const ColumnSample& sample, const Declared& declared, ColumnSchema& column) {
    if (declares_text(sample, declared)) return make_text(sample, column, declared.model);
    if (declared.family == Family::kText) {
      const std::string model(to_string(*declared.model));
      refuse("column " + in_quotes(sample.name) + " is declared " + model +
                 ", which is a model of texts, and does not look like one",
             {Remedy::family(sample.name, "text:" + model, "if it is")});
    }
    column.family = declared.family;
    column.group = declared.group;
    column.exposure = declared.exposure;
    column.cuts = declared.cuts;
    column.type = guessed_type(sample);
    const FamilyFacts& facts = facts_of(declared.family);
    const bool takes_labels = facts.cells == CellKind::kLabel;
    if (!takes_labels && is_in_seconds(column.type) && facts.takes(column.type)) return;
    if (takes_labels || is_in_seconds(column.type)) {
      column.type = guessed_target_type(sample);  // a word is a value
    }
    if (takes_labels) return note_guess(sample, column.type);
    if (readable(sample)) column.type = ValueType::kNumber;
    const bool takes_booleans = facts.takes(ValueType::kBoolean);
    if (column.type != ValueType::kNumber &&
        !(takes_booleans && column.type == ValueType::kBoolean)) {
      refuse("column " + in_quotes(sample.name) + " is declared " +
                 std::string(to_string(declared.family)) + " but holds " +
                 in_quotes(sample.not_a_number),
             remedies_of(sample, declared));
    }
    if (facts.option == FamilyOption::kThreshold && column.type == ValueType::kNumber) {
      column.binarize = declarations_.binarize;
    }
  }

  // Of a column with a cell that its family does not take.
  static std::vector<Remedy> remedies_of(const ColumnSample& sample, const Declared& declared) {
    std::vector<Remedy> out{Remedy::family(sample.name, "categorical")};
    if (declared.model && guessed_type(sample) == ValueType::kText) {
      out.push_back(Remedy::family(sample.name, "text:" + std::string(to_string(*declared.model))));
    }
    out.push_back(Remedy::missing(sample.not_a_number));
    out.push_back(Remedy::ignore(sample.name));
    return out;
  }

  // Those that the format declares, unless the user does.
  void add_values(const ColumnSample& sample, ColumnSchema& column) const {
    if (!sample.values.empty() && takes_texts(column)) {
      declare_values(column, sample.values);
    }
    for (const auto& [name, list] : declarations_.values) {
      if (name == column.name) declare_values(column, parse_values(name, list));
    }
  }

  void check_values_are_used() const {
    for (const auto& entry : declarations_.values) {
      const std::string& name = entry.first;
      find(name);
      if (ignored_.count(name) != 0) {
        refuse("values are declared of the column " + in_quotes(name) + ", which is ignored");
      }
    }
  }

  void check_text_options_are_used() const {
    if (has_text_ || declarations_.text == TextOptions{}) return;
    refuse("text options were given, but no column is text", {Remedy::family("", "text")});
  }

  const std::vector<ColumnSample>& samples_;
  const Declarations& declarations_;
  std::vector<std::string> names_;
  std::map<std::string, std::size_t> index_;
  std::map<std::string, Role> roles_;
  std::map<std::string, Declared> families_;
  std::set<std::string> ignored_;
  std::string target_;
  std::vector<GuessedColumn> guesses_;
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
