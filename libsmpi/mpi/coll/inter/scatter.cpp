// SPDX-License-Identifier: BSD-3-Clause
//
// Scatter to the other group: straight from the root, or everything in one message to the other
// group's rank 0, which hands it out. That rank has to learn the sizes of the blocks first.
// Cost: p (a + n b / p); 2 a + n b + scatterv.
#include <vector>

#include "libsmpi/mpi/coll/data/block_runs.h"
#include "libsmpi/mpi/coll/inter/inter.h"
#include "libsmpi/mpi/coll/run.h"
#include "libsmpi/mpi/requests/request.h"

namespace smpi::coll {

void inter_scatter_direct(const ScatterArgs& args) {
  if (is_partner(args.root) && args.mine.size_bytes() > 0) args.receive(args.mine, args.root);
  if (args.root != MPI_ROOT) return;
  MemberArray<Request*> sends(args.communicator().remote_size());
  for (int to = 0; to < args.communicator().remote_size(); to++) {
    if (args.all.size_bytes(to) == 0) continue;
    sends[to] = args.start_send(args.all[to], to);
  }
  args.wait_all(sends.all());
}

namespace {

void send_everything(const ScatterArgs& args) {
  const int remote_size = args.communicator().remote_size();
  std::vector<MPI_Count> sizes(static_cast<std::size_t>(remote_size));
  for (int to = 0; to < remote_size; to++) {
    sizes[static_cast<std::size_t>(to)] = args.all.size_bytes(to);
  }
  args.send({sizes.data(), remote_size, &predefined_type(MPI_COUNT)}, 0);
  send_run(args, {args.all, 0, remote_size, remote_size}, 0);
}

void hand_out(const ScatterArgs& args) {
  ScatterArgs inside{own_group(args), Blocks(), args.mine, 0};
  if (args.rank() != 0) {
    run_part(Collective::scatterv, inside);
    return;
  }
  std::vector<MPI_Count> sizes(static_cast<std::size_t>(args.size()));
  args.receive({sizes.data(), args.size(), &predefined_type(MPI_COUNT)}, args.root);
  std::vector<MPI_Count> starts(sizes.size());
  MPI_Count total = 0;
  for (std::size_t i = 0; i < sizes.size(); i++) {
    starts[i] = total;
    total += sizes[i];
  }
  Datatype* bytes = &predefined_type(MPI_BYTE);
  const Scratch room(args, total);
  args.receive(room.block(total, bytes), args.root);
  inside.all = Blocks::uneven(room.address(), sizes.data(), starts.data(), bytes);
  run_part(Collective::scatterv, inside);
}

}  // namespace

void inter_scatter_then_local(const ScatterArgs& args) {
  if (args.root == MPI_ROOT) send_everything(args);
  if (is_partner(args.root)) hand_out(args);
}

}  // namespace smpi::coll
