// SPDX-License-Identifier: BSD-3-Clause
//
// Reading the options that choose algorithms, and choosing.
#include "libsmpi/coll/choice/selector.h"

#include <fmt/format.h>

#include <algorithm>
#include <string>

#include "kernel/error.h"
#include "kernel/read_file.h"
#include "libsmpi/coll/choice/fallbacks.h"
#include "libsmpi/coll/choice/rules.h"
#include "libsmpi/coll/shared_state.h"

namespace smpi::coll {
namespace {

using enum kernel::OptionKind;

constexpr kernel::OptionSpec table[] = {
    {"smpi/coll-selector", text, "ompi",
     "rules that choose collective algorithms: ompi, mpich, default, automatic or a file .csv"},
    {"smpi/barrier", text, "", "algorithm of MPI_Barrier (smpirun -help-coll lists the names)"},
    {"smpi/bcast", text, "", "algorithm of MPI_Bcast"},
    {"smpi/gather", text, "", "algorithm of MPI_Gather"},
    {"smpi/gatherv", text, "", "algorithm of MPI_Gatherv"},
    {"smpi/scatter", text, "", "algorithm of MPI_Scatter"},
    {"smpi/scatterv", text, "", "algorithm of MPI_Scatterv"},
    {"smpi/allgather", text, "", "algorithm of MPI_Allgather"},
    {"smpi/allgatherv", text, "", "algorithm of MPI_Allgatherv"},
    {"smpi/alltoall", text, "", "algorithm of MPI_Alltoall"},
    {"smpi/alltoallv", text, "", "algorithm of MPI_Alltoallv"},
    {"smpi/alltoallw", text, "", "algorithm of MPI_Alltoallw"},
    {"smpi/reduce", text, "", "algorithm of MPI_Reduce"},
    {"smpi/allreduce", text, "", "algorithm of MPI_Allreduce"},
    {"smpi/reduce_scatter", text, "", "algorithm of MPI_Reduce_scatter"},
    {"smpi/reduce_scatter_block", text, "", "algorithm of MPI_Reduce_scatter_block"},
    {"smpi/scan", text, "", "algorithm of MPI_Scan"},
    {"smpi/exscan", text, "", "algorithm of MPI_Exscan"},
};

constexpr std::string_view rule_set_names[] = {"ompi", "mpich", "default", "automatic"};

// Where collectives cost nothing (smpi/scale-collectives:0), a rank waits for those ranks only
// whose data it needs. What is not here needs the data of all ranks, by whatever algorithm.
struct Direct {
  Collective collective;
  std::string_view algorithm;
};
constexpr std::array<Direct, 8> direct_algorithms = {{{Collective::bcast, "flattree"},
                                                      {Collective::gather, "ompi_basic_linear"},
                                                      {Collective::gatherv, "linear"},
                                                      {Collective::scatter, "ompi_basic_linear"},
                                                      {Collective::scatterv, "linear"},
                                                      {Collective::reduce, "flat_tree"},
                                                      {Collective::scan, "linear"},
                                                      {Collective::exscan, "linear"}}};

const Algorithm* direct_algorithm(Collective collective) {
  for (const Direct& direct : direct_algorithms) {
    if (direct.collective != collective) continue;
    const auto all = algorithms(collective);
    const auto found = std::ranges::find(all, direct.algorithm, &Algorithm::name);
    SIM_ASSERT(found != all.end(), "a direct algorithm that does not exist");
    return &*found;
  }
  return nullptr;
}

bool is_file_name(const std::string& name) {
  return name.find('/') != std::string::npos || name.ends_with(".csv");
}

std::string read_table(const std::string& path) {
  return kernel::read_file(path, "the table of collective algorithms",
                           {.text = path, .hint = "libsmpi's own are in libsmpi/coll/tables"});
}

[[noreturn]] void refuse_name(const std::string& option, const std::string& name,
                              std::vector<std::string_view> known) {
  known.insert(known.end(), std::begin(rule_set_names), std::end(rule_set_names));
  throw kernel::InputError(
      "unknown algorithm or rules",
      {.text = fmt::format("{}:{}", option, name),
       .hint = kernel::did_you_mean(name, known, "smpirun -help-coll lists the names")});
}

}  // namespace

Selector::Selector(const kernel::Options& options) {
  const bool is_free = options.number("smpi/scale-collectives") == 0;
  const std::string& general = options.text("smpi/coll-selector");
  const RuleSet& rules = rule_set(general == "automatic" ? "ompi" : general);
  for (int i = 0; i < collective_count; i++) {
    const auto collective = static_cast<Collective>(i);
    const std::string& name = options.text(std::string("smpi/") + name_of(collective));
    Plan& plan = plans_[static_cast<std::size_t>(i)];
    plan = plan_for(collective, name, rules);
    if (name.empty() && general == "automatic") plan.automatic = true;
    if (is_free) {
      plan.automatic = false;
      if (const Algorithm* direct = direct_algorithm(collective)) plan.forced = direct;
    }
  }
}

Selector::~Selector() = default;

std::span<const kernel::OptionSpec> Selector::options() {
  return table;
}

const Selector::RuleSet& Selector::rule_set(const std::string& name) {
  for (const auto& [known, set] : rule_sets_) {
    if (known == name) return *set;
  }
  auto set = std::make_unique<RuleSet>();
  if (name == "ompi") {
    set->open_mpi = true;
    set->tables.emplace_back(embedded_table("ompi"));
  } else if (name == "mpich") {
    set->tables.emplace_back(embedded_table("mpich_device"));
    set->tables.emplace_back(embedded_table("mpich"));
  } else if (name == "default") {
    set->tables.emplace_back(embedded_table("default"));
  } else if (is_file_name(name)) {
    const std::string text = read_table(name);
    set->tables.emplace_back(RuleTable::Source{name, text, ""}).read_all();
  } else {
    refuse_name("smpi/coll-selector", name, {});
  }
  rule_sets_.emplace_back(name, std::move(set));
  return *rule_sets_.back().second;
}

Selector::Plan Selector::plan_for(Collective collective, const std::string& name,
                                  const RuleSet& otherwise) {
  Plan plan{.rules = &otherwise};
  if (name.empty()) return plan;
  const auto all = algorithms(collective);
  const auto found =
      std::find_if(all.begin(), all.end(), [&](const Algorithm& a) { return a.name == name; });
  if (found != all.end() && name != "default") {
    plan.forced = &*found;
    return plan;
  }
  const auto* known = std::find(std::begin(rule_set_names), std::end(rule_set_names), name);
  if (known == std::end(rule_set_names)) {
    std::vector<std::string_view> names;
    for (const Algorithm& algorithm : all) names.emplace_back(algorithm.name);
    refuse_name(std::string("smpi/") + name_of(collective), name, std::move(names));
  }
  plan.automatic = name == "automatic";
  if (!plan.automatic) plan.rules = &rule_set(name);
  return plan;
}

Choice Selector::choose(const Profile& profile) const {
  const Plan& plan = plans_[static_cast<std::size_t>(profile.collective)];
  if (plan.forced != nullptr && suits(*plan.forced, profile)) return {plan.forced, {}, {}};
  return choose_by_rules(*plan.rules, profile);
}

namespace {

// All rules of the tables that the setting allows, in order; nullptr between tables.
void collect(const std::vector<RuleTable>& tables, const Profile& profile,
             std::vector<const Rule*>& found) {
  const Setting setting = setting_of(profile);
  for (const RuleTable& rules : tables) {
    for (const Rule& rule : rules.rules(profile.collective, profile.nonblocking)) {
      if (rule.matches(setting)) found.push_back(&rule);
    }
    found.push_back(nullptr);
  }
}

const Rule* first_match(const std::vector<const Rule*>& rules, const Profile& profile) {
  bool skip_table = false;
  for (const Rule* rule : rules) {
    if (rule == nullptr) skip_table = false;
    if (rule == nullptr || skip_table || !rule->matches(profile)) continue;
    skip_table = rule->algorithm == nullptr;
    if (skip_table) continue;
    if (rule->hands_over || suits(*rule->algorithm, profile)) return rule;
  }
  return nullptr;
}

// For calls that no rule matches.
const Algorithm& first_suitable(const Profile& profile) {
  for (const Algorithm& algorithm : algorithms(profile.collective)) {
    if (suits(algorithm, profile)) return algorithm;
  }
  SIM_ASSERT(false, "no algorithm suits");
  return algorithms(profile.collective).front();
}

Choice choose_among(const std::vector<const Rule*>& candidates, const Profile& profile) {
  const Rule* rule = first_match(candidates, profile);
  if (rule == nullptr) return {&first_suitable(profile), {}, {}};
  Choice choice{rule->algorithm, rule->segment_bytes, rule->parameter};
  if (rule->hands_over) choice.algorithm = after_fallbacks(choice.algorithm, profile);
  SIM_ASSERT(suits(*choice.algorithm, profile), "a rule whose algorithm does not suit the call");
  return choice;
}

}  // namespace

Choice Selector::choose_by_rules(const RuleSet& set, const Profile& profile) const {
  if (set.open_mpi && does_nothing(profile)) return {};
  if (profile.subset) {
    std::vector<const Rule*> rules;
    collect(set.tables, profile, rules);
    return choose_among(rules, profile);
  }
  RuleCache& cache = shared_state(profile.operation->communicator()).rules;
  CandidateRules& candidates =
      cache[static_cast<std::size_t>(profile.collective)][profile.nonblocking ? 1 : 0];
  candidates.profile.operation = profile.operation;
  if (candidates.has_chosen && profile == candidates.profile) return candidates.choice;
  if (!candidates.filled) {
    collect(set.tables, profile, candidates.rules);
    candidates.filled = true;
  }
  candidates.choice = choose_among(candidates.rules, profile);
  candidates.profile = profile;
  candidates.has_chosen = true;
  return candidates.choice;
}

const Algorithm* Selector::take_note(const Strand* strand) {
  const auto found = noted_.find(strand);
  if (found == noted_.end()) return nullptr;
  const Algorithm* algorithm = found->second;
  noted_.erase(found);
  return algorithm;
}

}  // namespace smpi::coll
