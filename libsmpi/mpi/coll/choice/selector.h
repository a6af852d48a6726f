// SPDX-License-Identifier: BSD-3-Clause
//
// Which algorithm runs: the one forced by name (--cfg=smpi/bcast:NAME), or the choice of the rules
// (--cfg=smpi/coll-selector:NAME, or smpi/bcast:ompi for one collective).
//
// Rules that hold for a communicator at all are filtered once and kept with it; a call then looks
// through the few that are left, for its size and operation.
#pragma once

#include <array>
#include <memory>
#include <optional>
#include <string>
#include <unordered_map>
#include <vector>

#include "include/mpi.h"
#include "kernel/options.h"
#include "libsmpi/mpi/coll/choice/registry.h"
#include "libsmpi/mpi/coll/collective.h"

namespace smpi {
struct Strand;
}

namespace smpi::coll {

struct Rule;
class RuleTable;

struct Choice {
  const Algorithm* algorithm = nullptr;  // nullptr: nothing to do
  std::optional<MPI_Count> segment_bytes;
  std::optional<int> parameter;
};

// The rules that a communicator can match, by [collective][blocking or not], and the last choice
// among them: its ranks make the same call, often again and again.
struct CandidateRules {
  bool filled = false;
  bool has_chosen = false;
  std::vector<const Rule*> rules;
  Profile profile;  // whose operation does not count: only its communicator matters
  Choice choice;
};
using RuleCache = std::array<std::array<CandidateRules, 2>, collective_count>;

class Selector {
 public:
  // Throws InputError for unknown names and bad tables.
  explicit Selector(const kernel::Options& options);
  ~Selector();

  // Valid until the next call.
  const Choice& choose(const Profile& profile);
  // Are all algorithms of the collective to be tried (`automatic`)?
  bool is_automatic(Collective collective) const {
    return plans_[static_cast<std::size_t>(collective)].automatic;
  }

  // For recorders: the algorithms of the calls that strands are in. Of a call that has several, as
  // parts of another, the first counts.
  void note_choices() { notes_choices_ = true; }
  void note(const Strand* strand, const Algorithm& algorithm) {
    if (notes_choices_) [[unlikely]]
      noted_.try_emplace(strand, &algorithm);
  }
  // nullptr: none was chosen since the last time.
  const Algorithm* take_note(const Strand* strand);

  // For the user: what a table of the user's serves and what the rest follows; which algorithms
  // that were asked for by name did not suit a call, one line each. Empty: nothing to say.
  std::string describe_own_rules() const;
  std::vector<std::string> describe_replacements() const;

  // The options smpi/coll-selector, smpi/bcast, ...
  static std::span<const kernel::OptionSpec> options();

 private:
  // Tables asked one after the other.
  struct RuleSet {
    std::vector<RuleTable> tables;
    std::string own_file;   // of the first table, if it is the user's
    bool open_mpi = false;  // calls without data do nothing
  };
  // The first of each algorithm.
  struct Replacement {
    Collective collective;
    const Algorithm* wanted;
    const Algorithm* taken;
    int ranks;
  };
  struct Plan {
    Choice forced = {};  // by name
    const RuleSet* rules = nullptr;
    bool automatic = false;
  };
  const RuleSet& rule_set(const std::string& name);
  Plan plan_for(Collective collective, const std::string& name, const RuleSet& otherwise);
  const Choice& choose_by_rules(const RuleSet& set, const Profile& profile);
  const Choice& choose_for_part(const RuleSet& set, const Profile& profile);
  const Choice& choose_anew(CandidateRules& candidates, const RuleSet& set, const Profile& profile);
  Choice choose_among(const std::vector<const Rule*>& candidates, const RuleSet& set,
                      const Profile& profile);
  void note_replacement(const Algorithm& wanted, const Choice& taken, const Profile& profile);

  std::vector<std::pair<std::string, std::unique_ptr<RuleSet>>> rule_sets_;
  std::array<Plan, collective_count> plans_;
  std::vector<Replacement> replacements_;
  Choice choice_of_part_;  // parts of other collectives differ from call to call, so none is kept
  bool notes_choices_ = false;
  std::unordered_map<const Strand*, const Algorithm*> noted_;
};

}  // namespace smpi::coll
