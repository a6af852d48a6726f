// SPDX-License-Identifier: BSD-3-Clause
//
// Matching a call with a rule.
#include "libsmpi/mpi/coll/choice/rules.h"

#include <bit>

#include "libsmpi/mpi/coll/patterns/node_map.h"
#include "libsmpi/mpi/comm/communicator.h"
#include "libsmpi/ranks/runtime/simulation.h"

namespace smpi::coll {
namespace {

bool agrees(Need need, bool value) {
  return need == Need::any || (need == Need::yes) == value;
}

int power_of_two_below(int ranks) {
  return static_cast<int>(std::bit_floor(static_cast<unsigned>(ranks)));
}

double size_of(const Profile& profile, SizeMeaning meaning) {
  switch (meaning) {
    case SizeMeaning::none:
      return 0;
    case SizeMeaning::vector:
    case SizeMeaning::block:
      return static_cast<double>(profile.block_bytes);
    case SizeMeaning::total:
      return static_cast<double>(profile.total_bytes);
    case SizeMeaning::total_elements:
      return static_cast<double>(profile.total_elements);
  }
  return 0;
}

}  // namespace

Setting setting_of(const Profile& profile) {
  const Communicator& communicator = profile.operation->communicator();
  Setting setting;
  setting.inter = profile.inter;
  setting.ranks = profile.ranks;
  setting.threaded = communicator.owner().thread_level == MPI_THREAD_MULTIPLE;
  if (profile.inter || profile.subset) return setting;
  const NodeMap& map = node_map(communicator);
  const bool shared = map.ranks.size() < static_cast<std::size_t>(profile.ranks);
  setting.hosts = shared ? Hosts::shared : Hosts::not_shared;
  setting.one_host = map.ranks.size() == 1;
  setting.nodes_consecutive = map.is_consecutive;
  return setting;
}

bool Rule::matches(const Setting& setting) const {
  if (setting.ranks < ranks_min || setting.ranks > ranks_max) return false;
  if (!agrees(inter, setting.inter)) return false;
  if (hosts == Hosts::one && !setting.one_host) return false;
  if ((hosts == Hosts::shared || hosts == Hosts::not_shared) && hosts != setting.hosts) {
    return false;
  }
  return agrees(nodes_consecutive, setting.nodes_consecutive) &&
         agrees(threaded, setting.threaded) &&
         agrees(power_of_two, std::has_single_bit(static_cast<unsigned>(setting.ranks)));
}

bool Rule::matches(const Profile& profile) const {
  if (size_meaning != SizeMeaning::none) {
    const double size = size_of(profile, size_meaning);
    if (size < size_min || size > size_max) return false;
  }
  return agrees(commutative, profile.commutative) && agrees(predefined_op, profile.predefined_op) &&
         agrees(in_place, profile.in_place) && agrees(equal_blocks, profile.equal_blocks) &&
         agrees(fewer_elements_than_power,
                profile.total_elements < power_of_two_below(profile.ranks));
}

const std::vector<Rule>& RuleTable::rules(Collective collective, bool nonblocking) const {
  const auto& forms = rules_[static_cast<std::size_t>(collective)];
  if (!forms) read(collective);
  const bool has_own = !(*forms)[1].empty() || source_.blocking_only;
  return nonblocking && has_own ? (*forms)[1] : (*forms)[0];
}

}  // namespace smpi::coll
