// SPDX-License-Identifier: BSD-3-Clause
//
// Reads a market file. Whatever can be wrong with it is said before anything is computed.
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <filesystem>
#include <iterator>

#include "kernel/error.h"
#include "kernel/file_kind.h"
#include "models/readers/toml_file.h"
#include "tools/study/cluster/measured_node.h"
#include "tools/study/hpl/market.h"
#include "tools/study/hpl/rules.h"

namespace smpi::study::hpl {
namespace {

using models::Quantity;
using models::TomlFile;

constexpr std::array<std::string_view, 6> broadcasts = {"1ring",  "1ringM", "2ring",
                                                        "2ringM", "blong",  "blongM"};
constexpr std::array<std::string_view, 3> swaps = {"binary", "long", "mix"};
constexpr std::uint32_t count_most = 100'000;
constexpr double watts_per_kilowatt = 1000;
constexpr double seconds_per_hour = 3600;
constexpr double gflops_per_pflops = 1e6;

class Reader {
 public:
  explicit Reader(const std::string& path) : file_(path) {}

  Market read() {
    check(file_.root(),
          {"name", "goal", "budget", "operation", "hpl", "simulation", "nodes", "networks"});
    const std::filesystem::path path(file_.path());
    market_.path = file_.path();
    market_.name = path.stem();
    market_.folder = std::filesystem::absolute(path).parent_path();
    if (const toml::node* name = file_.root().get("name")) {
      market_.name = file_.text(*name, "'name'");
    }
    read_goal();
    read_budget();
    read_operation();
    read_tried();
    read_simulation();
    market_.nodes = all<NodeType>(
        "nodes", [&](const auto& name, const auto& table) { return node(name, table); });
    market_.networks = all<NetworkType>(
        "networks", [&](const auto& name, const auto& table) { return network(name, table); });
    refuse_small_budget();
    return std::move(market_);
  }

 private:
  void check(const toml::table& table, std::initializer_list<std::string_view> known) const {
    file_.check_keys(table, std::span(known.begin(), known.size()));
  }
  const toml::table* optional_table(const char* key) const {
    const toml::node* node = file_.root().get(key);
    return node == nullptr ? nullptr : &file_.table(*node, fmt::format("[{}]", key));
  }

  // At least `least`; where the key is missing the value stays.
  void number(const toml::table& table, const char* key, double& value, double least = 0) const {
    const toml::node* node = table.get(key);
    if (node == nullptr) return;
    value = file_.number(*node, fmt::format("'{}'", key));
    if (value < least) {
      file_.refuse(*node, fmt::format("'{}' is at least {}", key, least), fmt::format("{}", value));
    }
  }
  double required_number(const toml::table& table, const char* key, const char* what,
                         const char* hint) const {
    file_.required(table, key, what, hint);
    double value = 0;
    number(table, key, value);
    return value;
  }
  double positive(const toml::node& node, const std::string& what, Quantity quantity) const {
    const double value = file_.quantity(node, what, quantity);
    if (value == 0) file_.refuse(node, what + " must be more than 0", "0");
    return value;
  }
  std::uint32_t count(const toml::node& node, const char* what, std::uint32_t least = 1) const {
    return static_cast<std::uint32_t>(file_.whole(node, what, least, count_most));
  }
  std::string absolute(const std::string& path) const {
    return (std::filesystem::path(market_.folder) / path).lexically_normal();
  }

  void read_goal();
  void read_budget();
  void read_operation();
  void read_tried();
  void read_simulation();
  NodeType node(const std::string& name, const toml::table& table) const;
  NetworkType network(const std::string& name, const toml::table& table) const;
  void read_kernels(const toml::table& table, NodeType& type) const;
  void read_measured(const toml::table& table, NodeType& type) const;
  void refuse_small_budget() const;
  std::vector<std::string> words(const toml::node& node, const char* what,
                                 std::span<const std::string_view> known) const;
  std::vector<std::uint32_t> numbers(const toml::node& node, const char* what,
                                     std::uint32_t least) const;

  // The tables [section.NAME], in the order of the file; toml++ sorts by name.
  template <typename Type, typename Read>
  std::vector<Type> all(const char* section, const Read& read) const {
    const toml::node& tables = file_.required(file_.root(), section, "a market",
                                              fmt::format("such as [{}.small]", section));
    std::vector<std::pair<int, Type>> found;
    for (const auto& [key, entry] : file_.table(tables, section)) {
      const toml::table& table = file_.table(entry, fmt::format("[{}.{}]", section, key.str()));
      found.emplace_back(TomlFile::line_of(entry), read(std::string(key.str()), table));
    }
    if (found.empty()) file_.refuse(tables, "nothing to buy", section);
    std::ranges::stable_sort(found, {}, [](const auto& one) { return one.first; });
    std::vector<Type> types;
    for (auto& [line, type] : found) types.push_back(std::move(type));
    return types;
  }

  TomlFile file_;
  Market market_;
};

void Reader::read_goal() {
  const toml::node& goal =
      file_.required(file_.root(), "goal", "a market", "Pflop/s, or goal = \"maximum\"");
  if (goal.is_number()) {
    const double pflops = file_.number(goal, "'goal'");
    if (!(pflops > 0)) file_.refuse(goal, "'goal' is more than 0", fmt::format("{}", pflops));
    market_.goal_gflops = pflops * gflops_per_pflops;
  } else if (file_.text(goal, "'goal'") != "maximum") {
    file_.refuse(goal, "unknown goal", file_.text(goal, "'goal'"),
                 "Pflop/s as a number, or \"maximum\"");
  }
}

void Reader::read_budget() {
  const toml::table* table = optional_table("budget");
  if (table == nullptr) return;
  check(*table, {"money", "power_kw", "hours"});
  Budget& budget = market_.budget;
  number(*table, "money", budget.money);
  double power_kw = no_limit;
  number(*table, "power_kw", power_kw);
  budget.power_w = power_kw * watts_per_kilowatt;
  double hours = no_limit;
  number(*table, "hours", hours);
  budget.run_s = hours * seconds_per_hour;
}

void Reader::read_operation() {
  const toml::table* table = optional_table("operation");
  if (table == nullptr) return;
  check(*table, {"electricity_price", "carbon_intensity", "pue", "years", "utilisation"});
  Operation& operation = market_.operation;
  number(*table, "electricity_price", operation.electricity_price);
  number(*table, "carbon_intensity", operation.carbon_intensity);
  number(*table, "pue", operation.pue, 1);
  number(*table, "years", operation.years);
  number(*table, "utilisation", operation.utilisation);
  if (operation.utilisation > 1) {
    file_.refuse(*table->get("utilisation"), "'utilisation' is a share of the time, at most 1",
                 fmt::format("{}", operation.utilisation));
  }
}

std::vector<std::string> Reader::words(const toml::node& node, const char* what,
                                       std::span<const std::string_view> known) const {
  std::vector<std::string> found;
  for (const toml::node& entry : file_.array(node, what)) {
    found.push_back(file_.text(entry, what));
    if (std::ranges::find(known, found.back()) != known.end()) continue;
    file_.refuse(entry, fmt::format("unknown value of {}", what), found.back(),
                 kernel::did_you_mean(found.back(), known,
                                      fmt::format("known: {}", fmt::join(known, ", "))));
  }
  if (found.empty()) file_.refuse(node, fmt::format("{} has no values", what), "[]");
  return found;
}

std::vector<std::uint32_t> Reader::numbers(const toml::node& node, const char* what,
                                           std::uint32_t least) const {
  std::vector<std::uint32_t> found;
  for (const toml::node& entry : file_.array(node, what)) {
    found.push_back(count(entry, what, least));
  }
  if (found.empty()) file_.refuse(node, fmt::format("{} has no values", what), "[]");
  return found;
}

void Reader::read_tried() {
  const toml::table* table = optional_table("hpl");
  if (table == nullptr) return;
  check(*table, {"nb", "bcast", "depth", "swap", "memory_share"});
  Tried& tried = market_.tried;
  if (const auto* node = table->get("nb")) tried.nb = numbers(*node, "'nb'", 1);
  if (const auto* node = table->get("depth")) tried.depths = numbers(*node, "'depth'", 0);
  if (const auto* node = table->get("bcast"))
    tried.broadcasts = words(*node, "'bcast'", broadcasts);
  if (const auto* node = table->get("swap")) tried.swaps = words(*node, "'swap'", swaps);
  number(*table, "memory_share", tried.memory_share);
  if (!(tried.memory_share > 0 && tried.memory_share <= 1)) {
    file_.refuse(*table->get("memory_share"), "'memory_share' is more than 0 and at most 1",
                 fmt::format("{}", tried.memory_share), "0.6 to 0.85 are usual");
  }
}

void Reader::read_simulation() {
  const toml::table* table = optional_table("simulation");
  if (table == nullptr) return;
  check(*table, {"program", "options", "keep", "replicas"});
  Simulation& simulation = market_.simulation;
  if (const auto* node = table->get("program")) {
    simulation.program = absolute(file_.text(*node, "'program'"));
  }
  if (const auto* node = table->get("options")) {
    for (const toml::node& entry : file_.array(*node, "'options'")) {
      simulation.options.push_back(file_.text(entry, "an option of smpirun"));
    }
  }
  if (const auto* node = table->get("keep")) simulation.keep = count(*node, "'keep'");
  if (const auto* node = table->get("replicas")) simulation.replicas = count(*node, "'replicas'");
}

// What its dgemm says of multiplications and additions; all of the file is for simulations.
void Reader::read_kernels(const toml::table& table, NodeType& type) const {
  const toml::node& node = *table.get("kernels");
  type.kernels = absolute(file_.text(node, "'kernels'"));
  if (!kernel::is_there(type.kernels)) {
    file_.refuse(node, "there is no such file of kernels", file_.text(node, "'kernels'"),
                 "smpi-calibrate blas makes one");
  }
  const TomlFile kernels(type.kernels);
  const toml::node& speed =
      kernels.required(kernels.root(), "reference_speed", "a file of kernels");
  type.speed_flops = kernels.speed_flops(speed, "'reference_speed'");
  const toml::table& dgemm = kernels.table(
      kernels.required(kernels.root(), "dgemm", "a file of kernels for HPL"), "[dgemm]");
  const toml::table& terms =
      kernels.table(kernels.required(dgemm, "terms", "[dgemm]"), "'terms' of dgemm");
  const toml::node& term = kernels.required(terms, "M*N*K", "dgemm", "seconds per M*N*K");
  type.flop_s = kernels.number(term, "the term of dgemm") / 2;
  if (!(type.flop_s > 0)) kernels.refuse(term, "dgemm takes more than 0 s", "");
}

// In closed forms a rank is as fast as it was in the whole run.
void Reader::read_measured(const toml::table& table, NodeType& type) const {
  const toml::node& node = *table.get("measured");
  type.measured = absolute(file_.text(node, "'measured'"));
  const cluster::OutputRun run = cluster::best_run(type.measured);
  if (run.setup.ranks() != type.ranks) {
    file_.refuse(node, "the measured node has another number of ranks than this node type",
                 fmt::format("{} x {} ranks, ranks = {}", run.setup.p, run.setup.q, type.ranks));
  }
  type.flop_s = run.time_s * type.ranks / flops(static_cast<double>(run.setup.n));
  type.speed_flops = 1 / type.flop_s;
}

NodeType Reader::node(const std::string& name, const toml::table& table) const {
  check(table, {"cores", "ranks", "dgemm", "kernels", "measured", "memory", "idle_w", "loaded_w",
                "price", "available"});
  const char* what = "a node type";
  NodeType type{.name = name, .kernels = {}};
  type.cores = count(file_.required(table, "cores", what, "such as cores = 64"), "'cores'");
  type.ranks = type.cores;
  if (const auto* node = table.get("ranks")) type.ranks = count(*node, "'ranks'");
  if (type.cores % type.ranks != 0) {
    file_.refuse(*table.get("ranks"), "the cores of a node must be shared by its ranks evenly",
                 fmt::format("{} ranks, {} cores", type.ranks, type.cores));
  }
  if (table.contains("dgemm") + table.contains("kernels") + table.contains("measured") != 1) {
    file_.refuse(table, "a node type needs one of 'dgemm', 'kernels' and 'measured'", name,
                 "such as dgemm = 3.69e-11, seconds per flop of a core");
  }
  if (const auto* node = table.get("dgemm")) {
    const double core_s = positive(*node, "'dgemm'", Quantity::time_s);
    type.flop_s = core_s * type.ranks / type.cores;
    type.speed_flops = 1 / type.flop_s;
  } else if (table.contains("measured")) {
    read_measured(table, type);
  } else {
    read_kernels(table, type);
  }
  type.memory_bytes = positive(file_.required(table, "memory", what, "such as memory = \"256GB\""),
                               "'memory'", Quantity::size_bytes);
  type.idle_w = required_number(table, "idle_w", what, "watts");
  type.loaded_w = required_number(table, "loaded_w", what, "watts");
  if (type.loaded_w < type.idle_w) {
    file_.refuse(*table.get("loaded_w"), "a node takes less under load than idle", name);
  }
  type.price = required_number(table, "price", what, "in your money");
  type.available =
      count(file_.required(table, "available", what, "how many can be bought"), "'available'");
  return type;
}

NetworkType Reader::network(const std::string& name, const toml::table& table) const {
  check(table, {"platform", "bandwidth", "latency", "switch_price", "cable_price", "card_price",
                "switch_w", "cable_w", "card_w", "ports"});
  const char* what = "a network";
  const toml::node& platform =
      file_.required(table, "platform", what, "such as platform = \"star:{nodes}\"");
  static const std::vector<std::string> names = {"nodes"};
  const auto shape = [&] {
    try {
      return Template(file_.text(platform, "'platform'"), names);
    } catch (const FormulaError& error) {
      file_.refuse(platform, error.what(), error.text, error.hint);
    }
  };
  NetworkType type{.name = name, .platform = shape(), .ports = {}};
  type.bandwidth_bytes_per_s =
      positive(file_.required(table, "bandwidth", what, "such as bandwidth = \"100Gbps\""),
               "'bandwidth'", Quantity::bandwidth_bytes_per_s);
  type.latency_s =
      file_.quantity(file_.required(table, "latency", what, "of a link, such as \"1us\""),
                     "'latency'", Quantity::time_s);
  type.switch_price = required_number(table, "switch_price", what, "in your money, per switch");
  type.cable_price = required_number(table, "cable_price", what, "in your money, per cable");
  type.card_price = required_number(table, "card_price", what, "in your money, per node");
  number(table, "switch_w", type.switch_w);
  number(table, "cable_w", type.cable_w);
  number(table, "card_w", type.card_w);
  if (const auto* node = table.get("ports")) type.ports = count(*node, "'ports'");
  return type;
}

void Reader::refuse_small_budget() const {
  const toml::table* budget = optional_table("budget");
  if (budget == nullptr) return;
  const auto cheapest = std::ranges::min_element(market_.nodes, {}, &NodeType::price);
  if (market_.budget.money < cheapest->price) {
    file_.refuse(*budget->get("money"), "the budget is too small for one node",
                 fmt::format("{}", market_.budget.money),
                 fmt::format("the cheapest, {}, costs {}", cheapest->name, cheapest->price));
  }
  const auto leanest = std::ranges::min_element(market_.nodes, {}, &NodeType::loaded_w);
  if (market_.budget.power_w < leanest->loaded_w) {
    file_.refuse(*budget->get("power_kw"), "the power is too little for one node",
                 fmt::format("{}", market_.budget.power_w / watts_per_kilowatt),
                 fmt::format("the leanest, {}, takes {} W", leanest->name, leanest->loaded_w));
  }
}

std::uint32_t place_of(std::span<const std::string_view> known, const std::string& word) {
  const auto found = std::ranges::find(known, word);
  SIM_ASSERT(found != known.end(), "a word that the market file's reader did not check");
  return static_cast<std::uint32_t>(std::distance(known.begin(), found));
}

}  // namespace

std::uint32_t broadcast_number(const std::string& word) {
  return place_of(broadcasts, word);
}

std::uint32_t swap_number(const std::string& word) {
  return place_of(swaps, word);
}

Market read_market(const std::string& path) {
  return Reader(path).read();
}

}  // namespace smpi::study::hpl
