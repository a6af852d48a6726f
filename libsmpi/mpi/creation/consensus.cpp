// SPDX-License-Identifier: BSD-3-Clause
//
// A consensus lives from the first member that comes to the last that leaves.
#include "libsmpi/mpi/creation/consensus.h"

#include <algorithm>
#include <iterator>
#include <map>
#include <memory>
#include <utility>
#include <vector>

#include "libsmpi/mpi/creation/agreement.h"
#include "libsmpi/mpi/creation/creation.h"
#include "libsmpi/mpi/p2p/failures.h"
#include "libsmpi/ranks/runtime/simulation.h"
#include "libsmpi/ranks/runtime/waiting.h"

namespace smpi::comm {
namespace {

constexpr MPI_Count block_bytes = 8;

struct Consensus {
  Ref<CommunicatorShared> about;
  std::vector<ProcessId> came;  // ascending
  std::vector<Strand*> waiting;
  std::size_t left_count = 0;
  int flag = ~0;
  int acknowledged_count = 0;  // least
  bool is_decided = false;
  int error = MPI_SUCCESS;
  Ref<CommunicatorShared> together;   // all that came, for the messages
  Ref<CommunicatorShared> survivors;  // of a shrink
};

bool has_come(const Consensus& consensus, ProcessId process) {
  return std::binary_search(consensus.came.begin(), consensus.came.end(), process);
}

// The members of `group` that came, in its order.
Ref<Group> those_that_came(const Consensus& consensus, const Group& group) {
  std::vector<ProcessId> members;
  std::copy_if(group.members().begin(), group.members().end(), std::back_inserter(members),
               [&](ProcessId process) { return has_come(consensus, process); });
  return new Group(std::move(members));
}

// Has each member of `group` come or failed?
bool is_complete(const Simulation& simulation, const Consensus& consensus, const Group& group,
                 int& failed_count) {
  std::size_t awaited = 0;
  for (const ProcessId process : group.members()) {
    if (has_come(consensus, process)) continue;
    if (simulation.ranks[process]->is_known_failed) {
      failed_count++;
    } else {
      awaited++;
    }
  }
  return awaited == 0;
}

void decide(Simulation& simulation, Consensus& consensus) {
  if (consensus.is_decided) return;
  CommunicatorShared& about = *consensus.about;
  int failed_count = 0;
  if (!is_complete(simulation, consensus, *about.groups[0], failed_count)) return;
  if (about.is_inter && !is_complete(simulation, consensus, *about.groups[1], failed_count)) return;
  consensus.is_decided = true;
  if (consensus.acknowledged_count < failed_count) consensus.error = MPI_ERR_PROC_FAILED;
  Ref<Group> first = those_that_came(consensus, *about.groups[0]);
  if (about.is_inter) {
    consensus.together = make_intra(simulation, new Group(consensus.came));
    consensus.survivors =
        make_inter(simulation, std::move(first), those_that_came(consensus, *about.groups[1]));
  } else {
    consensus.together = make_intra(simulation, first);
    consensus.survivors = consensus.together;
  }
  for (Strand* strand : consensus.waiting) simulation.engine.wake(*strand->actor);
  consensus.waiting.clear();
}

}  // namespace

// Those that are open, by context and number of the call on it.
struct ConsensusTable {
  std::map<std::pair<std::uint32_t, std::uint32_t>, Consensus> open;
};

namespace {

ConsensusTable& table_of(Simulation& simulation) {
  if (!simulation.consensuses) simulation.consensuses = std::make_shared<ConsensusTable>();
  return *simulation.consensuses;
}

// Calls use(consensus) when it is decided.
template <class Use>
void take_part(Communicator& communicator, std::uint32_t number, int flag, Use&& use) {
  const WaitingReason reason("the other ranks of the communicator that have not failed");
  Simulation& simulation = communicator.simulation();
  auto& open = table_of(simulation).open;
  const auto place = open.try_emplace({communicator.shared().context, number}).first;
  Consensus& consensus = place->second;
  if (consensus.came.empty()) {
    consensus.about = &communicator.shared();
    consensus.acknowledged_count = communicator.acknowledged_failures;
  }
  const ProcessId own = communicator.owner().process;
  consensus.came.insert(std::upper_bound(consensus.came.begin(), consensus.came.end(), own), own);
  consensus.flag &= flag;
  consensus.acknowledged_count =
      std::min(consensus.acknowledged_count, communicator.acknowledged_failures);
  decide(simulation, consensus);
  if (!consensus.is_decided) consensus.waiting.push_back(running_strand);
  while (!consensus.is_decided) simulation.engine.block();
  {
    const Ref<Communicator> together(new Communicator(communicator.owner(), consensus.together, 0));
    agree(*together, block_bytes, static_cast<int>(number));
    p2p::take_failure();  // of a member that came and failed since
  }
  use(consensus);
  if (++consensus.left_count == consensus.came.size()) open.erase(place);
}

}  // namespace

Agreed agree_on_flag(Communicator& communicator, std::uint32_t number, int flag) {
  Agreed result{};
  take_part(communicator, number, flag, [&](const Consensus& consensus) {
    result = {consensus.flag, consensus.error};
  });
  return result;
}

Communicator& shrink(Communicator& communicator) {
  Communicator* made = nullptr;
  take_part(communicator, communicator.next_consensus(), ~0,
            [&](const Consensus& consensus) { made = &adopt(communicator, consensus.survivors); });
  return *made;
}

void look_at_consensuses(Simulation& simulation) {
  if (!simulation.consensuses) return;
  for (auto& [key, consensus] : simulation.consensuses->open) decide(simulation, consensus);
}

}  // namespace smpi::comm
