// SPDX-License-Identifier: BSD-3-Clause
//
// A communicator as one rank sees it (MPI 5.0, 7.4), and what all its ranks share.
//
// Ranks of a communicator share one CommunicatorShared: its groups, context and topology. Each rank
// has its own Communicator: handle, attributes, name, error handler and the counter of collective
// calls. Creation is collective: the first rank that arrives makes the shared part, the others find
// it under (parent context, number of the creation on the parent, colour); see creation/creation.h.
//
// An intercommunicator has two sides. Traffic inside one side, which its collectives need, goes
// through a hidden intracommunicator of the side: local().
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <utility>

#include "include/mpi.h"
#include "libsmpi/mpi/attributes/attributes.h"
#include "libsmpi/mpi/comm/group.h"
#include "libsmpi/mpi/errors/errhandler.h"
#include "libsmpi/mpi/info/info.h"
#include "libsmpi/mpi/session/session.h"
#include "libsmpi/ranks/runtime/rank.h"
#include "libsmpi/ranks/runtime/reference.h"

namespace smpi {

namespace comm {
class Topology;  // Cartesian or graph; comm/topology.h
struct Neighbourhood;
}  // namespace comm

// Kinds of traffic that never match each other (MPI 7.1.2: contexts).
enum class Channel : std::uint32_t {
  point_to_point,
  collective,
  nonblocking,
  internal,
  partition_setup,
  partitions
};
inline constexpr std::uint32_t channel_count = 6;

struct CommunicatorShared : Counted {
  std::uint32_t context = 0;
  // Intracommunicator: groups[0] only. Intercommunicator: the two sides.
  Ref<Group> groups[2];
  bool is_inter = false;
  Ref<CommunicatorShared> sides[2];  // of an intercommunicator: the groups as intracommunicators
  Ref<Counted> topology;             // a comm::Topology
  Ref<Counted> mappings;             // results of MPI_Cart_map and MPI_Graph_map so far
  // Ranks grouped by host, filled on first use by node-aware algorithms.
  std::shared_ptr<const struct NodeMap> node_map;
  Ref<Counted> collectives;  // a coll::SharedState
  Ref<Counted> exchanges;    // of mpi/exchange; nullptr before the first
};

class Communicator : public Counted {
  // What every message looks at comes first.
  Rank& owner_;
  Ref<CommunicatorShared> shared_;
  Ref<Communicator> local_communicator_;  // of an intercommunicator
  Group* local_;
  Group* remote_;
  int side_;
  int rank_;
  int collective_calls_ = 0;
  int nonblocking_calls_ = 0;
  std::uint32_t creations_ = 0;
  std::uint32_t exchanges_ = 0;
  std::uint32_t partition_tags_ = 0;

 public:
  // `side` is the index in shared->groups of the group that `owner` belongs to.
  Communicator(Rank& owner, Ref<CommunicatorShared> shared, int side);

  Rank& owner() const { return owner_; }
  Simulation& simulation() const { return owner_.simulation; }
  int rank() const { return rank_; }
  int size() const { return local_->size(); }
  bool is_inter() const { return shared_->is_inter; }
  int side() const { return side_; }
  const Group& group() const { return *local_; }
  // The group that ranks in point-to-point calls refer to: its own one, or the other side's.
  const Group& remote_group() const { return *remote_; }
  int remote_size() const { return remote_->size(); }
  CommunicatorShared& shared() const { return *shared_; }
  comm::Topology* topology() const;
  // The own neighbours. REQUIRES: there is a topology.
  const comm::Neighbourhood& neighbourhood();
  // Its own group as an intracommunicator: this one, or the hidden one of this rank's side.
  Communicator& local() { return local_communicator_ ? *local_communicator_ : *this; }

  // The process behind a rank of the remote group (of the only group, if intra).
  Rank& peer(int rank) const;
  std::uint32_t channel(Channel kind) const {
    return shared_->context * channel_count + static_cast<std::uint32_t>(kind);
  }

  // Numbers the collective calls of one kind; equal on all ranks of a correct program.
  int next_collective_tag() { return collective_calls_++ & 0x3fffffff; }
  int next_nonblocking_tag() { return nonblocking_calls_++ & 0x3fffffff; }
  std::uint32_t next_creation() { return creations_++; }
  // Numbers its collapsed exchanges, equally on all ranks.
  std::uint32_t next_exchange() { return exchanges_++; }
  // Numbers what its living members decide together (creation/consensus.h).
  std::uint32_t next_consensus() { return consensuses_++; }
  // The first of `count` tags of a partitioned send.
  int take_partition_tags(int count) {
    const auto next = partition_tags_ + static_cast<std::uint32_t>(count);
    return static_cast<int>(std::exchange(partition_tags_, next) & 0x3fffffff);
  }

  HandleValue handle = 0;  // as the program sees it; 257 and 258 for WORLD and SELF

 private:
  std::uint32_t consensuses_ = 0;

 public:
  std::string name;
  Ref<Errhandler> errhandler;
  Ref<Info> info;  // hints; nullptr when none were given
  Attributes attributes;
  p2p::SendBuffer send_buffer;    // of its own (MPI_Comm_attach_buffer)
  Ref<Session> session;           // that it comes from; nullptr for the world's
  bool freed = false;             // by the program; pending operations keep it alive
  int acknowledged_failures = 0;  // of its members, in the order in which they became known
  const void* made_at = nullptr;  // return address of the call that made it

 private:
  // Filled on first use; shared only to keep its definition out of here.
  std::shared_ptr<const comm::Neighbourhood> neighbourhood_;
};

// The handler that MPI_COMM_WORLD and MPI_COMM_SELF start with.
Errhandler& initial_errhandler(const Simulation& simulation);

// The communicator of a handle, or nullptr (MPI_COMM_NULL, freed, or never valid).
Communicator* find_communicator(MPI_Comm handle);
MPI_Comm to_handle(const Communicator* communicator);

}  // namespace smpi
