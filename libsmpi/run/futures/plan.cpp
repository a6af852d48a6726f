// SPDX-License-Identifier: BSD-3-Clause
//
// Reading and checking the file. Names become folders, so they are words.
#include "libsmpi/run/futures/plan.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <string_view>

#include "libsmpi/doors/api/functions.h"
#include "models/readers/toml_file.h"

namespace smpi::futures {
namespace {

using models::Quantity;
using models::TomlFile;

constexpr std::size_t running_most = 4096;
constexpr std::size_t name_bytes_max = 100;
constexpr std::uint64_t count_most = 1'000'000'000'000;

class PlanReader {
 public:
  explicit PlanReader(const std::string& path) : file_(path) {}

  Plan read() {
    static constexpr std::array<std::string_view, 7> known = {"at",   "function", "call",  "folder",
                                                              "jobs", "memory",   "future"};
    const toml::table& root = file_.root();
    file_.check_keys(root, known);
    Plan plan;
    plan.path = file_.path();
    plan.root.split = read_split(root, 0);
    if (const toml::node* node = root.get("folder")) plan.folder = file_.text(*node, "folder");
    if (plan.folder.empty()) file_.refuse(*root.get("folder"), "a folder has a name", "folder");
    if (const toml::node* node = root.get("jobs")) {
      plan.running_max = file_.whole(*node, "jobs", 1, running_most);
    }
    if (const toml::node* node = root.get("memory")) {
      plan.memory_bytes = file_.quantity(*node, "memory", Quantity::size_bytes);
      if (plan.memory_bytes <= 0) file_.refuse(*node, "futures need memory", "memory");
    }
    read_futures(root, plan.root);
    return plan;
  }

 private:
  // `after_s`: of the split before it.
  Split read_split(const toml::table& table, double after_s) const {
    const toml::node* const function = table.get("function");
    const toml::node* const call = table.get("call");
    const toml::node* const at = table.get("at");
    if (function == nullptr) {
      if (call != nullptr) file_.refuse(*call, "which function? `call` counts its calls", "call");
      Split split;
      const toml::node& node = file_.required(table, "at", "a split", R"(at = "120s")");
      split.at_s = file_.quantity(node, "at", Quantity::time_s);
      if (split.at_s > after_s) return split;
      file_.refuse(node,
                   after_s > 0 ? "a future is split after it begins" : "a run is split after 0 s",
                   fmt::format("{} s", split.at_s),
                   after_s > 0 ? fmt::format("later than {} s", after_s)
                               : "what differs from the start belongs to a run of its own");
    }
    if (at != nullptr) file_.refuse(*at, "a time or a call, not both", "at", "leave one out");
    Split split{.function = file_.text(*function, "function"), .call_count = 1};
    split.line = TomlFile::line_of(*function);
    split.is_of_program = is_of_program(*function, split.function);
    if (call != nullptr) split.call_count = file_.whole(*call, "call", 1, count_most);
    return split;
  }

  bool is_of_program(const toml::node& node, const std::string& name) const {
    if (api::find_function(name) != nullptr) return false;
    if (!name.starts_with("MPI_") && !name.starts_with("PMPI_") && !name.empty()) return true;
    file_.refuse(node, "MPI has no such function", name, R"(such as function = "MPI_Pcontrol")");
  }

  void read_futures(const toml::table& table, Future& parent) {
    const toml::node& node = file_.required(table, "future", "a split", "[[future]]");
    for (const toml::node& one : file_.array(node, "[[future]]")) {
      Future future = read_future(file_.table(one, "[[future]]"), *parent.split);
      const auto same = std::ranges::find(parent.futures, future.name, &Future::name);
      if (same != parent.futures.end()) {
        file_.refuse(one, "two futures of one name", future.name,
                     fmt::format("the other one is in line {}", same->line));
      }
      parent.futures.push_back(std::move(future));
    }
    if (parent.futures.empty()) file_.refuse(node, "no future", "future", "write a [[future]]");
  }

  Future read_future(const toml::table& table, const Split& before) {
    static constexpr std::array<std::string_view, 12> known = {
        "name", "scenario", "bandwidth", "latency", "speed",    "pstate",
        "cfg",  "kernels",  "at",        "call",    "function", "future"};
    file_.check_keys(table, known);
    Future future;
    future.line = TomlFile::line_of(table);
    const toml::node& name = file_.required(table, "name", "a [[future]]", R"(name = "half")");
    future.name = file_.text(name, "name");
    check_name(name, future.name);
    if (const toml::node* node = table.get("scenario")) {
      future.scenario = file_.text(*node, "scenario");
    }
    future.machine.bandwidth_factor = factor(table, "bandwidth", false);
    future.machine.latency_factor = factor(table, "latency", true);
    future.machine.speed_factor = factor(table, "speed", false);
    if (const toml::node* node = table.get("pstate")) {
      future.pstate = static_cast<std::uint32_t>(file_.whole(*node, "pstate", 0, 1000));
    }
    read_settings(table, future);
    read_kernels(table, future);
    if (table.contains("future")) {
      future.split = read_split(table, before.at_s);
      read_futures(table, future);
    } else {
      for (const char* key : {"at", "function", "call"}) {
        if (!table.contains(key)) continue;
        file_.refuse(*table.get(key), "a split without futures", key,
                     "[[future.future]] says what comes of it");
      }
    }
    return future;
  }

  void check_name(const toml::node& node, const std::string& name) const {
    const auto is_allowed = [](char each) {
      return (each >= 'a' && each <= 'z') || (each >= 'A' && each <= 'Z') ||
             (each >= '0' && each <= '9') || each == '-' || each == '_' || each == '.' ||
             each == '+';
    };
    const bool is_word = !name.empty() && name.size() <= name_bytes_max && name[0] != '.' &&
                         std::ranges::all_of(name, is_allowed);
    if (!is_word) {
      file_.refuse(node, "the name of a future is that of its folder", name,
                   "letters, digits and - _ + . within it");
    }
    if (name == unchanged_name) {
      file_.refuse(node, "this future is there without being asked for", name);
    }
  }

  double factor(const toml::table& table, std::string_view key, bool may_be_0) const {
    const toml::node* node = table.get(key);
    if (node == nullptr) return 1;
    return checked_factor(*node, key, may_be_0);
  }

  double checked_factor(const toml::node& node, std::string_view what, bool may_be_0) const {
    const double value = file_.number(node, what);
    if (std::isfinite(value) && (value > 0 || (may_be_0 && value == 0))) return value;
    file_.refuse(node, may_be_0 ? "a factor is a number from 0 on" : "a factor is a number above 0",
                 fmt::format("{} = {}", what, value));
  }

  void read_settings(const toml::table& table, Future& future) const {
    const toml::node* node = table.get("cfg");
    if (node == nullptr) return;
    for (const toml::node& one : file_.array(*node, "cfg")) {
      future.settings.push_back(file_.text(one, "cfg"));
    }
  }

  void read_kernels(const toml::table& table, Future& future) const {
    const toml::node* node = table.get("kernels");
    if (node == nullptr) return;
    for (const auto& [name, value] : file_.table(*node, "kernels")) {
      future.kernels.emplace_back(name.str(), checked_factor(value, name.str(), true));
    }
  }

  TomlFile file_;
};

void add_functions(const Future& future, const std::string& path,
                   std::vector<load::NamedFunction>& functions) {
  if (!future.split) return;
  const Split& split = *future.split;
  const bool is_new =
      std::ranges::find(functions, split.function, &load::NamedFunction::name) == functions.end();
  if (split.is_of_program && is_new) {
    functions.push_back({.name = split.function,
                         .where = {.file = path, .line = split.line, .text = split.function}});
  }
  for (const Future& one : future.futures) add_functions(one, path, functions);
}

}  // namespace

Plan read_plan(const std::string& path) {
  return PlanReader(path).read();
}

std::vector<load::NamedFunction> program_functions(const Plan& plan) {
  std::vector<load::NamedFunction> functions;
  add_functions(plan.root, plan.path, functions);
  return functions;
}

}  // namespace smpi::futures
