// SPDX-License-Identifier: BSD-3-Clause
//
// Reads a plan file. Everything that can be wrong with a run before it starts is found here, for
// all points: a study that stops in the middle of a night because of a typing error is of no use.
#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdlib>
#include <filesystem>
#include <functional>
#include <optional>
#include <regex>
#include <set>

#include "kernel/error.h"
#include "kernel/read_file.h"
#include "models/readers/toml_file.h"
#include "tools/study/plan/design.h"
#include "tools/study/plan/plan.h"

namespace smpi::study {
namespace {

using models::TomlFile;
using Names = std::span<const std::string_view>;

constexpr std::size_t points_most = 1'000'000;

class Reader {
 public:
  explicit Reader(const std::string& path) : file_(path) {}

  Plan read() {
    check(file_.root(),
          {"name", "program", "command", "arguments", "ranks", "platform", "options", "files",
           "parameters", "constraints", "replicas", "design", "results", "limits"});
    read_name();
    read_parameters();
    read_replicas();
    read_limits();
    make_points();
    read_command();
    read_files();
    read_results();
    fill_all();
    return std::move(plan_);
  }

 private:
  void check(const toml::table& table, std::initializer_list<std::string_view> known) const {
    file_.check_keys(table, Names(known.begin(), known.size()));
  }
  const toml::node* find(std::string_view key) const { return file_.root().get(key); }

  // Runs what may throw a FormulaError about `node`.
  void at(const toml::node& node, const std::function<void()>& action) const {
    try {
      action();
    } catch (const FormulaError& error) {
      file_.refuse(node, error.what(), error.text, error.hint);
    }
  }

  void read_name();
  void read_parameters();
  void read_replicas();
  void read_limits();
  void read_command();
  void read_smpirun(const toml::node& program);
  void read_files();
  void read_results();
  void make_points();
  void constrain();
  void fill_all();

  Axis axis(std::string_view name, const toml::node& node) const;
  Axis range(std::string_view name, const toml::table& table) const;
  Axis zip(const toml::table& table) const;
  Value value(const toml::node& node) const;
  std::string program(const toml::node& node) const;
  void add_words(const toml::node& node, const char* what);
  void add_word(const toml::node& node, const std::string& text);

  TomlFile file_;
  Plan plan_;
  std::vector<Axis> axes_;
  std::vector<std::string> template_names_;
  std::vector<const toml::node*> word_nodes_;  // where each word of the command was written
  std::vector<const toml::node*> file_nodes_;
};

void Reader::read_name() {
  const std::filesystem::path path(file_.path());
  plan_.folder = std::filesystem::absolute(path).parent_path();
  plan_.name = path.stem();
  const toml::node* node = find("name");
  if (node != nullptr) plan_.name = file_.text(*node, "'name'");
  if (plan_.name.empty() || plan_.name.find('/') != std::string::npos || plan_.name[0] == '.') {
    file_.refuse(node != nullptr ? *node : file_.root(), "the name cannot be one of a folder",
                 plan_.name, "letters, digits, '-' and '_'");
  }
}

Value Reader::value(const toml::node& node) const {
  if (node.is_string()) return file_.text(node, "a value");
  if (node.is_number()) return file_.number(node, "a value");
  file_.refuse(node, "a value of a parameter is a number or a text", "");
}

// { from = 1, to = 16 }, { from = 1, to = 2, step = 0.5 } or { from = 1, to = 1e6, log = 7 }.
Axis Reader::range(std::string_view name, const toml::table& table) const {
  check(table, {"from", "to", "step", "log"});
  const std::string what = fmt::format("the range of '{}'", name);
  const double from = file_.number(file_.required(table, "from", what), "'from'");
  const toml::node& end = file_.required(table, "to", what);
  const double to = file_.number(end, "'to'");
  Axis axis{.names = {std::string(name)}, .rows = {}};
  if (const toml::node* node = table.get("log")) {
    const auto count = file_.whole(*node, "'log'", 2, points_most);
    if (table.contains("step")) file_.refuse(*node, "a range has a step or is logarithmic", "log");
    if (from <= 0 || to <= from) file_.refuse(table, "the range is empty", std::string(name));
    for (std::uint64_t i = 0; i < count; ++i) {
      const double share = static_cast<double>(i) / static_cast<double>(count - 1);
      axis.rows.push_back({i + 1 == count ? to : from * std::pow(to / from, share)});
    }
    return axis;
  }
  double step = 1;
  if (const toml::node* node = table.get("step")) step = file_.number(*node, "'step'");
  // So that 0, 0.1 .. 1 has its end in spite of rounding.
  const double count = std::floor((to - from) / step + 1e-9) + 1;
  if (step == 0 || !(count >= 1)) {
    file_.refuse(table, "the range is empty", std::string(name),
                 fmt::format("from {} to {} in steps of {} there is nothing", from, to, step));
  }
  if (count > static_cast<double>(points_most)) {
    file_.refuse(table, "the range has too many values", std::string(name));
  }
  for (double i = 0; i < count; ++i) axis.rows.push_back({from + i * step});
  return axis;
}

// { zip = ["p", "q"], values = [[16, 32], [8, 64]] }.
Axis Reader::zip(const toml::table& table) const {
  check(table, {"zip", "values"});
  Axis axis;
  for (const toml::node& node : file_.array(*table.get("zip"), "'zip'")) {
    axis.names.push_back(file_.text(node, "a name in 'zip'"));
  }
  if (axis.names.empty()) file_.refuse(table, "'zip' has no names", "");
  const toml::node& values = file_.required(table, "values", "a zip");
  for (const toml::node& node : file_.array(values, "'values'")) {
    std::vector<Value> row;
    for (const toml::node& entry : file_.array(node, "an entry of 'values'")) {
      row.push_back(value(entry));
    }
    if (row.size() != axis.names.size()) {
      file_.refuse(node, fmt::format("{} values for {} names", row.size(), axis.names.size()), "");
    }
    axis.rows.push_back(std::move(row));
  }
  return axis;
}

Axis Reader::axis(std::string_view name, const toml::node& node) const {
  Axis axis{.names = {std::string(name)}, .rows = {}};
  if (const toml::table* table = node.as_table()) {
    axis = table->contains("zip") ? zip(*table) : range(name, *table);
  } else if (const toml::array* array = node.as_array()) {
    for (const toml::node& entry : *array) axis.rows.push_back({value(entry)});
  } else {
    axis.rows.push_back({value(node)});
  }
  if (axis.rows.empty()) {
    file_.refuse(node, "a parameter without values", std::string(name), "such as [1, 2, 4]");
  }
  return axis;
}

void Reader::read_parameters() {
  static const std::set<std::string> reserved = {"seed", "replica", "and", "or"};
  std::vector<std::pair<const toml::node*, Axis>> found;
  if (const toml::node* node = find("parameters")) {
    for (const auto& [key, entry] : file_.table(*node, "[parameters]")) {
      found.emplace_back(&entry, axis(key.str(), entry));
    }
  }
  // In the order of the file; toml++ sorts by name.
  std::ranges::stable_sort(found, {}, [](const auto& one) {
    const toml::source_position begin = one.first->source().begin;
    return std::pair(begin.line, begin.column);
  });
  std::set<std::string> seen;
  for (auto& [node, axis] : found) {
    for (const std::string& name : axis.names) {
      static const std::regex form("[A-Za-z_][A-Za-z_0-9]*");
      if (!std::regex_match(name, form)) {
        file_.refuse(*node, "a parameter is named by letters, digits and '_'", name);
      }
      if (reserved.contains(name)) file_.refuse(*node, "this name has a meaning in formulas", name);
      if (!seen.insert(name).second) file_.refuse(*node, "the parameter has two ranges", name);
      plan_.names.push_back(name);
    }
    axes_.push_back(std::move(axis));
  }
  template_names_ = plan_.names;
  template_names_.insert(template_names_.end(), {"seed", "replica"});
}

void Reader::read_replicas() {
  const toml::node* node = find("replicas");
  if (node == nullptr) return;
  constexpr unsigned replicas_most = 10'000;
  const toml::table& table = file_.table(*node, "[replicas]");
  check(table, {"count", "common_seeds"});
  if (const toml::node* entry = table.get("count")) {
    plan_.replicas = static_cast<unsigned>(file_.whole(*entry, "'count'", 1, replicas_most));
  }
  if (const toml::node* entry = table.get("common_seeds")) {
    plan_.has_common_seeds = file_.boolean(*entry, "'common_seeds'");
  }
}

void Reader::read_limits() {
  const toml::node* node = find("limits");
  if (node == nullptr) return;
  const toml::table& table = file_.table(*node, "[limits]");
  check(table, {"wall", "attempts"});
  if (const toml::node* entry = table.get("wall")) {
    plan_.limits.wall_s = file_.quantity(*entry, "'wall'", models::Quantity::time_s);
  }
  constexpr unsigned attempts_most = 100;
  if (const toml::node* entry = table.get("attempts")) {
    const auto attempts = file_.whole(*entry, "'attempts'", 1, attempts_most);
    plan_.limits.attempts = static_cast<unsigned>(attempts);
  }
}

void Reader::make_points() {
  std::string kind = "grid";
  const toml::node* design = find("design");
  const toml::node* entry = nullptr;
  if (design != nullptr) {
    const toml::table& table = file_.table(*design, "[design]");
    check(table, {"kind"});
    entry = table.get("kind");
    if (entry != nullptr) kind = file_.text(*entry, "'kind'");
  }
  static constexpr std::array<std::string_view, 3> kinds = {"grid", "list", "oat"};
  if (std::ranges::find(kinds, kind) == kinds.end()) {
    file_.refuse(*entry, "unknown design", kind,
                 kernel::did_you_mean(kind, kinds, "known: grid, list, oat"));
  }
  double count = 1;
  for (const Axis& axis : axes_) {
    count *= static_cast<double>(axis.rows.size());
    if (kind == "list" && axis.rows.size() != axes_.front().rows.size()) {
      file_.refuse(*find("parameters"), "the parameters of a list have equally many values",
                   axis.names.front());
    }
  }
  if (kind == "grid" && count > static_cast<double>(points_most)) {
    file_.refuse(*find("parameters"), fmt::format("{} points are too many", count), "");
  }
  if (axes_.empty() || kind == "grid")
    plan_.points = grid(axes_);
  else
    plan_.points = kind == "list" ? list(axes_) : one_at_a_time(axes_);
  constrain();
}

void Reader::constrain() {
  const toml::node* node = find("constraints");
  if (node == nullptr) return;
  for (const auto& [key, entry] : file_.table(*node, "[constraints]")) {
    const std::string text = file_.text(entry, "a constraint");
    const std::size_t before = plan_.points.size();
    at(entry, [&] {
      const Expression formula(text, plan_.names);
      std::erase_if(plan_.points,
                    [&](const Point& point) { return formula.number(point.values) == 0; });
    });
    plan_.excluded += before - plan_.points.size();
    if (plan_.points.empty()) {
      file_.refuse(entry,
                   fmt::format("no point fulfils '{}'{}", key.str(),
                               plan_.excluded > before ? " and those before it" : ""),
                   text, "change the constraint or the parameters");
    }
  }
}

// A program in the folder of the plan, or where the shell would find it.
std::string Reader::program(const toml::node& node) const {
  const std::string text = file_.text(node, "a program");
  namespace fs = std::filesystem;
  const auto runs = [](const fs::path& path) {
    return fs::is_regular_file(path) && access(path.c_str(), X_OK) == 0;
  };
  if (text.find('/') == std::string::npos) {
    const char* variable = std::getenv("PATH");
    std::string_view folders = variable != nullptr ? variable : "";
    while (!folders.empty()) {
      const std::size_t end = std::min(folders.find(':'), folders.size());
      const fs::path path = fs::path(folders.substr(0, end)) / text;
      if (runs(path)) return path;
      folders.remove_prefix(std::min(end + 1, folders.size()));
    }
    file_.refuse(node, "no program of this name in PATH", text,
                 "a program beside the plan is written ./" + text);
  }
  const fs::path path = (fs::path(plan_.folder) / text).lexically_normal();
  if (runs(path)) return path;
  if (fs::exists(path)) file_.refuse(node, "this is not a program", text, "chmod +x?");
  std::vector<std::string> found;
  std::error_code none;
  for (const auto& entry : fs::directory_iterator(path.parent_path(), none)) {
    found.push_back(entry.path().filename());
  }
  const std::vector<std::string_view> views(found.begin(), found.end());
  file_.refuse(node, "there is no such program", text,
               kernel::did_you_mean(path.filename().native(), views, "compile it with smpicc"));
}

void Reader::add_word(const toml::node& node, const std::string& text) {
  at(node, [&] { plan_.words.emplace_back(text, template_names_); });
  word_nodes_.push_back(&node);
}

void Reader::add_words(const toml::node& node, const char* what) {
  for (const toml::node& entry : file_.array(node, what)) {
    if (entry.is_number())
      add_word(entry, value_text(value(entry)));
    else
      add_word(entry, file_.text(entry, what));
  }
}

void Reader::read_smpirun(const toml::node& program_node) {
  plan_.uses_smpirun = true;
  const toml::node& ranks = file_.required(file_.root(), "ranks", "a plan with a program",
                                           "such as ranks = 4, or ranks = \"{p*q}\"");
  add_word(program_node, "-np");
  add_word(ranks, ranks.is_number() ? value_text(value(ranks)) : file_.text(ranks, "'ranks'"));
  if (const toml::node* node = find("platform")) {
    add_word(*node, "--platform");
    add_word(*node, file_.text(*node, "'platform'"));
  }
  if (const toml::node* node = find("options")) add_words(*node, "an option");
  add_word(program_node, "--cfg");
  add_word(program_node, "smpi/seed:{seed}");
  add_word(program_node, "--summary");
  add_word(program_node, "summary.json");
  std::string path = program(program_node);
  for (std::size_t at = 0; (at = path.find_first_of("{}", at)) != std::string::npos; at += 2) {
    path.insert(at, 1, path[at]);
  }
  add_word(program_node, path);
  if (const toml::node* node = find("arguments")) add_words(*node, "an argument");
}

void Reader::read_command() {
  const toml::node* program_node = find("program");
  const toml::node* command = find("command");
  if ((program_node == nullptr) == (command == nullptr)) {
    file_.refuse(file_.root(), "a plan needs either 'program' or 'command'", "",
                 "such as program = \"./xhpl\"");
  }
  if (program_node != nullptr) return read_smpirun(*program_node);
  for (const char* key : {"arguments", "ranks", "platform", "options"}) {
    if (const toml::node* node = find(key)) {
      file_.refuse(*node, "only a plan with 'program' has this key", key, "put it into 'command'");
    }
  }
  add_words(*command, "a word of the command");
  if (plan_.words.empty()) file_.refuse(*command, "the command is empty", "");
  program(*command->as_array()->get(0));
}

// A text such as "hpl.dat.in" is a file beside the plan.
void Reader::read_files() {
  const toml::node* node = find("files");
  if (node == nullptr) return;
  for (const auto& [key, entry] : file_.table(*node, "'files'")) {
    const std::filesystem::path name(key.str());
    if (name.is_absolute() || name.lexically_normal().native().starts_with("..") || name.empty()) {
      file_.refuse(entry, "a file of a run lies in its folder", name);
    }
    const std::string source = std::filesystem::path(plan_.folder) / file_.text(entry, "a file");
    const std::string content =
        kernel::read_file(source, "this template",
                          {.file = file_.path(), .line = TomlFile::line_of(entry), .text = source});
    at(entry, [&] { plan_.files.emplace_back(name, Template(content, template_names_)); });
    file_nodes_.push_back(&entry);
  }
}

void Reader::read_results() {
  const toml::node* node = find("results");
  if (node == nullptr) return;
  for (const auto& [key, entry] : file_.table(*node, "[results]")) {
    const toml::table& table = file_.table(entry, "a result");
    check(table, {"from", "regex", "key"});
    const toml::node& origin = file_.required(table, "from", "a result", "stdout or summary");
    const std::string from = file_.text(origin, "'from'");
    static constexpr std::array<std::string_view, 2> origins = {"stdout", "summary"};
    if (std::ranges::find(origins, from) == origins.end()) {
      file_.refuse(origin, "unknown origin of a result", from,
                   kernel::did_you_mean(from, origins, "known: stdout, summary"));
    }
    Result result{.name = std::string(key.str()), .pattern = {}};
    const bool is_text = from == "stdout";
    if (!is_text && !plan_.uses_smpirun) {
      file_.refuse(origin, "a command writes no summary", from, "use 'program', or stdout");
    }
    result.from = is_text ? Result::From::stdout_text : Result::From::summary;
    const toml::node& pattern = file_.required(table, is_text ? "regex" : "key", "this result");
    result.pattern = file_.text(pattern, "this");
    try {
      if (is_text && std::regex(result.pattern).mark_count() == 0) {
        file_.refuse(pattern, "the expression has no group", result.pattern,
                     "put the number into brackets, such as time=([0-9.e+-]+)");
      }
    } catch (const std::regex_error& error) {
      file_.refuse(pattern, fmt::format("malformed expression ({})", error.what()), result.pattern);
    }
    plan_.results.push_back(std::move(result));
  }
}

// Formulas may fail for some points only.
void Reader::fill_all() {
  for (std::size_t point = 0; point < plan_.points.size(); ++point) {
    const std::vector<Value> values = template_values(plan_, point, 0);
    for (std::size_t word = 0; word < plan_.words.size(); ++word) {
      at(*word_nodes_[word], [&] {
        const std::string text = plan_.words[word].fill(values);
        static const std::regex whole("[1-9][0-9]{0,6}");
        if (plan_.uses_smpirun && word == 1 && !std::regex_match(text, whole)) {
          throw FormulaError("the number of ranks must be a positive whole number", text);
        }
      });
    }
    for (std::size_t file = 0; file < plan_.files.size(); ++file) {
      at(*file_nodes_[file], [&] { plan_.files[file].second.fill(values); });
    }
  }
}

}  // namespace

Plan read_plan(const std::string& path) {
  return Reader(path).read();
}

}  // namespace smpi::study
