// SPDX-License-Identifier: BSD-3-Clause
//
// Gathering blocks whose sizes only their ranks know: sizes first.
// Cost: two gathers inside the group.
//
// Gathers may move sizes as bytes, which stay where they are while a trace is replayed. The leader
// then takes them from a list that the members fill before the gather.
#include <deque>
#include <map>
#include <tuple>
#include <vector>

#include "libsmpi/mpi/coll/inter/inter.h"
#include "libsmpi/mpi/coll/run.h"
#include "libsmpi/mpi/comm/group.h"
#include "libsmpi/mpi/datatype/pack.h"

namespace smpi::coll {
namespace {

// What a member said, by context, tag and member, oldest first: a persistent operation may have
// been started again before the leader has looked.
std::map<std::tuple<std::uint32_t, int, ProcessId>, std::deque<MPI_Count>> told_sizes;

std::deque<MPI_Count>& told_by(const Operation& group, int member) {
  const Communicator& communicator = group.communicator();
  const ProcessId process = communicator.group().members()[static_cast<std::size_t>(member)];
  return told_sizes[{communicator.shared().context, group.tag(), process}];
}

void take_told(const Operation& group, std::vector<MPI_Count>& sizes) {
  for (std::size_t i = 0; i < sizes.size(); i++) {
    std::deque<MPI_Count>& told = told_by(group, static_cast<int>(i));
    sizes[i] = told.front();
    told.pop_front();
  }
}

}  // namespace

GroupBlocks::GroupBlocks(const Operation& group, const Block& mine) {
  MPI_Count own_bytes = mine.size_bytes();
  Datatype* count_type = &predefined_type(MPI_COUNT);
  const bool is_leader = group.rank() == 0;
  std::vector<MPI_Count> sizes(is_leader ? static_cast<std::size_t>(group.size()) : 0);
  GatherArgs gather_sizes{
      group, {&own_bytes, 1, count_type}, Blocks::regular(sizes.data(), 1, count_type), 0};
  if (!datatype::data_moves) told_by(group, group.rank()).push_back(own_bytes);
  run_part(Collective::gather, gather_sizes);
  if (!datatype::data_moves) take_told(group, sizes);

  std::vector<MPI_Count> starts(sizes.size());
  for (std::size_t i = 0; i < sizes.size(); i++) {
    starts[i] = total_bytes_;
    total_bytes_ += sizes[i];
  }
  if (is_leader) room_.emplace(group, total_bytes_);
  GatherArgs gather_blocks{group, mine,
                           is_leader ? Blocks::uneven(room_->address(), sizes.data(), starts.data(),
                                                      &predefined_type(MPI_BYTE))
                                     : Blocks(),
                           0};
  run_part(Collective::gatherv, gather_blocks);
}

}  // namespace smpi::coll
