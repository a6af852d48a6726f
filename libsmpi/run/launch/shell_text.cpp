// SPDX-License-Identifier: BSD-3-Clause
//
// Splitting into statements and words (POSIX shell, 2.2 and 2.3), and what the statements may be.
#include "libsmpi/run/launch/shell_text.h"

#include <algorithm>
#include <array>
#include <cctype>
#include <filesystem>
#include <map>
#include <string_view>
#include <utility>

namespace smpi::launch {
namespace {

struct Word {
  std::string text;
  bool is_assignment = false;
};
using Statement = std::vector<Word>;

bool is_of_name(char character) {
  return std::isalnum(static_cast<unsigned char>(character)) != 0 || character == '_';
}

bool is_name(std::string_view text) {
  return !text.empty() && std::isdigit(static_cast<unsigned char>(text[0])) == 0 &&
         std::all_of(text.begin(), text.end(), is_of_name);
}

// Nothing that splitting or globbing would change.
bool is_one_word(std::string_view text) {
  return !text.empty() && text.find_first_of(" \t\n*?[") == std::string_view::npos;
}

// What stands for the script or its folder, and its value.
struct Form {
  std::string_view text;
  std::string value;
};

std::vector<Form> forms_of(const std::string& script) {
  if (script.empty()) return {};
  const std::filesystem::path path = script;
  const std::string folder = path.has_parent_path() ? path.parent_path().native() : ".";
  std::string whole = std::filesystem::absolute(folder).lexically_normal().native();
  if (whole.size() > 1 && whole.ends_with('/')) whole.pop_back();
  std::vector<Form> forms = {{"$0", script},
                             {"${0}", script},
                             {"$(dirname $0)", folder},
                             {"$(dirname \"$0\")", folder},
                             {"$(cd $(dirname $0) && pwd)", whole},
                             {"$(cd \"$(dirname \"$0\")\" && pwd)", whole},
                             {"$(cd \"$(dirname \"$0\")\"; pwd)", whole}};
  if (path.has_parent_path()) forms.push_back({"${0%/*}", folder});
  return forms;
}

class Splitter {
 public:
  Splitter(std::string_view text, std::span<const std::string> parameters,
           const std::string& script)
      : text_(text), parameters_(parameters), forms_(forms_of(script)) {}

  // Nothing when a word needs more of a shell than quotes and parameters.
  std::optional<std::vector<Statement>> split() {
    while (at_ < text_.size()) {
      if (!take()) return std::nullopt;
    }
    end_statement();
    return std::move(statements_);
  }

 private:
  bool take();
  bool take_parameters();
  bool take_single_quotes();
  bool take_double_quotes();
  bool take_expansion(bool is_quoted);
  void take_comment() { at_ = std::min(text_.find('\n', at_), text_.size()); }

  void add(char character) {
    in_word_ = true;
    word_.text += character;
  }
  void end_word() {
    if (in_word_) statement_.push_back(std::exchange(word_, {}));
    in_word_ = false;
    was_quoted_ = false;
  }
  void end_statement() {
    end_word();
    if (statement_.empty()) return;
    const bool sets_all = std::all_of(statement_.begin(), statement_.end(),
                                      [](const Word& word) { return word.is_assignment; });
    const bool exports = statement_[0].text == "export";
    for (const Word& word : statement_) {
      if (!word.is_assignment || (!sets_all && !exports)) continue;
      const std::size_t equals = word.text.find('=');
      variables_[word.text.substr(0, equals)] = word.text.substr(equals + 1);
    }
    statements_.push_back(std::exchange(statement_, {}));
  }

  std::string_view text_;
  std::span<const std::string> parameters_;
  std::vector<Form> forms_;
  std::map<std::string, std::string, std::less<>> variables_;  // that statements before have set
  std::size_t at_ = 0;
  Word word_;
  bool in_word_ = false;
  bool was_quoted_ = false;
  Statement statement_;
  std::vector<Statement> statements_;
};

// One character, or what it opens.
bool Splitter::take() {
  constexpr std::string_view special = "$`&|<>(){}*?[]~!";
  if (!in_word_ && take_parameters()) return true;
  const char character = text_[at_];
  if (character == '\'') return take_single_quotes();
  if (character == '"') return take_double_quotes();
  if (character == '$') return take_expansion(false);
  if (special.find(character) != std::string_view::npos) return false;
  if (character == '#' && !in_word_) {
    take_comment();
    return true;
  }
  at_++;
  if (character == ' ' || character == '\t') {
    end_word();
  } else if (character == ';' || character == '\n') {
    end_statement();
  } else if (character == '\\') {
    if (at_ == text_.size()) return false;
    const char next = text_[at_++];
    was_quoted_ = true;
    if (next != '\n') add(next);
  } else {
    if (character == '=' && !was_quoted_ && is_name(word_.text)) word_.is_assignment = true;
    add(character);
  }
  return true;
}

// "$@" as a whole word.
bool Splitter::take_parameters() {
  constexpr std::string_view all = "\"$@\"";
  const std::size_t end = at_ + all.size();
  if (text_.substr(at_, all.size()) != all) return false;
  if (end < text_.size() && std::string_view(" \t\n;").find(text_[end]) == std::string_view::npos) {
    return false;
  }
  for (const std::string& parameter : parameters_) statement_.push_back({parameter});
  at_ = end;
  return true;
}

bool Splitter::take_single_quotes() {
  const std::size_t end = text_.find('\'', at_ + 1);
  if (end == std::string_view::npos) return false;
  in_word_ = was_quoted_ = true;
  word_.text += text_.substr(at_ + 1, end - at_ - 1);
  at_ = end + 1;
  return true;
}

bool Splitter::take_double_quotes() {
  in_word_ = was_quoted_ = true;
  for (at_++; at_ < text_.size(); at_++) {
    char character = text_[at_];
    if (character == '"') {
      at_++;
      return true;
    }
    if (character == '$') {
      if (!take_expansion(true)) return false;
      at_--;
      continue;
    }
    if (character == '`') return false;
    if (character == '\\' && at_ + 1 < text_.size() &&
        std::string_view("$`\"\\").find(text_[at_ + 1]) != std::string_view::npos) {
      character = text_[++at_];
    }
    word_.text += character;
  }
  return false;
}

// $NAME or ${NAME} of a variable of this text, or a form of the script's folder. A value that a
// shell would split is taken in quotes only.
bool Splitter::take_expansion(bool is_quoted) {
  std::string value;
  std::size_t length = 0;
  const std::string_view rest = text_.substr(at_);
  for (const Form& form : forms_) {
    if (rest.starts_with(form.text) && form.text.size() > length) {
      length = form.text.size();
      value = form.value;
    }
  }
  if (length == 0) {
    const bool has_brace = rest.substr(1).starts_with('{');
    const std::size_t begin = has_brace ? 2 : 1;
    std::size_t end = begin;
    while (end < rest.size() && is_of_name(rest[end])) end++;
    if (has_brace && rest.substr(end, 1) != "}") return false;
    const auto known = variables_.find(rest.substr(begin, end - begin));
    if (known == variables_.end()) return false;
    value = known->second;
    length = has_brace ? end + 1 : end;
  }
  // In an assignment nothing is split.
  if (!is_quoted && !word_.is_assignment && !is_one_word(value)) return false;
  in_word_ = was_quoted_ = true;
  word_.text += value;
  at_ += length;
  return true;
}

// Takes the assignments at the front of [first, end) and returns where they end.
Statement::const_iterator take_assignments(Statement::const_iterator first,
                                           Statement::const_iterator end, ShellText& result) {
  for (; first != end && first->is_assignment; ++first) result.assignments.push_back(first->text);
  return first;
}

// Statements before the command: variables, and options that matter only to a shell.
bool take_preparation(const Statement& statement, ShellText& result) {
  constexpr std::array<std::string_view, 4> harmless = {"-e", "-u", "-eu", "-ue"};
  if (statement[0].text == "export") {
    return take_assignments(statement.begin() + 1, statement.end(), result) == statement.end();
  }
  if (std::all_of(statement.begin(), statement.end(),
                  [](const Word& word) { return word.is_assignment; })) {
    for (const Word& word : statement) result.variables.push_back(word.text);
    return true;
  }
  return statement.size() == 2 && statement[0].text == "set" &&
         std::find(harmless.begin(), harmless.end(), statement[1].text) != harmless.end();
}

}  // namespace

std::optional<ShellText> read_shell_text(const std::string& text,
                                         std::span<const std::string> parameters,
                                         const std::string& script) {
  const auto statements = Splitter(text, parameters, script).split();
  if (!statements || statements->empty()) return std::nullopt;
  ShellText result;
  for (std::size_t i = 0; i + 1 < statements->size(); i++) {
    if (!take_preparation((*statements)[i], result)) return std::nullopt;
  }
  const Statement& last = statements->back();
  auto word = take_assignments(last.begin(), last.end(), result);
  if (word != last.end() && word->text == "exec") ++word;
  if (word == last.end() || word->text.starts_with("-")) return std::nullopt;
  for (; word != last.end(); ++word) result.command.push_back(word->text);
  return result;
}

}  // namespace smpi::launch
