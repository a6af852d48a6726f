// SPDX-License-Identifier: BSD-3-Clause
//
// Gathering blocks whose sizes only their ranks know: sizes first.
// Cost: two gathers inside the group.
#include <vector>

#include "libsmpi/coll/inter/inter.h"
#include "libsmpi/coll/run.h"

namespace smpi::coll {

GroupBlocks::GroupBlocks(const Operation& group, const Block& mine) {
  MPI_Count own_bytes = mine.size_bytes();
  Datatype* count_type = &predefined_type(MPI_COUNT);
  const bool is_leader = group.rank() == 0;
  std::vector<MPI_Count> sizes(is_leader ? static_cast<std::size_t>(group.size()) : 0);
  GatherArgs gather_sizes{
      group, {&own_bytes, 1, count_type}, Blocks::regular(sizes.data(), 1, count_type), 0};
  run_part(Collective::gather, gather_sizes);

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
