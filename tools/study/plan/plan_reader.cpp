// SPDX-License-Identifier: BSD-3-Clause
//
// Reads a plan file. Everything that can be wrong with a run before it starts is found here, for
// all points: a study that stops in the middle of a night because of a typing error is of no use.
#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <cstdlib>
#include <filesystem>
#include <functional>
#include <regex>
#include <set>

#include "kernel/error.h"
#include "kernel/file_kind.h"
#include "kernel/read_file.h"
#include "models/readers/toml_file.h"
#include "tools/study/design/morris.h"
#include "tools/study/design/saltelli.h"
#include "tools/study/design/space_filling.h"
#include "tools/study/plan/design.h"
#include "tools/study/plan/parameters_reader.h"
#include "tools/study/plan/plan.h"
#include "tools/study/plan/results_reader.h"
#include "tools/study/plan/sampled_points.h"

namespace smpi::study {
namespace {

using models::TomlFile;
using Names = std::span<const std::string_view>;

class Reader {
 public:
  explicit Reader(const std::string& path) : file_(path) {}

  Plan read() {
    check(
        file_.root(),
        {"name",     "program", "command", "arguments", "ranks",       "platform",   "template",
         "options",  "files",   "inputs",  "cache",     "exit_status", "parameters", "constraints",
         "replicas", "design",  "results", "limits",    "slurm",       "tuning",     "future"});
    plan_.path = file_.path();
    read_name();
    axes_ = read_parameters(file_);
    for (const Axis& axis : axes_) {
      plan_.names.insert(plan_.names.end(), axis.names.begin(), axis.names.end());
    }
    for (const Axis& axis : axes_) {
      if (!axis.is_workload) continue;
      plan_.workloads.insert(plan_.workloads.end(), axis.names.begin(), axis.names.end());
    }
    template_names_ = plan_.names;
    template_names_.insert(template_names_.end(), {"seed", "replica"});
    plan_.future = read_split_future(file_, axes_, template_names_);
    template_names_ = names_of_the_past(axes_, template_names_);
    read_replicas();
    make_points();
    read_command();
    read_files();
    read_inputs();
    read_cache();
    read_exits();
    if (const toml::node* node = find("results")) {
      plan_.results = read_results(file_, *node, plan_.uses_smpirun);
    }
    read_limits();
    check_future();
    if (const toml::node* node = find("slurm")) plan_.slurm = read_slurm_options(file_, *node);
    if (const toml::node* node = find("tuning")) {
      if (!plan_.workloads.empty()) {
        file_.refuse(
            *node, "tuning looks for one best point, of one workload", "[tuning]",
            fmt::format("give '{}' one value, without workload = true", plan_.workloads.front()));
      }
      plan_.tuning = read_tuning_options(file_, *node, plan_.directed_results(), plan_.names);
    }
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
  void read_replicas();
  void read_limits();
  void read_command();
  void read_smpirun();
  void read_platform();
  void read_files();
  void add_file(const std::string& name, const toml::node& node);
  void read_inputs();
  void read_cache();
  void read_exits();
  void read_design();
  void check_point_count();
  std::vector<Point> designed_points() const;
  void make_points();
  void constrain();
  void check_future() const;
  void fill_all();

  std::string program(const toml::node& node) const;
  std::string beside(const std::string& path) const {
    return (std::filesystem::path(plan_.folder) / path).lexically_normal();
  }
  void add(std::vector<Template>& words, const toml::node& node, const std::string& text);
  void add_all(std::vector<Template>& words, const toml::node& node, const char* what,
               std::size_t first = 0);

  TomlFile file_;
  Plan plan_;
  std::vector<Axis> axes_;
  std::vector<std::string> template_names_;
  // Where templates were written, in the order of options, arguments, files.
  std::vector<const toml::node*> template_nodes_;
  const toml::node* ranks_ = nullptr;
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

// "1%", or 0.01.
double part(const TomlFile& file, const toml::node& node, std::string_view what) {
  double value = 0;
  if (node.is_number()) {
    value = file.number(node, what);
  } else {
    const std::string text = file.text(node, what);
    const char* end = text.data() + text.size();
    const auto [rest, status] = std::from_chars(text.data(), end, value);
    if (status != std::errc{} || std::string_view(rest, end) != "%") {
      file.refuse(node, fmt::format("{} is a part, such as \"1%\" or 0.01", what), text);
    }
    value /= 100;
  }
  if (!(value > 0 && value < 1)) {
    file.refuse(node, fmt::format("{} is more than 0 and less than 100 %", what),
                fmt::format("{}", value));
  }
  return value;
}

void Reader::read_replicas() {
  const toml::node* node = find("replicas");
  if (node == nullptr) return;
  constexpr unsigned replicas_most = 10'000;
  const toml::table& table = file_.table(*node, "[replicas]");
  check(table, {"count", "min", "max", "half_width", "common_seeds"});
  Replicas& replicas = plan_.replicas;
  const auto count = [&](const toml::node& entry, unsigned least) {
    return static_cast<unsigned>(file_.whole(entry, "a number of runs", least, replicas_most));
  };
  if (const toml::node* entry = table.get("count")) {
    for (const char* key : {"min", "max", "half_width"}) {
      if (const toml::node* other = table.get(key)) {
        file_.refuse(*other, "'count' fixes the number of runs", key, "either, or");
      }
    }
    replicas.least = replicas.most = count(*entry, 1);
  } else if (const toml::node* width = table.get("half_width")) {
    replicas.half_width = part(file_, *width, "'half_width'");
    constexpr unsigned usual_most = 30;
    const toml::node* least = table.get("min");
    const toml::node* most = table.get("max");
    replicas.least = least != nullptr ? count(*least, 2) : 3;
    replicas.most =
        most != nullptr ? count(*most, replicas.least) : std::max(replicas.least, usual_most);
  } else if (table.contains("min") || table.contains("max")) {
    file_.refuse(*node, "'min' and 'max' need 'half_width'", "", "such as half_width = \"1%\"");
  }
  if (const toml::node* entry = table.get("common_seeds")) {
    replicas.have_common_seeds = file_.boolean(*entry, "'common_seeds'");
  }
}

void Reader::read_limits() {
  const toml::node* node = find("limits");
  if (node == nullptr) return;
  const toml::table& table = file_.table(*node, "[limits]");
  check(table, {"wall", "memory", "attempts", "stop_losers"});
  if (const toml::node* entry = table.get("wall")) {
    plan_.limits.wall_s = file_.quantity(*entry, "'wall'", models::Quantity::time_s);
  }
  if (const toml::node* entry = table.get("memory")) {
    const std::string text = entry->is_number() ? value_text(parameter_value(file_, *entry))
                                                : file_.text(*entry, "'memory'");
    at(*entry, [&] {
      plan_.limits.memory.emplace(text, template_names_);
      for (std::size_t point = 0; point < plan_.points.size(); ++point) memory_bytes(plan_, point);
    });
  }
  constexpr unsigned attempts_most = 100;
  if (const toml::node* entry = table.get("attempts")) {
    const auto attempts = file_.whole(*entry, "'attempts'", 1, attempts_most);
    plan_.limits.attempts = static_cast<unsigned>(attempts);
  }
  if (const toml::node* entry = table.get("stop_losers")) {
    if (plan_.results.empty() || plan_.results.front().pattern != "simulated_s" ||
        plan_.results.front().better != Result::Better::lower) {
      file_.refuse(*entry, "losers are runs with a longer simulated time", "stop_losers",
                   "the first result is from the summary, simulated_s, better = \"lower\"");
    }
    if (!plan_.workloads.empty()) {
      file_.refuse(*entry, "runs of other workloads cannot lose", "stop_losers",
                   "leave out workload = true, or stop_losers");
    }
    plan_.limits.stop_losers = part(file_, *entry, "'stop_losers'");
  }
}

// A value that is listed twice is one value.
void keep_different(std::vector<std::vector<Value>>& rows) {
  std::vector<std::vector<Value>> different;
  std::set<std::vector<Value>> seen;
  for (std::vector<Value>& row : rows) {
    if (seen.insert(row).second) different.push_back(std::move(row));
  }
  rows = std::move(different);
}

// "grid", or "lhs:20" with the number that some designs need.
void Reader::read_design() {
  const toml::node* node = find("design");
  if (node == nullptr) return;
  const toml::table& table = file_.table(*node, "[design]");
  check(table, {"kind", "seed"});
  Design& design = plan_.design;
  if (const toml::node* seed = table.get("seed")) {
    constexpr std::uint64_t seed_most = 1ULL << 53;
    design.seed = file_.whole(*seed, "'seed'", 0, seed_most);
  }
  const toml::node& entry = file_.required(table, "kind", "[design]", "such as kind = \"lhs:20\"");
  static constexpr std::array<std::string_view, 8> kinds = {
      "grid", "list", "oat", "lhs", "sobol", "morris", "saltelli", "doptimal"};
  const std::string text = file_.text(entry, "design");
  const std::size_t colon = text.find(':');
  const std::string word = text.substr(0, colon);
  const auto found = std::ranges::find(kinds, word);
  if (found == kinds.end()) {
    file_.refuse(
        entry, "unknown design", word,
        kernel::did_you_mean(word, kinds, fmt::format("known: {}", fmt::join(kinds, ", "))));
  }
  design.kind = static_cast<Design::Kind>(found - kinds.begin());
  const bool has_count = design.kind >= Design::Kind::latin_hypercube;
  static const std::regex digits("[1-9][0-9]{0,5}");
  const std::string count = colon == std::string::npos ? "" : text.substr(colon + 1);
  if (has_count && !std::regex_match(count, digits)) {
    file_.refuse(entry, "this design needs a number", text, fmt::format("such as {}:20", word));
  }
  if (!has_count && colon != std::string::npos) {
    file_.refuse(entry, "this design has no number", text, fmt::format("kind = \"{}\"", word));
  }
  if (has_count) design.count = std::stoul(count);
  if (has_count && axes_.empty()) {
    file_.refuse(entry, "a plan without parameters has one point", text);
  }
  if (has_count && !plan_.workloads.empty()) {
    file_.refuse(entry, "this design mixes workloads, which cannot be compared", text,
                 "grid, list and oat keep them apart");
  }
}

void Reader::check_point_count() {
  const Design::Kind kind = plan_.design.kind;
  double count = 1;
  for (const Axis& axis : axes_) {
    count *= static_cast<double>(axis.rows.size());
    if (kind == Design::Kind::list && axis.rows.size() != axes_.front().rows.size()) {
      file_.refuse(*find("parameters"), "the parameters of a list have equally many values",
                   axis.names.front());
    }
  }
  if (kind == Design::Kind::morris || kind == Design::Kind::saltelli) {
    const std::size_t groups = plan_.design.count;
    count = static_cast<double>(groups * (axes_.size() + 2));
  } else if (kind != Design::Kind::grid && kind != Design::Kind::d_optimal) {
    return;
  }
  if (count > static_cast<double>(points_most)) {
    file_.refuse(*find("parameters"), fmt::format("{} points are too many", count), "");
  }
}

std::vector<Point> Reader::designed_points() const {
  const Design& design = plan_.design;
  const std::size_t dimension = axes_.size();
  switch (design.kind) {
    case Design::Kind::grid:
    case Design::Kind::d_optimal:  // its candidates
      return grid(axes_);
    case Design::Kind::list:
      return list(axes_);
    case Design::Kind::one_at_a_time:
      return one_at_a_time(axes_);
    case Design::Kind::latin_hypercube:
      return at_coordinates(axes_, latin_hypercube(design.count, dimension, design.seed));
    case Design::Kind::sobol:
      return at_coordinates(axes_, sobol(design.count, dimension, design.seed));
    case Design::Kind::morris:
      return at_coordinates(axes_, morris(design.count, dimension, design.seed));
    case Design::Kind::saltelli:
      return at_coordinates(axes_, saltelli(design.count, dimension, design.seed));
  }
  SIM_ASSERT(false, "a design without points");
}

void Reader::make_points() {
  read_design();
  if (plan_.design.kind != Design::Kind::list) {
    for (Axis& axis : axes_) keep_different(axis.rows);
  }
  check_point_count();
  plan_.points = axes_.empty() ? grid(axes_) : designed_points();
  plan_.rows = keep_different(plan_.points);
  constrain();
  const Design& design = plan_.design;
  if (plan_.excluded > 0 &&
      (design.kind == Design::Kind::morris || design.kind == Design::Kind::saltelli)) {
    file_.refuse(*find("constraints"), "this design needs all of its points",
                 fmt::format("{} left out", plan_.excluded), "lhs and sobol do without some");
  }
  if (design.kind == Design::Kind::d_optimal) {
    plan_.points = d_optimal_points(axes_, plan_.points, design.count, design.seed);
    if (plan_.points.empty()) {
      file_.refuse(*find("design"), "so many points cannot tell the parameters apart",
                   fmt::format("{}", design.count), "a point per value of each parameter, or more");
    }
  }
  plan_.axes = axes_;
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
    return kernel::is_file(path) && access(path.c_str(), X_OK) == 0;
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
  if (kernel::is_there(path)) file_.refuse(node, "this is not a program", text, "chmod +x?");
  std::vector<std::string> found;
  std::error_code none;
  for (const auto& entry : fs::directory_iterator(path.parent_path(), none)) {
    found.push_back(entry.path().filename());
  }
  const std::vector<std::string_view> views(found.begin(), found.end());
  file_.refuse(node, "there is no such program", text,
               kernel::did_you_mean(path.filename().native(), views, "compile it with smpicc"));
}

void Reader::add(std::vector<Template>& words, const toml::node& node, const std::string& text) {
  at(node, [&] { words.emplace_back(text, template_names_); });
  template_nodes_.push_back(&node);
}

void Reader::add_all(std::vector<Template>& words, const toml::node& node, const char* what,
                     std::size_t first) {
  const toml::array& array = file_.array(node, what);
  for (std::size_t i = first; i < array.size(); ++i) {
    const toml::node& entry = *array.get(i);
    add(words, entry,
        entry.is_number() ? value_text(parameter_value(file_, entry)) : file_.text(entry, what));
  }
}

void Reader::read_platform() {
  const toml::node* platform = find("platform");
  const toml::node* file = find("template");
  if (platform != nullptr && file != nullptr) {
    file_.refuse(*file, "a run has one platform", "template", "either 'platform' or 'template'");
  }
  const toml::node* node = platform != nullptr ? platform : file;
  if (node == nullptr) return;
  add(plan_.options, *node, "--platform");
  add(plan_.options, *node, platform != nullptr ? file_.text(*node, "'platform'") : "platform.xml");
}

void Reader::read_smpirun() {
  plan_.uses_smpirun = true;
  ranks_ = &file_.required(file_.root(), "ranks", "a plan with a program",
                           "such as ranks = 4, or ranks = \"{p*q}\"");
  add(plan_.options, *ranks_, "-np");
  add(plan_.options, *ranks_,
      ranks_->is_number() ? value_text(parameter_value(file_, *ranks_))
                          : file_.text(*ranks_, "'ranks'"));
  read_platform();
  if (const toml::node* node = find("options")) add_all(plan_.options, *node, "an option");
  if (const toml::node* node = find("arguments")) add_all(plan_.arguments, *node, "an argument");
}

void Reader::read_command() {
  const toml::node* program_node = find("program");
  const toml::node* command = find("command");
  if ((program_node == nullptr) == (command == nullptr)) {
    file_.refuse(file_.root(), "a plan needs either 'program' or 'command'", "",
                 "such as program = \"./xhpl\"");
  }
  if (program_node != nullptr) {
    plan_.program = program(*program_node);
    return read_smpirun();
  }
  for (const char* key : {"arguments", "ranks", "platform", "template", "options"}) {
    if (const toml::node* node = find(key)) {
      file_.refuse(*node, "only a plan with 'program' has this key", key, "put it into 'command'");
    }
  }
  if (file_.array(*command, "'command'").empty()) {
    file_.refuse(*command, "the command is empty", "");
  }
  plan_.program = program(*command->as_array()->get(0));
  add_all(plan_.arguments, *command, "a word of the command", 1);
}

// A file beside the plan, whose formulas are filled for each run.
void Reader::add_file(const std::string& name, const toml::node& node) {
  const std::string source = beside(file_.text(node, "a file"));
  const std::string content =
      kernel::read_file(source, "this template",
                        {.file = file_.path(), .line = TomlFile::line_of(node), .text = source});
  at(node, [&] { plan_.files.emplace_back(name, Template(content, template_names_)); });
  template_nodes_.push_back(&node);
}

void Reader::read_files() {
  if (const toml::node* node = find("template")) add_file("platform.xml", *node);
  const toml::node* node = find("files");
  if (node == nullptr) return;
  for (const auto& [key, entry] : file_.table(*node, "'files'")) {
    const std::filesystem::path name(key.str());
    if (name.is_absolute() || name.lexically_normal().native().starts_with("..") || name.empty()) {
      file_.refuse(entry, "a file of a run lies in its folder", name);
    }
    add_file(name, entry);
  }
}

void Reader::read_inputs() {
  const toml::node* node = find("inputs");
  if (node == nullptr) return;
  for (const toml::node& entry : file_.array(*node, "'inputs'")) {
    const std::string text = file_.text(entry, "an input");
    const std::string path = beside(text);
    if (!kernel::is_there(path)) {
      file_.refuse(entry, "there is no such input", text,
                   "inputs are files or folders of the plan");
    }
    plan_.inputs.push_back(path);
  }
}

void Reader::read_cache() {
  static constexpr std::array<std::string_view, 3> uses = {"simulated", "measured", "none"};
  if (const toml::node* node = find("cache")) {
    plan_.cache = static_cast<CacheUse>(choice(file_, *node, "use of the cache", uses));
  }
}

void Reader::read_exits() {
  constexpr std::uint64_t status_most = 255;
  const toml::node* node = find("exit_status");
  if (node == nullptr) return;
  plan_.good_exits.clear();
  for (const toml::node& entry : file_.array(*node, "'exit_status'")) {
    const auto status = file_.whole(entry, "an exit status", 0, status_most);
    plan_.good_exits.push_back(static_cast<int>(status));
  }
  if (plan_.good_exits.empty()) file_.refuse(*node, "no run could end well", "[]", "such as [0]");
}

void Reader::check_future() const {
  if (!plan_.future) return;
  const toml::node& node = *find("future");
  if (!plan_.uses_smpirun) file_.refuse(node, "only a plan with 'program' has futures", "[future]");
  if (plan_.limits.stop_losers) {
    file_.refuse(node, "runs that share their past are not stopped", "stop_losers");
  }
  if (!plan_.replicas.have_common_seeds) {
    file_.refuse(node, "runs that share their past have one seed", "common_seeds");
  }
}

// Formulas may fail for some points only.
void Reader::fill_all() {
  static const std::regex whole("[1-9][0-9]{0,6}");
  for (std::size_t point = 0; point < plan_.points.size(); ++point) {
    const std::vector<Value> values = template_values(plan_, point, 0);
    std::size_t place = 0;
    const auto fill = [&](const Template& text) {
      at(*template_nodes_[place++], [&] { text.fill(values); });
    };
    for (const Template& word : plan_.options) fill(word);
    for (const Template& word : plan_.arguments) fill(word);
    for (const auto& [name, content] : plan_.files) fill(content);
    for (std::size_t i = 0; plan_.future && i < plan_.future->changes.size(); ++i) {
      at(*plan_.future->nodes[i], [&] { plan_.future->changes[i].second.fill(values); });
    }
    if (ranks_ == nullptr) continue;
    const std::string count = plan_.options[1].fill(values);
    if (!std::regex_match(count, whole)) {
      file_.refuse(*ranks_, "the number of ranks must be a positive whole number", count);
    }
  }
}

}  // namespace

Plan read_plan(const std::string& path) {
  return Reader(path).read();
}

}  // namespace smpi::study
