// SPDX-License-Identifier: BSD-3-Clause
//
// Reading the options that choose algorithms, and choosing.
#include "libsmpi/mpi/coll/choice/selector.h"

#include <fmt/format.h>

#include <algorithm>
#include <string>

#include "kernel/error.h"
#include "kernel/read_file.h"
#include "libsmpi/mpi/coll/choice/fallbacks.h"
#include "libsmpi/mpi/coll/choice/foreign_rules.h"
#include "libsmpi/mpi/coll/choice/rules.h"
#include "libsmpi/mpi/coll/shared_state.h"

namespace smpi::coll {
namespace {

using enum kernel::OptionKind;

constexpr kernel::OptionSpec table[] = {
    {"smpi/coll-selector", text, "ompi",
     "rules that choose collective algorithms: ompi, mpich, default, automatic or a file"},
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
  return name.find_first_of("/.") != std::string::npos;
}

// A table of the user's, in our columns or as Open MPI has it.
RuleTable read_own_table(const std::string& path) {
  std::string text = kernel::read_file(path, "the table of collective algorithms",
                                       {.text = path, .hint = "docs/collectives.md describes one"});
  RuleTable::Source source{.name = path, .text = text, .flavor = ""};
  switch (format_of(text)) {
    case RulesFormat::columns:
      break;
    case RulesFormat::open_mpi:
      text = table_of_open_mpi_rules(path, text);
      source = {.name = path, .text = text, .flavor = "ompi", .blocking_only = true};
      break;
    case RulesFormat::mpich_json:
      refuse_mpich_json(path);
  }
  RuleTable own(source);
  own.read_all();
  return own;
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
      if (const Algorithm* direct = direct_algorithm(collective)) plan.forced.algorithm = direct;
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
    // As in Open MPI, its fixed rules serve what the file does not mention.
    set->own_file = name;
    set->open_mpi = true;
    set->tables.push_back(read_own_table(name));
    set->tables.emplace_back(embedded_table("ompi"));
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
    plan.forced.algorithm = &*found;
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

// What runs by a rule.
const Algorithm* algorithm_of(const Rule& rule, const Profile& profile) {
  return rule.hands_over ? after_fallbacks(rule.algorithm, profile) : rule.algorithm;
}

struct Match {
  const Rule* rule = nullptr;
  const Rule* unsuited = nullptr;  // the first that holds for the call, but its algorithm does not
};

Match first_match(const std::vector<const Rule*>& rules, const Profile& profile) {
  Match match;
  bool skip_table = false;
  for (const Rule* rule : rules) {
    if (rule == nullptr) skip_table = false;
    if (rule == nullptr || skip_table || !rule->matches(profile)) continue;
    skip_table = rule->algorithm == nullptr;
    if (skip_table) continue;
    if (suits(*algorithm_of(*rule, profile), profile)) {
      match.rule = rule;
      break;
    }
    if (match.unsuited == nullptr) match.unsuited = rule;
  }
  return match;
}

// For calls that no rule matches.
const Algorithm& first_suitable(const Profile& profile) {
  for (const Algorithm& algorithm : algorithms(profile.collective)) {
    if (suits(algorithm, profile)) return algorithm;
  }
  SIM_ASSERT(false, "no algorithm suits");
  return algorithms(profile.collective).front();
}

}  // namespace

Choice Selector::choose_among(const std::vector<const Rule*>& candidates, const RuleSet& set,
                              const Profile& profile) {
  if (set.open_mpi && does_nothing(profile)) return {};
  const Match match = first_match(candidates, profile);
  Choice choice;
  if (match.rule == nullptr) {
    choice.algorithm = &first_suitable(profile);
  } else {
    choice = {algorithm_of(*match.rule, profile), match.rule->segment_bytes, match.rule->parameter};
  }
  if (match.unsuited != nullptr && !set.own_file.empty()) {
    note_replacement(*match.unsuited->algorithm, choice, profile);
  }
  return choice;
}

// Of a part of another collective, on some of its ranks.
[[gnu::noinline]] const Choice& Selector::choose_for_part(const RuleSet& set,
                                                          const Profile& profile) {
  std::vector<const Rule*> rules;
  collect(set.tables, profile, rules);
  choice_of_part_ = choose_among(rules, set, profile);
  return choice_of_part_;
}

// Of a call that differs from the last one on the communicator.
[[gnu::noinline]] const Choice& Selector::choose_anew(CandidateRules& candidates,
                                                      const RuleSet& set, const Profile& profile) {
  if (!candidates.filled) {
    collect(set.tables, profile, candidates.rules);
    candidates.filled = true;
  }
  candidates.choice = choose_among(candidates.rules, set, profile);
  candidates.profile = profile;
  candidates.has_chosen = true;
  return candidates.choice;
}

inline const Choice& Selector::choose_by_rules(const RuleSet& set, const Profile& profile) {
  if (profile.subset) return choose_for_part(set, profile);
  RuleCache& cache = shared_state(profile.operation->communicator()).rules;
  CandidateRules& candidates =
      cache[static_cast<std::size_t>(profile.collective)][profile.nonblocking ? 1 : 0];
  candidates.profile.operation = profile.operation;
  if (candidates.has_chosen && profile == candidates.profile) return candidates.choice;
  return choose_anew(candidates, set, profile);
}

const Choice& Selector::choose(const Profile& profile) {
  const Plan& plan = plans_[static_cast<std::size_t>(profile.collective)];
  const Algorithm* const forced = plan.forced.algorithm;
  if (forced != nullptr && suits(*forced, profile)) return plan.forced;
  const Choice& choice = choose_by_rules(*plan.rules, profile);
  if (forced != nullptr) [[unlikely]]
    note_replacement(*forced, choice, profile);
  return choice;
}

void Selector::note_replacement(const Algorithm& wanted, const Choice& taken,
                                const Profile& profile) {
  // Parts of other collectives were not asked for by name; calls without data take none.
  if (profile.subset || taken.algorithm == nullptr) return;
  for (const Replacement& known : replacements_) {
    if (known.wanted == &wanted) return;
  }
  replacements_.push_back({profile.collective, &wanted, taken.algorithm, profile.ranks});
}

std::string Selector::describe_own_rules() const {
  for (const auto& [name, set] : rule_sets_) {
    if (set->own_file.empty()) continue;
    std::vector<std::string_view> served;
    for (int i = 0; i < collective_count; i++) {
      const auto collective = static_cast<Collective>(i);
      const RuleTable& own = set->tables.front();
      if (own.rules(collective, false).empty() && own.rules(collective, true).empty()) continue;
      served.emplace_back(name_of(collective));
    }
    return fmt::format(
        "{} has rules for {}; all other calls follow the rules ompi", name,
        served.empty() ? "no collective" : fmt::format("{}", fmt::join(served, ", ")));
  }
  return "";
}

std::vector<std::string> Selector::describe_replacements() const {
  std::vector<std::string> lines;
  for (const Replacement& replacement : replacements_) {
    const std::string_view needs = replacement.wanted->restrictions;
    lines.push_back(fmt::format(
        "{}: {} is for {} only; calls that it does not suit follow the rules, the first ({} ranks) "
        "took {}",
        name_of(replacement.collective), replacement.wanted->name,
        needs.empty() ? "communicators of one group" : needs, replacement.ranks,
        replacement.taken->name));
  }
  return lines;
}

const Algorithm* Selector::take_note(const Strand* strand) {
  const auto found = noted_.find(strand);
  if (found == noted_.end()) return nullptr;
  const Algorithm* algorithm = found->second;
  noted_.erase(found);
  return algorithm;
}

}  // namespace smpi::coll
